#include "app/document/memory_space.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/support/looks.hpp"

namespace scope {
namespace {

/// By the names of the arrays that the steps of a run make: "G", "S", "T" or "?".
std::map<std::string, std::string> spaces(const radix::Trace& trace) {
  std::map<std::string, std::string> found;
  for (std::size_t step = 0; step < trace.steps.size(); ++step) {
    std::string& all = found[radix::info(trace.steps[step].made).name];
    const char sign = "?GST"[static_cast<int>(memory_space(trace, step))];
    if (all.find(sign) == all.npos) all += sign;
  }
  return found;
}

TEST(MemorySpaces, AreThoseOfTheDeclarations) {
  const radix::Trace trace =
      record(chapter_keys, {.key_bits = 4, .threads_per_block = 4, .radix_bits = 2}, "digits");
  auto space = spaces(trace);
  EXPECT_EQ(space["bits"], "T") << "a variable of the thread";
  EXPECT_EQ(space["partial_ones"], "S") << "sums, handed from function to function";
  EXPECT_EQ(space["ones_before"], "T");
  EXPECT_EQ(space["local_destination"], "T");
  EXPECT_EQ(space["local_keys"], "S") << "key = sorted[t]";
  EXPECT_EQ(space["local_bucket_starts"], "S") << "after<unsigned>(sums, …)";
  EXPECT_EQ(space["bucket_counts"], "G");
  EXPECT_EQ(space["bucket_starts"], "G");
  EXPECT_EQ(space["destination"], "T");
  EXPECT_EQ(space["output"], "G");
  EXPECT_EQ(memory_space_of(trace, 0, radix::array::keys), MemorySpace::global);
}

TEST(MemorySpaces, OfEverySortAreKnown) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    const radix::Trace trace =
        record(chapter_keys, {.key_bits = 4, .threads_per_block = 4}, sort.name);
    for (const auto& [name, found] : spaces(trace)) {
      EXPECT_EQ(found.find('?'), found.npos) << sort.name << ": " << name;
    }
  }
}

}  // namespace
}  // namespace scope
