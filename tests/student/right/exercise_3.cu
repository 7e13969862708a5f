// Exercise 3: several keys a thread, so that fewer blocks have larger buckets. A thread owns
// neighbours in the tile while the block sorts, and reads and writes memory side by side.
#define BLOCK 4
#define EACH 2
#define TILE (BLOCK * EACH)

__global__ void local_sort(const unsigned* keys, unsigned* local, unsigned* counts, unsigned n,
                           unsigned blocks, unsigned shift) {
  __shared__ unsigned tile[TILE];
  __shared__ unsigned sorted[TILE];
  __shared__ unsigned scan[BLOCK];
  unsigned t = threadIdx.x, base = blockIdx.x * TILE;
  unsigned here = n - base < TILE ? n - base : TILE;
  // Load side by side
  for (unsigned k = t; k < here; k += BLOCK) tile[k] = keys[base + k];
  __syncthreads();
  // Count the ones of this thread's neighbours
  unsigned ones = 0;
  for (unsigned k = 0; k < EACH; ++k) {
    unsigned at = t * EACH + k;
    if (at < here) ones += (tile[at] >> shift) & 1;
  }
  scan[t] = ones;
  __syncthreads();
  for (unsigned d = 1; d < BLOCK; d *= 2) {
    unsigned before = t >= d ? scan[t - d] : 0;
    __syncthreads();
    scan[t] += before;
    __syncthreads();
  }
  unsigned ones_before = scan[t] - ones;
  unsigned zeros = here - scan[BLOCK - 1];
  // Send zeros to the front, ones behind them
  for (unsigned k = 0; k < EACH; ++k) {
    unsigned at = t * EACH + k;
    if (at >= here) break;
    unsigned bit = (tile[at] >> shift) & 1;
    sorted[bit == 0 ? at - ones_before : zeros + ones_before] = tile[at];
    ones_before += bit;
  }
  __syncthreads();
  for (unsigned k = t; k < here; k += BLOCK) local[base + k] = sorted[k];
  if (t == 0) {
    counts[blockIdx.x] = zeros;
    counts[blocks + blockIdx.x] = here - zeros;
  }
}

__global__ void scan_table(const unsigned* counts, unsigned* starts, unsigned entries) {
  unsigned sum = 0;
  for (unsigned e = 0; e < entries; ++e) {
    starts[e] = sum;
    sum += counts[e];
  }
}

__global__ void scatter(const unsigned* local, const unsigned* counts, const unsigned* starts,
                        unsigned* output, unsigned n, unsigned blocks, unsigned shift) {
  unsigned base = blockIdx.x * TILE;
  for (unsigned k = threadIdx.x; k < TILE; k += BLOCK) {
    if (base + k >= n) continue;
    unsigned key = local[base + k], bit = (key >> shift) & 1;
    unsigned first = bit == 0 ? 0 : counts[blockIdx.x];
    output[starts[bit * blocks + blockIdx.x] + k - first] = key;
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + TILE - 1) / TILE;
  unsigned *local, *counts, *starts;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&counts, 2 * blocks * sizeof(unsigned));
  cudaMalloc(&starts, 2 * blocks * sizeof(unsigned));
  unsigned *from = keys, *to = output;
  for (unsigned shift = 0; shift < bits; ++shift) {
    local_sort<<<blocks, BLOCK>>>(from, local, counts, n, blocks, shift);
    scan_table<<<1, 1>>>(counts, starts, 2 * blocks);
    scatter<<<blocks, BLOCK>>>(local, counts, starts, to, n, blocks, shift);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
  cudaFree(local);
  cudaFree(counts);
  cudaFree(starts);
}
