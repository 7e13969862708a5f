// The run for other programs.

#include "app/base/text.hpp"
#include "timing_axes.hpp"
#include "report.hpp"

namespace scope {
namespace {

struct Column {
  const char* title;
  std::string (*text)(const TimingRow&, const radix::TimingFacts&);
};
/// A number that only a row with a bar has.
struct Number {
  const char* title;
  double (*value)(const TimingRow&, const TimingStatistics&, const radix::TimingFacts&);
  bool zero_is_unknown = false;
};
using Row = TimingRow;
using Statistics = TimingStatistics;
using Facts = radix::TimingFacts;

constexpr Column texts[] = {
    {"id", [](const Row& r, const Facts&) { return std::to_string(r.id); }},
    {"engine", [](const Row&, const Facts& f) { return f.engine; }},
    {"device", [](const Row&, const Facts& f) { return f.device; }},
    {"method", [](const Row& r, const Facts&) { return r.configuration.method; }},
    {"label", [](const Row& r, const Facts&) { return r.label; }},
    {"section", [](const Row& r, const Facts&) { return r.section; }},
    {"n", [](const Row& r, const Facts&) { return std::to_string(r.input.n); }},
    {"type",
     [](const Row& r, const Facts&) {
       return std::string(radix::timed_types()[static_cast<uint32_t>(r.input.type)].name);
     }},
    {"bits", [](const Row& r, const Facts&) { return std::to_string(r.input.bits); }},
    {"distribution",
     [](const Row& r, const Facts&) {
       return std::string(radix::distributions()[static_cast<uint32_t>(r.input.distribution)].name);
     }},
    {"seed", [](const Row& r, const Facts&) { return std::to_string(r.input.seed); }},
    {"session_bytes", [](const Row& r, const Facts&) { return std::to_string(r.cost.session_bytes); }},
    {"moved_bytes", [](const Row& r, const Facts&) { return std::to_string(r.cost.moved_bytes); }},
    {"passes", [](const Row& r, const Facts&) { return std::to_string(r.cost.passes); }},
    {"launches", [](const Row& r, const Facts&) { return std::to_string(r.cost.launches); }},
    {"verified", [](const Row& r, const Facts&) { return std::string(r.verified ? "true" : "false"); }},
    {"refusal", [](const Row& r, const Facts&) { return r.refusal; }},
};

constexpr Number numbers[] = {
    {"median_ms", [](const Row&, const Statistics& s, const Facts&) { return s.median_ms; }},
    {"low_quartile_ms", [](const Row&, const Statistics& s, const Facts&) { return s.low_ms; }},
    {"high_quartile_ms", [](const Row&, const Statistics& s, const Facts&) { return s.high_ms; }},
    {"wall_ms", [](const Row&, const Statistics& s, const Facts&) { return s.wall_ms; }, true},
    {"gkeys_per_s",
     [](const Row& r, const Statistics& s, const Facts&) { return giga_keys(r, s.median_ms); }},
    {"gb_per_s", [](const Row& r, const Statistics& s, const Facts&) { return giga_bytes(r, s.median_ms); },
     true},
    {"floor_ms", [](const Row& r, const Statistics&, const Facts& f) { return floor_ms(r, f); }, true},
    {"samples", [](const Row&, const Statistics& s, const Facts&) { return double(s.samples); }},
    {"dropped", [](const Row&, const Statistics& s, const Facts&) { return double(s.dropped); }},
    {"mhz_low", [](const Row&, const Statistics& s, const Facts&) { return s.mhz_low; }, true},
    {"mhz_high", [](const Row&, const Statistics& s, const Facts&) { return s.mhz_high; }, true},
    {"staged_whole_ms", [](const Row& r, const Statistics&, const Facts&) { return r.staged_whole_ms; },
     true},
    {"stages_sum_ms", [](const Row& r, const Statistics&, const Facts&) { return stage_sum_ms(r); }, true},
};

}  // namespace

Table timing_table(const TimingRun& run) {
  const auto axes = timing_axes();
  const auto stages = stage_names(run.rows);
  Table table;
  auto& head = table.rows.emplace_back();
  for (const Column& column : texts) head.push_back(column.title);
  for (const radix::SettingInfo* axis : axes) head.push_back(axis->name);
  for (const Number& number : numbers) head.push_back(number.title);
  for (const std::string& stage : stages) head.push_back("stage_" + stage + "_ms");
  for (const TimingRow& row : run.rows) {
    auto& cells = table.rows.emplace_back();
    const radix::RungInfo* rung = row.rung ? radix::rung_named(row.configuration.method) : nullptr;
    for (const Column& column : texts) cells.push_back(column.text(row, run.facts));
    for (const radix::SettingInfo* axis : axes)
      cells.push_back(rung && rung->uses(*axis) ? radix::text_of(*axis, row.configuration.settings) : "");
    const auto all = statistics(row);
    for (const Number& number : numbers) {
      const double value = all ? number.value(row, *all, run.facts) : 0;
      cells.push_back(all && !(number.zero_is_unknown && value == 0) ? exact(value) : "");
    }
    for (const std::string& stage : stages) {
      const auto ms = stage_ms(row, stage);
      cells.push_back(all && ms ? exact(*ms) : "");
    }
  }
  return table;
}

std::string samples_csv(const TimingRun& run) {
  std::string text = "id,number,ms,wall_ms,mhz,slow_clock\n";
  for (const TimingRow& row : run.rows)
    for (std::size_t k = 0; k < row.samples.size(); ++k) {
      const radix::Sample& sample = row.samples[k];
      const auto known = [](double value) { return value > 0 ? exact(value) : ""; };
      text += say(row.id, ",", k + 1, ",", exact(sample.ms), ",", known(sample.wall_ms), ",",
                  known(sample.mhz), ",", sample.slow_clock ? "true" : "false", "\n");
    }
  return text;
}

}  // namespace scope
