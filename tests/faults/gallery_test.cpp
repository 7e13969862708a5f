/// The gallery of bugs, row by row: what shows a fault, what hides it, which check finds it; and
/// the woven kernels beside the plain ones.
#include <gtest/gtest.h>

#include <regex>

#include "kernels/faults/planted.hpp"
#include "kernels/run/engine_machines.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/family_rungs.hpp"
#include "tests/support/list_checks.hpp"
#include "tests/support/merge_checks.hpp"
#include "tests/support/planted.hpp"

using namespace radix;

namespace {

Trace run_case(const PlantedFault& fault, const FaultCase& shown) {
  const RungInfo& rung = *rung_named(fault.rung);
  const auto problem = parse_problem(shown.keys, settings_for(rung, shown.settings));
  EXPECT_TRUE(problem) << fault.name << ": " << problem.error.sentence;
  return run({.problem = *problem, .rung = fault.rung, .planted = fault.name});
}

std::string text_of_file(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Gallery, HasEveryFaultOnce) {
  std::set<std::string> names;
  for (const PlantedFault& fault : planted_faults()) {
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name;
    EXPECT_NE(rung_named(fault.rung), nullptr) << fault.name;
    EXPECT_FALSE(fault.changes.empty()) << fault.name;
  }
  EXPECT_GE(names.size(), 40u);
  EXPECT_EQ(planted_fault_named("none"), nullptr);
}

TEST(Gallery, EveryFaultIsShownByItsKeysAndFoundByItsCheck) {
  for (const PlantedFault& fault : planted_faults()) {
    const Trace trace = run_case(fault, fault.shows);
    EXPECT_TRUE(trace.fault) << fault.name << ": " << trace.error;
    if (!trace.fault) continue;
    EXPECT_STREQ(check_name(trace.fault->kind), check_name(fault.found_by))
        << fault.name << ": " << trace.error;
    EXPECT_EQ(trace.error, trace.fault->sentence);
    EXPECT_TRUE(trace.met_planted) << fault.name;
    const bool page = trace.fault->first.thread != nobody;  // where it broke off is drawn
    EXPECT_TRUE(page || !trace.steps.empty()) << fault.name << ": " << trace.error;
  }
}

TEST(Gallery, EveryFaultIsHiddenByItsKeys) {
  for (const PlantedFault& fault : planted_faults()) {
    if (!fault.hides) continue;
    const Trace trace = run_case(fault, *fault.hides);
    EXPECT_EQ(trace.error, "") << fault.name;
  }
}

TEST(Gallery, WrongRunsAreWrittenAndRead) {
  for (const PlantedFault& fault : planted_faults()) {
    const Trace trace = run_case(fault, fault.shows);
    const auto read = trace_from_json(to_json(trace));
    ASSERT_TRUE(read) << fault.name << ": " << read.error.sentence;
    EXPECT_EQ(read->planted, fault.name);
    EXPECT_EQ(read->fault, trace.fault) << fault.name;
    EXPECT_FALSE(first_difference(trace, *read)) << fault.name;
  }
}

/// With the fault's rung and settings, on these keys: "" or what a check says.
std::string found(const PlantedFault& fault, std::vector<uint32_t> keys, Settings settings) {
  settings = settings_for(*rung_named(fault.rung), settings);
  return run({.problem = *Problem::make(std::move(keys), settings),
              .rung = fault.rung,
              .planted = fault.name})
      .error;
}

bool found_by_the_chapter(const PlantedFault& fault) {
  Settings small = fault.shows.settings;
  small.key_bits = std::max(small.key_bits, 4u);
  small.threads_per_block = 4;
  return !found(fault, {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}, small).empty();
}

bool found_by_seventy_keys(const PlantedFault& fault) {
  Settings wide = fault.shows.settings;
  wide.threads_per_block = 48;
  if (wide.tile > 0) wide.tile = 48;
  auto keys = checks::make_keys(checks::Keys::uniform, 70, wide.key_bits, 1);
  if (wide.key_bits == max_key_bits) keys.back() = ~0u;
  return !found(fault, std::move(keys), wide).empty();
}

/// The example in the book is not a test; with a second set of keys, one that has a second warp and
/// a partial block, it is. The lesson says so, with these numbers.
TEST(Gallery, TwoSetsOfKeysFindEveryFault) {
  std::size_t hidden = 0;
  for (const PlantedFault& fault : planted_faults()) {
    const bool by_the_chapter = found_by_the_chapter(fault);
    hidden += by_the_chapter ? 0 : 1;
    EXPECT_TRUE(by_the_chapter || found_by_seventy_keys(fault)) << fault.name;
  }
  const std::string all = std::to_string(planted_faults().size());
  const std::string lesson = text_of_file(RADIX_SOURCE_DIR "/assets/lessons/not_a_test.json");
  EXPECT_NE(lesson.find("Of the " + all + " faults of this program's gallery " +
                        std::to_string(hidden) + " leave"),
            std::string::npos)
      << hidden;
  EXPECT_NE(lesson.find("it finds all " + all), std::string::npos);
  const std::string readme = text_of_file(RADIX_SOURCE_DIR "/README.md");
  EXPECT_NE(readme.find("**Gallery of bugs:** " + all + " careless lines"), std::string::npos);
}

/// A run that loses keys, watched: where they went is asked of every pass.
TEST(Gallery, AWatchedRunThatLosesKeysIsASentence) {
  for (const PlantedFault& fault : planted_faults()) {
    const RungInfo& rung = *rung_named(fault.rung);
    const auto problem = parse_problem(fault.shows.keys, settings_for(rung, fault.shows.settings));
    const Trace trace = run({.problem = *problem,
                             .rung = fault.rung,
                             .planted = fault.name,
                             .recorded = false,
                             .watch = [](const PassWrites&) { return true; }});
    EXPECT_TRUE(trace.error.empty() || trace.fault) << fault.name << ": " << trace.error;
  }
}

// ---------------------------------------------------------------------------------- the woven copy

Recipe any_recipe(uint32_t seed) {
  if (seed % 4 == 0) return checks::drawn_merge(seed);
  if (seed % 4 == 1) return checks::drawn_lists(seed);
  return checks::random_recipe(seed);
}

TEST(WovenKernels, WithoutAFaultMakeTheSameRuns) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Recipe recipe = any_recipe(seed);
    recipe.engine = EngineChoice::cpu;
    const Trace right = run(recipe);
    Trace woven;
    woven.problem = recipe.problem, woven.rung = right.rung, woven.family = right.family;
    woven.engine = right.engine;
    if (!right.error.empty()) continue;  // refused
    EXPECT_FALSE(woven_sort(number_of(*rung_named(recipe.rung)) - 1, no_fault, recipe, woven));
    const auto difference = first_difference(right, woven);
    ASSERT_FALSE(difference) << seed << ": " << difference->what;
  }
}

/// Behind the bracket that closes the one at `open`.
std::size_t behind(const std::string& text, std::size_t open, char opens, char closes) {
  int depth = 0;
  for (std::size_t at = open;; ++at) {
    depth += text[at] == opens ? 1 : text[at] == closes ? -1 : 0;
    if (depth == 0) return at + 1;
  }
}

/// The woven text as it is with this fault, or with none.
std::string resolved(std::string text, int fault) {
  static const std::regex choice(R"((\(|if \()radix::planted\((\d+)\))");
  std::string out;
  for (std::smatch found; std::regex_search(text, found, choice);) {
    const bool wrong = std::stoi(found[2]) == fault, statement = found[1] == "if (";
    out += found.prefix();
    const char opens = statement ? '{' : '(', closes = statement ? '}' : ')';
    const auto part = [&](std::size_t from, std::size_t& end) {
      const std::size_t open = text.find(opens, from);
      end = behind(text, open, opens, closes);
      return text.substr(open + 1, end - open - 2);
    };
    std::size_t end = static_cast<std::size_t>(found.position() + found.length());
    const std::string if_wrong = part(end, end);
    const bool has_right = !statement || text.compare(end, 5, " else") == 0;
    const std::string if_right = has_right ? part(end, end) : "";
    out += wrong ? if_wrong : if_right;
    text.erase(0, statement ? end : end + 1);
  }
  return out + text;
}

/// Without blanks: a choice of statements has a few more.
std::string packed(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

TEST(WovenKernels, AreThePlainlyPatchedTexts) {
  const auto all = planted_faults();
  for (const auto& room : std::filesystem::directory_iterator(RADIX_SOURCE_DIR "/kernels")) {
    if (!room.is_directory()) continue;
    for (const auto& file : std::filesystem::directory_iterator(room.path())) {
      if (file.path().extension() != ".cuh") continue;
      const std::string name = file.path().filename().string();
      const std::string woven =
          text_of_file(RADIX_WOVEN_DIR "/kernels/" + room.path().filename().string() + "/" + name);
      EXPECT_EQ(packed(resolved(woven, no_fault)), packed(text_of_file(file.path().string())))
          << name;
      EXPECT_EQ(std::ranges::count(woven, '\n'),
                std::ranges::count(text_of_file(file.path().string()), '\n'))
          << name << " has other lines";
      for (std::size_t k = 0; k < all.size(); ++k)
        if (all[k].file == name)
          EXPECT_EQ(packed(resolved(woven, static_cast<int>(k))), packed(patched_text(all[k])))
              << all[k].name;
    }
  }
}

}  // namespace
