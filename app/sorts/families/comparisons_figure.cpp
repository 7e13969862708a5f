// How many comparisons of two keys a run has made, beside the most that other sorts make and the
// lower bound of all.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"
#include "families.hpp"
#include "text/all.hpp"
#include "text/families.hpp"

namespace scope {
namespace {

constexpr float compare_words = 17;
constexpr double cut_beyond = 4;  ///< a bar so many times as long as merging's is cut

/// Where bars and names stand: closer on a page that is shown beside others.
struct ComparePlan {
  float page, bars, width, row, pitch;
};
constexpr ComparePlan plan_of(bool narrow) {
  return narrow ? ComparePlan{.page = 560, .bars = 232, .width = 220, .row = 20, .pitch = 29}
                : ComparePlan{.page = 900, .bars = 288, .width = 400, .row = 26, .pitch = 36};
}

struct ComparedRow {
  std::string name;
  uint64_t comparisons = 0;
  bool own = false;  ///< of this run
};

std::vector<ComparedRow> rows_of_comparisons(const Moment& moment) {
  std::vector<ComparedRow> rows{{text::families::this_run, compared_in(moment).value_or(0), true}};
  for (const FamilyRow* family : families()) {
    if (!family->max_compared) continue;
    for (const MostCompared& each : family->max_compared(moment.problem().size()))
      rows.push_back({each.name, each.comparisons});
  }
  return rows;
}

std::string count_words(uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

/// A line over all bars at a number that none, or many, of them reach.
void add_mark(Scene& scene, float x, float y, float bottom, const std::string& words,
              Anchor anchor) {
  scene.lines.push_back({{x, y + 12}, {x, bottom}, Ink::accent, 2, true});
  add_words(scene, {x + (anchor == Anchor::right ? -4.f : 4.f), y}, words, compare_words,
            Ink::accent, anchor);
}

std::string compared_words(const Moment& moment, const ComparedRow& run) {
  const uint32_t n = moment.problem().size(), least = least_comparisons(n);
  if (!compared_in(moment)) return text::families::compares_none({.keys = n, .least = least});
  const bool done = moment.cursor == moment.trace->steps.size();
  const std::string made = text::families::compared(
      {.count = count_words(run.comparisons), .done = done, .made = run.comparisons});
  if (!family_of(*moment.trace).max_compared)
    return text::paragraph(made,
                           text::families::least_by_bits({.keys = n, .least = count_words(least)}));
  return text::paragraph(
      made, text::families::least({.keys = n, .least = count_words(least)}),
      done && run.comparisons < least ? std::string(text::families::easy_keys) : "");
}

}  // namespace

Scene draw_comparisons(const Moment& moment) {
  Columns columns = columns_of(moment);
  Scene scene =
      new_page(moment, columns, text::families::comparisons, text::families::comparisons_about);
  columns = {.left = margin, .large = moment.large};
  const ComparePlan plan = plan_of(moment.narrow);
  scene.width = plan.page;
  const uint32_t n = moment.problem().size();
  if (n == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const std::vector<ComparedRow> rows = rows_of_comparisons(moment);
  const double least = least_comparisons(n), product = n * std::log2(n);
  double most = std::max({double(rows[0].comparisons), product, 1.0});
  for (const ComparedRow& row : rows)
    if (double(row.comparisons) <= cut_beyond * std::max(product, 1.0))
      most = std::max(most, double(row.comparisons));
  const auto x_of = [&](double count) {
    return plan.bars + plan.width * static_cast<float>(std::min(count / most, 1.0));
  };

  float y = 44;
  for (const ComparedRow& row : rows) {
    const bool cut = double(row.comparisons) > most;
    const float middle = y + plan.row / 2, end = x_of(double(row.comparisons));
    const Ink ink = row.own ? Ink::text : Ink::dim;
    const Face face = row.own ? Face::bold : Face::ui;
    add_words(scene, {plan.bars - 14, middle}, row.name, compare_words, ink, Anchor::right, face);
    const Rect bar{x_of(0), y, end - x_of(0), plan.row};
    scene.frames.push_back({.at = bar,
                            .edge = row.own ? Ink::good : Ink::faint,
                            .fill = row.own ? Ink::digit1_fill : Ink::raised,
                            .radius = 4,
                            .dashed = cut});
    scene.cells.push_back({.tip = text::families::named_number(
                               {.name = row.name, .number = count_words(row.comparisons)}),
                           .at = bar,
                           .fill = Ink::none,
                           .edge = Ink::none,
                           .edge_width = 0});
    const std::string count = count_words(row.comparisons);
    add_words(scene, {x_of(most) + 12, middle},
              cut ? text::families::bar_cut({.count = count, .short_form = moment.narrow}) : count,
              compare_words, ink, Anchor::left, face);
    y += plan.pitch;
  }
  add_mark(scene, x_of(least), 14, y, "⌈lg n!⌉ = " + count_words(uint64_t(least)), Anchor::right);
  if (n > 2)
    add_mark(scene, x_of(product), 14, y,
             "n lg n = " + count_words(uint64_t(std::llround(product))), Anchor::left);
  y = add_sentence(scene, columns, y + 10, compared_words(moment, rows[0]));
  if (!moment.narrow) y = add_sentence(scene, columns, y, text::families::book_bounds);
  if (!moment.large && !moment.narrow) {
    y = add_sentence(scene, columns, y, text::families::why_least);
    if (compared_in(moment)) y = add_sentence(scene, columns, y, text::families::what_is_counted);
  }
  end_page(scene, y);
  return scene;
}

}  // namespace scope
