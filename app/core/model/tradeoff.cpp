// Closed forms of the trade-off, and what follows from the finished table.
#include "tradeoff.hpp"

#include "calculator.hpp"
#include "launch_costs.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace scope {
namespace {

constexpr double near_best = 1.01;  // within 1 % of the least: not worth another bit

StoreCost touched(double runs, double lanes) {
  return {runs, runs + (lanes - runs) / keys_per_sector, runs + (lanes - runs) / keys_per_line};
}

uint32_t passes_of(uint32_t key_bits, uint32_t radix_bits) {
  return (key_bits + radix_bits - 1) / radix_bits;
}

/// D(m, n): buckets out of m that n uniform keys are expected to fill.
double filled_buckets(double m, double n) { return m * (1 - std::pow(1 - 1 / m, n)); }

/// Closed form of one store of `lanes` lanes: into `buckets` buckets by keys in no order, …
StoreCost naive_store(double buckets, double lanes) {
  return touched(filled_buckets(buckets, lanes), lanes);
}

/// The closed forms of one row; `keys_per_thread` 0: naive.
TradeoffRow closed_row(const TradeoffTable& table, uint32_t radix_bits, uint32_t keys_per_thread) {
  const double n = table.keys;
  const double lanes = std::min(warp_lanes, table.threads);
  const double buckets = std::exp2(std::min(radix_bits, table.key_bits));
  TradeoffRow row{.naive = keys_per_thread == 0,
                  .radix_bits = radix_bits,
                  .keys_per_thread = std::max(keys_per_thread, 1u)};
  row.passes = passes_of(table.key_bits, radix_bits);
  row.launches = 3 * row.passes;
  const double block = std::min<double>(table.threads * row.keys_per_thread, std::max(n, 1.0));
  row.bucket = block / buckets;
  if (row.naive) {
    row.bytes_per_pass = word_bytes * 7 * n;
    row.bytes = row.bytes_per_pass * row.passes;
    row.store = naive_store(buckets, lanes);
  } else {
    const Calculated found = calculate({.key_bits = table.key_bits,
                                        .radix_bits = radix_bits,
                                        .keys = table.keys,
                                        .keys_per_thread = row.keys_per_thread,
                                        .threads = table.threads});
    row.table_per_key = n > 0 ? found.table_per_key : 0;
    row.table_entries = static_cast<double>(found.table);
    row.bytes_per_pass = word_bytes * (4 * n + 4 * row.table_entries);
    row.bytes = static_cast<double>(found.read + found.written);
    row.store = sorted_store(buckets, block, lanes);
  }
  return row;
}

double sectors_of(const TradeoffRow& row, bool measured) {
  return measured && row.has_stores() ? row.measured->store.sectors : row.store.sectors;
}

}  // namespace

StoreCost sorted_store(double buckets, double keys_per_block, double lanes) {
  if (keys_per_block <= 1) return touched(lanes, lanes);
  const double ends = (filled_buckets(buckets, keys_per_block) - 1) / (keys_per_block - 1);
  return touched(1 + (lanes - 1) * ends, lanes);
}

const radix::SortInfo& sort_of(const TradeoffRow& row) {
  return *std::ranges::find_if(radix::sorts(), [&](const radix::SortInfo& sort) {
    if (row.naive) return !sort.sorts_in_block;
    return sort.wide_digits() && sort.coarse() == (row.keys_per_thread > 1);
  });
}

uint64_t words_of_pass(const radix::SortInfo& sort, const radix::Problem& problem, uint32_t pass) {
  const uint64_t n = problem.size(), table = table_entries_of(sort, problem, pass);
  if (n == 0) return 0;
  const uint64_t threads = problem.threads_per_block(), scanned = table > 0 ? table : n;
  const uint64_t chain = 8 * ((scanned + threads - 1) / threads) - 4, total = 1;
  return total + chain + (table > 0 ? 4 * n + 4 * table : 7 * n + problem.blocks());
}

TradeoffTable closed_forms(uint32_t keys, uint32_t threads, uint32_t key_bits) {
  TradeoffTable table{.keys = keys, .threads = threads, .key_bits = key_bits};
  for (uint32_t keys_per_thread : {0u, 1u, 4u, 16u})
    for (uint32_t r = 1; r <= radix::max_radix_bits; ++r)
      table.rows.push_back(closed_row(table, r, keys_per_thread));
  return table;
}

std::vector<uint32_t> uniform_keys(uint32_t count, uint32_t seed) {
  std::mt19937 random(seed);  // the standard fixes its numbers, unlike those of the distributions
  std::vector<uint32_t> keys(count);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(random());
  return keys;
}

std::vector<const TradeoffRow*> series_of(const TradeoffTable& table, uint32_t keys_per_thread) {
  std::vector<const TradeoffRow*> rows;
  for (const TradeoffRow& row : table.rows)
    if (row.naive == (keys_per_thread == 0) &&
        (row.naive || row.keys_per_thread == keys_per_thread))
      rows.push_back(&row);
  return rows;
}

double write_cost(const TradeoffTable& table, const TradeoffRow& row, bool measured) {
  const TradeoffRow& first = table.rows.front();  // naive, r = 1
  return row.passes * sectors_of(row, measured) / (first.passes * first.store.sectors);
}

bool all_measured(const TradeoffTable& table, uint32_t keys_per_thread) {
  const auto rows = series_of(table, keys_per_thread);
  return std::ranges::all_of(rows, [](const TradeoffRow* row) { return row->has_stores(); });
}

uint32_t best_radix(const TradeoffTable& table, uint32_t keys_per_thread) {
  const auto rows = series_of(table, keys_per_thread);
  const bool measured = all_measured(table, keys_per_thread);
  double least = write_cost(table, *rows.front(), measured);
  for (const TradeoffRow* row : rows) least = std::min(least, write_cost(table, *row, measured));
  const auto best = std::ranges::find_if(rows, [&](const TradeoffRow* row) {
    return write_cost(table, *row, measured) <= least * near_best;
  });
  return (*best)->radix_bits;
}

}  // namespace scope
