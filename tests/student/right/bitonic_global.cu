// Rung 11: Batcher's bitonic network, one launch a layer; n is filled up to a power of two
__global__ void fill(const unsigned* keys, unsigned* work, unsigned n, unsigned all) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < all) work[i] = i < n ? keys[i] : 0xffffffffu;
}

__global__ void layer(unsigned* work, unsigned all, unsigned run, unsigned distance) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ distance;
  if (i >= all || other < i) return;
  bool up = (i & run) == 0;
  unsigned a = work[i], b = work[other];
  if ((a > b) == up) work[i] = b, work[other] = a;
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned all = 1, *work;
  while (all < n) all *= 2;
  cudaMalloc(&work, all * sizeof(unsigned));
  unsigned blocks = (all + 31) / 32;
  fill<<<blocks, 32>>>(keys, work, n, all);
  for (unsigned run = 2; run <= all; run *= 2)
    for (unsigned distance = run / 2; distance > 0; distance /= 2)
      layer<<<blocks, 32>>>(work, all, run, distance);
  cudaMemcpy(output, work, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
