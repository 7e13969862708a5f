#include "radix_questions.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/tradeoff.hpp"
#include "facts.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;

using Values = std::vector<uint32_t>;

constexpr MemoryShape asked_memory{.lanes = 4, .segment = 4};

bool one_key_a_thread(const Moment& after) { return after.problem().keys_per_thread() == 1; }

/// A pass in which every key finds its slot by one bit.
bool by_one_bit(const Moment& after) {
  return !sorts_in_block(after) && after.digit().bits == 1 &&
         latest(after, array::bits) != nullptr && latest(after, array::ones_before) != nullptr &&
         latest(after, array::ones_total) != nullptr && !ones_go_downwards(after);
}

uint32_t sum(const Values& values, std::size_t begin, std::size_t end) {
  return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(begin),
                         values.begin() + static_cast<std::ptrdiff_t>(end), 0u);
}

/// "The digit is bits 2–3, and every block has 8 neighbouring places."
std::string blocks_words(const Moment& after) {
  const radix::Problem& problem = after.problem();
  using text::radix::shape;
  return text::radix::ask_blocks({.bits = bits_of(after.digit()),
                                  .each = problem.keys_per_block(),
                                  .shape = problem.blocks() == 1           ? shape::one_block
                                           : problem.keys_per_block() == 1 ? shape::one_place
                                                                           : shape::other});
}

std::string key_at(const Moment& after, const radix::Array& keys, uint32_t place) {
  return key_words(after.problem(), keys.ids[place]);
}

// ------------------------------------------------------------------------ a slot for every key

/// One bit's pass in numbers.
struct BitPass {
  radix::Array keys;
  const Values &bits, &before, &slots;
  int64_t n, ones;
};
BitPass bit_pass(const Moment& after) {
  return {input_of(after),
          latest(after, array::bits)->values,
          latest(after, array::ones_before)->values,
          latest(after, array::destination)->values,
          after.problem().size(),
          latest(after, array::ones_total)->values[0]};
}

uint32_t keys_by_bit(const Moment& after) { return by_one_bit(after) ? after.problem().size() : 0; }

std::optional<Asked> ask_destination(const Moment& after, uint32_t i, uint32_t bit) {
  const BitPass pass = bit_pass(after);
  if (pass.bits[i] != bit) return std::nullopt;
  const int64_t before = pass.before[i], zeros = pass.n - pass.ones, place = i;
  Asked asked{.question = text::radix::ask_slot_of_bit({.bits = bits_of(after.digit()),
                                                        .key = key_at(after, pass.keys, i),
                                                        .place = i,
                                                        .value = bit}),
              .answer = pass.slots[i],
              .key = pass.keys.ids[i]};
  if (bit == 1)
    asked.guesses = {{"minus_for_plus", zeros - before},
                     {"zeros_for_ones", zeros + place - before},
                     {"inclusive", zeros + before + 1},
                     {"starts_at_count", pass.ones + before},
                     {"no_bucket_start", before},
                     {"reversed", pass.n - 1 - before},
                     {"stays", place}};
  else
    asked.guesses = {{"zeros_for_ones", before},
                     {"reversed", zeros - 1 - (place - before)},
                     {"other_bucket_first", pass.ones + place - before},
                     {"stays", place}};
  return asked;
}
std::optional<Asked> ask_one(const Moment& after, uint32_t i) {
  return ask_destination(after, i, 1);
}
std::optional<Asked> ask_zero(const Moment& after, uint32_t i) {
  return ask_destination(after, i, 0);
}

std::optional<Asked> ask_writer(const Moment& after, uint32_t slot) {
  const BitPass pass = bit_pass(after);
  const auto n = static_cast<uint32_t>(pass.n), zeros = static_cast<uint32_t>(pass.n - pass.ones);
  const auto writer = [&](uint32_t of) {
    return std::ranges::find(pass.slots, of) - pass.slots.begin();
  };
  const radix::Problem& problem = after.problem();
  Values by_value(n);
  std::iota(by_value.begin(), by_value.end(), 0u);
  std::ranges::stable_sort(by_value, [&](uint32_t a, uint32_t b) {
    return problem.before(pass.keys.values[a], pass.keys.values[b]);
  });
  const auto from = static_cast<uint32_t>(writer(slot));
  return Asked{
      .question = text::radix::ask_writer({.bits = bits_of(after.digit()), .slot = slot}),
      .answer = from,
      .guesses = {{"slot_is_thread", slot},
                  {"by_value", by_value[slot]},
                  {"other_bucket_first", writer((slot + zeros) % n)},
                  {"reversed", writer(slot < zeros ? zeros - 1 - slot : n - 1 - (slot - zeros))}},
      .lit = from < n ? pass.keys.ids[from] : radix::none};
}

// ------------------------------------------------------------------------------- ones before a key

uint32_t counted_keys(const Moment& after) {
  const bool whole =
      after.digit().bits > 0 && one_key_a_thread(after) && latest(after, array::bits) != nullptr;
  return whole ? after.problem().size() : 0;
}

std::optional<Asked> ask_ones_before(const Moment& after, uint32_t i) {
  const radix::Problem& problem = after.problem();
  const Values& bits = latest(after, array::bits)->values;
  const Values& before = latest(after, array::ones_before)->values;
  const radix::Array& keys = split_input(after);
  const bool local = sorts_in_block(after);
  const uint32_t block = problem.block_of(i), block_begin = problem.block_begin(block);
  const uint32_t begin = local ? block_begin : 0,
                 end = local ? problem.block_end(block) : problem.size();
  int64_t next = 0;
  const uint32_t bit = after.split() + 1;
  const radix::Digit digit = after.digit();
  const radix::Digit further{.shift = digit.shift + bit, .bits = 1, .code = digit.code};
  const bool there = digit.shift + bit < problem.key_bits();
  for (uint32_t k = begin; there && k < i; ++k) next += further.of(keys.values[k]);
  const int64_t ones = before[i];
  Asked asked{.question = text::paragraph(local ? blocks_words(after) : "",
                                          text::radix::ask_ones({.bit = digit.shift + bit - 1,
                                                                 .key = key_at(after, keys, i),
                                                                 .local = local,
                                                                 .place = i})),
              .answer = before[i],
              .guesses = {{"inclusive", ones + bits[i]},
                          {"zeros_for_ones", int64_t{i} - begin - ones},
                          {"behind", int64_t{sum(bits, i + 1, end)}}},
              .key = keys.ids[i]};
  if (local && begin > 0) asked.guesses.push_back({"from_the_first", int64_t{sum(bits, 0, i)}});
  if (!local && block_begin > 0)
    asked.guesses.push_back({"in_block_only", int64_t{sum(bits, block_begin, i)}});
  if (there) asked.guesses.push_back({"next_bit", next});
  return asked;
}

// --------------------------------------------------------------------------------- the bucket
// table

struct TableFacts {
  const Values& counts;
  uint32_t rows, columns;
  uint32_t row(uint32_t entry) const { return entry / columns; }
  uint32_t column(uint32_t entry) const { return entry % columns; }
  uint32_t at(uint32_t row, uint32_t column) const { return counts[row * columns + column]; }
  /// The keys of the block in the buckets before this one.
  uint32_t above(uint32_t row, uint32_t column) const {
    uint32_t all = 0;
    for (uint32_t r = 0; r < row; ++r) all += at(r, column);
    return all;
  }
  /// Column after column, those before this entry.
  uint32_t by_columns(uint32_t row, uint32_t column) const {
    uint32_t all = above(row, column);
    for (uint32_t c = 0; c < column; ++c) all += above(rows, c);
    return all;
  }
};
std::optional<TableFacts> table_facts(const Moment& after) {
  const radix::Array* counts = latest(after, array::bucket_counts);
  const uint32_t columns = after.problem().blocks();
  if (!counts || after.digit().bits == 0 || columns == 0) return std::nullopt;
  return TableFacts{counts->values, static_cast<uint32_t>(counts->values.size()) / columns,
                    columns};
}

uint32_t table_elements(const Moment& after) {
  const auto table = table_facts(after);
  return table ? table->rows * table->columns : 0;
}

std::optional<Asked> ask_start(const Moment& after, uint32_t entry) {
  const TableFacts table = *table_facts(after);
  const Values& starts = latest(after, array::bucket_starts)->values;
  const uint32_t row = table.row(entry), column = table.column(entry);
  const int64_t start = starts[entry], count = table.counts[entry];
  return Asked{.question = text::paragraph(blocks_words(after), text::radix::ask_table,
                                           start_question(after, entry)),
               .answer = starts[entry],
               .guesses = {{"column_major", table.by_columns(row, column)},
                           {"inclusive", start + count},
                           {"the_count", count},
                           {"row_only", int64_t{sum(table.counts, row * table.columns, entry)}},
                           {"block_only", table.above(row, column)}}};
}

std::optional<Asked> ask_count(const Moment& after, uint32_t entry) {
  const TableFacts table = *table_facts(after);
  const uint32_t row = table.row(entry), column = table.column(entry);
  Asked asked{.question = text::paragraph(blocks_words(after), count_question(after, entry)),
              .answer = table.counts[entry]};
  const uint32_t turned = column * table.columns + row;
  if (row < table.columns && column < table.rows && row != column)
    asked.guesses.push_back({"transposed", table.counts[turned]});
  if (table.columns > 1) {
    asked.guesses.push_back(
        {"whole_row", sum(table.counts, row * table.columns, (row + 1) * table.columns)});
    asked.guesses.push_back({"next_block", table.at(row, (column + 1) % table.columns)});
  }
  asked.guesses.push_back({"all_of_block", table.above(table.rows, column)});
  return asked;
}

// ------------------------------------------------------------------- a slot after the block's
// sort

uint32_t sorted_in_blocks(const Moment& after) {
  const bool whole = sorts_in_block(after) && latest(after, array::bucket_starts) != nullptr &&
                     latest(after, array::local_keys) != nullptr;
  return whole && table_facts(after) ? after.problem().size() : 0;
}

std::optional<Asked> ask_local_destination(const Moment& after, uint32_t i) {
  const radix::Problem& problem = after.problem();
  const TableFacts table = *table_facts(after);
  const Values& starts = latest(after, array::bucket_starts)->values;
  const radix::Array& keys = *latest(after, array::local_keys);
  const uint32_t block = problem.block_of(i), digit = after.digit_of(keys.values[i]);
  const int64_t place = i - problem.block_begin(block), before = table.above(digit, block),
                start = starts[digit * table.columns + block], count = table.at(digit, block),
                answer = start + place - before;
  if (answer != latest(after, array::destination)->values[i]) return std::nullopt;
  return Asked{
      .question = text::paragraph(blocks_words(after), text::radix::ask_blocks_sorted,
                                  text::radix::ask_slot_of_bucket(
                                      {.block = block, .key = key_at(after, keys, i), .place = i})),
      .answer = static_cast<uint32_t>(answer),
      .guesses = {{"no_local_order", start + place},
                  {"column_major", int64_t{table.by_columns(digit, block)} + place - before},
                  {"inclusive", answer + count},
                  {"stays", i},
                  {"zeros_start", starts[block] + place},
                  {"row_total", int64_t{starts[digit * table.columns]} + place - before}},
      .key = keys.ids[i]};
}

// ------------------------------------------------------------------------- what one store touches

uint32_t warps_in(const Moment& after) {
  const uint32_t threads = after.problem().threads_per_block();
  return (threads + asked_memory.lanes - 1) / asked_memory.lanes;
}

uint32_t store_elements(const Moment& after) {
  const bool whole = after.digit().bits > 0 && one_key_a_thread(after) &&
                     latest(after, array::destination) != nullptr;
  return whole ? after.problem().blocks() * warps_in(after) : 0;
}

std::optional<Asked> ask_segments(const Moment& after, uint32_t warp) {
  const radix::Problem& problem = after.problem();
  const uint32_t block = warp / warps_in(after),
                 first = warp % warps_in(after) * asked_memory.lanes;
  const uint32_t begin = problem.block_begin(block) + first;
  const uint32_t end = std::min(begin + asked_memory.lanes, problem.block_end(block));
  if (begin + 1 >= end) return std::nullopt;
  const Values& slots = latest(after, array::destination)->values;
  const radix::Array* local = latest(after, array::local_keys);
  const radix::Array keys = local ? *local : input_of(after);
  std::set<uint32_t> segments, digits;
  int64_t runs = 0;
  for (uint32_t i = begin; i < end; ++i) {
    segments.insert(slots[i] / asked_memory.segment);
    digits.insert(after.digit_of(keys.values[i]));
    runs += i == begin || slots[i] != slots[i - 1] + 1 ? 1 : 0;
  }
  return Asked{
      .question = text::paragraph(blocks_words(after),
                                  local ? std::string_view(text::radix::ask_blocks_sorted) : "",
                                  text::radix::ask_segments({.begin = begin,
                                                             .block = block,
                                                             .end = end - 1,
                                                             .first = first,
                                                             .last = first + end - begin - 1,
                                                             .segment = asked_memory.segment})),
      .answer = static_cast<uint32_t>(segments.size()),
      .guesses = {{"runs", runs},
                  {"digits_in_it", static_cast<int64_t>(digits.size())},
                  {"threads", int64_t{end} - begin},
                  {"one_store", 1}},
      .lit = keys.ids[begin]};
}

// ------------------------------------------------------------------------- what a width costs

/// Words that the sort would move with digits of so many bits.
uint64_t words_with(const Moment& after, uint32_t radix_bits) {
  const radix::Problem& now = after.problem();
  radix::Settings settings = now.settings();
  settings.radix_bits = radix_bits;
  const auto problem = radix::Problem::make(now.keys(), settings, now.values());
  uint64_t words = 0;
  for (uint32_t pass = 0; problem && pass < problem->passes(); ++pass)
    words += words_of_pass(*radix::sort_named(after.trace->sort), *problem, pass);
  return words;
}

/// Asked once, before the last pass writes.
uint32_t width_elements(const Moment& after) {
  const radix::SortInfo* sort = radix::sort_named(after.trace->sort);
  const bool tables = sort && sort->wide_digits() && sort->sorts_in_block;
  return tables && after.pass() + 1 == after.problem().passes() ? 1 : 0;
}

std::optional<Asked> ask_width(const Moment& after, uint32_t /*element*/) {
  const radix::Problem& problem = after.problem();
  if (problem.settings().second_bits > 0) return std::nullopt;
  Values widths;
  for (const uint32_t width : {1u, 2u, 4u, 8u})
    if (width <= problem.key_bits()) widths.push_back(width);
  std::vector<uint64_t> words;
  for (const uint32_t width : widths) words.push_back(words_with(after, width));
  const auto least = std::ranges::min_element(words);
  if (std::ranges::count(words, *least) > 1) return std::nullopt;
  return Asked{.question = text::radix::ask_width({.bits = problem.key_bits(),
                                                   .blocks = problem.blocks(),
                                                   .keys = problem.size(),
                                                   .threads = problem.threads_per_block(),
                                                   .widths = text::list_or(widths)}),
               .answer = widths[static_cast<std::size_t>(least - words.begin())],
               .guesses = {{"fewest_passes", widths.back()}, {"smallest_table", widths.front()}}};
}

constexpr Misconception wrong_of_radix[] = {
    {"minus_for_plus", text::of_number<text::radix::wrong_minus_for_plus>, "sign"},
    {"other_bucket_first", text::of_number<text::radix::wrong_other_bucket_first>},
    {"slot_is_thread", text::of_number<text::radix::wrong_slot_is_thread>},
    {"in_block_only", text::of_number<text::radix::wrong_in_block_only>},
    {"next_bit", text::of_number<text::radix::wrong_next_bit>},
    {"column_major", text::of_number<text::radix::wrong_column_major>, "column_major"},
    {"row_only", text::of_number<text::radix::wrong_row_only>},
    {"block_only", text::of_number<text::radix::wrong_block_only>},
    {"next_block", text::of_number<text::radix::wrong_next_block>},
    {"all_of_block", text::of_number<text::radix::wrong_all_of_block>},
    {"zeros_start", text::of_number<text::radix::wrong_zeros_start>},
    {"runs", text::of_number<text::radix::wrong_runs>},
    {"digits_in_it", text::of_number<text::radix::wrong_digits_in_it>},
    {"threads", text::of_number<text::radix::wrong_threads>},
    {"one_store", text::of_number<text::radix::wrong_one_store>},
    {"fewest_passes", text::of_number<text::radix::wrong_fewest_passes>},
    {"smallest_table", text::of_number<text::radix::wrong_smallest_table>},
};

constexpr QuestionKind kinds[] = {
    {"destination_of_one", text::radix::about_one, array::destination, false, AnswerBy::place,
     keys_by_bit, ask_one},
    {"destination_of_zero", text::radix::about_zero, array::destination, false, AnswerBy::place,
     keys_by_bit, ask_zero},
    {"writer_of_slot", text::radix::about_writer, array::destination, false, AnswerBy::place,
     keys_by_bit, ask_writer},
    {"ones_before", text::radix::about_ones_before, array::ones_before, true, AnswerBy::number,
     counted_keys, ask_ones_before},
    {"count_in_table", text::radix::about_count, array::bucket_counts, false, AnswerBy::number,
     table_elements, ask_count},
    {"bucket_start", text::radix::about_start, array::bucket_starts, true, AnswerBy::place,
     table_elements, ask_start},
    {"destination_of_bucket", text::radix::about_bucket, array::destination, false, AnswerBy::place,
     sorted_in_blocks, ask_local_destination},
    {"segments_of_store", text::radix::about_segments, array::output, false, AnswerBy::number,
     store_elements, ask_segments},
    {"width_of_fewest_bytes", text::radix::about_width, array::output, false, AnswerBy::number,
     width_elements, ask_width},
};

}  // namespace

std::span<const QuestionKind> radix_questions() { return kinds; }
std::span<const Misconception> radix_misconceptions() { return wrong_of_radix; }

}  // namespace scope
