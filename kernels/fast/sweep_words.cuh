/// What all the fast sorts use: reads and writes that tell the caches what will follow, sums over a
/// warp, the start of a kernel after another one.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace radix::sweep {

constexpr uint32_t all_lanes = 0xffffffffu;

__device__ inline uint32_t lane_id() { return threadIdx.x & 31; }
__device__ inline uint32_t warp_id() { return threadIdx.x >> 5; }
__device__ inline uint32_t lanes_below() { return (1u << lane_id()) - 1; }

// ------------------------------------------------------------------------------------------------
// Memory

/// 16 bytes of keys: what one thread reads at once.
template <class Key>
struct alignas(16) Keys {
  static constexpr uint32_t count = 16 / sizeof(Key);
  Key key[count];
};

/// For data that this kernel does not write. It is not read again: the L1 keeps none of it, and the
/// L2 gives its place away first.
template <class Key>
__device__ inline Keys<Key> read_once(const Keys<Key>* p) {
#if __CUDA_ARCH__ >= 800
  uint64_t policy;
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  uint4 raw;
  asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
               : "=r"(raw.x), "=r"(raw.y), "=r"(raw.z), "=r"(raw.w)
               : "l"(p), "l"(policy));
#else
  const uint4 raw = __ldcs(reinterpret_cast<const uint4*>(p));
#endif
  return reinterpret_cast<const Keys<Key>&>(raw);
}

/// One item of the same kind: a warp reads a row of 32.
template <class T>
__device__ inline T load_once(const T* p) {
  return __ldg(p);
}

/// For data that this kernel replaces later.
template <class Key>
__device__ inline Keys<Key> read_to_replace(const Keys<Key>* p) {
  const uint4 raw = __ldcs(reinterpret_cast<const uint4*>(p));
  return reinterpret_cast<const Keys<Key>&>(raw);
}

template <class Key>
__device__ inline void write_once(Keys<Key>* p, const Keys<Key>& k) {
  __stcs(reinterpret_cast<uint4*>(p), reinterpret_cast<const uint4&>(k));
}

/// Writes one item of a run. A run starts and ends inside a sector of 32 bytes whose other half
/// comes from another tile: the L2 keeps such sectors last, so that they go to memory whole.
template <class T>
__device__ inline void write_run(T* p, T v) {
#if __CUDA_ARCH__ >= 800
  uint64_t policy;
  asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
  if constexpr (sizeof(T) == 4)
    asm volatile("st.global.L2::cache_hint.u32 [%0], %1, %2;" ::"l"(p), "r"(v), "l"(policy)
                 : "memory");
  else if constexpr (sizeof(T) == 8)
    asm volatile("st.global.L2::cache_hint.u64 [%0], %1, %2;" ::"l"(p), "l"(v), "l"(policy)
                 : "memory");
  else
    *p = v;
#else
  *p = v;
#endif
}

/// A word that other blocks may be writing.
__device__ inline uint32_t load_relaxed(const uint32_t* p) {
  uint32_t v;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ inline uint64_t load_relaxed(const uint64_t* p) {
  uint64_t v;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
  return v;
}
__device__ inline void store_relaxed(uint32_t* p, uint32_t v) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
}
__device__ inline void store_relaxed(uint64_t* p, uint64_t v) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
}

/// A word that the host waits for. Nothing else is said with it, so there is nothing to fence.
__device__ inline void tell_host(volatile uint32_t* word, uint32_t v) { *word = v; }

/// Asks the L2 for bytes that another block will read soon: whole pieces of 16 among them.
__device__ inline void prefetch(const void* p, uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
  const uint64_t begin = uint64_t(p) + 15 & ~uint64_t(15),
                 end = uint64_t(p) + bytes & ~uint64_t(15);
  if (end > begin)
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(begin),
                 "r"(uint32_t(end - begin))
                 : "memory");
#endif
}

/// The first line of a kernel that is queued after another of the same sort: its blocks may take
/// their places while the last blocks of that one still run, and wait here until it has ended.
/// (Programmatic dependent launch, CUDA C++ Programming Guide.)
__device__ inline void begin_after_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// The same value, unknown to the compiler: it computes a digit again instead of keeping it.
__device__ inline uint32_t recomputed(uint32_t x) {
  asm volatile("" : "+r"(x));
  return x;
}

// ------------------------------------------------------------------------------------------------
// Sums over a warp

__device__ inline uint32_t inclusive_scan_of_warp(uint32_t x) {
#pragma unroll
  for (uint32_t step = 1; step < 32; step *= 2) {
    const uint32_t left = __shfl_up_sync(all_lanes, x, step);
    if (lane_id() >= step) x += left;
  }
  return x;
}

/// Reductions over a warp; before sm_80 by exchanging values.
template <class T, class F>
__device__ inline T reduced(T x, F f) {
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
template <class Key>
__device__ inline Key max_of_warp(Key x) {
#if __CUDA_ARCH__ >= 800
  if constexpr (sizeof(Key) == 4) return __reduce_max_sync(all_lanes, x);
#endif
  return reduced(x, [](Key a, Key b) { return max(a, b); });
}
template <class Key>
__device__ inline Key min_of_warp(Key x) {
#if __CUDA_ARCH__ >= 800
  if constexpr (sizeof(Key) == 4) return __reduce_min_sync(all_lanes, x);
#endif
  return reduced(x, [](Key a, Key b) { return min(a, b); });
}
__device__ inline uint32_t or_of_warp(uint32_t x) {
#if __CUDA_ARCH__ >= 800
  return __reduce_or_sync(all_lanes, x);
#else
  return reduced(x, [](uint32_t a, uint32_t b) { return a | b; });
#endif
}
/// ORs a warp's bits into two words, low half first, but for those that stand there already.
template <class Key>
__device__ inline void or_into(uint32_t* words, Key bits, Key there = 0) {
  const uint32_t low = or_of_warp(uint32_t(bits & ~there));
  if (lane_id() == 0 && low != 0) atomicOr(&words[0], low);
  if constexpr (sizeof(Key) == 8) {
    const uint32_t high = or_of_warp(uint32_t((bits & ~there) >> 32));
    if (lane_id() == 0 && high != 0) atomicOr(&words[1], high);
  }
}
__device__ inline uint64_t two_words(const uint32_t* words) {
  return words[0] | uint64_t(words[1]) << 32;
}

/// Bits from the highest that varies down: so far up the window of `window` bits starts.
__device__ inline uint32_t window_begin(uint64_t varying, uint32_t window) {
  return uint32_t(max(0, 64 - __clzll(static_cast<long long>(varying)) - int(window)));
}

}  // namespace radix::sweep
