/// Sample sort and radix sort from the highest digit on: the golden arrays
/// (tests/support/sample.json), random keys over all settings and orders of threads, and words that
/// are true whatever the keys.
#include <gtest/gtest.h>

#include <fstream>

#include "app/sorts/families/families.hpp"
#include "app/sorts/msd/msd_words.hpp"
#include "app/sorts/sample/sample_words.hpp"
#include "tests/support/bucket_checks.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/grammar.hpp"
#include "tests/support/planted.hpp"
#include "tests/support/thorough.hpp"

namespace radix {
namespace {

using Json = radix::checks::Golden;
using Numbers = std::vector<uint32_t>;
const Numbers chapter{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

const Json& golden_buckets() {
  static const Json data =
      Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/sample.json"));
  return data;
}

/// The keys of a golden case: of its name.
Numbers keys_of(const std::string& name) {
  if (name.find("empty") != name.npos) return {};
  if (name.find("all_equal") != name.npos) return Numbers(16, 9);
  if (name == "few") return {8, 3, 12, 8, 3, 3, 12, 8, 12, 8, 3, 12, 8, 3, 8, 12};
  if (name.find("thirteen") != name.npos) return {chapter.begin(), chapter.begin() + 13};
  return chapter;
}

Trace sorted_by(const Numbers& keys, const Settings& settings, const char* sort) {
  return run(
      {.problem = *Problem::make(keys, settings), .sort = sort, .engine = EngineChoice::cpu});
}

/// The values that a part's last step of this array shows.
const Array& shown(const Trace& trace, uint32_t part, ArrayId made) {
  const Array* found = nullptr;
  for (const Step& step : trace.steps)
    if (step.pass == part && step.made == made) found = step.find(made);
  if (found == nullptr) throw std::runtime_error(std::string("no ") + info(made).name);
  return *found;
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

TEST(HighestDigitFirst, IsTheGoldenOne) {
  for (const auto& [name, made] : golden_buckets()["msd"].items()) {
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

/// Every step of a random run with its words.
void check_words(const Trace& trace) {
  for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
    scope::Moment moment;
    moment.trace = &trace;
    moment.cursor = cursor;
    moment.example_key = scope::example_key_of(moment);
    SCOPED_TRACE(cursor);
    const std::string why = scope::why(moment);
    EXPECT_NE(why, "");
    EXPECT_EQ(why.find("  "), why.npos) << why;
    // From the buckets' numbers on sample sort says what radix sort says
    const bool own = trace.sort == "msd_segments" || !scope::goes_by_radix(moment);
    if (own) EXPECT_EQ(scope::checks::clumsy(why), "");
    const scope::Invariants kept = scope::invariants_of(moment);
    EXPECT_TRUE(kept.ordered && kept.complete) << kept.order;
    if (!trace.problem.reversed()) EXPECT_TRUE(kept.stable) << kept.equals;
    const scope::Formula card = scope::formula(moment);
    EXPECT_NE(card.title, "");
    const bool written = moment.step() && moment.step()->made == array::output &&
                         card.words.starts_with("slot") && !card.result.empty();
    if (!written) continue;
    EXPECT_EQ(moment.find(array::output)->ids[std::stoul(card.result)], moment.example_key)
        << card.words;
  }
}

TEST(SortsByBuckets, SortStablyForEverySettingAndOrder) {
  for (const char* name : {"sample_buckets", "msd_segments"}) {
    const uint32_t seeds = cases(200, 5000);
    for (uint32_t seed = 0; seed < seeds; ++seed) {
      Recipe recipe = checks::drawn_buckets(seed, *sort_named(name));
      const Trace trace = run(recipe);
      SCOPED_TRACE(testing::Message() << name << " " << seed);
      ASSERT_EQ(checks::wrong_buckets(trace), "");
      if (seed % 8 == 0) check_words(trace);
      if (testing::Test::HasFailure()) return;
    }
  }
}

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
