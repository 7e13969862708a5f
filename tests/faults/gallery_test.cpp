/// The gallery of bugs, row by row: what shows a fault, what hides it, which check finds it; and
/// the mutants beside the plain ones.
#include <gtest/gtest.h>

#include "kernels/engine/faults/planted.hpp"
#include "kernels/run/engine_machines.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/list_checks.hpp"
#include "tests/support/merge_checks.hpp"
#include "tests/support/planted.hpp"
#include "tests/support/thorough.hpp"

using namespace radix;

namespace {

Trace run_case(const PlantedFault& fault, const FaultCase& shown) {
  const SortInfo& sort = *sort_named(fault.sort);
  const auto problem = parse_problem(shown.keys, settings_for(sort, shown.settings));
  EXPECT_TRUE(problem) << fault.name << ": " << problem.error.sentence;
  return run({.problem = *problem, .sort = fault.sort, .planted = fault.name});
}

std::string text_of_file(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Gallery, HasEveryFaultOnce) {
  std::set<std::string> names;
  for (const PlantedFault& fault : planted_faults()) {
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name;
    EXPECT_NE(sort_named(fault.sort), nullptr) << fault.name;
    EXPECT_FALSE(fault.changes.empty()) << fault.name;
  }
  EXPECT_GE(names.size(), 40u);
  EXPECT_EQ(planted_fault_named("none"), nullptr);
}

/// Its keys show it, the check of its row finds it and says where; and the run is written and read.
TEST(Gallery, EveryFaultIsShownByItsKeysAndFoundByItsCheck) {
  for (const PlantedFault& fault : planted_faults()) {
    const Trace trace = run_case(fault, fault.shows);
    EXPECT_TRUE(trace.fault) << fault.name << ": " << trace.error;
    if (!trace.fault) continue;
    const Fault& found = *trace.fault;
    EXPECT_STREQ(check_name(found.kind), check_name(fault.found_by))
        << fault.name << ": " << trace.error;
    EXPECT_EQ(trace.error, error_of(found));
    EXPECT_TRUE(trace.met_planted) << fault.name;
    const bool page = found.first.thread != none;  // where it broke off is drawn
    EXPECT_TRUE(page || !trace.steps.empty()) << fault.name << ": " << trace.error;
    using Kind = Fault::Kind;
    if (found.kind == Kind::race)
      EXPECT_TRUE(found.second.thread != none && found.first.source.line > 0 &&
                  found.second.source.line > 0 && found.array.empty() == (found.made.line > 0))
          << fault.name << ": " << trace.error;
    if (found.kind == Kind::outside || found.kind == Kind::apart)
      EXPECT_TRUE(page && found.first.source.line > 0) << fault.name << ": " << trace.error;
    if (found.kind == Kind::promise || found.kind == Kind::comparison) {
      using Outcome = Fault::Outcome::What;
      using What = Fault::Difference::What;
      const Fault::Difference& difference = found.difference;
      const bool differs = difference.what == What::value;
      EXPECT_EQ(found.step != none, differs) << fault.name << ": " << trace.error;
      EXPECT_EQ(found.index != none, differs) << fault.name;
      if (differs)  // what a step has that nobody can draw ends the run before it
        EXPECT_LE(found.step, trace.steps.size()) << fault.name;
      else  // it ends too early, and all that it did is right
        EXPECT_LT(trace.steps.size(),
                  run({.problem = trace.problem, .sort = fault.sort, .engine = EngineChoice::cpu})
                      .steps.size())
            << fault.name;
      EXPECT_EQ(difference.holds != difference.should_hold, differs) << fault.name;
      EXPECT_EQ(difference.what == What::shorter, !differs && found.kind == Kind::comparison)
          << fault.name;
      const Outcome out = found.outcome.what;
      EXPECT_EQ(found.kind == Kind::comparison, out == Outcome::chance || out == Outcome::since);
      EXPECT_EQ(out == Outcome::chance,
                found.kind == Kind::comparison && fault.right_since.empty());
    }
    const auto read = trace_from_json(to_json(trace));
    ASSERT_TRUE(read) << fault.name << ": " << read.error.sentence;
    EXPECT_EQ(read->planted, fault.name);
    EXPECT_EQ(read->fault, trace.fault) << fault.name;
    EXPECT_FALSE(first_difference(trace, *read)) << fault.name;
  }
}

TEST(Gallery, EveryFaultIsHiddenByItsKeys) {
  for (const PlantedFault& fault : planted_faults()) {
    if (!fault.hides) continue;
    const Trace trace = run_case(fault, *fault.hides);
    EXPECT_EQ(trace.error, "") << fault.name;
    EXPECT_FALSE(trace.fault) << fault.name;
    EXPECT_EQ(trace.sorted.values.size(), trace.problem.size()) << fault.name;
  }
}

/// With the fault's sort and settings, on these keys: does a check find it? No run is refused.
bool found(const PlantedFault& fault, std::vector<uint32_t> keys, Settings settings) {
  settings = settings_for(*sort_named(fault.sort), settings);
  const Trace trace = run({.problem = *Problem::make(std::move(keys), settings),
                           .sort = fault.sort,
                           .planted = fault.name});
  EXPECT_EQ(trace.error.empty(), !trace.fault) << fault.name << " is refused: " << trace.error;
  return trace.fault.has_value();
}

bool found_by_the_chapter(const PlantedFault& fault) {
  Settings small = fault.shows.settings;
  small.key_bits = std::max(small.key_bits, 4u);
  small.threads_per_block = 4;
  return found(fault, {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}, small);
}

bool found_by_seventy_keys(const PlantedFault& fault) {
  Settings wide = fault.shows.settings;
  wide.threads_per_block = 48;
  if (wide.tile > 0) wide.tile = 48;
  auto keys = checks::make_keys(checks::Keys::uniform, 70, wide.key_bits, 1);
  if (wide.key_bits == max_key_bits) keys.back() = ~0u;
  return found(fault, std::move(keys), wide);
}

TEST(Gallery, NumbersInCoveredStatesStay) {
  const auto all = planted_faults();
  const std::pair<std::size_t, const char*> first_of_families[] = {
      {0, "sign"},
      {40, "network_wrong_direction"},
      {46, "merge_sentinel_equals_the_largest_key"},
      {56, "list_wrong_stride"},
      {63, "sweep_peers_without_the_own_digit"},
      {69, "hybrid_cursors_of_the_first"},
      {80, "sample_early_splitter"}};
  for (const auto& [number, name] : first_of_families) {
    ASSERT_LT(number, all.size());
    EXPECT_EQ(all[number].name, name) << number;
  }
}

/// The example in the book is not a test; with a second set of keys, one that has a second warp and
/// a partial block, it is. The lesson `not_a_test` says so: more than a quarter of the faults still
/// sort the keys of the book, and both sets find every one.
TEST(Gallery, TwoSetsOfKeysFindEveryFault) {
  std::size_t hidden = 0;
  for (const PlantedFault& fault : planted_faults()) {
    const bool by_the_chapter = found_by_the_chapter(fault);
    hidden += by_the_chapter ? 0 : 1;
    EXPECT_TRUE(by_the_chapter || found_by_seventy_keys(fault)) << fault.name;
  }
  EXPECT_GT(4 * hidden, planted_faults().size()) << hidden << " still sort";
  EXPECT_LT(3 * hidden, planted_faults().size()) << "the lesson would say more than a third";
}

/// A run that loses keys, watched: where they went is asked of every pass.
TEST(Gallery, AWatchedRunThatLosesKeysIsASentence) {
  for (const PlantedFault& fault : planted_faults()) {
    const SortInfo& sort = *sort_named(fault.sort);
    const auto problem = parse_problem(fault.shows.keys, settings_for(sort, fault.shows.settings));
    const Trace trace = run({.problem = *problem,
                             .sort = fault.sort,
                             .planted = fault.name,
                             .recorded = false,
                             .watch = [](const PassWrites&) { return true; }});
    EXPECT_TRUE(trace.error.empty() || trace.fault) << fault.name << ": " << trace.error;
  }
}

// ---------------------------------------------------------------------------------- the copy with
// mutants

/// A run of any sort there is, in any order of threads and blocks.
Recipe any_recipe(uint32_t seed) {
  Recipe recipe = seed % 4 == 0   ? checks::drawn_merge(seed)
                  : seed % 4 == 1 ? checks::drawn_lists(seed)
                                  : checks::random_recipe(seed);
  if (seed % 4 == 3) {
    const SortInfo& sort = sorts()[seed / 4 % sorts().size()];
    std::mt19937 random(seed);
    const Settings settings = settings_for(sort, checks::random_settings(random));
    const uint32_t bits = settings.key_bits + settings.second_bits;
    recipe.problem = *Problem::make(
        checks::make_keys(checks::Keys::uniform, random() % 40, bits, seed), settings);
    recipe.sort = sort.name;
  }
  constexpr Schedule orders[] = {Schedule::forward, Schedule::reverse, Schedule::shuffled};
  recipe.thread_order = orders[seed % 3], recipe.block_order = orders[seed / 3 % 3];
  recipe.engine = EngineChoice::cpu;
  return recipe;
}

/// Right kernels are never accused; and the mutants without a fault they make the same runs.
TEST(Mutants, WithoutAFaultMakeTheSameRunsAndNoAlarm) {
  uint32_t compared = 0;
  for (uint32_t seed = 0; seed < cases(100, 1000); ++seed) {
    const Recipe recipe = any_recipe(seed);
    const Trace right = run(recipe);
    const bool waits_for_ever = right.fault && right.fault->kind == Fault::Kind::deadlock &&
                                recipe.problem.settings().resident_blocks > 0;
    EXPECT_TRUE(!right.fault || waits_for_ever) << seed << ": " << right.error;
    if (!right.error.empty() || seed >= cases(60, 500)) continue;  // refused
    Trace with_mutants;
    with_mutants.problem = recipe.problem, with_mutants.sort = right.sort,
    with_mutants.family = right.family;
    with_mutants.engine = right.engine;
    EXPECT_FALSE(
        mutant_sort(number_of(*sort_named(recipe.sort)) - 1, no_fault, recipe, with_mutants));
    const auto difference = first_difference(right, with_mutants);
    ASSERT_FALSE(difference) << seed << ": " << difference->what;
    ++compared;
  }
  EXPECT_GE(compared, cases(40, 300));
}

/// Behind the bracket that closes the one at `open`.
std::size_t behind(const std::string& text, std::size_t open, char opens, char closes) {
  int depth = 0;
  for (std::size_t at = open;; ++at) {
    depth += text[at] == opens ? 1 : text[at] == closes ? -1 : 0;
    if (depth == 0) return at + 1;
  }
}

/// The mutated text as it is with this fault, or with none.
std::string resolved(const std::string& text, int fault) {
  constexpr std::string_view asks = "radix::planted(";
  std::string out;
  for (std::size_t done = 0;;) {
    const std::size_t asked = text.find(asks, done);
    if (asked == text.npos) return out + text.substr(done);
    const std::size_t number = asked + asks.size();
    const bool statement = text.compare(asked - 4, 4, "if (") == 0;
    const bool wrong = std::stoi(text.substr(number)) == fault;
    const std::size_t begin = asked - (statement ? 4 : 1);  // an expression stands in brackets
    out += text.substr(done, begin - done);
    const char opens = statement ? '{' : '(', closes = statement ? '}' : ')';
    std::size_t end = text.find(')', number) + 1;
    const auto part = [&] {
      const std::size_t open = text.find(opens, end);
      end = behind(text, open, opens, closes);
      return text.substr(open + 1, end - open - 2);
    };
    const std::string if_wrong = part();
    const std::size_t other = text.find_first_not_of(") ", end);
    const bool has_right = !statement || text.compare(other, 4, "else") == 0;
    const std::string if_right = has_right ? part() : "";
    out += wrong ? if_wrong : if_right;
    done = statement ? end : end + 1;
  }
}

/// Without blanks: a choice of statements has a few more.
std::string packed(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

TEST(Mutants, AreThePlainlyPatchedTexts) {
  const auto all = planted_faults();
  for (const auto& room : std::filesystem::directory_iterator(RADIX_SOURCE_DIR "/kernels")) {
    if (!room.is_directory()) continue;
    for (const auto& file : std::filesystem::directory_iterator(room.path())) {
      if (file.path().extension() != ".cuh" && file.path().extension() != ".cu") continue;
      const std::string name = file.path().filename().string();
      const std::string mutants = text_of_file(RADIX_MUTANTS_DIR "/plain/kernels/" +
                                               room.path().filename().string() + "/" + name);
      EXPECT_EQ(packed(resolved(mutants, no_fault)), packed(text_of_file(file.path().string())))
          << name;
      EXPECT_EQ(std::ranges::count(mutants, '\n'),
                std::ranges::count(text_of_file(file.path().string()), '\n'))
          << name << " has other lines";
      for (std::size_t k = 0; k < all.size(); ++k)
        if (all[k].file == name)
          EXPECT_EQ(packed(resolved(mutants, static_cast<int>(k))), packed(patched_text(all[k])))
              << all[k].name;
    }
  }
}

}  // namespace
