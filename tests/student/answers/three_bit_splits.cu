// Exercise 2: one split per bit, inclusive scan in shared memory, three bits per pass.
template <int N>
__device__ void inclusiveScan(unsigned (&x)[N]) {
  const int t = threadIdx.x;
  for (int d = 1; d < N; d *= 2) {
    unsigned left = 0;
    if (t >= d) left = x[t - d];
    __syncthreads();
    x[t] += left;
    __syncthreads();
  }
}

constexpr int block = 16, radix = 3, buckets = 1 << radix;

__global__ void sort_block(const unsigned* in, unsigned* out, unsigned* counts, int n, int shift) {
  __shared__ unsigned keys[block], sums[block], begins[buckets + 1];
  const int t = threadIdx.x, base = blockIdx.x * block, here = min(block, n - base);
  if (t < here) keys[t] = in[base + t];
  __syncthreads();
  for (int b = 0; b < radix; ++b) {
    const unsigned key = t < here ? keys[t] : 0, one = t < here && (key >> (shift + b) & 1);
    sums[t] = one;
    __syncthreads();
    inclusiveScan(sums);
    const int zeros = here - sums[block - 1], place = one ? zeros + sums[t] - 1 : t - sums[t];
    if (t < here) keys[place] = key;
    __syncthreads();
  }
  if (t <= buckets) begins[t] = here;
  __syncthreads();
  if (t < here) {
    out[base + t] = keys[t];
    const int digit = keys[t] >> shift & (buckets - 1);
    const int last = t == 0 ? -1 : int(keys[t - 1] >> shift & (buckets - 1));
    for (int d = last + 1; d <= digit; ++d) begins[d] = t;
  }
  __syncthreads();
  if (t < buckets) counts[t * gridDim.x + blockIdx.x] = begins[t + 1] - begins[t];
}

__global__ void scan_counts(const unsigned* counts, unsigned* starts, int m) {
  for (int k = 0, sum = 0; k < m; ++k) starts[k] = sum, sum += counts[k];
}

__global__ void write_keys(const unsigned* in, unsigned* out, const unsigned* counts,
                           const unsigned* starts, int n, int shift) {
  const int t = threadIdx.x, i = blockIdx.x * block + t;
  if (i >= n) return;
  const int digit = in[i] >> shift & (buckets - 1);
  int before = 0;
  for (int d = 0; d < digit; ++d) before += counts[d * gridDim.x + blockIdx.x];
  out[starts[digit * gridDim.x + blockIdx.x] + (t - before)] = in[i];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  const int blocks = (n + block - 1) / block, m = buckets * blocks;
  unsigned *local, *counts, *starts;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&counts, m * sizeof(unsigned));
  cudaMalloc(&starts, m * sizeof(unsigned));
  for (int shift = 0; shift < (int)bits; shift += radix) {
    sort_block<<<blocks, block>>>(keys, local, counts, n, shift);
    scan_counts<<<1, 1>>>(counts, starts, m);
    write_keys<<<blocks, block>>>(local, output, counts, starts, n, shift);
    cudaMemcpy(keys, output, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
  }
}
