// The memory figure and the bank figure over sorts, warps, segments, sizes and steps: what is drawn
// is what the trace has and what the model says; and falsified pictures are caught.
#include <gtest/gtest.h>

#include "app/export/svg.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/presets.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/memory_checks.hpp"

namespace scope {
namespace {

using radix::Settings;
using namespace checks;

constexpr MemoryShape shapes[] = {{4, 4}, {2, 2}, {1, 1}, {3, 5}, {32, 1}, {32, 8}, {32, 32}};

/// The start, some steps, and what the figure is about: before and after the scatter.
std::vector<std::size_t> cursors_of(const Trace& trace) {
  std::vector<std::size_t> cursors{0, trace.steps.size()};
  const uint32_t passes = trace.problem.shown_passes();
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    const radix::Step& step = trace.steps[s];
    const bool looked_at = step.pass == 0 || step.pass + 1 >= passes || step.pass == passes / 2;
    const bool scatter = step.made == array::destination || step.made == array::output;
    if (looked_at && (scatter || s % 9 == 0)) cursors.push_back(s + 1);
  }
  return cursors;
}

Settings settings_in_turn(uint32_t turn, uint32_t count, uint32_t bits) {
  return {.key_bits = bits,
          .threads_per_block = count > 64    ? (turn % 2 == 0 ? 64u : 33u)
                               : count == 64 ? 32u
                                             : 3u + turn % 3,
          .radix_bits = 1 + turn % 4,
          .keys_per_thread = 1 + turn % 3,
          .ownership = static_cast<radix::Ownership>(turn / 2 % 2),
          .scan = radix::block_scans[turn % std::size(radix::block_scans)],
          .order = static_cast<radix::SortOrder>(turn % 3)};
}

class EverySort : public testing::TestWithParam<const char*> {};

TEST_P(EverySort, DrawsTheStoresOfItsScatter) {
  uint32_t turn = 0;
  for (uint32_t count : {0u, 1u, 5u, 16u, 64u, 200u})
    for (uint32_t bits : {4u, 10u, 32u})
      for (const MemoryShape& shape : shapes) {
        ++turn;
        const Trace trace =
            record(random_keys(count, bits), settings_in_turn(turn, count, bits), GetParam());
        ASSERT_EQ(trace.error, "");
        for (std::size_t cursor : cursors_of(trace)) {
          Moment moment =
              third_large(look_at(trace, cursor, cursor % 2 == 1 && count > 0 ? count / 2 : none));
          moment.memory = shape;
          if (cursor % 5 == 4) moment.store = StoreId{1, 0, 0};
          ASSERT_EQ(memory_true(draw("memory", moment), moment), "")
              << count << " keys of " << bits << " bits, warp " << shape.lanes << ", segment "
              << shape.segment << ", turn " << turn << ", after " << cursor << " steps";
        }
      }
}

TEST_P(EverySort, DrawsTheBanksOfItsScan) {
  uint32_t turn = 0;
  for (uint32_t count : {0u, 1u, 16u, 100u})
    for (uint32_t block : {1u, 2u, 4u, 8u, 33u, 64u, 512u})
      for (uint32_t lanes : {1u, 2u, 4u, 5u, 32u}) {
        Settings settings = settings_in_turn(++turn, count, 4);
        settings.threads_per_block = block;
        const Trace trace = record(random_keys(count, 4), settings, GetParam());
        ASSERT_EQ(trace.error, "");
        const std::size_t stride = 1 + trace.steps.size() / 12;
        for (std::size_t cursor = count % 2; cursor <= trace.steps.size(); cursor += stride) {
          Moment moment =
              third_large(look_at(trace, cursor, cursor % 3 == 0 && count > 0 ? count - 1 : none));
          moment.memory.lanes = lanes;
          ASSERT_EQ(banks_true(draw("banks", moment), moment, settings.scan), "")
              << count << " keys, blocks of " << block << ", " << lanes << " lanes, turn " << turn
              << ", after " << cursor << " steps";
        }
      }
}

TEST_P(EverySort, DrawsNothingThatComesLater) {
  const Trace trace = record(random_keys(11, 4), settings_in_turn(5, 11, 4), GetParam());
  Trace past = trace;
  for (std::size_t cursor = trace.steps.size() + 1; cursor-- > 0;) {
    past.steps.resize(cursor);
    for (const char* id : {"memory", "banks"})
      ASSERT_TRUE(draw(id, look_at(past, cursor, 3)) == draw(id, look_at(trace, cursor, 3)))
          << id << " " << cursor;
  }
}

INSTANTIATE_TEST_SUITE_P(Sorts, EverySort,
                         testing::Values("one_bit", "block_sort", "digits", "coarse", "one_launch"),
                         [](const auto& each) { return std::string(each.param); });

TEST(ManyKeys, AreDrawnForAnyWarp) {
  const Trace trace = record(random_keys(4096, 32),
                             {.key_bits = 32, .threads_per_block = 256, .radix_bits = 8}, "digits");
  const std::size_t scatter = after(trace, array::output);
  for (const MemoryShape& shape : shapes)
    for (std::size_t cursor : {std::size_t{0}, scatter - 1, scatter}) {
      Moment moment = look_at(trace, cursor, 4000);
      moment.memory = shape;
      EXPECT_EQ(memory_true(draw("memory", moment), moment), "")
          << shape.lanes << " " << shape.segment;
    }
}

// ------------------------------------------------------------------------------ which store

StoreId shown_store(const Moment& moment) { return memory_view(moment).store.id; }

TEST(ShownStore, IsOfTheSelectedKeyElseThePickedOneElseOfTheExample) {
  const Trace trace = record(chapter_keys, {.keys_per_thread = 2}, "coarse");
  Moment moment = look_at(trace, after(trace, array::destination));
  moment.memory = {2, 2};
  const uint32_t example = position_of(*moment.find(array::local_keys), subject_of(moment)->id);
  const StoreId own = cut_of(moment.problem(), 0).store_of(example, 2);
  EXPECT_EQ(shown_store(moment), own);
  moment.store = StoreId{0, 1, 0};
  EXPECT_EQ(shown_store(moment), (StoreId{0, 1, 0}));
  moment.pinned = moment.find(array::local_keys)->ids[15];  // round 1, thread 3 of block 1
  EXPECT_EQ(shown_store(moment), (StoreId{1, 1, 1}));
  moment.pinned = none;
  moment.store = StoreId{7, 0, 0};  // not in this pass
  EXPECT_EQ(shown_store(moment), own);
}

TEST(ShownStore, IsOfTheRoundThatTheSentenceSpeaksOf) {
  for (const radix::Ownership ownership :
       {radix::Ownership::interleaved, radix::Ownership::blocked}) {
    const Trace trace = record(
        random_keys(64, 8),
        {.key_bits = 8, .threads_per_block = 8, .keys_per_thread = 4, .ownership = ownership},
        "coarse");
    for (uint32_t id = 0; id < 64; id += 7) {
      Moment moment = look_at(trace, after(trace, array::output), id);
      moment.memory = {8, 2};
      const StoreId store = shown_store(moment);
      const std::string said =
          say("In round ", store.round, " the threads of block ", store.block, " write to ");
      EXPECT_NE(why(moment).find(said), std::string::npos) << why(moment) << " not " << said;
    }
  }
}

TEST(Commands, ChooseWarpSegmentAndStore) {
  Document document = make_document();
  EXPECT_EQ(document.memory, (MemoryShape{2, 2})) << "smaller than the chapter's blocks";
  EXPECT_EQ(run_script(document, "memory warp 8"), "");
  EXPECT_EQ(document.memory, (MemoryShape{8, 2}));
  EXPECT_EQ(run_script(document, "memory segment 4 warp 4; store 2 0"), "");
  EXPECT_EQ(moment(document).memory, (MemoryShape{4, 4}));
  EXPECT_EQ(moment(document).store, (StoreId{2, 0, 0}));
  EXPECT_EQ(run_script(document, "memory real; store auto"), "");
  EXPECT_EQ(moment(document).memory, real_sectors);
  EXPECT_EQ(moment(document).store, std::nullopt);
  EXPECT_EQ(run_script(document, "memory lines"), "");
  EXPECT_EQ(document.memory, real_lines);
  EXPECT_EQ(run_script(document, "sort coarse; keys_per_thread 2; memory warp 2; store 1 1 1"), "");
  EXPECT_EQ(document.store, (StoreId{1, 1, 1})) << "block, warp, round";
  EXPECT_EQ(run_script(document, "store auto; pin 3; store 1 1 1"), "");
  EXPECT_EQ(document.pinned, none) << "the store's own key is spoken of";
  EXPECT_EQ(run_script(document, "pin 3; close"), "");
  EXPECT_EQ(document.store, std::nullopt);
  EXPECT_EQ(run_script(document, "store 1 1 1"), "");
  EXPECT_NE(run_script(document, "keys 1 2 3; store 0 0 1"), "")
      << "no key is written in that round";
}

// ------------------------------------------------------------------------------ planted faults

class PlantedStore : public testing::Test {
 protected:
  PlantedStore()
      : moment(look_at(trace, after(trace, array::output))), scene(draw("memory", moment)) {}
  std::string found() const { return memory_true(scene, moment); }

  Trace trace = record(chapter_keys, {}, "one_bit");
  Moment moment;
  Scene scene;
};

TEST_F(PlantedStore, NothingIsFoundInAGoodScene) { EXPECT_EQ(found(), ""); }
TEST_F(PlantedStore, ASlotInTheWrongPlace) {
  for (Cell& cell : scene.cells)
    if (cell.tag.array == array::destination && cell.tag.row == 1 && cell.text == "13")
      cell.at.x += 41;
  EXPECT_NE(segments_true(scene, moment) + places_true(scene, moment), "");
}
TEST_F(PlantedStore, ASlotOfAnotherNumber) {
  for (Cell& cell : scene.cells)
    if (cell.tag.row == 1 && cell.text == "13") cell.text = "15";
  EXPECT_NE(segments_true(scene, moment), "");
}
TEST_F(PlantedStore, ASegmentThatIsNotFilled) {
  std::find_if(scene.frames.begin(), scene.frames.end(), touched)->edge = Ink::line;
  EXPECT_NE(segments_true(scene, moment), "");
}
TEST_F(PlantedStore, ASegmentTooManyFilled) {
  for (Frame& frame : scene.frames) frame.edge = Ink::accent, frame.width = 2.5f;
  EXPECT_NE(segments_true(scene, moment), "");
}
TEST_F(PlantedStore, ALaneOfAnotherStore) {
  for (Cell& cell : scene.cells)
    if (cell.tag.array == array::destination && cell.tag.row == 0 && cell.tag.index == 9)
      cell.tag.index = 0;
  EXPECT_NE(lanes_true(scene, moment), "");
}
TEST_F(PlantedStore, ALineToTheWrongSlot) {
  scene.arrows[1].to.x += 43;
  EXPECT_NE(lines_true(scene, moment), "");
}
TEST_F(PlantedStore, ALineMissing) {
  scene.arrows.pop_back();
  EXPECT_NE(lines_true(scene, moment), "");
}
TEST_F(PlantedStore, ALineNotYetWritten) {
  scene.arrows[0].dashed = true;
  EXPECT_NE(lines_true(scene, moment), "");
}
TEST_F(PlantedStore, ABracketMissing) {
  scene.lines.erase(scene.lines.begin(), scene.lines.begin() + 3);
  EXPECT_NE(numbers_of_store_true(scene, moment), "");
}
TEST_F(PlantedStore, AWrongNumberInTheTable) {
  for (Text& text : scene.texts)
    if (text.text == "14" && text.anchor == Anchor::right) text.text = "13";
  EXPECT_NE(sums_true(scene, moment), "");
}
TEST_F(PlantedStore, AWrongNumberInTheStrip) {
  for (Cell& cell : scene.cells)
    if (cell.text == "3 | 2") cell.text = "2 | 3";
  EXPECT_NE(numbers_of_store_true(scene, moment), "");
}
TEST_F(PlantedStore, TheWarningForNothing) {
  scene.texts.push_back({.at = {20, 20}, .text = "never the segments"});
  EXPECT_NE(found(), "");
}

class PlantedBanks : public testing::Test {
 protected:
  PlantedBanks() : moment(look_at(trace, after(trace, array::partial_ones))) {
    scene = draw("banks", moment);
  }
  std::string found() const { return banks_true(scene, moment, radix::BlockScan::brent_kung); }

  Trace trace = record(chapter_keys,
                       {.threads_per_block = 16, .scan = radix::BlockScan::brent_kung}, "one_bit");
  Moment moment;
  Scene scene;
};

TEST_F(PlantedBanks, NothingIsFoundInAGoodScene) {
  EXPECT_EQ(found(), "");
  EXPECT_TRUE(says(scene, "2-way"));
}
TEST_F(PlantedBanks, ALineToTheWrongBank) {
  scene.arrows[0].to.x += 58;
  EXPECT_NE(found(), "");
}
TEST_F(PlantedBanks, AWordInTheWrongBank) {
  for (Cell& cell : scene.cells)
    if (cell.text == "5" && cell.at.y > scene.arrows[0].to.y) cell.text = "6";
  EXPECT_NE(found(), "");
}
TEST_F(PlantedBanks, AWrongLevel) {
  for (Cell& cell : scene.cells)
    if (cell.text == "+3") cell.text = "+2";
  EXPECT_NE(found(), "");
}

}  // namespace
}  // namespace scope
