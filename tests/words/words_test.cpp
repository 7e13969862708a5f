// WHY sentences at every moment of every sort and setting: numbers that agree, sums that add up,
// the trace's numbers, and nothing that looks ahead.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "app/core/words/explain.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/grammar.hpp"
#include "tests/support/moments.hpp"
#include "tests/support/said.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

TEST(Moments, MeetEveryChoiceOfEverySetting) {
  std::map<std::string, int> met;
  for (uint32_t seed = 0; seed < drawn_runs; ++seed) {
    const Trace trace = drawn_run(seed);
    for (const radix::SettingInfo& setting : radix::settings())
      ++met[trace.sort + " " + setting.name + " " +
            radix::text_of(setting, trace.problem.settings())];
  }
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (const radix::SettingInfo& setting : radix::settings())
      for (const radix::Choice& choice : setting.choices)
        if (sort.uses(setting)) {
          EXPECT_GT(met[std::string(sort.name) + " " + setting.name + " " + choice.name], 0)
              << sort.name << " " << setting.name << " " << choice.name;
        }
}

// ------------------------------------------------------------------------------ sentences

/// "" or what is wrong with a text: odd blanks, no end, too long.
std::string bad_sentences(const std::string& text) {
  static const std::regex odd("  | \\.|,,|\\.\\.|4294967295|\\?|: \\.|[(] ");
  std::smatch found;
  if (std::regex_search(text, found, odd)) return "'" + found.str() + "'";
  if (text.empty() || text.back() != '.') return "no full stop";
  if (text[0] >= 'a' && text[0] <= 'z') return "no capital";
  if (text.size() > 400) return "too long";
  std::size_t stops = 1;  // the point of 1.5 ends no sentence
  for (std::size_t at = text.find(". "); at != text.npos; at = text.find(". ", at + 1)) ++stops;
  return stops <= 4 ? "" : "not two or three sentences";
}

TEST(Why, IsTwoOrThreeSentencesAtEveryMoment) {
  std::set<std::string> read;  // most sentences come many times
  for_every_moment([&](const Moment& moment) {
    const std::string text = why(moment);
    if (!read.insert(text).second) return;
    ASSERT_EQ(bad_sentences(text), "") << place(moment) << "\n" << text;
    ASSERT_EQ(checks::disagreement(said_by([&] { why(moment); })), "") << place(moment) << "\n"
                                                                       << text;
  });
}

TEST(Why, TheCheckFindsBadSentences) {
  const Sentences right{{"radix.shared_largest", {{"keys", "3"}}}};
  EXPECT_EQ(checks::disagreement(right), "");
  EXPECT_NE(checks::disagreement(with_slot(right, "radix.shared_largest", "keys", "1")), "");
  EXPECT_NE(bad_sentences("Block 1 has  3 ones."), "");
  EXPECT_NE(bad_sentences("Block 1 has 3 ones"), "");
  EXPECT_EQ(bad_sentences("Block 1 has 3 ones."), "");
}

// ------------------------------------------------------------------------------ sums in sentences

std::vector<std::string> words_in(const std::string& text) {
  // Sums do not break: their blanks are wider ones
  static const std::regex wide("\u00a0");
  std::istringstream stream(text.find("\u00a0") == text.npos ? text
                                                             : std::regex_replace(text, wide, " "));
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// A word without the signs around it; "" when it is no whole number.
std::string digits_of(std::string word) {
  while (!word.empty() && word.front() == '(') word.erase(0, 1);
  while (!word.empty() && std::string(").,;:").find(word.back()) != std::string::npos)
    word.pop_back();
  for (const char* end : {"。", "，", "；", "）", "、"})
    if (const std::size_t at = word.find(end); at != word.npos) word.resize(at);
  const bool number = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
  return number ? word : "";
}

/// The number that a word ends with: of languages without blanks a word is half a sentence.
std::string last_number(const std::string& word) {
  std::size_t begin = word.size();
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(word[begin - 1]))) --begin;
  const bool whole = begin == 0 || word[begin - 1] == '(' || (word[begin - 1] & 0x80);
  return whole ? word.substr(begin) : "";
}

/// "" or the first sum of a text that is wrong: "2 + 1 = 4". Sums with … in them are not judged.
std::string wrong_sum(const std::string& text, int* sums = nullptr) {
  const std::vector<std::string> words = words_in(text);
  for (std::size_t at = 1; at + 1 < words.size(); ++at) {
    if (words[at] != "=" || digits_of(words[at + 1]).empty()) continue;
    long sum = 0, sign = 1;
    bool judged = true;
    std::size_t begin = at;
    while (begin >= 2 && (words[begin - 2] == "+" || words[begin - 2] == "−")) begin -= 2;
    if (begin == at) continue;
    for (std::size_t k = begin - 1; k < at; ++k) {
      if (words[k] == "+" || words[k] == "−") {
        sign = words[k] == "−" ? -1 : 1;
        continue;
      }
      const std::string number = k == begin - 1 ? last_number(words[k]) : digits_of(words[k]);
      judged = judged && !number.empty();
      if (judged) sum += sign * std::stol(number);
    }
    if (judged && sums) ++*sums;
    if (judged && sum != std::stol(digits_of(words[at + 1])))
      return words[begin - 1] + " … = " + words[at + 1];
  }
  return "";
}

TEST(Why, SumsAddUpAtEveryMoment) {
  for_every_moment([](const Moment& moment) {
    ASSERT_EQ(wrong_sum(why(moment)), "") << place(moment) << "\n" << why(moment);
  });
}

TEST(Why, SumsAddUpWhereTheKernelIsABugInPrint) {
  int sums = 0;
  const Trace trace = record(chapter_keys, 4, 4, "note_one_bit");
  ASSERT_EQ(trace.error, "race");
  for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
    for (uint32_t key = 0; key < 16; ++key) {
      const std::string text = why(look_at(trace, cursor, key));
      EXPECT_EQ(wrong_sum(text, &sums), "") << cursor << ", " << key << ": " << text;
    }
  EXPECT_GT(sums, 50);
}

TEST(Why, SumsAddUpInEveryLanguage) {
  in_every_language([](const std::string& language) {
    int sums = 0;
    for (const Trace& trace : chapter_runs())
      for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
        const std::string text = why(look_at(trace, cursor));
        EXPECT_EQ(wrong_sum(text, &sums), "") << language << ": " << text;
      }
    EXPECT_GT(sums, 100) << language;
  });
}

TEST(Why, AWrongSumIsFound) {
  EXPECT_NE(wrong_sum("从 2\u00a0+\u00a01\u00a0=\u00a04。"), "");
  EXPECT_NE(wrong_sum("从 1）处相加：2\u00a0+\u00a01\u00a0=\u00a04。"), "");
  EXPECT_NE(wrong_sum("It gets 2 + 1 = 4."), "");
  EXPECT_NE(wrong_sum("So 16 − 8 = 7 zeros."), "");
  EXPECT_NE(wrong_sum("It goes to slot 6 + (1 − 0) = 8."), "");
  EXPECT_EQ(wrong_sum("It goes to slot 6 + (1 − 0) = 7. It gets 2 + 1 = 3."), "");
  EXPECT_EQ(wrong_sum("Key 13 = 1101 counts as 0010. 2 + … + 3 = 19."), "");
}

// ------------------------------------------------------------------- the trace's numbers

/// Steps whose sentence names one value of the array that the step made: the one of the card.
bool names_its_value(const Moment& moment) {
  const radix::Step* step = moment.step();
  if (!step || moment.problem().size() == 0) return false;
  if (picked_entry(moment) && !reverses(moment)) return false;
  if (one_of(step->made, {array::keys, array::bits, array::local_destination, array::local_keys,
                          array::output}))
    return false;
  return true;
}

/// "" or the trace's number that a sentence should tell, and neither it nor a slot of it does.
std::string untold_number(const Moment& moment) {
  if (!names_its_value(moment)) return "";
  const std::string number = std::to_string(truth(moment));
  std::string text;
  const Sentences all = said_by([&] { text = why(moment); });
  for (const std::string& word : words_in(text))
    if (digits_of(word) == number) return "";
  for (const text::FilledMessage& said : all)  // "no ones" has a slot of 0
    for (const auto& [slot, shown] : said.slots)
      for (const std::string& word : words_in(shown))
        if (digits_of(word) == number) return "";
  const bool many = moment.buckets() > 4 && moment.step()->made == array::bucket_counts;
  return many && number == "0" ? "" : number;
}

TEST(Why, TellsTheTracesNumberAtEveryMoment) {
  for_every_moment([](const Moment& moment) {
    ASSERT_EQ(untold_number(moment), "") << place(moment) << "\n" << why(moment);
  });
}

TEST(Why, AWrongNumberInTheTraceIsFound) {
  for (const Trace& right : chapter_runs())
    for (std::size_t s = 0; s < right.steps.size(); ++s) {
      if (!names_its_value(look_at(right, s + 1))) continue;
      const Trace wrong = falsified(right, s, right.steps[s].made, 1000);
      const Moment moment = look_at(right, s + 1, 11), false_moment = look_at(wrong, s + 1, 11);
      // A sentence that shows the wrong number is as true as the trace; else the number is missing
      EXPECT_TRUE(untold_number(false_moment) != "" || why(false_moment) != why(moment))
          << right.sort << " step " << s + 1 << " " << radix::info(right.steps[s].made).name;
    }
}

// ------------------------------------------------------------------- who writes beside whom

/// Where the keys of the moment's pass end: by identity.
std::map<uint32_t, uint32_t> places_after_the_pass(const Moment& moment) {
  std::map<uint32_t, uint32_t> places;
  for (const radix::Step& step : moment.trace->steps)
    if (step.pass == moment.pass() && step.made == array::output) {
      const std::vector<uint32_t>& ids = step.find(array::output)->ids;
      for (uint32_t slot = 0; slot < ids.size(); ++slot) places[ids[slot]] = slot;
    }
  return places;
}

/// The slots that the threads of a block write, one after the other; of several rounds this one.
std::vector<uint32_t> slots_of_threads(const Moment& moment, uint32_t block, uint32_t round) {
  const radix::Problem& problem = moment.problem();
  const radix::Array* local = latest(moment, array::local_keys);
  std::map<uint32_t, uint32_t> places = places_after_the_pass(moment);
  std::vector<uint32_t> slots;
  for (uint32_t i = problem.block_begin(block); i < problem.block_end(block); ++i)
    if (problem.round_of(i) == round)
      slots.push_back(places[local ? local->ids[i] : split_input(moment).ids[i]]);
  return slots;
}

Sentences why_said(const Moment& moment) {
  return said_by([&] { why(moment); });
}

/// "" or what a sentence claims of neighbours in the output and the trace denies.
std::string false_writes(const Moment& moment, const text::FilledMessage& said) {
  const bool rounds = said.at("coarse") == "yes";
  const std::vector<uint32_t> slots =
      slots_of_threads(moment, number_at(said, "block"), rounds ? number_at(said, "round") : 0);
  std::size_t behind = 0;
  for (std::size_t i = 1; i < slots.size(); ++i) behind += slots[i] == slots[i - 1] + 1;
  const std::string truth = behind == 0 ? "none" : behind + 1 == slots.size() ? "all" : "other";
  if (said.at("neighbours") != truth) return "neighbours: " + truth;
  const std::string runs = std::to_string(slots.size() - behind);
  return truth != "other" || said.at("runs") == runs ? "" : runs + " runs";
}

/// Of the buckets that a block holds: how many keys the largest has, and that they lie together.
std::string false_largest(const Moment& moment, const Sentences& said, bool alone) {
  const text::FilledMessage* largest = said_of(said, "radix.shared_largest");
  if (!alone && !largest) return "";
  const text::FilledMessage* holds = said_of(said, "radix.local_keys");
  if (!holds) holds = said_of(said, "radix.local_keys_many");
  if (!holds) return "which block?";
  const radix::Problem& problem = moment.problem();
  // Of many keys the block is named in what is said before
  const std::string named = holds->at("block");
  const uint32_t block = named.empty() ? subject_of(moment)->block : number_at(*holds, "block");
  std::map<uint32_t, std::vector<uint32_t>> buckets;
  std::map<uint32_t, uint32_t> places = places_after_the_pass(moment);
  const radix::Array& local = *latest(moment, array::local_keys);
  for (uint32_t i = problem.block_begin(block); i < problem.block_end(block); ++i)
    buckets[moment.digit().of(local.values[i])].push_back(places[local.ids[i]]);
  std::size_t most = 0;
  for (const auto& [digit, slots] : buckets) {
    most = std::max(most, slots.size());
    for (std::size_t k = 1; k < slots.size(); ++k)
      if (slots[k] != slots[k - 1] + 1) return "a bucket's keys lie apart";
  }
  if (alone) return most < 2 ? "" : "a bucket has two keys";
  return largest->at("keys") == std::to_string(most) ? "" : std::to_string(most);
}

std::string false_neighbours(const Moment& moment, const Sentences& said, bool alone) {
  if (!moment.step() || reverses(moment)) return "";
  if (moment.step()->made == array::local_keys) return false_largest(moment, said, alone);
  if (moment.step()->made != array::output) return "";
  const text::FilledMessage* writes = said_of(said, "radix.writes");
  return writes ? false_writes(moment, *writes) : "";
}

/// The sentence without a number: no bucket of the block has two keys.
bool says_alone(const std::string& text) {
  return text.find(std::string(text::radix::shared_alone)) != text.npos;
}

std::string false_neighbours(const Moment& moment) {
  std::string text;
  const Sentences said = said_by([&] { text = why(moment); });
  return false_neighbours(moment, said, says_alone(text));
}

TEST(Why, WhatItSaysOfNeighboursIsTrueAtEveryMoment) {
  for_every_moment([](const Moment& moment) {
    ASSERT_EQ(false_neighbours(moment), "") << place(moment) << "\n" << why(moment);
  });
}

TEST(Why, WhatItSaysOfNeighboursIsTrueInEveryLanguage) {
  int heard = 0;
  in_every_language([&](const std::string& language) {
    for (const Trace& trace : chapter_runs())
      for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
        const Moment moment = look_at(trace, cursor);
        EXPECT_EQ(false_neighbours(moment), "") << language << ": " << why(moment);
        const Sentences said = why_said(moment);
        heard += said_of(said, "radix.writes") || said_of(said, "radix.shared_largest");
      }
  });
  EXPECT_GT(heard, 40);
}

TEST(Why, AFalseNeighbourIsFound) {
  const Trace trace = record(chapter_keys, {.radix_bits = 2}, "digits");
  const Moment written = look_at(trace, after(trace, array::output));
  const Sentences right = why_said(written);
  ASSERT_NE(said_of(right, "radix.writes"), nullptr);
  ASSERT_EQ(false_neighbours(written, right, false), "");
  for (const auto& [slot, value] :
       {std::pair{"neighbours", "none"}, {"neighbours", "all"}, {"runs", "9"}})
    EXPECT_TRUE(said_of(right, "radix.writes")->at(slot) == value ||
                false_neighbours(written, with_slot(right, "radix.writes", slot, value), false) !=
                    "")
        << slot;
  const Moment sorted = look_at(trace, after(trace, array::local_bucket_starts) - 1);
  ASSERT_EQ(sorted.step()->made, array::local_keys);
  const Sentences held = why_said(sorted);
  ASSERT_NE(said_of(held, "radix.shared_largest"), nullptr);
  EXPECT_NE(false_neighbours(sorted, with_slot(held, "radix.shared_largest", "keys", "7"), false),
            "");
  EXPECT_NE(false_neighbours(sorted, held, true), "");
}

// --------------------------------------------------------------- letters, bits, totals by the
// trace

/// "" or the first key in a slot for a key, or for a list of them, "6a, 9b and 3", that has an
/// equal one and no letter, or a letter and no equal one.
std::string unmarked_key(const Moment& moment, const Sentences& all, int* keys = nullptr) {
  static const std::regex one("([0-9]+)([a-z]*)");
  static const std::set<std::string> slots{"key", "low_key", "high_key", "smaller"};
  std::map<std::string, int> times;
  for (const uint32_t key : moment.problem().keys()) ++times[moment.problem().text_of(key)];
  for (const text::FilledMessage& said : all)
    for (const auto& [slot, shown] : said.slots) {
      if (!slots.contains(slot) && said.name + "." + slot != "radix.block_gives.keys") continue;
      for (std::sregex_iterator key(shown.begin(), shown.end(), one), end; key != end; ++key) {
        if (keys) ++*keys;
        if ((times[(*key)[1]] > 1) != ((*key)[2].length() > 0)) return key->str();
      }
    }
  return "";
}

/// "" or a bit that a sentence names at a split and that is not the one it splits by, or a total
/// that is not the ones of all keys.
std::string false_bit_or_total(const Moment& moment, const Sentences& all) {
  const radix::Step* step = moment.step();
  if (!step) return "";
  const std::string bit = std::to_string(moment.digit().shift + moment.split());
  for (const text::FilledMessage& said : all) {
    const bool names_bit = said.name == "radix.bit" || said.name == "radix.bit_of_digit";
    if (names_bit && step->made == array::bits && step->splits > 0 && said.at("bit") != bit)
      return "bit " + said.at("bit") + ", but it is " + bit;
    if (said.name != "radix.ones_before_total") continue;
    const std::vector<uint32_t>& bits = step->find(array::bits)->values;
    const auto ones = std::to_string(std::ranges::count(bits, 1u));
    if (said.at("total") != ones) return "the total is " + ones;
  }
  return "";
}

/// Calls it at every step of every sort of the chapter's keys, with its own settings.
template <class Check>
void for_every_step_of_the_chapter(const Check& check) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    const radix::Settings usual{
        .key_bits = 4, .threads_per_block = 4, .radix_bits = 2, .keys_per_thread = 2};
    const Trace trace = record(chapter_keys, radix::settings_for(sort, usual), sort.name);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor)
      check(look_at(trace, cursor));
  }
}

TEST(Why, TellsEqualKeysApartAndNamesBitsAndTotalsAsTheyAre) {
  in_every_language([&](const std::string& language) {
    int keys = 0;
    for_every_step_of_the_chapter([&](const Moment& moment) {
      std::string text;
      const Sentences said = said_by([&] { text = why(moment) + "\n" + formula(moment).title; });
      EXPECT_EQ(unmarked_key(moment, said, &keys), "") << language << ", " << place(moment) << "\n"
                                                       << text;
      EXPECT_EQ(false_bit_or_total(moment, said), "") << language << ", " << place(moment) << "\n"
                                                      << text;
    });
    EXPECT_GT(keys, 200) << language;
  });
}

TEST(Why, AKeyWithoutItsLetterAndAFalseBitAreFound) {
  const Trace trace = record(chapter_keys, {.radix_bits = 2}, "digits");
  const Moment now = look_at(trace, after(trace, array::bits) + 3);
  const auto keys = [](const char* list) {
    return Sentences{{"radix.block_gives", {{"keys", list}}}};
  };
  EXPECT_NE(unmarked_key(now, keys("8, 0 and 9")), "");
  EXPECT_NE(unmarked_key(now, keys("8、0 和 9")), "");
  EXPECT_EQ(unmarked_key(now, keys("8, 0 and 9b")), "");
  EXPECT_NE(unmarked_key(now, {{"radix.ones_before", {{"key", "6"}}}}), "");
  EXPECT_NE(unmarked_key(now, {{"radix.ones_before", {{"key", "12a"}}}}), "");
  EXPECT_EQ(unmarked_key(now, {{"radix.ones_before", {{"key", "12"}, {"place", "6"}}}}), "");
  const Moment split = look_at(trace, after(trace, array::bits));
  const Sentences said = why_said(split);
  ASSERT_TRUE(said_of(said, "radix.bit") || said_of(said, "radix.bit_of_digit"));
  ASSERT_EQ(false_bit_or_total(split, said), "");
  EXPECT_NE(false_bit_or_total(split, with_slot(said, "radix.bit", "bit", "3")), "");
}

// ------------------------------------------------------------------------------ who has the key

TEST(ThreadWords, TellReaderAndWriterApart) {
  using Lines = std::vector<std::string>;
  const Trace trace = record(chapter_keys, 4, 4, "block_sort");
  EXPECT_EQ(thread_words(look_at(trace, after(trace, array::bits)), 9),
            (Lines{"block 2, thread 1"}));
  for (ArrayId made : {array::local_keys, array::bucket_starts, array::output})
    EXPECT_EQ(thread_words(look_at(trace, after(trace, made)), 9),
              (Lines{"block 2, read by thread 1", "sorted: written by thread 0"}));
  const Trace coarse = record(chapter_keys, {.radix_bits = 2, .keys_per_thread = 2}, "coarse");
  EXPECT_EQ(thread_words(look_at(coarse, 1), 5), (Lines{"block 0, thread 1, round 1"}));
  EXPECT_EQ(thread_words(look_at(coarse, after(coarse, array::output)), 5),
            (Lines{"block 0, read by thread 1, round 1", "sorted: written by thread 1, round 0"}));
  const Trace first = record(chapter_keys, 4, 4, "one_bit");
  EXPECT_EQ(thread_words(look_at(first, after(first, array::output)), 9),
            (Lines{"block 2, thread 1"}));
}

// ------------------------------------------------------------------------------ no looking ahead

TEST(Words, ReadNothingThatComesLater) {
  Trace past;  // one for all picks of a moment
  const Trace* whole = nullptr;
  for_every_moment([&](const Moment& moment) {
    if (moment.trace != whole || moment.cursor == 0 || past.steps.size() != moment.cursor)
      past = *moment.trace;
    whole = moment.trace;
    past.steps.resize(moment.cursor);
    Moment blind = moment;
    blind.trace = &past;
    ASSERT_EQ(why(blind), why(moment)) << place(moment);
    ASSERT_EQ(formula(blind).result, formula(moment).result) << place(moment);
    ASSERT_EQ(formula(blind).words, formula(moment).words) << place(moment);
  });
}

}  // namespace
}  // namespace scope
