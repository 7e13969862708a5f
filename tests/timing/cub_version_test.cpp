// What is said of versions of CUB that sort slowly.
#include <gtest/gtest.h>

#include "kernels/timing/timing_machine.hpp"

namespace {

TEST(CubVersion, SlowOnesAreNamedAndNoOthers) {
  for (uint32_t version : {300100u, 300101u, 300400u}) {
    const std::string warning = radix::warning_about_cub(version);
    EXPECT_NE(warning.find("known to be slow"), warning.npos) << version;
  }
  EXPECT_NE(radix::warning_about_cub(300101).find("CUB 3.1.1 "), std::string::npos);
  for (uint32_t version : {200000u, 300001u, 300102u, 300200u, 300500u})
    EXPECT_EQ(radix::warning_about_cub(version), "") << version;
}

}  // namespace
