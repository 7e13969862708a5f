// Exercise 3. Extend the kernel of Fig. {figure:fig13-4} by applying thread coarsening to improve coalescing.
//
// A block takes TILE keys, EACH a thread: fewer blocks, so larger local buckets and a smaller table
// (Fig. {figure:fig13-10}). Inside the tile a thread owns neighbours, else equal keys change places; where it
// reads and writes memory, threads stand side by side.
//
// keys and output lie on the device; n keys of so many bits. Sort them, stable, into output.
#define BLOCK 4
#define EACH 2
#define TILE (BLOCK * EACH)

// Sort the block's keys by bit number `shift` into local, and count its zeros and ones.
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
  unsigned blocks = (n + TILE - 1) / TILE;
  unsigned *local, *counts, *starts;
  cudaMalloc(&local, n * sizeof(unsigned));
  cudaMalloc(&counts, 2 * blocks * sizeof(unsigned));
  cudaMalloc(&starts, 2 * blocks * sizeof(unsigned));
  unsigned *from = keys, *to = output;
  for (unsigned shift = 0; shift < bits; ++shift) {
    local_sort<<<blocks, BLOCK>>>(from, local, counts, n, blocks, shift);
    scan_table<<<1, 1>>>(counts, starts, 2 * blocks);
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
