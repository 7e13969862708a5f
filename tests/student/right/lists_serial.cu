// Rung 13: one thread, two lists: zeros into one, ones into the other, and both back
__global__ void lists(unsigned* keys, unsigned* zeros, unsigned* ones, unsigned n, unsigned bits) {
  for (unsigned bit = 0; bit < bits; ++bit) {
    unsigned many_zeros = 0, many_ones = 0;
    for (unsigned i = 0; i < n; ++i)
      if ((keys[i] >> bit) & 1)
        ones[many_ones++] = keys[i];
      else
        zeros[many_zeros++] = keys[i];
    for (unsigned i = 0; i < many_zeros; ++i) keys[i] = zeros[i];
    for (unsigned i = 0; i < many_ones; ++i) keys[many_zeros + i] = ones[i];
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned *zeros, *ones;
  cudaMalloc((void**)&zeros, n * sizeof(unsigned));
  cudaMalloc((void**)&ones, n * sizeof(unsigned));
  lists<<<1, 1>>>(keys, zeros, ones, n, bits);
  cudaMemcpy(output, keys, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
