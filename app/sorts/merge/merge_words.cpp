#include "merge_words.hpp"

#include <algorithm>
#include <set>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "kernels/run/engine.hpp"
#include "levels.hpp"
#include "text/all.hpp"
#include "text/merge.hpp"

namespace scope {
namespace {

using radix::none;
namespace merges = radix::merges;

/// "A[7] = 15", "B[0] = 0a"; without its key where a file says a place that is none.
std::string list_key(const Moment& moment, const PairOfRuns& pair, bool from_a, uint32_t at) {
  const auto place = [&] { return text::merge::entry({.of_a = from_a, .place = at}); };
  if (at >= (from_a ? pair.a : pair.b)) return place();
  const uint32_t id = input_of(moment).ids[pair.begin + (from_a ? 0 : pair.a) + at];
  if (id >= moment.problem().size()) return place();
  return text::merge::entry_key(
      {.key = key_words(moment.problem(), id), .of_a = from_a, .place = at});
}

uint32_t levels_in_all(const Moment& moment) {
  uint32_t levels = 0;
  for (uint32_t run = merges::first_run(moment.problem()); run < moment.problem().size(); run *= 2)
    ++levels;
  return levels;
}

uint32_t runs_of(uint32_t run, uint32_t n) { return (n + run - 1) / run; }

/// Keys of the last block, where it has fewer than the others, else 0.
uint32_t fewer_in_last(uint32_t each, uint32_t n) { return n % each; }

std::string why_merging_begins(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size(), levels = levels_in_all(moment);
  if (n == 0) return text::all::no_keys_to_sort;
  if (n == 1) return text::merge::begin_one_key;
  const auto begin = [&]() -> std::string {
    if (problem.settings().start != radix::SortStart::block)
      return text::merge::begin_runs({.keys = n, .levels = levels});
    const uint32_t each = problem.keys_per_block(), segments = runs_of(each, n);
    if (segments == 1) return text::merge::begin_one_block({.keys = n});
    return text::merge::begin_blocks(
        {.each = each, .last = fewer_in_last(each, n), .levels = levels, .segments = segments});
  };
  return text::paragraph(text::merge::compares, begin());
}

std::string why_segments(const Moment& moment) {
  const MergePart part = merge_part(moment, moment.pass());
  const uint32_t n = moment.problem().size(), segments = runs_of(part.run, n);
  if (moment.step()->made != merges::array::segment_keys)
    return text::merge::segments_written({.left = levels_in_all(moment), .segments = segments});
  if (std::min(part.run, n) == 1) return text::merge::segments_single;
  const text::merge::block_sort how = block_sort_of(moment.problem());
  if (segments == 1) return text::merge::segments_one_block({.block_sort = how, .keys = n});
  return text::merge::segments_blocks(
      {.block_sort = how, .each = part.run, .last = fewer_in_last(part.run, n)});
}

/// How many of the first k keys come from A: "3 come from A and 5 from B".
std::string come_from(uint32_t a, uint32_t b) {
  if (b == 0) return text::merge::come_from_a({.a = a});
  if (a == 0) return text::merge::come_from_b({.b = b});
  return text::merge::come_from_both({.a = a, .b = b});
}

std::string lone_words(const PairOfRuns& pair) {
  return text::merge::lone_run({.keys = pair.a, .place = pair.begin});
}

std::string why_look(const Moment& moment, const MergePart& part, uint32_t output) {
  const uint32_t place = shown_piece(moment, output);
  const PairOfRuns pair = pair_at(place, part.run, moment.problem().size());
  const uint32_t k = place - pair.begin;
  const std::vector<SearchLook> looks = looks_until(moment, part, place);
  if (looks.empty()) return text::merge::searches_go_on;
  const SearchLook& look = looks.back();
  const std::string piece = k == 0   ? text::merge::piece_first({.k = k})
                            : k == 1 ? text::merge::piece_second({.k = k})
                                     : text::merge::piece_looks({.k = k});
  if (looks.size() < moment.step()->level)
    return text::paragraph(piece, text::merge::look_found({.i = look.i, .looks = looks.size()}));
  return text::paragraph(piece,
                         text::merge::look_tries({.i = look.i, .j = look.j, .look = looks.size()}),
                         look_words(moment, part, place, look).whole);
}

/// How many of the first k keys would come from A if equal keys of B went before A's.
uint32_t rank_with_b_first(const Moment& moment, const PairOfRuns& pair, uint32_t k) {
  const radix::Array keys = input_of(moment);
  uint32_t i = 0, j = 0;
  while (i + j < k) {
    const bool takes_b = j < pair.b && (i == pair.a || !moment.problem().before(
                                                           keys.values[pair.begin + i],
                                                           keys.values[pair.begin + pair.a + j]));
    ++(takes_b ? j : i);
  }
  return i;
}

/// What a piece begins with: "A[3] and B[5]", where neither run is used up before it.
std::string next_of(const PairOfRuns& pair, uint32_t i, uint32_t j) {
  if (pair.b == 0) return text::merge::next_only_a({.i = i});
  if (i == pair.a) return text::merge::next_b({.j = j});
  if (j == pair.b) return text::merge::next_a({.i = i});
  return text::merge::next_both({.i = i, .j = j});
}

std::string why_co_rank(const Moment& moment, const MergePart& part, uint32_t output) {
  const auto& ranks = moment.find(merges::array::co_rank)->values;
  while (output > 0 && ranks[output] == none) --output;
  const PairOfRuns pair = pair_at(output, part.run, moment.problem().size());
  const uint32_t k = output - pair.begin, i = ranks[output];
  const auto pieces = static_cast<uint32_t>(
      std::ranges::count_if(ranks, [](uint32_t rank) { return rank != none; }));
  const std::string know = text::merge::pieces_know({.pieces = pieces}),
                    next = next_of(pair, i, k - i);
  if (k == 0)
    return text::paragraph(know, text::merge::first_piece({.next = next, .place = pair.begin}));
  const uint32_t strict = rank_with_b_first(moment, pair, k);
  return text::paragraph(
      know,
      k == 1
          ? text::merge::second_piece({.from_a = i == 1, .k = k, .next = next, .place = pair.begin})
          : text::merge::later_piece(
                {.come_from = come_from(i, k - i), .k = k, .next = next, .place = pair.begin}),
      strict == i ? "" : text::merge::with_b_first({.keys = strict}));
}

std::string why_tile(const Moment& moment, const MergePart& part, uint32_t output) {
  const TileRound piece = rounds_of_block(moment, part, output).front();
  const uint32_t half = std::max(moment.problem().keys_per_block() / 2, 1u);
  return text::paragraph(
      text::merge::tile_loaded({.a = piece.from_a,
                                .all = moment.problem().size(),
                                .b = piece.from_b,
                                .block = piece_at(moment, part, output).block,
                                .keys = piece.from_a + piece.from_b}),
      text::merge::tile_halves({.loaded = loaded_in(rounds_of_level(moment, part, half))}));
}

/// A round of the book's kernel, which fills both halves of its tile whatever they will give.
std::string why_loaded(const Moment& moment, const MergePart& part, uint32_t output) {
  const std::vector<TileRound> rounds = rounds_of_block(moment, part, output);
  const uint32_t number = moment.step()->level;
  const uint32_t block = piece_at(moment, part, output).block;
  const std::string all = text::merge::level_loaded(
      {.all = moment.problem().size(), .loaded = loaded_in(rounds_of_level(moment, part))});
  if (number > rounds.size())
    return text::paragraph(text::merge::block_done({.block = block, .rounds = rounds.size()}), all);
  const TileRound& round = rounds[number - 1];
  const uint32_t made = round.used_a + round.used_b;
  return text::paragraph(
      text::merge::round_loaded({.a = round.from_a,
                                 .b = round.from_b,
                                 .block = block,
                                 .come_from = come_from(round.used_a, round.used_b),
                                 .outputs = made,
                                 .round = number,
                                 .rounds = rounds.size()}),
      text::merge::round_left({.left = round.from_a + round.from_b - made}), all);
}

std::string why_source(const Moment& moment, const MergePart& part, uint32_t output) {
  const PairOfRuns pair = pair_at(output, part.run, moment.problem().size());
  const MergePiece writer = piece_at(moment, part, output);
  if (pair.b == 0)
    return text::paragraph(
        text::merge::source_lone({.block = writer.block, .thread = writer.thread}),
        lone_words(pair));
  const std::vector<uint32_t> sources = sources_of(moment, part);
  const uint32_t k = output - pair.begin, i = rank_of(sources, pair, k), j = k - i;
  const auto chosen = [&]() -> std::string {
    if (i == pair.a || j == pair.b)
      return text::merge::source_used_up({.a_used = i == pair.a,
                                          .key = i == pair.a ? list_key(moment, pair, false, j)
                                                             : list_key(moment, pair, true, i)});
    const radix::Array keys = input_of(moment);
    const uint32_t of_a = keys.values[pair.begin + i], of_b = keys.values[pair.begin + pair.a + j];
    const std::string a = list_key(moment, pair, true, i), b = list_key(moment, pair, false, j);
    const bool a_first = moment.problem().before(of_a, of_b);
    if (!a_first && !moment.problem().before(of_b, of_a))
      return text::merge::source_equal({.a = a, .b = b});
    return text::merge::source_first({.a = a, .a_first = a_first, .b = b});
  };
  return text::paragraph(text::merge::source_output(
                             {.block = writer.block, .output = output, .thread = writer.thread}),
                         chosen());
}

/// Who worked: threads that had a piece, of how many blocks.
struct Workers {
  std::size_t threads = 0;
  uint32_t blocks = 0;
};
Workers workers_of(const Moment& moment, const MergePart& part) {
  const uint32_t n = moment.problem().size();
  std::set<std::pair<uint32_t, uint32_t>> threads;
  Workers workers;
  for (uint32_t place = 0; place < n;) {
    const MergePiece piece = piece_at(moment, part, place);
    threads.insert({piece.block, piece.thread});
    workers.blocks = std::max(workers.blocks, piece.block + 1);
    place = piece.end;
  }
  workers.threads = threads.size();
  return workers;
}

std::string sorted_words(const Moment& moment) {
  const uint32_t n = moment.problem().size(), compared = all_comparisons(moment);
  if (merges::first_run(moment.problem()) > 1) return text::merge::sorted;
  if (one_thread_a_pair(moment))
    return text::merge::sorted_with(
        {.comparisons = compared, .keys = n, .least = least_comparisons(n)});
  return text::merge::sorted_by_many({.comparisons = compared,
                                      .keys = n,
                                      .least = least_comparisons(n),
                                      .made = all_made(moment)});
}

std::string why_merged(const Moment& moment, const MergePart& part) {
  const uint32_t n = moment.problem().size(), runs = runs_of(part.run, n);
  const uint32_t pairs = pairs_of(part.run, n), left = levels_in_all(moment) - part.level_no;
  const auto [first, last] = blocks_on(moment, part, pair_at(0, part.run, n));
  const auto [threads, blocks] = workers_of(moment, part);
  const uint32_t compared = comparisons_of(moment, part);
  const PairOfRuns lone = pair_at(n - 1, part.run, n);
  return text::paragraph(
      pairs == 1 || one_thread_a_pair(moment)
          ? text::merge::level_merged({.blocks = blocks,
                                       .level = part.level_no,
                                       .pairs = pairs,
                                       .runs = runs,
                                       .threads = threads})
          : text::merge::level_merged_shared({.blocks = blocks,
                                              .first = last - first + 1,
                                              .level = part.level_no,
                                              .pairs = pairs,
                                              .runs = runs,
                                              .threads = threads}),
      one_thread_a_pair(moment)
          ? text::merge::level_took({.comparisons = compared})
          : text::merge::level_made({.comparisons = compared, .made = made_in_level(moment, part)}),
      lone.b == 0 ? lone_words(lone) : "",
      left > 0 ? text::merge::levels_left({.left = left}) : sorted_words(moment));
}

/// A reason and what follows of it, as one sentence and as its halves.
LookWords with_verdict(std::string reason, text::merge::verdict verdict) {
  LookWords words{.reason = std::move(reason),
                  .verdict = text::merge::look_verdict({.verdict = verdict})};
  words.whole = text::merge::look_result({.reason = words.reason, .verdict = words.verdict});
  return words;
}

}  // namespace

text::merge::block_sort block_sort_of(const radix::Problem& problem) {
  using enum text::merge::block_sort;
  switch (problem.settings().block_sort) {
    case radix::BlockSort::transposition: return transposition;
    case radix::BlockSort::bitonic: return bitonic;
    case radix::BlockSort::odd_even_merge: return odd_even_merge;
    default: return other;
  }
}

LookWords look_words(const Moment& moment, const MergePart& part, uint32_t place,
                     const SearchLook& look) {
  using enum text::merge::verdict;
  const PairOfRuns pair = pair_at(place, part.run, moment.problem().size());
  const auto [verdict, i, j, diagonal] = look;
  const auto a = [&](uint32_t at) { return list_key(moment, pair, true, at); };
  const auto b = [&](uint32_t at) { return list_key(moment, pair, false, at); };
  if (diagonal && verdict == SearchLook::too_few)
    return with_verdict(text::merge::reason_before({.a = a(i), .b = b(j - 1)}), too_few);
  if (diagonal && verdict == SearchLook::too_many)
    return {
        .whole = text::merge::look_at_most({.a = a(i), .b = b(j - 1), .keys = i + j, .most = i}),
        .reason = "",
        .verdict = ""};
  if (verdict == SearchLook::too_many)
    return with_verdict(text::merge::reason_behind({.a = a(i - 1), .b = b(j)}), too_many);
  if (verdict == SearchLook::too_few)
    return with_verdict(text::merge::reason_not_before({.a = a(i), .b = b(j - 1)}), too_few);
  const bool above = i > 0 && j<pair.b, below = j> 0 && i < pair.a;
  return with_verdict(
      above && below
          ? text::merge::reason_both({.a = a(i - 1), .b = b(j), .left_b = b(j - 1), .next_a = a(i)})
      : above ? text::merge::reason_may_stand({.a = a(i - 1), .b = b(j)})
      : below ? text::merge::reason_belongs({.a = a(i), .b = b(j - 1)})
              : std::string(text::merge::reason_nothing),
      other);
}

std::string why_of_merges(const Moment& moment) {
  if (!moment.step()) return why_merging_begins(moment);
  const MergePart part = merge_part(moment, moment.pass());
  const radix::ArrayId made = moment.step()->made;
  if (part.kind == MergePart::segments) return why_segments(moment);
  if (part.kind == MergePart::backwards) return why_backwards(moment);
  const uint32_t output = spoken_output(moment, part);
  if (made == merges::array::a_rank) return why_look(moment, part, output);
  if (made == merges::array::co_rank) return why_co_rank(moment, part, output);
  if (made == merges::array::tile) return why_tile(moment, part, output);
  if (made == merges::array::loaded) return why_loaded(moment, part, output);
  if (made == merges::array::source) return why_source(moment, part, output);
  return why_merged(moment, part);
}

namespace {

bool made_look(const Moment& moment) {
  return moment.step() && moment.step()->made == merges::array::a_rank;
}

}  // namespace

Formula formula_of_merges(const Moment& moment) {
  const uint32_t n = moment.problem().size();
  if (!moment.step())
    return {.title = text::merge::how_many_levels,
            .words = text::merge::rule_levels,
            .terms = {term(levels_in_all(moment), text::merge::term_levels)},
            .result = std::to_string(levels_in_all(moment)),
            .hint = ""};
  const MergePart part = merge_part(moment, moment.pass());
  const radix::Array keys = input_of(moment);
  const bool chosen = position_of(keys, moment.selected()) != none;
  const std::string hint = chosen ? "" : std::string(text::all::point_at_a_key);
  const std::vector<uint32_t> sources = sources_of(moment, part);
  const uint32_t output = spoken_output(moment, part), place = sources[output];
  const std::string title =
      text::all::where_does_key_go({.key = key_words(moment.problem(), keys.ids[place])});
  if (part.kind == MergePart::backwards) {
    const std::vector<Term> terms{term(n - 1, text::all::last_place),
                                  term(place, text::all::place, '-')};
    return {.title = title,
            .words = rule_of(text::all::slot, terms),
            .terms = terms,
            .result = std::to_string(output),
            .hint = hint};
  }
  if (part.kind == MergePart::segments) {
    const uint32_t begin = place / part.run * part.run;
    return {.title = title,
            .words = text::merge::rule_segment,
            .terms = {term(begin, text::merge::term_begin),
                      term(output - begin, text::merge::term_before)},
            .result = std::to_string(output),
            .hint = hint};
  }
  const PairOfRuns pair = pair_at(place, part.run, n);
  const uint32_t begin = place < pair.begin + pair.a ? pair.begin : pair.begin + pair.a;
  const uint32_t own = place - begin;
  const std::vector<SearchLook> looks = made_look(moment)
                                            ? looks_until(moment, part, shown_piece(moment, output))
                                            : std::vector<SearchLook>{};
  const bool open = !looks.empty() && looks.back().verdict != SearchLook::found;  // no answer yet
  std::optional<uint32_t> others;
  if (!open) others = output - pair.begin - own;
  return {.title = title,
          .words = text::merge::rule_level,
          .terms = {term(pair.begin, text::merge::term_begin), term(own, text::merge::term_in_run),
                    term(others, text::merge::term_others)},
          .result = open ? "" : std::to_string(output),
          .hint = hint};
}

Invariants kept_by_merges(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size();
  const radix::Array keys = keys_standing(moment);
  const MergePart part = merge_part(moment, moment.pass());
  const bool done = moment.find(radix::array::output) != nullptr;
  const bool backwards = part.kind == MergePart::backwards && done;
  uint32_t run = part.run * (part.kind == MergePart::level && done ? 2 : 1);
  if (part.kind == MergePart::segments && !done) run = 1;
  if (n == 0) run = 1;
  Invariants found = all_there(moment, keys);
  found.order = backwards  ? std::string(text::all::largest_first)
                : run >= n ? std::string(text::all::in_order)
                           : text::merge::sorted_runs({.run = run});
  for (uint32_t i = 0; found.complete && i + 1 < n; ++i) {
    const uint32_t here = keys.values[i], next = keys.values[i + 1];
    const bool same_run = (i + 1) % run != 0 || backwards;
    if (same_run && (backwards ? problem.before(here, next) : problem.before(next, here)))
      found.ordered = false;
  }
  if (!found.ordered) found.order = text::all::not_in_order;
  found.keeps_equals = radix::sort_named(moment.trace->sort)->keeps_equals(problem.settings());
  if (!moment.trace->own.empty()) {  // who is who among them no comparison of his tells
    found.stable = found.keeps_equals = false, found.equals = text::all::not_told_apart;
    return found;
  }
  for (uint32_t i = 0; found.complete && found.stable && i < n; ++i) {
    for (uint32_t j = i + 1; j < n && found.stable; ++j) {
      const bool same = !problem.before(keys.values[i], keys.values[j]) &&
                        !problem.before(keys.values[j], keys.values[i]);
      if (!same || keys.ids[i] < keys.ids[j]) continue;
      found.stable = false;
      found.equals = text::all::equal_keys_turned(
          {.first = key_words(problem, keys.ids[i]), .second = key_words(problem, keys.ids[j])});
    }
  }
  return found;
}

std::vector<std::string> threads_of_merges(const Moment& moment, uint32_t id) {
  const MergePart part = merge_part(moment, moment.pass());
  const radix::Array keys = input_of(moment);
  const uint32_t place = position_of(keys, id);
  if (place == none || !makers_are_known(moment, moment.pass())) return {};
  const std::vector<uint32_t> sources = sources_of(moment, part);
  const auto output = static_cast<uint32_t>(std::ranges::find(sources, place) - sources.begin());
  const MergePiece piece =
      piece_at(moment, part, part.kind == MergePart::backwards ? place : output);
  return {text::all::block_thread({.block = piece.block, .thread = piece.thread})};
}

}  // namespace scope
