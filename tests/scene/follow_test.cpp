// Keys that are followed: an ink each in every figure, on every step, and nobody else's.
#include "app/core/scene/follow.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/looks.hpp"

namespace scope {
namespace {

TEST(Follow, EveryKeyHasItsOwnInkInEveryPictureOfARun) {
  const uint32_t followed[] = {2, 9, 4};  // 6a, 6b and another
  for (const char* sort : {"one_bit", "digits", "merge_tiled", "network_global"}) {
    const radix::Trace trace =
        record({12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}, 4, 4, sort);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const Moment moment = look_at(trace, cursor);
      const Scene plain = figure_for(moment).draw(moment);
      Scene marked = plain;
      mark_followed(marked, followed);
      ASSERT_EQ(marked.cells.size(), plain.cells.size());
      for (std::size_t i = 0; i < plain.cells.size(); ++i) {
        const Ink ink = thread_ink(followed, plain.cells[i].tag.key);
        EXPECT_EQ(marked.cells[i].edge, ink == Ink::none ? plain.cells[i].edge : ink) << sort;
        EXPECT_EQ(marked.cells[i].at, plain.cells[i].at) << "nothing moves";
      }
      for (std::size_t i = 0; i < plain.arrows.size(); ++i) {
        const Ink ink = thread_ink(followed, plain.arrows[i].tag.key);
        EXPECT_EQ(marked.arrows[i].ink, ink == Ink::none ? plain.arrows[i].ink : ink) << sort;
      }
    }
  }
  EXPECT_EQ(std::set<Ink>(std::begin(thread_inks), std::end(thread_inks)).size(), max_followed);
  EXPECT_EQ(thread_ink({}, none), Ink::none);
}

}  // namespace
}  // namespace scope
