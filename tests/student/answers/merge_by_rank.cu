// Exercise 4: every key looks for its rank in the other run.
#define BLOCK 16

// How many keys of the run are less than `key`, or as much, too.
__device__ unsigned rank_in(const unsigned* run, unsigned count, unsigned key, bool equal_too) {
  unsigned low = 0, high = count;
  while (low < high) {
    unsigned middle = (low + high) / 2;
    bool before = equal_too ? run[middle] <= key : run[middle] < key;
    if (before) low = middle + 1;
    else high = middle;
  }
  return low;
}

__global__ void mergeByRank(const unsigned* from, unsigned* to, unsigned n, unsigned width) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned first = i / (2 * width) * 2 * width;
  unsigned middle = first + width < n ? first + width : n;
  unsigned end = first + 2 * width < n ? first + 2 * width : n;
  unsigned key = from[i];
  unsigned rank = i < middle ? i - first + rank_in(from + middle, end - middle, key, false)
                             : i - middle + rank_in(from + first, middle - first, key, true);
  to[first + rank] = from[i];
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + BLOCK - 1) / BLOCK;
  bool in_keys = true;
  for (unsigned width = 1; width < n; width *= 2, in_keys = !in_keys)
    mergeByRank<<<blocks, BLOCK>>>(in_keys ? keys : output, in_keys ? output : keys, n, width);
  if (in_keys) cudaMemcpy(output, keys, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
