// Exercise 1: a radix sort of one bit a pass, sorted in the block first, so that stores coalesce.
#define BLOCK 4

__global__ void local_sort(const unsigned* keys, unsigned* local, unsigned* counts, unsigned n,
                           unsigned blocks, unsigned shift) {
  __shared__ unsigned scan[BLOCK];
  __shared__ unsigned sorted[BLOCK];
  unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  unsigned left = n - blockIdx.x * BLOCK;
  unsigned here = left < BLOCK ? left : BLOCK;
  unsigned key = 0, bit = 0;
  if (i < n) {
    key = keys[i];
    bit = (key >> shift) & 1;
  }
  // Count the ones up to this thread
  scan[t] = bit;
  __syncthreads();
  for (unsigned d = 1; d < BLOCK; d *= 2) {
    unsigned before = t >= d ? scan[t - d] : 0;
    __syncthreads();
    scan[t] += before;
    __syncthreads();
  }
  unsigned ones_before = scan[t] - bit;
  unsigned zeros = here - scan[BLOCK - 1];
  // Send zeros to the front, ones behind them
  unsigned slot = bit == 0 ? t - ones_before : zeros + ones_before;
  if (i < n) sorted[slot] = key;
  __syncthreads();
  if (i < n) local[i] = sorted[t];
  // The table has a row a bucket, a column a block
  if (t == 0) {
    counts[blockIdx.x] = zeros;
    counts[blocks + blockIdx.x] = here - zeros;
  }
}

__global__ void scan_table(const unsigned* counts, unsigned* starts, unsigned entries) {
  unsigned sum = 0;
  for (unsigned e = 0; e < entries; ++e) {
    starts[e] = sum;
    sum += counts[e];
  }
}

__global__ void scatter(const unsigned* local, const unsigned* counts, const unsigned* starts,
                        unsigned* output, unsigned n, unsigned blocks, unsigned shift) {
  unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  if (i >= n) return;
  unsigned key = local[i], bit = (key >> shift) & 1;
  unsigned first = bit == 0 ? 0 : counts[blockIdx.x];
  output[starts[bit * blocks + blockIdx.x] + t - first] = key;
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + BLOCK - 1) / BLOCK;
  unsigned *local, *counts, *starts;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&counts, 2 * blocks * sizeof(unsigned));
  cudaMalloc(&starts, 2 * blocks * sizeof(unsigned));
  unsigned *from = keys, *to = output;
  for (unsigned shift = 0; shift < bits; ++shift) {
    local_sort<<<blocks, BLOCK>>>(from, local, counts, n, blocks, shift);
    scan_table<<<1, 1>>>(counts, starts, 2 * blocks);
    scatter<<<blocks, BLOCK>>>(local, counts, starts, to, n, blocks, shift);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
  cudaFree(local);
  cudaFree(counts);
  cudaFree(starts);
}
