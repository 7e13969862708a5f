/// FORMULA cards of the scans, of the bits and of the bucket table.
#include <algorithm>

#include "app/core/model/block_scan.hpp"
#include "app/sorts/radix/formula.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "scan_facts.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;

Formula level_card(const FormulaCard& c, const ScanPlace& of_subject) {
  const ScanPlace p = place_at_level(c.moment, of_subject, c.s.chosen);
  const LevelStep step = level_step(c.moment, p);
  const radix::ScanPhase phase = levels_of(c.moment, p.arrays.partial).back().phase;
  const std::string title =
      p.table ? text::radix::ask_sum_entry({.entry = entry_name(c.moment, p.index)})
      : each_its_own(phase)
          ? text::radix::ask_sum_thread({.block = p.block(), .thread = p.thread()})
          : text::radix::ask_sum_place({.block = p.block(), .thread = p.thread()});
  const auto sum_card = [&](const std::vector<Term>& terms) {
    return card(title, rule_of(text::radix::result_sum, terms), terms, step.after);
  };
  if (step.kind == LevelStep::clears) {
    Formula f = sum_card({term(0, text::radix::term_nothing)});
    f.hint = text::radix::hint_kept({.total = step.before});
    return f;
  }
  if (step.kind == LevelStep::takes)
    return sum_card({term(step.other, text::radix::term_sum_right({.distance = step.distance}))});
  std::vector<Term> terms{term(step.before, text::radix::term_own_sum)};
  if (step.kind == LevelStep::adds)
    terms.push_back(term(
        step.other, step.warps == 1  ? std::string(text::radix::term_warp)
                    : step.warps > 1 ? text::radix::term_warps({.last = step.warps - 1})
                                     : text::radix::term_sum_left({.distance = step.distance})));
  Formula f = sum_card(terms);
  if (step.kind != LevelStep::stays) return f;
  const bool in_warp = phase == radix::ScanPhase::lanes;
  using text::radix::within;
  f.hint = in_warp || phase == radix::ScanPhase::across
               ? text::radix::hint_nothing_left({.distance = step.distance,
                                                 .within = in_warp   ? within::warp
                                                           : p.table ? within::scan
                                                                     : within::other})
           : phase == radix::ScanPhase::carry ? std::string(text::radix::hint_no_warp)
                                              : std::string(text::radix::hint_left_as_is);
  return f;
}

Formula in_block_card(const FormulaCard& c, const ScanPlace& p) {
  const std::string title =
      p.table ? text::radix::ask_before_entry({.entry = entry_name(c.moment, p.index)})
              : text::radix::ask_before_thread({.block = p.block(), .thread = p.thread()});
  const std::string before = text::radix::result_before_in({.table = p.table});
  const auto result = c.value(p.arrays.in_block, p.index);
  const auto with = [&](const std::string& rule, std::vector<Term> terms) {
    return card(title, text::all::rule({.result = before, .terms = rule}), std::move(terms),
                result);
  };
  if (p.thread() == 0)
    return with(text::radix::rule_before_first, {term(0, text::radix::term_nothing_before)});
  const auto levels = levels_of(c.moment, p.arrays.partial);
  if (c.problem.settings().scan == radix::BlockScan::shuffles && !levels.empty()) {
    const std::vector<Term> terms{
        term(levels.back().sums->values[p.index], text::radix::term_own_sum),
        term(c.value(p.arrays.input, p.index), text::radix::term_own_value, '-')};
    return card(title, rule_of(before, terms), terms, result);
  }
  const bool shifted = c.problem.settings().scan != radix::BlockScan::blelloch;
  const uint32_t at = shifted ? p.index - 1 : p.index;
  const std::string whose = text::radix::term_sum_of({.thread = at % p.width});
  return with(
      shifted ? text::radix::rule_left_neighbour({.sum = whose})
              : text::radix::rule_as_the_tree({.sum = whose}),
      {term(levels.empty() ? std::nullopt : std::optional(levels.back().sums->values[at]), whose)});
}

Formula block_sum_card(const FormulaCard& c, const ScanPlace& p) {
  const uint32_t last = std::min(p.values, (p.block() + 1) * p.width) - 1;
  const std::vector<Term> terms{
      term(c.value(p.arrays.in_block, last), text::radix::term_before_last_value),
      term(c.value(p.arrays.input, last), text::radix::term_last_value)};
  return card(text::radix::ask_in_block({.block = p.block(), .table = p.table}),
              rule_of(text::radix::result_block_sum({.table = p.table}), terms), terms,
              c.value(p.arrays.block_sum, p.block()));
}

Formula before_block_card(const FormulaCard& c, const ScanPlace& p) {
  const uint32_t block = p.block();
  const std::vector<Term> terms =
      block == 0
          ? std::vector{term(0, text::radix::term_nothing)}
          : std::vector{
                term(c.value(p.arrays.before_block, block - 1),
                     text::radix::term_before_block({.block = block - 1, .table = p.table})),
                term(c.value(p.arrays.block_sum, block - 1),
                     text::radix::term_in_the_block({.block = block - 1, .table = p.table}))};
  return card(text::radix::ask_before_block({.block = block, .table = p.table}),
              rule_of(text::radix::result_before({.block = block, .table = p.table}), terms), terms,
              c.value(p.arrays.before_block, block));
}

Formula result_card(const FormulaCard& c, const ScanPlace& p) {
  const std::vector<Term> terms{term(c.value(p.arrays.before_block, p.block()),
                                     text::radix::term_before_this({.table = p.table})),
                                term(c.value(p.arrays.in_block, p.index),
                                     text::radix::term_before_in_this({.table = p.table}))};
  return card(
      p.table ? start_question(c.moment, p.index) : text::radix::ask_ones_before({.key = c.key()}),
      rule_of(p.table ? text::radix::result_start : text::radix::result_ones_before, terms), terms,
      c.value(p.arrays.result, p.index));
}

Formula scan_card(const FormulaCard& c, const ScanPlace& p, ArrayId made) {
  if (made == p.arrays.partial) return level_card(c, p);
  if (made == p.arrays.in_block) return in_block_card(c, p);
  if (made == p.arrays.block_sum) return block_sum_card(c, p);
  if (made == p.arrays.before_block) return before_block_card(c, p);
  return result_card(c, p);
}

/// Positions of the keys whose bits the subject's thread adds up.
Interval places_of_thread(const FormulaCard& c, const ScanPlace& p) {
  const uint32_t each = c.problem.keys_per_thread();
  const uint32_t begin = c.problem.block_begin(c.s.block) + p.thread() * each;
  return {begin, std::min(begin + each, c.problem.block_end(c.s.block))};
}

uint32_t bits_in(const FormulaCard& c, uint32_t begin, uint32_t end) {
  uint32_t sum = 0;
  for (uint32_t i = begin; i < end; ++i) sum += c.value(array::bits, i).value_or(0);
  return sum;
}

}  // namespace

Formula bit_scan_card(const FormulaCard& c, ArrayId made) {
  return scan_card(c, place_in_bits(c.moment, c.s), made);
}

Formula table_scan_card(const FormulaCard& c, ArrayId made) {
  return scan_card(c, place_in_table(c.moment, spoken_entry(c.moment, c.s)), made);
}

Formula thread_ones_card(const FormulaCard& c) {
  const ScanPlace p = place_in_bits(c.moment, c.s);
  const Interval places = places_of_thread(c, p);
  std::vector<Term> terms;
  uint32_t from = places.begin;
  if (places.size() > 4) {
    from = places.end - 1;
    terms.push_back(term(bits_in(c, places.begin, from),
                         text::radix::term_bits_of({.places = places.size() - 1})));
  }
  for (uint32_t i = from; i < places.end; ++i)
    terms.push_back(
        term(c.value(array::bits, i),
             text::radix::term_bit_at({.place = i - c.problem.block_begin(c.s.block)})));
  return card(text::radix::ask_thread_ones({.block = p.block(), .thread = p.thread()}),
              rule_of(text::radix::result_sum, terms), terms, c.value(array::thread_ones, p.index));
}

Formula ones_before_of_thread_card(const FormulaCard& c) {
  const ScanPlace p = place_in_bits(c.moment, c.s);
  const uint32_t first = places_of_thread(c, p).begin;
  const std::vector<Term> terms{
      term(c.value(array::ones_before_thread, p.index), text::radix::term_before_thread),
      term(bits_in(c, first, c.s.place), text::radix::term_further_left)};
  return card(text::radix::ask_ones_before_in_block({.key = c.key()}),
              rule_of(text::radix::result_ones_before_key, terms), terms,
              c.value(array::ones_before, c.s.place));
}

}  // namespace scope
