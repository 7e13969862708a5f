/// Is a sorted array the stable sort of its input? Chunk by chunk on all OS threads, without
/// sorting again.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "density.cuh"
#include "distributions.hpp"
#include "text/refused.hpp"

namespace radix {
inline namespace cpu_timed {

/// Two sums over scrambled keys (with their values): equal for two arrays only when they hold the
/// same ones, but for one case in 2^128.
struct Contents {
  uint64_t first = 0, second = 0;
  friend bool operator==(const Contents&, const Contents&) = default;
};

inline uint64_t whole(uint32_t key) { return key; }
inline uint64_t whole(uint64_t key) { return key; }
inline uint64_t whole(const Pair& pair) { return uint64_t{pair.key} << 32 | pair.value; }

inline bool changed_places(uint32_t, uint32_t) { return false; }
inline bool changed_places(uint64_t, uint64_t) { return false; }
inline bool changed_places(const Pair& a, const Pair& b) {
  return a.key == b.key && a.value >= b.value;
}

/// What one chunk of an array says of itself. Places are counted in the whole array.
struct ChunkFacts {
  static constexpr uint64_t none = ~uint64_t{0};
  Contents contents;
  uint64_t disorder = none;   ///< the first key that is larger than the one after it
  uint64_t exchanged = none;  ///< the first of two equal keys whose values fall
};

inline constexpr uint64_t chunk_keys = 1u << 16;

/// A block of one thread looks at one chunk, and over its end.
template <class Key>
__global__ void look_at_chunk(const Key* keys, uint64_t n, ChunkFacts* facts) {
  const uint64_t begin = blockIdx.x * chunk_keys, end = std::min(n, begin + chunk_keys);
  ChunkFacts seen;
  for (uint64_t i = begin; i < end; ++i) {
    seen.contents.first += random_bits(0x5EED, whole(keys[i]));
    seen.contents.second += random_bits(~uint64_t{0x5EED}, whole(keys[i]));
  }
  const uint64_t pairs = end == n ? n - 1 : end;
  for (uint64_t i = begin; i < pairs; ++i) {
    if (sort_key(keys[i + 1]) < sort_key(keys[i])) seen.disorder = std::min(seen.disorder, i);
    if (changed_places(keys[i], keys[i + 1])) seen.exchanged = std::min(seen.exchanged, i);
  }
  facts[blockIdx.x] = seen;
}

/// All chunks together.
template <class Key>
ChunkFacts look_at(const Key* keys, uint64_t n) {
  std::vector<ChunkFacts> chunks((n + chunk_keys - 1) / chunk_keys);
  launch<look_at_chunk<Key>>("look_at_chunk", Grid{static_cast<uint32_t>(chunks.size())}, keys, n,
                             chunks.data());
  ChunkFacts all;
  for (const ChunkFacts& chunk : chunks) {
    all.contents.first += chunk.contents.first;
    all.contents.second += chunk.contents.second;
    all.disorder = std::min(all.disorder, chunk.disorder);
    all.exchanged = std::min(all.exchanged, chunk.exchanged);
  }
  return all;
}

/// What is wrong with a result that should hold `contents`; "" = nothing.
template <class Key>
std::string error_about_result(const Key* keys, uint64_t n, const Contents& contents, bool stable) {
  const ChunkFacts found = look_at(keys, n);
  namespace refused = scope::text::refused;
  if (found.disorder != ChunkFacts::none)
    return refused::result_place({.next = found.disorder + 1, .place = found.disorder});
  if (found.contents != contents) return refused::result_keys({.pairs = std::is_same_v<Key, Pair>});
  if (stable && found.exchanged != ChunkFacts::none)
    return refused::result_unstable({.next = found.exchanged + 1, .place = found.exchanged});
  return "";
}

}  // namespace cpu_timed
}  // namespace radix
