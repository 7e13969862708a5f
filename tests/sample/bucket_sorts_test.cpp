/// Sample sort: the golden arrays (tests/support/sample.json), random keys over all settings and
/// orders of threads, and words that are true whatever the keys.
#include <gtest/gtest.h>

#include <fstream>

#include "app/sorts/sample/sample_words.hpp"
#include "tests/support/bucket_checks.hpp"

namespace radix {
namespace {

using namespace checks;
using Json = Golden;

const Json& golden_buckets() {
  static const Json data =
      Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/sample.json"));
  return data;
}

Numbers flat(const Json& rows) {
  Numbers all;
  for (const Json& row : rows)
    for (const Json& each : row) all.push_back(each.get<uint32_t>());
  return all;
}

TEST(SampleSort, IsTheGoldenOne) {
  namespace array = sample::array;
  for (const auto& [name, made] : golden_buckets()["sample"].items()) {
    SCOPED_TRACE(name);
    Settings settings{.radix_bits =
                          static_cast<uint32_t>(std::bit_width(made["p"].get<uint32_t>()) - 1)};
    settings.oversampling = made["oversampling"].get<uint32_t>();
    settings.sampling = made["how"] == "regular" ? Sampling::regular : Sampling::random;
    settings.sample_seed = name.ends_with("random2") ? 2 : 1;
    const Trace trace = sorted_by(keys_of(name), settings, "sample_buckets");
    ASSERT_EQ(trace.error, "");
    EXPECT_EQ(trace.launches, 7u);
    EXPECT_EQ(shown(trace, 0, array::sample_places).values, made["sample_places"].get<Numbers>());
    EXPECT_EQ(shown(trace, 0, array::sample).values, made["sample"].get<Numbers>());
    EXPECT_EQ(shown(trace, 0, array::sample_sorted).values, made["sample_sorted"].get<Numbers>());
    EXPECT_EQ(shown(trace, 0, array::splitters).values, made["splitters"].get<Numbers>());
    EXPECT_EQ(shown(trace, 0, array::bucket).values, made["bucket_of"].get<Numbers>());
    EXPECT_EQ(shown(trace, 0, array::bucket_sizes).values, made["bucket_sizes"].get<Numbers>());
    EXPECT_EQ(shown(trace, 0, radix::array::bucket_counts).values, flat(made["bucket_counts"]));
    EXPECT_EQ(shown(trace, 0, radix::array::bucket_starts).values, flat(made["bucket_starts"]));
    EXPECT_EQ(shown(trace, 0, radix::array::output).ids, made["partitioned"].get<Numbers>());
    EXPECT_EQ(trace.sorted.ids, made["sorted"].get<Numbers>());
    EXPECT_EQ(sample::bucket_sizes(trace.problem, settings.oversampling),
              made["bucket_sizes"].get<Numbers>());
  }
}

TEST(SampleSort, SortsStablyForEverySettingAndOrder) {
  // From the buckets' numbers on it says what radix sort says
  expect_stable_sort("sample_buckets", scope::goes_by_radix);
}

TEST(SampleSort, SaysWhereAKeyStandsInTheOutput) { expect_slots_said("sample_buckets"); }

TEST(SampleSort, EqualBucketsTakeWhatNoSplitterTellsApart) {
  Settings settings{.radix_bits = 2};
  const Numbers nines(16, 9);
  const Trace one = sorted_by(nines, settings, "sample_buckets");
  EXPECT_EQ(shown(one, 0, sample::array::bucket_sizes).values, (Numbers{0, 0, 0, 16}));
  settings.equal_buckets = true;
  const Trace own = sorted_by(nines, settings, "sample_buckets");
  EXPECT_EQ(shown(own, 0, sample::array::bucket_sizes).values, (Numbers{0, 16, 0, 0}));
  const auto compared = [](const Trace& trace) {
    scope::Moment end;
    end.trace = &trace;
    end.cursor = trace.steps.size();
    return *scope::compared_in(end);
  };
  EXPECT_LT(compared(own), compared(one));
}

}  // namespace
}  // namespace radix
