/// What limits the kernels of the fast sorts? Sorts 2^28 uniform keys, 2^27 pairs and 2^27 keys of
/// 64 bits once by each of them, so that a profiler can count.
///
///     cmake --build BUILD --target sweep_counters
///     ncu --clock-control none --csv --page raw --metrics gpu__time_duration.sum,…
///         BUILD/bin/sweep_counters
///
/// assets/timing/h200_kernels.json has what was counted on an H200.
#include <cstdio>
#include <random>

#include "kernels/fast/sweep_sorts.hpp"

using namespace radix::sweep;

template <class Key>
static void sort_once(const char* name, Method method, std::size_t n, bool pairs) {
  std::mt19937_64 random(1);
  std::vector<Key> keys(n);
  std::vector<uint32_t> values(pairs ? n : 0);
  for (Key& key : keys) key = static_cast<Key>(random());
  const bool by_buckets = sort_on_device(method, keys, values);
  std::printf("%s, %zu items of %zu bytes%s\n", name, n, sizeof(Key) + (pairs ? 4 : 0),
              by_buckets ? ", by buckets" : "");
}

int main() {
  constexpr std::size_t keys = std::size_t{1} << 28, half = keys / 2;
  sort_once<uint32_t>("one_sweep", Method::one_sweep, keys, false);
  sort_once<uint32_t>("one_sweep_atomics", Method::one_sweep_atomics, keys, false);
  sort_once<uint32_t>("hybrid", Method::hybrid, keys, false);
  sort_once<uint32_t>("one_sweep", Method::one_sweep, half, true);
  sort_once<uint32_t>("hybrid", Method::hybrid, half, true);
  sort_once<uint64_t>("one_sweep", Method::one_sweep, half, false);
  sort_once<uint64_t>("hybrid", Method::hybrid, half, false);
}
