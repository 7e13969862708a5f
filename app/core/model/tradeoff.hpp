/// "Why not 8 bits at once?" in numbers: for every radix width and several keys per thread, what a
/// sort moves and how well its scattered writes fit memory. Closed forms beside what the kernels
/// really wrote.
///
/// The scattered write is counted per store: the (up to 32) lanes of one warp that write at once,
/// 4-byte keys, the output at an address that is a multiple of 128. A lane set's addresses,
/// whatever the order of the lanes, make runs of neighbours and touch sectors of 32 and lines of
/// 128 bytes.
///
/// Closed forms (for uniform keys; n keys on m buckets fill D(m, n) = m (1 - (1 - 1/m)^n) of them):
///     runs R   naive: D(2^r, 32)      after a local sort: 1 + 31 (D(2^r, K) - 1) / (K - 1)
///     sectors = R + (32 - R) / 8      lines = R + (32 - R) / 32      (runs at random alignment)
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernels/run/engine.hpp"

namespace scope {

using radix::warp_lanes;
inline constexpr uint32_t keys_per_sector = 8;  ///< 32 bytes
inline constexpr uint32_t keys_per_line = 32;   ///< 128 bytes
inline constexpr uint32_t tradeoff_keys_per_thread[] = {1, 4, 16};
inline constexpr uint32_t max_tradeoff_keys = 1u << 22;

/// What one store of a warp touches, on average.
struct StoreCost {
  double runs = 0;     ///< pieces of neighbouring addresses
  double sectors = 0;  ///< distinct 32-byte sectors
  double lines = 0;    ///< distinct 128-byte lines
};

/// What was counted in a run of a sort.
struct Measured {
  StoreCost store;             ///< average over `stores`
  uint64_t stores = 0;         ///< full ones: 32 lanes, or all threads of smaller blocks
  uint32_t passes = 0;         ///< measured ones; all had the widest digit
  double piece = 0;            ///< keys that a block writes side by side, on average
  uint64_t table_entries = 0;  ///< of the run's largest table; 0 without one
  double bytes = 0;  ///< moved by all passes of this run: 4 n + 4 table words each, naive 7 n
  std::string sort;  ///< short name
};

/// Words that a pass of a measured sort reads and writes: the formulas of a row, and what they
/// leave out, the scan's total, the chain of sums, and where every block reads the total. A run of
/// this many keys is not counted (launch_costs.hpp), it comes to the same.
uint64_t words_of_pass(const radix::SortInfo& sort, const radix::Problem& problem, uint32_t pass);

/// One radix width with one way to write.
struct TradeoffRow {
  bool naive = false;  ///< every thread writes its own key; else the block sorts first
  uint32_t radix_bits = 1;
  uint32_t keys_per_thread = 1;
  uint32_t passes = 0;        ///< ceil(b / r)
  uint32_t launches = 0;      ///< three per pass
  double table_entries = 0;   ///< 2^r blocks; 0 when naive
  double table_per_key = 0;   ///< table_entries / N
  double bucket = 0;          ///< keys of a bucket in a block, K / 2^r
  double bytes_per_pass = 0;  ///< read and written in global memory, with the widest digit
  double bytes = 0;           ///< read and written by all passes, those of calculator.hpp
  StoreCost store;            ///< closed form
  std::optional<Measured> measured;
  bool has_stores() const { return measured && measured->stores > 0; }  ///< few keys fill no warp
};

/// The sort that writes like a row: naive without a sort in the block, one bit per pass; else that
/// of wide digits, with coarsening where a thread has several keys.
const radix::SortInfo& sort_of(const TradeoffRow& row);

/// All rows, and how they came about. Immutable once published.
struct TradeoffTable {
  uint32_t keys = 0, threads = 0, key_bits = 0;  ///< N, threads per block, b
  std::string source;                            ///< "65536 uniform keys of 32 bits"
  bool first_pass_only = false;
  std::vector<TradeoffRow> rows;  ///< naive r = 1…8, then 1 key per thread r = 1…8, then 4, then 16
  uint32_t done = 0, of = 0;      ///< runs measured, and to measure; 0 of 0: nobody asked
  double fraction = 0;            ///< 0…1 of the work
  bool running = false;
  bool cancelled = false;
  std::string error;  ///< "" or one sentence: the run that failed
};

/// What to measure.
struct TradeoffPlan {
  std::vector<uint32_t> keys;  ///< empty: `count` uniform keys, made when the work starts
  uint32_t count = 0;
  radix::Settings settings;  ///< threads, key bits, kind of keys, ownership; r and C vary
  std::string source;
};

/// Closed form of one store of `lanes` lanes whose keys are sorted into `buckets` buckets among
/// `keys_per_block`.
StoreCost sorted_store(double buckets, double keys_per_block, double lanes);

/// The table without measurements.
TradeoffTable closed_forms(uint32_t keys, uint32_t threads, uint32_t key_bits);

/// `count` keys of 32 bits, the same on every machine.
std::vector<uint32_t> uniform_keys(uint32_t count, uint32_t seed = 1);

/// True when some sort can run this row: naive is only built for r = 1, and a block's shared memory
/// holds at most radix::max_keys_per_block keys.
bool can_measure(const TradeoffRow& row, uint32_t threads);

/// More keys than this: only the first pass of a run is measured.
inline constexpr uint32_t max_keys_all_passes = 1u << 17;

/// Runs this row's sort on the CPU engine and counts its writes: in every pass with the widest
/// digit, or in the first such pass only. `pass_done` hears of every pass. Nothing when cancelled
/// or failed (then `error` says why).
std::optional<Measured> measure(const TradeoffRow& row, const std::vector<uint32_t>& keys,
                                const radix::Settings& settings, bool first_pass_only,
                                const std::atomic<bool>& cancel, std::string& error,
                                const std::function<void()>& pass_done = {});

/// The rows of one way to write, r = 1…8. keys_per_thread 0: naive.
std::vector<const TradeoffRow*> series_of(const TradeoffTable& table, uint32_t keys_per_thread);

/// Passes x sectors per store, relative to the naive sort of one bit per pass by its closed form. A
/// narrower last digit counts like the others. Measured where it was, when `measured`.
double write_cost(const TradeoffTable& table, const TradeoffRow& row, bool measured);

/// True when every row of a series has measured stores.
bool all_measured(const TradeoffTable& table, uint32_t keys_per_thread);

/// The radix width of a series with the least write cost: the smallest one that is within 1 % of
/// it. By measurement where the whole series was measured, else by the closed forms.
uint32_t best_radix(const TradeoffTable& table, uint32_t keys_per_thread);

}  // namespace scope
