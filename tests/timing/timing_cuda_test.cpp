/// Timing on the CUDA engine, beside the CPU engine. Skipped where there is no CUDA device. No
/// check looks at how long anything took, but for the one that sleeps.
#include <gtest/gtest.h>
#include <chrono>

#include <random>

#include "kernels/engine/simt/common.hpp"
#include "kernels/timing/timing.hpp"
#include "tests/support/said.hpp"
#include "tests/support/timed_sorts.hpp"

using namespace radix;
using namespace radix::checks;

namespace {

class TimingCuda : public testing::Test {
 protected:
  void SetUp() override {
    if (!engines()[1].available) GTEST_SKIP() << "no CUDA device";
  }
};

/// The same of a method that may be in need of more shared memory than a block has, as keys fall:
/// it is refused then.
std::string verdict_on_card(const TimedInput& input, const Configuration& configuration,
                            bool stages = false) {
  try {
    return verdict(EngineId::cuda, input, configuration, stages);
  } catch (const KernelError& error) {
    const bool as_keys_fall = sort_named(configuration.method) != nullptr &&
                              cost_of(EngineId::cuda, input, configuration).launches == 0;
    const std::string sentence = error.what();
    return as_keys_fall && sentence.find("of shared memory for a block") != sentence.npos
               ? ""
               : sentence;
  }
}

TEST_F(TimingCuda, EverySortOfEveryTypeAndSpreadIsVerified) {
  const Settings cut{.threads_per_block = 64, .radix_bits = 8, .keys_per_thread = 8};
  for (const TimedTypeInfo& type : timed_types())
    for (const DistributionInfo& spread : distributions())
      for (uint64_t n : {1u, 2u, 1000u, 30'001u}) {
        const TimedInput input = input_of(type.id, n, spread.id);
        for (const std::string& method : methods_of(EngineId::cuda, type.id))
          if (may_be_timed(method, n))
            ASSERT_EQ(verdict_on_card(input, {method, cut}), "")
                << method << ", " << type.name << ", " << spread.name << ", " << n;
      }
}

TEST_F(TimingCuda, RandomCutsOfRandomInputsAreSorted) {
  std::mt19937 twister(7);
  const auto random = [&] { return static_cast<uint32_t>(twister()); };
  const auto one_of = [&](std::initializer_list<uint32_t> list) {
    return list.begin()[random() % list.size()];
  };
  for (int i = 0; i < 300; ++i) {
    const SortInfo& sort = timed_sorts()[random() % timed_sorts().size()];
    const uint32_t most = sort.one_launch() ? 40'000 : std::min(sort.max_timed, 700'000u);
    Settings cut{.threads_per_block = one_of({32, 64, 96, 128, 256}),
                 .radix_bits = 1 + random() % 8,
                 .keys_per_thread = one_of({1, 2, 4, 8, 16}),
                 .ownership = random() % 4 == 0 ? Ownership::blocked : Ownership::interleaved,
                 .scan = block_scans[random() % std::size(block_scans)],
                 .network = static_cast<Network>(random() % 3),
                 .start = random() % 2 == 0 ? SortStart::single : SortStart::block};
    const TimedTypeInfo& type = timed_types()[random() % timed_types().size()];
    TimedInput input = input_of(type.id, 1 + random() % most);
    input.bits = 1 + random() % type.max_bits;
    input.seed = random();
    ASSERT_EQ(verdict_on_card(input, {sort.name, cut}, random() % 2 == 0), "")
        << sort.name << ", " << type.name << ", n " << input.n << ", bits " << input.bits
        << ", block " << cut.threads_per_block << ", radix " << cut.radix_bits << ", keys a thread "
        << cut.keys_per_thread << ", scan " << static_cast<int>(cut.scan);
  }
}

TEST_F(TimingCuda, WrongSortsAreFound) {
  for (const TimedTypeInfo& type : timed_types()) {
    const auto said = scope::said_by([&] {
      verdict(EngineId::cuda, input_of(type.id, 1000), {"check_wrong", {}});
    });
    // Keys of pairs change places without their values
    const bool pairs = type.id == TimedType::pairs;
    EXPECT_TRUE(scope::said_of(said, pairs ? "refused.result_keys" : "refused.result_neighbours"))
        << type.name;
  }
}

// However busy the card is: a sleep never ends too soon, and what the card reads lies within what
// passed here meanwhile.
TEST_F(TimingCuda, ASleepOfTenMillisecondsReadsTen) {
  const auto session = open_session(EngineId::cuda, input_of(TimedType::u32, 1000), 0);
  for (int run = 0; run < 9; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    const double ms = static_cast<double>(session->sort({"check_sleep", {}}, false).ms);
    const std::chrono::duration<double, std::milli> here = std::chrono::steady_clock::now() - begin;
    EXPECT_GE(ms, 10 - 0.05);
    EXPECT_LE(ms, here.count() + 0.05);
  }
}

TEST_F(TimingCuda, TheCostIsEnoughAndNotMore) {
  for (const TimedTypeInfo& type : timed_types())
    for (const SortInfo& sort : timed_sorts()) {
      const TimedInput input = input_of(type.id, 10'000);
      const Configuration configuration{
          sort.name, {.threads_per_block = 64, .radix_bits = 4, .keys_per_thread = 4}};
      const Cost cost = cost_of(EngineId::cuda, input, configuration);
      ASSERT_EQ(cost.refusal, "");
      if (cost.scratch_bytes == 0) continue;  // merged to and fro between the keys' own buffers
      if (cost.launches == 0) continue;       // known at most
      const auto session = open_session(EngineId::cuda, input, cost.scratch_bytes - 256);
      EXPECT_THROW(session->sort(configuration, false), KernelError) << sort.name;
    }
}

TEST_F(TimingCuda, StagesAreTheLaunchesOfTheSort) {
  for (const SortInfo& sort : timed_sorts()) {
    const TimedInput input = input_of(TimedType::u32, std::min(50'000u, sort.max_timed));
    const Configuration configuration{
        sort.name, {.threads_per_block = 256, .radix_bits = 4, .keys_per_thread = 4}};
    const Cost cost = cost_of(EngineId::cuda, input, configuration);
    const auto session = open_session(EngineId::cuda, input, cost.scratch_bytes);
    EXPECT_TRUE(session->sort(configuration, false).stages.empty());
    const Sample sample = session->sort(configuration, true);
    EXPECT_EQ(session->verify(), "");
    if (sort.family->by_digits) {
      EXPECT_EQ(cost.launches, sample.stages.size() * cost.passes) << sort.name;
    } else {  // not every part has every stage: only the first sorts segments
      EXPECT_FALSE(sample.stages.empty()) << sort.name;
      if (cost.launches > 0) {
        EXPECT_LE(sample.stages.size(), cost.launches) << sort.name;
      }
    }
    double sum = 0;
    for (const StageTime& stage : sample.stages) sum += stage.ms;
    EXPECT_LE(sum, sample.ms * 1.001);
  }
}

std::vector<Density> densities(EngineId engine, const TimedInput& input,
                               const Configuration& configuration) {
  std::vector<Density> all;
  const auto session =
      open_session(engine, input, cost_of(engine, input, configuration).scratch_bytes);
  session->density(configuration, [&](const Density& d) {
    all.push_back(d);
    return true;
  });
  return all;
}

TEST_F(TimingCuda, BothEnginesMakeTheSameKeysAndTheSamePictures) {
  const Configuration configuration{
      timed_sorts()[3].name, {.threads_per_block = 128, .radix_bits = 8, .keys_per_thread = 4}};
  for (const TimedTypeInfo& type : timed_types())
    for (const DistributionInfo& spread : distributions()) {
      const TimedInput input = input_of(type.id, 20'011, spread.id);
      const auto cpu = densities(EngineId::cpu, input, configuration),
                 cuda = densities(EngineId::cuda, input, configuration);
      ASSERT_EQ(cpu.size(), cuda.size());
      for (std::size_t pass = 0; pass < cpu.size(); ++pass)
        ASSERT_EQ(cpu[pass].counts, cuda[pass].counts)
            << type.name << ", " << spread.name << ", pass " << pass;
    }
}

TEST_F(TimingCuda, LibrariesShowTheirPicturesBeforeAndAfter) {
  for (const TimedTypeInfo& type : timed_types())
    for (const Baseline& baseline : baselines(EngineId::cuda)) {
      if (baseline.check) continue;
      if (!cost_of(EngineId::cuda, input_of(type.id, 20'000), {baseline.name, {}}).refusal.empty())
        continue;
      const auto all = densities(EngineId::cuda, input_of(type.id, 20'000), {baseline.name, {}});
      ASSERT_EQ(all.size(), 2u) << baseline.name << ", " << type.name;
      const auto sorted = densities(EngineId::cuda, input_of(type.id, 20'000),
                                    {timed_sorts()[0].name, {.threads_per_block = 256}});
      EXPECT_EQ(all.back().counts, sorted.back().counts) << baseline.name << ", " << type.name;
    }
}

TEST_F(TimingCuda, MoreThanRunsAtOnceIsRefusedBeforeAnythingIsAllocated) {
  for (const SortInfo& sort : timed_sorts()) {
    if (!sort.one_launch()) continue;
    const std::string refusal = cost_of(EngineId::cuda, input_of(TimedType::u32, 1u << 28),
                                        {sort.name, {.threads_per_block = 256}})
                                    .refusal;
    EXPECT_NE(refusal.find("can run at once"), std::string::npos) << refusal;
  }
}

}  // namespace
