// Text widths, the texts of cells and braces, strokes, hit testing, headings, looks.
#include "app/core/scene/scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "app/core/moment/moment.hpp"
#include "app/core/scene/geometry.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/run/engine.hpp"

namespace scope {
namespace {

// ------------------------------------------------------------------------------------ text widths

TEST(TextWidth, IsTheSumOfTheFontsAdvances) {
  EXPECT_FLOAT_EQ(text_width("", 20, Face::ui), 0);
  EXPECT_FLOAT_EQ(text_width("0123", 10, Face::mono), 24);
  EXPECT_FLOAT_EQ(text_width("block", 1000, Face::ui), 621 + 237 + 597 + 558 + 544);
  EXPECT_FLOAT_EQ(text_width("block", 1000, Face::bold), 630 + 261 + 608 + 577 + 569);
  EXPECT_FLOAT_EQ(text_width("i − 1", 1000, Face::ui), 237 + 281 + 659 + 281 + 464);
}

TEST(TextWidth, CountsCharactersNotBytes) {
  EXPECT_FLOAT_EQ(text_width("…", 10, Face::mono), 6);
  EXPECT_FLOAT_EQ(text_width("桶", 10, Face::ui), 10);
  EXPECT_FLOAT_EQ(text_width("é", 10, Face::ui), 6.2f);  // not in the table: a guess
}

TEST(TextWidth, SurvivesBrokenUtf8) {
  for (const char* broken : {"\xff", "\xc3", "\xe2\x80", "\xf0\x9f", "\x80\x80", "a\xc3z"})
    EXPECT_GT(text_width(broken, 10, Face::ui), 0) << broken;
}

TEST(TextWidth, GrowsWithTheSize) {
  EXPECT_FLOAT_EQ(text_width("scan", 28, Face::bold), 2 * text_width("scan", 14, Face::bold));
}

// --------------------------------------------------------------------------------- texts of cells

TEST(TextsOf, PutsValueMarkAndBinaryInTheirPlaces) {
  const Cell cell{.at = {100, 50, 42, 48},
                  .text = "6",
                  .size = 20,
                  .mark = "a",
                  .binary = "0110",
                  .lit_begin = 3,
                  .lit_end = 4,
                  .lit = Ink::digit0};
  const std::vector<Text> texts = texts_of(cell);
  ASSERT_EQ(texts.size(), 4u);
  EXPECT_EQ(texts[0].text, "6");
  EXPECT_EQ(texts[1].text, "a");
  EXPECT_EQ(texts[2].text, "011");
  EXPECT_EQ(texts[2].ink, Ink::dim);
  EXPECT_EQ(texts[3].text, "0");
  EXPECT_EQ(texts[3].ink, Ink::digit0);
  // Value and mark are centred together, the mark right of and below the value
  const float left = texts[0].at.x - cell.at.x;
  const float right = cell.at.right() - texts[1].at.x - text_width("a", texts[1].size, Face::mono);
  EXPECT_NEAR(left, right, 0.01);
  EXPECT_GT(texts[1].at.y, texts[0].at.y);
  EXPECT_FLOAT_EQ(texts[3].at.x, texts[2].at.x + text_width("011", 11, Face::mono));
}

TEST(TextsOf, CutsBetweenCharacters) {
  const Cell cell{
      .at = {0, 0, 80, 48}, .text = "9", .binary = "…0110…", .lit_begin = 1, .lit_end = 2};
  const std::vector<Text> texts = texts_of(cell);
  ASSERT_EQ(texts.size(), 4u);
  EXPECT_EQ(texts[1].text, "…");
  EXPECT_EQ(texts[2].text, "0");
  EXPECT_EQ(texts[3].text, "110…");
}

TEST(TextsOf, PutsANoteLastAndInsideTheCell) {
  const Cell cell{.at = {100, 50, 60, 48},
                  .text = "80",
                  .size = 18,
                  .mark = "b",
                  .binary = "01010000",
                  .lit_begin = 0,
                  .lit_end = 4,
                  .lit = Ink::digit5,
                  .behind = Ink::text,
                  .note = "→29"};
  const std::vector<Text> texts = texts_of(cell);
  ASSERT_EQ(texts.size(), 5u);
  EXPECT_EQ(texts.back().text, "→29");
  EXPECT_EQ(texts.back().ink, Ink::dim);
  EXPECT_GE(texts.back().size, 11);
  EXPECT_EQ(texts[3].ink, Ink::text);  // sorted bits
  Scene scene;
  scene.cells.push_back(cell);
  std::vector<TextBox> boxes = text_boxes(scene);
  for (const TextBox& box : boxes) {
    EXPECT_GE(box.at.y, cell.at.y) << box.text;
    EXPECT_LE(box.at.bottom(), cell.at.bottom()) << box.text;
  }
  EXPECT_LE(boxes[0].at.bottom(), boxes[2].at.y + 0.5f);
  EXPECT_LE(boxes[2].at.bottom(), boxes[4].at.y + 0.5f);
}

TEST(BinaryWidth, IsThatOfTheDrawnParts) {
  for (uint32_t lit : {0u, 1u, 4u, 5u, 8u}) {
    const Cell cell{
        .at = {0, 0, 200, 48}, .binary = "1011001110", .lit_begin = 2, .lit_end = 2 + lit};
    float width = 0;
    for (const Text& text : texts_of(cell)) width += text_width(text.text, text.size, text.face);
    EXPECT_NEAR(binary_width(cell.binary, lit), width, 0.01) << lit;
  }
}

TEST(DigitInk, HasSixteenAndBeginsAgain) {
  EXPECT_EQ(digit_ink(0), Ink::digit0);
  EXPECT_EQ(digit_ink(15), Ink::digit15);
  EXPECT_EQ(digit_ink(16), Ink::digit0);
  EXPECT_EQ(digit_fill(15), Ink::digit15_fill);
  EXPECT_EQ(digit_fill(255), Ink::digit15_fill);
  EXPECT_EQ(digit_ink(15, 4), Ink::digit15);
  EXPECT_EQ(digit_ink(15, 8), Ink::scale0) << "16 digits of 8 bits share a step";
  EXPECT_EQ(digit_fill(16, 8), static_cast<Ink>(static_cast<uint32_t>(Ink::scale0_fill) + 1));
  EXPECT_EQ(digit_fill(255, 8), static_cast<Ink>(ink_count - 1));
}

TEST(TextsOf, IsNothingForAnEmptySlot) { EXPECT_TRUE(texts_of(Cell{}).empty()); }

TEST(TextsOf, SurvivesALitRangeBeyondTheBinary) {
  const Cell cell{.at = {0, 0, 80, 48}, .text = "9", .binary = "01", .lit_begin = 7, .lit_end = 3};
  EXPECT_EQ(texts_of(cell).size(), 2u);
}

TEST(TextBoxes, ListsEveryText) {
  Scene scene;
  scene.cells.push_back({.at = {0, 0, 42, 48}, .text = "12", .mark = "a", .binary = "1100"});
  scene.braces.push_back({.x0 = 0, .x1 = 40, .y = 50, .label = "3"});
  scene.braces.push_back({.x0 = 50, .x1 = 80, .y = 50});
  scene.texts.push_back({.at = {100, 20}, .text = "scan", .anchor = Anchor::right});
  scene.texts.push_back({.at = {100, 20}});
  const std::vector<TextBox> boxes = text_boxes(scene);
  ASSERT_EQ(boxes.size(), 5u);
  EXPECT_EQ(boxes[3].text, "3");
  EXPECT_NEAR(boxes[3].at.centre().x, 20, 0.01);
  EXPECT_EQ(boxes[4].text, "scan");
  EXPECT_NEAR(boxes[4].at.right(), 100, 0.01);
  EXPECT_TRUE(boxes[4].at.holds({95, 20}));
}

// ---------------------------------------------------------------------------------------- strokes

class EveryPath : public testing::TestWithParam<Path> {};

TEST_P(EveryPath, LeadsFromItsStartToItsEnd) {
  for (Vec to : {Vec{200, 90}, Vec{10, 80}, Vec{-100, 5}, Vec{10, 20}}) {
    const Arrow arrow{.from = {10, 20}, .to = to, .path = GetParam()};
    const std::vector<Vec> line = polyline(arrow);
    ASSERT_GE(line.size(), 2u);
    EXPECT_EQ(line.front(), arrow.from);
    EXPECT_NEAR(line.back().x, to.x, 1e-3);
    EXPECT_NEAR(line.back().y, to.y, 1e-3);
    for (Vec v : line) EXPECT_TRUE(std::isfinite(v.x) && std::isfinite(v.y));
  }
}

TEST_P(EveryPath, EndsWhereItsHeadBegins) {
  for (float width : {0.75f, 1.25f, 3.f}) {
    const Arrow arrow{.from = {10, 20}, .to = {120, 120}, .path = GetParam()};
    const Stroke stroke = stroke_of(arrow, width);
    EXPECT_NEAR(stroke.head[0].x, 120, 1e-3);
    const Vec end = stroke.line.back();
    EXPECT_NEAR(end.x, (stroke.head[1].x + stroke.head[2].x) / 2, 0.01);
    EXPECT_NEAR(end.y, (stroke.head[1].y + stroke.head[2].y) / 2, 0.01);
    EXPECT_GT(std::hypot(120 - end.x, 120 - end.y), 2 * width);
  }
}

TEST_P(EveryPath, KeepsItsWholeLineWithoutAHead) {
  const Arrow arrow{.from = {10, 20}, .to = {120, 120}, .path = GetParam(), .head = false};
  EXPECT_EQ(stroke_of(arrow, 2).line, polyline(arrow));
}

INSTANTIATE_TEST_SUITE_P(Strokes, EveryPath,
                         testing::Values(Path::straight, Path::curve, Path::wave, Path::arc));

TEST(Polyline, CurveLeavesAndArrivesVertically) {
  const std::vector<Vec> line = polyline(Arrow{.from = {0, 0}, .to = {100, 100}});
  EXPECT_LT(line[1].x - line[0].x, line[1].y - line[0].y);
  const Vec last = line.back(), before = line[line.size() - 2];
  EXPECT_LT(last.x - before.x, last.y - before.y);
}

TEST(Polyline, WaveSwingsToBothSidesAndEndsStraight) {
  const std::vector<Vec> line =
      polyline(Arrow{.from = {50, 0}, .to = {50, 60}, .path = Path::wave});
  float left = 50, right = 50;
  for (Vec v : line) left = std::min(left, v.x), right = std::max(right, v.x);
  EXPECT_LT(left, 48);
  EXPECT_GT(right, 52);
  EXPECT_NEAR(line[line.size() - 2].x, 50, 0.01);
}

TEST(Polyline, BraceSpansItsEndsAndPointsAtItsLabel) {
  for (float depth : {10.f, -10.f}) {
    const Brace brace{.x0 = 10, .x1 = 110, .y = 40, .depth = depth, .label = "2"};
    const std::vector<Vec> line = polyline(brace);
    EXPECT_EQ(line.front(), (Vec{10, 40}));
    EXPECT_EQ(line.back(), (Vec{110, 40}));
    float deepest = 40;
    for (Vec v : line) deepest = depth > 0 ? std::max(deepest, v.y) : std::min(deepest, v.y);
    EXPECT_FLOAT_EQ(deepest, 40 + depth);
    EXPECT_EQ(label_of(brace).at.x, 60);
    EXPECT_GT((label_of(brace).at.y - deepest) * depth, 0);
  }
}

TEST(OpacityOf, SelectedArrowsStandOut) {
  const Arrow mine{.tag = {.key = 3}}, other{.tag = {.key = 4}}, plain;
  EXPECT_EQ(opacity_of(mine, 3), 1);
  EXPECT_LT(opacity_of(other, 3), opacity_of(other, none));
  EXPECT_EQ(opacity_of(plain, 3), 1);
}

// ------------------------------------------------------------------------------------ hit testing

TEST(CellAt, FindsTheTopCellOrNothing) {
  Scene scene;
  EXPECT_EQ(cell_at(scene, {5, 5}), nullptr);
  scene.cells.push_back({.at = {0, 0, 40, 40}, .text = "1"});
  scene.cells.push_back({.at = {0, 0, 40, 40}, .text = "2"});
  scene.cells.push_back({.at = {50, 0, 40, 40}, .text = "3"});
  EXPECT_EQ(cell_at(scene, {5, 5})->text, "2");
  EXPECT_EQ(cell_at(scene, {50, 0})->text, "3");
  EXPECT_EQ(cell_at(scene, {90, 5}), nullptr);
}

TEST(CellAt, ReachesABarUnderAnEnlargedNeighbour) {
  Scene scene;
  scene.cells.push_back({.at = {40, 0, 12, 40}, .text = "bar"});
  scene.cells.push_back({.at = {20, 0, 72, 40}, .text = "enlarged"});
  EXPECT_EQ(cell_at(scene, {46, 5})->text, "bar");
  EXPECT_EQ(cell_at(scene, {60, 5})->text, "enlarged");
}

// --------------------------------------------------------------------------------------- headings

TEST(WithHeading, MovesEverythingDownAndWritesTheTitle) {
  Scene scene{
      .width = 640, .height = 100, .title = "Figure 13.3", .subtitle = "where every key goes"};
  scene.frames.push_back({.at = {1, 2, 3, 4}});
  scene.lines.push_back({{1, 2}, {3, 4}});
  scene.arrows.push_back({.from = {1, 2}, .to = {3, 4}});
  scene.cells.push_back({.at = {1, 2, 3, 4}, .from = Rect{1, 2, 3, 4}});
  scene.braces.push_back({.y = 2});
  scene.texts.push_back({.at = {1, 2}, .text = "t"});
  const Scene out = with_heading(scene);
  const float down = out.height - scene.height;
  EXPECT_GT(down, 30);
  EXPECT_EQ(out.width, 640);
  EXPECT_EQ(out.frames[0].at.y, 2 + down);
  EXPECT_EQ(out.lines[0].to.y, 4 + down);
  EXPECT_EQ(out.arrows[0].from.y, 2 + down);
  EXPECT_EQ(out.cells[0].at.y, 2 + down);
  EXPECT_EQ(out.cells[0].from->y, 2 + down);
  EXPECT_EQ(out.braces[0].y, 2 + down);
  EXPECT_EQ(out.texts[0].at.y, 2 + down);
  EXPECT_EQ(out.texts[1].text, "Figure 13.3");
  for (const TextBox& box : text_boxes(out)) EXPECT_LE(box.at.right(), out.width);
}

TEST(WithHeading, WidensANarrowPage) {
  const Scene out = with_heading({.width = 100,
                                  .height = 10,
                                  .title = "Figure 13.1",
                                  .subtitle = "a long sentence about what the figure shows"});
  for (const TextBox& box : text_boxes(out)) EXPECT_LE(box.at.right(), out.width);
}

// ------------------------------------------------------------------------------------------ looks

radix::Trace chapter() {
  radix::Recipe recipe;
  recipe.problem = *radix::parse_problem("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", {4, 4});
  recipe.engine = radix::EngineChoice::cpu;
  return radix::run(recipe);
}

TEST(Moment, ReadsTheUntouchedInputAndEveryPasssKeys) {
  const radix::Trace trace = chapter();
  Moment moment;
  moment.trace = &trace;
  EXPECT_EQ(input_of(moment).values, trace.problem.keys());
  EXPECT_EQ(input_of(moment).ids[15], 15u);
  EXPECT_EQ(place_words(moment), "input, before pass 1 of 4");
  moment.cursor = trace.steps.size();
  EXPECT_EQ(input_of(moment).values[1], 0u);  // 8 0 9 9 …: the keys that pass 4 read
  EXPECT_EQ(place_words(moment), "pass 4 of 4 · bit 3 · scatter");
}

TEST(PositionOf, FindsAnIdentity) {
  const radix::Array keys{radix::array::keys, {7, 7, 1}, {2, 0, 1}};
  EXPECT_EQ(position_of(keys, 0), 1u);
  EXPECT_EQ(position_of(keys, 3), none);
}

TEST(DuplicateMarks, TellEqualKeysApart) {
  const auto marks = duplicate_marks(*radix::Problem::make({6, 9, 6, 1, 9, 6}, {4, 4}));
  EXPECT_EQ(marks, (std::vector<std::string>{"a", "a", "b", "", "b", "c"}));
  const auto many = duplicate_marks(*radix::Problem::make(std::vector<uint32_t>(28, 3), {4, 4}));
  EXPECT_EQ(many[25], "z");
  EXPECT_EQ(many[26], "aa");
  EXPECT_TRUE(duplicate_marks(radix::Problem()).empty());
}

TEST(Binary, HasExactlyTheKeysBits) {
  EXPECT_EQ(binary(5, 4), "0101");
  EXPECT_EQ(binary(0, 1), "0");
  EXPECT_EQ(binary(0xffffffffu, 32), std::string(32, '1'));
}

}  // namespace
}  // namespace scope
