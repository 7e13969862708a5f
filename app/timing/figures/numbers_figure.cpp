// Our own figure: a timing run as a table, a page at a time.
#include <algorithm>
#include <functional>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/timing/findings.hpp"
#include "app/timing/names.hpp"
#include "app/timing/plan.hpp"
#include "text/families.hpp"
#include "text/timed.hpp"
#include "timing_figures.hpp"

namespace scope {
namespace {

constexpr std::size_t rows_of_page = 13, rows_of_low_page = 10;
constexpr float pitch = 25, head = 34, numbers_size = 14;

struct Numbers {
  const TimingRun& run;
  const TimingRow& row;
  TimingStatistics s;
};

struct PrintedColumn {
  text::Label name;
  float right;  ///< where its numbers end
  std::function<std::string(const Numbers&)> text;
  bool of_spread = false;  ///< stands out where the samples are noisy
};

std::string rounded_percent(double part) { return percent(part, part < 0.0995 ? 1 : 0); }

const std::vector<PrintedColumn>& columns() {
  static const std::vector<PrintedColumn> all = {
      {text::timed::column_keys, 400, [](const Numbers& n) { return size_text(n.row.input.n); }},
      {text::timed::column_median, 484, [](const Numbers& n) { return time_words(n.s.median_ms); }},
      {text::timed::column_quartiles, 560,
       [](const Numbers& n) {
         return "±" +
                rounded_percent((n.s.high_ms - n.s.low_ms) / 2 / std::max(n.s.median_ms, 1e-12));
       },
       true},
      {text::timed::column_rate, 690,
       [](const Numbers& n) { return rate_words(giga_keys(n.row, n.s.median_ms)); }},
      {"GB/s", 760,
       [](const Numbers& n) {
         const double rate = giga_bytes(n.row, n.s.median_ms);
         return rate > 0 ? fixed_number(rate, rate < 10 ? 2 : 0) : "";
       }},
      {text::timed::column_of_floor, 835,
       [](const Numbers& n) {
         const double least = floor_ms(n.row, n.run.facts);
         return least > 0 ? rounded_percent(least / std::max(n.s.median_ms, 1e-12)) : "";
       }},
      {text::timed::column_passes, 900,
       [](const Numbers& n) {
         return n.row.cost.passes > 0 ? std::to_string(n.row.cost.passes) : "";
       }},
      {text::timed::column_launches, 980,
       [](const Numbers& n) {
         return n.row.cost.launches > 0 ? std::to_string(n.row.cost.launches) : "";
       }},
      {text::timed::column_samples, timing_page - margin,
       [](const Numbers& n) {
         return std::to_string(n.s.samples) +
                (n.s.dropped > 0 ? " − " + std::to_string(n.s.dropped) : "");
       }},
  };
  return all;
}

void add_row(Scene& scene, const TimingView& view, const TimingRow& row, float y) {
  const float names = columns().front().right - 62;
  const std::string who =
      cut_text(who_words(*view.run, row), numbers_size, Face::ui, names - margin);
  add_timing_words(scene, {margin, y}, who, numbers_size, Ink::text);
  const auto s = statistics(row);
  if (s) {
    const Numbers numbers{*view.run, row, *s};
    for (const PrintedColumn& column : columns())
      add_timing_words(scene, {column.right, y}, column.text(numbers), numbers_size,
                       s->noisy && column.of_spread ? Ink::warn : Ink::text, Anchor::right,
                       Face::mono);
    return;
  }
  add_timing_words(scene, {columns().front().right, y}, size_text(row.input.n), numbers_size,
                   Ink::text, Anchor::right, Face::mono);
  const float left = columns().front().right + 20;
  const std::string why = hollow_words(view, row);
  add_timing_words(scene, {left, y},
                   cut_text(why, numbers_size, Face::ui, timing_page - margin - left), numbers_size,
                   Ink::warn);
  scene.cells.push_back({.tip = why,
                         .at = {left, y - pitch / 2, timing_page - margin - left, pitch},
                         .fill = Ink::none,
                         .edge = Ink::none,
                         .edge_width = 0});
}

}  // namespace

Scene draw_timing_table(const Moment& moment) {
  if (!moment.timing_view || !moment.timing_view->run || moment.timing_view->run->rows.empty())
    return sentence_page(text::families::table, moment.timing_view ? timing_why(*moment.timing_view)
                                                                   : text::timed::needs_mode_table);
  const TimingView& view = *moment.timing_view;
  const auto& rows = view.run->rows;
  const std::size_t most = moment.large ? rows_of_low_page : rows_of_page;
  const auto pages = static_cast<uint32_t>((rows.size() + most - 1) / most);
  const uint32_t page = shown_page(view, pages);
  Scene scene{.width = timing_page, .title = text::families::table, .pages = pages};
  const std::string of = page_words(page, pages);
  scene.subtitle = std::string(text::timed::all_numbers) + (of.empty() ? "" : " · " + of);
  for (const PrintedColumn& column : columns())
    add_timing_words(scene, {column.right, head / 2}, column.name, numbers_size, Ink::dim,
                     Anchor::right);
  scene.lines.push_back({{margin, head - 3}, {timing_page - margin, head - 3}, Ink::faint, 1});
  float y = head + pitch / 2;
  const std::size_t begin = page * most, end = std::min(begin + most, rows.size());
  std::vector<const TimingRow*> shown;
  for (std::size_t i = begin; i < end; ++i) {
    const bool other_input = i > begin && rows[i].input != rows[i - 1].input;
    if (other_input)
      scene.lines.push_back(
          {{margin, y - pitch / 2}, {timing_page - margin, y - pitch / 2}, Ink::line, 1});
    add_row(scene, view, rows[i], y);
    shown.push_back(&rows[i]);
    y += pitch;
  }
  scene.answer = words_under(view, shown);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
