/// Random runs of one-sweep and the hybrid, and what must hold in every step of one.
#pragma once

#include "kernels/hybrid/hybrid_family.hpp"
#include "kernels/onesweep/onesweep_family.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"

namespace radix::checks {

/// A random run of this sort: any order and type of keys, any cut, ranks and arrival.
inline Recipe drawn_sweep(uint32_t seed, const SortInfo& sort) {
  std::mt19937 random(seed);
  Settings settings = random_settings(random);
  settings.ranks = any_of({RankBy::ballots, RankBy::atomics}, random);
  settings.warp_size =
      any_of({WarpSize::two, WarpSize::four, WarpSize::eight, WarpSize::sixteen}, random);
  settings.arrival = any_of({Arrival::in_turn, Arrival::last_first}, random);
  if (settings.key_bits > 12) settings.radix_bits = 4 + settings.radix_bits % 5;
  settings.threads_per_block = 1 + settings.threads_per_block % 24;
  settings.keys_per_thread = 1 + settings.keys_per_thread % 4;
  settings = settings_for(sort, settings);
  const uint32_t bits = settings.key_bits + settings.second_bits;
  const std::size_t n = random() % (seed % 64 == 0 ? 300 : 40);
  const auto kind = all_kinds[random() % std::size(all_kinds)];
  return {
      .problem = *Problem::make(make_keys(kind, n, bits, seed), settings),
      .sort = sort.name,
      .engine = EngineChoice::cpu,
      .thread_order = any_of({Schedule::forward, Schedule::reverse, Schedule::shuffled}, random),
      .block_order = any_of({Schedule::forward, Schedule::reverse, Schedule::shuffled}, random),
      .seed = seed};
}

/// How one-sweep cuts its keys: the tile and the warp of a place, and the warp's first place.
struct SweepCut {
  const Problem& problem;
  uint32_t tile(uint32_t i) const { return problem.block_of(i); }
  uint32_t warp(uint32_t i) const {
    return i % problem.keys_per_block() / (problem.lanes() * problem.keys_per_thread());
  }
  bool same_warp(uint32_t i, uint32_t j) const { return tile(i) == tile(j) && warp(i) == warp(j); }
};

/// What a pass of one-sweep shows, held against the keys it reads: "" or what is wrong.
inline std::string wrong_sweep(const Trace& trace, const Step& s) {
  namespace sweep = onesweep;
  const Problem& p = trace.problem;
  const Digit digit = p.digit(s.pass);
  const std::vector<uint32_t>& keys = s.find(array::keys)->values;
  const SweepCut cut{p};
  const uint32_t n = p.size(), tiles = p.blocks(), warps = p.warps_per_block();
  std::vector<uint32_t> of_tile(digit.buckets() * tiles), of_warp(of_tile.size() * warps),
      before(of_tile.size());
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t d = digit.of(keys[i]);
    if (values(s, sweep::array::rank)[i] !=
        of_warp[(d * tiles + cut.tile(i)) * warps + cut.warp(i)]++)
      return at("a wrong rank", s.pass, i);
    ++of_tile[d * tiles + cut.tile(i)];
  }
  for (uint32_t d = 0; d < digit.buckets(); ++d)
    for (uint32_t t = 1; t < tiles; ++t)
      before[d * tiles + t] = before[d * tiles + t - 1] + of_tile[d * tiles + t - 1];
  if (values(s, sweep::array::warp_counts) != of_warp)
    return at("wrong counts of warps", s.pass, 0);
  if (values(s, sweep::array::own_counts) != of_tile) return at("wrong counts", s.pass, 0);
  if (values(s, sweep::array::before_tile) != before) return at("a wrong sum before", s.pass, 0);
  const std::vector<uint32_t>& looks = values(s, sweep::array::looked_at);
  for (uint32_t e = 0; e < looks.size(); ++e)
    if (looks[e] > e % tiles || (looks[e] == 0) != (e % tiles == 0))
      return at("an impossible walk", s.pass, e);
  const Array& local = *s.find(sweep::array::local_keys);
  const std::vector<uint32_t>& destination = values(s, sweep::array::destination);
  const Array& output = *s.find(array::output);
  for (uint32_t i = 0; i < n; ++i) {
    if (output.ids[destination[i]] != local.ids[i]) return at("a key went elsewhere", s.pass, i);
    const uint32_t slot =
        cut.tile(i) * p.keys_per_block() + values(s, sweep::array::local_destination)[i];
    if (local.ids[slot] != s.find(array::keys)->ids[i]) return at("a wrong slot", s.pass, i);
  }
  return "";
}

/// Every bucket of the hybrid has its own keys when both partitions are done, in any order.
inline std::string wrong_buckets(const Trace& trace, const Step& s, uint32_t bits_done) {
  const Problem& p = trace.problem;
  std::vector<uint32_t> expected = p.keys(), found = s.find(array::output)->values;
  const uint32_t rest = p.key_bits() - bits_done;
  for (std::vector<uint32_t>* keys : {&expected, &found})
    for (uint32_t& key : *keys) key = rest == 32 ? 0 : p.ordered(key) >> rest;
  std::ranges::sort(expected);
  return found == expected ? "" : at("a key in another's bucket", s.pass, 0);
}

/// A whole run of the hybrid: "" or what is wrong.
inline std::string wrong_hybrid(const Trace& trace) {
  if (!trace.error.empty()) return trace.error;
  const Problem& p = trace.problem;
  const hybrid::Plan plan = hybrid::plan_of(p);
  for (const Step& step : trace.steps) {
    for (const SharedArray& array : step.arrays)
      if (const std::string wrong = array_error(*array, p, step, false, nullptr); !wrong.empty())
        return wrong;
    if (step.made == onesweep::array::largest_bucket && values(step, step.made)[0] != plan.largest)
      return at("a wrong largest bucket", step.pass, 0);
    const bool cut = step.made == array::output && step.find(onesweep::array::reserved) != nullptr;
    if (!cut) continue;
    const std::string wrong =
        wrong_buckets(trace, step, step.pass == 0 ? plan.first.bits : plan.bits());
    if (!wrong.empty()) return wrong;
  }
  std::vector<uint32_t> expected = reference_order(p), ids = trace.sorted.ids;
  for (uint32_t& id : expected) id = p.keys()[id];
  if (trace.sorted.values != expected) return "not in order";
  std::ranges::sort(ids);
  for (uint32_t i = 0; i < ids.size(); ++i)
    if (ids[i] != i) return at("a key is missing", 0, i);
  return "";
}

/// What the hybrid with buckets of a fixed capacity makes of these keys, counted by another way
/// than the program's.
struct CapacityFacts {
  uint64_t lowest = ~0ull, highest = 0, falls = 0, rises = 0, step = 0;
  uint32_t high_bits = 0, all_bits = 0;
  std::vector<uint64_t> numbers;  ///< by identity
  bool copies() const { return falls == 0 || rises == 0; }
  uint64_t bucket(uint32_t id, uint32_t bits) const { return numbers[id] >> (all_bits - bits); }
};
inline CapacityFacts capacity_facts(const Problem& p) {
  const hybrid::Plan digits = hybrid::digits_of(p);
  CapacityFacts facts{.high_bits = digits.first.bits, .all_bits = p.key_bits()};
  for (uint32_t i = 0; i < p.size(); ++i) {
    const uint64_t key = p.ordered(p.keys()[i]);
    facts.lowest = std::min(facts.lowest, key);
    facts.highest = std::max(facts.highest, key);
    if (i > 0) facts.falls += key < p.ordered(p.keys()[i - 1]) ? 1 : 0;
    if (i > 0) facts.rises += key > p.ordered(p.keys()[i - 1]) ? 1 : 0;
  }
  // The largest power of two by which all keys are apart
  facts.step = uint64_t{1} << 32;
  for (const uint32_t key : p.keys())
    while ((p.ordered(key) - facts.lowest) % facts.step != 0) facts.step /= 2;
  const uint64_t most = (uint64_t{1} << p.key_bits()) - 1,
                 range = (facts.highest - facts.lowest) / facts.step;
  for (const uint32_t key : p.keys())
    facts.numbers.push_back(
        range == 0 ? 0 : (p.ordered(key) - facts.lowest) / facts.step * (most / range));
  return facts;
}

/// A whole run with buckets of a fixed capacity: "" or what is wrong.
inline std::string wrong_capacity(const Trace& trace) {
  namespace sweep = onesweep::array;
  if (!trace.error.empty()) return trace.error;
  const Problem& p = trace.problem;
  const CapacityFacts facts = capacity_facts(p);
  const hybrid::CapacityPlan plan =
      p.size() > 0 ? hybrid::capacity_plan_of(p) : hybrid::CapacityPlan{};
  const uint32_t both = plan.bits();
  uint32_t partition = 0;
  for (const Step& step : trace.steps) {
    for (const SharedArray& array : step.arrays)
      if (const std::string wrong = array_error(*array, p, step, false, trace.family);
          !wrong.empty())
        return wrong;
    const auto is = [&](const ArrayId& made, uint64_t number) {
      return step.made != made || values(step, made)[0] == number;
    };
    if (!is(sweep::falls, facts.falls) || !is(sweep::rises, facts.rises))
      return at("a wrong order", 0, 0);
    if (step.made == sweep::varying && (values(step, sweep::lowest)[0] != facts.lowest ||
                                        values(step, sweep::highest)[0] != facts.highest))
      return at("a wrong range", 0, 0);
    if (step.made == sweep::tile_counts) ++partition;
    if (step.made != sweep::overflow) continue;
    const bool last = partition == 2 || plan.second.bits == 0;
    const uint32_t bits = last ? both : facts.high_bits, capacity = last ? plan.inner : plan.outer;
    const Array& slots = *step.find(sweep::bucket_slots);
    std::vector<uint32_t> wanted(1u << bits), found(1u << bits);
    for (uint32_t id = 0; id < p.size(); ++id) ++wanted[facts.bucket(id, bits)];
    for (uint32_t slot = 0; slot < slots.ids.size(); ++slot) {
      if (slots.ids[slot] == none) continue;
      if (facts.bucket(slots.ids[slot], bits) != slot / capacity)
        return at("a key in another's slots", 0, slot);
      ++found[slot / capacity];
    }
    const bool fits = std::ranges::max(wanted) <= capacity;
    if (fits != (values(step, sweep::overflow)[0] == 0)) return at("a wrong overflow", 0, bits);
    if (fits && found != wanted) return at("a key without a slot", 0, bits);
  }
  std::vector<uint32_t> expected = reference_order(p), ids = trace.sorted.ids;
  for (uint32_t& id : expected) id = p.keys()[id];
  if (trace.sorted.values != expected) return "not in order";
  std::ranges::sort(ids);
  for (uint32_t i = 0; i < ids.size(); ++i)
    if (ids[i] != i) return at("a key is missing", 0, i);
  return "";
}

/// A whole run of one-sweep.
inline std::string wrong_one_sweep(const Trace& trace) {
  if (!trace.error.empty()) return trace.error;
  for (const Step& step : trace.steps) {
    for (const SharedArray& array : step.arrays)
      if (const std::string wrong = array_error(*array, trace.problem, step, false, trace.family);
          !wrong.empty())
        return wrong;
    if (step.made != array::output || step.pass >= trace.problem.passes()) continue;
    if (const std::string wrong = wrong_sweep(trace, step); !wrong.empty()) return wrong;
  }
  return sorted_result(trace.problem, trace.sorted);
}

}  // namespace radix::checks
