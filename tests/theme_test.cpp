// Colours: contrast on every ground, digits apart in colour and in grey.
#include "app/theme.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace scope {
namespace {

constexpr float legible = 4.5f;  // WCAG 2.1 AA for text
const std::vector<Ink> digits{Ink::digit0, Ink::digit1, Ink::digit2, Ink::digit3};
const std::vector<Ink> fills{Ink::digit0_fill, Ink::digit1_fill, Ink::digit2_fill,
                             Ink::digit3_fill};

std::string name_of(Ink ink) { return "ink " + std::to_string(static_cast<int>(ink)); }

/// "" or the first pair that is hard to read.
std::string hard_to_read(const Theme& theme) {
  const auto check = [&](Ink ink, Ink ground) -> std::string {
    const float ratio = contrast(theme[ink], theme[ground]);
    if (ratio >= legible) return "";
    return name_of(ink) + " on " + name_of(ground) + ": " + std::to_string(ratio);
  };
  std::vector<std::pair<Ink, Ink>> pairs;
  for (Ink ground : {Ink::page, Ink::panel}) {
    for (Ink ink : {Ink::text, Ink::dim, Ink::accent, Ink::select, Ink::good, Ink::warn})
      pairs.push_back({ink, ground});
    for (Ink ink : digits) pairs.push_back({ink, ground});
  }
  for (Ink ground : {Ink::raised, Ink::empty_fill})
    for (Ink ink : {Ink::text, Ink::dim}) pairs.push_back({ink, ground});
  for (std::size_t d = 0; d < 4; ++d) {
    pairs.push_back({Ink::text, fills[d]});
    pairs.push_back({Ink::dim, fills[d]});      // binaries
    pairs.push_back({digits[d], fills[d]});     // the lit bit
  }
  for (const auto& [ink, ground] : pairs)
    if (const std::string fault = check(ink, ground); !fault.empty()) return fault;
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
    EXPECT_EQ(colours.size(), 8u) << theme.name;
  }
}

TEST(Print, IsWhite) {
  EXPECT_EQ(hex(theme(ThemeId::print)[Ink::page]), "#ffffff");
  EXPECT_EQ(hex(theme(ThemeId::print)[Ink::text]), "#000000");
}

TEST(Print, TellsDigitsApartInGrey) {
  const Theme& print = theme(ThemeId::print);
  for (std::size_t d = 0; d + 1 < 4; ++d)
    EXPECT_GE(grey_step(print, fills[d], fills[d + 1]), 1.18f) << d;
  EXPECT_GE(grey_step(print, Ink::digit0, Ink::digit1), 1.5f);
  // Colour alone would fail: the dark theme's fills are one grey
  EXPECT_LT(grey_step(theme(ThemeId::dark), fills[0], fills[1]), 1.18f);
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
