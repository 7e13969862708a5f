/// NCCL that is not there, is something else, or does not work: each is one sentence, and the
/// program goes on.
#include <gtest/gtest.h>

#include <fstream>

#include "kernels/timing/facts/nccl.hpp"

namespace {

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST(Nccl, AMissingFileIsASentenceWithItsName) {
  const radix::FoundNccl found = radix::load_nccl("/nowhere/libnccl.so.2");
  EXPECT_FALSE(found.nccl);
  EXPECT_TRUE(says(found.missing, "/nowhere/libnccl.so.2")) << found.missing;
  EXPECT_TRUE(says(found.missing, "copy from each other instead")) << found.missing;
}

TEST(Nccl, AFileThatIsNoLibraryIsASentence) {
  const std::string file = ::testing::TempDir() + "/no_nccl.so";
  std::ofstream(file) << "not a library";
  EXPECT_FALSE(radix::load_nccl(file).nccl);
  EXPECT_TRUE(says(radix::load_nccl(file).missing, "NCCL was not found")) << file;
}

TEST(Nccl, ALibraryOfSomethingElseIsASentence) {
  const radix::FoundNccl found = radix::load_nccl("libm.so.6");
  EXPECT_FALSE(found.nccl);
  EXPECT_TRUE(says(found.missing, "it has no ncclGetVersion")) << found.missing;
}

TEST(Nccl, OneThatDoesNotWorkIsASentenceWithItsOwnWords) {
  const radix::FoundNccl found = radix::load_nccl(RADIX_FAKE_NCCL);
  EXPECT_FALSE(found.nccl);
  EXPECT_TRUE(says(found.missing, "does not work (unhandled system error)")) << found.missing;
}

}  // namespace
