// Which fills stand side by side in the figures of every sort, and in Compare's strips; and how far
// they are apart for every eye.
#include <gtest/gtest.h>

#include <algorithm>
#include <compare>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include "app/compare/strips.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/scene/theme.hpp"
#include "app/sorts/families/families.hpp"
#include "tests/support/eyes.hpp"
#include "tests/support/film.hpp"

namespace scope {
namespace {

/// What is seen of a cell without its text.
struct Look {
  Ink fill, edge;
  bool dashed;
  float edge_width;
  bool gap = false;  ///< of the page's colour, at least 1 wide, before the other one
  friend auto operator<=>(const Look&, const Look&) = default;
};
using Looks = std::map<std::pair<Look, Look>, std::string>;  ///< with a figure where they touch

/// How far two cells of a row, or of two rows, are apart; none where they are no neighbours.
std::optional<float> gap_between(const Rect& a, const Rect& b) {
  constexpr float gap = 6;
  const float across = std::max(a.x, b.x) - std::min(a.right(), b.right());
  const float down = std::max(a.y, b.y) - std::min(a.bottom(), b.bottom());
  if (std::max(across, down) >= gap || std::min(across, down) >= -1) return std::nullopt;
  return std::max(across, down);
}

Look look_of(const Cell& cell) { return {cell.fill, cell.edge, cell.dashed, cell.edge_width}; }
bool is_filled(const Cell& cell) { return cell.fill != Ink::none && cell.opacity > 0.5f; }

void add_touching(const Scene& scene, const std::string& figure, Looks& pairs) {
  std::vector<const Cell*> cells;
  for (const Cell& cell : scene.cells)
    if (is_filled(cell)) cells.push_back(&cell);
  std::ranges::sort(cells, {}, [](const Cell* cell) { return cell->at.x; });
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t k = i + 1; k < cells.size() && cells[k]->at.x < cells[i]->at.right() + 6; ++k)
      if (const auto gap = gap_between(cells[i]->at, cells[k]->at);
          gap && cells[i]->fill != cells[k]->fill) {
        Look a = look_of(*cells[i]), b = look_of(*cells[k]);
        a.gap = b.gap = *gap >= 1;
        pairs.try_emplace(std::minmax(a, b), figure);
      }
}

/// In the figures that fit the steps of a run.
void add_touching(const Film& film, Looks& pairs) {
  const std::size_t steps = film.trace.steps.size();
  for (std::size_t cursor = 0; cursor <= steps; cursor += 1 + steps / 24)
    for (const Figure& figure : figures()) {
      const Moment moment = film.moment_at(cursor);
      if (fits(figure, moment)) add_touching(figure.draw(moment), figure.id, pairs);
    }
}

/// 64 keys, whose figures are rows of narrow cells.
std::vector<uint32_t> many_keys() {
  std::vector<uint32_t> keys;
  for (uint32_t i = 0; i < 64; ++i) keys.push_back(i * 37 % 256);
  return keys;
}

/// In every figure that fits a step of a run of every sort, with digits of 1, 2 and 4 bits, of few
/// keys and of many, and in the strips of three widths.
Looks touching() {
  Looks pairs;
  for (const radix::SortInfo& sort : radix::sorts())
    for (const uint32_t bits : {1u, 2u, 4u}) {
      if (bits > 1 && !sort.wide_digits()) continue;
      radix::Settings settings{
          .key_bits = 4, .threads_per_block = 4, .radix_bits = bits, .keys_per_thread = 2};
      add_touching(Film(record(chapter_keys, radix::settings_for(sort, settings), sort.name), true),
                   pairs);
      if (bits < 4 || std::string_view(sort.name) != "digits") continue;
      settings.key_bits = 8;
      add_touching(Film(record(many_keys(), radix::settings_for(sort, settings), sort.name), true),
                   pairs);
    }
  std::vector<Trace> lanes;
  for (const uint32_t bits : {1u, 2u, 4u})
    lanes.push_back(record(chapter_keys,
                           {.key_bits = 4, .threads_per_block = 4, .radix_bits = bits}, "digits"));
  StripsLook look{.size = {1280, 640}};
  for (const Trace& trace : lanes) look.lanes.push_back(look_at(trace, trace.steps.size()));
  look.names = {"1", "2", "4"}, look.errors = {"", "", ""};
  add_touching(strips_of(look).scene, "strips", pairs);
  return pairs;
}

std::string fill_name(Ink ink) {
  const auto number = [&](Ink first) {
    return std::to_string(static_cast<int>(ink) - static_cast<int>(first));
  };
  if (ink >= Ink::scale0_fill) return "scale " + number(Ink::scale0_fill);
  if (ink >= Ink::digit0_fill && ink < Ink::empty_fill) return "digit " + number(Ink::digit0_fill);
  if (ink == Ink::empty_fill) return "empty";
  if (ink == Ink::raised) return "raised";
  if (ink == Ink::page) return "page";
  return "ink " + std::to_string(static_cast<int>(ink));
}

float least_of_all(const std::array<float, 4>& d) { return *std::ranges::min_element(d); }
float least_of_eyes(const std::array<float, 4>& d) { return std::min({d[0], d[1], d[2]}); }

/// The distances of two fills that touch, the closest first: usual eyes, no red, no green, grey;
/// then of their edges, for the eyes that see least of it.
std::string table_of(const Looks& pairs, const Theme& theme) {
  std::map<std::pair<Ink, Ink>, std::pair<float, std::string>>
      lines;  // the closest edges of a pair
  for (const auto& [pair, figure] : pairs) {
    const auto& [a, b] = pair;
    const auto d = fill_distances(theme[a.fill], theme[b.fill]);
    const float edges = least_of_eyes(fill_distances(theme[a.edge], theme[b.edge]));
    char text[160];
    std::snprintf(text, sizeof text, "  %-9s %-9s %6.1f %6.1f %6.1f %6.1f   edges %6.1f%s  %s\n",
                  fill_name(a.fill).c_str(), fill_name(b.fill).c_str(), d[0], d[1], d[2], d[3],
                  edges, a.dashed == b.dashed ? "" : " dashed", figure.c_str());
    const auto [at, fresh] = lines.try_emplace({a.fill, b.fill}, edges, text);
    if (!fresh && edges < at->second.first) at->second = {edges, text};
  }
  std::string table =
      std::string(theme.name) + ": touching fills, usual eyes, no red, no green, grey\n";
  for (const auto& [inks, line] : lines) table += line.second;
  return table;
}

bool is_digit(Ink ink) { return ink >= Ink::digit0_fill && ink < Ink::empty_fill; }

/// Fills that touch, one of them a digit's or an owner's, and are less than 12 apart for some eyes,
/// as are their edges: no colour tells them apart. One that is dashed is told by that. A line each.
std::string too_close(const Looks& pairs, const Theme& theme) {
  constexpr float least = 12;
  std::string wrong;
  for (const auto& [pair, figure] : pairs) {
    const auto& [a, b] = pair;
    const bool digits = is_digit(a.fill) || is_digit(b.fill);
    if (!digits || a.dashed != b.dashed) continue;
    const float fills = least_of_eyes(fill_distances(theme[a.fill], theme[b.fill])),
                edges = least_of_eyes(fill_distances(theme[a.edge], theme[b.edge]));
    if (fills < least && edges < least)
      wrong += fill_name(a.fill) + ", " + fill_name(b.fill) + ": " + std::to_string(fills) + ", " +
               std::to_string(edges) + " in " + figure + "\n";
  }
  return wrong;
}

/// Fills that touch and are less than 12 apart for some eyes or in grey, with no line or gap
/// between them that is 12 away from both: one could be taken for a part of the other. A line each.
std::string not_separated(const Looks& pairs, const Theme& theme) {
  constexpr float least = 12;
  std::string wrong;
  for (const auto& [pair, figure] : pairs) {
    const auto& [a, b] = pair;
    float best = least_of_all(fill_distances(theme[a.fill], theme[b.fill]));
    std::vector<Ink> lines;
    if (a.gap) lines.push_back(Ink::page);
    for (const Look& each : {a, b})
      if (each.edge != Ink::none && each.edge_width >= 1) lines.push_back(each.edge);
    for (const Ink line : lines)
      best = std::max(best, std::min(least_of_all(fill_distances(theme[line], theme[a.fill])),
                                     least_of_all(fill_distances(theme[line], theme[b.fill]))));
    if (best < least)
      wrong += fill_name(a.fill) + ", " + fill_name(b.fill) + ": " + std::to_string(best) + " in " +
               figure + "\n";
  }
  return wrong;
}

/// Colours alone cannot give sixteen digits a grey each, 12 apart; so a line stands between them.
TEST(TouchingFills, HaveALineBetweenThemThatEveryEyeSees) {
  const Looks pairs = touching();
  for (const Theme& theme : themes()) EXPECT_EQ(not_separated(pairs, theme), "") << theme.name;
  Looks bare;  // as the digits of figures 13.1 and 13.7 were once
  bare[{{digit_fill(4), Ink::none, false, 1}, {digit_fill(6), Ink::none, false, 1}}] = "planted";
  for (const Theme& theme : themes()) EXPECT_NE(not_separated(bare, theme), "") << theme.name;
}

TEST(TouchingFills, AreToldApartByEveryEye) {
  const Looks pairs = touching();
  EXPECT_GT(pairs.size(), 50u);
  for (const Theme& theme : themes()) {
    std::cout << table_of(pairs, theme);
    EXPECT_EQ(too_close(pairs, theme), "") << theme.name;
  }
  Theme alike = theme(ThemeId::dark);
  const auto ink = [&](Ink each) -> Colour& { return alike.inks[static_cast<std::size_t>(each)]; };
  ink(digit_fill(2)) = ink(digit_fill(0)), ink(digit_ink(2)) = ink(digit_ink(0));
  EXPECT_NE(too_close(pairs, alike).find("digit 0, digit 2: 0.0"), std::string::npos);
  alike = theme(ThemeId::dark);
  ink(Ink::empty_fill) = ink(digit_fill(1)), ink(Ink::line) = ink(digit_ink(1));
  EXPECT_NE(too_close(pairs, alike).find("digit 1, empty: 0.0"), std::string::npos);
}

}  // namespace
}  // namespace scope
