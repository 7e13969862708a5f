// The command table, and what every command does.
#include "app/commands/commands.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/radix/radix_arrays.hpp"

#include <gtest/gtest.h>

#include <set>

#include "app/commands/menus.hpp"
#include "app/core/base/parse.hpp"
#include "app/judge/changed_kernel.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;
using radix::Stage;
namespace stage = radix::stage;

const radix::Step& step_of(const Document& document) { return *moment(document).step(); }

// ------------------------------------------------------------------------------------------ table

TEST(CommandTable, NamesAndKeysAreUniqueAndFound) {
  std::set<std::string> names, keys;
  for (const Command& command : commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
    EXPECT_EQ(command_named(command.name), &command);
    EXPECT_NE(*command.help, '\0') << command.name;
    for (const std::string& key : words_of(command.keys)) {
      EXPECT_TRUE(keys.insert(key).second) << "two commands on " << key;
      EXPECT_EQ(command_for_key(key), &command) << key;
    }
  }
  EXPECT_EQ(command_named("nexT"), nullptr);
  EXPECT_EQ(command_named(""), nullptr);
  EXPECT_EQ(command_for_key(""), nullptr);
  EXPECT_EQ(command_for_key("Right PageDown"), nullptr);
  EXPECT_EQ(command_for_key("Shift"), nullptr);
}

TEST(CommandTable, HasTheKeysOfALecturersHand) {
  const std::pair<const char*, const char*> wanted[] = {{"Right", "next"},
                                                        {"PageDown", "next"},
                                                        {"Left", "back"},
                                                        {"PageUp", "back"},
                                                        {"Shift+Right", "next_stage"},
                                                        {"Shift+Left", "back_stage"},
                                                        {"Ctrl+Right", "next_pass"},
                                                        {"Ctrl+Left", "back_pass"},
                                                        {"Home", "first"},
                                                        {"End", "last"},
                                                        {"Space", "play"},
                                                        {"G", "grain"},
                                                        {"B", "blank"},
                                                        {"F", "fit"},
                                                        {"?", "help"},
                                                        {"Escape", "close"},
                                                        {"Ctrl++", "larger"},
                                                        {"Ctrl+-", "smaller"},
                                                        {"Ctrl+0", "normal_size"},
                                                        {"Ctrl+Q", "quit"}};
  for (const auto& [key, command] : wanted) {
    ASSERT_NE(command_for_key(key), nullptr) << key;
    EXPECT_STREQ(command_for_key(key)->name, command) << key;
  }
}

TEST(CommandTable, EveryVerbWithAKeyWorksWithoutAnArgument) {
  for (const Command& command : commands()) {
    if (*command.keys == '\0') continue;
    // Where no compiler is, as on the web page, this one says so
    if (std::string_view(command.name) == "edit" && !changing_program_missing().empty()) continue;
    Document document = block_sort_document();
    document.interactive = true;  // as where keys are pressed
    const bool takes_clipboard = std::string_view(command.name) == "paste";
    EXPECT_EQ(run_command(document, command.name, takes_clipboard ? "3 1 2" : ""), "")
        << command.name;
  }
}

// ------------------------------------------------------------------------------- through the trace

TEST(Seek, FindsStagesArraysAndPasses) {
  Document document = block_sort_document();
  EXPECT_EQ(step_of(document).pass, 1u);
  EXPECT_EQ(step_of(document).made, array::output);
  const struct {
    const char* where;
    uint32_t pass;
    Stage stage;
    ArrayId made;
  } cases[] = {
      {"local_bucket", 1, stage::local_bucket, array::bucket_counts},
      {"table scan", 1, stage::table_scan, array::bucket_starts},
      {"bits", 1, stage::extract, array::bits},
      {"pass 3", 2, stage::scatter, array::output},
      {"partial_ones", 2, stage::scan, array::partial_ones},
      {"pass 1 local_keys", 0, stage::local_bucket, array::local_keys},
      {"  pass   4   scatter ", 3, stage::scatter, array::output},
  };
  for (const auto& c : cases) {
    ASSERT_EQ(run_command(document, "seek", c.where), "") << c.where;
    EXPECT_EQ(step_of(document).pass, c.pass) << c.where;
    EXPECT_EQ(step_of(document).stage, c.stage) << c.where;
    EXPECT_EQ(step_of(document).made, c.made) << c.where;
    const radix::Step* next = moment(document).next();
    const bool same_place =
        next && next->pass == c.pass && next->made == c.made && next->stage == c.stage;
    EXPECT_FALSE(same_place) << c.where << " must be the last of its kind";
  }
  EXPECT_EQ(run_command(document, "seek", "12"), "");
  EXPECT_EQ(document.lane().cursor, 12u);
  EXPECT_EQ(run_command(document, "seek", "0"), "");
  EXPECT_EQ(document.lane().cursor, 0u);
  EXPECT_EQ(run_command(document, "seek", "scatter"), "");
  EXPECT_EQ(step_of(document).pass, 0u) << "at the start the current pass is the first";
}

TEST(Seek, AStageThisSortDoesNotHaveIsRefused) {
  Document document = make_document();
  const std::string sentence = run_command(document, "seek", "table_scan");
  EXPECT_NE(sentence.find("extract, scan, scatter"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("local_bucket"), std::string::npos) << sentence;
}

TEST(Stepping, GoesThereAndBackByEveryGrain) {
  Document document = block_sort_document();
  const std::size_t end = document.lane().trace->steps.size();
  for (const auto& [there, back] :
       {std::pair{"next", "back"}, std::pair{"next_stage", "back_stage"},
        std::pair{"next_pass", "back_pass"}}) {
    run_command(document, "first");
    std::vector<std::size_t> way;
    for (; document.lane().cursor != end; run_command(document, there))
      way.push_back(document.lane().cursor);
    run_command(document, there);
    EXPECT_EQ(document.lane().cursor, end) << "the end is the end";
    for (; !way.empty(); way.pop_back()) {
      run_command(document, back);
      EXPECT_EQ(document.lane().cursor, way.back());
    }
    run_command(document, back);
    EXPECT_EQ(document.lane().cursor, 0u);
  }
  run_command(document, "last");
  EXPECT_EQ(document.lane().cursor, end);
}

TEST(Stepping, NothingMovesWithoutKeys) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, "preset no_key; next; back; last; next_pass; play; first; seek 0"),
            "");
  EXPECT_EQ(document.lane().cursor, 0u);
  EXPECT_FALSE(document.playing);
  EXPECT_NE(run_command(document, "seek", "scatter"), "");
  EXPECT_NE(run_command(document, "seek", "1"), "");
  EXPECT_NE(run_command(document, "pin", "0"), "");
  EXPECT_NE(run_command(document, "entry", "0"), "");
}

TEST(Play, TurnsOnAndOffAndStartsAgainAtTheEnd) {
  Document document = make_document();
  run_command(document, "play");
  EXPECT_TRUE(document.playing);
  run_command(document, "play");
  EXPECT_FALSE(document.playing);
  run_command(document, "last");
  run_command(document, "play", "on");
  EXPECT_TRUE(document.playing);
  EXPECT_EQ(document.lane().cursor, 0u);
  run_command(document, "play", "off");
  EXPECT_FALSE(document.playing);
  run_command(document, "faster");
  EXPECT_EQ(document.speed, 2);
  for (int i = 0; i < 9; ++i) run_command(document, "slower");
  EXPECT_EQ(document.speed, 0.25f);
  for (int i = 0; i < 9; ++i) run_command(document, "faster");
  EXPECT_EQ(document.speed, 8);
}

TEST(StepSize, CyclesAndIsWhatNextGoesBy) {
  Document document = make_document();
  std::set<StepSize> seen;
  for (int i = 0; i < 3; ++i) {
    run_command(document, "grain");
    seen.insert(document.step_size);
  }
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_EQ(document.step_size, StepSize::inside);
  EXPECT_EQ(run_script(document, "first; grain pass; next"), "");
  EXPECT_EQ(step_of(document).made, array::output);
  EXPECT_EQ(step_of(document).pass, 0u);
}

// ---------------------------------------------------------------------------------- what is sorted

TEST(Input, EveryVerbReachesTheTrace) {
  Document document = make_document();
  const auto problem = [&]() -> const radix::Problem& { return document.lane().trace->problem; };
  EXPECT_EQ(run_script(document, "keys 3 0x2 0b1 0"), "");
  EXPECT_EQ(problem().keys(), (std::vector<uint32_t>{3, 2, 1, 0}));
  EXPECT_EQ(run_script(document, "bits 2; block 2; sort block_sort"), "");
  EXPECT_EQ(problem().key_bits(), 2u);
  EXPECT_EQ(problem().threads_per_block(), 2u);
  EXPECT_EQ(document.lane().trace->sort, "block_sort");
  EXPECT_EQ(run_script(document, "sort 1; engine cpu"), "");
  EXPECT_EQ(document.lane().trace->sort, "one_bit");
  EXPECT_EQ(document.lane().trace->engine.id, radix::EngineId::cpu);
  EXPECT_EQ(run_script(document, "random 10 7 3"), "");
  EXPECT_EQ(problem().size(), 10u);
  EXPECT_EQ(problem().key_bits(), 7u);
  const auto first = problem().keys();
  EXPECT_EQ(run_script(document, "random 10 7 4"), "");
  EXPECT_NE(problem().keys(), first);
  EXPECT_EQ(run_script(document, "preset eight"), "");
  EXPECT_EQ(problem().key_bits(), 3u);
  EXPECT_EQ(run_script(document, "block 1024; bits 32; block 1; bits 3"), "");
}

TEST(Input, BaseRewritesTheKeysAndKeepsThem) {
  Document document = make_document();
  const auto shown = document.lane().trace;
  EXPECT_EQ(run_script(document, "base hex"), "");
  EXPECT_EQ(document.lane().setup.keys_text.substr(0, 7), "0xC 0x3");
  EXPECT_EQ(run_script(document, "base binary"), "");
  EXPECT_EQ(document.lane().setup.keys_text.substr(0, 13), "0b1100 0b0011");
  EXPECT_EQ(run_script(document, "base decimal"), "");
  EXPECT_EQ(document.lane().setup.keys_text.substr(0, 4), "12 3");
  EXPECT_EQ(document.lane().trace, shown) << "the same keys written otherwise are not sorted again";
  EXPECT_EQ(run_script(document, "base hex; preset eight"), "");
  EXPECT_EQ(document.lane().setup.keys_text.substr(0, 7), "0x3 0x5");

  run_command(document, "keys", "1 2 frog");
  EXPECT_EQ(run_command(document, "base", "binary"), "");
  EXPECT_EQ(document.lane().setup.keys_text, "1 2 frog") << "what is half typed is left alone";
}

// ---------------------------------------------------------------------------------- what is shown

TEST(View, VerbsDoWhatTheySay) {
  Document document = block_sort_document();
  EXPECT_EQ(run_script(document, "pin 3; hover 4; entry 5; theme print; scale 1.25; speed 0.5"),
            "");
  EXPECT_EQ(document.pinned, 3u);
  EXPECT_EQ(document.hovered, 4u);
  EXPECT_EQ(moment(document).selected(), 4u);
  EXPECT_EQ(document.table_entry, 5u);
  EXPECT_EQ(document.theme, ThemeId::print);
  EXPECT_EQ(document.scale, 1.25f);
  EXPECT_EQ(document.speed, 0.5f);
  EXPECT_EQ(run_script(document, "pin none; hover none; entry none; motion off; blank; help"), "");
  EXPECT_EQ(moment(document).selected(), none);
  EXPECT_FALSE(document.table_entry.has_value());
  EXPECT_FALSE(document.motion);
  EXPECT_TRUE(document.blank);
  EXPECT_TRUE(document.help);
  run_command(document, "quit");
  EXPECT_TRUE(document.quit);
}

TEST(Input, PairsAreTwoKeysOrAKeyAndItsValue) {
  for (const char* way : {"paste 30:150 22:7, -5:9", "keys 30:150 22:7, -5:9"}) {
    Document document = make_document();
    run_script(document, way);  // typed without bits for a second key it is refused so far
    ASSERT_EQ(run_command(document, "pairs_as_values"), "") << way;
    tick(document, 0);
    ASSERT_EQ(document.lane().error.sentence, "") << way;
    const radix::Problem& problem = document.lane().trace->problem;
    EXPECT_EQ(problem.settings().second_bits, 0u);
    EXPECT_EQ(problem.text_of(problem.keys()[2]), "-5");
    EXPECT_EQ(problem.values(), (std::vector<uint32_t>{150, 7, 9}));
    EXPECT_EQ(run_script(document, "last"), "");
    EXPECT_EQ(moment(document).find(array::output)->ids, (std::vector<uint32_t>{2, 1, 0})) << way;
  }
  Document document = make_document();
  const std::string before = state_string(document);
  ASSERT_EQ(run_command(document, "pairs_as_values"), "");
  EXPECT_NE(document.note.find("'12' is not a pair"), std::string::npos) << document.note;
  EXPECT_EQ(state_string(document), before);
}

TEST(View, EscapeClosesOneThingAtATime) {
  Document document = block_sort_document();
  EXPECT_EQ(run_script(document, "pin 3; entry 1; blank; help; close"), "");
  EXPECT_FALSE(document.help);
  EXPECT_TRUE(document.blank);
  run_command(document, "close");
  EXPECT_FALSE(document.blank);
  EXPECT_EQ(document.pinned, 3u);
  run_command(document, "close");
  EXPECT_EQ(document.pinned, none);
  EXPECT_FALSE(document.table_entry.has_value());
  EXPECT_EQ(run_command(document, "close"), "");
}

/// Presses Escape until nothing more changes; the number of presses.
int escape_all(Document& document) {
  for (int pressed = 0; pressed < 20; ++pressed) {
    const std::string before = session_text(document) + document.dialog +
                               (document.help ? "h" : "") + (document.palette ? "p" : "") +
                               (document.blank ? "b" : "");
    EXPECT_EQ(run_command(document, "close"), "");
    tick(document, 0);
    const std::string now = session_text(document) + document.dialog + (document.help ? "h" : "") +
                            (document.palette ? "p" : "") + (document.blank ? "b" : "");
    if (now == before) return pressed;
  }
  return 20;
}

TEST(View, EscapeAloneLeadsBackFromEveryPage) {
  std::vector<std::string> pages = {"mode compare",
                                    "mode timing",
                                    "mode compare; figure memory",
                                    "figure trade-off",
                                    "compare radix",
                                    "lesson coalescing 8",
                                    "lesson parallel 3",
                                    "help",
                                    "palette",
                                    "blank",
                                    "pin 3; entry 1",
                                    "mode timing; palette; dialog export",
                                    "lesson coalescing 8; mode timing; help",
                                    "lesson radix_sort 1; mode compare; pin 2",
                                    "lesson parallel 1; figure memory; blank"};
  for (const Figure& figure : figures())
    if (figure.tools != Tools::timing) pages.push_back(std::string("figure ") + figure.id);
  for (const Dialog& dialog : dialogs()) pages.push_back(std::string("dialog ") + dialog.id);
  for (const char* profile : {"off", "on"})
    for (const std::string& page : pages) {
      Document document = block_sort_document();
      document.interactive = true;
      const std::string script = std::string("projector ") + profile + "; " + page;
      ASSERT_EQ(run_script(document, script), "") << script;
      EXPECT_LE(escape_all(document), 5) << script;
      EXPECT_EQ(document.mode, Mode::step) << script;
      EXPECT_EQ(document.figure, "auto") << script;
      EXPECT_TRUE(!document.lesson && !document.help && !document.palette && !document.blank &&
                  document.dialog.empty() && document.pinned == none && !document.table_entry)
          << script;
      EXPECT_EQ(document.projector, profile == std::string("on"))
          << "F11 is the way there and back";
    }
}

TEST(View, SizesStayInTheirRanges) {
  Document document = make_document();
  for (int i = 0; i < 99; ++i) run_command(document, "larger");
  EXPECT_FLOAT_EQ(document.scale, 2.5f);
  for (int i = 0; i < 99; ++i) run_command(document, "smaller");
  EXPECT_FLOAT_EQ(document.scale, 0.8f);
  run_command(document, "normal_size");
  EXPECT_FLOAT_EQ(document.scale, 1);
  run_command(document, "larger");
  EXPECT_FLOAT_EQ(document.scale, 1.1f);
  for (int i = 0; i < 99; ++i) run_command(document, "zoom_in");
  EXPECT_FLOAT_EQ(document.zoom, 40);
  EXPECT_FALSE(document.fit);
  for (int i = 0; i < 99; ++i) run_command(document, "zoom_out");
  EXPECT_FLOAT_EQ(document.zoom, 0.1f);
  EXPECT_EQ(run_command(document, "pan", "-12.5 40"), "");
  EXPECT_EQ(document.pan, (Vec{-12.5f, 40}));
  run_command(document, "fit");
  EXPECT_TRUE(document.fit);
  EXPECT_EQ(document.zoom, 1);
  EXPECT_EQ(document.pan, Vec{});
}

TEST(View, ThemesCycleThroughAll) {
  Document document = make_document();
  std::set<ThemeId> seen;
  for (std::size_t i = 0; i < themes().size(); ++i) {
    seen.insert(document.theme);
    run_command(document, "theme");
  }
  EXPECT_EQ(seen.size(), themes().size());
}

TEST(View, EveryFigureCanBeChosenAndAutoComesBack) {
  Document document = block_sort_document();
  const auto foreign = [&](const Figure& figure) {  // of another family than this run's
    return std::ranges::any_of(families(), [&](const FamilyRow* family) {
      return family != &family_of(trace_of(document)) &&
             std::ranges::find(family->figures, figure.id, &Figure::id) != family->figures.end();
    });
  };
  for (const Figure& figure : figures()) {
    EXPECT_EQ(run_command(document, "figure", figure.id), "");
    // One that fits nowhere here stands nevertheless, and says why
    const bool somewhere = std::ranges::any_of(figures(), [&](const Figure& other) {
      return other.draw == figure.draw && fits(other, moment(document));
    });
    if (foreign(figure) && !somewhere) {  // nothing of it is there: the best picture of what is
      EXPECT_EQ(&current_figure(document), &figure_for(moment(document))) << figure.id;
      continue;
    }
    EXPECT_EQ(current_figure(document).draw, figure.draw) << figure.id;
    EXPECT_EQ(fits(current_figure(document), moment(document)), somewhere) << figure.id;
    EXPECT_EQ(&current_figure(document) == &figure, fits(figure, moment(document)) || !somewhere)
        << figure.id;
  }
  EXPECT_EQ(run_command(document, "figure", "auto"), "");
  EXPECT_EQ(&current_figure(document), &figure_for(moment(document)));
}

TEST(View, NoEntryInASortWithoutATable) {
  Document document = make_document();
  EXPECT_NE(run_command(document, "entry", "0").find("no bucket table"), std::string::npos);
}

}  // namespace
}  // namespace scope
