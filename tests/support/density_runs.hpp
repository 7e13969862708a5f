/// Timing runs whose density pictures come from plain C++ passes, for the tests of what is drawn
/// from them.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "app/timing/timing_run.hpp"

namespace scope {

using radix::Distribution;

/// Keys of every distribution, roughly as kernels/timing makes them.
inline std::vector<uint64_t> keys_of(const radix::TimedInput& input) {
  std::mt19937_64 next(input.seed);
  const uint64_t most = input.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << input.bits) - 1;
  std::vector<uint64_t> keys(input.n);
  for (uint64_t& key : keys) {
    key = next() & most;
    if (input.distribution == Distribution::entropy_544) key &= next();
    if (input.distribution == Distribution::entropy_201) key &= next() & next() & next() & next();
    if (input.distribution == Distribution::equal) key = most / 3;
    if (input.distribution == Distribution::few) key = key % 7 * (most / 7);
  }
  const bool rises = input.distribution == Distribution::sorted,
             falls = input.distribution == Distribution::reversed;
  if (rises || falls) std::ranges::sort(keys);
  if (falls) std::ranges::reverse(keys);
  return keys;
}

/// The picture by its definition.
inline radix::Density density_of(const std::vector<uint64_t>& keys, uint32_t bits, uint32_t pass,
                                 uint32_t passes) {
  constexpr uint64_t size = radix::Density::size;
  radix::Density density{pass, passes, std::vector<uint32_t>(size * size)};
  for (uint64_t i = 0; i < keys.size(); ++i) {
    const uint64_t row = bits >= 8 ? keys[i] >> (bits - 8) : keys[i] << (8 - bits);
    ++density.counts[row * size + i * size / keys.size()];
  }
  return density;
}

/// One row: the input, then as many passes of `radix_bits` as the key has digits.
inline TimingRow density_run_row(radix::TimedInput input, uint32_t radix_bits) {
  TimingRow row;
  row.input = input;
  row.sort = true;
  row.label = "digits";
  row.configuration.settings.radix_bits = radix_bits;
  std::vector<uint64_t> keys = keys_of(input);
  const uint32_t passes = (input.bits + radix_bits - 1) / radix_bits;
  row.densities.push_back(density_of(keys, input.bits, 0, passes));
  for (uint32_t pass = 0; pass < passes; ++pass) {
    const auto digit = [&](uint64_t key) {
      return key >> (pass * radix_bits) & ((uint64_t{1} << radix_bits) - 1);
    };
    std::ranges::stable_sort(keys, {}, digit);
    row.densities.push_back(density_of(keys, input.bits, pass + 1, passes));
  }
  return row;
}

/// Every distribution, in the order of the enum, 2^16 keys unless said otherwise.
inline TimingRun density_run(uint32_t bits, uint32_t radix_bits, uint64_t n = 1u << 16) {
  TimingRun run;
  for (uint32_t d = 0; d <= static_cast<uint32_t>(Distribution::few); ++d) {
    radix::TimedInput input{
        .bits = bits, .n = n, .distribution = static_cast<Distribution>(d), .seed = d + 1};
    run.rows.push_back(density_run_row(input, radix_bits));
    run.rows.back().id = d;
  }
  return run;
}

}  // namespace scope
