/// The state as a string and as a session file: it comes back as it was, and what is wrong with it is said.
#include "app/state/state.hpp"

#include <set>

#include "app/state/recent.hpp"
#include "app/state/state_fields.hpp"
#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/random_states.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

TEST(Session, AThousandStatesComeBackFromBothSpellings) {
  uint32_t plain = 0, several = 0, timing = 0, taught = 0, paged = 0;
  std::set<std::string> rungs, figures_seen, all;
  App from_string = make_app(), from_file = make_app();   // each state follows another one
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    const App app = random_app(seed);
    const std::string text = state_string(app);
    all.insert(text);
    ASSERT_EQ(apply_state(from_string, text), "") << seed << ' ' << text;
    EXPECT_EQ(state_string(from_string), text) << seed;
    ASSERT_EQ(apply_state(from_file, session_text(app)), "") << seed << session_text(app);
    if (!shows_its_wishes(app)) continue;   // then what is shown comes back, not what was wished
    ++plain;
    several += app.lanes.size() > 1;
    timing += app.mode == Mode::timing;
    taught += app.lesson != nullptr;
    paged += app.timing.view.page > 0;
    rungs.insert(app.lane().wish.rung);
    figures_seen.insert(app.figure);
    expect_same(without_before(app), from_string, "string " + std::to_string(seed) + " " + text);
    expect_same(app, from_file, "file " + std::to_string(seed) + " " + text);
    if (HasFailure()) return;
  }
  EXPECT_GT(all.size(), 900u) << "nearly all differ, but for slides of lessons";
  EXPECT_GT(plain, 700u);
  EXPECT_GT(several, 300u);
  EXPECT_GT(timing, 100u);
  EXPECT_GT(taught, 100u);
  EXPECT_GT(paged, 100u);
  EXPECT_EQ(rungs.size(), radix::rungs().size());
  EXPECT_GT(figures_seen.size(), 10u);
}

TEST(Session, FieldsHaveNamesOfTheirOwn) {
  std::set<std::string> names = {"step", "active", "lane", "lanes", "format"};
  std::size_t count = names.size();
  for (const Field& field : fields()) names.insert(field.name), ++count;
  for (const std::string& name : pick_names()) names.insert("timing_" + name), ++count;
  EXPECT_EQ(names.size(), count);
}

TEST(Session, TheStringHasNothingThatAProgramChangesOnItsWay) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const std::string text = state_string(random_app(seed));
    ASSERT_TRUE(text.starts_with(state_prefix));
    for (char c : text) {
      const bool plain = std::isalnum(static_cast<unsigned char>(c)) || std::string("._,:=+-/%").find(c) != std::string::npos;
      ASSERT_TRUE(plain) << text;
    }
    EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(text.back()))) << "a chat drops what looks like an end: " << text;
  }
}

TEST(Session, AProgramJustStartedIsThePrefixAlone) {
  const App app = make_app();
  EXPECT_EQ(state_string(app), state_prefix);
  App other = random_app(3);
  EXPECT_EQ(apply_state(other, state_prefix), "");
  expect_same(other, app, "fresh");
}

TEST(Session, ALineMayBeBrokenOnItsWay) {
  const App app = random_app(12);
  const std::string text = state_string(app);
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (const char* end : {"\n", "\r\n", "\n  "}) {
      App other = make_app();
      std::string broken = " " + text + "\n";
      ASSERT_EQ(apply_state(other, broken.insert(at + 1, end)), "") << broken;
      ASSERT_EQ(state_string(other), text);
    }
  }
  App other = make_app();
  EXPECT_EQ(apply_state(other, "radixscope:1 / keys=3, 1, 2 / bits = 2"), "");
  EXPECT_EQ(other.lane().wish.keys_text, "3 1 2");
}

TEST(Session, ABlankThatMayPartTwoKeysIsNotTakenForNothing) {
  App app = make_app();
  EXPECT_NE(apply_state(app, "radixscope:1/keys=1 2").find("comma"), std::string::npos);
  EXPECT_EQ(apply_state(app, "radixscope:1/keys=1+2"), "");
  EXPECT_EQ(app.lane().wish.keys_text, "1 2");
}

TEST(Session, AStepMayBeAPlace) {
  App app = make_app(), other = make_app();
  ASSERT_EQ(run_script(app, "rung 3; seek pass 2 table_scan"), "");
  EXPECT_EQ(apply_state(other, "radixscope:1/rung=3/step=pass+2+table_scan"), "");
  expect_same(app, other, "place");
}

TEST(Session, APresetStandsForWhatItBrings) {
  App app = make_app(), other = make_app();
  ASSERT_EQ(run_script(app, "preset income_then_age; radix 4"), "");
  EXPECT_EQ(apply_state(other, R"({"preset": "income_then_age", "radix": 4})"), "");
  expect_same(app, other, "preset");
}

TEST(Session, PreferencesAreNoState) {
  App app = random_app(5), other = make_app();
  ASSERT_EQ(run_script(other, "theme print; scale 1.4; speed 4; motion off; grain pass; more on"), "");
  other.recent = {"/a"};
  ASSERT_EQ(apply_state(other, state_string(app)), "");
  EXPECT_EQ(other.theme, ThemeId::print);
  EXPECT_EQ(other.scale, 1.4f);
  EXPECT_EQ(other.speed, 4);
  EXPECT_FALSE(other.motion);
  EXPECT_EQ(other.grain, Grain::pass);
  EXPECT_TRUE(other.more);
  EXPECT_EQ(other.recent.size(), 1u);
}

TEST(Session, ALaneThatCannotBeSortedIsWrittenAsItsPicture) {
  App app = make_app();
  ASSERT_EQ(run_script(app, "rung 2; keys 3 1 2; seek 5"), "");
  const std::string shown = state_string(app);
  act(app, "keys", "3 1 2 frog");
  tick(app, 0);
  ASSERT_NE(app.lane().complaint.sentence, "");
  EXPECT_EQ(state_string(app), shown);
}

TEST(Session, ARunThatFailsIsShownAsItsSentence) {
  App app = make_app(), other = make_app();
  ASSERT_NE(run_script(app, "preset hundred; rung 5; resident 1"), "") << "blocks that wait for each other";
  EXPECT_EQ(apply_state(other, state_string(app)), "");
  EXPECT_EQ(other.lane().complaint.sentence, app.lane().complaint.sentence);
  EXPECT_EQ(state_string(other), state_string(app));
}

struct Bad {
  const char *text, *says;
};
const Bad bad_states[] = {
    {"", "character 1 "},
    {"frog", "character 1 "},
    {"radixscope:", "character 12 "},
    {"radixscope:x", "'radixscope:1/'"},
    {"radixscope:2/zap", "newer Radixscope"},
    {"radixscope:1/frog=1", "'frog'"},
    {"radixscope:1/bits", "character 14 "},
    {"radixscope:1/=3", "character 14 "},
    {"radixscope:1/bits=%zz", "character 19 "},
    {"radixscope:1/bits=%00", "'bits'"},
    {"radixscope:1/bits=4%0A", "'bits'"},
    {"radixscope:1/bits=\"4\"", "'bits'"},
    {"radixscope:1/bits=4/bits=4", "twice"},
    {"radixscope:1/bits=33", "'bits': Key bits must be 1 … 32"},
    {"radixscope:1/keys=12,frog", "'keys': Token 2"},
    {"radixscope:1/keys=99", "'keys'"},
    {"radixscope:1/keys=1/preset=chapter", "'preset'"},
    {"radixscope:1/preset=frog", "'preset'"},
    {"radixscope:1/rung=frog", "'rung'"},
    {"radixscope:1/engine=gpu", "'engine'"},
    {"radixscope:1/base=octal", "'base'"},
    {"radixscope:1/step=37", "'step': The step must be 0 … 36"},
    {"radixscope:1/step=frog", "'step'"},
    {"radixscope:1/pin=16", "'pin'"},
    {"radixscope:1/entry=1", "'entry'"},
    {"radixscope:1/store=99", "'store'"},
    {"radixscope:1/mode=frog", "'mode'"},
    {"radixscope:1/figure=frog", "'figure'"},
    {"radixscope:1/figure=timing-sizes", "timing_chart"},
    {"radixscope:1/zoom=0", "'zoom'"},
    {"radixscope:1/pan=1", "'pan'"},
    {"radixscope:1/warp=3", "'warp'"},
    {"radixscope:1/warp=", "'warp'"},
    {"radixscope:1/warp=2+segment+4", "'warp'"},
    {"radixscope:1/segment=64", "'segment'"},
    {"radixscope:1/active=2", "'active'"},
    {"radixscope:1/lane/lane/lane/lane", "'lanes'"},
    {"radixscope:1/lane/keys=1", "first lane"},
    {"radixscope:1/lane/mode=step", "'mode' of lane 2"},
    {"radixscope:1/lane/step=3", "follows lane 1"},
    {"radixscope:1/timing_n=frog", "'timing_n'"},
    {"radixscope:1/timing_n=2^10/timing_bits=64", "'timing_n'"},
    {"radixscope:1/timing_stages=maybe", "'timing_stages'"},
    {"radixscope:1/timing_chart=frog", "'timing_chart'"},
    {"radixscope:1/timing_page=0", "'timing_page'"},
    {"{", "line 1, column 2"},
    {"{}", "no fields"},
    {"{\"format\": \"radixscope session 1\",\n \"bits\": }", "line 2, column 10"},
    {R"({"format": "radixscope session 7", "bits": 4})", "newer Radixscope"},
    {R"({"format": "radixscope trace 1"})", "no session"},
    {R"({"format": 7})", "no session"},
    {R"({"frog": "1"})", "'frog'"},
    {R"({"bits": {}})", "'bits'"},
    {R"({"bits": null})", "'bits'"},
    {R"({"bits": [[4]]})", "'bits'"},
    {R"({"bits": 4, "bits": 4})", "twice"},
    {R"({"bits": "4\u0000"})", "'bits'"},
    {R"({"lanes": {}})", "'lanes'"},
    {R"({"lanes": []})", "'lanes'"},
    {R"({"lanes": [4]})", "Lane 1"},
    {R"({"bits": 4, "lanes": [{}]})", "'bits'"},
    {R"({"lanes": [{"mode": "step"}]})", "'mode'"},
    {R"({"lanes": [{}, {}, {}, {}, {}]})", "'lanes'"},
};

TEST(Session, SaysWhatIsWrongAndChangesNothing) {
  App app = block_sort_app();
  for (const Bad& bad : bad_states) {
    const std::string before = fingerprint(app) + session_text(app);
    const std::string sentence = apply_state(app, bad.text);
    EXPECT_NE(sentence.find(bad.says), std::string::npos) << bad.text << ": " << sentence;
    EXPECT_TRUE(sentence.ends_with('.')) << sentence;
    EXPECT_EQ(fingerprint(app) + session_text(app), before) << bad.text;
    EXPECT_EQ(app.note, sentence);
    EXPECT_TRUE(app.note_is_error);
  }
}

TEST(Session, IsToldFromOtherTexts) {
  EXPECT_TRUE(looks_like_state("radixscope:1"));
  EXPECT_TRUE(looks_like_state(" \n radixscope:9/frog"));
  EXPECT_TRUE(looks_like_state(session_text(make_app())));
  for (const char* other : {"", "12 3 6", "radixscop", "{}", R"({"keys": [1]})", "radix"})
    EXPECT_FALSE(looks_like_state(other)) << other;
}

// --------------------------------------------------------------------------------------------- verbs

TEST(SessionVerbs, CopyPasteAndStartOver) {
  App app = random_app(8);
  const App before = random_app(8);
  app.session_file = "/x";
  ASSERT_EQ(act(app, "copy_state"), "");
  const std::string copied = app.printed;
  EXPECT_EQ(copied, state_string(app) + "\n");
  ASSERT_EQ(act(app, "start_over"), "");
  expect_same(app, make_app(), "start over");
  EXPECT_EQ(app.session_file, "");
  ASSERT_EQ(act(app, "paste", copied), "");
  expect_same(app, before, "pasted");
  ASSERT_EQ(act(app, "keys", copied), "") << "typed into the box for keys";
  expect_same(app, before, "as keys");
}

TEST(SessionVerbs, PasteTakesKeysAndLosesNothing) {
  App app = make_app();
  EXPECT_EQ(run_script(app, "paste '100, 7\n 3'"), "");
  EXPECT_EQ(app.lane().trace->sorted.values, (std::vector<uint32_t>{3, 7, 100}));
  for (const char* junk : {"", " ", "hello, world", "radixscope:1/frog", "1 2 4294967296"}) {
    const std::string before = fingerprint(app);
    EXPECT_NE(act(app, "paste", junk), "") << junk;
    EXPECT_EQ(fingerprint(app), before) << junk;
  }
}

TEST(SessionVerbs, SaveAndOpenAnyKindOfFile) {
  scratch::Folder folder;
  App app = random_app(21);
  EXPECT_NE(act(app, "save"), "") << "a script has to say where";
  ASSERT_EQ(act(app, "save", folder / "mine"), "");
  const std::string file = folder / "mine.radixscope.json";
  EXPECT_EQ(scratch::bytes_of(file), session_text(app));
  EXPECT_EQ(app.session_file, file);
  EXPECT_EQ(app.recent, std::vector<std::string>{file});
  App other = make_app();
  ASSERT_EQ(act(other, "open", file), "");
  expect_same(app, other, "opened");
  EXPECT_EQ(other.session_file, file);
  ASSERT_EQ(act(other, "open", folder.file("state.txt", state_string(make_app()) + "\n")), "");
  expect_same(make_app(), other, "a string in a file");
  EXPECT_EQ(other.session_file, "") << "saving must not write a session over the text";
  ASSERT_EQ(act(other, "open", folder.file("keys.txt", "3 1 2")), "");
  EXPECT_EQ(other.lane().wish.keys_text, "3 1 2");
  ASSERT_EQ(act(other, "recent", "3"), "");
  expect_same(app, other, "the third in the list was the session");
  EXPECT_EQ(other.recent[0], file) << "and is the first now";
  EXPECT_EQ(other.recent.size(), 3u);
  EXPECT_NE(act(other, "recent", "4").find("1 … 3"), std::string::npos);
}

TEST(SessionVerbs, SaveNeverWritesOverASessionThatIsNoLongerShown) {
  scratch::Folder folder;
  App other = make_app();
  ASSERT_EQ(run_script(other, "rung 2; keys 9 8 7; trace '" + (folder / "run.json") + "'"), "");
  const std::string keys = folder.file("keys.txt", "3 1 2"), text = folder.file("st.txt", state_string(other));
  const std::string a = folder / "a.radixscope.json";
  const auto saved_after = [&](const std::string& script) {
    App app = make_app();
    app.interactive = true;
    EXPECT_EQ(run_script(app, "keys 5 5 1; save '" + a + "'; " + script), "");
    const std::string before = scratch::bytes_of(a);
    EXPECT_EQ(act(app, "save"), "");
    if (app.dialog.empty()) return true;
    EXPECT_EQ(scratch::bytes_of(a), before) << script;
    return false;
  };
  for (const std::string& document :
       {"open '" + keys + "'", "open '" + text + "'", "open '" + (folder / "run.json") + "'",
        std::string("lesson coalescing 2"), "state " + state_string(other), "paste " + state_string(other),
        "keys " + state_string(other), std::string("preset chapter"), std::string("start_over")})
    EXPECT_FALSE(saved_after(document)) << "another document: " << document;
  for (const std::string edit : {"next", "keys 9 8 7", "paste '4 3 2 1'", "rung 3; radix 2", "random 8 4 2", "lane add",
                                 "figure fig13-3", "lesson coalescing 2; slide next; lesson none"})
    EXPECT_TRUE(saved_after(edit)) << "the opened one, edited: " << edit;
  App app = make_app();
  EXPECT_NE(run_script(app, "save '" + a + "'; state radixscope:1/frog=1"), "");
  EXPECT_EQ(app.session_file, a) << "what was refused is no document";
}

TEST(SessionVerbs, WhatWasThereBeforeALessonSurvivesARestart) {
  App app = make_app(), next = make_app();
  ASSERT_EQ(run_script(app, "rung 3; radix 2; keys 7 1 9 4; seek 4"), "");
  const std::string work = state_string(app);
  ASSERT_EQ(run_script(app, "lesson coalescing 2"), "");
  ASSERT_EQ(apply_state(next, session_text(app)), "");
  ASSERT_TRUE(next.lesson);
  EXPECT_EQ(next.slide, 1u);
  EXPECT_EQ(session_text(next), session_text(app));
  ASSERT_EQ(run_script(next, "slide next; lesson none"), "");
  EXPECT_EQ(state_string(next), work);
  EXPECT_EQ(state_string(app).find("before"), std::string::npos) << "not in the short string";
  ASSERT_EQ(run_script(app, "lesson none; lesson coalescing"), "") << "nothing was before it but this";
  EXPECT_NE(apply_state(next, R"({"lesson": "coalescing", "before": "frog"})").find("'before'"), std::string::npos);
  EXPECT_EQ(apply_state(next, R"({"before": "radixscope:1"})"), "") << "without a lesson nothing is before it";
}

TEST(SessionVerbs, SaveInAWindowAsksOnce) {
  scratch::Folder folder;
  App app = make_app();
  app.interactive = true;
  EXPECT_EQ(act(app, "save"), "");
  EXPECT_EQ(app.dialog, "save");
  app.dialog.clear();
  EXPECT_EQ(act(app, "save", folder / "a.json"), "");
  EXPECT_EQ(act(app, "next"), "");
  EXPECT_EQ(act(app, "save"), "");
  EXPECT_EQ(app.dialog, "");
  EXPECT_EQ(scratch::bytes_of(folder / "a.json"), session_text(app));
}

TEST(SessionVerbs, RecentFilesAreEightAndThere) {
  scratch::Folder folder;
  App app = make_app();
  for (int i = 0; i < 10; ++i)
    ASSERT_EQ(act(app, "open", folder.file("k" + std::to_string(i), std::to_string(i))), "");
  ASSERT_EQ(app.recent.size(), most_recent);
  EXPECT_EQ(app.recent[0], folder / "k9");
  EXPECT_EQ(recent_from(recent_text(app.recent)), app.recent);
  std::filesystem::remove(folder / "k9");
  const auto there = recent_files(app);
  ASSERT_EQ(there.size(), most_recent - 1);
  EXPECT_EQ(there[0].number, 2u);
  EXPECT_EQ(there[0].path, folder / "k8");
  for (const char* junk : {"", "{", "{}", "[3, null]", "[[[[[[[[[[[[[[[[[[[["}) EXPECT_TRUE(recent_from(junk).empty());
}

}  // namespace
}  // namespace scope
