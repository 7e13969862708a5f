// Every word of every figure, at every step of the chapter's runs, on what it stands on; and every
// word of the interface on a mixed surface: at least 4.5 to 1 in every theme.
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "app/core/figures/figure.hpp"
#include "app/core/scene/theme.hpp"
#include "app/sorts/families/families.hpp"
#include "tests/support/eyes.hpp"
#include "tests/support/moments.hpp"

namespace scope {
namespace {

constexpr float hatch_share =
    0.25f;  // of a hatched cell lies under its lines: 1.5 of every 6 units

/// WordList in one ink on one surface of the interface.
struct WordList {
  const char* what;  ///< "a picked chip"
  Ink ink;
  Tint on;
};
constexpr WordList surface_words[] = {
    {"a stage behind us", Ink::text, stage_done},
    {"a picked chip", Ink::text, chip_picked},
    {"code in the current line", Ink::text, code_line},
    {"a keyword in the current line", Ink::accent, code_line},
    {"a comment in the current line", Ink::dim, code_line},
    {"a number in the current line", Ink::digit1, code_line},
    {"a name of CUDA in the current line", Ink::digit3, code_line},
    {"code in a line that cannot be compiled", Ink::text, code_wrong},
    {"a comment in it", Ink::dim, code_wrong},
    {"what is wrong with it", Ink::warn, code_wrong},
    {"the name of a cost", Ink::text, lane_bar},
    {"a cost", Ink::text, lane_bar},
    {"the best cost", Ink::text, lane_bar_best},
    {"the chosen item", Ink::text, item_chosen},
    {"a hovered item", Ink::text, item_pointed},
    {"a pressed item", Ink::text, item_pressed},
    {"a hovered button", Ink::text, button_hovered},
    {"a pressed button", Ink::text, button_pressed},
    {"a hovered field", Ink::text, field_hovered},
    {"a field that is typed in", Ink::text, field_typed},
    {"the chosen row of the palette, and what it takes", Ink::text, row_chosen},
    {"a hovered recent file, and its folder", Ink::text, row_pointed},
};

/// An ink of words, what it stands on, and the ink of the hatch over that (none: no hatch).
using Pair = std::tuple<Ink, Ink, Ink>;
using Pairs = std::map<Pair, std::string>;  ///< with a word that is written so

/// The ink on the page at a point, under all words: the last cell's or frame's fill there, else the
/// page.
Ink ground_at(const Scene& scene, Vec point) {
  Ink ground = Ink::page;
  for (const Frame& frame : scene.frames)
    if (frame.fill != Ink::none && frame.at.holds(point)) ground = frame.fill;
  for (const Cell& cell : scene.cells)
    if (cell.fill != Ink::none && cell.at.holds(point)) ground = cell.fill;
  return ground;
}

void collect(const Scene& scene, Pairs& pairs) {
  for (const Cell& cell : scene.cells)
    for (const Text& text : texts_of(cell)) {
      const Ink ground = cell.fill == Ink::none ? Ink::page : cell.fill;
      if (!text.text.empty())
        pairs.insert({{text.ink, ground, cell.hatched ? cell.edge : Ink::none}, text.text});
    }
  for (const Text& text : scene.texts)
    if (!text.text.empty())
      pairs.insert({{text.ink, ground_at(scene, text.at), Ink::none}, text.text});
  for (const Brace& brace : scene.braces)
    if (!brace.label.empty())
      pairs.insert({{brace.ink, ground_at(scene, label_of(brace).at), Ink::none}, brace.label});
}

Colour surface(const Theme& theme, Ink ground, Ink hatch) {
  if (hatch == Ink::none) return theme[ground];
  return colour_of(theme, {ground, hatch, hatch_opacity * hatch_share});
}

/// "" or the pair that is hardest to read.
std::string hardest(const Theme& theme, const Pairs& pairs) {
  float least = aa_contrast;
  std::string words;
  for (const auto& [pair, word] : pairs) {
    const auto& [ink, ground, hatch] = pair;
    const float ratio = contrast(theme[ink], surface(theme, ground, hatch));
    if (ratio >= least) continue;
    least = ratio;
    words = std::string(theme.name) + ": ink " + std::to_string(static_cast<int>(ink)) + " on " +
            std::to_string(static_cast<int>(ground)) + (hatch == Ink::none ? "" : ", hatched") +
            ": " + std::to_string(ratio) + ": " + word;
  }
  return words;
}

/// All pairs of all figures in the chapter's runs.
Pairs all_pairs(bool large) {
  Pairs pairs;
  for (const Trace& trace : chapter_runs())
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
      for (const Figure& figure : figures()) {
        Moment moment = look_at(trace, cursor, static_cast<uint32_t>(cursor) % 16);
        moment.large = large;
        moment.memory = {.lanes = 2, .segment = 2};
        if (fits(figure, moment)) collect(figure.draw(moment), pairs);
      }
  return pairs;
}

TEST(Contrast, EveryWordOfEveryFigureCanBeRead) {
  for (const bool large : {false, true}) {
    const Pairs pairs = all_pairs(large);
    EXPECT_GT(pairs.size(), 30u);
    for (const Theme& theme : themes())
      EXPECT_EQ(hardest(theme, pairs), "") << (large ? "in the profile" : "");
  }
}

TEST(Contrast, AFaintWordIsCaught) {
  Scene scene;
  scene.cells.push_back(
      {.at = {0, 0, 40, 40}, .fill = Ink::digit3_fill, .text = "7", .ink = Ink::digit3_fill});
  Pairs pairs;
  collect(scene, pairs);
  EXPECT_NE(hardest(theme(ThemeId::light), pairs), "");
  scene.cells[0].ink = Ink::text;
  scene.texts.push_back({.at = {20, 20}, .text = "on a cell", .ink = Ink::digit3_fill});
  pairs.clear();
  collect(scene, pairs);
  EXPECT_NE(hardest(theme(ThemeId::light), pairs), "") << "a word over a cell stands on the cell";
}

TEST(Contrast, WordsOnMixedSurfacesCanBeRead) {
  for (const Theme& theme : themes())
    for (const WordList& words : surface_words)
      EXPECT_GE(contrast(theme[words.ink], colour_of(theme, words.on)), aa_contrast)
          << theme.name << ": " << words.what;
}

TEST(Tints, LieBetweenTheirInks) {
  const Theme& dark = theme(ThemeId::dark);
  EXPECT_EQ(hex(colour_of(dark, {Ink::page, Ink::accent, 0})), hex(dark[Ink::page]));
  EXPECT_EQ(hex(colour_of(dark, {Ink::page, Ink::accent, 1})), hex(dark[Ink::accent]));
  EXPECT_GT(contrast(colour_of(dark, stage_done), dark[Ink::panel]), 1.2f);
}

}  // namespace
}  // namespace scope
