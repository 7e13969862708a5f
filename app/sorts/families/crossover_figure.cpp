// Digits or comparisons? What sorts move by the width of a key, from where on merging moves less,
// and what they launch and compare: closed forms (app/core/model/crossover.hpp). A second figure
// shows the times of a card, from the recorded timing runs.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/chart/chart.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/crossover.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/way_times.hpp"
#include "text/all.hpp"
#include "text/families.hpp"

namespace scope {
namespace {

constexpr float crossover_page = 1240, crossover_height = 380, crossover_width = 630,
                measured_width = 580;
constexpr uint32_t sizes[] = {16, 20, 24, 28}, charted = 28;  // powers of two
constexpr uint32_t usual_key = 4;                             // bytes
constexpr Ink way_inks[] = {Ink::digit0, Ink::digit1, Ink::digit2, Ink::digit3, Ink::dim};
constexpr Marker way_markers[] = {Marker::disc, Marker::square, Marker::diamond, Marker::ring,
                                  Marker::ring};

/// Nothing in it yet.
Series series_of_way(std::size_t k) {
  return {.name = ways_to_sort()[k].name,
          .ink = way_inks[k],
          .marker = way_markers[k],
          .dashed = k > 2,
          .line = {},
          .marks = {},
          .best = {},
          .best_label = ""};
}

Chart bytes_over_width(Rect at) {
  Chart chart{.at = at,
              .title = text::families::bytes_chart({.size = charted}),
              .x = {.title = text::families::bytes_of_key,
                    .low = 0.5,
                    .high = widest_key + 0.5,
                    .ticks = {}},
              .y = {},
              .series = {},
              .name_width = 210};
  for (uint32_t width : {1u, 4u, 8u, 16u, 24u, 32u})
    chart.x.ticks.push_back({double(width), std::to_string(width)});
  double least = 1e300, most = 0;
  for (std::size_t k = 0; k < ways_to_sort().size(); ++k) {
    const WayToSort& way = ways_to_sort()[k];
    Series series = series_of_way(k);
    for (uint32_t width = 1; width <= widest_key; ++width) {
      series.line.push_back({double(width), way.work(charted, width).bytes});
      least = std::min(least, series.line.back().y), most = std::max(most, series.line.back().y);
    }
    if (const auto from = crossing(charted, way.work); from && *from > 1) {
      series.best = series.line[*from - 1];
      series.best_label = text::families::from_bytes({.bytes = *from});
    }
    chart.series.push_back(std::move(series));
  }
  chart.y = log_axis(text::families::bytes_moved, least, most);
  return chart;
}

constexpr float columns_right[] = {210, 300, 390, 480};

void add_crossover_row(Scene& scene, float left, float y, const std::string& name,
                       const std::array<std::string, std::size(sizes)>& numbers, bool head) {
  scene.texts.push_back({.at = {left, y},
                         .text = name,
                         .size = 15,
                         .ink = head ? Ink::dim : Ink::text,
                         .face = head ? Face::bold : Face::ui,
                         .anchor = Anchor::left});
  for (std::size_t k = 0; k < numbers.size(); ++k)
    scene.texts.push_back({.at = {left + columns_right[k] + 70, y},
                           .text = numbers[k],
                           .size = 15,
                           .ink = head ? Ink::dim : Ink::text,
                           .face = head ? Face::bold : Face::mono,
                           .anchor = Anchor::right});
}

/// A table over the sizes: a line for every way to sort.
template <class Number>
float add_crossover_table(Scene& scene, float left, float y, const std::string& title,
                          Number number) {
  std::array<std::string, std::size(sizes)> row;
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = "2^" + std::to_string(sizes[k]);
  add_crossover_row(scene, left, y, title, row, true);
  for (const WayToSort& way : ways_to_sort()) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = number(way, sizes[k]);
    add_crossover_row(scene, left, y += 23, way.name, row, false);
  }
  return y + 34;
}

/// What an H200 took for keys of so many bytes, read once; null where the file is not there.
const TimingRun* card_run(uint32_t key_bytes) {
  static const auto read = [](const char* name) -> std::unique_ptr<TimingRun> {
    const std::string file = resource(joined({"assets/timing/h200_crossover_", name, ".jsonl"}));
    const auto text = file.empty() ? radix::Result<std::string>(radix::Error{}) : read_text(file);
    auto run = text ? timing_run_from(*text) : radix::Result<TimingRun>(radix::Error{});
    return run ? std::make_unique<TimingRun>(std::move(*run)) : nullptr;
  };
  static const std::unique_ptr<TimingRun> narrow = read("4"), wide = read("8");
  return key_bytes == 8 ? wide.get() : narrow.get();
}

/// Over the number of keys: the time of a way's bytes at the memory rate as a line, what was
/// measured as marks.
Chart time_over_keys(Rect at, const TimingRun& run, uint32_t key_bytes) {
  Chart chart{.at = at,
              .title = text::families::time_chart({.bytes = key_bytes, .device = run.facts.device}),
              .x = {.title = text::all::keys_row, .low = 15.5, .high = 28.5, .ticks = {}},
              .y = {},
              .series = {},
              .name_width = 210};
  for (const uint32_t n : sizes) chart.x.ticks.push_back({double(n), "2^" + std::to_string(n)});
  double least = 1e300, most = 0;
  for (std::size_t k = 0; k < ways_to_sort().size(); ++k) {
    Series series = series_of_way(k);
    for (uint32_t n = sizes[0]; n <= charted; ++n)
      series.line.push_back(
          {double(n), ways_to_sort()[k].work(n, key_bytes).bytes / run.facts.memory_gb_s()});
    for (const uint32_t n : sizes)
      if (const auto ns = fastest_ns(run, k, n)) series.marks.push_back({double(n), *ns});
    for (const auto* points : {&series.line, &series.marks})
      for (const Point& point : *points)
        least = std::min(least, point.y), most = std::max(most, point.y);
    chart.series.push_back(std::move(series));
  }
  chart.y = log_axis(text::families::nanoseconds, least, most);
  return chart;
}

/// "With 2^28 keys of 4 bytes merging takes 1.2 × the time of the digits of this program; …"
std::string measured_words(const TimingRun& run, uint32_t key_bytes) {
  constexpr std::size_t three_launches = 1, merging = 2;
  std::string words;
  for (const uint32_t n : {sizes[0], charted}) {
    const auto merged = fastest_ns(run, merging, n), sorted = fastest_ns(run, three_launches, n);
    if (!merged || !sorted) continue;
    const std::string point = text::families::measured_point(
        {.bytes = key_bytes,
         .moved =
             factor_words(merge_work(n, key_bytes).bytes / three_launch_work(n, key_bytes).bytes),
         .size = n,
         .time = factor_words(*merged / *sorted)});
    words = words.empty() ? point : text::families::points({.first = words, .second = point});
  }
  return words.empty() ? words : text::families::measured_points({.points = words});
}

std::string at_most_3_digits(double value) { return fixed_number(value, value < 9.95 ? 1 : 0); }

}  // namespace

Scene draw_crossover(const Moment& moment) {
  Scene scene{.width = crossover_page, .title = text::families::crossover};
  scene.subtitle = text::families::crossover_forms;
  const Columns columns{.left = margin};
  const std::string sweep = std::to_string(*crossing(charted, one_sweep_work)),
                    three_launches = std::to_string(*crossing(charted, three_launch_work));
  scene.texts.push_back({.at = {margin, 14},
                         .text = text::families::crossover_head(
                             {.launches = three_launches, .size = charted, .sweep = sweep}),
                         .size = 19,
                         .face = Face::bold,
                         .anchor = Anchor::left});
  add_chart(scene, bytes_over_width({margin, 44, crossover_width, crossover_height}));
  const float left = margin + crossover_width + 30;
  float y = add_crossover_table(scene, left, 56, text::families::table_bytes({.bytes = usual_key}),
                                [](const WayToSort& way, uint32_t n) {
                                  return at_most_3_digits(way.work(n, usual_key).bytes);
                                });
  y = add_crossover_table(scene, left, y, text::families::table_launches,
                          [](const WayToSort& way, uint32_t n) {
                            return std::to_string(way.work(n, usual_key).launches);
                          });
  if (moment.large) return end_page(scene, std::max(y, 44 + crossover_height)), scene;
  y = add_crossover_table(scene, left, y, text::families::table_comparisons,
                          [](const WayToSort& way, uint32_t n) {
                            const double made = way.work(n, usual_key).comparisons;
                            return made > 0 ? at_most_3_digits(made) : std::string("–");
                          });
  y = std::max(y, 44 + crossover_height + 10);
  std::string from;
  for (uint32_t n : sizes) {
    const std::string at = text::families::crossing({.launches = *crossing(n, three_launch_work),
                                                     .size = n,
                                                     .sweep = *crossing(n, one_sweep_work)});
    from = from.empty() ? at : text::all::list_middle({.first = from, .next = at});
  }
  y = add_sentence(scene, columns, y, text::families::crossings({.sizes = from}));
  const SortWork merging = merge_work(charted, usual_key);
  y = add_sentence(scene, columns, y,
                   text::families::merging_moves({.bytes = usual_key,
                                                  .levels = merging.parts,
                                                  .moved = at_most_3_digits(merging.bytes),
                                                  .size = charted}));
  y = add_sentence(scene, columns, y, text::families::wider_keys);
  end_page(scene, y);
  return scene;
}

Scene draw_measured_crossover(const Moment&) {
  Scene scene{.width = crossover_page, .title = text::families::measured};
  scene.subtitle = text::families::crossover_card;
  const Columns columns{.left = margin, .words = 15.f / 14};
  float x = margin, y = 4;
  std::vector<std::string> measured;
  for (const uint32_t key_bytes : {4u, 8u}) {
    const TimingRun* run = card_run(key_bytes);
    if (!run || run->facts.memory_gb_s() <= 0) continue;
    add_chart(scene, time_over_keys({x, y, measured_width, crossover_height}, *run, key_bytes));
    measured.push_back(measured_words(*run, key_bytes));
    x += measured_width + 20;
  }
  if (measured.empty()) return page_of_words(std::move(scene), text::families::no_recorded_runs);
  y = add_sentence(scene, columns, y + crossover_height + 10, text::families::lines_and_marks);
  for (const std::string& words : measured)
    if (!words.empty()) y = add_sentence(scene, columns, y, words);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
