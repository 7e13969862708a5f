// Rung 1: a bit a pass, in three launches; the scan is a block's, carried on by one thread
#define BLOCK 64

__global__ void extract(const unsigned* keys, unsigned* bits, unsigned n, unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bits[i] = (keys[i] >> shift) & 1;
}

__global__ void scan_blocks(const unsigned* bits, unsigned* before, unsigned* sums, unsigned n) {
  __shared__ unsigned line[2][BLOCK];
  unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t, now = 0;
  unsigned own = i < n ? bits[i] : 0;
  line[0][t] = own;
  __syncthreads();
  for (unsigned d = 1; d < BLOCK; d *= 2) {
    line[1 - now][t] = line[now][t] + (t >= d ? line[now][t - d] : 0);
    now = 1 - now;
    __syncthreads();
  }
  if (i < n) before[i] = line[now][t] - own;
  if (t == BLOCK - 1) sums[blockIdx.x] = line[now][t];
}

__global__ void scan_sums(unsigned* sums, unsigned blocks) {
  unsigned sum = 0;
  for (unsigned b = 0; b < blocks; ++b) {
    unsigned own = sums[b];
    sums[b] = sum;
    sum += own;
  }
  sums[blocks] = sum;
}

__global__ void scatter(const unsigned* keys, const unsigned* before, const unsigned* sums,
                        unsigned* output, unsigned n, unsigned blocks, unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = keys[i], ones = before[i] + sums[blockIdx.x];
  output[(key >> shift) & 1 ? n - sums[blocks] + ones : i - ones] = key;
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + BLOCK - 1) / BLOCK, *bit, *before, *sums, *from = keys, *to = output;
  cudaMalloc(&bit, n * 4);
  cudaMalloc(&before, n * 4);
  cudaMalloc(&sums, (blocks + 1) * 4);
  for (unsigned shift = 0; shift < bits; ++shift) {
    extract<<<blocks, BLOCK>>>(from, bit, n, shift);
    scan_blocks<<<blocks, BLOCK>>>(bit, before, sums, n);
    scan_sums<<<1, 1>>>(sums, blocks);
    scatter<<<blocks, BLOCK>>>(from, before, sums, to, n, blocks, shift);
    unsigned* last = from;
    from = to, to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * 4, cudaMemcpyDeviceToDevice);
}
