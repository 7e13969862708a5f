// Exercise 4: a block sorts its own keys by transposition first, then runs are merged.
#define BLOCK 8

__device__ void exchange(unsigned& a, unsigned& b) {
  if (b < a) {
    unsigned old = a;
    a = b;
    b = old;
  }
}

__global__ void sort_segments(const unsigned* in, unsigned* out, unsigned n) {
  __shared__ unsigned seg[BLOCK];
  unsigned t = threadIdx.x, base = blockIdx.x * BLOCK, here = min(BLOCK, n - base);
  if (t < here) seg[t] = in[base + t];
  __syncthreads();
  for (unsigned round = 0; round < here; ++round) {
    unsigned left = 2 * t + round % 2;
    if (left + 1 < here) exchange(seg[left], seg[left + 1]);
    __syncthreads();
  }
  if (t < here) out[base + t] = seg[t];
}

__global__ void merge_pair(const unsigned* in, unsigned* out, unsigned n, unsigned width) {
  unsigned begin = 2 * width * (blockIdx.x * blockDim.x + threadIdx.x);
  if (begin >= n) return;
  unsigned i = begin, middle = min(begin + width, n), j = middle, end = min(begin + 2 * width, n);
  for (unsigned k = begin; k < end; ++k)
    out[k] = i < middle && (j >= end || in[i] <= in[j]) ? in[i++] : in[j++];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned *from = output, *to = keys;
  sort_segments<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(keys, output, n);
  for (unsigned width = BLOCK; width < n; width *= 2) {
    unsigned pairs = (n + 2 * width - 1) / (2 * width);
    merge_pair<<<(pairs + BLOCK - 1) / BLOCK, BLOCK>>>(from, to, n, width);
    unsigned* last = from; from = to; to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
