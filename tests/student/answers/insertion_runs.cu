// Exercise 4: insertion sort of four keys per thread, then a thread per merge.
__global__ void insertion(unsigned* a, unsigned n) {
  unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  unsigned end = first + 4 < n ? first + 4 : n;
  for (unsigned i = first + 1; i < end; ++i) {
    unsigned key = a[i], j = i;
    while (j > first && a[j - 1] > key) {
      a[j] = a[j - 1];
      --j;
    }
    a[j] = key;
  }
}

__global__ void mergePairs(const unsigned* a, unsigned* b, unsigned n, unsigned run) {
  unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 2 * run;
  if (first >= n) return;
  unsigned mid = min(first + run, n), end = min(first + 2 * run, n);
  unsigned i = first, j = mid;
  for (unsigned k = first; k < end; ++k) {
    bool left = j >= end || (i < mid && a[i] <= a[j]);
    b[k] = left ? a[i++] : a[j++];
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned threads = 8;
  insertion<<<(n + 4 * threads - 1) / (4 * threads), threads>>>(keys, n);
  unsigned *a = keys, *b = output;
  for (unsigned run = 4; run < n; run *= 2) {
    unsigned merges = (n + 2 * run - 1) / (2 * run);
    mergePairs<<<(merges + threads - 1) / threads, threads>>>(a, b, n, run);
    unsigned* t = a;
    a = b;
    b = t;
  }
  if (a != output) cudaMemcpy(output, a, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
