/// What to sort and how the work is cut: everything needed to repeat a run. Invalid values cannot
/// be built: Problem::make and parse_problem check, and say in one sentence what to change.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "settings.hpp"

namespace radix {

inline constexpr uint32_t max_recorded_keys = 4096;  ///< keys of a recorded (stepped) run
inline constexpr uint32_t max_warps = 64;            ///< of a block that counts digits warp by warp
inline constexpr uint32_t max_keys = 1u << 30;  ///< of any run: indices and counts have 32 bits

/// Why so many keys are not stepped.
std::string too_many_to_step();

/// Why something was refused: one sentence with cause and way out, and the offending part of the
/// text.
struct Error {
  std::string sentence;
  std::size_t begin = 0,
              end = 0;  ///< byte range in the parsed text; empty when no one token is to blame
};

/// A value or an error.
template <class T>
struct Result {
  std::optional<T> value;
  Error error;

  Result(T v) : value(std::move(v)) {}      // NOLINT: meant to convert
  Result(Error c) : error(std::move(c)) {}  // NOLINT: meant to convert
  explicit operator bool() const { return value.has_value(); }
  T& operator*() { return *value; }
  const T& operator*() const { return *value; }
  T* operator->() { return &*value; }
  const T* operator->() const { return &*value; }
};

/// How the bits of a key become bits whose unsigned order is the wanted order.
struct KeyCode {
  uint32_t sign = 0;  ///< the sign bit, or 0
  uint32_t flip = 0;  ///< bits to complement: those of the fields in descending order
  bool real = false;  ///< negative numbers are complemented altogether
  friend bool operator==(const KeyCode&, const KeyCode&) = default;
};

/// Signed: flip the sign bit. Float: flip the sign bit of positive numbers, all bits of negative
/// ones. Descending: complement what comes out. (As CUB does; see its radix sort's key traits.)
constexpr uint32_t ordered_bits(uint32_t key, KeyCode code) {
  const bool negative = (key & code.sign) != 0;
  return (code.real && negative ? ~key : key ^ code.sign) ^ code.flip;
}

/// What comparing sorts ask of two keys.
struct KeyOrder {
  KeyCode code{};
  Compare compare = Compare::less;
  bool descending = false;
  uint32_t second_bits = 0;
  friend bool operator==(const KeyOrder&, const KeyOrder&) = default;

  /// True when a belongs before b, and is not equal.
  constexpr bool before(uint32_t a, uint32_t b) const {
    if (compare == Compare::less) return ordered_bits(a, code) < ordered_bits(b, code);
    return descending ? rises(b, a) : rises(a, b);
  }

 private:
  static constexpr uint32_t ones_of(uint32_t key) {
    uint32_t ones = 0;
    for (; key != 0; key &= key - 1) ++ones;
    return ones;
  }
  constexpr bool rises(uint32_t a, uint32_t b) const {
    if (compare == Compare::ones_then_value)
      return ones_of(a) != ones_of(b) ? ones_of(a) < ones_of(b) : a < b;
    const uint64_t mask = (1u << second_bits) - 1;  // a / c < b / d means a d < b c
    return (a >> second_bits) * (b & mask) < (b >> second_bits) * (a & mask);
  }
};

/// Splitters that cut keys into buckets, ascending. They lie in a trace that must outlive this: it
/// is of the host alone.
struct Splitters {
  const uint32_t* keys = nullptr;
  uint32_t count = 0;
  bool equal_buckets = false;  ///< every other bucket is of keys that equal a splitter
  KeyOrder order{};
  friend bool operator==(const Splitters&, const Splitters&) = default;

  constexpr uint32_t bucket_of(uint32_t key) const {
    uint32_t behind = 0;  // splitters that are not larger
    while (behind < count && !order.before(key, keys[behind])) ++behind;
    if (!equal_buckets) return behind;
    const bool equal = behind > 0 && !order.before(keys[behind - 1], key);
    return 2 * behind - (equal ? 1 : 0);
  }
};

/// The digit one pass sorts by: `bits` bits from `shift` on, of the ordered key, or of the number
/// of the key's bucket where there are splitters.
struct Digit {
  uint32_t shift = 0;  ///< 0…31
  uint32_t bits = 1;   ///< 1…8; 0 in the extra pass that reverses
  KeyCode code{};
  Splitters splitters{};

  constexpr uint32_t buckets() const { return 1u << bits; }
  constexpr uint32_t of(uint32_t key) const { return (number(key) >> shift) & (buckets() - 1); }
  /// One bit of the digit; `split` counts from its lowest.
  constexpr uint32_t bit_of(uint32_t key, uint32_t split) const {
    return (number(key) >> (shift + split)) & 1;
  }
  /// True where the digit is found by comparing.
  constexpr bool by_splitters() const { return splitters.keys != nullptr; }
  friend bool operator==(const Digit&, const Digit&) = default;

 private:
  constexpr uint32_t number(uint32_t key) const {
    return by_splitters() ? splitters.bucket_of(key) : ordered_bits(key, code);
  }
};

/// Splitters that cut this many buckets, fewer where every other one is of keys equal to a
/// splitter.
constexpr uint32_t splitters_between(uint32_t buckets, const Settings& settings) {
  return (buckets >> (settings.equal_buckets ? 1 : 0)) - 1;
}

/// Which positions the threads of a block take, several each: interleaved, thread t takes t, then
/// t + threads; blocked, it takes neighbours.
struct Shares {
  uint32_t threads = 1;  ///< per block
  uint32_t each = 1;     ///< positions of a thread
  Ownership ownership = Ownership::interleaved;

  uint32_t per_block() const { return threads * each; }
  /// The thread, within its block, that owns a position; and which of its positions that is, from
  /// 0.
  uint32_t thread_of(uint32_t position) const {
    const uint32_t place = position % per_block();
    return ownership == Ownership::interleaved ? place % threads : place / each;
  }
  uint32_t round_of(uint32_t position) const {
    const uint32_t place = position % per_block();
    return ownership == Ownership::interleaved ? place / threads : place % each;
  }
  uint32_t position(uint32_t block, uint32_t round, uint32_t thread) const {
    const bool across = ownership == Ownership::interleaved;
    return block * per_block() + (across ? round * threads + thread : thread * each + round);
  }
};

class Problem {
 public:
  Problem() = default;  ///< no keys, 4 key bits, 4 threads per block

  /// `keys`: bit patterns, a second key in the low second_bits bits. `values`: one per key, or
  /// none. Checks: at most max_keys keys, each in its bits; settings that go together.
  static Result<Problem> make(std::vector<uint32_t> keys, const Settings& settings,
                              std::vector<uint32_t> values = {});

  const std::vector<uint32_t>& keys() const { return keys_; }
  const std::vector<uint32_t>& values() const { return values_; }  ///< empty: keys only
  const Settings& settings() const { return settings_; }
  uint32_t key_bits() const {
    return settings_.key_bits + settings_.second_bits;
  }  ///< of the pattern
  uint32_t threads_per_block() const { return settings_.threads_per_block; }
  uint32_t keys_per_thread() const { return settings_.keys_per_thread; }
  uint32_t keys_per_block() const { return threads_per_block() * keys_per_thread(); }

  uint32_t size() const { return static_cast<uint32_t>(keys_.size()); }  ///< number of keys
  uint32_t blocks() const { return (size() + keys_per_block() - 1) / keys_per_block(); }
  uint32_t block_begin(uint32_t block) const { return block * keys_per_block(); }
  uint32_t block_end(
      uint32_t block) const;  ///< one past its last key; the last block may be partly filled
  uint32_t block_of(uint32_t position) const { return position / keys_per_block(); }
  /// The thread, and the round (0…keys_per_thread - 1), that works on this position of its block.
  uint32_t thread_of(uint32_t position) const { return shares().thread_of(position); }
  uint32_t round_of(uint32_t position) const { return shares().round_of(position); }
  /// Lanes that vote together: as set, or more where a block would have over 64 warps of them.
  uint32_t lanes() const {
    return lanes_wanted() * max_warps < threads_per_block() ? 16 : lanes_wanted();
  }
  uint32_t lanes_wanted() const { return 2u << static_cast<uint32_t>(settings_.warp_size); }
  uint32_t warps_per_block() const { return (threads_per_block() + lanes() - 1) / lanes(); }
  Shares shares() const { return {threads_per_block(), keys_per_thread(), settings_.ownership}; }

  /// Digits, lowest first; a second key's come before the first key's. A field's last digit may be
  /// narrower than radix_bits. (A reversed order adds one pass that is not counted here.)
  uint32_t passes() const;
  /// The digit of a pass; 0 bits wide beyond the last pass.
  Digit digit(uint32_t pass) const;
  /// Low bits of the ordered keys that are sorted after this many passes.
  uint32_t sorted_bits(uint32_t passes_done) const;
  /// Passes of a trace: passes(), and one more where a reversed order is made.
  uint32_t shown_passes() const { return passes() + (reversed() ? 1 : 0); }
  bool reversed() const { return settings_.order == SortOrder::reversed; }
  /// Entries of a pass's bucket table: 2^digit bits rows x blocks columns.
  uint32_t table_entries(uint32_t pass) const { return digit(pass).buckets() * blocks(); }
  /// Bits of the two highest digits together: no more than make about as many buckets as keys.
  uint32_t two_digit_bits() const;
  /// What splitters cut the keys by: 2^radix_bits buckets, however few bits a key has.
  Digit sample_digit() const { return {.shift = 0, .bits = settings_.radix_bits, .code = code()}; }
  /// Splitters between those buckets, fewer where every other one is of equal keys; and the keys
  /// that are sampled for them.
  uint32_t splitters() const { return splitters_between(sample_digit().buckets(), settings_); }
  uint32_t samples() const { return (splitters() + 1) * settings_.oversampling; }
  /// Entries of a table with a count for every digit of every pass.
  uint32_t digit_entries() const { return passes() << settings_.radix_bits; }

  /// Keys that all devices sample together; one without keys samples none.
  uint32_t device_samples() const {
    return settings_.oversampling * std::min(settings_.devices, size());
  }

  KeyCode code() const;
  /// The bits a key is sorted by.
  uint32_t ordered(uint32_t key) const { return ordered_bits(key, code()); }
  KeyOrder order() const;
  /// True when key a belongs before key b in the sorted list, and is not equal; as the ascending
  /// list has it where a reversed order is made from that.
  bool before(uint32_t a, uint32_t b) const { return order().before(a, b); }
  /// The bits that order keys by what they mean, smallest first, whatever order is wanted.
  uint32_t value_order(uint32_t key) const {
    return ordered_bits(key, {code().sign, 0, code().real});
  }
  /// A key as people write it: "12", "-3", "1.5", "30:150", "cab". Two different keys have
  /// different texts: "nan(0x1)" is one of the many NaNs.
  std::string text_of(uint32_t key) const;

  friend bool operator==(const Problem&, const Problem&) = default;

 private:
  std::vector<uint32_t> keys_, values_;
  Settings settings_;
};

/// Reads keys from text: decimal, hex (0x…) or binary (0b…), separated by blanks, commas or
/// semicolons; with a sign or as decimal fractions where the key type has them; first:second where
/// there is a second key; words where keys are text; at most max_recorded_keys. The error names and
/// marks the offending token
/// ("token 5 '19' does not fit in 4 bits …"). `values`: whole numbers, one per key, or nothing.
Result<Problem> parse_problem(std::string_view text, const Settings& settings,
                              std::string_view values = "");

/// The settings with just as many key bits, and bits of a second key, as the keys in the text need.
/// Where unsigned keys are expected and all are words, the key type becomes text.
Result<Settings> fitting(std::string_view text, Settings settings);

/// How the keys are written by keys_text. Signed and float keys are decimal, or bit patterns.
enum class Base { decimal, hex, binary };
std::string keys_text(const std::vector<uint32_t>& keys, Base base, const Settings& settings);

}  // namespace radix
