/// WHY, for the steps of the two scans: of the bits and of the bucket table.
#include <algorithm>
#include <bit>

#include "app/sorts/radix/why.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "scan_facts.hpp"

namespace scope {
namespace {

namespace array = radix::array;
using radix::ScanPhase;

/// The value whose thread the sentence is about: the subject's, or the entry that counts it.
ScanPlace example(const RadixMoment& m) {
  return m.step.stage == radix::stage::table_scan
             ? place_in_table(m.moment, spoken_entry(m.moment, m.subject))
             : place_in_bits(m.moment, m.subject);
}

/// "thread 3 of block 2", "entry 6 (block 2's ones)"; or so as to begin a sentence.
std::string speaker(const RadixMoment& m, const ScanPlace& p, bool begins) {
  if (p.table) {
    const std::string counted = entry_words(m, p.index);
    return begins ? text::radix::entry_begins({.counted = counted, .entry = p.index})
                  : text::radix::entry({.counted = counted, .entry = p.index});
  }
  return begins ? text::radix::thread_begins({.block = p.block(), .thread = p.thread()})
                : text::radix::thread({.block = p.block(), .thread = p.thread()});
}

uint32_t tree_width(const RadixMoment& m) { return std::bit_ceil(m.threads); }
bool last_level(const RadixMoment& m) { return m.step.level == level_count(m.moment, m.threads); }
bool clears_and_goes_down(const RadixMoment& m) {
  return m.problem.settings().scan == radix::BlockScan::blelloch;
}

/// True where the lanes of a warp hand their sums on in registers.
bool shuffles(const RadixMoment& m) {
  return m.problem.settings().scan == radix::BlockScan::shuffles;
}
uint32_t warps_of(uint32_t threads) {
  return (threads + radix::warp_lanes - 1) / radix::warp_lanes;
}
/// True at a level where everyone adds what stands to its left.
bool to_the_left(const RadixMoment& m) {
  return m.step.phase == ScanPhase::across || m.step.phase == ScanPhase::lanes;
}

// ---- what a level does ----

std::string level_rule(const RadixMoment& m) {
  const uint32_t distance = m.step.distance;
  switch (m.step.phase) {
    case ScanPhase::across: return text::radix::level_across({.distance = distance});
    case ScanPhase::up: return text::radix::level_up({.distance = distance, .every = 2 * distance});
    case ScanPhase::clear: return text::radix::level_clear;
    case ScanPhase::fill: return text::radix::level_fill({.distance = distance});
    case ScanPhase::down: return text::radix::level_down({.distance = distance});
    case ScanPhase::lanes: return text::radix::level_lanes({.distance = distance});
    case ScanPhase::carry: return text::radix::level_carry;
  }
  return "";
}

/// What it did to one sum.
std::string level_example(const RadixMoment& m, const ScanPlace& p) {
  const LevelStep step = level_step(m.moment, p);
  const std::string who = speaker(m, p, true);
  const bool own_sum = to_the_left(m) || m.step.phase == ScanPhase::carry;
  // In a tree a sum is no thread's own: it has a place, and some thread works there
  const std::string where = p.table ? speaker(m, p, false)
                                    : text::radix::place({.block = p.block(), .place = p.thread()});
  const uint32_t worker = worker_at_level(m.moment, p).value_or(0);
  switch (step.kind) {
    case LevelStep::adds:
      return own_sum ? text::radix::sum_gets({.after = step.after,
                                              .before = step.before,
                                              .other = step.other,
                                              .who = who})
                     : text::radix::sum_adds_at({.after = step.after,
                                                 .before = step.before,
                                                 .other = step.other,
                                                 .thread = worker,
                                                 .where = where});
    case LevelStep::takes:
      return text::radix::sum_puts({.after = step.after, .thread = worker, .where = where});
    case LevelStep::clears:
      return text::radix::sum_clears({.before = step.before, .thread = worker, .where = where});
    case LevelStep::stays: break;
  }
  if (!own_sum) return text::radix::sum_stays({.after = step.after, .where = where});
  if (m.step.phase == ScanPhase::carry)
    return text::radix::sum_first_warp({.after = step.after, .who = who});
  using text::radix::within;
  return text::radix::sum_no_neighbour({.after = step.after,
                                        .distance = step.distance,
                                        .who = who,
                                        .within = shuffles(m) ? within::warp
                                                  : p.table   ? within::scan
                                                              : within::other});
}

// ---- what a level is good for; one thought per level, so that the levels read as a story ----

std::string idle_words(const RadixMoment& m, const ScanPlace& p) {
  return text::radix::scan_idle({.idle = p.idle(), .shuffles = shuffles(m), .table = p.table});
}

std::string lanes_reason(const RadixMoment& m) {
  if (m.step.level == 1) return text::radix::lanes_first;
  const uint32_t reach = std::min({2 * m.step.distance, m.threads, radix::warp_lanes});
  if (reach == std::min(m.threads, radix::warp_lanes))
    return text::radix::lanes_last(
        {.levels = m.step.level, .warps = m.threads > radix::warp_lanes});
  return text::radix::lanes_reach({.reach = reach});
}

std::string across_reason(const RadixMoment& m, const ScanPlace& p) {
  if (m.step.level == 1) return text::radix::across_first;
  if (last_level(m))
    return text::radix::across_last(
        {.levels = m.step.level, .table = p.table, .threads = m.threads});
  using text::radix::values;
  return text::radix::across_reach({.reach = std::min(2 * m.step.distance, m.threads),
                                    .values = p.table                       ? values::entries
                                              : scans_thread_sums(m.moment) ? values::threads
                                                                            : values::other});
}

/// Threads of a block that have work at a level on the way up.
uint32_t working(const RadixMoment& m) {
  const uint32_t width = clears_and_goes_down(m) ? tree_width(m) : m.threads;
  return width / (2 * m.step.distance);
}

std::string up_reason(const RadixMoment& m) {
  const uint32_t at_work = working(m);
  return at_work == 0 ? text::radix::up_none({.threads = m.threads})
                      : text::radix::up_some({.threads = m.threads, .working = at_work});
}

std::string clear_reason(const RadixMoment& m) {
  const uint32_t padding = tree_width(m) - m.threads;
  return padding > 0 ? text::radix::clear_padding({.padding = padding, .threads = m.threads})
                     : std::string(text::radix::clear_zero);
}

std::string fill_reason(const RadixMoment& m, const ScanPlace& p) {
  return last_level(m) ? text::radix::fill_last(
                             {.levels = m.step.level, .table = p.table, .threads = m.threads})
                       : std::string(text::radix::fill_on);
}

text::Label down_reason(const RadixMoment& m) {
  return last_level(m) ? text::radix::down_last : text::radix::down_on;
}

std::string level_reason(const RadixMoment& m, const ScanPlace& p) {
  if (m.step.level == 1 && p.idle() > 0 && m.step.phase != ScanPhase::clear)
    return idle_words(m, p);
  switch (m.step.phase) {
    case ScanPhase::across: return across_reason(m, p);
    case ScanPhase::up: return up_reason(m);
    case ScanPhase::clear: return clear_reason(m);
    case ScanPhase::fill: return fill_reason(m, p);
    case ScanPhase::down: return down_reason(m);
    case ScanPhase::lanes: return lanes_reason(m);
    case ScanPhase::carry: return text::radix::carry_done({.warps = warps_of(m.threads)});
  }
  return "";
}

/// What is scanned, and by whom.
std::string table_begins(const RadixMoment& m, const ScanPlace& p) {
  const bool fewer = p.values < m.keys;
  const uint32_t scan_blocks = p.blocks();
  if (m.wide())
    return text::radix::table_wide({.blocks = m.blocks,
                                    .blocks_of_scan = scan_blocks,
                                    .buckets = m.digit.buckets(),
                                    .entries = p.values,
                                    .fewer = fewer,
                                    .keys = m.keys,
                                    .threads = m.threads});
  return fewer ? text::radix::table_fewer({.blocks_of_scan = scan_blocks,
                                           .entries = p.values,
                                           .keys = m.keys,
                                           .threads = m.threads})
               : text::radix::table_plain({.blocks_of_scan = scan_blocks, .threads = m.threads});
}

}  // namespace

std::string why_level(const RadixMoment& m) {
  const ScanPlace p = place_at_level(m.moment, example(m), m.subject.chosen);
  const std::string begin = p.table && m.step.level == 1 ? table_begins(m, p) : "";
  const std::string rule = begin.empty() || !to_the_left(m) ? level_rule(m) : "";
  return text::paragraph(begin, rule, level_example(m, p), level_reason(m, p));
}

std::string why_in_block(const RadixMoment& m) {
  const ScanPlace p = example(m);
  if (m.threads == 1)
    return text::radix::in_block_alone(
        {.enough = sorts_in_block(m.moment) && !p.table, .table = p.table});
  const std::string who = speaker(m, p, false);
  const std::string has =
      p.thread() == 0
          ? text::radix::in_block_first({.table = p.table, .who = who})
          : text::radix::in_block_has(
                {.count = m.value(p.arrays.in_block, p.index), .table = p.table, .who = who});
  if (clears_and_goes_down(m)) return text::radix::in_block_tree({.has = has});
  return shuffles(m) ? text::radix::in_block_subtract({.has = has})
                     : text::radix::in_block_left({.has = has});
}

namespace {

std::string table_block_sum(const RadixMoment& m, const ScanPlace& p, uint32_t sum) {
  if (p.blocks() == 1)
    return text::radix::table_one_block({.entries = p.values, .sum = sum, .threads = m.threads});
  return text::radix::table_blocks({.block = p.block(),
                                    .blocks = p.blocks(),
                                    .entries = p.values,
                                    .sum = sum,
                                    .threads = m.threads});
}

}  // namespace

std::string why_block_sum(const RadixMoment& m) {
  const ScanPlace p = example(m);
  const uint32_t sum = m.value(p.arrays.block_sum, p.block());
  if (p.table) return table_block_sum(m, p, sum);
  using text::radix::holder;
  const holder held = clears_and_goes_down(m)         ? holder::kept
                      : !shuffles(m)                  ? holder::other
                      : m.threads > radix::warp_lanes ? holder::warps
                                                      : holder::lane;
  if (sorts_in_block(m.moment))
    return text::radix::block_sum_zeros({.block = p.block(),
                                         .holder = held,
                                         .ones = sum,
                                         .size = m.block.size(),
                                         .zeros = m.block.size() - sum});
  return text::paragraph(
      text::radix::block_sum({.block = p.block(), .holder = held, .ones = sum}),
      m.blocks == 1 ? text::radix::block_sum_total : text::radix::block_sum_needed);
}

std::string why_before_block(const RadixMoment& m) {
  const ScanPlace p = example(m);
  if (p.blocks() == 1) return text::radix::before_only({.table = p.table});
  const text::Label reason =
      in_one_launch(m.moment) ? text::radix::before_flags : text::radix::before_dominoes;
  if (p.block() == 0)
    return text::paragraph(
        text::radix::before_first({.sum = m.value(p.arrays.block_sum, 0), .table = p.table}),
        reason);
  std::vector<uint32_t> before;
  for (uint32_t b = 0; b < p.block(); ++b) before.push_back(m.value(p.arrays.block_sum, b));
  return text::paragraph(text::radix::before_sum({.block = p.block(),
                                                  .several = p.block() > 1,
                                                  .sum = m.value(p.arrays.before_block, p.block()),
                                                  .table = p.table,
                                                  .terms = sum_text(before, 6)}),
                         reason);
}

std::string why_ones_before(const RadixMoment& m) {
  const ScanPlace p = example(m);
  const uint32_t outside = m.value(array::ones_before_block, p.block());
  const uint32_t inside = m.value(array::ones_before_in_block, p.index);
  const auto total = value_of(m.moment, array::ones_total, 0);
  return text::paragraph(
      text::radix::ones_before(
          {.inside = inside, .key = m.key(), .outside = outside, .sum = outside + inside}),
      total ? text::radix::ones_before_total({.total = *total}) : "");
}

/// Everyone waits for the last block: only a launch that does the whole pass has this step.
std::string why_ones_total(const RadixMoment& m) {
  const uint32_t last = m.blocks - 1, total = m.value(array::ones_total, 0);
  const uint32_t own = m.value(array::block_ones, last);
  if (m.blocks == 1) return text::radix::total_only({.own = own});
  return text::radix::total_last({.before = m.value(array::ones_before_block, last),
                                  .blocks = m.blocks,
                                  .last = last,
                                  .own = own,
                                  .total = total,
                                  .zeros = m.keys - total});
}

std::string why_bucket_starts(const RadixMoment& m) {
  const uint32_t entry = example(m).index;
  const std::string whose = entry_words(m, entry);
  const bool empty = m.value(array::bucket_counts, entry) == 0;
  std::vector<uint32_t> before;
  for (uint32_t e = 0; e < entry; ++e) before.push_back(m.value(array::bucket_counts, e));
  return text::paragraph(
      entry == 0 ? text::radix::starts_first({.empty = empty, .whose = whose})
                 : text::radix::starts_sum({.empty = empty,
                                            .several = entry > 1,
                                            .start = m.value(array::bucket_starts, entry),
                                            .terms = sum_text(before, 8),
                                            .whose = whose}),
      m.digit.bits == 1 ? std::string(text::radix::starts_order_bit)
                        : text::radix::starts_order({.turns = digits_in_turn(m)}));
}

}  // namespace scope
