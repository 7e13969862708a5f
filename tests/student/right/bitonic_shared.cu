// Rung 12: the same network in one block's shared memory, a barrier a layer
__global__ void network(const unsigned* keys, unsigned* output, unsigned n) {
  __shared__ unsigned work[1024];
  unsigned t = threadIdx.x;
  work[t] = t < n ? keys[t] : 0xffffffffu;
  __syncthreads();
  for (unsigned run = 2; run <= blockDim.x; run *= 2)
    for (unsigned distance = run / 2; distance > 0; distance /= 2) {
      unsigned other = t ^ distance;
      if (other > t) {
        bool up = (t & run) == 0;
        unsigned a = work[t], b = work[other];
        if ((a > b) == up) {
          work[t] = b;
          work[other] = a;
        }
      }
      __syncthreads();
    }
  if (t < n) output[t] = work[t];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned threads = 1;
  while (threads < n) threads *= 2;
  network<<<1, threads>>>(keys, output, n);
}
