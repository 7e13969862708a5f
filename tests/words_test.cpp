// WHY sentences and FORMULA cards: their numbers are the trace's, their grammar agrees with the
// numbers, and nothing looks ahead.
#include <gtest/gtest.h>

#include <numeric>
#include <regex>

#include "app/facts.hpp"
#include "app/words.hpp"
#include "tests/looks.hpp"

namespace scope {
namespace {

// ------------------------------------------------------------------------------ every moment

/// Calls check(look) for every step of both rungs around the edges, without and with a selection.
template <class Check>
void for_every_moment(const Check& check) {
  for (const char* rung : {"one_bit", "block_sort"})
    for (uint32_t count : {0u, 1u, 2u, 3u, 4u, 5u, 11u, 16u, 40u})
      for (uint32_t block : {1u, 3u, 4u, 8u, 32u})
        for (uint32_t bits : {1u, 3u, 32u}) {
          const Trace trace = record(random_keys(count, bits), bits, block, rung);
          ASSERT_EQ(trace.error, "");
          for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
            Look look = look_at(trace, cursor);
            if (look.pass() > 2 && look.pass() != bits - 1) continue;
            check(look);
            for (uint32_t id = 0; id < count; id += count / 3 + 1) {
              look.pinned = id;
              check(look);
            }
            look.table_entry = static_cast<uint32_t>(cursor) % (2 * trace.problem.blocks() + 1);
            check(look);
            if (testing::Test::HasFatalFailure()) return;
          }
        }
}

std::string place(const Look& look) {
  return std::string(look.trace->rung) + ", " + std::to_string(look.problem().size()) +
         " keys, blocks of " + std::to_string(look.problem().threads_per_block()) + ", " +
         place_words(look) + ", after " + std::to_string(look.cursor) + " steps, key " +
         std::to_string(look.selected());
}

// ------------------------------------------------------------------------------ sentences

/// "" or what is wrong with a text: number and noun that do not agree, odd blanks, no end, too
/// long.
std::string bad_english(const std::string& text) {
  static const std::regex one_of_many(
      "\\b1 (zeros|ones|keys|threads|blocks|levels|runs|bits|places)\\b");
  static const std::regex many_of_one(
      "\\b(0|[2-9]|[1-9][0-9]+) (zero|one|key|thread|level|run|place)\\b");
  static const std::regex odd("  | \\.|,,|\\.\\.|4294967295|\\?");
  std::smatch found;
  if (std::regex_search(text, found, one_of_many)) return "'" + found.str() + "'";
  if (std::regex_search(text, found, many_of_one)) return "'" + found.str() + "'";
  if (std::regex_search(text, found, odd)) return "'" + found.str() + "'";
  if (text.empty() || text.back() != '.') return "no full stop";
  if (text[0] >= 'a' && text[0] <= 'z') return "no capital";
  if (text.size() > 400) return "too long";
  const auto stops = std::count(text.begin(), text.end(), '.');
  return stops >= 1 && stops <= 4 ? "" : "not two or three sentences";
}

TEST(Why, IsGoodEnglishAtEveryMoment) {
  for_every_moment([](const Look& look) {
    ASSERT_EQ(bad_english(why(look)), "") << place(look) << "\n" << why(look);
  });
}

TEST(Why, TheCheckFindsBadEnglish) {
  EXPECT_NE(bad_english("Block 1 has 1 zeros."), "");
  EXPECT_NE(bad_english("Block 1 has 3 one."), "");
  EXPECT_NE(bad_english("Block 1 has  3 ones."), "");
  EXPECT_NE(bad_english("Block 1 has 3 ones"), "");
  EXPECT_EQ(bad_english("Block 1 has 3 ones."), "");
}

TEST(Why, TellsTheChaptersNumbers) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  EXPECT_EQ(
      why(look_at(trace, after(trace, ArrayId::bucket_counts))),
      "Block 2 has 1 zero and 3 ones, so it writes 1 and 3 into column 2 of the table. One "
      "exclusive scan of the row-major table then tells every block where each of its buckets "
      "starts: all zeros of all blocks first, then all ones.");
  const std::string starts = why(look_at(trace, after(trace, ArrayId::bucket_starts)));
  EXPECT_NE(starts.find("2 + 2 + 1 + 3 + 2 + 2 = 12 keys"), std::string::npos) << starts;
  const std::string written = why(look_at(trace, after(trace, ArrayId::output)));
  EXPECT_NE(
      written.find("In thread order block 2 writes slots 4, 12, 13, 14: 2 runs of neighbours."),
      std::string::npos)
      << written;

  const Trace first = record(chapter_keys, 4, 4, "one_bit");
  const std::string slot = why(look_at(first, after(first, ArrayId::destination), 11));
  EXPECT_NE(slot.find("slot 8 + 6 = 14"), std::string::npos) << slot;
  const std::string scattered = why(look_at(first, after(first, ArrayId::output)));
  EXPECT_NE(
      scattered.find("In thread order block 2 writes slots 12, 4, 13, 14: 3 runs of neighbours."),
      std::string::npos)
      << scattered;
}

TEST(Why, SpeaksOfTheSelectedKeysBlock) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  EXPECT_EQ(
      why(look_at(trace, after(trace, ArrayId::bucket_counts), 12)).rfind("Block 3 has 3 zeros", 0),
      0u);
  const std::string start = why(look_at(trace, after(trace, ArrayId::bucket_starts), 12));
  EXPECT_EQ(start.rfind("Before the zeros of block 3", 0), 0u) << start;
}

TEST(Why, SaysWhenTheKeysAreSorted) {
  for (const char* rung : {"one_bit", "block_sort"}) {
    const Trace trace = record(chapter_keys, 4, 4, rung);
    for (uint32_t pass = 0; pass < 4; ++pass) {
      const std::string text = why(look_at(trace, after(trace, ArrayId::output, pass)));
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
    said(record({5, 5, 5}, 3, 4, rung), ArrayId::bits, "no key will move");
    const Trace partial = record({1, 2, 3, 4, 5}, 3, 4, rung);
    EXPECT_NE(
        why(look_at(partial, 2)).find("3 threads without a key: they add 0 but must still arrive"),
        std::string::npos);
    EXPECT_NE(why(look_at(partial, 0)).find("3 threads of the last block have no key"),
              std::string::npos);
  }
  said(record({3, 1, 2}, 2, 4, "one_bit"), ArrayId::block_ones, "the only block");
  said(record({3, 1, 2}, 2, 4, "one_bit"), ArrayId::ones_before_block, "only one block");
  said(record({3, 1, 2}, 2, 4, "block_sort"), ArrayId::bucket_counts, "the table has one column");
}

// ------------------------------------------------------------------------------ formulas

/// A term's value; "13 >> 2" is a number too.
uint32_t number(const std::string& text) {
  const std::size_t shift = text.find(" >> ");
  const auto value = static_cast<uint32_t>(std::stoul(text));
  return shift == std::string::npos ? value : value >> std::stoul(text.substr(shift + 4));
}

/// The terms from left to right, modulo 2^32 as in the kernels.
uint32_t sum_of(const Formula& f) {
  uint32_t sum = 0;
  for (const Term& term : f.terms) {
    const uint32_t value = number(term.value);
    if (term.sign == '&')
      sum &= value;
    else if (term.sign == '-')
      sum -= value;
    else
      sum += value;
  }
  return sum;
}

/// The number of the trace that the card of this moment is about.
uint32_t truth(const Look& look) {
  const ArrayId made = look.step()->made;
  const Subject s = *subject_of(look);
  const uint32_t threads = look.problem().threads_per_block();
  const uint32_t entry = spoken_entry(look, s);
  const bool table =
      radix::info(made).stage == radix::Stage::table_scan || made == ArrayId::bucket_counts;
  ArrayId shown = made;
  if (made == ArrayId::local_keys) shown = ArrayId::local_destination;
  if (made == ArrayId::output) shown = ArrayId::destination;
  uint32_t index = s.position;
  const radix::Array* local = look.find(ArrayId::local_keys);
  if (shown == ArrayId::destination && local) index = position_of(*local, s.id);
  switch (radix::info(shown).shape) {
    case radix::Shape::per_key: break;
    case radix::Shape::per_block: index = (table ? entry : s.position) / threads; break;
    case radix::Shape::table: index = entry; break;
    case radix::Shape::per_thread: index = s.place / look.problem().keys_per_thread(); break;
    case radix::Shape::single: index = 0; break;
  }
  return look.find(shown)->values[index];
}

/// The keys that the table's entries before this one count.
uint32_t keys_before(const Look& look, uint32_t entry) {
  const std::vector<uint32_t>& counts = latest(look, ArrayId::bucket_counts)->values;
  return std::accumulate(counts.begin(), counts.begin() + entry, 0u);
}

/// The same for the card of a picked table entry: the entries before it, and its start once known.
std::string wrong_start_card(const Look& look, const Formula& f, uint32_t entry) {
  const auto start = value_of(look, ArrayId::bucket_starts, entry);
  if (f.result != (start ? std::to_string(*start) : "")) return "the result is " + f.result;
  if (start && sum_of(f) != *start) return "the terms do not make the start";
  if (sum_of(f) != keys_before(look, entry)) return "the terms are not the entries before";
  return f.terms.size() <= 4 ? "" : "too many terms";
}

/// "" or the first name that the line of words does not have in the order of the boxes.
std::string missing_name(const Formula& f) {
  std::size_t at = f.words.find(" = ");
  for (const Term& term : f.terms) {
    at = f.words.find(term.name, at);
    if (at == std::string::npos) return term.name;
    at += term.name.size();
  }
  return "";
}

/// "" or what is wrong with a card: terms that do not add up to the result, a result not in the
/// trace, or other names than those of its words.
std::string wrong_card(const Look& look) {
  const Formula f = formula(look);
  if (f.title.empty() || f.words.empty() || f.terms.empty()) return "something is missing";
  for (const Term& term : f.terms)
    if (term.value == "?" || term.name.empty()) return "a term without a number or a name";
  if (look.step() && !missing_name(f).empty()) return "no '" + missing_name(f) + "' in the words";
  const auto entry = picked_entry(look);
  if (entry && latest(look, ArrayId::bucket_counts)) return wrong_start_card(look, f, *entry);
  if (!look.step()) return f.result.empty() ? "" : "a result before the first step";
  if (f.result != std::to_string(truth(look))) return "the result is " + f.result;
  if (sum_of(f) != truth(look)) return "the terms make " + std::to_string(sum_of(f));
  return "";
}

TEST(FormulaCard, AddsUpToTheTracesNumberAtEveryMoment) {
  for_every_moment([](const Look& look) {
    if (look.problem().size() == 0) return;
    ASSERT_EQ(wrong_card(look), "") << place(look) << "\n" << formula(look).words;
  });
}

TEST(FormulaCard, AWrongNumberInTheTraceIsFound) {
  for (const char* rung : {"one_bit", "block_sort"}) {
    const Trace right = record(chapter_keys, 4, 4, rung);
    for (std::size_t s = 0; s < right.steps.size(); ++s) {
      const ArrayId made = right.steps[s].made;
      if (radix::holds_keys(made)) continue;
      Trace wrong = right;
      for (radix::SharedArray& array : wrong.steps[s].arrays) {
        if (array->id != made) continue;
        radix::Array changed = *array;
        for (uint32_t i = 0; i < changed.values.size(); ++i) changed.values[i] += i + 1;
        array = std::make_shared<const radix::Array>(changed);
      }
      EXPECT_NE(wrong_card(look_at(wrong, s + 1, 5)), "") << rung << " " << radix::info(made).name;
    }
  }
}

TEST(FormulaCard, ShowsTheChaptersNumbers) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  const Formula f = formula(look_at(trace, after(trace, ArrayId::destination), 11));
  EXPECT_EQ(f.title, "Where does key 13 go?");
  EXPECT_EQ(f.words, "one: slot = bucket start + thread − zeros in the block");
  ASSERT_EQ(f.terms.size(), 3u);
  EXPECT_EQ(f.terms[0].value, "12");
  EXPECT_EQ(f.terms[1].value, "3");
  EXPECT_EQ(f.terms[2].value, "1");
  EXPECT_EQ(f.terms[2].sign, '-');
  EXPECT_EQ(f.result, "14");
  EXPECT_EQ(f.hint, "");

  const Formula zero = formula(look_at(trace, after(trace, ArrayId::destination), 9));
  EXPECT_EQ(zero.words, "zero: slot = bucket start + thread");
  EXPECT_EQ(zero.terms.size(), 2u);
  EXPECT_EQ(zero.result, "4");
}

TEST(FormulaCard, SpeaksOfTheKeyOfWhyWhenNothingIsSelected) {
  for (const char* rung : {"one_bit", "block_sort"}) {
    const Trace trace = record(chapter_keys, 4, 4, rung);
    const Look look = look_at(trace, after(trace, ArrayId::destination));
    const Formula f = formula(look);
    EXPECT_EQ(f.title, "Where does key 13 go?");
    EXPECT_EQ(f.result, "14");
    EXPECT_FALSE(f.hint.empty());
    const std::string text = why(look);
    EXPECT_NE(text.find(rung == std::string("one_bit") ? "Key 13 " : "key 13,"), std::string::npos);
    EXPECT_NE(text.find("= 14"), std::string::npos) << text;
    EXPECT_EQ(formula(look_at(trace, 0)).result, "");
  }
}

TEST(FormulaCard, WhyNamesTheNumbersOfItsExample) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    const Look look = look_at(trace, cursor);
    if (look.step()->made != ArrayId::bucket_starts) continue;
    const std::string start = "slot " + formula(look).result;
    EXPECT_NE(why(look).find(start), std::string::npos) << why(look);
  }
}

TEST(FormulaCard, TellsWhereAPickedBucketStarts) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  Look look = look_at(trace, after(trace, ArrayId::bucket_counts));
  look.table_entry = 2;
  EXPECT_EQ(formula(look).title, "Where do the zeros of block 2 start?");
  EXPECT_EQ(formula(look).words, "start = zeros of block 0 + zeros of block 1");
  EXPECT_EQ(formula(look).result, "");
  EXPECT_EQ(why(look).rfind("Block 2 has 1 zero", 0), 0u);
  for (ArrayId made : {ArrayId::bucket_starts, ArrayId::destination, ArrayId::output}) {
    look.cursor = after(trace, made);
    EXPECT_EQ(formula(look).result, "4");
    EXPECT_NE(why(look).find("block 2"), std::string::npos) << why(look);
  }
  look.cursor = after(trace, ArrayId::destination);
  EXPECT_EQ(why(look).rfind("Thread 0 of block 2 now holds key 6, a zero", 0), 0u) << why(look);
  look.table_entry = 7;
  EXPECT_EQ(formula(look).words,
            "start = zeros of all blocks + ones of block 0 + ones of block 1 + ones of block 2");
  look.hovered = 11;
  EXPECT_EQ(formula(look).title, "Where does key 13 go?");
}

TEST(FormulaCard, AWrongStartOfAPickedBucketIsFound) {
  Trace wrong = record(chapter_keys, 4, 4, "block_sort");
  const std::size_t cursor = after(wrong, ArrayId::bucket_starts);
  for (radix::SharedArray& array : wrong.steps[cursor - 1].arrays) {
    if (array->id != ArrayId::bucket_starts) continue;
    radix::Array changed = *array;
    for (uint32_t& value : changed.values) ++value;
    array = std::make_shared<const radix::Array>(changed);
  }
  Look look = look_at(wrong, cursor);
  look.table_entry = 6;
  EXPECT_NE(wrong_card(look), "");
}

// ------------------------------------------------------------------------------ who has the key

TEST(ThreadWords, TellReaderAndWriterApart) {
  using Lines = std::vector<std::string>;
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  EXPECT_EQ(thread_words(look_at(trace, after(trace, ArrayId::bits)), 9),
            (Lines{"block 2, thread 1"}));
  for (ArrayId made : {ArrayId::local_keys, ArrayId::bucket_starts, ArrayId::output})
    EXPECT_EQ(thread_words(look_at(trace, after(trace, made)), 9),
              (Lines{"block 2, read by thread 1", "sorted: written by thread 0"}));
  const Trace first = record(chapter_keys, 4, 4, "one_bit");
  EXPECT_EQ(thread_words(look_at(first, after(first, ArrayId::output)), 9),
            (Lines{"block 2, thread 1"}));
}

// ------------------------------------------------------------------------------ no looking ahead

TEST(Words, ReadNothingThatComesLater) {
  for_every_moment([](const Look& look) {
    Trace past = *look.trace;
    past.steps.resize(look.cursor);
    Look blind = look;
    blind.trace = &past;
    ASSERT_EQ(why(blind), why(look)) << place(look);
    ASSERT_EQ(formula(blind).result, formula(look).result) << place(look);
    ASSERT_EQ(formula(blind).words, formula(look).words) << place(look);
  });
}

}  // namespace
}  // namespace scope
