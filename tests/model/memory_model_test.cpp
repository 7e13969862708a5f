// The memory model: the chapter's measures from the addresses the kernels wrote, on every engine;
// the launches as the traces have them; the model of large runs.
#include "app/core/model/stores.hpp"
#include "kernels/radix/radix_arrays.hpp"

#include <gtest/gtest.h>

#include <map>

#include "app/core/model/launch_costs.hpp"
#include "app/core/model/tradeoff.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

using radix::EngineChoice;
using radix::Settings;

class OnEngine : public testing::TestWithParam<EngineChoice> {
 protected:
  void SetUp() override {
    if (GetParam() == EngineChoice::cuda && !radix::engines()[1].available)
      GTEST_SKIP() << "no CUDA device";
  }
  /// The chapter's keys, blocks of 4 threads.
  Trace chapter(const char* sort, uint32_t radix = 1, uint32_t each = 1, uint32_t block = 4) const {
    radix::Recipe recipe;
    recipe.problem = *radix::Problem::make(
        chapter_keys, {.threads_per_block = block, .radix_bits = radix, .keys_per_thread = each});
    recipe.sort = sort;
    recipe.engine = GetParam();
    Trace trace = radix::run(recipe);
    EXPECT_EQ(trace.error, "");
    return trace;
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, OnEngine, testing::Values(EngineChoice::cpu, EngineChoice::cuda),
                         [](const auto& each) { return std::string(radix::name_of(each.param)); });

/// Runs and segments of every store of a pass.
std::pair<Numbers, Numbers> by_store(const Trace& trace, const MemoryShape& shape,
                                     uint32_t pass = 0) {
  const Numbers* destination = written_in(trace, pass, trace.steps.size());
  EXPECT_NE(destination, nullptr);
  std::pair<Numbers, Numbers> both;
  for (const Store& store : stores_of(cut_of(trace.problem, pass), *destination, shape)) {
    both.first.push_back(static_cast<uint32_t>(store.cost.runs));
    both.second.push_back(static_cast<uint32_t>(store.cost.segments));
  }
  return both;
}

struct Whole {
  uint64_t runs, segments;
  friend bool operator==(const Whole&, const Whole&) = default;
  friend void PrintTo(const Whole& w, std::ostream* out) { *out << w.runs << " / " << w.segments; }
};
Whole whole(const Trace& trace, const MemoryShape& shape) {
  const LaneTotals totals = totals_of(trace, trace.steps.size(), shape);
  return {totals.runs, totals.segments};
}

TEST_P(OnEngine, FirstPassOfTheChapterStoreByStore) {
  const MemoryShape toy{4, 4};
  using Both = std::pair<Numbers, Numbers>;
  EXPECT_EQ(by_store(chapter("one_bit"), toy), (Both{{4, 4, 3, 3}, {2, 2, 2, 2}}));
  EXPECT_EQ(by_store(chapter("one_launch"), toy), (Both{{4, 4, 3, 3}, {2, 2, 2, 2}}));
  EXPECT_EQ(by_store(chapter("block_sort"), toy), (Both{{2, 2, 2, 2}, {2, 2, 2, 2}}));
  EXPECT_EQ(by_store(chapter("digits", 2), toy), (Both{{4, 4, 3, 3}, {4, 4, 3, 3}}));
  EXPECT_EQ(by_store(chapter("coarse", 2, 2), toy), (Both{{2, 2, 2, 2}, {2, 2, 2, 2}}));
  EXPECT_EQ(by_store(chapter("coarse", 1, 2), toy), (Both{{1, 1, 1, 1}, {1, 1, 1, 1}}));
}

TEST_P(OnEngine, WholeSortsOfTheChapter) {
  const MemoryShape toy{4, 4}, small{2, 2};
  EXPECT_EQ(whole(chapter("one_bit"), toy), (Whole{58, 34}));
  EXPECT_EQ(whole(chapter("one_launch"), toy), (Whole{58, 34}));
  EXPECT_EQ(whole(chapter("block_sort"), toy), (Whole{32, 34}));
  EXPECT_EQ(whole(chapter("digits", 2), toy), (Whole{27, 25}));
  EXPECT_EQ(whole(chapter("coarse", 1, 2), toy), (Whole{18, 21}));
  EXPECT_EQ(whole(chapter("coarse", 2, 2), toy), (Whole{17, 16}));
  EXPECT_EQ(whole(chapter("one_bit"), small).segments, 61u);
  EXPECT_EQ(whole(chapter("block_sort"), small).segments, 41u);
}

// A digit of two bits without a sort in the block is no sort: its destinations are the table's own.
TEST(Chapter, TwoBitsWithoutALocalSort) {
  const Numbers destination{0, 12, 8, 4, 13, 1, 5, 9, 6, 10, 14, 7, 2, 11, 15, 3};
  const Cut cut{.keys = 16, .threads = 4};
  EXPECT_EQ(cost_of(cut, destination, {4, 4}), (Cost{4, 16, 16, 14}));
}

TEST(Chapter, SortingInsideOneWarpNeverChangesSegments) {
  for (uint32_t lanes : {4u, 8u, 32u})
    for (uint32_t segment : {1u, 2u, 3u, 4u, 8u, 32u}) {
      const Trace naive = record(chapter_keys, 4, 4, "one_bit"),
                  local = record(chapter_keys, 4, 4, "block_sort");
      EXPECT_EQ(whole(naive, {lanes, segment}).segments, whole(local, {lanes, segment}).segments);
    }
}

// ------------------------------------------------------------------------------ cuts and stores

/// Settings around the edges, for a sort.
std::vector<Settings> many_settings() {
  std::vector<Settings> all;
  uint32_t turn = 0;
  for (uint32_t block : {1u, 3u, 4u, 5u, 33u})
    for (uint32_t each : {1u, 2u, 3u})
      for (auto ownership : {radix::Ownership::interleaved, radix::Ownership::blocked}) {
        ++turn;
        all.push_back({.key_bits = 5,
                       .threads_per_block = block,
                       .radix_bits = 1 + turn % 3,
                       .keys_per_thread = each,
                       .ownership = ownership,
                       .scan = radix::block_scans[turn % std::size(radix::block_scans)],
                       .order = static_cast<radix::SortOrder>(turn % 3)});
      }
  return all;
}

TEST(Stores, HoldEveryPositionOnceAndAgreeWithTheProblem) {
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (const Settings& settings : many_settings())
      for (uint32_t count : {1u, 4u, 11u, 40u}) {
        const Trace trace = record(random_keys(count, 5), settings, sort.name);
        const radix::Problem& problem = trace.problem;
        for (uint32_t pass = 0; pass < problem.shown_passes(); ++pass)
          for (uint32_t lanes : {1u, 2u, 4u, 32u}) {
            const Cut cut = cut_of(problem, pass);
            const Numbers& destination = *written_in(trace, pass, trace.steps.size());
            std::vector<int> seen(count, 0);
            Cost sum;
            for (const Store& store : stores_of(cut, destination, {lanes, 3})) {
              for (const StoreLane& lane : store.lanes) {
                if (lane.position == none) continue;
                ++seen[lane.position];
                EXPECT_EQ(lane.slot, destination[lane.position]);
                EXPECT_EQ(cut.store_of(lane.position, lanes), store.id);
                if (pass == problem.passes()) continue;
                EXPECT_EQ(lane.thread, problem.thread_of(lane.position));
                EXPECT_EQ(store.id.round, problem.round_of(lane.position));
                EXPECT_EQ(store.id.block, problem.block_of(lane.position));
              }
              sum += store.cost;
            }
            EXPECT_EQ(seen, std::vector<int>(count, 1));
            EXPECT_EQ(sum, cost_of(problem, {pass, destination}, {lanes, 3}));
            EXPECT_EQ(sum.keys, count);
            EXPECT_LE(sum.stores, sum.segments);
            EXPECT_LE(sum.segments, sum.keys);
            EXPECT_LE(sum.runs, sum.keys);
          }
      }
}

TEST(Stores, OfTheReversingPassRunBackwards) {
  const Trace trace = record({5, 1, 4, 7, 2, 3, 0, 6},
                             {.key_bits = 3, .order = radix::SortOrder::reversed}, "one_bit");
  const auto [runs, segments] = by_store(trace, {4, 4}, 3);
  EXPECT_EQ(runs, (Numbers{4, 4}));
  EXPECT_EQ(segments, (Numbers{1, 1}));
}

TEST(Stores, CountSegmentsOfTheWholeOutputAndEfficiencyOfThem) {
  const Cut cut{.keys = 6, .threads = 6};
  const Store store = store_at(cut, {}, &chapter_keys, {6, 4});  // slots 12 3 6 9 15 8
  EXPECT_EQ(segments_of(store, {6, 4}), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(store.cost, (Cost{1, 6, 6, 4}));
  EXPECT_DOUBLE_EQ(efficiency(store.cost, {6, 4}), 37.5);
  EXPECT_EQ(efficiency({}, {4, 4}), 0);
  EXPECT_EQ(store_at(cut, {}, nullptr, {6, 4}).cost.keys, 0u);
}

TEST(Cut, HasTheStoresThatWriteSomething) {
  const Cut cut{.keys = 11, .threads = 4, .each = 2};  // blocks of 8; the second has 3 keys
  EXPECT_TRUE(cut.has({0, 1, 1}, 2));
  EXPECT_TRUE(cut.has({1, 0, 1}, 2));
  EXPECT_FALSE(cut.has({1, 1, 0}, 2));
  EXPECT_FALSE(cut.has({2, 0, 0}, 2));
  EXPECT_FALSE(cut.has({0, 2, 0}, 2));
  EXPECT_FALSE(cut.has({0, 0, 2}, 2));
}

// ------------------------------------------------------------------------------ launches

TEST(Launches, AreThoseOfTheTrace) {
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (const Settings& settings : many_settings())
      for (uint32_t count : {0u, 1u, 11u, 40u}) {
        const Trace trace = record(random_keys(count, 5), settings, sort.name);
        std::vector<std::pair<std::string, uint64_t>> expected, found;
        for (const LaunchCost& launch : *launches_of(sort.name, trace.problem))
          expected.push_back({launch.kernel, launch.blocks});
        for (const radix::Step& step : trace.steps)
          if (found.size() == step.launch) found.push_back({step.kernel, step.blocks});
        EXPECT_EQ(found, expected) << sort.name << ", " << count << " keys";
        EXPECT_EQ(trace.launches, expected.size());
        const LaneTotals totals = totals_of(trace, trace.steps.size(), {});
        EXPECT_EQ(totals.launches, trace.launches);
        EXPECT_EQ(totals.passes, count == 0 ? 0 : trace.problem.shown_passes());
      }
}

radix::Problem chapter_problem(uint32_t radix = 1, uint32_t each = 1, uint32_t block = 4,
                               radix::BlockScan scan = radix::BlockScan::kogge_stone) {
  return *radix::Problem::make(
      chapter_keys,
      {.threads_per_block = block, .radix_bits = radix, .keys_per_thread = each, .scan = scan});
}

/// Those of the first pass.
std::vector<LaunchCost> launches(const char* sort, const radix::Problem& problem) {
  std::vector<LaunchCost> all = *launches_of(sort, problem);
  all.resize(all.size() / problem.passes());
  return all;
}

Numbers barriers(const char* sort, const radix::Problem& problem) {
  Numbers found;
  for (const LaunchCost& launch : launches(sort, problem))
    found.push_back(static_cast<uint32_t>(launch.words.barriers));
  return found;
}

// Counted by hand in the kernels, blocks of 4: a Kogge–Stone scan has 2 levels and 5 barriers,
// Brent–Kung's 3 levels and 4, Blelloch's 5 levels and 6; the grid scan adds its number's, two of
// its values' and the four of a look back; warp shuffles have one, whatever the block.
TEST(Launches, HaveTheBarriersOfTheirKernels) {
  using radix::BlockScan;
  const auto of_scan = [](BlockScan scan, uint32_t threads) {  // one_launch has three others
    return barriers("one_launch", chapter_problem(1, 1, threads, scan)).front() - 3;
  };
  EXPECT_EQ(of_scan(BlockScan::kogge_stone, 4), 5u);
  EXPECT_EQ(of_scan(BlockScan::brent_kung, 4), 4u);
  EXPECT_EQ(of_scan(BlockScan::blelloch, 4), 6u);
  // Kogge–Stone 1 + 2 a level (all read before anyone writes), the trees 1 + 1 a level
  for (uint32_t threads : {1u, 4u, 32u, 33u, 1024u}) {
    EXPECT_EQ(of_scan(BlockScan::shuffles, threads), 1u) << threads;
    for (BlockScan scan : {BlockScan::kogge_stone, BlockScan::brent_kung, BlockScan::blelloch}) {
      const auto levels = static_cast<uint32_t>(radix::levels_of(scan, threads).size());
      EXPECT_EQ(of_scan(scan, threads), 1 + (scan == BlockScan::kogge_stone ? 2 : 1) * levels)
          << threads;
    }
  }
  EXPECT_EQ(barriers("digits", chapter_problem(2, 1, 4, BlockScan::shuffles)),
            (Numbers{2 * 2 + 1, 8, 1}));
  EXPECT_EQ(barriers("one_bit", chapter_problem()), (Numbers{0, 12, 0}));
  EXPECT_EQ(barriers("one_bit", chapter_problem(1, 1, 4, BlockScan::blelloch)),
            (Numbers{0, 13, 0}));
  EXPECT_EQ(barriers("block_sort", chapter_problem()), (Numbers{6, 12, 0}));
  EXPECT_EQ(barriers("digits", chapter_problem(2)), (Numbers{2 * 6 + 1, 12, 1}));
  EXPECT_EQ(barriers("coarse", chapter_problem(2, 2)), (Numbers{1 + 2 * 6 + 1, 12, 1}));
  EXPECT_EQ(barriers("one_launch", chapter_problem()), (Numbers{8}));
}

std::pair<uint64_t, uint64_t> words(const std::vector<LaunchCost>& all) {
  std::pair<uint64_t, uint64_t> sum;
  for (const LaunchCost& each : all)
    sum.first += each.words.read(), sum.second += each.words.written();
  return sum;
}

// 16 keys, 4 blocks. The chain of the bits' scan (4 blocks): 10 read, 18 written; of the table's
// scan with 8 entries (2 blocks): 4 and 8; with 16 entries as the bits'.
TEST(Launches, MoveTheWordsOfTheirKernels) {
  using Words = std::pair<uint64_t, uint64_t>;
  EXPECT_EQ(words(launches("one_bit", chapter_problem())),
            (Words{4 * 16 + 10 + 4, 3 * 16 + 1 + 18}));
  EXPECT_EQ(words(launches("block_sort", chapter_problem())),
            (Words{2 * 16 + 2 * 8 + 4 + 4, 2 * 16 + 2 * 8 + 1 + 8}));
  EXPECT_EQ(words(launches("digits", chapter_problem(2))),
            (Words{2 * 16 + 2 * 16 + 10, 2 * 16 + 2 * 16 + 1 + 18}));
  EXPECT_EQ(words(launches("one_launch", chapter_problem())), (Words{16 + 10 + 8, 16 + 12}));
}

TEST(Launches, MoveWhatTheChaptersFormulasSay) {
  const auto total = [](const char* sort, uint32_t radix, uint32_t each) {
    const Numbers keys(1u << 13, 0);
    const auto problem = radix::Problem::make(keys, {.key_bits = radix,
                                                     .threads_per_block = 256,
                                                     .radix_bits = radix,
                                                     .keys_per_thread = each});
    const auto [read, written] = words(launches(sort, *problem));
    return static_cast<double>(read + written) / (1u << 13);
  };
  const auto table = [](uint32_t radix, uint32_t per_block) {
    return 4.0 * (1u << radix) / per_block;  // 4T / N
  };
  EXPECT_NEAR(total("one_bit", 1, 1), 7, 0.04);
  EXPECT_NEAR(total("one_launch", 1, 1), 2, 0.04);
  EXPECT_NEAR(total("block_sort", 1, 1), 4 + table(1, 256), 0.01);
  for (uint32_t radix : {1u, 2u, 4u, 8u}) {
    EXPECT_NEAR(total("digits", radix, 1), 4 + table(radix, 256), 0.04) << radix;
    EXPECT_NEAR(total("coarse", radix, 16), 4 + table(radix, 4096), 0.03) << radix;
  }
}

// The large runs of the trade-off are not counted: their formula says what is counted in small
// ones.
TEST(Launches, MoveTheWordsOfTheTradeoffsFormula) {
  for (const char* sort : {"one_bit", "digits", "coarse"})
    for (Settings settings : many_settings())
      for (uint32_t count : {0u, 1u, 11u, 40u, 300u}) {
        settings.order = radix::SortOrder::ascending;
        settings = settings_for(*radix::sort_named(sort), settings);
        const radix::Problem problem = *radix::Problem::make(random_keys(count, 5), settings);
        uint64_t formula = 0;
        for (uint32_t pass = 0; pass < problem.passes(); ++pass)
          formula += words_of_pass(*radix::sort_named(sort), problem, pass);
        const auto [read, written] = words(*launches_of(sort, problem));
        EXPECT_EQ(read + written, formula) << sort << ", " << count << " keys";
      }
}

// The stores that the memory figures speak of are those that the threads made: in the last launch
// of a pass, a thread's n-th write to the output, of the n-th of its keys, goes where the lane
// says.
TEST(Launches, StoreWhatTheWarpsAreSaidToStore) {
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (const Settings& settings :
         {many_settings()[6], many_settings()[15], many_settings()[22]}) {
      radix::Recipe recipe{.sort = sort.name, .engine = EngineChoice::cpu, .accesses = true};
      recipe.problem = *radix::Problem::make(random_keys(70, 5), settings_for(sort, settings));
      const Trace trace = radix::run(recipe);
      ASSERT_EQ(trace.accesses.size(), trace.launches) << trace.error;
      for (std::size_t s = 0; s < trace.steps.size(); ++s) {
        if (trace.steps[s].made != array::output) continue;
        const Cut cut = cut_of(trace.problem, trace.steps[s].pass);
        const radix::AccessLog& log = *trace.accesses[trace.steps[s].launch];
        std::map<std::pair<uint32_t, uint32_t>, Numbers> slots;  // by block and thread
        for (const radix::Access& access : log.accesses)
          if (access.touch == radix::Touch::write && !log.arrays[access.array].shared)
            slots[{access.block, access.thread}].push_back(access.index);
        const Numbers& destination = trace.steps[s].find(array::destination)->values;
        uint32_t keys = 0;
        for (const StoreId& id : store_ids(cut, 4))
          for (const StoreLane& lane : store_at(cut, id, &destination, {4, 4}).lanes) {
            if (lane.slot == none) continue;
            const Numbers& own = slots[{id.block, lane.thread}];
            ASSERT_LT(id.round, own.size()) << sort.name;
            EXPECT_EQ(own[id.round], lane.slot) << sort.name;
            ++keys;
          }
        EXPECT_EQ(keys, trace.problem.size());
      }
    }
}

// ------------------------------------------------------------------------------ totals

TEST(Totals, GrowStepByStepAndNeverLookAhead) {
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (const Settings& settings :
         {many_settings()[14], many_settings()[15], many_settings()[16]}) {
      const Trace trace = record(random_keys(23, 5), settings, sort.name);
      LaneTotals before;
      for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
        const LaneTotals now = totals_of(trace, cursor, {2, 2});
        EXPECT_LE(before.passes, now.passes);
        EXPECT_LE(before.launches, now.launches);
        EXPECT_LE(before.bytes_read, now.bytes_read);
        EXPECT_LE(before.segments, now.segments);
        Trace past = trace;
        past.steps.resize(cursor);  // a run that ended there
        past.launches = cursor == 0 ? 0 : past.steps.back().launch + 1;
        if (cursor > 0 && cursor < trace.steps.size() &&
            past.steps.back().launch != trace.steps[cursor].launch) {
          EXPECT_EQ(totals_of(past, cursor, {2, 2}).launches, now.launches);
        }
        before = now;
      }
      EXPECT_EQ(before.keys, 23u * before.passes);
    }
}

TEST(Totals, OfTheChapter) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  const LaneTotals all = totals_of(trace, trace.steps.size(), {2, 2});
  EXPECT_EQ(all.passes, 4u);
  EXPECT_EQ(all.launches, 12u);
  EXPECT_EQ(all.barriers, 4u * 18);
  EXPECT_EQ(all.table_entries, 4u * 8);
  EXPECT_EQ(all.bytes_read, 4u * 4 * 56);
  EXPECT_EQ(all.bytes_written, 4u * 4 * 57);
  EXPECT_EQ(all.stores, 32u);
  EXPECT_EQ(all.segments, 41u);
  EXPECT_NEAR(all.efficiency, 100.0 * 64 / 82, 1e-9);
  const std::size_t scatter = after(trace, array::destination, 0);
  EXPECT_EQ(totals_of(trace, scatter, {2, 2}).launches, 2u) << "the scatter is not done";
  EXPECT_EQ(totals_of(trace, scatter, {2, 2}).segments, 0u);
  EXPECT_EQ(totals_of(trace, scatter + 1, {2, 2}).segments, 12u);
  EXPECT_EQ(totals_of(trace, 0, {2, 2}), LaneTotals{});
}

// --------------------------------------------------------------- large runs: the chapter's
// formulas

/// Sectors a full warp's store touches on average, of one pass by r bits over 2^16 uniform keys.
double sectors(const char* sort, uint32_t radix, uint32_t each) {
  radix::Recipe recipe;
  recipe.problem = *radix::Problem::make(
      random_keys(1u << 16, radix),
      {.key_bits = radix, .threads_per_block = 256, .radix_bits = radix, .keys_per_thread = each});
  recipe.sort = sort;
  recipe.engine = EngineChoice::cpu;
  recipe.recorded = false;
  Cost cost;
  recipe.watch = [&](const radix::PassWrites& writes) {
    cost += cost_of(recipe.problem, writes, real_sectors);
    return true;
  };
  EXPECT_EQ(radix::run(recipe).error, "");
  return static_cast<double>(cost.segments) / static_cast<double>(cost.stores);
}

TEST(LargeRuns, AgreeWithTheModelOfTheChapter) {
  EXPECT_NEAR(sectors("one_bit", 1, 1), 5.75, 0.02 * 5.75);
  const struct {
    uint32_t radix;
    double each1, each4, each16;
  } table[] = {
      {1, 4.98, 4.90, 4.88}, {2, 5.19, 4.95, 4.89}, {4, 6.47, 5.27, 4.97}, {8, 22.00, 11.51, 6.56}};
  for (const auto& row : table) {
    EXPECT_NEAR(sectors("digits", row.radix, 1), row.each1, 0.02 * row.each1) << row.radix;
    EXPECT_NEAR(sectors("coarse", row.radix, 4), row.each4, 0.02 * row.each4) << row.radix;
    EXPECT_NEAR(sectors("coarse", row.radix, 16), row.each16, 0.02 * row.each16) << row.radix;
  }
}

}  // namespace
}  // namespace scope
