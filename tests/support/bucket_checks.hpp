/// Random runs of sample sort and of the highest digit first, and what must hold in every step.
#pragma once

#include "kernels/msd/msd_family.hpp"
#include "kernels/sample/sample_family.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"

namespace radix::checks {

/// A random run of the sort of this family: any order and type of keys, any cut, any order of
/// threads; often equal keys, and now and then 0 to 5.
inline Recipe drawn_buckets(uint32_t seed, const SortInfo& sort) {
  std::mt19937 random(seed);
  Settings settings = random_settings(random);
  settings.threads_per_block = 1 + settings.threads_per_block % 24;
  settings.radix_bits = static_cast<uint32_t>(1 + random() % 4);
  settings.oversampling = static_cast<uint32_t>(1 + random() % 5);
  settings.sampling = any_of({Sampling::regular, Sampling::random}, random);
  settings.sample_seed = static_cast<uint32_t>(random() % 100);
  settings.equal_buckets = random() % 2 == 0;
  settings.finish = any_of({1u, 1u, 2u, 5u, 40u}, random);
  if (settings.key_bits > 12) settings.radix_bits = 5 + settings.radix_bits % 4;
  settings = settings_for(sort, settings);
  const uint32_t bits = settings.key_bits + settings.second_bits;
  const std::size_t n = random() % (seed % 64 == 0 ? 200 : seed % 4 == 0 ? 6 : 40);
  const auto kind = all_kinds[random() % std::size(all_kinds)];
  return {
      .problem = *Problem::make(make_keys(kind, n, bits, seed), settings),
      .sort = sort.name,
      .engine = EngineChoice::cpu,
      .thread_order = any_of({Schedule::forward, Schedule::reverse, Schedule::shuffled}, random),
      .block_order = any_of({Schedule::forward, Schedule::reverse, Schedule::shuffled}, random),
      .seed = seed};
}

/// What the steps show is what the library says of the keys: "" or what is wrong.
inline std::string wrong_buckets(const Trace& trace) {
  if (!trace.error.empty()) return trace.error;
  const Problem& p = trace.problem;
  for (const Step& s : trace.steps) {
    const Array* keys = s.find(array::keys);
    if (s.made == sample::array::bucket || s.made == sample::array::bucket_sizes) {
      const Array& splitters = *s.find(sample::array::splitters);
      std::vector<uint32_t> sizes(p.sample_digit().buckets(), 0);
      for (uint32_t i = 0; i < p.size(); ++i) {
        const auto smaller = std::ranges::count_if(
            splitters.values, [&](uint32_t x) { return !p.before(keys->values[i], x); });
        const bool equal = std::ranges::any_of(splitters.values, [&](uint32_t x) {
          return !p.before(keys->values[i], x) && !p.before(x, keys->values[i]);
        });
        const auto bucket = static_cast<uint32_t>(
            p.settings().equal_buckets ? 2 * smaller - (equal ? 1 : 0) : smaller);
        ++sizes[bucket];
        if (s.find(sample::array::bucket)->values[i] != bucket)
          return at("a wrong bucket", s.pass, i);
      }
      const Array* shown = s.find(sample::array::bucket_sizes);
      if (s.made == sample::array::bucket_sizes && shown->values != sizes)
        return at("wrong sizes of buckets", s.pass, 0);
    }
    if (s.made == array::destination && holds_keys(array::keys)) {
      const bool local = s.find(array::local_keys) != nullptr;
      const std::vector<uint32_t>& slots = s.find(array::destination)->values;
      std::vector<bool> taken(p.size(), false);
      for (uint32_t i = 0; i < p.size(); ++i) {
        if (slots[i] == none && !local) continue;  // sorted already: no block touches it
        if (slots[i] >= p.size() || taken[slots[i]]) return at("two keys of a slot", s.pass, i);
        taken[slots[i]] = true;
      }
    }
  }
  return sorted_result(p, trace.sorted);
}

}  // namespace radix::checks
