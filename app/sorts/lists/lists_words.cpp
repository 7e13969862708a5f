#include "lists_words.hpp"

#include <algorithm>
#include <bit>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "lists_parts.hpp"
#include "text/all.hpp"
#include "text/lists.hpp"

namespace scope {
namespace {

using radix::ListMerge;
using radix::none;
namespace lists = radix::lists;

bool bit_is_one(const Moment& moment, uint32_t id, uint32_t bit) {
  return moment.problem().ordered(moment.problem().keys()[id]) >> bit & 1;
}

std::string key_name(const Moment& moment, uint32_t id) { return key_words(moment.problem(), id); }

/// How the smallest head is found, and what that costs in all rounds.
std::string merge_words(const Moment& moment) {
  const uint32_t n = moment.problem().size(), all = lists_in(*moment.trace);
  const uint32_t barriers = barriers_of_round(*moment.trace), of_all = n * barriers;
  switch (merge_of(*moment.trace)) {
    case ListMerge::one_thread: return text::lists::looks({.lists = all, .looks = n * all});
    case ListMerge::atomic_min:
      return text::lists::costs_atomic({.all = of_all, .barriers = barriers});
    case ListMerge::hybrid: return text::lists::costs_groups({.all = of_all, .barriers = barriers});
    default: break;
  }
  if (all == 1) return text::lists::costs_tree_of_one({.all = of_all, .barriers = barriers});
  return text::lists::costs_tree(
      {.all = of_all, .barriers = barriers, .levels = std::bit_width(all) - 1});
}

std::string why_lists_begin(const Moment& moment) {
  const uint32_t n = moment.problem().size(), bits = moment.problem().key_bits();
  if (n == 0) return text::all::no_keys_to_sort;
  if (!merges_lists(*moment.trace))
    return text::paragraph(text::lists::begin_serial, text::lists::begin_passes({.bits = bits}));
  const uint32_t all = lists_in(*moment.trace);
  return text::paragraph(
      text::lists::begin_threads({.bits = bits, .keys = n, .lists = all, .twice = 2 * all}),
      text::lists::begin_rounds({.keys = n}), merge_words(moment));
}

/// How the part's list of zeros, or ones, was filled.
std::string why_list(const Moment& moment, const DealtKey& key, bool ones) {
  const radix::Array& list = *moment.find(ones ? lists::array::one_list : lists::array::zero_list);
  const uint32_t n = moment.problem().size(), all = lists_in(*moment.trace);
  const auto count = n - std::ranges::count(list.ids, none);
  const uint32_t place = position_of(list, key.id);
  const std::string name = key_name(moment, key.id);
  return text::paragraph(
      count == 0
          ? text::lists::none_has({.bit = moment.pass(), .ones = ones})
          : text::lists::dealt(
                {.bit = moment.pass(), .count = count, .keys = n, .lists = all, .ones = ones}),
      place == none ? text::lists::has_other({.key = name, .ones = ones})
      : all == 1    ? text::lists::goes({.key = name, .place = place})
                    : text::lists::goes_of_list({.key = name, .list = key.list, .place = place}));
}

std::string why_counts(const Moment& moment, const DealtKey& key) {
  const radix::Array& counts = *moment.find(lists::array::list_counts);
  const uint32_t zeros = counts.values[2 * key.list], ones = counts.values[2 * key.list + 1];
  return text::paragraph(text::lists::counted({.alone = lists_in(*moment.trace) == 1,
                                               .ones = ones,
                                               .thread = key.list,
                                               .zeros = zeros}),
                         text::lists::ones_begin({.zeros = zeros}));
}

std::string why_copied_back(const Moment& moment, const DealtKey& key) {
  const uint32_t place = position_of(*moment.find(radix::array::output), key.id);
  const bool alone = lists_in(*moment.trace) == 1;
  const uint32_t bits = moment.pass() + 1;
  const std::string name = key_name(moment, key.id);
  return text::paragraph(
      kept_by_lists(moment).ordered ? text::lists::back_ordered({.alone = alone, .bits = bits})
                                    : text::lists::back_wrong({.alone = alone, .bits = bits}),
      place == key.place ? text::lists::stays({.key = name, .place = place})
                         : text::lists::moves({.from = key.place, .key = name, .to = place}));
}

/// Lists that have a head, and those whose head is as small as the winner's.
uint32_t lists_with_heads(const radix::Array& heads) {
  return static_cast<uint32_t>(heads.ids.size() - std::ranges::count(heads.ids, none));
}
std::vector<uint32_t> equal_heads(const Moment& moment, uint32_t winner) {
  const radix::Array& heads = *moment.find(lists::array::heads);
  std::vector<uint32_t> equal;
  for (uint32_t list = 0; list < heads.ids.size(); ++list) {
    if (heads.ids[list] == none) continue;
    const uint32_t a = heads.values[list], b = heads.values[winner];
    if (!moment.problem().before(a, b) && !moment.problem().before(b, a)) equal.push_back(list);
  }
  return equal;
}

std::string why_heads(const Moment& moment) {
  const radix::Array& heads = *moment.find(lists::array::heads);
  const uint32_t all = lists_in(*moment.trace), there = lists_with_heads(heads);
  return text::paragraph(text::lists::heads_shown({.empty = all - there,
                                                   .lists = all,
                                                   .round = lists_part(moment).number + 1,
                                                   .rounds = moment.problem().size(),
                                                   .there = there}),
                         merge_of(*moment.trace) == ListMerge::one_thread
                             ? text::lists::thread_looks({.alone = all == 1})
                             : std::string(text::lists::own_heads));
}

std::string why_tree(const Moment& moment) {
  const uint32_t all = lists_in(*moment.trace);
  const bool numbers = moment.step()->made == lists::array::tree_lists;
  if (merge_of(*moment.trace) == ListMerge::hybrid)
    return text::lists::groups_know({.group = lists::lists_of_group, .numbers = numbers});
  if (numbers) return text::lists::tree_numbers;
  if (all == 1) return text::lists::tree_of_one;
  if (all == 2) return text::lists::tree_of_two;
  return text::lists::tree({.apart = all / 2, .levels = std::bit_width(all) - 1});
}

/// The first list whose head is smaller than that of `winner`, or none.
uint32_t smaller_head(const Moment& moment, uint32_t winner) {
  const radix::Array& heads = *moment.find(lists::array::heads);
  for (uint32_t list = 0; list < heads.ids.size(); ++list)
    if (heads.ids[list] != none &&
        moment.problem().before(heads.values[list], heads.values[winner]))
      return list;
  return none;
}

std::string why_winner(const Moment& moment, uint32_t winner) {
  const radix::Array& heads = *moment.find(lists::array::heads);
  const std::string key = key_name(moment, heads.ids[winner]);
  if (const uint32_t lost = smaller_head(moment, winner); lost != none)
    return text::lists::wrong_winner({.key = key,
                                      .other = lost,
                                      .smaller = key_name(moment, heads.ids[lost]),
                                      .winner = winner});
  const std::string wins = text::lists::wins({.key = key, .winner = winner});
  const std::vector<uint32_t> equal = equal_heads(moment, winner);
  if (equal.size() < 2) return wins;
  return text::paragraph(wins,
                         text::lists::equal_heads(
                             {.lists = text::list(equal), .tie = tie_of(merge_of(*moment.trace))}),
                         text::lists::would_be_stable);
}

/// Places that have no key although the rounds so far should have filled them.
uint32_t holes_of(const Moment& moment) {
  const radix::Array& output = *moment.find(radix::array::output);
  const uint32_t rounds = lists_part(moment).number + 1;
  return static_cast<uint32_t>(std::count(output.ids.begin(), output.ids.begin() + rounds, none));
}

std::string why_taken(const Moment& moment, uint32_t winner) {
  const radix::Array& heads = *moment.find(lists::array::heads);
  const uint32_t n = moment.problem().size(), round = lists_part(moment).number;
  const uint32_t left =
      length_of_list(winner, lists_in(*moment.trace), n) - taken_of_lists(moment)[winner];
  const uint32_t holes = holes_of(moment);
  return text::paragraph(text::lists::written({.key = key_name(moment, heads.ids[winner]),
                                               .left = left,
                                               .list = winner,
                                               .place = round}),
                         holes > 0 ? text::lists::holes({.holes = holes, .places = round + 1})
                         : round + 1 == n ? std::string(text::lists::merged)
                                          : text::lists::keys_left({.left = n - round - 1}));
}

}  // namespace

uint32_t barriers_of_round(const radix::Trace& trace) {
  const uint32_t missing = trace.sort == "lists_race" ? 1 : 0;  // its last one
  switch (merge_of(trace)) {
    case ListMerge::one_thread: return 0;
    case ListMerge::atomic_min: return 4 - missing;
    case ListMerge::reduction: return 1 + static_cast<uint32_t>(std::bit_width(lists_in(trace)));
    case ListMerge::hybrid: return 6;
  }
  return 0;
}

std::string why_of_lists(const Moment& moment) {
  const auto key = dealt_key(moment);
  if (!moment.step() || !key) return why_lists_begin(moment);
  const radix::ArrayId made = moment.step()->made;
  const ListsPart part = lists_part(moment);
  if (part.kind == ListsPart::backwards) return why_backwards(moment);
  if (part.kind == ListsPart::bit) {
    if (made == lists::array::list_counts) return why_counts(moment, *key);
    if (made == radix::array::output) return why_copied_back(moment, *key);
    return why_list(moment, *key, made == lists::array::one_list);
  }
  if (made == lists::array::heads) return why_heads(moment);
  const bool broken =
      winner_of(moment) == none && (made == lists::array::winner || made == radix::array::output);
  if (broken && made == radix::array::output)
    return text::lists::no_winner_holes({.holes = holes_of(moment), .places = part.number + 1});
  if (broken) return text::lists::no_winner;
  if (made == lists::array::winner) return why_winner(moment, winner_of(moment));
  if (made == radix::array::output) return why_taken(moment, winner_of(moment));
  return why_tree(moment);
}

namespace {

/// Where a key of a bit's part goes: to a place of its list, or back.
Formula formula_of_bit(const Moment& moment, const DealtKey& key, const std::string& hint) {
  const uint32_t all = lists_in(*moment.trace), bit = moment.pass();
  const radix::Array keys = input_of(moment);
  const bool one = bit_is_one(moment, key.id, bit);
  uint32_t before = 0, zeros = 0;  // of its list, with the same bit; and zeros
  for (uint32_t place = key.list; place < keys.ids.size(); place += all) {
    const bool other = bit_is_one(moment, keys.ids[place], bit);
    zeros += other ? 0 : 1;
    before += place < key.place && other == one ? 1 : 0;
  }
  if (moment.step()->made == lists::array::list_counts) {
    const uint32_t length = length_of_list(key.list, all, moment.problem().size());
    const std::vector<Term> terms{term(zeros, text::lists::term_zeros({.lists = 1})),
                                  term(length - zeros, text::lists::term_ones)};
    return {.title = text::lists::how_many_sorted({.thread = key.list}),
            .words = rule_of(text::all::the_keys, terms),
            .terms = terms,
            .result = std::to_string(length),
            .hint = hint};
  }
  Formula card{.title = text::all::where_does_key_go({.key = key_name(moment, key.id)}),
               .words = "",
               .terms = {},
               .result = "",
               .hint = hint};
  const bool back = moment.step()->made == radix::array::output;
  if (all > 1) card.terms.push_back(term(key.list, text::lists::term_list));
  uint32_t slot = all > 1 ? key.list : 0;
  if (back && one) {
    card.terms.push_back(term(all * zeros, text::lists::term_zeros({.lists = all})));
    slot += all * zeros;
  }
  card.terms.push_back(term(all * before, text::lists::term_before({.lists = all, .ones = one})));
  slot += all * before;
  card.result = std::to_string(slot);
  card.words = rule_of(back ? text::all::place : text::lists::result_in_list, card.terms);
  return card;
}

/// Where the head of a list stands; whose key is written.
Formula formula_of_round(const Moment& moment, const DealtKey& key, const std::string& hint) {
  const uint32_t all = lists_in(*moment.trace), round = lists_part(moment).number;
  const uint32_t winner = winner_of(moment);
  const bool written = moment.step()->made == radix::array::output;
  const auto card = [&](std::string title, text::Label result, std::vector<Term> terms,
                        uint32_t value) {
    return formula_by_terms(std::move(title), result, std::move(terms), value, hint);
  };
  if (winner != none && written)
    return card(text::lists::where_written(
                    {.key = key_name(moment, moment.find(lists::array::heads)->ids[winner])}),
                text::all::place, {term(round, text::lists::term_rounds)}, round);
  if (winner != none)
    return card(text::lists::which_wins({.round = round + 1}), text::lists::result_winner,
                {term(winner, text::lists::term_smallest)}, winner);
  const uint32_t taken = taken_of_lists(moment)[key.list];
  const std::string title = text::lists::where_head({.list = key.list});
  if (taken == length_of_list(key.list, all, moment.problem().size()))
    return {.title = title,
            .words = text::lists::rule_all_taken,
            .terms = {},
            .result = "",
            .hint = hint};
  return card(title, text::all::place,
              {term(key.list, text::lists::term_list),
               term(all * taken, text::lists::term_taken({.lists = all}))},
              key.list + all * taken);
}

}  // namespace

Formula formula_of_lists(const Moment& moment) {
  const auto key = dealt_key(moment);
  if (!key) return {};
  const uint32_t n = moment.problem().size(), all = lists_in(*moment.trace);
  if (!moment.step())
    return {.title = text::lists::how_many_in_list({.list = key->list}),
            .words = all == 1 ? std::string(text::lists::rule_one_list)
                              : text::lists::rule_every({.lists = all}),
            .terms = {term(length_of_list(key->list, all, n), text::all::the_keys)},
            .result = std::to_string(length_of_list(key->list, all, n)),
            .hint = ""};
  const std::string hint = key->chosen ? "" : std::string(text::all::point_at_a_key);
  const ListsPart part = lists_part(moment);
  if (part.kind == ListsPart::backwards) {
    const std::vector<Term> terms{term(n - 1, text::all::last_place),
                                  term(key->place, text::all::place, '-')};
    return {.title = text::all::where_does_key_go({.key = key_name(moment, key->id)}),
            .words = rule_of(text::all::slot, terms),
            .terms = terms,
            .result = std::to_string(n - 1 - key->place),
            .hint = hint};
  }
  return part.kind == ListsPart::bit ? formula_of_bit(moment, *key, hint)
                                     : formula_of_round(moment, *key, hint);
}

namespace {

/// The keys that must be in order so far: of every list by the low bits, or what the merge wrote.
struct InOrder {
  std::vector<std::vector<uint32_t>> rows;  ///< identities
  uint32_t bits = 0;                        ///< by the low so many bits
};

InOrder ordered_so_far(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const ListsPart part = lists_part(moment);
  const uint32_t all = lists_in(*moment.trace);
  const bool written = moment.step() && moment.step()->made == radix::array::output;
  InOrder found{.rows = {}, .bits = problem.key_bits()};
  if (part.kind == ListsPart::bit) {
    found.bits = part.number + (written ? 1 : 0);
    const radix::Array keys = keys_standing(moment);
    found.rows.resize(all);
    for (uint32_t place = 0; place < keys.ids.size(); ++place)
      found.rows[place % all].push_back(keys.ids[place]);
    return found;
  }
  found.rows.resize(1);
  if (part.kind == ListsPart::backwards) {
    found.rows[0] = keys_standing(moment).ids;
    if (written) std::ranges::reverse(found.rows[0]);
    return found;
  }
  if (const radix::Array* output = moment.find(radix::array::output))
    for (uint32_t id : output->ids)
      if (id != none) found.rows[0].push_back(id);
  return found;
}

std::string order_words(const Moment& moment, const InOrder& found) {
  const ListsPart part = lists_part(moment);
  const uint32_t bits = moment.problem().key_bits();
  const bool written = moment.step() && moment.step()->made == radix::array::output;
  if (part.kind == ListsPart::backwards)
    return written ? text::all::largest_first : text::all::in_order;
  if (part.kind == ListsPart::round) {
    const auto count = static_cast<uint32_t>(found.rows[0].size());
    return count == moment.problem().size()
               ? std::string(text::all::in_order)
               : text::lists::order_merged({.count = count, .keys = moment.problem().size()});
  }
  if (found.bits == 0) return text::all::not_yet;
  const bool one = lists_in(*moment.trace) == 1;
  if (found.bits == bits) return one ? text::all::in_order : text::lists::order_every;
  return text::lists::order_low({.all = bits, .alone = one, .bits = found.bits});
}

}  // namespace

Invariants kept_by_lists(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const InOrder found = ordered_so_far(moment);
  Invariants kept = all_there(moment, keys_standing(moment));
  kept.order = order_words(moment, found);
  const uint32_t mask = found.bits == 32 ? ~0u : (1u << found.bits) - 1;
  const auto low = [&](uint32_t id) { return problem.ordered(problem.keys()[id]) & mask; };
  uint32_t changed = 0;  // neighbours that are equal and stand the other way round
  const ListsPart part = lists_part(moment);
  const bool backwards = part.kind == ListsPart::backwards && moment.step() &&
                         moment.step()->made == radix::array::output;
  for (const std::vector<uint32_t>& row : found.rows) {
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      if (low(row[i + 1]) < low(row[i])) kept.ordered = false;
      if (low(row[i + 1]) != low(row[i])) continue;
      const uint32_t first = backwards ? row[i + 1] : row[i],
                     second = backwards ? row[i] : row[i + 1];
      if (first < second) continue;
      if (kept.stable)
        kept.equals = text::all::equal_keys_turned(
            {.first = key_words(problem, first), .second = key_words(problem, second)});
      kept.stable = false;
      ++changed;
    }
  }
  if (changed > 1)
    kept.equals = text::lists::equals_more({.first = kept.equals, .more = changed - 1});
  kept.keeps_equals = !merges_lists(*moment.trace);
  if (!kept.ordered) kept.order = text::all::not_in_order;
  return kept;
}

std::vector<std::string> threads_of_lists(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id), all = lists_in(*moment.trace);
  const ListsPart part = lists_part(moment);
  if (part.kind == ListsPart::backwards) {
    const uint32_t threads = moment.problem().threads_per_block();
    return {text::all::block_thread({.block = place / threads, .thread = place % threads})};
  }
  const bool merged_by_one =
      part.kind == ListsPart::round && merge_of(*moment.trace) == ListMerge::one_thread;
  const uint32_t thread = all == 1 || merged_by_one ? 0 : place % all;
  return {text::all::block_thread({.block = 0, .thread = thread})};
}

}  // namespace scope
