// The verb table, and what every verb does.
#include "kernels/radix/radix_arrays.hpp"
#include "app/families/families.hpp"
#include "app/commands/commands.hpp"

#include <gtest/gtest.h>

#include <set>

#include "app/base/parse.hpp"
#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;
using radix::Stage;
namespace stage = radix::stage;

const radix::Step& step_of(const App& app) { return *look(app).step(); }

// ------------------------------------------------------------------------------------------ table

TEST(VerbTable, NamesAndKeysAreUniqueAndFound) {
  std::set<std::string> names, keys;
  for (const Verb& verb : verbs()) {
    EXPECT_TRUE(names.insert(verb.name).second) << verb.name;
    EXPECT_EQ(verb_named(verb.name), &verb);
    EXPECT_NE(*verb.help, '\0') << verb.name;
    for (const std::string& key : words_of(verb.keys)) {
      EXPECT_TRUE(keys.insert(key).second) << "two verbs on " << key;
      EXPECT_EQ(verb_for_key(key), &verb) << key;
    }
  }
  EXPECT_EQ(verb_named("nexT"), nullptr);
  EXPECT_EQ(verb_named(""), nullptr);
  EXPECT_EQ(verb_for_key(""), nullptr);
  EXPECT_EQ(verb_for_key("Right PageDown"), nullptr);
  EXPECT_EQ(verb_for_key("Shift"), nullptr);
}

TEST(VerbTable, HasTheKeysOfALecturersHand) {
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
  for (const auto& [key, verb] : wanted) {
    ASSERT_NE(verb_for_key(key), nullptr) << key;
    EXPECT_STREQ(verb_for_key(key)->name, verb) << key;
  }
}

TEST(VerbTable, EveryVerbWithAKeyWorksWithoutAnArgument) {
  for (const Verb& verb : verbs()) {
    if (*verb.keys == '\0') continue;
    App app = block_sort_app();
    app.interactive = true;   // as where keys are pressed
    const bool takes_clipboard = std::string_view(verb.name) == "paste";
    EXPECT_EQ(act(app, verb.name, takes_clipboard ? "3 1 2" : ""), "") << verb.name;
  }
}

// ------------------------------------------------------------------------------- through the trace

TEST(Seek, FindsStagesArraysAndPasses) {
  App app = block_sort_app();
  EXPECT_EQ(step_of(app).pass, 1u);
  EXPECT_EQ(step_of(app).made, array::output);
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
    ASSERT_EQ(act(app, "seek", c.where), "") << c.where;
    EXPECT_EQ(step_of(app).pass, c.pass) << c.where;
    EXPECT_EQ(step_of(app).stage, c.stage) << c.where;
    EXPECT_EQ(step_of(app).made, c.made) << c.where;
    const radix::Step* next = look(app).next();
    const bool same_place =
        next && next->pass == c.pass && next->made == c.made && next->stage == c.stage;
    EXPECT_FALSE(same_place) << c.where << " must be the last of its kind";
  }
  EXPECT_EQ(act(app, "seek", "12"), "");
  EXPECT_EQ(app.lane().cursor, 12u);
  EXPECT_EQ(act(app, "seek", "0"), "");
  EXPECT_EQ(app.lane().cursor, 0u);
  EXPECT_EQ(act(app, "seek", "scatter"), "");
  EXPECT_EQ(step_of(app).pass, 0u) << "at the start the current pass is the first";
}

TEST(Seek, AStageThisRungDoesNotHaveIsRefused) {
  App app = make_app();
  const std::string sentence = act(app, "seek", "table_scan");
  EXPECT_NE(sentence.find("extract, scan, scatter"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("local_bucket"), std::string::npos) << sentence;
}

TEST(Stepping, GoesThereAndBackByEveryGrain) {
  App app = block_sort_app();
  const std::size_t end = app.lane().trace->steps.size();
  for (const auto& [there, back] :
       {std::pair{"next", "back"}, std::pair{"next_stage", "back_stage"},
        std::pair{"next_pass", "back_pass"}}) {
    act(app, "first");
    std::vector<std::size_t> way;
    for (; app.lane().cursor != end; act(app, there)) way.push_back(app.lane().cursor);
    act(app, there);
    EXPECT_EQ(app.lane().cursor, end) << "the end is the end";
    for (; !way.empty(); way.pop_back()) {
      act(app, back);
      EXPECT_EQ(app.lane().cursor, way.back());
    }
    act(app, back);
    EXPECT_EQ(app.lane().cursor, 0u);
  }
  act(app, "last");
  EXPECT_EQ(app.lane().cursor, end);
}

TEST(Stepping, NothingMovesWithoutKeys) {
  App app = make_app();
  EXPECT_EQ(run_script(app, "preset no_key; next; back; last; next_pass; play; first; seek 0"), "");
  EXPECT_EQ(app.lane().cursor, 0u);
  EXPECT_FALSE(app.playing);
  EXPECT_NE(act(app, "seek", "scatter"), "");
  EXPECT_NE(act(app, "seek", "1"), "");
  EXPECT_NE(act(app, "pin", "0"), "");
  EXPECT_NE(act(app, "entry", "0"), "");
}

TEST(Play, TurnsOnAndOffAndStartsAgainAtTheEnd) {
  App app = make_app();
  act(app, "play");
  EXPECT_TRUE(app.playing);
  act(app, "play");
  EXPECT_FALSE(app.playing);
  act(app, "last");
  act(app, "play", "on");
  EXPECT_TRUE(app.playing);
  EXPECT_EQ(app.lane().cursor, 0u);
  act(app, "play", "off");
  EXPECT_FALSE(app.playing);
  act(app, "faster");
  EXPECT_EQ(app.speed, 2);
  for (int i = 0; i < 9; ++i) act(app, "slower");
  EXPECT_EQ(app.speed, 0.25f);
  for (int i = 0; i < 9; ++i) act(app, "faster");
  EXPECT_EQ(app.speed, 8);
}

TEST(Grain, CyclesAndIsWhatNextGoesBy) {
  App app = make_app();
  std::set<Grain> seen;
  for (int i = 0; i < 3; ++i) {
    act(app, "grain");
    seen.insert(app.grain);
  }
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_EQ(app.grain, Grain::inside);
  EXPECT_EQ(run_script(app, "first; grain pass; next"), "");
  EXPECT_EQ(step_of(app).made, array::output);
  EXPECT_EQ(step_of(app).pass, 0u);
}

// ---------------------------------------------------------------------------------- what is sorted

TEST(Input, EveryVerbReachesTheTrace) {
  App app = make_app();
  const auto problem = [&]() -> const radix::Problem& { return app.lane().trace->problem; };
  EXPECT_EQ(run_script(app, "keys 3 0x2 0b1 0"), "");
  EXPECT_EQ(problem().keys(), (std::vector<uint32_t>{3, 2, 1, 0}));
  EXPECT_EQ(run_script(app, "bits 2; block 2; rung block_sort"), "");
  EXPECT_EQ(problem().key_bits(), 2u);
  EXPECT_EQ(problem().threads_per_block(), 2u);
  EXPECT_EQ(app.lane().trace->rung, "block_sort");
  EXPECT_EQ(run_script(app, "rung 1; engine cpu"), "");
  EXPECT_EQ(app.lane().trace->rung, "one_bit");
  EXPECT_EQ(app.lane().trace->engine.id, radix::EngineId::cpu);
  EXPECT_EQ(run_script(app, "random 10 7 3"), "");
  EXPECT_EQ(problem().size(), 10u);
  EXPECT_EQ(problem().key_bits(), 7u);
  const auto first = problem().keys();
  EXPECT_EQ(run_script(app, "random 10 7 4"), "");
  EXPECT_NE(problem().keys(), first);
  EXPECT_EQ(run_script(app, "preset eight"), "");
  EXPECT_EQ(problem().key_bits(), 3u);
  EXPECT_EQ(run_script(app, "block 1024; bits 32; block 1; bits 3"), "");
}

TEST(Input, BaseRewritesTheKeysAndKeepsThem) {
  App app = make_app();
  const auto shown = app.lane().trace;
  EXPECT_EQ(run_script(app, "base hex"), "");
  EXPECT_EQ(app.lane().wish.keys_text.substr(0, 7), "0xC 0x3");
  EXPECT_EQ(run_script(app, "base binary"), "");
  EXPECT_EQ(app.lane().wish.keys_text.substr(0, 13), "0b1100 0b0011");
  EXPECT_EQ(run_script(app, "base decimal"), "");
  EXPECT_EQ(app.lane().wish.keys_text.substr(0, 4), "12 3");
  EXPECT_EQ(app.lane().trace, shown) << "the same keys written otherwise are not sorted again";
  EXPECT_EQ(run_script(app, "base hex; preset eight"), "");
  EXPECT_EQ(app.lane().wish.keys_text.substr(0, 7), "0x3 0x5");

  act(app, "keys", "1 2 frog");
  EXPECT_EQ(act(app, "base", "binary"), "");
  EXPECT_EQ(app.lane().wish.keys_text, "1 2 frog") << "what is half typed is left alone";
}

// ---------------------------------------------------------------------------------- what is shown

TEST(View, VerbsDoWhatTheySay) {
  App app = block_sort_app();
  EXPECT_EQ(run_script(app, "pin 3; hover 4; entry 5; theme print; scale 1.25; speed 0.5"), "");
  EXPECT_EQ(app.pinned, 3u);
  EXPECT_EQ(app.hovered, 4u);
  EXPECT_EQ(look(app).selected(), 4u);
  EXPECT_EQ(app.table_entry, 5u);
  EXPECT_EQ(app.theme, ThemeId::print);
  EXPECT_EQ(app.scale, 1.25f);
  EXPECT_EQ(app.speed, 0.5f);
  EXPECT_EQ(run_script(app, "pin none; hover none; entry none; motion off; blank; help"), "");
  EXPECT_EQ(look(app).selected(), nobody);
  EXPECT_FALSE(app.table_entry.has_value());
  EXPECT_FALSE(app.motion);
  EXPECT_TRUE(app.blank);
  EXPECT_TRUE(app.help);
  act(app, "quit");
  EXPECT_TRUE(app.quit);
}

TEST(View, EscapeClosesOneThingAtATime) {
  App app = block_sort_app();
  EXPECT_EQ(run_script(app, "pin 3; entry 1; blank; help; close"), "");
  EXPECT_FALSE(app.help);
  EXPECT_TRUE(app.blank);
  act(app, "close");
  EXPECT_FALSE(app.blank);
  EXPECT_EQ(app.pinned, 3u);
  act(app, "close");
  EXPECT_EQ(app.pinned, nobody);
  EXPECT_FALSE(app.table_entry.has_value());
  EXPECT_EQ(act(app, "close"), "");
}

TEST(View, SizesStayInTheirRanges) {
  App app = make_app();
  for (int i = 0; i < 99; ++i) act(app, "larger");
  EXPECT_FLOAT_EQ(app.scale, 2.5f);
  for (int i = 0; i < 99; ++i) act(app, "smaller");
  EXPECT_FLOAT_EQ(app.scale, 0.8f);
  act(app, "normal_size");
  EXPECT_FLOAT_EQ(app.scale, 1);
  act(app, "larger");
  EXPECT_FLOAT_EQ(app.scale, 1.1f);
  for (int i = 0; i < 99; ++i) act(app, "zoom_in");
  EXPECT_FLOAT_EQ(app.zoom, 40);
  EXPECT_FALSE(app.fit);
  for (int i = 0; i < 99; ++i) act(app, "zoom_out");
  EXPECT_FLOAT_EQ(app.zoom, 0.1f);
  EXPECT_EQ(act(app, "pan", "-12.5 40"), "");
  EXPECT_EQ(app.pan, (Vec{-12.5f, 40}));
  act(app, "fit");
  EXPECT_TRUE(app.fit);
  EXPECT_EQ(app.zoom, 1);
  EXPECT_EQ(app.pan, Vec{});
}

TEST(View, ThemesCycleThroughAll) {
  App app = make_app();
  std::set<ThemeId> seen;
  for (std::size_t i = 0; i < themes().size(); ++i) {
    seen.insert(app.theme);
    act(app, "theme");
  }
  EXPECT_EQ(seen.size(), themes().size());
}

TEST(View, EveryFigureCanBeChosenAndAutoComesBack) {
  App app = block_sort_app();
  const auto foreign = [&](const Figure& figure) {   // of another family than this run's
    return std::ranges::any_of(families(), [&](const Family* family) {
      return family != &family_of(trace_of(app)) && std::ranges::find(family->figures, figure.id, &Figure::id) != family->figures.end();
    });
  };
  for (const Figure& figure : figures()) {
    EXPECT_EQ(act(app, "figure", figure.id), "");
    if (foreign(figure)) {   // nothing of it is there to be shown: the best picture of what is
      EXPECT_EQ(&current_figure(app), &figure_for(look(app))) << figure.id;
      continue;
    }
    EXPECT_EQ(current_figure(app).draw, figure.draw) << figure.id;
    EXPECT_TRUE(fits(current_figure(app), look(app))) << figure.id;
    EXPECT_EQ(&current_figure(app) == &figure, fits(figure, look(app))) << figure.id;
  }
  EXPECT_EQ(act(app, "figure", "auto"), "");
  EXPECT_EQ(&current_figure(app), &figure_for(look(app)));
}

TEST(View, NoEntryInARungWithoutATable) {
  App app = make_app();
  EXPECT_NE(act(app, "entry", "0").find("no bucket table"), std::string::npos);
}

}  // namespace
}  // namespace scope
