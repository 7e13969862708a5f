/// What a card makes of a missing barrier: one-bit splits of a block's keys, as sort 2 does them,
/// with one of four barriers taken out. Counts the blocks whose keys come out wrong.
///
///     nvcc -std=c++20 -O2 -arch=native -o missing_barriers missing_barriers.cu
///     ./missing_barriers
///
/// Prints JSON.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

enum Removed { none, before_scan, between_read_and_write, end_of_level, after_scatter };
constexpr const char* names[] = {"none", "before the scan", "in the scan, between read and write",
                                 "at the end of a scan level", "after the scatter"};
constexpr uint32_t runs = 20, blocks = 2000;
constexpr uint32_t block_sizes[] = {4, 16, 32, 64, 128, 256, 1024};

/// Every block sorts its keys by their lowest bit, zeros first.
template <Removed removed>
__global__ void split(const uint32_t* keys, uint32_t* sorted_keys) {
  __shared__ uint32_t sums[1024], sorted[1024];
  const uint32_t t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  const uint32_t key = keys[i], bit = key & 1;
  uint32_t sum = bit;
  sums[t] = sum;
  if (removed != before_scan) __syncthreads();

  for (uint32_t distance = 1; distance < blockDim.x; distance *= 2) {
    sum += t >= distance ? sums[t - distance] : 0;
    if (removed != between_read_and_write) __syncthreads();
    sums[t] = sum;
    if (removed != end_of_level) __syncthreads();
  }

  const uint32_t ones = sums[blockDim.x - 1], before = sum - bit;
  const uint32_t slot = bit == 0 ? t - before : blockDim.x - ones + before;
  sorted[min(slot, blockDim.x - 1)] = key;  // a wrong slot outside would end the context
  if (removed != after_scatter) __syncthreads();
  sorted_keys[i] = sorted[t];
}

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "missing_barriers: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// The blocks, of all runs, whose keys are not those of the host's split.
template <Removed removed>
uint32_t wrong_blocks(uint32_t threads) {
  const uint32_t n = blocks * threads;
  uint32_t *keys = nullptr, *sorted = nullptr;
  check(cudaMalloc(&keys, n * sizeof(uint32_t)));
  check(cudaMalloc(&sorted, n * sizeof(uint32_t)));
  std::vector<uint32_t> in(n), out(n), right(threads);
  uint32_t wrong = 0, random = 1;
  for (uint32_t run = 0; run < runs; ++run) {
    for (uint32_t& key : in) {
      random = random * 1664525u + 1013904223u;
      key = random >> 8;
    }
    check(cudaMemcpy(keys, in.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice));
    split<removed><<<blocks, threads>>>(keys, sorted);
    check(cudaGetLastError());
    check(cudaMemcpy(out.data(), sorted, n * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    for (uint32_t b = 0; b < blocks; ++b) {
      uint32_t place = 0;
      for (uint32_t bit = 0; bit < 2; ++bit)
        for (uint32_t t = 0; t < threads; ++t)
          if ((in[b * threads + t] & 1) == bit) right[place++] = in[b * threads + t];
      bool same = true;
      for (uint32_t t = 0; t < threads; ++t) same = same && out[b * threads + t] == right[t];
      wrong += same ? 0 : 1;
    }
  }
  check(cudaFree(keys));
  check(cudaFree(sorted));
  return wrong;
}

template <Removed removed>
void print_row(const char* end) {
  std::printf("    {\"removed\": \"%s\", \"wrong\": [", names[removed]);
  const char* comma = "";
  for (const uint32_t threads : block_sizes) {
    std::printf("%s%u", comma, wrong_blocks<removed>(threads));
    comma = ", ";
  }
  std::printf("]}%s\n", end);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  check(cudaGetDeviceProperties(&device, 0));
  std::printf("{\n  \"device\": \"%s\",\n  \"blocks\": %u,\n  \"threads\": [", device.name,
              runs * blocks);
  const char* comma = "";
  for (const uint32_t threads : block_sizes) {
    std::printf("%s%u", comma, threads);
    comma = ", ";
  }
  std::printf("],\n  \"rows\": [\n");
  print_row<none>(",");
  print_row<before_scan>(",");
  print_row<between_read_and_write>(",");
  print_row<end_of_level>(",");
  print_row<after_scatter>("");
  std::printf("  ]\n}\n");
}
