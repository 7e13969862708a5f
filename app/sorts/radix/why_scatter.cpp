/// WHY, for the steps of the scatter and of the extra pass that reads backwards.
#include <algorithm>

#include "app/core/figures/kit/rows.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "why.hpp"

namespace scope {
namespace {

namespace array = radix::array;

// ---- where a key goes ----

/// Of slots that several keys are sent to: " 7 keys overwrite another one.", or nothing.
std::string overwritten_words(const RadixMoment& m) {
  std::vector<uint32_t> slots = m.moment.find(array::destination)->values;
  std::ranges::sort(slots);
  const auto lost = static_cast<uint32_t>(std::ranges::unique(slots).size());
  return lost == 0 ? ""
                   : say(" ", counted(lost, "key"), " of ", m.keys,
                         lost == 1 ? " overwrites another one." : " overwrite another one.");
}

/// Without a sort in the block: zeros to the front, ones behind them.
std::string why_plain_destination(const RadixMoment& m) {
  const uint32_t i = m.subject.position;
  const uint32_t before = m.value(array::ones_before, i);
  const uint32_t zeros = m.keys - m.value(array::ones_total, 0);
  const uint32_t bit = m.value(array::bits, i);
  const bool own = (m.subject.key >> m.digit.shift & 1) == bit;  // else complemented
  const std::string lost = overwritten_words(m);
  const std::string has = say("Key ", m.key(), own ? " has a " : " counts as a ");
  std::string text;
  if (bit == 1 && ones_go_downwards(m.moment))
    text = say(has, "one. There are ", counted(zeros, "zero"), ", and ", counted(before, "one"),
               before == 1 ? " is" : " are", " before it: slot ", zeros, " + ", before, " = ",
               zeros + before, " would be right, but the kernel says ",
               m.value(array::destination, i), ".");
  else if (bit == 1 && zeros == 0)
    text = say(has, "one. There are no zeros; ",
               before == 0 ? std::string("nothing") : counted(before, "one"),
               before <= 1 ? " stands" : " stand", " before it: slot 0 + ", before, " = ", before,
               ".");
  else if (bit == 1)
    text = say(has, "one. It goes behind ",
               zeros == 1 ? std::string("the only zero") : say("all ", zeros, " zeros"),
               before == 0 ? std::string(", and no other one stands before it")
                           : say(" and behind the ", counted(before, "one"), " before it"),
               ": slot ", zeros, " + ", before, " = ", zeros + before, ".");
  else if (i == 0)
    text = has + "zero and stands at index 0. Nothing is before it, so it takes slot 0.";
  else if (i == 1)
    text = say(has, "zero and stands at index 1. The one key before it is a ",
               before == 1 ? "one" : "zero", ": slot 1 − ", before, " = ", i - before, ".");
  else
    text = say(has, "zero and stands at index ", i, ". Of the ", i, " keys before it ",
               before == 0 ? std::string("none is a one, all are zeros")
               : before == i
                   ? std::string("all are ones")
                   : say(before, before == 1 ? " is a one" : " are ones",
                         i - before == 1 ? ", the other is a zero" : ", the others are zeros"),
               ": slot ", i, " − ", before, " = ", i - before, ".");
  if (!lost.empty()) return text + lost;
  if (all_equal(m)) return text + " All bits are equal, so every key stays where it is.";
  if (in_one_launch(m.moment))
    return text + " The thread still has its key, so every key is read only once in this pass.";
  return text + " No two keys get the same slot, so all threads can write at the same time.";
}

/// "Thread 1 of block 2", and for a thread with several keys in which round.
std::string writer(const RadixMoment& m, uint32_t position) {
  const std::string thread =
      say("Thread ", m.problem.thread_of(position), " of block ", m.block.block);
  if (!m.coarse()) return thread + " now holds";
  return say(thread, " has, in round ", m.problem.round_of(position), ",");
}

/// One bit a pass: the zeros stand first in the block, the thread's number tells the rest.
std::string why_bucket_of_bit(const RadixMoment& m, uint32_t at) {
  const uint32_t bit = m.subject.digit, thread = at - m.block.begin;
  const uint32_t start = m.value(array::bucket_starts, bit * m.blocks + m.block.block);
  const uint32_t rank = bit == 0 ? thread : thread - m.block.zeros;
  const char* noun = bit == 0 ? "zero" : "one";
  return say(writer(m, at), " key ", m.key(), ", a ", noun, " with ", counted(rank, noun),
             " of its block before it. Its bucket starts at slot ", start, ", so it writes slot ",
             start, " + ", rank, " = ", start + rank,
             ". Threads of one bucket get neighbouring slots.");
}

/// Several bits a pass: place in the block, minus where the bucket begins there.
std::string why_bucket_of_digit(const RadixMoment& m, uint32_t at) {
  const uint32_t entry = m.subject.digit * m.blocks + m.block.block;
  const uint32_t place = at - m.block.begin;
  const uint32_t first = m.value(array::local_bucket_starts, entry);
  const uint32_t start = m.value(array::bucket_starts, entry);
  return say(writer(m, at), " key ", m.key(), " with digit ", binary(m.subject.digit, m.digit.bits),
             " at place ", place, ". Its bucket begins at ", "place ", first,
             " of the block and at slot ", start, " of the output, so it goes to ", "slot ", start,
             " + (", place, " − ", first, ") = ", start + place - first,
             ". Keys of one bucket get neighbouring slots.");
}

/// A picked bucket without keys: nobody writes to it.
std::string why_nobody_writes(const RadixMoment& m, uint32_t entry) {
  const uint32_t bucket = entry / m.blocks;
  const std::string none = say("Block ", m.block.block, " has no ", bucket_noun(m.digit, bucket),
                               ", so none of its threads writes to that bucket");
  if (m.digit.bits == 1)
    return say(none, ": its ", counted(m.block.size(), bucket == 0 ? "one" : "zero"),
               m.block.size() == 1 ? " goes" : " go", " to the other one.");
  return say(none, ". The next bucket of the table starts at the same slot, ",
             m.value(array::bucket_starts, entry), ".");
}

std::string why_block_destination(const RadixMoment& m) {
  const uint32_t entry = spoken_entry(m.moment, m.subject);
  if (m.value(array::bucket_counts, entry) == 0) return why_nobody_writes(m, entry);
  const uint32_t at = position_of(*latest(m.moment, array::local_keys), m.subject.id);
  return latest(m.moment, array::local_bucket_starts) ? why_bucket_of_digit(m, at)
                                                      : why_bucket_of_bit(m, at);
}

// ---- what memory sees ----

/// The round in which the key spoken about is written.
uint32_t round_spoken_of(const RadixMoment& m) {
  const radix::Array* held = m.moment.find(array::local_keys);  // as the threads have them now
  return m.problem.round_of(held ? position_of(*held, m.subject.id) : m.subject.place);
}

/// The slots that the block's threads write in that round, thread after thread.
std::vector<uint32_t> slots_in_thread_order(const RadixMoment& m) {
  std::vector<uint32_t> slots;
  for (uint32_t i = m.block.begin; i < m.block.end; ++i)
    if (m.problem.round_of(i) == round_spoken_of(m))
      slots.push_back(m.value(array::destination, i));
  return slots;
}

std::string runs_words(const RadixMoment& m) {
  const uint32_t block = m.block.block;
  if (m.block.size() == 1)
    return say("The thread of block ", block, " writes its one key to slot ",
               m.value(array::destination, m.block.begin), ". ");
  const std::vector<uint32_t> slots = slots_in_thread_order(m);
  uint32_t runs = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) runs += i == 0 || slots[i] != slots[i - 1] + 1;
  std::string written;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const bool cut = slots.size() > 8 && i == 4;
    written += say(i == 0 ? "" : ", ", cut ? "…" : say(slots[i]));
    if (cut) break;
  }
  const std::string threads = say("threads of block ", block, " write to ");
  const std::string who =
      m.coarse() ? say("In round ", round_spoken_of(m), " the ", threads) : "The " + threads;
  if (slots.size() == 1)
    return say("In round ", round_spoken_of(m), " only one thread of block ", block,
               " writes, to slot ", written, ". ");
  const std::string how =
      runs == slots.size() ? "none follows directly on the one before it"
      : runs == 1          ? "each follows directly on the one before it"
                  : say("in thread order that is ", runs, " separate runs of consecutive slots");
  return say(who, "slots ", written, ": ", how, ". ");
}

/// What blocked ownership costs, and nothing else.
std::string blocked_words(const RadixMoment& m) {
  return m.blocked() && m.block.size() > 1
             ? "With interleaved ownership, neighbouring threads would write neighbouring keys. "
             : "";
}

// ---- how far the sort is ----

std::string last_words(const RadixMoment& m) {
  if (m.problem.reversed())
    return "The keys are now in ascending order, equal keys as they came. One more pass will read "
           "them backwards.";
  if (m.passes == 1 && m.digit.bits == 1) return "The only bit is done: the keys are sorted.";
  if (m.passes == 1) return "The only pass is done: the keys are sorted.";
  if (m.problem.settings().second_bits > 0)
    return "Keys with equal first keys kept the order of their second keys: the keys are sorted.";
  return say("Keys with ", m.wide() ? "equal digits" : "equal bits",
             " kept the order of the earlier passes, and that is why all ", m.problem.key_bits(),
             " bits are in order now: the keys are sorted.");
}

/// Where the keys carry values: that they came along.
std::string value_words(const RadixMoment& m) {
  if (m.problem.values().empty()) return "";
  return say(" Key ", m.key(), " took its value ", m.problem.values()[m.subject.id], " along.");
}

std::string sorted_words(const RadixMoment& m) {
  if (m.keys == 1) return "One key is always in order.";
  if (m.last_pass()) return last_words(m);
  const std::string by = sorted_by(m.problem, m.pass + 1);
  const char* equal = m.wide() ? "equal digits" : "equal bits";
  if (m.pass == 0)
    return say("The keys are now sorted by ", by, ", and keys with ", equal,
               " kept their order. The next ", m.passes == 2 ? "pass relies" : "passes rely",
               " on that.");
  return say("Keys with ", equal,
             " kept their order, so the work of the earlier passes is not lost: the keys are now "
             "sorted by ",
             by, ".");
}

// ---- reading backwards ----

/// Two equal keys, the first such pair of the input: identities.
struct Pair {
  uint32_t first = none, second = none;
};
Pair equal_pair(const radix::Problem& problem) {
  const auto& keys = problem.keys();
  for (uint32_t i = 0; i < keys.size(); ++i)
    for (uint32_t k = i + 1; k < keys.size(); ++k)
      if (keys[i] == keys[k]) return {i, k};
  return {};
}

}  // namespace

std::string why_destination(const RadixMoment& m) {
  return latest(m.moment, array::local_keys) ? why_block_destination(m) : why_plain_destination(m);
}

std::string why_output(const RadixMoment& m) {
  const std::string runs = runs_words(m);
  if (m.blocked() && !m.last_pass()) return runs + blocked_words(m) + sorted_words(m);
  return runs + sorted_words(m) + value_words(m);
}

std::string why_reversed_destination(const RadixMoment& m) {
  const uint32_t i = m.subject.position, last = m.keys - 1;
  return say("The keys are sorted, smallest first, and are now read backwards: slot = ", last,
             " − index. Key ", m.key(), " at index ", i, " goes to slot ", last, " − ", i, " = ",
             last - i, ". Every place is mirrored, and so is the order of equal keys.");
}

std::string why_reversed_output(const RadixMoment& m) {
  const radix::Array& output = *latest(m.moment, array::output);
  const Pair pair = equal_pair(m.problem);
  if (pair.first == none)
    return "The largest key comes first now. Equal keys would have changed places, but these keys "
           "have no equal pair, so it does not show.";
  return say("The order is right, largest key first, but equal keys changed places: ",
             key_words(m.problem, pair.first), " came in before ",
             key_words(m.problem, pair.second), " and now stands behind it, at slots ",
             position_of(output, pair.first), " and ", position_of(output, pair.second),
             ". Sorting by complemented digits would have kept their order.");
}

}  // namespace scope
