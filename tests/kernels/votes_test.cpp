/// The CPU machine's votes: lanes that vote together, and what is said of masks that do not fit.
#include <gtest/gtest.h>

#include <bit>

#include "kernels/engine/simt/show.hpp"

using namespace radix;
using namespace radix::cpu;

namespace {

constexpr uint32_t group = 4;  // lanes that vote together

uint32_t group_begin() { return threadIdx.x % warp_lanes / group * group; }
uint32_t group_mask() {
  const uint32_t first = threadIdx.x - threadIdx.x % group;
  return ((1u << min(group, blockDim.x - first)) - 1) << group_begin();
}

/// Lanes with an odd number vote yes, and the group's last lane hands its number round.
void vote_in_groups(View<uint32_t> votes, View<uint32_t> from_last) {
  const uint32_t t = threadIdx.x, mask = group_mask();
  const uint32_t last = static_cast<uint32_t>(std::bit_width(mask)) - 1;
  votes[t] = __ballot_sync(mask, t % 2 == 1);
  from_last[t] = __shfl_sync(mask, 100 + t, last);
  __syncwarp(mask);
}

TEST(Votes, AreThoseOfTheLanesThatTheMaskNamesInEveryOrder) {
  for (Schedule order : {Schedule::forward, Schedule::reverse, Schedule::shuffled})
    for (uint32_t threads : {1u, 3u, 4u, 6u, 32u, 35u, 100u}) {
      set_order(order, order, 3);
      Buffer<uint32_t> votes(threads), from_last(threads);
      launch<vote_in_groups>("vote_in_groups", Grid{1, threads}, votes, from_last);
      const auto found = votes.download(threads), handed = from_last.download(threads);
      for (uint32_t t = 0; t < threads; ++t) {
        uint32_t expected = 0, last = t;
        for (uint32_t other = 0; other < threads; ++other) {
          if (other / group != t / group) continue;
          expected |= (other % 2) << other % warp_lanes;
          last = other;
        }
        ASSERT_EQ(found[t], expected) << threads << ", thread " << t;
        ASSERT_EQ(handed[t], 100 + last) << threads << ", thread " << t;
      }
    }
  set_order(Schedule::forward, Schedule::forward, 1);
}

TEST(Votes, CountBitsAsTheHardwareDoes) {
  EXPECT_EQ(__popc(0), 0u);
  EXPECT_EQ(__popc(0xf0f0u), 8u);
  EXPECT_EQ(__ffs(0), 0u);
  EXPECT_EQ(__ffs(1), 1u);
  EXPECT_EQ(__ffs(0x80000000u), 32u);
}

void without_itself() { __ballot_sync(threadIdx.x == 2 ? 0xbu : 0xfu, true); }
void beyond_the_warp() { __ballot_sync(0xffu, true); }
void different_masks() { __ballot_sync(threadIdx.x < 2 ? 0xfu : 0xcu, true); }
void from_a_stranger() { __shfl_sync(0x3u << threadIdx.x / 2 * 2, 1, 3); }
void left_early() {
  if (threadIdx.x > 0) __ballot_sync(0xfu, true);
}
/// A warp's barrier orders nothing but atomics here: the neighbour's word is read too early.
void ordered_by_warp(View<uint32_t> out) {
  SharedMemory shared;
  auto words = shared.array<uint32_t>(4);
  words[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = words[threadIdx.x ^ 1];
}

template <auto Kernel, class... A>
Fault fault_of(Grid grid, A&&... arguments) {
  try {
    launch<Kernel>("a_kernel", grid, arguments...);
  } catch (const KernelError& error) {
    return error.fault;
  }
  return {};
}

TEST(Votes, WithAMaskThatDoesNotFitAreNamed) {
  using Lanes = Fault::Lanes;
  using enum Lanes::What;
  const Grid four{1, 4};
  EXPECT_EQ(fault_of<without_itself>(four).first.thread, 2u);
  EXPECT_EQ(fault_of<without_itself>(four).lanes, (Lanes{itself, 0xb, 4, 2}));
  EXPECT_EQ(fault_of<beyond_the_warp>(four).lanes, (Lanes{beyond, 0xff, 4}));
  EXPECT_EQ(fault_of<different_masks>(four).lanes, (Lanes{other, 0xf, 4, 0, 2, 0xc}));
  EXPECT_EQ(fault_of<from_a_stranger>(four).lanes.what, unnamed);
  EXPECT_EQ(fault_of<from_a_stranger>(four).lanes.lane, 3u);
  EXPECT_EQ(fault_of<left_early>(four).second.act, Act::left);
  EXPECT_EQ(fault_of<left_early>(four).first.act, Act::ballot);
  Buffer<uint32_t> out(4);
  const Fault race = fault_of<ordered_by_warp>({1, 4, 16}, out);
  EXPECT_EQ(race.kind, Fault::Kind::race);
  EXPECT_GT(race.made.line, 0u);
}

}  // namespace
