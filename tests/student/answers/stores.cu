// Exercise 1. Every kind of store that a compiler tells of in its own way.
#include <algorithm>
#include <cstring>
#define BLOCK 4

struct Key {
  unsigned key, bit;
};
struct Row {
  unsigned counts[2];
  Row& operator+=(const Row& other) {
    counts[0] += other.counts[0];
    return *this;
  }
};
__device__ Key key_of(unsigned key, unsigned shift) { return {key, key >> shift & 1}; }
__device__ Row row_of(unsigned zeros, unsigned ones) {
  Row row;
  row.counts[0] = zeros, row.counts[1] = ones;
  return row;
}
__device__ unsigned& at(unsigned* array, unsigned i) { return array[i]; }

__global__ void local_sort(const unsigned* in, uint4* fours, Row* rows, unsigned n,
                           unsigned shift) {
  __shared__ Key own[BLOCK], sorted[BLOCK];
  __shared__ uint2 scan[BLOCK];
  unsigned t = threadIdx.x, base = blockIdx.x * BLOCK, here = min(BLOCK, n - base);
  own[t] = t < here ? key_of(in[base + t], shift) : key_of(0, 0);
  scan[t] = own[t].bit ? make_uint2(1, t) : make_uint2(0, t);
  __syncthreads();
  for (unsigned d = 1; d < BLOCK; d *= 2) {
    uint2 add = t >= d ? scan[t - d] : make_uint2(0, 0);
    __syncthreads();
    scan[t].x += add.x;
    __syncthreads();
  }
  unsigned ones = scan[t].x - own[t].bit, zeros = here - scan[BLOCK - 1].x;
  if (t < here) memcpy(&sorted[own[t].bit ? zeros + ones : t - ones], &own[t], sizeof(Key));
  __syncthreads();
  if (t == 0) {
    uint4 all = make_uint4(sorted[0].key, 0, 0, 0);
    if (here > 1) all.y = sorted[1].key;
    if (here > 2) all.z = sorted[2].key;
    if (here > 3) all.w = sorted[3].key;
    fours[blockIdx.x] = all;
    rows[blockIdx.x] = row_of(zeros, here - zeros);
  }
}

__global__ void scan_rows(Row* rows, Row* starts, unsigned blocks) {
  Row sum = row_of(0, 0);
  for (unsigned b = 0; b < blocks; ++b) starts[b] = sum, sum += rows[b];
  unsigned ones = sum.counts[0];
  for (unsigned b = 0; b < blocks; ++b) starts[b].counts[1] = ones, ones += rows[b].counts[1];
}

__global__ void scatter(const uint4* fours, const Row* rows, const Row* starts, unsigned* output,
                        unsigned n) {
  unsigned t = threadIdx.x, b = blockIdx.x;
  if (b * BLOCK + t >= n) return;
  uint4 four = fours[b];
  unsigned key = t == 0 ? four.x : t == 1 ? four.y : t == 2 ? four.z : four.w;
  unsigned zeros = rows[b].counts[0];
  at(output, t < zeros ? starts[b].counts[0] + t : starts[b].counts[1] + t - zeros) = key;
}

// Exchanges two neighbours and back, by what the standard library has for it.
__global__ void there_and_back(unsigned* keys, unsigned n) {
  for (int times = 0; times < 2; ++times)
    for (unsigned i = 0; i + 1 < n; i += 2) std::swap(keys[i], keys[i + 1]);
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + BLOCK - 1) / BLOCK;
  uint4* fours;
  Row *rows, *starts;
  cudaMalloc(&fours, blocks * sizeof(uint4));
  cudaMalloc(&rows, blocks * sizeof(Row));
  cudaMalloc(&starts, blocks * sizeof(Row));
  for (unsigned shift = 0; shift < bits; ++shift) {
    unsigned *in = shift % 2 ? output : keys, *out = shift % 2 ? keys : output;
    local_sort<<<blocks, BLOCK>>>(in, fours, rows, n, shift);
    scan_rows<<<1, 1>>>(rows, starts, blocks);
    scatter<<<blocks, BLOCK>>>(fours, rows, starts, out, n);
    there_and_back<<<1, 1>>>(out, n);
  }
  if (bits % 2 == 0) cudaMemcpy(output, keys, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
