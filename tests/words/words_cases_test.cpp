// What WHY tells where something is special: the chapter's numbers, edges, and every setting. Its
// numbers are looked at, and that a special case is not told like an ordinary one; how it is put is
// up to the words.
#include <gtest/gtest.h>

#include "app/core/words/explain.hpp"
#include "app/export/transcript.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/moments.hpp"
#include "tests/support/texts.hpp"

namespace scope {
namespace {

using Series = std::vector<std::string>;

/// At this moment each of these series of numbers is told.
void expect_told(const Trace& trace, std::size_t cursor, const std::vector<Series>& told,
                 uint32_t key = none) {
  ASSERT_EQ(trace.error, "");
  const std::string text = why(look_at(trace, cursor, key));
  for (const Series& series : told)
    EXPECT_TRUE(texts::tells(text, series)) << testing::PrintToString(series) << ": " << text;
}

std::string shape(const Trace& trace, std::size_t cursor, uint32_t key = none) {
  return texts::shape_of(why(look_at(trace, cursor, key)));
}

/// The cursor after the first step that made this array, in this pass and split.
std::size_t first(const Trace& trace, ArrayId made, uint32_t split = 0, uint32_t pass = 0) {
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    const radix::Step& step = trace.steps[s];
    if (step.made == made && step.split == split && step.pass == pass) return s + 1;
  }
  ADD_FAILURE() << "no step made " << radix::info(made).name;
  return 0;
}

TEST(Why, TellsTheChaptersNumbers) {
  const Trace blocks = record(chapter_keys, 4, 4, "block_sort");
  // Block 2 has 1 zero and 3 ones
  expect_told(blocks, after(blocks, array::bucket_counts), {{"2", "1", "3", "1", "3", "2"}});
  expect_told(blocks, after(blocks, array::bucket_starts), {{"2", "2", "1", "3", "2", "2", "12"}});
  expect_told(blocks, after(blocks, array::output),
              {{"4", "12", "13", "14", "2"}});  // slots, and how many runs
  const Trace keys = record(chapter_keys, 4, 4, "one_bit");
  expect_told(keys, after(keys, array::destination), {{"8", "6", "14"}}, 11);
  expect_told(keys, after(keys, array::output), {{"12", "4", "13", "14", "3"}});
}

TEST(Why, SpeaksOfTheSelectedKeysBlock) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  for (ArrayId made : {array::bucket_counts, array::bucket_starts}) {
    const std::size_t cursor = after(trace, made);
    EXPECT_EQ(texts::numbers_in(why(look_at(trace, cursor, 12))).at(0), "3") << "its block";
    EXPECT_EQ(texts::numbers_in(why(look_at(trace, cursor))).at(0), "2") << "the example";
  }
}

TEST(Why, SaysWhenTheKeysAreSorted) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Trace trace = record(chapter_keys, 4, 4, sort);
    const auto written = [&](uint32_t pass) { return after(trace, array::output, pass); };
    expect_told(trace, written(1), {{"2"}});  // sorted by their low 2 bits
    for (uint32_t pass = 0; pass < 3; ++pass)
      EXPECT_NE(shape(trace, written(3)), shape(trace, written(pass))) << pass;
  }
}

TEST(Why, NamesTheSpecialCases) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Trace ordinary = record(chapter_keys, 4, 4, sort), none = record({}, 4, 4, sort),
                single = record({7}, 4, 4, sort), partial = record({1, 2, 3, 4, 5}, 3, 4, sort),
                equal = record({5, 5, 5, 5}, 3, 4, sort), unlike = record({5, 4, 5, 5}, 3, 4, sort);
    EXPECT_NE(shape(none, 0), shape(ordinary, 0));
    EXPECT_NE(shape(single, 0), shape(ordinary, 0));
    EXPECT_NE(shape(single, 0), shape(none, 0));
    EXPECT_NE(shape(equal, after(equal, array::bits)), shape(unlike, after(unlike, array::bits)))
        << "no key will move";
    for (std::size_t cursor : {0u, 2u}) {
      expect_told(partial, cursor, {{"3"}});  // threads without a key
      EXPECT_NE(shape(partial, cursor), shape(ordinary, cursor));
    }
  }
  const auto only_block_differs = [](const char* sort, ArrayId made) {
    const Trace one = record({3, 1, 2, 0}, 2, 4, sort),
                two = record({3, 1, 2, 0, 3, 1, 2, 0}, 2, 4, sort);
    EXPECT_NE(shape(one, after(one, made)), shape(two, after(two, made))) << radix::info(made).name;
  };
  only_block_differs("one_bit", array::block_ones);
  only_block_differs("one_bit", array::ones_before_block);
  only_block_differs("block_sort", array::bucket_counts);
}

// --------------------------------------------------------------------- the settings, one by one

TEST(Why, TellsTheChaptersTwoBitDigits) {
  const Trace trace = record(chapter_keys, {.radix_bits = 2}, "digits");
  expect_told(trace, 0, {{"2", "2"}});                               // passes and their bits
  expect_told(trace, first(trace, array::bits), {{"1", "2", "0"}});  // split 1 of 2, bit 0
  expect_told(trace, first(trace, array::bits, 1),
              {{"2", "2", "1"}, {"6", "9", "11", "13", "1", "0", "1", "0"}});
  expect_told(trace, after(trace, array::local_bucket_starts),
              {{"00", "0", "01", "0", "10", "2", "11", "3"}});
  expect_told(trace, after(trace, array::bucket_counts),
              {{"00", "2", "01", "1", "10", "1", "11"}, {"0", "2", "1", "1", "2"}});
  expect_told(trace, after(trace, array::destination), {{"6", "1", "0", "7"}});
  expect_told(trace, after(trace, array::output), {{"2"}});
  expect_told(trace, first(trace, array::bits, 0, 1), {{"2", "2", "3"}});  // pass 2, bits 2 and 3
}

TEST(Why, SaysThatTheLastDigitIsNarrower) {
  const Trace trace = record(chapter_keys, {.radix_bits = 3}, "digits");
  expect_told(trace, 0, {{"2", "3", "1"}});  // 2 passes of 3 bits, the last one of 1
  expect_told(trace, first(trace, array::bits, 0, 1), {{"1", "2"}});  // its bits and buckets
  expect_told(trace, after(trace, array::bucket_counts, 0),
              {{"4", "8"}});  // buckets with keys, buckets
  expect_told(trace, after(trace, array::bucket_counts, 0) + 1,
              {{"8", "4", "32", "16"}});  // digits × blocks, keys
}

TEST(Why, SaysWhoseKeysAThreadHas) {
  radix::Settings s{.radix_bits = 2, .keys_per_thread = 2};
  const Trace good = record(chapter_keys, s, "coarse");
  expect_told(good, 0, {{"2", "4", "2"}});  // blocks, threads, keys a thread
  // Thread 3 of block 0: 1 + 0 = 1; 4 sums instead of 8 bits
  expect_told(good, first(good, array::thread_ones), {{"3", "0", "1", "0", "1"}, {"4", "8"}});
  expect_told(good, after(good, array::output), {{"8", "9", "12", "13", "2"}});  // slots, runs
  s.ownership = radix::Ownership::blocked;
  const Trace bad = record(chapter_keys, s, "coarse");
  expect_told(bad, 1, {{"2"}});  // places apart
  EXPECT_NE(shape(bad, 1), shape(good, 1));
  expect_told(bad, after(bad, array::output), {{"1", "5", "9", "13"}});
}

TEST(Why, TellsTheLevelsOfEveryBlockScan) {
  radix::Settings s{.scan = radix::BlockScan::brent_kung};
  const Trace tree = record(chapter_keys, s, "one_bit");
  // Thread and block, its sum; threads at work of all
  expect_told(tree, 2, {{"3", "2", "1", "1", "2"}, {"2", "4"}});
  expect_told(tree, 3, {{"2", "1", "3"}, {"1", "4"}});
  expect_told(tree, 4, {{"2", "2", "1", "1", "2"}});
  s.scan = radix::BlockScan::blelloch;
  const Trace both = record(chapter_keys, s, "one_bit");
  expect_told(both, 4, {{"3", "2", "3", "0"}});  // thread 3 of block 2 had 3 and has 0
  expect_told(both, 5, {{"3", "2", "0", "1", "1"}});
  expect_told(both, 6, {{"1", "1", "2", "2"}}, 10);
  EXPECT_NE(shape(both, 6), shape(tree, 4)) << "already exclusive";
  EXPECT_NE(shape(both, 7), shape(tree, 5)) << "nothing has to be shifted";
}

TEST(Why, TellsWhatAWarpNeedsAndWhatABlockNeeds) {
  const radix::Settings s{
      .key_bits = 1, .threads_per_block = 40, .scan = radix::BlockScan::shuffles};
  const Trace trace = record(Numbers(40, 1), s, "one_bit");  // ones only: thread t has t before it
  expect_told(trace, 2, {{"35", "0", "1", "1", "2"}}, 35);
  expect_told(trace, 3, {{"4"}}, 35);  // values under every sum
  expect_told(trace, 6, {{"35", "0", "16", "4"}, {"5"}},
              35);  // no neighbour 16 places to the left; 5 levels
  expect_told(trace, 7, {{"35", "0", "4", "32", "36"}, {"2"}}, 35);  // and the sums of 2 warps
  expect_told(trace, 7, {{"3", "0", "4"}}, 3);  // in the first warp: it keeps 4
  expect_told(trace, 8, {{"35", "0", "35"}}, 35);
  const Formula carry = formula(look_at(trace, 7, 35)), own = formula(look_at(trace, 8, 35));
  EXPECT_TRUE(texts::tells(carry.words, {"0"})) << "the warp before: " << carry.words;
  EXPECT_EQ(carry.terms[1].value, "32");
  EXPECT_NE(formula(look_at(trace, 7, 3)).hint, carry.hint) << "no warp comes before the first";
  EXPECT_NE(own.words, carry.words);
  EXPECT_EQ(own.terms[0].value + own.terms[1].sign + own.terms[1].value, "36-1");

  const Trace few = record(Numbers{1, 1, 1, 0, 1}, {.key_bits = 1, .scan = s.scan}, "one_bit");
  expect_told(few, 2, {{"3"}});  // threads without a key
  EXPECT_NE(shape(few, after(few, array::block_ones)), shape(trace, 9)) << "one warp, several";
}

TEST(Why, CountsTheThreadsAtWorkOnTheWayUp) {
  for (radix::BlockScan scan : {radix::BlockScan::brent_kung, radix::BlockScan::blelloch})
    for (uint32_t threads = 2; threads <= 17; ++threads) {
      const Trace trace =
          record(random_keys(threads, 4), {.threads_per_block = threads, .scan = scan}, "one_bit");
      std::string working;  // how a level with work is told
      for (std::size_t s = 0; s < trace.steps.size() && trace.steps[s].pass == 0; ++s) {
        const radix::Step& step = trace.steps[s];
        if (step.level == 0 || step.phase != radix::ScanPhase::up) continue;
        uint32_t changed = 0;
        const uint32_t width = radix::scan_width(scan, threads);
        for (uint32_t i = 0; i < width; ++i)
          changed += radix::ScanLevel{step.phase, step.distance}.changes(i, width);
        const std::string text = why(look_at(trace, s + 1));
        if (changed == 0) {
          EXPECT_NE(texts::shape_of(text), working) << "nobody has work: " << text;
          continue;
        }
        EXPECT_TRUE(texts::tells(text, {std::to_string(changed), std::to_string(threads)})) << text;
        working = texts::shape_of(text);
      }
    }
}

TEST(Why, SaysWhoWaitsForWhomInOneLaunch) {
  const Trace trace = record(chapter_keys, {}, "one_launch"),
              launches = record(chapter_keys, {}, "one_bit");
  EXPECT_NE(shape(trace, 0), shape(launches, 0)) << "all blocks must run at once";
  EXPECT_NE(shape(trace, after(trace, array::ones_before_block)),
            shape(launches, after(launches, array::ones_before_block)))
      << "the flag of the block before";
  expect_told(trace, after(trace, array::ones_total),
              {{"3", "1", "7", "8"}, {"3"}});  // block 3: 1 + 7 = 8; with room for 3 only
}

const Numbers incomes{150, 80, 45, 80}, ages{30, 32, 22, 29};

TEST(Why, SaysHowTheLargestComesFirst) {
  const Trace trace =
      record(incomes, {.key_bits = 8, .order = radix::SortOrder::descending}, "one_bit", ages);
  expect_told(trace, 1, {{"80", "01010000", "10101111"}});
  expect_told(trace, after(trace, array::output), {{"80", "29"}});  // its value goes along
}

TEST(Why, NamesEqualKeysThatReversingTurnsRound) {
  radix::Settings s{.key_bits = 8, .order = radix::SortOrder::reversed};
  const Trace people = record(incomes, s, "one_bit", ages),
              same = record(incomes, {.key_bits = 8}, "one_bit", ages);
  expect_told(people, people.steps.size(), {{"80", "32", "80", "29", "2", "1"}});  // values, slots
  expect_told(people, people.steps.size() - 1, {{"3"}});
  EXPECT_NE(shape(people, after(people, array::output, 7)),
            shape(same, after(same, array::output, 7)))
      << "one more pass";
  const Trace plain = record(chapter_keys, s, "block_sort"),
              apart = record({3, 1, 2}, s, "one_bit");
  const std::string turned = why(look_at(plain, plain.steps.size()));
  EXPECT_TRUE(texts::says(turned, {"6a", "6b"})) << turned;
  EXPECT_NE(shape(apart, apart.steps.size()), texts::shape_of(turned)) << "no equal pair";
}

TEST(Why, SaysWhyTheSignIsFlipped) {
  const Trace whole = record({3, 4, 0, 7}, {.key_bits = 3, .key_type = radix::KeyType::sign},
                             "one_bit");  // 3 -4 0 -1
  expect_told(whole, first(whole, array::bits, 0, 2), {{"-1", "111", "011"}});
  const Trace real = record({0x3fc00000, 0xc0000000, 0x80000000},
                            {.key_bits = 32, .key_type = radix::KeyType::real}, "one_bit");
  EXPECT_NE(shape(real, first(real, array::bits, 0, 21)),
            shape(whole, first(whole, array::bits, 0, 1)))
      << "all bits of negative keys are complemented";
  expect_told(real, first(real, array::bits, 0, 31), {{"1.5", "-2", "-0"}}, 0);
}

TEST(Why, SaysThatTheSecondKeyComesFirst) {
  const Trace trace = record({30 << 3 | 4, 29 << 3 | 7, 30 << 3 | 1},
                             {.key_bits = 5, .radix_bits = 2, .second_bits = 3}, "digits");
  expect_told(trace, 0, {{"5"}});            // passes
  expect_told(trace, 1, {{"1", "0", "1"}});  // pass 1, bits 0 and 1
  EXPECT_NE(shape(trace, 1), shape(trace, first(trace, array::bits, 0, 2)))
      << "the second key, the first";
  const auto written = [&](uint32_t pass) { return after(trace, array::output, pass); };
  EXPECT_NE(shape(trace, written(1)), shape(trace, written(2)))
      << "by the second key; by bits of the first, too";
  expect_told(trace, written(2), {{"2"}});
  EXPECT_NE(shape(trace, written(2)), shape(trace, written(4))) << "the keys are sorted";
}

// --------------------------------------------------------------------------- places and headings

TEST(PlaceWords, NameDigitFieldAndSplit) {
  const auto numbers = [](const Trace& trace, std::size_t cursor) {
    return texts::numbers_in(place_words(look_at(trace, cursor)));
  };
  const Trace wide = record(chapter_keys, {.radix_bits = 2}, "digits");
  // Pass 1 of 2, bits 0 and 1, split 2 of 2
  EXPECT_EQ(numbers(wide, first(wide, array::bits, 1)), (Series{"1", "2", "0", "1", "2", "2"}));
  const Trace two = record({9, 13}, {.key_bits = 2, .second_bits = 2}, "one_bit");
  const std::size_t second = first(two, array::bits, 0, 1), chief = first(two, array::bits, 0, 2);
  EXPECT_EQ(numbers(two, second), (Series{"2", "4", "1"}));  // pass 2 of 4, bit 1
  EXPECT_EQ(numbers(two, chief), (Series{"3", "4", "0"}));
  EXPECT_NE(texts::shape_of(place_words(look_at(two, second))),
            texts::shape_of(place_words(look_at(two, chief))));
  const Trace back = record(chapter_keys, {.order = radix::SortOrder::reversed}, "one_bit");
  EXPECT_EQ(numbers(back, back.steps.size()), (Series{"5", "5"}));
  EXPECT_NE(texts::shape_of(place_words(look_at(back, back.steps.size()))),
            texts::shape_of(place_words(look_at(back, after(back, array::output, 3)))))
      << "reversed";
}

TEST(Transcript, HeadingListsTheSettingsOfItsSort) {
  const auto heading = [](const Trace& trace) {
    const std::string text = transcript(trace);
    return text.substr(0, text.find('\n'));
  };
  const std::string coarse =
      heading(record(chapter_keys, {.radix_bits = 2, .keys_per_thread = 2}, "coarse"));
  EXPECT_NE(coarse.find("radix bits 2, keys per thread 2, ownership interleaved"),
            std::string::npos)
      << coarse;
  const std::string plain = heading(record(chapter_keys, {}, "one_bit"));
  EXPECT_NE(plain.find("16 keys; key bits 4, threads per block 4, block scan kogge_stone"),
            std::string::npos)
      << plain;
  EXPECT_EQ(plain.find("radix bits"), std::string::npos) << plain;
}

}  // namespace
}  // namespace scope
