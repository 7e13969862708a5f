/// The machines that can sort, and the ladder of rungs, as the program sees them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "../trace.hpp"

namespace radix {

/// One rung of the ladder (kernels/ladder.hpp holds the list).
struct RungInfo {
  const char* name;     ///< short name, as in scripts and files
  const char* title;    ///< "one bit at a time"
  const char* section;  ///< of the chapter: "13.3"
  const char* file;     ///< its source in embedded_sources()
  bool sorts_in_block;  ///< sorts in shared memory first, then writes whole buckets (13.4 and later)
};

/// All rungs, first = 1.
std::span<const RungInfo> rungs();

/// The rung with this number ("2") or short name ("block_sort"), or null.
const RungInfo* rung_named(std::string_view number_or_name);
/// 1-based number of a rung in the ladder.
uint32_t number_of(const RungInfo& rung);

/// The rung the program starts with.
inline constexpr const char* first_rung = "one_bit";

enum class EngineChoice { automatic, cpu, cuda };

/// In scripts, menus and on the command line: "auto", "cpu", "cuda".
const char* name_of(EngineChoice choice);
std::optional<EngineChoice> engine_named(std::string_view name);

/// What a machine is, or why it cannot be used.
struct EngineInfo {
  EngineId id = EngineId::cpu;
  bool available = false;
  std::string device;   ///< "NVIDIA H200 · compute capability 9.0", "CPU emulation"
  std::string reason;   ///< one sentence when not available: cause and way out
};

/// Every engine; probed at the first call, then remembered. [0] is always the CPU engine, available.
std::span<const EngineInfo> engines();

/// The order in which the CPU engine lets threads and blocks run. Correct kernels do not care.
enum class Order { forward, reverse, shuffled };

/// A run: what to sort, by which rung, on which engine, how.
struct Recipe {
  Problem problem;
  std::string rung = first_rung;       ///< short name
  EngineChoice engine = EngineChoice::automatic;
  bool recorded = true;                ///< false: no probes, no steps, only the sorted keys
  Order thread_order = Order::forward; ///< CPU engine only
  Order block_order = Order::forward;  ///< CPU engine only
  uint32_t seed = 1;                   ///< of the shuffled orders
};

/// Runs the recipe. Never throws: what goes wrong is Trace::error. `automatic` prefers CUDA; asking
/// for CUDA where it is not available is an error, not a silent change of machine.
Trace run(const Recipe& recipe);

}  // namespace radix
