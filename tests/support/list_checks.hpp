/// Random sorts by lists, and what must hold in every step of one.
#pragma once

#include "kernels/lists/lists_family.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"

namespace radix::checks {

inline constexpr ListMerge all_list_merges[] = {ListMerge::one_thread, ListMerge::atomic_min,
                                                ListMerge::reduction, ListMerge::hybrid};

/// A random run of any order and type of keys, number of lists and way to merge them.
inline Recipe drawn_lists(uint32_t seed) {
  std::mt19937 random(seed);
  Settings settings = random_settings(random);
  settings.list_merge = all_list_merges[random() % std::size(all_list_merges)];
  settings.lists = 1u << random() % (seed % 16 == 0 ? 7 : 4);
  if (settings.list_merge != ListMerge::reduction)
    settings.lists += static_cast<uint32_t>(random() % settings.lists);
  const SortInfo& sort = sorts_of("lists")[random() % 4 == 0 ? 0 : 1];
  settings = settings_for(sort, settings);
  const uint32_t bits = settings.key_bits + settings.second_bits;
  const std::size_t n = random() % (seed % 64 == 0 ? 200 : 24);
  const auto kind = all_kinds[random() % std::size(all_kinds)];
  return {.problem = *Problem::make(make_keys(kind, n, bits, seed), settings),
          .sort = sort.name,
          .engine = EngineChoice::cpu};
}

/// "" or what is wrong with the keys of a list, from this place on, every `lists`-th: an order by
/// the low bits, or equal keys that changed places.
inline std::string wrong_list(const Problem& p, const Step& step, const Array& keys, uint32_t list,
                              uint32_t lists, uint32_t bits) {
  const uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
  for (uint32_t i = list; i + lists < p.size(); i += lists) {
    const uint32_t a = p.ordered(keys.values[i]) & mask,
                   b = p.ordered(keys.values[i + lists]) & mask;
    if (b < a) return at("a list out of order", step.pass, i);
    if (a == b && keys.ids[i] > keys.ids[i + lists]) return at("unstable", step.pass, i);
  }
  return "";
}

/// "" or what is wrong with a run: every list by the low bits, stable, in every part; the result in
/// order, every key there; of one thread's two lists the stable order.
inline std::string wrong_lists(const Trace& trace) {
  const Problem& p = trace.problem;
  if (trace.sort == "lists_serial") {
    const std::string result = sorted_result(p, trace.sorted);
    if (!result.empty()) return result;
  }
  std::vector<uint32_t> expected = reference_order(p), ids = trace.sorted.ids;
  for (uint32_t& id : expected) id = p.keys()[id];
  if (trace.sorted.values != expected) return "not in order";
  std::ranges::sort(ids);
  for (uint32_t i = 0; i < ids.size(); ++i)
    if (ids[i] != i) return at("a key is missing", 0, i);
  const uint32_t all = lists::list_count(p, trace.sort);
  for (const Step& step : trace.steps) {
    if (step.made == lists::array::list_counts) {
      const std::vector<uint32_t>& counts = step.find(step.made)->values;
      if (std::accumulate(counts.begin(), counts.end(), 0u) != p.size())
        return at("keys that nobody counted", step.pass, 0);
    }
    if (step.made != array::output || step.stage != lists::stage::lists) continue;
    for (uint32_t list = 0; list < all; ++list) {
      const std::string wrong =
          wrong_list(p, step, *step.find(array::output), list, all, step.pass + 1);
      if (!wrong.empty()) return wrong;
    }
  }
  return "";
}

}  // namespace radix::checks
