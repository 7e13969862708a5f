#define RADIX_TIMED
#include "cpu_baselines.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "density.cuh"
#include "timing_machine.hpp"

namespace radix {
inline namespace cpu_timed {
namespace {

constexpr auto by_key = [](const auto& a, const auto& b) { return sort_key(a) < sort_key(b); };

struct StdSort {
  template <class Key>
  static const Key* sort(const SortBuffers<Key>& buffers) {
    std::sort(buffers.keys, buffers.keys + buffers.n, by_key);
    return buffers.keys;
  }
};

struct StdStableSort {
  template <class Key>
  static const Key* sort(const SortBuffers<Key>& buffers) {
    std::stable_sort(buffers.keys, buffers.keys + buffers.n, by_key);
    return buffers.keys;
  }
};

/// One bit per pass, lowest first, one loop over all keys: zeros into one list, ones into another,
/// then both back, the zeros first.
struct OneBit {
  template <class Key>
  static const Key* sort(const SortBuffers<Key>& buffers) {
    Key* zeros = buffers.other;
    Key* ones = buffers.scratch;
    for (uint32_t bit = 0; bit < buffers.bits; ++bit) {
      std::size_t zero_count = 0, one_count = 0;
      for (std::size_t i = 0; i < buffers.n; ++i) {
        const Key key = buffers.keys[i];
        if ((sort_key(key) >> bit & 1) == 0)
          zeros[zero_count++] = key;
        else
          ones[one_count++] = key;
      }
      std::copy(zeros, zeros + zero_count, buffers.keys);
      std::copy(ones, ones + one_count, buffers.keys + zero_count);
    }
    return buffers.keys;
  }
};

/// Eight bits per pass: count the digits, add up where each bucket begins, move every key to its
/// bucket.
struct EightBits {
  template <class Key>
  static const Key* sort(const SortBuffers<Key>& buffers) {
    Key* from = buffers.keys;
    Key* to = buffers.other;
    for (uint32_t shift = 0; shift < buffers.bits; shift += 8) {
      const uint32_t mask = (1u << std::min(8u, buffers.bits - shift)) - 1;
      const auto digit_of = [&](const Key& key) {
        return static_cast<uint32_t>(key >> shift) & mask;
      };
      std::size_t next[256]{};
      for (std::size_t i = 0; i < buffers.n; ++i) ++next[digit_of(from[i])];
      std::size_t before = 0;
      for (std::size_t& bucket : next) before += std::exchange(bucket, before);
      for (std::size_t i = 0; i < buffers.n; ++i) to[next[digit_of(from[i])]++] = from[i];
      std::swap(from, to);
    }
    return from;
  }
};

/// Sorts, then swaps two unequal neighbours.
struct SwapsTwo {
  template <class Key>
  static const Key* sort(const SortBuffers<Key>& buffers) {
    StdStableSort::sort(buffers);
    for (std::size_t i = 1; i < buffers.n; ++i) {
      if (!by_key(buffers.keys[i - 1], buffers.keys[i])) continue;
      std::swap(buffers.keys[i - 1], buffers.keys[i]);
      break;
    }
    return buffers.keys;
  }
};

/// Sorts, then writes one key over its unequal neighbour.
struct LosesOne {
  template <class Key>
  static const Key* sort(const SortBuffers<Key>& buffers) {
    StdStableSort::sort(buffers);
    for (std::size_t i = 1; i < buffers.n; ++i) {
      if (!by_key(buffers.keys[i - 1], buffers.keys[i])) continue;
      buffers.keys[i] = buffers.keys[i - 1];
      break;
    }
    return buffers.keys;
  }
};

/// Sorts, then swaps two equal neighbours: only what travels with the keys can tell.
struct SwapsEqual {
  template <class Key>
  static const Key* sort(const SortBuffers<Key>& buffers) {
    StdStableSort::sort(buffers);
    for (std::size_t i = 1; i < buffers.n; ++i) {
      if (by_key(buffers.keys[i - 1], buffers.keys[i])) continue;
      std::swap(buffers.keys[i - 1], buffers.keys[i]);
      break;
    }
    return buffers.keys;
  }
};

struct Sleeps {
  template <class Key>
  static const Key* sort(const SortBuffers<Key>& buffers) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return buffers.keys;
  }
};

template <class Sort>
constexpr CpuBaseline with(CpuBaseline baseline) {
  baseline.sort_u32 = Sort::template sort<uint32_t>;
  baseline.sort_u64 = Sort::template sort<uint64_t>;
  baseline.sort_pairs = Sort::template sort<Pair>;
  return baseline;
}

constexpr Baseline row(const char* name) { return row_of(radix::all_cpu_baselines, name); }

constexpr CpuBaseline table[] = {
    with<StdSort>({.shown = row("std_sort")}),
    with<StdStableSort>({.shown = row("std_stable_sort"), .own_buffer = true, .stable = true}),
    with<OneBit>({.shown = row("serial_radix"),
                  .scratch = 1,
                  .stable = true,
                  .bits_a_pass = 1,
                  .moves_a_pass = 4}),
    with<EightBits>(
        {.shown = row("serial_radix8"), .stable = true, .bits_a_pass = 8, .moves_a_pass = 3}),
    with<SwapsTwo>({.shown = row("check_wrong"), .own_buffer = true, .stable = true}),
    with<LosesOne>({.shown = row("check_lost"), .own_buffer = true, .stable = true}),
    with<SwapsEqual>({.shown = row("check_unstable"), .own_buffer = true, .stable = true}),
    with<Sleeps>(
        {.shown = row("check_sleep"), .own_buffer = true, .stable = true, .sorted_before = true}),
};

}  // namespace

std::span<const CpuBaseline> cpu_baseline_sorts() { return table; }

}  // namespace cpu_timed

}  // namespace radix
