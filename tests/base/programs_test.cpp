// Programs of the desktop are named as they are started.
#include "app/core/base/programs.hpp"

#include <gtest/gtest.h>

#include "app/core/base/child_process.hpp"

namespace scope {
namespace {

TEST(Programs, WhatIsFoundCanBeStarted) {
  if (!starts_other_programs()) GTEST_SKIP() << "a page starts none";
  const std::string found = program_found({"radixscope-no-such-program", "true"});
  ASSERT_NE(found, "");
  ChildProcess child(found, {});
  while (!child.ended()) child.wait(1);
  EXPECT_EQ(child.failure(), "");
}

TEST(Programs, NoneIsFound) { EXPECT_EQ(program_found({"radixscope-no-such-program"}), ""); }

}  // namespace
}  // namespace scope
