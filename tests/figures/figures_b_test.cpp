// Figures 13.5, 13.6 and the scan tree: what each of them must show, and that none of them looks
// ahead.
#include <gtest/gtest.h>

#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/geometry.hpp"
#include "app/export/svg.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/radix/scan/scan_view.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

const Figure& figure(const char* id) { return *figure_named(id); }

/// Cells of an array and row, by index.
std::map<uint32_t, const Cell*> cells_of(const Scene& scene, ArrayId array, uint32_t row = 0) {
  std::map<uint32_t, const Cell*> found;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == array && cell.tag.row == row && cell.tag.index != none)
      found[cell.tag.index] = &cell;
  return found;
}

Numbers numbers_of(const Scene& scene, ArrayId array, uint32_t row = 0) {
  Numbers numbers;
  for (const auto& [index, cell] : cells_of(scene, array, row))
    numbers.push_back(cell->text.empty() ? none : static_cast<uint32_t>(std::stoul(cell->text)));
  return numbers;
}

bool lit(const Cell* cell) { return cell->edge == Ink::select && cell->edge_width > 2; }

/// A picture that says why it cannot show this sort.
bool refuses(const Scene& scene) {
  return std::ranges::any_of(scene.texts, [](const Text& text) {
    for (const char* words : {"This sort does not count buckets", "This sort applies the formulas",
                              "This sort does not sort inside the block"})
      if (text.text.find(words) != std::string::npos) return true;
    return false;
  });
}

TEST(Makers, AreNamedWhereAFigureCannotShowTheRun) {
  std::size_t refused = 0;
  for (const radix::SortInfo& sort : radix::sorts())
    for (const Figure& each : figures()) {
      if (sort.wrong) continue;
      const Trace trace =
          record(chapter_keys, radix::settings_for(sort, {.key_bits = 4, .threads_per_block = 4}),
                 sort.name);
      const Moment moment = look_at(trace, trace.steps.size());
      const radix::SortInfo* maker = maker_of(each, moment);
      EXPECT_NE(maker, &sort);
      if (maker) EXPECT_EQ(maker->wrong, nullptr) << each.id;
      if (!fits(each, moment) || !refuses(each.draw(moment))) continue;
      ++refused;
      ASSERT_NE(maker, nullptr) << each.id << " of " << sort.name;
      const Trace made =
          record(chapter_keys, radix::settings_for(*maker, {.key_bits = 4, .threads_per_block = 4}),
                 maker->name);
      const Moment there = look_at(made, made.steps.size());
      EXPECT_FALSE(refuses(fitting(each, there).draw(there))) << each.id << " " << maker->name;
    }
  EXPECT_GT(refused, 2u);
}

TEST(Makers, AreOfTheSectionThatTheFigureStandsIn) {
  const Trace trace = record(chapter_keys, {.key_bits = 4, .threads_per_block = 4}, "one_bit");
  const Moment moment = look_at(trace, 1);
  for (const auto& [id, section] : {std::pair{"fig13-5", "13.4"},
                                    {"fig13-6", "13.4"},
                                    {"fig13-8", "13.5"},
                                    {"fig13-9", "13.5"},
                                    {"fig13-10", "13.6"}})
    EXPECT_STREQ(radix::number_of(maker_of(*figure_named(id), moment)->section), section) << id;
}

// ------------------------------------------------------------------------------ sweep

TEST(ScanPhase, WholeScenesForBlocksOfAnySizeAndAnyPickedEntry) {
  for (const char* sort : {"one_bit", "block_sort"})
    for (uint32_t count : {2u, 16u, 33u, 64u, 70u})
      for (uint32_t block : {1u, 2u, 16u, 33u, 64u, 1024u}) {
        const Trace trace = record(random_keys(count, 6), 6, block, sort);
        for (std::size_t cursor = 0; cursor <= trace.steps.size();
             cursor += cases(5, 1) + cursor / 40) {
          Moment moment = third_large(look_at(trace, cursor, cursor % 3 == 0 ? count - 1 : none));
          moment.moved = 0.5f;
          if (cursor % 2 == 0)
            moment.table_entry =
                static_cast<uint32_t>(cursor * 7) % (2 * trace.problem.blocks() + 1);
          for (const char* id : {"fig13-5", "fig13-6", "scan-tree"})
            ASSERT_EQ(checks::whole_scene(figure(id).draw(moment), moment, figure(id)), "")
                << id << ", " << sort << ", " << count << " keys, blocks of " << block << ", after "
                << cursor << " steps";
        }
      }
}

TEST(ScanPhase, NothingThatComesLaterIsDrawn) {
  for (const char* sort : {"one_bit", "block_sort"})
    for (uint32_t block : {1u, 4u, 8u}) {
      const Trace trace = record(random_keys(11, 3), 3, block, sort);
      Trace past = trace;
      for (std::size_t cursor = trace.steps.size() + 1; cursor-- > 0;) {
        past.steps.resize(cursor);
        for (const char* id : {"fig13-5", "fig13-6", "scan-tree"})
          ASSERT_TRUE(figure(id).draw(look_at(past, cursor, 3)) ==
                      figure(id).draw(look_at(trace, cursor, 3)))
              << id << " " << sort << " " << cursor;
      }
    }
}

// ------------------------------------------------------------------------------ 13.5 and 13.6

/// "" or the first arrow that crosses a dashed block line.
std::string crossed_line(const Scene& scene) {
  for (const Line& line : scene.lines) {
    if (!line.dashed || line.from.x != line.to.x) continue;
    for (const Arrow& arrow : scene.arrows) {
      const std::vector<Vec> points = polyline(arrow);
      for (std::size_t i = 1; i < points.size(); ++i) {
        const Vec a = points[i - 1], b = points[i];
        const bool beside = std::max(a.y, b.y) < line.from.y || std::min(a.y, b.y) > line.to.y;
        if (!beside && (a.x < line.from.x) != (b.x < line.from.x))
          return "an arrow crosses the block line at x = " + std::to_string(line.from.x);
      }
    }
  }
  return "";
}

std::size_t block_lines(const Scene& scene) {
  return static_cast<std::size_t>(std::count_if(
      scene.lines.begin(), scene.lines.end(),
      [](const Line& l) { return l.dashed && l.from.x == l.to.x && l.to.y - l.from.y > 100; }));
}

TEST(LocalSort, NoArrowCrossesABlockLine) {
  for (uint32_t block : {1u, 2u, 4u, 5u, 16u}) {
    const Trace trace = record(chapter_keys, 4, block, "block_sort");
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
      for (const char* id : {"fig13-5", "fig13-6"}) {
        const Scene scene = figure(id).draw(look_at(trace, cursor));
        ASSERT_EQ(crossed_line(scene), "") << id << " " << cursor << " blocks of " << block;
        ASSERT_EQ(block_lines(scene), trace.problem.blocks() - 1) << id;
      }
  }
}

TEST(LocalSort, AnArrowAcrossABlockLineIsFound) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  Scene scene = figure("fig13-5").draw(look_at(trace, after(trace, array::local_keys)));
  for (Arrow& arrow : scene.arrows)
    if (arrow.path == Path::curve) arrow.to.x += 300;
  EXPECT_NE(crossed_line(scene), "");
}

TEST(LocalSort, ShowsWhatEveryThreadWorksOut) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  const Scene scene =
      figure("fig13-5").draw(look_at(trace, after(trace, array::local_destination)));
  EXPECT_EQ(numbers_of(scene, array::bits),
            (Numbers{0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0}));
  EXPECT_EQ(numbers_of(scene, array::ones_before),
            (Numbers{0, 0, 1, 1, 0, 1, 1, 2, 0, 1, 1, 2, 0, 0, 0, 1}));
  EXPECT_EQ(numbers_of(scene, array::local_destination),
            (Numbers{0, 2, 1, 3, 2, 0, 3, 1, 1, 0, 2, 3, 0, 1, 3, 2}));
  EXPECT_TRUE(cells_of(scene, array::local_keys).empty());

  const Scene sorted = figure("fig13-5").draw(look_at(trace, after(trace, array::local_keys)));
  EXPECT_EQ(numbers_of(sorted, array::local_keys),
            (Numbers{12, 6, 3, 9, 8, 10, 15, 5, 6, 9, 11, 13, 4, 10, 0, 7}));
}

TEST(LocalSort, KeysComeFromTheRowTheyWereIn) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  const auto comes_from = [&](const char* id, ArrayId made, ArrayId before) {
    const Scene scene = figure(id).draw(look_at(trace, after(trace, made)));
    std::map<uint32_t, Rect> places;
    for (const auto& [index, cell] : cells_of(scene, before)) places[cell->tag.key] = cell->at;
    for (const auto& [index, cell] : cells_of(scene, made)) {
      ASSERT_TRUE(cell->from) << id;
      EXPECT_EQ(*cell->from, places[cell->tag.key]) << id << " " << index;
    }
  };
  for (const char* id : {"fig13-5", "fig13-6"}) {
    comes_from(id, array::local_keys, array::keys);
    comes_from(id, array::output, array::local_keys);
  }
}

TEST(LocalSort, SortOneSaysWhyThereIsNoLocalRow) {
  const Trace trace = record(chapter_keys, 4, 4, "one_bit");
  for (std::size_t cursor : {std::size_t{0}, trace.steps.size()}) {
    EXPECT_TRUE(says(figure("fig13-5").draw(look_at(trace, cursor)),
                     "This sort does not sort inside the block"));
    EXPECT_TRUE(says(figure("fig13-6").draw(look_at(trace, cursor)), "does not count buckets"));
  }
}

TEST(BucketTable, ShowsTheChaptersTables) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  const Scene scene = figure("fig13-6").draw(look_at(trace, after(trace, array::bucket_starts)));
  const Numbers counts{2, 2, 1, 3, 2, 2, 3, 1}, starts{0, 2, 4, 5, 8, 10, 12, 15};
  for (uint32_t row : {0u, 1u}) {  // the table and the line
    EXPECT_EQ(numbers_of(scene, array::bucket_counts, row), counts);
    EXPECT_EQ(numbers_of(scene, array::bucket_starts, row), starts);
  }
  EXPECT_LE(scene.width, 1000);
  EXPECT_LE(scene.height, 760);
}

/// The labels of the braces under the local keys (depth > 0), empty buckets' zeros included.
std::multiset<std::string> bucket_sizes(const Scene& scene) {
  std::multiset<std::string> sizes;
  for (const Brace& brace : scene.braces)
    if (brace.depth > 0 && !brace.label.empty()) sizes.insert(brace.label);
  for (const Text& text : scene.texts)
    if (text.text == "0" && text.face == Face::bold) sizes.insert(text.text);
  return sizes;
}

TEST(BucketTable, EmptyBucketsAreShownAsZero) {
  const Trace trace = record({1, 3, 5, 7, 0, 2, 4, 1}, 3, 4, "block_sort");
  const Scene scene = figure("fig13-6").draw(look_at(trace, after(trace, array::bucket_counts)));
  EXPECT_EQ(numbers_of(scene, array::bucket_counts), (Numbers{0, 3, 4, 1}));
  EXPECT_EQ(bucket_sizes(scene), (std::multiset<std::string>{"0", "1", "3", "4"}));
}

TEST(BucketTable, ThePickedEntryLightsItsWholeWay) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  Moment moment = look_at(trace, after(trace, array::bucket_starts));
  moment.table_entry = 6;
  const Scene scene = figure("fig13-6").draw(moment);
  EXPECT_TRUE(says(scene, "2 + 2 + 1 + 3 + 2 + 2 = 12"));
  for (ArrayId array : {array::bucket_counts, array::bucket_starts})
    for (uint32_t row : {0u, 1u})
      for (const auto& [index, cell] : cells_of(scene, array, row))
        EXPECT_EQ(lit(cell), index == 6) << radix::info(array).name << " " << index;
  for (ArrayId array : {array::keys, array::local_keys}) {
    std::set<std::string> keys;
    for (const auto& [index, cell] : cells_of(scene, array))
      if (lit(cell)) keys.insert(cell->text + cell->mark);
    EXPECT_EQ(keys, (std::set<std::string>{"9b", "11", "13"})) << radix::info(array).name;
  }
  std::size_t slots = 0, landings = 0;
  for (const Cell& cell : scene.cells) slots += cell.dashed && lit(&cell);
  for (const Brace& brace : scene.braces)
    landings += brace.depth < 0 && brace.ink == Ink::select && brace.label == "b2";
  EXPECT_EQ(slots, 3u);
  EXPECT_EQ(landings, 1u);
}

TEST(BucketTable, TheSelectedKeysEntryIsLitAndTheSumWaitsForTheScan) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  const Scene before =
      figure("fig13-6").draw(look_at(trace, after(trace, array::bucket_counts), 11));
  EXPECT_TRUE(lit(cells_of(before, array::bucket_counts)[6]));
  EXPECT_TRUE(says(before, "2 + 2 + 1 + 3 + 2 + 2"));
  EXPECT_FALSE(says(before, "= 12"));
  const Scene done = figure("fig13-6").draw(look_at(trace, after(trace, array::bucket_starts), 11));
  EXPECT_TRUE(says(done, "2 + 2 + 1 + 3 + 2 + 2 = 12"));
}

TEST(BucketTable, LandingsCoverTheOutputOnce) {
  const Trace trace = record(random_keys(29, 4), 4, 4, "block_sort");
  const Moment moment = look_at(trace, after(trace, array::bucket_starts));
  const Scene scene = figure("fig13-6").draw(moment);
  const Columns columns = columns_of(moment);
  std::vector<uint32_t> covered(29, 0);
  for (const Brace& brace : scene.braces)
    for (uint32_t i = 0; i < 29; ++i)
      covered[i] += brace.depth < 0 && brace.x0 < columns.centre(i) && columns.centre(i) < brace.x1;
  EXPECT_EQ(covered, std::vector<uint32_t>(29, 1));
}

// ------------------------------------------------------------------------------ scan tree

TEST(ScanTree, HasOneRowPerLevelOfTheTrace) {
  for (const char* sort : {"one_bit", "block_sort"})
    for (uint32_t block : {1u, 2u, 3u, 4u, 8u, 9u, 64u}) {
      const Trace trace = record(chapter_keys, 4, block, sort);
      uint32_t levels = 0;
      for (const radix::Step& step : trace.steps)
        if (step.pass == 0 && step.made == array::partial_ones) {
          EXPECT_EQ(step.level, ++levels);
          EXPECT_EQ(step.distance, 1u << (levels - 1));
        }
      EXPECT_EQ(level_count(look_at(trace, 1), block), levels) << block;
      if (levels == 0) continue;
      const Scene scene =
          figure("scan-tree").draw(look_at(trace, after(trace, array::partial_ones)));
      for (uint32_t level = 1; level <= levels; ++level)
        EXPECT_EQ(cells_of(scene, array::partial_ones, level).size(), 16u);
    }
}

TEST(ScanTree, ShowsTheChaptersSums) {
  const Trace trace = record(chapter_keys, 4, 4, "one_bit");
  const Scene scene = figure("scan-tree").draw(look_at(trace, trace.steps.size() / 4));
  EXPECT_EQ(numbers_of(scene, array::partial_ones, 1),
            (Numbers{0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 1, 1}));
  EXPECT_EQ(numbers_of(scene, array::partial_ones, 2),
            (Numbers{0, 1, 1, 2, 1, 1, 2, 2, 1, 1, 2, 3, 0, 0, 1, 1}));
  EXPECT_EQ(numbers_of(scene, array::block_ones), (Numbers{2, 2, 3, 1}));
  EXPECT_EQ(numbers_of(scene, array::ones_before_block), (Numbers{0, 2, 4, 7}));
  EXPECT_EQ(numbers_of(scene, array::ones_total), (Numbers{8}));
  EXPECT_EQ(numbers_of(scene, array::ones_before),
            (Numbers{0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 7, 8}));
  EXPECT_TRUE(says(scene, "12 of 16 threads active"));
  EXPECT_TRUE(says(scene, "8 of 16 threads active"));
  EXPECT_TRUE(says(scene, "0 bank conflicts (32 banks, model)"));
}

TEST(ScanTree, ThreadsWithoutAKeyAddToo) {
  Numbers keys(chapter_keys.begin(), chapter_keys.begin() + 13);
  keys[12] = 1;
  const Trace trace = record(keys, 4, 4, "block_sort");
  const Scene scene = figure("scan-tree").draw(look_at(trace, after(trace, array::block_ones)));
  EXPECT_TRUE(says(scene, "12 of 16 threads active (3 without a key)"));
  EXPECT_TRUE(says(scene, "8 of 16 threads active (2 without a key)"));
  std::map<float, std::string> ghosts;  // of each row, from left to right
  for (const Text& text : scene.texts)
    if (text.face == Face::mono && text.text[0] != 't')
      ghosts[text.at.y * 4096 + text.at.x] = text.text;
  std::string all;
  for (const auto& [place, text] : ghosts) all += text;
  EXPECT_EQ(all,
            "000100111111");  // bits, level 1, level 2, shifted
}

TEST(BucketTable, ShowsTheSumsOfTheScanBlocks) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  const Scene scene =
      figure("fig13-6").draw(look_at(trace, after(trace, array::counts_before_block)));
  EXPECT_EQ(numbers_of(scene, array::block_counts), (Numbers{8, 8}));
  EXPECT_EQ(numbers_of(scene, array::counts_before_block), (Numbers{0, 8}));
}

TEST(ScanTree, EveryAddingThreadHasTwoOperands) {
  const Trace trace = record(chapter_keys, 4, 4, "one_bit");
  const Scene scene = figure("scan-tree").draw(look_at(trace, 2));  // after level 1
  ASSERT_EQ(trace.steps[1].level, 1u);
  std::map<uint32_t, int> operands;
  for (const Arrow& arrow : scene.arrows) ++operands[arrow.tag.key];
  for (uint32_t id = 0; id < 16; ++id) EXPECT_EQ(operands[id], id % 4 == 0 ? 1 : 2) << id;
}

TEST(ScanTree, LongScansShowTheSelectedKeysBlockOrWarp) {
  const auto window = [](uint32_t count, uint32_t block, uint32_t selected) {
    const Trace trace = record(random_keys(count, 7), 7, block, "one_bit");
    const ScanView view = scan_view(look_at(trace, 2, selected));
    const uint32_t first = view.first_block * block, last = view.last_block * block;
    const uint32_t end = last + std::min(view.end_of(view.last_block), block);
    return std::pair(first + view.begin, end);
  };
  using Window = std::pair<uint32_t, uint32_t>;
  EXPECT_EQ(window(32, 4, none), Window(0, 32));
  EXPECT_EQ(window(100, 4, none), Window(0, 32));
  EXPECT_EQ(window(100, 4, 99), Window(96, 100));
  EXPECT_EQ(window(100, 24, 30), Window(24, 48));
  EXPECT_EQ(window(100, 48, 40), Window(32, 48));
  EXPECT_EQ(window(100, 64, 70), Window(64, 96));
  const Trace trace = record(random_keys(100, 7), 7, 64, "one_bit");
  EXPECT_TRUE(says(figure("scan-tree").draw(look_at(trace, 2, 70)), "elements 0 to 31 of block 1"));
}

}  // namespace
}  // namespace scope
