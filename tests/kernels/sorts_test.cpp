/// Every sort over sizes at the block edges, kinds of keys, orders of threads and blocks, recorded
/// and not recorded; and planted faults, each of which the checks must catch.
#include <gtest/gtest.h>

#include "kernels/radix/01_one_bit.hpp"
#include "kernels/radix/radix_family.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/thorough.hpp"

using namespace radix;
using namespace radix::checks;

namespace {

std::vector<std::size_t> edge_sizes(uint32_t block) {
  return {0, 1, block - 1, block, block + 1, std::size_t{3} * block - 1, 1000};
}

/// All that is needed to repeat a case.
std::string words(const Recipe& r) {
  std::string text = r.sort + ", " + std::to_string(r.problem.size()) + " keys";
  for (const SettingInfo& setting : settings())
    text += std::string(", ") + setting.name + " " + text_of(setting, r.problem.settings());
  return text + ", seed " + std::to_string(r.seed);
}

void expect_right(Recipe r, const std::string& where) {
  constexpr Schedule orders[] = {Schedule::forward, Schedule::reverse, Schedule::shuffled};
  for (Schedule order : orders) {
    r.thread_order = r.block_order = order;
    r.recorded = true;
    const Trace shown = run(r);
    ASSERT_EQ(whole_trace(shown), "") << where << ", order " << static_cast<int>(order);
    r.recorded = false;
    const Trace plain = run(r);
    ASSERT_EQ(sorted_result(r.problem, plain.sorted), "") << where << ", not shown";
    ASSERT_TRUE(plain.steps.empty());
    ASSERT_EQ(plain.launches, shown.launches) << where;
  }
}

class Sorts : public testing::TestWithParam<const char*> {};

TEST_P(Sorts, StableSortAtEveryBlockEdgeInEveryOrder) {
  for (uint32_t block : {1u, 4u, 32u, 100u}) {
    for (std::size_t n : edge_sizes(block)) {
      for (Keys kind : all_kinds) {
        const uint32_t bits = n >= 500 ? 3 : 5;
        expect_right(recipe(make_keys(kind, n, bits, 1), bits, block, GetParam()),
                     "block " + std::to_string(block) + ", n " + std::to_string(n) + ", kind " +
                         std::to_string(static_cast<int>(kind)));
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST_P(Sorts, EverySizeUpToThreeBlocks) {
  for (uint32_t block : {1u, 3u, 8u, 33u}) {
    for (std::size_t n = 0; n <= std::size_t{3} * block; ++n) {
      const Trace t = run(recipe(make_keys(Keys::uniform, n, 4, 9), 4, block, GetParam()));
      ASSERT_EQ(whole_trace(t), "") << "block " << block << ", n " << n;
    }
  }
}

TEST_P(Sorts, EveryBlockScanAroundTheEdgeOfAWarp) {
  for (BlockScan scan : block_scans)
    for (uint32_t block : {2u, 31u, 32u, 33u, 64u, 65u, 256u}) {
      const std::size_t n = std::size_t{2} * block + 7;
      const Settings settings{.key_bits = 3, .threads_per_block = block, .scan = scan};
      expect_right(recipe(make_keys(Keys::uniform, n, 3, block), settings, GetParam()),
                   std::to_string(static_cast<int>(scan)) + ", block " + std::to_string(block));
      if (HasFatalFailure()) return;
    }
  const Settings widest{.key_bits = 2, .threads_per_block = 1024, .scan = BlockScan::shuffles};
  EXPECT_EQ(whole_trace(run(recipe(make_keys(Keys::uniform, 2100, 2, 3), widest, GetParam()))), "")
      << "32 warps";
}

TEST_P(Sorts, LargestBlockLargestKeysLargestRun) {
  const Trace wide = run(recipe(make_keys(Keys::uniform, 2500, 32, 3), 32, 1024, GetParam()));
  EXPECT_EQ(whole_trace(wide), "");
  const Trace full = run(recipe(make_keys(Keys::uniform, 4096, 2, 4), 2, 256, GetParam()));
  EXPECT_EQ(whole_trace(full), "");
  const Trace tiny_blocks = run(recipe(make_keys(Keys::uniform, 4096, 1, 5), 1, 1, GetParam()));
  EXPECT_EQ(whole_trace(tiny_blocks), "");
}

TEST_P(Sorts, ThreeLaunchesAPassOrOne) {
  const Trace t = run(recipe(make_keys(Keys::uniform, 300, 6, 1), 6, 8, GetParam()));
  const uint32_t a_pass = sort_named(GetParam())->one_launch() ? 1 : 3;
  EXPECT_EQ(t.launches, a_pass * 6u);
  EXPECT_EQ(t.steps.back().launch, a_pass * 6u - 1);
}

/// Digits of every width, every coarsening, every block, sizes at the edges of a block's keys, six
/// kinds of keys, which take turns where there are many keys or a large table. So do scans, orders
/// of the result, ownership, key types and schedules from case to case.
TEST_P(Sorts, StableSortForEverySetting) {
  const SortInfo& sort = *sort_named(GetParam());
  std::mt19937 random(7);
  const uint32_t apart = cases(7, 1);  // of how many one is tried
  uint32_t tried = 0, sizes = 0;
  for (uint32_t radix = 1; radix <= (sort.wide_digits() ? max_radix_bits : 1); ++radix) {
    for (uint32_t keys_per_thread : {1u, 2u, 3u, 8u}) {
      if (!sort.coarse() && keys_per_thread > 1) break;
      for (uint32_t block : {1u, 2u, 4u, 7u, 32u, 100u, 256u}) {
        for (std::size_t n : edge_sizes(block * keys_per_thread)) {
          const bool large_table = (n << radix) > std::size_t{4096} * block * keys_per_thread;
          const uint32_t every = apart * (n > 100 || large_table ? 6 : 1);
          ++sizes;
          for (Keys kind : all_kinds) {
            if ((static_cast<uint32_t>(kind) + sizes) % every != 0) continue;
            Settings s = random_settings(random);
            s.radix_bits = radix;
            s.keys_per_thread = keys_per_thread;
            s.threads_per_block = block;
            if (n > 300 && s.key_type != KeyType::real)
              s.key_bits = 1 + s.key_bits % 5, s.second_bits %= 3;
            const bool long_run = n > 300 && s.key_type == KeyType::real && radix < 4;
            if (n > max_recorded_keys || long_run) continue;
            Recipe r = recipe(make_keys(kind, n, s.key_bits + s.second_bits, tried), s, GetParam());
            r.thread_order = static_cast<Schedule>(tried % 3);
            r.block_order = static_cast<Schedule>(tried / 3 % 3);
            r.seed = tried++;
            const Trace shown = run(r);
            ASSERT_EQ(whole_trace(shown), "") << words(r);
            r.recorded = false;
            ASSERT_EQ(run(r).sorted, shown.sorted) << "not shown: " << words(r);
          }
        }
      }
    }
  }
  RecordProperty("cases", static_cast<int>(tried));
  EXPECT_GE(tried * apart, sort.coarse() ? 5000u : sort.wide_digits() ? 1300u : 180u);
}

/// Every number of keys up to three blocks' worth.
TEST_P(Sorts, EverySizeUpToThreeTiles) {
  std::mt19937 random(8);
  for (uint32_t keys_per_thread : {1u, 3u}) {
    for (uint32_t block : {4u, 7u, 32u}) {
      for (std::size_t n = 0; n <= std::size_t{3} * block * keys_per_thread; ++n) {
        Settings s = random_settings(random);
        s.threads_per_block = block;
        s.keys_per_thread = keys_per_thread;
        const Recipe r =
            recipe(make_keys(Keys::uniform, n, s.key_bits + s.second_bits, 5), s, GetParam());
        ASSERT_EQ(whole_trace(run(r)), "") << words(r);
      }
    }
  }
}

/// A watcher learns the very addresses that a recorded run shows.
TEST_P(Sorts, AWatcherSeesWhereEveryKeyIsWritten) {
  Settings s{.key_bits = 5, .threads_per_block = 4, .radix_bits = 2, .keys_per_thread = 2};
  Recipe r = recipe(make_keys(Keys::uniform, 37, 5, 2), s, GetParam());
  const Trace recorded = run(r);
  r.recorded = false;
  uint32_t pass = 0;
  r.watch = [&](const PassWrites& writes) {
    EXPECT_EQ(writes.pass, pass++);
    for (const Step& step : recorded.steps) {
      if (step.pass != writes.pass || step.made != array::destination) continue;
      EXPECT_EQ(values(step, array::destination), writes.destination);
    }
    return true;
  };
  EXPECT_EQ(run(r).error, "");
  EXPECT_EQ(pass, r.problem.passes());
  r.watch = [&](const PassWrites& writes) { return writes.pass < 1; };
  EXPECT_NE(run(r).error.find("cancelled"), std::string::npos);
}

TEST_P(Sorts, ACancelledRunEndsAndHarmsNoLaterOne) {
  Recipe r = recipe(make_keys(Keys::uniform, 200, 5, 2), {.key_bits = 5}, GetParam());
  std::atomic<bool> cancel = true;
  r.cancel = &cancel;
  EXPECT_NE(run(r).error.find("cancelled"), std::string::npos);
  cancel = false;
  EXPECT_EQ(whole_trace(run(r)), "");
}

std::vector<const char*> names_of_all_sorts() {
  std::vector<const char*> names;
  for (const SortInfo& sort : sorts_of("radix")) names.push_back(sort.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Sorts, testing::ValuesIn(names_of_all_sorts()),
                         [](const auto& sort) { return std::string(sort.param); });

TEST(EverySortTest, RandomProblems) {
  for (uint32_t seed = 0; seed < cases(200, 600); ++seed) {
    Recipe r = random_recipe(seed);
    r.thread_order = r.block_order = static_cast<Schedule>(seed % 3);
    r.seed = seed;
    ASSERT_EQ(whole_trace(run(r)), "") << "seed " << seed;
  }
}

// ---- Planted faults: what would a careless kernel do, and do the checks see it? ----

Trace run_faulty(void (*sort)(cpu::Run&), const Recipe& r) {
  Trace trace;
  trace.problem = r.problem;
  trace.sort = r.sort;
  cpu::set_order(r.thread_order, r.block_order, r.seed);
  cpu::Run run(r.problem, true, radix_family);
  try {
    sort(run);
    run.finish(trace);
  } catch (const KernelError& e) {
    run.finish_early(trace);
    trace.error = e.what();
    trace.fault = e.fault;
  }
  return trace;
}

/// Sort 1 with another scatter kernel.
template <auto Scatter>
void sort_one_with(cpu::Run& run) {
  const uint32_t n = run.size(), blocks = run.blocks(), threads = run.threads();
  cpu::DeviceArray<uint32_t> bits(run, "bits", n),
      ones_before(run, "ones_before", n + 1, "ones_total");
  cpu::Buffer<uint32_t> next(2);
  cpu::GridScan scan(n, threads);
  for (const Digit digit : run.digits()) {
    run.begin_pass(run.next_part());
    run.launch<cpu::extract_bits>(blocks, threads)(run.input(), bits, n, digit.shift);
    scan(run, bits, ones_before, n);
    next.clear();
    run.launch<Scatter>(blocks, threads)(run.input(), ones_before, run.output(), next, n, digit);
    run.end_pass();
  }
}

using Keys_ = cpu::View<const cpu::Record>;
using Out = cpu::View<cpu::Record>;
using Numbers = cpu::View<const uint32_t>;
using Slots = cpu::View<uint32_t>;

/// The sign slip that many transcriptions of Fig. 13.4 carry: "- before" for the ones.
void sign_error(Keys_ keys, Numbers before, Out out, Slots, uint32_t n, Digit digit,
                cpu::Show show) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uint32_t bit = cpu::bit_of(keys[i], digit);
  const uint32_t destination = bit == 0 ? i - before[i] : n - before[n] - before[i];
  show("destination", i, destination);
  out[destination] = keys[i];
  show("output");
}

/// Slots handed out by an atomic counter: a permutation, in order, but equal keys may change
/// places.
void unstable(Keys_ keys, Numbers before, Out out, Slots next, uint32_t n, Digit digit,
              cpu::Show show) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uint32_t bit = cpu::bit_of(keys[i], digit);
  const uint32_t slot = cpu::atomicAdd(&next[bit], 1u);
  const uint32_t destination = bit == 0 ? slot : n - before[n] + slot;
  show("destination", i, destination);
  out[destination] = keys[i];
  show("output");
}

/// The right kernel in the same harness: the harness itself is not what fails.
void right(Keys_ keys, Numbers before, Out out, Slots, uint32_t n, Digit digit, cpu::Show show) {
  cpu::scatter(keys, before, out, n, digit.shift, show);
}

Recipe chapter() {
  return recipe({12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}, 4, 4, "one_bit");
}

TEST(PlantedFaults, TheRightKernelPasses) {
  EXPECT_EQ(whole_trace(run_faulty(sort_one_with<right>, chapter())), "");
}

TEST(PlantedFaults, ASignErrorIsCaught) {
  EXPECT_NE(whole_trace(run_faulty(sort_one_with<sign_error>, chapter())), "");
  const Recipe three = recipe({0, 1, 1}, 1, 4, "one_bit");
  const Trace raced = run_faulty(sort_one_with<sign_error>, three);
  EXPECT_NE(whole_trace(raced), "");
  ASSERT_TRUE(raced.fault);
  EXPECT_EQ(raced.fault->kind, Fault::Kind::race);
  EXPECT_EQ(raced.fault->array, "the output");
  EXPECT_EQ(raced.fault->index, 0u);
  EXPECT_EQ(raced.fault->first.thread, 0u);
  EXPECT_EQ(raced.fault->first.act, Act::writes);
  // With one 1 it passes, which is why one input never is enough.
  const Recipe lucky = recipe({0, 1, 0}, 1, 4, "one_bit");
  EXPECT_EQ(whole_trace(run_faulty(sort_one_with<sign_error>, lucky)), "");
}

TEST(PlantedFaults, ASignErrorThatLeavesTheBufferIsCaughtByTheMachine) {
  const Recipe all_ones = recipe({1, 1, 1}, 1, 4, "one_bit");
  const Trace t = run_faulty(sort_one_with<sign_error>, all_ones);
  ASSERT_TRUE(t.fault);
  EXPECT_EQ(t.fault->kind, Fault::Kind::outside);
  EXPECT_EQ(t.fault->array, "the output");
  EXPECT_EQ(t.fault->index, 4294967295u);
  EXPECT_EQ(t.fault->entries, 3u);
}

/// A race ends the run behind its launch: what was shown until then, and what came of it, stays in
/// the trace.
void destination_of_all(Keys_ keys, Numbers, Out out, Slots, uint32_t n, Digit, cpu::Show show) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  show("destination", i, 0u);
  out[0] = keys[i];
  show("output");
}

/// Behind the barrier that a thread without a key never reaches nothing is written.
void goes_early(Keys_, Numbers, Out, Slots, uint32_t n, Digit, cpu::Show show) {
  const uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  show("destination", i, i);
  if (i + 1 >= n) return;
  cpu::__syncthreads();
  show("output");
}

TEST(PlantedFaults, TheStepsMadeBeforeAFaultStayInTheTrace) {
  const std::vector<Step> right_steps = run(chapter()).steps;
  const auto as_right = [&](const Trace& t, std::size_t count) {
    ASSERT_GE(t.steps.size(), count);
    for (std::size_t s = 0; s < count; ++s) {
      EXPECT_EQ(t.steps[s].made, right_steps[s].made);
      EXPECT_EQ(*t.steps[s].find(t.steps[s].made), *right_steps[s].find(right_steps[s].made)) << s;
    }
  };
  const auto before = static_cast<std::size_t>(
      std::find_if(right_steps.begin(), right_steps.end(),
                   [](const Step& s) { return s.made == array::destination; }) -
      right_steps.begin());
  const Trace race = run_faulty(sort_one_with<destination_of_all>, chapter());
  ASSERT_TRUE(race.fault);
  EXPECT_EQ(race.fault->kind, Fault::Kind::race);
  EXPECT_EQ(race.fault->launch, 2u);
  EXPECT_EQ(error_of(*race.fault), race.error);
  EXPECT_EQ(race.steps.size(), before + 2) << "the launch that raced shows what it did";
  as_right(race, before);

  const Trace broken = run_faulty(sort_one_with<goes_early>, chapter());
  ASSERT_TRUE(broken.fault) << broken.error;
  EXPECT_EQ(broken.fault->kind, Fault::Kind::apart);
  ASSERT_EQ(broken.steps.size(), before + 2) << broken.error;
  as_right(broken, before);
}

TEST(PlantedFaults, AnUnstableScatterIsCaught) {
  Recipe r = recipe(make_keys(Keys::few_distinct, 40, 1, 5), 1, 8, "one_bit");
  r.thread_order = Schedule::reverse;
  const Trace t = run_faulty(sort_one_with<unstable>, r);
  const std::string wrong = whole_trace(t);
  EXPECT_NE(wrong.find("not the stable order"), std::string::npos) << wrong;
  // It does sort: without identities nobody would see it.
  EXPECT_TRUE(std::is_sorted(t.sorted.values.begin(), t.sorted.values.end()));
}

TEST(PlantedFaults, AWrongNumberInAnyShownArrayIsCaught) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    Recipe r = chapter();
    r.sort = sort;
    const Trace good = run(r);
    ASSERT_EQ(whole_trace(good), "");
    for (ArrayId id : {array::bits, array::partial_ones, array::ones_before, array::bucket_counts,
                       array::partial_counts, array::bucket_starts, array::destination,
                       array::output, array::ones_total}) {
      Trace bad = good;
      bool planted = false;
      for (Step& step : bad.steps) {
        for (SharedArray& array : step.arrays) {
          if (array->id != id || step.pass != 2) continue;
          Array wrong = *array;
          wrong.values.back() ^= 1;
          array = std::make_shared<Array>(wrong);
          planted = true;
        }
      }
      if (planted) {
        EXPECT_NE(whole_trace(bad), "") << sort << " " << info(id).name;
      }
    }
  }
}

}  // namespace
