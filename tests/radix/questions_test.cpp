// Every question of assets/questions/radix.json: its commands lead to a moment, and the answer that
// this test computes from the keys alone stands there, in the figure, in WHY, in FORMULA or under
// BUFFERS.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/words/explain.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/presets.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/golden.hpp"

namespace scope {
namespace {

using Numbers = std::vector<uint32_t>;

/// A row of the file.
struct Question {
  std::string name, text, way, answer;
  std::string array;  ///< of a picture or of numbers
};

const std::vector<Question>& questions() {
  static const std::vector<Question> all = [] {
    std::ifstream file(RADIX_SOURCE_DIR "/assets/questions/radix.json");
    std::vector<Question> rows;
    const auto json = radix::checks::Golden::parse(std::move(file));
    for (const auto& row : json.at("questions"))
      rows.push_back({row.at("name"), row.at("question"), row.at("way"), row.at("answer"),
                      row.value("array", "")});
    return rows;
  }();
  return all;
}

const Numbers chapter{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

// ------------------------------------------------------------------- the answers, from the keys

uint32_t digit(uint32_t key, uint32_t shift, uint32_t bits) {
  return key >> shift & ((1u << bits) - 1);
}

/// Stable, by the low bits.
Numbers sorted_by_low(Numbers keys, uint32_t bits) {
  std::ranges::stable_sort(keys, {}, [&](uint32_t key) { return digit(key, 0, bits); });
  return keys;
}

/// Stable, each block for itself, by its low bits.
Numbers sorted_in_blocks(Numbers keys, std::size_t size, uint32_t bits) {
  for (std::size_t b = 0; b < keys.size(); b += size)
    std::stable_sort(keys.begin() + b, keys.begin() + std::min(b + size, keys.size()),
                     [&](uint32_t x, uint32_t y) { return digit(x, 0, bits) < digit(y, 0, bits); });
  return keys;
}

Numbers bits_of(const Numbers& keys, uint32_t bit) {
  Numbers bits;
  for (uint32_t key : keys) bits.push_back(key >> bit & 1);
  return bits;
}

Numbers exclusive_scan(const Numbers& values) {
  Numbers sums;
  uint32_t sum = 0;
  for (uint32_t value : values) sums.push_back(sum), sum += value;
  return sums;
}

/// The slot of each key in the list sorted by one bit.
Numbers destinations(const Numbers& keys, uint32_t bit) {
  const Numbers bits = bits_of(keys, bit), before = exclusive_scan(bits);
  const auto zeros = static_cast<uint32_t>(std::ranges::count(bits, 0u));
  Numbers slots;
  for (uint32_t i = 0; i < keys.size(); ++i)
    slots.push_back(bits[i] == 0 ? i - before[i] : zeros + before[i]);
  return slots;
}

/// Rows of digits, columns of blocks: keys with the digit in the block.
Numbers counts(const Numbers& keys, std::size_t size, uint32_t bits) {
  const std::size_t blocks = (keys.size() + size - 1) / size;
  Numbers table((std::size_t{1} << bits) * blocks, 0);
  for (std::size_t i = 0; i < keys.size(); ++i)
    ++table[digit(keys[i], 0, bits) * blocks + i / size];
  return table;
}

/// The same table: where each bucket begins inside its block.
Numbers starts_in_blocks(const Numbers& keys, std::size_t size, uint32_t bits) {
  const Numbers table = counts(keys, size, bits);
  const std::size_t blocks = (keys.size() + size - 1) / size;
  Numbers starts(table.size(), 0);
  for (std::size_t e = blocks; e < table.size(); ++e)
    starts[e] = starts[e - blocks] + table[e - blocks];
  return starts;
}

/// The output slot of the key at a place of a list that every block has sorted by its low bits.
uint32_t slot_of(const Numbers& sorted, std::size_t size, uint32_t bits, std::size_t at) {
  const std::size_t blocks = (sorted.size() + size - 1) / size, block = at / size;
  const std::size_t entry = digit(sorted[at], 0, bits) * blocks + block;
  const Numbers start = exclusive_scan(counts(sorted, size, bits));
  const uint32_t first = starts_in_blocks(sorted, size, bits)[entry];
  return start[entry] + static_cast<uint32_t>(at % size) - first;
}

/// "6, 7, 10, 14": the slots of some places.
std::string slot_list(const Numbers& sorted, std::size_t size, uint32_t bits,
                      const std::vector<std::size_t>& places) {
  std::string text;
  for (std::size_t at : places)
    text += (text.empty() ? "" : ", ") + std::to_string(slot_of(sorted, size, bits, at));
  return text;
}

Numbers ones_of_blocks() {
  Numbers ones(4, 0);
  for (std::size_t i = 0; i < chapter.size(); ++i) ones[i / 4] += chapter[i] & 1;
  return ones;
}

/// What should be found: all values of an array, or words of a sentence, or the result of a card.
struct Expected {
  Numbers values;
  std::vector<std::string> words;
};
Expected values(Numbers numbers) { return {std::move(numbers), {}}; }
Expected words(std::vector<std::string> parts) { return {{}, std::move(parts)}; }

Expected minus_for_plus_words() {
  const Numbers bits = bits_of(chapter, 0), before = exclusive_scan(bits);
  const auto zeros = static_cast<uint32_t>(std::ranges::count(bits, 0u));
  std::set<uint32_t> slots;
  for (uint32_t i = 0; i < 16; ++i) slots.insert(bits[i] == 0 ? i - before[i] : zeros - before[i]);
  return words({say(16 - slots.size(), " keys of 16 overwrite another one")});
}

Expected total_words() {
  const Numbers list = sorted_by_low(chapter, 3);
  const auto ones = static_cast<uint32_t>(std::ranges::count(bits_of(list, 3), 1u));
  return words({"the total: " + std::to_string(ones) + "."});
}

/// "no key with digit 00, 2 with 01 …, so it writes 0, 2, …" of block 2.
Expected empty_words() {
  const Numbers table = counts(chapter, 4, 2);
  const Numbers column{table[2], table[6], table[10], table[14]};
  return words({"no key with digit 00", "so it writes " + listed(column) + " into column 2"});
}

/// A composite key's pattern.
uint32_t pair(uint32_t income, uint32_t age) { return income << 6 | age; }

const std::map<std::string, std::function<Expected()>>& expectations() {
  static const Numbers split2 = sorted_in_blocks(chapter, 4, 2);
  static const Numbers wide = sorted_in_blocks(chapter, 8, 2);
  static const std::map<std::string, std::function<Expected()>> all{
      {"reverse",
       [] {
         return words({"80a→32 came in before 80b→29", "slots 2 and 1"});
       }},
      {"complement",
       [] {
         return values({150, 80, 80, 45});
       }},
      {"cascade",
       [] {
         Numbers keys{pair(150, 30), pair(80, 32), pair(45, 22), pair(80, 29)};
         std::ranges::sort(keys, {}, [](uint32_t k) { return std::pair{255 - (k >> 6), k & 63}; });
         return values(keys);
       }},
      {"passes", [] { return words({"16 keys of 4 bits take 4 passes"}); }},
      {"sorted_bits", [] { return words({"sorted by their low 2 bits"}); }},
      {"list_after", [] { return values(sorted_by_low(chapter, 3)); }},
      {"bits", [] { return values(bits_of(chapter, 0)); }},
      {"ones_before", [] { return values(exclusive_scan(bits_of(sorted_by_low(chapter, 1), 1))); }},
      {"destination", [] { return values(destinations(chapter, 0)); }},
      {"one_goes", [] { return values({destinations(chapter, 0)[11]}); }},
      {"zero_goes", [] { return values({destinations(chapter, 0)[9]}); }},
      {"minus_for_plus", minus_for_plus_words},
      {"total", total_words},
      {"block_sums", [] { return values(ones_of_blocks()); }},
      {"before_block", [] { return values(exclusive_scan(ones_of_blocks())); }},
      {"idle_threads",
       [] {
         return words({"3 threads without a key", "still arrive"});
       }},
      {"warp_scan",
       [] {
         return words({"No barrier is needed inside a warp: its lanes move together",
                       "from register to register"});
       }},
      {"all_resident",
       [] {
         const uint32_t ones = exclusive_scan(bits_of(chapter, 0))[15] + (chapter[15] & 1);
         return words({std::to_string(ones) + " in total", "every block waits", "4 blocks"});
       }},
      {"local_keys", [] { return values(sorted_in_blocks(chapter, 4, 1)); }},
      {"counts", [] { return values(counts(chapter, 4, 1)); }},
      {"starts", [] { return values(exclusive_scan(counts(chapter, 4, 1))); }},
      {"thread_address",
       [] { return values({slot_of(sorted_in_blocks(chapter, 4, 1), 4, 1, 11)}); }},
      {"slots_of_block",
       [] {
         const Numbers local = sorted_in_blocks(chapter, 4, 1);
         const std::string slots = slot_list(local, 4, 1, {8, 9, 10, 11});
         return words({"block 2 write to slots " + slots +
                       ": in thread order, these are 2 separate runs of consecutive slots"});
       }},
      {"wide_passes", [] { return words({"take 2 passes of 2 bits each"}); }},
      {"narrow_digit", [] { return words({"only 1 bit is left, so this pass has 2 buckets"}); }},
      {"wide_list", [] { return values(sorted_by_low(chapter, 2)); }},
      {"splits", [] { return values(split2); }},
      {"wide_counts", [] { return values(counts(chapter, 4, 2)); }},
      {"wide_starts", [] { return values(exclusive_scan(counts(chapter, 4, 2))); }},
      {"first_of_bucket", [] { return values(starts_in_blocks(chapter, 4, 2)); }},
      {"empty_bucket", empty_words},
      {"wide_address", [] { return values({slot_of(split2, 4, 2, 9)}); }},
      {"whose_key", [] { return words({"block 0, thread 1, round 1"}); }},
      {"fewer_entries",
       [] {
         const std::string entries = std::to_string(counts(chapter, 8, 2).size());
         return words({entries + " entries instead of 16 keys"});
       }},
      {"coarse_keys", [] { return values(wide); }},
      {"coarse_starts", [] { return values(exclusive_scan(counts(chapter, 8, 2))); }},
      {"first_round",
       [] {
         return words({"write to slots " + slot_list(wide, 8, 2, {0, 1, 2, 3}) +
                       ": in thread order, these are 2 separate runs of consecutive slots"});
       }},
      {"blocked_round",
       [] {
         return words({"write to slots " + slot_list(wide, 8, 2, {0, 2, 4, 6}) +
                       ": none directly follows the one before it"});
       }},
  };
  return all;
}

// ------------------------------------------------------------------- what stands on the screen

/// "" or what a scene does not show: every value of the array, at its index.
std::string not_drawn(const Scene& scene, const std::string& array, const Numbers& values) {
  for (uint32_t i = 0; i < values.size(); ++i) {
    const bool drawn = std::ranges::any_of(scene.cells, [&](const Cell& cell) {
      return radix::info(cell.tag.array).name == array && cell.tag.index == i && !cell.dashed &&
             cell.text == std::to_string(values[i]);
    });
    if (!drawn) return std::to_string(values[i]) + " at " + std::to_string(i) + " is not drawn";
  }
  return "";
}

std::string not_in_numbers(const Moment& moment, const std::string& name, const Numbers& values) {
  const radix::ArrayInfo* row = radix::families().front()->array_named(name);
  const radix::Array* array = row ? moment.find(*row) : nullptr;
  if (!array) return "the array does not exist";
  return array->values == values ? "" : "the array has other values";
}

std::string not_said(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    if (text.find(part) == std::string::npos) return "'" + part + "' is not in '" + text + "'";
  return "";
}

/// "" or why this moment does not answer the question.
std::string unanswered(const Question& question, const Figure& figure, const Moment& moment,
                       const Expected& expected) {
  if (question.answer == "picture")
    return not_drawn(figure.draw(moment), question.array, expected.values);
  if (question.answer == "numbers") return not_in_numbers(moment, question.array, expected.values);
  if (question.answer == "sentence") return not_said(why(moment), expected.words);
  if (question.answer == "threads") {
    std::string all;
    for (const std::string& line : thread_words(moment, moment.selected())) all += line + "\n";
    return not_said(all, expected.words);
  }
  if (question.answer != "card") return "there is no answer of the kind '" + question.answer + "'";
  const std::string result = formula(moment).result;
  return result == std::to_string(expected.values.at(0)) ? "" : "the card says " + result;
}

/// What a script ends with that leads to a bug in print; else "".
std::string wrong_on_purpose(const Document& document) {
  const radix::Trace& trace = *document.lane().trace;
  return radix::sort_named(trace.sort)->wrong ? error_words(trace) : "";
}

TEST(Questions, HaveNamesOfTheirOwnAndAnAnswerEach) {
  std::set<std::string> names;
  for (const Question& question : questions()) {
    EXPECT_TRUE(names.insert(question.name).second) << question.name;
    EXPECT_TRUE(expectations().contains(question.name)) << question.name;
    EXPECT_TRUE(question.text.ends_with("?") || question.text.ends_with(".")) << question.text;
  }
  EXPECT_EQ(names.size(), expectations().size());
}

TEST(Questions, EveryWayLeadsToTheAnswer) {
  for (const Question& question : questions()) {
    Document document = make_document();
    const std::string said = run_script(document, question.way);
    ASSERT_EQ(said, wrong_on_purpose(document)) << question.name;
    EXPECT_EQ(unanswered(question, current_figure(document), moment(document),
                         expectations().at(question.name)()),
              "")
        << question.name;
  }
}

/// The check itself: one number or word changed, and the moment does not answer.
TEST(Questions, AWrongAnswerIsNotAccepted) {
  for (const Question& question : questions()) {
    Document document = make_document();
    const std::string said = run_script(document, question.way);
    ASSERT_EQ(said, wrong_on_purpose(document));
    Expected wrong = expectations().at(question.name)();
    if (!wrong.values.empty()) ++wrong.values.back();
    if (!wrong.words.empty()) wrong.words.back() += " or not";
    EXPECT_NE(unanswered(question, current_figure(document), moment(document), wrong), "")
        << question.name;
  }
}

}  // namespace
}  // namespace scope
