// Words without end.
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  for (int i = 0; i < 1000000; ++i) printf("%0100d\n", i);
  k<<<1, 4>>>(output, n);
}
