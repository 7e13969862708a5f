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
  return {.title = capital(std::move(title)),
          .words = std::move(words),
          .terms = std::move(terms),
          .result = result ? say(*result) : "",
          .hint = ""};
}

std::string words_of(const std::string& what, const std::vector<Term>& terms) {
  std::string text = what + " = ";
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i > 0) text += terms[i].sign == '-' ? " − " : " + ";
    text += terms[i].name;
  }
  return text;
}

namespace {

// ---- bit extract ----

/// Before the first step: where a thread finds its key, if it has several.
Formula position_card(const Card& c) {
  const uint32_t at = c.s.position - c.problem.block_begin(c.s.block);
  const uint32_t each = c.problem.keys_per_thread(), round = c.problem.round_of(c.s.position);
  const std::string title = say("Where is key ", c.key(), "?");
  Formula f;
  if (c.problem.settings().ownership == radix::Ownership::interleaved)
    f = card(title, "place = thread + round × threads",
             {term(c.s.thread, "thread"), term(round * c.threads, "round × threads")}, at);
  else
    f = card(title, "place = thread × keys of a thread + round",
             {term(c.s.thread * each, "thread × keys of a thread"), term(round, "round")}, at);
  f.hint = say("thread ", c.s.thread, ", round ", round, ": threads and rounds count from 0");
  return f;
}

Formula bit_card(const Card& c) {
  const bool coded = c.digit.code != radix::KeyCode{} || c.problem.settings().second_bits > 0;
  const uint32_t bit = c.digit.shift + c.moment.split();
  const uint32_t ordered = c.problem.ordered(c.s.key);
  const std::string name = coded ? "sorted bits >> bit number" : "key >> bit number";
  Formula f =
      card(say("What is bit ", bit, " of key ", c.key(), "?"), "bit = (" + name + ") & mask",
           {{.value = say(ordered, " >> ", bit), .name = name},
            {.value = "1", .name = "mask", .sign = '&'}},
           c.value(array::bits, c.s.place));
  if (coded) f.hint = say("key ", c.key(), " is sorted by the bits of ", ordered);
  return f;
}

// ---- destinations ----

Formula destination_card(const Card& c) {
  const std::string title = say("Where does key ", c.key(), " go?");
  const auto before = c.value(array::ones_before, c.s.position);
  const auto slot = c.value(array::destination, c.s.position);
  if (c.s.bit == 0)
    return card(title, "zero: slot = key index − # ones before",
                {term(c.s.position, "key index"), term(before, "# ones before", '-')}, slot);
  const auto total = c.value(array::ones_total, 0);
  const bool downwards = ones_go_downwards(c.moment);
  return card(title,
              downwards ? "one: slot = input size − # ones in total − # ones before"
                        : "one: slot = input size − # ones in total + # ones before",
              {term(c.keys, "input size"), term(total, "# ones in total", '-'),
               term(before, "# ones before", downwards ? '-' : '+')},
              slot);
}

Formula reversed_card(const Card& c) {
  return card(say("Where does key ", c.key(), " go?"), "slot = input size − 1 − key index",
              {term(c.keys, "input size"), term(1, "1", '-'), term(c.s.position, "key index", '-')},
              c.value(array::destination, c.s.position));
}

/// The last block's own ones on top of those it was handed.
Formula total_card(const Card& c) {
  const uint32_t last = c.blocks - 1;
  return card("How many ones in total?", "total = ones before the last block + its own ones",
              {term(c.value(array::ones_before_block, last), "ones before the last block"),
               term(c.value(array::block_ones, last), "its own ones")},
              c.value(array::ones_total, 0));
}

Formula local_slot_card(const Card& c) {
  const std::string title = say("Which slot of its block does key ", c.key(), " take?");
  const auto before = c.value(array::ones_before, c.s.place);
  const auto slot = c.value(array::local_destination, c.s.place);
  const uint32_t place = c.s.place - c.problem.block_begin(c.s.block);
  const char* where = c.problem.keys_per_thread() > 1 ? "place" : "thread";
  if (c.s.bit == 0)
    return card(title, say("zero: slot = ", where, " − ones before"),
                {term(place, where), term(before, "ones before", '-')}, slot);
  return card(
      title, "one: slot = keys here − ones here + ones before",
      {term(c.size_of(c.s.block), "keys here"),
       term(c.value(array::block_ones, c.s.block), "ones here", '-'), term(before, "ones before")},
      slot);
}

/// The thread that has the key once the block has sorted: the one of its slot.
Formula local_key_card(const Card& c) {
  const auto worker = radix_worker(c.moment);
  if (!worker) return {};
  const uint32_t each = c.problem.keys_per_thread();
  const uint32_t slot = worker->element - c.problem.block_begin(worker->block);
  const std::string title = say("From which slot does thread ", worker->thread, " of block ",
                                worker->block, " take key ", c.key(), "?");
  if (each == 1) return card(title, "slot = thread", {term(worker->thread, "thread")}, slot);
  return card(title, "slot = thread × keys of a thread + number of the key",
              {term(worker->thread * each, "thread × keys of a thread"),
               term(slot % each, "number of the key")},
              slot);
}

// ---- the buckets of the block ----

/// Where the next bucket of the same block begins; at the end of the block for the last one.
std::optional<uint32_t> next_local_start(const Card& c, uint32_t entry) {
  const uint32_t next = entry + c.blocks;
  if (next >= table_entries(c.moment)) return c.size_of(entry % c.blocks);
  return c.value(array::local_bucket_starts, next);
}

Formula local_start_card(const Card& c, uint32_t entry) {
  const uint32_t block = entry % c.blocks, bucket = entry / c.blocks;
  const std::vector<uint32_t> sizes = block_facts(c.moment, block).buckets;
  std::vector<Term> terms;
  uint32_t d = 0;
  if (bucket > 3) {
    uint32_t sum = 0;
    for (; d + 1 < bucket; ++d) sum += sizes[d];
    terms.push_back(term(sum, say("buckets before ", binary(bucket - 1, c.digit.bits))));
  }
  for (; d < bucket; ++d) terms.push_back(term(sizes[d], "in bucket " + binary(d, c.digit.bits)));
  if (bucket == 0) terms.push_back(term(0, "nothing before"));
  return card(
      say("Where does bucket ", binary(bucket, c.digit.bits), " start in block ", block, "?"),
      words_of("start", terms), terms, c.value(array::local_bucket_starts, entry));
}

Formula count_card(const Card& c, uint32_t entry) {
  const uint32_t block = entry % c.blocks;
  const std::string title = count_question(c.moment, entry);
  const auto count = c.value(array::bucket_counts, entry);
  if (latest(c.moment, array::local_bucket_starts)) {
    const bool last = entry + c.blocks >= table_entries(c.moment);
    const std::string next = last ? "end of the block" : "start of the next bucket";
    return card(title, "# keys = " + next + " − its own start",
                {term(next_local_start(c, entry), next),
                 term(c.value(array::local_bucket_starts, entry), "its own start", '-')},
                count);
  }
  const auto ones = c.value(array::block_ones, block);
  if (entry >= c.blocks)
    return card(title, "# ones = block sum of the bits", {term(ones, "block sum of the bits")},
                count);
  return card(title, "# zeros = keys here − ones here",
              {term(c.size_of(block), "keys here"), term(ones, "ones here", '-')}, count);
}

Formula block_destination_card(const Card& c) {
  const uint32_t position = position_of(*latest(c.moment, array::local_keys), c.s.id);
  const uint32_t entry = c.s.digit * c.blocks + c.s.block;
  const uint32_t place = position - c.problem.block_begin(c.s.block);
  const bool boundaries = latest(c.moment, array::local_bucket_starts) != nullptr;
  std::vector<Term> terms{term(c.value(array::bucket_starts, entry), "bucket start"),
                          term(place, boundaries ? "place" : "thread")};
  if (boundaries)
    terms.push_back(
        term(c.value(array::local_bucket_starts, entry), "bucket start in the block", '-'));
  else if (c.s.digit == 1)
    terms.push_back(term(c.value(array::bucket_counts, c.s.block), "zeros in the block", '-'));
  const std::string slot = boundaries ? "slot" : c.s.digit == 0 ? "zero: slot" : "one: slot";
  return card(say("Where does key ", c.key(), " go?"), words_of(slot, terms), terms,
              c.value(array::destination, position));
}

// ---- a picked table entry ----

uint32_t counts_in(const Card& c, uint32_t begin, uint32_t end) {
  uint32_t sum = 0;
  for (uint32_t e = begin; e < end; ++e) sum += c.value(array::bucket_counts, e).value_or(0);
  return sum;
}

/// "zeros", "bucket 01".
std::string row_name(const Card& c, uint32_t bucket) {
  return c.digit.bits == 1 ? bucket_noun(c.digit, bucket)
                           : "bucket " + binary(bucket, c.digit.bits);
}

/// The entries first … end - 1 of one row: one by one when they are few, else all but the last in
/// one term.
void add_entries(const Card& c, std::vector<Term>& terms, uint32_t first, uint32_t end) {
  uint32_t e = first;
  if (end - first > 3) {
    e = end - 1;
    const std::string row = row_name(c, first / c.blocks);
    terms.push_back(term(counts_in(c, first, e),
                         say(row, " of blocks ", first % c.blocks, " to ", (e - 1) % c.blocks)));
  }
  for (; e < end; ++e)
    terms.push_back(term(c.value(array::bucket_counts, e), entry_name(c.moment, e)));
}

/// What the rows above one are called together.
std::string rows_above(const Card& c, uint32_t bucket) {
  if (bucket > 1) return "all smaller buckets";
  return row_name(c, 0) + (c.blocks == 1 ? " of block 0" : " of all blocks");
}

// ---- which card ----

/// Where a bucket of a block starts in the output: the sum of the table's entries before it.
Formula start_card(const Card& c, uint32_t entry) {
  const uint32_t row = entry / c.blocks, first = row * c.blocks;
  std::vector<Term> terms;
  if (entry == 0) terms.push_back(term(0, "nothing before"));
  if (row > 0) terms.push_back(term(counts_in(c, 0, first), rows_above(c, row)));
  add_entries(c, terms, first, entry);
  return card(start_question(c.moment, entry), words_of("start", terms), terms,
              c.value(array::bucket_starts, entry));
}

Formula card_of(const Card& c, ArrayId made) {
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
  if (!subject) return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  const radix::Problem& problem = moment.problem();
  const Card c{moment,
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
  if (!pointed && f.hint.empty()) f.hint = "point at a key to see its numbers";
  return f;
}

}  // namespace scope
