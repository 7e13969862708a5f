/// The one list of settings, and what problems make of them: digits, key types, second keys,
/// values.
#include <gtest/gtest.h>

#include <set>

#include "kernels/run/engine.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/texts.hpp"

using namespace radix;

namespace {

using texts::says;

using V = std::vector<uint32_t>;

std::string error(const char* text, const Settings& settings, const char* values = "") {
  return parse_problem(text, settings, values).error.sentence;
}
TEST(Settings, EveryOneHasItsOwnNameAndReadsWhatItWrites) {
  std::set<std::string> names;
  for (const SettingInfo& setting : settings()) {
    EXPECT_TRUE(names.insert(setting.name).second) << setting.name;
    EXPECT_EQ(setting_named(setting.name), &setting);
    EXPECT_EQ(setting_named(setting.option().substr(2)), &setting) << setting.option();
    for (uint32_t value : {setting.low, setting.high}) {
      Settings s;
      setting.set(s, value);
      EXPECT_EQ(setting.get(s), value);
      EXPECT_EQ(value_from(setting, text_of(setting, s)), value) << setting.name;
    }
    for (const char* text : {"", " ", "-1", "1e3", "frog", "4294967296", "0x4", "kogge_stone "})
      EXPECT_FALSE(value_from(setting, text)) << setting.name << " '" << text << "'";
    if (!setting.is_number()) continue;
    EXPECT_FALSE(value_from(setting, std::to_string(setting.high + 1)));
  }
  EXPECT_EQ(setting_named("frog"), nullptr);
  EXPECT_EQ(setting_named("keys-per-thread")->option(), "--keys-per-thread");
  EXPECT_EQ(setting_named("radix")->range(), "1…8");
  EXPECT_EQ(setting_named("scan")->range(), "kogge_stone|brent_kung|blelloch|shuffles");
}

TEST(Settings, ASecondKeysOrderNeedsASecondKey) {
  EXPECT_FALSE(has_effect(*setting_named("second_order"), {}));
  EXPECT_TRUE(has_effect(*setting_named("second_order"), {.second_bits = 1}));
  EXPECT_TRUE(has_effect(*setting_named("second_bits"), {}));
}

TEST(Settings, ThatDoNotGoTogetherAreRefusedWithAWayOut) {
  EXPECT_TRUE(says(error_about({.radix_bits = 9}), "Radix bits 9 is out of range; use 1 to 8"));
  EXPECT_TRUE(
      says(error_about({.threads_per_block = 1024, .keys_per_thread = 8}), "8192 keys per block"));
  EXPECT_EQ(error_about({.threads_per_block = 256, .keys_per_thread = 16}), "");
  EXPECT_TRUE(says(error_about({.key_bits = 30, .second_bits = 3}), "more than 32"));
  EXPECT_TRUE(says(error_about({.key_bits = 16, .key_type = KeyType::real}), "32 bits"));
}

TEST(Settings, ASortRefusesWhatItDoesNotHave) {
  const auto& one_bit = *sort_named("one_bit");
  const std::string sentence = unused_setting(one_bit, {.radix_bits = 2});
  EXPECT_TRUE(says(sentence, "does not use radix 2; choose sort digits, coarse")) << sentence;
  EXPECT_EQ(settings_for(one_bit, {.radix_bits = 2, .scan = BlockScan::blelloch}),
            (Settings{.scan = BlockScan::blelloch}));
  Recipe r{.problem = *Problem::make({1, 0}, {.radix_bits = 2})};
  EXPECT_EQ(run(r).error, sentence) << "not quietly sorted by one bit";
}

/// Something that a person may see is another: a step, a launch, the parts, how the run ended.
bool runs_differ(const Trace& a, const Trace& b) {
  const auto names = [](const Trace& trace) {
    std::string all;
    for (const Part& part : outline_of(trace).parts) all += part.name + "\n";
    return all;
  };
  const auto grids = [](const Trace& trace) {
    V all;
    for (const Step& step : trace.steps) all.insert(all.end(), {step.blocks, step.threads});
    return all;
  };
  const auto touched = [](const Trace& trace) {  // who touches what, and how
    V all;
    for (const auto& log : trace.accesses)
      for (const Access& one : log->accesses)
        all.insert(all.end(), {one.index, one.block, one.thread, static_cast<uint32_t>(one.touch)});
    return all;
  };
  return first_difference(a, b) || a.launches != b.launches || names(a) != names(b) ||
         grids(a) != grids(b) || touched(a) != touched(b);
}

/// Settings beside which another one may come to matter.
std::vector<Settings> settings_beside() {
  std::vector<Settings> all{{}, {.key_bits = 8, .key_type = KeyType::sign}};
  all.push_back({.second_bits = 4, .second_order = SortOrder::descending});
  all.push_back({.keys_per_thread = 2, .start = SortStart::block, .sampling = Sampling::random});
  all.push_back({.key_bits = 32, .lists = 8});
  all.push_back({.stop_early = true});
  return all;
}

/// True when some value of a setting changes what a sort does with these keys.
bool setting_matters(const SortInfo& sort, const SettingInfo& setting, const V& keys) {
  const auto traced = [&](const Settings& settings) -> std::optional<Trace> {
    const auto problem = Problem::make(keys, settings_for(sort, settings));
    if (!problem) return std::nullopt;
    return run(
        {.problem = *problem, .sort = sort.name, .engine = EngineChoice::cpu, .accesses = true});
  };
  for (Settings settings : settings_beside()) {
    const auto plain = traced(settings);
    const uint32_t most = setting.is_number() ? 16 : setting.high;
    for (uint32_t value = setting.low; value <= std::min(most, setting.high); ++value) {
      setting.set(settings, value);
      const auto other = traced(settings);
      if (plain && other && runs_differ(*plain, *other)) return true;
    }
  }
  return false;
}

/// Every sort and every setting: what it uses changes its runs, what it does not use is refused.
TEST(Settings, EverySortUsesWhatItSaysAndRefusesAllElse) {
  const V chapter = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0}, in_order = {1, 2, 3, 4};
  std::vector<const SortInfo*> all;
  for (const SortInfo& sort : sorts()) all.push_back(&sort);
  for (const SortInfo& bug_in_print : bugs_in_print()) all.push_back(&bug_in_print);
  for (const SortInfo* sort : all) {
    for (const SettingInfo& setting : settings()) {
      const std::string where = std::string(sort->name) + " " + setting.name;
      if (sort->uses(setting)) {
        EXPECT_TRUE(sort->wrong != nullptr ||  // breaks off before it may
                    setting_matters(*sort, setting, chapter) ||
                    setting_matters(*sort, setting, in_order))
            << where;
        continue;
      }
      EXPECT_FALSE(setting.describes_keys && setting.use != Use::compare) << where;
      for (uint32_t value : {setting.low, setting.low + 1, setting.high}) {
        Settings settings;
        setting.set(settings, value);
        if (settings == Settings{} || !error_about(settings).empty()) continue;
        const std::string sentence = unused_setting(*sort, settings);
        EXPECT_TRUE(says(sentence, sort->name)) << where;
        EXPECT_EQ(run({.problem = *Problem::make({1, 0}, settings), .sort = sort->name}).error,
                  sentence);
        EXPECT_TRUE(says(sentence, std::string(setting.name) + " ")) << sentence;
      }
    }
  }
}

TEST(Digits, CoverEveryBitOnceAndTheLastMayBeNarrower) {
  for (uint32_t bits = 1; bits <= 32; ++bits) {
    for (uint32_t radix = 1; radix <= 8; ++radix) {
      for (uint32_t second : {0u, 1u, 5u}) {
        if (bits + second > 32) continue;
        const auto p =
            *Problem::make({}, {.key_bits = bits, .radix_bits = radix, .second_bits = second});
        uint32_t next = 0;
        for (uint32_t pass = 0; pass < p.passes(); ++pass) {
          EXPECT_EQ(p.digit(pass).shift, next);
          EXPECT_LE(p.digit(pass).bits, radix);
          next += p.digit(pass).bits;
          EXPECT_EQ(p.sorted_bits(pass + 1), next);
          EXPECT_FALSE(p.digit(pass).shift < second && next > second) << "no digit spans both keys";
        }
        EXPECT_EQ(next, bits + second);
        EXPECT_EQ(p.digit(p.passes()).buckets(), 1u);
      }
    }
  }
}

TEST(KeyTypes, SignedKeysAreReadWrittenAndOrdered) {
  const Settings s{.key_bits = 4, .key_type = KeyType::sign};
  const auto p = *parse_problem("-8 7 0 -1 0b1111", s);
  EXPECT_EQ(p.keys(), (V{8, 7, 0, 15, 15}));
  EXPECT_EQ(keys_text(p.keys(), Base::decimal, s), "-8 7 0 -1 -1");
  EXPECT_EQ(p.ordered(8), 0u);
  EXPECT_EQ(p.ordered(15), 7u);
  EXPECT_EQ(p.ordered(7), 15u);
  EXPECT_TRUE(says(error("8", s), "Key 1 '8' does not fit in 4 bits")) << error("8", s);
  EXPECT_TRUE(says(error("8", s), "5 or more"));
  EXPECT_TRUE(says(error("-9", s), "5 or more"));
  EXPECT_TRUE(says(error("x", s), "-3"));
  EXPECT_EQ(fitting("-9 3", s)->key_bits, 5u);
}

TEST(KeyTypes, FloatKeysAreReadWrittenAndOrdered) {
  const Settings s{.key_bits = 32, .key_type = KeyType::real};
  const auto p = *parse_problem("1.5 -2 0 -0 inf -1e-40 0x40490FDB", s);
  EXPECT_EQ(p.text_of(p.keys()[0]), "1.5");
  EXPECT_EQ(p.text_of(p.keys()[1]), "-2");
  EXPECT_EQ(p.text_of(p.keys()[3]), "-0");
  EXPECT_EQ(reference_order(p), (V{1, 5, 3, 2, 0, 6, 4}));
  std::vector<uint32_t> by_bits = {1, 5, 3, 2, 0, 6, 4};
  for (std::size_t i = 1; i < by_bits.size(); ++i)
    EXPECT_LT(p.ordered(p.keys()[by_bits[i - 1]]), p.ordered(p.keys()[by_bits[i]])) << i;
  EXPECT_TRUE(says(error("nan", s), "cannot be read"));
  const auto odd = *parse_problem("0x7FC00000 0xFF800001 inf -inf -0", s);
  EXPECT_EQ(odd.text_of(odd.keys()[0]), "nan");
  for (const Base base : {Base::decimal, Base::hex, Base::binary})
    EXPECT_EQ(parse_problem(keys_text(odd.keys(), base, s), s)->keys(), odd.keys());
  EXPECT_TRUE(says(error("1e99", s), "does not fit"));
  EXPECT_EQ(fitting("1.5", s)->key_bits, 32u);
}

TEST(SecondKeys, AreReadWrittenAndDecideWhereTheFirstAreEqual) {
  const Settings s{.key_bits = 5, .second_bits = 8, .second_order = SortOrder::descending};
  const auto p = *parse_problem("30:150 30:80, 22:45", s);
  EXPECT_EQ(p.text_of(p.keys()[0]), "30:150");
  EXPECT_EQ(reference_order(p), (V{2, 0, 1}));
  EXPECT_EQ(keys_text(p.keys(), Base::hex, s), "0x1E:0x96 0x1E:0x50 0x16:0x2D");
  EXPECT_TRUE(says(error("30", s), "has no second key"));
  EXPECT_TRUE(says(error("30:x", s), "after the colon"));
  EXPECT_TRUE(says(error("30:256", s), "The second key of Key 1 '30:256' does not fit in 8 bits"));
  EXPECT_TRUE(says(error("1:2", {}), "has a second key"));
  EXPECT_TRUE(says(error("# note:", s), "'#' cannot be read"));
  EXPECT_FALSE(fitting("# note:", {}));
  EXPECT_TRUE(says(fitting("# note: 3:4", {}).error.sentence, "'#' cannot be read"));
  const auto fit = fitting("30:150 3:7", {});
  ASSERT_TRUE(fit) << fit.error.sentence;
  EXPECT_EQ(fit->key_bits, 5u);
  EXPECT_EQ(fit->second_bits, 8u);
}

TEST(Values, AreOnePerKeyOrNone) {
  EXPECT_EQ(parse_problem("1 2", {}, "30, 40")->values(), (V{30, 40}));
  EXPECT_TRUE(parse_problem("1 2", {}, " ")->values().empty());
  EXPECT_TRUE(
      says(error("1 2", {}, "5"), "There is 1 value for 2 keys; give one for each key, or none."));
  EXPECT_TRUE(says(error("1", {}, "x"), "Value 1 'x' is not a whole number"));
}

TEST(ScanLevels, AreAsManyAsTheAlgorithmsSay) {
  EXPECT_EQ(levels_of(BlockScan::kogge_stone, 16).size(), 4u);
  EXPECT_EQ(levels_of(BlockScan::brent_kung, 16).size(), 7u);
  EXPECT_EQ(levels_of(BlockScan::blelloch, 16).size(), 9u);
  EXPECT_EQ(std::size(block_scans), setting_named("scan")->choices.size());
  for (BlockScan scan : {BlockScan::kogge_stone, BlockScan::brent_kung, BlockScan::shuffles})
    EXPECT_TRUE(levels_of(scan, 1).empty());
  EXPECT_EQ(scan_width(BlockScan::blelloch, 5), 8u);
  EXPECT_EQ(scan_width(BlockScan::brent_kung, 5), 5u);
}

TEST(ScanLevels, OfShufflesStayInTheWarpAndThenCarryOnce) {
  const auto levels = [](uint32_t threads) { return levels_of(BlockScan::shuffles, threads); };
  EXPECT_EQ(levels(2), (std::vector<ScanLevel>{{ScanPhase::lanes, 1}}));
  EXPECT_EQ(levels(16).size(), 4u);
  EXPECT_EQ(levels(31).size(), 5u);
  EXPECT_EQ(levels(32).back(), (ScanLevel{ScanPhase::lanes, 16}));
  for (uint32_t threads : {33u, 64u, 100u, 1024u}) {
    EXPECT_EQ(levels(threads).size(), 6u) << threads;
    EXPECT_EQ(levels(threads).back(), (ScanLevel{ScanPhase::carry, 32}));
  }
  const ScanLevel lanes{ScanPhase::lanes, 2}, carry{ScanPhase::carry, 32};
  for (uint32_t i : {2u, 31u, 34u, 63u}) EXPECT_TRUE(lanes.changes(i, 64)) << i;
  for (uint32_t i : {0u, 1u, 32u, 33u})
    EXPECT_FALSE(lanes.changes(i, 64)) << "no lane there: " << i;
  EXPECT_FALSE(carry.changes(31, 64));
  EXPECT_TRUE(carry.changes(32, 64));
}

TEST(OneLaunch, FindsTheDeadlockWhenNotAllBlocksAreResident) {
  const V keys = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};
  Recipe r{.sort = "one_launch", .engine = EngineChoice::cpu};
  for (Schedule schedule : {Schedule::forward, Schedule::reverse, Schedule::shuffled}) {
    r.thread_order = r.block_order = schedule;
    r.problem = *Problem::make(keys, {.resident_blocks = 3});
    const auto fault = run(r).fault;
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->kind, Fault::Kind::deadlock);
    EXPECT_EQ(fault->kernel, "sort_in_one_launch");
    EXPECT_EQ(fault->first.thread, 0u);
    EXPECT_EQ(fault->first.source.file, "chain.cuh");
    EXPECT_EQ(fault->room, (Fault::Room{3, 1, 4}));
    r.problem = *Problem::make(keys, {.resident_blocks = 4});
    EXPECT_EQ(run(r).error, "");
  }
}

}  // namespace
