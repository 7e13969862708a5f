/// What the engines give to engines.cpp. Implemented by cpu_engine.cpp, cuda_engine.cu, and by
/// no_cuda_engine.cpp where the program is built without a CUDA toolkit.
#pragma once

#include <functional>

#include "engine.hpp"

namespace radix {

std::span<const SortInfo> cpu_sorts();
void cpu_sort(std::size_t sort, const Recipe& recipe, Trace& trace);  ///< throws KernelError
/// The same by the copy with mutants, with this fault planted. True: the run came to what it
/// changes. Throws KernelError, and std::runtime_error where that copy is not built yet.
bool mutant_sort(std::size_t sort, int fault, const Recipe& recipe, Trace& trace);

EngineInfo probe_cuda();
void cuda_sort(std::size_t sort, const Recipe& recipe, Trace& trace);  ///< throws KernelError
/// A small kernel is run: "", or why that did not work.
std::string cuda_trouble();

/// Who runs the card: this process, or another one for it (card_process.hpp).
struct CardMachine {
  std::function<EngineInfo()> probe = probe_cuda;
  /// Throws KernelError.
  std::function<void(std::size_t sort, const Recipe&, Trace&)> sort = cuda_sort;
  std::function<std::string()> trouble = cuda_trouble;  ///< asked when a run went wrong
};
/// From now on the engine "cuda" is this machine. To be called before anybody asks for engines().
void use_card(CardMachine machine);

/// Who compiles and runs a sort whose files a person has changed. It fills the trace, whose error
/// says why there are no steps; a refusal starts with the file and the line that it is about.
using ChangedMachine = std::function<void(const Recipe&, Trace&)>;
/// From now on it is this one; without one, such a recipe is refused with a sentence.
void use_changed_machine(ChangedMachine machine);

}  // namespace radix

/// The same by a name that a loaded library is asked for.
extern "C" bool radix_sort_mutant(std::size_t sort, int fault, const radix::Recipe& recipe,
                                  radix::Trace& trace);
