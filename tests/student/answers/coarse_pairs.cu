// Exercise 3: two keys a thread, loaded and ranked as a pair.
#define BLOCK 8
#define TILE (2 * BLOCK)

__global__ void local_sort(const unsigned* keys, unsigned* local, unsigned* zeros, unsigned n,
                           unsigned shift) {
  __shared__ unsigned tile[TILE], sorted[TILE], ones[BLOCK];
  unsigned t = threadIdx.x, base = blockIdx.x * TILE, here = min(TILE, n - base);
  for (unsigned k = t; k < TILE; k += BLOCK) tile[k] = k < here ? keys[base + k] : 0;
  __syncthreads();
  unsigned a = tile[2 * t], b = tile[2 * t + 1];
  unsigned bit_a = 2 * t < here ? a >> shift & 1 : 0;
  unsigned bit_b = 2 * t + 1 < here ? b >> shift & 1 : 0;
  ones[t] = bit_a + bit_b;
  __syncthreads();
  for (unsigned d = 1; d < BLOCK; d *= 2) {
    unsigned add = t >= d ? ones[t - d] : 0;
    __syncthreads();
    ones[t] += add;
    __syncthreads();
  }
  unsigned before = ones[t] - bit_a - bit_b, all = here - ones[BLOCK - 1];
  if (2 * t < here) sorted[bit_a ? all + before : 2 * t - before] = a;
  before += bit_a;
  if (2 * t + 1 < here) sorted[bit_b ? all + before : 2 * t + 1 - before] = b;
  __syncthreads();
  for (unsigned k = t; k < here; k += BLOCK) local[base + k] = sorted[k];
  if (t == 0) zeros[blockIdx.x] = all;
}

__global__ void scan_zeros(const unsigned* zeros, unsigned* before, unsigned blocks) {
  unsigned sum = 0;
  for (unsigned b = 0; b < blocks; ++b) before[b] = sum, sum += zeros[b];
  before[blocks] = sum;
}

__global__ void scatter(const unsigned* local, unsigned* output, const unsigned* zeros,
                        const unsigned* before, unsigned n, unsigned blocks) {
  unsigned b = blockIdx.x, base = b * TILE, here = min(TILE, n - base);
  for (unsigned k = threadIdx.x; k < here; k += BLOCK) {
    unsigned first_one = before[blocks] + base - before[b];
    output[k < zeros[b] ? before[b] + k : first_one + k - zeros[b]] = local[base + k];
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + TILE - 1) / TILE;
  unsigned *local, *zeros, *before;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&zeros, blocks * sizeof(unsigned));
  cudaMalloc(&before, (blocks + 1) * sizeof(unsigned));
  for (unsigned shift = 0; shift < bits; ++shift) {
    local_sort<<<blocks, BLOCK>>>(keys, local, zeros, n, shift);
    scan_zeros<<<1, 1>>>(zeros, before, blocks);
    scatter<<<blocks, BLOCK>>>(local, output, zeros, before, n, blocks);
    cudaMemcpy(keys, output, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
  }
}
