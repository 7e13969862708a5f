// Exercise 1. Extend the kernel of Fig. {figure:fig13-4} by using shared memory to improve memory coalescing.
//
// Every block sorts its own keys by one bit in shared memory, and counts its zeros and ones into a
// table (a row a bucket, a column a block). The table is scanned, and every block writes its two
// local buckets where the scan says: then neighbouring threads write neighbouring slots
// (Fig. {figure:fig13-6}).
//
// keys and output lie on the device; n keys of so many bits. Sort them, stable, into output.
// `radixscope judge --exercise 1 FILE` says what is wrong first. Three kernels are enough:
#define BLOCK 4

// Sort the block's keys by bit number `shift` into local, and count its zeros and ones.
__global__ void local_sort(const unsigned* keys, unsigned* local, unsigned* counts, unsigned n,
                           unsigned blocks, unsigned shift) {
  __shared__ unsigned sorted[BLOCK];
  unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  // Here is your code. Every thread of the block must come to every __syncthreads().
}

// starts[e] is the sum of all counts before entry e. One thread may do it.
__global__ void scan_table(const unsigned* counts, unsigned* starts, unsigned entries) {
}

// Write every key of local to its place in output.
__global__ void scatter(const unsigned* local, const unsigned* counts, const unsigned* starts,
                        unsigned* output, unsigned n, unsigned blocks, unsigned shift) {
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + BLOCK - 1) / BLOCK;
  unsigned *local, *counts, *starts;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&counts, 2 * blocks * sizeof(unsigned));
  cudaMalloc(&starts, 2 * blocks * sizeof(unsigned));
  unsigned *from = keys, *to = output;
  for (unsigned shift = 0; shift < bits; ++shift) {
    local_sort<<<blocks, BLOCK>>>(from, local, counts, n, blocks, shift);
    scan_table<<<1, 1>>>(counts, starts, 2 * blocks);
    scatter<<<blocks, BLOCK>>>(local, counts, starts, to, n, blocks, shift);
    unsigned* last = from;  // what was written is read in the next pass
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
  cudaFree(local);
  cudaFree(counts);
  cudaFree(starts);
}
