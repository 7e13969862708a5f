// What commands refuse: a sentence with the range, and nothing changed.
#include <gtest/gtest.h>

#include <set>

#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

TEST(Refusal, FingerprintSeesEveryChange) {
  // Without this the next test could not fail
  std::set<std::string> seen;
  const auto add = [&](auto change) {
    Document document = make_document();
    // The address of the trace differs from Document to Document; the rest must not
    document.lane().trace.reset();
    change(document);
    seen.insert(fingerprint(document));
  };
  add([](Document&) {});
  add([](Document& document) { document.lane().setup.keys_text += " 1"; });
  add([](Document& document) { document.lane().setup.base = radix::Base::hex; });
  add([](Document& document) { document.lane().setup.settings.key_bits = 9; });
  add([](Document& document) { document.lane().setup.settings.threads_per_block = 9; });
  add([](Document& document) { document.lane().setup.sort = "block_sort"; });
  add([](Document& document) { document.lane().setup.engine = radix::EngineChoice::cpu; });
  add([](Document& document) { document.lane().recorded.settings.key_bits = 9; });
  add([](Document& document) { document.lane().trace = std::make_shared<radix::Trace>(); });
  add([](Document& document) { document.lane().cursor = 9; });
  add([](Document& document) { document.step_size = StepSize::pass; });
  add([](Document& document) { document.figure = "fig13-1"; });
  add([](Document& document) { document.hovered = 1; });
  add([](Document& document) { document.pinned = 1; });
  add([](Document& document) { document.table_entry = 1; });
  add([](Document& document) { document.playing = true; });
  add([](Document& document) { document.speed = 2; });
  add([](Document& document) { document.motion = false; });
  add([](Document& document) { document.theme = ThemeId::print; });
  add([](Document& document) { document.scale = 2; });
  add([](Document& document) { document.zoom = 2; });
  add([](Document& document) { document.pan = {1, 0}; });
  add([](Document& document) { document.written.push_back("x"); });
  add([](Document& document) { document.memory.lanes = 3; });
  add([](Document& document) { document.memory.segment = 3; });
  add([](Document& document) { document.store = StoreId{}; });
  add([](Document& document) { document.calculation.share = 3; });
  EXPECT_EQ(seen.size(), 27u);
}

/// What a sort does not use has no effect, and comes to have one again with a sort that uses it.
TEST(Refusal, ASettingThatASortDoesNotUseIsKept) {
  for (const radix::SettingInfo& setting : radix::settings()) {
    Document document = make_document();
    std::string taken;
    for (const radix::SortInfo& sort : radix::sorts())
      if (sort.uses(setting)) taken = sort.name;
    if (taken.empty()) continue;  // its family is not here
    radix::Settings wanted = document.lane().setup.settings;
    const uint32_t value = setting.high;  // none of them is the default
    setting.set(wanted, value);
    if (setting.describes_keys || !radix::error_about(wanted).empty()) continue;
    const std::string text = radix::text_of(setting, wanted);
    ASSERT_EQ(run_script(document, "sort " + taken + "; " + setting.name + " " + text), "");
    for (const radix::SortInfo& sort : radix::sorts()) {
      if (sort.uses(setting)) continue;
      EXPECT_EQ(run_script(document, std::string("sort ") + sort.name), "") << setting.name;
      EXPECT_EQ(document.lane().trace->sort, sort.name);
      EXPECT_EQ(setting.get(document.lane().trace->problem.settings()),
                setting.get(radix::Settings{}));
      EXPECT_EQ(setting.get(document.lane().setup.settings), value) << setting.name << sort.name;
    }
  }
}

struct Bad {
  const char *command, *argument, *says;  ///< a part of the sentence
};
const Bad bad_arguments[] = {
    {"fly", "", "no command 'fly'"},
    {"", "", "no command"},
    {"next", "2", "takes no argument"},
    {"quit", "now", "takes no argument"},
    {"play", "maybe", "on or off"},
    {"seek", "", "stage"},
    {"seek", "9999", "0 … "},
    {"seek", "-1", "0 … "},
    {"seek", "1.5", "0 … "},
    {"seek", "frog", "scatter"},
    {"seek", "pass", "1 … 4"},
    {"seek", "pass 0", "1 … 4"},
    {"seek", "pass 5 scatter", "1 … 4"},
    {"seek", "pass two", "1 … 4"},
    {"seek", "scatter pass 2", "scatter"},
    {"grain", "fine", "pass, stage or inside"},
    {"grain", "pass stage", "pass, stage or inside"},
    {"speed", "0.2", "0.25 … 8"},
    {"speed", "8.5", "0.25 … 8"},
    {"speed", "nan", "0.25 … 8"},
    {"speed", "inf", "0.25 … 8"},
    {"speed", "1,5", "0.25 … 8"},
    {"speed", "", "nothing was given"},
    {"preset", "nonsense", "chapter"},
    {"preset", "", "chapter"},
    {"preset", "chapter eight", "chapter"},
    {"random", "", "0 … 4096"},
    {"random", "4097", "0 … 4096"},
    {"random", "5 0", "1 … 32"},
    {"random", "5 33", "1 … 32"},
    {"random", "5 4 -1", "0 … 4294967295"},
    {"random", "5 4 4294967296", "0 … 4294967295"},
    {"random", "5 4 3 2", "nothing else"},
    {"base", "octal", "decimal, hex or binary"},
    {"bits", "0", "1 … 32"},
    {"bits", "33", "1 … 32"},
    {"bits", "4 4", "1 … 32"},
    {"bits", "99999999999999999999", "1 … 32"},
    {"bits", "", "1 … 32"},
    {"block", "0", "1 … 1024"},
    {"block", "1025", "1 … 1024"},
    {"block", "4x", "1 … 1024"},
    {"sort", "0", "one_bit"},
    {"sort", "", "one_bit"},
    {"sort", "99", "one_bit"},
    {"sort", "Block_sort", "block_sort"},
    {"engine", "gpu", "auto, cpu or cuda"},
    {"engine", "", "auto, cpu or cuda"},
    {"thread_order", "random", "forward, reverse or shuffled"},
    {"block_order", "", "forward, reverse or shuffled"},
    {"seed", "-1", "0 … 4294967295"},
    {"figure", "fig99", "auto, "},
    {"figure", "", "auto, "},
    {"pin", "16", "0 … 15"},
    {"pin", "", "0 … 15"},
    {"pin", "nobody", "0 … 15"},
    {"pin", "4294967295", "0 … 15"},
    {"hover", "16", "0 … 15"},
    {"entry", "8", "0 … 7"},
    {"entry", "-1", "0 … 7"},
    {"calculator", "q 3", "b, r, N, C, T, bucket or share"},
    {"calculator", "r", "1 to 16"},
    {"calculator", "r 17", "1 to 16"},
    {"calculator", "b 0", "1 to 32"},
    {"calculator", "N 2^33", "not '2^33'"},
    {"calculator", "N 12 apples", "b, r, N, C, T, bucket or share"},
    {"memory", "", "warp N"},
    {"memory", "frog", "segment N"},
    {"memory", "warp", "1 … 32"},
    {"memory", "warp 0", "1 … 32"},
    {"memory", "warp 4 segment 33", "1 … 32"},
    {"memory", "real lines", "segment N"},
    {"store", "", "store auto"},
    {"store", "1 0 0 0", "store auto"},
    {"store", "4", "0 … 3"},
    {"store", "0 2", "0 … 1"},
    {"store", "0 0 1", "0 … 0"},
    {"store", "auto 1", "0 … 3"},
    {"motion", "slow", "on or off"},
    {"theme", "pink", "dark"},
    {"scale", "0.79", "0.8 … 2.5"},
    {"scale", "2.6", "0.8 … 2.5"},
    {"zoom", "0", "0.1 … 40"},
    {"zoom", "41", "0.1 … 40"},
    {"pan", "1", "two numbers"},
    {"pan", "1 2 3", "two numbers"},
    {"pan", "1 y", "not 'y'"},
    {"pan", "1e30 0", "not '1e30'"},
    {"png", "a.png 5", "1 … 4"},
    {"svg", "'a b.svg' sepia", "theme"},
    {"page", "a.png png 5", "1 … 4"},
    {"slides", "", "No lesson"},
    {"trace", "", "missing"},
    {"open", "", "''"},
    {"open", "no/such/file", "no/such/file"},
};

TEST(Refusal, SaysTheRangeAndChangesNothing) {
  Document document = block_sort_document();
  for (const Bad& bad : bad_arguments) {
    const std::string before = fingerprint(document);
    const std::string sentence = run_command(document, bad.command, bad.argument);
    EXPECT_NE(sentence.find(bad.says), std::string::npos)
        << bad.command << ' ' << bad.argument << ": " << sentence;
    EXPECT_TRUE(sentence.empty() || sentence.back() == '.') << sentence;
    EXPECT_EQ(fingerprint(document), before) << bad.command << ' ' << bad.argument;
    EXPECT_EQ(document.note, sentence);
    EXPECT_TRUE(document.note_is_error);
  }
}

TEST(Refusal, TheOrderOfThreadsIsTheCpuEngines) {
  Document document = block_sort_document();
  const auto before = document.lane().trace;
  ASSERT_EQ(run_script(document, "thread_order shuffled; block_order reverse; seed 7"), "");
  EXPECT_NE(document.lane().trace, before) << "another order is another run";
  EXPECT_FALSE(radix::first_difference(*document.lane().trace, *before));
  EXPECT_EQ(document.lane().trace->engine.id, radix::EngineId::cpu);
  EXPECT_NE(run_command(document, "engine", "cuda").find("CPU engine"), std::string::npos);
}

TEST(Refusal, AbsentCudaIsRefusedWithItsReason) {
  Document document = make_document();
  const radix::EngineInfo& cuda = radix::engines()[1];
  EXPECT_EQ(run_command(document, "engine", "cuda"), cuda.available ? "" : cuda.reason);
}

TEST(Note, GoesWithTheNextVerbButNotWithTheMouse) {
  Document document = make_document();
  run_command(document, "bits", "99");
  run_command(document, "hover", "3");
  run_command(document, "zoom", "2");
  EXPECT_NE(document.note, "");
  run_command(document, "next");
  EXPECT_EQ(document.note, "");
  EXPECT_FALSE(document.note_is_error);
}

}  // namespace
}  // namespace scope
