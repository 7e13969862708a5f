/// A block scans one value per thread, in one of four ways. For 16 threads:
///     Kogge–Stone   4 levels, 49 additions: everyone adds the value 1, 2, 4, 8 to the left
///     Brent–Kung    7 levels, 26 additions: a tree of sums up, then the missing ones down
///     Blelloch      9 levels, 30 additions: the tree up, clear the root, then down
///     warp shuffles 4 levels, 49 additions: as Kogge–Stone, but in the registers of a warp
#pragma once

#include "blelloch.cuh"
#include "brent_kung.cuh"
#include "kogge_stone.cuh"
#include "shuffles.cuh"

namespace radix::inline KERNELS {

/// The sum of `value` over all threads before this one in the block, and over all of them. Every
/// thread of the block must call it. sums: scan_words(threads).
__device__ inline BlockSum block_exclusive_scan(uint32_t value, View<uint32_t> sums, BlockScan scan,
                                                ThreadShow show) {
  if (scan == BlockScan::brent_kung) return waits_often<brent_kung>(value, sums, show);
  if (scan == BlockScan::blelloch) return waits_often<blelloch>(value, sums, show);
  if (scan == BlockScan::shuffles) return waits_often<warp_shuffles>(value, sums, show);
  return waits_often<kogge_stone>(value, sums, show);
}

}  // namespace radix::inline KERNELS
