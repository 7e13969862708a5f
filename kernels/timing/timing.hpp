/// Timing: the same sorts, unrecorded, on inputs from thousands of keys to what memory holds, and
/// the libraries' sorts beside them. This is what an engine offers; the protocol (rounds,
/// statistics, what is verified when) belongs to the caller.
///
/// Lists and machine_facts are for everybody (library radix_facts). cost_of, open_session and
/// timing_facts need the timed sorts, which take long to compile: only the program
/// radixscope-time links them (library radix_timing).
///
///     const Cost cost = cost_of(engine, input, configuration);      // allocates nothing
///     auto session = open_session(engine, input, cost.scratch_bytes);
///     session->sort(configuration, false);                          // one sample
///     session->verify();                                            // "" = that result is right
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/run/engine.hpp"

namespace radix {

/// What is sorted.
enum class TimedType : uint32_t { u32, u64, pairs };

struct TimedTypeInfo {
  TimedType id;
  const char* name;   ///< on the command line: "u32"
  const char* label;  ///< on the screen
  uint32_t key_bytes, value_bytes, max_bits;
};
std::span<const TimedTypeInfo> timed_types();

/// How the keys are spread. key_at() in distributions.hpp makes them.
enum class Distribution : uint32_t {
  uniform,
  entropy_811,
  entropy_544,
  entropy_201,
  sorted,
  reversed,
  equal,
  few,
  half_equal,
  high_zero,
  low_zero,
  middle_zero,
  top_byte
};

struct DistributionInfo {
  Distribution id;
  const char* name;   ///< on the command line: "uniform"
  const char* label;  ///< on the screen
  const char* about;  ///< one line
};
std::span<const DistributionInfo> distributions();

inline constexpr uint64_t max_timed_keys = uint64_t{1} << 36;
/// The limit of the taught sorts, of pairs and of everything on the CPU engine: their indices have
/// 32 bits, and a little room is left.
inline constexpr uint64_t max_indexed_keys = (uint64_t{1} << 32) - (uint64_t{1} << 20);

/// What is to be sorted; the keys follow from it.
struct TimedInput {
  TimedType type = TimedType::u32;
  uint32_t bits = 32;  ///< 1…max_bits: keys are below 2^bits
  uint64_t n = 0;      ///< 1…max_timed_keys
  Distribution distribution = Distribution::uniform;
  uint64_t seed = 1;
  friend bool operator==(const TimedInput&, const TimedInput&) = default;
};

/// A sort that stands beside the sorts.
struct Baseline {
  const char* name;   ///< on the command line: "cub"
  const char* label;  ///< on the screen: "cub::DeviceRadixSort, input kept"
  const char* about;  ///< one line: contract and what its time includes
  bool check;  ///< true: a check of the timing itself (sleeps, sorts wrongly), only when asked for
               ///< by name
};

/// The baselines of an engine, in the order of their bars.
std::span<const Baseline> baselines(EngineId engine);

/// Who sorts, and how the work is cut. Of the settings those count that the sort uses: radix_bits,
/// keys_per_thread, threads_per_block, ownership, scan (not key_bits: TimedInput::bits). Baselines
/// use none.
struct Configuration {
  std::string method;  ///< short name of a sort, or name of a baseline
  Settings settings;
  friend bool operator==(const Configuration&, const Configuration&) = default;
};

/// What a configuration will take, known before anything is allocated. (From the sort's own host
/// function, run with launches and allocations that only count.)
struct Cost {
  /// Bytes that the session adds for this configuration: tables, temporary storage.
  uint64_t scratch_bytes = 0;
  /// Everything: the input, both work buffers, what flushes the cache, scratch.
  uint64_t session_bytes = 0;
  uint64_t moved_bytes = 0;  ///< global memory a run must read or write, every array of every
                             ///< launch once, keys that it sorts in place twice; 0: unknown
  uint32_t passes = 0, launches = 0;  ///< 0: unknown
  std::string refusal;  ///< "", or why it cannot run on any amount of memory (one sentence with the
                        ///< way out)
};
Cost cost_of(EngineId engine, const TimedInput& input, const Configuration& configuration);

/// Time of one launch, or of one stage summed over all passes.
struct StageTime {
  std::string stage;   ///< JSON name of a Stage, "reverse", or "whole_pass" where one launch is the
                       ///< whole pass
  std::string kernel;  ///< name of the __global__ function
  double ms = 0;
};

/// One sort.
struct Sample {
  double ms = 0;  ///< on the device, launches already queued (cuda); wall clock (cpu)
  double wall_ms =
      0;           ///< as a caller sees it: from the call to its return; 0: this time not measured
  double mhz = 0;  ///< processor clock right before the sort; 0: unknown
  bool slow_clock = false;        ///< the clock was below 75 % of the normal one, or the queue
                                  ///< overflowed: do not count it
  std::vector<StageTime> stages;  ///< by_stage only: per kernel, summed over the passes, in the
                                  ///< order of the first pass
};

/// Where the keys stand after a pass: counts[row * size + column], column = position * size / n,
/// row = the key's most significant bits (row 0: the smallest keys).
struct Density {
  static constexpr uint32_t size = 256;
  static constexpr uint32_t max_passes = 512;  ///< a sort of more shows its start and its end
  uint32_t pass = 0;                           ///< 0: the input; p: after pass p
  uint32_t passes = 0;                         ///< of the whole sort
  std::vector<uint32_t> counts;
};

/// One input, and the memory to sort it, taken once. Everything throws KernelError or
/// std::bad_alloc; the session may then be unusable: open a new one.
class TimingSession {
 public:
  virtual ~TimingSession() = default;

  /// Sorts once: fresh copy of the input, poisoned output, flushed caches, then the timed part.
  /// by_stage: every launch timed by itself, which disturbs the whole a little.
  virtual Sample sort(const Configuration& configuration, bool by_stage) = 0;

  /// What is wrong with the last result, one sentence: order, same keys, and of pairs the order of
  /// equal keys where the sort promises it. "" = nothing.
  virtual std::string verify() = 0;

  /// Sorts once, untimed, and shows the keys before the first pass and after every pass (baselines,
  /// sorts of very many passes, or of as many as the keys need: before and after). `see` returns
  /// false to end it. At most max_indexed_keys.
  virtual void density(const Configuration& configuration,
                       const std::function<bool(const Density&)>& see) = 0;
};
std::unique_ptr<TimingSession> open_session(EngineId engine, const TimedInput& input,
                                            uint64_t scratch_bytes);

/// What is known of the machine, for the header of a run. Numbers are 0 and texts empty where
/// unknown.
struct TimingFacts {
  std::string engine;           ///< "cuda" or "cpu"
  std::string device;           ///< "NVIDIA H200 · sm_90", or the processor's name
  std::string driver, runtime;  ///< "580.65", "CUDA 13.0"
  std::string libraries;        ///< "CUB 3.0.1, Thrust 3.0.1", "libstdc++ 12"
  uint64_t memory_bytes = 0, free_bytes = 0;
  uint64_t l2_bytes = 0;
  uint32_t processors = 0;  ///< multiprocessors, or worker threads
  double clock_mhz = 0;     ///< the normal (maximum) processor clock
  /// What device memory was measured to take, 10^9 bytes per second: a copy, bytes read and
  /// written; only reading; only writing.
  double copy_gb_s = 0, read_gb_s = 0, write_gb_s = 0;
  double memory_gb_s() const { return std::max({copy_gb_s, read_gb_s, write_gb_s}); }
  std::string display;  ///< "a display is attached: long kernels may be ended", or ""
  std::string note;     ///< cpu: that these are emulation times
};
/// What is known without any sort; libraries and rates are not, on a GPU.
TimingFacts machine_facts(EngineId engine);
/// All of it. `measure`: also measures the rates (some 100 ms).
TimingFacts timing_facts(EngineId engine, bool measure);

}  // namespace radix
