#include "chart.hpp"

#include "app/core/base/text.hpp"
#include "app/core/scene/text_width.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace scope {
namespace {

constexpr float title_band = 32, axis_band = 50, tick_room = 66, word_size = 16, tick_size = 14;
constexpr float name_height = 20;
constexpr double nearly = 1e-9;  // rounding must not lose a tick at the end of an axis

/// 1, 2 or 5 times a power of ten, not below `step`.
double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (double times : {1.0, 2.0, 5.0})
    if (times * power >= step * (1 - nearly)) return times * power;
  return 10 * power;
}

/// Without digits that rounding made: 0.3, not 0.30000000000000004.
std::string tick_text(double value) {
  char text[32];
  const auto format = std::chars_format::general;
  return {text, std::to_chars(text, text + sizeof text, value, format, 6).ptr};
}

double part_of(const Axis& axis, double value) {
  if (!axis.log) return (value - axis.low) / (axis.high - axis.low);
  return std::log(value / axis.low) / std::log(axis.high / axis.low);
}

void add_axes(Scene& scene, const Chart& chart) {
  const Rect plot = plot_of(chart);
  for (const Tick& tick : chart.y.ticks) {
    const float y = place_of(chart, {chart.x.low, tick.value}).y;
    scene.lines.push_back(
        {{plot.x, y}, {plot.right(), y}, Ink::line, tick.label.empty() ? 0.5f : 1});
    if (!tick.label.empty())
      add_words(scene, {plot.x - 8, y}, tick.label, tick_size, Ink::dim, Anchor::right, Face::mono);
  }
  for (const Tick& tick : chart.x.ticks) {
    const float x = place_of(chart, {tick.value, chart.y.low}).x;
    scene.lines.push_back({{x, plot.bottom()}, {x, plot.bottom() + 5}, Ink::faint, 1});
    add_words(scene, {x, plot.bottom() + 17}, tick.label, tick_size, Ink::dim, Anchor::middle,
              Face::mono);
  }
  scene.lines.push_back({{plot.x, plot.y}, {plot.x, plot.bottom()}, Ink::faint, 1.5f});
  scene.lines.push_back({{plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, Ink::faint, 1.5f});
  add_words(scene, {plot.centre().x, plot.bottom() + 38}, chart.x.title, word_size, Ink::dim);
  add_words(scene, {chart.at.x, chart.at.y + 9}, chart.title, 17, Ink::text, Anchor::left,
            Face::bold);
  add_words(scene, {chart.at.x, chart.at.y + 32}, chart.y.title, 15, Ink::dim, Anchor::left);
}

/// Something to point at: says the value of a marker.
void add_tip(Scene& scene, Vec at, std::string tip) {
  constexpr float size = 16;
  scene.cells.push_back({.tip = std::move(tip),
                         .at = {at.x - size / 2, at.y - size / 2, size, size},
                         .fill = Ink::none,
                         .edge = Ink::none,
                         .edge_width = 0});
}

void add_series(Scene& scene, const Chart& chart, const Series& series) {
  for (std::size_t i = 1; i < series.line.size(); ++i)
    scene.lines.push_back({place_of(chart, series.line[i - 1]), place_of(chart, series.line[i]),
                           series.ink, series.width, series.dashed});
  if (series.line.size() == 1 && series.marks.empty())  // no line to be seen
    add_marker(scene, place_of(chart, series.line[0]), series.marker, series.ink);
  for (const Point& point : series.marks) {
    const Vec at = place_of(chart, point);
    add_marker(scene, at, series.marker, series.ink);
    add_tip(scene, at,
            joined({series.name, series.name.empty() ? "" : " · ", chart.x.title, " ", point.x,
                    " · ", chart.y.title, " ", std::round(point.y * 1000) / 1000}));
  }
}

constexpr float ring = 9;

bool apart(const Rect& a, const Rect& b) {
  return a.x >= b.right() || b.x >= a.right() || a.y >= b.bottom() || b.y >= a.bottom();
}

Rect marker_box(Vec at) {
  return {at.x - marker_size / 2, at.y - marker_size / 2, marker_size, marker_size};
}

/// How much of the chart's lines, markers and lines to names lies in a box or at its edge: points
/// along them.
int crossings(const Chart& chart, const Rect& label) {
  constexpr int marker_weight = 6;
  constexpr float apart_by = 5, air = 3;  // of the points, around the label
  const Rect box{label.x - air, label.y - air, label.w + 2 * air, label.h + 2 * air};
  int inside = 0;
  for (const Series& series : chart.series) {
    for (const Point& mark : series.marks)
      inside += marker_weight * !apart(box, marker_box(place_of(chart, mark)));
    const Vec end = series.line.empty() ? Vec{} : place_of(chart, series.line.back());
    for (float x = 8; x < 22; x += 2) inside += box.holds({end.x + x, end.y});
  }
  for (const Series& series : chart.series)
    for (std::size_t i = 1; i < series.line.size(); ++i) {
      const Vec a = place_of(chart, series.line[i - 1]), b = place_of(chart, series.line[i]);
      const int pieces = 1 + static_cast<int>(std::hypot(b.x - a.x, b.y - a.y) / apart_by);
      for (int k = 0; k <= pieces; ++k) {
        const float part = static_cast<float>(k) / static_cast<float>(pieces);
        inside += box.holds({a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part});
      }
    }
  return inside;
}

/// The place for a label at a ring where it covers least, or nothing when every place is taken;
/// further away where it would cover something beside the ring.
std::optional<Rect> label_place(const Chart& chart, Vec at, float width,
                                const std::vector<Rect>& taken) {
  const Rect plot = plot_of(chart);
  std::optional<Rect> best;
  int least = 0;
  constexpr float away = 14, between = 5;
  const float above = at.y - ring - name_height - 1, below = at.y + ring + 1;
  const auto look = [&](std::initializer_list<float> heights) {
    for (float dx : {0.f, width / 2 + 6, -width / 2 - 6, width / 2 + ring + 4,
                     -width / 2 - ring - 4, width + 8, -width - 8})
      for (float y : heights) {
        const Rect box{std::clamp(at.x - width / 2 + dx, plot.x + 2, plot.right() - width + 14), y,
                       width, name_height};
        const bool inside = y >= plot.y - name_height / 2 && box.bottom() <= plot.bottom() - 1;
        const bool free = std::ranges::all_of(taken, [&](const Rect& other) {
          return apart({box.x - between, box.y, box.w + 2 * between, box.h}, other);
        });
        const int now = crossings(chart, box);
        if (inside && free && (!best || now < least)) best = box, least = now;
      }
  };
  look({above, below, at.y - name_height / 2, above - away, below + away});
  if (!best || least > 0)
    look({below + 2 * away, below + 3 * away, above - 2 * away, above - 3 * away});
  return best;
}

/// A ring around the best point of every series, and its label beside it.
void add_best(Scene& scene, const Chart& chart) {
  std::vector<Rect> taken;
  for (const Series& series : chart.series) {
    if (!series.best) continue;
    const Vec at = place_of(chart, *series.best);
    taken.push_back({at.x - ring, at.y - ring, 2 * ring, 2 * ring});
    scene.frames.push_back({.at = taken.back(), .edge = Ink::text, .width = 2, .radius = ring});
  }
  for (const Series& series : chart.series) {
    if (!series.best) continue;
    const float width = text_width(series.best_label, word_size, Face::bold);
    const auto box = label_place(chart, place_of(chart, *series.best), width, taken);
    if (!box) continue;
    add_words(scene, {box->x, box->centre().y}, series.best_label, word_size, series.ink,
              Anchor::left, Face::bold);
    taken.push_back(*box);
  }
}

/// The names at the ends of the lines, moved apart where lines end close together.
void add_names(Scene& scene, const Chart& chart) {
  const Rect plot = plot_of(chart);
  struct Name {
    const Series* series;
    Vec end;
    float y;
  };
  std::vector<Name> names;
  for (const Series& series : chart.series) {
    if (series.line.empty() || series.name.empty()) continue;
    const Vec end = place_of(chart, series.line.back());
    if (series.line.size() == 1)  // a point, not a line: its name stands beside it
      add_words(scene, {end.x + 12, end.y}, series.name, word_size, series.ink, Anchor::left,
                Face::bold);
    else
      names.push_back({&series, end, end.y});
  }
  std::ranges::stable_sort(names, {}, &Name::y);
  float least = chart.at.y + title_band;
  for (Name& name : names) least = (name.y = std::max(name.y, least)) + name_height;
  float most = plot.bottom() - 2;
  for (std::size_t i = names.size(); i-- > 0;)
    most = (names[i].y = std::min(names[i].y, most)) - name_height;
  for (const Name& name : names) {
    const float x = plot.right() + 22;
    scene.lines.push_back({{name.end.x + 8, name.end.y}, {x - 4, name.y}, name.series->ink, 1});
    add_words(scene, {x, name.y}, name.series->name, word_size, name.series->ink, Anchor::left,
              Face::bold);
  }
}

}  // namespace

Ink sort_ink(const radix::SortInfo& sort) { return digit_ink(radix::number_of(sort) - 1); }

Axis linear_axis(std::string title, double low, double high, uint32_t most,
                 const std::string& unit) {
  const double step = round_step(std::max(high - low, 1e-12) / most);
  Axis axis{.title = std::move(title)};
  axis.low = std::floor(low / step + nearly) * step;
  axis.high = std::ceil(high / step - nearly) * step;
  for (double i = std::round(axis.low / step); i * step <= axis.high * (1 + nearly); ++i)
    axis.ticks.push_back({i * step, tick_text(i * step) + unit});
  return axis;
}

Axis log_axis(std::string title, double low, double high, const std::string& unit, double times) {
  const double decades = std::log10(high / low);
  Axis axis{.title = std::move(title), .log = true};
  const auto named = [&](int step) { return step == 0 || decades <= 2; };
  constexpr double steps[] = {1, 2, 5};
  std::vector<Tick> all;
  for (int power = static_cast<int>(std::floor(std::log10(low))) - 1; power < std::log10(high) + 1;
       ++power)
    for (int step = 0; step < 3; ++step) {
      const double value = steps[step] * std::pow(10, power);
      all.push_back({value, named(step) ? tick_text(value * times) + unit : ""});
    }
  std::size_t first = 0, last = all.size() - 1;
  while (first + 1 < all.size() && all[first + 1].value <= low * (1 + nearly)) ++first;
  while (last > first + 1 && all[last - 1].value >= high * (1 - nearly)) --last;
  axis.ticks.assign(all.begin() + static_cast<std::ptrdiff_t>(first),
                    all.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  axis.low = axis.ticks.front().value;
  axis.high = axis.ticks.back().value;
  return axis;
}

Axis whole_axis(std::string title, uint32_t low, uint32_t high) {
  Axis axis{.title = std::move(title), .low = low - 0.35, .high = high + 0.35};
  for (uint32_t value = low; value <= high; ++value)
    axis.ticks.push_back({double(value), std::to_string(value)});
  return axis;
}

Rect plot_of(const Chart& chart) {
  const float top = title_band + 22;
  return {chart.at.x + tick_room, chart.at.y + top, chart.at.w - tick_room - chart.name_width,
          chart.at.h - top - axis_band};
}

Vec place_of(const Chart& chart, Point point) {
  const Rect plot = plot_of(chart);
  return {plot.x + plot.w * static_cast<float>(part_of(chart.x, point.x)),
          plot.bottom() - plot.h * static_cast<float>(part_of(chart.y, point.y))};
}

void add_marker(Scene& scene, Vec at, Marker marker, Ink ink, float size) {
  const float half = size / 2;
  const Rect box{at.x - half, at.y - half, size, size};
  const bool round = marker == Marker::ring || marker == Marker::disc;
  if (marker != Marker::diamond) {
    scene.frames.push_back({.at = box,
                            .edge = ink,
                            .fill = marker == Marker::ring ? Ink::page : ink,
                            .width = 2,
                            .radius = round ? half : 0});
    return;
  }
  const Vec corners[] = {{at.x, at.y - half - 1},
                         {at.x + half + 1, at.y},
                         {at.x, at.y + half + 1},
                         {at.x - half - 1, at.y}};
  for (int i = 0; i < 4; ++i) scene.lines.push_back({corners[i], corners[(i + 1) % 4], ink, 2.5f});
}

float add_legend(Scene& scene, Vec at, const std::vector<Series>& series, bool lines) {
  for (const Series& each : series) {
    if (lines) scene.lines.push_back({at, {at.x + 34, at.y}, each.ink, each.width, each.dashed});
    add_marker(scene, {at.x + (lines ? 17 : 5), at.y}, each.marker, each.ink);
    at.x += lines ? 42 : 16;
    add_words(scene, at, each.name, word_size, each.ink, Anchor::left, Face::bold);
    at.x += text_width(each.name, word_size, Face::bold) + 26;
  }
  return at.x;
}

void add_chart(Scene& scene, const Chart& chart) {
  add_axes(scene, chart);
  for (const Series& series : chart.series) add_series(scene, chart, series);
  add_best(scene, chart);
  add_names(scene, chart);
}

}  // namespace scope
