#include <iostream>
#include <algorithm>
#include <vector>
#include <random>
#include <chrono>
#include <cassert>

__global__ void bitonic_step(int* d, int j, int k) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned ixj = i ^ j;
  if (ixj > i) {
    if ((i & k) == 0 && d[i] > d[ixj]) { int t = d[i]; d[i] = d[ixj]; d[ixj] = t; }
    if ((i & k) != 0 && d[i] < d[ixj]) { int t = d[i]; d[i] = d[ixj]; d[ixj] = t; }
  }
}

void bitonic_sort(std::vector<int>& v) {
  int* d;
  size_t bytes = v.size() * sizeof(int);
  cudaMalloc(&d, bytes);
  cudaMemcpy(d, v.data(), bytes, cudaMemcpyHostToDevice);
  const int threads = 128;
  for (size_t k = 2; k <= v.size(); k <<= 1)
    for (size_t j = k >> 1; j > 0; j >>= 1) bitonic_step<<<v.size() / threads, threads>>>(d, j, k);
  cudaMemcpy(v.data(), d, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d);
}

int main() {
  std::mt19937 gen(std::random_device{}());
  std::uniform_int_distribution<int> dist(-500, 500);
  std::vector<int> v(512);
  for (auto& x : v) x = dist(gen);
  auto t0 = std::chrono::high_resolution_clock::now();
  bitonic_sort(v);
  auto t1 = std::chrono::high_resolution_clock::now();
  std::cout << std::chrono::duration<double, std::milli>(t1 - t0).count() << " ms\n";
  assert(std::is_sorted(v.begin(), v.end()));
  return 0;
}
