// Exercise 1, by ballots: a block is a part of a warp, a row of the table a uint2.
constexpr unsigned block = 8;

struct Split {
  unsigned slot, zeros;
};

__device__ Split split(unsigned bit, unsigned here) {
  const unsigned ones = __ballot_sync(__activemask(), bit);
  const unsigned before = __popc(ones & ((1u << threadIdx.x) - 1)), zeros = here - __popc(ones);
  return {bit ? zeros + before : threadIdx.x - before, zeros};
}

__global__ void sort_block(const unsigned* keys, unsigned* local, uint2* table, unsigned n,
                           unsigned shift) {
  __shared__ unsigned tile[block];
  const unsigned t = threadIdx.x, first = blockIdx.x * block;
  const unsigned here = min(block, n - first);
  const unsigned key = t < here ? keys[first + t] : 0u;
  const unsigned bit = t < here ? key >> shift & 1u : 0u;
  const Split mine = split(bit, here);
  if (t < here) tile[mine.slot] = key;
  __syncthreads();
  if (t < here) local[first + t] = tile[t];
  if (t == 0) table[blockIdx.x] = make_uint2(mine.zeros, here - mine.zeros);
}

__global__ void scan_rows(const uint2* table, uint2* starts, unsigned blocks) {
  unsigned sum = 0;
  for (unsigned b = 0; b < blocks; sum += table[b++].x) starts[b].x = sum;
  for (unsigned b = 0; b < blocks; sum += table[b++].y) starts[b].y = sum;
}

__global__ void spread(const unsigned* local, const uint2* table, const uint2* starts,
                       unsigned* output, unsigned n) {
  const unsigned b = blockIdx.x, t = threadIdx.x, i = b * block + t;
  if (i >= n) return;
  const uint2 start = starts[b], count = table[b];
  output[t < count.x ? start.x + t : start.y + t - count.x] = local[i];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  const unsigned blocks = (n + block - 1) / block;
  unsigned* local;
  uint2 *table, *starts;
  cudaMalloc(&local, n * sizeof *local);
  cudaMalloc(&table, blocks * sizeof *table);
  cudaMalloc(&starts, blocks * sizeof *starts);
  for (unsigned shift = 0; shift < bits; ++shift) {
    sort_block<<<blocks, block>>>(shift % 2 ? output : keys, local, table, n, shift);
    scan_rows<<<1, 1>>>(table, starts, blocks);
    spread<<<blocks, block>>>(local, table, starts, shift % 2 ? keys : output, n);
  }
  if (bits % 2 == 0) cudaMemcpy(output, keys, n * sizeof *keys, cudaMemcpyDeviceToDevice);
}
