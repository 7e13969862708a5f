// What should be known besides the numbers: the machine, remarks, notes.
#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"
#include "app/radix/claims.hpp"
#include "forecast.hpp"
#include "names.hpp"
#include "report.hpp"
#include "app/model/tradeoff.hpp"

namespace scope {
namespace {

/// The parts that are there, with a dot between.
std::string dotted(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : " · ") + part;
  return text;
}

std::string percent(double share) { return fixed_number(100 * share, 1) + " %"; }

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
  return say("Clock right before the counted samples: ", std::llround(low), " to ", std::llround(high), " MHz.");
}

std::string drift_words(const TimingRun& run) {
  if (!run.drift) return "";
  const std::string change = say("Drift ", *run.drift < 0 ? "−" : "+", percent(std::abs(*run.drift)));
  if (std::abs(*run.drift) <= most_drift) return change + ".";
  return change + ": the machine changed while this was measured; compare the bars with care, or run again.";
}

}  // namespace

std::string remark(const TimingRow& row) {
  const auto all = statistics(row);
  if (!all) return "";
  const double gap = stage_gap(row);
  const bool few = all->samples < 10 && all->median_ms > 1e3 * slow_run_seconds;
  return dotted({all->noisy
                     ? "noisy: quartiles " + percent((all->high_ms - all->low_ms) / all->median_ms) + " apart"
                     : "",
                 all->dropped > 0 ? say(all->dropped, " at a low clock dropped") : "",
                 few ? say("few samples: one run takes ", short_number(all->median_ms / 1e3), " s") : "",
                 gap > most_gap ? "stages " + percent(gap) + " from the whole" : ""});
}

std::vector<std::string> stage_names(const std::vector<TimingRow>& rows) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  // In the order of a pass where the stages are known, the others behind them
  for (const radix::StageInfo& known : known_stages())
    for (const TimingRow& row : rows)
      if (stage_ms(row, known.name)) add(known.name);
  for (const TimingRow& row : rows)
    for (const radix::StageTime& stage : row.stages) add(stage.stage);
  return names;
}

std::optional<double> stage_ms(const TimingRow& row, const std::string& stage) {
  std::optional<double> sum;
  for (const radix::StageTime& each : row.stages)
    if (each.stage == stage) sum = sum.value_or(0) + each.ms;
  return sum;
}

std::vector<std::string> header_lines(const TimingRun& run) {
  const radix::TimingFacts& facts = run.facts;
  const char* processors = facts.engine == "cuda" ? " multiprocessors" : " worker threads";
  std::vector<std::string> lines = {
      dotted({"radixscope " + run.version, "engine " + facts.engine, facts.device, run.date}),
      dotted({facts.driver.empty() ? "" : "driver " + facts.driver, facts.runtime, facts.libraries}),
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

std::vector<std::string> note_lines(const TimingRun& run) {
  std::vector<std::string> lines;
  if (!run.failure.empty()) lines.push_back(run.failure);
  lines.push_back(run.protocol);
  lines.push_back(
      run.facts.copy_gb_s > 0
          ? "GB/s: the bytes that a sort's own launches must read and write, by its median. % of floor: the "
            "time of those bytes at the measured copy rate, by the median."
          : "GB/s: the bytes that a sort's own launches must read and write, by its median.");
  for (const Claim& claim : timing_claims(run))
    lines.push_back(say("Section ", claim.section, ", ", claim.title, ", with ", input_words(claim.rows.front()->input), ": ", claim.verdict, ". ", claim.words));
  lines.push_back(clock_words(run));
  lines.push_back(drift_words(run));
  lines.push_back(run.facts.note);
  std::erase(lines, "");
  return lines;
}

}  // namespace scope
