/// The state as a string and as a session file: it comes back as it was, and what is wrong with it
/// is said.
#include "app/state/state.hpp"

#include <set>

#include "app/document/record.hpp"
#include "app/state/presets.hpp"
#include "app/state/recent.hpp"
#include "app/state/state_fields.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/random_states.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

TEST(Session, StatesComeBackFromBothSpellings) {
  uint32_t plain = 0, several = 0, timing = 0, taught = 0, paged = 0;
  std::set<std::string> sorts, figures_seen, all;
  Document from_string = make_document(),
           from_file = make_document();  // each state follows another one
  for (uint32_t seed = 0; seed < cases(300, 1000); ++seed) {
    const Document document = random_document(seed);
    const std::string text = state_string(document);
    all.insert(text);
    ASSERT_EQ(apply_state(from_string, text), "") << seed << ' ' << text;
    EXPECT_EQ(state_string(from_string), text) << seed;
    ASSERT_EQ(apply_state(from_file, session_text(document)), "") << seed << session_text(document);
    if (!shows_its_wishes(document))
      continue;  // then what is shown comes back, not what was wished
    ++plain;
    several += document.lanes.size() > 1;
    timing += document.mode == Mode::timing;
    taught += document.lesson != nullptr;
    paged += document.timing.view.page > 0;
    sorts.insert(document.lane().setup.sort);
    figures_seen.insert(document.figure);
    expect_same(without_before(document), from_string,
                "string " + std::to_string(seed) + " " + text);
    expect_same(document, from_file, "file " + std::to_string(seed) + " " + text);
    if (HasFailure()) return;
  }
  EXPECT_GT(all.size(), cases(270, 900)) << "nearly all differ, but for slides of lessons";
  EXPECT_GT(plain, cases(200, 700));
  EXPECT_GT(several, cases(80, 300));
  EXPECT_GT(timing, cases(25, 100));
  EXPECT_GT(taught, cases(25, 100));
  EXPECT_GT(paged, cases(20, 80));
  EXPECT_EQ(sorts.size(), radix::sorts().size());
  EXPECT_GT(figures_seen.size(), 10u);
}

TEST(Session, APictureOfKeysWithoutTheOrderWishedComesBackAsItWasMade) {
  // Fractions over 0 are refused, and the picture of the sort by digits stays
  Document document = make_document(), back = make_document();
  for (const auto& [name, value] : std::vector<std::pair<const char*, const char*>>{
           {"sort", "1"}, {"second_bits", "2"}, {"bits", "2"}, {"keys", "3:1 2:0 1:1"}}) {
    run_command(document, name, value);
    tick(document, 0);
  }
  run_command(document, "seek", "5");
  run_command(document, "compare_by", "fraction");
  tick(document, 0);
  ASSERT_NE(document.lane().error.sentence, "");
  ASSERT_EQ(document.lane().cursor, 5u);
  const std::string text = state_string(document);
  EXPECT_EQ(apply_state(back, text), "") << text;
  EXPECT_EQ(state_string(back), text);
  EXPECT_EQ(back.lane().cursor, 5u) << text;
  EXPECT_EQ(back.lane().error.sentence, "");
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
    const std::string text = state_string(random_document(seed));
    ASSERT_TRUE(text.starts_with(state_prefix));
    for (char c : text) {
      const bool plain = std::isalnum(static_cast<unsigned char>(c)) ||
                         std::string("._,:=+-/%").find(c) != std::string::npos;
      ASSERT_TRUE(plain) << text;
    }
    EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(text.back())))
        << "a chat drops what looks like an end: " << text;
  }
}

TEST(Session, AProgramJustStartedIsThePrefixAlone) {
  const Document document = make_document();
  EXPECT_EQ(state_string(document), state_prefix);
  Document other = random_document(3);
  EXPECT_EQ(apply_state(other, state_prefix), "");
  expect_same(other, document, "fresh");
}

TEST(Session, ALineMayBeBrokenOnItsWay) {
  const Document document = random_document(12);
  const std::string text = state_string(document);
  for (std::size_t at = 0; at <= text.size(); ++at) {
    for (const char* end : {"\n", "\r\n", "\n  "}) {
      Document other = make_document();
      std::string broken = " " + text + "\n";
      ASSERT_EQ(apply_state(other, broken.insert(at + 1, end)), "") << broken;
      ASSERT_EQ(state_string(other), text);
    }
  }
  Document other = make_document();
  EXPECT_EQ(apply_state(other, "radixscope:1 / keys=3, 1, 2 / bits = 2"), "");
  EXPECT_EQ(other.lane().setup.keys_text, "3 1 2");
}

TEST(Session, ABlankThatMayPartTwoKeysIsNotTakenForNothing) {
  Document document = make_document();
  EXPECT_NE(apply_state(document, "radixscope:1/keys=1 2").find("comma"), std::string::npos);
  EXPECT_EQ(apply_state(document, "radixscope:1/keys=1+2"), "");
  EXPECT_EQ(document.lane().setup.keys_text, "1 2");
}

TEST(Session, AStepMayBeAPlace) {
  Document document = make_document(), other = make_document();
  ASSERT_EQ(run_script(document, "sort 3; seek pass 2 table_scan"), "");
  EXPECT_EQ(apply_state(other, "radixscope:1/sort=3/step=pass+2+table_scan"), "");
  expect_same(document, other, "place");
}

TEST(Session, APresetStandsForWhatItBrings) {
  Document document = make_document(), other = make_document();
  ASSERT_EQ(run_script(document, "preset income_then_age; radix 4"), "");
  EXPECT_EQ(apply_state(other, R"({"preset": "income_then_age", "radix": 4})"), "");
  expect_same(document, other, "preset");
}

TEST(Session, PreferencesAreNoState) {
  Document document = random_document(5), other = make_document();
  ASSERT_EQ(run_script(other, "theme print; scale 1.4; speed 4; motion off; grain pass; more on"),
            "");
  other.recent = {"/a"};
  ASSERT_EQ(apply_state(other, state_string(document)), "");
  EXPECT_EQ(other.theme, ThemeId::print);
  EXPECT_EQ(other.scale, 1.4f);
  EXPECT_EQ(other.speed, 4);
  EXPECT_FALSE(other.motion);
  EXPECT_EQ(other.step_size, StepSize::pass);
  EXPECT_TRUE(other.more);
  EXPECT_EQ(other.recent.size(), 1u);
}

TEST(Session, ALaneThatCannotBeSortedIsWrittenAsItsPicture) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "sort 2; keys 3 1 2; seek 5"), "");
  const std::string shown = state_string(document);
  run_command(document, "keys", "3 1 2 frog");
  tick(document, 0);
  ASSERT_NE(document.lane().error.sentence, "");
  EXPECT_EQ(state_string(document), shown);
}

TEST(Session, ARunThatFailsIsShownAsItsSentence) {
  Document document = make_document(), other = make_document();
  ASSERT_NE(run_script(document, "preset hundred; sort 5; resident 1"), "")
      << "blocks that wait for each other";
  EXPECT_EQ(apply_state(other, state_string(document)), "");
  EXPECT_EQ(other.lane().error.sentence, document.lane().error.sentence);
  EXPECT_EQ(state_string(other), state_string(document));
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
    {"radixscope:1/keys=12,frog", "'keys': Key 2"},
    {"radixscope:1/keys=99", "'keys'"},
    {"radixscope:1/keys=1/preset=chapter", "'preset'"},
    {"radixscope:1/preset=frog", "'preset'"},
    {"radixscope:1/sort=frog", "'sort'"},
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
    {R"({"format": "radixscope trace 1"})", "not a session"},
    {R"({"format": 7})", "not a session"},
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
  Document document = block_sort_document();
  for (const Bad& bad : bad_states) {
    const std::string before = fingerprint(document) + session_text(document);
    const std::string sentence = apply_state(document, bad.text);
    EXPECT_NE(sentence.find(bad.says), std::string::npos) << bad.text << ": " << sentence;
    EXPECT_TRUE(sentence.ends_with('.')) << sentence;
    EXPECT_EQ(fingerprint(document) + session_text(document), before) << bad.text;
    EXPECT_EQ(document.note, sentence);
    EXPECT_TRUE(document.note_is_error);
  }
}

TEST(Session, IsToldFromOtherTexts) {
  EXPECT_TRUE(looks_like_state("radixscope:1"));
  EXPECT_TRUE(looks_like_state(" \n radixscope:9/frog"));
  EXPECT_TRUE(looks_like_state(session_text(make_document())));
  for (const char* other : {"", "12 3 6", "radixscop", "{}", R"({"keys": [1]})", "radix"})
    EXPECT_FALSE(looks_like_state(other)) << other;
}

// ---------------------------------------------------------------------------------------------
// commands

TEST(SessionCommands, CopyPasteAndStartOver) {
  uint32_t seed = 8;
  while (random_document(seed).lesson) ++seed;  // where it began from is in session files only
  Document document = random_document(seed);
  const Document before = without_before(random_document(seed));  // nor is what Step showed
  document.session_file = "/x";
  ASSERT_EQ(run_command(document, "copy_state"), "");
  const std::string copied = document.printed;
  EXPECT_EQ(copied, state_string(document) + "\n");
  ASSERT_EQ(run_command(document, "start_over"), "");
  expect_same(document, make_document(), "start over");
  EXPECT_EQ(document.session_file, "");
  ASSERT_EQ(run_command(document, "paste", copied), "");
  expect_same(document, before, "pasted");
  ASSERT_EQ(run_command(document, "keys", copied), "") << "typed into the box for keys";
  expect_same(document, before, "as keys");
}

TEST(SessionCommands, PasteTakesKeysAndLosesNothing) {
  Document document = make_document();
  EXPECT_EQ(run_script(document, "paste '100, 7\n 3'"), "");
  EXPECT_EQ(document.lane().trace->sorted.values, (std::vector<uint32_t>{3, 7, 100}));
  for (const char* junk : {"", " ", "hello, world", "radixscope:1/frog", "1 2 4294967296"}) {
    const std::string before = fingerprint(document);
    EXPECT_NE(run_command(document, "paste", junk), "") << junk;
    EXPECT_EQ(fingerprint(document), before) << junk;
  }
}

TEST(SessionCommands, PastedSignsAndFractionsChooseTheKeyType) {
  struct Paste {
    const char *text, *type, *sorted;
  };
  for (const auto& [text, type, sorted] :
       {Paste{"5 -3 7", "signed", "-3 5 7"}, Paste{"1.5 -2.25", "float", "-2.25 1.5"},
        Paste{"0xC 0b11 7", "unsigned", "3 7 12"}, Paste{"30:150 7:3", "unsigned", "7:3 30:150"}}) {
    Document document = make_document();
    ASSERT_EQ(run_command(document, "paste", text), "") << text;
    tick(document, 0);
    const radix::Problem& problem = document.lane().trace->problem;
    EXPECT_EQ(radix::text_of(*radix::setting_named("type"), problem.settings()), type) << text;
    std::string keys;
    for (const uint32_t key : document.lane().trace->sorted.values)
      keys += (keys.empty() ? "" : " ") + problem.text_of(key);
    EXPECT_EQ(keys, sorted);
  }
  Document document = make_document();
  run_command(document, "keys", "5 -3 7");
  tick(document, 0);
  const auto& typed = document.lane().setup;
  EXPECT_NE(document.lane().error.sentence, "")
      << "what is typed is refused, and mended by a click";
  const auto settings = settings_for_keys(typed.keys_text, typed.settings);
  ASSERT_TRUE(settings);
  EXPECT_EQ(settings->key_type, radix::KeyType::sign);
  EXPECT_FALSE(settings_for_keys("5 frog 7", typed.settings));
}

TEST(SessionCommands, SaveAndOpenAnyKindOfFile) {
  scratch::Folder folder;
  Document document = meetable_document(21);
  EXPECT_NE(run_command(document, "save"), "") << "a script has to say where";
  ASSERT_EQ(run_command(document, "save", folder / "mine"), "");
  const std::string file = folder / "mine.radixscope.json";
  EXPECT_EQ(scratch::bytes_of(file), session_text(document));
  EXPECT_EQ(document.session_file, file);
  EXPECT_EQ(document.recent, std::vector<std::string>{file});
  Document other = make_document();
  ASSERT_EQ(run_command(other, "open", file), "");
  expect_same(document, other, "opened");
  EXPECT_EQ(other.session_file, file);
  ASSERT_EQ(
      run_command(other, "open", folder.file("state.txt", state_string(make_document()) + "\n")),
      "");
  expect_same(make_document(), other, "a string in a file");
  EXPECT_EQ(other.session_file, "") << "saving must not write a session over the text";
  ASSERT_EQ(run_command(other, "open", folder.file("keys.txt", "3 1 2")), "");
  EXPECT_EQ(other.lane().setup.keys_text, "3 1 2");
  ASSERT_EQ(run_command(other, "recent", "3"), "");
  expect_same(document, other, "the third in the list was the session");
  EXPECT_EQ(other.recent[0], file) << "and is the first now";
  EXPECT_EQ(other.recent.size(), 3u);
  EXPECT_NE(run_command(other, "recent", "4").find("1 … 3"), std::string::npos);
}

TEST(SessionCommands, SaveNeverWritesOverASessionThatIsNoLongerShown) {
  scratch::Folder folder;
  Document other = make_document();
  ASSERT_EQ(run_script(other, "sort 2; keys 9 8 7; trace '" + (folder / "run.json") + "'"), "");
  const std::string keys = folder.file("keys.txt", "3 1 2"),
                    text = folder.file("st.txt", state_string(other));
  const std::string a = folder / "a.radixscope.json";
  const auto saved_after = [&](const std::string& script) {
    Document document = make_document();
    document.interactive = true;
    EXPECT_EQ(run_script(document, "keys 5 5 1; save '" + a + "'; " + script), "");
    const std::string before = scratch::bytes_of(a);
    EXPECT_EQ(run_command(document, "save"), "");
    if (document.dialog.empty()) return true;
    EXPECT_EQ(scratch::bytes_of(a), before) << script;
    return false;
  };
  for (const std::string& document :
       {"open '" + keys + "'", "open '" + text + "'", "open '" + (folder / "run.json") + "'",
        std::string("lesson coalescing 2"), "state " + state_string(other),
        "paste " + state_string(other), "keys " + state_string(other),
        std::string("preset chapter"), std::string("start_over")})
    EXPECT_FALSE(saved_after(document)) << "another document: " << document;
  for (const std::string edit :
       {"next", "keys 9 8 7", "paste '4 3 2 1'", "sort 3; radix 2", "random 8 4 2", "lane add",
        "figure fig13-3", "lesson coalescing 2; slide next; lesson none"})
    EXPECT_TRUE(saved_after(edit)) << "the opened one, edited: " << edit;
  Document document = make_document();
  EXPECT_NE(run_script(document, "save '" + a + "'; state radixscope:1/frog=1"), "");
  EXPECT_EQ(document.session_file, a) << "what was refused is no document";
}

TEST(SessionCommands, WhatWasThereBeforeALessonSurvivesARestart) {
  Document document = make_document(), next = make_document();
  ASSERT_EQ(run_script(document, "sort 3; radix 2; keys 7 1 9 4; seek 4"), "");
  const std::string work = state_string(document);
  ASSERT_EQ(run_script(document, "lesson coalescing 2"), "");
  ASSERT_EQ(apply_state(next, session_text(document)), "");
  ASSERT_TRUE(next.lesson);
  EXPECT_EQ(next.slide, 1u);
  EXPECT_EQ(session_text(next), session_text(document));
  ASSERT_EQ(run_script(next, "slide next; lesson none"), "");
  EXPECT_EQ(state_string(next), work);
  EXPECT_EQ(state_string(document).find("before"), std::string::npos) << "not in the short string";
  ASSERT_EQ(run_script(document, "lesson none; lesson coalescing"), "")
      << "nothing was before it but this";
  EXPECT_NE(apply_state(next, R"({"lesson": "coalescing", "before": "frog"})").find("'before'"),
            std::string::npos);
  EXPECT_EQ(apply_state(next, R"({"before": "radixscope:1"})"), "")
      << "without a lesson nothing is before it";
}

/// A lane's settings never change those of Step: not by key 1, not over a restart, not by a lesson.
TEST(SessionCommands, WhatStepShowsSurvivesARestartInCompare) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "sort coarse; radix 2; keys_per_thread 4; seek 4; mode compare"),
            "");
  ASSERT_EQ(run_script(document, "lane 3; radix 8; sort digits; keys 7 1 9 4"), "");
  const auto is_as_it_was = [](Document shown, const std::string& where) {
    EXPECT_EQ(run_script(shown, "mode step"), "") << where;
    ASSERT_EQ(shown.lanes.size(), 1u) << where;
    EXPECT_EQ(shown.lane().setup.sort, "coarse") << where;
    EXPECT_EQ(shown.lane().setup.settings.radix_bits, 2u) << where;
    EXPECT_EQ(shown.lane().setup.settings.keys_per_thread, 4u) << where;
    EXPECT_EQ(shown.lane().setup.keys_text, "7 1 9 4") << where << ": what is sorted is shared";
  };
  is_as_it_was(document, "by key 1");
  Document next = make_document();
  ASSERT_EQ(apply_state(next, session_text(document)), "");
  EXPECT_EQ(session_text(next), session_text(document));
  is_as_it_was(next, "after a restart");
  ASSERT_EQ(run_script(document, "lesson coalescing 2; lesson none"), "");
  is_as_it_was(document, "after a lesson");
  ASSERT_EQ(run_script(next, "lesson coalescing 2"), "");
  Document third = make_document();
  ASSERT_EQ(apply_state(third, session_text(next)), "");
  ASSERT_EQ(run_script(third, "lesson none"), "");
  is_as_it_was(third, "after a restart in a lesson");
  EXPECT_EQ(state_string(document).find("step_sort"), std::string::npos)
      << "not in the short string";
  for (const char* bad : {R"({"step_sort": "frog"})", R"({"step_sort": "radixscope:1/sort=frog"})"})
    EXPECT_NE(apply_state(next, bad).find("'step_sort'"), std::string::npos) << bad;
}

/// The lanes that were compared are kept while Step shows one sort, over a restart and a lesson.
TEST(SessionCommands, TheLanesComparedSurviveARestartInStep) {
  const std::string compared =
      "radix 3; mode compare; compare radix; width 8; lane 2; sort one_bit; lane 3; mode step";
  Document document = make_document();
  ASSERT_EQ(run_script(document, compared), "");
  const auto are_there = [](Document shown, const std::string& where) {
    EXPECT_EQ(run_script(shown, "keys 7 1 9 4; mode compare"), "") << where;
    ASSERT_EQ(shown.lanes.size(), 4u) << where;
    EXPECT_EQ(shown.active, 2u) << where;
    EXPECT_EQ(shown.lanes[1].setup.sort, "one_bit") << where;
    EXPECT_EQ(shown.lanes[3].setup.settings.radix_bits, 8u) << where;
    for (const Lane& lane : shown.lanes) EXPECT_EQ(lane.setup.keys_text, "7 1 9 4") << where;
  };
  are_there(document, "by key 2");
  Document next = make_document();
  ASSERT_EQ(apply_state(next, session_text(document)), "");
  EXPECT_EQ(session_text(next), session_text(document));
  are_there(next, "after a restart");
  ASSERT_EQ(run_script(next, "lesson coalescing 2; lesson none"), "");
  are_there(next, "after a lesson");
  EXPECT_EQ(state_string(document).find("compared"), std::string::npos)
      << "not in the short string";
  for (const char* bad : {R"({"compared": "frog"})", R"({"compared": "radixscope:1/sort=frog"})"})
    EXPECT_NE(apply_state(next, bad).find("'compared'"), std::string::npos) << bad;
}

TEST(SessionCommands, SaveInAWindowAsksOnce) {
  scratch::Folder folder;
  Document document = make_document();
  document.interactive = true;
  EXPECT_EQ(run_command(document, "save"), "");
  EXPECT_EQ(document.dialog, "save");
  document.dialog.clear();
  EXPECT_EQ(run_command(document, "save", folder / "a.json"), "");
  EXPECT_EQ(run_command(document, "next"), "");
  EXPECT_EQ(run_command(document, "save"), "");
  EXPECT_EQ(document.dialog, "");
  EXPECT_EQ(scratch::bytes_of(folder / "a.json"), session_text(document));
}

TEST(SessionCommands, RecentFilesAreEightAndThere) {
  scratch::Folder folder;
  Document document = make_document();
  for (int i = 0; i < 10; ++i)
    ASSERT_EQ(
        run_command(document, "open", folder.file("k" + std::to_string(i), std::to_string(i))), "");
  ASSERT_EQ(document.recent.size(), max_recent);
  EXPECT_EQ(document.recent[0], folder / "k9");
  EXPECT_EQ(recent_from(recent_text(document.recent)), document.recent);
  std::filesystem::remove(folder / "k9");
  const auto there = recent_files(document);
  ASSERT_EQ(there.size(), max_recent - 1);
  EXPECT_EQ(there[0].number, 2u);
  EXPECT_EQ(there[0].path, folder / "k8");
  for (const char* junk : {"", "{", "{}", "[3, null]", "[[[[[[[[[[[[[[[[[[[["})
    EXPECT_TRUE(recent_from(junk).empty());
}

}  // namespace
}  // namespace scope
