/// CUB as a sort beside the fast ones: compile it with the headers of another version in front,
/// e.g. those of the package nvidia-cuda-cccl:
///
///     nvcc -std=c++20 -O3 -arch=native -I. -I PACKAGE/nvidia/cu13/include/cccl -shared
///         -Xcompiler -fPIC -o cub_beside.so tests/support/cub_beside.cu
#include <cub/device/device_radix_sort.cuh>
#include <cub/version.cuh>
#include <string>

#include "sort_beside.hpp"

const char* sort_beside_name() {
  static const std::string name = "CUB " + std::to_string(CUB_VERSION / 100000) + "." +
                                  std::to_string(CUB_VERSION / 100 % 1000) + "." +
                                  std::to_string(CUB_VERSION % 100);
  return name.c_str();
}

namespace {

template <class Key>
cudaError_t sort(void* scratch, std::size_t* bytes, const void* keys, void* sorted,
                 const uint32_t* values, uint32_t* sorted_values, uint64_t n) {
  const auto* in = static_cast<const Key*>(keys);
  auto* out = static_cast<Key*>(sorted);
  return values != nullptr
             ? cub::DeviceRadixSort::SortPairs(scratch, *bytes, in, out, values, sorted_values, n)
             : cub::DeviceRadixSort::SortKeys(scratch, *bytes, in, out, n);
}

}  // namespace

int sort_beside(uint32_t key_bytes, void* scratch, std::size_t* bytes, const void* keys,
                void* sorted, const uint32_t* values, uint32_t* sorted_values, uint64_t n,
                void (*)()) {
  return key_bytes == 4 ? sort<uint32_t>(scratch, bytes, keys, sorted, values, sorted_values, n)
                        : sort<uint64_t>(scratch, bytes, keys, sorted, values, sorted_values, n);
}
