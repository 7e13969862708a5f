/// What an engine's own file gives to engines.cpp. Three files implement it: cpu.cpp, cuda.cu, and
/// no_cuda.cpp where the program was built without a CUDA toolkit.
#pragma once

#include "engine.hpp"

namespace radix {

std::span<const RungInfo> cpu_rungs();
void cpu_sort(std::size_t rung, const Recipe& recipe, Trace& trace);  ///< throws KernelError
/// The same by the woven copy, with this fault planted. True: the run came to what it changes.
/// Throws KernelError, and std::runtime_error where that copy is not built yet.
bool woven_sort(std::size_t rung, int fault, const Recipe& recipe, Trace& trace);

EngineInfo probe_cuda();
void cuda_sort(std::size_t rung, const Recipe& recipe, Trace& trace);  ///< throws KernelError

}  // namespace radix

/// The same by a name that a loaded library is asked for.
extern "C" bool radix_woven_sort(std::size_t rung, int fault, const radix::Recipe& recipe,
                                 radix::Trace& trace);
