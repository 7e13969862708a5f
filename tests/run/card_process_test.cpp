// The card in a process of its own, which fails in every way that a process can: each costs one
// sentence, the CPU engine goes on, the session stays, and the next run has a new process. The
// process is that of tests/support/fake_card.cpp, whose card is the CPU engine.
#include "kernels/run/card_process.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "app/commands/commands.hpp"
#include "app/document/record.hpp"
#include "app/document/recorder.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "kernels/engine/model/trace_words.hpp"
#include "kernels/engine/simt/common.hpp"
#include "tests/support/beside_window.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/children.hpp"
#include "tests/support/said.hpp"

namespace scope {
namespace {

using radix::CardMachine;
using radix::EngineChoice;
using radix::EngineId;
using radix::Recipe;
using radix::Trace;

const bool card_is_fake =
    (radix::use_card(radix::card_in_process(RADIX_FAKE_CARD, {}, {.start = 600, .answer = 600})),
     true);

/// From now on a process of the card does this.
void plant(const std::string& failure) {
  setenv("FAKE_CARD", failure.c_str(), 1);
  children::kill_all();
}

Recipe on_card(const char* sort = "digits", uint32_t keys = 40) {
  using namespace radix::checks;
  Recipe made = recipe(make_keys(Keys::uniform, keys, 8, 1), 8, 8, sort);
  made.engine = EngineChoice::cuda;
  return made;
}

/// What it makes, and the sentence that it throws instead.
std::string sort_on(const CardMachine& machine, const Recipe& recipe, Trace& trace) {
  const radix::SortInfo& sort = *radix::sort_named(recipe.sort);
  trace.problem = recipe.problem;
  trace.family = sort.family;
  try {
    machine.sort(radix::number_of(sort) - 1, recipe, trace);
    return "";
  } catch (const radix::KernelError& error) {
    return error.what();
  }
}

TEST(CardProcess, MakesTheSameRun) {
  plant("");
  for (const radix::SortInfo& sort : radix::sorts()) {
    for (const bool recorded : {true, false}) {
      Recipe recipe = on_card(sort.name);
      recipe.recorded = recorded;
      const Trace far = run(recipe);
      recipe.engine = EngineChoice::cpu;
      const Trace near = run(recipe);
      ASSERT_EQ(far.error, near.error) << sort.name;
      EXPECT_EQ(far.engine.device, "fake card");
      const auto difference = first_difference(far, near);
      EXPECT_FALSE(difference) << sort.name << ": " << difference->what;
      EXPECT_EQ(far.steps.size(), near.steps.size());
      EXPECT_EQ(far.launches, near.launches);
      for (std::size_t s = 0; s < far.steps.size(); ++s) {
        EXPECT_EQ(caption(far.steps[s]), caption(near.steps[s]));
        EXPECT_EQ(far.steps[s].source, near.steps[s].source);
        EXPECT_EQ(far.steps[s].kernel, near.steps[s].kernel);
      }
      for (std::size_t s = 1; s < far.steps.size(); ++s)  // what is shared crosses once
        EXPECT_EQ(far.steps[s].arrays[0] == far.steps[s - 1].arrays[0],
                  near.steps[s].arrays[0] == near.steps[s - 1].arrays[0]);
    }
  }
  EXPECT_EQ(children::all().size(), 1u) << "the process stays";
}

TEST(CardProcess, WordsThatWereCutOrChangedAreNoRun) {
  Recipe recipe = on_card("digits", 8);
  recipe.engine = EngineChoice::cpu;
  const Trace right = run(recipe);
  const std::vector<uint32_t> words = radix::to_words(right);
  Trace back;
  back.problem = right.problem, back.family = right.family;
  ASSERT_TRUE(take_words(words, back));
  EXPECT_FALSE(first_difference(right, back));
  for (std::size_t s = 0; s < right.steps.size(); ++s)
    for (std::size_t a = 0; a < right.steps[s].arrays.size(); ++a)
      EXPECT_EQ(back.steps[s].arrays[a]->memory, right.steps[s].arrays[a]->memory);
  for (std::size_t size = 0; size < words.size(); size += 1 + words.size() / 97) {
    Trace cut;
    cut.family = right.family;
    EXPECT_FALSE(take_words({words.begin(), words.begin() + static_cast<long>(size)}, cut)) << size;
  }
  for (std::size_t at = 0; at < words.size(); ++at) {  // read, or refused: no more is asked
    auto changed = words;
    changed[at] = 0xfffffff0u;
    Trace odd;
    odd.problem = right.problem, odd.family = right.family;
    take_words(changed, odd);
  }
}

/// Every failure, and what its sentence names. Each comes at the first run of a process.
constexpr const char* failures[][2] = {
    {"dies", "signal 9 (Killed)"},
    {"crashes", "signal 11 (Segmentation fault)"},
    {"leaves", "ended with code 3"},
    {"garbage", "is not an answer"},
    {"half", "signal 9 (Killed)"},
    {"huge", "ended with code 0"},
    {"nonsense", "is not an answer"},
    {"fails", "an illegal memory access was encountered (cudaErrorIllegalAddress)"},
    {"sticks", "an illegal memory access was encountered (cudaErrorIllegalAddress)"},
};

TEST(CardProcess, EveryFailureIsOneSentenceAndTheNextRunHasANewProcess) {
  for (const auto& [failure, named] : failures) {
    plant(failure);
    const Trace failed = run(on_card());
    EXPECT_NE(failed.error.find(named), std::string::npos) << failure << ": " << failed.error;
    EXPECT_EQ(failed.error.find('\n'), std::string::npos) << failure;
    EXPECT_TRUE(failed.steps.empty()) << failure;
    if (std::string(failure) == "fails") {
      EXPECT_EQ(children::all().size(), 1u) << "a process whose card still works stays";
      continue;
    }
    children::wait_until_none_is_left();
    setenv("FAKE_CARD", "", 1);
    EXPECT_EQ(run(on_card()).error, "") << failure;
  }
}

/// The other process speaks English; what it says is the reader's sentence, CUDA's words in it.
TEST(CardProcess, FailuresAreSaidInTheReadersLanguage) {
  scope::in_every_language([](const std::string& language) {
    std::string words;
    const auto failing = [&](const char* how) {
      plant(how);
      return scope::said_by([&] { words = run(on_card()).error; });
    };
    const scope::Sentences left = failing("leaves");
    const scope::text::FilledMessage* ended = scope::said_of(left, "cuda.process_ended");
    ASSERT_TRUE(ended) << language << ": " << words;
    EXPECT_EQ(ended->at("code"), "3");
    const scope::Sentences failed = failing("fails");
    if (language == "ko") EXPECT_FALSE(words.starts_with("CUDA stopped")) << words;
    EXPECT_NE(words.find("an illegal memory access was encountered"), words.npos) << words;
    if (language == "en") return;
    const scope::text::FilledMessage* stopped = scope::said_of(failed, "cuda.stopped");
    ASSERT_TRUE(stopped) << language << ": " << words;
    EXPECT_EQ(stopped->at("name"), "cudaErrorIllegalAddress");
    const scope::text::FilledMessage* doing = scope::said_of(failed, "cuda.running_kernel");
    ASSERT_TRUE(doing) << language;
    EXPECT_EQ(doing->at("kernel"), "sort");
  });
}

TEST(CardProcess, EndedWhileItIsIdleIsNotSpokenOf) {
  plant("");
  ASSERT_EQ(run(on_card()).error, "");
  const auto before = children::all();
  children::kill_all();
  EXPECT_EQ(run(on_card()).error, "");
  EXPECT_EQ(children::all().size(), 1u);
  EXPECT_NE(children::all(), before);
}

TEST(CardProcess, OneThatHangsIsEnded) {
  plant("hangs");
  Trace trace;
  {
    const CardMachine card =
        radix::card_in_process(RADIX_FAKE_CARD, {}, {.start = 0.2, .answer = 0.1});
    EXPECT_NE(sort_on(card, on_card(), trace).find("has not answered for"), std::string::npos);
    children::wait_until_none_is_left();
    setenv("FAKE_CARD", "hangs_at_start", 1);
    const radix::EngineInfo info = card.probe();
    EXPECT_FALSE(info.available);
    EXPECT_NE(info.reason.find("has not answered for"), std::string::npos) << info.reason;
    children::wait_until_none_is_left();
  }
  const CardMachine patient =
      radix::card_in_process(RADIX_FAKE_CARD, {}, {.start = 600, .answer = 600});
  setenv("FAKE_CARD", "", 1);
  EXPECT_EQ(sort_on(patient, on_card(), trace), "");
}

TEST(CardProcess, OfAMachineWithoutACardDoesNotStay) {
  for (const auto& [failure, named] :
       {std::pair{"no_gpu", "found no GPU"}, {"dies_at_start", "signal 11 (Segmentation fault)"}}) {
    plant(failure);
    const CardMachine card = radix::card_in_process(RADIX_FAKE_CARD, {});
    const radix::EngineInfo info = card.probe();
    EXPECT_FALSE(info.available);
    EXPECT_NE(info.reason.find(named), std::string::npos) << info.reason;
    children::wait_until_none_is_left();
  }
  const radix::EngineInfo info = radix::card_in_process("/nowhere/card", {}).probe();
  EXPECT_FALSE(info.available);
  EXPECT_NE(info.reason.find("No such file"), std::string::npos) << info.reason;
}

TEST(CardProcess, EndsWithTheProgramThatStartedItAlsoWhenItHangs) {
  plant("hangs");
  {
    Trace trace;
    const CardMachine card = radix::card_in_process(RADIX_FAKE_CARD, {});
    const std::atomic<bool> stop = true;
    Recipe recipe = on_card();
    recipe.cancel = &stop;
    EXPECT_EQ(sort_on(card, recipe, trace), "The run was stopped.");
    setenv("FAKE_CARD", "", 1);
    ASSERT_EQ(card.probe().device, "fake card");
    children::wait_until_left(1);  // the one that hung is gone, its successor is not
  }
  children::wait_until_none_is_left();
}

// ------------------------------------------------------------------------------ in a window

TEST(CardInAWindow, IsWaitedForAsLongAsItAnswersAtOnce) {
  plant("");
  Document document = beside_a_window();
  wait_for_all(document);
  EXPECT_EQ(document.lane().trace->engine.id, EngineId::cuda);
  EXPECT_EQ(document.lane().verdict, "verified");
  EXPECT_TRUE(document.lane().verified);
}

TEST(CardInAWindow, TwentyFailuresInARowKeepTheSessionAndTheCpuGoesOn) {
  for (const EngineChoice engine : {EngineChoice::automatic, EngineChoice::cuda}) {
    plant("");
    Document document = beside_a_window();
    ASSERT_EQ(run_command(document, "engine", radix::name_of(engine)), "");
    wait_for_all(document);
    for (std::size_t k = 0; k < 20; ++k) {
      const auto& [failure, named] = failures[k % std::size(failures)];
      plant(failure);
      ASSERT_EQ(run_command(document, "random", std::to_string(20 + k) + " 8 1"), "");
      const std::string asked = session_text(document);
      wait_for_all(document);
      const Lane& lane = document.lane();
      EXPECT_EQ(lane.trace->problem.size(), 20 + k) << failure;
      EXPECT_EQ(lane.trace->engine.id, EngineId::cpu) << failure;
      EXPECT_EQ(lane.error.sentence, "") << failure;
      EXPECT_FALSE(lane.verified);
      EXPECT_NE(lane.verdict.find(named), std::string::npos) << failure << ": " << lane.verdict;
      EXPECT_EQ(session_text(document), asked) << failure;
      EXPECT_EQ(lane.setup.engine, engine) << "who chose it keeps it";
    }
    plant("");
    ASSERT_EQ(run_command(document, "random", "50 8 1"), "");
    wait_for_all(document);
    EXPECT_EQ(document.lane().trace->engine.id, EngineId::cuda) << "the card is well again";
    EXPECT_EQ(document.lane().verdict, "verified");
  }
}

TEST(CardInAWindow, WhatHangsIsGivenUpAndThePictureStands) {
  plant("");
  Document document = beside_a_window();
  wait_for_all(document);
  const auto before = document.lane().trace;
  const auto setup = document.lane().setup;
  plant("hangs");
  ASSERT_EQ(run_command(document, "random", "30 8 1"), "");
  tick(document, 0);
  ASSERT_TRUE(document.recorder->busy()) << "the window is not held up";
  tick(document, 0);
  EXPECT_EQ(document.lane().trace, before);
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(run_command(document, "close", ""), "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60))
      << "what hangs would be waited for for ever";
  EXPECT_FALSE(document.recorder->busy());
  EXPECT_EQ(document.lane().trace, before);
  EXPECT_TRUE(document.lane().setup == setup);
  plant("");
  ASSERT_EQ(run_command(document, "random", "30 8 1"), "");
  wait_for_all(document);
  EXPECT_EQ(document.lane().verdict, "verified");
}

TEST(CardInAScript, IsInsistedOn) {
  plant("dies");
  Document document = make_document();
  EXPECT_NE(run_script(document, "engine cuda; random 30 8 1").find("signal 9"), std::string::npos);
}

}  // namespace
}  // namespace scope
