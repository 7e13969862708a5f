/// FORMULA cards: the rule of the current step with the selected key's numbers, all from the trace.
#include <algorithm>

#include "facts.hpp"
#include "phrases.hpp"
#include "words.hpp"

namespace scope {
namespace {

using radix::ArrayId;

/// What the cards are written from.
struct Card {
  const Look& look;
  Subject s;
  uint32_t keys, blocks, threads, pass;

  std::optional<uint32_t> value(ArrayId id, uint32_t index) const {
    return value_of(look, id, index);
  }
  uint32_t size_of(uint32_t block) const {
    return look.problem().block_end(block) - look.problem().block_begin(block);
  }
};

std::string number(const std::optional<uint32_t>& value) { return value ? say(*value) : "?"; }

Term term(const std::optional<uint32_t>& value, std::string name, char sign = '+') {
  return {.value = number(value), .name = std::move(name), .sign = sign};
}

Formula card(std::string title, std::string words, std::vector<Term> terms,
             const std::optional<uint32_t>& result) {
  return {.title = capital(std::move(title)),
          .words = std::move(words),
          .terms = std::move(terms),
          .result = result ? say(*result) : "",
          .hint = ""};
}

/// "start = zeros of block 0 + zeros of block 1".
std::string words_of(const std::string& what, const std::vector<Term>& terms) {
  std::string text = what + " = ";
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i > 0) text += terms[i].sign == '-' ? " − " : " + ";
    text += terms[i].name;
  }
  return text;
}

// ---- bit extract ----

Formula bit_card(const Card& c) {
  return card(say("Which bit of key ", c.s.key, "?"), "bit = (key >> pass) & mask",
              {{.value = say(c.s.key, " >> ", c.pass), .name = "key >> pass"},
               {.value = "1", .name = "mask", .sign = '&'}},
              c.value(ArrayId::bits, c.s.position));
}

// ---- the scans: `i` is a key's position or a table entry ----

std::string entry_name(const Card& c, uint32_t entry) {
  return say(entry < c.blocks ? "zeros of block " : "ones of block ", entry % c.blocks);
}

/// "thread 3 of block 2", "the ones of block 2".
std::string scanned_name(const Card& c, const ScanArrays& scan, uint32_t i) {
  if (scan.input == ArrayId::bucket_counts) return "the " + entry_name(c, i);
  return say("thread ", i % c.threads, " of block ", i / c.threads);
}

std::string block_noun(const ScanArrays& scan) {
  return scan.input == ArrayId::bucket_counts ? "scan block" : "block";
}

std::string block_name(const ScanArrays& scan, uint32_t block) {
  return say(block_noun(scan), " ", block);
}

const char* noun(const ScanArrays& scan) {
  return scan.input == ArrayId::bucket_counts ? "keys" : "ones";
}

Formula level_card(const Card& c, const ScanArrays& scan, uint32_t i) {
  const auto levels = levels_of(c.look, scan.partial);
  const ScanLevel& now = levels.back();
  const auto before = [&](uint32_t at) -> std::optional<uint32_t> {
    return levels.size() < 2 ? c.value(scan.input, at) : levels[levels.size() - 2].sums->values[at];
  };
  std::vector<Term> terms{term(before(i), "own sum")};
  const bool adds = i % c.threads >= now.distance;
  if (adds)
    terms.push_back(term(before(i - now.distance), say("sum ", now.distance, " to the left")));
  Formula f = card(say("The sum of ", scanned_name(c, scan, i)), words_of("sum", terms), terms,
                   now.sums->values[i]);
  if (!adds)
    f.hint = say("nothing is ", now.distance, " to the left in this ", block_noun(scan),
                 ": the sum stays");
  return f;
}

Formula in_block_card(const Card& c, const ScanArrays& scan, uint32_t i) {
  const std::string title = say(noun(scan), " before ", scanned_name(c, scan, i));
  if (i % c.threads == 0)
    return card(title, say("before in ", block_noun(scan), " = nothing before the first thread"),
                {{.value = "0", .name = "nothing before"}}, c.value(scan.in_block, i));
  const auto levels = levels_of(c.look, scan.partial);
  const auto left =
      levels.empty() ? std::nullopt : std::optional(levels.back().sums->values[i - 1]);
  const std::string neighbour = say("sum of thread ", i % c.threads - 1);
  return card(title, say("before in ", block_noun(scan), " = ", neighbour, ", the left neighbour"),
              {term(left, neighbour)}, c.value(scan.in_block, i));
}

Formula block_sum_card(const Card& c, const ScanArrays& scan, uint32_t i) {
  const uint32_t block = i / c.threads;
  const auto values = static_cast<uint32_t>(latest(c.look, scan.input)->values.size());
  const uint32_t last = std::min(values, (block + 1) * c.threads) - 1;
  return card(say(noun(scan), " in ", block_name(scan, block)),
              say(block_noun(scan), " sum = before the last value + last value"),
              {term(c.value(scan.in_block, last), "before the last value"),
               term(c.value(scan.input, last), "last value")},
              c.value(scan.block_sum, block));
}

Formula before_block_card(const Card& c, const ScanArrays& scan, uint32_t i) {
  const uint32_t block = i / c.threads;
  const std::string title = say(noun(scan), " before ", block_name(scan, block));
  const std::string before = "before " + block_name(scan, block);
  if (block == 0)
    return card(title, before + " = nothing", {{.value = "0", .name = "nothing"}},
                c.value(scan.before_block, 0));
  const std::string previous = block_name(scan, block - 1);
  const std::vector<Term> terms{term(c.value(scan.before_block, block - 1), "before " + previous),
                                term(c.value(scan.block_sum, block - 1), "in " + previous)};
  return card(title, words_of(before, terms), terms, c.value(scan.before_block, block));
}

Formula scan_result_card(const Card& c, const ScanArrays& scan, uint32_t i) {
  const bool table = scan.input == ArrayId::bucket_counts;
  const std::string block = block_noun(scan);
  const std::vector<Term> terms{term(c.value(scan.before_block, i / c.threads), "before " + block),
                                term(c.value(scan.in_block, i), "before in " + block)};
  return card(
      table ? say("Where do the ", entry_name(c, i), " start?") : say("ones before key ", c.s.key),
      words_of(table ? "start" : "# ones before", terms), terms, c.value(scan.result, i));
}

Formula total_card(const Card& c) {
  const uint32_t last = c.keys - 1;
  return card("How many ones in total?", "total = ones before the last key + its bit",
              {term(c.value(ArrayId::ones_before, last), "ones before the last key"),
               term(c.value(ArrayId::bits, last), "its bit")},
              c.value(ArrayId::ones_total, 0));
}

// ---- destinations ----

Formula destination_card(const Card& c) {
  const std::string title = say("Where does key ", c.s.key, " go?");
  const auto before = c.value(ArrayId::ones_before, c.s.position);
  const auto slot = c.value(ArrayId::destination, c.s.position);
  if (c.s.bit == 0)
    return card(title, "zero: slot = i − # ones before",
                {term(c.s.position, "i"), term(before, "# ones before", '-')}, slot);
  return card(title, "one: slot = N − # ones in total + # ones before",
              {term(c.keys, "N"), term(c.value(ArrayId::ones_total, 0), "# ones in total", '-'),
               term(before, "# ones before")},
              slot);
}

Formula local_slot_card(const Card& c) {
  const std::string title = say("Which slot of its block for key ", c.s.key, "?");
  const auto before = c.value(scan_of_bits(c.look).in_block, c.s.position);
  const auto slot = c.value(ArrayId::local_destination, c.s.position);
  if (c.s.bit == 0)
    return card(title, "zero: slot = thread − ones before",
                {term(c.s.thread, "thread"), term(before, "ones before", '-')}, slot);
  return card(title, "one: slot = keys here − ones here + ones before",
              {term(c.size_of(c.s.block), "keys here"),
               term(c.value(ArrayId::block_ones, c.s.block), "ones here", '-'),
               term(before, "ones before")},
              slot);
}

Formula count_card(const Card& c, uint32_t entry) {
  const uint32_t block = entry % c.blocks;
  const auto ones = c.value(ArrayId::block_ones, block);
  const std::string title = say("How many ", entry_name(c, entry), "?");
  const auto count = c.value(ArrayId::bucket_counts, entry);
  if (entry >= c.blocks)
    return card(title, "# ones = block sum of the bits", {term(ones, "block sum of the bits")},
                count);
  return card(title, "# zeros = keys here − ones here",
              {term(c.size_of(block), "keys here"), term(ones, "ones here", '-')}, count);
}

Formula block_destination_card(const Card& c) {
  const uint32_t position = position_of(*latest(c.look, ArrayId::local_keys), c.s.id);
  const uint32_t entry = c.s.bit * c.blocks + c.s.block;
  std::vector<Term> terms{term(c.value(ArrayId::bucket_starts, entry), "bucket start"),
                          term(position % c.threads, "thread")};
  if (c.s.bit == 1)
    terms.push_back(term(c.value(ArrayId::bucket_counts, c.s.block), "zeros in the block", '-'));
  return card(say("Where does key ", c.s.key, " go?"),
              words_of(c.s.bit == 0 ? "zero: slot" : "one: slot", terms), terms,
              c.value(ArrayId::destination, position));
}

// ---- a picked table entry ----

/// The entries first … end - 1 of one row: one by one when they are few, else all but the last in
/// one term.
void add_entries(const Card& c, std::vector<Term>& terms, uint32_t first, uint32_t end) {
  const auto& counts = latest(c.look, ArrayId::bucket_counts)->values;
  uint32_t e = first;
  if (end - first > 3) {
    uint32_t sum = 0;
    for (; e + 1 < end; ++e) sum += counts[e];
    terms.push_back(term(sum, say(first < c.blocks ? "zeros" : "ones", " of blocks ",
                                  first % c.blocks, " to ", (end - 2) % c.blocks)));
  }
  for (; e < end; ++e) terms.push_back(term(counts[e], entry_name(c, e)));
}

/// Where a bucket of a block starts: the sum of the entries before it.
Formula start_card(const Card& c, uint32_t entry) {
  std::vector<Term> terms;
  if (entry == 0) terms.push_back(term(0, "nothing before"));
  if (entry < c.blocks) {
    add_entries(c, terms, 0, entry);
  } else {
    const auto& counts = latest(c.look, ArrayId::bucket_counts)->values;
    uint32_t zeros = 0;
    for (uint32_t b = 0; b < c.blocks; ++b) zeros += counts[b];
    terms.push_back(term(zeros, c.blocks == 1 ? "zeros of block 0" : "zeros of all blocks"));
    add_entries(c, terms, c.blocks, entry);
  }
  return card(say("Where do the ", entry_name(c, entry), " start?"), words_of("start", terms),
              terms, c.value(ArrayId::bucket_starts, entry));
}

// ---- which card ----

Formula scan_card(const Card& c, const ScanArrays& scan, ArrayId made, uint32_t i) {
  if (made == scan.partial) return level_card(c, scan, i);
  if (made == scan.in_block) return in_block_card(c, scan, i);
  if (made == scan.block_sum) return block_sum_card(c, scan, i);
  if (made == scan.before_block) return before_block_card(c, scan, i);
  return scan_result_card(c, scan, i);
}

Formula card_of(const Card& c, ArrayId made) {
  const auto picked = picked_entry(c.look);
  if (picked && latest(c.look, ArrayId::bucket_counts)) return start_card(c, *picked);
  switch (made) {
    case ArrayId::keys:
    case ArrayId::bits: return bit_card(c);
    case ArrayId::ones_total: return total_card(c);
    case ArrayId::local_destination:
    case ArrayId::local_keys: return local_slot_card(c);
    case ArrayId::bucket_counts: return count_card(c, spoken_entry(c.look, c.s));
    case ArrayId::destination:
    case ArrayId::output:
      return latest(c.look, ArrayId::local_keys) ? block_destination_card(c) : destination_card(c);
    default: break;
  }
  if (radix::info(made).stage == radix::Stage::table_scan)
    return scan_card(c, scan_of_table, made, spoken_entry(c.look, c.s));
  return scan_card(c, scan_of_bits(c.look), made, c.s.position);
}

}  // namespace

Formula formula(const Look& look) {
  const auto subject = subject_of(look);
  if (!subject) return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  const radix::Problem& problem = look.problem();
  const Card c{look,       *subject, problem.size(), problem.blocks(), problem.threads_per_block(),
               look.pass()};
  Formula f = card_of(c, look.step() ? look.step()->made : ArrayId::bits);
  if (!subject->chosen && f.hint.empty()) f.hint = "point at a key to see its numbers";
  return f;
}

}  // namespace scope
