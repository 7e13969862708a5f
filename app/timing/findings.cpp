#include "findings.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/model/tradeoff.hpp"
#include "claim_bars.hpp"
#include "distance.hpp"
#include "forecast.hpp"
#include "kernel_limits.hpp"
#include "kernels/text/retold.hpp"
#include "names.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

/// The parts that are there, with a dot between.
std::string dotted(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : " · ") + part;
  return text;
}

constexpr double max_gap = 0.03;  // stages and the whole
constexpr double max_drift = 0.01;

std::string clock_words(const TimingRun& run) {
  double low = 0, high = 0;
  for (const TimingRow& row : run.rows) {
    const auto all = statistics(row);
    if (!all || all->mhz_low <= 0) continue;
    low = low == 0 ? all->mhz_low : std::min(low, all->mhz_low);
    high = std::max(high, all->mhz_high);
  }
  if (low == 0) return "";
  return text::timed::clock({.high = std::llround(high), .low = std::llround(low)});
}

std::string drift_words(const TimingRun& run) {
  if (!run.drift) return "";
  const std::string drift = (*run.drift < 0 ? "−" : "+") + percent(std::abs(*run.drift), 1);
  return std::abs(*run.drift) <= max_drift ? text::timed::drift({.drift = drift})
                                           : text::timed::drift_large({.drift = drift});
}

struct Timed {
  const TimingRow* row = nullptr;
  double ms = 0;
};

/// The bars of an input, the fastest first; sorts, or what stands beside them.
std::vector<Timed> fastest_first(const TimingRun& run, const radix::TimedInput& input, bool sorts) {
  std::vector<Timed> all;
  for (const TimingRow& row : run.rows)
    if (const auto s = row.input == input && row.sort == sorts ? statistics(row) : std::nullopt)
      if (!is_check(row)) all.push_back({&row, s->median_ms});
  std::ranges::stable_sort(all, {}, &Timed::ms);
  return all;
}

/// "coarse (r 8, 16 keys per thread)".
std::string who(const TimingRun& run, const TimingRow& row) {
  std::string cut = cut_words(run, row);
  for (std::size_t at; (at = cut.find(" · ")) != cut.npos;)
    cut.replace(at, std::string(" · ").size(), ", ");
  return cut.empty() ? label_words(row) : text::timed::who({.cut = cut, .name = label_words(row)});
}

uint32_t sort_number(const TimingRow& row) {
  return radix::number_of(*radix::sort_named(row.configuration.method));
}

/// The stage that takes most, and its share of all stages.
std::pair<std::string, double> main_stage(const TimingRow& row) {
  std::pair<std::string, double> most;
  std::vector<std::pair<std::string, double>> sums;
  for (const radix::StageTime& stage : row.stages) {
    auto it = std::ranges::find(sums, stage.stage, &std::pair<std::string, double>::first);
    if (it == sums.end()) it = sums.insert(sums.end(), {stage.stage, 0.0});
    it->second += stage.ms;
  }
  for (const auto& sum : sums)
    if (sum.second > most.second) most = sum;
  most.second = stage_sum_ms(row) > 0 ? most.second / stage_sum_ms(row) : 0;
  return most;
}

/// How a sort compares with what stands beside it.
SpeedChange against(const Timed& sort, const Timed& baseline) {
  return meet(*sort.row, *baseline.row) ? SpeedChange{} : change_of(baseline.ms, sort.ms);
}

text::timed::beside kind_of(const SpeedChange& change) {
  switch (change.kind) {
    case SpeedChange::as_fast: return text::timed::beside::as_fast;
    case SpeedChange::faster: return text::timed::beside::faster;
    case SpeedChange::slower: break;
  }
  return text::timed::beside::other;
}

/// "", or what the slow row does more of, from costs and stages: passes and bytes.
std::string more_of(const TimingRow& slow, const TimingRow& quick) {
  std::vector<std::string> facts;
  if (slow.cost.passes > quick.cost.passes && quick.cost.passes > 0)
    facts.push_back(
        text::timed::more_passes({.before = quick.cost.passes, .passes = slow.cost.passes}));
  const double bytes =
      quick.cost.moved_bytes > 0 && slow.cost.moved_bytes > 0
          ? static_cast<double>(slow.cost.moved_bytes) / static_cast<double>(quick.cost.moved_bytes)
          : 0;
  if (bytes > 1.05) facts.push_back(text::timed::more_bytes({.factor = factor_words(bytes)}));
  if (facts.empty() && !slow.stages.empty()) {
    const auto [stage, share] = main_stage(slow);
    const std::string part = percent(share, 0), name = stage_words(stage);
    facts.push_back(bytes == 0 ? text::timed::spends({.share = part, .stage = name})
                               : text::timed::spends_although(
                                     {.alike = bytes > 0.95, .share = part, .stage = name}));
  }
  return text::list(facts);
}

/// A sort that lies below one that comes before it in the list, each with its fastest cut.
std::string surprise(const TimingRun& run, const std::vector<Timed>& sorts) {
  std::vector<Timed> best;  // of every sort, in the order of the list
  for (const radix::SortInfo& sort : radix::timed_sorts()) {
    if (!sort.further) continue;
    const auto it = std::ranges::find_if(
        sorts, [&](const Timed& t) { return t.row->configuration.method == sort.name; });
    if (it != sorts.end()) best.push_back(*it);
  }
  for (std::size_t i = 1; i < best.size(); ++i) {
    if (best[i].ms < best[i - 1].ms * worth_saying || meet(*best[i].row, *best[i - 1].row))
      continue;  // as the claims have it
    const auto family = [](const Timed& t) {
      return radix::sort_named(t.row->configuration.method)->family;
    };
    if (family(best[i]) != family(best[i - 1])) continue;  // another list begins
    const std::string why = more_of(*best[i].row, *best[i - 1].row);
    const bool neighbours = sort_number(*best[i].row) == sort_number(*best[i - 1].row) + 1;
    return text::timed::surprise({.factor = factor_words(best[i].ms / best[i - 1].ms),
                                  .neighbours = neighbours,
                                  .other = who(run, *best[i - 1].row),
                                  .told = !why.empty(),
                                  .who = who(run, *best[i].row),
                                  .why = why});
  }
  return "";
}

/// The fastest sort against the time that its own bytes would take.
std::string against_memory(const TimingRun& run, const Timed& best) {
  const double least = floor_ms(*best.row, run.facts);
  if (least <= 0 || best.ms <= 0) return "";
  const double bytes =
      static_cast<double>(best.row->cost.moved_bytes) / static_cast<double>(best.row->input.n);
  return text::timed::bytes_at_memory_rate({.bytes = fixed_number(bytes, bytes < 10 ? 1 : 0),
                                            .share = percent(least / best.ms, 0),
                                            .time = time_words(least),
                                            .tiny = least < 0.01 * best.ms});
}

std::string slowest(const TimingRun& run, const std::vector<Timed>& sorts) {
  const Timed &last = sorts.back(), &best = sorts.front();
  if (last.ms < best.ms * worth_saying || meet(*last.row, *best.row)) return "";
  const auto moved = [](const TimingRow& row) {
    return static_cast<double>(std::max<uint64_t>(row.cost.moved_bytes, 1));
  };
  // Passes and bytes explain a factor of their own size, not one that is far beyond it
  const double work = std::max(moved(*last.row) / moved(*best.row),
                               1.0 * last.row->cost.passes / std::max(best.row->cost.passes, 1u));
  const std::string why = last.ms / best.ms > 3 * work ? "" : more_of(*last.row, *best.row);
  return text::timed::slowest({.factor = factor_words(last.ms / best.ms),
                               .told = !why.empty(),
                               .who = who(run, *last.row),
                               .why = why});
}

std::string waiting_words(const TimingView& view) {
  if (!view.run) return text::timed::pick;
  if (view.running) return text::timed::nothing_yet;
  return view.run->failure.empty() ? std::string(text::timed::no_bar) : view.run->failure;
}

}  // namespace

std::string remark(const TimingRow& row) {
  const auto all = statistics(row);
  if (!all) return "";
  const double gap = stage_gap(row);
  const bool few = all->samples < 10 && all->median_ms > 1e3 * slow_run_seconds;
  return dotted(
      {all->noisy ? text::timed::noisy(
                        {.share = percent((all->high_ms - all->low_ms) / all->median_ms, 1)})
                  : "",
       all->dropped > 0 ? text::timed::dropped({.samples = all->dropped}) : "",
       few ? text::timed::few_samples({.seconds = short_number(all->median_ms / 1e3)}) : "",
       gap > max_gap ? text::timed::stages_gap({.share = percent(gap, 1)}) : ""});
}

std::vector<std::string> header_lines(const TimingRun& run) {
  const radix::TimingFacts& facts = run.facts;
  std::vector<std::string> lines = {
      dotted({"radixscope " + run.version, text::timed::engine({.engine = facts.engine}),
              facts.device, run.date}),
      dotted(
          {facts.driver.empty() ? "" : text::timed::driver({.driver = text::retold(facts.driver)}),
           facts.runtime, facts.libraries}),
      dotted(
          {facts.memory_bytes > 0
               ? text::timed::of_memory({.bytes = bytes_text(facts.memory_bytes)})
               : "",
           facts.free_bytes > 0 ? text::timed::free({.bytes = bytes_text(facts.free_bytes)}) : "",
           facts.l2_bytes > 0 ? text::timed::of_l2({.bytes = bytes_text(facts.l2_bytes)}) : "",
           facts.processors > 0 ? text::timed::processors(
                                      {.card = facts.engine == "cuda", .count = facts.processors})
                                : "",
           facts.clock_mhz > 0 ? joined({std::llround(facts.clock_mhz), " MHz"}) : "",
           memory_rate_words(facts), text::timed::seed({.seed = run.seed})}),
      text::retold(facts.display), run.options};
  std::erase(lines, "");
  return lines;
}

std::vector<std::string> note_lines(const TimingRun& run, const std::vector<Claim>& claims) {
  std::vector<std::string> lines;
  if (!run.failure.empty()) lines.push_back(run.failure);
  lines.push_back(text::retold(run.protocol));
  lines.push_back(run.facts.memory_gb_s() > 0
                      ? text::paragraph(text::timed::note_rate, text::timed::note_floor)
                      : std::string(text::timed::note_rate));
  for (const Claim& claim : claims)
    lines.push_back(text::timed::note_claim({.input = input_words(claim.rows.front()->input),
                                             .section = claim.section,
                                             .title = claim.title,
                                             .verdict = claim.verdict,
                                             .words = claim.words}));
  for (const TimingRow* row : rows_with_distance(run))
    lines.push_back(text::timed::note_distance({.words = distance_words(run, *row)}));
  for (const TimingRow* row : rows_with_counts(run)) {
    lines.push_back(
        text::timed::note_limits({.heading = kernels_heading(*row), .name = label_words(*row)}));
    const CountedKernels& all = counted_kernels();
    const double rate = run.facts.device.starts_with(all.device) ? run.facts.memory_gb_s() : 0;
    for (const KernelCounts* kernel : kernels_of(*row)) lines.push_back(limit_words(*kernel, rate));
  }
  lines.push_back(clock_words(run));
  lines.push_back(drift_words(run));
  lines.push_back(text::retold(run.facts.note));
  std::erase(lines, "");
  return lines;
}

bool was_unsteady(const TimingRun& run) { return run.drift && std::abs(*run.drift) > 0.01; }

std::string timing_why(const TimingView& view, std::optional<radix::TimedInput> input) {
  const auto subject = input || !view.run ? input : largest_input(*view.run, false);
  if (!subject) return waiting_words(view);
  const TimingRun& run = *view.run;
  const auto sorts = fastest_first(run, *subject, true),
             baselines = fastest_first(run, *subject, false);
  if (sorts.empty() && baselines.empty()) return waiting_words(view);
  if (sorts.empty())
    return text::timed::library_fastest(
        {.anchor = label_words(*baselines.front().row),
         .input = input_words(*subject),
         .rate = rate_words(giga_keys(*baselines.front().row, baselines.front().ms))});
  const Timed& best = sorts.front();
  const SpeedChange change = baselines.empty() ? SpeedChange{} : against(best, baselines.front());
  std::vector<std::string> sentences{
      text::timed::first({.anchor = baselines.empty() ? "" : label_words(*baselines.front().row),
                          .beside = baselines.empty() ? text::timed::beside::none : kind_of(change),
                          .factor = change.factor,
                          .input = input_words(*subject),
                          .rate = rate_words(giga_keys(*best.row, best.ms)),
                          .several = sorts.size() > 1,
                          .sorts = sorts.size(),
                          .who = who(run, *best.row)})};
  if (const auto [stage, share] = main_stage(*best.row); share > 0 && best.row->stages.size() > 1)
    sentences.push_back(
        text::timed::stage_share({.share = percent(share, 0), .stage = stage_words(stage)}));
  sentences.push_back(against_memory(run, best));
  const std::string odd = surprise(run, sorts);
  sentences.push_back(odd.empty() ? slowest(run, sorts) : odd);
  std::string words;
  for (const std::string& sentence : sentences) words = text::paragraph(words, sentence);
  return words;
}

}  // namespace scope
