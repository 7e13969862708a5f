// The scan tree and the scan chain over all scans, sorts and block sizes: what is drawn is what the
// trace has, and every arrow leads to a value that really has what it brings.
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/scan_checks.hpp"

#include <map>

#include "app/export/svg.hpp"
#include "app/sorts/families/families.hpp"

namespace scope {
namespace {

using radix::BlockScan;
using radix::ScanPhase;
using radix::Settings;
using namespace checks;

// ------------------------------------------------------------------------------ the matrix

constexpr auto& scans = radix::block_scans;

Settings settings_of(BlockScan scan, uint32_t block, const std::string& sort) {
  const uint32_t radix = sort == "digits" ? 2 : sort == "coarse" ? 3 : 1;
  return {.key_bits = 4,
          .threads_per_block = block,
          .radix_bits = radix,
          .keys_per_thread = sort == "coarse" ? 3u : 1u,
          .scan = scan};
}

class EveryScan : public testing::TestWithParam<BlockScan> {};

TEST_P(EveryScan, IsTrueForAnySortBlockAndSize) {
  for (const std::string sort : {"one_bit", "block_sort", "digits", "coarse", "one_launch"})
    for (uint32_t block : {1u, 2u, 3u, 4u, 8u, 33u})
      for (uint32_t count : {1u, 5u, 16u, 40u, 100u}) {
        const Trace trace =
            record(random_keys(count, 4), settings_of(GetParam(), block, sort), sort.c_str());
        ASSERT_EQ(trace.error, "");
        const std::size_t stride = 1 + trace.steps.size() / 16;
        for (std::size_t cursor = count % 2; cursor <= trace.steps.size(); cursor += stride) {
          Moment moment = third_large(look_at(trace, cursor, cursor % 3 == 0 ? count - 1 : none));
          if (cursor % 4 == 1)
            moment.table_entry = static_cast<uint32_t>(cursor) % table_entries(moment);
          const std::string where =
              say(sort, ", ", count, " keys, blocks of ", block, ", after ", cursor, " steps");
          ASSERT_EQ(tree_true(draw("scan-tree", moment), moment), "") << where;
          ASSERT_EQ(chain_true(draw("scan-chain", moment), moment), "") << where;
        }
      }
}

TEST_P(EveryScan, IsTrueInAHundredThreads) {
  for (const char* sort : {"one_bit", "coarse", "digits"}) {
    const Trace trace = record(random_keys(100, 4), settings_of(GetParam(), 100, sort), sort);
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); cursor += 5)
      for (uint32_t selected : {0u, 70u, 99u}) {
        const Moment moment = look_at(trace, cursor, selected);
        ASSERT_EQ(tree_true(draw("scan-tree", moment), moment), "")
            << sort << " " << cursor << " " << selected;
      }
  }
}

TEST_P(EveryScan, DrawsNothingThatComesLater) {
  for (const char* sort : {"one_bit", "digits", "coarse", "one_launch"}) {
    const Trace trace = record(random_keys(11, 3), settings_of(GetParam(), 3, sort), sort);
    Trace past = trace;
    for (std::size_t cursor = trace.steps.size() + 1; cursor-- > 0;) {
      past.steps.resize(cursor);
      for (const char* id : {"scan-tree", "scan-chain"})
        ASSERT_TRUE(draw(id, look_at(past, cursor, 3)) == draw(id, look_at(trace, cursor, 3)))
            << id << " " << sort << " " << cursor;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Scans, EveryScan, testing::ValuesIn(scans));

// ------------------------------------------------------------------------------ planted faults

/// The chapter's keys in one block, or in blocks of four.
Trace chapter(BlockScan scan, uint32_t block, const char* sort, uint32_t keys_each = 1) {
  return record(
      chapter_keys,
      {.key_bits = 4, .threads_per_block = block, .keys_per_thread = keys_each, .scan = scan},
      sort);
}

TEST(PlantedScanFault, AWrongSumIsCaught) {
  for (BlockScan scan : scans) {
    const Trace trace = chapter(scan, 16, "one_bit");
    const Moment moment = look_at(trace, after(trace, array::partial_ones));
    Scene scene = draw("scan-tree", moment);
    ASSERT_EQ(tree_true(scene, moment), "");
    for (Cell& cell : scene.cells)
      if (cell.tag.array == array::partial_ones && cell.tag.row == 2 && cell.tag.index == 7)
        cell.text = "9";
    EXPECT_NE(levels_true(scene, moment, scan_view(moment)), "");
    uint32_t additions = 0;
    EXPECT_NE(arrows_true(scene, moment, scan_view(moment), additions), "");
  }
}

TEST(PlantedScanFault, AnArrowFromTheWrongElementIsCaught) {
  for (BlockScan scan : scans) {
    const Trace trace = chapter(scan, 16, "one_bit");
    const Moment moment = look_at(trace, after(trace, array::partial_ones));
    Scene scene = draw("scan-tree", moment);
    const ScanView view = scan_view(moment);
    bool moved = false;
    for (Arrow& arrow : scene.arrows) {  // of level 1 into element 1: from 0 (a zero) to 4 (a one)
      if (moved || !near(arrow.to.x, view.centre(0, 1)) || !near(arrow.from.x, view.centre(0, 0)))
        continue;
      arrow.from.x = view.centre(0, 4), moved = true;
    }
    ASSERT_TRUE(moved);
    uint32_t additions = 0;
    EXPECT_NE(arrows_true(scene, moment, view, additions), "");
  }
}

TEST(PlantedScanFault, AWrongCarryIsCaught) {
  Settings settings{.key_bits = 4, .threads_per_block = 100};
  settings.scan = BlockScan::shuffles;
  const Trace trace = record(random_keys(100, 4), settings, "one_bit");
  const Moment moment = look_at(trace, after(trace, array::ones_before_in_block), 70);  // of warp 2
  const Scene good = draw("scan-tree", moment);
  const ScanView view = scan_view(moment);
  ASSERT_EQ(view.begin, 64u);
  ASSERT_EQ(carry_true(good, moment, view), "");
  Scene scene = good;
  for (Cell& cell : scene.cells)
    if (cell.edge == Ink::good) cell.text = "1";  // the sums in shared memory
  EXPECT_NE(carry_true(scene, moment, view), "");
  scene = good;
  for (Cell& cell : scene.cells)
    if (cell.tag.row == 6 && cell.tag.index == 70) cell.text += "1";
  EXPECT_NE(carry_true(scene, moment, view), "");
  scene = good;
  std::erase_if(scene.arrows,
                [&](const Arrow& a) { return near(a.from.x, view.centre(0, 66)) && a.head; });
  EXPECT_NE(carry_true(scene, moment, view), "");
  scene = good;
  std::erase_if(scene.texts, [](const Text& t) { return t.text == "w1"; });
  EXPECT_NE(carry_true(scene, moment, view), "");
}

TEST(PlantedScanFault, AMissingArrowIsCaught) {
  const Trace trace = chapter(BlockScan::blelloch, 16, "one_bit");
  const Moment moment = look_at(trace, after(trace, array::partial_ones));
  Scene scene = draw("scan-tree", moment);
  const float x = scan_view(moment).centre(0, 0);  // of the zeros' sums no one would miss
  std::erase_if(scene.arrows, [&](const Arrow& a) { return !a.head && near(a.to.x, x + 42); });
  EXPECT_NE(tree_true(scene, moment), "");
}

TEST(PlantedScanFault, AWrongSideNoteIsCaught) {
  const Trace trace = chapter(BlockScan::brent_kung, 4, "block_sort");
  const Moment moment = look_at(trace, 3);
  Scene scene = draw("scan-tree", moment);
  ASSERT_EQ(side_notes_true(scene, scan_view(moment)), "");
  for (Text& text : scene.texts)
    if (text.text == "4 additions, 0 bank conflicts (32 banks, model)")
      text.text = "4 additions, 1 bank conflict (32 banks, model)";
  EXPECT_NE(side_notes_true(scene, scan_view(moment)), "");
}

TEST(PlantedScanFault, AWrongBitOfAThreadIsCaught) {
  const Trace trace = chapter(BlockScan::blelloch, 4, "coarse", 2);
  const Moment moment = look_at(trace, after(trace, array::block_ones));
  Scene scene = draw("scan-tree", moment);
  ASSERT_EQ(threads_true(scene, moment, scan_view(moment)), "");
  for (Cell& cell : scene.cells)
    if (cell.tag.array == array::bits && cell.tag.index == 3) cell.text = "0";
  EXPECT_NE(threads_true(scene, moment, scan_view(moment)), "");
}

TEST(PlantedScanFault, ABrokenChainIsCaught) {
  const Trace trace = chapter(BlockScan::kogge_stone, 4, "one_launch");
  const Moment moment = look_at(trace, after(trace, array::ones_before_block));
  const Scene good = draw("scan-chain", moment);
  ASSERT_EQ(chain_true(good, moment), "");
  Scene scene = good;
  for (Cell& cell : scene.cells)
    if (cell.text == "7") cell.text = "6";
  EXPECT_NE(chain_true(scene, moment), "");
  scene = good;
  for (Arrow& arrow : scene.arrows)
    if (arrow.path == Path::curve) arrow.from.x += 124;
  EXPECT_NE(chain_true(scene, moment), "");
}

// ------------------------------------------------------------------------------ what must be there

TEST(ScanTree, NamesItsLevels) {
  const auto labels = [](BlockScan scan) {
    const Trace trace = chapter(scan, 4, "block_sort");
    const Scene scene = draw("scan-tree", look_at(trace, trace.steps.size() / 8));
    std::vector<std::string> found;
    for (const char* name : {"up 1", "up 2", "fill 1", "clear", "down 2", "down 1"})
      for (const Text& text : scene.texts)
        if (text.text == name) found.push_back(name);
    return found;
  };
  EXPECT_EQ(labels(BlockScan::kogge_stone), (std::vector<std::string>{}));
  EXPECT_EQ(labels(BlockScan::brent_kung), (std::vector<std::string>{"up 1", "up 2", "fill 1"}));
  EXPECT_EQ(labels(BlockScan::blelloch),
            (std::vector<std::string>{"up 1", "up 2", "clear", "down 2", "down 1"}));
}

TEST(ScanTree, CountsSixteenThreads) {
  const auto note = [](BlockScan scan) {
    const Trace trace = chapter(scan, 16, "one_bit");
    return draw("scan-tree", look_at(trace, 1));
  };
  EXPECT_TRUE(says(note(BlockScan::kogge_stone), "4 levels, 49 additions in all"));
  EXPECT_TRUE(says(note(BlockScan::brent_kung), "7 levels, 26 additions in all"));
  EXPECT_TRUE(says(note(BlockScan::blelloch), "9 levels, 30 additions in all"));
  EXPECT_FALSE(says(note(BlockScan::blelloch), "shifted by one"));
  EXPECT_TRUE(says(note(BlockScan::brent_kung), "shifted by one"));
  EXPECT_TRUE(says(note(BlockScan::shuffles), "4 levels, 49 additions in all"));
  EXPECT_TRUE(says(note(BlockScan::shuffles), "minus own value"));
}

/// Barriers of the block scan, as drawn.
long barriers(BlockScan scan, uint32_t block) {
  const Trace trace = record(random_keys(block, 4),
                             {.key_bits = 4, .threads_per_block = block, .scan = scan}, "one_bit");
  const Scene scene = draw("scan-tree", look_at(trace, 1));
  return std::ranges::count_if(scene.texts,
                               [](const Text& t) { return t.text.starts_with("barrier: "); });
}

TEST(ScanTree, DrawsTheBarriersThatThereAre) {
  EXPECT_EQ(barriers(BlockScan::kogge_stone, 16), 2 * 4 + 1);
  EXPECT_EQ(barriers(BlockScan::brent_kung, 16), 7 + 1);
  for (uint32_t block : {2u, 16u, 32u, 33u, 100u})
    EXPECT_EQ(barriers(BlockScan::shuffles, block), 1) << block;
}

TEST(ScanTree, CrossesOnTheWayDown) {
  const Trace trace = chapter(BlockScan::blelloch, 4, "block_sort");
  const Moment moment = look_at(trace, 5);  // bits, up 1, up 2, clear, down 2
  ASSERT_EQ(moment.step()->phase, ScanPhase::down);
  const Scene scene = draw("scan-tree", moment);
  const ScanView view = scan_view(moment);
  uint32_t right = 0, left = 0;
  for (const Arrow& arrow : scene.arrows) {
    right += near(arrow.from.x, view.centre(0, 1)) && near(arrow.to.x, view.centre(0, 3)) &&
             arrow.ink == Ink::accent;
    left += near(arrow.from.x, view.centre(0, 3)) && near(arrow.to.x, view.centre(0, 1)) &&
            arrow.ink == Ink::good;
  }
  EXPECT_EQ(right, 1u);
  EXPECT_EQ(left, 1u);
}

/// On a low page: no sum drifts from its key, and lit is the thread that made the selected key's.
TEST(ScanTree, UnderTheKeysEverySumStandsUnderItsKeyAndItsWorkerIsLit) {
  for (const BlockScan scan : scans)
    for (const uint32_t block : {2u, 4u, 8u, 16u}) {
      const Trace trace = chapter(scan, block, "one_bit");
      int seen = 0;
      for (std::size_t cursor = 1; cursor <= after(trace, array::ones_before); ++cursor) {
        Moment moment = look_at(trace, cursor, block - 1);  // the last key of block 0
        moment.large = true;
        if (moment.step()->made != array::partial_ones || !scan_view(moment).with_keys) continue;
        const Scene scene = draw("scan-tree", moment);
        std::map<uint32_t, float> column;
        for (const Cell& cell : scene.cells)
          if (cell.tag.array == array::keys && cell.tag.key != none)
            column[cell.tag.key] = cell.at.centre().x;
        ASSERT_EQ(column.size(), 16u);
        for (const Cell& cell : scene.cells)
          if (cell.tag.array == array::partial_ones && cell.tag.index != none)
            EXPECT_TRUE(near(cell.at.centre().x, column.at(cell.tag.key)))
                << static_cast<int>(scan) << " " << block << ", after " << cursor;
        const radix::Step& step = *moment.step();
        const uint32_t worker =
            worker_of({step.phase, step.distance}, block - 1, radix::scan_width(scan, block))
                .value_or(block - 1);
        const bool lit = std::ranges::any_of(scene.texts, [&](const Text& text) {
          return text.text == say("t", worker) && text.tag.key == block - 1;
        });
        EXPECT_TRUE(lit) << static_cast<int>(scan) << " " << block << ", after " << cursor << ": t"
                         << worker;
        ++seen;
      }
      if (block == 16) EXPECT_TRUE(seen > 0 || scan == BlockScan::shuffles);
    }
}

TEST(ScanTree, HeadsNameBucketAndBlock) {
  const Trace trace =
      record(chapter_keys, {.key_bits = 4, .threads_per_block = 4, .radix_bits = 2}, "digits");
  const Scene scene = draw("scan-tree", look_at(trace, after(trace, array::bucket_starts)));
  for (const char* head : {"00 b0", "01 b2", "10 b3", "11 b3"})
    EXPECT_TRUE(says(scene, head)) << head;
}

TEST(ScanTree, LongBucketsHaveHeadsInTwoLines) {
  for (uint32_t bits : {3u, 4u, 8u}) {
    const Trace trace = record(
        random_keys(30, 8), {.key_bits = 8, .threads_per_block = 4, .radix_bits = bits}, "digits");
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); cursor += 3) {
      const Moment moment = look_at(trace, cursor);
      ASSERT_EQ(tree_true(draw("scan-tree", moment), moment), "") << bits << " " << cursor;
    }
    const Scene scene = draw("scan-tree", look_at(trace, after(trace, array::bucket_starts)));
    EXPECT_TRUE(says(scene, bits == 3 ? "000 b1" : binary(0, bits))) << bits;
  }
}

/// The thread named beside an element of a level, or "".
std::string worker_at(const Scene& scene, const ScanView& view, uint32_t level, uint32_t element) {
  const float top = row_tops(scene, view).at(level);
  for (const Text& text : scene.texts)
    if (near(text.at.y, top - 9) && near(text.at.x, view.centre(0, element) + 4)) return text.text;
  return "";
}

TEST(ScanTree, NamesTheThreadThatDoesIt) {
  const auto worker = [](BlockScan scan, uint32_t level, uint32_t element) {
    const Trace trace = chapter(scan, 16, "one_bit");
    const Moment moment = look_at(trace, after(trace, array::partial_ones));
    return worker_at(draw("scan-tree", moment), scan_view(moment), level, element);
  };
  EXPECT_EQ(worker(BlockScan::brent_kung, 2, 11), "t2");
  EXPECT_EQ(worker(BlockScan::brent_kung, 6, 13), "t2");
  EXPECT_EQ(worker(BlockScan::brent_kung, 6, 12), "");
  EXPECT_EQ(worker(BlockScan::blelloch, 5, 15), "t0");  // the clear
  EXPECT_EQ(worker(BlockScan::blelloch, 9, 7), "t3");
  EXPECT_EQ(worker(BlockScan::kogge_stone, 1, 7), "");  // its own
}

TEST(ScanTree, ThreadsWithoutAKeyAreCountedWhereTheyWork) {
  const Numbers keys(chapter_keys.begin(), chapter_keys.begin() + 13);  // 5 + 5 + 3
  const auto scene = [&](BlockScan scan) {
    const Trace trace =
        record(keys, {.key_bits = 4, .threads_per_block = 5, .scan = scan}, "block_sort");
    return draw("scan-tree", look_at(trace, 1));
  };
  // Blelloch's first level: threads 0…3 of each block, and thread 3 of the last has no key.
  EXPECT_TRUE(says(scene(BlockScan::blelloch), "12 of 15 threads active (1 without a key)"));
  EXPECT_TRUE(says(scene(BlockScan::blelloch), "5 threads, 8 places"));
  // Kogge–Stone's first: threads 1…4, and threads 3 and 4 of the last have no key.
  EXPECT_TRUE(says(scene(BlockScan::kogge_stone), "12 of 15 threads active (2 without a key)"));
}

TEST(ScanTree, EverySplitShowsItsOwnBits) {
  const Trace trace =
      record(chapter_keys, {.key_bits = 4, .threads_per_block = 4, .radix_bits = 2}, "digits");
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    const Moment moment = look_at(trace, cursor);
    if (moment.step()->made != array::bits) continue;
    const Scene scene = draw("scan-tree", moment);
    for (const Cell& cell : scene.cells) {
      if (cell.tag.array != array::bits || cell.tag.index == none) continue;
      const uint32_t key = trace.problem.keys()[cell.tag.key];
      EXPECT_EQ(cell.text, std::to_string(moment.digit().bit_of(key, moment.split()))) << cursor;
    }
    for (const Cell& cell : scene.cells)  // nothing of the split before
      EXPECT_TRUE(cell.tag.array == array::bits || cell.text.empty()) << cell.text;
  }
}

TEST(ScanTree, TheReversingPassHasNone) {
  Settings settings{.key_bits = 4, .threads_per_block = 4};
  settings.order = radix::SortOrder::reversed;
  const Trace trace = record(chapter_keys, settings, "one_bit");
  const Moment moment = look_at(trace, trace.steps.size());
  ASSERT_EQ(moment.digit().bits, 0u);
  for (const char* id : {"scan-tree", "scan-chain"}) {
    EXPECT_TRUE(says(draw(id, moment), "nothing to scan")) << id;
    EXPECT_EQ(checks::inside_page(draw(id, moment)), "");
  }
  const Trace none = record({}, settings, "one_bit");
  for (const char* id : {"scan-tree", "scan-chain"})
    EXPECT_TRUE(says(draw(id, look_at(none, 0)), "no keys")) << id;
}

TEST(ScanChain, TellsTheStoryOfOneLaunch) {
  const Trace trace = chapter(BlockScan::kogge_stone, 4, "one_launch");
  const auto at = [&](ArrayId made) {
    return draw("scan-chain", look_at(trace, after(trace, made)));
  };
  const auto count = [](const Scene& scene, const std::string& text) {
    return std::count_if(scene.texts.begin(), scene.texts.end(),
                         [&](const Text& t) { return t.text == text; });
  };
  const Scene bits = at(array::bits), own = at(array::block_ones);
  const Scene fallen = at(array::ones_before_block), all = at(array::ones_total);
  EXPECT_EQ(count(bits, "adds up"), 4);
  EXPECT_EQ(count(own, "waits"), 3);
  EXPECT_EQ(count(own, "does not wait"), 1);
  EXPECT_EQ(count(own, "waits for"), 3);
  EXPECT_EQ(count(fallen, "has fallen"), 4);
  EXPECT_EQ(count(fallen, "all wait for it"), 1);
  EXPECT_EQ(count(all, "all wait for it"), 0);
  EXPECT_TRUE(says(own, "deadlock"));
  const auto totals = [](const Scene& scene, const std::string& text) {
    return std::count_if(scene.cells.begin(), scene.cells.end(), [&](const Cell& c) {
      return c.tag.array == array::ones_total && c.text == text;
    });
  };
  EXPECT_EQ(totals(fallen, "8"), 1);  // the last block knows
  EXPECT_EQ(totals(all, "8"), 5);     // and then everyone
}

TEST(ScanChain, OnlyOneLaunchMustRunAtOnce) {
  for (const char* sort : {"one_bit", "block_sort", "digits", "coarse"}) {
    const Trace trace = chapter(BlockScan::kogge_stone, 4, sort);
    EXPECT_FALSE(says(draw("scan-chain", look_at(trace, trace.steps.size())), "deadlock")) << sort;
  }
  const Trace trace = chapter(BlockScan::kogge_stone, 4, "block_sort");
  EXPECT_TRUE(says(draw("scan-chain", look_at(trace, 3)), "no other block is needed"));
}

TEST(ScanChain, TellsWhatIsLeftOut) {
  const Trace trace =
      record(random_keys(200, 6), {.key_bits = 6, .threads_per_block = 4}, "one_bit");
  const Moment moment = look_at(trace, after(trace, array::ones_before_block), 90);
  const Scene scene = draw("scan-chain", moment);
  EXPECT_EQ(chain_true(scene, moment), "");
  EXPECT_TRUE(says(scene, "Shown: blocks 21 to 27 and the last one, 49; 42 blocks are left out."));
}

}  // namespace
}  // namespace scope
