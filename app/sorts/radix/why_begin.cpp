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
  if (passes == 1) return "a single pass.";
  if (problem.settings().second_bits > 0)
    return say(passes, " passes, those of the second key first.");
  if (radix_bits == 1) return say(passes, " passes, one for every bit, lowest bit first.");
  const uint32_t last = problem.digit(passes - 1).bits;
  if (last == radix_bits)
    return say(passes, " passes of ", radix_bits, " bits each, lowest bits first.");
  return say(passes, " passes of ", radix_bits, " bits, the last one of ", last,
             ", lowest bits first.");
}

std::string launch_words(const radix::Problem& problem) {
  const uint32_t blocks = problem.blocks(), threads = problem.threads_per_block();
  const uint32_t each = problem.keys_per_thread();
  std::string text = say(" ", counted(blocks, "block"), " of ", counted(threads, "thread"),
                         blocks == 1 ? " works on them, " : " work on them, ",
                         each == 1 ? "one thread per key" : say(each, " keys per thread"));
  const uint32_t idle = blocks * problem.keys_per_block() - problem.size();
  if (idle > 0 && each == 1)
    text += say("; ", counted(idle, "thread"), " of the last block ", idle == 1 ? "has" : "have",
                " no key");
  if (idle > 0 && each > 1)
    text += say("; ", counted(idle, "place"), " of the last block ", idle == 1 ? "stays" : "stay",
                " empty");
  return text + ".";
}

/// What is special about the sort or about how the threads share the keys.
std::string sort_title(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  if (in_one_launch(moment))
    return " Every pass is one launch: the blocks hand their sums on inside the kernel, so all of "
           "them must run at once.";
  if (!sorts_in_block(moment))
    return " Every pass puts the keys with a 0 in front of those with a 1 and changes no other "
           "order.";
  if (problem.keys_per_thread() == 1)
    return " Each block first sorts its own keys in shared memory, so that the keys of one bucket "
           "are written to neighbouring addresses.";
  if (problem.settings().ownership == radix::Ownership::blocked)
    return " Each thread has its keys side by side, so neighbouring threads read far apart.";
  return " In each round neighbouring threads read neighbouring keys.";
}

/// One sentence on how keys become sorted bits, if that is not plain.
std::string order_words(const radix::Problem& problem) {
  const radix::Settings& s = problem.settings();
  if (s.order == radix::SortOrder::reversed)
    return " An extra pass then reads the result backwards.";
  if (s.order == radix::SortOrder::descending) return " The largest key comes first.";
  return problem.values().empty() ? "" : " Every key takes its value along.";
}

// ---- bit extract ----

/// "bit 2", "bits 2 and 3", "bits 3 to 5", with the field where there are two.
std::string pass_bits(const RadixMoment& m) {
  const radix::PassBits bits = radix::bits_of_pass(m.problem, m.pass);
  std::string text = say("bit ", bits.first);
  if (bits.last > bits.first)
    text = say("bits ", bits.first, bits.last == bits.first + 1 ? " and " : " to ", bits.last);
  return *bits.field ? text + " of the " + bits.field : text;
}

std::string so_far(const RadixMoment& m) {
  return m.pass == 0 ? "" : say("; so far the keys are sorted by ", sorted_by(m.problem, m.pass));
}

/// "bit 2, bit 0 of the digit"; of the lowest digit only "bit 0".
std::string split_bit(const RadixMoment& m) {
  const uint32_t first = radix::bits_of_pass(m.problem, m.pass).first;
  const std::string bit = say("bit ", first + m.step.split);
  return first == 0 ? bit : say(bit, ", bit ", m.step.split, " of the digit");
}

/// "Pass 2 sorts by bits 2 and 3; so far … . Split 1 of 2 looks at bit 2, bit 0 of the digit. "
std::string wide_lead(const RadixMoment& m) {
  if (m.step.split > 0)
    return say("Split ", m.step.split + 1, " of ", m.step.splits, " looks at ", split_bit(m),
               ", in the keys as split ", m.step.split, " left them. ");
  std::string text = say("Pass ", m.pass + 1, " sorts by ", pass_bits(m));
  if (m.digit.bits < m.problem.settings().radix_bits)
    text += say(": only ", counted(m.digit.bits, "bit"), m.digit.bits == 1 ? " is" : " are",
                " left, so this pass has ", m.digit.buckets(), " buckets. ");
  else
    text += m.pass == 0 ? say(" and has ", m.digit.buckets(), " buckets. ") : so_far(m) + ". ";
  if (m.step.splits < 2) return text;
  return text + say("Split 1 of ", m.step.splits, " looks at ", split_bit(m), ". ");
}

std::string lead(const RadixMoment& m) {
  if (m.wide()) return wide_lead(m);
  return say("Pass ", m.pass + 1, " looks at ", pass_bits(m),
             m.pass == 0 ? ", the lowest one" : so_far(m), ". ");
}

std::string block_bits(const RadixMoment& m) {
  const BlockFacts& b = m.block;
  const auto keys = key_texts(m.problem, split_input(m.moment), b);
  const radix::Array& bits = *latest(m.moment, array::bits);
  if (b.size() == 1)
    return say("The only key of block ", b.block, ", ", keys[0], ", has a ", b.ones, " there.");
  const std::string texts = listed(keys);
  if (b.size() > 8 || texts.size() > 60)
    return say("Block ", b.block, " finds ", zeros_and_ones(b), ".");
  const std::vector<uint32_t> found(bits.values.begin() + b.begin, bits.values.begin() + b.end);
  return say("In block ", b.block, " the keys ", texts, " give ", listed(found), ": ",
             zeros_and_ones(b), ".");
}

// ---- keys that are not sorted by their plain bits ----

bool is_sign_bit(const RadixMoment& m) {
  return (m.digit.code.sign >> (m.digit.shift + m.step.split) & 1) != 0;
}
bool is_complemented(const RadixMoment& m) {
  return (m.digit.code.flip >> (m.digit.shift + m.step.split) & 1) != 0;
}

/// ": 13 = 1101 counts as 0010." for keys of few bits.
std::string counts_as(const RadixMoment& m) {
  const uint32_t bits = m.problem.key_bits(), key = m.subject.key;
  if (bits > 12) return ".";
  return say(": ", m.key(), " = ", binary(key, bits), " counts as ",
             binary(m.problem.ordered(key), bits), ".");
}

/// Why the bits differ from those of the keys; "" when they do not.
std::string code_words(const RadixMoment& m) {
  if (is_sign_bit(m) && is_complemented(m))
    return " The sign bit is flipped twice, once for the sign and once for the order, so it is "
           "unchanged.";
  if (is_sign_bit(m))
    return " The sign bit is flipped, so that negative keys come before the others" + counts_as(m);
  if (is_complemented(m))
    return " Complementing the bits puts the largest key first" + counts_as(m);
  if (m.digit.code.real)
    return " All bits of negative keys are complemented: of two, the one further from 0 comes "
           "first.";
  return "";
}

// ---- what to think of it ----

std::string idle_words(const RadixMoment& m) {
  const uint32_t idle = m.idle();
  return say(" The last block has ", counted(idle, m.coarse() ? "place" : "thread"),
             " without a key: no bit, so ", idle == 1 ? "it counts" : "they count", " as 0.");
}

std::string ownership_words(const RadixMoment& m) {
  const uint32_t each = m.problem.keys_per_thread();
  if (m.blocked())
    return say(" Each thread reads ", each, " keys side by side, so neighbouring threads read ",
               each, " places apart: that is why this is the wrong choice.");
  return say(" Each thread reads ", each,
             " keys, and in each round neighbouring threads read neighbouring keys.");
}

std::string equal_words(const RadixMoment& m) {
  return m.step.splits > 1 ? " All keys have the same bit, so no key has to move in this split."
                           : " All keys have the same bit, so no key has to move in this pass.";
}

std::string bits_reason(const RadixMoment& m) {
  const uint32_t second = m.problem.settings().second_bits;
  if (all_equal(m)) return equal_words(m);
  if (second > 0 && m.pass == 0 && m.step.split == 0)
    return " The second key comes first: the passes of the first key then have the last word.";
  if (second > 0 && m.digit.shift == second && m.step.split == 0)
    return " Keys with equal bits have to keep their order, or what the second key decided is "
           "lost.";
  if (std::string words = code_words(m); !words.empty()) return words;
  if (m.coarse() && m.step.split == 0) return ownership_words(m);
  if (m.idle() > 0) return idle_words(m);
  if (m.step.split > 0)
    return " Equal bits have to keep their order, or the work of the earlier splits is lost.";
  return " To find its slot, a key must know how many ones stand before it.";
}

}  // namespace

std::string why_begin(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Settings& s = problem.settings();
  if (problem.size() == 0)
    return "There are no keys, so no kernel is launched. Type some keys to begin.";
  if (problem.size() == 1)
    return "A single key is already in order. The kernels run all the same, so every stage can be "
           "seen.";
  std::string text = say(problem.size(), " keys of ", counted(s.key_bits, "bit"));
  if (s.second_bits > 0) text += say(" with a second key of ", counted(s.second_bits, "bit"));
  return text + " take " + passes_words(problem) + launch_words(problem) + sort_title(moment) +
         order_words(problem);
}

std::string why_bits(const RadixMoment& m) { return lead(m) + block_bits(m) + bits_reason(m); }

}  // namespace scope
