// Arrays without end.
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  for (;;) {
    unsigned* each;
    cudaMalloc(&each, 4);
    k<<<1, 1>>>(each, 1);
  }
  k<<<1, 4>>>(output, n);
}
