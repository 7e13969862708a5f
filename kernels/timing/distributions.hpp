/// The keys of a timed input: a pure function of seed and place, so that both machines make the
/// same and nothing has to be kept to make them again.
#pragma once

#include "kernels/engine/simt/simt.hpp"
#include "timing.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// 64 random bits: the output function of SplitMix64 (Steele, Lea, Flood 2014) at position i of the
/// sequence.
__host__ __device__ inline uint64_t random_bits(uint64_t seed, uint64_t i) {
  uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

/// The bits of `words` random words that are 1 in all of them. Each bit is 1 with probability
/// 2^-words: 2 words have an entropy of 0.811, 3 of 0.544, 5 of 0.201 bits per bit (Thearling and
/// Smith 1992, as in CUB's benchmarks).
__host__ __device__ inline uint64_t sparse_bits(uint64_t seed, uint64_t i, uint32_t words) {
  uint64_t bits = ~uint64_t{0};
  for (uint32_t w = 0; w < words; ++w) bits &= random_bits(seed + w * 0xD1B54A32D192ED03ull, i);
  return bits;
}

/// Key i of n, below 2^bits.
__host__ __device__ inline uint64_t key_at(const TimedInput& input, uint64_t i) {
  const uint64_t all = input.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << input.bits) - 1;
  const uint64_t low = (uint64_t{1} << input.bits / 2) - 1;  // the lower half of the bits
  // Evenly spread and rising; where a product has no room, equal steps
  const auto rising = [&](uint64_t place) {
    if (input.bits > 32) return place * (all / input.n);
    if (input.n >> 32 == 0) return (place << input.bits) / input.n;
    return place / (((input.n - 1) >> input.bits) + 1);
  };
  switch (input.distribution) {
    case Distribution::uniform: return random_bits(input.seed, i) & all;
    case Distribution::entropy_811: return sparse_bits(input.seed, i, 2) & all;
    case Distribution::entropy_544: return sparse_bits(input.seed, i, 3) & all;
    case Distribution::entropy_201: return sparse_bits(input.seed, i, 5) & all;
    case Distribution::sorted: return rising(i);
    case Distribution::reversed: return rising(input.n - 1 - i);
    case Distribution::equal: return random_bits(input.seed, 0) & all;
    case Distribution::few: return random_bits(input.seed, random_bits(input.seed, i) % 16) & all;
    case Distribution::half_equal:
      return random_bits(input.seed, random_bits(~input.seed, i) % 2 == 0 ? i : input.n) & all;
    case Distribution::high_zero: return random_bits(input.seed, i) & low;
    case Distribution::low_zero: return random_bits(input.seed, i) & all & ~low;
    case Distribution::middle_zero: return random_bits(input.seed, i) & all & (~low | 15);
    case Distribution::top_byte: return random_bits(input.seed, i) & (all >> 8);
  }
  return 0;
}

}  // namespace SIMT_TARGET
}  // namespace radix
