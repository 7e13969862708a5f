#include "facts.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "kernels/radix/radix_family.hpp"
#include "kernels/run/engine.hpp"
#include "text/parts.hpp"
#include "text/radix.hpp"

namespace scope {

using radix::ArrayId;
namespace array = radix::array;

bool sorts_in_block(const Moment& moment) {
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  return sort != nullptr && sort->sorts_in_block;
}

bool in_one_launch(const Moment& moment) {
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  return sort != nullptr && sort->one_launch();
}

bool ones_go_downwards(const Moment& moment) {
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  return sort != nullptr && sort->wrong != nullptr;
}

bool threads_are_known(const Moment& moment) {
  const radix::Trace& trace = *moment.trace;
  if (trace.own.empty()) return true;
  bool any = false;
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    const ArrayId made = trace.steps[s].made;
    if (one_of(made, {array::destination, array::local_destination})) any = true;
    if (!one_of(made, {array::output, array::local_keys})) continue;
    const bool wrong = trace.fault && trace.fault->step == s;
    const ArrayId slots = made == array::output ? array::destination : array::local_destination;
    if (!wrong && (s == 0 || trace.steps[s - 1].made != slots)) return false;
  }
  return any;
}

bool writers_are_known(const Moment& moment) {
  const radix::Trace& trace = *moment.trace;
  return threads_are_known(moment) &&
         (trace.own.empty() || std::ranges::any_of(trace.steps, [](const radix::Step& step) {
            return step.made == array::destination;
          }));
}

bool reverses(const Moment& moment) { return moment.step() != nullptr && moment.digit().bits == 0; }

namespace {

/// Made anew by every split of a block's own sort.
bool of_split(ArrayId id) {
  const radix::Stage stage = radix::info(id).stage;
  return !radix::holds_keys(id) && (stage == radix::stage::extract || stage == radix::stage::scan ||
                                    id == array::local_destination);
}

}  // namespace

const radix::Array* latest(const Moment& moment, ArrayId id) {
  for (std::size_t k = moment.cursor; k > 0; --k) {
    const radix::Step& step = moment.trace->steps[k - 1];
    if (step.pass != moment.pass()) break;
    if (of_split(id) && step.splits > 0 && step.split < moment.split())
      break;  // of a split that is over
    if (const radix::Array* array = step.find(id)) return array;
  }
  return nullptr;
}

std::optional<uint32_t> value_of(const Moment& moment, ArrayId id, uint32_t index) {
  const radix::Array* array = latest(moment, id);
  if (!array || index >= array->values.size()) return std::nullopt;
  return array->values[index];
}

bool scans_thread_sums(const Moment& moment) {
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  return sort != nullptr && sort->coarse();
}

ScanArrays scan_of_bits(const Moment& moment) {
  if (scans_thread_sums(moment))
    return {array::thread_ones, array::partial_thread_ones, array::ones_before_thread,
            array::block_ones,  array::ones_before_block,   array::ones_before_thread};
  return {array::bits,
          array::partial_ones,
          sorts_in_block(moment) ? array::ones_before : array::ones_before_in_block,
          array::block_ones,
          array::ones_before_block,
          array::ones_before};
}

std::vector<FinishedLevel> levels_of(const Moment& moment, ArrayId partial) {
  std::vector<FinishedLevel> levels;
  const bool any_split = partial == array::partial_counts;
  for (std::size_t k = 0; k < moment.cursor; ++k) {
    const radix::Step& step = moment.trace->steps[k];
    const bool same_split = any_split || step.split == moment.split();
    if (step.pass == moment.pass() && step.made == partial && same_split)
      levels.push_back({step.level, step.distance, step.find(partial), step.phase});
  }
  return levels;
}

uint32_t level_count(const Moment& moment, uint32_t threads) {
  return static_cast<uint32_t>(radix::levels_of(moment.problem().settings().scan, threads).size());
}

const radix::Array& split_input(const Moment& moment) {
  const radix::Array* found = nullptr;
  for (std::size_t k = 0; k < moment.cursor; ++k) {
    const radix::Step& step = moment.trace->steps[k];
    if (step.pass != moment.pass()) continue;
    if (found == nullptr) found = step.find(array::keys);
    if (step.made == array::local_keys && step.split < moment.split())
      found = step.find(array::local_keys);
  }
  if (found != nullptr) return *found;
  thread_local radix::Array untouched;  // before the first step there is no array to point at
  untouched = input_of(moment);
  return untouched;
}

namespace {

/// A key's bit in the split at work; 0 where no digit is looked at.
uint32_t bit_at_work(const Moment& moment, uint32_t key) {
  const radix::Digit digit = moment.digit();
  return digit.bits == 0 ? 0 : digit.bit_of(key, moment.split());
}

BlockFacts facts_of(const Moment& moment, const radix::Array& keys, uint32_t block) {
  const radix::Digit digit = moment.digit();
  BlockFacts facts{.block = block,
                   .begin = moment.problem().block_begin(block),
                   .end = moment.problem().block_end(block)};
  facts.buckets.assign(digit.buckets(), 0);
  for (uint32_t i = facts.begin; i < facts.end; ++i) {
    facts.ones += bit_at_work(moment, keys.values[i]);
    ++facts.buckets[digit.of(keys.values[i])];
  }
  facts.zeros = facts.size() - facts.ones;
  return facts;
}

/// Blocks with several buckets of very different sizes are the ones worth talking about.
bool more_telling(const BlockFacts& a, const BlockFacts& b) {
  const auto largest = [](const BlockFacts& f) { return *std::ranges::max_element(f.buckets); };
  const auto mixed = [&](const BlockFacts& f) { return largest(f) < f.size(); };
  const auto inequality = [&](const BlockFacts& f) {
    return largest(f) - *std::ranges::min_element(f.buckets);
  };
  if (mixed(a) != mixed(b)) return mixed(a);
  return inequality(a) > inequality(b);
}

/// The block with the most unequal buckets.
BlockFacts telling_block(const Moment& moment) {
  BlockFacts best;
  for (const BlockFacts& facts : block_facts(moment))
    if (facts.block == 0 || more_telling(facts, best)) best = facts;
  return best;
}

/// Position of the last key that a table entry counts; of the last key of its block when it counts
/// none.
uint32_t last_of_entry(const Moment& moment, const radix::Array& keys, uint32_t entry) {
  const BlockFacts facts = block_facts(moment, entry % moment.problem().blocks());
  for (uint32_t i = facts.end; i > facts.begin; --i)
    if (moment.digit_of(keys.values[i - 1]) == entry / moment.problem().blocks()) return i - 1;
  return facts.end - 1;
}

/// The last key that the picked store writes, by identity; nobody where no store of this pass is
/// picked.
uint32_t last_of_store(const Moment& moment) {
  if (!moment.store) return none;
  const Cut cut = cut_of(moment.problem(), moment.pass());
  const radix::Array held = held_by_writers(moment);
  for (std::size_t i = held.ids.size(); i > 0; --i)
    if (cut.store_of(static_cast<uint32_t>(i - 1), moment.memory.lanes) == *moment.store)
      return held.ids[i - 1];
  return none;
}

/// True where a key is worth speaking of in a pass: its block has keys of other buckets, and one
/// stands before it.
bool tells(const Moment& moment, const radix::Array& keys, uint32_t id) {
  const uint32_t at = position_of(keys, id);
  if (at == none) return false;
  if (moment.digit().bits == 0) return true;  // the pass that reverses
  const BlockFacts facts = block_facts(moment, moment.problem().block_of(at));
  return at > facts.begin && *std::ranges::max_element(facts.buckets) < facts.size();
}

/// The example of the pass before as long as it tells something, so that the eye follows one key;
/// else the last key of the block with the most unequal buckets.
uint32_t example_of_passes(const Moment& moment) {
  uint32_t id = none;
  Moment at = moment;
  for (uint32_t pass = 0; pass <= moment.pass(); ++pass) {
    const auto& steps = moment.trace->steps;
    const auto first = std::ranges::find(steps, pass, &radix::Step::pass);
    at.cursor = pass == moment.pass() || first == steps.end()
                    ? moment.cursor
                    : static_cast<std::size_t>(first - steps.begin()) + 1;
    const radix::Array keys = input_of(at);
    if (id == none || !tells(at, keys, id)) id = keys.ids[telling_block(at).end - 1];
  }
  return id;
}

/// Position of the step's own example: of the picked store, else that of the passes.
uint32_t example_in(const Moment& moment, const radix::Array& keys) {
  const uint32_t stored = position_of(keys, last_of_store(moment));
  if (stored != none) return stored;
  const uint32_t kept = position_of(keys, example_of_passes(moment));
  return kept == none ? telling_block(moment).end - 1 : kept;
}

}  // namespace

std::vector<BlockFacts> block_facts(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  std::vector<BlockFacts> all;
  for (uint32_t b = 0; b < moment.problem().blocks(); ++b) all.push_back(facts_of(moment, keys, b));
  return all;
}

BlockFacts block_facts(const Moment& moment, uint32_t block) {
  return facts_of(moment, input_of(moment), block);
}

radix::Array held_by_writers(const Moment& moment) {
  const radix::Array* local = moment.find(array::local_keys);
  return local ? *local : input_of(moment);
}

std::optional<Subject> subject_of(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  if (keys.values.empty()) return std::nullopt;
  const auto entry = picked_entry(moment);
  const uint32_t found =
      entry ? last_of_entry(moment, keys, *entry) : position_of(keys, moment.selected());
  const uint32_t at = found == none ? example_in(moment, keys) : found;
  const radix::Problem& problem = moment.problem();
  const uint32_t place = position_of(split_input(moment), keys.ids[at]);
  return Subject{.id = keys.ids[at],
                 .key = keys.values[at],
                 .digit = moment.digit_of(keys.values[at]),
                 .bit = bit_at_work(moment, keys.values[at]),
                 .position = at,
                 .place = place,
                 .block = problem.block_of(at),
                 .thread = problem.thread_of(place),
                 .chosen = found != none};
}

uint32_t radix_example_key(const Moment& moment) {
  const auto subject = subject_of(moment);
  return subject ? subject->id : none;
}

std::string bucket_noun(radix::Digit digit, uint32_t bucket) {
  return digit.bits == 1 ? text::radix::noun_bit({.one = bucket == 1})
                         : text::radix::noun_digit({.digit = binary(bucket, digit.bits)});
}

std::string bits_of(radix::Digit digit) {
  return text::parts::bits(
      {.count = digit.bits, .high = digit.shift + digit.bits - 1, .low = digit.shift});
}

std::string entry_name(const Moment& moment, uint32_t entry) {
  const uint32_t blocks = moment.problem().blocks(), bucket = entry / blocks;
  const uint32_t bits = moment.digit().bits;
  return bits == 1
             ? text::radix::entry_name_bit({.block = entry % blocks, .one = bucket == 1})
             : text::radix::entry_name({.block = entry % blocks, .digit = binary(bucket, bits)});
}

std::string count_question(const Moment& moment, uint32_t entry) {
  const uint32_t blocks = moment.problem().blocks(), bucket = entry / blocks;
  const uint32_t bits = moment.digit().bits;
  return bits == 1
             ? text::radix::ask_count_bit({.block = entry % blocks, .one = bucket == 1})
             : text::radix::ask_count({.block = entry % blocks, .digit = binary(bucket, bits)});
}

std::string start_question(const Moment& moment, uint32_t entry) {
  const uint32_t blocks = moment.problem().blocks(), bucket = entry / blocks;
  const uint32_t bits = moment.digit().bits;
  return bits == 1
             ? text::radix::ask_start_bit({.block = entry % blocks, .one = bucket == 1})
             : text::radix::ask_start({.block = entry % blocks, .digit = binary(bucket, bits)});
}

uint32_t table_entries(const Moment& moment) {
  const auto rows = moment.trace->family ? moment.trace->family->table_rows : nullptr;
  return rows ? rows(moment.problem()) * moment.problem().blocks()
              : moment.problem().table_entries(moment.pass());
}

std::optional<uint32_t> picked_entry(const Moment& moment) {
  if (!sorts_in_block(moment) || moment.hovered != none) return std::nullopt;
  return moment.table_entry && *moment.table_entry < table_entries(moment) ? moment.table_entry
                                                                           : std::nullopt;
}

uint32_t spoken_entry(const Moment& moment, const Subject& subject) {
  return picked_entry(moment).value_or(subject.digit * moment.problem().blocks() + subject.block);
}

std::optional<uint32_t> chosen_entry(const Moment& moment) {
  if (moment.table_entry && *moment.table_entry < table_entries(moment)) return moment.table_entry;
  const auto subject = subject_of(moment);
  if (!subject || !subject->chosen) return std::nullopt;
  return table_order(moment).entry_of(subject->digit, subject->block);
}

std::vector<std::string> radix_threads(const Moment& moment, uint32_t id) {
  const radix::Problem& problem = moment.problem();
  const auto thread = [&](uint32_t at) {
    const uint32_t number = problem.thread_of(at);
    return problem.keys_per_thread() == 1
               ? text::radix::thread_alone({.thread = number})
               : text::radix::thread_round({.round = problem.round_of(at), .thread = number});
  };
  const uint32_t at = position_of(input_of(moment), id), block = problem.block_of(at);
  const radix::Array* local = latest(moment, array::local_keys);
  if (!local) return {text::radix::who_has({.block = block, .thread = thread(at)})};
  return {text::radix::who_read({.block = block, .thread = thread(at)}),
          text::radix::who_writes({.thread = thread(position_of(*local, id))})};
}

std::size_t radix_thread_lines(const Moment& moment) { return sorts_in_block(moment) ? 2 : 1; }

uint32_t radix_key_of(const Moment& moment, const radix::Array& array, uint32_t index) {
  const radix::Array* local = moment.find(array::local_keys);
  if (array.id == array::destination && local) return local->ids[index];
  if (moment.split() > 0 && array.id != array::destination) return split_input(moment).ids[index];
  return input_of(moment).ids[index];
}

const radix::Array* radix_table(const radix::Step& step) { return step.find(array::bucket_counts); }

static std::string bits_short(radix::PassBits bits) {
  return text::parts::bits(
      {.count = bits.last - bits.first + 1, .high = bits.last, .low = bits.first});
}

std::string radix_part_name(const radix::Trace& trace, uint32_t pass) {
  if (pass >= trace.problem.passes()) return text::radix::part_reversed;
  const radix::PassBits bits = radix::bits_of_pass(trace.problem, pass);
  if (*bits.field == 0) return bits_short(bits);
  const std::string range =
      bits.first == bits.last ? std::to_string(bits.first) : joined({bits.first, "–", bits.last});
  return bits.field[0] == 's' ? text::radix::part_second({.range = range})
                              : text::radix::part_first({.range = range});
}

Legend radix_legend(const Moment& moment) {
  if (moment.problem().size() == 0 || moment.digit().bits == 0) return {};
  Legend legend{.name = bits_short(radix::bits_of_pass(moment.problem(), moment.pass()))};
  for (uint32_t digit = 0; digit < moment.buckets(); ++digit)
    legend.colours.push_back(binary(digit, moment.digit().bits));
  return legend;
}

bool stand_by_digit(const Moment& moment, const radix::Array& keys, uint32_t begin, uint32_t end) {
  for (uint32_t i = begin; i < end; ++i) {
    if (keys.ids[i] == none) return false;
    if (i > begin && moment.digit_of(keys.values[i - 1]) > moment.digit_of(keys.values[i]))
      return false;
  }
  return true;
}

bool scans_table(const Moment& moment) {
  return moment.step() && moment.step()->stage == radix::stage::table_scan &&
         moment.trace->own.empty();
}

bool table_by_columns(const Moment& moment) {
  const radix::Array* counts = latest(moment, array::bucket_counts);
  if (!counts || (moment.trace->planted.empty() && moment.trace->changed.empty())) return false;
  bool rows = true, columns = true;
  const std::vector<BlockFacts> blocks = block_facts(moment);
  for (const BlockFacts& facts : blocks)
    for (uint32_t d = 0; d < facts.buckets.size(); ++d) {
      rows = rows && counts->values[d * blocks.size() + facts.block] == facts.buckets[d];
      columns =
          columns && counts->values[facts.block * facts.buckets.size() + d] == facts.buckets[d];
    }
  return columns && !rows;
}

TableOrder table_order(const Moment& moment) {
  const uint32_t blocks = moment.problem().blocks();
  return {.blocks = blocks,
          .buckets = blocks == 0 ? 0 : table_entries(moment) / blocks,
          .by_columns = table_by_columns(moment)};
}

Interval local_bucket(const BlockFacts& facts, uint32_t bucket) {
  uint32_t begin = facts.begin;
  for (uint32_t b = 0; b < bucket; ++b) begin += facts.buckets[b];
  return {begin, begin + facts.buckets[bucket]};
}

std::optional<Interval> landing_interval(const Moment& moment, uint32_t entry) {
  const auto start = value_of(moment, array::bucket_starts, entry);
  const auto count = value_of(moment, array::bucket_counts, entry);
  if (!start || !count) return std::nullopt;
  return Interval{*start, *start + *count};
}

}  // namespace scope
