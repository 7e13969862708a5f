/// WHY, for the sort inside the block: splits, bucket boundaries, the block's column of the table.
#include "why.hpp"

#include <algorithm>

#include "app/sorts/radix/scan/scan_facts.hpp"
#include "kernels/radix/radix_arrays.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr uint32_t few = 4;  ///< buckets that a sentence names one by one

/// "its zero takes slot 0", "its 3 ones take slots 1 to 3".
std::string bucket_slots(uint32_t count, const std::string& noun, uint32_t begin) {
  return say("its ", count == 1 ? noun : counted(count, noun), count == 1 ? " takes " : " take ",
             slots(begin, begin + count));
}

std::string digit_text(const RadixMoment& m, uint32_t bucket) {
  return binary(bucket, m.digit.bits);
}

/// "no key with digit 00", "2 with 01".
std::string digit_count(const RadixMoment& m, uint32_t bucket, bool first) {
  const uint32_t count = m.block.buckets[bucket];
  const std::string number = count > 0 ? say(count) : first ? "no" : "none";
  const char* noun = !first ? "" : count == 0 || count == 1 ? " key" : " keys";
  return say(number, noun, " with ", first ? "digit " : "", digit_text(m, bucket));
}

/// The counts of a block's buckets, or of the spoken one where they are too many.
std::string buckets_words(const RadixMoment& m) {
  std::vector<uint32_t> shown;
  for (uint32_t d = 0; d < m.digit.buckets(); ++d)
    if (m.digit.buckets() <= few || m.block.buckets[d] > 0) shown.push_back(d);
  if (shown.size() > few) shown = {m.subject.digit};
  std::vector<std::string> parts;
  for (uint32_t d : shown) parts.push_back(digit_count(m, d, parts.empty()));
  return listed(parts);
}

/// How many buckets of the block hold keys.
uint32_t filled(const RadixMoment& m) {
  uint32_t count = 0;
  for (uint32_t size : m.block.buckets) count += size > 0;
  return count;
}

/// What the order inside the block is good for: only a bucket of several keys has neighbours.
std::string shared_words(const RadixMoment& m) {
  if (m.step.split + 1 < m.step.splits)
    return " Scattered writes are cheap there. The next split has to keep the order of equal bits, "
           "or this one is undone.";
  const std::string done =
      m.step.splits > 1
          ? say(m.step.splits == 2 ? " Both" : say(" All ", m.step.splits),
                " bits of the digit are done: keys of one bucket stand side by side. ")
          : " Scattered writes are cheap there. Keys of one bucket now stand side by side. ";
  const uint32_t largest = *std::ranges::max_element(m.block.buckets);
  if (largest < 2)
    return done + "But no bucket of this block has two keys, so it has no neighbours to write.";
  return say(done, "The ", largest, " keys of its largest bucket belong at ", largest,
             " neighbouring places of global memory.");
}

/// Where the buckets of the block begin: all of them, or the spoken one where they are many.
std::string starts_words(const RadixMoment& m) {
  const auto start = [&](uint32_t d) {
    return m.value(array::local_bucket_starts, d * m.blocks + m.block.block);
  };
  if (m.digit.buckets() > few)
    return say("in block ", m.block.block, " bucket ", digit_text(m, m.subject.digit),
               " starts at place ", start(m.subject.digit), ". ");
  std::vector<std::string> parts;
  for (uint32_t d = 0; d < m.digit.buckets(); ++d)
    parts.push_back(say(d == 0 ? "bucket " : "", digit_text(m, d),
                        d == 0 ? " starts at place " : " at ", start(d)));
  return say("in block ", m.block.block, " ", listed(parts), ". ");
}

}  // namespace

// ---- several keys a thread ----

std::string why_thread_ones(const RadixMoment& m) {
  const ScanPlace place = place_in_bits(m.moment, m.subject);
  const uint32_t each = m.problem.keys_per_thread();
  const uint32_t first = m.problem.block_begin(place.block()) + place.thread() * each;
  const uint32_t end = std::min(first + each, m.problem.block_end(place.block()));
  std::vector<uint32_t> bits;
  for (uint32_t i = first; i < end; ++i) bits.push_back(m.value(array::bits, i));
  const uint32_t sum = m.value(array::thread_ones, place.index);
  std::string text = each == 1
                         ? "Every thread has one bit to add up. "
                         : say("Every thread adds up the bits of ", each, " neighbouring places. ");
  text += say("For thread ", place.thread(), " of block ", place.block(), " that is ");
  if (bits.size() > 1) text += sum_text(bits, 8) + " = ";
  return text + say(counted(sum, "one"), ". ") +
         (each == 1 ? "The block then scans these sums."
                    : say("The block then scans only ", counted(m.threads, "sum"), " instead of ",
                          m.problem.keys_per_block(), " bits."));
}

std::string why_ones_before_of_thread(const RadixMoment& m) {
  const ScanPlace place = place_in_bits(m.moment, m.subject);
  const uint32_t in_block = m.subject.place - m.block.begin;
  const uint32_t outside = m.value(array::ones_before_thread, place.index);
  const uint32_t before = m.value(array::ones_before, m.subject.place);
  return say("Each thread now writes, for each of its keys, the sum of all bits before it. Key ",
             m.key(), ", at place ", in_block, " of block ", place.block(), ", has ", outside,
             " + ", before - outside, " = ", counted(before, "one"), " before it: ", outside,
             " before the places of thread ", place.thread(), " and ", before - outside,
             " further left among its own.");
}

// ---- the splits ----

std::string why_local_destination(const RadixMoment& m) {
  const BlockFacts& b = m.block;
  const std::string name = say("Block ", b.block);
  const bool again = m.step.split > 0;
  if (b.zeros == 0 || b.ones == 0)
    return say(name, " has only ", b.zeros == 0 ? "ones" : "zeros",
               ", so every key keeps its slot in the block. Each block works alone here: no block "
               "waits for another.");
  return say(name, " has ", zeros_and_ones(b), ": ", bucket_slots(b.zeros, "zero", 0), " and ",
             bucket_slots(b.ones, "one", b.zeros), " of the block. ",
             again ? "The same rule as in the split before, now with the next bit; again no block "
                     "waits for another."
                   : "The formulas are those of the whole grid, with the block's own counts, so no "
                     "block waits for another.");
}

std::string why_local_keys(const RadixMoment& m) {
  const BlockFacts& b = m.block;
  const std::string keys = listed(key_texts(m.problem, *latest(m.moment, array::local_keys), b));
  std::string text = say("Block ", b.block, " now holds ");
  text += b.size() <= 8 && keys.size() <= 60
              ? say(keys, " in shared memory: ", zeros_and_ones(b), ".")
              : say(zeros_and_ones(b), " in shared memory, in this order.");
  return text + shared_words(m);
}

// ---- the buckets of the block ----

std::string why_local_bucket_starts(const RadixMoment& m) {
  const bool empty = filled(m) < m.digit.buckets();
  const std::string last =
      empty ? "An empty bucket starts where the next one does, or at the end of the block."
            : "No counting is needed for that.";
  return "Where the digit changes, a bucket starts: " + starts_words(m) +
         (m.coarse() ? "Threads compare the digit of each of their keys with the one to its left. "
                     : "Every thread compares its key's digit with the one to its left. ") +
         last;
}

std::string why_bucket_counts(const RadixMoment& m) {
  const BlockFacts& b = m.block;
  std::string text = say("Block ", b.block);
  if (m.digit.bits == 1)
    text += say(" has ", zeros_and_ones(b), ", so it writes ", b.zeros, " and ", b.ones,
                " into column ", b.block, " of the table. ");
  else if (m.digit.buckets() <= few)
    text += say(" holds ", buckets_words(m), ", so it writes ", listed(b.buckets), " into column ",
                b.block, " of the table. ");
  else
    text += say(" has keys in ", filled(m), " of the ", m.digit.buckets(), " buckets, ",
                filled(m) > few ? "for example " : "", buckets_words(m), ": that is column ",
                b.block, " of the table. ");
  if (m.blocks == 1)
    return text + (m.digit.bits == 1 ? "With one block the table has one column: its scan only "
                                       "puts the ones behind the zeros."
                                     : "With one block the table has one column: its scan only "
                                       "puts each bucket behind the smaller digits.");
  return text + say("One exclusive scan of the row-major table then tells every block where each "
                    "of its buckets starts: ",
                    m.digit.bits == 1 ? "all zeros of all blocks first, then all ones."
                                      : digits_in_turn(m) + ".");
}

}  // namespace scope
