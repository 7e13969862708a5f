// Exercise 3: two keys per thread and two bits per pass; each thread has a counter per digit.
constexpr unsigned THREADS = 8, EACH = 2, TILE = THREADS * EACH, DIGITS = 4;

__global__ void rank_tile(const unsigned* keys, unsigned* sorted, unsigned* table, unsigned n,
                          unsigned tiles, unsigned shift) {
  __shared__ unsigned tile[TILE], counter[DIGITS * THREADS];
  const unsigned t = threadIdx.x, base = blockIdx.x * TILE, here = min(TILE, n - base);
  for (unsigned d = 0; d < DIGITS; ++d) counter[d * THREADS + t] = 0;
  unsigned own[EACH], digit[EACH], mine = 0;
  for (unsigned k = t * EACH; k < (t + 1) * EACH && k < here; ++k, ++mine) {
    own[mine] = keys[base + k];
    digit[mine] = own[mine] >> shift & (DIGITS - 1);
    counter[digit[mine] * THREADS + t]++;
  }
  __syncthreads();
  if (t == 0) {
    unsigned sum = 0;
    for (unsigned d = 0; d < DIGITS; ++d) {
      const unsigned begin = sum;
      for (unsigned w = 0; w < THREADS; ++w) {
        const unsigned c = counter[d * THREADS + w];
        counter[d * THREADS + w] = sum;
        sum += c;
      }
      table[d * tiles + blockIdx.x] = sum - begin;
    }
  }
  __syncthreads();
  for (unsigned k = 0; k < mine; ++k) tile[counter[digit[k] * THREADS + t]++] = own[k];
  __syncthreads();
  for (unsigned k = t; k < here; k += THREADS) sorted[base + k] = tile[k];
}

__global__ void scan_table(const unsigned* table, unsigned* starts, unsigned entries) {
  unsigned sum = 0;
  for (unsigned e = 0; e < entries; ++e) {
    starts[e] = sum;
    sum += table[e];
  }
}

__global__ void write_tile(const unsigned* sorted, unsigned* output, const unsigned* table,
                           const unsigned* starts, unsigned n, unsigned tiles, unsigned shift) {
  __shared__ unsigned first[DIGITS];
  const unsigned t = threadIdx.x, base = blockIdx.x * TILE, here = min(TILE, n - base);
  if (t < DIGITS) {
    unsigned sum = 0;
    for (unsigned d = 0; d < t; ++d) sum += table[d * tiles + blockIdx.x];
    first[t] = sum;
  }
  __syncthreads();
  for (unsigned k = t; k < here; k += THREADS) {
    const unsigned key = sorted[base + k], d = key >> shift & (DIGITS - 1);
    output[starts[d * tiles + blockIdx.x] + k - first[d]] = key;
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  const unsigned tiles = (n + TILE - 1) / TILE, entries = DIGITS * tiles;
  unsigned *sorted, *table, *starts;
  cudaMalloc(&sorted, n * sizeof(unsigned));
  cudaMalloc(&table, entries * sizeof(unsigned));
  cudaMalloc(&starts, entries * sizeof(unsigned));
  for (unsigned shift = 0; shift < bits; shift += 2) {
    rank_tile<<<tiles, THREADS>>>(keys, sorted, table, n, tiles, shift);
    scan_table<<<1, 1>>>(table, starts, entries);
    write_tile<<<tiles, THREADS>>>(sorted, output, table, starts, n, tiles, shift);
    cudaMemcpy(keys, output, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
  }
}
