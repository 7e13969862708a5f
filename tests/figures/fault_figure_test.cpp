// Runs that broke off are pictures: of deadlocks, of threads that do not meet, of races.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/base/text.hpp"
#include "app/figures/fault_figure.hpp"
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
    recipe.rung = "one_launch";
    recipe.engine = radix::EngineChoice::cpu;
    const Trace trace = radix::run(recipe);
    ASSERT_TRUE(trace.fault);
    ASSERT_EQ(trace.fault->kind, Fault::Kind::deadlock);
    const Moment moment = look_at(trace, trace.steps.size());
    EXPECT_STREQ(figure_for(moment).id, "broken-off");
    EXPECT_EQ(why(moment), as_sentence(trace.fault->sentence));
    const Scene scene = draw_fault(moment);
    EXPECT_EQ(boxes(scene, "block", false), resident) << "these wait";
    EXPECT_EQ(boxes(scene, "block", true), std::min(4 - resident, 3u)) << "these have no room";
    expect_on_its_page(scene);
  }
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
              .first = {0, 1, {"01_one_bit.cuh", 44}},
              .second = {3, 2, {"01_one_bit.cuh", 49}}};
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

}  // namespace
}  // namespace scope
