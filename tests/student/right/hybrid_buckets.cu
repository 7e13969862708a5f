// Rung 16: the highest digit first, any order inside a bucket; then a block sorts a bucket
#define BUCKETS 4

__global__ void count(const unsigned* keys, unsigned* counts, unsigned n, unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[(keys[i] >> shift) % BUCKETS], 1);
}

__global__ void starts_of(const unsigned* counts, unsigned* starts, unsigned* next) {
  unsigned sum = 0;
  for (unsigned d = 0; d < BUCKETS; ++d) {
    starts[d] = next[d] = sum;
    sum += counts[d];
  }
  starts[BUCKETS] = sum;
}

__global__ void into_buckets(const unsigned* keys, unsigned* work, unsigned* next, unsigned n,
                             unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) work[atomicAdd(&next[(keys[i] >> shift) % BUCKETS], 1)] = keys[i];
}

__global__ void sort_bucket(const unsigned* work, const unsigned* starts, unsigned* output) {
  unsigned begin = starts[blockIdx.x], end = starts[blockIdx.x + 1];
  for (unsigned i = begin + threadIdx.x; i < end; i += blockDim.x) {
    unsigned place = begin;
    for (unsigned k = begin; k < end; ++k)
      place += work[k] < work[i] || (work[k] == work[i] && k < i);
    output[place] = work[i];
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned shift = bits > 2 ? bits - 2 : 0, *counts, *starts, *next, *work;
  cudaMalloc(&counts, BUCKETS * sizeof(unsigned));
  cudaMalloc(&starts, (BUCKETS + 1) * sizeof(unsigned));
  cudaMalloc(&next, BUCKETS * sizeof(unsigned));
  cudaMalloc(&work, n * sizeof(unsigned));
  cudaMemset(counts, 0, BUCKETS * sizeof(unsigned));
  count<<<(n + 31) / 32, 32>>>(keys, counts, n, shift);
  starts_of<<<1, 1>>>(counts, starts, next);
  into_buckets<<<(n + 31) / 32, 32>>>(keys, work, next, n, shift);
  sort_bucket<<<BUCKETS, 32>>>(work, starts, output);
}
