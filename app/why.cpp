/// WHY: two or three sentences for every stage, written from the arrays of the moment.
#include "why.hpp"

#include "words.hpp"

namespace scope {
namespace {

using radix::ArrayId;

/// "their lowest bit", "their low 3 bits".
std::string low_bits(uint32_t count) {
  return count == 1 ? "their lowest bit" : say("their low ", count, " bits");
}

/// One bit value for all keys: then the pass moves nothing.
bool all_equal(const Moment& m) {
  uint32_t ones = 0;
  for (const BlockFacts& facts : block_facts(m.look)) ones += facts.ones;
  return ones == 0 || ones == m.keys;
}

std::string zeros_and_ones(const BlockFacts& facts) {
  return counted(facts.zeros, "zero") + " and " + counted(facts.ones, "one");
}

std::vector<uint32_t> slice(const radix::Array& array, const BlockFacts& facts) {
  return {array.values.begin() + facts.begin, array.values.begin() + facts.end};
}

// ---- before the first step ----

std::string launch_words(const radix::Problem& problem) {
  const uint32_t blocks = problem.blocks(), threads = problem.threads_per_block();
  std::string text = say(" ", counted(blocks, "block"), " of ", counted(threads, "thread"),
                         blocks == 1 ? " works on them" : " work on them", ", one thread a key");
  const uint32_t idle = blocks * threads - problem.size();
  if (idle > 0)
    text += say("; ", counted(idle, "thread"), " of the last block ", idle == 1 ? "has" : "have",
                " no key");
  return text + ".";
}

std::string why_begin(const Look& look) {
  const radix::Problem& problem = look.problem();
  if (problem.size() == 0)
    return "There are no keys, so no kernel is launched. Type some keys to begin.";
  if (problem.size() == 1)
    return "A single key is already in order. The kernels run all the same, so every stage can "
           "be seen.";
  const uint32_t bits = problem.key_bits();
  std::string text = say(problem.size(), " keys of ", counted(bits, "bit"), " take ");
  text += bits == 1 ? "a single pass." : say(bits, " passes, one for every bit, lowest bit first.");
  text += launch_words(problem);
  return text + (sorts_in_block(look)
                     ? " Each block first sorts its own keys in shared memory, so that "
                       "neighbouring threads write to neighbouring addresses."
                     : " Every pass puts the keys with a 0 in front of those with a 1 and "
                       "changes no other order.");
}

// ---- bit extract ----

std::string block_bits(const Moment& m) {
  const BlockFacts& b = m.block;
  const radix::Array keys = input_of(m.look);
  const auto values = slice(keys, b);
  if (b.size() == 1)
    return say("The one key of block ", b.block, ", ", values[0], ", has a ", b.ones, " there.");
  if (b.size() > 8) return say("Block ", b.block, " finds ", zeros_and_ones(b), ".");
  std::vector<uint32_t> bits;
  for (uint32_t key : values) bits.push_back(key >> m.pass & 1);
  return say("In block ", b.block, " the keys ", listed(values), " give ", listed(bits), ": ",
             zeros_and_ones(b), ".");
}

std::string why_bits(const Moment& m) {
  std::string text = say("Pass ", m.pass + 1, " looks at bit ", m.pass);
  text += m.pass == 0 ? ", the lowest one. "
                      : say("; so far the keys are sorted by ", low_bits(m.pass), ". ");
  text += block_bits(m);
  if (all_equal(m)) return text + " All keys have the same bit, so no key will move in this pass.";
  if (m.idle() > 0)
    return text + say(" The last block has ", counted(m.idle(), "thread"),
                      " without a key: no bit, so ", m.idle() == 1 ? "it counts" : "they count",
                      " as 0.");
  return text + " To find its slot, a key must know how many ones stand before it.";
}

// ---- sort inside the block ----

/// "its zero takes slot 0", "its 3 ones take slots 1 to 3".
std::string bucket_slots(uint32_t count, const std::string& noun, uint32_t begin) {
  return say("its ", count == 1 ? noun : counted(count, noun), count == 1 ? " takes " : " take ",
             slots(begin, begin + count));
}

std::string why_local_destination(const Moment& m) {
  const BlockFacts& b = m.block;
  const std::string name = say("Block ", b.block);
  if (b.zeros == 0 || b.ones == 0)
    return say(name, " has only ", b.zeros == 0 ? "ones" : "zeros",
               ", so every key keeps its slot in the block. Each block works alone here: no "
               "block waits for another.");
  return say(name, " has ", zeros_and_ones(b), ": ", bucket_slots(b.zeros, "zero", 0), " and ",
             bucket_slots(b.ones, "one", b.zeros),
             " of the block. The formulas are those of the whole grid, with the block's own "
             "counts, so no block waits for another.");
}

std::string why_local_keys(const Moment& m) {
  const BlockFacts& b = m.block;
  const auto keys = slice(*latest(m.look, ArrayId::local_keys), b);
  std::string text = say("Block ", b.block, " now holds ");
  text += b.size() <= 8 ? say(listed(keys), " in shared memory: ", zeros_and_ones(b), ".")
                        : say(zeros_and_ones(b), " in shared memory, in this order.");
  return text +
         " Scattered writes are cheap there. Now neighbouring threads hold keys of the same "
         "bucket, so they will write to neighbouring addresses in global memory.";
}

std::string why_bucket_counts(const Moment& m) {
  const BlockFacts& b = m.block;
  std::string text = say("Block ", b.block, " has ", zeros_and_ones(b), ", so it writes ", b.zeros,
                         " and ", b.ones, " into column ", b.block, " of the table. ");
  if (m.blocks == 1)
    return text +
           "With one block the table has one column: its scan only puts the ones behind "
           "the zeros.";
  return text +
         "One exclusive scan of the row-major table then tells every block where each of "
         "its buckets starts: all zeros of all blocks first, then all ones.";
}

// ---- scatter ----

std::string why_destination(const Moment& m) {
  const uint32_t i = m.subject.position, key = input_of(m.look).values[i];
  const uint32_t before = m.value(ArrayId::ones_before, i);
  const uint32_t zeros = m.keys - m.value(ArrayId::ones_total, 0);
  std::string text;
  if (m.value(ArrayId::bits, i) == 1)
    text = say("Key ", key, " has a one. It goes behind all ", counted(zeros, "zero"),
               " and behind the ", counted(before, "one"), " before it: slot ", zeros, " + ",
               before, " = ", zeros + before, ".");
  else if (i == 0)
    text = say("Key ", key,
               " has a zero and stands at index 0. Nothing is before it, so it takes "
               "slot 0.");
  else
    text = say("Key ", key, " at index ", i, " has a zero. Of the ", counted(i, "key"),
               " before it ", before, before == 1 ? " is a one" : " are ones",
               ", the rest are zeros: slot ", i, " − ", before, " = ", i - before, ".");
  return text + (all_equal(m) ? " All bits are equal, so every key stays where it is."
                              : " No two keys get the same slot, so all threads can write at "
                                "the same time.");
}

std::string why_block_destination(const Moment& m) {
  const BlockFacts& b = m.block;
  const radix::Array& local = *latest(m.look, ArrayId::local_keys);
  const uint32_t entry = spoken_entry(m.look, m.subject);
  if (m.value(ArrayId::bucket_counts, entry) == 0)
    return say("Block ", b.block, " has no ", entry < m.blocks ? "zeros" : "ones",
               ", so none of its threads writes to that bucket: its ",
               counted(b.size(), entry < m.blocks ? "one" : "zero"),
               b.size() == 1 ? " goes" : " go", " to the other one.");
  const uint32_t at = position_of(local, m.subject.id);
  const uint32_t bit = local.values[at] >> m.pass & 1, thread = at - b.begin;
  const uint32_t start = m.value(ArrayId::bucket_starts, bit * m.blocks + b.block);
  const uint32_t rank = bit == 0 ? thread : thread - b.zeros;
  return say("Thread ", thread, " of block ", b.block, " now holds key ", local.values[at], ", a ",
             bit == 0 ? "zero" : "one", " with ", counted(rank, bit == 0 ? "zero" : "one"),
             " of its block before it. Its bucket starts at slot ", start, ", so it writes slot ",
             start, " + ", rank, " = ", start + rank,
             ". Threads of one bucket get neighbouring slots.");
}

/// Runs of neighbouring slots among the writes of a block, in thread order.
uint32_t runs_of(const Moment& m, const BlockFacts& b) {
  uint32_t runs = 0;
  for (uint32_t i = b.begin; i < b.end; ++i)
    runs += i == b.begin ||
            m.value(ArrayId::destination, i) != m.value(ArrayId::destination, i - 1) + 1;
  return runs;
}

std::string runs_words(const Moment& m) {
  const BlockFacts& b = m.block;
  const uint32_t runs = runs_of(m, b);
  if (b.size() == 1)
    return say("The thread of block ", b.block, " writes its one key to slot ",
               m.value(ArrayId::destination, b.begin), ". ");
  std::string written;
  for (uint32_t i = b.begin; i < b.end; ++i) {
    const bool cut = b.size() > 8 && i == b.begin + 4;
    written += say(i == b.begin ? "" : ", ", cut ? "…" : say(m.value(ArrayId::destination, i)));
    if (cut) break;
  }
  return say("In thread order block ", b.block, " writes slots ", written, ": ",
             runs == 1 ? "a single run" : counted(runs, "run"), " of neighbours. ");
}

std::string sorted_words(const Moment& m) {
  if (m.keys == 1) return "One key is always in order.";
  if (m.last_pass() && m.passes == 1) return "The only bit is done: the keys are sorted.";
  if (m.last_pass())
    return say("Keys with equal bits kept the order of the earlier passes, and that is why all ",
               m.passes, " bits are in order now: the keys are sorted.");
  if (m.pass == 0)
    return say(
        "The keys are now sorted by their lowest bit, and keys with equal bits kept their "
        "order. The next ",
        m.passes == 2 ? "pass relies" : "passes rely", " on that.");
  return say(
      "Keys with equal bits kept their order, so the work of the earlier passes is not "
      "lost: the keys are now sorted by ",
      low_bits(m.pass + 1), ".");
}

std::string why_output(const Moment& m) { return runs_words(m) + sorted_words(m); }

std::string why_step(const Moment& m) {
  switch (m.step.made) {
    case ArrayId::keys:
    case ArrayId::bits: return why_bits(m);
    case ArrayId::partial_ones:
    case ArrayId::partial_counts: return why_level(m);
    case ArrayId::ones_before_in_block:
    case ArrayId::counts_before_in_block: return why_in_block(m);
    case ArrayId::block_ones:
    case ArrayId::block_counts: return why_block_sum(m);
    case ArrayId::ones_before_block:
    case ArrayId::counts_before_block: return why_before_block(m);
    case ArrayId::ones_before: return sorts_in_block(m.look) ? why_in_block(m) : why_ones_before(m);
    case ArrayId::ones_total: return why_ones_total(m);
    case ArrayId::thread_ones:
    case ArrayId::partial_thread_ones:
    case ArrayId::ones_before_thread:
    case ArrayId::local_bucket_starts: return radix::caption(m.step);
    case ArrayId::local_destination: return why_local_destination(m);
    case ArrayId::local_keys: return why_local_keys(m);
    case ArrayId::bucket_counts: return why_bucket_counts(m);
    case ArrayId::bucket_starts: return why_bucket_starts(m);
    case ArrayId::destination:
      return latest(m.look, ArrayId::local_keys) ? why_block_destination(m) : why_destination(m);
    case ArrayId::output: return why_output(m);
  }
  return "";
}

}  // namespace

std::string entry_words(const Moment& m, uint32_t entry) {
  return say(entry < m.blocks ? "the zeros of block " : "the ones of block ", entry % m.blocks);
}

std::string why(const Look& look) {
  const auto subject = subject_of(look);
  if (!look.step() || !subject) return why_begin(look);
  const radix::Problem& problem = look.problem();
  return why_step(Moment{.look = look,
                         .step = *look.step(),
                         .subject = *subject,
                         .block = block_facts(look, subject->block),
                         .keys = problem.size(),
                         .blocks = problem.blocks(),
                         .threads = problem.threads_per_block(),
                         .pass = look.pass(),
                         .passes = problem.passes()});
}

}  // namespace scope
