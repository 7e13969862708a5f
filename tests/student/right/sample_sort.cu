// Rung 17, a block playing a device: parts sorted, splitters agreed on, keys exchanged, runs merged
#define PARTS 4

__device__ void sort_run(unsigned* run, unsigned count) {
  for (unsigned i = 1; i < count; ++i) {
    unsigned key = run[i], k = i;
    for (; k > 0 && run[k - 1] > key; --k) run[k] = run[k - 1];
    run[k] = key;
  }
}

__global__ void sort_parts(unsigned* keys, unsigned* samples, unsigned n) {
  unsigned part = blockIdx.x, length = (n + PARTS - 1) / PARTS;
  unsigned begin = min(part * length, n), end = min(begin + length, n);
  if (threadIdx.x > 0) return;
  sort_run(keys + begin, end - begin);
  for (unsigned s = 0; s < PARTS; ++s)
    samples[part * PARTS + s] = begin < end ? keys[begin + s * (end - begin) / PARTS] : 0xffffffffu;
}

__global__ void choose_splitters(unsigned* samples, unsigned* splitters) {
  sort_run(samples, PARTS * PARTS);
  for (unsigned p = 1; p < PARTS; ++p) splitters[p - 1] = samples[p * PARTS];
}

__global__ void take(const unsigned* keys, const unsigned* splitters, unsigned* sizes,
                     unsigned* work, unsigned n) {
  unsigned part = blockIdx.x, low = part > 0 ? splitters[part - 1] : 0, count = 0;
  bool last = part + 1 == PARTS;
  for (unsigned i = 0; i < n; ++i)
    if (keys[i] >= low && (last || keys[i] < splitters[part])) work[part * n + count++] = keys[i];
  sort_run(work + part * n, count);
  sizes[part] = count;
}

__global__ void gather(const unsigned* sizes, const unsigned* work, unsigned* output, unsigned n) {
  unsigned begin = 0;
  for (unsigned p = 0; p < blockIdx.x; ++p) begin += sizes[p];
  for (unsigned k = threadIdx.x; k < sizes[blockIdx.x]; k += blockDim.x)
    output[begin + k] = work[blockIdx.x * n + k];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned *samples, *splitters, *sizes, *work;
  cudaMalloc(&samples, PARTS * PARTS * sizeof(unsigned));
  cudaMalloc(&splitters, PARTS * sizeof(unsigned));
  cudaMalloc(&sizes, PARTS * sizeof(unsigned));
  cudaMalloc(&work, PARTS * n * sizeof(unsigned));
  sort_parts<<<PARTS, 32>>>(keys, samples, n);
  choose_splitters<<<1, 1>>>(samples, splitters);
  take<<<PARTS, 1>>>(keys, splitters, sizes, work, n);
  gather<<<PARTS, 32>>>(sizes, work, output, n);
}
