// Rung 5: one launch a pass; the running sum falls from block to block
#define BLOCK 16

__device__ unsigned tickets;

__global__ void pass(const unsigned* keys, unsigned* output, volatile unsigned* flags,
                     volatile unsigned* sums, unsigned n, unsigned shift) {
  __shared__ unsigned block, carried, total, scan[BLOCK];
  unsigned t = threadIdx.x;
  if (t == 0) block = atomicAdd(&tickets, 1);
  __syncthreads();
  unsigned i = block * BLOCK + t, key = i < n ? keys[i] : 0, bit = i < n ? (key >> shift) & 1 : 0;
  scan[t] = bit;
  __syncthreads();
  for (unsigned d = 1; d < BLOCK; d *= 2) {
    unsigned left = t >= d ? scan[t - d] : 0;
    __syncthreads();
    scan[t] += left;
    __syncthreads();
  }
  if (t == 0) {
    unsigned before = 0;
    if (block > 0) {
      while (atomicAdd((unsigned*)&flags[block - 1], 0) == 0) {
      }
      __threadfence();
      before = sums[block - 1];
    }
    carried = before;
    sums[block] = before + scan[BLOCK - 1];
    __threadfence();
    atomicExch((unsigned*)&flags[block], 1);
    while (atomicAdd((unsigned*)&flags[gridDim.x - 1], 0) == 0) {
    }
    __threadfence();
    total = sums[gridDim.x - 1];
  }
  __syncthreads();
  unsigned ones = carried + scan[t] - bit;
  if (i < n) output[bit ? n - total + ones : i - ones] = key;
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + BLOCK - 1) / BLOCK, zero = 0;
  unsigned *flags, *sums, *from = keys, *to = output;
  cudaMalloc(&flags, blocks * sizeof(unsigned));
  cudaMalloc(&sums, blocks * sizeof(unsigned));
  for (unsigned shift = 0; shift < bits; ++shift) {
    cudaMemcpyToSymbol(tickets, &zero, sizeof zero);
    cudaMemset(flags, 0, blocks * sizeof(unsigned));
    pass<<<blocks, BLOCK>>>(from, to, flags, sums, n, shift);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
