/// The density kernel against a plain loop, and the loop against itself with a fault in it.
#include "kernels/timing/density.cuh"
#include "tests/support/thorough.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

using namespace radix;
using namespace radix::cpu;

namespace {

constexpr uint32_t size = Density::size;

struct Pair {
  uint32_t key, value;
};
struct WidePair {
  uint64_t key;
  uint32_t value;
};

/// The picture by its definition, in integers that cannot overflow.
template <class Key>
std::vector<uint32_t> plain(const std::vector<Key>& keys, uint32_t bits) {
  std::vector<uint32_t> counts(size * size);
  for (uint64_t i = 0; i < keys.size(); ++i) {
    const uint64_t key = sort_key(keys[i]), column = i * size / keys.size();
    const uint64_t row = bits >= 8 ? key >> (bits - 8) : key << (8 - bits);
    ++counts[row * size + column];
  }
  return counts;
}

template <class Key>
std::vector<uint32_t> measured(const std::vector<Key>& keys, uint32_t bits) {
  Buffer<Key> array(keys.size(), "keys");
  array.upload(keys);
  Buffer<uint32_t> counts(size * size, "counts");
  measure_density<Key>(array, counts, static_cast<uint32_t>(keys.size()), bits);
  return counts.download(counts.size());
}

/// "" or the first cell that differs.
std::string difference(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  for (uint32_t i = 0; i < size * size; ++i)
    if (a[i] != b[i])
      return "row " + std::to_string(i / size) + ", column " + std::to_string(i % size) + ": " +
             std::to_string(a[i]) + " and " + std::to_string(b[i]);
  return "";
}

uint64_t below(uint32_t bits) { return bits == 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

/// Keys of every shape that a sort meets: random, few ones, few values, one value, in order,
/// backwards, the largest only.
std::vector<std::vector<uint64_t>> shapes(uint32_t n, uint32_t bits) {
  std::mt19937_64 next(n * 65u + bits);
  std::vector<std::vector<uint64_t>> all(8, std::vector<uint64_t>(n));
  for (uint32_t i = 0; i < n; ++i) {
    const uint64_t most = below(bits), step = std::max<uint64_t>(most / n, 1);
    all[0][i] = next() & most;
    all[1][i] = next() & next() & most;
    all[2][i] = next() & next() & next() & next() & next() & most;
    all[3][i] = (next() % 5) * (most / 5);
    all[4][i] = most / 3;
    all[5][i] = std::min(i * step, most);
    all[6][i] = most - all[5][i];
    all[7][i] = most;
  }
  return all;
}

template <class Key>
std::vector<Key> as(const std::vector<uint64_t>& keys) {
  std::vector<Key> out;
  for (uint64_t key : keys) {
    if constexpr (std::is_integral_v<Key>)
      out.push_back(static_cast<Key>(key));
    else
      out.push_back({static_cast<decltype(Key::key)>(key), static_cast<uint32_t>(out.size())});
  }
  return out;
}

template <class Key>
void agrees(uint32_t n, uint32_t bits) {
  uint32_t shape = 0;
  for (const auto& keys : shapes(n, bits)) {
    const auto counted = measured(as<Key>(keys), bits);
    ASSERT_EQ(difference(counted, plain(as<Key>(keys), bits)), "")
        << n << " keys of " << bits << " bits, shape " << shape;
    ASSERT_EQ(std::accumulate(counted.begin(), counted.end(), uint64_t{0}), n);
    ++shape;
  }
}

TEST(DensityTest, IsThePlainLoopForEverySizeAndShape) {
  for (uint32_t n : {1u, 2u, 255u, 256u, 257u, 1000u, cases(10'007, 100'003)}) {
    for (uint32_t bits : {1u, 5u, 7u, 8u, 9u, 31u, 32u}) agrees<uint32_t>(n, n > 1000 ? 32 : bits);
    agrees<uint64_t>(n, 64);
    agrees<Pair>(n, 32);
  }
  for (uint32_t bits : {1u, 8u, 33u, 63u}) agrees<uint64_t>(300, bits);
  agrees<WidePair>(511, 40);
}

TEST(DensityTest, IsTheSameInEveryOrderOfThreadsAndBlocks) {
  const auto keys = as<uint32_t>(shapes(1021, 32)[0]);
  const auto once = measured(keys, 32);
  for (Schedule order : {Schedule::reverse, Schedule::shuffled}) {
    set_order(order, order, 3);
    EXPECT_EQ(difference(measured(keys, 32), once), "");
  }
  set_order(Schedule::forward, Schedule::forward, 1);
}

TEST(DensityTest, ColumnsHoldThePositionsOfTheDefinition) {
  for (uint32_t n :
       {1u, 3u, 255u, 256u, 257u, 1'000'000u, 4293918720u}) {  // the last: max_indexed_keys
    EXPECT_EQ(first_of_column(0, n), 0u);
    EXPECT_EQ(first_of_column(size, n), n);
    for (uint32_t column = 0; column < size; ++column) {
      const uint64_t first = first_of_column(column, n), end = first_of_column(column + 1, n);
      ASSERT_LE(first, end);
      if (first == end) continue;
      ASSERT_EQ(first * size / n, column) << n;
      ASSERT_EQ((end - 1) * size / n, column) << n;
    }
  }
  EXPECT_EQ(max_indexed_keys, 4293918720u);
  EXPECT_EQ(first_of_column(3, 1'000'000), 11'719u);  // the head comment's numbers
  EXPECT_EQ(first_of_column(4, 1'000'000), 15'625u);
  EXPECT_EQ(density_row(0x0a30b1c2, 32), 10u);
}

TEST(DensityTest, FewBitsKeepTheirDistance) {
  for (uint32_t key = 0; key < 8; ++key) EXPECT_EQ(density_row(key, 3), key * 32);
  EXPECT_EQ(density_row(~uint64_t{0}, 64), 255u);
  EXPECT_EQ(density_row(255, 8), 255u);
}

TEST(DensityTest, AKeyInTheWrongPlaceIsSeen) {
  auto keys = as<uint32_t>(shapes(1000, 32)[5]);
  const auto right = measured(keys, 32);
  std::swap(keys[10], keys[900]);
  EXPECT_NE(difference(measured(keys, 32), right), "");
  keys = as<uint32_t>(shapes(1000, 32)[0]);
  EXPECT_NE(difference(measured(keys, 31 + 1), plain(as<uint32_t>(shapes(1000, 32)[1]), 32)), "");
}

TEST(DensityTest, ABufferThatIsTooSmallIsNamed) {
  Buffer<uint32_t> keys(100, "keys"), counts(size * size, "counts");
  keys.clear();
  EXPECT_THROW(measure_density<uint32_t>(keys, counts, 101, 32), KernelError);
}

}  // namespace
