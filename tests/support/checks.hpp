/// What every trace must satisfy, whatever the sort, the size or the machine. Each check returns ""
/// or the first thing that is wrong, so that a planted fault can be seen to be caught.
#pragma once

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "kernels/radix/radix_arrays.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/reference.hpp"

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

/// The same of a sort that promises nothing of equal keys: the order, and every key once.
inline std::string ordered_result(const Problem& problem, const Array& sorted) {
  std::vector<uint32_t> expected = reference_order(problem), ids = sorted.ids;
  for (uint32_t& id : expected) id = problem.keys()[id];
  for (std::size_t i = 0; i < sorted.ids.size(); ++i)
    if (sorted.ids[i] >= problem.size() || sorted.values[i] != problem.keys()[sorted.ids[i]])
      return at("key and identity part", 0, i);
  const auto before = [&](uint32_t a, uint32_t b) { return problem.before(a, b); };
  const bool backwards = problem.reversed();
  for (std::size_t i = 0; i + 1 < sorted.values.size(); ++i)
    if (before(sorted.values[i + !backwards], sorted.values[i + backwards]))
      return at("not in order", 0, i);
  std::ranges::sort(ids);
  std::ranges::sort(expected);
  std::vector<uint32_t> values = sorted.values;
  std::ranges::sort(values);
  if (values != expected) return "other keys than those that were given";
  for (uint32_t i = 0; i < ids.size(); ++i)
    if (ids[i] != i) return at("a key is missing", 0, i);
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

/// A block scan done by hand, level after level, on every block at once.
class ScanByHand {
 public:
  void begin(const std::vector<uint32_t>& in, std::size_t threads) {
    width_ = std::bit_ceil(threads);
    blocks_.assign((in.size() + threads - 1) / threads, std::vector<uint32_t>(width_, 0));
    threads_ = threads;
    for (std::size_t i = 0; i < in.size(); ++i) blocks_[i / threads][i % threads] = in[i];
  }
  void level(const Step& step) {
    for (auto& sums : blocks_) apply(sums, step.phase, step.distance);
  }
  std::string compare(const Step& step, const std::vector<uint32_t>& shown) const {
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (shown[i] != blocks_[i / threads_][i % threads_])
        return at("a wrong partial sum", step.pass, i);
    }
    return "";
  }

 private:
  static void apply(std::vector<uint32_t>& s, ScanPhase phase, std::size_t d) {
    const std::vector<uint32_t> old = s;
    for (std::size_t i = 0; i < s.size(); ++i) {
      const bool right = d > 0 && (i + 1) % (2 * d) == 0, left = d > 0 && (i + 1) % (2 * d) == d;
      if (phase == ScanPhase::across && i >= d) s[i] = old[i] + old[i - d];
      if (phase == ScanPhase::up && right) s[i] = old[i] + old[i - d];
      if (phase == ScanPhase::clear && i + 1 == s.size()) s[i] = 0;
      if (phase == ScanPhase::fill && left && i >= 2 * d) s[i] = old[i] + old[i - d];
      if (phase == ScanPhase::down && right) s[i] = old[i] + old[i - d];
      if (phase == ScanPhase::down && left) s[i] = old[i + d];
      if (phase == ScanPhase::lanes && i % 32 >= d) s[i] = old[i] + old[i - d];
      for (std::size_t k = 0; phase == ScanPhase::carry && k + 1 < i / 32 * 32; k += 32)
        s[i] += old[k + 31];
    }
  }
  std::vector<std::vector<uint32_t>> blocks_;
  std::size_t threads_ = 1, width_ = 1;
};

inline const std::vector<uint32_t>& values(const Step& s, ArrayId id) { return s.find(id)->values; }

/// One split inside the blocks, from the keys it found: bits, the counts before, slots, the keys
/// after.
inline std::string split_step(const Trace& trace, const Step& s, const Array& found) {
  const Problem& p = trace.problem;
  const Digit digit = p.digit(s.pass);
  const std::size_t keys_per_block = p.keys_per_block(), n = p.size();
  const auto& bits = values(s, array::bits);
  for (std::size_t i = 0; i < n; ++i) {
    if (bits[i] != digit.bit_of(found.values[i], s.split)) return at("a wrong bit", s.pass, i);
  }
  const auto& before = values(s, array::ones_before);
  if (before != exclusive_scan_of(bits, keys_per_block)) {
    return at("the shown scan is not the scan of the shown bits", s.pass, 0);
  }
  if (const Array* sums = s.find(array::thread_ones)) {
    for (std::size_t t = 0; t < sums->values.size(); ++t) {
      uint32_t sum = 0;
      for (std::size_t c = 0; c < p.keys_per_thread(); ++c) {
        const std::size_t i = t * p.keys_per_thread() + c;
        sum += i < n ? bits[i] : 0;
      }
      if (sums->values[t] != sum) return at("a wrong sum of a thread", s.pass, t);
    }
    if (values(s, array::ones_before_thread) !=
        exclusive_scan_of(sums->values, p.threads_per_block()))
      return at("the threads' scan is not the scan of the threads' sums", s.pass, 0);
  }
  const Array& after = *s.find(array::local_keys);
  for (uint32_t b = 0; b < p.blocks(); ++b) {
    const uint32_t begin = p.block_begin(b), end = p.block_end(b);
    const auto ones =
        static_cast<uint32_t>(std::count(bits.begin() + begin, bits.begin() + end, 1u));
    if (values(s, array::block_ones)[b] != ones) return at("a wrong number of ones", s.pass, b);
    for (uint32_t i = begin; i < end; ++i) {
      const uint32_t slot = bits[i] == 0 ? i - begin - before[i] : end - begin - ones + before[i];
      if (values(s, array::local_destination)[i] != slot)
        return at("a wrong slot in the block", s.pass, i);
      if (after.ids[begin + slot] != found.ids[i] ||
          after.values[begin + slot] != found.values[i]) {
        return at("a key went elsewhere in its block", s.pass, i);
      }
    }
  }
  return "";
}

/// The table of a pass: counts of every digit in every block, their scan, and where every key goes.
inline std::string table_of_pass(const Trace& trace, const Step& s) {
  const Problem& p = trace.problem;
  const Digit digit = p.digit(s.pass);
  const uint32_t blocks = p.blocks(), buckets = digit.buckets();
  const Array& local = *s.find(array::local_keys);
  std::vector<uint32_t> counts(std::size_t{buckets} * blocks, 0), local_starts(counts.size(), 0);
  for (uint32_t i = 0; i < p.size(); ++i)
    ++counts[digit.of(local.values[i]) * blocks + p.block_of(i)];
  for (uint32_t d = 1; d < buckets; ++d) {
    for (uint32_t b = 0; b < blocks; ++b)
      local_starts[d * blocks + b] =
          local_starts[(d - 1) * blocks + b] + counts[(d - 1) * blocks + b];
  }
  if (values(s, array::bucket_counts) != counts) return at("a wrong count in the table", s.pass, 0);
  const Array* shown_starts = s.find(array::local_bucket_starts);
  if (shown_starts != nullptr && shown_starts->values != local_starts)
    return at("a wrong start of a bucket in its block", s.pass, 0);
  const auto starts = exclusive_scan_of(counts, counts.size());
  if (values(s, array::bucket_starts) != starts) {
    return at("the shown starts are not the scan of the shown counts", s.pass, 0);
  }
  for (uint32_t i = 0; i < p.size(); ++i) {
    const uint32_t b = p.block_of(i), e = digit.of(local.values[i]) * blocks + b;
    if (values(s, array::destination)[i] != starts[e] + (i - p.block_begin(b) - local_starts[e]))
      return at("a wrong destination", s.pass, i);
  }
  return "";
}

/// Where a sort that scans all bits sends its keys.
inline std::string grid_scan_of_pass(const Trace& trace, const Step& s) {
  const auto& keys = values(s, array::keys);
  const auto& bits = values(s, array::bits);
  const Digit digit = trace.problem.digit(s.pass);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] != digit.bit_of(keys[i], 0)) return at("a wrong bit", s.pass, i);
  }
  if (values(s, array::ones_before) != exclusive_scan_of(bits, bits.size())) {
    return at("the shown scan is not the scan of the shown bits", s.pass, 0);
  }
  const uint32_t total = std::accumulate(bits.begin(), bits.end(), 0u);
  if (values(s, array::ones_total)[0] != total) return at("a wrong total", s.pass, 0);
  return "";
}

/// The last step of a pass: every array that is shown follows from the arrays it is made of.
inline std::string last_step_of_pass(const Trace& trace, const Step& s) {
  const std::size_t n = trace.problem.size();
  const bool reversal = s.pass == trace.problem.passes();
  const bool local = !reversal && sort_named(trace.sort)->sorts_in_block;
  const auto& destination = values(s, array::destination);
  const Array& output = *s.find(array::output);
  const Array& from = *s.find(local ? array::local_keys : array::keys);
  for (std::size_t i = 0; i < n; ++i) {
    if (destination[i] >= n) return at("a destination outside the output", s.pass, i);
    if (output.ids[destination[i]] != from.ids[i]) return at("a key went elsewhere", s.pass, i);
    if (output.values[destination[i]] != from.values[i]) return at("a changed key", s.pass, i);
    if (reversal && destination[i] != n - 1 - i) return at("not reversed", s.pass, i);
  }
  if (reversal) return "";
  return local ? table_of_pass(trace, s) : grid_scan_of_pass(trace, s);
}

/// Everything a recorded run shows: every level, every split, per pass its arrays, pass after pass.
inline std::string whole_trace(const Trace& trace) {
  if (!trace.error.empty()) return trace.error;
  const Problem& p = trace.problem;
  ScanByHand scan;
  Array found;  // the keys that the split at work found
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const Step& s = trace.steps[k];
    if (s.find(s.made) == nullptr) return at("a step without its array", s.pass, k);
    if (k == 0 || trace.steps[k - 1].pass != s.pass) found = *s.find(array::keys);
    if (s.level == 1)
      scan.begin(values(s, *family_of(trace.sort).array_named(info(s.made).sums_of)), s.threads);
    if (s.level > 0) {
      scan.level(s);
      const std::string wrong = scan.compare(s, values(s, s.made));
      if (!wrong.empty()) return wrong;
    }
    if (s.made == array::local_keys) {
      const std::string wrong = split_step(trace, s, found);
      if (!wrong.empty()) return wrong;
      found = *s.find(array::local_keys);
    }
    const bool last = k + 1 == trace.steps.size() || trace.steps[k + 1].pass != s.pass;
    if (!last) continue;
    const std::string wrong = last_step_of_pass(trace, s);
    if (!wrong.empty()) return wrong;
    const Array& out = *s.find(array::output);
    const Array& next =
        k + 1 == trace.steps.size() ? trace.sorted : *trace.steps[k + 1].find(array::keys);
    if (out.values != next.values || out.ids != next.ids) {
      return at("the next pass does not read what this one wrote", s.pass, 0);
    }
  }
  if (p.size() > 0 && (trace.steps.empty() || trace.steps.back().pass + 1 != p.shown_passes())) {
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
  if (bits == 32) {  // none that is no number, should they be float keys
    for (uint32_t& key : keys) key &= (key & 0x7fffffffu) > 0x7f800000u ? 0xff800000u : mask;
  }
  if (kind == Keys::sorted || kind == Keys::reversed) std::sort(keys.begin(), keys.end());
  if (kind == Keys::reversed) std::reverse(keys.begin(), keys.end());
  for (std::size_t i = 0; i < n; ++i) {
    if (kind == Keys::all_equal) keys[i] = bits == 32 ? 0xff7fffffu : mask;
    if (kind == Keys::few_distinct) keys[i] = keys[i] % 3 & mask;
    if (kind == Keys::alternating) keys[i] = i % 2 == 0 ? mask >> (bits == 32 ? 2 : 0) : 0;
  }
  return keys;
}

inline Recipe recipe(std::vector<uint32_t> keys, const Settings& settings,
                     const std::string& sort) {
  Recipe r;
  const SortInfo* info = sort_named(sort);
  r.problem = *Problem::make(std::move(keys), info ? settings_for(*info, settings) : settings);
  r.sort = sort;
  r.engine = EngineChoice::cpu;
  return r;
}
inline Recipe recipe(std::vector<uint32_t> keys, uint32_t bits, uint32_t block,
                     const std::string& sort) {
  return recipe(std::move(keys), {.key_bits = bits, .threads_per_block = block}, sort);
}

template <class T>
T any_of(std::initializer_list<T> list, std::mt19937& random) {
  return list.begin()[random() % list.size()];
}

/// Settings at random that go together; those a sort does not use do no harm.
inline Settings random_settings(std::mt19937& random) {
  Settings s;
  s.key_type = any_of({KeyType::plain, KeyType::plain, KeyType::sign, KeyType::real}, random);
  const auto below = [&](uint32_t most) { return static_cast<uint32_t>(random() % most); };
  s.key_bits = s.key_type == KeyType::real ? 32 : 1 + below(below(8) == 0 ? 32 : 8);
  s.second_bits = s.key_type != KeyType::real && below(4) == 0 ? below(33 - s.key_bits) % 9 : 0;
  s.threads_per_block =
      any_of({1u, 2u, 3u, 4u, 5u, 7u, 8u, 16u, 31u, 32u, 33u, 64u, 100u, 256u}, random);
  s.radix_bits = 1 + below(max_radix_bits);
  s.keys_per_thread = any_of({1u, 2u, 3u, 8u, 16u}, random);
  s.ownership = any_of({Ownership::interleaved, Ownership::blocked}, random);
  s.scan = block_scans[random() % std::size(block_scans)];
  s.order = any_of({SortOrder::ascending, SortOrder::descending, SortOrder::reversed}, random);
  s.second_order = any_of({SortOrder::ascending, SortOrder::descending}, random);
  return s;
}

/// A random small problem on a random sort; the same seed gives the same one everywhere.
inline Recipe random_recipe(uint32_t seed) {
  std::mt19937 random(seed);
  const Settings settings = random_settings(random);
  const std::size_t n = random() % 10 == 0 ? random() % 600 : random() % 70;
  const Keys kind = all_kinds[random() % std::size(all_kinds)];
  const auto all = sorts_of("radix");
  return recipe(make_keys(kind, n, settings.key_bits + settings.second_bits, seed + 77), settings,
                all[random() % all.size()].name);
}

}  // namespace radix::checks
