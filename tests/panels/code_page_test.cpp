// The page of the kernel panel: that of the file it was turned to, also when the name is written
// where the name before it stood.
#include "app/panels/code_page.hpp"

#include <gtest/gtest.h>

#include "kernels/model/sources.hpp"

namespace scope {
namespace {

TEST(CodePage, HasTheTextOfTheFileItWasTurnedTo) {
  CodePage page;
  std::string name;
  for (int turn = 0; turn < 2; ++turn)
    for (const radix::SourceFile& file : radix::embedded_sources()) {
      name = file.name;  // as a panel's own name of what it shows: the same place each time
      turn_to(page, name, 40, false);
      EXPECT_EQ(page.text, file.text) << name;
      ASSERT_FALSE(page.pieces.empty()) << name;
    }
}

TEST(CodePage, IsBrokenAnewForAnotherWidthAndWithoutTheInstrument) {
  CodePage page;
  turn_to(page, "01_one_bit.cuh", 40, false);
  const std::size_t narrow = page.pieces.size();
  turn_to(page, "01_one_bit.cuh", 100, false);
  const std::size_t wide = page.pieces.size();
  EXPECT_LT(wide, narrow);
  turn_to(page, "01_one_bit.cuh", 100, true);
  EXPECT_LT(page.pieces.size(), wide);
}

}  // namespace
}  // namespace scope
