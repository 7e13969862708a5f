// SVG is well-formed, complete, escaped, and says what the scene says.
#include "app/export/svg.hpp"
#include "app/sorts/families/families.hpp"

#include <gtest/gtest.h>

#include <clocale>

#include "app/core/figures/figure.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/xml.hpp"

namespace scope {
namespace {

using texts::count;

const Theme& dark() { return theme(ThemeId::dark); }

TEST(XmlChecker, FindsWhatIsBroken) {
  EXPECT_EQ(xml::fault_in("<svg a=\"1\"><g/><text>a &amp; b</text></svg>\n"), "");
  for (const char* broken :
       {"", "text", "<svg>", "<svg></g></svg>", "<svg a=1/>", "<svg a=\"1\" a=\"2\"/>",
        "<svg/><svg/>", "<svg>a & b</svg>", "<svg>a < b</svg>", "<svg>&nbsp;</svg>",
        "<svg a=\"<\"/>", "<svg a=\"1\"", "<svg><g id=\"x\"/><g id=\"x\"/></svg>",
        "<svg x=\"nan\"/>", "<svg/>text", "<svg>a > b</svg>"})
    EXPECT_NE(xml::fault_in(broken), "") << broken;
}

// -------------------------------------------------------------------------------------- documents

Scene sample() {
  Scene scene{
      .width = 300, .height = 120.5f, .title = "Figure 13.3", .subtitle = "where a < b & c"};
  scene.frames.push_back({.at = {5, 5, 100, 60}, .dashed = true});
  scene.heatmaps.push_back(
      {.at = {200, 5, 90, 90}, .columns = 2, .rows = 2, .counts = {0, 1, 2, 3}, .name = "a < b"});
  scene.lines.push_back({{0, 1}, {2, 3}});
  scene.arrows.push_back({.from = {10, 20}, .to = {90, 80}, .tag = {.key = 7}});
  scene.arrows.push_back({.from = {20, 20}, .to = {80, 80}, .tag = {.key = 8}});
  scene.cells.push_back({.at = {10, 10, 42, 48},
                         .edge = Ink::digit1,
                         .hatched = true,
                         .text = "6",
                         .mark = "a",
                         .binary = "0110",
                         .lit_begin = 3,
                         .lit_end = 4,
                         .tag = {.index = 0, .key = 7}});
  scene.cells.push_back({.at = {60, 10, 42, 48}, .dashed = true});
  scene.braces.push_back({.x0 = 10, .x1 = 90, .y = 70, .label = "2"});
  scene.texts.push_back({.at = {50, 100}, .text = "a < b && \"c\""});
  return scene;
}

TEST(Svg, IsWellFormedAndComplete) {
  const std::string svg = to_svg(sample(), dark());
  EXPECT_EQ(xml::fault_in(svg), "");
  EXPECT_EQ(count(svg, "<text "),
            4u + 1u + 1u);  // value, mark, two parts of the binary; brace; text
  EXPECT_NE(svg.find("href=\"data:image/png;base64,iVBORw0KGgo"), std::string::npos);
  EXPECT_NE(svg.find("viewBox=\"0 0 300 120.5\""), std::string::npos);
  EXPECT_NE(svg.find("xml:space=\"preserve\""), std::string::npos);
  EXPECT_NE(svg.find("Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"), std::string::npos);
  EXPECT_NE(svg.find("'JetBrains Mono', Consolas, Menlo, monospace"), std::string::npos);
}

TEST(Svg, EscapesWhatItSays) {
  const std::string svg = to_svg(sample(), dark(), none, "if a < b & \"c\"");
  EXPECT_EQ(xml::fault_in(svg), "");
  EXPECT_NE(svg.find("<title id=\"title\">Figure 13.3</title>"), std::string::npos);
  EXPECT_NE(svg.find("where a &lt; b &amp; c\nif a &lt; b &amp; &quot;c&quot;</desc>"),
            std::string::npos);
  EXPECT_NE(svg.find(">a &lt; b &amp;&amp; &quot;c&quot;</text>"), std::string::npos);
}

TEST(Svg, HatchesPointAtTheirPattern) {
  EXPECT_TRUE(xml::read(to_svg(sample(), dark())).ids.contains("hatch13"));
  EXPECT_NE(to_svg(sample(), dark()).find("url(#hatch13)"), std::string::npos);
  Scene plain = sample();
  plain.cells.clear();
  EXPECT_EQ(to_svg(plain, dark()).find("pattern"), std::string::npos);
}

TEST(Svg, DrawsTheSelectedKeyBoldAndLast) {
  const std::string select = hex(dark()[Ink::select]);
  EXPECT_EQ(count(to_svg(sample(), dark()), "stroke=\"" + select + "\""), 0u);
  const std::string svg = to_svg(sample(), dark(), 7);
  EXPECT_EQ(count(svg, "stroke=\"" + select + "\""), 2u);  // its arrow and its cell
  EXPECT_EQ(count(svg, "opacity=\"0.35\""), 1u);           // the other arrow steps back
  EXPECT_LT(svg.find("opacity=\"0.35\""), svg.find("stroke=\"" + select + "\""));
  EXPECT_EQ(xml::fault_in(svg), "");
}

TEST(Svg, FollowsTheTheme) {
  for (const Theme& candidate : themes()) {
    const std::string svg = to_svg(sample(), candidate);
    EXPECT_EQ(xml::fault_in(svg), "") << candidate.name;
    EXPECT_NE(svg.find(hex(candidate[Ink::page])), std::string::npos) << candidate.name;
  }
}

TEST(Svg, OfAnEmptySceneIsADocument) { EXPECT_EQ(xml::fault_in(to_svg({}, dark())), ""); }

TEST(Svg, WritesPointsInEveryLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  for (const char* comma : {"de_DE.UTF-8", "fr_FR.UTF-8", ""})
    if (std::setlocale(LC_NUMERIC, comma)) {
      EXPECT_NE(to_svg(sample(), dark()).find("120.5"), std::string::npos);
    }
  std::setlocale(LC_NUMERIC, before.c_str());
}

TEST(Svg, OfEveryFigureIsWellFormed) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    radix::Recipe recipe;
    recipe.problem = *radix::parse_problem("12 3 6 9 15 8 5 10 9 6 11", {4, 4});
    recipe.sort = sort;
    recipe.engine = radix::EngineChoice::cpu;
    const radix::Trace trace = radix::run(recipe);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); cursor += 3)
      for (const Figure& figure : figures()) {
        Moment moment;
        moment.trace = &trace;
        moment.cursor = cursor;
        const Scene scene = figure.draw(moment);
        const std::string svg = to_svg(with_heading(scene), dark(), 2, "why");
        ASSERT_EQ(xml::fault_in(svg), "") << figure.id << " after " << cursor;
        std::size_t texts = text_boxes(scene).size() + 2;
        ASSERT_EQ(count(svg, "<text "), texts) << figure.id << " after " << cursor;
      }
  }
}

}  // namespace
}  // namespace scope
