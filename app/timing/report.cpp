// The table for people.
#include "report.hpp"

#include <algorithm>
#include <cmath>

#include "app/base/text_table.hpp"
#include "app/base/text.hpp"
#include "timing_axes.hpp"
#include "forecast.hpp"
#include "app/model/tradeoff.hpp"

namespace scope {
namespace {

constexpr const char* none = "–";

/// Four digits that matter: 0.01234, 12.34.
std::string ms_text(double ms) {
  if (ms <= 0) return none;
  const int before = static_cast<int>(std::floor(std::log10(ms))) + 1;
  return fixed_number(ms, std::clamp(4 - before, 0, 6));
}

std::string rate_text(double rate) { return rate > 0 ? short_number(rate) : none; }

/// As on the screen; what is no stage of the chapter keeps its name.
std::string stage_label(std::string name) {
  for (const radix::StageInfo& known : known_stages())
    if (name == known.name) return known.label;
  std::ranges::replace(name, '_', ' ');
  return name;
}

/// One column behind the configuration.
struct Column {
  const char* title;
  std::string (*text)(const TimingRow&, const TimingStatistics&, const radix::TimingFacts&);
};
using Row = TimingRow;
using Statistics = TimingStatistics;
using Facts = radix::TimingFacts;

constexpr Column columns[] = {
    {"median ms", [](const Row&, const Statistics& s, const Facts&) { return ms_text(s.median_ms); }},
    {"quartiles", [](const Row&, const Statistics& s,
                     const Facts&) { return say(ms_text(s.low_ms), "…", ms_text(s.high_ms)); }},
    {"wall ms", [](const Row&, const Statistics& s, const Facts&) { return ms_text(s.wall_ms); }},
    {"GKey/s",
     [](const Row& r, const Statistics& s, const Facts&) { return rate_text(giga_keys(r, s.median_ms)); }},
    {"GB/s",
     [](const Row& r, const Statistics& s, const Facts&) { return rate_text(giga_bytes(r, s.median_ms)); }},
    {"% of floor",
     [](const Row& r, const Statistics& s, const Facts& f) {
       const double least = floor_ms(r, f);
       return least > 0 && s.median_ms > 0 ? short_number(100 * least / s.median_ms) : std::string(none);
     }},
    {"stages ms", [](const Row& r, const Statistics&, const Facts&) { return ms_text(stage_sum_ms(r)); }},
    {"samples", [](const Row&, const Statistics& s, const Facts&) { return std::to_string(s.samples); }},
};

/// The axes worth a column: every number, and a choice where it varies.
std::vector<const radix::SettingInfo*> shown_axes(const TimingRun& run) {
  std::vector<const radix::SettingInfo*> axes;
  for (const radix::SettingInfo* axis : timing_axes()) {
    const auto of_plain = axis->get(radix::Settings{});
    const bool varies = std::ranges::any_of(
        run.rows, [&](const TimingRow& row) { return axis->get(row.configuration.settings) != of_plain; });
    if (axis->is_number() || varies) axes.push_back(axis);
  }
  return axes;
}

/// What stands in front of the numbers: method and settings.
std::vector<std::string> front(const TimingRow& row, const std::vector<const radix::SettingInfo*>& axes) {
  std::vector<std::string> cells{row.label};
  const radix::RungInfo* rung = row.rung ? radix::rung_named(row.configuration.method) : nullptr;
  for (const radix::SettingInfo* axis : axes)
    cells.push_back(rung && rung->uses(*axis) ? radix::text_of(*axis, row.configuration.settings) : none);
  return cells;
}

std::vector<std::string> front_titles(const std::vector<const radix::SettingInfo*>& axes) {
  std::vector<std::string> cells{"method"};
  for (const radix::SettingInfo* axis : axes) {
    cells.push_back(axis->name);
    std::ranges::replace(cells.back(), '_', ' ');
  }
  return cells;
}

std::string hollow_words(const TimingRow& row, bool ended) {
  if (!row.refusal.empty()) return row.refusal;
  return ended ? "No sample was made." : "Not reached before the run was cut off.";
}

std::string rows_table(const std::vector<TimingRow>& rows, const TimingRun& run,
                       const std::vector<const radix::SettingInfo*>& axes) {
  Cells cells{front_titles(axes)};
  for (const Column& column : columns) cells[0].push_back(column.title);
  cells[0].push_back("remark");
  for (const TimingRow& row : rows) {
    std::vector<std::string> line = front(row, axes);
    const auto all = statistics(row);
    if (all) {
      for (const Column& column : columns) line.push_back(column.text(row, *all, run.facts));
      line.push_back(remark(row));
    } else {
      line.push_back(hollow_words(row, run.ended));
    }
    cells.push_back(std::move(line));
  }
  std::vector<bool> left(cells[0].size(), false);
  left.front() = left.back() = true;
  return aligned(cells, left);
}

std::string stages_table(const std::vector<TimingRow>& rows,
                         const std::vector<const radix::SettingInfo*>& axes) {
  const std::vector<std::string> names = stage_names(rows);
  if (names.empty()) return "";
  Cells cells{front_titles(axes)};
  for (const std::string& name : names) cells[0].push_back(stage_label(name));
  cells[0].insert(cells[0].end(), {"sum", "whole"});
  for (const TimingRow& row : rows) {
    if (row.stages.empty() || !statistics(row)) continue;
    std::vector<std::string> line = front(row, axes);
    for (const std::string& name : names) {
      const auto ms = stage_ms(row, name);
      line.push_back(ms ? ms_text(*ms) : none);
    }
    line.insert(line.end(), {ms_text(stage_sum_ms(row)), ms_text(row.staged_whole_ms)});
    cells.push_back(std::move(line));
  }
  std::vector<bool> left(cells[0].size(), false);
  left.front() = true;
  return cells.size() == 1
             ? ""
             : "\nstages, ms (the whole is of these runs, with every launch timed)\n" + aligned(cells, left);
}

std::string input_heading(const radix::TimedInput& input) {
  const auto& type = radix::timed_types()[static_cast<uint32_t>(input.type)];
  const std::string number = std::to_string(input.n), size = size_text(input.n);
  return say("n = ", size, size == number ? "" : " = " + number, " · ", type.label,
             input.bits < type.most_bits ? say(", ", input.bits, " bits used") : "", " · ",
             radix::distributions()[static_cast<uint32_t>(input.distribution)].label);
}

}  // namespace

std::string to_table(const TimingRun& run) {
  std::string text;
  for (const std::string& line : header_lines(run)) text += line + "\n";
  const auto axes = shown_axes(run);
  for (std::size_t begin = 0, end = 0; begin < run.rows.size(); begin = end) {
    while (end < run.rows.size() && run.rows[end].input == run.rows[begin].input) ++end;
    const std::vector<TimingRow> rows(run.rows.begin() + begin, run.rows.begin() + end);
    text += "\n" + input_heading(rows.front().input) + "\n" + rows_table(rows, run, axes) +
            stages_table(rows, axes);
  }
  text += "\n";
  for (const std::string& line : note_lines(run)) text += wrapped(line, 110);
  return text;
}

}  // namespace scope
