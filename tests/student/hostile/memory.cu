// Takes all memory.
#include <vector>
__global__ void k(unsigned* o, unsigned n) { if (threadIdx.x < n) o[threadIdx.x] = 0; }
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  std::vector<std::vector<char>> all;
  for (;;) all.emplace_back(64 << 20, 1);
}
