/// Almost sorted slots in shared memory become sorted ones
///
/// Keys that were placed by bin, about one a bin, are at most a few slots from where they belong.
/// Each thread sorts its 16 slots in registers by a network of 60 exchanges, and its upper 8 with
/// the next thread's lower 8. That is right if no bin holds more than 8 keys; if one does, the
/// order is looked at, and where it is wrong the runs of 16 are merged: for any keys at all.
#pragma once
#include "sweep_words.cuh"

namespace radix::sweep {

/// Exchanges two keys that stand in the wrong order.
template <class Key>
__device__ inline void order(Key& a, Key& b) {
  const Key low = a < b ? a : b;
  b = a < b ? b : a;
  a = low;
}

/// Two keys of 16 bits per word, each half for itself.
struct Halves {
  uint32_t both;
};
__device__ inline void order(Halves& a, Halves& b) {
  const uint32_t low = __vminu2(a.both, b.both);
  b.both = __vmaxu2(a.both, b.both);
  a.both = low;
}

/// The 60 exchanges of Green's network: 16 keys (Knuth, *The Art of Computer Programming*, vol. 3,
/// 5.3.4).
__device__ constexpr uint8_t green_network[60][2] = {
    {0, 1},   {2, 3},   {4, 5},   {6, 7},   {8, 9},  {10, 11}, {12, 13}, {14, 15}, {0, 2},  {4, 6},
    {8, 10},  {12, 14}, {1, 3},   {5, 7},   {9, 11}, {13, 15}, {0, 4},   {8, 12},  {1, 5},  {9, 13},
    {2, 6},   {10, 14}, {3, 7},   {11, 15}, {0, 8},  {1, 9},   {2, 10},  {3, 11},  {4, 12}, {5, 13},
    {6, 14},  {7, 15},  {5, 10},  {6, 9},   {3, 12}, {13, 14}, {4, 8},   {7, 11},  {1, 2},  {1, 4},
    {7, 13},  {2, 8},   {11, 14}, {2, 4},   {5, 6},  {9, 10},  {11, 13}, {3, 8},   {7, 12}, {6, 8},
    {10, 12}, {3, 5},   {7, 9},   {3, 4},   {5, 6},  {7, 8},   {9, 10},  {11, 12}, {6, 7},  {8, 9}};

template <class Key>
__device__ inline void sort_16(Key (&k)[16]) {
#pragma unroll
  for (int i = 0; i < 60; ++i) order(k[green_network[i][0]], k[green_network[i][1]]);
}

/// low and high are sorted; afterwards low <= high, both sorted.
template <class Key>
__device__ inline void merge_8(Key (&low)[8], Key (&high)[8]) {
#pragma unroll
  for (int i = 0; i < 8; ++i) order(low[i], high[7 - i]);
#pragma unroll
  for (int step = 4; step > 0; step /= 2) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      if (i & step) continue;
      order(low[i], low[i + step]);
      order(high[i], high[i + step]);
    }
  }
}

/// Slots of keys in shared memory: pieces of 16 bytes, turned so that threads that read 16 keys
/// each (of 16 bits: 32 keys) do not meet in a bank.
template <class Key>
__device__ inline uint32_t slot(uint32_t p) {
  if (sizeof(Key) == 2) return p ^ (p >> 6 & 3) << 3;
  if (sizeof(Key) == 4) return p ^ (p >> 3 & 0xc);
  return p ^ (p >> 3 & 0xe);
}

/// Sorts 16 slots a thread, then its upper 8 with the next thread's lower 8. The first `workers` of
/// the block's threads have slots; all come here.
template <class Key, int threads, int workers>
__device__ __forceinline__ void sort_neighbours(Key* slots) {
  constexpr uint32_t V = Keys<Key>::count, each = 16 / V;
  const uint32_t t = threadIdx.x;
  auto* pieces = reinterpret_cast<Keys<Key>*>(slots);
  const auto piece = [&](uint32_t thread, uint32_t i) {
    return slot<Key>(thread * 16 + i * V) / V;
  };
  Key upper[8];
  const bool works = workers == threads || t < workers;
  if (works) {
    Key k[16];
#pragma unroll
    for (uint32_t i = 0; i < each; ++i) {
      const Keys<Key> part = pieces[piece(t, i)];
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) k[i * V + v] = part.key[v];
    }
    sort_16(k);
#pragma unroll
    for (uint32_t i = 0; i < each / 2; ++i) {
      Keys<Key> part;
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) part.key[v] = k[i * V + v];
      pieces[piece(t, i)] = part;
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) upper[i] = k[8 + i];
  }
  __syncthreads();
  if (works) {
    if (t != workers - 1) {
      Key lower[8];
#pragma unroll
      for (uint32_t i = 0; i < each / 2; ++i) {
        const Keys<Key> part = pieces[piece(t + 1, i)];
#pragma unroll
        for (uint32_t v = 0; v < V; ++v) lower[i * V + v] = part.key[v];
      }
      merge_8(upper, lower);
#pragma unroll
      for (uint32_t i = 0; i < each / 2; ++i) {
        Keys<Key> part;
#pragma unroll
        for (uint32_t v = 0; v < V; ++v) part.key[v] = lower[i * V + v];
        pieces[piece(t + 1, i)] = part;
      }
    }
#pragma unroll
    for (uint32_t i = 0; i < each / 2; ++i) {
      Keys<Key> part;
#pragma unroll
      for (uint32_t v = 0; v < V; ++v) part.key[v] = upper[i * V + v];
      pieces[piece(t, each / 2 + i)] = part;
    }
  }
  __syncthreads();
}

/// The same for keys of 16 bits, 32 slots a thread: two runs of 16 side by side in the halves of
/// words, then the upper 8 of each with the lower 8 that follow.
template <int threads>
__device__ __forceinline__ void sort_neighbours_of_halves(uint16_t* slots) {
  const uint32_t t = threadIdx.x;
  const auto piece = [&](uint32_t thread, uint32_t i) {
    return reinterpret_cast<uint4*>(&slots[slot<uint16_t>(thread * 32 + i * 8)]);
  };
  Halves k[16];
  {
    const uint4 a0 = *piece(t, 0), a1 = *piece(t, 1), b0 = *piece(t, 2), b1 = *piece(t, 3);
    const uint32_t a[8] = {a0.x, a0.y, a0.z, a0.w, a1.x, a1.y, a1.z, a1.w};
    const uint32_t b[8] = {b0.x, b0.y, b0.z, b0.w, b1.x, b1.y, b1.z, b1.w};
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      k[2 * i].both = __byte_perm(a[i], b[i], 0x5410);
      k[2 * i + 1].both = __byte_perm(a[i], b[i], 0x7632);
    }
  }
  sort_16(k);
  const auto packed = [](const Halves* v, uint32_t which) {
    return make_uint4(
        __byte_perm(v[0].both, v[1].both, which), __byte_perm(v[2].both, v[3].both, which),
        __byte_perm(v[4].both, v[5].both, which), __byte_perm(v[6].both, v[7].both, which));
  };
  *piece(t, 0) = packed(k, 0x5410);
  __syncthreads();
  Halves low[8], high[8];
  {
    uint4 next = make_uint4(~0u, ~0u, ~0u, ~0u);
    if (t != threads - 1) next = *piece(t + 1, 0);
    const uint32_t f[4] = {next.x, next.y, next.z, next.w};
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      low[i] = k[8 + i];
      high[i].both = __byte_perm(k[i].both, f[i / 2], i % 2 ? 0x7632 : 0x5432);
    }
  }
  merge_8(low, high);
  *piece(t, 1) = packed(low, 0x5410);
  *piece(t, 2) = packed(high, 0x5410);
  *piece(t, 3) = packed(low, 0x7632);
  if (t != threads - 1) *piece(t + 1, 0) = packed(high, 0x7632);
  __syncthreads();
}

/// A bin held more than 8 keys, so the networks may not have been enough. Are the slots sorted?
/// Else runs of 16 are sorted and merged in pairs, 32, 64 ... slots, until one is left: each thread
/// finds where its 16 slots of the result start in both runs and merges from there. (Odeh, Green,
/// Mwassi, Shmueli and Birk, *Merge Path*, 2012; kernels/merge has it step by step.)
template <class Key, int threads>
__device__ __noinline__ void merge_if_unsorted(Key* slots, uint32_t all) {
  const auto at = [&](uint32_t p) -> Key& { return slots[slot<Key>(p)]; };
  bool wrong = false;
  for (uint32_t p = threadIdx.x; p + 1 < all; p += threads) wrong |= at(p) > at(p + 1);
  if (!__syncthreads_or(wrong)) return;

  // A thread has at most two groups of 16 slots: all <= threads x 32
  constexpr uint32_t groups = sizeof(Key) == 2 ? 2 : 1;
  Key k[groups][16];
#pragma unroll
  for (uint32_t g = 0; g < groups; ++g) {
    const uint32_t from = (g * threads + threadIdx.x) * 16;
    if (from >= all) continue;
#pragma unroll
    for (uint32_t i = 0; i < 16; ++i) k[g][i] = at(from + i);
    sort_16(k[g]);
#pragma unroll
    for (uint32_t i = 0; i < 16; ++i) at(from + i) = k[g][i];
  }
  for (uint32_t run = 16; run < all; run *= 2) {
    __syncthreads();
#pragma unroll
    for (uint32_t g = 0; g < groups; ++g) {
      const uint32_t from = (g * threads + threadIdx.x) * 16;
      if (from >= all) continue;
      const uint32_t left = from & ~(2 * run - 1), middle = min(left + run, all);
      const uint32_t right = min(left + 2 * run, all), diagonal = from - left;
      uint32_t low = diagonal - min(diagonal, right - middle), high = min(diagonal, middle - left);
      while (low < high) {
        const uint32_t i = (low + high) / 2;
        if (at(left + i) <= at(middle + diagonal - 1 - i))
          low = i + 1;
        else
          high = i;
      }
      uint32_t a = left + low, b = middle + diagonal - low;
#pragma unroll
      for (uint32_t i = 0; i < 16; ++i) {
        const bool from_left = b >= right || (a < middle && at(a) <= at(b));
        k[g][i] = at(from_left ? a : b);
        from_left ? ++a : ++b;
      }
    }
    __syncthreads();
#pragma unroll
    for (uint32_t g = 0; g < groups; ++g) {
      const uint32_t from = (g * threads + threadIdx.x) * 16;
      if (from >= all) continue;
#pragma unroll
      for (uint32_t i = 0; i < 16; ++i) at(from + i) = k[g][i];
    }
  }
  __syncthreads();
}

}  // namespace radix::sweep
