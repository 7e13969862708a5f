/// What every trace must satisfy, whatever the rung, the size or the machine. Each check returns "" or
/// the first thing that is wrong, so that a planted fault can be seen to be caught.
#pragma once

#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "kernels/engines/engine.hpp"
#include "kernels/reference.hpp"

namespace radix::checks {

inline std::string at(const std::string& what, std::size_t pass, std::size_t i) {
  return what + " in pass " + std::to_string(pass + 1) + " at index " + std::to_string(i);
}

/// The result is the stable sort of the input, proven by the identity of every key.
inline std::string sorted_result(const Problem& problem, const Array& sorted) {
  const auto order = reference_order(problem);
  if (sorted.ids.size() != order.size() || sorted.values.size() != order.size()) {
    return "the result has " + std::to_string(sorted.ids.size()) + " keys";
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (sorted.ids[i] >= order.size()) return at("an identity nobody has", 0, i);
    if (sorted.values[i] != problem.keys()[sorted.ids[i]]) return at("key and identity part", 0, i);
    if (sorted.ids[i] != order[i]) return at("not the stable order", 0, i);
  }
  return "";
}

inline std::vector<uint32_t> exclusive_scan_of(const std::vector<uint32_t>& in, std::size_t block) {
  std::vector<uint32_t> out(in.size());
  uint32_t sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i % block == 0) sum = 0;
    out[i] = sum;
    sum += in[i];
  }
  return out;
}

/// The shown levels of a Kogge–Stone scan: each element holds the sum of the last 2^level values up to
/// itself, inside its block.
inline std::string scan_level(const Step& step, const std::vector<uint32_t>& in,
                              std::size_t block, ArrayId level_id) {
  const Array& sums = *step.find(level_id);
  const std::size_t width = std::size_t{2} * step.distance;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t begin = i - std::min(i % block, width - 1);
    uint32_t sum = 0;
    for (std::size_t k = begin; k <= i; ++k) sum += in[k];
    if (sums.values[i] != sum) return at("a wrong partial sum", step.pass, i);
  }
  return "";
}

/// One pass of rung 1 or 2: every array that is shown follows from the arrays it is made of.
inline std::string last_step_of_pass(const Trace& trace, const Step& s) {
  const Problem& p = trace.problem;
  const std::size_t n = p.size(), block = p.threads_per_block();
  const auto& keys = s.find(ArrayId::keys)->values;
  const auto& bits = s.find(ArrayId::bits)->values;
  for (std::size_t i = 0; i < n; ++i) {
    if (bits[i] != (keys[i] >> s.pass & 1)) return at("a wrong bit", s.pass, i);
  }
  const bool local = rung_named(trace.rung)->sorts_in_block;
  const auto& before = s.find(ArrayId::ones_before)->values;
  if (before != exclusive_scan_of(bits, local ? block : std::max<std::size_t>(n, 1))) {
    return at("the shown scan is not the scan of the shown bits", s.pass, 0);
  }
  const auto& destination = s.find(ArrayId::destination)->values;
  const auto& output = *s.find(ArrayId::output);
  const Array& from = *s.find(local ? ArrayId::local_keys : ArrayId::keys);
  for (std::size_t i = 0; i < n; ++i) {
    if (destination[i] >= n) return at("a destination outside the output", s.pass, i);
    if (output.ids[destination[i]] != from.ids[i]) return at("a key went elsewhere", s.pass, i);
    if (output.values[destination[i]] != from.values[i]) return at("a changed key", s.pass, i);
  }
  if (!local) {
    const uint32_t total = std::accumulate(bits.begin(), bits.end(), 0u);
    if (s.find(ArrayId::ones_total)->values[0] != total) return at("a wrong total", s.pass, 0);
    return "";
  }
  const auto& counts = s.find(ArrayId::bucket_counts)->values;
  for (uint32_t b = 0; b < p.blocks(); ++b) {
    const auto first = bits.begin() + p.block_begin(b), last = bits.begin() + p.block_end(b);
    const auto ones = static_cast<uint32_t>(std::count(first, last, 1u));
    if (counts[p.blocks() + b] != ones) return at("a wrong count of ones", s.pass, b);
    if (counts[b] + ones != p.block_end(b) - p.block_begin(b)) {
      return at("a column that does not sum to the block's keys", s.pass, b);
    }
  }
  if (s.find(ArrayId::bucket_starts)->values != exclusive_scan_of(counts, counts.size())) {
    return at("the shown starts are not the scan of the shown counts", s.pass, 0);
  }
  return "";
}

/// Everything a recorded run shows: per step its levels, per pass its arrays, pass after pass.
inline std::string whole_trace(const Trace& trace) {
  if (!trace.error.empty()) return trace.error;
  const Problem& p = trace.problem;
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const Step& s = trace.steps[k];
    const bool table = s.stage == Stage::table_scan;
    if (s.level > 0) {
      const Array& in = *s.find(table ? ArrayId::bucket_counts : ArrayId::bits);
      const std::string wrong = scan_level(s, in.values, p.threads_per_block(),
                                           table ? ArrayId::partial_counts : ArrayId::partial_ones);
      if (!wrong.empty()) return wrong;
    }
    if (s.find(s.made) == nullptr) return at("a step without its array", s.pass, k);
    const bool last = k + 1 == trace.steps.size() || trace.steps[k + 1].pass != s.pass;
    if (!last) continue;
    const std::string wrong = last_step_of_pass(trace, s);
    if (!wrong.empty()) return wrong;
    const Array& out = *s.find(ArrayId::output);
    const Array& next = k + 1 == trace.steps.size() ? trace.sorted
                                                    : *trace.steps[k + 1].find(ArrayId::keys);
    if (out.values != next.values || out.ids != next.ids) {
      return at("the next pass does not read what this one wrote", s.pass, 0);
    }
  }
  if (p.size() > 0 && (trace.steps.empty() || trace.steps.back().pass + 1 != p.passes())) {
    return "not every pass was shown";
  }
  return sorted_result(p, trace.sorted);
}

/// Kinds of keys that find different faults.
enum class Keys { uniform, sorted, reversed, all_equal, few_distinct, alternating };
inline constexpr Keys all_kinds[] = {Keys::uniform,   Keys::sorted,       Keys::reversed,
                                     Keys::all_equal, Keys::few_distinct, Keys::alternating};

inline std::vector<uint32_t> make_keys(Keys kind, std::size_t n, uint32_t bits, uint32_t seed) {
  std::mt19937 random(seed);
  const uint32_t mask = bits == 32 ? 0xffffffffu : (1u << bits) - 1;
  std::vector<uint32_t> keys(n);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(random()) & mask;
  if (kind == Keys::sorted || kind == Keys::reversed) std::sort(keys.begin(), keys.end());
  if (kind == Keys::reversed) std::reverse(keys.begin(), keys.end());
  for (std::size_t i = 0; i < n; ++i) {
    if (kind == Keys::all_equal) keys[i] = mask;
    if (kind == Keys::few_distinct) keys[i] = keys[i] % 3 & mask;
    if (kind == Keys::alternating) keys[i] = i % 2 == 0 ? mask : 0;
  }
  return keys;
}

inline Recipe recipe(std::vector<uint32_t> keys, uint32_t bits, uint32_t block,
                     const std::string& rung) {
  Recipe r;
  r.problem = *Problem::make(std::move(keys), {bits, block});
  r.rung = rung;
  r.engine = EngineChoice::cpu;
  return r;
}

/// A random small problem; the same seed gives the same one everywhere.
inline Recipe random_recipe(uint32_t seed) {
  std::mt19937 random(seed);
  const std::size_t n = random() % 10 == 0 ? random() % 600 : random() % 70;
  const auto bits = static_cast<uint32_t>(1 + random() % (random() % 8 == 0 ? 32 : 8));
  constexpr uint32_t blocks[] = {1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64, 100, 256};
  const uint32_t block = blocks[random() % std::size(blocks)];
  const Keys kind = all_kinds[random() % std::size(all_kinds)];
  const auto all = rungs();
  return recipe(make_keys(kind, n, bits, seed + 77), bits, block, all[random() % all.size()].name);
}

}  // namespace radix::checks
