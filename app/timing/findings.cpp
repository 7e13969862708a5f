#include "findings.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/model/tradeoff.hpp"
#include "claim_bars.hpp"
#include "distance.hpp"
#include "forecast.hpp"
#include "kernel_limits.hpp"
#include "names.hpp"

namespace scope {
namespace {

/// The parts that are there, with a dot between.
std::string dotted(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : " · ") + part;
  return text;
}

constexpr double most_gap = 0.03;  // stages and the whole
constexpr double most_drift = 0.01;

std::string clock_words(const TimingRun& run) {
  double low = 0, high = 0;
  for (const TimingRow& row : run.rows) {
    const auto all = statistics(row);
    if (!all || all->mhz_low <= 0) continue;
    low = low == 0 ? all->mhz_low : std::min(low, all->mhz_low);
    high = std::max(high, all->mhz_high);
  }
  if (low == 0) return "";
  return say("Clock right before the counted samples: ", std::llround(low), " to ",
             std::llround(high), " MHz.");
}

std::string drift_words(const TimingRun& run) {
  if (!run.drift) return "";
  const std::string change =
      say("Drift ", *run.drift < 0 ? "−" : "+", percent(std::abs(*run.drift), 1));
  if (std::abs(*run.drift) <= most_drift) return change + ".";
  return change +
         ": the machine changed while this was measured; compare the bars with care, or run again.";
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
  return cut.empty() ? row.label : row.label + " (" + cut + ")";
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

std::string sort_against_anchor(const Timed& sort, const Timed& anchor) {
  if (meet(*sort.row, *anchor.row)) return "as fast as " + anchor.row->label;
  if (anchor.ms * worth_saying < sort.ms)
    return factor_words(sort.ms / anchor.ms) + " × slower than " + anchor.row->label;
  if (sort.ms * worth_saying < anchor.ms)
    return factor_words(anchor.ms / sort.ms) + " × faster than " + anchor.row->label;
  return "as fast as " + anchor.row->label;
}

/// "", or what the slow row does more of, from costs and stages: passes and bytes.
std::string more_of(const TimingRow& slow, const TimingRow& quick) {
  std::vector<std::string> facts;
  if (slow.cost.passes > quick.cost.passes && quick.cost.passes > 0)
    facts.push_back(say("makes ", slow.cost.passes, " passes instead of ", quick.cost.passes));
  const double bytes =
      quick.cost.moved_bytes > 0 && slow.cost.moved_bytes > 0
          ? static_cast<double>(slow.cost.moved_bytes) / static_cast<double>(quick.cost.moved_bytes)
          : 0;
  if (bytes > 1.05) facts.push_back("moves " + factor_words(bytes) + " × the bytes");
  if (facts.empty() && !slow.stages.empty()) {
    const auto [stage, share] = main_stage(slow);
    facts.push_back(say("moves ", bytes > 0.95 && bytes > 0 ? "as many" : "fewer",
                        " bytes, but spends ", percent(share, 0), " of its time in ",
                        stage_words(stage)));
    if (bytes == 0)
      facts.back() = say("spends ", percent(share, 0), " of its time in ", stage_words(stage));
  }
  return listed(facts);
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
    return say(capital(who(run, *best[i].row)), " is ", factor_words(best[i].ms / best[i - 1].ms),
               " × slower than ", who(run, *best[i - 1].row),
               neighbours ? ", the sort before it" : "", why.empty() ? "." : ": it " + why + ".");
  }
  return "";
}

/// The fastest sort against the time that its own bytes would take.
std::string against_copy(const TimingRun& run, const Timed& best) {
  const double least = floor_ms(*best.row, run.facts);
  if (least <= 0 || best.ms <= 0) return "";
  const double bytes =
      static_cast<double>(best.row->cost.moved_bytes) / static_cast<double>(best.row->input.n);
  return say("Its ", fixed_number(bytes, bytes < 10 ? 1 : 0), " bytes per key would take ",
             time_words(least), " at the copy rate, ",
             least < 0.01 * best.ms ? "less than 1 %" : percent(least / best.ms, 0),
             " of its time.");
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
  return say("Of the chapter's sorts ", who(run, *last.row), " takes longest there, ",
             factor_words(last.ms / best.ms), " × the time of the fastest",
             why.empty() ? "." : ": it " + why + ".");
}

std::string waiting_words(const TimingView& view) {
  if (!view.run) return "Pick what to measure and press Measure, or open a run that was saved.";
  if (view.running)
    return "Nothing has been timed yet: every result is verified before its time counts.";
  return view.run->failure.empty() ? "No bar of this run could be measured." : view.run->failure;
}

}  // namespace

std::string remark(const TimingRow& row) {
  const auto all = statistics(row);
  if (!all) return "";
  const double gap = stage_gap(row);
  const bool few = all->samples < 10 && all->median_ms > 1e3 * slow_run_seconds;
  return dotted(
      {all->noisy ? "noisy: quartiles " +
                        percent((all->high_ms - all->low_ms) / all->median_ms, 1) + " apart"
                  : "",
       all->dropped > 0 ? say(all->dropped, " at a low clock dropped") : "",
       few ? say("few samples: one run takes ", short_number(all->median_ms / 1e3), " s") : "",
       gap > most_gap ? "stages " + percent(gap, 1) + " from the whole" : ""});
}

std::vector<std::string> header_lines(const TimingRun& run) {
  const radix::TimingFacts& facts = run.facts;
  const char* processors = facts.engine == "cuda" ? " multiprocessors" : " worker threads";
  std::vector<std::string> lines = {
      dotted({"radixscope " + run.version, "engine " + facts.engine, facts.device, run.date}),
      dotted(
          {facts.driver.empty() ? "" : "driver " + facts.driver, facts.runtime, facts.libraries}),
      dotted({facts.memory_bytes > 0 ? bytes_text(facts.memory_bytes) + " of memory" : "",
              facts.free_bytes > 0 ? bytes_text(facts.free_bytes) + " free" : "",
              facts.l2_bytes > 0 ? bytes_text(facts.l2_bytes) + " of L2" : "",
              facts.processors > 0 ? say(facts.processors, processors) : "",
              facts.clock_mhz > 0 ? say(std::llround(facts.clock_mhz), " MHz") : "",
              facts.copy_gb_s > 0 ? say("copies at ", short_number(facts.copy_gb_s), " GB/s") : "",
              say("seed ", run.seed)}),
      facts.display, run.options};
  std::erase(lines, "");
  return lines;
}

std::vector<std::string> note_lines(const TimingRun& run, const std::vector<Claim>& claims) {
  std::vector<std::string> lines;
  if (!run.failure.empty()) lines.push_back(run.failure);
  lines.push_back(run.protocol);
  lines.push_back(
      run.facts.copy_gb_s > 0
          ? "GB/s: the bytes that a sort's own launches must read and write, by its median. % of "
            "floor: the time of those bytes at the measured copy rate, by the median; above 100 % "
            "where a sort reads more than it writes, for a copy is not the fastest traffic."
          : "GB/s: the bytes that a sort's own launches must read and write, by its median.");
  for (const Claim& claim : claims)
    lines.push_back(say("Section ", claim.section, ", ", claim.title, ", with ",
                        input_words(claim.rows.front()->input), ": ", claim.verdict, ". ",
                        claim.words));
  for (const TimingRow* row : rows_with_distance(run))
    lines.push_back("Distance from the floor: " + distance_words(run, *row));
  for (const TimingRow* row : rows_with_counts(run)) {
    lines.push_back(say("What limits ", row->label, "? ", kernels_heading(*row)));
    const CountedKernels& all = counted_kernels();
    const double copy = run.facts.device.starts_with(all.device) ? run.facts.copy_gb_s : 0;
    for (const KernelCounts* kernel : kernels_of(*row)) lines.push_back(limit_words(*kernel, copy));
  }
  lines.push_back(clock_words(run));
  lines.push_back(drift_words(run));
  lines.push_back(run.facts.note);
  std::erase(lines, "");
  return lines;
}

std::string timing_why(const TimingView& view, std::optional<radix::TimedInput> input) {
  const auto subject = input || !view.run ? input : largest_input(*view.run, false);
  if (!subject) return waiting_words(view);
  const TimingRun& run = *view.run;
  const auto sorts = fastest_first(run, *subject, true),
             anchors = fastest_first(run, *subject, false);
  if (sorts.empty() && anchors.empty()) return waiting_words(view);
  if (sorts.empty())
    return say(capital(input_words(*subject)), ": ", anchors.front().row->label,
               " is the fastest, ", rate_words(giga_keys(*anchors.front().row, anchors.front().ms)),
               ".");
  const Timed& best = sorts.front();
  std::vector<std::string> sentences;
  std::string first =
      say(who(run, *best.row),
          sorts.size() > 1 ? say(" is the fastest of the ", sorts.size(), " measured here: ")
                           : std::string(": "),
          rate_words(giga_keys(*best.row, best.ms)), " on ", input_words(*subject));
  if (!anchors.empty()) first += ", " + sort_against_anchor(best, anchors.front());
  sentences.push_back(capital(first) + ".");
  if (const auto [stage, share] = main_stage(*best.row); share > 0 && best.row->stages.size() > 1)
    sentences.push_back(say(percent(share, 0), " of its time is ", stage_words(stage), "."));
  sentences.push_back(against_copy(run, best));
  const std::string odd = surprise(run, sorts);
  sentences.push_back(odd.empty() ? slowest(run, sorts) : odd);
  std::string words;
  for (const std::string& sentence : sentences)
    if (!sentence.empty()) words += (words.empty() ? "" : " ") + sentence;
  return words;
}

}  // namespace scope
