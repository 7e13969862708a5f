// The table for people, and the run for other programs.
#include "report.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/table.hpp"
#include "app/core/base/text.hpp"
#include "app/core/model/tradeoff.hpp"
#include "findings.hpp"
#include "forecast.hpp"
#include "names.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

constexpr const char* no_value = "–";

/// Four digits that matter: 0.01234, 12.34.
std::string ms_text(double ms) {
  if (ms <= 0) return no_value;
  const int before = static_cast<int>(std::floor(std::log10(ms))) + 1;
  return fixed_number(ms, std::clamp(4 - before, 0, 6));
}

std::string rate_text(double rate) { return rate > 0 ? short_number(rate) : no_value; }

/// One column behind the configuration.
struct TableColumn {
  text::Label title;
  std::string (*text)(const TimingRow&, const TimingStatistics&, const radix::TimingFacts&);
};
using Row = TimingRow;
using Statistics = TimingStatistics;
using Facts = radix::TimingFacts;

constexpr TableColumn table_columns[] = {
    {text::timed::column_median_ms,
     [](const Row&, const Statistics& s, const Facts&) { return ms_text(s.median_ms); }},
    {text::timed::column_quartiles,
     [](const Row&, const Statistics& s, const Facts&) {
       return ms_text(s.low_ms) + "…" + ms_text(s.high_ms);
     }},
    {text::timed::column_wall,
     [](const Row&, const Statistics& s, const Facts&) { return ms_text(s.wall_ms); }},
    {"GKey/s", [](const Row& r, const Statistics& s,
                  const Facts&) { return rate_text(giga_keys(r, s.median_ms)); }},
    {"GB/s", [](const Row& r, const Statistics& s,
                const Facts&) { return rate_text(giga_bytes(r, s.median_ms)); }},
    {text::timed::column_floor,
     [](const Row& r, const Statistics& s, const Facts& f) {
       const double least = floor_ms(r, f);
       return least > 0 && s.median_ms > 0 ? short_number(100 * least / s.median_ms)
                                           : std::string(no_value);
     }},
    {text::timed::column_stages,
     [](const Row& r, const Statistics&, const Facts&) { return ms_text(stage_sum_ms(r)); }},
    {text::timed::column_samples,
     [](const Row&, const Statistics& s, const Facts&) { return std::to_string(s.samples); }},
};

/// The axes worth a column: how a block is cut and how wide a digit is, and others where they vary.
std::vector<const radix::SettingInfo*> shown_axes(const TimingRun& run) {
  std::vector<const radix::SettingInfo*> axes;
  for (const radix::SettingInfo* axis : timing_axes()) {
    const auto of_plain = axis->get(radix::Settings{});
    const bool varies = std::ranges::any_of(run.rows, [&](const TimingRow& row) {
      return axis->get(row.configuration.settings) != of_plain;
    });
    using radix::Use;
    const bool cuts =
        axis->is_number() &&
        (axis->use == Use::blocks || axis->use == Use::wide_digits || axis->use == Use::coarsening);
    if (cuts || varies) axes.push_back(axis);
  }
  return axes;
}

/// What stands in front of the numbers: method and settings.
std::vector<std::string> front(const TimingRow& row,
                               const std::vector<const radix::SettingInfo*>& axes) {
  std::vector<std::string> cells{label_words(row)};
  const radix::SortInfo* sort = row.sort ? radix::sort_named(row.configuration.method) : nullptr;
  for (const radix::SettingInfo* axis : axes)
    cells.push_back(sort && sort->uses(*axis) ? radix::text_of(*axis, row.configuration.settings)
                                              : no_value);
  return cells;
}

std::vector<std::string> front_titles(const std::vector<const radix::SettingInfo*>& axes) {
  std::vector<std::string> cells{text::timed::column_method};
  for (const radix::SettingInfo* axis : axes) {
    cells.push_back(axis->name);
    std::ranges::replace(cells.back(), '_', ' ');
  }
  return cells;
}

std::string hollow_words(const TimingRow& row, bool ended) {
  if (!row.refusal.empty()) return why_refused_words(row);
  return ended ? text::timed::no_sample : text::timed::not_reached;
}

std::string rows_table(const std::vector<TimingRow>& rows, const TimingRun& run,
                       const std::vector<const radix::SettingInfo*>& axes) {
  Cells cells{front_titles(axes)};
  for (const TableColumn& column : table_columns) cells[0].push_back(column.title);
  cells[0].push_back(text::timed::column_remark);
  for (const TimingRow& row : rows) {
    std::vector<std::string> line = front(row, axes);
    const auto all = statistics(row);
    if (all) {
      for (const TableColumn& column : table_columns)
        line.push_back(column.text(row, *all, run.facts));
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
  for (const std::string& name : names) cells[0].push_back(stage_words(name));
  cells[0].insert(cells[0].end(), {text::timed::column_sum, text::timed::column_whole});
  for (const TimingRow& row : rows) {
    if (row.stages.empty() || !statistics(row)) continue;
    std::vector<std::string> line = front(row, axes);
    for (const std::string& name : names) {
      const auto ms = stage_ms(row, name);
      line.push_back(ms ? ms_text(*ms) : no_value);
    }
    line.insert(line.end(), {ms_text(stage_sum_ms(row)), ms_text(row.staged_whole_ms)});
    cells.push_back(std::move(line));
  }
  std::vector<bool> left(cells[0].size(), false);
  left.front() = true;
  return cells.size() == 1
             ? ""
             : "\n" + std::string(text::timed::stages_head) + "\n" + aligned(cells, left);
}

std::string input_heading(const radix::TimedInput& input) {
  const auto& type = radix::timed_types()[static_cast<uint32_t>(input.type)];
  const std::string number = std::to_string(input.n), size = size_text(input.n);
  return text::timed::input_heading(
      {.bits = input.bits,
       .keys = number,
       .narrow = input.bits < type.max_bits,
       .same = size == number,
       .size = size,
       .spread = text::translated(
           radix::distributions()[static_cast<uint32_t>(input.distribution)].label),
       .type = text::translated(type.label)});
}

struct CsvColumn {
  const char* title;
  std::string (*text)(const TimingRow&, const radix::TimingFacts&);
};
/// A number that only a row with a bar has.
struct CsvNumber {
  const char* title;
  double (*value)(const TimingRow&, const TimingStatistics&, const radix::TimingFacts&);
  bool zero_is_unknown = false;
};
constexpr CsvColumn csv_texts[] = {
    {"id", [](const Row& r, const Facts&) { return std::to_string(r.id); }},
    {"engine", [](const Row&, const Facts& f) { return f.engine; }},
    {"device", [](const Row&, const Facts& f) { return f.device; }},
    {"method", [](const Row& r, const Facts&) { return r.configuration.method; }},
    {"label", [](const Row& r, const Facts&) { return r.label; }},
    {"section",
     [](const Row& r, const Facts&) -> std::string {
       const radix::SortInfo* sort = r.sort ? radix::sort_named(r.configuration.method) : nullptr;
       return sort ? radix::number_of(sort->section) : r.section;
     }},
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
    {"session_bytes",
     [](const Row& r, const Facts&) { return std::to_string(r.cost.session_bytes); }},
    {"moved_bytes", [](const Row& r, const Facts&) { return std::to_string(r.cost.moved_bytes); }},
    {"passes", [](const Row& r, const Facts&) { return std::to_string(r.cost.passes); }},
    {"launches", [](const Row& r, const Facts&) { return std::to_string(r.cost.launches); }},
    {"verified",
     [](const Row& r, const Facts&) { return std::string(r.verified ? "true" : "false"); }},
    {"refusal", [](const Row& r, const Facts&) { return r.refusal; }},
};

constexpr CsvNumber csv_numbers[] = {
    {"median_ms", [](const Row&, const Statistics& s, const Facts&) { return s.median_ms; }},
    {"low_quartile_ms", [](const Row&, const Statistics& s, const Facts&) { return s.low_ms; }},
    {"high_quartile_ms", [](const Row&, const Statistics& s, const Facts&) { return s.high_ms; }},
    {"wall_ms", [](const Row&, const Statistics& s, const Facts&) { return s.wall_ms; }, true},
    {"gkeys_per_s",
     [](const Row& r, const Statistics& s, const Facts&) { return giga_keys(r, s.median_ms); }},
    {"gb_per_s",
     [](const Row& r, const Statistics& s, const Facts&) { return giga_bytes(r, s.median_ms); },
     true},
    {"floor_ms", [](const Row& r, const Statistics&, const Facts& f) { return floor_ms(r, f); },
     true},
    {"samples", [](const Row&, const Statistics& s, const Facts&) { return double(s.samples); }},
    {"dropped", [](const Row&, const Statistics& s, const Facts&) { return double(s.dropped); }},
    {"mhz_low", [](const Row&, const Statistics& s, const Facts&) { return s.mhz_low; }, true},
    {"mhz_high", [](const Row&, const Statistics& s, const Facts&) { return s.mhz_high; }, true},
    {"staged_whole_ms",
     [](const Row& r, const Statistics&, const Facts&) { return r.staged_whole_ms; }, true},
    {"stages_sum_ms", [](const Row& r, const Statistics&, const Facts&) { return stage_sum_ms(r); },
     true},
};

}  // namespace

std::string to_table(const TimingRun& run, const std::vector<Claim>& claims) {
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
  for (const std::string& line : note_lines(run, claims)) text += wrapped(line, 110);
  return text;
}

Table timing_table(const TimingRun& run, TableFor whom) {
  const auto axes = timing_axes();
  const auto stages = stage_names(run.rows);
  Table table;
  auto& head = table.rows.emplace_back();
  for (const CsvColumn& column : csv_texts) head.push_back(column.title);
  for (const radix::SettingInfo* axis : axes) head.push_back(axis->name);
  for (const CsvNumber& number : csv_numbers) head.push_back(number.title);
  for (const std::string& stage : stages) head.push_back("stage_" + stage + "_ms");
  for (const TimingRow& row : run.rows) {
    auto& cells = table.rows.emplace_back();
    const radix::SortInfo* sort = row.sort ? radix::sort_named(row.configuration.method) : nullptr;
    for (const CsvColumn& column : csv_texts) {
      cells.push_back(column.text(row, run.facts));
      if (whom == TableFor::reader && column.title == std::string_view("refusal"))
        cells.back() = why_refused_words(row);
    }
    for (const radix::SettingInfo* axis : axes)
      cells.push_back(sort && sort->uses(*axis) ? radix::text_of(*axis, row.configuration.settings)
                                                : "");
    const auto all = statistics(row);
    for (const CsvNumber& number : csv_numbers) {
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

Table best_table(const TimingRun& run) {
  std::vector<const TimingRow*> rows, best;  // of each sort the one that is fastest with most keys
  std::vector<uint64_t> sizes;
  for (const TimingRow& row : run.rows) {
    const radix::TimedInput &input = row.input, &first = run.rows.front().input;
    if (input.type != first.type || input.distribution != first.distribution) continue;
    if (!statistics(row) || is_check(row)) continue;
    rows.push_back(&row);
    if (std::ranges::find(sizes, input.n) == sizes.end()) sizes.push_back(input.n);
  }
  std::ranges::sort(sizes);
  const auto rate = [](const TimingRow& row) { return giga_keys(row, statistics(row)->median_ms); };
  for (const TimingRow* row : rows) {
    const auto better = [&](const TimingRow* other) {
      return other->input.n != row->input.n ? other->input.n > row->input.n
                                            : rate(*other) >= rate(*row);
    };
    const auto same = std::ranges::find(best, row->configuration.method,
                                        [](const TimingRow* r) { return r->configuration.method; });
    if (same == best.end())
      best.push_back(row);
    else if (!better(*same))
      *same = row;
  }
  const auto with = [&](const TimingRow& chosen, uint64_t n) -> const TimingRow* {
    for (const TimingRow* row : rows)
      if (row->configuration == chosen.configuration && row->input.n == n) return row;
    return nullptr;
  };
  const auto library = std::ranges::find(best, false, &TimingRow::sort);

  Table table;
  auto& head = table.rows.emplace_back(
      std::vector<std::string>{text::timed::column_sort, text::timed::column_settings});
  for (uint64_t n : sizes) head.push_back(size_text(n));
  if (library != best.end()) head.push_back("× " + (*library)->configuration.method);
  for (const TimingRow* row : best) {
    auto& cells = table.rows.emplace_back();
    cells = {row->configuration.method, cut_words(run, *row)};
    for (uint64_t n : sizes) {
      const TimingRow* there = with(*row, n);
      cells.push_back(there ? rate_text(rate(*there)) : no_value);
    }
    if (library == best.end()) continue;
    const TimingRow* beside = with(**library, row->input.n);
    cells.push_back(beside ? fixed_number(rate(*row) / rate(*beside), 2) : no_value);
  }
  return table;
}

std::string samples_csv(const TimingRun& run) {
  std::string text = "id,number,ms,wall_ms,mhz,slow_clock\n";
  for (const TimingRow& row : run.rows)
    for (std::size_t k = 0; k < row.samples.size(); ++k) {
      const radix::Sample& sample = row.samples[k];
      const auto known = [](double value) { return value > 0 ? exact(value) : ""; };
      text += joined({row.id, ",", k + 1, ",", exact(sample.ms), ",", known(sample.wall_ms), ",",
                      known(sample.mhz), ",", sample.slow_clock ? "true" : "false", "\n"});
    }
  return text;
}

}  // namespace scope
