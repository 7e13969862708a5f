// Exercise 2, four bits per pass, in static shared arrays beside a barrier that counts.
template <unsigned Block, unsigned Radix>
__global__ void local(const unsigned* __restrict__ in, unsigned* __restrict__ out,
                      unsigned* __restrict__ table, unsigned n, unsigned shift) {
  __shared__ unsigned keys[Block], scan[Block], count[1 << Radix];
  const unsigned t = threadIdx.x, base = blockIdx.x * Block, here = min(Block, n - base);
  for (unsigned d = t; d < (1u << Radix); d += Block) count[d] = 0;
  unsigned key = t < here ? in[base + t] : 0;
  for (unsigned b = shift; b < shift + Radix; ++b) {
    const unsigned one = t < here && (key >> b & 1);
    const unsigned zeros = here - __syncthreads_count(one);
    scan[t] = one;
    __syncthreads();
    for (unsigned d = 1; d < Block; d *= 2) {
      const unsigned add = t >= d ? scan[t - d] : 0;
      __syncthreads();
      scan[t] += add;
      __syncthreads();
    }
    const unsigned before = scan[t] - one;
    if (t < here) keys[one ? zeros + before : t - before] = key;
    __syncthreads();
    if (t < here) key = keys[t];
    __syncthreads();
  }
  if (t < here) {
    atomicAdd(&count[key >> shift & ((1u << Radix) - 1)], 1u);
    out[base + t] = key;
  }
  __syncthreads();
  for (unsigned d = t; d < (1u << Radix); d += Block) table[d * gridDim.x + blockIdx.x] = count[d];
}

__global__ void starts_of(const unsigned* table, unsigned* starts, unsigned entries) {
  unsigned sum = 0;
  for (unsigned e = 0; e < entries; ++e) starts[e] = sum, sum += table[e];
}

template <unsigned Block, unsigned Radix>
__global__ void scatter(const unsigned* in, unsigned* out, const unsigned* table,
                        const unsigned* starts, unsigned n, unsigned shift) {
  const unsigned t = threadIdx.x, i = blockIdx.x * Block + t;
  if (i >= n) return;
  const unsigned digit = in[i] >> shift & ((1u << Radix) - 1);
  unsigned before = 0;
  for (unsigned d = 0; d < digit; ++d) before += table[d * gridDim.x + blockIdx.x];
  out[starts[digit * gridDim.x + blockIdx.x] + t - before] = in[i];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  constexpr unsigned block = 8, radix = 4;
  const unsigned blocks = (n + block - 1) / block, entries = blocks << radix;
  unsigned *sorted, *table, *starts;
  cudaMalloc(&sorted, n * sizeof(unsigned));
  cudaMalloc(&table, entries * sizeof(unsigned));
  cudaMalloc(&starts, entries * sizeof(unsigned));
  for (unsigned shift = 0; shift < bits; shift += radix) {
    local<block, radix><<<blocks, block>>>(
        keys, sorted, table, n, shift);
    starts_of<<<1, 1>>>(table, starts, entries);
    scatter<block, radix><<<blocks, block>>>(sorted, output, table, starts, n, shift);
    cudaMemcpy(keys, output, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
  }
}
