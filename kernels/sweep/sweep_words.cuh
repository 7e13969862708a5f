/// What both sorts use: key codes, streaming reads, prefetch, the scan of a block's digit counts.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace radix::sweep {

constexpr uint32_t all_lanes = 0xffffffffu;

/// How a key's bits become bits whose unsigned order is the keys' order, and back.
enum class Order { unsigned_bits, signed_bits, floating };

template <class Key, Order order>
struct Code {
  static constexpr Key top = Key(1) << (8 * sizeof(Key) - 1);
  __device__ static Key encoded(Key k) {
    if (order == Order::signed_bits) return k ^ top;
    if (order == Order::floating) return k & top ? ~k : k | top;
    return k;
  }
  __device__ static Key decoded(Key k) {
    if (order == Order::signed_bits) return k ^ top;
    if (order == Order::floating) return k & top ? k ^ top : ~k;
    return k;
  }
};

/// Keys that are coded already.
template <class Key>
using Code_of_bits = Code<Key, Order::unsigned_bits>;

/// 16 bytes of keys: what one thread reads at once.
template <class Key>
struct alignas(16) Keys {
  static constexpr uint32_t count = 16 / sizeof(Key);
  Key key[count];
};

template <class Key>
__device__ inline Keys<Key> read_once(const Keys<Key>* p) {
  const uint4 raw = __ldcs(reinterpret_cast<const uint4*>(p));
  return reinterpret_cast<const Keys<Key>&>(raw);
}

template <class Key>
__device__ inline void write_once(Keys<Key>* p, const Keys<Key>& k) {
  __stcs(reinterpret_cast<uint4*>(p), reinterpret_cast<const uint4&>(k));
}

__device__ inline uint32_t lane_id() { return threadIdx.x & 31; }
__device__ inline uint32_t warp_id() { return threadIdx.x >> 5; }
__device__ inline uint32_t lanes_below() { return (1u << lane_id()) - 1; }

__device__ inline uint32_t inclusive_scan_of_warp(uint32_t x) {
#pragma unroll
  for (uint32_t step = 1; step < 32; step *= 2) {
    const uint32_t left = __shfl_up_sync(all_lanes, x, step);
    if (lane_id() >= step) x += left;
  }
  return x;
}

/// Reductions over a warp; before sm_80 by exchanging values.
template <class F>
__device__ inline uint32_t reduced(uint32_t x, F f) {
#pragma unroll
  for (uint32_t step = 16; step > 0; step /= 2) x = f(x, __shfl_xor_sync(all_lanes, x, step));
  return x;
}
__device__ inline uint32_t sum_of_warp(uint32_t x) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(all_lanes, x);
#else
  return reduced(x, [](uint32_t a, uint32_t b) { return a + b; });
#endif
}
__device__ inline uint32_t max_of_warp(uint32_t x) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(all_lanes, x);
#else
  return reduced(x, [](uint32_t a, uint32_t b) { return max(a, b); });
#endif
}
__device__ inline uint32_t or_of_warp(uint32_t x) {
#if __CUDA_ARCH__ >= 800
  return __reduce_or_sync(all_lanes, x);
#else
  return reduced(x, [](uint32_t a, uint32_t b) { return a | b; });
#endif
}

/// Asks the L2 for bytes that another block will read soon: whole pieces of 16 among them.
__device__ inline void prefetch(const void* p, uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
  const uint64_t begin = uint64_t(p) + 15 & ~uint64_t(15), end = uint64_t(p) + bytes;
  const uint32_t whole = uint32_t(end - begin) & ~15u;
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(begin), "r"(whole) : "memory");
#endif
}

/// The same value, unknown to the compiler: it computes a digit again instead of keeping it.
__device__ inline uint32_t recomputed(uint32_t x) {
  asm volatile("" : "+r"(x));
  return x;
}

}  // namespace radix::sweep
