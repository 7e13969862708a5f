// Never ends, without touching memory.
__global__ void forever() { for (;;) {} }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) { forever<<<1, 4>>>(); }
