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

/// "thread 3 of block 2", "the ones of block 2".
std::string scanned_name(const Card& c, const ScanPlace& p) {
  if (p.table) return "the " + entry_name(c.moment, p.index);
  return say("thread ", p.thread(), " of block ", p.block());
}

std::string nouns(const ScanPlace& p) { return say(p.noun(), "s"); }

std::string block_name(const ScanPlace& p, uint32_t block) {
  return say(p.block_noun(), " ", block);
}

Formula level_card(const Card& c, const ScanPlace& of_subject) {
  const ScanPlace p = place_at_level(c.moment, of_subject, c.s.chosen);
  const LevelStep step = level_step(c.moment, p);
  const radix::ScanPhase sweep = levels_of(c.moment, p.arrays.partial).back().sweep;
  const bool own = p.table || each_its_own(sweep);
  const std::string title = own ? "The sum of " + scanned_name(c, p)
                                : say("The sum at place ", p.thread(), " of block ", p.block());
  if (step.kind == LevelStep::clears) {
    Formula f = card(title, "sum = nothing", {term(0, "nothing")}, step.after);
    f.hint = say("the total of the block, ", step.before, ", is kept aside");
    return f;
  }
  if (step.kind == LevelStep::takes) {
    const std::string right = say("the sum ", step.distance, " to its right");
    return card(title, "sum = " + right, {term(step.other, right)}, step.after);
  }
  std::vector<Term> terms{term(step.before, "its own sum")};
  if (step.kind == LevelStep::adds)
    terms.push_back(term(step.other, step.warps == 1 ? "sum of warp 0"
                                     : step.warps > 1
                                         ? say("sums of warps 0 to ", step.warps - 1)
                                         : say("the sum ", step.distance, " to its left")));
  Formula f = card(title, words_of("sum", terms), terms, step.after);
  if (step.kind != LevelStep::stays) return f;
  const bool in_warp = sweep == radix::ScanPhase::lanes;
  f.hint = in_warp || sweep == radix::ScanPhase::across
               ? say("nothing is ", step.distance, " to the left in this ",
                     in_warp ? "warp" : p.block_noun(), ": the sum stays")
           : sweep == radix::ScanPhase::carry ? "no warp is before the first: the sum stays"
                                              : "this level leaves the sum as it is";
  return f;
}

Formula in_block_card(const Card& c, const ScanPlace& p) {
  const std::string title = say("How many ", nouns(p), " stand before ", scanned_name(c, p), "?");
  const std::string before = say("before in ", p.block_noun(), " = ");
  const auto result = c.value(p.arrays.in_block, p.index);
  if (p.thread() == 0)
    return card(title, before + "nothing before the first thread", {term(0, "nothing before")},
                result);
  const auto levels = levels_of(c.moment, p.arrays.partial);
  if (c.problem.settings().scan == radix::BlockScan::shuffles && !levels.empty()) {
    const std::vector<Term> terms{term(levels.back().sums->values[p.index], "its own sum"),
                                  term(c.value(p.arrays.input, p.index), "its own value", '-')};
    return card(title, before + "its own sum − its own value", terms, result);
  }
  const bool shifted = c.problem.settings().scan != radix::BlockScan::blelloch;
  const uint32_t at = shifted ? p.index - 1 : p.index;
  const std::string whose = say("sum of thread ", at % p.width);
  return card(
      title, before + whose + (shifted ? ", the left neighbour" : ", as the tree left it"),
      {term(levels.empty() ? std::nullopt : std::optional(levels.back().sums->values[at]), whose)},
      result);
}

Formula block_sum_card(const Card& c, const ScanPlace& p) {
  const uint32_t last = std::min(p.values, (p.block() + 1) * p.width) - 1;
  return card(say("How many ", nouns(p), " are in ", block_name(p, p.block()), "?"),
              say(p.block_noun(), " sum = before the last value + last value"),
              {term(c.value(p.arrays.in_block, last), "before the last value"),
               term(c.value(p.arrays.input, last), "last value")},
              c.value(p.arrays.block_sum, p.block()));
}

Formula before_block_card(const Card& c, const ScanPlace& p) {
  const uint32_t block = p.block();
  const std::string title = say("How many ", nouns(p), " stand before ", block_name(p, block), "?");
  const std::string before = "before " + block_name(p, block);
  if (block == 0)
    return card(title, before + " = nothing", {term(0, "nothing")},
                c.value(p.arrays.before_block, 0));
  const std::string previous = block_name(p, block - 1);
  const std::vector<Term> terms{
      term(c.value(p.arrays.before_block, block - 1), "before " + previous),
      term(c.value(p.arrays.block_sum, block - 1), "in " + previous)};
  return card(title, words_of(before, terms), terms, c.value(p.arrays.before_block, block));
}

Formula result_card(const Card& c, const ScanPlace& p) {
  const std::string block = p.block_noun();
  const std::vector<Term> terms{term(c.value(p.arrays.before_block, p.block()), "before " + block),
                                term(c.value(p.arrays.in_block, p.index), "before in " + block)};
  return card(p.table ? start_question(c.moment, p.index)
                      : say("How many ones stand before key ", c.key(), "?"),
              words_of(p.table ? "start" : "# ones before", terms), terms,
              c.value(p.arrays.result, p.index));
}

Formula scan_card(const Card& c, const ScanPlace& p, ArrayId made) {
  if (made == p.arrays.partial) return level_card(c, p);
  if (made == p.arrays.in_block) return in_block_card(c, p);
  if (made == p.arrays.block_sum) return block_sum_card(c, p);
  if (made == p.arrays.before_block) return before_block_card(c, p);
  return result_card(c, p);
}

/// Positions of the keys whose bits the subject's thread adds up.
Interval places_of_thread(const Card& c, const ScanPlace& p) {
  const uint32_t each = c.problem.keys_per_thread();
  const uint32_t begin = c.problem.block_begin(c.s.block) + p.thread() * each;
  return {begin, std::min(begin + each, c.problem.block_end(c.s.block))};
}

uint32_t bits_in(const Card& c, uint32_t begin, uint32_t end) {
  uint32_t sum = 0;
  for (uint32_t i = begin; i < end; ++i) sum += c.value(array::bits, i).value_or(0);
  return sum;
}

}  // namespace

Formula bit_scan_card(const Card& c, ArrayId made) {
  return scan_card(c, place_in_bits(c.moment, c.s), made);
}

Formula table_scan_card(const Card& c, ArrayId made) {
  return scan_card(c, place_in_table(c.moment, spoken_entry(c.moment, c.s)), made);
}

Formula thread_ones_card(const Card& c) {
  const ScanPlace p = place_in_bits(c.moment, c.s);
  const Interval places = places_of_thread(c, p);
  std::vector<Term> terms;
  uint32_t from = places.begin;
  if (places.size() > 4) {
    from = places.end - 1;
    terms.push_back(term(bits_in(c, places.begin, from),
                         say("bits of its first ", places.size() - 1, " places")));
  }
  for (uint32_t i = from; i < places.end; ++i)
    terms.push_back(
        term(c.value(array::bits, i), say("bit at place ", i - c.problem.block_begin(c.s.block))));
  return card(say("How many ones does ", scanned_name(c, p), " have?"), words_of("sum", terms),
              terms, c.value(array::thread_ones, p.index));
}

Formula ones_before_of_thread_card(const Card& c) {
  const ScanPlace p = place_in_bits(c.moment, c.s);
  const uint32_t first = places_of_thread(c, p).begin;
  const std::vector<Term> terms{
      term(c.value(array::ones_before_thread, p.index), "before the thread"),
      term(bits_in(c, first, c.s.place), "ones in its places further left")};
  return card(say("How many ones stand before key ", c.key(), " in its block?"),
              words_of("ones before", terms), terms, c.value(array::ones_before, c.s.place));
}

}  // namespace scope
