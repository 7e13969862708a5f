#include "wide_costs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/chart/calculator_page.hpp"
#include "app/core/model/crossover.hpp"
#include "app/core/model/launch_costs.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/timing/claim_bars.hpp"
#include "app/timing/lines.hpp"
#include "kernels/run/engine.hpp"
#include "text/families.hpp"
#include "text/strips.hpp"

namespace scope {
namespace {

/// Keys of a thread in this lane; 1 where a thread has one.
uint64_t keys_of_thread(const radix::Trace& trace) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  return sort && sort->coarse() ? trace.problem.keys_per_thread() : 1;
}

uint64_t radix_of(const radix::Trace& trace) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  return sort && sort->wide_digits() ? trace.problem.settings().radix_bits : 1;
}

bool has_tables(const radix::Trace& trace) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  return sort && sort->sorts_in_block && sort->family->by_digits;
}

/// The calculation with the lane's width and keys per thread.
Calculation asked_of(const radix::Trace& trace, Calculation asked) {
  asked.radix_bits = std::min(radix_of(trace), asked.key_bits);
  asked.keys_per_thread = keys_of_thread(trace);
  return asked;
}

WideLane by_tables(const Calculation& asked) {
  WideLane lane;
  const Calculated found = calculate(asked);
  const auto n = static_cast<double>(asked.keys);
  for (uint64_t pass = 0; pass < found.passes; ++pass) {
    const bool last = pass + 1 == found.passes;
    const auto entries =
        static_cast<double>((last ? found.last_buckets : found.buckets) * found.blocks);
    lane.passes.push_back({.keys_read = word_bytes * 2 * n,
                           .keys_written = word_bytes * 2 * n,
                           .table_read = word_bytes * 2 * entries,
                           .table_written = word_bytes * 2 * entries,
                           .table_entries = entries});
  }
  lane.keys_of_bucket = found.bucket;
  lane.table_per_key = found.table_per_key;
  return lane;
}

/// Passes, levels or layers that cost the same, of `bytes` a key in all, half of them read.
WideLane in_parts(uint32_t parts, double bytes, double n) {
  WideLane lane;
  const double each = bytes * n / std::max(parts, 1u);
  for (uint32_t part = 0; part < std::max(parts, 1u); ++part)
    lane.passes.push_back({.keys_read = each / 2, .keys_written = each / 2});
  return lane;
}

/// Without a table: one bit per pass over the grid moves 7 N words (launch_costs.hpp), one
/// launch 2.
WideLane without_tables(const radix::SortInfo& sort, const Calculation& asked) {
  WideLane lane;
  const double words = word_bytes * static_cast<double>(asked.keys);
  for (uint64_t pass = 0; pass < calculate(asked).passes; ++pass) {
    if (sort.one_launch())
      lane.passes.push_back({.keys_read = words, .keys_written = words});
    else
      lane.passes.push_back({.keys_read = 2 * words,
                             .keys_written = words,
                             .table_read = 2 * words,
                             .table_written = 2 * words});
  }
  return lane;
}

const TimingRun* run_in(const char* name) {
  static const auto read = [](const char* file_name) -> std::unique_ptr<TimingRun> {
    const std::string file = resource(std::string("assets/timing/h200_") + file_name + ".jsonl");
    const auto text = file.empty() ? radix::Result<std::string>(radix::Error{}) : read_text(file);
    auto run = text ? timing_run_from(*text) : radix::Result<TimingRun>(radix::Error{});
    return run ? std::make_unique<TimingRun>(std::move(*run)) : nullptr;
  };
  static const std::unique_ptr<TimingRun> by_digits = read("u32"), comparing = read("crossover_4");
  return std::string_view(name) == "u32" ? by_digits.get() : comparing.get();
}

/// The bar of the lane's sort on so many uniform keys; null: there is none.
const TimingRow* row_of(const radix::Trace& trace, const TimingRun& run, uint64_t keys) {
  const TimingRow* best = nullptr;
  for (const TimingRow& row : run.rows) {
    const radix::Settings& cut = row.configuration.settings;
    if (!row.sort || row.configuration.method != trace.sort || row.input.n != keys ||
        row.input.distribution != radix::Distribution::uniform || !statistics(row))
      continue;
    const radix::SortInfo& sort = *radix::sort_named(trace.sort);
    if (sort.wide_digits() && cut.radix_bits != radix_of(trace)) continue;
    if (sort.has(radix::Use::network) && cut.network != trace.problem.settings().network) continue;
    const auto off = [&](const TimingRow& each) {
      return std::abs(std::log2(static_cast<double>(each.configuration.settings.keys_per_thread) /
                                static_cast<double>(keys_of_thread(trace))));
    };
    if (!best || (sort.coarse() && off(row) < off(*best))) best = &row;
  }
  return best;
}

}  // namespace

double WideLane::bytes() const {
  double sum = 0;
  for (const WideCost& pass : passes)
    sum += pass.keys_read + pass.keys_written + pass.table_read + pass.table_written;
  return sum;
}

WideLane large_lane(const radix::Trace& trace, const Calculation& large) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  if (sort == nullptr) return {.refusal = text::strips::no_form};
  const Calculation asked = asked_of(trace, large);
  const auto n = static_cast<double>(asked.keys);
  const auto log_n = static_cast<uint32_t>(std::bit_width(asked.keys) - 1);
  const auto key_bytes = static_cast<uint32_t>((asked.key_bits + 7) / 8);
  if (has_tables(trace)) {
    WideLane lane = by_tables(asked);
    lane.what = text::families::cut(
        {.coarse = true, .keys = asked.keys_per_thread, .threads = asked.threads});
    return lane;
  }
  const std::string_view family = sort->family->name;
  if (family == "radix") {
    WideLane lane = without_tables(*sort, asked);
    lane.what = text::families::cut({.coarse = false, .keys = 1, .threads = asked.threads});
    return lane;
  }
  if (family == "onesweep") {  // a pass reads and writes the keys once, and one read counts digits
    const auto passes = static_cast<uint32_t>(calculate(asked).passes);
    WideLane lane = in_parts(passes, 2.0 * word_bytes * passes, n);
    lane.passes.front().keys_read += word_bytes * n;
    return lane;
  }
  if (sort->has(radix::Use::start)) {
    const SortWork work = merge_work(log_n, key_bytes);
    WideLane lane = in_parts(work.parts + 1, work.bytes, n);
    lane.what = text::strips::tiles_first;
    return lane;
  }
  if (sort->has(radix::Use::network)) {
    const bool bitonic = trace.problem.settings().network != radix::Network::odd_even_merge;
    const SortWork work =
        bitonic ? bitonic_work(log_n, key_bytes) : odd_even_merge_work(log_n, key_bytes);
    WideLane lane = in_parts(work.launches, work.bytes, n);
    lane.what = text::strips::tiles_in_shared;
    return lane;
  }
  return {.refusal = text::strips::no_form};
}

WideLane measured_lane(const radix::Trace& trace, const TimingRun& run, uint64_t keys) {
  const TimingRow* row = row_of(trace, run, keys);
  const TimingRun* other = row ? nullptr : run_in("crossover_4");
  if (other && other != &run && other->facts.device == run.facts.device)
    row = row_of(trace, *other, keys);
  if (!row)
    return {.refusal = text::strips::no_bar({.bits = radix_of(trace), .keys = power_text(keys)})};
  WideLane lane;
  lane.ms = ms_of(*row);
  for (const radix::StageTime& stage : row->stages) {
    const auto found =
        std::ranges::find(lane.stages, stage.stage, &std::pair<std::string, double>::first);
    if (found == lane.stages.end())
      lane.stages.emplace_back(stage.stage, stage.ms);
    else
      found->second += stage.ms;
  }
  if (lane.stages.empty()) lane.stages.emplace_back("whole_pass", lane.ms);
  const Calculation cut{.key_bits = row->input.bits,
                        .keys = keys,
                        .keys_per_thread = row->configuration.settings.keys_per_thread,
                        .threads = row->configuration.settings.threads_per_block};
  lane.passes = large_lane(trace, cut).passes;
  lane.what = text::families::cut({.coarse = radix::sort_named(trace.sort)->coarse(),
                                   .keys = row->configuration.settings.keys_per_thread,
                                   .threads = row->configuration.settings.threads_per_block});
  return lane;
}

uint64_t measured_keys(const TimingRun& run, uint64_t wanted) {
  uint64_t best = 0;
  const auto off = [&](uint64_t n) {
    return std::abs(
        std::log2(static_cast<double>(n) / static_cast<double>(std::max<uint64_t>(wanted, 1))));
  };
  for (const TimingRow& row : run.rows)
    if (row.sort && (best == 0 || off(row.input.n) < off(best))) best = row.input.n;
  return best;
}

const TimingRun* recorded_card_run() { return run_in("u32"); }

namespace {

/// The width from 1 to 8 with which a sort by tables moves the fewest bytes.
uint64_t best_width(Calculation asked) {
  uint64_t best = 1, least = ~uint64_t{0};
  for (uint64_t r = 1; r <= std::min<uint64_t>(radix::max_radix_bits, asked.key_bits); ++r) {
    asked.radix_bits = r;
    if (const uint64_t moved = calculate(asked).read; moved < least) best = r, least = moved;
  }
  return best;
}

/// "r = 2: a block has 1 key per bucket, and the table has 1 entry per key"
std::string width_words(Calculation asked, uint64_t r) {
  asked.radix_bits = r;
  const Calculated found = calculate(asked);
  return text::strips::width({.entries = short_number(found.table_per_key),
                              .keys = short_number(found.bucket),
                              .one_entry = found.table_per_key == 1,
                              .radix = r,
                              .single = found.bucket == 1});
}

}  // namespace

std::string best_width_words(const std::vector<const radix::Trace*>& lanes,
                             const Calculation& large) {
  const auto found = std::ranges::find_if(lanes, [](const radix::Trace* lane) {
    return has_tables(*lane) && lane->problem.size() > 0 &&
           radix::sort_named(lane->sort)->wide_digits();
  });
  if (found == lanes.end()) return "";
  const radix::Problem& problem = (*found)->problem;
  const Calculation here{.key_bits = problem.key_bits(),
                         .keys = problem.size(),
                         .keys_per_thread = problem.keys_per_thread(),
                         .threads = problem.threads_per_block()};
  const Calculation there = asked_of(**found, large);
  const uint64_t small = best_width(here), wide = best_width(there);
  return text::strips::best_width({.bits = there.key_bits,
                                   .few = problem.size(),
                                   .here = width_words(here, small),
                                   .keys = power_text(there.keys),
                                   .there = width_words(there, wide)});
}

}  // namespace scope
