// Calls itself for ever.
__device__ unsigned deep(unsigned n) {
  volatile unsigned more[64];
  more[0] = n;
  return more[0] + deep(n + 1);
}
__global__ void k(unsigned* o) { o[0] = deep(0); }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) { k<<<1, 4>>>(output); }
