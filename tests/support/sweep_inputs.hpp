/// The twelve inputs that the fast sorts are tried on, key by key, so that a host and a card can
/// each make them.
#pragma once

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
  count
};

/// Random bits of a number (splitmix64: Steele, Lea and Flood, *Fast Splittable Pseudorandom Number
/// Generators*, 2014).
constexpr uint64_t random_bits(uint64_t number) {
  uint64_t bits = (number + 1) * 0x9e3779b97f4a7c15;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
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
    default: return any;
  }
}
