/// The inputs that the fast sorts are tried on, key by key, so that a host and a card can each make
/// them.
#pragma once

#include <bit>
#include <cstdint>

enum class Input {
  uniform,
  and_of_2,
  and_of_3,
  sorted,
  reversed,
  equal,
  few,
  low_16,
  high_16,
  local,
  top_8_constant,
  skewed,
  values_251,      ///< 251 values
  mostly_one,      ///< one value but for one key in 1,000
  bell,            ///< sums of four numbers
  nearly_sorted,   ///< ascending but for one key in 1,000
  ascending_runs,  ///< runs of 65,536
  float_normals,   ///< nearly normally distributed numbers with a floating point, as ordered bits
  narrow,          ///< any key of a range that begins and ends at no power of two
  bits_31,         ///< one bit less
  bits_24,         ///< a quarter of the bits less
  hot_low,         ///< any high 12 bits over 0 ... 15 but for one key in 1,000
  combs,           ///< 4,096 teeth of 3 values
  // What was found, or thought of, after the sorts had been tuned on those above
  tile_bits,       ///< a bit that every tile has for itself, all others random
  rare_low,        ///< hot_low with one key in 20,000
  outlier,         ///< narrow but for a single key
  two_ranges,      ///< half of the keys below 2^20
  values_256,      ///< as many values as are counted one by one
  values_257,      ///< one more
  others_200,      ///< 16 values and about 200 other keys
  others_1_in_30,  ///< 16 values, and every 30th key is another
  count
};

/// Its name in a table, in the same order.
inline constexpr const char* input_names[] = {
    "uniform",       "and of 2",    "and of 3",     "ascending",    "descending",  "one value",
    "16 values",     "low 16 bits", "high 16 bits", "no middle",    "top 8 equal", "1 / x",
    "251 values",    "99.9 % one",  "bell",         "nearly asc.",  "asc. runs",   "float normals",
    "narrow range",  "31 bits",     "24 bits",      "hot low bits", "combs",       "tile bits",
    "rare low bits", "outlier",     "two ranges",   "256 values",   "257 values",  "200 others",
    "1 in 30 other"};
static_assert(sizeof input_names / sizeof input_names[0] == static_cast<int>(Input::count));

/// Random bits of a number (splitmix64: Steele, Lea and Flood, *Fast Splittable Pseudorandom Number
/// Generators*, 2014).
constexpr uint64_t random_bits(uint64_t number) {
  uint64_t bits = (number + 1) * 0x9e3779b97f4a7c15;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

/// The bits, in the numbers' order, of the sum of twelve numbers between 0 and 1 less 6.
template <class Key>
constexpr Key normal_of(uint64_t a, uint64_t b, uint64_t c) {
  double sum = -6;
  for (uint64_t words : {random_bits(a), random_bits(b), random_bits(c)})
    for (int part = 0; part < 4; ++part)
      sum += static_cast<double>(words >> 16 * part & 0xffff) / 65536;
  constexpr Key top = Key{1} << (8 * sizeof(Key) - 1);
  Key key;
  if constexpr (sizeof(Key) == 4)
    key = std::bit_cast<uint32_t>(static_cast<float>(sum));
  else
    key = std::bit_cast<uint64_t>(sum);
  return key & top ? ~key : key | top;
}

/// Key i of n. Key: uint32_t or uint64_t.
template <class Key>
constexpr Key key_of(Input input, uint64_t i, uint64_t n, uint64_t seed) {
  constexpr int bits = 8 * sizeof(Key);
  constexpr Key high = static_cast<Key>(Key{0xffff} << (bits - 16));
  const auto draw = [=](uint64_t which) {
    return static_cast<Key>(random_bits(random_bits(seed) + 3 * i + which));
  };
  const Key any = draw(0);
  constexpr Key low = (Key{1} << (bits - 12)) - 1, tile_bit = Key{1} << (bits / 2 - 1);
  constexpr Key from = static_cast<Key>(0x1234567890abcdefull >> (64 - bits)),
                range = ~Key{0} / 25 - 12345;
  const Key ramp = static_cast<Key>((~Key{0} / n) * i);
  switch (input) {
    case Input::and_of_2: return any & draw(1);
    case Input::and_of_3: return any & draw(1) & draw(2);
    case Input::sorted: return ramp;
    case Input::reversed: return ~ramp;
    case Input::equal: return Key{0x12345678};
    case Input::few: return static_cast<Key>(random_bits(seed + any % 16));
    case Input::low_16: return any & Key{0xffff};
    case Input::high_16: return any & high;
    case Input::local: return any & (high | 15);
    case Input::top_8_constant: return any >> 8 | Key{0x5a} << (bits - 8);
    case Input::skewed: return ~Key{0} / (1 + any % 100'000);
    case Input::values_251: return static_cast<Key>(random_bits(seed + any % 251));
    case Input::mostly_one: return draw(1) % 1000 == 0 ? any : Key{0x12345678};
    case Input::bell:
      return static_cast<Key>((any >> 2) + (draw(1) >> 2) + (draw(2) >> 2) + (draw(3) >> 2));
    case Input::nearly_sorted: return draw(1) % 1000 == 0 ? any : ramp;
    case Input::ascending_runs: return static_cast<Key>(~Key{0} / 65536 * (i % 65536));
    case Input::float_normals: return normal_of<Key>(any, draw(1), draw(2));
    case Input::narrow: return from + any % range;
    case Input::bits_31: return any >> 1;
    case Input::bits_24: return any >> bits / 4;
    case Input::hot_low: return (any & ~low) | (draw(1) % 1000 == 0 ? draw(2) & low : draw(1) % 16);
    case Input::combs: return static_cast<Key>(any % 4096 * (~Key{0} / 4096) + draw(1) % 3);
    case Input::tile_bits:
      return static_cast<Key>((any & ~tile_bit) | (i / 14'336 % 2 == 0 ? 0 : tile_bit));
    case Input::rare_low:
      return (any & ~low) | (draw(1) % 20'000 == 0 ? draw(2) & low : draw(1) % 16);
    case Input::outlier: return i == n / 2 + 1 ? ~Key{0} : from + any % range;
    case Input::values_256: return static_cast<Key>(random_bits(seed + any % 256));
    case Input::values_257: return static_cast<Key>(random_bits(seed + any % 257));
    case Input::others_200:
    case Input::others_1_in_30: {
      const bool other = draw(1) % (input == Input::others_200 ? n / 200 + 1 : 30) == 0;
      return other ? draw(2) : static_cast<Key>(random_bits(seed + any % 16));
    }
    case Input::two_ranges: return draw(1) % 2 == 0 ? any : any & 0xfffff;
    default: return any;
  }
}
