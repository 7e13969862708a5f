// Exercise 4: a thread makes one key of the output.
#define BLOCK 8

__device__ unsigned co_rank(unsigned k, const unsigned* a, unsigned na, const unsigned* b,
                            unsigned nb) {
  unsigned low = k > nb ? k - nb : 0, high = k < na ? k : na;
  while (low < high) {
    unsigned i = low + (high - low) / 2;
    if (a[i] <= b[k - i - 1])
      low = i + 1;
    else
      high = i;
  }
  return low;
}

__global__ void merge(const unsigned* from, unsigned* to, unsigned n, unsigned width) {
  unsigned out = blockIdx.x * BLOCK + threadIdx.x;
  if (out >= n) return;
  unsigned first = out / (2 * width) * (2 * width);
  unsigned middle = min(first + width, n), end = min(first + 2 * width, n);
  unsigned k = out - first, na = middle - first, nb = end - middle;
  unsigned i = co_rank(k, from + first, na, from + middle, nb), j = k - i;
  if (i < na && (j >= nb || from[first + i] <= from[middle + j]))
    to[out] = from[first + i];
  else
    to[out] = from[middle + j];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned *from = keys, *to = output;
  for (unsigned width = 1; width < n; width *= 2) {
    merge<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(from, to, n, width);
    unsigned* last = from; from = to; to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
