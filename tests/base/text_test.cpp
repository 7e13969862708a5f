// Texts that many sentences are made of.
#include <gtest/gtest.h>

#include "app/core/base/text.hpp"

namespace scope {
namespace {

TEST(SumText, HasTheTermsThatMatter) {
  const auto sum = [](std::vector<uint32_t> terms) { return sum_text(terms, 4); };
  EXPECT_EQ(sum({2, 0, 1}), "2 + 0 + 1") << "as they stand where there is room";
  EXPECT_EQ(sum({0, 0, 3, 0, 0, 5}), "3 + 5 + 0s");
  EXPECT_EQ(sum({0, 1, 2, 3, 4, 5, 0}), "1 + 2 + … + 5");
  EXPECT_EQ(sum({0, 0, 0, 0, 0}), "0 + … + 0");
}

}  // namespace
}  // namespace scope
