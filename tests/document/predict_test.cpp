// Questions of every kind: their answers are the trace's, wrong ones are wrong, nothing that is
// shown while they are asked depends on what comes; a session and a lecturer's vote.
#include "app/document/predict.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/commands/commands.hpp"
#include "app/core/base/text.hpp"
#include "app/document/document.hpp"
#include "app/document/lane_costs.hpp"
#include "app/export/pages.hpp"
#include "app/export/svg.hpp"
#include "app/export/transcript.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/families/misconceptions.hpp"
#include "app/state/state.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/said.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

/// A run of every sort, with keys of this seed.
std::vector<Trace> asked_runs(uint32_t seed) {
  std::vector<Trace> runs;
  std::mt19937 next(seed);
  for (const radix::SortInfo& sort : radix::sorts()) {
    if (sort.wrong) continue;
    radix::Settings s{.key_bits = 4, .threads_per_block = 4, .radix_bits = 2, .keys_per_thread = 2};
    s.order = seed % 3 == 1 ? radix::SortOrder::descending : radix::SortOrder::ascending;
    s.network = seed % 2 == 0 ? radix::Network::bitonic : radix::Network::mirrored;
    s.ranks = seed % 2 == 0 ? radix::RankBy::ballots : radix::RankBy::atomics;
    // Without digits below the buckets nothing is left for a block to sort
    if (sort.name == std::string("hybrid_buckets") && seed % 2 == 0)
      s.radix_bits = 1, s.threads_per_block = 16, s.key_bits = 6;
    const radix::Settings fit = radix::settings_for(sort, s);
    Numbers keys(seed == 0 ? 16 : 5 + next() % 20);
    for (uint32_t& key : keys) key = next() % 16;
    Trace run = record(seed == 0 ? chapter_keys : keys, fit, sort.name);
    EXPECT_EQ(run.error, "");
    runs.push_back(std::move(run));
  }
  return runs;
}

TEST(Questions, AnswersAreTheTracesAndNoWrongAnswerIs) {
  std::map<std::string, uint32_t> kinds, choices, sorts;
  const auto& languages = languages_there_are();
  for (uint32_t seed = 0; seed < cases(5, 200); ++seed) {
    use_language(languages[seed % languages.size()].code);
    for (const Trace& run : asked_runs(seed))
      for (const auto& questions : {question_plan(run, seed), question_sheet(run, seed, 40)})
        for (const Question& each : questions) {
          SCOPED_TRACE(run.sort + ": " + each.text);
          ASSERT_LT(each.ask, each.reveal);
          ASSERT_EQ(each.answer, answers::answer_of(run, each));
          std::set<uint32_t> wrong;
          for (const WrongAnswer& one : each.wrong) {
            ASSERT_TRUE(one.misconception);
            ASSERT_NE(one.value, each.answer) << one.misconception->name;
            wrong.insert(one.value);
          }
          ASSERT_EQ(wrong.size(), each.wrong.size());
          ASSERT_FALSE(wrong.empty());
          const auto letters_of = choices_of(each, seed);
          ASSERT_EQ(letters_of.empty(), wrong.size() < 3);
          if (!letters_of.empty()) {
            ASSERT_EQ(std::set(letters_of.begin(), letters_of.end()).size(), 4u);
            ASSERT_EQ(std::ranges::count(letters_of, each.answer), 1);
            ++choices[each.kind->name];
          }
          ++kinds[each.kind->name];
          sorts[run.sort] += seed == 0 ? 1 : 0;
        }
  }
  text::choose_language("en");
  // Every kind of every family is asked somewhere, and every sort asks of the chapter's keys
  for (const FamilyRow* family : families()) {
    EXPECT_TRUE(family->questions) << family->sorts->name;
    for (const QuestionKind& kind :
         family->questions ? family->questions() : std::span<const QuestionKind>())
      EXPECT_GT(kinds[kind.name], 0u) << kind.name;
  }
  for (const radix::SortInfo& sort : radix::sorts())
    EXPECT_EQ(sorts[sort.name] > 0, !sort.wrong) << sort.name;
  for (const char* kind :
       {"destination_of_one", "ones_before", "bucket_start", "co_rank", "destination_of_bucket",
        "writer_of_slot", "next_key", "place_behind_lists", "digit_start", "before_tile"})
    EXPECT_GT(choices[kind], 0u) << kind << " is never a choice of four";
}

/// Where the picture shows one merge alone, it is the one that is asked about.
TEST(Questions, OfAMergeAreAboutTheOneInThePicture) {
  const std::string begin = "Run A is at places ";
  uint32_t alone = 0;
  for (uint32_t seed = 0; seed < cases(4, 40); ++seed)
    for (const Trace& run : asked_runs(seed))
      for (const auto& questions : {question_plan(run, seed), question_sheet(run, seed, 40)})
        for (const Question& each : questions) {
          if (each.kind->name != std::string_view("next_key")) continue;
          const Trace blind = blinded(run, each.ask);
          Moment now = look_at(blind, each.ask);
          now.blind = true;
          const Scene scene = draw(figure_for(now), now);
          if (scene.title != "Merge path") continue;
          ASSERT_TRUE(each.text.starts_with(begin)) << each.text;
          const std::string place =
              each.text.substr(begin.size(), each.text.find(" to ") - begin.size());
          const std::string shown = say("Merge at place ", place, ":");
          EXPECT_TRUE(std::ranges::any_of(
              scene.texts, [&](const Text& text) { return text.text.starts_with(shown); }))
              << run.sort << ": " << each.text;
          ++alone;
        }
  EXPECT_GT(alone, 0u);
}

/// The right answer has no letter of its own, and who says always yes is wrong as often as right.
TEST(Questions, NoAnswerIsRightMostOfTheTime) {
  std::map<std::string, uint32_t> letters_of, yes_no;
  uint32_t choices = 0, asked = 0;
  for (uint32_t seed = 0; seed < cases(12, 100); ++seed)
    for (const Trace& run : asked_runs(seed))
      for (const Question& each : question_plan(run, seed)) {
        const auto four = choices_of(each, seed);
        for (std::size_t k = 0; k < four.size(); ++k)
          if (four[k] == each.answer) ++letters_of[std::string(1, static_cast<char>('A' + k))];
        choices += four.empty() ? 0 : 1;
        if (each.kind->by == AnswerBy::yes_no) ++asked, ++yes_no[answer_text(each, each.answer)];
      }
  ASSERT_GT(choices, 200u);
  ASSERT_GT(asked, 60u);
  for (const auto& [letter, times] : letters_of) {
    EXPECT_GT(times * 6, choices) << letter << " " << times << " of " << choices;
    EXPECT_LT(times * 3, choices) << letter << " " << times << " of " << choices;
  }
  EXPECT_EQ(letters_of.size(), letters);
  for (const char* word : {"yes", "no"})
    EXPECT_GT(yes_no[word] * 5, asked * 2) << word << " " << yes_no[word] << " of " << asked;
}

TEST(Questions, FollowFromTheSeedAndKeepTheirDistance) {
  for (const Trace& run : asked_runs(0)) {
    SCOPED_TRACE(run.sort);
    const auto plan = question_plan(run, 1), again = question_plan(run, 1);
    ASSERT_FALSE(plan.empty());
    EXPECT_LE(3 * plan.size(), run.steps.size() + 3);
    ASSERT_EQ(plan.size(), again.size());
    std::set<std::tuple<uint32_t, std::string, uint32_t>> stages;
    for (std::size_t k = 0; k < plan.size(); ++k) {
      EXPECT_EQ(plan[k].text, again[k].text);
      EXPECT_EQ(choices_of(plan[k], 1), choices_of(again[k], 1));
      const radix::Step& step = run.steps[plan[k].ask];
      EXPECT_TRUE(stages.insert({step.pass, info(step.stage).name, step.split}).second);
    }
    bool other = false;
    for (uint32_t seed = 2; seed < 8; ++seed) {
      const auto third = question_plan(run, seed);
      for (std::size_t k = 0; k < std::min(plan.size(), third.size()); ++k)
        other |= third[k].text != plan[k].text;
    }
    EXPECT_TRUE(other) << "every seed asks the same";
  }
}

TEST(Questions, MisconceptionsHaveNamesSentencesAndFaultsThatThereAre) {
  std::set<std::string> names;
  for (const Misconception* each : misconceptions()) {
    EXPECT_TRUE(names.insert(each->name).second) << each->name;
    EXPECT_TRUE(each->says(12).ends_with(".")) << each->says(12);
    if (*each->fault) EXPECT_TRUE(radix::planted_fault_named(each->fault)) << each->fault;
  }
}

// ----------------------------------------------------------------------------------------- hiding

/// All that a moment is shown as: every figure, the sentence, the formula, totals, every array.
std::string shown_as(const Moment& moment) {
  std::string text = why(moment);
  const Formula card = formula(moment);
  text += card.title + card.words + card.result + card.hint;
  for (const Term& term : card.terms) text += term.name + term.value;
  for (const Promise& each : kept_so_far(moment)) text += each.value;
  for (const Total& each : totals_so_far(moment)) text += each.name + each.value;
  if (moment.step())
    for (const auto& each : moment.step()->arrays) {
      text += info(each->id).name;
      for (const uint32_t value : each->values) text += " " + std::to_string(value);
    }
  for (const Figure& figure : figures())
    if (figure.tools == Tools::none && fits(figure, moment))
      text += to_svg(draw(figure, moment), theme(ThemeId::print));
  return text;
}

TEST(Predict, WhatIsShownDoesNotDependOnWhatComes) {
  for (uint32_t seed = 0; seed < cases(1, 30); ++seed)
    for (const Trace& run : asked_runs(seed))
      for (const Question& each : question_sheet(run, seed, cases(2, 20))) {
        SCOPED_TRACE(run.sort + ": " + each.text);
        const Trace blind = blinded(run, each.ask),
                    other = blinded(otherwise(run, each.ask), each.ask);
        Moment now = look_at(blind, each.ask);
        now.example_key = each.key, now.blind = true;
        // Nobody points, or at the key that is asked about, or at another
        for (const uint32_t hovered : {none, each.key, (each.element + 1) % run.problem.size()}) {
          if (hovered != none && !run.family->by_digits) continue;  // no key lights up then
          now.hovered = hovered;
          now.trace = &blind;
          const std::string shown = shown_as(now);
          now.trace = &other;
          ASSERT_EQ(shown, shown_as(now));
        }
      }
}

/// All that a document shows, but what a lane's whole sort will have cost: its page and its text;
/// in Compare mode every lane, and what it has cost so far.
std::string pages_as(const Document& document) {
  std::string text = transcript(*known_steps(document), nullptr, none);
  if (document.mode == Mode::step) {
    const Page page = page_of(document);
    return text + page.words + page.text + to_svg(page.scene, theme(ThemeId::print)) +
           shown_as(moment(document));
  }
  for (std::size_t lane = 0; lane < document.lanes.size(); ++lane) {
    const Moment now = moment(document, lane);
    text += shown_as(now) + place_words(now);
    for (const Figured& each : lane_figures(*now.trace, now.cursor, now.memory))
      text += each.name + each.value;
  }
  return text;
}

/// The same document over runs in which all that may not be seen is otherwise.
Document with_other_runs(Document document) {
  std::vector<std::shared_ptr<const Trace>> runs;
  for (std::size_t k = 0; k < document.lanes.size(); ++k) {
    Lane& lane = document.lanes[k];
    const KnownRun* known = known_run(document, k);
    EXPECT_TRUE(known || (document.mode == Mode::step && k != document.active));
    if (known)
      runs.push_back(std::make_shared<Trace>(otherwise(*lane.trace, known->until)));
    else
      runs.push_back(lane.trace);
  }
  for (std::size_t k = 0; k < runs.size(); ++k) document.lanes[k].trace = runs[k];
  document.predict.planned = document.lane().trace;
  update_predictions(document);
  return document;
}

/// What is asked is hidden beside other lanes, too, which sort the same keys; and a row is.
TEST(Predict, NothingInCompareModeTellsWhatIsHidden) {
  struct Pair {
    const char *asked, *beside;
  };
  for (const auto& [lanes, beside] : {Pair{"sort one_bit", "sort block_sort"},
                                      Pair{"sort digits; radix 2", "sort digits; radix 4"},
                                      Pair{"sort merge_co_rank", "sort one_bit"}}) {
    Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
    ASSERT_EQ(run_script(document, say(lanes, "; mode compare; compare local_sort; lane 1; ", lanes,
                                       "; lane 2; ", beside, "; lane 1")),
              "");
    ASSERT_EQ(run_script(document, "mode step; first; predict on; next; next; next"), "");
    std::size_t asked = 0;
    for (int k = 0; k < 60; ++k) {
      if (question_asked(document)) {
        ++asked;
        for (const char* mode : {"mode step", "mode compare"}) {
          ASSERT_EQ(run_script(document, mode), "");
          ASSERT_TRUE(question_asked(document)) << "it is asked still";
          const Document other = with_other_runs(document);
          ASSERT_EQ(pages_as(document), pages_as(other)) << mode << " " << lanes;
          // What the other lane has sorted, no part of this run has begun to sort
          std::size_t begin = document.lane().cursor;
          const auto& steps = trace_of(document).steps;
          const uint32_t part = steps[begin].pass;
          while (begin > 0 && steps[begin - 1].pass == part) --begin;
          const double done = radix::progress_at(trace_of(document), begin);
          if (document.mode == Mode::compare)
            ASSERT_LE(radix::progress_at(*document.lanes[1].trace, moment(document, 1).cursor),
                      done);
        }
        ASSERT_EQ(run_script(document, "mode step"), "");
        if (asked == cases(3, 30)) break;
      }
      ASSERT_EQ(run_script(document, "next"), "");
    }
    EXPECT_GT(asked, 1u) << lanes;
    ASSERT_EQ(run_script(document, "predict off; last; hidden output; mode compare"), "");
    const Document other = with_other_runs(document);
    ASSERT_EQ(pages_as(document), pages_as(other)) << lanes;
    for (std::size_t lane = 0; lane < 2; ++lane) {
      const Moment now = moment(document, lane);
      EXPECT_TRUE(now.blind);
      EXPECT_FALSE(now.step() &&
                   now.step()->pass == document.lanes[lane].trace->steps.back().pass &&
                   now.find(radix::array::output))
          << lanes;
    }
  }
}

/// A question at the first step, and lanes that there were not: nothing runs on to the end.
TEST(Predict, IsAskedStillWhereLanesComeBeside) {
  Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  ASSERT_EQ(run_script(document, "first; predict on; next"), "");
  ASSERT_TRUE(question_asked(document));
  const std::size_t cursor = document.lane().cursor;
  ASSERT_EQ(run_script(document, "mode compare"), "");
  ASSERT_GT(document.lanes.size(), 1u);
  EXPECT_TRUE(question_asked(document));
  EXPECT_EQ(document.lane().cursor, cursor);
  for (std::size_t lane = 0; lane < document.lanes.size(); ++lane) {
    EXPECT_TRUE(moment(document, lane).blind) << lane;
    EXPECT_LE(radix::progress_at(*document.lanes[lane].trace, moment(document, lane).cursor),
              radix::progress_at(trace_of(document), cursor))
        << lane;
  }
}

/// A handout walks through the whole run; the page that asks shows no more than that it has come
/// so far.
TEST(Predict, APageOfAHandOutThatAsksDoesNotTellTheAnswer) {
  for (const Trace& run : asked_runs(0))
    for (const Question& each : question_plan(run, 1)) {
      SCOPED_TRACE(run.sort + ": " + each.text);
      const Trace other = otherwise(run, each.ask);
      Moment now = look_at(run, each.ask);
      const std::string shown = shown_as(now);
      now.trace = &other;
      ASSERT_EQ(shown, shown_as(now));
    }
}

/// Cells that show the element of the array.
std::size_t cells_of(const Scene& scene, radix::ArrayId array, uint32_t element,
                     const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(scene.cells, [&](const Cell& cell) {
    return cell.tag.array == array && cell.tag.index == element && cell.text == text;
  }));
}

TEST(Predict, TheHiddenNumbersCellIsThereAfterwardsOnly) {
  Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  ASSERT_EQ(run_script(document, "predict on; first"), "");
  std::size_t there = 0;
  while (document.lane().cursor < end_of(document)) {
    ASSERT_EQ(run_script(document, "next"), "");
    const Question* asked = question_asked(document);
    if (!asked) continue;
    const Question question = *asked;
    SCOPED_TRACE(question.text);
    const std::string answer = std::to_string(question.answer);
    const Moment before = moment(document);
    ASSERT_EQ(why(before), "");
    ASSERT_EQ(formula(before).result, "");
    ASSERT_EQ(page_of(document).words, question.text);
    for (const Figure& figure : figures())
      if (figure.tools == Tools::none && fits(figure, before))
        ASSERT_EQ(cells_of(draw(figure, before), question.kind->made, question.element, answer), 0u)
            << figure.id;
    ASSERT_EQ(run_script(document, "guess " + answer), "");
    const Moment after = moment(document);
    EXPECT_EQ(after.cursor, question.reveal);
    for (const Figure& figure : figures())
      if (figure.tools == Tools::none && fits(figure, after))
        there += cells_of(draw(figure, after), question.kind->made, question.element, answer);
  }
  EXPECT_GT(there, 0u);  // else nothing was looked for
}

TEST(Predict, EveryArrayCanBeHiddenAndFilledIn) {
  for (const char* sort :
       {"one_bit", "digits", "merge_co_rank", "network_shared", "lists_by_thread"}) {
    Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, sort);
    const auto arrays = trace_of(document).family->arrays;
    for (std::size_t cursor = 1; cursor <= end_of(document); cursor += 5)
      for (const radix::ArrayInfo& array : arrays) {
        if (std::string_view(array.name) == "keys") continue;
        seek(document, cursor);
        ASSERT_EQ(run_script(document, say("hidden ", array.name)), "");
        const radix::Array* hidden = hidden_array(document);
        const Moment now = moment(document);
        if (now.step() && now.step()->pass != trace_of(document).steps[cursor - 1].pass)
          continue;  // what stands there is of the pass before
        for (const auto& each : now.step() ? now.step()->arrays : std::vector<radix::SharedArray>())
          EXPECT_STRNE(info(each->id).name, array.name) << sort << " " << cursor;
        for (const Figure& figure : figures())
          if (hidden && !radix::holds_keys(hidden->id) && cursor % 10 == 1 &&
              figure.tools == Tools::none && fits(figure, now))
            for (const Cell& cell : draw(figure, now).cells)
              ASSERT_FALSE(cell.tag.array == hidden->id && cell.tag.index != none &&
                           !cell.text.empty())
                  << sort << " " << cursor << " " << figure.id << " " << array.name;
      }
    ASSERT_EQ(run_script(document, "hidden none"), "");
    EXPECT_EQ(moment(document).trace, document.lane().trace.get());
  }
}

TEST(Predict, ARowIsFilledInElementByElement) {
  Document document = document_with("5 2 7 1", 3, 4, "one_bit");
  ASSERT_EQ(run_script(document, "seek destination; hidden destination"), "");
  const auto truth = hidden_array(document)->values;
  ASSERT_EQ(run_script(document, say("fill 2 ", truth[2], "; fill 0 ", truth[0], "; fill 9")), "");
  EXPECT_EQ(document.predict.filled[1], 9u);
  EXPECT_EQ(document.predict.fill_at, 3u);
  ASSERT_EQ(run_script(document, say("fill ", truth[3])), "");
  EXPECT_EQ(document.note, "3 of 4 are right.");
  EXPECT_NE(run_script(document, "fill 4 1"), "");
  EXPECT_NE(run_script(document, "hidden frog"), "");
  EXPECT_EQ(document.predict.hidden, "destination");
}

// -------------------------------------------------------------------------------------- a session

TEST(Predict, GoesOnWithoutAnAnswerAndAsksNothingTwice) {
  Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  ASSERT_EQ(run_script(document, "first; predict on"), "");
  std::size_t asked = question_asked(document) ? 1 : 0;
  for (std::size_t k = 0; k < 3 * end_of(document) && document.lane().cursor < end_of(document);
       ++k) {
    const std::size_t before = document.lane().cursor;
    const bool open = question_asked(document) != nullptr;
    ASSERT_EQ(run_script(document, "next"), "");
    asked += question_asked(document) ? 1 : 0;
    if (open) EXPECT_GT(document.lane().cursor, before);
  }
  EXPECT_EQ(document.lane().cursor, end_of(document));
  EXPECT_EQ(asked, document.predict.plan.size());
  EXPECT_TRUE(document.predict.said.empty());
  ASSERT_EQ(run_script(document, "predict off; first; play"), "");
  EXPECT_EQ(question_asked(document), nullptr);
}

TEST(Predict, AsksAgainOnTheWayBackAndCountsAtTheEnd) {
  Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  ASSERT_EQ(run_script(document, "first; predict on"), "");
  for (std::size_t k = 0; k < end_of(document) && !question_asked(document); ++k)
    ASSERT_EQ(run_script(document, "next"), "");
  ASSERT_TRUE(question_asked(document));
  const std::string text = question_asked(document)->text;
  for (const char* way : {"next; back", "back; next"}) {
    ASSERT_EQ(run_script(document, way), "");
    ASSERT_TRUE(question_asked(document)) << way;
    EXPECT_EQ(question_asked(document)->text, text) << way;
  }
  for (uint32_t right = 1; document.lane().cursor < end_of(document);) {
    const Question* asked = question_asked(document);
    if (asked) ++right;
    ASSERT_EQ(run_script(document, asked && right == 2   ? say("guess ", asked->answer)
                                   : asked && right == 3 ? say("guess ", asked->wrong[0].value)
                                                         : "next"),
              "");
  }
  EXPECT_EQ(document.note, say("Answered: 2 of ", document.predict.plan.size(),
                               " questions about this run, 1 of them right."));
}

// While it is asked who writes a slot, the writer is not lit; with the answer it is, and no other.
TEST(Predict, WithTheAnswerItsKeyIsLit) {
  Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  const Trace& run = trace_of(document);
  for (const char* kind : {"writer_of_slot", "segments_of_store", "destination_of_one"})
    for (uint32_t element = 0; element < 4; ++element) {
      const auto question = question_about(run, kind, element, 0);
      if (!question) continue;
      const radix::Array& keys = *run.steps[question->reveal - 1].find(radix::array::keys);
      const bool writer = kind == std::string("writer_of_slot");
      const bool store = kind == std::string("segments_of_store");
      const uint32_t place = writer ? question->answer : store ? 4 * element : element;
      EXPECT_EQ(question->lit, keys.ids[place]) << question->text;
      EXPECT_EQ(question->key, writer || store ? none : question->lit) << question->text;
      Moment after;
      after.trace = &run, after.cursor = question->reveal;
      EXPECT_EQ(moment_of_answer(after, *question).example_key, question->lit);
    }
}

TEST(Predict, SaysWhereAWrongAnswerComesFrom) {
  Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  ASSERT_EQ(run_script(document, "seek pass 4 scan"), "");
  const auto question =
      question_about(trace_of(document), "destination_of_one", 7, document.lane().cursor);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->answer, 12u);
  EXPECT_EQ(question->text,
            "Key 11 stands at place 7, and its bit 3 is 1. To which slot does it go?");
  std::map<std::string, uint32_t> wrong;
  for (const WrongAnswer& each : question->wrong) wrong[each.misconception->name] = each.value;
  // 9 of 16 keys have a one, 5 of them before this one
  EXPECT_EQ(wrong, (std::map<std::string, uint32_t>{{"minus_for_plus", 2},
                                                    {"zeros_for_ones", 9},
                                                    {"inclusive", 13},
                                                    {"starts_at_count", 14},
                                                    {"no_bucket_start", 5},
                                                    {"reversed", 10},
                                                    {"stays", 7}}));
  ask(document, *question, false);
  ASSERT_EQ(run_script(document, "guess 13"), "");
  ASSERT_TRUE(question_judged(document));
  EXPECT_EQ(
      judged_words(*question, 13),
      "It is 12, not 13. 13 also counts the key, or the entry, itself among those before it.");
  EXPECT_EQ(document.predict.said.back().misconception, "inclusive");
  ASSERT_EQ(run_script(document, "next"), "");
  EXPECT_EQ(question_judged(document), nullptr);
}

TEST(Predict, AClassVotesTwiceBeforeTheAnswerIsShown) {
  Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  ASSERT_EQ(run_script(document, "predict freeze"), "");
  const Question* asked = question_asked(document);
  ASSERT_TRUE(asked);
  const std::size_t reveal = asked->reveal;
  ASSERT_EQ(document.predict.choices.size(), 4u);
  ASSERT_EQ(run_script(document, "vote A 12; vote b; vote b; vote again; vote C 20"), "");
  EXPECT_EQ(document.predict.votes, (std::vector<Votes>{{12, 2, 0, 0}, {0, 0, 20, 0}}));
  EXPECT_NE(run_script(document, "vote E 1"), "");
  EXPECT_FALSE(document.predict.revealed);
  ASSERT_EQ(run_script(document, "next"), "");  // the clicker's first press
  EXPECT_TRUE(document.predict.revealed);
  EXPECT_TRUE(question_asked(document));
  EXPECT_NE(run_script(document, "vote A 1"), "");
  ASSERT_EQ(run_script(document, "next"), "");  // and the step plays
  EXPECT_EQ(document.lane().cursor, reveal);
  ASSERT_EQ(document.predict.said.size(), 2u);
  EXPECT_EQ(document.predict.said[1].votes, (Votes{0, 0, 20, 0}));
}

TEST(Predict, WhatWasAnsweredComesBack) {
  Document document = document_with("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0", 4, 4, "one_bit");
  ASSERT_EQ(run_script(document, "predict on; next; next; next"), "");
  for (int k = 0; k < 40 && document.predict.said.size() < 2; ++k)
    ASSERT_EQ(run_script(document, question_asked(document) ? "guess 1" : "next"), "");
  ASSERT_EQ(run_script(document, "predict freeze; vote A 3; next"), "");
  const auto said = document.predict.said;
  ASSERT_EQ(said.size(), 3u);
  EXPECT_EQ(predictions_from(predictions_text(said)), said);
  Document other = make_document();
  ASSERT_EQ(apply_state(other, session_text(document)), "");
  EXPECT_EQ(other.predict.said, said);
  EXPECT_EQ(other.predict.mode, Predicting::freeze);
  EXPECT_TRUE(predictions_from("a,b;;,,,,,,,,,,,").empty());
}

TEST(Predict, SaysWhatMayBeAnswered) {
  Document document = document_with("5 2 7 1", 3, 4, "one_bit");
  EXPECT_EQ(run_script(document, "guess 1"), "There is no question; turn on predict and step on.");
  EXPECT_NE(run_script(document, "predict maybe"), "");
  EXPECT_NE(run_script(document, "vote A"), "");
  EXPECT_NE(run_script(document, "fill 1"), "");
  ASSERT_EQ(run_script(document, "predict on"), "");
  for (int k = 0; k < 30 && !question_asked(document); ++k)
    ASSERT_EQ(run_script(document, "next"), "");
  ASSERT_TRUE(question_asked(document));
  EXPECT_NE(run_script(document, "guess frog"), "");
  EXPECT_TRUE(question_asked(document));
}

}  // namespace
}  // namespace scope
