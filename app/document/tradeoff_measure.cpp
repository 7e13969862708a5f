// What the kernels really wrote: runs of the sorts on the CPU engine, every store of every warp
// counted.
#include <algorithm>
#include <array>

#include "app/core/model/launch_costs.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/sorts/families/families.hpp"

namespace scope {
namespace {

using Destination = std::vector<uint32_t>;

/// Sums over all full stores.
struct Tally {
  uint64_t stores = 0, runs = 0, sectors = 0, lines = 0;
  uint64_t keys = 0, pieces = 0;  ///< of whole blocks
  uint32_t passes = 0;
};

/// One store: the slots that the lanes of a warp write at once, in any order.
void count_store(Tally& tally, std::span<uint32_t> slots) {
  if (!std::ranges::is_sorted(slots)) std::ranges::sort(slots);
  uint32_t runs = 1, sectors = 1, lines = 1;
  for (std::size_t i = 1; i < slots.size(); ++i) {
    runs += slots[i] != slots[i - 1] + 1;
    sectors += slots[i] / keys_per_sector != slots[i - 1] / keys_per_sector;
    lines += slots[i] / keys_per_line != slots[i - 1] / keys_per_line;
  }
  ++tally.stores;
  tally.runs += runs;
  tally.sectors += sectors;
  tally.lines += lines;
}

/// The stores of one block: every round of every warp that has all its lanes.
void count_block(Tally& tally, const radix::Problem& problem, const Destination& slots,
                 uint32_t block) {
  const uint32_t threads = problem.threads_per_block(), each = problem.keys_per_thread();
  const uint32_t lanes = std::min(warp_lanes, threads);
  const uint32_t begin = problem.block_begin(block), end = problem.block_end(block);
  std::array<uint32_t, warp_lanes> store{};
  for (uint32_t round = 0; round < each; ++round)
    for (uint32_t first = 0; first + lanes <= threads; first += lanes) {
      const auto position = [&](uint32_t lane) {
        return problem.shares().position(block, round, first + lane);
      };
      if (position(lanes - 1) >= end) continue;  // a warp of the last block that is not full
      for (uint32_t lane = 0; lane < lanes; ++lane) store[lane] = slots[position(lane)];
      count_store(tally, {store.data(), lanes});
    }
  tally.keys += end - begin;
  tally.pieces += 1;
  for (uint32_t i = begin + 1; i < end; ++i) tally.pieces += slots[i] != slots[i - 1] + 1;
}

uint32_t widest_digit(const radix::Problem& problem) {
  uint32_t bits = 0;
  for (uint32_t pass = 0; pass < problem.passes(); ++pass)
    bits = std::max(bits, problem.digit(pass).bits);
  return bits;
}

/// Table entries of the largest pass, and the bytes that the launches of all passes read and write,
/// as Compare mode shows them.
void count_tables(Measured& measured, const radix::SortInfo& sort, const radix::Problem& problem) {
  for (uint32_t pass = 0; pass < problem.passes(); ++pass) {
    measured.table_entries =
        std::max(measured.table_entries, table_entries_of(sort, problem, pass));
    measured.bytes += word_bytes * static_cast<double>(words_of_pass(sort, problem, pass));
  }
}

Measured averages(const Tally& tally) {
  const auto mean = [](uint64_t sum, uint64_t count) {
    return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
  };
  return {.store = {mean(tally.runs, tally.stores), mean(tally.sectors, tally.stores),
                    mean(tally.lines, tally.stores)},
          .stores = tally.stores,
          .passes = tally.passes,
          .piece = mean(tally.keys, tally.pieces)};
}

}  // namespace

bool can_measure(const TradeoffRow& row, uint32_t threads) {
  if (row.naive) return row.radix_bits == 1;
  return threads * row.keys_per_thread <= radix::max_keys_per_block;
}

std::optional<Measured> measure(const TradeoffRow& row, const std::vector<uint32_t>& keys,
                                const radix::Settings& settings, bool first_pass_only,
                                const std::atomic<bool>& cancel, std::string& error,
                                const std::function<void()>& pass_done) {
  const radix::SortInfo& sort = sort_of(row);
  radix::Settings cut = settings;
  cut.radix_bits = row.radix_bits;
  cut.keys_per_thread = row.keys_per_thread;
  auto made = radix::Problem::make(keys, settings_for(sort, cut));
  if (!made) return error = made.error.sentence, std::nullopt;
  if (cancel) return std::nullopt;

  radix::Recipe recipe{.problem = std::move(*made),
                       .sort = sort.name,
                       .engine = radix::EngineChoice::cpu,
                       .recorded = false,
                       .cancel = &cancel};
  const radix::Problem& problem = recipe.problem;
  const uint32_t widest = widest_digit(problem);
  Tally tally;
  bool enough = false;
  recipe.watch = [&](const radix::PassWrites& pass) {
    if (problem.digit(pass.pass).bits == widest && !enough) {
      for (uint32_t block = 0; block < problem.blocks() && !cancel; ++block)
        count_block(tally, problem, pass.destination, block);
      ++tally.passes;
      enough = first_pass_only;
    }
    if (pass_done) pass_done();
    return !enough && !cancel;
  };
  const radix::Trace trace = radix::run(recipe);
  if (cancel) return std::nullopt;
  if (!enough && !trace.error.empty()) return error = trace.error, std::nullopt;
  Measured measured = averages(tally);
  count_tables(measured, sort, recipe.problem);
  measured.sort = sort.name;
  return measured;
}

}  // namespace scope
