/// Changes of the kernels as the document holds them. What compiles them is another program; here a
/// machine that is made up stands for it.
#include "app/document/kernel_edit.hpp"
#include "app/judge/exercises.hpp"

#include <gtest/gtest.h>

#include "app/commands/commands.hpp"
#include "app/core/base/files.hpp"
#include "app/document/record.hpp"
#include "app/judge/changed_kernel.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "kernels/engine/model/sources.hpp"
#include "kernels/run/engine_machines.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

const std::string file = "02_block_sort.cu";

std::string chapter_text() { return std::string(radix::source_named(file)->text); }

/// Makes the chapter's run, and of it what `spoil` does.
struct MadeUp {
  explicit MadeUp(std::function<void(radix::Trace&)> spoil) {
    radix::use_changed_machine([spoil](const radix::Recipe& recipe, radix::Trace& trace) {
      radix::Recipe right = recipe;
      right.changed = nullptr;
      radix::Trace made = radix::run(right);
      trace.steps = made.steps, trace.sorted = made.sorted, trace.launches = made.launches;
      spoil(trace);
    });
  }
  ~MadeUp() { radix::use_changed_machine(nullptr); }
};

Document block_sort() {
  Document document = make_document();
  document.lane().setup.sort = "block_sort";
  document.lane().setup.engine = radix::EngineChoice::cpu;
  tick(document, 0);
  return document;
}

/// Another value in the array that a step made.
void change_value(radix::Trace& trace, std::size_t step, uint32_t value) {
  for (radix::SharedArray& each : trace.steps[step].arrays) {
    if (!(each->id == trace.steps[step].made)) continue;
    radix::Array other = *each;
    other.values[0] = value;
    each = std::make_shared<const radix::Array>(std::move(other));
  }
}

TEST(KernelEdit, TheLinesThatDifferAreThoseOfTheLongestCommonText) {
  EXPECT_EQ(changed_lines("a\nb\nc\n", "a\nb\nc\n"), std::vector<uint32_t>{});
  EXPECT_EQ(changed_lines("a\nb\nc\n", "a\nB\nc\n"), std::vector<uint32_t>{2});
  EXPECT_EQ(changed_lines("a\nb\nc\n", "a\nx\nb\nc\ny\n"), (std::vector<uint32_t>{2, 5}));
  EXPECT_EQ(changed_lines("a\nb\nc\n", "a\nc\n"), std::vector<uint32_t>{});  // one is left out
}

TEST(KernelEdit, ASentenceBeginsWithItsLine) {
  const SaidOfLine said = said_of_line("02_block_sort.cu:42: The compiler says: no.");
  EXPECT_EQ(said.file, file);
  EXPECT_EQ(said.line, 42u);
  EXPECT_EQ(said.text, "The compiler says: no.");
  for (const char* none : {"The compiler says: 12: no.", "a.cu:x: no", "a.cu:12", ""})
    EXPECT_EQ(said_of_line(none).line, 0u) << none;
}

TEST(KernelEdit, ARecipeCrossesAsText) {
  const auto problem = radix::parse_problem("3 1 2 300", {.key_bits = 9, .threads_per_block = 2});
  const radix::Recipe recipe{.problem = *problem,
                             .sort = "block_sort",
                             .thread_order = radix::Schedule::shuffled,
                             .seed = 7};
  const radix::Recipe back = radix::recipe_from(radix::recipe_text(recipe));
  EXPECT_EQ(back.problem, recipe.problem);
  EXPECT_EQ(back.sort, recipe.sort);
  EXPECT_EQ(back.thread_order, recipe.thread_order);
  EXPECT_EQ(back.seed, recipe.seed);
}

TEST(KernelEdit, WithoutAMachineOneSentenceSaysSoAndThePictureStays) {
  Document document = block_sort();
  const auto before = document.lane().trace;
  ASSERT_EQ(change_file(document, file, chapter_text() + "//\n"), "");
  tick(document, 0);
  EXPECT_EQ(change_state(document), ChangeState::refused);
  EXPECT_EQ(document.lane().error.sentence, "Nothing here compiles a changed kernel.");
  EXPECT_EQ(document.lane().trace, before);
}

TEST(KernelEdit, AChangeThatChangesNothingSaysSo) {
  const MadeUp machine([](radix::Trace&) {});
  Document document = block_sort();
  ASSERT_EQ(change_file(document, file, chapter_text() + "//\n"), "");
  EXPECT_EQ(change_state(document), ChangeState::recording);
  tick(document, 0);
  EXPECT_EQ(change_state(document), ChangeState::same) << document.lane().error.sentence;
  EXPECT_EQ(lines_changed(document.lane()), 1u);
  EXPECT_EQ(document.lane().trace->changed, file);
  EXPECT_NE(run_words(*document.lane().trace).find("changed"), std::string::npos);
  ASSERT_EQ(change_file(document, file, chapter_text()), "");  // the book's own text is no change
  tick(document, 0);
  EXPECT_EQ(change_state(document), ChangeState::none);
  EXPECT_EQ(document.lane().trace->changed, "");
}

TEST(KernelEdit, AnotherValueOnTheWayIsADifferenceAndNoMistake) {
  const MadeUp machine([](radix::Trace& trace) { change_value(trace, 3, 1000); });
  Document document = block_sort();
  ASSERT_EQ(change_file(document, file, chapter_text() + "//\n"), "");
  tick(document, 0);
  ASSERT_EQ(change_state(document), ChangeState::differs) << document.lane().error.sentence;
  EXPECT_EQ(place_of_change(document.lane()), 4u);
  const std::string words = change_verdict(document);
  EXPECT_TRUE(words.starts_with("The result is right. The first difference")) << words;
  EXPECT_NE(words.find("1000"), std::string::npos) << words;
}

TEST(KernelEdit, AResultThatIsNotSortedIsWrong) {
  const MadeUp machine([](radix::Trace& trace) {
    std::swap(trace.sorted.values[0], trace.sorted.values[5]);
    std::swap(trace.sorted.ids[0], trace.sorted.ids[5]);
  });
  Document document = block_sort();
  ASSERT_EQ(change_file(document, file, chapter_text() + "//\n"), "");
  tick(document, 0);
  EXPECT_EQ(change_state(document), ChangeState::wrong);
  EXPECT_NE(change_verdict(document).find("not in order"), std::string::npos)
      << change_verdict(document);
}

TEST(KernelEdit, StepsThatDifferAreFound) {
  radix::Trace right = radix::run(
      {.problem = *radix::parse_problem("3 1 2 0", {.key_bits = 2, .threads_per_block = 2}),
       .sort = "block_sort",
       .engine = radix::EngineChoice::cpu});
  radix::Trace mine = right;
  change_value(mine, 2, 77);
  const std::vector<bool> differs = radix::differing_steps(mine, right);
  for (std::size_t i = 0; i < differs.size(); ++i) EXPECT_EQ(differs[i], i == 2) << i;
}

TEST(KernelEdit, ABugOfTheGalleryBecomesAChange) {
  const MadeUp machine([](radix::Trace&) {});
  Document document = make_document();
  const radix::PlantedFault& fault = radix::planted_faults().front();
  document.lane().setup.sort = fault.sort;
  document.lane().setup.fault = fault.name;
  const std::string text = text_in(document.lane(), fault.file);
  EXPECT_EQ(text, radix::patched_text(fault));
  ASSERT_EQ(change_file(document, fault.file, text), "");
  EXPECT_EQ(document.lane().setup.fault, "");
  EXPECT_EQ(text_in(document.lane(), fault.file), text);
  EXPECT_GT(lines_changed(document.lane()), 0u);
}

TEST(KernelEdit, ASessionKeepsChangesAndALinkDoesNot) {
  const MadeUp machine([](radix::Trace&) {});
  Document document = block_sort();
  const std::string text = chapter_text() + "// \"quoted\"\n";
  ASSERT_EQ(change_file(document, file, text), "");
  tick(document, 0);
  Document other = make_document();
  ASSERT_EQ(apply_state(other, session_text(document)), "");
  EXPECT_EQ(text_in(other.lane(), file), text);
  ASSERT_EQ(apply_state(other, state_string(document)), "");
  EXPECT_EQ(text_in(other.lane(), file), chapter_text());
  const std::string none = R"({"format": "radixscope session 1", "changed": [{"lane": 3, "file": )"
                           R"("a", "text": ""}]})";
  EXPECT_NE(apply_state(other, none), "");
}

TEST(KernelEdit, TheFileForNvccIsTheChangedKernel) {
  const MadeUp machine([](radix::Trace&) {});
  Document document = block_sort();
  ASSERT_EQ(change_file(document, file, chapter_text() + "int changed_here;\n"), "");
  tick(document, 0);
  ASSERT_EQ(run_command(document, "kernel_file"), "");
  EXPECT_NE(document.printed.find("int changed_here;"), std::string::npos);
}

/// The editor holds the person's own file, too: what is typed is written into it.
TEST(KernelEdit, TheOwnFileIsWrittenByTheEditor) {
  const scratch::Folder folder;
  const std::string path = folder / "mine.cu";
  ASSERT_EQ(write_file(path, "a\nb\n"), "");
  Document document = block_sort();
  document.student = std::make_shared<StudentSession>();
  document.student->view.file = path;
  document.student->view.text = "a\nb\n";
  document.interactive = true;  // nobody waits for a verdict
  EXPECT_TRUE(edits_own(document));
  EXPECT_EQ(edited_file(document), "mine.cu");
  ASSERT_EQ(run_command(document, "edit"), "");
  EXPECT_TRUE(document.editing);
  ASSERT_EQ(run_command(document, "edit_line", "2 c"), "");
  EXPECT_EQ(read_file(path).text, "a\nc\n");
  EXPECT_EQ(edited_text(document), "a\nc\n");
  EXPECT_EQ(text_in(document.lane(), file), chapter_text());
  ASSERT_EQ(run_command(document, "own_close"), "");
  EXPECT_FALSE(document.editing);
  EXPECT_FALSE(edits_own(document));
}

/// Step shows its arrays as rows until the chapter's figures draw them; no mode is its own.
TEST(KernelEdit, TheOwnFileStandsInStep) {
  Document document = block_sort();
  document.interactive = true;
  document.mode = Mode::timing;
  ASSERT_EQ(run_command(document, "own_choose"), "");
  EXPECT_TRUE(chooses_own(document));
  EXPECT_TRUE(document.editing);
  EXPECT_EQ(document.mode, Mode::step);
  EXPECT_FALSE(own_rows(document));
  document.student->view.file = "mine.cu";
  document.lanes_before_own = document.lanes;
  EXPECT_FALSE(chooses_own(document));
  EXPECT_TRUE(own_rows(document));
  document.mode = Mode::compare;
  EXPECT_FALSE(own_rows(document));
  document.mode = Mode::step;
  tick(document, 0);
  EXPECT_TRUE(edits_own(document));
  document.lane().setup.sort = "digits";  // another run was asked for
  tick(document, 0);
  EXPECT_FALSE(edits_own(document));
  EXPECT_FALSE(document.editing);
}

TEST(KernelEdit, EAsksForTheKeyboardAndEscapeEnds) {
  if (!changing_program_missing().empty()) GTEST_SKIP() << "no program that compiles changes";
  Document document = block_sort();
  document.interactive = true;
  const uint32_t before = document.edit_entries;
  ASSERT_EQ(run_command(document, "edit"), "");
  ASSERT_EQ(run_command(document, "edit"), "");
  EXPECT_TRUE(document.editing);
  EXPECT_EQ(document.edit_entries, before + 2);
  ASSERT_EQ(run_command(document, "close"), "");
  EXPECT_FALSE(document.editing);
}

TEST(KernelEdit, ATodoIsOpenUntilSomethingIsWrittenUnderIt) {
  const auto lines = [](std::string_view text) { return open_todos(text); };
  EXPECT_EQ(lines("{\n  // TODO: a\n\n  // TODO: b\n  // more\n}\n"),
            (std::vector<uint32_t>{2, 4}));
  EXPECT_EQ(lines("{\n  // TODO: a\n  x();\n  // TODO: b\n}\nvoid f() {}\n"),
            (std::vector<uint32_t>{4}));
  EXPECT_EQ(lines("// TODO: a"), (std::vector<uint32_t>{1}));
  EXPECT_TRUE(lines("int todo;\n").empty());
  EXPECT_EQ(lines(exercise_text(1)).size(), 7u);
}

TEST(KernelEdit, APlantedBugIsMendedInTheOpenEditor) {
  Document document = block_sort();
  document.interactive = true;
  document.editing = true;
  const radix::PlantedFault& fault = radix::planted_faults().front();
  document.lane().setup.sort = fault.sort;
  document.lane().setup.fault = fault.name;
  run_command(document, "edit");
  EXPECT_TRUE(document.editing);
  ASSERT_EQ(change_file(document, fault.file, radix::patched_text(fault) + "//\n"), "");
  EXPECT_EQ(document.mending, fault.name);
}

TEST(KernelEdit, EverySaveOfAnotherEditorIsTakenOnce) {
  const scratch::Folder folder;
  const std::string path = folder / file;
  Document document = block_sort();
  ASSERT_EQ(run_command(document, "edit_outside", path), "");
  EXPECT_EQ(saved_file(document), "") << "the program has written it itself";
  const auto save = [&](const std::string& text, int seconds) {
    ASSERT_EQ(write_file(path, text), "");
    std::filesystem::last_write_time(path,
                                     document.edited_outside.seen + std::chrono::seconds(seconds));
  };
  save("", 1);
  EXPECT_EQ(saved_file(document), "") << "an editor is about to write it";
  save(chapter_text() + "// mine\n", 2);
  EXPECT_EQ(saved_file(document), path);
  EXPECT_EQ(saved_file(document), "");
  ASSERT_EQ(run_command(document, "edit_from", path), "");
  EXPECT_EQ(text_in(document.lane(), file), chapter_text() + "// mine\n");
  ASSERT_EQ(run_command(document, "edit_outside", "off"), "");
  save(chapter_text(), 3);
  EXPECT_EQ(saved_file(document), "");
}

}  // namespace
}  // namespace scope
