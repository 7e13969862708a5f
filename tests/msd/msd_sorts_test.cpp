/// The highest digit first: the golden arrays (msd.json beside this file), random keys over all
/// settings and orders of threads, and words that are true whatever the keys.
#include <gtest/gtest.h>

#include <fstream>

#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/msd/msd_words.hpp"
#include "kernels/msd/msd_family.hpp"
#include "tests/support/bucket_checks.hpp"
#include "tests/support/planted.hpp"
#include "tests/support/texts.hpp"

namespace radix {
namespace {

using namespace checks;
using Json = Golden;

const Json& golden_levels() {
  static const Json data = Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/msd/msd.json"));
  return data;
}

TEST(HighestDigitFirst, IsTheGoldenOne) {
  for (const auto& [name, made] : golden_levels().items()) {
    SCOPED_TRACE(name);
    Settings settings{.radix_bits = made["r"].get<uint32_t>()};
    settings.finish = made["small"].get<uint32_t>();
    const Trace trace = sorted_by(keys_of(name), settings, "msd_segments");
    ASSERT_EQ(trace.error, "");
    EXPECT_EQ(trace.sorted.ids, made["sorted"].get<Numbers>());
    const std::vector<msd::Level> levels = msd::levels_of(trace.problem);
    ASSERT_EQ(levels.size(), made["levels"].size());
    for (uint32_t t = 0; t < levels.size(); ++t) {
      const Json& level = made["levels"][t];
      SCOPED_TRACE(t);
      std::vector<msd::Segment> open;
      for (const Json& pair : level["segments"])
        open.push_back({pair[0].get<uint32_t>(), pair[1].get<uint32_t>()});
      EXPECT_EQ(levels[t].open, open);
      EXPECT_EQ(shown(trace, t, array::output).ids, level["output"].get<Numbers>());
      if (open.empty()) continue;
      EXPECT_EQ(levels[t].digit.shift, level["shift"].get<uint32_t>());
      EXPECT_EQ(levels[t].digit.bits, level["bits"].get<uint32_t>());
      Numbers counts, starts;
      for (uint32_t s = 0, before = 0; s < open.size(); before += open[s++].size())
        for (const Json& row : level["counts"][s])
          for (const Json& each : row) counts.push_back(each.get<uint32_t>());
      std::exclusive_scan(counts.begin(), counts.end(), std::back_inserter(starts), 0u);
      EXPECT_EQ(shown(trace, t, msd::array::bucket_counts).values, counts);
      EXPECT_EQ(shown(trace, t, msd::array::bucket_starts).values, starts);
    }
    scope::Moment end;
    end.trace = &trace;
    end.cursor = trace.steps.size();
    EXPECT_EQ(scope::moved_keys(end).now, made["moved"].get<uint32_t>());
  }
}

/// An open segment and one that a block sorts at once, side by side in one launch.
TEST(HighestDigitFirst, TheLineOfADestinationIsTrueInEitherBranch) {
  Settings settings;
  settings.finish = 4;
  uint32_t shown_in = 0;
  for (const Step& step : sorted_by(chapter, settings, "msd_segments").steps) {
    if (step.made != msd::array::rank && step.made != msd::array::destination) continue;
    EXPECT_NE(line_of(step.source).find("destination = begin + rank;"), std::string::npos);
    ++shown_in;
  }
  EXPECT_GT(shown_in, 2u);
}

TEST(HighestDigitFirst, SortsStablyForEverySettingAndOrder) { expect_stable_sort("msd_segments"); }

TEST(HighestDigitFirst, SaysWhereAKeyStandsInTheOutput) { expect_slots_said("msd_segments"); }

/// What changes in a step is what the step makes, or the sentence has the number.
TEST(HighestDigitFirst, ChangesOnlyWhatTheStepSpeaksOf) {
  using scope::Moment, scope::look_at;
  const ArrayId segment = msd::array::segment;
  std::size_t spoken = 0;
  for (const uint32_t radix : {1u, 2u}) {
    const Trace trace = scope::record(chapter, {.radix_bits = radix}, "msd_segments");
    for (std::size_t cursor = 2; cursor <= trace.steps.size(); ++cursor)
      for (uint32_t id = 0; id < chapter.size(); ++id) {
        const Moment now = look_at(trace, cursor, id), then = look_at(trace, cursor - 1, id);
        const Array *after = now.find(segment), *before = then.find(segment);
        if (!after || !before || now.step()->made == segment || after->values == before->values ||
            now.pass() != then.pass())
          continue;
        const Array* output = now.find(array::output);
        ASSERT_NE(output, nullptr);
        const std::string text = scope::why(now);
        const std::string place =
            "at place " + std::to_string(after->values[scope::position_of(*output, id)]) + ".";
        if (!texts::says(text, "new segment")) continue;  // it is in no open one
        EXPECT_TRUE(texts::says(text, place)) << text;
        ++spoken;
      }
  }
  EXPECT_GT(spoken, 20u);
}

/// A segment of one key is left alone once it stands in both arrays: no arrow, and no slot −1.
TEST(HighestDigitFirst, AKeyThatStaysIsSentNowhere) {
  const Numbers keys{201, 180, 32, 239, 84, 223, 66, 113, 123, 186, 250, 103, 187};
  const Trace trace = sorted_by(keys, {.key_bits = 8}, "msd_segments");
  uint32_t staying = 0;
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    scope::Moment moment;
    moment.trace = &trace, moment.cursor = cursor;
    const Array* slots = moment.find(msd::array::destination);
    staying += slots && std::ranges::count(slots->values, none) > 0 ? 1 : 0;
    for (const scope::Text& text : scope::draw(*scope::figure_named("msd-level"), moment).texts)
      EXPECT_NE(text.text, "−1") << cursor;
  }
  EXPECT_GT(staying, 0u);
}

/// With one of its faults planted, or none.
class HighestDigitFirstFaults : public FaultTest {};

TEST_P(HighestDigitFirstFaults, AreSeenInTheResultOrInAStep) {
  bool wrong = false;
  for (uint32_t seed = 0; seed < cases(plants_nothing() ? 100 : 300, 600) && !wrong; ++seed)
    wrong = !wrong_buckets(run_planted(drawn_buckets(seed, *sort_named("msd_segments")))).empty();
  EXPECT_EQ(wrong, !plants_nothing());
}

INSTANTIATE_TEST_SUITE_P(Planted, HighestDigitFirstFaults, faults_of({"msd"}), fault_of);

}  // namespace
}  // namespace radix
