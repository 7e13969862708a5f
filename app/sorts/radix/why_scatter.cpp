/// WHY, for the steps of the scatter and of the extra pass that reads backwards.
#include <algorithm>

#include "app/core/figures/kit/rows.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "why.hpp"

namespace scope {
namespace {

namespace array = radix::array;

// ---- where a key goes ----

/// Of slots that several keys are sent to: "7 keys overwrite another one.", or nothing.
std::string overwritten_words(const RadixMoment& m) {
  std::vector<uint32_t> slots = m.moment.find(array::destination)->values;
  std::ranges::sort(slots);
  const auto lost = static_cast<uint32_t>(std::ranges::unique(slots).size());
  return lost == 0 ? "" : text::radix::overwritten({.keys = m.keys, .lost = lost});
}

/// Without a sort in the block: zeros to the front, ones after them.
std::string plain_slot(const RadixMoment& m) {
  const uint32_t i = m.subject.position;
  const uint32_t before = m.value(array::ones_before, i);
  const uint32_t zeros = m.keys - m.value(array::ones_total, 0);
  const uint32_t bit = m.value(array::bits, i);
  const bool coded = (m.subject.key >> m.digit.shift & 1) != bit;  // complemented
  const std::string key = m.key();
  if (bit == 1 && ones_go_downwards(m.moment))
    return text::radix::slot_specimen({.before = before,
                                       .coded = coded,
                                       .key = key,
                                       .said = m.value(array::destination, i),
                                       .slot = zeros + before,
                                       .zeros = zeros});
  if (bit == 1 && zeros == 0)
    return text::radix::slot_no_zeros({.before = before, .coded = coded, .key = key});
  if (bit == 1)
    return text::radix::slot_of_one(
        {.before = before, .coded = coded, .key = key, .slot = zeros + before, .zeros = zeros});
  if (i == 0) return text::radix::slot_of_first_zero({.coded = coded, .key = key});
  if (i == 1)
    return text::radix::slot_of_second_zero(
        {.before = before, .coded = coded, .key = key, .one = before == 1, .slot = i - before});
  if (before == 0) return text::radix::slot_only_zeros({.coded = coded, .index = i, .key = key});
  if (before == i) return text::radix::slot_only_ones({.coded = coded, .index = i, .key = key});
  return text::radix::slot_of_zero({.before = before,
                                    .coded = coded,
                                    .index = i,
                                    .key = key,
                                    .slot = i - before,
                                    .zeros = i - before});
}

std::string why_plain_destination(const RadixMoment& m) {
  std::string tail = overwritten_words(m);
  if (tail.empty())
    tail = all_equal(m)              ? text::radix::slots_equal
           : in_one_launch(m.moment) ? text::radix::slots_one_launch
                                     : text::radix::slots_differ;
  return text::paragraph(plain_slot(m), tail);
}

/// One bit per pass: the zeros stand first in the block, so the thread's number gives the rank.
std::string why_bucket_of_bit(const RadixMoment& m, uint32_t at) {
  const uint32_t bit = m.subject.digit, thread = at - m.block.begin;
  const uint32_t start = m.value(array::bucket_starts, bit * m.blocks + m.block.block);
  const uint32_t rank = bit == 0 ? thread : thread - m.block.zeros;
  return text::radix::bucket_slot_bit({.block = m.block.block,
                                       .coarse = m.coarse(),
                                       .key = m.key(),
                                       .one = bit == 1,
                                       .rank = rank,
                                       .round = m.problem.round_of(at),
                                       .slot = start + rank,
                                       .start = start,
                                       .thread = m.problem.thread_of(at)});
}

/// Several bits per pass: place in the block, minus where the bucket begins there.
std::string why_bucket_of_digit(const RadixMoment& m, uint32_t at) {
  const uint32_t entry = m.subject.digit * m.blocks + m.block.block;
  const uint32_t place = at - m.block.begin;
  const uint32_t first = m.value(array::local_bucket_starts, entry);
  const uint32_t start = m.value(array::bucket_starts, entry);
  return text::radix::bucket_slot_digit({.block = m.block.block,
                                         .coarse = m.coarse(),
                                         .digit = binary(m.subject.digit, m.digit.bits),
                                         .first = first,
                                         .key = m.key(),
                                         .place = place,
                                         .round = m.problem.round_of(at),
                                         .slot = start + place - first,
                                         .start = start,
                                         .thread = m.problem.thread_of(at)});
}

/// A picked bucket without keys: nobody writes to it.
std::string why_nobody_writes(const RadixMoment& m, uint32_t entry) {
  const uint32_t bucket = entry / m.blocks;
  if (m.digit.bits == 1)
    return text::radix::nobody_writes_bit(
        {.block = m.block.block, .keys = m.block.size(), .one = bucket == 1});
  return text::radix::nobody_writes_digit({.block = m.block.block,
                                           .digit = binary(bucket, m.digit.bits),
                                           .slot = m.value(array::bucket_starts, entry)});
}

std::string why_block_destination(const RadixMoment& m) {
  const uint32_t entry = spoken_entry(m.moment, m.subject);
  if (m.value(array::bucket_counts, entry) == 0) return why_nobody_writes(m, entry);
  const uint32_t at = position_of(*latest(m.moment, array::local_keys), m.subject.id);
  return latest(m.moment, array::local_bucket_starts) ? why_bucket_of_digit(m, at)
                                                      : why_bucket_of_bit(m, at);
}

// ---- what memory sees ----

/// The round in which the key that the sentence is about is written.
uint32_t round_spoken_of(const RadixMoment& m) {
  const radix::Array* held = m.moment.find(array::local_keys);  // as the threads have them now
  return m.problem.round_of(held ? position_of(*held, m.subject.id) : m.subject.place);
}

/// The slots that the block's threads write in that round, thread after thread.
std::vector<uint32_t> slots_in_thread_order(const RadixMoment& m) {
  std::vector<uint32_t> slots;
  for (uint32_t i = m.block.begin; i < m.block.end; ++i)
    if (m.problem.round_of(i) == round_spoken_of(m))
      slots.push_back(m.value(array::destination, i));
  return slots;
}

std::string runs_words(const RadixMoment& m) {
  const uint32_t block = m.block.block;
  if (m.block.size() == 1)
    return text::radix::writes_one_key(
        {.block = block, .slot = m.value(array::destination, m.block.begin)});
  const std::vector<uint32_t> slots = slots_in_thread_order(m);
  if (slots.size() == 1)
    return text::radix::writes_in_round(
        {.block = block, .round = round_spoken_of(m), .slot = slots[0]});
  uint32_t runs = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) runs += i == 0 || slots[i] != slots[i - 1] + 1;
  std::string written;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const bool cut = slots.size() > 8 && i == 4;
    written += joined({i == 0 ? "" : ", ", cut ? "…" : std::to_string(slots[i])});
    if (cut) break;
  }
  using text::radix::neighbours;
  return text::radix::writes({.block = block,
                              .coarse = m.coarse(),
                              .neighbours = runs == slots.size() ? neighbours::none
                                            : runs == 1          ? neighbours::all
                                                                 : neighbours::other,
                              .round = round_spoken_of(m),
                              .runs = runs,
                              .slots = written});
}

// ---- how far the sort is ----

std::string last_words(const RadixMoment& m) {
  if (m.problem.reversed()) return text::radix::sorted_then_backwards;
  if (m.passes == 1)
    return m.digit.bits == 1 ? text::radix::sorted_only_bit : text::radix::sorted_only_pass;
  if (m.problem.settings().second_bits > 0) return text::radix::sorted_two_keys;
  return text::radix::sorted_all({.bits = m.problem.key_bits(), .digits = m.wide()});
}

/// Where the keys carry values: that they came along.
std::string value_words(const RadixMoment& m) {
  if (m.problem.values().empty()) return "";
  return text::radix::value_along({.key = m.key(), .value = m.problem.values()[m.subject.id]});
}

std::string sorted_words(const RadixMoment& m) {
  if (m.keys == 1) return text::radix::sorted_one_key;
  if (m.last_pass()) return last_words(m);
  const std::string by = sorted_by(m.problem, m.pass + 1);
  if (m.pass == 0)
    return text::radix::sorted_first({.digits = m.wide(), .left = m.passes - 1, .sorted = by});
  return text::radix::sorted_on({.digits = m.wide(), .sorted = by});
}

// ---- reading backwards ----

/// Two equal keys, the first such pair of the input: identities.
struct Pair {
  uint32_t first = none, second = none;
};
Pair equal_pair(const radix::Problem& problem) {
  const auto& keys = problem.keys();
  for (uint32_t i = 0; i < keys.size(); ++i)
    for (uint32_t k = i + 1; k < keys.size(); ++k)
      if (keys[i] == keys[k]) return {i, k};
  return {};
}

}  // namespace

std::string why_destination(const RadixMoment& m) {
  return latest(m.moment, array::local_keys) ? why_block_destination(m) : why_plain_destination(m);
}

std::string why_output(const RadixMoment& m) {
  const std::string runs = runs_words(m);
  if (!m.blocked() || m.last_pass()) return text::paragraph(runs, sorted_words(m), value_words(m));
  // What blocked ownership costs, and nothing else
  const std::string blocked = m.block.size() > 1 ? text::radix::writes_blocked : "";
  return text::paragraph(runs, blocked, sorted_words(m));
}

std::string why_reversed_destination(const RadixMoment& m) {
  const uint32_t i = m.subject.position, last = m.keys - 1;
  return text::radix::backwards_slot({.index = i, .key = m.key(), .last = last, .slot = last - i});
}

std::string why_reversed_output(const RadixMoment& m) {
  const radix::Array& output = *latest(m.moment, array::output);
  const Pair pair = equal_pair(m.problem);
  if (pair.first == none) return text::radix::backwards_no_pair;
  return text::radix::backwards_pair({.first = key_words(m.problem, pair.first),
                                      .first_slot = position_of(output, pair.first),
                                      .second = key_words(m.problem, pair.second),
                                      .second_slot = position_of(output, pair.second)});
}

}  // namespace scope
