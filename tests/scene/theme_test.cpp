// Colours: contrast on every ground, digits apart in colour and in grey.
#include "app/core/scene/theme.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <set>

#include "app/core/scene/follow.hpp"
#include "app/core/scene/owner_inks.hpp"
#include "tests/support/eyes.hpp"

namespace scope {
namespace {

/// Of digits of so many bits, one for each colour.
std::vector<Ink> every_digit(Ink (*ink)(uint32_t, uint32_t), uint32_t bits = own_digit_bits) {
  std::vector<Ink> inks;
  for (uint32_t d = 0; d < digit_inks; ++d) inks.push_back(ink(d << (bits - own_digit_bits), bits));
  return inks;
}
const std::vector<Ink> digits = every_digit(digit_ink), fills = every_digit(digit_fill);
const std::vector<Ink> scale = every_digit(digit_ink, 8), scale_fills = every_digit(digit_fill, 8);
constexpr std::size_t book_digits = 4;  // the book's own colours; a ramp follows

std::string name_of(Ink ink) { return "ink " + std::to_string(static_cast<int>(ink)); }

/// "" or the first pair that is hard to read.
std::string hard_to_read(const Theme& theme) {
  const auto check = [&](Ink ink, Ink ground) -> std::string {
    const float ratio = contrast(theme[ink], theme[ground]);
    if (ratio >= aa_contrast) return "";
    return name_of(ink) + " on " + name_of(ground) + ": " + std::to_string(ratio);
  };
  std::vector<std::pair<Ink, Ink>> pairs;
  for (Ink ground : {Ink::page, Ink::panel}) {
    for (Ink ink : {Ink::text, Ink::dim, Ink::accent, Ink::select, Ink::good, Ink::warn})
      pairs.push_back({ink, ground});
    for (Ink ink : digits) pairs.push_back({ink, ground});
    for (Ink ink : scale) pairs.push_back({ink, ground});
  }
  for (Ink ground : {Ink::raised, Ink::empty_fill})
    for (Ink ink : {Ink::text, Ink::dim}) pairs.push_back({ink, ground});
  for (Ink ink : {Ink::accent, Ink::select, Ink::good, Ink::warn})
    pairs.push_back({ink, Ink::raised});      // tool tips
  pairs.push_back({Ink::page, Ink::accent});  // lit buttons, the chosen segment, the stage at work
  for (std::size_t d = 0; d < digit_inks; ++d) {
    pairs.push_back({Ink::text, fills[d]});
    pairs.push_back({Ink::dim, fills[d]});   // binaries
    pairs.push_back({digits[d], fills[d]});  // the lit bit
    pairs.push_back({Ink::text, scale_fills[d]});
    pairs.push_back({Ink::dim, scale_fills[d]});
    pairs.push_back({scale[d], scale_fills[d]});
  }
  for (const auto& [ink, ground] : pairs)
    if (const std::string fault = check(ink, ground); !fault.empty()) return fault;
  return "";
}

// ----------------------------------------------------------------------- differences that are seen

/// Oklab, https://bottosson.github.io/posts/oklab/
Linear oklab(Linear rgb) {
  Linear lms = times({{{0.41222147f, 0.53633254f, 0.05144599f},
                       {0.21190350f, 0.68069955f, 0.10739696f},
                       {0.08830246f, 0.28171884f, 0.62997870f}}},
                     rgb);
  for (float& x : lms) x = std::cbrt(x);
  const auto [l, m, s] = lms;
  return {0.21045426f * l + 0.79361779f * m - 0.00407205f * s,
          1.97799850f * l - 2.42859221f * m + 0.45059371f * s,
          0.02590404f * l + 0.78277177f * m - 0.80867577f * s};
}

/// Difference in Oklab, 100 = black to white; about 2 is just seen. The least over these many kinds
/// of eyes.
float least_difference(Colour a, Colour b, std::size_t kinds = eyes.size()) {
  float least = 1000;
  for (std::size_t e = 0; e < kinds; ++e) {
    const Linear x = oklab(times(eyes[e], linear(a))), y = oklab(times(eyes[e], linear(b)));
    least = std::min(least, 100 * std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
  }
  return least;
}

/// "" or the first two neighbouring digits that look alike. The book's own four are told apart by
/// most eyes; the ramp's by all.
std::string neighbours_alike(const Theme& theme) {
  for (std::size_t d = 0; d + 1 < digit_inks; ++d) {
    const std::size_t kinds = d + 1 < book_digits ? 1 : eyes.size();
    const float least = d + 1 < book_digits ? 2.5f : 4.2f;
    const float fill = least_difference(theme[fills[d]], theme[fills[d + 1]], kinds);
    const float ink = least_difference(theme[digits[d]], theme[digits[d + 1]], kinds);
    if (fill < least || ink < least)
      return "digits " + std::to_string(d) + " and " + std::to_string(d + 1) + ": " +
             std::to_string(fill) + ", " + std::to_string(ink);
  }
  return "";
}

/// Distance of two greys: the ratio of what a grey copy keeps.
float grey_step(const Theme& theme, Ink a, Ink b) { return contrast(theme[a], theme[b]); }

TEST(Themes, AreReadable) {
  for (const Theme& theme : themes()) EXPECT_EQ(hard_to_read(theme), "") << theme.name;
}

TEST(Themes, AFaintTextIsCaught) {
  Theme faint = theme(ThemeId::dark);
  faint.inks[static_cast<std::size_t>(Ink::dim)] = faint[Ink::line];
  EXPECT_NE(hard_to_read(faint), "");
}

TEST(Themes, HaveOpaqueInks) {
  for (const Theme& theme : themes()) {
    EXPECT_EQ(theme[Ink::none].a, 0);
    for (uint32_t i = 1; i < ink_count; ++i) EXPECT_EQ(theme.inks[i].a, 255) << theme.name << i;
  }
}

TEST(Themes, TellDigitsApart) {
  for (const Theme& theme : themes()) {
    std::set<std::string> colours;
    for (Ink ink : digits) colours.insert(hex(theme[ink]));
    for (Ink ink : fills) colours.insert(hex(theme[ink]));
    EXPECT_EQ(colours.size(), 2 * digit_inks) << theme.name;
  }
}

TEST(Themes, TellNeighbouringDigitsApartForEveryEye) {
  for (const Theme& theme : themes()) EXPECT_EQ(neighbours_alike(theme), "") << theme.name;
}

/// "" or the first two of the book's digits that are alike in fill and edge for some eyes and of
/// one hatch: the chapter has four, and any two may stand side by side.
std::string book_digits_alike(const Theme& theme) {
  for (std::size_t a = 0; a < book_digits; ++a)
    for (std::size_t b = a + 1; b < book_digits; ++b) {
      const bool hatch = (a + b) % 2 == 1;  // odd digits are hatched: told apart without colour
      const float ink = least_difference(theme[digits[a]], theme[digits[b]]);
      const float fill = least_difference(theme[fills[a]], theme[fills[b]]);
      if (std::max(ink, fill) < (hatch ? 3.f : 6.f))
        return "digits " + std::to_string(a) + " and " + std::to_string(b) + ": " +
               std::to_string(fill) + ", " + std::to_string(ink);
    }
  return "";
}

TEST(Themes, TellTheBooksDigitsApartForEveryEye) {
  for (const Theme& theme : themes()) EXPECT_EQ(book_digits_alike(theme), "") << theme.name;
  Theme alike = theme(ThemeId::dark);
  alike.inks[static_cast<std::size_t>(digits[2])] = alike[digits[0]];
  alike.inks[static_cast<std::size_t>(fills[2])] = alike[fills[0]];
  EXPECT_NE(book_digits_alike(alike), "");
}

TEST(Themes, TwoDigitsAlikeAreCaught) {
  Theme alike = theme(ThemeId::light);
  alike.inks[static_cast<std::size_t>(fills[9])] = alike[fills[8]];
  EXPECT_NE(neighbours_alike(alike), "");
  alike = theme(ThemeId::light);  // red and green of one lightness: alike for some eyes only
  alike.inks[static_cast<std::size_t>(fills[8])] = {255, 190, 160};
  alike.inks[static_cast<std::size_t>(fills[9])] = {206, 214, 160};
  EXPECT_GT(least_difference(alike[fills[8]], alike[fills[9]], 1), 4.5f);
  EXPECT_NE(neighbours_alike(alike), "");
}

/// How far fills that can touch are apart, as a table: digits and owners by their neighbours.
std::string table_of_fills(const Theme& theme) {
  std::string table = std::string(theme.name) + ": fills, usual eyes, no red, no green, grey\n";
  const auto line = [&](const std::string& name, Ink a, Ink b) {
    char text[96];
    const auto d = fill_distances(theme[a], theme[b]);
    std::snprintf(text, sizeof text, "  %-18s %6.1f %6.1f %6.1f %6.1f\n", name.c_str(), d[0], d[1],
                  d[2], d[3]);
    table += text;
  };
  for (uint32_t d = 0; d + 1 < digit_inks; ++d)
    line("digits " + std::to_string(d) + ", " + std::to_string(d + 1), fills[d], fills[d + 1]);
  for (uint32_t d = 0; d + 1 < owner_inks; ++d)
    line("owners " + std::to_string(d) + ", " + std::to_string(d + 1), owner_fill(d),
         owner_fill(d + 1));
  return table;
}

/// "" or the first two owners whose fills are less than 12 apart: any two of the first four, and
/// neighbours, in grey, too.
std::string owners_alike(const Theme& theme) {
  for (uint32_t a = 0; a < owner_inks; ++a)
    for (uint32_t b = a + 1; b < owner_inks; ++b) {
      if (b != a + 1 && b >= 4) continue;
      const auto d = fill_distances(theme[owner_fill(a)], theme[owner_fill(b)]);
      if (*std::min_element(d.begin(), d.begin() + (b == a + 1 ? 4 : 3)) < 12)
        return std::to_string(a) + ", " + std::to_string(b);
    }
  return "";
}

TEST(Themes, OwnersHaveColoursOfTheirOwn) {
  for (const Theme& theme : themes()) {
    std::cout << table_of_fills(theme);
    EXPECT_EQ(owners_alike(theme), "") << theme.name;
  }
  for (uint32_t owner = 0; owner < owner_inks; ++owner) {
    EXPECT_GE(owner_digit(owner), book_digits) << "a colour of the book's digits";
    EXPECT_EQ(std::ranges::count(thread_inks, owner_ink(owner)), 0) << "that of a followed key";
  }
  Theme alike = theme(ThemeId::dark);
  alike.inks[static_cast<std::size_t>(owner_fill(1))] = alike[owner_fill(0)];
  EXPECT_EQ(owners_alike(alike), "0, 1");
}

/// "" or what is taken for the ink of what is right or best by some eyes.
std::string taken_for_good(const Theme& theme) {
  std::vector<Ink> others = digits;
  others.push_back(Ink::warn);
  for (const Ink other : others) {
    const auto d = fill_distances(theme[Ink::good], theme[other]);
    if (*std::min_element(d.begin(), d.begin() + 3) < 12) return name_of(other);
  }
  return "";
}

TEST(Themes, BestIsNoDigitsColour) {
  for (const Theme& theme : themes()) EXPECT_EQ(taken_for_good(theme), "") << theme.name;
  Theme before = theme(ThemeId::dark);
  before.inks[static_cast<std::size_t>(Ink::good)] = {0x7e, 0xcb, 0x86};
  EXPECT_EQ(taken_for_good(before), name_of(digits[1]));
}

/// The fills that can touch and are less than 12 apart: any two of the book's four, and neighbours
/// of the ramp; neighbours in grey, too. A line each.
std::string fills_too_close(const Theme& theme) {
  constexpr float least = 12;
  std::string table;
  for (std::size_t a = 0; a < digit_inks; ++a)
    for (std::size_t b = a + 1; b < digit_inks; ++b) {
      const bool neighbours = b == a + 1;
      if (!neighbours && b >= book_digits) continue;
      const auto apart = fill_distances(theme[fills[a]], theme[fills[b]]);
      const auto end = apart.begin() + (neighbours ? 4 : 3);
      if (*std::min_element(apart.begin(), end) >= least) continue;
      table += "digits " + std::to_string(a) + " and " + std::to_string(b) + ":";
      for (auto each = apart.begin(); each != end; ++each) table += " " + std::to_string(*each);
      table += "\n";
    }
  return table;
}

TEST(Themes, FillsThatCanTouchAreFarApartForEveryEyeAndInGrey) {
  for (const Theme& theme : themes()) EXPECT_EQ(fills_too_close(theme), "") << theme.name;
  Theme before = theme(ThemeId::dark);  // green and orange, which some eyes took for one
  before.inks[static_cast<std::size_t>(fills[1])] = {0x1b, 0x33, 0x24};
  before.inks[static_cast<std::size_t>(fills[2])] = {0x3a, 0x28, 0x1b};
  EXPECT_NE(fills_too_close(before).find("digits 1 and 2: 20.6"), std::string::npos)
      << fills_too_close(before);
}

/// Two of the sixteen digits, neighbours or not, that are less than 12 apart for some eyes, in fill
/// and in edge: any two may stand side by side. A line each.
std::string digits_too_close(const Theme& theme) {
  constexpr float least = 12;
  std::string table;
  for (std::size_t a = 0; a < digit_inks; ++a)
    for (std::size_t b = a + 1; b < digit_inks; ++b) {
      const auto fill = fill_distances(theme[fills[a]], theme[fills[b]]),
                 edge = fill_distances(theme[digits[a]], theme[digits[b]]);
      const float tint = *std::min_element(fill.begin(), fill.begin() + 3),
                  line = *std::min_element(edge.begin(), edge.begin() + 3);
      if (std::max(tint, line) < least)
        table += "digits " + std::to_string(a) + " and " + std::to_string(b) + ": " +
                 std::to_string(tint) + ", " + std::to_string(line) + "\n";
    }
  return table;
}

TEST(Themes, AnyTwoDigitsAreToldApartByFillOrEdgeByEveryEye) {
  for (const Theme& theme : themes()) EXPECT_EQ(digits_too_close(theme), "") << theme.name;
  Theme before = theme(ThemeId::dark);  // green and brown, which some eyes took for one
  before.inks[static_cast<std::size_t>(digits[13])] = {0xfb, 0x9e, 0x82};
  EXPECT_NE(digits_too_close(before).find("digits 1 and 13: 1.9"), std::string::npos)
      << digits_too_close(before);
}

/// "" or where the scale does not get lighter, for some eyes or in grey; its ends are far apart.
std::string scale_falls(const Theme& theme) {
  for (const auto& inks : {scale, scale_fills}) {
    for (std::size_t e = 0; e < 3; ++e) {
      float before = -1;
      for (std::size_t d = 0; d < inks.size(); ++d) {
        const float light = cielab(times(eyes[e], linear(theme[inks[d]])))[0];
        if (light <= before) return name_of(inks[d]) + ", eyes " + std::to_string(e);
        before = light;
      }
    }
    const auto ends = fill_distances(theme[inks.front()], theme[inks.back()]);
    if (*std::min_element(ends.begin(), ends.end()) < 12) return "the ends of the scale";
  }
  return "";
}

TEST(Themes, TheScaleOfWideDigitsGetsLighterForEveryEye) {
  for (const Theme& theme : themes()) EXPECT_EQ(scale_falls(theme), "") << theme.name;
  Theme wrong = theme(ThemeId::dark);
  std::swap(wrong.inks[static_cast<std::size_t>(scale[6])],
            wrong.inks[static_cast<std::size_t>(scale[7])]);
  EXPECT_NE(scale_falls(wrong), "");
}

TEST(Print, IsWhite) {
  EXPECT_EQ(hex(theme(ThemeId::print)[Ink::page]), "#ffffff");
  EXPECT_EQ(hex(theme(ThemeId::print)[Ink::text]), "#000000");
}

TEST(Print, TellsDigitsApartInGrey) {
  const Theme& print = theme(ThemeId::print);
  for (std::size_t d = 0; d + 1 < digit_inks; ++d)
    EXPECT_GE(grey_step(print, fills[d], fills[d + 1]), 1.18f) << d;
  EXPECT_GE(grey_step(print, Ink::digit0, Ink::digit1), 1.5f);
}

/// What a grey copy must keep apart: the book's digits, cells without a value, hatched cells, the
/// selected key. "" or the first two that it does not.
std::string alike_in_grey(const Theme& print) {
  const std::vector<std::pair<std::string, Ink>> grounds{{"empty", Ink::empty_fill},
                                                         {"digit 0", fills[0]},
                                                         {"digit 1", fills[1]},
                                                         {"digit 2", fills[2]},
                                                         {"digit 3", fills[3]}};
  for (std::size_t a = 0; a < grounds.size(); ++a)
    for (std::size_t b = a + 1; b < grounds.size(); ++b)
      if (grey_step(print, grounds[a].second, grounds[b].second) < 1.12f)
        return grounds[a].first + ", " + grounds[b].first;
  for (std::size_t d = 0; d < book_digits; ++d) {
    const Colour fill = print[fills[d]], edge = print[digits[d]];
    const auto mixed = [](uint8_t under, uint8_t over) {
      return static_cast<uint8_t>(static_cast<float>(under) * (1 - hatch_opacity) +
                                  static_cast<float>(over) * hatch_opacity);
    };
    const Colour hatch{mixed(fill.r, edge.r), mixed(fill.g, edge.g), mixed(fill.b, edge.b)};
    if (d % 2 == 1 && contrast(fill, hatch) < 1.1f)
      return "the hatch of digit " + std::to_string(d);
    if (grey_step(print, Ink::select, digits[d]) < 1.5f)
      return "selected, digit " + std::to_string(d);
  }
  return "";
}

TEST(Print, TellsStatesApartInGrey) {
  EXPECT_EQ(alike_in_grey(theme(ThemeId::print)), "");
  Theme wrong = theme(ThemeId::print);
  wrong.inks[static_cast<std::size_t>(fills[0])] = {0xf3, 0xf8, 0xfd};  // nearly the page
  EXPECT_EQ(alike_in_grey(wrong), "empty, digit 0");
  wrong = theme(ThemeId::print);
  wrong.inks[static_cast<std::size_t>(digits[3])] = wrong[fills[3]];
  EXPECT_EQ(alike_in_grey(wrong), "the hatch of digit 3");
  wrong = theme(ThemeId::print);
  wrong.inks[static_cast<std::size_t>(Ink::select)] = wrong[digits[2]];
  EXPECT_NE(alike_in_grey(wrong), "");
}

TEST(ThemeNamed, FindsEveryThemeAndNothingElse) {
  for (const Theme& candidate : themes()) {
    EXPECT_EQ(theme_named(candidate.name), &candidate);
    EXPECT_EQ(&theme(candidate.id), &candidate);
  }
  EXPECT_EQ(theme_named("sepia"), nullptr);
}

TEST(Contrast, FollowsTheDefinition) {
  EXPECT_FLOAT_EQ(contrast({0, 0, 0}, {255, 255, 255}), 21);
  EXPECT_FLOAT_EQ(contrast({255, 255, 255}, {0, 0, 0}), 21);
  EXPECT_FLOAT_EQ(contrast({90, 90, 90}, {90, 90, 90}), 1);
  EXPECT_NEAR(contrast({119, 119, 119}, {255, 255, 255}), 4.48, 0.01);  // the well-known #777
}

TEST(Hex, HasTwoDigitsPerChannel) { EXPECT_EQ(hex({0, 10, 255}), "#000aff"); }

}  // namespace
}  // namespace scope
