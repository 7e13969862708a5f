/// WHY: two or three sentences for every stage, written from the arrays of the moment.
#include "why.hpp"

#include "app/core/words/explain.hpp"
#include "kernels/radix/radix_arrays.hpp"

namespace scope {
namespace {

namespace array = radix::array;

std::string why_step(const RadixMoment& m) {
  const bool grid_wide = !sorts_in_block(m.moment);  // the bits are scanned over all blocks
  if (one_of(m.step.made, {array::keys, array::bits})) return why_bits(m);
  if (one_of(m.step.made, {array::partial_ones, array::partial_thread_ones, array::partial_counts}))
    return why_level(m);
  if (one_of(m.step.made, {array::ones_before_in_block, array::ones_before_thread,
                           array::counts_before_in_block}))
    return why_in_block(m);
  if (one_of(m.step.made, {array::block_ones, array::block_counts})) return why_block_sum(m);
  if (one_of(m.step.made, {array::ones_before_block, array::counts_before_block}))
    return why_before_block(m);
  if (m.step.made == array::ones_before) {
    if (grid_wide) return why_ones_before(m);
    return scans_thread_sums(m.moment) ? why_ones_before_of_thread(m) : why_in_block(m);
  }
  if (m.step.made == array::ones_total) return why_ones_total(m);
  if (m.step.made == array::thread_ones) return why_thread_ones(m);
  if (m.step.made == array::local_destination) return why_local_destination(m);
  if (m.step.made == array::local_keys) return why_local_keys(m);
  if (m.step.made == array::local_bucket_starts) return why_local_bucket_starts(m);
  if (m.step.made == array::bucket_counts) return why_bucket_counts(m);
  if (m.step.made == array::bucket_starts) return why_bucket_starts(m);
  if (m.step.made == array::destination)
    return reverses(m.moment) ? why_reversed_destination(m) : why_destination(m);
  if (m.step.made == array::output)
    return reverses(m.moment) ? why_reversed_output(m) : why_output(m);
  return "";
}

}  // namespace

std::vector<std::string> key_texts(const radix::Problem& problem, const radix::Array& keys,
                                   const BlockFacts& facts) {
  const std::vector<std::string> marks = duplicate_marks(problem);
  std::vector<std::string> texts;
  for (uint32_t i = facts.begin; i < facts.end; ++i)
    texts.push_back(problem.text_of(keys.values[i]) + marks[keys.ids[i]]);
  return texts;
}

std::string zeros_and_ones(const BlockFacts& facts) {
  return text::radix::zeros_and_ones({.ones = facts.ones, .zeros = facts.zeros});
}

bool all_equal(const RadixMoment& m) {
  uint32_t ones = 0;
  for (const BlockFacts& facts : block_facts(m.moment)) ones += facts.ones;
  return ones == 0 || ones == m.keys;
}

std::string digits_in_turn(const RadixMoment& m) {
  return text::radix::in_turn({.one = binary(1, m.digit.bits), .zero = binary(0, m.digit.bits)});
}

std::string sorted_by(const radix::Problem& problem, uint32_t passes_done) {
  const uint32_t bits = problem.sorted_bits(passes_done), second = problem.settings().second_bits;
  if (second == 0) return text::radix::by_low({.bits = bits});
  if (bits == second) return text::radix::by_second;
  return bits < second ? text::radix::by_low_of_second({.bits = bits})
                       : text::radix::by_low_of_first({.bits = bits - second});
}

std::string entry_words(const RadixMoment& m, uint32_t entry) {
  const uint32_t block = entry % m.blocks, bucket = entry / m.blocks;
  return m.digit.bits == 1
             ? text::radix::entry_of_bit({.block = block, .one = bucket == 1})
             : text::radix::entry_of_digit({.block = block, .digit = binary(bucket, m.digit.bits)});
}

std::string why_of_radix(const Moment& moment) {
  const auto subject = subject_of(moment);
  if (!moment.step() || !subject) return why_begin(moment);
  const radix::Problem& problem = moment.problem();
  return why_step(RadixMoment{.moment = moment,
                              .step = *moment.step(),
                              .problem = problem,
                              .digit = moment.digit(),
                              .subject = *subject,
                              .block = block_facts(moment, subject->block),
                              .keys = problem.size(),
                              .blocks = problem.blocks(),
                              .threads = problem.threads_per_block(),
                              .pass = moment.pass(),
                              .passes = problem.passes()});
}

}  // namespace scope
