// Exercise 2: a key counts the equal digits before it in its block.
#define BLOCK 8
#define RADIX 2
#define BUCKETS 4

__device__ unsigned digit_of(unsigned key, unsigned shift) { return key >> shift & (BUCKETS - 1); }

__global__ void count(const unsigned* keys, unsigned* local, unsigned* counts, unsigned n,
                      unsigned blocks, unsigned shift) {
  __shared__ unsigned digits[BLOCK], sorted[BLOCK], in_block[BUCKETS], first[BUCKETS];
  unsigned t = threadIdx.x, base = blockIdx.x * BLOCK, here = min(BLOCK, n - base);
  unsigned key = t < here ? keys[base + t] : 0, mine = digit_of(key, shift);
  if (t < BUCKETS) in_block[t] = 0;
  if (t < here) digits[t] = mine;
  __syncthreads();
  if (t < here) atomicAdd(&in_block[mine], 1u);
  __syncthreads();
  if (t == 0) {
    unsigned sum = 0;
    for (unsigned d = 0; d < BUCKETS; ++d) {
      first[d] = sum;
      sum += in_block[d];
    }
  }
  __syncthreads();
  unsigned rank = 0;
  for (unsigned other = 0; other < t; ++other)
    if (other < here && digits[other] == mine) ++rank;
  if (t < here) sorted[first[mine] + rank] = key;
  __syncthreads();
  if (t < here) local[base + t] = sorted[t];
  if (t < BUCKETS) counts[t * blocks + blockIdx.x] = in_block[t];
}

__global__ void scan(const unsigned* counts, unsigned* starts, unsigned entries) {
  unsigned sum = 0;
  for (unsigned e = 0; e < entries; ++e) {
    starts[e] = sum;
    sum += counts[e];
  }
}

__global__ void move(const unsigned* local, const unsigned* counts, const unsigned* starts,
                     unsigned* output, unsigned n, unsigned blocks, unsigned shift) {
  unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  if (i >= n) return;
  unsigned mine = digit_of(local[i], shift), before = 0;
  for (unsigned d = 0; d < mine; ++d) before += counts[d * blocks + blockIdx.x];
  output[starts[mine * blocks + blockIdx.x] + t - before] = local[i];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + BLOCK - 1) / BLOCK, entries = BUCKETS * blocks;
  unsigned *local, *counts, *starts, *in = keys, *out = output;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&counts, entries * sizeof(unsigned));
  cudaMalloc(&starts, entries * sizeof(unsigned));
  for (unsigned shift = 0; shift < bits; shift += RADIX) {
    count<<<blocks, BLOCK>>>(in, local, counts, n, blocks, shift);
    scan<<<1, 1>>>(counts, starts, entries);
    move<<<blocks, BLOCK>>>(local, counts, starts, out, n, blocks, shift);
    unsigned* last = in; in = out; out = last;
  }
  if (in != output) cudaMemcpy(output, in, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
