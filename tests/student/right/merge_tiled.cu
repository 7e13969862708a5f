// Rungs 8 and 9: a block makes a tile; its two pieces are found first, a thread a tile, then
// loaded once into dynamic shared memory and merged there
#define TILE 8

__host__ __device__ unsigned co_rank(unsigned k, const unsigned* a, unsigned m, const unsigned* b,
                                     unsigned n) {
  unsigned low = k > n ? k - n : 0, high = k < m ? k : m;
  while (low < high) {
    unsigned i = (low + high) / 2, j = k - i;
    if (i < m && j > 0 && a[i] <= b[j - 1])
      low = i + 1;
    else
      high = i;
  }
  return low;
}

__global__ void partition(const unsigned* input, unsigned* starts, unsigned n, unsigned length,
                          unsigned tiles) {
  unsigned tile = blockIdx.x * blockDim.x + threadIdx.x;
  if (tile >= tiles) return;
  unsigned first = tile * TILE, begin = first / (2 * length) * (2 * length);
  unsigned middle = min(begin + length, n), end = min(begin + 2 * length, n);
  const unsigned *a = input + begin, *b = input + middle;
  starts[tile] = co_rank(first - begin, a, middle - begin, b, end - middle);
}

__global__ void merge(const unsigned* input, const unsigned* starts, unsigned* output, unsigned n,
                      unsigned length) {
  extern __shared__ unsigned piece[];
  unsigned first = blockIdx.x * TILE, begin = first / (2 * length) * (2 * length);
  unsigned middle = min(begin + length, n), end = min(begin + 2 * length, n);
  unsigned last = min(first + TILE, end), count = last - first;
  unsigned a = starts[blockIdx.x], b = first - begin - a;
  unsigned a_end = last == end ? middle - begin : starts[blockIdx.x + 1];
  unsigned from_a = a_end - a;
  for (unsigned k = threadIdx.x; k < count; k += blockDim.x)
    piece[k] = k < from_a ? input[begin + a + k] : input[middle + b + (k - from_a)];
  __syncthreads();
  unsigned k = threadIdx.x;
  if (k >= count) return;
  unsigned i = co_rank(k, piece, from_a, piece + from_a, count - from_a), j = k - i;
  const unsigned* others = piece + from_a;
  bool takes = j == count - from_a || (i < from_a && piece[i] <= others[j]);
  output[first + k] = takes ? piece[i] : others[j];
}

__global__ void sort_tiles(const unsigned* keys, unsigned* output, unsigned n) {
  __shared__ unsigned tile[TILE];
  unsigned t = threadIdx.x, first = blockIdx.x * TILE, count = min(n - first, (unsigned)TILE);
  if (t < count) tile[t] = keys[first + t];
  __syncthreads();
  if (t >= count) return;
  unsigned place = 0;
  for (unsigned k = 0; k < count; ++k)
    place += tile[k] < tile[t] || (tile[k] == tile[t] && k < t);
  output[first + place] = tile[t];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned tiles = (n + TILE - 1) / TILE, *starts, *other;
  cudaMalloc(&starts, tiles * 4);
  cudaMalloc(&other, n * 4);
  sort_tiles<<<tiles, TILE>>>(keys, other, n);
  unsigned *from = other, *to = keys;
  for (unsigned length = TILE; length < n; length *= 2) {
    partition<<<(tiles + 31) / 32, 32>>>(from, starts, n, length, tiles);
    merge<<<tiles, TILE, TILE * sizeof(unsigned)>>>(from, starts, to, n, length);
    unsigned* last = from;
    from = to, to = last;
  }
  cudaMemcpy(output, from, n * 4, cudaMemcpyDeviceToDevice);
}
