/// What limits the kernels of the fast sorts: a profiler's counts on a card
/// (assets/timing/h200_kernels.json, by tests/bench/sweep_counters.cu), and what they say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "text/timed.hpp"
#include "timing_run.hpp"

namespace scope {

/// One kernel, all its launches of a sort together.
struct KernelCounts {
  std::string sort;    ///< of the baselines: "hybrid"
  std::string type;    ///< of the keys: "u32"
  std::string kernel;  ///< the __global__ function
  uint64_t keys = 0;   ///< sorted, uniform
  uint32_t launches = 1;
  double ms = 0;            ///< while it was counted
  double bytes = 0;         ///< a key, read and written in the card's memory
  double instructions = 0;  ///< of warps, for 32 keys
  // Busy, of the most there is, 0…1
  double memory = 0;       ///< the card's memory
  double l2 = 0;           ///< the cache in front of it
  double shared_pipe = 0;  ///< what loads, stores and atomics of shared memory go through
  double issue = 0;        ///< cycles with an instruction issued
  double warps = 0;        ///< of those that a multiprocessor holds
  double waves = 0;        ///< grid / what all multiprocessors hold at once
};
struct CountedKernels {
  std::string device;  ///< "NVIDIA H200"
  std::vector<KernelCounts> kernels;
};
/// What was counted, read once; empty where the file is not there.
const CountedKernels& counted_kernels();

/// The busiest unit of a kernel: device memory, the L2, the pipe of shared memory, else issuing.
struct Limit {
  text::timed::unit unit;
  double busy = 0;
};
Limit limit_of(const KernelCounts& kernel);

/// One line: its time, what it does to 32 keys, and what limits it; at the memory rate its bytes
/// would take so much of the time.
std::string limit_words(const KernelCounts& kernel, double memory_gb_s);

/// Says of a row by whom it was counted, and on what.
std::string kernels_heading(const TimingRow& row);

/// The sorts of a run that have bars and counts, each once, in the run's order.
std::vector<const TimingRow*> rows_with_counts(const TimingRun& run);
std::vector<const KernelCounts*> kernels_of(const TimingRow& row);

}  // namespace scope
