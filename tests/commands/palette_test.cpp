// The command palette: what is in it, and what typed text finds.
#include "app/commands/search.hpp"
#include "app/core/base/languages.hpp"
#include "app/sorts/families/families.hpp"

#include <gtest/gtest.h>

#include <set>

#include "app/state/lesson.hpp"
#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

std::vector<PaletteEntry> hits(std::string_view text) {
  return palette_hits(palette_entries(), text);
}

/// What Enter does first: "command argument".
std::string first(std::string_view text) {
  const auto found = hits(text);
  return found.empty() ? "nothing"
                       : found[0].request.command + " " + found[0].request.argument.text();
}

bool holds(const std::vector<PaletteEntry>& entries, const std::string& command,
           const std::string& argument) {
  return std::ranges::any_of(entries, [&](const PaletteEntry& entry) {
    return entry.request.command == command && entry.request.argument == argument;
  });
}

TEST(Palette, EveryVerbIsTheFirstHitOfItsOwnName) {
  for (const Command& command : commands()) {
    EXPECT_EQ(first(command.name), std::string(command.name) + " ") << command.name;
    std::string spoken = command.name;
    std::ranges::replace(spoken, '_', ' ');
    EXPECT_EQ(first(spoken), std::string(command.name) + " ") << spoken;
  }
}

TEST(Palette, EveryKeyFindsItsVerb) {
  for (const Command& command : commands()) {
    std::istringstream keys(command.keys);
    for (std::string key; keys >> key;)
      EXPECT_TRUE(holds(hits(key), command.name, "")) << key << " does not find " << command.name;
  }
}

TEST(Palette, HoldsEverySortPresetFigureThemeAndSettingValue) {
  const auto all = palette_entries();
  for (const radix::SortInfo& sort : radix::sorts())
    EXPECT_TRUE(holds(all, "sort", std::to_string(radix::number_of(sort)))) << sort.name;
  for (const Preset& preset : presets().list)
    EXPECT_TRUE(holds(all, "preset", preset.name)) << preset.name;
  for (const Figure& figure : figures()) EXPECT_TRUE(holds(all, "figure", figure.id)) << figure.id;
  for (const Theme& theme : themes()) EXPECT_TRUE(holds(all, "theme", theme.name)) << theme.name;
  for (const radix::SettingInfo& setting : radix::settings())
    for (const radix::Choice& choice : setting.choices)
      EXPECT_TRUE(holds(all, setting.name, choice.name)) << setting.name << ' ' << choice.name;
  for (const StepSizeInfo& step_size : step_sizes())
    EXPECT_TRUE(holds(all, "grain", step_size.name)) << step_size.name;
  EXPECT_TRUE(holds(all, "engine", "cpu"));
  EXPECT_TRUE(holds(all, "compare", "radix"));
}

TEST(Palette, WhatIsListedCanBeDone) {
  for (const PaletteEntry& entry : palette_entries()) {
    if (!entry.complete || entry.request.argument.empty()) continue;
    if (entry.request.command == "engine" || entry.request.command == "tradeoff")
      continue;                                                  // this machine, and minutes
    if (entry.request.command.starts_with("timing_")) continue;  // wants a measured run
    Document document = block_sort_document();
    document.interactive = true;
    ASSERT_EQ(run_command(document, "lane", "duplicate"), "");  // one of several can be removed
    if (entry.request.command == "slide") {
      ASSERT_EQ(run_command(document, "lesson", lessons().front().name), "");
    }
    EXPECT_EQ(run_command(document, entry.request.command, entry.request.argument), "")
        << entry.name;
  }
  ASSERT_EQ(use_language("en"), "");  // languages are listed, too
}

TEST(Palette, SpeaksInSentences) {
  std::set<std::string> seen;
  for (const PaletteEntry& entry : palette_entries()) {
    const std::string& words = entry.words;
    ASSERT_FALSE(words.empty()) << entry.name;
    EXPECT_EQ(words.find_first_of("[]|%_"), words.npos) << entry.name << ": " << words;
    const bool begins = (words[0] >= 'A' && words[0] <= 'Z') || words.starts_with("2nd key");
    const bool sentence = begins && words.find(' ') != words.npos;
    EXPECT_TRUE(sentence) << entry.name << ": " << words;
    EXPECT_TRUE(seen.insert(words).second) << "twice: " << words;
  }
}

TEST(Palette, FindsWhatAReaderMeans) {
  radix::use_edition(radix::Edition::fourth);  // another test may have tried the 5th
  const std::pair<const char*, const char*> meant[] = {
      {"source", "kernel "},
      {"source code", "kernel "},
      {"kernel", "kernel "},
      {"dark", "theme dark"},
      {"bright", "theme light"},
      {"bigger", "larger "},
      {"why", "reasons "},
      {"explanation", "reasons "},
      {"quiz", "predict "},
      {"bug", "fault next"},
      {"spot the bug", "fault next"},
      {"merge sort", "sort 6"},
      {"laser", "pointer "},
      {"beamer", "projector "},
      {"black screen", "blank "},
      {"hide the answer", "answer off"},
      {"benchmark", "timing_mode "},
      {"jump", "seek "},
      {"arrays", "buffers "},
      {"full screen", "fullscreen "},
      {"print", "theme print"},
      {"13.4", "sort 2"},
      {"figure 13.9", "figure 13.9"},
      {"add this view to my lesson", "add_slide "},
      {"bitonic", "sort 11"},
      {"bitonic sort", "sort 11"},
      {"merge path", "sort 9"},
      {"onesweep", "sort 15"},
      {"sample sort", "sort 18"},
      {"counting sort", "sort 3"},
      {"radix sort", "sort 3"},
      {"stable", "lesson stable"},
      {"odd-even", "sort 10"},
      {"multi-gpu", "sort 17"},
      {"undo", "undo "},
  };
  for (const auto& [text, call] : meant) EXPECT_EQ(first(text), call) << text;
  Document document = block_sort_document();
  ASSERT_EQ(run_command(document, "figure", "13.9"), "");
  EXPECT_EQ(document.figure, "fig13-9");
  EXPECT_NE(run_command(document, "figure", "13.99"), "");
}

TEST(Palette, ListsTheKernelsInTheChaptersOrder) {
  radix::use_edition(radix::Edition::fourth);  // another test may have tried the 5th
  const std::string begins = "Show the kernel of ", chapter = " · 13.";
  std::size_t listed = 0;
  int last = 0;
  for (const PaletteEntry& entry : palette_entries()) {
    if (entry.request.command != "sort" || !entry.words.starts_with(begins)) continue;
    const std::size_t number = entry.words.find(chapter);
    if (number == std::string::npos) continue;  // of a bug in print
    const int section = std::stoi(entry.words.substr(number + chapter.size()));
    EXPECT_GE(section, last) << entry.words;
    last = section;
    ++listed;
  }
  EXPECT_EQ(listed, radix::sorts().size());
}

TEST(Palette, ABeginningComesBeforeAPartAndAPartBeforeLettersInOrder) {
  const std::vector<PaletteEntry> entries = {{{"a", ""}, "overpaint", "", "", "", true},
                                             {{"b", ""}, "p a i n", "", "", "", true},
                                             {{"c", ""}, "paint", "", "", "", true},
                                             {{"d", ""}, "other", "wet pain here", "", "", true},
                                             {{"e", ""}, "other", "", "Pain", "", true},
                                             {{"f", ""}, "pain", "", "", "", true},
                                             {{"g", ""}, "none of it", "pXaXiXn", "", "", true}};
  std::string order;
  for (const PaletteEntry& hit : palette_hits(entries, "pain")) order += hit.request.command;
  EXPECT_EQ(order, "fcedab")
      << "its name, its beginning, a word of keys, of help, a part, letters in order";
}

TEST(Palette, TypedArgumentsAreACall) {
  EXPECT_EQ(first("radix 4"), "radix 4");
  EXPECT_EQ(first("  radix   4 "), "radix 4");
  EXPECT_EQ(first("radix 99"), "radix 99") << "the command itself says what is wrong with it";
  EXPECT_EQ(first("keys 3 1 2"), "keys 3 1 2");
  EXPECT_EQ(first("keys-per-thread 4"), "keys_per_thread 4");
  EXPECT_EQ(first("open /tmp/My Folder/Keys-1.txt"), "open /tmp/My Folder/Keys-1.txt");
  EXPECT_EQ(first("seek pass 2 scatter"), "seek pass 2 scatter");
  EXPECT_NE(first("next 4"), "next 4") << "it takes no argument";
}

TEST(Palette, AListedArgumentIsFoundWhileItIsTyped) {
  EXPECT_EQ(first("theme li"), "theme light");
  EXPECT_EQ(first("theme light"), "theme light");
  EXPECT_EQ(first("sort 3"), "sort 3");
  EXPECT_EQ(first("chapter"), "preset chapter");
  EXPECT_EQ(first("several bits"), "sort 3");
  EXPECT_EQ(first("preset float"), "preset floats");
  EXPECT_EQ(first("motion of"), "motion off");
  EXPECT_EQ(hits("theme light").size(), hits("light theme").size()) << "words in any order";
}

// "figure reads" was a call that was refused with fifty names, before the figure that was meant.
TEST(Palette, WhatWouldBeRefusedIsNeverFirstWhereSomethingElseFits) {
  EXPECT_EQ(first("figure reads"), "figure memory-reads");
  EXPECT_EQ(first("compare bit"), "compare one_bit_ways");
  for (const char* text : {"figure reads", "preset record", "theme night", "compare merge"}) {
    const auto found = hits(text);
    ASSERT_GT(found.size(), 1u) << text;
    Document document = block_sort_document();
    EXPECT_EQ(run_command(document, found[0].request.command, found[0].request.argument), "")
        << text;
  }
}

TEST(Palette, NothingIsFoundWhereNothingFits) {
  EXPECT_TRUE(hits("xyzzy").empty());
  EXPECT_TRUE(hits("next xyzzy").empty());
}

TEST(Palette, WithoutTextItIsTheVerbsInTheirOrder) {
  const auto all = hits("  ");
  ASSERT_EQ(all.size(), commands().size());
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(all[i].request.command, commands()[i].name);
}

TEST(Palette, AnEntryThatNeedsMoreSaysSo) {
  for (const PaletteEntry& entry : palette_entries()) {
    if (!entry.request.argument.empty()) continue;
    const std::string takes = command_named(entry.request.command)->argument;
    EXPECT_EQ(entry.complete, takes.empty() || takes[0] == '[') << entry.name;
  }
}

TEST(Palette, ChoicesAreReadFromWhatAVerbTakes) {
  using List = std::vector<std::string>;
  EXPECT_EQ(spelt_choices("[on|off]"), (List{"on", "off"}));
  EXPECT_EQ(spelt_choices("decimal|hex|binary"), (List{"decimal", "hex", "binary"}));
  EXPECT_EQ(spelt_choices("markdown|csv [FILE]"), (List{"markdown", "csv"}));
  EXPECT_EQ(spelt_choices("[N [THREADS]|keys|cancel|none]"), (List{"keys", "cancel", "none"}));
  EXPECT_EQ(spelt_choices("[BLOCK [WARP [ROUND]]] | auto"), (List{"auto"}));
  EXPECT_EQ(spelt_choices("1…8"), List{});
  EXPECT_EQ(spelt_choices("KEYS"), List{});
  EXPECT_EQ(spelt_choices("[VALUES]"), List{});
  EXPECT_EQ(spelt_choices(""), List{});
}

TEST(Palette, OneThingAtATimeLiesOverTheWindow) {
  Document document = make_document();
  ASSERT_EQ(run_command(document, "palette"), "");
  EXPECT_TRUE(document.palette);
  ASSERT_EQ(run_command(document, "help"), "");
  EXPECT_TRUE(document.help && !document.palette);
  ASSERT_EQ(run_command(document, "dialog", "export"), "");
  EXPECT_TRUE(document.dialog == "export" && !document.help);
  ASSERT_EQ(run_command(document, "palette", "off"), "")
      << "it is off already: what lies there stays";
  EXPECT_EQ(document.dialog, "export");
  ASSERT_EQ(run_command(document, "palette"), "");
  EXPECT_TRUE(document.palette && document.dialog.empty());
  document.pinned = 3;
  ASSERT_EQ(run_command(document, "close"), "");
  EXPECT_TRUE(!document.palette && document.pinned == 3) << "one thing at a time is closed";
}

}  // namespace
}  // namespace scope
