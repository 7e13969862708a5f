/// The CPU machine: what CUDA promises, what it finds, and that a failed run harms no later one.
#include <gtest/gtest.h>

#include <set>

#include "kernels/engine/simt/show.hpp"
#include "tests/support/texts.hpp"

using namespace radix;
using namespace radix::cpu;

namespace {

/// The fault that a launch ends with; none: Kind::other, and nothing is known of it.
template <class Go>
Fault fault_of(Go go) {
  try {
    go();
  } catch (const KernelError& e) {
    EXPECT_EQ(e.what(), error_of(e.fault));
    return e.fault;
  }
  return {};
}

/// The same in the order of the threads, whatever ran before.
template <class Go>
Fault failure(Go go) {
  set_order(Schedule::forward, Schedule::forward, 1);
  return fault_of(go);
}

const std::string here = "simt_test.cpp";

/// Every thread hands its value to its right neighbour, round after round.
void pass_on(View<uint32_t> out, uint32_t rounds) {
  SharedMemory shared;
  auto s = shared.array<uint32_t>(blockDim.x);
  s[threadIdx.x] = threadIdx.x;
  for (uint32_t r = 0; r < rounds; ++r) {
    __syncthreads();
    const uint32_t left = s[(threadIdx.x + blockDim.x - 1) % blockDim.x];
    __syncthreads();
    s[threadIdx.x] = left;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

TEST(SimtTest, BarriersHoldInEveryOrder) {
  for (Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
    set_order(order, order, 5);
    Buffer<uint32_t> out(3 * 37);
    launch<pass_on>("pass_on", Grid{3, 37, 37 * 4}, out, 5u);
    const auto values = out.download(out.size());
    for (uint32_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], (i % 37 + 37 - 5) % 37);
  }
  set_order(Schedule::forward, Schedule::forward, 1);
}

void note_order(View<uint32_t> order, View<uint32_t> next) {
  order[atomicAdd(&next[0], 1u)] = blockIdx.x * blockDim.x + threadIdx.x;
}

std::vector<uint32_t> order_of_run(Schedule threads, Schedule blocks, uint32_t seed) {
  set_order(threads, blocks, seed);
  Buffer<uint32_t> order(12), next(1);
  next.clear();
  launch<note_order>("note_order", Grid{3, 4}, order, next);
  set_order(Schedule::forward, Schedule::forward, 1);
  return order.download(12);
}

TEST(SimtTest, OrdersAreWhatTheySay) {
  const std::vector<uint32_t> forward{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  const std::vector<uint32_t> threads{3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8};
  const std::vector<uint32_t> blocks{8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3};
  EXPECT_EQ(order_of_run(Schedule::forward, Schedule::forward, 1), forward);
  EXPECT_EQ(order_of_run(Schedule::reverse, Schedule::forward, 1), threads);
  EXPECT_EQ(order_of_run(Schedule::forward, Schedule::reverse, 1), blocks);
  const auto shuffled = order_of_run(Schedule::shuffled, Schedule::shuffled, 7);
  EXPECT_NE(shuffled, forward);
  EXPECT_EQ(shuffled, order_of_run(Schedule::shuffled, Schedule::shuffled, 7));
  EXPECT_NE(shuffled, order_of_run(Schedule::shuffled, Schedule::shuffled, 8));
}

uint32_t lanes_here() {
  return min(warp_lanes, blockDim.x - threadIdx.x / warp_lanes * warp_lanes);
}
uint32_t mask_here() { return 0xffffffffu >> (warp_lanes - lanes_here()); }

/// Three shuffles in a row and one more behind a barrier: who is early must not overwrite what a
/// late one reads.
void shuffle(View<uint32_t> out) {
  const uint32_t t = blockIdx.x * blockDim.x + threadIdx.x;
  const uint32_t one = __shfl_up_sync(mask_here(), t, 1);
  const uint32_t again = __shfl_up_sync(mask_here(), one, 1);
  const uint32_t thrice = __shfl_up_sync(mask_here(), again, 1);
  __syncthreads();
  const uint32_t far = __shfl_up_sync(mask_here(), 1000 + t, 16);
  out[4 * t] = one, out[4 * t + 1] = again, out[4 * t + 2] = thrice, out[4 * t + 3] = far;
}

TEST(SimtTest, AShuffleBringsTheLeftLanesValueInEveryOrder) {
  for (Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled})
    for (uint32_t threads : {1u, 4u, 32u, 33u, 100u, 256u}) {
      set_order(order, order, 5);
      Buffer<uint32_t> out(4 * 3 * threads);
      launch<shuffle>("shuffle", Grid{3, threads}, out);
      const auto values = out.download(out.size());
      for (uint32_t t = 0; t < 3 * threads; ++t) {
        const uint32_t lane = t % threads % 32;
        for (uint32_t hops = 1; hops <= 3; ++hops)
          ASSERT_EQ(values[4 * t + hops - 1], t - std::min(hops, lane))
              << threads << ", lane " << lane;
        ASSERT_EQ(values[4 * t + 3], 1000 + (lane < 16 ? t : t - 16))
            << threads << ", lane " << lane;
      }
    }
  set_order(Schedule::forward, Schedule::forward, 1);
}

void leaves_before_the_shuffle(uint32_t n) {
  if (threadIdx.x < n) __shfl_up_sync(mask_here(), threadIdx.x, 1);
}
void shuffle_or_barrier() {
  if (threadIdx.x == 0)
    __syncthreads();
  else
    __shfl_up_sync(mask_here(), threadIdx.x, 1);
}
void shuffle_with_mask(uint32_t mask) { __shfl_up_sync(mask, threadIdx.x, 1); }

TEST(SimtTest, AShuffleThatNotAllReachIsNamed) {
  Fault fault = failure([] { launch<leaves_before_the_shuffle>("k", Grid{2, 40}, 35u); });
  EXPECT_EQ(fault.kind, Fault::Kind::apart);
  EXPECT_EQ(fault.kernel, "k");
  EXPECT_EQ(fault.second, (ThreadAt{0, 39, {}, Act::left}));
  EXPECT_EQ(fault.first, (ThreadAt{0, 0, {here, fault.first.source.line}, Act::shuffle}));
  EXPECT_GT(fault.first.source.line, 0u);
  fault = failure([] { launch<shuffle_or_barrier>("k", Grid{1, 4}); });
  EXPECT_EQ(fault.first.act, Act::barrier);
  EXPECT_EQ(fault.second.act, Act::shuffle);
  EXPECT_EQ(fault.second.thread, 1u);
  EXPECT_GT(fault.second.source.line, fault.first.source.line);
}

TEST(SimtTest, AMaskMustNameTheLanesOfTheWarp) {
  using Lanes = Fault::Lanes;
  EXPECT_EQ(failure([] { launch<shuffle_with_mask>("k", Grid{1, 4}, 0xfu); }), Fault{});
  EXPECT_EQ(failure([] { launch<shuffle_with_mask>("k", Grid{1, 64}, 0xffffffffu); }), Fault{});
  Fault fault = failure([] { launch<shuffle_with_mask>("k", Grid{1, 4}, 0xffffffffu); });
  EXPECT_EQ(fault.lanes, (Lanes{Lanes::What::shuffle, 0xffffffff, 4}));
  EXPECT_EQ(fault.first.thread, 0u);
  fault = failure([] { launch<shuffle_with_mask>("k", Grid{1, 33}, 0xffffffffu); });
  EXPECT_EQ(fault.lanes, (Lanes{Lanes::What::shuffle, 0xffffffff, 1}));
  EXPECT_EQ(fault.first.thread, 32u);
}

void reads_what_nobody_wrote(View<uint32_t> out) {
  SharedMemory shared;
  auto s = shared.array<uint32_t>(blockDim.x);
  out[threadIdx.x] = s[threadIdx.x];
}

TEST(SimtTest, SharedMemoryThatNobodyWroteIsPoison) {
  Buffer<uint32_t> out(8);
  launch<reads_what_nobody_wrote>("k", Grid{1, 8, 32}, out);
  EXPECT_EQ(out.download(8)[0], 0xCDCDCDCDu);
}

constexpr uint32_t line_of_missing_barrier = __LINE__ + 4;
void missing_barrier(View<uint32_t> out) {
  SharedMemory shared;
  auto s = shared.array<uint32_t>(blockDim.x);
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

TEST(SimtTest, AMissingBarrierIsARaceInEveryOrder) {
  for (Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
    set_order(order, order, 5);
    const Fault fault = fault_of([] {
      Buffer<uint32_t> out(8);
      launch<missing_barrier>("missing_barrier", Grid{2, 8, 32}, out);
    });
    EXPECT_EQ(fault.kind, Fault::Kind::race);
    EXPECT_EQ(fault.kernel, "missing_barrier");
    EXPECT_EQ(fault.first.block, fault.second.block);
    EXPECT_EQ(fault.first.thread + fault.second.thread, 7u) << "the mirrored one";
    EXPECT_EQ(fault.first.source.line + fault.second.source.line, 2 * line_of_missing_barrier + 1);
    EXPECT_EQ(fault.made, (SourceLine{here, line_of_missing_barrier - 1}));
    for (const ThreadAt& at : {fault.first, fault.second})
      EXPECT_EQ(at.act, at.source.line == line_of_missing_barrier ? Act::writes : Act::reads);
  }
  set_order(Schedule::forward, Schedule::forward, 1);
}

/// Thread 0 counts, by an atomic or not; all read the sum, behind a barrier or not.
void counts(View<uint32_t> sum, View<uint32_t> out, bool by_atomic, bool waits) {
  if (by_atomic)
    atomicAdd(&sum[blockIdx.x], 1u);
  else if (threadIdx.x == 0)
    sum[blockIdx.x] += 1;
  if (waits) __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum[blockIdx.x];
}

TEST(SimtTest, AtomicsDoNotRaceWithEachOtherButWithPlainReads) {
  const auto go = [](bool by_atomic, bool waits) {
    return fault_of([&] {
      Buffer<uint32_t> sum(2, "the sums"), out(10);
      sum.clear();
      launch<counts>("counts", Grid{2, 5}, sum, out, by_atomic, waits);
    });
  };
  EXPECT_EQ(go(true, true), Fault{});
  EXPECT_EQ(go(false, true), Fault{});
  EXPECT_EQ(go(true, false).kind, Fault::Kind::race);
  EXPECT_EQ(go(false, false).kind, Fault::Kind::race);
  EXPECT_EQ(go(true, false).array, "the sums");
  EXPECT_EQ(go(true, false).first.act, Act::reads);
  EXPECT_EQ(go(true, false).second.act, Act::changes);
}

/// Every block leaves its number in the same place, or adds to it.
void same_place(View<uint32_t> out, bool reads) {
  if (threadIdx.x == 0 && !reads) out[0] = blockIdx.x;
  if (reads && blockIdx.x == 1 - threadIdx.x) out[threadIdx.x] = out[0];
}

TEST(SimtTest, BlocksOfALaunchRaceWhateverTheirOrder) {
  for (bool reads : {false, true})
    for (Schedule order : {Schedule::forward, Schedule::reverse}) {
      set_order(order, order, 1);
      const Fault fault = fault_of([&] {
        Buffer<uint32_t> out(2, "the place");
        launch<same_place>("same_place", Grid{2, 2}, out, reads);
      });
      EXPECT_EQ(fault.kind, Fault::Kind::race) << reads;
      EXPECT_NE(fault.first.block, fault.second.block);
      EXPECT_EQ(fault.index, 0u);
      EXPECT_EQ(fault.array, "the place");
      EXPECT_EQ(fault.first.act == Act::writes && fault.second.act == Act::writes, !reads);
    }
  set_order(Schedule::forward, Schedule::forward, 1);
  for (int k = 0; k < 2; ++k) {  // launches are ordered
    Buffer<uint32_t> out(1);
    launch<same_place>("same_place", Grid{1, 1}, out, false);
    launch<same_place>("same_place", Grid{1, 1}, out, false);
  }
}

/// Block b hands its number on to block b + 1: all threads write, one publishes, one sees, all
/// read.
void hand_on(View<volatile uint64_t> flags, View<uint32_t> data, View<uint32_t> out, bool fences) {
  const uint32_t b = blockIdx.x, place = b * blockDim.x + threadIdx.x;
  data[place] = b;
  __syncthreads();
  if (threadIdx.x == 0) {
    if (fences) __threadfence();
    flags[b] = 1;
    while (b > 0 && flags[b - 1] == 0) spin_pause();
  }
  __syncthreads();
  out[place] = b == 0 ? 0 : data[place - blockDim.x];
}

TEST(SimtTest, WhatIsPublishedBehindAFenceIsNoRace) {
  for (Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
    set_order(order, order, 3);
    const auto go = [](bool fences) {
      return fault_of([&] {
        Buffer<uint64_t> flags(4);
        Buffer<uint32_t> data(12, "the data"), out(12);
        flags.clear();
        launch<hand_on>("hand_on", Grid{4, 3}, flags, data, out, fences);
        EXPECT_EQ(out.download(12).back(), 2u);
      });
    };
    EXPECT_EQ(go(true), Fault{});
    EXPECT_EQ(go(false).kind, Fault::Kind::race);
    EXPECT_EQ(go(false).array, "the data");
  }
  set_order(Schedule::forward, Schedule::forward, 1);
}

TEST(SimtTest, WhatALaunchTouchesIsWrittenDown) {
  Buffer<uint32_t> out(3 * 4, "the results");
  std::vector<std::shared_ptr<AccessLog>> logs;
  {
    const LogOfLaunch log(&logs, 7);
    launch<pass_on>("pass_on", Grid{3, 4, 4 * 4}, out, 2u);
  }
  launch<pass_on>("pass_on", Grid{3, 4, 4 * 4}, out, 2u);
  ASSERT_EQ(logs.size(), 1u);
  const AccessLog& log = *logs[0];
  EXPECT_EQ(log.kernel, "pass_on");
  EXPECT_EQ(log.launch, 7u);
  EXPECT_EQ(log.blocks * log.threads, 12u);
  EXPECT_EQ(log.barriers, (std::vector<uint32_t>{4, 4, 4}));
  ASSERT_EQ(log.arrays.size(), 2u);
  EXPECT_TRUE(log.arrays[0].shared);
  EXPECT_EQ(log.arrays[1].name, "the results");
  EXPECT_EQ(log.accesses.size(), 12u * (1 + 2 * 2 + 1 + 1));
  EXPECT_EQ(log.words()[1].written, 12u);
  EXPECT_EQ(log.words()[1].read, 0u);
  EXPECT_EQ(log.words()[0].read, 12u) << "four in each block";
  const Access& first = log.accesses.front();
  EXPECT_EQ(first.touch, Touch::write);
  EXPECT_EQ(log.sites[first.site].file, "simt_test.cpp");
  EXPECT_EQ(log.accesses.back().epoch, 4u);
}

void counts_in_a_short_array(View<uint32_t> out) {
  SharedMemory shared;
  auto s = shared.array<uint32_t>(2);
  if (threadIdx.x < 2) s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[threadIdx.x % 2], 1u);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 2];
}

void mirrors_in_a_long_array(View<uint32_t> out, uint32_t atomically) {
  SharedMemory shared;
  auto s = shared.array<uint32_t>(blockDim.x);
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const uint32_t other = blockDim.x - 1 - threadIdx.x;
  out[threadIdx.x] = atomically == 1 ? atomicAdd(&s[other], 0u) : s[other];
}

/// The arrays of two launches lie at the same place of shared memory; what is known of atomics on
/// the shorter one does not reach to the end of the longer one.
TEST(SimtTest, AtomicsOnAShorterArrayAreForgottenOnALongerOne) {
  constexpr uint32_t many = 512;
  Buffer<uint32_t> out(many);
  for (const uint32_t atomically : {0u, 1u, 0u}) {
    launch<counts_in_a_short_array>("short", Grid{1, 4, 2 * 4}, out);
    EXPECT_EQ(out.download(4), (std::vector<uint32_t>{2, 2, 2, 2}));
    const Fault fault = fault_of([&] {
      launch<mirrors_in_a_long_array>("long", Grid{1, many, many * 4}, out, atomically);
    });
    EXPECT_EQ(fault, Fault{});
    EXPECT_EQ(out.download(1, 0).front(), many - 1);
    EXPECT_EQ(out.download(1, many - 1).front(), 0u);
  }
}

void leaves_early(uint32_t n) {
  if (threadIdx.x >= n) return;
  __syncthreads();
}

TEST(SimtTest, ABarrierThatNotAllReachIsNamed) {
  const Fault fault = failure([] { launch<leaves_early>("leaves_early", Grid{2, 4}, 3u); });
  EXPECT_EQ(fault.kernel, "leaves_early");
  EXPECT_EQ(fault.second, (ThreadAt{0, 3, {}, Act::left}));
  EXPECT_EQ(fault.first.act, Act::barrier);
  EXPECT_EQ(fault.first.source.file, here);
}

void two_barriers() {
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
  } else {
    __syncthreads();
  }
}

TEST(SimtTest, ThreadsAtDifferentBarriersAreNamed) {
  const Fault fault = failure([] { launch<two_barriers>("two_barriers", Grid{1, 4}); });
  for (const ThreadAt& at : {fault.first, fault.second}) EXPECT_EQ(at.act, Act::barrier);
  EXPECT_EQ(fault.first.thread, 0u);
  EXPECT_EQ(fault.second.thread, 1u);
  EXPECT_EQ(fault.second.source.line, fault.first.source.line + 2);
}

constexpr uint32_t line_of_the_write = __LINE__ + 1;
void writes_too_far(View<uint32_t> out) { out[threadIdx.x] = 1; }

TEST(SimtTest, AnIndexOutsideABufferIsNamedWithItsLine) {
  const Fault fault = failure([] {
    Buffer<uint32_t> out(5, "the results");
    launch<writes_too_far>("writes_too_far", Grid{1, 8}, out);
  });
  EXPECT_EQ(fault.kind, Fault::Kind::outside);
  EXPECT_EQ(fault.kernel, "writes_too_far");
  EXPECT_EQ(fault.first, (ThreadAt{0, 5, {here, line_of_the_write}}));
  EXPECT_EQ(fault.index, 5u);
  EXPECT_EQ(fault.array, "the results");
  EXPECT_EQ(fault.entries, 5u);
}

void greedy() {
  SharedMemory shared;
  shared.array<uint32_t>(3);
  shared.array<uint64_t>(1);
}

TEST(SimtTest, TooLittleSharedMemoryIsNamedWithBothSizes) {
  using Refused = Fault::Refused;
  EXPECT_EQ(failure([] {
              launch<greedy>("greedy", Grid{1, 1, 16});
            }).refused,
            (Refused{Refused::What::shared_memory, 24, 16}));
  EXPECT_EQ(failure([] { launch<greedy>("greedy", Grid{1, 1, 24}); }), Fault{});
}

void waits_for_ever(View<uint32_t> flag) {
  while (atomicAdd(&flag[0], 0u) == 0) spin_pause();
}

TEST(SimtTest, WaitingForEverIsAnErrorNotAHang) {
  const Fault fault = failure([] {
    Buffer<uint32_t> flag(1);
    flag.clear();
    launch<waits_for_ever>("waits_for_ever", Grid{2, 1}, flag);
  });
  EXPECT_EQ(fault.kind, Fault::Kind::deadlock);
  EXPECT_EQ(fault.kernel, "waits_for_ever");
  EXPECT_EQ(fault.first, (ThreadAt{0, 0, {here, fault.first.source.line}, Act::waits}));
  EXPECT_EQ(fault.room, (Fault::Room{2, 0, 2}));
}

/// Block b waits for block b + 1; the last one raises its flag at once.
void waits_for_the_next(View<uint32_t> flags) {
  SharedMemory shared;
  auto seen = shared.array<uint32_t>(1);
  if (threadIdx.x == 0) {
    while (blockIdx.x + 1 < gridDim.x && atomicAdd(&flags[blockIdx.x + 1], 0u) == 0) spin_pause();
    seen[0] = blockIdx.x;
    atomicAdd(&flags[blockIdx.x], 1u);
  }
  __syncthreads();
  if (threadIdx.x == 2) flags[gridDim.x + blockIdx.x] = seen[0];
}

std::vector<uint32_t> wait_for_the_next(uint32_t resident) {
  Buffer<uint32_t> flags(20);
  flags.clear();
  Grid grid{10, 3, 4};
  grid.resident_limit = resident;
  launch<waits_for_the_next>("waits_for_the_next", grid, flags);
  return flags.download(10, 10);
}

TEST(SimtTest, BlocksThatWaitForLaterOnesGetThere) {
  for (Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
    set_order(order, order, 3);
    EXPECT_EQ(wait_for_the_next(0), (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}))
        << "own shared memory";
    EXPECT_EQ(wait_for_the_next(10).back(), 9u);
  }
  set_order(Schedule::forward, Schedule::forward, 1);
}

TEST(SimtTest, ADeadlockForWantOfResidentBlocksIsNamed) {
  const Fault fault = failure([] { wait_for_the_next(9); });
  EXPECT_EQ(fault.kind, Fault::Kind::deadlock);
  EXPECT_EQ(fault.first, (ThreadAt{0, 0, {here, fault.first.source.line}, Act::waits}));
  EXPECT_EQ(fault.room, (Fault::Room{9, 1, 10}));
  EXPECT_EQ(wait_for_the_next(0).back(), 9u) << "a later launch is not harmed";
}

void throws_up() { throw std::logic_error("no luck"); }

TEST(SimtTest, AKernelThatThrowsIsAnError) {
  const Fault fault = failure([] { launch<throws_up>("throws_up", Grid{1, 2}); });
  EXPECT_EQ(refusal_words(fault), "kernel throws_up, block 0: the kernel threw: no luck");
}

TEST(SimtTest, ALaunchThatWouldWaitForEverIsRefusedWithAWayOut) {
  const auto words = [](bool limited) {
    return refusal_words(cannot_wait("sort_in_one_launch", 4096, 1056, 256, limited));
  };
  const std::string begin =
      "kernel sort_in_one_launch was not launched: its 4096 blocks all wait for the last one, but "
      "only 1056 can run at once ";
  const std::string end =
      ", so it would wait for ever; sort at most 270336 keys with 256 threads per block, or use "
      "three launches per pass (sort one_bit).";
  EXPECT_EQ(words(false), begin + "on this device" + end);
  EXPECT_EQ(words(true), begin + "(the limit that was set)" + end);
}

TEST(SimtTest, BadLaunchesAreRefused) {
  using Refused = Fault::Refused;
  EXPECT_EQ(failure([] {
              launch<throws_up>("k", Grid{1, 0});
            }).refused,
            (Refused{Refused::What::threads, 0}));
  EXPECT_EQ(failure([] {
              launch<throws_up>("k", Grid{1, 1025});
            }).refused,
            (Refused{Refused::What::threads, 1025}));
}

TEST(SimtTest, AFailedBlockHarmsNoLaterLaunch) {
  for (int round = 0; round < 20; ++round) {
    EXPECT_NE(failure([] { launch<leaves_early>("leaves_early", Grid{1, 64}, 40u); }), Fault{});
    Buffer<uint32_t> out(64);
    launch<pass_on>("pass_on", Grid{1, 64, 256}, out, 3u);
    EXPECT_EQ(out.download(1)[0], 61u);
  }
}

TEST(SimtTest, BuffersAreBornPoisoned) {
  EXPECT_EQ(Buffer<uint32_t>(2).download(2)[1], 0xCDCDCDCDu);
}

}  // namespace
