/// WHY, before the first step and for the bits that a pass looks at.
#include "why.hpp"

#include "app/core/words/explain.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "kernels/radix/radix_family.hpp"

namespace scope {
namespace {

namespace array = radix::array;

// ---- before the first step ----

/// "4 passes, one for every bit, lowest bit first".
std::string passes_words(const radix::Problem& problem) {
  const uint32_t passes = problem.passes(), radix_bits = problem.settings().radix_bits;
  if (passes == 1) return text::radix::passes_single;
  if (problem.settings().second_bits > 0) return text::radix::passes_second({.passes = passes});
  if (radix_bits == 1) return text::radix::passes_of_one_bit({.passes = passes});
  const uint32_t last = problem.digit(passes - 1).bits;
  return last == radix_bits
             ? text::radix::passes_alike({.bits = radix_bits, .passes = passes})
             : text::radix::passes_last_other({.bits = radix_bits, .last = last, .passes = passes});
}

std::string launch_words(const radix::Problem& problem) {
  const uint32_t each = problem.keys_per_thread();
  const uint32_t idle = problem.blocks() * problem.keys_per_block() - problem.size();
  return text::radix::begin_launch({.blocks = problem.blocks(),
                                    .each = each,
                                    .idle_places = each > 1 ? idle : 0,
                                    .idle_threads = each > 1 ? 0 : idle,
                                    .threads = problem.threads_per_block()});
}

/// What is special about the sort or about how the threads share the keys.
text::Label sort_title(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  if (in_one_launch(moment)) return text::radix::begin_one_launch;
  if (!sorts_in_block(moment)) return text::radix::begin_grid;
  if (problem.keys_per_thread() == 1) return text::radix::begin_in_block;
  return problem.settings().ownership == radix::Ownership::blocked ? text::radix::begin_blocked
                                                                   : text::radix::begin_rounds;
}

/// One sentence on how keys become sorted bits, if that is not plain.
std::string order_words(const radix::Problem& problem) {
  const radix::Settings& s = problem.settings();
  if (s.order == radix::SortOrder::reversed) return text::radix::begin_reversed;
  if (s.order == radix::SortOrder::descending) return text::radix::begin_descending;
  return problem.values().empty() ? "" : text::radix::begin_values;
}

// ---- bit extract ----

/// "bit 2", "bits 2 and 3", "bits 3 to 5", with the field where there are two.
std::string pass_bits(const RadixMoment& m) {
  const radix::PassBits bits = radix::bits_of_pass(m.problem, m.pass);
  const std::string words = text::radix::bits_of_pass(
      {.count = bits.last - bits.first + 1, .first = bits.first, .last = bits.last});
  return *bits.field ? text::radix::bits_of_field({.bits = words, .second = bits.field[0] == 's'})
                     : words;
}

/// "bit 2, bit 0 of the digit"; of the lowest digit only "bit 0".
std::string split_bit(const RadixMoment& m) {
  const uint32_t first = radix::bits_of_pass(m.problem, m.pass).first, bit = first + m.step.split;
  return first == 0 ? text::radix::bit({.bit = bit})
                    : text::radix::bit_of_digit({.bit = bit, .split = m.step.split});
}

/// "Pass 2 sorts by bits 2 and 3; so far … . Split 1 of 2 looks at bit 2, bit 0 of the digit."
std::string wide_lead(const RadixMoment& m) {
  if (m.step.split > 0)
    return text::radix::split_looks({.before = m.step.split,
                                     .bit = split_bit(m),
                                     .split = m.step.split + 1,
                                     .splits = m.step.splits});
  const std::string bits = pass_bits(m);
  const std::string pass =
      m.digit.bits < m.problem.settings().radix_bits
          ? text::radix::pass_sorts_narrow({.bits = bits,
                                            .buckets = m.digit.buckets(),
                                            .left = m.digit.bits,
                                            .pass = m.pass + 1})
      : m.pass == 0
          ? text::radix::pass_sorts_first(
                {.bits = bits, .buckets = m.digit.buckets(), .pass = m.pass + 1})
          : text::radix::pass_sorts(
                {.bits = bits, .pass = m.pass + 1, .sorted = sorted_by(m.problem, m.pass)});
  if (m.step.splits < 2) return pass;
  return text::paragraph(pass, text::radix::split_looks_first(
                                   {.bit = split_bit(m), .split = 1, .splits = m.step.splits}));
}

std::string lead(const RadixMoment& m) {
  if (m.wide()) return wide_lead(m);
  if (m.pass == 0) return text::radix::pass_looks_first({.bits = pass_bits(m), .pass = 1});
  return text::radix::pass_looks(
      {.bits = pass_bits(m), .pass = m.pass + 1, .sorted = sorted_by(m.problem, m.pass)});
}

std::string block_bits(const RadixMoment& m) {
  const BlockFacts& b = m.block;
  const auto keys = key_texts(m.problem, split_input(m.moment), b);
  const radix::Array& bits = *latest(m.moment, array::bits);
  if (b.size() == 1)
    return text::radix::only_key_has({.bit = b.ones, .block = b.block, .key = keys[0]});
  const std::string texts = text::list(keys);
  if (b.size() > 8 || texts.size() > 60)
    return text::radix::block_finds({.block = b.block, .counts = zeros_and_ones(b)});
  const std::vector<uint32_t> found(bits.values.begin() + b.begin, bits.values.begin() + b.end);
  return text::radix::block_gives(
      {.bits = text::list(found), .block = b.block, .counts = zeros_and_ones(b), .keys = texts});
}

// ---- keys that are not sorted by their plain bits ----

bool is_sign_bit(const RadixMoment& m) {
  return (m.digit.code.sign >> (m.digit.shift + m.step.split) & 1) != 0;
}
bool is_complemented(const RadixMoment& m) {
  return (m.digit.code.flip >> (m.digit.shift + m.step.split) & 1) != 0;
}

/// Why the bits differ from those of the keys, with an example of few bits; "" when they do not.
std::string code_words(const RadixMoment& m) {
  const uint32_t bits = m.problem.key_bits(), key = m.subject.key;
  const std::string plain = binary(key, bits), ordered = binary(m.problem.ordered(key), bits);
  if (is_sign_bit(m) && is_complemented(m)) return text::radix::sign_twice;
  if (is_sign_bit(m))
    return bits > 12
               ? std::string(text::radix::sign_flipped)
               : text::radix::sign_flipped_as({.bits = plain, .key = m.key(), .ordered = ordered});
  if (is_complemented(m))
    return bits > 12
               ? std::string(text::radix::complemented)
               : text::radix::complemented_as({.bits = plain, .key = m.key(), .ordered = ordered});
  return m.digit.code.real ? text::radix::negative_complemented : "";
}

// ---- what to think of it ----

std::string bits_reason(const RadixMoment& m) {
  const uint32_t second = m.problem.settings().second_bits, each = m.problem.keys_per_thread();
  if (all_equal(m))
    return m.step.splits > 1 ? text::radix::bits_equal_split : text::radix::bits_equal_pass;
  if (second > 0 && m.pass == 0 && m.step.split == 0) return text::radix::bits_second_first;
  if (second > 0 && m.digit.shift == second && m.step.split == 0)
    return text::radix::bits_second_kept;
  if (std::string words = code_words(m); !words.empty()) return words;
  if (m.coarse() && m.step.split == 0)
    return m.blocked() ? text::radix::bits_blocked({.each = each})
                       : text::radix::bits_rounds({.each = each});
  if (m.idle() > 0)
    return m.coarse() ? text::radix::bits_idle_places({.idle = m.idle()})
                      : text::radix::bits_idle_threads({.idle = m.idle()});
  return m.step.split > 0 ? text::radix::bits_splits_kept : text::radix::bits_before;
}

}  // namespace

std::string why_begin(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Settings& s = problem.settings();
  if (problem.size() == 0) return text::radix::begin_no_keys;
  if (problem.size() == 1) return text::radix::begin_one_key;
  return text::paragraph(text::radix::begin({.bits = s.key_bits,
                                             .keys = problem.size(),
                                             .passes = passes_words(problem),
                                             .second = s.second_bits}),
                         launch_words(problem), std::string_view(sort_title(moment)),
                         order_words(problem));
}

std::string why_bits(const RadixMoment& m) {
  return text::paragraph(lead(m), block_bits(m), bits_reason(m));
}

}  // namespace scope
