// Copies without end.
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  static unsigned host[8192];
  unsigned* device;
  cudaMalloc(&device, sizeof host);
  for (;;) cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  k<<<1, 4>>>(output, n);
}
