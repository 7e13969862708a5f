// Our own figures: keys per second over the number of keys and over the radix width, beside what
// the bytes allow.
#include <algorithm>
#include <cmath>
#include <set>

#include "app/core/base/text.hpp"
#include "app/core/figures/chart/chart.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/timing/findings.hpp"
#include "app/timing/names.hpp"
#include "app/timing/plan.hpp"
#include "text/families.hpp"
#include "text/timed.hpp"
#include "text/tradeoff.hpp"
#include "timing_figures.hpp"

namespace scope {
namespace {

constexpr float chart_height = 390, low_chart = 330;
constexpr float least_names = 160, max_names = 400;  // room right of the plot
constexpr float name_gap = 30;                       // between the plot and its names
constexpr std::size_t max_lines = 8;                 // beyond, only the fastest of every sort
constexpr std::size_t max_cuts = 5;                  // of the sweep over the radix width
constexpr Marker markers[] = {Marker::disc, Marker::square, Marker::diamond, Marker::ring};

/// Everything but the number of keys.
bool same_kind(radix::TimedInput a, const radix::TimedInput& b) { return a.n = b.n, a == b; }

double rate_of(const TimingRow& row) {
  const auto s = statistics(row);
  return s ? giga_keys(row, s->median_ms) : 0;
}

/// Keys per second that the memory rate allows for the row's own bytes; 0: unknown.
double allowed(const TimingRow& row, const radix::TimingFacts& facts) {
  const double least = floor_ms(row, facts);
  return least > 0 ? giga_keys(row, least) : 0;
}

/// The sort's own colour; what stands beside the sorts has none.
Ink ink_of(const TimingRow& row) {
  const radix::SortInfo* sort = row.sort ? radix::sort_named(row.configuration.method) : nullptr;
  return sort ? sort_ink(*sort) : Ink::text;
}

/// A configuration at several sizes.
struct Curve {
  const TimingRow* first = nullptr;  ///< who it is
  std::vector<const TimingRow*> rows;
  bool over = false;  ///< of the run laid over
};

std::vector<Curve> lines_of(const TimingRun& run, const radix::TimedInput& kind) {
  std::vector<Curve> lines;
  for (const TimingRow& row : run.rows) {
    if (!same_kind(row.input, kind) || rate_of(row) <= 0) continue;
    auto it = std::ranges::find_if(
        lines, [&](const Curve& l) { return l.first->configuration == row.configuration; });
    if (it == lines.end()) it = lines.insert(lines.end(), {&row, {}, false});
    it->rows.push_back(&row);
  }
  for (Curve& line : lines)
    std::ranges::sort(line.rows, {}, [](const TimingRow* row) { return row->input.n; });
  return lines;
}

/// Keeps, if all would be too many, each sort's configuration that is fastest at its largest size.
/// `left`: some were left out.
std::vector<Curve> readable(std::vector<Curve> lines, bool& left) {
  left = lines.size() > max_lines;
  if (!left) return lines;
  std::vector<Curve> kept;
  for (Curve& line : lines) {
    const auto same = [&](const Curve& l) {
      return l.first->configuration.method == line.first->configuration.method;
    };
    const auto it = std::ranges::find_if(kept, same);
    const auto better = [](const Curve& a, const Curve& b) {
      const TimingRow &x = *a.rows.back(), &y = *b.rows.back();
      return x.input.n != y.input.n ? x.input.n > y.input.n : rate_of(x) > rate_of(y);
    };
    if (it == kept.end())
      kept.push_back(line);
    else if (better(line, *it))
      *it = line;
  }
  return kept;
}

/// A series must be a line, not a point, to get its name at the side.
void keep_line(Series& series) {
  if (series.line.size() == 1) series.line.push_back(series.line.front());
}

/// Least and largest value of all lines and markers.
std::pair<double, double> range_of(const std::vector<Series>& all) {
  double low = 1e300, high = 0;
  for (const Series& series : all)
    for (const Point& point : series.line)
      low = std::min(low, point.y), high = std::max(high, point.y);
  return {low, high};
}

/// Values are GKey/s; a chart of slow sorts counts in millions or thousands.
struct Unit {
  double times = 1;
  const char* name = "GKey/s";
};
Unit unit_for(double highest) {
  if (highest >= 0.1) return {};
  return highest >= 1e-4 ? Unit{1e3, "MKey/s"} : Unit{1e6, "kKey/s"};
}

Axis rate_axis(std::vector<Series>& all) {
  const Unit unit = unit_for(range_of(all).second);
  for (Series& series : all)
    for (auto* points : {&series.line, &series.marks})
      for (Point& point : *points) point.y *= unit.times;
  const auto [low, high] = range_of(all);
  return log_axis(unit.name, low, high * 1.0001);
}

Axis size_axis(const std::set<uint64_t>& sizes) {
  const auto low = static_cast<double>(*sizes.begin()), high = static_cast<double>(*sizes.rbegin());
  const double side = std::pow(std::max(high / low, 2.0), 0.04);
  Axis axis{.title = text::timed::column_keys, .low = low / side, .high = high * side, .log = true};
  double last = 0;
  for (uint64_t n : sizes) {
    const bool room = last == 0 || std::log(static_cast<double>(n) / last) >
                                       0.07 * std::log(axis.high / axis.low);
    axis.ticks.push_back({static_cast<double>(n), room ? size_text(n) : ""});
    if (room) last = static_cast<double>(n);
  }
  return axis;
}

/// Bytes that a sort of this input must move at least: the keys read once for the histograms, then
/// read and written once per pass of 8 bits.
double least_bytes(const radix::TimedInput& input) {
  const auto& type =
      *std::ranges::find(radix::timed_types(), input.type, &radix::TimedTypeInfo::id);
  const double passes = std::ceil(input.bits / 8.0);
  return type.key_bytes + 2 * passes * (type.key_bytes + type.value_bytes);
}

Series series_of(const TimingRun& run, const Curve& line, std::size_t number, Ink ink) {
  Series series{.name = who_words(run, *line.first),
                .ink = ink,
                .marker = markers[number % std::size(markers)],
                .dashed = !line.first->sort || line.over};
  for (const TimingRow* row : line.rows)
    series.line.push_back({static_cast<double>(row->input.n), rate_of(*row)});
  series.marks = series.line;
  return series;
}

Chart chart_of(std::string title, Axis x, std::vector<Series> series, bool low) {
  float names = least_names - name_gap;
  for (Series& each : series) {
    each.name = cut_text(each.name, 16, Face::bold, max_names - name_gap);
    names = std::max(names, text_width(each.name, 16, Face::bold));
  }
  Chart chart{.at = {margin, 8, timing_page - 2 * margin, low ? low_chart : chart_height},
              .title = std::move(title),
              .x = std::move(x),
              .series = std::move(series),
              .name_width = names + name_gap};
  chart.y = rate_axis(chart.series);
  return chart;
}

/// The kinds of input of a run, without their sizes; or with, where every one is a page.
std::vector<radix::TimedInput> kinds_of(const TimingRun& run) {
  std::vector<radix::TimedInput> kinds;
  for (const radix::TimedInput& input : inputs_of(run))
    if (std::ranges::none_of(kinds,
                             [&](const radix::TimedInput& kind) { return same_kind(kind, input); }))
      kinds.push_back(input);
  return kinds;
}

Scene page_of_chart(text::Label title, const std::string& what, uint32_t page, uint32_t pages,
                    const Chart& chart, const std::vector<std::string>& foot) {
  Scene scene{.width = timing_page, .title = title, .pages = pages};
  const std::string of = page_words(page, pages);
  scene.subtitle = what + (of.empty() ? "" : " · " + of);
  add_chart(scene, chart);
  float y = chart.at.bottom() + 8;
  for (const std::string& line : foot) {
    add_timing_words(scene, {margin, y + 8}, cut_text(line, 15, Face::ui, timing_page - 2 * margin),
                     15, Ink::dim);
    y += 22;
  }
  end_page(scene, y);
  return scene;
}

std::vector<const TimingRow*> rows_drawn(const std::vector<Curve>& lines) {
  std::vector<const TimingRow*> rows;
  for (const Curve& line : lines) rows.insert(rows.end(), line.rows.begin(), line.rows.end());
  return rows;
}

/// "" with a run that has bars, or what to say instead.
std::string nothing(const Moment& moment) {
  if (!moment.timing_view) return text::timed::needs_mode;
  const bool any = moment.timing_view->run &&
                   std::ranges::any_of(moment.timing_view->run->rows,
                                       [](const TimingRow& row) { return rate_of(row) > 0; });
  return any ? "" : timing_why(*moment.timing_view);
}

/// Rows of a sweep over the radix width: one sort, everything equal but the width.
std::vector<Curve> sweeps_of(const TimingRun& run, const radix::TimedInput& input) {
  std::vector<Curve> lines;
  const auto but_width = [](radix::Configuration c) { return c.settings.radix_bits = 1, c; };
  for (const TimingRow& row : run.rows) {
    if (row.input != input || !row.sort || rate_of(row) <= 0) continue;
    const auto same = [&](const Curve& l) {
      return but_width(l.first->configuration) == but_width(row.configuration);
    };
    auto it = std::ranges::find_if(lines, same);
    if (it == lines.end()) it = lines.insert(lines.end(), {&row, {}, false});
    it->rows.push_back(&row);
  }
  const auto width = [](const TimingRow* row) { return row->configuration.settings.radix_bits; };
  for (Curve& line : lines) std::ranges::sort(line.rows, {}, width);
  // Sweeps first, then the sorts with one width; the fastest first among equals
  const auto best = [](const Curve& l) {
    return rate_of(
        **std::ranges::max_element(l.rows, {}, [](const TimingRow* r) { return rate_of(*r); }));
  };
  std::ranges::stable_sort(lines, [&](const Curve& a, const Curve& b) {
    return (a.rows.size() > 1) != (b.rows.size() > 1) ? a.rows.size() > 1 : best(a) > best(b);
  });
  return lines;
}

/// "coarse · 16 keys per thread": without the width, which is the axis.
std::string sweep_name(const TimingRun& run, const Curve& line) {
  std::string name = who_words(run, *line.first);
  const std::string width = " · r " + std::to_string(line.first->configuration.settings.radix_bits);
  const std::size_t at = name.find(width);
  return line.rows.size() > 1 && at != name.npos ? name.erase(at, width.size()) : name;
}

std::vector<Series> sweep_series(const TimingRun& run, const std::vector<Curve>& lines,
                                 const Axis& x) {
  std::vector<Series> all;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Series measured{.name = sweep_name(run, lines[i]),
                    .ink = ink_of(*lines[i].first),
                    .marker = markers[i % std::size(markers)]};
    Series bytes{.name = "",  // the page says what it is
                 .ink = measured.ink,
                 .marker = measured.marker,
                 .dashed = true};
    for (const TimingRow* row : lines[i].rows) {
      const double r = row->configuration.settings.radix_bits;
      measured.line.push_back({r, rate_of(*row)});
      if (allowed(*row, run.facts) > 0) bytes.line.push_back({r, allowed(*row, run.facts)});
    }
    measured.marks = measured.line;
    if (measured.line.size() ==
        1) {  // one width is no sweep: level, as what stands beside the sorts
      const double rate = measured.line.front().y;
      measured.line = {{x.low, rate}, {x.high, rate}};
      measured.dashed = true;
      bytes.line.clear();
    } else {
      const Point top = *std::ranges::max_element(measured.line, {}, &Point::y);
      measured.best = top;
      measured.best_label = joined({"r = ", top.x});
    }
    all.push_back(std::move(measured));
    if (!bytes.line.empty()) all.push_back(std::move(bytes));
  }
  return all;
}

/// What stands beside the sorts, level: it has no width to choose.
void add_levels(std::vector<Series>& all, const TimingRun& run, const radix::TimedInput& input,
                const Axis& x) {
  for (const TimingRow& row : run.rows)
    if (row.input == input && !row.sort && rate_of(row) > 0)
      all.push_back({.name = label_words(row),
                     .ink = Ink::text,
                     .dashed = true,
                     .line = {{x.low, rate_of(row)}, {x.high, rate_of(row)}}});
}

}  // namespace

Scene draw_timing_sizes(const Moment& moment) {
  if (const std::string why = nothing(moment); !why.empty())
    return sentence_page(text::families::sizes, why);
  const TimingView& view = *moment.timing_view;
  const TimingRun& run = *view.run;
  std::vector<radix::TimedInput> kinds = kinds_of(run);
  std::erase_if(kinds, [&](const radix::TimedInput& kind) { return lines_of(run, kind).empty(); });
  const auto pages = static_cast<uint32_t>(kinds.size());
  const uint32_t page = shown_page(view, pages);
  bool left = false;
  const std::vector<Curve> lines = readable(lines_of(run, kinds[page]), left);
  std::vector<Series> all;
  std::set<uint64_t> sizes;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Ink ink = ink_of(*lines[i].first);
    all.push_back(series_of(run, lines[i], i, ink));
    for (const TimingRow* row : lines[i].rows) sizes.insert(row->input.n);
    if (!view.over) continue;
    Curve other{lines[i].first, {}, true};
    for (const TimingRow* row : lines[i].rows)
      if (const TimingRow* same = same_row(*view.over, *row); same && rate_of(*same) > 0)
        other.rows.push_back(same);
    if (other.rows.empty()) continue;
    all.push_back(series_of(run, other, i, Ink::faint));
    all.back().name = "… " + view.over_name;
  }
  const Axis x = size_axis(sizes);
  const double bytes = least_bytes(kinds[page]);
  if (run.facts.memory_gb_s() > 0)
    all.push_back({.name = text::timed::roof({.bytes = bytes}),
                   .ink = Ink::warn,
                   .dashed = true,
                   .line = {{x.low, run.facts.memory_gb_s() / bytes},
                            {x.high, run.facts.memory_gb_s() / bytes}}});
  for (Series& series : all) keep_line(series);
  const Chart chart = chart_of(text::timed::sizes_chart, x, std::move(all), moment.large);
  std::vector<std::string> foot;
  if (left) foot.push_back(text::timed::fastest_settings);
  if (run.facts.memory_gb_s() > 0)
    foot.push_back(text::timed::roof_about(
        {.bytes = bytes, .rate = fixed_number(run.facts.memory_gb_s(), 0)}));
  Scene scene = page_of_chart(text::families::sizes,
                              text::timed::sizes_about({.kind = kind_words(kinds[page])}), page,
                              pages, chart, foot);
  scene.answer = words_under(view, rows_drawn(lines));
  return scene;
}

Scene draw_timing_radix(const Moment& moment) {
  if (const std::string why = nothing(moment); !why.empty())
    return sentence_page(text::families::widths, why);
  const TimingView& view = *moment.timing_view;
  const TimingRun& run = *view.run;
  std::vector<radix::TimedInput> inputs = inputs_of(run);
  std::erase_if(inputs,
                [&](const radix::TimedInput& input) { return sweeps_of(run, input).empty(); });
  if (inputs.empty()) return sentence_page(text::families::widths, text::timed::no_sort_timed);
  std::ranges::stable_sort(inputs, std::greater{}, &radix::TimedInput::n);  // the largest first
  const auto pages = static_cast<uint32_t>(inputs.size());
  const uint32_t page = shown_page(view, pages);
  std::vector<Curve> lines = sweeps_of(run, inputs[page]);
  const std::size_t count = lines.size();
  lines.resize(std::min(count, max_cuts));
  uint32_t widest = 1;
  for (const Curve& line : lines)
    for (const TimingRow* row : line.rows)
      widest = std::max(widest, row->configuration.settings.radix_bits);
  const Axis x = whole_axis(text::tradeoff::x_axis, 1, widest);
  std::vector<Series> all = sweep_series(run, lines, x);
  add_levels(all, run, inputs[page], x);
  const Chart chart = chart_of(text::timed::widths_chart, x, std::move(all), moment.large);
  std::vector<std::string> foot;
  if (count > lines.size())
    foot.push_back(text::timed::some_cuts({.all = count, .shown = lines.size()}));
  if (run.facts.memory_gb_s() > 0)
    foot.insert(foot.end(), {text::timed::dashed_lines, text::timed::wider_digits});
  else
    foot.push_back(text::timed::no_memory_rate);
  Scene scene = page_of_chart(text::families::widths,
                              text::timed::widths_about({.input = input_words(inputs[page])}), page,
                              pages, chart, foot);
  scene.answer = words_under(view, rows_drawn(lines));
  return scene;
}

}  // namespace scope
