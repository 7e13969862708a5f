// Exercise 4: merge sort. Each pass merges neighbouring runs; every thread finds by a co-rank
// search where its piece of the output begins, and merges that piece alone.
#define BLOCK 4
#define EACH 2

// How many of the first k keys of the merged runs come from a.
__device__ unsigned co_rank(unsigned k, const unsigned* a, unsigned na, const unsigned* b,
                            unsigned nb) {
  unsigned low = k > nb ? k - nb : 0, high = k < na ? k : na;
  while (low < high) {
    unsigned i = (low + high) / 2, j = k - i;
    if (j > 0 && i < na && b[j - 1] >= a[i]) {
      low = i + 1;
    } else {
      high = i;
    }
  }
  return low;
}

__global__ void merge_runs(const unsigned* from, unsigned* to, unsigned n, unsigned width) {
  unsigned thread = blockIdx.x * BLOCK + threadIdx.x;
  unsigned begin = thread * EACH;
  unsigned end = begin + EACH < n ? begin + EACH : n;
  for (unsigned k = begin; k < end; ++k) {
    unsigned pair = k / (2 * width) * (2 * width);
    unsigned middle = pair + width < n ? pair + width : n;
    unsigned last = pair + 2 * width < n ? pair + 2 * width : n;
    unsigned na = middle - pair, nb = last - middle;
    const unsigned *a = from + pair, *b = from + middle;
    unsigned i = co_rank(k - pair, a, na, b, nb);
    unsigned j = k - pair - i;
    // Of two equal keys the left run's goes first
    if (j >= nb || (i < na && a[i] <= b[j])) {
      to[k] = a[i];
    } else {
      to[k] = b[j];
    }
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned threads = (n + EACH - 1) / EACH, blocks = (threads + BLOCK - 1) / BLOCK;
  unsigned *from = keys, *to = output;
  for (unsigned width = 1; width < n; width *= 2) {
    merge_runs<<<blocks, BLOCK>>>(from, to, n, width);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
}
