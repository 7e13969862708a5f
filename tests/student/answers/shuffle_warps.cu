// Exercise 1: warps scan with shuffles; blocks of two warps.
constexpr int WARP = 32;
constexpr int TPB = 64;

__device__ unsigned warpInclusive(unsigned v, unsigned lane) {
  for (int d = 1; d < WARP; d *= 2) {
    unsigned o = __shfl_up_sync(0xffffffffu, v, d);
    if (lane >= d) v += o;
  }
  return v;
}

__global__ void localSplit(const unsigned* in, unsigned* out, unsigned* tbl, unsigned n,
                           unsigned blocks, unsigned bit) {
  __shared__ unsigned sums[TPB / WARP];
  __shared__ unsigned tile[TPB];
  unsigned t = threadIdx.x, lane = t % WARP, warp = t / WARP;
  unsigned first = blockIdx.x * TPB, i = first + t;
  unsigned here = n - first < TPB ? n - first : TPB;
  unsigned key = i < n ? in[i] : 0u;
  unsigned one = i < n ? key >> bit & 1u : 0u;
  unsigned inc = warpInclusive(one, lane);
  if (lane == WARP - 1) sums[warp] = inc;
  __syncthreads();
  unsigned total = 0, offset = 0;
  for (unsigned w = 0; w < TPB / WARP; ++w) {
    if (w == warp) offset = total;
    total += sums[w];
  }
  unsigned before = offset + inc - one;
  if (i < n) tile[one ? here - total + before : t - before] = key;
  __syncthreads();
  if (i < n) out[i] = tile[t];
  if (t == 0) {
    tbl[blockIdx.x] = here - total;
    tbl[blocks + blockIdx.x] = total;
  }
}

__global__ void scanTable(const unsigned* tbl, unsigned* start, unsigned m) {
  __shared__ unsigned part[TPB];
  unsigned t = threadIdx.x, carry = 0;
  for (unsigned base = 0; base < m; base += TPB) {
    part[t] = base + t < m ? tbl[base + t] : 0u;
    __syncthreads();
    unsigned sum = 0;
    for (unsigned k = 0; k < t; ++k) sum += part[k];
    if (base + t < m) start[base + t] = carry + sum;
    unsigned all = 0;
    for (unsigned k = 0; k < TPB; ++k) all += part[k];
    carry += all;
    __syncthreads();
  }
}

__global__ void place(const unsigned* in, unsigned* out, const unsigned* tbl,
                      const unsigned* start, unsigned n, unsigned blocks, unsigned bit) {
  unsigned t = threadIdx.x, i = blockIdx.x * TPB + t;
  if (i >= n) return;
  unsigned key = in[i], one = key >> bit & 1u;
  unsigned in_bucket = one ? t - tbl[blockIdx.x] : t;
  out[start[one * blocks + blockIdx.x] + in_bucket] = key;
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + TPB - 1) / TPB;
  unsigned *local, *tbl, *start;
  cudaMalloc(&local, sizeof(unsigned) * n);
  cudaMalloc(&tbl, sizeof(unsigned) * 2 * blocks);
  cudaMalloc(&start, sizeof(unsigned) * 2 * blocks);
  for (unsigned bit = 0; bit < bits; ++bit) {
    localSplit<<<blocks, TPB>>>(keys, local, tbl, n, blocks, bit);
    scanTable<<<1, TPB>>>(tbl, start, 2 * blocks);
    place<<<blocks, TPB>>>(local, output, tbl, start, n, blocks, bit);
    if (bit + 1 < bits) cudaMemcpy(keys, output, sizeof(unsigned) * n, cudaMemcpyDeviceToDevice);
  }
  cudaFree(local);
  cudaFree(tbl);
  cudaFree(start);
}
