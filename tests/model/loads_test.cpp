// The loads of warps: which lanes read together, and what that costs, against the list of accesses
// that the careful machine keeps.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/core/base/text.hpp"
#include "app/core/model/loads.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"

namespace scope {
namespace {

using radix::Settings;

/// A run with its list of accesses.
Trace logged(const Trace& trace) {
  return radix::run({.problem = trace.problem,
                     .sort = trace.sort,
                     .engine = radix::EngineChoice::cpu,
                     .accesses = true});
}

/// Of a launch: lane by lane what was read of an array, in program order, counted by hand.
struct ByHand {
  uint64_t loads = 0, lanes = 0, segments = 0;
};
ByHand counted_by_hand(const radix::AccessLog& log, MemoryShape shape) {
  // warp → line → time → segments
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>, std::set<uint32_t>> all;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>, uint32_t> times;
  ByHand found;
  for (const radix::Access& a : log.accesses) {
    if (a.touch != radix::Touch::read || log.arrays[a.array].shared) continue;
    const uint32_t time = times[{a.block, a.thread, a.site, a.array}]++;
    all[{a.block, a.thread / shape.lanes, a.site, a.array, time}].insert(a.index / shape.segment);
    ++found.lanes;
  }
  found.loads = all.size();
  for (const auto& [load, segments] : all) found.segments += segments.size();
  return found;
}

TEST(Loads, AreTheReadsOfTheLaunchLaneByLane) {
  const MemoryShape shapes[] = {{4, 4}, {2, 8}, real_sectors};
  for (const radix::SortInfo& sort : radix::sorts()) {
    const Trace trace =
        logged(record(random_keys(37, 5),
                      {.key_bits = 5, .threads_per_block = 8, .keys_per_thread = 2}, sort.name));
    for (uint32_t launch = 0; launch < trace.launches; ++launch)
      for (const MemoryShape& shape : shapes) {
        const auto warps = loads_of(trace.sort, trace.problem, launch, shape.lanes);
        ASSERT_NE(warps, nullptr);
        ByHand made;
        for (const WarpLoads& warp : *warps)
          for (const Load& load : warp.loads) {
            ++made.loads;
            made.segments += cost_of(load, shape).segments;
            made.lanes += load.places.size() -
                          static_cast<std::size_t>(std::ranges::count(load.places, none));
            EXPECT_LE(load.places.size(), shape.lanes);
          }
        const ByHand right = counted_by_hand(*trace.accesses[launch], shape);
        EXPECT_EQ(made.loads, right.loads) << sort.name << launch;
        EXPECT_EQ(made.lanes, right.lanes) << sort.name << launch;
        EXPECT_EQ(made.segments, right.segments) << sort.name << launch;
      }
    EXPECT_EQ(loads_of(trace.sort, trace.problem, trace.launches, 4), nullptr);
  }
}

/// Keys and segments of all loads of an array in a launch.
Cost cost_of_array(const Trace& trace, uint32_t launch, const std::string& array,
                   MemoryShape shape) {
  Cost cost;
  for (const WarpLoads& warp : *loads_of(trace.sort, trace.problem, launch, shape.lanes))
    for (const Load& load : warp.loads)
      if (load.array == array) cost += cost_of(load, shape);
  return cost;
}

TEST(Loads, OfMergingSeriallyAreFarApartAndThoseOfATileNeighbours) {
  const MemoryShape shape{4, 4};
  const Settings blocks{.threads_per_block = 4, .start = radix::SortStart::block};
  const Trace serial = record(chapter_keys, {.threads_per_block = 4}, "merge_serial"),
              tiled = record(chapter_keys, blocks, "merge_path");
  // Level 3: two threads, 4 keys apart at least; each key is read by itself
  const Cost far = cost_of_array(serial, 2, "the keys", shape);
  EXPECT_EQ(far.keys, 16u);
  EXPECT_EQ(far.segments, 16u);
  EXPECT_EQ(efficiency(far, shape), 25);
  EXPECT_EQ(cost_of_array(serial, 1, "the keys", shape).keys, 16u) << "in the other buffer";
  // The first launch: blocks load their own keys, neighbours by neighbours
  const Cost near = cost_of_array(tiled, 0, "the keys", shape);
  EXPECT_EQ(near.keys, 16u);
  EXPECT_EQ(near.segments, 4u);
  EXPECT_EQ(efficiency(near, shape), 100);
}

TEST(Loads, OfNetworksAreHalfOfASegmentWherePairsStandSideBySide) {
  const Trace network = record(chapter_keys, {.threads_per_block = 4}, "network_global");
  // Distance 1: lanes read places 0 2 4 6, then 1 3 5 7
  const Cost pairs = cost_of_array(network, 0, "the keys", {4, 4});
  EXPECT_EQ(pairs.keys, 16u);
  EXPECT_EQ(pairs.segments, 8u);
}

TEST(Loads, ALaneTooManyOrALineTakenTwiceIsSeen) {
  const Load load{{}, 0, "the keys", 0, {0, 1, 4, none, 5}};
  const Cost cost = cost_of(load, {8, 4});
  EXPECT_EQ(cost.keys, 4u);
  EXPECT_EQ(cost.segments, 2u);
  EXPECT_EQ(cost.runs, 2u) << "0 1, then 4 and 5, between which a lane does nothing";
  const Load same{{}, 0, "the keys", 0, {7, 7, 7}};
  EXPECT_EQ(cost_of(same, {4, 4}).keys, 1u) << "one place for all lanes";
}

/// Every word of a figure.
std::string texts_of_scene(const Scene& scene) {
  std::string all;
  for (const Text& text : scene.texts) all += text.text + " ";
  return all;
}

TEST(ReadsFigure, IsAWholeSceneOfEveryStepOfEverySort) {
  const MemoryShape shapes[] = {{4, 4}, {1, 1}, real_lines, {32, 2}};
  for (const radix::SortInfo& sort : radix::sorts())
    for (uint32_t count : {0u, 1u, 5u, 16u, 70u}) {
      const Trace trace =
          record(random_keys(count, 5),
                 {.key_bits = 5, .threads_per_block = 4, .keys_per_thread = 2}, sort.name);
      for (std::size_t cursor = 0; cursor <= trace.steps.size(); cursor += 1 + cursor % 3) {
        Moment moment = third_large(look_at(trace, cursor, count > 3 ? cursor % 4 : none));
        moment.memory = shapes[(cursor + count) % std::size(shapes)];
        const Scene scene = draw("memory-reads", moment);
        ASSERT_EQ(checks::whole_scene(scene, moment, *figure_named("memory-reads")), "")
            << sort.name << count << " after " << cursor;
      }
    }
}

TEST(ReadsFigure, ShowsWhoReadsTheSelectedKeyAndSaysOfAGpuWhoseListItIs) {
  Trace trace = record(chapter_keys, {.threads_per_block = 4}, "merge_serial");
  const std::size_t cursor = after(trace, radix::array::output, 2);
  Moment moment = look_at(trace, cursor);
  moment.memory = {4, 4};
  EXPECT_NE(
      texts_of_scene(draw("memory-reads", moment)).find("all warps of this launch 16 16 16 25 %"),
      std::string::npos)
      << texts_of_scene(draw("memory-reads", moment));
  EXPECT_EQ(texts_of_scene(draw("memory-reads", moment)).find("A GPU"), std::string::npos);
  // The key that stands at place 9 before level 3
  moment.pinned = input_of(moment).ids[9];
  const Scene scene = draw("memory-reads", moment);
  EXPECT_TRUE(std::ranges::any_of(scene.cells, [](const Cell& cell) {
    return cell.tip.find("reads place 9 of the keys") != std::string::npos;
  }));
  trace.engine.id = radix::EngineId::cuda;
  EXPECT_NE(texts_of_scene(draw("memory-reads", moment)).find("A GPU does not record its reads"),
            std::string::npos);
  EXPECT_NE(texts_of_scene(draw("memory-reads", look_at(trace, 0))).find("No kernel has been launched yet"),
            std::string::npos);
}

}  // namespace
}  // namespace scope
