/// What to sort and how the work is cut: everything needed to repeat a run. Invalid values cannot be
/// built: Problem::make and parse_problem check, and say in one sentence what to change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace radix {

inline constexpr uint32_t max_recorded_keys = 4096;     ///< keys of a recorded (stepped) run
inline constexpr uint32_t max_threads_per_block = 1024; ///< CUDA's limit
inline constexpr uint32_t max_key_bits = 32;

/// Why something was refused: one sentence with cause and way out, and the offending part of the text.
struct Complaint {
  std::string sentence;
  std::size_t begin = 0, end = 0;  ///< byte range in the parsed text; empty when no one token is to blame
};

/// A value or a complaint.
template <class T>
struct Result {
  std::optional<T> value;
  Complaint complaint;

  Result(T v) : value(std::move(v)) {}                      // NOLINT: meant to convert
  Result(Complaint c) : complaint(std::move(c)) {}          // NOLINT: meant to convert
  explicit operator bool() const { return value.has_value(); }
  T& operator*() { return *value; }
  const T& operator*() const { return *value; }
  T* operator->() { return &*value; }
  const T* operator->() const { return &*value; }
};

class Problem {
 public:
  Problem() = default;  ///< no keys, 4 key bits, 4 threads per block

  /// Checks: at most max_recorded_keys keys, key_bits 1…32, every key below 2^key_bits,
  /// threads_per_block 1…1024.
  static Result<Problem> make(std::vector<uint32_t> keys, uint32_t key_bits,
                              uint32_t threads_per_block);

  const std::vector<uint32_t>& keys() const { return keys_; }
  uint32_t key_bits() const { return key_bits_; }
  uint32_t threads_per_block() const { return threads_per_block_; }

  uint32_t size() const { return static_cast<uint32_t>(keys_.size()); }   ///< number of keys
  uint32_t passes() const { return key_bits_; }                           ///< one bit a pass
  uint32_t blocks() const { return (size() + threads_per_block_ - 1) / threads_per_block_; }
  uint32_t block_begin(uint32_t block) const { return block * threads_per_block_; }
  uint32_t block_end(uint32_t block) const;   ///< one past its last key; the last block may be partly filled

  friend bool operator==(const Problem&, const Problem&) = default;

 private:
  std::vector<uint32_t> keys_;
  uint32_t key_bits_ = 4;
  uint32_t threads_per_block_ = 4;
};

/// Reads keys from text: decimal, hex (0x…) or binary (0b…), separated by blanks, commas or semicolons.
/// The complaint names and marks the offending token ("token 5 '19' does not fit in 4 bits …").
Result<Problem> parse_problem(std::string_view text, uint32_t key_bits, uint32_t threads_per_block);

/// How the keys are written by keys_text.
enum class Base { decimal, hex, binary };
std::string keys_text(const std::vector<uint32_t>& keys, Base base, uint32_t key_bits);

/// Fewest bits that hold every key; 1 when there is none.
uint32_t bits_needed(const std::vector<uint32_t>& keys);

}  // namespace radix
