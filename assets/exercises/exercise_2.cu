// Exercise 2. Extend the kernel of Fig. {figure:fig13-4} to work for a multibit radix.
//
// A pass sorts by RADIX bits at once: the block sorts its keys by that digit (for instance with one
// split per bit, in shared memory), the table has a row for each of the BUCKETS digits, and a key
// goes to where its bucket of its block begins (Fig. {figure:fig13-9}). Fewer passes, a larger table.
//
// keys and output lie on the device; n keys of so many bits. Sort them, stable, into output.
#define BLOCK 4
#define RADIX 2
#define BUCKETS (1 << RADIX)

// Sort the block's keys by the digit at `shift` into local, and count the keys of every bucket:
// counts[digit * blocks + block].
__global__ void local_sort(const unsigned* keys, unsigned* local, unsigned* counts, unsigned n,
                           unsigned blocks, unsigned shift) {
}

// starts[e] is the sum of all counts before entry e.
__global__ void scan_table(const unsigned* counts, unsigned* starts, unsigned entries) {
}

// Write every key of local to its place in output.
__global__ void scatter(const unsigned* local, const unsigned* counts, const unsigned* starts,
                        unsigned* output, unsigned n, unsigned blocks, unsigned shift) {
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  unsigned blocks = (n + BLOCK - 1) / BLOCK, entries = BUCKETS * blocks;
  unsigned *local, *counts, *starts;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&counts, entries * sizeof(unsigned));
  cudaMalloc(&starts, entries * sizeof(unsigned));
  unsigned *from = keys, *to = output;
  for (unsigned shift = 0; shift < bits; shift += RADIX) {
    local_sort<<<blocks, BLOCK>>>(from, local, counts, n, blocks, shift);
    scan_table<<<1, 1>>>(counts, starts, entries);
    scatter<<<blocks, BLOCK>>>(local, counts, starts, to, n, blocks, shift);
    unsigned* last = from;
    from = to;
    to = last;
  }
  if (from != output) cudaMemcpy(output, from, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
  cudaFree(local);
  cudaFree(counts);
  cudaFree(starts);
}
