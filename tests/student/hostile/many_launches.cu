// An innocent loop: an unsigned number is never below 0.
__global__ void step(unsigned* keys, unsigned bit) {}
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  for (unsigned bit = 31; bit >= 0; --bit) step<<<1, 1>>>(keys, bit);
}
