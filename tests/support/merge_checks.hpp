/// Random merge sorts, and what must hold in every step of one.
#pragma once

#include "kernels/merge/merge_family.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"

namespace radix::checks {

/// A random run of any order and type of keys, start and cut.
inline Recipe drawn_merge(uint32_t seed) {
  std::mt19937 random(seed);
  Settings settings = random_settings(random);
  settings.start = random() % 2 == 0 ? SortStart::single : SortStart::block;
  settings.co_rank = random() % 2 == 0 ? CoRankSearch::two_sided : CoRankSearch::diagonal;
  std::mt19937 more(seed + 5);
  constexpr BlockSort block_sorts[] = {BlockSort::merge, BlockSort::transposition,
                                       BlockSort::bitonic, BlockSort::odd_even_merge};
  if (more() % 2 == 0) settings.block_sort = block_sorts[more() % 4];
  const uint32_t in_block = settings.threads_per_block * settings.keys_per_thread;
  if (more() % 2 == 0)
    settings.tile = std::min(max_keys_per_block,
                             settings.threads_per_block + static_cast<uint32_t>(more() % in_block));
  const char* sort = sorts_of("merge")[random() % sorts_of("merge").size()].name;
  settings = settings_for(*sort_named(sort), settings);
  if (settings.key_type == KeyType::plain && random() % 3 == 0)
    settings.compare = settings.second_bits > 0 ? Compare::fraction : Compare::ones_then_value;
  const uint32_t bits = settings.key_bits + settings.second_bits;
  const std::size_t n = random() % (seed % 16 == 0 ? 300 : 48);
  const auto kind = all_kinds[random() % std::size(all_kinds)];
  std::vector<uint32_t> keys = make_keys(kind, n, bits, seed);
  const uint32_t denominator = (1u << settings.second_bits) - 1;
  for (uint32_t& key : keys)
    if (settings.compare == Compare::fraction && (key & denominator) == 0) key |= 1;
  return {.problem = *Problem::make(std::move(keys), settings),
          .sort = sort,
          .engine = EngineChoice::cpu};
}

/// Equal keys keep their order from level to level, and in the whole sort where it promises that.
inline bool keeps_equals(const Problem& problem, const std::string& sort) {
  return sort_named(sort)->keeps_equals(problem.settings());
}

/// "" or what is wrong with a level: its runs, its sources, or its co-ranks.
inline std::string wrong_level(const Trace& trace, const Step& step, uint32_t run_length) {
  const Problem& p = trace.problem;
  const Array& keys = *step.find(merges::array::keys);
  const Array& output = *step.find(merges::array::output);
  const std::vector<uint32_t>& source = step.find(merges::array::source)->values;
  const Array* ranks = step.find(merges::array::co_rank);
  for (uint32_t i = 0; i < p.size(); ++i) {
    if (output.ids[i] != keys.ids[source[i]]) return at("source", step.pass, i);
    const uint32_t begin = i / (2 * run_length) * (2 * run_length);
    if (i > begin) {
      const uint32_t before = output.values[i - 1], here = output.values[i];
      if (p.before(here, before)) return at("not in order", step.pass, i);
      const bool equal = !p.before(before, here);
      if (equal && (source[i - 1] > source[i] ||
                    (keeps_equals(p, trace.sort) && output.ids[i - 1] > output.ids[i])))
        return at("equal keys changed places", step.pass, i);
    }
    if (ranks == nullptr || ranks->values[i] == none) continue;
    uint32_t from_a = 0;
    for (uint32_t o = begin; o < i; ++o) from_a += source[o] < begin + run_length ? 1 : 0;
    if (ranks->values[i] != from_a) return at("a wrong co-rank", step.pass, i);
  }
  return "";
}

inline std::string wrong_merge(const Trace& trace) {
  const std::string result = keeps_equals(trace.problem, trace.sort)
                                 ? sorted_result(trace.problem, trace.sorted)
                                 : ordered_result(trace.problem, trace.sorted);
  if (!result.empty()) return result;
  for (const Step& step : trace.steps) {
    if (step.made != merges::array::output || !step.find(merges::array::source)) continue;
    const uint32_t levels_before =
        step.pass - (trace.problem.settings().start == SortStart::block ? 1 : 0);
    const std::string wrong =
        wrong_level(trace, step, merges::first_run(trace.problem) << levels_before);
    if (!wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace radix::checks
