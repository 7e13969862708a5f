// cub's DeviceScan and DeviceRadixSort for a student's file: the first call asks for the size of
// the temporary storage, the second one does the work in one go, like a launch of its own.
#pragma once
#include "../thrust/scan.h"
namespace cub {
struct DeviceScan {
  template <class I, class O>
  static cudaError_t ExclusiveSum(void* storage, size_t& bytes, I from, O to, int n,
                                  cudaStream_t = 0, RS_LINE) {
    if (!storage) return bytes = 1, cudaSuccess;
    return rs_scan(from, from + n, to, decltype(*from + 0)(0), false, rs_line), cudaSuccess;
  }
  template <class I, class O>
  static cudaError_t InclusiveSum(void* storage, size_t& bytes, I from, O to, int n,
                                  cudaStream_t = 0, RS_LINE) {
    if (!storage) return bytes = 1, cudaSuccess;
    return rs_scan(from, from + n, to, decltype(*from + 0)(0), true, rs_line), cudaSuccess;
  }
};
struct DeviceRadixSort {
  // Stable, by the bits from `low` up to `high`, of unsigned keys.
  template <class K, class V>
  RS_HIDDEN static void sort(const K* from, K* to, const V* values, V* to_values, int n, int low,
                             int high, unsigned line) {
    const size_t count = (size_t)n;
    rs_range(from, count * sizeof(K), 0, line);
    rs_range(to, count * sizeof(K), 1, line);
    if (values) rs_range(values, count * sizeof(V), 0, line);
    if (values) rs_range(to_values, count * sizeof(V), 1, line);
    const int wide = high - low;
    const K mask = wide >= (int)(8 * sizeof(K)) ? (K)~(K)0 : (K)(((K)1 << wide) - 1);
    for (size_t i = 0; i < count; ++i) {
      size_t place = 0;  // keys that go before
      const K key = (K)(from[i] >> low) & mask;
      for (size_t j = 0; j < count; ++j) {
        const K other = (K)(from[j] >> low) & mask;
        place += other < key || (other == key && j < i);
      }
      to[place] = from[i];
      if (values) to_values[place] = values[i];
    }
  }
  template <class K>
  static cudaError_t SortKeys(void* storage, size_t& bytes, const K* from, K* to, int n,
                              int low = 0, int high = 8 * sizeof(K), cudaStream_t = 0, RS_LINE) {
    if (!storage) return bytes = 1, cudaSuccess;
    return sort(from, to, (const K*)0, (K*)0, n, low, high, rs_line), cudaSuccess;
  }
  template <class K, class V>
  static cudaError_t SortPairs(void* storage, size_t& bytes, const K* from, K* to, const V* values,
                               V* to_values, int n, int low = 0, int high = 8 * sizeof(K),
                               cudaStream_t = 0, RS_LINE) {
    if (!storage) return bytes = 1, cudaSuccess;
    return sort(from, to, values, to_values, n, low, high, rs_line), cudaSuccess;
  }
};
}  // namespace cub
