// Rung 6: neighbouring runs are merged, a thread a pair
__global__ void merge(const unsigned* input, unsigned* output, unsigned n, unsigned length) {
  unsigned begin = 2 * length * (blockIdx.x * blockDim.x + threadIdx.x);
  if (begin >= n) return;
  unsigned middle = min(begin + length, n), end = min(begin + 2 * length, n);
  unsigned a = begin, b = middle;
  for (unsigned k = begin; k < end; ++k)
    output[k] = b == end || (a < middle && input[a] <= input[b]) ? input[a++] : input[b++];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned *from = keys, *to = output;
  for (unsigned length = 1; length < n; length *= 2) {
    unsigned pairs = (n + 2 * length - 1) / (2 * length);
    merge<<<(pairs + 31) / 32, 32>>>(from, to, n, length);
    unsigned* last = from;
    from = to, to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * 4, cudaMemcpyDeviceToDevice);
}
