/// The timed CPU machine: what CUDA promises holds on it, for any number of OS threads, and its
/// sorts are those of the careful machine.
#define RADIX_TIMED
#define RADIX_KEY u32
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "kernels/radix/radix_family.hpp"
#include "kernels/scan/grid_scan.hpp"
#include "kernels/timing/density.cuh"
#include "tests/support/texts.hpp"

using namespace radix;
using namespace radix::cpu_timed;

namespace {

using texts::says;

#if defined(__wasm__)
constexpr uint32_t worker_counts[] = {1};  // a page has no other thread
#else
constexpr uint32_t worker_counts[] = {1, 2, 3, 8};
#endif

/// Runs f with several numbers of OS threads.
template <class F>
void with_workers(F f) {
  for (uint32_t count : worker_counts) {
    set_workers(count);
    SCOPED_TRACE(std::to_string(count) + " OS threads");
    f();
  }
  set_workers(0);
}

template <class T>
Buffer<T> buffer(std::vector<T>& values) {
  return {values.data(), values.size()};
}

std::string failure(const std::function<void()>& go) {
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
  s[threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x;
  for (uint32_t r = 0; r < rounds; ++r) {
    __syncthreads();
    const uint32_t left = s[(threadIdx.x + blockDim.x - 1) % blockDim.x];
    __syncthreads();
    s[threadIdx.x] = left;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

TEST(CpuTimedTest, BarriersHoldForEveryShapeOfLaunch) {
  with_workers([] {
    for (uint32_t threads : {1u, 2u, 31u, 32u, 33u, 256u, 1024u}) {
      for (uint32_t blocks : {1u, 2u, 7u, 50u}) {
        std::vector<uint32_t> out(blocks * threads);
        launch<pass_on>("pass_on", Grid{blocks, threads, threads * 4}, buffer(out), 5u);
        for (uint32_t i = 0; i < out.size(); ++i) {
          const uint32_t t = i % threads;
          ASSERT_EQ(out[i], i - t + (t + 5 * threads - 5) % threads)
              << threads << " threads, " << blocks << " blocks";
        }
      }
    }
  });
}

void without_barrier(View<uint32_t> out) { out[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.x; }

TEST(CpuTimedTest, ManyLaunchesInARow) {
  with_workers([] {
    std::vector<uint32_t> out(40 * 33);
    for (uint32_t k = 1; k <= 2000; ++k) {
      const uint32_t blocks = 1 + k % 40;
      if (k % 2 == 0)
        launch<pass_on>("pass_on", Grid{blocks, 33, 33 * 4}, buffer(out), 1 + k % 3);
      else
        launch<without_barrier>("without_barrier", Grid{blocks, 33}, buffer(out));
      ASSERT_EQ(out[33 * blocks - 1], k % 2 == 1 ? blocks : 33 * blocks - 2 - k % 3);
    }
  });
}

/// Kernels of different lengths between barriers, and numbers that must survive them in registers.
void mixes(View<uint32_t> out, uint32_t rounds) {
  SharedMemory shared;
  auto s = shared.array<uint32_t>(blockDim.x);
  uint32_t a = threadIdx.x, b = blockIdx.x, c = 1, d = 7;
  double real = threadIdx.x;
  for (uint32_t r = 0; r < rounds; ++r) {
    s[threadIdx.x] = a;
    __syncthreads();
    for (uint32_t k = 0; k < threadIdx.x % 5; ++k) c = c * 3 + s[(threadIdx.x + k) % blockDim.x];
    b += s[(threadIdx.x * 7 + r) % blockDim.x];
    real = real * 1.5 + 1;
    __syncthreads();
    a = a * 1664525 + c + b + d;
    d ^= a;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = a ^ b ^ c ^ d ^ static_cast<uint32_t>(real);
}

TEST(CpuTimedTest, RegistersSurviveEveryWait) {
  constexpr uint32_t blocks = 20, threads = 65, rounds = 9;
  std::vector<uint32_t> expected;
  for (uint32_t block = 0; block < blocks; ++block) {
    struct Registers {
      uint32_t a, b, c, d;
      double real;
    };
    std::vector<Registers> all;
    for (uint32_t t = 0; t < threads; ++t) all.push_back({t, block, 1, 7, static_cast<double>(t)});
    for (uint32_t r = 0; r < rounds; ++r) {
      std::vector<uint32_t> s;
      for (const Registers& x : all) s.push_back(x.a);
      for (uint32_t t = 0; t < threads; ++t) {
        Registers& x = all[t];
        for (uint32_t k = 0; k < t % 5; ++k) x.c = x.c * 3 + s[(t + k) % threads];
        x.b += s[(t * 7 + r) % threads];
        x.real = x.real * 1.5 + 1;
        x.a = x.a * 1664525 + x.c + x.b + x.d;
        x.d ^= x.a;
      }
    }
    for (const Registers& x : all)
      expected.push_back(x.a ^ x.b ^ x.c ^ x.d ^ static_cast<uint32_t>(x.real));
  }
  with_workers([&] {
    std::vector<uint32_t> out(blocks * threads);
    launch<mixes>("mixes", Grid{blocks, threads, threads * 4}, buffer(out), rounds);
    EXPECT_EQ(out, expected);
  });
}

/// Adds up all places of a warp to the left, by shuffles, several times in a row.
void warp_sums(View<uint32_t> out) {
  uint32_t sum = threadIdx.x + 1;
  for (uint32_t distance = 1; distance < 32; distance *= 2) {
    const uint32_t left = __shfl_up_sync(0xffffffffu, sum, distance);
    if (threadIdx.x % 32 >= distance) sum += left;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

TEST(CpuTimedTest, ShufflesReadWhatTheLaneToTheLeftHandsIn) {
  with_workers([] {
    for (uint32_t threads : {1u, 4u, 31u, 32u, 33u, 100u, 256u}) {
      std::vector<uint32_t> out(9 * threads);
      launch<warp_sums>("warp_sums", Grid{9, threads}, buffer(out));
      for (uint32_t i = 0; i < out.size(); ++i) {
        const uint32_t t = i % threads, first = t - t % 32;
        ASSERT_EQ(out[i], (t + 1) * (t + 2) / 2 - first * (first + 1) / 2)
            << threads << " threads, thread " << t;
      }
    }
  });
}

/// Everyone counts, in memory of the grid and of the block.
void count_all(View<uint32_t> all, View<uint32_t> least, View<uint32_t> of_blocks) {
  SharedMemory shared;
  auto mine = shared.array<uint32_t>(1);
  if (threadIdx.x == 0) mine[0] = 0;
  __syncthreads();
  atomicAdd(&all[0], 1u);
  atomicMin(&least[0], 5 + (blockIdx.x * blockDim.x + threadIdx.x) * 7919 % 1000);
  atomicAdd(&mine[0], threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) of_blocks[blockIdx.x] = mine[0];
}

TEST(CpuTimedTest, AtomicsLoseNothing) {
  with_workers([] {
    std::vector<uint32_t> all(1), least(1, 9999), of_blocks(300);
    launch<count_all>("count_all", Grid{300, 64, 4}, buffer(all), buffer(least), buffer(of_blocks));
    EXPECT_EQ(all[0], 300u * 64);
    EXPECT_EQ(least[0], 5u);
    EXPECT_EQ(of_blocks, std::vector<uint32_t>(300, 63 * 64 / 2));
  });
}

TEST(CpuTimedTest, TheGridScanLooksBackOverManyBlocks) {
  struct Made : LaunchWatch {
    bool begin(const LaunchFacts&) override { return true; }
  };
  with_workers([] {
    for (uint32_t n :
         {1u, 255u, 256u, 257u, 40'000u, 300'000u}) {  // the last: several values a thread
      std::vector<unsigned char> memory(1u << 20);
      Arena arena(memory.data(), memory.size());
      const Arena::Use use(arena);
      Made watch;
      radix::Run run({.n = n, .settings = {.threads_per_block = 64}}, radix_family, nullptr,
                     nullptr, watch);
      std::vector<uint32_t> in(n), out(n + 1, 77);
      for (uint32_t i = 0; i < n; ++i) in[i] = i * 2654435761u >> 28;
      auto from = buffer(in), to = buffer(out);
      GridScan scan(n, 64);
      scan(run, from, to, n);
      uint32_t sum = 0;
      for (uint32_t i = 0; i < n; ++i) {
        ASSERT_EQ(out[i], sum) << "of " << n << " at " << i;
        sum += in[i];
      }
      ASSERT_EQ(out[n], sum);
    }
  });
}

/// Every block waits for every other one.
void waits_for_all(View<volatile uint64_t> flags, View<uint32_t> out) {
  SharedMemory shared;
  auto sum = shared.array<uint32_t>(1);
  if (threadIdx.x == blockDim.x - 1) {
    flags[blockIdx.x] = blockIdx.x + 1;
    sum[0] = 0;
    for (uint32_t b = 0; b < gridDim.x; ++b) {
      while (flags[b] == 0) spin_pause();
      sum[0] += static_cast<uint32_t>(flags[b]);
    }
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum[0];
}

TEST(CpuTimedTest, BlocksThatAllWaitForEachOtherAreAllResident) {
  with_workers([] {
    for (uint32_t blocks : {1u, 2u, 5u, 64u, 300u}) {
      std::vector<uint64_t> flags(blocks);
      std::vector<uint32_t> out(blocks * 9);
      const Grid grid{.blocks = blocks, .threads = 9, .shared_bytes = 4, .all_resident = true};
      launch<waits_for_all>("waits_for_all", grid, buffer(flags), buffer(out));
      ASSERT_EQ(out, std::vector<uint32_t>(blocks * 9, blocks * (blocks + 1) / 2))
          << blocks << " blocks";
    }
  });
}

TEST(CpuTimedTest, MoreResidentBlocksThanThereIsRoomForAreRefused) {
  Grid grid{.blocks = max_resident_threads / 64, .threads = 64, .all_resident = true};
  EXPECT_EQ(failure([&] { require_possible("waits", grid); }), "");
  grid.blocks += 1;
  EXPECT_TRUE(says(failure([&] { require_possible("waits", grid); }),
                   {"waits", "1025 blocks", "only 1024", "on this device"}));
  grid.resident_limit = 10;
  EXPECT_TRUE(
      says(failure([&] { require_possible("waits", grid); }), {"only 10", "limit that was set"}));
  grid = {.blocks = 1, .threads = 1025};
  EXPECT_TRUE(says(failure([&] { require_possible("large", grid); }), {"1025 threads"}));
}

void throws_at(uint32_t block, uint32_t thread, View<volatile uint64_t> never) {
  __syncthreads();
  if (blockIdx.x == block && threadIdx.x == thread) throw std::logic_error("no luck");
  if (blockIdx.x > block && threadIdx.x == 0) {
    while (never[0] == 0) spin_pause();  // must not wait for ever
  }
  __syncthreads();
}
void leaves_early(uint32_t n) {
  if (threadIdx.x < n) __syncthreads();
}
void comes_late(uint32_t n) {
  if (threadIdx.x >= n) __syncthreads();
}

TEST(CpuTimedTest, WhatAKernelThrowsIsAnErrorAndHarmsNoLaterLaunch) {
  with_workers([] {
    for (uint32_t thread : {0u, 1u, 31u}) {
      std::vector<uint64_t> never(1);
      const std::string e = failure([&] {
        launch<throws_at>("throws_at", Grid{30, 32}, 4u, thread, buffer(never));
      });
      EXPECT_TRUE(says(e, {"throws_at, block 4", "no luck"})) << e;
      EXPECT_TRUE(says(failure([] {
                         launch<leaves_early>("leaves_early", Grid{3, 8}, 5u);
                       }),
                       {"thread 5", "thread 0"}));
      EXPECT_TRUE(says(failure([] {
                         launch<comes_late>("comes_late", Grid{3, 8}, 5u);
                       }),
                       {"thread 0", "thread 5"}));
      std::vector<uint32_t> out(8);
      launch<pass_on>("pass_on", Grid{1, 8, 32}, buffer(out), 3u);
      EXPECT_EQ(out[0], 5u);
    }
  });
}

TEST(CpuTimedTest, TheDensityOfAnArrayIsCounted) {
  with_workers([] {
    std::vector<uint32_t> keys(100'003), counts_of(Density::size * Density::size);
    std::mt19937 random(3);
    for (uint32_t& key : keys) key = static_cast<uint32_t>(random());
    measure_density(View<const uint32_t>(keys.data(), keys.size()),
                    View<uint32_t>(counts_of.data(), counts_of.size()),
                    static_cast<uint32_t>(keys.size()), 32);
    std::vector<uint32_t> expected(counts_of.size());
    for (uint64_t i = 0; i < keys.size(); ++i)
      ++expected[(keys[i] >> 24) * 256 + i * 256 / keys.size()];
    EXPECT_EQ(counts_of, expected);
  });
}

}  // namespace
