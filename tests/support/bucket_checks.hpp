/// Random runs of sorts by buckets, and what must hold in every step. A test that a family's own
/// tests call has the name of its sort.
#pragma once

#include "app/sorts/families/families.hpp"
#include "kernels/sample/sample_family.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/grammar.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/thorough.hpp"

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

using Numbers = std::vector<uint32_t>;
const Numbers chapter{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

/// The keys of a golden case: of its name.
inline Numbers keys_of(const std::string& name) {
  if (name.find("empty") != name.npos) return {};
  if (name.find("all_equal") != name.npos) return Numbers(16, 9);
  if (name == "few") return {8, 3, 12, 8, 3, 3, 12, 8, 12, 8, 3, 12, 8, 3, 8, 12};
  if (name.find("thirteen") != name.npos) return {chapter.begin(), chapter.begin() + 13};
  return chapter;
}

inline Trace sorted_by(const Numbers& keys, const Settings& settings, const char* sort) {
  return run(
      {.problem = *Problem::make(keys, settings), .sort = sort, .engine = EngineChoice::cpu});
}

/// The values that a part's last step of this array shows.
inline const Array& shown(const Trace& trace, uint32_t part, ArrayId made) {
  const Array* found = nullptr;
  for (const Step& step : trace.steps)
    if (step.pass == part && step.made == made) found = step.find(made);
  if (found == nullptr) throw std::runtime_error(std::string("no ") + info(made).name);
  return *found;
}

/// Every step of a random run with its words. `others_words`: another family says them.
inline void check_words(const Trace& trace, bool (*others_words)(const scope::Moment&)) {
  for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
    scope::Moment moment;
    moment.trace = &trace;
    moment.cursor = cursor;
    moment.example_key = scope::example_key_of(moment);
    SCOPED_TRACE(cursor);
    const std::string why = scope::why(moment);
    EXPECT_NE(why, "");
    EXPECT_EQ(why.find("  "), why.npos) << why;
    if (!others_words(moment)) EXPECT_EQ(scope::checks::clumsy_at(moment), "");
    const scope::Invariants kept = scope::invariants_of(moment);
    EXPECT_TRUE(kept.ordered && kept.complete) << kept.order;
    if (!trace.problem.reversed()) EXPECT_TRUE(kept.stable) << kept.equals;
    const scope::Formula card = scope::formula(moment);
    EXPECT_NE(card.title, "");
    const bool written = moment.step() && moment.step()->made == array::output &&
                         card.words.starts_with("slot") && !card.result.empty();
    if (!written) continue;
    EXPECT_EQ(moment.find(array::output)->ids[std::stoul(card.result)], moment.example_key)
        << card.words;
  }
}

inline bool by_itself(const scope::Moment&) { return false; }

inline void expect_stable_sort(const char* name,
                               bool (*others_words)(const scope::Moment&) = by_itself) {
  const uint32_t seeds = cases(200, 5000);
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    const Trace trace = run(drawn_buckets(seed, *sort_named(name)));
    SCOPED_TRACE(testing::Message() << name << " " << seed);
    ASSERT_EQ(wrong_buckets(trace), "");
    if (seed % 8 == 0) check_words(trace, others_words);
    if (testing::Test::HasFailure()) return;
  }
}

/// The CUDA engine gives the traces of the CPU engine.
inline void expect_the_same_on_a_gpu(const char* name) {
  const uint32_t seeds = cases(200, 2000);
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    Recipe recipe = drawn_buckets(seed, *sort_named(name));
    const Trace cpu = run(recipe);
    ASSERT_EQ(cpu.error, "") << name << " " << seed;
    recipe.engine = EngineChoice::cuda;
    const Trace cuda = run(recipe);
    ASSERT_EQ(cuda.error, "") << name << " " << seed;
    const auto difference = first_difference(cpu, cuda);
    ASSERT_FALSE(difference) << name << " " << seed << ": " << difference->what;
    ASSERT_EQ(cpu.launches, cuda.launches);
    recipe.recorded = false;
    ASSERT_EQ(run(recipe).sorted, cpu.sorted) << name << " " << seed;
  }
}

/// The last number of a text; nobody where there is none.
inline uint32_t last_number(const std::string& text) {
  const std::size_t end = text.find_last_of("0123456789");
  if (end == std::string::npos) return none;
  const std::size_t before = text.find_last_not_of("0123456789", end);
  return static_cast<uint32_t>(std::stoul(text.substr(before + 1, end - before)));
}

/// Where the part at work leaves a key: its place in the next output.
inline uint32_t slot_of(const Trace& trace, std::size_t cursor, uint32_t id) {
  for (std::size_t s = cursor; s < trace.steps.size(); ++s)
    if (trace.steps[s].made == array::output) {
      const std::vector<uint32_t>& ids = trace.steps[s].find(array::output)->ids;
      return static_cast<uint32_t>(std::ranges::find(ids, id) - ids.begin());
    }
  return none;
}

/// What the caption and the formula say of a key's slot is where the key stands in the output.
inline void expect_slots_said(const char* sort) {
  using scope::Formula, scope::Moment;
  uint32_t said = 0;
  for (uint32_t seed = 0; seed < 12; ++seed) {
    const Trace trace = run(drawn_buckets(seed, *sort_named(sort)));
    if (!trace.error.empty() || trace.problem.size() > 40) continue;
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
      if (std::string_view(info(trace.steps[cursor - 1].made).name) != "destination") continue;
      for (uint32_t id = 0; id < trace.problem.size(); ++id) {
        const Moment moment = scope::look_at(trace, cursor, id);
        const uint32_t slot = slot_of(trace, cursor, id);
        const Formula card = scope::formula(moment);
        if (card.result.empty() || slot == none) continue;
        EXPECT_EQ(last_number(card.result), slot) << sort << ", key " << id << ": " << card.words;
        const std::string caption = scope::why(moment);  // of the whole output where it is reversed
        if (caption.find("slot ") == std::string::npos) continue;
        EXPECT_EQ(last_number(caption), slot) << sort << ", key " << id << ": " << caption;
        ++said;
        if (testing::Test::HasFailure()) return;
      }
    }
  }
  EXPECT_GT(said, 50u) << sort;
}

}  // namespace radix::checks
