#include "cuda_libraries.hpp"

#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <thrust/version.h>

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/version.cuh>
#include <type_traits>

namespace radix {
inline namespace SIMT_TARGET {
namespace {

template <class Key>
inline constexpr bool has_values = std::is_same_v<Key, Pair>;

template <class Key>
cudaError_t input_kept(void* scratch, std::size_t& bytes, void* keys, void* other, uint64_t n,
                       uint32_t bits) {
  auto* in = static_cast<LibraryKey<Key>*>(keys);
  auto* out = static_cast<LibraryKey<Key>*>(other);
  const int end = static_cast<int>(bits);
  if constexpr (has_values<Key>)
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, in, out, in + n, out + n, n, 0, end);
  else
    return cub::DeviceRadixSort::SortKeys(scratch, bytes, in, out, n, 0, end);
}

template <class Key>
cudaError_t double_buffer(void* scratch, std::size_t& bytes, void*& keys, void* other, uint64_t n,
                          uint32_t bits) {
  auto* in = static_cast<LibraryKey<Key>*>(keys);
  auto* out = static_cast<LibraryKey<Key>*>(other);
  const int end = static_cast<int>(bits);
  cub::DoubleBuffer<LibraryKey<Key>> both(in, out);
  cudaError_t result = cudaSuccess;
  if constexpr (has_values<Key>) {
    cub::DoubleBuffer<uint32_t> values(in + n, out + n);
    result = cub::DeviceRadixSort::SortPairs(scratch, bytes, both, values, n, 0, end);
  } else {
    result = cub::DeviceRadixSort::SortKeys(scratch, bytes, both, n, 0, end);
  }
  keys = both.Current();
  return result;
}

/// An order that no library recognises as that of the bits.
struct Before {
  template <class T>
  __host__ __device__ bool operator()(const T& x, const T& y) const {
    return x < y;
  }
};

template <class Key>
cudaError_t merge_sort(void* scratch, std::size_t& bytes, void* keys, uint64_t n) {
  auto* first = static_cast<LibraryKey<Key>*>(keys);
  if constexpr (has_values<Key>)
    return cub::DeviceMergeSort::StableSortPairs(scratch, bytes, first, first + n, n, Before{});
  else
    return cub::DeviceMergeSort::StableSortKeys(scratch, bytes, first, n, Before{});
}

template <class Key>
void thrust_stable_sort(void* keys, uint64_t n) {
  auto* first = static_cast<LibraryKey<Key>*>(keys);
  if constexpr (has_values<Key>)
    thrust::stable_sort_by_key(thrust::device, first, first + n, first + n, Before{});
  else
    thrust::stable_sort(thrust::device, first, first + n, Before{});
}

template <class Key>
void thrust_sort(void* keys, uint64_t n) {
  auto* first = static_cast<LibraryKey<Key>*>(keys);
  if constexpr (has_values<Key>)
    thrust::stable_sort_by_key(thrust::device, first, first + n, first + n);
  else
    thrust::sort(thrust::device, first, first + n);
}

std::string dotted(int version, int unit) {
  return std::to_string(version / unit) + "." + std::to_string(version / 100 % (unit / 100)) + "." +
         std::to_string(version % 100);
}

}  // namespace

template <class Key>
std::size_t LibrarySort<Key>::scratch_bytes(Library library, uint64_t n, uint32_t bits) {
  std::size_t bytes = 0;
  void* nowhere = nullptr;
  if (library == Library::cub)
    check(input_kept<Key>(nullptr, bytes, nullptr, nullptr, n, bits), "asking CUB for its needs");
  if (library == Library::cub_double_buffer)
    check(double_buffer<Key>(nullptr, bytes, nowhere, nullptr, n, bits),
          "asking CUB for its needs");
  if (library == Library::cub_merge)
    check(merge_sort<Key>(nullptr, bytes, nullptr, n), "asking CUB for its needs");
  return bytes;
}

template <class Key>
void* LibrarySort<Key>::sort(Library library, void* scratch, std::size_t scratch_bytes, void* keys,
                             void* other, uint64_t n, uint32_t bits) {
  if (library == Library::thrust) {
    thrust_sort<Key>(keys, n);
    return keys;
  }
  if (library == Library::thrust_stable) {
    thrust_stable_sort<Key>(keys, n);
    return keys;
  }
  if (library == Library::cub_merge) {
    check(merge_sort<Key>(scratch, scratch_bytes, keys, n), "sorting with CUB");
    return keys;
  }
  if (library == Library::cub) {
    check(input_kept<Key>(scratch, scratch_bytes, keys, other, n, bits), "sorting with CUB");
    return other;
  }
  check(double_buffer<Key>(scratch, scratch_bytes, keys, other, n, bits), "sorting with CUB");
  return keys;
}

template struct LibrarySort<uint32_t>;
template struct LibrarySort<uint64_t>;
template struct LibrarySort<Pair>;

std::string library_versions() {
  return "CUB " + dotted(CUB_VERSION, 100000) + ", Thrust " + dotted(THRUST_VERSION, 100000);
}

uint32_t cub_version() { return CUB_VERSION; }

}  // namespace SIMT_TARGET
}  // namespace radix
