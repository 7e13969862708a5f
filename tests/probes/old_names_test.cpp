/// What was recorded when a sort's file was called 01_one_bit.cuh is shown with 01_one_bit.cu.
#include <gtest/gtest.h>

#include "app/document/source_text.hpp"
#include "kernels/engine/model/sources.hpp"

namespace radix {
namespace {

TEST(OldNamesTest, ARecordedRunOfBeforeFindsItsFile) {
  Recipe recipe{.sort = "block_sort", .engine = EngineChoice::cpu};
  recipe.problem = *Problem::make({3, 1, 2, 0}, {.key_bits = 2});
  const Trace made = run(recipe);
  std::string text = to_json(made);
  const std::string now = "\"02_block_sort.cu\"", before = "\"02_block_sort.cuh\"";
  ASSERT_NE(text.find(now), std::string::npos);
  for (std::size_t at; (at = text.find(now)) != std::string::npos;)
    text.replace(at, now.size(), before);
  const auto read = trace_from_json(text);
  ASSERT_TRUE(read) << read.error.sentence;
  for (std::size_t i = 0; i < made.steps.size(); ++i)
    EXPECT_EQ(read->steps[i].source, made.steps[i].source) << i;
}

TEST(OldNamesTest, AHeaderKeepsItsNameAndOthersAreNotThere) {
  EXPECT_EQ(scope::embedded_text("02_block_sort.cuh"), scope::embedded_text("02_block_sort.cu"));
  ASSERT_NE(source_named("kogge_stone.cuh"), nullptr);
  EXPECT_EQ(source_named("kogge_stone.cuh")->name, "kogge_stone.cuh");
  EXPECT_EQ(source_named("kogge_stone.cu"), nullptr);
  EXPECT_EQ(source_named("frog.cuh"), nullptr);
}

}  // namespace
}  // namespace radix
