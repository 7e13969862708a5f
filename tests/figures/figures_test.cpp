// Every figure at every step of the sorts around the edges; the chapter's numbers in its figures.
#include <gtest/gtest.h>

#include "app/core/figures/kit/rows.hpp"
#include "app/export/svg.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;
using radix::Trace;

/// The numbers of a row of cells, from left to right.
Numbers row_of(const Scene& scene, ArrayId array, uint32_t row = 0) {
  std::map<float, uint32_t> by_x;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == array && cell.tag.row == row && cell.tag.index != none &&
        !by_x.contains(cell.at.x))
      by_x[cell.at.x] = static_cast<uint32_t>(std::stoul(cell.text));
  Numbers numbers;
  for (const auto& [x, value] : by_x) numbers.push_back(value);
  return numbers;
}

/// The numbers of one formula card: those in the row of boxes that ends in this result, left to
/// right.
Numbers boxes_before(const Scene& scene, ArrayId result, uint32_t index) {
  const Cell* last = nullptr;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == result && cell.tag.index == index) last = &cell;
  if (!last) return {};
  std::map<float, uint32_t> boxes;
  for (const Cell& cell : scene.cells)
    if (cell.at.y == last->at.y && cell.at.x <= last->at.x && !cell.text.empty())
      boxes[cell.at.x] = static_cast<uint32_t>(std::stoul(cell.text));
  Numbers numbers;
  for (const auto& [x, value] : boxes) numbers.push_back(value);
  return numbers;
}

std::size_t empty_slots(const Scene& scene) {
  return static_cast<std::size_t>(std::count_if(scene.cells.begin(), scene.cells.end(),
                                                [](const Cell& c) { return c.dashed; }));
}

// ---------------------------------------------------------------------------------------- sweep

/// Of many passes, some at both ends and in the middle.
bool swept_pass(uint32_t pass, uint32_t bits) {
  return bits <= 8 || pass < 2 || pass == 7 || pass == 15 || pass >= bits - 2;
}

/// Every figure at the first and the last step; at those between each third or seventh one, so that
/// all sizes and blocks together draw each of them at every kind of step.
bool swept_figure(std::size_t figure, std::size_t cursor, const Trace& trace, uint32_t turn) {
  return cursor == 0 || cursor == trace.steps.size() || (figure + cursor + turn) % cases(7, 3) == 0;
}

class EveryStep : public testing::TestWithParam<std::tuple<uint32_t, const char*>> {};

TEST_P(EveryStep, DrawsAWholeScene) {
  const auto [bits, sort] = GetParam();
  uint32_t turn = 0;
  for (uint32_t count : {0u, 1u, 3u, 4u, 5u, 8u, 11u, 16u, 40u})
    for (uint32_t block : {1u, 3u, 4u, 8u}) {
      ++turn;
      const Trace trace = record(random_keys(count, bits), bits, block, sort);
      ASSERT_EQ(trace.error, "");
      for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
        const uint32_t selected = cursor % 2 == 1 && count > 0 ? count / 2 : none;
        const Moment moment = third_large(look_at(trace, cursor, selected));
        if (!swept_pass(moment.pass(), bits)) continue;
        std::size_t number = 0;
        for (const Figure& figure : figures()) {
          if (!swept_figure(number++, cursor, trace, turn) || !fits(figure, moment)) continue;
          ASSERT_EQ(checks::whole_scene(figure.draw(moment), moment, figure), "")
              << figure.id << ", " << sort << ", " << count << " keys of " << bits << " bits, "
              << block << " threads a block, after " << cursor << " steps";
        }
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Figures, EveryStep,
                         testing::Combine(testing::Values(1u, 4u, 8u, 32u),
                                          testing::Values("one_bit", "block_sort")));

TEST(ManyKeys, AreBarsAndTheSelectedOneIsReadable) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Trace trace = record(random_keys(300, 5), 5, 32, sort);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const Moment moment = look_at(trace, cursor, 17);
      for (const Figure& figure : figures()) {
        if (!fits(figure, moment)) continue;
        const Scene scene = figure.draw(moment);
        ASSERT_EQ(checks::inside_page(scene), "") << figure.id << " " << sort << " " << cursor;
        ASSERT_EQ(checks::texts_apart(scene), "") << figure.id << " " << sort << " " << cursor;
        ASSERT_EQ(checks::keys_once(scene, moment.problem()), "") << figure.id << " " << cursor;
        // They show sums, banks, places or counts, not keys
        const std::string id = figure.id;
        if (id.starts_with("scan-") || id == "banks" || id == "memory-reads" || id == "comparisons")
          continue;
        if (checks::is_chart(scene)) continue;
        const bool readable =
            std::any_of(scene.cells.begin(), scene.cells.end(), [&](const Cell& cell) {
              return radix::holds_keys(cell.tag.array) && cell.tag.key == 17 &&
                     cell.text == std::to_string(trace.problem.keys()[17]);
            });
        ASSERT_TRUE(readable) << figure.id << " " << sort << " " << cursor;
      }
    }
  }
}

TEST(ManyKeys, AreDrawnUpToTheLimit) {
  const Trace trace = record(random_keys(4096, 3), 3, 1024, "one_bit");
  for (std::size_t cursor : {std::size_t{0}, std::size_t{1}, trace.steps.size()})
    for (const Figure& figure : figures()) {
      const Moment moment = look_at(trace, cursor);
      EXPECT_EQ(checks::inside_page(figure.draw(moment)), "") << figure.id;
    }
}

TEST(WidestNumbers, Fit) {
  const Numbers keys{4294967295u, 4294967295u, 1000000000u, 0u, 2147483648u, 4294967294u};
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Trace trace = record(keys, 32, 4, sort);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); cursor += 7) {
      const Moment moment = look_at(trace, cursor);
      for (const Figure& figure : figures()) {
        if (!fits(figure, moment)) continue;
        ASSERT_EQ(checks::whole_scene(figure.draw(moment), moment, figure), "") << figure.id;
      }
    }
  }
}

// -------------------------------------------------------------- the chapter's figures and numbers

TEST(Figure13_1, ShowsTheChaptersFourPasses) {
  const Trace trace = record(chapter_keys, 4, 4, "one_bit");
  const Scene scene = figure_named("fig13-1")->draw(look_at(trace, trace.steps.size()));
  EXPECT_EQ(row_of(scene, array::keys), chapter_keys);
  EXPECT_EQ(row_of(scene, array::output, 1),
            (Numbers{12, 6, 8, 10, 6, 4, 10, 0, 3, 9, 15, 5, 9, 11, 13, 7}));
  EXPECT_EQ(row_of(scene, array::output, 2),
            (Numbers{12, 8, 4, 0, 9, 5, 9, 13, 6, 10, 6, 10, 3, 15, 11, 7}));
  EXPECT_EQ(row_of(scene, array::output, 3),
            (Numbers{8, 0, 9, 9, 10, 10, 3, 11, 12, 4, 5, 13, 6, 6, 15, 7}));
  EXPECT_EQ(row_of(scene, array::output, 4),
            (Numbers{0, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 10, 11, 12, 13, 15}));
  EXPECT_EQ(scene.arrows.size(), 4u * 16u);
  std::vector<std::string> brackets;
  for (const Text& text : scene.texts)
    if (text.face == Face::bold) brackets.push_back(text.text);
  EXPECT_EQ(brackets, (std::vector<std::string>{"8 zeros", "8 ones", "8 zeros", "8 ones", "8 zeros",
                                                "8 ones", "7 zeros", "9 ones"}));
}

TEST(Figure13_1, LeavesPassesToComeEmpty) {
  const Trace trace = record(chapter_keys, 4, 4, "one_bit");
  EXPECT_EQ(empty_slots(figure_named("fig13-1")->draw(look_at(trace, 0))), 4u * 16u);
  EXPECT_EQ(
      empty_slots(figure_named("fig13-1")->draw(look_at(trace, after(trace, array::output, 1)))),
      2u * 16u);
  const Scene before =
      figure_named("fig13-1")->draw(look_at(trace, after(trace, array::destination, 1)));
  EXPECT_EQ(empty_slots(before), 3u * 16u);
}

TEST(Figure13_1, ShowsAWindowOfManyPasses) {
  const Trace trace = record({5, 1, 4}, 32, 4, "one_bit");
  for (uint32_t pass : {0u, 1u, 9u, 30u, 31u}) {
    const Scene scene =
        figure_named("fig13-1")->draw(look_at(trace, after(trace, array::output, pass)));
    EXPECT_LT(scene.height, 800);
    EXPECT_EQ(row_of(scene, array::output, pass + 1).size(), 3u) << "pass " << pass;
  }
}

TEST(Figure13_1, MovesKeysFromTheRowAbove) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Trace trace = record({5, 1, 4, 7, 2}, 10, 4, sort);
    for (uint32_t pass : {0u, 1u, 5u, 9u}) {
      const Scene scene =
          figure_named("fig13-1")->draw(look_at(trace, after(trace, array::output, pass)));
      std::map<uint32_t, Rect> stood;
      for (const Cell& cell : scene.cells)
        if (checks::shows_key(cell) && cell.tag.row == pass) stood[cell.tag.key] = cell.at;
      uint32_t moved = 0;
      for (const Cell& cell : scene.cells) {
        if (!cell.from) continue;
        ++moved;
        EXPECT_EQ(cell.tag.row, pass + 1);
        EXPECT_FLOAT_EQ(cell.from->x, stood[cell.tag.key].x) << "pass " << pass;
        EXPECT_FLOAT_EQ(cell.from->y, stood[cell.tag.key].y) << "pass " << pass;
      }
      EXPECT_EQ(moved, 5u);
    }
  }
}

TEST(Figure13_1, PromisesSlotsByTheirDestinations) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Trace trace = record(chapter_keys, 4, 4, sort);
    const Scene before =
        figure_named("fig13-1")->draw(look_at(trace, after(trace, array::destination)));
    const Scene done = figure_named("fig13-1")->draw(look_at(trace, after(trace, array::output)));
    ASSERT_EQ(before.arrows.size(), 16u);
    for (const Arrow& arrow : before.arrows) {
      EXPECT_TRUE(arrow.dashed);
      const auto same = std::find_if(done.arrows.begin(), done.arrows.end(), [&](const Arrow& a) {
        return a.tag == arrow.tag && a.from == arrow.from && a.to == arrow.to && !a.dashed;
      });
      EXPECT_NE(same, done.arrows.end()) << sort << " key " << arrow.tag.key;
    }
  }
}

TEST(Figure13_2, LeadsEveryThreadsKeyToItsSlot) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Trace trace = record(chapter_keys, 4, 4, sort);
    const Scene scene = figure_named("fig13-2")->draw(look_at(trace, after(trace, array::output)));
    uint32_t waves = 0, moves = 0;
    for (const Arrow& arrow : scene.arrows) {
      arrow.path == Path::wave ? ++waves : ++moves;
      for (const Cell& cell : scene.cells) {
        if (arrow.path == Path::wave || cell.tag.key != arrow.tag.key) continue;
        const bool output = cell.tag.array == array::output;
        EXPECT_FLOAT_EQ(cell.at.centre().x, output ? arrow.to.x : arrow.from.x);
      }
    }
    EXPECT_EQ(waves, 16u);
    EXPECT_EQ(moves, 16u);
    EXPECT_EQ(row_of(scene, array::output),
              (Numbers{12, 6, 8, 10, 6, 4, 10, 0, 3, 9, 15, 5, 9, 11, 13, 7}));
  }
}

TEST(Figure13_2, MovesKeysFromWhereTheyStood) {
  const Trace trace = record(chapter_keys, 4, 4, "one_bit");
  const Scene scene = figure_named("fig13-2")->draw(look_at(trace, after(trace, array::output)));
  std::map<uint32_t, Rect> stood;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == array::keys) stood[cell.tag.key] = cell.at;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == array::output) {
      ASSERT_TRUE(cell.from.has_value());
      EXPECT_FLOAT_EQ(cell.from->x, stood[cell.tag.key].x);
      EXPECT_FLOAT_EQ(cell.from->y, stood[cell.tag.key].y);
    }
}

TEST(Figure13_3, ShowsTheChaptersRowsAndFormulas) {
  const Trace trace = record(chapter_keys, 4, 4, "one_bit");
  const Scene scene =
      figure_named("fig13-3")->draw(look_at(trace, after(trace, array::destination), 4));
  EXPECT_EQ(row_of(scene, array::bits), (Numbers{0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0}));
  // Key 15 (index 4) has bit 1 and two ones before it: 16 - 8 + 2 = 10. First zero with ones before
  // it is key 6 (index 2): 2 - 1 = 1. Each row also stands in a card, after the rows.
  EXPECT_EQ(boxes_before(scene, array::destination, 2), (Numbers{2, 1, 1}));
  const Numbers both = boxes_before(scene, array::destination, 4);
  EXPECT_EQ(Numbers(both.end() - 4, both.end()), (Numbers{16, 8, 2, 10}));
}

TEST(Figure13_3, ShowsTheSlotsInTheBlock) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  const Scene scene =
      figure_named("fig13-3")->draw(look_at(trace, after(trace, array::local_destination), 13));
  Numbers slots;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == array::local_destination && slots.size() < 16)
      slots.push_back(static_cast<uint32_t>(std::stoul(cell.text)));
  EXPECT_EQ(slots, (Numbers{0, 2, 1, 3, 2, 0, 3, 1, 1, 0, 2, 3, 0, 1, 3, 2}));
  EXPECT_EQ(boxes_before(scene, array::local_destination, 13), (Numbers{1, 0, 1}));
}

TEST(Figure13_3, SaysWhenNoKeyHasADigit) {
  const Trace trace = record({2, 4, 6}, 3, 4, "one_bit");
  const Scene scene =
      figure_named("fig13-3")->draw(look_at(trace, after(trace, array::destination)));
  const bool said = std::any_of(scene.texts.begin(), scene.texts.end(), [](const Text& text) {
    return text.text == "no key has a 1 here";
  });
  EXPECT_TRUE(said);
  EXPECT_EQ(empty_slots(scene), 4u);
}

TEST(Pages, OfTheChapterFitTheCanvas) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Trace trace = record(chapter_keys, 4, 4, sort);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
      for (const char* id : {"fig13-1", "fig13-2", "fig13-3"}) {
        const Scene scene = figure_named(id)->draw(look_at(trace, cursor));
        EXPECT_LE(scene.width, 1000) << id;
        EXPECT_LE(scene.height, 720) << id;
      }
  }
}

// ------------------------------------------------------------------------------ which figure when

TEST(FigureFor, FollowsTheStages) {
  const std::vector<std::pair<ArrayId, std::string>> one_bit{
      {array::bits, "fig13-3"},         {array::partial_ones, "scan-tree"},
      {array::block_ones, "scan-tree"}, {array::ones_before_block, "scan-tree"},
      {array::ones_before, "fig13-3"},  {array::destination, "fig13-3"},
      {array::output, "fig13-2"},       {array::ones_before_in_block, "scan-tree"}};
  const std::vector<std::pair<ArrayId, std::string>> block_sort{
      {array::bits, "fig13-5"},
      {array::partial_ones, "scan-tree"},
      {array::local_destination, "fig13-5"},
      {array::local_keys, "fig13-5"},
      {array::bucket_counts, "fig13-6"},
      {array::partial_counts, "fig13-6"},
      {array::bucket_starts, "fig13-6"},
      {array::destination, "fig13-6"},
      {array::block_ones, "scan-tree"},
      {array::output, "fig13-5"}};
  for (const auto& [sort, expected] : {std::pair{"one_bit", one_bit}, {"block_sort", block_sort}}) {
    const Trace trace = record(chapter_keys, 4, 4, sort);
    for (const auto& [made, id] : expected)
      EXPECT_EQ(figure_for(look_at(trace, after(trace, made))).id, id)
          << sort << " " << radix::info(made).name;
    EXPECT_EQ(&figure_for(look_at(trace, 0)), &figure_for(look_at(trace, 1))) << sort;
  }
}

TEST(FigureFor, EveryStepChangesThePicture) {
  for (const char* sort : {"one_bit", "block_sort"})
    for (uint32_t block : {1u, 4u, 8u}) {
      const Trace trace = record(chapter_keys, 4, block, sort);
      std::string before;
      for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
        const Moment moment = look_at(trace, cursor);
        Scene scene = figure_for(moment).draw(moment);
        scene.subtitle.clear();
        const std::string drawn = to_svg(scene, theme(ThemeId::dark));
        EXPECT_NE(drawn, before) << sort << ", blocks of " << block << ", after " << cursor
                                 << " steps, " << figure_for(moment).id;
        before = drawn;
      }
    }
}

TEST(Buckets, SayWordsBesideANarrowBracket) {
  for (uint32_t key : {0u, 1u}) {
    const Trace trace = record({key}, 1, 4, "one_bit");
    const Scene scene = figure_named("fig13-2")->draw(look_at(trace, after(trace, array::output)));
    const std::string words = key == 0 ? "1 zero" : "1 one";
    EXPECT_TRUE(std::any_of(scene.texts.begin(), scene.texts.end(),
                            [&](const Text& text) { return text.text == words; }));
  }
}

TEST(Threads, WithoutAKeyAreGhosts) {
  const Trace trace = record({5, 1, 4, 7, 2}, 3, 4, "block_sort");
  const Scene scene = figure_named("fig13-5")->draw(look_at(trace, 1));
  const auto waves = [&](bool ghost) {
    return std::count_if(scene.arrows.begin(), scene.arrows.end(),
                         [&](const Arrow& a) { return a.path == Path::wave && a.dashed == ghost; });
  };
  EXPECT_EQ(waves(false), 5);
  EXPECT_EQ(waves(true), 3);
}

TEST(FigureFor, AnswersWithoutKeys) {
  const Trace trace = record({}, 4, 4, "one_bit");
  EXPECT_EQ(figure_for(look_at(trace, 0)).id, std::string("fig13-3"));
}

TEST(FigureNamed, FindsEveryFigureAndNothingElse) {
  for (const Figure& figure : figures()) EXPECT_EQ(figure_named(figure.id), &figure);
  EXPECT_EQ(figure_named("fig13-4"), nullptr);
  EXPECT_EQ(figure_named(""), nullptr);
}

}  // namespace
}  // namespace scope
