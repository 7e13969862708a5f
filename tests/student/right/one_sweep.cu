// Rung 15: all digits are counted before; a pass reads and writes once. Ranks by ballots, tiles
// look back for the counts of those before them
#define TILE 32
#define BUCKETS 4

struct Told {
  unsigned state[BUCKETS];  // 2 bits of state, the rest a count
};
__device__ unsigned next_tile;

__global__ void count(const unsigned* keys, unsigned* starts, unsigned n, unsigned shift) {
  __shared__ unsigned counts[BUCKETS];
  if (threadIdx.x < BUCKETS) counts[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&counts[(keys[i] >> shift) % BUCKETS], 1u);
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned sum = 0;
    for (unsigned d = 0; d < BUCKETS; ++d) {
      starts[d] = sum;
      sum += counts[d];
    }
  }
}

__global__ void sweep(const unsigned* keys, unsigned* output, const unsigned* starts, Told* told,
                      unsigned n, unsigned shift) {
  __shared__ unsigned tile, before[BUCKETS];
  unsigned lane = threadIdx.x;
  if (lane == 0) tile = atomicAdd(&next_tile, 1u);
  __syncthreads();
  unsigned i = tile * TILE + lane, key = i < n ? keys[i] : 0;
  unsigned digit = i < n ? (key >> shift) % BUCKETS : BUCKETS;
  unsigned same = __match_any_sync(0xffffffffu, digit);
  unsigned rank = __popc(same & ((1u << lane) - 1));
  for (unsigned d = 0; d < BUCKETS; ++d) {
    unsigned many = __popc(__ballot_sync(0xffffffffu, digit == d));
    if (lane != d) continue;
    atomicExch(&told[tile].state[d], (many << 2) | (tile == 0 ? 2u : 1u));
    unsigned sum = 0;
    for (unsigned back = tile; back-- > 0;) {
      unsigned state;
      do state = atomicAdd(&told[back].state[d], 0u);
      while (state == 0);
      sum += state >> 2;
      if ((state & 3u) == 2u) break;
    }
    if (tile > 0) atomicExch(&told[tile].state[d], ((sum + many) << 2) | 2u);
    before[d] = sum;
  }
  __syncthreads();
  if (i < n) output[starts[digit] + before[digit] + rank] = key;
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned tiles = (n + TILE - 1) / TILE, zero = 0, *starts, *from = keys, *to = output;
  Told* told;
  cudaMalloc(&starts, BUCKETS * sizeof(unsigned));
  cudaMalloc(&told, tiles * sizeof(Told));
  for (unsigned shift = 0; shift < bits; shift += 2) {
    cudaMemset(told, 0, tiles * sizeof(Told));
    cudaMemcpyToSymbol(next_tile, &zero, sizeof zero);
    count<<<1, 64>>>(from, starts, n, shift);
    sweep<<<tiles, TILE>>>(from, to, starts, told, n, shift);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
