// Exercise 2: several bits a pass. The block sorts by the digit with one split per bit, then the
// table has a row for each of its values.
#define BLOCK 4
#define RADIX 2
#define BUCKETS (1 << RADIX)

// Scans `values` over the block, in place, and gives what was before this thread.
__device__ unsigned scan_block(unsigned* values, unsigned mine) {
  unsigned t = threadIdx.x;
  values[t] = mine;
  __syncthreads();
  for (unsigned d = 1; d < BLOCK; d *= 2) {
    unsigned before = t >= d ? values[t - d] : 0;
    __syncthreads();
    values[t] += before;
    __syncthreads();
  }
  return values[t] - mine;
}

__global__ void local_sort(const unsigned* keys, unsigned* local, unsigned* counts, unsigned n,
                           unsigned blocks, unsigned shift) {
  __shared__ unsigned scan[BLOCK];
  __shared__ unsigned sorted[BLOCK];
  __shared__ unsigned count[BUCKETS];
  unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  unsigned left = n - blockIdx.x * BLOCK;
  unsigned here = left < BLOCK ? left : BLOCK;
  unsigned key = t < here ? keys[i] : 0;
  // Split by one bit of the digit after the other
  for (unsigned b = 0; b < RADIX; ++b) {
    unsigned bit = t < here ? (key >> (shift + b)) & 1 : 0;
    unsigned ones_before = scan_block(scan, bit);
    unsigned zeros = here - scan[BLOCK - 1];
    unsigned slot = bit == 0 ? t - ones_before : zeros + ones_before;
    if (t < here) sorted[slot] = key;
    __syncthreads();
    if (t < here) key = sorted[t];
    __syncthreads();
  }
  // Count what is in each bucket
  for (unsigned d = t; d < BUCKETS; d += BLOCK) count[d] = 0;
  __syncthreads();
  if (t < here) atomicAdd(&count[(key >> shift) & (BUCKETS - 1)], 1);
  __syncthreads();
  if (t < here) local[i] = key;
  for (unsigned d = t; d < BUCKETS; d += BLOCK) counts[d * blocks + blockIdx.x] = count[d];
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
  unsigned key = local[i], digit = (key >> shift) & (BUCKETS - 1);
  unsigned first = 0;
  for (unsigned d = 0; d < digit; ++d) first += counts[d * blocks + blockIdx.x];
  output[starts[digit * blocks + blockIdx.x] + t - first] = key;
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + BLOCK - 1) / BLOCK, entries = BUCKETS * blocks;
  unsigned *local, *counts, *starts;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&counts, entries * sizeof(unsigned));
  cudaMalloc(&starts, entries * sizeof(unsigned));
  unsigned *from = keys, *to = output;
  for (unsigned shift = 0; shift < bits; shift += RADIX) {
    local_sort<<<blocks, BLOCK>>>(from, local, counts, n, blocks, shift);
    scan_table<<<1, 1>>>(counts, starts, entries);
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
