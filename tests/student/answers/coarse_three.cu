// Exercise 3: three keys a thread, counted before one scan.
#define BLOCK 4
#define EACH 3
#define TILE (BLOCK * EACH)

struct Tile {
  unsigned base, here;
};
__device__ Tile tile_of(unsigned block, unsigned n) {
  unsigned base = block * TILE;
  return {base, n - base < TILE ? n - base : TILE};
}

__global__ void local_sort(const unsigned* keys, unsigned* local, unsigned* counts, unsigned n,
                           unsigned shift) {
  __shared__ unsigned tile[TILE], scan[BLOCK], sorted[TILE];
  const Tile mine = tile_of(blockIdx.x, n);
  const unsigned t = threadIdx.x;
  for (unsigned k = t; k < mine.here; k += BLOCK) tile[k] = keys[mine.base + k];
  __syncthreads();
  unsigned ones = 0;
  for (auto k = t * EACH; k < (t + 1) * EACH && k < mine.here; ++k) ones += tile[k] >> shift & 1;
  scan[t] = ones;
  __syncthreads();
  if (t == 0)
    for (unsigned k = 1; k < BLOCK; ++k) scan[k] += scan[k - 1];
  __syncthreads();
  unsigned before = scan[t] - ones;
  const unsigned zeros = mine.here - scan[BLOCK - 1];
  for (unsigned k = t * EACH; k < (t + 1) * EACH && k < mine.here; ++k) {
    const unsigned bit = tile[k] >> shift & 1;
    sorted[bit ? zeros + before : k - before] = tile[k];
    before += bit;
  }
  __syncthreads();
  for (unsigned k = t; k < mine.here; k += BLOCK) local[mine.base + k] = sorted[k];
  if (t == 0) {
    counts[blockIdx.x] = zeros;
    counts[gridDim.x + blockIdx.x] = mine.here - zeros;
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
                        unsigned* output, unsigned n) {
  const Tile mine = tile_of(blockIdx.x, n);
  const unsigned zeros = counts[blockIdx.x];
  for (unsigned k = threadIdx.x; k < mine.here; k += BLOCK)
    output[k < zeros ? starts[blockIdx.x] + k : starts[gridDim.x + blockIdx.x] + k - zeros] =
        local[mine.base + k];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + TILE - 1) / TILE;
  unsigned *local, *counts, *starts, *from = keys, *to = output;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&counts, 2 * blocks * sizeof(unsigned));
  cudaMalloc(&starts, 2 * blocks * sizeof(unsigned));
  for (unsigned shift = 0; shift < bits; ++shift) {
    local_sort<<<blocks, BLOCK>>>(from, local, counts, n, shift);
    scan_table<<<1, 1>>>(counts, starts, 2 * blocks);
    scatter<<<blocks, BLOCK>>>(local, counts, starts, to, n);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
