// Starts another program.
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  system("touch /tmp/radixscope_was_here");
  k<<<1, 4>>>(output, n);
}
