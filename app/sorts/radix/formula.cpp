/// FORMULA cards: the rule of the current step with the selected key's numbers, all from the trace.
#include "formula.hpp"

#include <algorithm>

#include "app/sorts/radix/scan/scan_facts.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "radix_worker.hpp"

namespace scope {

using radix::ArrayId;
namespace array = radix::array;

Formula card(std::string title, std::string words, std::vector<Term> terms,
             const std::optional<uint32_t>& result) {
  return {.title = std::move(title),
          .words = std::move(words),
          .terms = std::move(terms),
          .result = result ? std::to_string(*result) : "",
          .hint = ""};
}

namespace {

// ---- bit extract ----

/// Before the first step: where a thread finds its key, if it has several.
Formula position_card(const FormulaCard& c) {
  const uint32_t at = c.s.position - c.problem.block_begin(c.s.block);
  const uint32_t each = c.problem.keys_per_thread(), round = c.problem.round_of(c.s.position);
  const bool rounds = c.problem.settings().ownership == radix::Ownership::interleaved;
  const std::vector<Term> terms =
      rounds ? std::vector{term(c.s.thread, text::radix::term_thread),
                           term(round * c.threads, text::radix::term_rounds_threads)}
             : std::vector{term(c.s.thread * each, text::radix::term_thread_keys),
                           term(round, text::radix::term_round)};
  Formula f = card(text::radix::ask_place({.key = c.key()}),
                   rule_of(text::radix::result_place, terms), terms, at);
  f.hint = text::radix::hint_from_zero({.round = round, .thread = c.s.thread});
  return f;
}

Formula bit_card(const FormulaCard& c) {
  const bool coded = c.digit.code != radix::KeyCode{} || c.problem.settings().second_bits > 0;
  const uint32_t bit = c.digit.shift + c.moment.split();
  const uint32_t ordered = c.problem.ordered(c.s.key);
  const text::Label name = coded ? text::radix::term_sorted_shifted : text::radix::term_key_shifted;
  Formula f = card(text::radix::ask_bit({.bit = bit, .key = c.key()}),
                   text::radix::rule_bit({.name = name}),
                   {{.value = joined({ordered, " >> ", bit}), .name = name},
                    {.value = "1", .name = text::radix::term_mask, .sign = '&'}},
                   c.value(array::bits, c.s.place));
  if (coded) f.hint = text::radix::hint_ordered({.key = c.key(), .ordered = ordered});
  return f;
}

// ---- destinations ----

Formula destination_card(const FormulaCard& c) {
  const std::string title = text::all::where_does_key_go({.key = c.key()});
  const auto before = c.value(array::ones_before, c.s.position);
  const auto slot = c.value(array::destination, c.s.position);
  if (c.s.bit == 0) {
    const std::vector<Term> terms{term(c.s.position, text::radix::term_index),
                                  term(before, text::radix::term_before, '-')};
    return card(title, rule_of(text::radix::result_zero_slot, terms), terms, slot);
  }
  const auto total = c.value(array::ones_total, 0);
  const char sign = ones_go_downwards(c.moment) ? '-' : '+';
  const std::vector<Term> terms{term(c.keys, text::radix::term_size),
                                term(total, text::radix::term_ones_total, '-'),
                                term(before, text::radix::term_before, sign)};
  return card(title, rule_of(text::radix::result_one_slot, terms), terms, slot);
}

Formula reversed_card(const FormulaCard& c) {
  const std::vector<Term> terms{term(c.keys, text::radix::term_size), term(1, "1", '-'),
                                term(c.s.position, text::radix::term_index, '-')};
  return card(text::all::where_does_key_go({.key = c.key()}), rule_of(text::all::slot, terms),
              terms, c.value(array::destination, c.s.position));
}

/// The last block's own ones on top of those it was handed.
Formula total_card(const FormulaCard& c) {
  const uint32_t last = c.blocks - 1;
  const std::vector<Term> terms{
      term(c.value(array::ones_before_block, last), text::radix::term_before_last),
      term(c.value(array::block_ones, last), text::radix::term_own_ones)};
  return card(text::radix::ask_total, rule_of(text::radix::result_total, terms), terms,
              c.value(array::ones_total, 0));
}

Formula local_slot_card(const FormulaCard& c) {
  const std::string title = text::radix::ask_local_slot({.key = c.key()});
  const auto before = c.value(array::ones_before, c.s.place);
  const auto slot = c.value(array::local_destination, c.s.place);
  const uint32_t place = c.s.place - c.problem.block_begin(c.s.block);
  const text::Label where =
      c.problem.keys_per_thread() > 1 ? text::radix::term_place : text::radix::term_thread;
  const bool zero = c.s.bit == 0;
  const std::vector<Term> terms =
      zero ? std::vector{term(place, where), term(before, text::radix::term_ones_before, '-')}
           : std::vector{
                 term(c.size_of(c.s.block), text::radix::term_keys_here),
                 term(c.value(array::block_ones, c.s.block), text::radix::term_ones_here, '-'),
                 term(before, text::radix::term_ones_before)};
  return card(title,
              rule_of(zero ? text::radix::result_zero_slot : text::radix::result_one_slot, terms),
              terms, slot);
}

/// The thread that has the key once the block has sorted: the one of its slot.
Formula local_key_card(const FormulaCard& c) {
  const auto worker = radix_worker(c.moment);
  if (!worker) return {};
  const uint32_t each = c.problem.keys_per_thread();
  const uint32_t slot = worker->element - c.problem.block_begin(worker->block);
  const std::vector<Term> terms =
      each == 1 ? std::vector{term(worker->thread, text::radix::term_thread)}
                : std::vector{term(worker->thread * each, text::radix::term_thread_keys),
                              term(slot % each, text::radix::term_number)};
  return card(text::radix::ask_local_source(
                  {.block = worker->block, .key = c.key(), .thread = worker->thread}),
              rule_of(text::all::slot, terms), terms, slot);
}

// ---- the buckets of the block ----

/// Where the next bucket of the same block begins; at the end of the block for the last one.
std::optional<uint32_t> next_local_start(const FormulaCard& c, uint32_t entry) {
  const uint32_t next = entry + c.blocks;
  if (next >= table_entries(c.moment)) return c.size_of(entry % c.blocks);
  return c.value(array::local_bucket_starts, next);
}

Formula local_start_card(const FormulaCard& c, uint32_t entry) {
  const uint32_t block = entry % c.blocks, bucket = entry / c.blocks;
  const std::vector<uint32_t> sizes = block_facts(c.moment, block).buckets;
  std::vector<Term> terms;
  uint32_t d = 0;
  if (bucket > 3) {
    uint32_t sum = 0;
    for (; d + 1 < bucket; ++d) sum += sizes[d];
    terms.push_back(
        term(sum, text::radix::term_buckets_before({.digit = binary(bucket - 1, c.digit.bits)})));
  }
  for (; d < bucket; ++d)
    terms.push_back(
        term(sizes[d], text::radix::term_in_bucket({.digit = binary(d, c.digit.bits)})));
  if (bucket == 0) terms.push_back(term(0, text::radix::term_nothing_before));
  return card(text::radix::ask_local_start({.block = block, .digit = binary(bucket, c.digit.bits)}),
              rule_of(text::radix::result_start, terms), terms,
              c.value(array::local_bucket_starts, entry));
}

Formula count_card(const FormulaCard& c, uint32_t entry) {
  const uint32_t block = entry % c.blocks;
  const std::string title = count_question(c.moment, entry);
  const auto count = c.value(array::bucket_counts, entry);
  if (latest(c.moment, array::local_bucket_starts)) {
    const bool last = entry + c.blocks >= table_entries(c.moment);
    const std::vector<Term> terms{
        term(next_local_start(c, entry),
             last ? text::radix::term_block_end : text::radix::term_next_start),
        term(c.value(array::local_bucket_starts, entry), text::radix::term_own_start, '-')};
    return card(title, rule_of(text::radix::result_keys, terms), terms, count);
  }
  const auto ones = c.value(array::block_ones, block);
  const bool one = entry >= c.blocks;
  const std::vector<Term> terms =
      one ? std::vector{term(ones, text::radix::term_sum_of_bits)}
          : std::vector{term(c.size_of(block), text::radix::term_keys_here),
                        term(ones, text::radix::term_ones_here, '-')};
  return card(title, rule_of(one ? text::radix::result_ones : text::radix::result_zeros, terms),
              terms, count);
}

Formula block_destination_card(const FormulaCard& c) {
  const uint32_t position = position_of(*latest(c.moment, array::local_keys), c.s.id);
  const uint32_t entry = c.s.digit * c.blocks + c.s.block;
  const uint32_t place = position - c.problem.block_begin(c.s.block);
  const bool boundaries = latest(c.moment, array::local_bucket_starts) != nullptr;
  std::vector<Term> terms{
      term(c.value(array::bucket_starts, entry), text::radix::term_bucket_start),
      term(place, boundaries ? text::radix::term_place : text::radix::term_thread)};
  if (boundaries)
    terms.push_back(
        term(c.value(array::local_bucket_starts, entry), text::radix::term_local_start, '-'));
  else if (c.s.digit == 1)
    terms.push_back(term(c.value(array::bucket_counts, c.s.block), text::radix::term_zeros, '-'));
  const text::Label slot = boundaries       ? text::all::slot
                           : c.s.digit == 0 ? text::radix::result_zero_slot
                                            : text::radix::result_one_slot;
  return card(text::all::where_does_key_go({.key = c.key()}), rule_of(slot, terms), terms,
              c.value(array::destination, position));
}

// ---- a picked table entry ----

uint32_t counts_in(const FormulaCard& c, uint32_t begin, uint32_t end) {
  uint32_t sum = 0;
  for (uint32_t e = begin; e < end; ++e) sum += c.value(array::bucket_counts, e).value_or(0);
  return sum;
}

/// The entries first … end - 1 of one row: one by one when they are few, else all but the last in
/// one term.
void add_entries(const FormulaCard& c, std::vector<Term>& terms, uint32_t first, uint32_t end) {
  uint32_t e = first;
  if (end - first > 3) {
    e = end - 1;
    const uint32_t bucket = first / c.blocks, from = first % c.blocks, to = (e - 1) % c.blocks;
    terms.push_back(
        term(counts_in(c, first, e),
             c.digit.bits == 1
                 ? text::radix::term_row_bit({.first = from, .last = to, .one = bucket == 1})
                 : text::radix::term_row(
                       {.digit = binary(bucket, c.digit.bits), .first = from, .last = to})));
  }
  for (; e < end; ++e)
    terms.push_back(term(c.value(array::bucket_counts, e), entry_name(c.moment, e)));
}

/// What the rows above one are called together.
std::string rows_above(const FormulaCard& c, uint32_t bucket) {
  if (bucket > 1) return text::radix::term_smaller;
  const bool alone = c.blocks == 1;
  return c.digit.bits == 1
             ? text::radix::term_above_bit({.alone = alone})
             : text::radix::term_above({.alone = alone, .digit = binary(0, c.digit.bits)});
}

// ---- which card ----

/// Where a bucket of a block starts in the output: the sum of the table's entries before it.
Formula start_card(const FormulaCard& c, uint32_t entry) {
  const uint32_t row = entry / c.blocks, first = row * c.blocks;
  std::vector<Term> terms;
  if (entry == 0) terms.push_back(term(0, text::radix::term_nothing_before));
  if (row > 0) terms.push_back(term(counts_in(c, 0, first), rows_above(c, row)));
  add_entries(c, terms, first, entry);
  return card(start_question(c.moment, entry), rule_of(text::radix::result_start, terms), terms,
              c.value(array::bucket_starts, entry));
}

Formula card_of(const FormulaCard& c, ArrayId made) {
  if (reverses(c.moment)) return reversed_card(c);
  const auto picked = picked_entry(c.moment);
  if (picked && latest(c.moment, array::bucket_counts)) return start_card(c, *picked);
  const bool of_table = radix::info(made).stage == radix::stage::table_scan;
  if (one_of(made, {array::keys, array::bits})) return bit_card(c);
  if (made == array::thread_ones) return thread_ones_card(c);
  if (made == array::ones_total) return total_card(c);
  if (made == array::local_destination) return local_slot_card(c);
  if (made == array::local_keys) return local_key_card(c);
  if (made == array::local_bucket_starts) return local_start_card(c, spoken_entry(c.moment, c.s));
  if (made == array::bucket_counts) return count_card(c, spoken_entry(c.moment, c.s));
  if (one_of(made, {array::destination, array::output}))
    return latest(c.moment, array::local_keys) ? block_destination_card(c) : destination_card(c);
  if (made == array::ones_before && scans_thread_sums(c.moment))
    return ones_before_of_thread_card(c);
  // In the end not as the launch adds it up, scan block by scan block, but what it is the sum of
  if (made == array::bucket_starts) return start_card(c, spoken_entry(c.moment, c.s));
  return of_table ? table_scan_card(c, made) : bit_scan_card(c, made);
}

}  // namespace

Formula formula_of_radix(const Moment& moment) {
  const auto subject = subject_of(moment);
  if (!subject) return {};
  const radix::Problem& problem = moment.problem();
  const FormulaCard c{moment,
                      problem,
                      *subject,
                      moment.digit(),
                      problem.size(),
                      problem.blocks(),
                      problem.threads_per_block()};
  const bool shared = !moment.step() && problem.keys_per_thread() > 1;
  const ArrayId made = moment.step() ? moment.step()->made : array::bits;
  Formula f = shared ? position_card(c) : card_of(c, made);
  const bool pointed = moment.chosen() != none || picked_entry(moment);
  if (!pointed && f.hint.empty()) f.hint = text::all::point_at_a_key;
  return f;
}

}  // namespace scope
