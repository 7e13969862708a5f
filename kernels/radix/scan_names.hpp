/// Which arrays the scans of radix sorts show: those of the bits (over the grid, or inside the
/// block only), of the sums of threads, or of the bucket table.
#pragma once

#include "kernels/scan/scan.cuh"
#include "radix_arrays.hpp"

namespace radix {
inline namespace SIMT_TARGET {

__host__ __device__ constexpr ScanNames names_of_ones() {
  return {"partial_ones"_array, "ones_before_in_block"_array, "block_ones"_array,
          "ones_before_block"_array, "ones_before"_array};
}
__host__ __device__ constexpr ScanNames names_of_ones_in_block() {
  ScanNames names = names_of_ones();
  names.in_block = "ones_before"_array;  // here the block's own scan is the whole scan
  return names;
}
__host__ __device__ constexpr ScanNames names_of_thread_ones() {
  ScanNames names = names_of_ones();
  names.level = "partial_thread_ones"_array;
  names.in_block = "ones_before_thread"_array;
  return names;
}
__host__ __device__ constexpr ScanNames names_of_counts() {
  return {"partial_counts"_array, "counts_before_in_block"_array, "block_counts"_array,
          "counts_before_block"_array, "bucket_starts"_array};
}

}  // namespace SIMT_TARGET
}  // namespace radix
