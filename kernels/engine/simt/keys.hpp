/// The words of host functions and kernels for keys, whatever travels: a key with its identity
/// (recorded runs), a bare key of 32 or 64 bits, a key with a value (timed runs). `Key` is what
/// travels in this compile.
#pragma once

#include "kernels/engine/model/problem.hpp"
#include "show.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// A key that takes a value along.
struct Pair {
  uint32_t key;
  uint32_t value;
};

/// How many keys, or values, a thread has, where the number is only known at run time.
struct RuntimeCount {
  uint32_t number;
  static constexpr uint32_t most = max_keys_per_thread;
  __host__ __device__ constexpr operator uint32_t() const { return number; }
};
/// The same where the number is known at compile time, so that they all stay in registers. A kernel
/// takes either as `auto keys_per_thread`.
template <uint32_t number>
struct StaticCount {
  static constexpr uint32_t most = number;
  __host__ __device__ constexpr operator uint32_t() const { return number; }
};

/// A pair is sorted by its key.
__host__ __device__ inline uint32_t operator>>(const Pair& pair, uint32_t shift) {
  return pair.key >> shift;
}
__host__ __device__ inline bool operator<(const Pair& x, const Pair& y) { return x.key < y.key; }

__host__ __device__ inline uint32_t min(RuntimeCount a, uint32_t b) {
  return a.number < b ? a.number : b;
}
template <uint32_t number>
__host__ __device__ inline uint32_t min(StaticCount<number>, uint32_t b) {
  return number < b ? number : b;
}

/// What RADIX_KEY may be.
using u32 = uint32_t;
using u64 = uint64_t;
using pairs = Pair;

}  // namespace SIMT_TARGET

#if !defined(RADIX_TIMED)
inline namespace SIMT_TARGET {

/// Kernels write `key >> bit` and `a < b`, which ask the run's order: so they are right for signed
/// and real keys, for two keys, and where the largest comes first.
__host__ __device__ inline uint32_t operator>>(const Record& record, uint32_t shift) {
  return ordered_bits(record.key, order_of_run().code) >> shift;
}
__host__ __device__ inline bool operator<(const Record& x, const Record& y) {
  return order_of_run().before(x.key, y.key);
}

/// A key as a number, which atomicMin compares.
using Number = uint32_t;
constexpr Number largest_number = ~Number{0};
__host__ __device__ inline Number number_of(const Record& record) { return record >> 0; }

}  // namespace SIMT_TARGET
inline namespace KERNELS {
using Key = Record;
}
#elif defined(RADIX_KEY)
inline namespace KERNELS {
using Key = RADIX_KEY;
}
#endif

#if !defined(RADIX_TIMED) || defined(RADIX_KEY)
inline namespace KERNELS {

/// The digit of a key, and one bit of it.
__host__ __device__ inline uint32_t digit_of(const Key& key, Digit digit) {
  return static_cast<uint32_t>(key >> digit.shift) & (digit.buckets() - 1);
}
__host__ __device__ inline uint32_t bit_of(const Key& key, Digit digit, uint32_t split = 0) {
  return static_cast<uint32_t>(key >> (digit.shift + split)) & 1;
}

}  // namespace KERNELS
#endif

}  // namespace radix
