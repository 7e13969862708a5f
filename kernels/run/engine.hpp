/// The machines that can sort, and the sorts of every family, as the program sees them.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kernels/engine/model/trace.hpp"
#include "kernels/engine/simt/common.hpp"

namespace radix {

struct PlantedFault;

/// All sorts of all families, first = 1.
std::span<const SortInfo> sorts();
/// Kernels with a fault each, which no list of sorts has: SortInfo::wrong says what is wrong. Their
/// runs end with that, on the CPU engine alone.
std::span<const SortInfo> bugs_in_print();
/// Those that are made for large inputs too: the first ones.
std::span<const SortInfo> timed_sorts();
/// Every family, in the order of its sorts.
std::vector<const Family*> families();

/// The sort with this number ("2") or short name ("block_sort"), the bug in print of this name, or
/// null.
const SortInfo* sort_named(std::string_view number_or_name);
/// 1-based number of a sort in the list.
uint32_t number_of(const SortInfo& sort);

/// The CUDA file of a sort, or of a bug in print, as one that stands alone: what it includes is
/// folded in, notes are left out. nvcc compiles it, `radixscope judge` takes it. `planted`: with
/// this fault in its text; null: without.
std::string standalone_file(const SortInfo& sort, const PlantedFault* planted = nullptr);

/// The settings as this sort takes them: those it does not use have no effect (one bit per pass,
/// one key per thread, …).
Settings settings_for(const SortInfo& sort, Settings settings);

/// "" or one sentence: a setting that this sort does not have, and which sorts do.
std::string unused_setting(const SortInfo& sort, const Settings& settings);

/// By step of a run, whether the array that it made differs from that of the right run.
std::vector<bool> differing_steps(const Trace& mine, const Trace& right);

/// The family of a sort, by its short name; of an unknown one, the first family.
const Family& family_of(std::string_view sort);
/// A trace file of any family's sort.
Result<Trace> trace_from_json(std::string_view text);

/// The sort the program starts with.
inline constexpr const char* first_sort = "one_bit";

enum class EngineChoice { automatic, cpu, cuda };

/// In scripts, menus and on the command line: "auto", "cpu", "cuda".
const char* name_of(EngineChoice choice);
std::optional<EngineChoice> engine_named(std::string_view name);

/// What a machine is, or why it cannot be used.
struct EngineInfo {
  EngineId id = EngineId::cpu;
  bool available = false;
  std::string device;  ///< "NVIDIA H200 · compute capability 9.0", "CPU emulation"
  std::string reason;  ///< one sentence when not available: cause and way out
};

/// Every engine; probed at the first call, then remembered. [0] is always the CPU engine,
/// available.
std::span<const EngineInfo> engines();

/// Files of a sort as a person has changed them: the text of each by its name, "02_block_sort.cu".
using ChangedFiles = std::map<std::string, std::string>;

/// A run: what to sort, by which sort, on which engine, how.
struct Recipe {
  Problem problem;
  std::string sort = first_sort;  ///< short name
  std::string planted;  ///< name of a fault of the gallery (kernels/engine/faults); "": none
  std::shared_ptr<const ChangedFiles> changed;  ///< null: the files as they are; CPU engine alone
  EngineChoice engine = EngineChoice::automatic;
  bool recorded = true;                       ///< false: no probes, no steps, only the sorted keys
  Schedule thread_order = Schedule::forward;  ///< CPU engine only
  Schedule block_order = Schedule::forward;   ///< CPU engine only
  uint32_t seed = 1;                          ///< of the shuffled orders
  bool accesses = false;  ///< CPU engine: keep what every launch touches (Trace::accesses)
  const std::atomic<bool>* cancel = nullptr;  ///< CPU engine: true ends the run at the next block
  Watch watch = {};  ///< told where the keys of each pass went; false cancels the run
};

/// A recipe of the CPU engine as text, without its changed files, and back. The second throws where
/// it is none.
std::string recipe_text(const Recipe& recipe);
Recipe recipe_from(const std::string& text);

/// The engine that a recipe takes here.
EngineId engine_of(const Recipe& recipe);

/// Runs the recipe. Never throws: what goes wrong is Trace::error. `automatic` prefers CUDA; asking
/// for CUDA where it is not available is an error, not a silent change of machine.
Trace run(const Recipe& recipe);

}  // namespace radix
