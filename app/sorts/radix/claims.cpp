// What the chapter claims (sections 13.4 to 13.6), compared with the rows of a timing run.
#include "claims.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/timing/claim_bars.hpp"
#include "app/timing/names.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "text/radix.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

using radix::SortInfo;
using radix::Stage;
namespace stage = radix::stage;

/// The bars of the first sort of the list that is of this kind, on the largest input.
std::vector<const TimingRow*> bars_of(const TimingRun& run, bool (*kind)(const SortInfo&)) {
  const auto input = largest_input(run, true);
  const auto sort = std::ranges::find_if(radix::sorts(), kind);
  if (!input || sort == radix::sorts().end()) return {};
  return scope::bars_of(run, *sort, *input);
}

/// The fastest bar of every value of a setting, smallest value first.
std::vector<const TimingRow*> best_of_each(const std::vector<const TimingRow*>& bars,
                                           uint32_t radix::Settings::*setting) {
  std::vector<const TimingRow*> best;
  const auto value = [&](const TimingRow* row) { return row->configuration.settings.*setting; };
  for (const TimingRow* row : bars) {
    const auto at = std::ranges::find(best, value(row), value);
    if (at == best.end())
      best.push_back(row);
    else if (ms_of(*row) < ms_of(**at))
      *at = row;
  }
  std::ranges::sort(best, {}, value);
  return best;
}

/// Times of stages that do not add up to the whole prove nothing about it.
bool stages_hold(const TimingRow& row) { return stage_gap(row) <= 0.1; }

/// Milliseconds of a stage in one pass; 0 when it was not timed.
double stage_of_pass(const TimingRow& row, Stage stage) {
  return stage_ms(row, radix::info(stage).name).value_or(0) / std::max(row.cost.passes, 1u);
}

uint32_t width_of(const TimingRow& row) { return row.configuration.settings.radix_bits; }

/// "In each pass, the scatter takes 0.8 ms instead of 2.7 ms", or with both widths. Nothing when it
/// is about the same, or was not timed.
std::string stage_change(const TimingRow& before, const TimingRow& after, Stage stage) {
  const double a = stage_of_pass(before, stage), b = stage_of_pass(after, stage);
  if (!stages_hold(before) || !stages_hold(after)) return "";
  if (a <= 0 || b <= 0 || std::max(a, b) < 1.1 * std::min(a, b)) return "";
  if (width_of(before) != width_of(after))
    return text::radix::claim_stage_at({.after = time_words(b),
                                        .before = time_words(a),
                                        .best = width_of(before),
                                        .stage = text::translated(radix::info(stage).label),
                                        .wide = width_of(after)});
  return text::radix::claim_stage({.after = time_words(b),
                                   .before = time_words(a),
                                   .stage = text::translated(radix::info(stage).label)});
}

/// The keys of a full block, or of the only block where there are fewer keys.
uint32_t keys_of_block(const TimingRow& row) {
  const radix::Settings& s = row.configuration.settings;
  const SortInfo* sort = radix::sort_named(row.configuration.method);
  const uint32_t full = s.threads_per_block * (sort->coarse() ? s.keys_per_thread : 1);
  return static_cast<uint32_t>(std::min<uint64_t>(full, row.input.n));
}

uint32_t buckets_of(const TimingRow& row) {
  return 1u << std::min(row.configuration.settings.radix_bits, row.input.bits);
}

/// Keys of a bucket in a block: "1", "0.5".
std::string keys_of_bucket(const TimingRow& row) {
  const double each = static_cast<double>(keys_of_block(row)) / buckets_of(row);
  return fixed_number(each, each < 9.95 && each != std::floor(each) ? 1 : 0);
}

text::radix::change kind_of(const SpeedChange& change) {
  switch (change.kind) {
    case SpeedChange::faster: return text::radix::change::faster;
    case SpeedChange::slower: return text::radix::change::slower;
    case SpeedChange::as_fast: break;
  }
  return text::radix::change::other;
}

bool scans_all(const SortInfo& sort) {
  return !sort.wide_digits() && !sort.one_launch() && !sort.sorts_in_block;
}
bool sorts_first(const SortInfo& sort) {
  return !sort.wide_digits() && !sort.one_launch() && sort.sorts_in_block;
}
bool by_digits(const SortInfo& sort) { return sort.wide_digits() && !sort.coarse(); }
bool by_tiles(const SortInfo& sort) { return sort.coarse(); }

/// Section 13.4.
void add_block_claim(const TimingRun& run, std::vector<Claim>& claims) {
  const TimingRow* before = fastest(bars_of(run, scans_all));
  const TimingRow* after = fastest(bars_of(run, sorts_first));
  if (!before || !after) return;
  Claim claim = claim_of(*radix::sort_named(after->configuration.method), *before, *after);
  claim.rows = {before, after};
  claim.words =
      text::radix::claim_bytes({.after = fixed_number(bytes_a_key(*after), 0),
                                .before = fixed_number(bytes_a_key(*before), 0),
                                .fewer = after->cost.moved_bytes < before->cost.moved_bytes});
  const double scans = stage_of_pass(*before, stage::extract) + stage_of_pass(*before, stage::scan);
  const double sorts =
      stage_of_pass(*after, stage::local_bucket) + stage_of_pass(*after, stage::table_scan);
  if (scans > 0 && sorts > 0 && stages_hold(*before) && stages_hold(*after))
    claim.words = text::paragraph(
        claim.words,
        text::radix::claim_stages({.scans = time_words(scans), .sorts = time_words(sorts)}));
  const std::string scatter = stage_change(*before, *after, stage::scatter);
  const bool timed = stages_hold(*before) && stages_hold(*after) &&
                     stage_of_pass(*before, stage::scatter) > 0 &&
                     stage_of_pass(*after, stage::scatter) > 0;
  claim.words = text::paragraph(
      claim.words, scatter.empty() && timed
                       ? text::radix::claim_scatter({.card = run.facts.engine == "cuda"})
                       : scatter);
  claims.push_back(std::move(claim));
}

/// Section 13.5.
void add_radix_claim(const TimingRun& run, std::vector<Claim>& claims) {
  const auto rows = best_of_each(bars_of(run, by_digits), &radix::Settings::radix_bits);
  if (rows.size() < 2) return;
  const TimingRow *narrow = rows.front(), *wide = rows.back(), *best = fastest(rows);
  Claim claim = claim_of(*radix::sort_named(best->configuration.method), *narrow, *best);
  claim.rows = rows;
  const auto r = [](const TimingRow* row) { return width_of(*row); };
  if (best == narrow) {
    claim.verdict = text::timed::no_faster;
  } else if (!meet(*narrow, *best)) {
    const SpeedChange change = change_of(ms_of(*narrow), ms_of(*best));
    claim.verdict = text::radix::verdict_width(
        {.best = r(best), .change = kind_of(change), .factor = change.factor, .narrow = r(narrow)});
  }
  if (best != narrow && best->cost.passes < narrow->cost.passes)
    claim.words = text::radix::claim_widths({.best = r(best),
                                             .moved = fixed_number(bytes_a_key(*best), 0),
                                             .moved_before = fixed_number(bytes_a_key(*narrow), 0),
                                             .passes = best->cost.passes,
                                             .passes_before = narrow->cost.passes});
  if (best != wide && !meet(*best, *wide) && !same(ms_of(*best), ms_of(*wide)))
    claim.words = text::paragraph(
        claim.words,
        text::radix::claim_loses({.again = best != narrow,
                                  .buckets = buckets_of(*wide),
                                  .by = faster(ms_of(*best), ms_of(*wide)),
                                  .each = keys_of_bucket(*wide),
                                  .keys = keys_of_block(*wide),
                                  .wide = r(wide)}),
        stage_change(*best, *wide, stage::scatter), stage_change(*best, *wide, stage::table_scan));
  claims.push_back(std::move(claim));
}

/// Section 13.6: at the widest radix, where buckets are smallest.
void add_coarse_claim(const TimingRun& run, std::vector<Claim>& claims) {
  const auto all = bars_of(run, by_tiles);
  const auto radixes = best_of_each(all, &radix::Settings::radix_bits);
  if (radixes.empty()) return;
  const uint32_t r = radixes.back()->configuration.settings.radix_bits;
  std::vector<const TimingRow*> bars;
  for (const TimingRow* row : all)
    if (row->configuration.settings.radix_bits == r) bars.push_back(row);
  const auto rows = best_of_each(bars, &radix::Settings::keys_per_thread);
  if (rows.size() < 2) return;
  const TimingRow *one = rows.front(), *best = fastest(rows),
                  *many = best == one ? rows.back() : best;
  Claim claim = claim_of(*radix::sort_named(many->configuration.method), *one, *many);
  claim.rows = rows;
  const auto keys = [](const TimingRow* row) {
    return row->configuration.settings.keys_per_thread;
  };
  if (!meet(*one, *many)) {
    const SpeedChange change = change_of(ms_of(*one), ms_of(*many));
    claim.verdict = text::radix::verdict_keys({.change = kind_of(change),
                                               .factor = change.factor,
                                               .many = keys(many),
                                               .one = keys(one),
                                               .radix = r});
  }
  claim.words = text::paragraph(text::radix::claim_coarse({.buckets = buckets_of(*many),
                                                           .buckets_before = buckets_of(*one),
                                                           .each = keys_of_bucket(*many),
                                                           .each_before = keys_of_bucket(*one),
                                                           .keys = keys_of_block(*many),
                                                           .keys_before = keys_of_block(*one),
                                                           .one = keys(one)}),
                                stage_change(*one, *many, stage::local_bucket),
                                stage_change(*one, *many, stage::table_scan),
                                stage_change(*one, *many, stage::scatter));
  const TimingRow* fastest_of_one = nullptr;
  std::vector<const TimingRow*> ones;
  for (const TimingRow* row : all)
    if (keys(row) == keys(one)) ones.push_back(row);
  fastest_of_one = fastest(ones);
  const TimingRow* fastest_of_all = fastest(all);
  const uint32_t before = fastest_of_one->configuration.settings.radix_bits,
                 now = fastest_of_all->configuration.settings.radix_bits;
  if (before != now && keys(fastest_of_all) != keys(one))
    claim.words =
        text::paragraph(claim.words, text::radix::claim_best({.before = before, .now = now}));
  claims.push_back(std::move(claim));
}

}  // namespace

std::vector<Claim> claims_of_radix(const TimingRun& run) {
  std::vector<Claim> claims;
  add_block_claim(run, claims);
  add_radix_claim(run, claims);
  add_coarse_claim(run, claims);
  return claims;
}

}  // namespace scope
