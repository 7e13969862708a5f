// Our own figure: why not 8 bits at once? Three charts over the radix width, one line per way to
// write.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"
#include "text/tradeoff.hpp"
#include "tradeoff_chart.hpp"
#include "tradeoff_text.hpp"

namespace scope {
namespace {

constexpr float page = 1500, low_page = 1000;  // … of a projector: charts and no tables
constexpr float gap = 18, chart_height = 322, row_height = 19, chart_number_size = 13;
constexpr uint32_t asked_keys = 1u << 20, asked_threads = 256, asked_bits = 32;

struct Kind {
  uint32_t keys_per_thread;  ///< 0: naive
  Marker marker;
  uint32_t colour;
  Ink ink() const { return digit_ink(colour); }
  /// At the end of its lines.
  std::string name() const {
    return keys_per_thread == 0 ? std::string(text::tradeoff::naive)
                                : text::tradeoff::keys({.keys = keys_per_thread});
  }
  std::string legend() const {
    if (keys_per_thread == 0) return text::tradeoff::legend_naive;
    return keys_per_thread == 1 ? std::string(text::tradeoff::legend_one)
                                : text::tradeoff::keys_per_thread({.keys = keys_per_thread});
  }
};
constexpr Kind kinds[] = {
    {0, Marker::ring, 0}, {1, Marker::disc, 1}, {4, Marker::square, 2}, {16, Marker::diamond, 3}};

constexpr float line_width = 2;
bool dashed(const Kind& kind) { return kind.keys_per_thread == 0; }

using Value = double (*)(const TradeoffTable&, const TradeoffRow&);

double cost(const TradeoffTable& t, const TradeoffRow& row) {
  return 100 * write_cost(t, row, false);
}
double measured_cost(const TradeoffTable& t, const TradeoffRow& row) {
  return 100 * write_cost(t, row, true);
}
double bytes(const TradeoffTable&, const TradeoffRow& row) { return row.bytes; }
double run_bytes(const TradeoffTable&, const TradeoffRow& row) { return row.measured->bytes; }
double share(const TradeoffTable&, const TradeoffRow& row) { return 100 * row.table_per_key; }
double run_share(const TradeoffTable& t, const TradeoffRow& row) {
  return 100 * static_cast<double>(row.measured->table_entries) / t.keys;
}
double bucket(const TradeoffTable&, const TradeoffRow& row) { return row.bucket; }

/// Markers wait for the end: a half-filled chart says nothing.
bool marked(const TradeoffTable& table, const TradeoffRow& row) {
  return !table.running && row.has_stores();
}

/// Lines by the closed form, markers by what was counted, each divided by `unit`.
Series series_for(const TradeoffTable& table, const Kind& kind, Value line, Value mark,
                  double unit = 1) {
  Series series{.name = kind.name(),
                .ink = kind.ink(),
                .marker = kind.marker,
                .width = line_width,
                .dashed = dashed(kind)};
  for (const TradeoffRow* row : series_of(table, kind.keys_per_thread)) {
    series.line.push_back({double(row->radix_bits), line(table, *row) / unit});
    if (marked(table, *row))
      series.marks.push_back({double(row->radix_bits), mark(table, *row) / unit});
  }
  return series;
}

/// The naive sort is built for one bit per pass; wider it is a thought, and only its writes are
/// known.
void keep_first(Series& series) { series.line.resize(1); }

void mark_best(Series& series, const TradeoffTable& table, uint32_t keys_per_thread) {
  const uint32_t best = best_radix(table, keys_per_thread);
  const bool counted = !table.running && all_measured(table, keys_per_thread);
  series.best = (counted ? series.marks : series.line)[best - 1];
  series.best_label = "r = " + std::to_string(best);
}

/// Least and largest value of all lines and markers.
std::pair<double, double> range_of(const std::vector<Series>& all) {
  double low = all[0].line[0].y, high = low;
  for (const Series& series : all)
    for (const auto* points : {&series.line, &series.marks})
      for (const Point& point : *points) {
        low = std::min(low, point.y);
        high = std::max(high, point.y);
      }
  return {low, high};
}

/// Where a chart stands.
struct ChartPlace {
  float y = 0, page = 0;
};

Chart chart_at(ChartPlace place, uint32_t column, std::string title, std::vector<Series> series) {
  const float width = (place.page - 2 * margin - 2 * gap) / 3, y = place.y;
  Chart chart{.at = {margin + static_cast<float>(column) * (width + gap), y, width, chart_height},
              .title = std::move(title),
              .x = whole_axis(text::tradeoff::x_axis, 1, radix::max_radix_bits),
              .series = std::move(series),
              .name_width = 88};
  return chart;
}

Chart cost_chart(const TradeoffTable& table, ChartPlace place) {
  std::vector<Series> all;
  for (const Kind& kind : kinds) {
    all.push_back(series_for(table, kind, cost, measured_cost));
    mark_best(all.back(), table, kind.keys_per_thread);
  }
  const bool narrow = place.page < page;
  Chart chart =
      chart_at(place, 0, narrow ? text::tradeoff::cost_chart_short : text::tradeoff::cost_chart,
               std::move(all));
  chart.y = linear_axis(text::tradeoff::of_naive, 0, range_of(chart.series).second);
  return chart;
}

/// 1000, 1000000 …: the unit in which `most` bytes are a number below 1000.
std::pair<double, std::string> byte_unit(double most) {
  constexpr std::pair<double, const char*> units[] = {{1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}};
  for (const auto& unit : units)
    if (most >= unit.first) return unit;
  return {1, text::tradeoff::bytes};
}

Chart bytes_chart(const TradeoffTable& table, ChartPlace place) {
  const auto [unit, name] = byte_unit(table.rows.front().bytes);
  std::vector<Series> all;
  for (const Kind& kind : kinds) all.push_back(series_for(table, kind, bytes, run_bytes, unit));
  keep_first(all.front());
  Chart chart = chart_at(place, 1, text::tradeoff::bytes_chart, std::move(all));
  const auto [low, high] = range_of(chart.series);
  chart.y = log_axis(name, low, high);
  return chart;
}

Chart table_chart(const TradeoffTable& table, ChartPlace place) {
  std::vector<Series> all;
  for (const Kind& kind : kinds)
    if (kind.keys_per_thread > 0) all.push_back(series_for(table, kind, share, run_share));
  Chart chart = chart_at(place, 2, text::tradeoff::table_chart, std::move(all));
  const auto [low, high] = range_of(chart.series);
  chart.y = log_axis(text::tradeoff::table_axis, low, high);
  return chart;
}

/// A number in its column under the chart: at most four characters.
std::string cell_text(double value) {
  if (value >= 9999.5) return fixed_number(value / 1000, 0) + "k";
  const bool whole = std::abs(value - std::round(value)) < 1e-9;
  return fixed_number(value, whole || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

/// One row of numbers under a chart, each below its r: a piece of line or a marker in front, the
/// name after.
void add_row(Scene& scene, const Chart& chart, float y, const Kind& kind,
             const std::vector<Point>& points, bool counted, bool named) {
  const Rect plot = plot_of(chart);
  const float x = plot.x - 22;
  if (counted)
    add_marker(scene, {x, y}, kind.marker, kind.ink(), 8);
  else
    scene.lines.push_back({{x - 10, y}, {x + 10, y}, kind.ink(), line_width, dashed(kind)});
  for (const Point& point : points)
    scene.texts.push_back({.at = {place_of(chart, {point.x, chart.y.low}).x, y},
                           .text = cell_text(point.y),
                           .size = chart_number_size,
                           .ink = kind.ink(),
                           .face = Face::mono});
  if (named)
    scene.texts.push_back({.at = {plot.right() + 22, y},
                           .text = kind.name(),
                           .ink = kind.ink(),
                           .face = Face::bold,
                           .anchor = Anchor::left});
}

float add_heading(Scene& scene, const Chart& chart, float y, const std::string& words) {
  scene.texts.push_back(
      {.at = {chart.at.x, y + 9}, .text = words, .ink = Ink::dim, .anchor = Anchor::left});
  return y + 28;
}

/// The chart's own numbers: every line, and every series of markers.
float add_numbers(Scene& scene, const Chart& chart, float y, const std::string& words,
                  bool counted) {
  y = add_heading(scene, chart, y, words);
  for (const Series& series : chart.series) {
    const Kind& kind =
        *std::ranges::find_if(kinds, [&](const Kind& k) { return series.name == k.name(); });
    add_row(scene, chart, y, kind, series.line, false, true);
    y += row_height;
    if (!counted || series.marks.empty()) continue;
    add_row(scene, chart, y, kind, series.marks, true, false);
    y += row_height;
  }
  return y;
}

float add_bucket_numbers(Scene& scene, const Chart& chart, float y, const TradeoffTable& table) {
  y = add_heading(scene, chart, y, text::tradeoff::keys_of_bucket);
  for (const Kind& kind : kinds) {
    if (kind.keys_per_thread == 0) continue;
    add_row(scene, chart, y, kind, series_for(table, kind, bucket, bucket).line, false, true);
    y += row_height;
  }
  return y;
}

/// A line of words as large as fits, up to `size`; after `left`.
float add_line(Scene& scene, float y, const std::string& words, float size, Ink ink,
               Face face = Face::ui, float left = margin) {
  const float room = scene.width - left - margin;
  const float fits = std::floor(size * room / text_width(words, size, face));
  scene.texts.push_back({.at = {left, y + size * 0.6f},
                         .text = words,
                         .size = std::clamp(fits, 14.f, size),
                         .ink = ink,
                         .face = face,
                         .anchor = Anchor::left});
  return y + size * 1.5f;
}

/// A label, and after it what it says.
float add_labelled(Scene& scene, float y, const std::string& label, const std::string& words,
                   float size, Ink ink, Face face = Face::ui) {
  constexpr float column = 150;
  if (!label.empty())
    scene.texts.push_back({.at = {margin, y + size * 0.6f},
                           .text = label,
                           .size = 16,
                           .ink = Ink::dim,
                           .face = Face::bold,
                           .anchor = Anchor::left});
  return add_line(scene, y, words, size, ink, face, margin + column);
}

std::vector<Series> legend() {
  std::vector<Series> all;
  for (const Kind& kind : kinds)
    all.push_back({.name = kind.legend(),
                   .ink = kind.ink(),
                   .marker = kind.marker,
                   .width = line_width,
                   .dashed = dashed(kind)});
  return all;
}

/// The answer in three lines, then what the lines of the charts are.
float add_words_above(Scene& scene, const TradeoffTable& table, bool low) {
  float y = add_labelled(scene, 8, text::tradeoff::best, answer(table), 26, Ink::text, Face::bold);
  const auto [what, numbers] = reason(table);
  if (low) {  // a narrower page
    y = add_labelled(scene, y, text::tradeoff::why, what, 17, Ink::text);
    y = add_labelled(scene, y, "", numbers, 17, Ink::text);
  } else {
    y = add_labelled(scene, y, text::tradeoff::why, text::paragraph(what, numbers), 17, Ink::text);
  }
  y = add_labelled(scene, y, text::tradeoff::numbers,
                   text::tradeoff::sentence({.words = progress_words(table)}), 16,
                   table.running ? Ink::accent : Ink::dim);
  const float end = add_legend(scene, {margin, y + 10}, legend());
  if (!low)
    scene.texts.push_back({.at = {end, y + 10},
                           .text = text::tradeoff::lines_and_marks,
                           .ink = Ink::dim,
                           .anchor = Anchor::left});
  return y + 34;
}

}  // namespace

TradeoffCharts tradeoff_charts(const TradeoffTable& table, float y, bool low) {
  const ChartPlace place{y, low ? low_page : page};
  return {cost_chart(table, place), bytes_chart(table, place), table_chart(table, place)};
}

Scene draw_tradeoff(const Moment& moment) {
  const TradeoffTable table =  // else of a sort that is worth asking about
      moment.tradeoff ? *moment.tradeoff : closed_forms(asked_keys, asked_threads, asked_bits);
  const bool low = moment.large;
  Scene scene{.width = low ? low_page : page, .title = text::tradeoff::title};
  scene.subtitle = text::tradeoff::question({.subject = subject_words(table)});
  if (table.keys == 0) {
    end_page(scene, add_line(scene, 8, text::tradeoff::no_keys, 18, Ink::text));
    return scene;
  }
  const float top = add_words_above(scene, table, low);
  const TradeoffCharts charts = tradeoff_charts(table, top, low);
  for (const Chart* chart : {&charts.cost, &charts.bytes, &charts.table}) add_chart(scene, *chart);
  const float y = top + chart_height + 4;
  if (low) {
    end_page(scene, y);
    return scene;
  }
  const std::string unit = charts.bytes.y.title;
  float end = add_numbers(scene, charts.cost, y, text::tradeoff::of_naive, true);
  end = std::max(end, add_numbers(scene, charts.bytes, y, unit, false));
  const float below = add_numbers(scene, charts.table, y, text::tradeoff::of_keys, false);
  end = std::max(end, add_bucket_numbers(scene, charts.table, below, table));
  end_page(scene, end);
  return scene;
}

}  // namespace scope
