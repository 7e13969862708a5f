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

/// The value whose thread is spoken about: the subject's, or the entry that counts it.
ScanPlace example(const RadixMoment& m) {
  return m.step.stage == radix::stage::table_scan
             ? place_in_table(m.moment, spoken_entry(m.moment, m.subject))
             : place_in_bits(m.moment, m.subject);
}

/// "thread 3 of block 2", "entry 6 (the ones of block 2)".
std::string speaker(const RadixMoment& m, const ScanPlace& p) {
  if (p.table) return say("entry ", p.index, " (", entry_words(m, p.index), ")");
  return say("thread ", p.thread(), " of block ", p.block());
}

std::string places(uint32_t distance) { return counted(distance, "place"); }

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
  return m.step.sweep == ScanPhase::across || m.step.sweep == ScanPhase::lanes;
}

// ---- what a level does ----

std::string level_rule(const RadixMoment& m) {
  const std::string left = places(m.step.distance) + " to ";
  switch (m.step.sweep) {
    case ScanPhase::across:
      return say("Every thread adds the sum ", left, "its left, if there is one. ");
    case ScanPhase::up:
      return say("On the way up every ", nth(2 * m.step.distance), " sum adds the sum ", left,
                 "its left. ");
    case ScanPhase::clear:
      return "The last sum of the tree is the total of its block: it is kept aside and 0 takes its "
             "place. ";
    case ScanPhase::fill:
      return say("On the way down the sums halfway add the finished sum ", left, "their left. ");
    case ScanPhase::down:
      return say("On the way down the left of each pair, ", places(m.step.distance),
                 " apart, takes the right one's sum; the right one adds what the left one had. ");
    case ScanPhase::lanes:
      return say("Every thread adds the sum ", left, "its left in its warp, if there is one. ");
    case ScanPhase::carry:
      return "The last lane of each warp has left the warp's sum in shared memory, and every "
             "thread adds those of the warps before its own. ";
  }
  return "";
}

/// What it did to one sum.
std::string level_example(const RadixMoment& m, const ScanPlace& p) {
  const LevelStep step = level_step(m.moment, p);
  const std::string who = speaker(m, p);
  const bool own_sum = to_the_left(m) || m.step.sweep == ScanPhase::carry;
  // In a tree a sum is no thread's own: it has a place, and some thread works there
  const std::string where = p.table ? who : say("place ", p.thread(), " of block ", p.block());
  const std::string worker = say("thread ", worker_at_level(m.moment, p).value_or(0));
  switch (step.kind) {
    case LevelStep::adds:
      return say(own_sum ? capital(who) + " gets " : capital(worker) + " adds at " + where + ": ",
                 step.before, " + ", step.other, " = ", step.after, ".");
    case LevelStep::takes:
      return say("At ", where, ", on the left, ", worker, " puts ", step.after, ".");
    case LevelStep::clears:
      return say(capital(worker), " sets the sum at ", where, ", ", step.before, ", to 0.");
    case LevelStep::stays: break;
  }
  if (!own_sum) return say("The sum at ", where, " stays ", step.after, ".");
  if (m.step.sweep == ScanPhase::carry)
    return say(capital(who), " is in the first warp, so it keeps ", step.after, ".");
  return say(capital(who), " has no neighbour ", places(step.distance), " to its left in its ",
             shuffles(m) ? "warp" : p.block_noun(), ", so it keeps ", step.after, ".");
}

// ---- what a level is good for; one thought per level, so that the levels read as a story ----

std::string idle_words(const RadixMoment& m, const ScanPlace& p) {
  return say(
      " The last ", p.block_noun(), " has ", counted(p.idle(), "thread"),
      p.table ? " without an entry: " : " without a key: ",
      p.idle() == 1 ? "it adds 0 but must" : "they add 0 but must",
      shuffles(m) ? " still take part in every shuffle." : " still arrive at every barrier.");
}

std::string lanes_reason(const RadixMoment& m) {
  if (m.step.level == 1)
    return " No barrier is needed inside a warp: its lanes move together through a shuffle, which "
           "hands a value from register to register.";
  const uint32_t reach = std::min({2 * m.step.distance, m.threads, radix::warp_lanes});
  if (reach == std::min(m.threads, radix::warp_lanes))
    return say(" Every sum now reaches back to the start of its ",
               m.threads > radix::warp_lanes ? "warp: " : "block: ", counted(m.step.level, "level"),
               " without a barrier.");
  return say(" Every sum now covers up to ", reach,
             " values of its warp: the reach doubles at each level.");
}

std::string carry_reason(const RadixMoment& m) {
  return say(" Every sum now reaches back to the start of its block. The ", warps_of(m.threads),
             " warps waited for each other at one barrier, the only one of this scan.");
}

std::string across_reason(const RadixMoment& m, const ScanPlace& p) {
  if (m.step.level == 1)
    return " All threads read before any of them writes; that is what the barrier between is for.";
  if (last_level(m))
    return say(
        " Every sum now reaches back to the start of its block: ", counted(m.step.level, "level"),
        m.step.level == 1 ? " is" : " are", " enough for ", m.threads, " threads.");
  return say(" Every sum now covers up to ", std::min(2 * m.step.distance, m.threads),
             p.table                       ? " entries"
             : scans_thread_sums(m.moment) ? " threads"
                                           : " bits",
             ": the reach doubles at each level.");
}

/// Threads of a block that have work at a level on the way up.
uint32_t working(const RadixMoment& m) {
  const uint32_t width = clears_and_goes_down(m) ? tree_width(m) : m.threads;
  return width / (2 * m.step.distance);
}

std::string up_reason(const RadixMoment& m) {
  const uint32_t at_work = working(m);
  if (at_work == 0)
    return say(" A block of ", counted(m.threads, "thread"),
               " has no such sum, so nothing changes here.");
  return say(" Only ", at_work, " of the block's ", counted(m.threads, "thread"),
             at_work == 1 ? " has" : " have", " work; all ", m.threads, " meet at the barrier.");
}

std::string clear_reason(const RadixMoment& m) {
  const uint32_t padding = tree_width(m) - m.threads;
  if (padding > 0)
    return say(" The tree needs a power of two: beside its ", counted(m.threads, "thread"),
               " a block has ", counted(padding, "place"), " that only ",
               padding == 1 ? "holds" : "hold", " sums of the tree.");
  return " Nothing stands before the whole block, and from that 0 the way down starts.";
}

std::string fill_reason(const RadixMoment& m) {
  if (last_level(m))
    return say(" Every sum now reaches back to the start of its block: ",
               counted(m.step.level, "level"), " for ", m.threads, " threads.");
  return " That sum already reaches back to the start of the block, so now these do as well.";
}

std::string down_reason(const RadixMoment& m) {
  if (last_level(m))
    return " Every thread now has the sum of all before it: the scan is exclusive at once.";
  return " Before the left half stands what stands before the pair; before the right half stands "
         "the left half as well.";
}

std::string level_reason(const RadixMoment& m, const ScanPlace& p) {
  if (m.step.level == 1 && p.idle() > 0 && m.step.sweep != ScanPhase::clear)
    return idle_words(m, p);
  switch (m.step.sweep) {
    case ScanPhase::across: return across_reason(m, p);
    case ScanPhase::up: return up_reason(m);
    case ScanPhase::clear: return clear_reason(m);
    case ScanPhase::fill: return fill_reason(m);
    case ScanPhase::down: return down_reason(m);
    case ScanPhase::lanes: return lanes_reason(m);
    case ScanPhase::carry: return carry_reason(m);
  }
  return "";
}

std::string table_begins(const RadixMoment& m, const ScanPlace& p) {
  if (m.wide())
    return say("Now the table is scanned, row by row: ", m.digit.buckets(), " digits × ",
               counted(m.blocks, "block"), " = ", p.values, " entries",
               p.values < m.keys ? " instead of " : " for ", counted(m.keys, "key"), ". ");
  return p.values < m.keys ? say("Now the table is scanned, row by row: ", p.values,
                                 " entries instead of ", m.keys, " keys. ")
                           : "Now the table is scanned, row by row. ";
}

}  // namespace

std::string why_level(const RadixMoment& m) {
  const ScanPlace p = place_at_level(m.moment, example(m), m.subject.chosen);
  std::string text = p.table && m.step.level == 1 ? table_begins(m, p) : "";
  if (text.empty() || !to_the_left(m)) text += level_rule(m);
  return text + level_example(m, p) + level_reason(m, p);
}

std::string why_in_block(const RadixMoment& m) {
  const ScanPlace p = example(m);
  if (m.threads == 1)
    return say("A block of one thread has nothing before it, so every thread starts with 0 ",
               p.noun(), "s. ",
               sorts_in_block(m.moment) && !p.table
                   ? "Its own sum is all that the block needs."
                   : "All the work is left to the sum from block to block.");
  const std::string before =
      p.thread() == 0
          ? say(speaker(m, p), " is the first of its ", p.block_noun(), " and has 0.")
          : say(speaker(m, p), " has ", counted(m.value(p.arrays.in_block, p.index), p.noun()),
                " before it in its ", p.block_noun(), ".");
  if (clears_and_goes_down(m))
    return "The way down already left every thread the sum of all before it, so nothing has to be "
           "shifted: " +
           before + " That is an exclusive scan.";
  if (shuffles(m))
    return "So far every sum includes the thread's own value. Each thread now subtracts its own "
           "value: " +
           before + " The inclusive scan has become an exclusive one.";
  return "So far every sum includes the thread's own value. Each thread now takes the sum of its "
         "left neighbour instead: " +
         before + " The inclusive scan has become an exclusive one.";
}

namespace {

std::string table_block_sum(const RadixMoment& m, const ScanPlace& p, uint32_t sum) {
  if (p.blocks() == 1)
    return say("All ", p.values, " table entries fit in one block of ",
               counted(m.threads, "thread"), ". They add up to ", counted(sum, "key"),
               sum == 1 ? ", which is the only one." : ", which is all of them.");
  return say("The ", p.values, " table entries are scanned by ", p.blocks(), " blocks of ",
             counted(m.threads, "thread"), ", called scan blocks here. Those of scan block ",
             p.block(), " add up to ", counted(sum, "key"),
             ". The other scan blocks need only this number.");
}

}  // namespace

std::string why_block_sum(const RadixMoment& m) {
  const ScanPlace p = example(m);
  const uint32_t sum = m.value(p.arrays.block_sum, p.block());
  if (p.table) return table_block_sum(m, p, sum);
  std::string text = say(clears_and_goes_down(m) ? "The total that was kept aside is"
                         : shuffles(m) && m.threads > radix::warp_lanes
                             ? "The sums that the warps left in shared memory make"
                         : shuffles(m) ? "The last lane of the warp left"
                                       : "The last thread of a block holds",
                         " the sum of the block",
                         shuffles(m) && m.threads <= radix::warp_lanes ? " in shared memory" : "",
                         ": block ", p.block(), " has ", counted(sum, "one"));
  if (sorts_in_block(m.moment))
    return text + say(", so ", m.block.size(), " − ", sum, " = ",
                      counted(m.block.size() - sum, "zero"),
                      ". With that it can sort its keys and need not ask any other block.");
  if (m.blocks == 1) return text + ". It is the only block, so that is the total as well.";
  return text + ". The other blocks need only this number.";
}

std::string why_before_block(const RadixMoment& m) {
  const ScanPlace p = example(m);
  if (p.blocks() == 1)
    return say("There is only one ", p.block_noun(),
               ", so nothing stands before it and the running sum is 0.");
  const std::string reason =
      in_one_launch(m.moment)
          ? " All blocks run in this one launch: each waits for the flag of the block before it, "
            "adds its own sum and raises the next flag."
          : " A block takes the running sum from the block before it, adds its own sum and hands "
            "the result on, like a row of dominoes. If the block before has not finished, it adds "
            "that block's own sum and looks one further back.";
  if (p.block() == 0)
    return say(capital(p.block_noun()), " 0 is the first, so it starts at 0 and hands its own ",
               counted(m.value(p.arrays.block_sum, 0), p.noun()), " to ", p.block_noun(), " 1.") +
           reason;
  std::vector<uint32_t> before;
  for (uint32_t b = 0; b < p.block(); ++b) before.push_back(m.value(p.arrays.block_sum, b));
  const uint32_t sum = m.value(p.arrays.before_block, p.block());
  std::string text = say(counted(sum, p.noun()), sum == 1 ? " stands" : " stand", " before ",
                         p.block_noun(), " ", p.block());
  if (p.block() > 1) text += say(": ", sum_text(before, 6), " = ", sum);
  return text + "." + reason;
}

std::string why_ones_before(const RadixMoment& m) {
  const ScanPlace p = example(m);
  const uint32_t outside = m.value(array::ones_before_block, p.block());
  const uint32_t inside = m.value(array::ones_before_in_block, p.index);
  const auto total = value_of(m.moment, array::ones_total, 0);
  return say(
      "Every thread adds the ones before its block to the ones before it in the block. For key ",
      m.key(), " that is ", outside, " + ", inside, " = ", counted(outside + inside, "one"),
      " before it. The scan of the whole grid is complete, and each block read only its own bits",
      total ? say(". One entry after the last holds the total: ", *total, ".") : ".");
}

/// Everyone waits for the last block: only a launch that does the whole pass has this step.
std::string why_ones_total(const RadixMoment& m) {
  const uint32_t last = m.blocks - 1, total = m.value(array::ones_total, 0);
  const uint32_t before = m.value(array::ones_before_block, last);
  const std::string own = counted(m.value(array::block_ones, last), "one");
  if (m.blocks == 1)
    return say("The only block has ", own,
               ", and that is the total. There is no other block, so nobody has to wait for it.");
  return say("Block ", last, ", the last one, adds its own ", own, " to the ", before,
             " before it: ", total, " in total. A one goes behind all ",
             counted(m.keys - total, "zero"), ", so every block waits for the last one. If only ",
             last, " of the ", m.blocks, " blocks could run, ", last == 1 ? "it" : "they",
             " would wait for the last one for ever, and it could never start.");
}

std::string why_bucket_starts(const RadixMoment& m) {
  const uint32_t entry = example(m).index;
  const uint32_t start = m.value(array::bucket_starts, entry);
  const std::string whose = entry_words(m, entry);
  const bool empty = m.value(array::bucket_counts, entry) == 0;
  const std::string none = empty ? ", but there are none." : ".";
  const std::string reason =
      say(" The output has the same order as the table: ",
          m.digit.bits == 1 ? "the zeros of all blocks, then the ones of all blocks"
                            : digits_in_turn(m),
          ".");
  if (entry == 0)
    return say("Nothing stands before ", whose, " in the table, so they start at slot 0", none) +
           reason;
  std::vector<uint32_t> before;
  for (uint32_t e = 0; e < entry; ++e) before.push_back(m.value(array::bucket_counts, e));
  std::string sum =
      entry == 1 ? counted(start, "key") : say(sum_text(before, 8), " = ", counted(start, "key"));
  return say("Before ", whose, " the table counts ", sum, ", so they start at slot ", start, none) +
         reason;
}

}  // namespace scope
