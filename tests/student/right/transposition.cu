// Rung 10: odd-even transposition, a launch a round
__global__ void exchange(unsigned* keys, unsigned n, unsigned odd) {
  unsigned i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + odd;
  if (i + 1 >= n || keys[i] <= keys[i + 1]) return;
  unsigned key = keys[i];
  keys[i] = keys[i + 1];
  keys[i + 1] = key;
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  for (unsigned round = 0; round < n; ++round)
    exchange<<<(n + 31) / 32, 16>>>(keys, n, round & 1);
  cudaMemcpy(output, keys, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
