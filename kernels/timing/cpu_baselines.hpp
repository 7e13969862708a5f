/// The sorts that stand beside the sorts on the CPU engine, each on one OS thread.
#pragma once

#include <span>

#include "baselines.hpp"
#include "kernels/engine/simt/keys.hpp"

namespace radix {
inline namespace cpu_timed {

/// Memory of a sort, n keys each. `keys` holds the input.
template <class Key>
struct SortBuffers {
  Key* keys;
  Key* other;
  Key* scratch;  ///< as many times n keys as CpuBaseline::scratch says
  std::size_t n;
  uint32_t bits;  ///< of a key
};

/// A baseline and its sort, which returns where the sorted keys are.
struct CpuBaseline {
  Baseline shown;
  uint32_t scratch;       ///< times n keys
  bool own_buffer;        ///< takes n / 2 keys of memory itself, while it runs
  bool stable;            ///< else the order of equal keys is not checked
  bool sorted_before;     ///< its keys are sorted before the clock starts
  uint32_t bits_a_pass;   ///< 0: does not sort by digits
  uint32_t moves_a_pass;  ///< keys read or written in a pass, times n
  const uint32_t* (*sort_u32)(const SortBuffers<uint32_t>&);
  const uint64_t* (*sort_u64)(const SortBuffers<uint64_t>&);
  const Pair* (*sort_pairs)(const SortBuffers<Pair>&);

  const uint32_t* sort(const SortBuffers<uint32_t>& buffers) const { return sort_u32(buffers); }
  const uint64_t* sort(const SortBuffers<uint64_t>& buffers) const { return sort_u64(buffers); }
  const Pair* sort(const SortBuffers<Pair>& buffers) const { return sort_pairs(buffers); }
};

/// One for each of all_cpu_baselines.
std::span<const CpuBaseline> cpu_baseline_sorts();

}  // namespace cpu_timed
}  // namespace radix
