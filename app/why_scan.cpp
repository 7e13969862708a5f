/// WHY, for the steps of the two scans: of the bits and of the bucket table.
#include "why.hpp"

#include <algorithm>

namespace scope {
namespace {

using radix::ArrayId;

bool of_table(const Moment& m) { return m.step.stage == radix::Stage::table_scan; }
ScanArrays arrays_of(const Moment& m) { return of_table(m) ? scan_of_table : scan_of_bits(m.look); }
const char* noun(const Moment& m) { return of_table(m) ? "key" : "one"; }

const char* block_name(const Moment& m) { return of_table(m) ? "scan block" : "block"; }

/// Values the scan runs over: one for every key, or one for every table entry.
uint32_t scanned(const Moment& m) { return of_table(m) ? 2 * m.blocks : m.keys; }
uint32_t scan_blocks(const Moment& m) { return (scanned(m) + m.threads - 1) / m.threads; }

/// The value whose thread is spoken about: the subject's, or the entry that counts it.
uint32_t spokesman(const Moment& m) {
  return of_table(m) ? spoken_entry(m.look, m.subject) : m.subject.position;
}

/// "thread 3 of block 2", "entry 6 (the ones of block 2)".
std::string speaker(const Moment& m, uint32_t i) {
  if (of_table(m)) return say("entry ", i, " (", entry_words(m, i), ")");
  return say("thread ", i % m.threads, " of block ", i / m.threads);
}

/// The sum of thread i before the current level.
uint32_t sum_before_level(const Moment& m, uint32_t i) {
  const auto levels = levels_of(m.look, arrays_of(m).partial);
  const uint32_t level = m.step.level;
  return level >= 2 ? levels[level - 2].sums->values[i] : m.value(arrays_of(m).input, i);
}

/// "1 place", "2 places".
std::string places(uint32_t distance) { return counted(distance, "place"); }

/// What a level is good for; one thought per level, so that the levels read as a story.
std::string level_reason(const Moment& m) {
  const uint32_t idle = scan_blocks(m) * m.threads - scanned(m);
  if (m.step.level == 1 && idle > 0)
    return say(" The last ", block_name(m), " has ", counted(idle, "thread"),
               of_table(m) ? " without an entry: " : " without a key: ",
               idle == 1 ? "it adds 0 but must" : "they add 0 but must",
               " still arrive at every barrier.");
  if (m.step.level == 1)
    return " All threads read before any of them writes; that is what the barrier between is for.";
  const uint32_t covered = std::min(2 * m.step.distance, m.threads);
  if (m.step.level == level_count(m.look, m.threads))
    return say(" Every sum now reaches back to the start of its block: ", m.step.level,
               m.step.level == 1 ? " level is" : " levels are", " enough for ", m.threads,
               " threads.");
  return say(" Every sum now covers up to ", covered, of_table(m) ? " entries" : " bits",
             ": the reach doubles at each level.");
}

}  // namespace

std::string why_level(const Moment& m) {
  const uint32_t i = spokesman(m), distance = m.step.distance, t = i % m.threads;
  std::string text;
  if (of_table(m) && m.step.level == 1)
    text = scanned(m) < m.keys ? say("Now the table is scanned, row by row: ", scanned(m),
                                     " entries instead of ", m.keys, " keys. ")
                               : "Now the table is scanned, row by row. ";
  else
    text = say("Every thread adds the sum ", places(distance), " to its left, if there is one. ");
  if (t < distance)
    return text +
           say(capital(speaker(m, i)), " has no neighbour ", places(distance),
               " to its left in its ", block_name(m), ", so it keeps ",
               m.value(arrays_of(m).partial, i), ".") +
           level_reason(m);
  const uint32_t own = sum_before_level(m, i), left = sum_before_level(m, i - distance);
  return text + say(capital(speaker(m, i)), " gets ", own, " + ", left, " = ", own + left, ".") +
         level_reason(m);
}

std::string why_in_block(const Moment& m) {
  const uint32_t i = spokesman(m);
  if (m.threads == 1)
    return say("A block of one thread has nothing before it, so every thread starts with 0 ",
               noun(m), "s. All the work is left to the sum from block to block.");
  std::string text =
      "So far every sum includes the thread's own value. Each thread now takes the "
      "sum of its left neighbour instead: ";
  if (i % m.threads == 0)
    text += say(speaker(m, i), " is the first of its ", block_name(m), " and gets 0.");
  else
    text += say(speaker(m, i), " has ", counted(m.value(arrays_of(m).in_block, i), noun(m)),
                " before it in its ", block_name(m), ".");
  return text + " The inclusive scan has become an exclusive one.";
}

std::string why_block_sum(const Moment& m) {
  const uint32_t block = spokesman(m) / m.threads;
  const uint32_t sum = m.value(arrays_of(m).block_sum, block);
  if (of_table(m)) {
    if (scan_blocks(m) == 1)
      return say("All ", scanned(m), " table entries fit in one block of ",
                 counted(m.threads, "thread"), ". They add up to ", counted(sum, "key"),
                 ", all there are.");
    return say("The ", scanned(m), " table entries are scanned by ", scan_blocks(m), " blocks of ",
               counted(m.threads, "thread"), ", called scan blocks here. Those of scan block ",
               block, " add up to ", counted(sum, "key"),
               ". That one number is all the other scan blocks need to know of it.");
  }
  std::string text = say("The last thread of a block holds the sum of the block: block ", block,
                         " has ", counted(sum, "one"));
  if (sorts_in_block(m.look))
    return text + say(", so ", m.block.size(), " − ", sum, " = ",
                      counted(m.block.size() - sum, "zero"),
                      ". With that it can sort its keys and need not ask any other block.");
  if (m.blocks == 1) return text + ". It is the only block, so that is the total as well.";
  return text + ". That one number is all the other blocks need to know of it.";
}

std::string why_before_block(const Moment& m) {
  const ArrayId sums = arrays_of(m).block_sum;
  if (scan_blocks(m) == 1)
    return say("There is only one ", block_name(m),
               ", so nothing stands before it and the running sum is 0.");
  const uint32_t block = spokesman(m) / m.threads;
  const std::string reason =
      " A block waits for the block before it, adds its own sum and hands "
      "the result on, like a row of dominoes.";
  if (block == 0)
    return say(capital(block_name(m)), " 0 is the first, so it starts at 0 and hands its own ",
               counted(m.value(sums, 0), noun(m)), " to ", block_name(m), " 1.") +
           reason;
  std::vector<uint32_t> before;
  for (uint32_t b = 0; b < block; ++b) before.push_back(m.value(sums, b));
  const uint32_t sum = m.value(arrays_of(m).before_block, block);
  std::string text = say(counted(sum, noun(m)), sum == 1 ? " stands" : " stand", " before ",
                         block_name(m), " ", block);
  if (block > 1) text += say(": ", sum_text(before, 6), " = ", sum);
  return text + "." + reason;
}

std::string why_ones_before(const Moment& m) {
  const uint32_t i = spokesman(m), block = i / m.threads;
  const uint32_t outside = m.value(ArrayId::ones_before_block, block);
  const uint32_t inside = m.value(ArrayId::ones_before_in_block, i);
  const uint32_t key = input_of(m.look).values[i];
  const auto total = value_of(m.look, ArrayId::ones_total, 0);
  return say(
      "Every thread adds the ones before its block to the ones before it in the block. For "
      "key ",
      key, " that is ", outside, " + ", inside, " = ", counted(outside + inside, "one"),
      " before it. The scan of the whole grid is complete, and each block read only its own "
      "bits",
      total ? say("; behind it stands the total, ", counted(*total, "one"), ".") : ".");
}

std::string why_ones_total(const Moment& m) {
  const uint32_t total = m.value(ArrayId::ones_total, 0);
  if (total == 0 || total == m.keys)
    return say("The thread of the last key writes the grand total: ", counted(total, "one"),
               " among ", counted(m.keys, "key"),
               ". All bits are equal, so the order cannot change.");
  return say("The thread of the last key writes the grand total: ", counted(total, "one"), ", so ",
             m.keys, " − ", total, " = ", counted(m.keys - total, "zero"),
             ". Every key with a one needs this number, because the ones start right behind the "
             "zeros, at slot ",
             m.keys - total, ".");
}

std::string why_bucket_starts(const Moment& m) {
  const uint32_t entry = spokesman(m);
  const uint32_t start = m.value(ArrayId::bucket_starts, entry);
  const std::string whose = entry_words(m, entry);
  const std::string reason =
      " The order of the table is the order of the output: first the zeros "
      "of all blocks, then the ones of all blocks.";
  const bool empty = m.value(ArrayId::bucket_counts, entry) == 0;
  if (entry == 0)
    return say("Nothing stands before ", whose, " in the table, so they start at slot 0",
               empty ? ", but there are none." : ".") +
           reason;
  std::vector<uint32_t> before;
  for (uint32_t e = 0; e < entry; ++e) before.push_back(m.value(ArrayId::bucket_counts, e));
  std::string sum =
      entry == 1 ? counted(start, "key") : say(sum_text(before, 8), " = ", counted(start, "key"));
  return say("Before ", whose, " the table counts ", sum, ", so they start at slot ", start,
             empty ? ", but there are none." : ".") +
         reason;
}

}  // namespace scope
