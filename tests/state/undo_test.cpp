// Undo and redo: what was changed comes back as it was, across a restart, too.
#include "app/state/undo.hpp"

#include <gtest/gtest.h>

#include "app/core/base/text.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/state/autosave.hpp"
#include "kernels/run/engine_machines.hpp"
#include "tests/support/random_states.hpp"
#include "tests/support/scratch.hpp"

namespace scope {
namespace {

std::size_t edits(const Document& document) {
  return document.history ? document.history->done.size() : 0;
}

std::string number(Dice& dice, uint32_t low, uint32_t high) {
  return std::to_string(dice.from(low, high));
}

/// A command of a person who tries everything, good or refused.
CommandCall random_command(Dice& dice) {
  const radix::SettingInfo& setting = dice.one_of(radix::settings());
  const std::string value = setting.is_number()
                                ? number(dice, setting.low, std::min(setting.high, setting.low + 6))
                                : dice.one_of(setting.choices).name;
  const std::vector<CommandCall> all = {
      {setting.name, value},
      {setting.name, value},
      {"sort", number(dice, 1, static_cast<uint32_t>(radix::sorts().size()))},
      {"keys", say(dice.below(16), " ", dice.below(16), " ", dice.below(16))},
      {"keys", "no keys"},
      {"random", say(dice.below(20), " 4 ", dice.below(99))},
      {"values", "1 2 3"},
      {"preset", dice.one_of(presets().list).name},
      {"base", dice.once_in(2) ? "hex" : "decimal"},
      {"lane", dice.once_in(3) ? "remove" : "add"},
      {"lane", number(dice, 1, 3)},
      {"width", number(dice, 1, 6)},
      {"compare", dice.once_in(2) ? "widths" : "sorts"},
      {"mode", dice.once_in(3)   ? "timing"
               : dice.once_in(2) ? "compare"
                                 : "step"},
      {"mode", "step"},
      {"fault", dice.once_in(3) ? "none" : "next"},
      {"fault_beside", ""},
      {"covered", dice.once_in(2) ? "on" : "off"},
      {"pin", number(dice, 0, 9)},
      {"follow", say(dice.below(4), " ", dice.below(9))},
      {"entry", number(dice, 0, 9)},
      {"figure", dice.once_in(2) ? "auto" : dice.one_of(figures()).id},
      {"calculator", "r " + number(dice, 1, 8)},
      {"memory", "warp 4"},
      {"predict", ""},
      {"edition", ""},
      {"lesson", dice.once_in(2) ? "none" : dice.one_of(lessons()).name},
      {"slide", dice.once_in(2) ? "next" : "back"},
      {"next", ""},
      {"seek", number(dice, 0, 30)},
      {"close", ""},
      {"paste", "radixscope:1/keys=3,1,2/step=4"},
      {"paste", "5 9 2 2"},
      {"start_over", ""},
  };
  return dice.one_of(all);
}

void carry_out(Document& document, const CommandCall& request) {
  run_command(document, request.command, request.argument);
  tick(document, 0);
  settle(document);
}

TEST(Undo, BringsBackEveryStateAndRedoTheOneBehindIt) {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    Document document = make_document();
    std::vector<std::string> before, did;
    for (int i = 0; i < 60; ++i) {
      const CommandCall request = random_command(dice);
      const std::string was = return_string(document);
      const std::size_t count = edits(document);
      carry_out(document, request);
      if (edits(document) == count) continue;
      ASSERT_EQ(edits(document), count + 1);
      before.push_back(was);
      did.push_back(request.command + " " + request.argument.text());
    }
    ASSERT_GT(before.size(), 15u);
    std::vector<std::string> behind;
    for (std::size_t i = before.size(); i-- > 0;) {
      behind.push_back(return_string(document));
      carry_out(document, {"undo", ""});
      ASSERT_TRUE(document.note.starts_with("Undone: ")) << did[i] << ": " << document.note;
      ASSERT_EQ(return_string(document), before[i]) << did[i];
    }
    carry_out(document, {"undo", ""});
    EXPECT_EQ(document.note, "There is nothing to undo.");
    for (std::size_t i = 0; i < before.size(); ++i) {
      carry_out(document, {"redo", ""});
      ASSERT_TRUE(document.note.starts_with("Redone: ")) << did[i] << ": " << document.note;
      ASSERT_EQ(return_string(document), behind[before.size() - 1 - i]) << did[i];
    }
  }
}

TEST(Undo, SaysWhatInOneSentence) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "sort 3; radix 4; keys 3 1 2; start_over"), "");
  const char* const wanted[] = {"Undone: start over with the chapter's keys.",
                                "Undone: the keys typed: 3 1 2.", "Undone: radix bits 2 to 4."};
  for (const char* sentence : wanted) {
    ASSERT_EQ(run_command(document, "undo"), "");
    EXPECT_EQ(document.note, sentence);
  }
  ASSERT_EQ(run_script(document, "redo"), "");
  EXPECT_EQ(document.note, "Redone: radix bits 2 to 4.");
  ASSERT_EQ(run_script(document, "radix 8; redo"), "");
  EXPECT_TRUE(document.note.starts_with("There is nothing to redo")) << document.note;
}

TEST(Undo, TakesTypingForOneStepAndSteppingForNone) {
  Document document = make_document();
  const std::string first = state_string(document);
  for (const char* keys : {"5", "5 ", "5 1", "5 12", "5 12 3"}) carry_out(document, {"keys", keys});
  EXPECT_EQ(edits(document), 1u);
  ASSERT_EQ(run_script(document, "next; last; seek 2; zoom 3; theme light"), "");
  EXPECT_EQ(edits(document), 1u);
  carry_out(document, {"undo", ""});
  EXPECT_EQ(state_string(document), first);
  EXPECT_EQ(document.theme, ThemeId::light) << "a preference is not undone";
}

TEST(Undo, WhatACommandDoesByOthersIsOneStep) {
  Document document = make_document();
  const std::string first = state_string(document);
  ASSERT_EQ(run_script(document, "mode compare"), "");
  EXPECT_EQ(edits(document), 1u);
  ASSERT_EQ(run_script(document, "undo"), "");
  EXPECT_EQ(state_string(document), first);
}

TEST(Undo, LeavingABugBringsBackWhatWasThereBefore) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "sort 3; radix 4; keys 9 8 7 7 1; seek 5"), "");
  const std::string before = state_string(document);
  ASSERT_EQ(run_script(document, "fault next; fault_hides; fault next; fault none"), "");
  EXPECT_EQ(state_string(document), before);
  carry_out(document, {"undo", ""});
  EXPECT_NE(document.lane().setup.fault, "") << "and that can be undone";
}

#if !defined(_WIN32)
TEST(Undo, AChangedKernelComesBackAsItWas) {
  const std::string refusal = "This is no kernel.";
  struct NothingCompiles {
    explicit NothingCompiles(const std::string& why) {
      radix::use_changed_machine(
          [why](const radix::Recipe&, radix::Trace& trace) { trace.error = why; });
    }
    ~NothingCompiles() { radix::use_changed_machine(nullptr); }
  } const machine(refusal);
  Document document = make_document();
  ASSERT_EQ(run_script(document, "sort one_bit; next; next"), "");
  const std::string chapter = edited_text(document);
  EXPECT_EQ(run_script(document, "edit_text no kernel"), refusal);
  EXPECT_EQ(run_script(document, "block 8"), refusal);
  EXPECT_EQ(edits(document), 2u);
  run_script(document, "undo");
  EXPECT_EQ(edited_text(document), "no kernel");
  EXPECT_EQ(document.lane().trace->problem.size(), 16u) << "the picture of the chapter's kernel";
  EXPECT_EQ(run_script(document, "undo"), "");
  EXPECT_EQ(document.note, "Undone: change 01_one_bit.cu.");
  EXPECT_EQ(edited_text(document), chapter);
  run_script(document, "redo");
  EXPECT_EQ(edited_text(document), "no kernel");
  const auto history = history_from(history_text(*document.history));
  ASSERT_TRUE(history) << history.error.sentence;
  document.history = std::make_shared<const History>(*history);
  for (const char* command : {"redo", "undo", "undo", "redo"}) run_script(document, command);
  EXPECT_EQ(edited_text(document), "no kernel");
}

TEST(Undo, IsKeptAcrossARestart) {
  scratch::Folder folder;
  setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
  Document document = make_document();
  ASSERT_EQ(run_script(document, "sort 3; radix 4; keys 3 1 2; undo"), "");
  SessionAutosave().keep(document, true);
  Document next = make_document();
  recall(next, true);
  ASSERT_EQ(run_script(next, "redo"), "");
  EXPECT_EQ(next.lane().setup.keys_text, "3 1 2");
  ASSERT_EQ(run_script(next, "undo; undo; undo"), "");
  EXPECT_EQ(state_string(next), state_string(make_document()));

  const std::filesystem::path file =
      std::filesystem::path(folder.path()) / "radixscope/last-history.json";
  for (const char* text : {"{", "[]", R"({"format": "radixscope history 1", "done": 3})"}) {
    std::ofstream(file) << text;
    Document broken = make_document();
    recall(broken, true);
    EXPECT_EQ(edits(broken), 0u);
    EXPECT_TRUE(broken.note.starts_with("The undo history of the last session")) << text;
  }
}
#endif

TEST(Undo, AStateThatCannotBeShownIsSaidAndForgotten) {
  Document document = make_document();
  auto history = history_from(R"({"format": "radixscope history 1", "undone": [], "done": [
      {"command": "radix", "words": "x", "state": "radixscope:1/radix=99"}]})");
  ASSERT_TRUE(history) << history.error.sentence;
  document.history = std::make_shared<const History>(*history);
  const std::string before = state_string(document);
  EXPECT_TRUE(
      run_command(document, "undo").starts_with("What was shown before can no longer be shown"));
  EXPECT_EQ(state_string(document), before);
  EXPECT_EQ(edits(document), 0u);
}

}  // namespace
}  // namespace scope
