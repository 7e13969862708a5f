// Exercise 4. Implement parallel merge sort using the parallel merge of chapter {chapter:merge}.
//
// A pass merges neighbouring runs of `width` sorted keys to runs of twice as many, until all is one
// run. Every thread makes EACH keys of the output: a co-rank search says how many of the keys
// before them come from the left run (Fig. {figure:fig13-11}).
//
// keys and output lie on the device. Sort all n keys into output; of equal ones the left goes
// first.
#define BLOCK 4
#define EACH 2

// How many of the first k keys of the merged runs come from a: the co-rank of k.
__device__ unsigned co_rank(unsigned k, const unsigned* a, unsigned na, const unsigned* b,
                            unsigned nb) {
  return 0;
}

__global__ void merge_runs(const unsigned* from, unsigned* to, unsigned n, unsigned width) {
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
