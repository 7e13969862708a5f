// Runs that broke off are pictures: of deadlocks, of threads that do not meet, of races.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "app/core/base/text.hpp"
#include "app/core/figures/fault_figure.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

using radix::Fault;

std::size_t boxes(const Scene& scene, const std::string& begin, bool dashed) {
  return static_cast<std::size_t>(std::ranges::count_if(scene.cells, [&](const Cell& cell) {
    return cell.text.rfind(begin, 0) == 0 && cell.dashed == dashed;
  }));
}

std::string whole_text(const Scene& scene) {
  std::string text;
  for (const TextBox& box : text_boxes(scene)) text += box.text + " ";
  return text;
}

void expect_on_its_page(const Scene& scene) {
  for (const TextBox& box : text_boxes(scene)) {
    EXPECT_GE(box.at.x, 0) << box.text;
    EXPECT_LE(box.at.right(), scene.width) << box.text;
    EXPECT_LE(box.at.bottom(), scene.height) << box.text;
  }
}

TEST(FaultFigure, ADeadlockShowsWhoWaitsAndWhoIsOutside) {
  for (const uint32_t resident : {1u, 2u, 3u}) {
    radix::Recipe recipe;
    recipe.problem = *radix::Problem::make(
        chapter_keys, {.key_bits = 4, .threads_per_block = 4, .resident_blocks = resident});
    recipe.sort = "one_launch";
    recipe.engine = radix::EngineChoice::cpu;
    const Trace trace = radix::run(recipe);
    ASSERT_TRUE(trace.fault);
    ASSERT_EQ(trace.fault->kind, Fault::Kind::deadlock);
    const Moment moment = look_at(trace, trace.steps.size());
    EXPECT_STREQ(figure_for(moment).id, "broken-off");
    EXPECT_EQ(why(moment), fault_words(*trace.fault));
    const Scene scene = draw_fault(moment);
    EXPECT_EQ(boxes(scene, "block", false), resident) << "these wait";
    EXPECT_EQ(boxes(scene, "block", true), std::min(4 - resident, 3u)) << "these have no room";
    expect_on_its_page(scene);
  }
}

/// Nobody knows what such a run would have come to.
TEST(FaultFigure, WhereTheRunStoppedNothingIsKeptAndNoTotalIsOfAWhole) {
  radix::Recipe recipe;
  recipe.problem = *radix::Problem::make(chapter_keys, {.key_bits = 4, .threads_per_block = 4});
  recipe.sort = "note_one_bit";
  recipe.engine = radix::EngineChoice::cpu;
  const Trace trace = radix::run(recipe);
  const Moment moment = look_at(trace, trace.steps.size());
  ASSERT_TRUE(stands_at_fault(moment));
  for (const Promise& each : kept_so_far(moment)) EXPECT_EQ(each.state, Promise::broken);
  for (const Total& each : totals_so_far(moment))
    EXPECT_EQ(each.value.find(" / "), std::string::npos) << each.name;
}

/// Where a kernel takes another bit than it should: the picture is of the numbers that are there.
TEST(FaultFigure, ABitHasTheColourOfItsValue) {
  const radix::PlantedFault& fault = *radix::planted_fault_named("high_first");
  radix::Recipe recipe;
  recipe.problem = *radix::parse_problem(
      fault.shows.keys, radix::settings_for(*radix::sort_named(fault.sort), fault.shows.settings));
  recipe.sort = fault.sort, recipe.planted = fault.name;
  recipe.engine = radix::EngineChoice::cpu;
  const Trace trace = radix::run(recipe);
  const Moment moment = look_at(trace, after(trace, radix::array::bits));
  std::size_t bits = 0;
  for (const Cell& cell : draw(figure_for(moment), moment).cells) {
    if (cell.tag.array != radix::array::bits || cell.text.empty()) continue;
    EXPECT_EQ(cell.hatched, cell.text == "1") << "place " << cell.tag.index;
    ++bits;
  }
  EXPECT_EQ(bits, trace.problem.size());
}

TEST(FaultFigure, OtherFaultsShowTheirTwoThreads) {
  Trace trace = record(chapter_keys, 4, 4, "one_bit");
  const Moment moment = look_at(trace, trace.steps.size());
  EXPECT_STRNE(figure_for(moment).id, "broken-off");
  Fault fault{.kind = Fault::Kind::race,
              .sentence = "Thread 1 of block 0 and thread 2 of block 3 write one word.",
              .kernel = "scatter",
              .array = "output",
              .index = 7,
              .first = {0, 1, {"01_one_bit.cu", 44}},
              .second = {3, 2, {"01_one_bit.cu", 49}}};
  for (const Fault::Kind kind :
       {Fault::Kind::race, Fault::Kind::apart, Fault::Kind::outside, Fault::Kind::other}) {
    fault.kind = kind;
    if (kind == Fault::Kind::apart) fault.array.clear();
    trace.fault = fault;
    EXPECT_STREQ(figure_for(moment).id, "broken-off");
    EXPECT_STRNE(figure_for(look_at(trace, 3)).id, "broken-off") << "steps before it are shown";
    const Scene scene = draw_fault(moment);
    const std::string text = whole_text(scene);
    for (const char* words : {"thread 1 of block 0", "thread 2 of block 3", "line 44", "line 49"})
      EXPECT_NE(text.find(words), std::string::npos) << words;
    EXPECT_EQ(text.find("output[7]") != std::string::npos, !fault.array.empty());
    expect_on_its_page(scene);
  }
}

/// Where the array was made stands under the box, which would be too narrow for both.
TEST(FaultFigure, ASharedEntryFitsItsBox) {
  Trace trace = record(chapter_keys, 4, 4, "one_bit");
  trace.fault = Fault{.kind = Fault::Kind::race,
                      .kernel = "sort_in_block",
                      .index = 2,
                      .first = {1, 0, {"02_block_sort.cu", 48}},
                      .second = {1, 3, {"02_block_sort.cu", 48}},
                      .made = {"02_block_sort.cu", 30}};
  const Scene scene = draw_fault(look_at(trace, trace.steps.size()));
  for (const char* words : {"entry 2", "line 30 of 02_block_sort.cu"})
    EXPECT_NE(whole_text(scene).find(words), std::string::npos) << words;
  for (const Cell& cell : scene.cells)
    EXPECT_LE(text_width(cell.text, 18, Face::ui) * 1.1f, cell.at.w) << cell.text;
  expect_on_its_page(scene);
}

/// A thread that has left the kernel has an empty place at the barrier that the other one reaches.
TEST(FaultFigure, AThreadThatHasLeftIsMissingAtTheBarrier) {
  Trace trace = record(chapter_keys, 4, 4, "one_bit");
  trace.fault = Fault{.kind = Fault::Kind::apart,
                      .sentence = "Thread 3 of block 3 has left the kernel.",
                      .kernel = "scatter",
                      .first = {3, 0, {"01_one_bit.cu", 44}},
                      .second = {3, 3, {}}};
  const Scene scene = draw_fault(look_at(trace, trace.steps.size()));
  EXPECT_EQ(scene.arrows.size(), 1u) << "one thread reaches it";
  ASSERT_EQ(scene.frames.size(), 1u);
  const Rect place = scene.frames[0].at;
  EXPECT_TRUE(std::ranges::any_of(scene.lines, [&](const Line& line) {
    return line.from.y > place.bottom() && line.from.x < scene.arrows[0].to.x &&
           line.to.x > place.right();
  })) << "the barrier is the same for both";
  expect_on_its_page(scene);
}

/// The barrier that a fault takes out is drawn in its own file, whichever file the race is in, with
/// both lines of the race and what a card made of it.
TEST(FaultFigure, ARaceShowsTheBarrierThatIsMissing) {
  std::size_t drawn = 0, elsewhere = 0;
  for (const radix::PlantedFault& fault : radix::planted_faults()) {
    if (!std::ranges::any_of(fault.changes, radix::misses_a_barrier)) continue;
    const auto problem = radix::parse_problem(
        fault.shows.keys,
        radix::settings_for(*radix::sort_named(fault.sort), fault.shows.settings));
    ASSERT_TRUE(problem) << fault.name;
    const Trace trace =
        radix::run({.problem = *problem, .sort = fault.sort, .planted = fault.name});
    ASSERT_TRUE(trace.fault && trace.fault->kind == Fault::Kind::race) << fault.name;
    const Scene scene = draw_fault(look_at(trace, trace.steps.size()));
    const auto places = std::ranges::count_if(
        scene.frames, [](const Frame& each) { return each.dashed && each.edge == Ink::good; });
    EXPECT_EQ(places, std::ranges::count_if(fault.changes, radix::misses_a_barrier)) << fault.name;
    const std::string text = whole_text(scene);
    const radix::SourceLine first = trace.fault->first.source, second = trace.fault->second.source;
    std::vector<std::string> told = {"the missing barrier", std::to_string(fault.changes[0].line),
                                     std::to_string(first.line), std::to_string(second.line),
                                     radix::card_counts().device};
    const bool other_file = first.file != fault.file || second.file != fault.file;
    if (other_file) told.push_back(fault.file);
    for (const std::string& each : told)
      EXPECT_NE(text.find(each), std::string::npos) << fault.name << ": " << each;
    expect_on_its_page(scene);
    ++drawn, elsewhere += other_file;
  }
  EXPECT_GE(drawn, 12u);
  EXPECT_GE(elsewhere, 1u) << "scatter_barrier is named in the probe of its kernel";
}

/// What a card made is a table of the program that counted it; the lesson tells the same numbers.
TEST(FaultFigure, WhatACardMadeOfMissingBarriersIsOneTable) {
  const radix::CardCounts& card = radix::card_counts();
  EXPECT_GT(card.blocks, 0u);
  const auto of = [&](std::size_t column) {
    std::vector<uint64_t> all;
    for (const radix::CardCounts::Row& row : card.rows) {
      EXPECT_EQ(row.wrong.size(), card.threads.size()) << row.removed;
      if (row.removed != "none") all.push_back(row.wrong[column]);
    }
    return all;
  };
  std::ifstream file(RADIX_SOURCE_DIR "/assets/lessons/barrier.json");
  const std::string lesson{std::istreambuf_iterator<char>(file), {}};
  for (std::size_t k = 0; k < card.threads.size(); ++k) {
    const std::vector<uint64_t> wrong = of(k);
    if (card.threads[k] <= 32) EXPECT_EQ(std::ranges::max(wrong), 0u) << card.threads[k];
    if (card.threads[k] != 64 && card.threads[k] != 1024) continue;
    for (const uint64_t number : {std::ranges::min(wrong), std::ranges::max(wrong)}) {
      std::string text = std::to_string(number);
      if (text.size() > 3) text.insert(text.size() - 3, ",");
      EXPECT_NE(lesson.find(number == card.blocks ? "all" : text), std::string::npos) << text;
    }
  }
  for (const radix::PlantedFault& fault : radix::planted_faults())
    if (!fault.on_a_card.empty())
      EXPECT_NE(std::ranges::find(card.rows, fault.on_a_card, &radix::CardCounts::Row::removed),
                card.rows.end())
          << fault.name;
}

}  // namespace
}  // namespace scope
