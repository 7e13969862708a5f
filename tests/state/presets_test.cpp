// Presets: those that came with the program, bad files, random keys.
#include "app/state/presets.hpp"
#include "kernels/radix/radix_arrays.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "app/commands/commands.hpp"
#include "app/state/state.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

TEST(Presets, AllThatCameWithTheProgramAreGood) {
  EXPECT_EQ(presets().error, "");
  std::set<std::string> names;
  for (const Preset& preset : presets().list) {
    names.insert(preset.name);
    EXPECT_FALSE(preset.title.empty());
    EXPECT_FALSE(preset.about.empty());
    Document document = make_document();
    EXPECT_EQ(choose_preset(preset.name, document.lane().setup), "");
    tick(document, 0);
    EXPECT_EQ(document.lane().error.sentence, "") << preset.name;
    EXPECT_EQ(trace_of(document).problem.keys(),
              radix::parse_problem(preset.keys, preset.settings)->keys());
    const radix::Trace& trace = trace_of(document);
    if (radix::sort_named(trace.sort)->stable)
      EXPECT_EQ(radix::checks::sorted_result(trace.problem, trace.sorted), "");
    EXPECT_TRUE(std::ranges::is_sorted(trace.sorted.values, [&](uint32_t a, uint32_t b) {
      return trace.problem.reversed() ? trace.problem.before(b, a) : trace.problem.before(a, b);
    })) << preset.name;
  }
  EXPECT_EQ(names.size(), presets().list.size()) << "two presets of one name";
  for (const char* name : {"chapter", "eight", "sorted", "reversed", "all_equal", "few_distinct",
                           "not_a_multiple", "one_key", "no_key"})
    EXPECT_EQ(names.count(name), 1u) << name;
  EXPECT_EQ(presets().list.front().name, "chapter");
}

TEST(Presets, ANameIsShownWithWhatWasChanged) {
  Document document = make_document();
  const auto shown = [&](const char* script) {
    EXPECT_EQ(run_script(document, script), "") << script;
    tick(document, 0);
    const ShownPreset now = shown_preset(document);
    return (now.preset ? now.preset->name : "own") + (now.changed ? ", changed" : "");
  };
  EXPECT_EQ(shown(""), "chapter");
  EXPECT_EQ(shown("sort digits; radix 2"), "chapter") << "it names neither";
  EXPECT_EQ(shown("bits 32"), "chapter, changed");
  EXPECT_EQ(shown("bits 4"), "chapter");
  EXPECT_EQ(shown("block 2"), "chapter, changed") << "not Figure 13.11: that merges";
  EXPECT_EQ(shown("preset bitonic"), "bitonic") << "chosen last";
  EXPECT_EQ(shown("network mirrored"), "chapter") << "its keys, and nothing else of it";
  EXPECT_EQ(shown("bits 8"), "bitonic, changed");
  EXPECT_EQ(shown("preset one_table; next"), "one_table") << "a step further it is still the same";
  EXPECT_EQ(shown("sort one_bit"), "chapter");
  EXPECT_EQ(shown("keys 3 2 1"), "own");
  EXPECT_EQ(shown("preset eight; order descending"), "eight, changed");
  EXPECT_EQ(shown("preset one_table; mode compare; preset bitonic"), "chapter")
      << "the lanes keep their sorts";
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
    const Presets loaded = load_presets(folder.path());
    ASSERT_EQ(loaded.list.size(), 2u) << text;
    EXPECT_EQ(loaded.list[0].name, "good");
    EXPECT_EQ(loaded.list[1].name, "also");
    EXPECT_NE(loaded.error.find("2-bad.json"), std::string::npos) << loaded.error;
  }
  scratch::Folder empty;
  EXPECT_NE(load_presets(empty.path()).error, "");
  EXPECT_NE(load_presets(empty / "missing").error, "");
  EXPECT_NE(load_presets("").error, "");
}

TEST(Presets, MayBeAWholeState) {
  scratch::Folder folder;
  const std::string head = R"({"title": "t", "about": "a", "bits": 4, "keys": [3, 1, 2], )";
  folder.file("1-plain.json", head + R"("sort": "digits", "values": [7, 8, 9]})");
  folder.file(
      "2-whole.json",
      head + R"("sort": "digits", "radix": 2, "figure": "fig13-9", "step": "pass 1 table_scan"})");
  const Presets loaded = load_presets(folder.path());
  ASSERT_EQ(loaded.list.size(), 2u) << loaded.error;
  EXPECT_EQ(loaded.list[0].state, "") << "old presets are what they were";
  Document document = make_document();
  ASSERT_EQ(apply_state(document, loaded.list[1].state), "");
  EXPECT_EQ(document.figure, "fig13-9");
  EXPECT_EQ(document.lane().setup.sort, "digits");
  EXPECT_EQ(moment(document).step()->stage, radix::stage::table_scan);
  EXPECT_EQ(trace_of(document).problem.keys(), (std::vector<uint32_t>{3, 1, 2}));
}

const char* const with_step =
    "one_table";  // the preset that came with the program and names a step

std::string state_after(const std::string& script) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, script), "");
  return state_string(document);
}

/// The command, a state's field and a slide say the same; what is written beside the preset comes
/// on top.
TEST(Presets, BringTheirStepWhereverTheyAreNamed) {
  const std::string shown = state_after(std::string("preset ") + with_step);
  for (const char* field : {"step=", "figure=fig13-6", "entry=6", "sort=block_sort"})
    EXPECT_NE(shown.find(field), std::string::npos) << shown;
  const std::string named = std::string("radixscope:1/preset=") + with_step;
  const auto after = [](const std::string& state) {
    Document document = make_document();
    EXPECT_EQ(apply_state(document, state), "");
    return state_string(document);
  };
  EXPECT_EQ(after(named), shown);
  EXPECT_EQ(after(std::string(R"({"preset": ")") + with_step + "\"}"), shown);
  EXPECT_EQ(after(named + "/step=3/figure=auto/entry=none"), "radixscope:1/sort=block_sort/step=3");
  EXPECT_NE(after(named + "/sort=coarse").find("sort=coarse"), std::string::npos);
  EXPECT_NE(after(named + "/active=2/lane/sort=digits/step=2").find("/step=2"), std::string::npos);
  Document document = make_document();
  EXPECT_NE(apply_state(document, named + "/sort=one_bit"), "") << "this sort has no table";
}

/// A state's fields by their names, but for its step and, where `sort` is false, its sort.
std::map<std::string, std::string> shown_fields(const Document& document, bool sort) {
  std::map<std::string, std::string> shown;
  std::istringstream state(state_string(document));
  std::string field;
  for (std::getline(state, field, '/'); std::getline(state, field, '/');) {
    const std::string name = field.substr(0, field.find('='));
    if (name != "step" && (sort || name != "sort")) shown[name] = field;
  }
  return shown;
}

/// Whatever presets came between, a preset shows what it speaks of, and nothing that they brought.
TEST(Presets, WhatOneBringsGoesWithIt) {
  Document document = make_document();
  for (const Preset& preset : presets().list) {
    Document first = make_document();
    ASSERT_EQ(run_script(first, "preset " + preset.name), "") << preset.name;
    const auto wanted = shown_fields(first, !preset.sort.empty());
    for (const Preset& between : presets().list) {
      if (between.state.empty() && between.given.size() < 4) continue;  // keys alone
      ASSERT_EQ(run_script(document, "preset " + between.name + "; preset " + preset.name), "");
      EXPECT_EQ(shown_fields(document, !preset.sort.empty()), wanted)
          << preset.name << " behind " << between.name;
    }
  }
}

TEST(Presets, LeaveWhatAPersonHasSet) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "sort digits; radix 3; figure fig13-9; preset eight"), "");
  EXPECT_EQ(document.lane().setup.settings.radix_bits, 3u);
  EXPECT_EQ(document.figure, "fig13-9");
  ASSERT_EQ(run_script(document, "preset fig13_11; keys_per_thread 4; preset chapter"), "");
  EXPECT_EQ(document.lane().setup.settings.start, radix::SortStart::single) << "the preset's";
  EXPECT_EQ(document.lane().setup.settings.keys_per_thread, 4u) << "changed since";
  ASSERT_EQ(run_script(document, "start block; preset eight"), "");
  EXPECT_EQ(document.lane().setup.settings.start, radix::SortStart::block) << "a person's";
}

TEST(Presets, MayNameEngineAndBaseToo) {
  scratch::Folder folder;
  folder.file(
      "1-own.json",
      R"({"title": "t", "about": "a", "bits": 4, "keys": [3], "base": "hex", "engine": "cpu"})");
  const Presets loaded = load_presets(folder.path());
  ASSERT_EQ(loaded.list.size(), 1u) << loaded.error;
  StateFields fields;
  fields.lanes[0] = {{"engine", "auto"}};
  put_under(loaded.list[0], fields);
  EXPECT_EQ(fields.lanes[0], (std::vector<NamedText>{{"engine", "auto"}, {"base", "hex"}}));
}

TEST(Presets, LeaveTheLanesOfAComparisonAlone) {
  for (const char* name : {with_step, "incomes"}) {
    Document document = make_document();
    ASSERT_EQ(run_script(document, "preset eight; compare radix; lane 2"), "");
    ASSERT_EQ(run_script(document, std::string("preset ") + name), "");
    EXPECT_EQ(document.mode, Mode::compare) << name;
    ASSERT_EQ(document.lanes.size(), 3u) << name;
    EXPECT_EQ(document.active, 1u);
    const Preset& preset = *preset_named(name);
    for (std::size_t i = 0; i < document.lanes.size(); ++i) {
      const radix::Problem& problem = document.lanes[i].trace->problem;
      EXPECT_EQ(document.lanes[i].trace->sort, "digits") << "lane " << i;
      EXPECT_EQ(problem.settings().radix_bits, 1u << i) << "what is compared stays";
      EXPECT_EQ(problem.keys(), radix::parse_problem(preset.keys, preset.settings)->keys());
      EXPECT_EQ(problem.threads_per_block(), preset.settings.threads_per_block)
          << "every lane has its blocks";
    }
    EXPECT_EQ(document.note.empty(), preset.state.empty()) << document.note;
  }
  Document waiting = make_document();
  ASSERT_EQ(run_script(waiting, "compare radix; lane 3; mode step"), "");
  ASSERT_EQ(run_script(waiting, std::string("preset ") + with_step), "");
  EXPECT_EQ(waiting.compared.size(), 3u);
  EXPECT_EQ(waiting.lane().trace->sort, "block_sort");
  EXPECT_EQ(moment(waiting).step()->stage, radix::stage::table_scan);
  ASSERT_EQ(run_script(waiting, "mode compare"), "");
  EXPECT_EQ(waiting.lanes.size(), 3u);
  EXPECT_EQ(waiting.lanes[0].trace->sort, "digits");
}

TEST(Presets, WithAnUnknownFieldAreFoundAtOnceAndWithABadOneWhenTheyAreTried) {
  const std::string head = R"({"title": "t", "about": "a", "bits": 4, "keys": [3, 1, 2], )";
  const std::pair<const char*, const char*> unknown[] = {{R"("stepp": 3})", "stepp"},
                                                         {R"("preset": "chapter"})", "preset"},
                                                         {R"("lanes": [{}]})", "lanes"},
                                                         {R"("figure": {}})", "figure"}};
  for (const auto& [text, word] : unknown) {
    scratch::Folder folder;
    folder.file("1-bad.json", head + text);
    const Presets loaded = load_presets(folder.path());
    EXPECT_TRUE(loaded.list.empty()) << text;
    EXPECT_NE(loaded.error.find("1-bad.json"), std::string::npos) << loaded.error;
    EXPECT_NE(loaded.error.find(word), std::string::npos) << loaded.error;
  }
  const std::pair<const char*, const char*> bad[] = {
      {R"("step": "frog"})", "frog"},
      {R"("mode": "frog"})", "frog"},
      {R"("figure": "fig99"})", "fig99"},
      {R"("sort": "one_launch", "block": 1, "resident": 1})", "waits"}};
  for (const auto& [text, word] : bad) {
    scratch::Folder folder;
    folder.file("1-bad.json", head + text);
    const Presets loaded = load_presets(folder.path());
    ASSERT_EQ(loaded.list.size(), 1u) << loaded.error;
    const std::string fault = fault_of(loaded.list[0]);
    EXPECT_NE(fault.find("'bad'"), std::string::npos) << fault;
    EXPECT_NE(fault.find(word), std::string::npos) << fault;
  }
  for (const Preset& preset : presets().list) EXPECT_EQ(fault_of(preset), "");
}

TEST(Presets, ACourseAddsItsOwn) {
  scratch::Folder came, own, none;
  const std::string head = R"({"title": "t", "about": "a", "bits": 4, "keys": )";
  came.file("1-one.json", head + "[1]}");
  came.file("2-two.json", head + "[2]}");
  own.file("1-ours.json", head + "[5]}");
  own.file("2-two.json", head + "[7]}");
  const Presets loaded = load_presets(came.path(), own.path());
  ASSERT_EQ(loaded.list.size(), 3u);
  EXPECT_EQ(loaded.list[1].keys, "7")
      << "it stands in the place of the one that came with the program";
  EXPECT_EQ(loaded.list[2].name, "ours");
  EXPECT_EQ(loaded.error, "");
  EXPECT_EQ(load_presets(came.path(), none / "missing").error, "")
      << "nobody needs presets of their own";
  EXPECT_EQ(load_presets(came.path(), "").list.size(), 2u);
  own.file("3-bad.json", "{");
  EXPECT_NE(load_presets(came.path(), own.path()).error.find("3-bad.json"), std::string::npos);
}

TEST(Presets, AWholeStateThatCannotBeShownIsRefused) {
  Document document = make_document();
  const std::string before = state_string(document);
  EXPECT_NE(show_preset(document, "frog"), "");
  EXPECT_EQ(state_string(document), before);
  EXPECT_EQ(show_preset(document, "eight"), "");
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
