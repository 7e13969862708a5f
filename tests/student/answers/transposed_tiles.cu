// Exercise 4: the block sorts a tile by odd-even transposition; runs are merged by ranks.
#define TILE 16

__global__ void tile_sort(unsigned* keys, unsigned n) {
  __shared__ unsigned s[TILE];
  unsigned t = threadIdx.x, base = blockIdx.x * TILE, here = min(TILE, n - base);
  for (unsigned k = t; k < here; k += blockDim.x) s[k] = keys[base + k];
  __syncthreads();
  for (unsigned round = 0; round < here; ++round) {
    unsigned i = 2 * t + (round & 1);
    if (i + 1 < here && s[i] > s[i + 1]) {
      unsigned swap = s[i];
      s[i] = s[i + 1];
      s[i + 1] = swap;
    }
    __syncthreads();
  }
  for (unsigned k = t; k < here; k += blockDim.x) keys[base + k] = s[k];
}

__device__ unsigned lower(const unsigned* a, unsigned size, unsigned key) {
  unsigned lo = 0;
  for (unsigned hi = size; lo < hi;) {
    unsigned mid = lo + (hi - lo) / 2;
    if (a[mid] < key) lo = mid + 1; else hi = mid;
  }
  return lo;
}
__device__ unsigned upper(const unsigned* a, unsigned size, unsigned key) {
  unsigned lo = 0;
  for (unsigned hi = size; lo < hi;) {
    unsigned mid = lo + (hi - lo) / 2;
    if (a[mid] <= key) lo = mid + 1; else hi = mid;
  }
  return lo;
}

__global__ void rank_merge(const unsigned* in, unsigned* out, unsigned n, unsigned width) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned pair = i / (2 * width), begin = pair * 2 * width;
    unsigned mid = min(begin + width, n), end = min(begin + 2 * width, n);
    bool left = i < mid;
    unsigned own = left ? i - begin : i - mid;
    auto other = left ? lower(in + mid, end - mid, in[i]) : upper(in + begin, mid - begin, in[i]);
    out[begin + own + other] = in[i];
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned tiles = (n + TILE - 1) / TILE, *a = keys, *b = output;
  tile_sort<<<tiles, TILE / 2>>>(a, n);
  for (unsigned width = TILE; width < n; width *= 2) {
    rank_merge<<<tiles, TILE>>>(a, b, n, width);
    unsigned* c = a; a = b; b = c;
  }
  if (a != output) cudaMemcpy(output, a, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
