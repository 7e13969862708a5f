/// WHY, for the sort inside the block: splits, bucket boundaries, the block's column of the table.
#include "why.hpp"

#include <algorithm>

#include "app/sorts/radix/scan/scan_facts.hpp"
#include "kernels/radix/radix_arrays.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr uint32_t few = 4;  ///< buckets that a sentence names one by one

std::string digit_text(const RadixMoment& m, uint32_t bucket) {
  return binary(bucket, m.digit.bits);
}

/// The counts of a block's buckets, or of the spoken one where they are too many.
std::string buckets_words(const RadixMoment& m) {
  std::vector<uint32_t> shown;
  for (uint32_t d = 0; d < m.digit.buckets(); ++d)
    if (m.digit.buckets() <= few || m.block.buckets[d] > 0) shown.push_back(d);
  if (shown.size() > few) shown = {m.subject.digit};
  std::vector<std::string> parts;
  for (uint32_t d : shown) {
    const uint32_t count = m.block.buckets[d];
    parts.push_back(parts.empty()
                        ? text::radix::count_first({.count = count, .digit = digit_text(m, d)})
                        : text::radix::count_next({.count = count, .digit = digit_text(m, d)}));
  }
  return text::list(parts);
}

/// How many buckets of the block hold keys.
uint32_t filled(const RadixMoment& m) {
  uint32_t count = 0;
  for (uint32_t size : m.block.buckets) count += size > 0;
  return count;
}

/// What the order inside the block is good for: only a bucket of several keys has neighbours.
std::string shared_words(const RadixMoment& m) {
  if (m.step.split + 1 < m.step.splits) return text::radix::shared_next_split;
  const uint32_t largest = *std::ranges::max_element(m.block.buckets);
  return text::paragraph(m.step.splits > 1 ? text::radix::shared_digit({.splits = m.step.splits})
                                           : std::string(text::radix::shared_bit),
                         largest < 2 ? std::string(text::radix::shared_alone)
                                     : text::radix::shared_largest({.keys = largest}));
}

/// Where the buckets of the block begin: all of them, or the spoken one where they are many.
std::string starts_words(const RadixMoment& m) {
  std::vector<std::string> parts;
  const bool many = m.digit.buckets() > few;
  for (uint32_t d = 0; d < m.digit.buckets(); ++d) {
    if (many && d != m.subject.digit) continue;
    const uint32_t at = m.value(array::local_bucket_starts, d * m.blocks + m.block.block);
    parts.push_back(parts.empty()
                        ? text::radix::bucket_first({.digit = digit_text(m, d), .place = at})
                        : text::radix::bucket_next({.digit = digit_text(m, d), .place = at}));
  }
  return text::list(parts);
}

std::string slots_words(uint32_t begin, uint32_t count) {
  return text::all::slots({.count = count, .first = begin, .last = begin + count - 1});
}

}  // namespace

// ---- several keys per thread ----

std::string why_thread_ones(const RadixMoment& m) {
  const ScanPlace place = place_in_bits(m.moment, m.subject);
  const uint32_t each = m.problem.keys_per_thread();
  const uint32_t first = m.problem.block_begin(place.block()) + place.thread() * each;
  const uint32_t end = std::min(first + each, m.problem.block_end(place.block()));
  std::vector<uint32_t> bits;
  for (uint32_t i = first; i < end; ++i) bits.push_back(m.value(array::bits, i));
  const uint32_t sum = m.value(array::thread_ones, place.index);
  return text::paragraph(
      text::radix::thread_adds({.each = each}),
      bits.size() > 1
          ? text::radix::thread_sum_of({.block = place.block(),
                                        .sum = sum,
                                        .terms = sum_text(bits, 8),
                                        .thread = place.thread()})
          : text::radix::thread_sum({.block = place.block(), .sum = sum, .thread = place.thread()}),
      each == 1
          ? std::string(text::radix::thread_scans_sums)
          : text::radix::thread_scans({.bits = m.problem.keys_per_block(), .threads = m.threads}));
}

std::string why_ones_before_of_thread(const RadixMoment& m) {
  const ScanPlace place = place_in_bits(m.moment, m.subject);
  const uint32_t outside = m.value(array::ones_before_thread, place.index);
  const uint32_t before = m.value(array::ones_before, m.subject.place);
  return text::radix::ones_before_of_thread({.before = before,
                                             .block = place.block(),
                                             .inside = before - outside,
                                             .key = m.key(),
                                             .outside = outside,
                                             .place = m.subject.place - m.block.begin,
                                             .thread = place.thread()});
}

// ---- the splits ----

std::string why_local_destination(const RadixMoment& m) {
  const BlockFacts& b = m.block;
  if (b.zeros == 0 || b.ones == 0)
    return text::radix::local_alike({.block = b.block, .ones = b.zeros == 0});
  return text::paragraph(text::radix::local_slots({.block = b.block,
                                                   .counts = zeros_and_ones(b),
                                                   .one_slots = slots_words(b.zeros, b.ones),
                                                   .ones = b.ones,
                                                   .zero_slots = slots_words(0, b.zeros),
                                                   .zeros = b.zeros}),
                         m.step.split > 0 ? text::radix::local_again : text::radix::local_as_grid);
}

std::string why_local_keys(const RadixMoment& m) {
  const BlockFacts& b = m.block;
  const std::string keys =
      text::list(key_texts(m.problem, *latest(m.moment, array::local_keys), b));
  return text::paragraph(
      b.size() <= 8 && keys.size() <= 60
          ? text::radix::local_keys({.block = b.block, .counts = zeros_and_ones(b), .keys = keys})
          : text::radix::local_keys_many({.block = b.block, .counts = zeros_and_ones(b)}),
      shared_words(m));
}

// ---- the buckets of the block ----

std::string why_local_bucket_starts(const RadixMoment& m) {
  const bool empty = filled(m) < m.digit.buckets();
  return text::paragraph(
      text::radix::buckets_start({.block = m.block.block, .starts = starts_words(m)}),
      m.coarse() ? text::radix::buckets_compare_each : text::radix::buckets_compare,
      std::string_view(empty ? text::radix::buckets_empty : text::radix::buckets_uncounted));
}

std::string why_bucket_counts(const RadixMoment& m) {
  const BlockFacts& b = m.block;
  const bool bit = m.digit.bits == 1;
  const std::string column =
      bit ? text::radix::column_bit(
                {.block = b.block, .counts = zeros_and_ones(b), .ones = b.ones, .zeros = b.zeros})
      : m.digit.buckets() <= few
          ? text::radix::column_few(
                {.block = b.block, .buckets = buckets_words(m), .numbers = text::list(b.buckets)})
          : text::radix::column_many({.all = m.digit.buckets(),
                                      .block = b.block,
                                      .buckets = buckets_words(m),
                                      .example = filled(m) > few,
                                      .filled = filled(m)});
  if (m.blocks == 1)
    return text::paragraph(column, bit ? text::radix::column_only_bit : text::radix::column_only);
  return text::paragraph(column, bit ? std::string(text::radix::column_scan_bit)
                                     : text::radix::column_scan({.turns = digits_in_turn(m)}));
}

}  // namespace scope
