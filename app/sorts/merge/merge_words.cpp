#include "merge_words.hpp"

#include <algorithm>
#include <set>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "kernels/run/engine.hpp"
#include "levels.hpp"

namespace scope {
namespace {

using radix::none;
namespace merges = radix::merges;

/// "A[7] = 15", "B[0] = 0a"; without its key where a file says a place that is none.
std::string list_key(const Moment& moment, const PairOfRuns& pair, bool from_a, uint32_t at) {
  const std::string place = say(from_a ? "A[" : "B[", at, "]");
  if (at >= (from_a ? pair.a : pair.b)) return place;
  const uint32_t id = input_of(moment).ids[pair.begin + (from_a ? 0 : pair.a) + at];
  return id < moment.problem().size() ? say(place, " = ", key_words(moment.problem(), id)) : place;
}

std::string who(const MergePiece& piece) {
  return say("thread ", piece.thread, " of block ", piece.block);
}

uint32_t levels_in_all(const Moment& moment) {
  uint32_t levels = 0;
  for (uint32_t run = merges::first_run(moment.problem()); run < moment.problem().size(); run *= 2)
    ++levels;
  return levels;
}

uint32_t runs_of(uint32_t run, uint32_t n) { return (n + run - 1) / run; }

/// "4 keys", and "4 keys, the last one 2," where the last block has fewer.
std::string share_words(uint32_t each, uint32_t n) {
  return n % each == 0 ? counted(each, "key")
                       : say(counted(each, "key"), " (the last block ", n % each, ")");
}

std::string why_merging_begins(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size(), levels = levels_in_all(moment);
  if (n == 0) return "There are no keys, so there is nothing to sort.";
  if (n == 1) return "One key is a sorted run already: there is nothing to merge.";
  if (problem.settings().start == radix::SortStart::block) {
    const uint32_t segments = runs_of(problem.keys_per_block(), n);
    if (segments == 1)
      return say("Merge sort compares keys and nothing else. Here one block sorts all ", n,
                 " keys in shared memory, and nothing is left to merge.");
    return say("Merge sort compares keys and nothing else. First every block sorts its own ",
               problem.keys_per_block() == 1
                   ? std::string("key, which is nothing to do")
                   : say(share_words(problem.keys_per_block(), n), " in shared memory"),
               "; that leaves ", segments, " sorted segments, and ", counted(levels, "level"),
               " of merging in pairs.");
  }
  return say(
      "Merge sort compares keys and nothing else. Every key is a sorted run of one; a level "
      "merges the runs in pairs, so ",
      counted(n, "run"), " need ", counted(levels, "level"),
      ", and nothing but an order is "
      "asked of the keys.");
}

/// How a block sorts its own keys.
std::string block_sort_words(const radix::Problem& problem) {
  switch (problem.settings().block_sort) {
    case radix::BlockSort::transposition:
      return "by as many rounds as keys, in which neighbours change places";
    case radix::BlockSort::bitonic:
      return "by a bitonic network, which may change the order of equal keys";
    case radix::BlockSort::odd_even_merge:
      return "by an odd–even merge network, which may change the order of equal keys";
    default: return "by merging there";
  }
}

std::string why_segments(const Moment& moment) {
  const MergePart part = merge_part(moment, moment.pass());
  const uint32_t n = moment.problem().size(), segments = runs_of(part.run, n);
  if (moment.step()->made == merges::array::segment_keys) {
    if (std::min(part.run, n) == 1)
      return "A block has one key only, which is in order: there was nothing to sort.";
    return segments == 1
               ? say("One block sorted all ", n, " keys in shared memory, ",
                     block_sort_words(moment.problem()), ".")
               : say("Every block sorted its own ", share_words(part.run, n), " in shared memory, ",
                     block_sort_words(moment.problem()), ", and no block had to wait for another.");
  }
  return say(counted(segments, "sorted segment"), segments == 1 ? " stands" : " stand",
             " in global memory: ",
             levels_in_all(moment) == 0
                 ? std::string("everything is sorted.")
                 : say(counted(levels_in_all(moment), "level"), " of merging ",
                       levels_in_all(moment) == 1 ? "is" : "are", " left."));
}

/// "3 keys of A and 5 of B"; of one of them there may be none.
std::string of_both(uint32_t a, uint32_t b) {
  return say(a == 0 ? std::string("no key") : counted(a, "key"), " of A and ",
             b == 0 ? std::string("none") : say(b), " of B");
}

/// How many of the first k keys come from A: "3 come from A and 5 from B".
std::string come_from(uint32_t a, uint32_t b) {
  if (b == 0) return a == 1 ? "1 comes from A" : say("all ", a, " come from A");
  if (a == 0) return b == 1 ? "1 comes from B" : say("all ", b, " come from B");
  return say(a, a == 1 ? " comes" : " come", " from A and ", b, " from B");
}

std::string lone_words(const PairOfRuns& pair) {
  return pair.a == 1 ? say("The key at place ", pair.begin, " has no partner: it is only copied.")
                     : say("The ", pair.a, " keys from place ", pair.begin,
                           " on have no partner: their run is only copied.");
}

std::string why_look(const Moment& moment, const MergePart& part, uint32_t output) {
  const uint32_t place = shown_piece(moment, output);
  const PairOfRuns pair = pair_at(place, part.run, moment.problem().size());
  const uint32_t k = place - pair.begin;
  const std::vector<SearchLook> looks = looks_until(moment, part, place);
  if (looks.empty()) return "The searches go on.";
  const SearchLook& look = looks.back();
  const std::string piece = say("The piece that begins at k = ", k, " of its merge ");
  const std::string text =
      k == 0   ? piece + "is the first: no key stands before it, so none can come from A. "
      : k == 1 ? piece + "looks for i: 1 if the key before it comes from A, else 0. "
               : say(piece, "looks for i, how many of the first ", k, " keys come from A. ");
  if (looks.size() < moment.step()->level)
    return text + say("It has found ", look.i, " in ", counted(uint32_t(looks.size()), "look"),
                      " already, and waits for nobody.");
  return text + say("Look ", uint32_t(looks.size()), " tries i = ", look.i, ", j = ", look.j, ". ",
                    look_words(moment, part, place, look));
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
  const std::string a = say("A[", i, "]"), b = say("B[", j, "]");
  if (pair.b == 0) return a + ", and there is no B";
  if (i == pair.a) return b + ", because A is used up";
  if (j == pair.b) return a + ", because B is used up";
  return a + " and " + b;
}

std::string why_co_rank(const Moment& moment, const MergePart& part, uint32_t output) {
  const auto& ranks = moment.find(merges::array::co_rank)->values;
  while (output > 0 && ranks[output] == none) --output;
  const PairOfRuns pair = pair_at(output, part.run, moment.problem().size());
  const uint32_t k = output - pair.begin, i = ranks[output];
  const auto pieces = static_cast<uint32_t>(
      std::ranges::count_if(ranks, [](uint32_t rank) { return rank != none; }));
  const std::string who_knows =
      say(counted(pieces, "piece"), pieces == 1 ? " knows" : " know", " where to begin. ");
  const std::string begins = "begins with " + next_of(pair, i, k - i) + ".";
  if (k == 0)
    return say(who_knows, "The first one of the merge from place ", pair.begin, " on ", begins);
  const std::string text =
      say(who_knows, k == 1 ? std::string("The first key") : say("Of the first ", k, " keys"),
          " of the merge from place ", pair.begin, " on",
          k == 1 ? say(" comes from ", i == 1 ? "A" : "B") : say(", ", come_from(i, k - i)),
          ", so the piece at k = ", k, " ", begins);
  const uint32_t strict = rank_with_b_first(moment, pair, k);
  if (strict == i) return text;
  return text + say(" With < instead of <=, equal keys of B would go first, and ",
                    strict == 0   ? std::string("no key")
                    : strict == 1 ? std::string("only 1 key")
                                  : say("only ", strict, " keys"),
                    " would come from A.");
}

std::string why_tile(const Moment& moment, const MergePart& part, uint32_t output) {
  const TileRound piece = rounds_of_block(moment, part, output).front();
  const uint32_t half = std::max(moment.problem().keys_per_block() / 2, 1u);
  return say("Block ", piece_at(moment, part, output).block, " makes ",
             counted(piece.from_a + piece.from_b, "key"), " of the merge, so it loads ",
             of_both(piece.from_a, piece.from_b),
             ", neighbours reading neighbours: every key of the level is read from global memory "
             "once, ",
             moment.problem().size(),
             " in all. Filling half of each tile with A and half with B, round after round, "
             "would load ",
             loaded_in(rounds_of_level(moment, part, half)), ".");
}

/// A round of the book's kernel, which fills both halves of its tile whatever they will give.
std::string why_loaded(const Moment& moment, const MergePart& part, uint32_t output) {
  const std::vector<TileRound> rounds = rounds_of_block(moment, part, output);
  const uint32_t number = moment.step()->level;
  const uint32_t block = piece_at(moment, part, output).block;
  const std::string all =
      say(" In this level ", loaded_in(rounds_of_level(moment, part)), " keys are loaded for ",
          moment.problem().size(), " that are merged.");
  if (number > rounds.size())
    return say("Block ", block, " has merged all its keys in ",
               counted(uint32_t(rounds.size()), "round"), " already.", all);
  const TileRound& round = rounds[number - 1];
  const uint32_t left = round.from_a + round.from_b - round.used_a - round.used_b;
  return say("Round ", number, " of ", rounds.size(), ": block ", block, " loads ",
             of_both(round.from_a, round.from_b),
             " before it knows how many of each the merge will take, and makes ",
             counted(round.used_a + round.used_b, "output"),
             " of them: ", come_from(round.used_a, round.used_b), ". ",
             left == 0 ? "Nothing is left over."
                       : say(counted(left, "key"), left == 1 ? " is" : " are",
                             " left over, to be loaded again."),
             all);
}

std::string why_source(const Moment& moment, const MergePart& part, uint32_t output) {
  const PairOfRuns pair = pair_at(output, part.run, moment.problem().size());
  const std::string writer = capital(who(piece_at(moment, part, output)));
  if (pair.b == 0) return writer + " has no other run to compare with. " + lone_words(pair);
  const std::vector<uint32_t> sources = sources_of(moment, part);
  const uint32_t k = output - pair.begin, i = rank_of(sources, pair, k), j = k - i;
  std::string text = say(writer, " makes output ", output, ". ");
  if (i == pair.a)
    return text + say("A is used up, so ", list_key(moment, pair, false, j), " comes next.");
  if (j == pair.b)
    return text + say("B is used up, so ", list_key(moment, pair, true, i), " comes next.");
  const radix::Array keys = input_of(moment);
  const uint32_t a = keys.values[pair.begin + i], b = keys.values[pair.begin + pair.a + j];
  text += say("Of ", list_key(moment, pair, true, i), " and ", list_key(moment, pair, false, j));
  const bool a_first = moment.problem().before(a, b), b_first = moment.problem().before(b, a);
  if (!a_first && !b_first)
    return text + ", which are equal, A's goes first: equal keys keep their order.";
  return text + say(", the one of ", a_first ? "A" : "B", " belongs first.");
}

/// Who worked: threads that had a piece, of how many blocks.
std::string workers_of(const Moment& moment, const MergePart& part) {
  const uint32_t n = moment.problem().size();
  std::set<std::pair<uint32_t, uint32_t>> threads;
  uint32_t blocks = 0;
  for (uint32_t place = 0; place < n;) {
    const MergePiece piece = piece_at(moment, part, place);
    threads.insert({piece.block, piece.thread});
    blocks = std::max(blocks, piece.block + 1);
    place = piece.end;
  }
  return say(counted(uint32_t(threads.size()), "thread"), " of ", counted(blocks, "block"));
}

std::string why_merged(const Moment& moment, const MergePart& part) {
  const uint32_t n = moment.problem().size(), runs = runs_of(part.run, n);
  const uint32_t pairs = pairs_of(part.run, n), left = levels_in_all(moment) - part.level_no;
  const auto [first, last] = blocks_on(moment, part, pair_at(0, part.run, n));
  std::string text = say(
      "Level ", part.level_no, " merged ", counted(runs, "run"), " into ", pairs, ": ",
      workers_of(moment, part), " did it",
      pairs == 1 || one_thread_a_pair(moment)
          ? std::string()
          : say(", and ", counted(last - first + 1, "block"), " worked on the first merge"),
      one_thread_a_pair(moment)
          ? say(". That took ", counted(comparisons_of(moment, part), "comparison"), ". ")
          : say(". With one thread per merge: ",
                counted(comparisons_of(moment, part), "comparison"),
                "; these threads, which also search, made ", made_in_level(moment, part), ". "));
  const PairOfRuns lone = pair_at(n - 1, part.run, n);
  if (lone.b == 0) text += lone_words(lone) + " ";
  if (left > 0) return text + say(counted(left, "level"), left == 1 ? " is" : " are", " left.");
  if (merges::first_run(moment.problem()) > 1) return text + "Everything is sorted.";
  return text + say("Everything is sorted, with ", counted(all_comparisons(moment), "comparison"),
                    one_thread_a_pair(moment) ? std::string(" in all")
                                              : say(" in all by one thread per merge and ",
                                                    all_made(moment), " as it was done"),
                    "; no sort that compares can promise fewer than ", least_comparisons(n),
                    " for ", counted(n, "key"), ".");
}

}  // namespace

/// What a look finds out that tries one key of A too many: ", so at most 4 of the first 8 keys come
/// from A."
static std::string at_most_words(uint32_t most, uint32_t keys) {
  if (keys == 1) return ", so the first key comes from B.";
  if (most == 0) return say(", so none of the first ", keys, " keys comes from A.");
  return say(", so at most ", most, " of the first ", keys, " keys come", most == 1 ? "s" : "",
             " from A.");
}

std::string look_words(const Moment& moment, const MergePart& part, uint32_t place,
                       const SearchLook& look) {
  const PairOfRuns pair = pair_at(place, part.run, moment.problem().size());
  const auto [verdict, i, j, diagonal] = look;
  if (diagonal && verdict != SearchLook::found)
    return say(list_key(moment, pair, true, i),
               verdict == SearchLook::too_few ? " goes before " : " belongs behind ",
               list_key(moment, pair, false, j - 1),
               verdict == SearchLook::too_few ? std::string(": too few from A.")
                                              : at_most_words(i, i + j));
  if (verdict == SearchLook::too_many)
    return say(list_key(moment, pair, true, i - 1), " belongs behind ",
               list_key(moment, pair, false, j), ": too many from A.");
  if (verdict == SearchLook::too_few)
    return say(list_key(moment, pair, false, j - 1), " does not belong before ",
               list_key(moment, pair, true, i), ": too few from A.");
  std::string text;
  if (i > 0 && j < pair.b)
    text = say(list_key(moment, pair, true, i - 1), " may stand before ",
               list_key(moment, pair, false, j));
  if (j > 0 && i < pair.a)
    text += say(text.empty() ? "" : ", and ", list_key(moment, pair, false, j - 1),
                " belongs before ", list_key(moment, pair, true, i));
  return (text.empty() ? "There is nothing to compare" : text) + ": found.";
}

std::string why_of_merges(const Moment& moment) {
  if (!moment.step()) return why_merging_begins(moment);
  const MergePart part = merge_part(moment, moment.pass());
  const radix::ArrayId made = moment.step()->made;
  if (part.kind == MergePart::segments) return why_segments(moment);
  if (part.kind == MergePart::backwards) return why_backwards(moment, "The levels");
  const uint32_t output = spoken_output(moment, part);
  if (made == merges::array::a_rank) return why_look(moment, part, output);
  if (made == merges::array::co_rank) return why_co_rank(moment, part, output);
  if (made == merges::array::tile) return why_tile(moment, part, output);
  if (made == merges::array::loaded) return why_loaded(moment, part, output);
  if (made == merges::array::source) return why_source(moment, part, output);
  return why_merged(moment, part);
}

Formula formula_of_merges(const Moment& moment) {
  const uint32_t n = moment.problem().size();
  if (n == 0) return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  if (!moment.step())
    return {.title = "How many levels?",
            .words = "every level halves the number of runs",
            .terms = {term(levels_in_all(moment), "levels")},
            .result = say(levels_in_all(moment)),
            .hint = ""};
  const MergePart part = merge_part(moment, moment.pass());
  const radix::Array keys = input_of(moment);
  const bool chosen = position_of(keys, moment.selected()) != none;
  const std::string hint = chosen ? "" : "point at a key to see its numbers";
  const std::vector<uint32_t> sources = sources_of(moment, part);
  const uint32_t output = spoken_output(moment, part), place = sources[output];
  const std::string title = "Where does " + named_key(moment, keys.ids[place]) + " go?";
  if (part.kind == MergePart::backwards)
    return {.title = title,
            .words = "slot = last place − place",
            .terms = {term(n - 1, "last place"), term(place, "place", '-')},
            .result = say(output),
            .hint = hint};
  if (part.kind == MergePart::segments) {
    const uint32_t begin = place / part.run * part.run;
    return {.title = title,
            .words = "slot = begin of the segment + keys of it that belong before",
            .terms = {term(begin, "begin"), term(output - begin, "before it")},
            .result = say(output),
            .hint = hint};
  }
  const PairOfRuns pair = pair_at(place, part.run, n);
  const uint32_t begin = place < pair.begin + pair.a ? pair.begin : pair.begin + pair.a;
  const uint32_t own = place - begin;
  return {.title = title,
          .words = "slot = begin of the pair + place in its run + keys of the other run before it",
          .terms = {term(pair.begin, "begin"), term(own, "place in its run"),
                    term(output - pair.begin - own, "others before")},
          .result = say(output),
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
  found.order = backwards ? "largest first" : run >= n ? "in order" : say("sorted runs of ", run);
  for (uint32_t i = 0; found.complete && i + 1 < n; ++i) {
    const uint32_t here = keys.values[i], next = keys.values[i + 1];
    const bool same_run = (i + 1) % run != 0 || backwards;
    if (same_run && (backwards ? problem.before(here, next) : problem.before(next, here)))
      found.ordered = false;
  }
  if (!found.ordered) found.order = "not in order";
  found.keeps_equals = radix::sort_named(moment.trace->sort)->keeps_equals(problem.settings());
  if (!moment.trace->own.empty()) {  // who is who among them no comparison of his tells
    found.stable = found.keeps_equals = false, found.equals = "not told apart";
    return found;
  }
  for (uint32_t i = 0; found.complete && found.stable && i < n; ++i) {
    for (uint32_t j = i + 1; j < n && found.stable; ++j) {
      const bool same = !problem.before(keys.values[i], keys.values[j]) &&
                        !problem.before(keys.values[j], keys.values[i]);
      if (!same || keys.ids[i] < keys.ids[j]) continue;
      found.stable = false;
      found.equals =
          say(key_words(problem, keys.ids[i]), " before ", key_words(problem, keys.ids[j]));
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
  return {say("block ", piece.block, ", thread ", piece.thread)};
}

}  // namespace scope
