// What WHY says where something is special: the chapter's numbers, edges, and every setting.
#include <gtest/gtest.h>

#include "kernels/radix/radix_arrays.hpp"
#include "app/families/families.hpp"
#include "app/export/transcript.hpp"
#include "app/words/explain.hpp"
#include "tests/support/moments.hpp"

namespace scope {
namespace {

TEST(Why, TellsTheChaptersNumbers) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  EXPECT_EQ(
      why(look_at(trace, after(trace, array::bucket_counts))),
      "Block 2 has 1 zero and 3 ones, so it writes 1 and 3 into column 2 of the table. One "
      "exclusive scan of the row-major table then tells every block where each of its buckets "
      "starts: all zeros of all blocks first, then all ones.");
  const std::string starts = why(look_at(trace, after(trace, array::bucket_starts)));
  EXPECT_NE(starts.find("2 + 2 + 1 + 3 + 2 + 2 = 12 keys"), std::string::npos) << starts;
  const std::string written = why(look_at(trace, after(trace, array::output)));
  EXPECT_NE(
      written.find("In thread order block 2 writes slots 4, 12, 13, 14: 2 runs of neighbours."),
      std::string::npos)
      << written;

  const Trace first = record(chapter_keys, 4, 4, "one_bit");
  const std::string slot = why(look_at(first, after(first, array::destination), 11));
  EXPECT_NE(slot.find("slot 8 + 6 = 14"), std::string::npos) << slot;
  const std::string scattered = why(look_at(first, after(first, array::output)));
  EXPECT_NE(
      scattered.find("In thread order block 2 writes slots 12, 4, 13, 14: 3 runs of neighbours."),
      std::string::npos)
      << scattered;
}

TEST(Why, SpeaksOfTheSelectedKeysBlock) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  EXPECT_EQ(
      why(look_at(trace, after(trace, array::bucket_counts), 12)).rfind("Block 3 has 3 zeros", 0),
      0u);
  const std::string start = why(look_at(trace, after(trace, array::bucket_starts), 12));
  EXPECT_EQ(start.rfind("Before the zeros of block 3", 0), 0u) << start;
}

TEST(Why, SaysWhenTheKeysAreSorted) {
  for (const char* rung : {"one_bit", "block_sort"}) {
    const Trace trace = record(chapter_keys, 4, 4, rung);
    for (uint32_t pass = 0; pass < 4; ++pass) {
      const std::string text = why(look_at(trace, after(trace, array::output, pass)));
      const bool sorted = text.find("the keys are sorted.") != std::string::npos;
      EXPECT_EQ(sorted, pass == 3) << text;
      if (pass == 1) {
        EXPECT_NE(text.find("sorted by their low 2 bits"), std::string::npos) << text;
      }
    }
  }
}

TEST(Why, NamesTheSpecialCases) {
  const auto said = [](const Trace& trace, ArrayId made, const char* words) {
    const std::string text = why(look_at(trace, after(trace, made)));
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  for (const char* rung : {"one_bit", "block_sort"}) {
    EXPECT_NE(why(look_at(record({}, 4, 4, rung), 0)).find("no keys"), std::string::npos);
    EXPECT_NE(why(look_at(record({7}, 4, 4, rung), 0)).find("A single key"), std::string::npos);
    said(record({5, 5, 5}, 3, 4, rung), array::bits, "no key will move");
    const Trace partial = record({1, 2, 3, 4, 5}, 3, 4, rung);
    EXPECT_NE(
        why(look_at(partial, 2)).find("3 threads without a key: they add 0 but must still arrive"),
        std::string::npos);
    EXPECT_NE(why(look_at(partial, 0)).find("3 threads of the last block have no key"),
              std::string::npos);
  }
  said(record({3, 1, 2}, 2, 4, "one_bit"), array::block_ones, "the only block");
  said(record({3, 1, 2}, 2, 4, "one_bit"), array::ones_before_block, "only one block");
  said(record({3, 1, 2}, 2, 4, "block_sort"), array::bucket_counts, "the table has one column");
}

// --------------------------------------------------------------------- the settings, one by one

/// The text of this moment has the words in it.
void expect_said(const Trace& trace, std::size_t cursor, const std::string& words,
                 uint32_t key = nobody) {
  ASSERT_EQ(trace.error, "");
  const std::string text = why(look_at(trace, cursor, key));
  EXPECT_NE(text.find(words), std::string::npos) << text;
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

TEST(Why, TellsTheChaptersTwoBitDigits) {
  const Trace trace = record(chapter_keys, {.radix_bits = 2}, "digits");
  expect_said(trace, 0, "2 passes of 2 bits each");
  expect_said(trace, first(trace, array::bits), "Split 1 of 2 looks at bit 0 of the digit");
  expect_said(trace, first(trace, array::bits, 1),
              "Split 2 of 2 looks at bit 1 of the digit, in the keys as split 1 left them. In "
              "block 2 the keys 6, 9, 11 and 13 give 1, 0, 1 and 0");
  expect_said(trace, after(trace, array::local_bucket_starts),
              "in block 2 bucket 00 begins at place 0, 01 at 0, 10 at 2 and 11 at 3.");
  expect_said(trace, after(trace, array::bucket_counts),
              "Block 2 holds no key with digit 00, 2 with 01, 1 with 10 and 1 with 11, so it "
              "writes 0, 2, 1 and 1 into column 2 of the table.");
  expect_said(trace, after(trace, array::destination), "slot 6 + (1 − 0) = 7");
  expect_said(trace, after(trace, array::output), "sorted by their low 2 bits");
  expect_said(trace, first(trace, array::bits, 0, 1), "Pass 2 sorts by bits 2 and 3");
}

TEST(Why, SaysThatTheLastDigitIsNarrower) {
  const Trace trace = record(chapter_keys, {.radix_bits = 3}, "digits");
  expect_said(trace, 0, "2 passes of 3 bits, the last one of 1");
  expect_said(trace, first(trace, array::bits, 0, 1),
              "only 1 bit is left, so this pass has 2 buckets");
  expect_said(trace, after(trace, array::bucket_counts, 0), "keys in 4 of the 8 buckets");
  expect_said(trace, after(trace, array::bucket_counts, 0) + 1,
              "row by row: 8 digits × 4 blocks = 32 entries for 16 keys.");
}

TEST(Why, SaysWhoseKeysAThreadHas) {
  radix::Settings s{.radix_bits = 2, .keys_per_thread = 2};
  const Trace good = record(chapter_keys, s, "coarse");
  expect_said(good, 0, "2 blocks of 4 threads work on them, 2 keys a thread");
  expect_said(good, 1, "in each round neighbouring threads read neighbouring keys");
  expect_said(good, first(good, array::thread_ones),
              "For thread 3 of block 0 that is 1 + 0 = 1 one. The block then scans only 4 sums "
              "instead of 8 bits.");
  expect_said(good, after(good, array::output),
              "In round 0 the threads of block 0 write slots 0, 1, 4, 5: 2 runs");
  s.ownership = radix::Ownership::blocked;
  const Trace bad = record(chapter_keys, s, "coarse");
  expect_said(bad, 1, "2 places apart: that is why this is the wrong choice");
  expect_said(bad, after(bad, array::output), "block 0 write slots 0, 4, 8, 12: 4 runs");
}

TEST(Why, TellsTheLevelsOfEveryBlockScan) {
  radix::Settings s{.scan = radix::BlockScan::brent_kung};
  const Trace tree = record(chapter_keys, s, "one_bit");
  expect_said(tree, 2, "every 2nd sum adds the sum 1 place to its left. The sum of thread 3 of "
                       "block 2 becomes 1 + 1 = 2. That is work for 2 of the 4 threads");
  expect_said(tree, 3, "becomes 2 + 1 = 3. That is work for 1 of the 4 threads");
  expect_said(tree, 4, "halfway add the finished sum 1 place to their left. The sum of thread 2 of "
                       "block 2 becomes 1 + 1 = 2.");
  s.scan = radix::BlockScan::blelloch;
  const Trace both = record(chapter_keys, s, "one_bit");
  expect_said(both, 4, "The sum of thread 3 of block 2 was 3 and is 0 now.");
  expect_said(both, 5, "The sum of thread 3 of block 2 becomes 0 + 1 = 1.");
  expect_said(both, 6, "exclusive at once");
  expect_said(both, 6, "The sum of thread 2 of block 2 stands on the left and becomes 1.", 10);
  expect_said(both, 7, "nothing has to be shifted");
}

TEST(Why, TellsWhatAWarpNeedsAndWhatABlockNeeds) {
  const radix::Settings s{.key_bits = 1, .threads_per_block = 40, .scan = radix::BlockScan::shuffles};
  const Trace trace = record(Numbers(40, 1), s, "one_bit");  // ones only: thread t has t before it
  expect_said(trace, 2, "Thread 35 of block 0 gets 1 + 1 = 2. No barrier is needed inside a warp", 35);
  expect_said(trace, 3, "Every sum now covers up to 4 values of its warp", 35);
  expect_said(trace, 6, "Thread 35 of block 0 has no neighbour 16 places to its left in its warp, so it keeps 4. "
                        "Every sum now reaches back to the start of its warp: 5 levels without a barrier.", 35);
  expect_said(trace, 7, "adds those of the warps before its own. Thread 35 of block 0 gets 4 + 32 = 36.", 35);
  expect_said(trace, 7, "The 2 warps waited for each other at one barrier", 35);
  expect_said(trace, 7, "Thread 3 of block 0 is in the first warp, so it keeps 4.", 3);
  expect_said(trace, 8, "takes its own value away: thread 35 of block 0 has 35 ones before it", 35);
  expect_said(trace, 9, "The sums that the warps left in shared memory make the sum of the block");
  const Formula carry = formula(look_at(trace, 7, 35)), own = formula(look_at(trace, 8, 35));
  EXPECT_EQ(carry.words, "sum = own sum + sum of warp 0");
  EXPECT_EQ(carry.terms[1].value, "32");
  EXPECT_EQ(formula(look_at(trace, 7, 3)).hint, "no warp is before the first: the sum stays");
  EXPECT_EQ(own.words, "before in block = own sum − own value");
  EXPECT_EQ(own.terms[0].value + own.terms[1].sign + own.terms[1].value, "36-1");

  const Trace few = record(Numbers{1, 1, 1, 0, 1}, {.key_bits = 1, .scan = s.scan}, "one_bit");
  expect_said(few, 2, "The last block has 3 threads without a key: they add 0 but must still take part in every "
                      "shuffle.");
  expect_said(few, after(few, array::block_ones), "The last lane of the warp left in shared memory the sum");
}

/// The number before " of the " after "work for", or 0 where no thread has work.
uint32_t threads_at_work(const std::string& text) {
  const std::string lead = "That is work for ";
  const std::size_t at = text.find(lead);
  if (at != std::string::npos)
    return static_cast<uint32_t>(std::stoi(text.substr(at + lead.size())));
  EXPECT_NE(text.find("has no such sum, so nothing changes"), std::string::npos) << text;
  return 0;
}

TEST(Why, CountsTheThreadsAtWorkOnTheWayUp) {
  for (radix::BlockScan scan : {radix::BlockScan::brent_kung, radix::BlockScan::blelloch})
    for (uint32_t threads = 2; threads <= 17; ++threads) {
      const Trace trace = record(
          random_keys(threads, 4), {.threads_per_block = threads, .scan = scan}, "one_bit");
      for (std::size_t s = 0; s < trace.steps.size() && trace.steps[s].pass == 0; ++s) {
        const radix::Step& step = trace.steps[s];
        if (step.level == 0 || step.sweep != radix::Sweep::up) continue;
        uint32_t changed = 0;
        const uint32_t width = radix::scan_width(scan, threads);
        for (uint32_t i = 0; i < width; ++i)
          changed += radix::ScanLevel{step.sweep, step.distance}.changes(i, width);
        EXPECT_EQ(threads_at_work(why(look_at(trace, s + 1))), changed) << threads;
      }
    }
}

TEST(Why, SaysWhoWaitsForWhomInOneLaunch) {
  const Trace trace = record(chapter_keys, {}, "one_launch");
  expect_said(trace, 0, "all of them must run at once");
  expect_said(trace, after(trace, array::ones_before_block), "the flag of the block before it");
  expect_said(trace, after(trace, array::ones_total),
              "Block 3, the last one, adds its own 1 one to the 7 before it: 8 in total.");
  expect_said(trace, after(trace, array::ones_total), "If not all 4 blocks ran at once");
}

const Numbers incomes{150, 80, 45, 80}, ages{30, 32, 22, 29};

TEST(Why, SaysHowTheLargestComesFirst) {
  const Trace trace =
      record(incomes, {.key_bits = 8, .order = radix::SortOrder::descending}, "one_bit", ages);
  expect_said(trace, 1, "80 = 01010000 counts as 10101111.");
  expect_said(trace, after(trace, array::output), "Key 80 took its value 29 along.");
}

TEST(Why, NamesEqualKeysThatReversingTurnsRound) {
  radix::Settings s{.key_bits = 8, .order = radix::SortOrder::reversed};
  const Trace people = record(incomes, s, "one_bit", ages);
  expect_said(people, people.steps.size(),
              "80 (value 32) came in before 80 (value 29) and now stands behind it, at slots 2 "
              "and 1.");
  expect_said(people, people.steps.size() - 1, "goes to slot 3 − ");
  expect_said(people, after(people, array::output, 7), "One more pass will read them backwards.");
  const Trace plain = record(chapter_keys, s, "block_sort");
  expect_said(plain, plain.steps.size(), "6a came in before 6b and now stands behind it");
  const Trace apart = record({3, 1, 2}, s, "one_bit");
  expect_said(apart, apart.steps.size(), "these keys have no equal pair");
}

TEST(Why, SaysWhyTheSignIsFlipped) {
  const Trace whole = record({3, 4, 0, 7}, {.key_bits = 3, .key_type = radix::KeyType::sign},
                                  "one_bit");   // 3 -4 0 -1
  expect_said(whole, first(whole, array::bits, 0, 2),
              "The sign bit is flipped, so that negative keys come before the others: -1 = 111 "
              "counts as 011.");
  const Trace real = record({0x3fc00000, 0xc0000000, 0x80000000},
                                 {.key_bits = 32, .key_type = radix::KeyType::real}, "one_bit");
  expect_said(real, first(real, array::bits, 0, 21),
              "All bits of negative keys are complemented");
  expect_said(real, first(real, array::bits, 0, 31), "1.5, -2 and -0 ", 0);
}

TEST(Why, SaysThatTheSecondKeyComesFirst) {
  const Trace trace = record({30 << 3 | 4, 29 << 3 | 7, 30 << 3 | 1},
                                  {.key_bits = 5, .radix_bits = 2, .second_bits = 3}, "digits");
  expect_said(trace, 0, "5 passes, those of the second key first");
  expect_said(trace, 1, "Pass 1 sorts by bits 0 and 1 of the second key");
  expect_said(trace, 1, "The second key comes first");
  expect_said(trace, after(trace, array::output, 1), "sorted by the second key");
  expect_said(trace, first(trace, array::bits, 0, 2), "what the second key decided is not lost");
  expect_said(trace, after(trace, array::output, 2),
              "the low 2 bits of the first key and, where those are equal, by the second key");
  expect_said(trace, after(trace, array::output, 4), "the keys are sorted.");
}

// --------------------------------------------------------------------------- places and headings

TEST(PlaceWords, NameDigitFieldAndSplit) {
  const Trace wide = record(chapter_keys, {.radix_bits = 2}, "digits");
  EXPECT_EQ(place_words(look_at(wide, first(wide, array::bits, 1))),
            "pass 1 of 2 · bits 0–1 · local bucket · split 2 of 2");
  const Trace two = record({9, 13}, {.key_bits = 2, .second_bits = 2}, "one_bit");
  EXPECT_EQ(place_words(look_at(two, first(two, array::bits, 0, 1))),
            "pass 2 of 4 · second key · bit 1 · bit extract");
  EXPECT_EQ(place_words(look_at(two, first(two, array::bits, 0, 2))),
            "pass 3 of 4 · first key · bit 0 · bit extract");
  const Trace back = record(chapter_keys, {.order = radix::SortOrder::reversed}, "one_bit");
  EXPECT_EQ(place_words(look_at(back, back.steps.size())), "pass 5 of 5 · reversed · scatter");
}

TEST(Transcript, HeadingListsTheSettingsOfItsRung) {
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
