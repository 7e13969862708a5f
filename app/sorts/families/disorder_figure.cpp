// How much disorder every part of a sort removes: inversions, and keys that stand where they
// belong.
#include "app/core/moment/disorder.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/chart/chart.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "text/all.hpp"
#include "text/families.hpp"

namespace scope {
namespace {

constexpr float disorder_height = 300, low_disorder = 270, disorder_gap = 24,
                least_disorder_page = 720;
constexpr uint32_t max_marked = 17;  ///< of more parts not every one has its mark
constexpr float tick_pitch = 24;

/// One number after every part that is done, the last one in a ring.
Chart chart_of_parts(Rect at, std::string title, Axis parts, std::string unit, Ink ink,
                     const std::vector<Point>& points, double most) {
  const bool few = points.size() <= max_marked;
  Series series{.name = "",
                .ink = ink,
                .line = points,
                .marks = few ? points : std::vector<Point>{},
                .best = points.back(),
                .best_label = short_number(points.back().y)};
  Chart chart{.at = at,
              .title = std::move(title),
              .x = std::move(parts),
              .y = linear_axis(std::move(unit), 0, std::max(most, 1.0)),
              .series = {std::move(series)},
              .name_width = 20};
  return chart;
}

/// Than which of these parts none took more away.
std::string largest_step(const std::vector<PartDisorder>& all, const radix::Outline& outline) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < all.size(); ++k) {
    const auto fall = [&](std::size_t i) {
      return i == 0 ? int64_t{0}
                    : static_cast<int64_t>(all[i - 1].disorder.inversions) -
                          static_cast<int64_t>(all[i].disorder.inversions);
    };
    if (fall(k) > fall(best)) best = k;
  }
  if (best == 0) return "";
  const PartDisorder &from = all[best - 1], &to = all[best];
  const std::string_view noun = text::translated(outline.noun);
  const std::string part =
      to.parts == from.parts + 1
          ? text::families::part_one({.noun = noun, .part = to.parts})
          : text::families::part_several({.first = from.parts + 1,
                                          .last = to.parts,
                                          .nouns = text::translated(outline.nouns)});
  return text::families::no_part_more(
      {.from = from.disorder.inversions, .noun = noun, .part = part, .to = to.disorder.inversions});
}

std::string disorder_words(const Moment& moment, const std::vector<PartDisorder>& all) {
  const Disorder &now = all.back().disorder, &input = all.front().disorder;
  const uint32_t n = moment.problem().size();
  return text::paragraph(all.size() == 1
                             ? text::families::input_has({.inversions = now.inversions})
                             : text::families::inversions_left(
                                   {.input = input.inversions, .inversions = now.inversions}),
                         largest_step(all, radix::outline_of(*moment.trace)),
                         text::families::at_home({.home = now.in_place, .keys = n}));
}

void underline_homes(Scene& scene, const Moment& moment, const Columns& columns, float y,
                     const radix::Array& keys) {
  const SortedPlaces sorted = sorted_places_of(moment.problem());
  for (uint32_t at = 0; at < keys.ids.size(); ++at)
    if (keys.ids[at] < sorted.place.size() && sorted.place[keys.ids[at]] == at)
      scene.lines.push_back({{columns.x(at), y}, {columns.x(at) + columns.cell, y}, Ink::good, 4});
}

}  // namespace

Scene draw_disorder(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::families::disorder, text::families::disorder_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  scene.width = std::max(scene.width, least_disorder_page);
  const radix::Array keys = keys_standing(moment);
  add_keys(scene, moment, columns, 12, keys, Lit{}, keys.id == radix::array::output ? 1 : 0);
  add_label(scene, columns, 12, key_height, "keys now\nline: at home");
  float y = 12 + key_height + 6;
  underline_homes(scene, moment, columns, y, keys);

  const std::vector<PartDisorder> all = disorder_until(moment);
  const radix::Outline outline = radix::outline_of(*moment.trace);
  const auto parts = static_cast<uint32_t>(std::max<std::size_t>(outline.parts.size(), 1));
  const std::string unit = text::families::parts_done({.nouns = text::translated(outline.nouns)});
  std::vector<Point> inversions, in_place;
  double most = 0;
  for (const PartDisorder& each : all) {
    inversions.push_back({double(each.parts), double(each.disorder.inversions)});
    in_place.push_back({double(each.parts), double(each.disorder.in_place)});
    most = std::max(most, inversions.back().y);
  }
  const float height = either(columns, disorder_height, low_disorder);
  const float width = (scene.width - 2 * margin - disorder_gap) / 2;
  const bool each = static_cast<float>(parts) * tick_pitch <= width - 100;
  const Axis axis = each ? whole_axis(unit, 0, parts) : linear_axis(unit, 0, parts);
  y += 16;
  add_chart(scene, chart_of_parts({margin, y, width, height}, text::families::inversions_chart,
                                  axis, text::families::pairs, Ink::digit2, inversions, most));
  add_chart(scene, chart_of_parts({margin + width + disorder_gap, y, width, height},
                                  text::families::home_chart, axis, text::all::keys_row,
                                  Ink::digit1, in_place, columns.count));
  y = add_sentence(scene, Columns{.left = margin}, y + height + 10, disorder_words(moment, all));
  if (!columns.large) {
    y = add_sentence(scene, Columns{.left = margin}, y, text::families::disorder_words);
    if (moment.problem().reversed())
      y = add_sentence(scene, Columns{.left = margin}, y, text::families::disorder_reversed);
  }
  end_page(scene, y);
  return scene;
}

}  // namespace scope
