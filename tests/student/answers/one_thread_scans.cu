// Exercise 1: thread 0 of each block counts; the table is scanned by a thread per row.
#define B 4
struct Pass { unsigned n, blocks, bit; };

__global__ void split(const unsigned* a, unsigned* b, unsigned* table, Pass p) {
  __shared__ unsigned key[B], where[B], out[B], zeros;
  unsigned t = threadIdx.x, g = blockIdx.x * B + t;
  bool mine = g < p.n;
  if (mine) key[t] = a[g];
  __syncthreads();
  if (t == 0) {
    unsigned here = min((unsigned)B, p.n - blockIdx.x * B), z = 0, o = 0;
    for (unsigned k = 0; k < here; ++k) z += !(key[k] >> p.bit & 1);
    zeros = z;
    unsigned next = 0;
    for (unsigned k = 0; k < here; ++k)
      where[k] = (key[k] >> p.bit & 1) ? z + o++ : next++;
  }
  __syncthreads();
  if (mine) out[where[t]] = key[t];
  __syncthreads();
  if (mine) b[g] = out[t];
  if (t == 0) {
    unsigned here = min((unsigned)B, p.n - blockIdx.x * B);
    table[blockIdx.x] = zeros;
    table[p.blocks + blockIdx.x] = here - zeros;
  }
}

__global__ void starts(const unsigned* table, unsigned* start, Pass p) {
  unsigned row = threadIdx.x, sum = 0;
  if (row == 1) for (unsigned k = 0; k < p.blocks; ++k) sum += table[k];
  for (unsigned k = 0; k < p.blocks; ++k) {
    start[row * p.blocks + k] = sum;
    sum += table[row * p.blocks + k];
  }
}

__global__ void scatter(const unsigned* b, unsigned* c, const unsigned* table,
                        const unsigned* start, Pass p) {
  unsigned t = threadIdx.x, g = blockIdx.x * B + t;
  if (g < p.n) {
    unsigned zeros = table[blockIdx.x];
    c[t < zeros ? start[blockIdx.x] + t : start[p.blocks + blockIdx.x] + t - zeros] = b[g];
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  Pass p{n, (n + B - 1) / B, 0};
  unsigned *b, *table, *start;
  cudaMalloc(&b, 4 * n);
  cudaMalloc(&table, 8 * p.blocks);
  cudaMalloc(&start, 8 * p.blocks);
  for (; p.bit < bits; ++p.bit) {
    split<<<p.blocks, B>>>(p.bit % 2 ? output : keys, b, table, p);
    starts<<<1, 2>>>(table, start, p);
    scatter<<<p.blocks, B>>>(b, p.bit % 2 ? keys : output, table, start, p);
  }
  if (bits % 2 == 0) cudaMemcpy(output, keys, 4 * n, cudaMemcpyDeviceToDevice);
}
