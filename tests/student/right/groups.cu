// Two bits a pass in the block; the block and its tiles are groups, and a tile scans by shuffles
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

constexpr unsigned block = 64, warps = block / 32;

template <unsigned bits>
__global__ void split(const unsigned* keys, unsigned* counts, unsigned n, unsigned shift,
                      const unsigned* starts, unsigned* output) {
  constexpr unsigned buckets = 1u << bits;
  __shared__ unsigned sums[warps][buckets];
  cg::thread_block own = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(own);
  unsigned i = own.group_index().x * block + own.thread_rank(), place = 0, mine = buckets;
  unsigned key = i < n ? keys[i] : 0;
  if (i < n) mine = (key >> shift) % buckets;
  for (unsigned d = 0; d < buckets; ++d) {
    unsigned sum = mine == d;
    for (unsigned up = 1; up < tile.size(); up *= 2) {
      unsigned left = tile.shfl_up(sum, up);
      if (tile.thread_rank() >= up) sum += left;
    }
    if (mine == d) place = sum - 1;
    if (tile.thread_rank() == tile.size() - 1) sums[own.thread_rank() / 32][d] = sum;
  }
  own.sync();
  if (own.thread_rank() < buckets && !output) {
    unsigned all = 0;
    for (unsigned w = 0; w < warps; ++w) all += sums[w][own.thread_rank()];
    counts[own.thread_rank() * gridDim.x + blockIdx.x] = all;
  }
  if (i >= n || !output) return;
  for (unsigned w = 0; w < own.thread_rank() / 32; ++w) place += sums[w][mine];
  output[starts[mine * gridDim.x + blockIdx.x] + place] = key;
}

__global__ void scan(const unsigned* counts, unsigned* starts, unsigned entries) {
  unsigned sum = 0;
  for (unsigned e = 0; e < entries; ++e) starts[e] = sum, sum += counts[e];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + block - 1) / block, *counts, *starts, *from = keys, *to = output;
  cudaMalloc(&counts, 4 * blocks * sizeof(unsigned));
  cudaMalloc(&starts, 4 * blocks * sizeof(unsigned));
  for (unsigned shift = 0; shift < bits; shift += 2) {
    split<2><<<blocks, block>>>(from, counts, n, shift, nullptr, nullptr);
    scan<<<1, 1>>>(counts, starts, 4 * blocks);
    split<2><<<dim3(blocks), dim3(block), 0, 0>>>(from, counts, n, shift, starts, to);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
