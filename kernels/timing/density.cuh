/// Where the keys stand: a picture of a large array, 256 columns of positions and 256 rows of keys.
///
/// Counting is a histogram, and the obvious one (one thread per key, one atomicAdd in global
/// memory) is the worst on the pictures that matter most: in a sorted array neighbouring threads
/// hit the same counter. Here a block owns one column. Its positions lie side by side, so the reads
/// are coalesced; its 256 counters fit in shared memory; and no other block ever counts for it, so
/// it writes them once, without atomics, and what it writes is exact:
///     n = 1,000,000 keys: column 3 holds positions 11,719 … 15,624
///     key 0x0a30b1c2 of 32 bits: its top 8 bits are 0x0a, row 10
///     the block reads 3,906 keys and writes 256 counts, each to another row of the picture
/// Those writes are as scattered as writes can be (256 x 256 of them, a sector each), but they are
/// as many for 2^10 keys as for 2^32; reading the keys is what costs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/engine/simt/simt.hpp"
#include "timing.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// What a timed element is sorted by.
__host__ __device__ constexpr uint32_t sort_key(uint32_t key) { return key; }
__host__ __device__ constexpr uint64_t sort_key(uint64_t key) { return key; }
template <class Record>
__host__ __device__ constexpr auto sort_key(const Record& record) -> decltype(record.key) {
  return record.key;
}

/// The first position of a column of n positions; column = position * size / n exactly. column:
/// 0…size.
__host__ __device__ constexpr uint32_t first_of_column(uint32_t column, uint32_t n) {
  return static_cast<uint32_t>((uint64_t{column} * n + Density::size - 1) / Density::size);
}

/// The row of a key below 2^bits: its top 8 bits. Fewer bits are shifted up, so that row 0 has the
/// smallest keys and the others keep their distance.
__host__ __device__ constexpr uint32_t density_row(uint64_t key, uint32_t bits) {
  return static_cast<uint32_t>(bits < 8 ? key << (8 - bits) : key >> (bits - 8));
}

/// A block counts one column. Grid: Density::size blocks, any number of threads.
template <class Key>
__global__ void count_density(View<const Key> keys, View<uint32_t> counts, uint32_t n,
                              uint32_t bits) {
  SharedMemory shared;
  auto rows = shared.array<uint32_t>(Density::size);
  const uint32_t column = blockIdx.x;

  // Start with nothing counted
  for (uint32_t row = threadIdx.x; row < Density::size; row += blockDim.x) rows[row] = 0;
  __syncthreads();

  // Neighbouring threads read neighbouring keys; only threads of this block meet at a counter
  const uint32_t end = first_of_column(column + 1, n);
  for (uint32_t i = first_of_column(column, n) + threadIdx.x; i < end; i += blockDim.x) {
    const Key key = keys[i];
    atomicAdd(&rows[density_row(sort_key(key), bits)], 1u);
  }
  __syncthreads();

  // The column of the picture, once
  for (uint32_t row = threadIdx.x; row < Density::size; row += blockDim.x)
    counts[row * Density::size + column] = rows[row];
}

/// Threads that count one column: enough to keep the memory busy, not more than there are keys.
constexpr uint32_t density_threads(uint32_t n) {
  return std::clamp((n / Density::size + 31) / 32 * 32, 32u, 1024u);
}

/// The host side. keys: the first n are counted (1 <= n <= max_indexed_keys), each below 2^bits;
/// counts: size * size, every entry is written. Throws KernelError.
template <class Key>
void measure_density(View<const Key> keys, View<uint32_t> counts, uint32_t n, uint32_t bits) {
  launch<count_density<Key>>(
      "count_density", Grid{Density::size, density_threads(n), Density::size * sizeof(uint32_t)},
      keys, counts, n, bits);
}

}  // namespace SIMT_TARGET
}  // namespace radix
