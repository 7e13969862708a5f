#include "names.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/model/tradeoff.hpp"
#include "kernels/text/retold.hpp"
#include "plan.hpp"
#include "text/timed.hpp"
#include "text/tradeoff.hpp"

namespace scope {
namespace {

/// Three digits: "0.412", "12.3", "124".
std::string three_digits(double value) {
  return fixed_number(value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3);
}

/// "r 8" and "16 keys per thread" for the settings that most often differ, "block 256" for the
/// others.
std::string axis_words(const radix::SettingInfo& axis, const radix::Settings& settings) {
  const std::string value = radix::text_of(axis, settings);
  if (axis.use == radix::Use::wide_digits) return "r " + value;
  if (axis.use == radix::Use::coarsening && axis.is_number())
    return text::tradeoff::keys_per_thread({.keys = axis.get(settings)});
  return axis.is_number() ? std::string(axis.name) + " " + value
                          : std::string(text::translated(axis.choices[axis.get(settings)].label));
}

/// Sorts of the run that use this axis have more than one value of it.
bool differs(const TimingRun& run, const radix::SettingInfo& axis) {
  std::optional<uint32_t> first;
  for (const TimingRow& row : run.rows) {
    const radix::SortInfo* sort = row.sort ? radix::sort_named(row.configuration.method) : nullptr;
    if (!sort || !sort->uses(axis)) continue;
    const uint32_t value = axis.get(row.configuration.settings);
    if (first && *first != value) return true;
    first = value;
  }
  return false;
}

const radix::TimedTypeInfo& info_of(radix::TimedType type) {
  return *std::ranges::find(radix::timed_types(), type, &radix::TimedTypeInfo::id);
}
const radix::DistributionInfo& info_of(radix::Distribution distribution) {
  return *std::ranges::find(radix::distributions(), distribution, &radix::DistributionInfo::id);
}

}  // namespace

std::string time_words(double ms) {
  if (ms >= 1000) return three_digits(ms / 1000) + " s";
  return ms >= 0.1 ? three_digits(ms) + " ms" : three_digits(ms * 1000) + " µs";
}

std::string rate_words(double giga_keys) {
  if (giga_keys >= 0.1) return three_digits(giga_keys) + " GKey/s";
  return giga_keys >= 1e-4 ? three_digits(giga_keys * 1e3) + " MKey/s"
                           : three_digits(giga_keys * 1e6) + " kKey/s";
}

std::string cut_words(const TimingRun& run, const TimingRow& row) {
  const radix::SortInfo* sort = row.sort ? radix::sort_named(row.configuration.method) : nullptr;
  std::string words;
  for (const radix::SettingInfo* axis : timing_axes()) {
    if (!sort || !sort->uses(*axis)) continue;
    const bool wide =
        axis->use == radix::Use::wide_digits;  // said even where only one width was measured
    if (!wide && !differs(run, *axis)) continue;
    words += (words.empty() ? "" : " · ") + axis_words(*axis, row.configuration.settings);
  }
  return words;
}

std::string label_words(const TimingRow& row) { return std::string(text::translated(row.label)); }

std::string why_refused_words(const TimingRow& row) { return text::retold(row.refusal); }

std::string who_words(const TimingRun& run, const TimingRow& row) {
  const std::string cut = cut_words(run, row);
  return cut.empty() ? label_words(row) : label_words(row) + " · " + cut;
}

std::string input_words(const radix::TimedInput& input) {
  const radix::TimedTypeInfo& type = info_of(input.type);
  return text::timed::input({.bits = input.bits,
                             .keys = size_text(input.n),
                             .narrow = input.bits < type.max_bits,
                             .spread = text::translated(info_of(input.distribution).label),
                             .type = text::translated(type.label)});
}

std::string kind_words(const radix::TimedInput& input) {
  const radix::TimedTypeInfo& type = info_of(input.type);
  return text::timed::kind({.bits = input.bits,
                            .narrow = input.bits < type.max_bits,
                            .spread = text::translated(info_of(input.distribution).label),
                            .type = text::translated(type.label)});
}

std::string name_of_run(const TimingRun& run) {
  return run.facts.device.substr(0, run.facts.device.find(" · ")) + " · " + run.date.substr(0, 10);
}

std::string memory_rate_words(const radix::TimingFacts& facts) {
  using text::timed::traffic;
  const double rate = facts.memory_gb_s();
  if (rate <= 0) return "";
  return text::timed::memory_rate({.rate = fixed_number(rate, rate < 100 ? 1 : 0),
                                   .traffic = rate == facts.copy_gb_s   ? traffic::copy
                                              : rate == facts.read_gb_s ? traffic::read
                                                                        : traffic::other});
}

std::string header_words(const TimingRun& run) {
  std::string words = run.facts.device;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) words += " · " + part;
  };
  add(run.facts.driver.empty() ? ""
                               : text::timed::driver({.driver = text::retold(run.facts.driver)}));
  add(run.facts.runtime);
  add(run.facts.libraries);
  add(memory_rate_words(run.facts));
  add(run.date.substr(0, 10));
  add(text::timed::seed({.seed = run.seed}));
  return words;
}

bool is_check(const TimingRow& row) {
  return !row.sort && row.configuration.method.starts_with("check_");
}

std::string factor_words(double value) {
  return fixed_number(value, value < 1.095 ? 2 : value < 9.95 ? 1 : 0);
}

std::string stage_words(const std::string& stage) {
  for (const radix::StageInfo& each : known_stages())
    if (stage == each.name) return std::string(text::translated(each.label));
  if (stage == "whole_pass") return text::timed::whole_pass;
  if (stage == "reverse") return text::timed::reverse;
  std::string words = stage;
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace scope
