// Presets: those that came with the program, bad files, random keys.
#include "app/presets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "app/session.hpp"
#include "scratch.hpp"
#include "tests/checks.hpp"

namespace scope {
namespace {

const radix::Trace& trace_of(const App& app) { return *app.lane().trace; }

TEST(Presets, AllThatCameWithTheProgramAreGood) {
  EXPECT_EQ(presets().complaint, "");
  std::set<std::string> names;
  for (const Preset& preset : presets().list) {
    names.insert(preset.name);
    EXPECT_FALSE(preset.title.empty());
    EXPECT_FALSE(preset.about.empty());
    App app = make_app();
    EXPECT_EQ(choose_preset(preset.name, app.lane().wish), "");
    tick(app, 0);
    EXPECT_EQ(app.lane().complaint.sentence, "") << preset.name;
    EXPECT_EQ(trace_of(app).problem.keys(), radix::parse_problem(preset.keys, preset.settings)->keys());
    EXPECT_EQ(radix::checks::sorted_result(trace_of(app).problem, trace_of(app).sorted), "");
  }
  EXPECT_EQ(names.size(), presets().list.size()) << "two presets of one name";
  for (const char* name : {"chapter", "eight", "sorted", "reversed", "all_equal", "few_distinct",
                           "not_a_multiple", "one_key", "no_key"})
    EXPECT_EQ(names.count(name), 1u) << name;
  EXPECT_EQ(presets().list.front().name, "chapter");
}

TEST(Presets, KeepTheirPromise) {
  const auto keys = [](const char* name) {
    const Preset& preset = *preset_named(name);
    return radix::parse_problem(preset.keys, preset.settings)->keys();
  };
  EXPECT_EQ(keys("eight"), (std::vector<uint32_t>{3, 5, 4, 1, 7, 2, 6, 0}));
  EXPECT_TRUE(std::ranges::is_sorted(keys("sorted")));
  EXPECT_TRUE(std::ranges::is_sorted(keys("reversed"), std::greater{}));
  const auto equal = keys("all_equal"), few = keys("few_distinct");
  EXPECT_EQ(std::set(equal.begin(), equal.end()).size(), 1u);
  EXPECT_LE(std::set(few.begin(), few.end()).size(), 4u);
  const Preset& odd = *preset_named("not_a_multiple");
  EXPECT_NE(keys("not_a_multiple").size() % odd.settings.threads_per_block, 0u);
  EXPECT_EQ(keys("one_key").size(), 1u);
  EXPECT_EQ(keys("no_key").size(), 0u);
}

TEST(Presets, ABadFileIsNamedAndLeftOut) {
  const std::string head = R"({"title":"t","about":"a","bits":4,"block":4,"keys":)";
  const std::string bad[] = {"",
                             "{",
                             "[]",
                             "\x01\x02",
                             head + "[16]}",
                             head + "[\"a\"]}",
                             R"({"title":"t","keys":[1]})",
                             head + "7}"};
  for (const std::string& text : bad) {
    scratch::Folder folder;
    folder.file("1-good.json", head + "[1,2]}");
    folder.file("2-bad.json", text);
    folder.file("3-also.json", head + "[]}");
    folder.file("readme.txt", "not a preset");
    const Presets shelf = load_presets(folder.path());
    ASSERT_EQ(shelf.list.size(), 2u) << text;
    EXPECT_EQ(shelf.list[0].name, "good");
    EXPECT_EQ(shelf.list[1].name, "also");
    EXPECT_NE(shelf.complaint.find("2-bad.json"), std::string::npos) << shelf.complaint;
  }
  scratch::Folder empty;
  EXPECT_NE(load_presets(empty.path()).complaint, "");
  EXPECT_NE(load_presets(empty / "missing").complaint, "");
  EXPECT_NE(load_presets("").complaint, "");
}

TEST(Presets, MayBeAWholeState) {
  scratch::Folder folder;
  const std::string head = R"({"title": "t", "about": "a", "bits": 4, "keys": [3, 1, 2], )";
  folder.file("1-plain.json", head + R"("rung": "digits", "values": [7, 8, 9]})");
  folder.file("2-whole.json", head + R"("rung": "digits", "radix": 2, "figure": "fig13-9", "step": "pass 1 table_scan"})");
  const Presets shelf = load_presets(folder.path());
  ASSERT_EQ(shelf.list.size(), 2u) << shelf.complaint;
  EXPECT_EQ(shelf.list[0].state, "") << "old presets are what they were";
  App app = make_app();
  ASSERT_EQ(apply_state(app, shelf.list[1].state), "");
  EXPECT_EQ(app.figure, "fig13-9");
  EXPECT_EQ(app.lane().wish.rung, "digits");
  EXPECT_EQ(look(app).step()->stage, radix::Stage::table_scan);
  EXPECT_EQ(trace_of(app).problem.keys(), (std::vector<uint32_t>{3, 1, 2}));
}

TEST(Presets, ACourseAddsItsOwn) {
  scratch::Folder came, own, none;
  const std::string head = R"({"title": "t", "about": "a", "bits": 4, "keys": )";
  came.file("1-one.json", head + "[1]}");
  came.file("2-two.json", head + "[2]}");
  own.file("1-ours.json", head + "[5]}");
  own.file("2-two.json", head + "[7]}");
  const Presets shelf = load_presets(came.path(), own.path());
  ASSERT_EQ(shelf.list.size(), 3u);
  EXPECT_EQ(shelf.list[1].keys, "7") << "it stands in the place of the one that came with the program";
  EXPECT_EQ(shelf.list[2].name, "ours");
  EXPECT_EQ(shelf.complaint, "");
  EXPECT_EQ(load_presets(came.path(), none / "missing").complaint, "") << "nobody needs presets of their own";
  EXPECT_EQ(load_presets(came.path(), "").list.size(), 2u);
  own.file("3-bad.json", "{");
  EXPECT_NE(load_presets(came.path(), own.path()).complaint.find("3-bad.json"), std::string::npos);
}

TEST(Presets, AWholeStateThatCannotBeShownIsRefused) {
  App app = make_app();
  const std::string before = state_string(app);
  EXPECT_NE(show_preset(app, "frog"), "");
  EXPECT_EQ(state_string(app), before);
  EXPECT_EQ(show_preset(app, "eight"), "");
}

TEST(RandomKeys, AreTheSameForASeedAndFitTheirBits) {
  EXPECT_EQ(random_keys(100, 8, 5), random_keys(100, 8, 5));
  EXPECT_NE(random_keys(100, 8, 5), random_keys(100, 8, 6));
  EXPECT_EQ(random_keys(3, 32, 5489)[0], 3499211612u) << "mt19937's first number, on every machine";
  for (uint32_t bits : {1u, 7u, 31u}) {
    std::set<uint32_t> seen;
    for (uint32_t key : random_keys(4096, bits, 1)) {
      EXPECT_EQ(key >> bits, 0u);
      seen.insert(key >> (bits - 1));
    }
    EXPECT_EQ(seen.size(), 2u) << "the highest bit is used too";
  }
}

}  // namespace
}  // namespace scope
