/// The CPU machine: what CUDA promises, what it finds, and that a failed run harms no later one.
#include <gtest/gtest.h>

#include <set>

#include "kernels/simt/probe.hpp"
#include "tests/support/texts.hpp"

using namespace radix;
using namespace radix::cpu;

namespace {

using texts::says;

std::string failure(void (*go)()) {
  try {
    go();
  } catch (const KernelError& e) {
    return e.what();
  }
  return "";
}

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

uint32_t lanes_here() { return min(warp_lanes, blockDim.x - threadIdx.x / warp_lanes * warp_lanes); }
uint32_t mask_here() { return 0xffffffffu >> (warp_lanes - lanes_here()); }

/// Three shuffles in a row and one more behind a barrier: who is early must not overwrite what a late one reads.
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
          ASSERT_EQ(values[4 * t + hops - 1], t - std::min(hops, lane)) << threads << ", lane " << lane;
        ASSERT_EQ(values[4 * t + 3], 1000 + (lane < 16 ? t : t - 16)) << threads << ", lane " << lane;
      }
    }
  set_order(Schedule::forward, Schedule::forward, 1);
}

void leaves_before_the_shuffle(uint32_t n) {
  if (threadIdx.x < n) __shfl_up_sync(mask_here(), threadIdx.x, 1);
}
void shuffle_or_barrier() {
  if (threadIdx.x == 0) __syncthreads();
  else __shfl_up_sync(mask_here(), threadIdx.x, 1);
}
void shuffle_with_mask(uint32_t mask) { __shfl_up_sync(mask, threadIdx.x, 1); }

TEST(SimtTest, AShuffleThatNotAllReachIsNamed) {
  std::string e = failure([] { launch<leaves_before_the_shuffle>("k", Grid{2, 40}, 35u); });
  EXPECT_TRUE(says(e, {"kernel k, block 0: thread 39 has left the kernel while thread 0 waits at the shuffle on line",
                       "simt_test.cpp; every thread of a block must reach the same shuffle"})) << e;
  e = failure([] { launch<shuffle_or_barrier>("k", Grid{1, 4}); });
  EXPECT_TRUE(says(e, {"thread 0 waits at the barrier on", "thread 1 at the shuffle on line"})) << e;
}

TEST(SimtTest, AMaskMustNameTheLanesOfTheWarp) {
  EXPECT_EQ(failure([] { launch<shuffle_with_mask>("k", Grid{1, 4}, 0xfu); }), "");
  EXPECT_EQ(failure([] { launch<shuffle_with_mask>("k", Grid{1, 64}, 0xffffffffu); }), "");
  std::string e = failure([] { launch<shuffle_with_mask>("k", Grid{1, 4}, 0xffffffffu); });
  EXPECT_TRUE(says(e, {"thread 0: the shuffle on line", "mask 0xffffffff, but the warp has 4 lanes; use 0xf"})) << e;
  e = failure([] { launch<shuffle_with_mask>("k", Grid{1, 33}, 0xffffffffu); });
  EXPECT_TRUE(says(e, {"thread 32: the shuffle on", "has 1 lane; use 0x1"})) << e;
}

void missing_barrier(View<uint32_t> out) {
  SharedMemory shared;
  auto s = shared.array<uint32_t>(blockDim.x);
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

TEST(SimtTest, AMissingBarrierShowsAsPoison) {
  Buffer<uint32_t> out(8);
  launch<missing_barrier>("missing_barrier", Grid{1, 8, 32}, out);
  EXPECT_EQ(out.download(8)[0], 0xCDCDCDCDu);
}

void leaves_early(uint32_t n) {
  if (threadIdx.x >= n) return;
  __syncthreads();
}

TEST(SimtTest, ABarrierThatNotAllReachIsNamed) {
  const std::string e = failure([] { launch<leaves_early>("leaves_early", Grid{2, 4}, 3u); });
  EXPECT_TRUE(says(e, {"leaves_early", "block 0", "thread 3", "has left", "barrier on line",
                       "simt_test.cpp"})) << e;
}

void two_barriers() {
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
  } else {
    __syncthreads();
  }
}

TEST(SimtTest, ThreadsAtDifferentBarriersAreNamed) {
  const std::string e = failure([] { launch<two_barriers>("two_barriers", Grid{1, 4}); });
  EXPECT_TRUE(says(e, {"thread 0 waits", "thread 1 at the one on line"})) << e;
}

constexpr uint32_t line_of_the_write = __LINE__ + 1;
void writes_too_far(View<uint32_t> out) { out[threadIdx.x] = 1; }

TEST(SimtTest, AnIndexOutsideABufferIsNamedWithItsLine) {
  const std::string e = failure([] {
    Buffer<uint32_t> out(5, "the results");
    launch<writes_too_far>("writes_too_far", Grid{1, 8}, out);
  });
  const std::string line = "line " + std::to_string(line_of_the_write) + " of simt_test.cpp";
  EXPECT_TRUE(says(e, {"writes_too_far", "thread 5", "index 5", "the results of 5", line.c_str()}))
      << e;
}

void greedy() {
  SharedMemory shared;
  shared.array<uint32_t>(3);
  shared.array<uint64_t>(1);
}

TEST(SimtTest, TooLittleSharedMemoryIsNamedWithBothSizes) {
  const std::string e = failure([] { launch<greedy>("greedy", Grid{1, 1, 16}); });
  EXPECT_TRUE(says(e, {"24 bytes", "gave 16"})) << e;
  EXPECT_EQ(failure([] { launch<greedy>("greedy", Grid{1, 1, 24}); }), "");
}

void waits_for_ever(View<uint32_t> flag) {
  while (atomicAdd(&flag[0], 0u) == 0) spin_pause();
}

TEST(SimtTest, WaitingForEverIsAnErrorNotAHang) {
  const std::string e = failure([] {
    Buffer<uint32_t> flag(1);
    flag.clear();
    launch<waits_for_ever>("waits_for_ever", Grid{2, 1}, flag);
  });
  EXPECT_TRUE(says(e, {"waits_for_ever, block 0: a deadlock", "thread 0 waits for ever on line",
                       "simt_test.cpp"})) << e;
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
    EXPECT_EQ(wait_for_the_next(0), (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})) << "own shared memory";
    EXPECT_EQ(wait_for_the_next(10).back(), 9u);
  }
  set_order(Schedule::forward, Schedule::forward, 1);
}

TEST(SimtTest, ADeadlockForWantOfResidentBlocksIsNamed) {
  const std::string e = failure([] { wait_for_the_next(9); });
  EXPECT_TRUE(says(e, {"waits_for_the_next, block 0: a deadlock", "thread 0", "line", "simt_test.cpp", "All 9 blocks",
                       "1 more cannot start"})) << e;
  EXPECT_EQ(wait_for_the_next(0).back(), 9u) << "a later launch is not harmed";
}

void throws_up() { throw std::logic_error("no luck"); }

TEST(SimtTest, AKernelThatThrowsIsAnError) {
  const std::string e = failure([] { launch<throws_up>("throws_up", Grid{1, 2}); });
  EXPECT_TRUE(says(e, {"throws_up", "no luck"})) << e;
}

TEST(SimtTest, BadLaunchesAreRefused) {
  EXPECT_TRUE(says(failure([] { launch<throws_up>("k", Grid{1, 0}); }), {"0 threads"}));
  EXPECT_TRUE(says(failure([] { launch<throws_up>("k", Grid{1, 1025}); }), {"1025 threads"}));
}

TEST(SimtTest, AFailedBlockHarmsNoLaterLaunch) {
  for (int round = 0; round < 20; ++round) {
    EXPECT_NE(failure([] { launch<leaves_early>("leaves_early", Grid{1, 64}, 40u); }), "");
    Buffer<uint32_t> out(64);
    launch<pass_on>("pass_on", Grid{1, 64, 256}, out, 3u);
    EXPECT_EQ(out.download(1)[0], 61u);
  }
}

TEST(SimtTest, BuffersAreBornPoisoned) {
  EXPECT_EQ(Buffer<uint32_t>(2).download(2)[1], 0xCDCDCDCDu);
}

}  // namespace
