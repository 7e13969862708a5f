/// What a radix sort with bucket tables will do, before anything runs: sections 13.4 to 13.6 as
/// closed forms of five numbers, and two questions that exams turn around.
///
///     keys b bits wide, r bits per pass  p = ceil(b / r) passes, three launches each
///     T threads per block, C keys each   K = C T keys per block, B = ceil(N / K) blocks
///     table of a pass                    2^r B entries; the last pass has a digit of b - (p - 1) r
///                                        bits. S: entries of the tables of all passes
///     moved                              a pass reads and writes every key twice and every entry
///                                        of its table twice: 4 (2 p N + 2 S) bytes read, as many
///                                        written (launch_costs.hpp); left out is the chain of
///                                        sums, 8 words for every T entries of a table
#pragma once

#include <cstdint>
#include <span>

namespace scope {

/// What is asked.
struct Calculation {
  uint64_t key_bits = 32;
  uint64_t radix_bits = 8;
  uint64_t keys = 1u << 20;
  uint64_t keys_per_thread = 4;
  uint64_t threads = 256;  ///< of a block
  uint64_t bucket = 32;    ///< for how many keys per bucket: which C?
  uint64_t share = 10;     ///< for a table of at most this many % of the keys: which r?
  friend bool operator==(const Calculation&, const Calculation&) = default;
};

/// One of its numbers.
struct CalculationInput {
  const char* name;    ///< as an option: "keys_per_thread"
  const char* letter;  ///< in formulas and scripts: "C"
  const char* about;   ///< "keys per thread"
  uint64_t low, high;
  uint64_t Calculation::*value;
};

/// The one list of them: the command, the line to type in, the page and the command line iterate
/// it.
std::span<const CalculationInput> calculation_inputs();

/// What follows. Counts are those of the kernels (tests/model/calculator_test.cpp).
struct Calculated {
  uint64_t passes = 0, last_bits = 0;  ///< of the last pass's digit
  uint64_t launches = 0;
  uint64_t block = 0, blocks = 0;                   ///< K, B
  uint64_t buckets = 0, last_buckets = 0;           ///< of the widest digit, of the last one
  uint64_t table = 0, tables = 0;                   ///< 2^r B; S
  double table_per_key = 0;                         ///< 2^r B / N
  double bucket = 0;                                ///< keys of a bucket in a block, K / 2^r
  uint64_t table_bytes = 0, read = 0, written = 0;  ///< bytes; the last two by all passes
  double runs = 0,
         sectors = 0;  ///< of a store of a warp, uniform keys (app/core/model/tradeoff.hpp)
  uint64_t wanted_keys_per_thread = 0;  ///< the least C with Calculation::bucket keys per bucket
  uint64_t widest_radix = 0;  ///< the largest r whose table has at most the share; 0: none
};
Calculated calculate(const Calculation& asked);

/// Entries of the widest table with digits of this many bits.
uint64_t table_with(const Calculation& asked, uint64_t radix_bits);

/// The widest digits that may be asked about; their tables are wider than any kernel makes.
inline constexpr uint64_t widest_asked = 16;

}  // namespace scope
