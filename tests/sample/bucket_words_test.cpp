// What the caption and the formula say of a key's slot is where the key stands in the output.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/sorts/families/families.hpp"
#include "tests/support/bucket_checks.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

/// The last number of a text; nobody where there is none.
uint32_t last_number(const std::string& text) {
  const std::size_t end = text.find_last_of("0123456789");
  if (end == std::string::npos) return none;
  const std::size_t before = text.find_last_not_of("0123456789", end);
  return static_cast<uint32_t>(std::stoul(text.substr(before + 1, end - before)));
}

/// Where the part at work leaves a key: its place in the next output.
uint32_t slot_of(const radix::Trace& trace, std::size_t cursor, uint32_t id) {
  for (std::size_t s = cursor; s < trace.steps.size(); ++s)
    if (trace.steps[s].made == radix::array::output) {
      const std::vector<uint32_t>& ids = trace.steps[s].find(radix::array::output)->ids;
      return static_cast<uint32_t>(std::ranges::find(ids, id) - ids.begin());
    }
  return none;
}

TEST(BucketWords, TheSlotOfAKeyIsWhereItStandsInTheOutput) {
  for (const char* sort : {"sample_buckets", "msd_segments"}) {
    uint32_t said = 0;
    for (uint32_t seed = 0; seed < 12; ++seed) {
      const radix::Trace trace =
          radix::run(radix::checks::drawn_buckets(seed, *radix::sort_named(sort)));
      if (!trace.error.empty() || trace.problem.size() > 40) continue;
      for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
        if (std::string_view(radix::info(trace.steps[cursor - 1].made).name) != "destination")
          continue;
        for (uint32_t id = 0; id < trace.problem.size(); ++id) {
          const Moment moment = look_at(trace, cursor, id);
          const uint32_t slot = slot_of(trace, cursor, id);
          const Formula card = formula(moment);
          if (card.result.empty() || slot == none) continue;
          EXPECT_EQ(last_number(card.result), slot) << sort << ", key " << id << ": " << card.words;
          const std::string caption = why(moment);  // of the whole output where it is reversed
          if (caption.find("slot ") == std::string::npos) continue;
          EXPECT_EQ(last_number(caption), slot) << sort << ", key " << id << ": " << caption;
          ++said;
          if (testing::Test::HasFailure()) return;
        }
      }
    }
    EXPECT_GT(said, 50u) << sort;
  }
}

}  // namespace
}  // namespace scope
