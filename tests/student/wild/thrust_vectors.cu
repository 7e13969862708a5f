#include <thrust/host_vector.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/copy.h>
#include <cstdlib>
#include <iostream>
int main() {
  thrust::host_vector<int> h(256);
  for (int i = 0; i < 256; ++i) h[i] = rand() % 1000;
  thrust::device_vector<int> d = h;
  thrust::sort(d.begin(), d.end());
  thrust::copy(d.begin(), d.end(), h.begin());
  std::cout << h[0] << "\n";
}
