/// How a single key looks: which of its bits are shown and lit.
#include <gtest/gtest.h>

#include "app/core/figures/kit/rows.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

using radix::Trace;

TEST(KeyCell, ShowsTheBitsAroundTheCurrentOne) {
  const Trace trace = record(random_keys(10, 32), 32, 4, "one_bit");
  const Moment moment = look_at(trace, 0);
  const Rect place = slot(columns_of(moment), 0, 0, key_height);
  const auto cell = [&](uint32_t shift, uint32_t bits) {
    return key_cell(moment, place, 0xf0f00001u, 0, Lit(radix::Digit{shift, bits, {}}));
  };
  EXPECT_EQ(cell(0, 1).binary, "…00000001");
  EXPECT_EQ(cell(0, 1).lit_begin, 8u);
  EXPECT_EQ(cell(31, 1).binary, "11110000…");
  EXPECT_EQ(cell(31, 1).lit_begin, 0u);
  EXPECT_EQ(cell(16, 1).binary, "…11000000…");
  EXPECT_EQ(key_cell(moment, place, 0xf0f00001u, 0, std::nullopt).binary, "0xf0f00001");
  // A wide digit is never cut
  EXPECT_EQ(cell(16, 8).binary, "…11110000…");
  EXPECT_EQ(cell(16, 8).lit_end - cell(16, 8).lit_begin, 8u);
  EXPECT_EQ(cell(19, 5).lit_end - cell(19, 5).lit_begin, 5u);
}

TEST(KeyCell, ShowsOnlyTheDigitInANarrowCell) {
  const Trace trace = record(random_keys(16, 8), 8, 4, "one_bit");
  const Moment moment = look_at(trace, 0);
  const Cell cell = key_cell(moment, {0, 0, 32, key_height}, 0xb5, 0, Lit(radix::Digit{2, 3, {}}));
  EXPECT_EQ(cell.binary, "101");
  EXPECT_EQ(cell.lit_end, 3u);
  EXPECT_EQ(key_cell(moment, {0, 0, 32, key_height}, 0xb5, 0, std::nullopt).binary, "");
  EXPECT_EQ(cell.behind, Ink::dim);
}

}  // namespace
}  // namespace scope
