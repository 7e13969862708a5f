// Timing mode without a window: commands, the child's end of every kind, files, pages. The child is
// fake_time.sh.
#include <gtest/gtest.h>

#include <charconv>

#include <chrono>
#include <cstdlib>

#include "app/commands/commands.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/presets.hpp"
#include "app/state/state_fields.hpp"
#include "app/timing/findings.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/report.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/density_runs.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/timing_runs.hpp"

namespace scope {
namespace {

using texts::says;

/// A run of 8 bars in a file, and a child that says it.
class Timing : public testing::Test {
 protected:
  void SetUp() override {
    run = made_up_run(setup());
    lines = folder.file("run.jsonl", to_lines(run));
    setenv("RADIXSCOPE_TIME_PROGRAM", RADIX_SOURCE_DIR "/tests/screen/fake_time.sh", 1);
    setenv("FAKE_LINES", lines.c_str(), 1);
    child("run");
    document.timing.setup = setup();
  }
  void TearDown() override {
    for (const char* name :
         {"RADIXSCOPE_TIME_PROGRAM", "FAKE_LINES", "FAKE_TIME", "FAKE_ARGUMENTS"})
      unsetenv(name);
  }
  static TimingSetup setup() { return {.sorts = "1,2,4", .beside = "none", .n = "2^16,2^20"}; }
  static void child(const char* how) { setenv("FAKE_TIME", how, 1); }
  std::string script(const std::string& commands) { return run_script(document, commands); }
  const TimingRun& shown() const { return *document.timing.view.run; }

  scratch::Folder folder;
  TimingRun run;
  std::string lines;
  Document document = make_document();
};

TEST_F(Timing, AScriptWaitsForTheEnd) {
  EXPECT_EQ(script("mode timing; timing_start"), "");
  EXPECT_FALSE(document.timing.child);
  EXPECT_TRUE(shown().ended);
  EXPECT_EQ(to_lines(shown()), to_lines(run));
  EXPECT_EQ(document.note, "Measured 6 bars");
}

TEST_F(Timing, TheChildGetsWhatIsPicked) {
  const std::string file = folder / "arguments";
  setenv("FAKE_ARGUMENTS", file.c_str(), 1);
  EXPECT_EQ(script("engine cpu; timing_pick sorts coarse; timing_pick n 2^10,1000; timing_pick "
                   "radix 2,8; timing_pick type u64; timing_pick density on; timing_start"),
            "");
  std::string said = scratch::bytes_of(file);
  std::ranges::replace(said, '\n', ' ');
  for (const char* part : {"time --engine cpu ", "--sorts coarse ", "--n 2^10,1000 ",
                           "--radix 2,8 ", "--type u64 ", "--density ", "--json-lines "})
    EXPECT_TRUE(says(said, part)) << part << " in " << said;
}

TEST_F(Timing, ThatTheMachineWasNotSteadyIsAWarning) {
  for (const double drift : {0.0, 0.05}) {
    run.drift = drift;
    const std::string file = folder.file("drift.jsonl", to_lines(run));
    setenv("FAKE_LINES", file.c_str(), 1);
    ASSERT_EQ(start_timing(document.timing, document.lane().setup.engine), "");
    while (document.timing.child) {
      document.timing.child->wait(0.05);
      tick_timing(document);
    }
    EXPECT_EQ(says(document.note, "not steady"), drift > 0) << document.note;
    EXPECT_EQ(document.note_is_error, drift > 0) << document.note;
  }
}

TEST_F(Timing, EveryEndOfTheChildIsOneSentence) {
  const std::pair<const char*, const char*> ends[] = {
      {"cut", "The program that measures ended before its last line."},
      {"refuse", "There is no such sort."},
      {"code", "The program that measures ended with code 7."},
      {"crash", "The program that measures was ended by signal 11 (Segmentation fault)."},
      {"garbage",
       "A line is not what `radixscope time --json-lines` prints: it is not JSON (byte 2)."},
      {"half", "The program that measures ended before its last line."},
  };
  for (const auto& [how, sentence] : ends) {
    child(how);
    EXPECT_EQ(script("timing_start"), sentence) << how;
    EXPECT_FALSE(document.timing.child) << how;
    EXPECT_EQ(document.mode, Mode::timing);
    EXPECT_EQ(script("mode step; next; back; mode timing"), "") << how;
  }
  setenv("RADIXSCOPE_TIME_PROGRAM", "/nowhere/radixscope", 1);
  EXPECT_TRUE(says(script("timing_start"), "could not be started: No such file"));
}

TEST_F(Timing, ARunThatWasCutOffKeepsItsBars) {
  child("crash");
  script("timing_start");
  ASSERT_EQ(shown().rows.size(), 6u);
  EXPECT_TRUE(says(shown().failure, "signal 11"));
  EXPECT_TRUE(says(hollow_words(document.timing.view, shown().rows.back()), "Not measured"));
}

TEST_F(Timing, AFailedStartLeavesTheOlderRun) {
  EXPECT_EQ(script("timing_start"), "");
  const auto before = document.timing.view.run;
  child("refuse");
  EXPECT_EQ(script("timing_start"), "There is no such sort.");
  EXPECT_EQ(document.timing.view.run, before);
}

/// As the window does it: a tick a frame, never waiting.
template <class Done>
double frames_until(Document& document, Done done) {
  double slowest = 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [](auto from) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  };
  while (!done() && seconds(begin) < 300) {
    const auto frame = std::chrono::steady_clock::now();
    tick(document, 0.02f);
    slowest = std::max(slowest, seconds(frame));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(done());
  return slowest;
}

TEST_F(Timing, AWindowStepsOnWhileItMeasures) {
  document.interactive = true;
  child("slow");
  ASSERT_EQ(run_command(document, "timing_start"), "");
  frames_until(document, [&] {
    return document.timing.view.run && !document.timing.view.run->rows[0].samples.empty();
  });
  EXPECT_TRUE(document.timing.view.running);
  EXPECT_TRUE(says(run_command(document, "timing_start"), "already"));
  const std::size_t cursor = document.lane().cursor;
  EXPECT_EQ(run_command(document, "step_mode"), "");
  EXPECT_EQ(run_command(document, "next"), "");
  EXPECT_EQ(document.lane().cursor, cursor + 1);
  EXPECT_TRUE(document.timing.child);
  frames_until(document, [&] { return !document.timing.child; });
  EXPECT_EQ(document.note, "Measured 6 bars");
  EXPECT_EQ(document.mode, Mode::step);
}

TEST_F(Timing, CancelEndsItAtOnce) {
  document.interactive = true;
  child("hang");
  ASSERT_EQ(run_command(document, "timing_start"), "");
  frames_until(document, [&] { return document.timing.view.run != nullptr; });
  EXPECT_EQ(run_command(document, "timing_cancel"), "");
  EXPECT_FALSE(document.timing.child);
  EXPECT_EQ(shown().failure, "Measuring was cancelled; what was measured stays.");
  EXPECT_TRUE(says(run_command(document, "timing_cancel"), "nothing to cancel"));
}

TEST_F(Timing, SilenceIsSaidAndEndsAScript) {
  document.timing.patience = 0.3;
  child("hang");
  EXPECT_EQ(script("timing_start"),
            "The program that measures has said nothing for 0 s; it may hang. It was ended.");
  EXPECT_FALSE(document.timing.child);
  document.interactive = true;
  ASSERT_EQ(run_command(document, "timing_start"), "");
  frames_until(document, [&] { return document.timing.silent; });
  EXPECT_TRUE(document.note_is_error);
  EXPECT_TRUE(says(document.note, "Wait, or cancel it."));
  EXPECT_TRUE(document.timing.child) << "a window leaves the choice to the person";
}

TEST_F(Timing, SavedAndLoadedAndLaidOver) {
  const std::string file = folder / "saved.jsonl";
  EXPECT_EQ(script("timing_start; timing_save " + file), "");
  EXPECT_EQ(scratch::bytes_of(file), to_lines(run));
  Document other = make_document();
  EXPECT_EQ(run_script(other, "timing_load " + file + "; timing_over " + lines), "");
  EXPECT_EQ(other.mode, Mode::timing);
  EXPECT_EQ(to_lines(*other.timing.view.run), to_lines(run));
  EXPECT_EQ(other.timing.view.over_name, "NVIDIA H200 · 2026-11-21");
  EXPECT_EQ(run_script(other, "timing_over none"), "");
  EXPECT_FALSE(other.timing.view.over);
  EXPECT_EQ(run_script(other, "open " + file), "");  // as when it is dropped on the window
  EXPECT_TRUE(
      says(run_script(other, "timing_load " + folder.file("keys.txt", "1 2 3")), "keys.txt"));
  EXPECT_TRUE(says(run_script(other, "timing_over /nowhere"), "/nowhere"));
}

TEST_F(Timing, NothingIsSavedOrPrintedBeforeThereIsARun) {
  for (const char* commands : {"timing_save x", "timing_table csv", "timing_over shown"})
    EXPECT_TRUE(says(script(commands), "Nothing has been measured")) << commands;
}

TEST_F(Timing, TheTableHasEveryNumber) {
  EXPECT_EQ(script("timing_start; timing_table csv"), "");
  const std::string csv = document.printed;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 7);
  for (const TimingRow& row : run.rows) {
    char ms[32];
    *std::to_chars(ms, ms + sizeof ms, statistics(row)->median_ms).ptr = '\0';
    EXPECT_TRUE(says(csv, "," + std::string(ms) + ",")) << ms;
  }
  document.printed.clear();
  EXPECT_EQ(script("timing_table lines"), "");
  EXPECT_EQ(document.printed, to_lines(run));
  EXPECT_EQ(script("timing_table markdown " + (folder / "t.md")), "");
  EXPECT_TRUE(says(scratch::bytes_of(folder / "t.md"), "| method |"));
  EXPECT_TRUE(says(script("timing_table frog"), "csv, markdown or lines"));
}

TEST_F(Timing, AWrongPickChangesNothing) {
  script("mode timing");
  const auto text = [&] { return arguments_of(document.timing.setup, radix::EngineChoice::cpu); };
  const auto before = text();
  for (const char* pick : {"sorts frog", "n 0", "n 2^40", "radix 9", "frog 1", "type u8",
                           "distribution x", "keys_per_thread", "density maybe", ""}) {
    EXPECT_NE(script(std::string("timing_pick ") + pick), "") << pick;
    EXPECT_EQ(text(), before) << pick;
  }
}

TEST_F(Timing, TogglingPutsInAndTakesOut) {
  const auto choices = timing_choices(radix::EngineId::cpu);
  for (const TimingChoice& choice : choices) {
    TimingSetup setup = usual_timing(radix::EngineId::cpu);
    for (const auto& value : choice.values) {
      const auto chosen = chosen_values(setup, choice, radix::EngineId::cpu);
      const bool was = std::ranges::find(chosen, value.name) != chosen.end();
      EXPECT_EQ(choose(setup, radix::EngineId::cpu, choice.name,
                       toggled(setup, choice, radix::EngineId::cpu, value.name)),
                "")
          << choice.name << " " << value.name;
      const auto after = chosen_values(setup, choice, radix::EngineId::cpu);
      const bool is = std::ranges::find(after, value.name) != after.end();
      const bool last =
          was && chosen.size() == 1 && choice.name != "sorts" && choice.name != "beside";
      EXPECT_EQ(is, choice.one || last || !was) << choice.name << " " << value.name;
    }
  }
}

TEST_F(Timing, ChartsAndPages) {
  EXPECT_EQ(script("timing_start"), "");
  for (const Figure& figure : figures()) {
    if (figure.tools != Tools::timing || !fits(figure, moment(document))) continue;
    EXPECT_EQ(script(std::string("figure ") + figure.id), "");
    EXPECT_STREQ(current_figure(document).id, figure.id);
    const std::string file = folder / (std::string(figure.id) + ".svg");
    EXPECT_EQ(script("svg " + file), "");
    EXPECT_TRUE(says(scratch::bytes_of(file), timing_why(document.timing.view).substr(0, 10)))
        << figure.id;
  }
  EXPECT_TRUE(says(script("timing_chart frog"), "no chart"));
  EXPECT_EQ(script("timing_chart radix; next; next; back"), "");  // two sizes: two pages
  EXPECT_EQ(document.timing.view.page, 0u);
  EXPECT_EQ(script("last"), "");
  EXPECT_EQ(document.timing.view.page, chart_pages(document) - 1);
  EXPECT_NE(script("timing_page 3"), "");
  EXPECT_EQ(script("first; play; next_stage; back_pass; timing_page 2"), "");
  EXPECT_EQ(document.timing.view.page, 1u);
  EXPECT_EQ(script("figure auto"), "");
  EXPECT_EQ(document.mode, Mode::step);
}

TEST_F(Timing, ThePageOfPicturesIsThereWhereARunHasThem) {
  ASSERT_EQ(script("timing_recorded u32; timing_chart sizes"), "");
  EXPECT_TRUE(says(script("timing_chart density"), "No density pictures"));
  EXPECT_STREQ(current_figure(document).id, "timing-sizes");
  EXPECT_EQ(script("mode step"), "");
  EXPECT_TRUE(says(script("figure timing-density"), "No density pictures"));
  EXPECT_EQ(document.mode, Mode::step);

  // A link may name it, and the next run need not have what this one has
  EXPECT_EQ(field_named("timing_chart")->set(document, "timing-density"), "");
  EXPECT_EQ(script("timing_mode"), "");
  EXPECT_STREQ(current_figure(document).id, "timing-stages");
  show_run(document.timing, std::make_shared<const TimingRun>(density_run(8, 4)));
  EXPECT_STREQ(current_figure(document).id, "timing-density");
}

TEST_F(Timing, TheRunThatTheProgramBringsOpensOnThePageThatASessionHas) {
  document.interactive = true;
  const Field& page = *field_named("timing_page");
  ASSERT_EQ(page.set(document, "2"), "");
  begin_timing(document);
  ASSERT_FALSE(document.timing.view.run);
  tick(document, 0);
  ASSERT_TRUE(document.timing.view.run);
  EXPECT_EQ(page.get(document), "2");
}

TEST_F(Timing, AFloodOfLinesHoldsNoFrameUp) {
  document.interactive = true;
  child("flood");
  ASSERT_EQ(run_command(document, "timing_start"), "");
  EXPECT_LT(frames_until(document, [&] { return !document.timing.child; }),
            5);  // of 3000 lines; a frame takes some at a time
}

}  // namespace
}  // namespace scope
