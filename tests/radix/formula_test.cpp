// FORMULA cards: their terms make the trace's number at every moment of every sort and setting.
#include <gtest/gtest.h>

#include <numeric>

#include "app/core/words/explain.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/moments.hpp"

namespace scope {
namespace {

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

/// The keys that the table's entries before this one count.
uint32_t keys_before(const Moment& moment, uint32_t entry) {
  const std::vector<uint32_t>& counts = latest(moment, array::bucket_counts)->values;
  return std::accumulate(counts.begin(), counts.begin() + entry, 0u);
}

/// The same for the card of a picked table entry: the entries before it, and its start once known.
std::string wrong_start_card(const Moment& moment, const Formula& f, uint32_t entry) {
  const auto start = value_of(moment, array::bucket_starts, entry);
  if (f.result != (start ? std::to_string(*start) : "")) return "the result is " + f.result;
  if (start && sum_of(f) != *start) return "the terms do not make the start";
  if (sum_of(f) != keys_before(moment, entry)) return "the terms are not the entries before";
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
std::string wrong_card(const Moment& moment) {
  const Formula f = formula(moment);
  if (f.title.empty() || f.words.empty() || f.terms.empty()) return "something is missing";
  for (const Term& term : f.terms)
    if (term.value == "?" || term.name.empty()) return "a term without a number or a name";
  if (moment.step() && !missing_name(f).empty()) return "no '" + missing_name(f) + "' in the words";
  const auto entry = reverses(moment) ? std::nullopt : picked_entry(moment);
  if (entry && latest(moment, array::bucket_counts)) return wrong_start_card(moment, f, *entry);
  if (!moment.step() && moment.problem().keys_per_thread() > 1) {
    const Subject s = *subject_of(moment);
    const uint32_t in_block = s.position - moment.problem().block_begin(s.block);
    return sum_of(f) == in_block && f.result == std::to_string(in_block) ? "" : "no place";
  }
  if (!moment.step()) return f.result.empty() ? "" : "a result before the first step";
  if (f.result != std::to_string(truth(moment))) return "the result is " + f.result;
  if (sum_of(f) != truth(moment)) return "the terms make " + std::to_string(sum_of(f));
  return "";
}

TEST(FormulaCard, AddsUpToTheTracesNumberAtEveryMoment) {
  for_every_moment([](const Moment& moment) {
    if (moment.problem().size() == 0) return;
    ASSERT_EQ(wrong_card(moment), "") << place(moment) << "\n" << formula(moment).words;
  });
}

TEST(FormulaCard, AWrongNumberInTheTraceIsFound) {
  for (const Trace& right : chapter_runs()) {
    const std::string& sort = right.sort;
    for (std::size_t s = 0; s < right.steps.size(); ++s) {
      const ArrayId made = right.steps[s].made;
      if (radix::holds_keys(made)) continue;
      const Trace wrong = falsified(right, s, made);
      EXPECT_NE(wrong_card(look_at(wrong, s + 1, 5)), "") << sort << " " << radix::info(made).name;
    }
  }
}
TEST(FormulaCard, ShowsTheChaptersNumbers) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  const Formula f = formula(look_at(trace, after(trace, array::destination), 11));
  EXPECT_EQ(f.title, "Where does key 13 go?");
  EXPECT_EQ(f.words, "one: slot = bucket start + thread − zeros in the block");
  ASSERT_EQ(f.terms.size(), 3u);
  EXPECT_EQ(f.terms[0].value, "12");
  EXPECT_EQ(f.terms[1].value, "3");
  EXPECT_EQ(f.terms[2].value, "1");
  EXPECT_EQ(f.terms[2].sign, '-');
  EXPECT_EQ(f.result, "14");
  EXPECT_EQ(f.hint, "");

  const Formula zero = formula(look_at(trace, after(trace, array::destination), 9));
  EXPECT_EQ(zero.words, "zero: slot = bucket start + thread");
  EXPECT_EQ(zero.terms.size(), 2u);
  EXPECT_EQ(zero.result, "4");
}

TEST(FormulaCard, SpeaksOfTheKeyOfWhyWhenNothingIsSelected) {
  for (const char* sort : {"one_bit", "block_sort"}) {
    const Trace trace = record(chapter_keys, 4, 4, sort);
    const Moment moment = look_at(trace, after(trace, array::destination));
    const Formula f = formula(moment);
    EXPECT_EQ(f.title, "Where does key 13 go?");
    EXPECT_EQ(f.result, "14");
    EXPECT_FALSE(f.hint.empty());
    const std::string text = why(moment);
    EXPECT_NE(text.find(sort == std::string("one_bit") ? "Key 13 " : "key 13,"), std::string::npos);
    EXPECT_NE(text.find("= 14"), std::string::npos) << text;
    EXPECT_EQ(formula(look_at(trace, 0)).result, "");
  }
}

TEST(FormulaCard, WhyNamesTheNumbersOfItsExample) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    const Moment moment = look_at(trace, cursor);
    if (moment.step()->made != array::bucket_starts) continue;
    const std::string start = "slot " + formula(moment).result;
    EXPECT_NE(why(moment).find(start), std::string::npos) << why(moment);
    EXPECT_EQ(sum_of(formula(moment)), std::stoul(formula(moment).result));
    EXPECT_EQ(formula(moment).words.find("scan block"), std::string::npos)
        << "what is added up are zeros and ones: " << formula(moment).words;
  }
}

TEST(FormulaCard, TellsWhereAPickedBucketStarts) {
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  Moment moment = look_at(trace, after(trace, array::bucket_counts));
  moment.table_entry = 2;
  EXPECT_EQ(formula(moment).title, "Where do the zeros of block 2 start?");
  EXPECT_EQ(formula(moment).words, "start = zeros of block 0 + zeros of block 1");
  EXPECT_EQ(formula(moment).result, "");
  EXPECT_EQ(why(moment).rfind("Block 2 has 1 zero", 0), 0u);
  for (ArrayId made : {array::bucket_starts, array::destination, array::output}) {
    moment.cursor = after(trace, made);
    EXPECT_EQ(formula(moment).result, "4");
    EXPECT_NE(why(moment).find("block 2"), std::string::npos) << why(moment);
  }
  moment.cursor = after(trace, array::destination);
  EXPECT_EQ(why(moment).rfind("Thread 0 of block 2 now holds key 6b, a zero", 0), 0u)
      << why(moment);
  moment.table_entry = 7;
  EXPECT_EQ(formula(moment).words,
            "start = zeros of all blocks + ones of block 0 + ones of block 1 + ones of block 2");
  moment.hovered = 11;
  EXPECT_EQ(formula(moment).title, "Where does key 13 go?");
}

TEST(FormulaCard, AWrongStartOfAPickedBucketIsFound) {
  Trace wrong = record(chapter_keys, 4, 4, "block_sort");
  const std::size_t cursor = after(wrong, array::bucket_starts);
  for (radix::SharedArray& array : wrong.steps[cursor - 1].arrays) {
    if (array->id != array::bucket_starts) continue;
    radix::Array changed = *array;
    for (uint32_t& value : changed.values) ++value;
    array = std::make_shared<const radix::Array>(changed);
  }
  Moment moment = look_at(wrong, cursor);
  moment.table_entry = 6;
  EXPECT_NE(wrong_card(moment), "");
}

}  // namespace
}  // namespace scope
