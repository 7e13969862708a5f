#include "merge_words.hpp"

#include <algorithm>

#include "app/base/text.hpp"
#include "app/figures/kit/rows.hpp"
#include "levels.hpp"

namespace scope {
namespace {

using radix::nobody;
namespace merges = radix::merges;

std::string the_key(const Moment& moment, uint32_t id) {
  return "key " + key_words(moment.problem(), id);
}

/// "A[7] = 15", "B[0] = 0a".
std::string list_key(const Moment& moment, const PairOfRuns& pair, bool from_a, uint32_t at) {
  const radix::Array keys = input_of(moment);
  const uint32_t id = keys.ids[pair.begin + (from_a ? 0 : pair.a) + at];
  return say(from_a ? "A[" : "B[", at, "] = ", key_words(moment.problem(), id));
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

std::string why_merging_begins(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size(), levels = levels_in_all(moment);
  if (n == 0) return "There are no keys, so there is nothing to sort.";
  if (problem.settings().start == radix::SortStart::block)
    return say("Merge sort compares keys and nothing else. First every block sorts its own ",
               counted(problem.keys_per_block(), "key"), " in shared memory; that leaves ",
               counted(runs_of(problem.keys_per_block(), n), "sorted segment"), ", and ",
               counted(levels, "level"), " of merging in pairs.");
  if (n == 1) return "One key is a sorted run already: there is nothing to merge.";
  return say(
      "Merge sort compares keys and nothing else. Every key is a sorted run of one; a level "
      "merges the runs in pairs, so ",
      counted(n, "run"), " need ", counted(levels, "level"),
      ", and nothing but an order is "
      "asked of the keys.");
}

std::string why_segments(const Moment& moment) {
  const MergePart part = merge_part(moment, moment.pass());
  const uint32_t n = moment.problem().size(), segments = runs_of(part.run, n);
  if (moment.step()->made == merges::array::segment_keys)
    return say("Every block sorted its own ", counted(std::min(part.run, n), "key"),
               " in shared memory, by merging there, and no block had to wait for another.");
  return say(counted(segments, "sorted segment"), segments == 1 ? " stands" : " stand",
             " in global memory: ",
             levels_in_all(moment) == 0
                 ? std::string("all is sorted.")
                 : say(counted(levels_in_all(moment), "level"), " of merging ",
                       levels_in_all(moment) == 1 ? "is" : "are", " left."));
}

std::string lone_words(const PairOfRuns& pair) {
  return say("The ", counted(pair.a, "key"), " from place ", pair.begin, " on ",
             pair.a == 1 ? "has" : "have", " no partner: the run is only copied.");
}

std::string why_look(const Moment& moment, const MergePart& part, uint32_t output) {
  const uint32_t place = shown_piece(moment, output);
  const PairOfRuns pair = pair_at(place, part.run, moment.problem().size());
  const uint32_t k = place - pair.begin;
  const std::vector<SearchLook> looks = looks_until(moment, part, place);
  if (looks.empty()) return "The searches go on.";
  const SearchLook& look = looks.back();
  std::string text = say("The piece that begins at k = ", k,
                         " of its merge looks for i, how many "
                         "of the first ",
                         k, " keys come from A. ");
  if (looks.size() < moment.step()->level)
    return text + say("It has found ", look.i, " in ", counted(uint32_t(looks.size()), "look"),
                      " already, and waits for nobody.");
  return text + say("Look ", uint32_t(looks.size()), " tries i = ", look.i, ", j = ", look.j, ". ",
                    look_words(moment, part, place, look));
}

std::string why_co_rank(const Moment& moment, const MergePart& part, uint32_t output) {
  const auto& ranks = moment.find(merges::array::co_rank)->values;
  while (output > 0 && ranks[output] == nobody) --output;
  const PairOfRuns pair = pair_at(output, part.run, moment.problem().size());
  const uint32_t k = output - pair.begin, i = ranks[output];
  const auto pieces = static_cast<uint32_t>(
      std::ranges::count_if(ranks, [](uint32_t rank) { return rank != nobody; }));
  return say(counted(pieces, "piece"), pieces == 1 ? " knows" : " know",
             " where to begin. Of the first ", counted(k, "key"), " of the merge from place ",
             pair.begin, " on, ", i, i == 1 ? " comes" : " come", " from A and ", k - i,
             " from B, so the piece at k = ", k, " begins with A[", i, "] and B[", k - i, "].");
}

/// Keys that a kernel loads that fills half of its tile with A and half with B, whatever they give,
/// as the book's does, for all pieces of a level.
uint32_t loaded_by_halves(const Moment& moment, const MergePart& part) {
  const uint32_t n = moment.problem().size(), tile = moment.problem().keys_per_block();
  const uint32_t half = std::max(tile / 2, 1u);
  const std::vector<uint32_t> sources = sources_of(moment, part);
  uint32_t loaded = 0;
  for (uint32_t at = 0; at < n; at += 2 * part.run) {
    const PairOfRuns pair = pair_at(at, part.run, n);
    for (uint32_t k = 0; k < pair.size(); k += tile) {
      const uint32_t end = std::min(k + tile, pair.size());
      const uint32_t a_end = rank_of(sources, pair, end), b_end = end - a_end;
      for (uint32_t done = k; done < end; done += half) {
        const uint32_t i = rank_of(sources, pair, done);
        loaded += std::min(half, a_end - i) + std::min(half, b_end - (done - i));
      }
    }
  }
  return loaded;
}

std::string why_tile(const Moment& moment, const MergePart& part, uint32_t output) {
  const MergePiece piece = piece_at(moment, part, output);
  const uint32_t n = moment.problem().size();
  const PairOfRuns pair = pair_at(output, part.run, n);
  const uint32_t in_block = moment.problem().keys_per_block();
  const uint32_t k = (output - pair.begin) / in_block * in_block;
  const uint32_t end = std::min(k + in_block, pair.size());
  const std::vector<uint32_t> sources = sources_of(moment, part);
  const uint32_t a = rank_of(sources, pair, end) - rank_of(sources, pair, k);
  return say("Block ", piece.block, " makes ", counted(end - k, "key"),
             " of the merge, so it loads ", counted(a, "key"), " of A and ", end - k - a,
             " of B, neighbours reading neighbours: every key of the level is read from global "
             "memory once, ",
             n,
             " in all. Filling half of each tile with A and half with B, round after round, "
             "would load ",
             loaded_by_halves(moment, part), ".");
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
  uint32_t threads = 0, blocks = 0;
  for (uint32_t place = 0; place < n; ++threads) {
    const MergePiece piece = piece_at(moment, part, place);
    blocks = std::max(blocks, piece.block + 1);
    place = piece.end;
  }
  return say(counted(threads, "thread"), " of ", counted(blocks, "block"));
}

std::string why_merged(const Moment& moment, const MergePart& part) {
  const uint32_t n = moment.problem().size(), runs = runs_of(part.run, n);
  const uint32_t pairs = pairs_of(part.run, n), left = levels_in_all(moment) - part.level_no;
  const auto [first, last] = blocks_on(moment, part, pair_at(0, part.run, n));
  std::string text =
      say("Level ", part.level_no, " merged ", counted(runs, "run"), " into ", pairs, ": ",
          workers_of(moment, part), " did it, ",
          first == last ? std::string("one block") : counted(last - first + 1, "block"),
          " on the first of them. One thread by itself would compare ",
          counted(comparisons_of(moment, part), "pair"), " of keys for that. ");
  const PairOfRuns lone = pair_at(n - 1, part.run, n);
  if (lone.b == 0) text += lone_words(lone) + " ";
  if (left > 0) return text + say(counted(left, "level"), left == 1 ? " is" : " are", " left.");
  if (merges::first_run(moment.problem()) > 1) return text + "All is sorted.";
  return text + say("All is sorted, by ", all_comparisons(moment),
                    " comparisons in all levels; no sort that compares can promise fewer than ",
                    least_comparisons(n), " for ", counted(n, "key"), ".");
}

std::string why_reading_backwards(const Moment& moment) {
  if (!moment.find(radix::array::output))
    return say(
        "The levels sorted in ascending order; for the reversed one the result is read "
        "backwards: the key at place i goes to ",
        moment.problem().size() - 1, " − i.");
  return "The keys are written backwards. Equal keys come out backwards, too: this order is not "
         "stable.";
}

Term term_of(uint32_t value, std::string name, char sign = '+') {
  return {.value = say(value), .name = std::move(name), .sign = sign};
}

}  // namespace

std::string look_words(const Moment& moment, const MergePart& part, uint32_t place,
                       const SearchLook& look) {
  const PairOfRuns pair = pair_at(place, part.run, moment.problem().size());
  const auto [verdict, i, j, diagonal] = look;
  if (diagonal && verdict != SearchLook::found)
    return say(
        list_key(moment, pair, true, i),
        verdict == SearchLook::too_few ? " goes before " : " belongs behind ",
        list_key(moment, pair, false, j - 1),
        verdict == SearchLook::too_few ? ": too few from A." : ": too many from A, or enough.");
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
  if (part.kind == MergePart::backwards) return why_reading_backwards(moment);
  const uint32_t output = spoken_output(moment, part);
  if (made == merges::array::a_rank) return why_look(moment, part, output);
  if (made == merges::array::co_rank) return why_co_rank(moment, part, output);
  if (made == merges::array::tile) return why_tile(moment, part, output);
  if (made == merges::array::source) return why_source(moment, part, output);
  return why_merged(moment, part);
}

Formula formula_of_merges(const Moment& moment) {
  const uint32_t n = moment.problem().size();
  if (n == 0) return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  if (!moment.step())
    return {.title = "How many levels?",
            .words = "every level halves the number of runs",
            .terms = {term_of(levels_in_all(moment), "levels")},
            .result = say(levels_in_all(moment)),
            .hint = ""};
  const MergePart part = merge_part(moment, moment.pass());
  const radix::Array keys = input_of(moment);
  const bool chosen = position_of(keys, moment.selected()) != nobody;
  const std::string hint = chosen ? "" : "point at a key to see its numbers";
  const std::vector<uint32_t> sources = sources_of(moment, part);
  const uint32_t output = spoken_output(moment, part), place = sources[output];
  const std::string title = "Where does " + the_key(moment, keys.ids[place]) + " go?";
  if (part.kind == MergePart::backwards)
    return {.title = title,
            .words = "slot = last place − place",
            .terms = {term_of(n - 1, "last place"), term_of(place, "place", '-')},
            .result = say(output),
            .hint = hint};
  if (part.kind == MergePart::segments) {
    const uint32_t begin = place / part.run * part.run;
    return {.title = title,
            .words = "slot = begin of the segment + keys of it that belong before",
            .terms = {term_of(begin, "begin"), term_of(output - begin, "before it")},
            .result = say(output),
            .hint = hint};
  }
  const PairOfRuns pair = pair_at(place, part.run, n);
  const uint32_t begin = place < pair.begin + pair.a ? pair.begin : pair.begin + pair.a;
  const uint32_t own = place - begin;
  return {.title = title,
          .words = "slot = begin of the pair + place in its run + keys of the other run before it",
          .terms = {term_of(pair.begin, "begin"), term_of(own, "place in its run"),
                    term_of(output - pair.begin - own, "others before")},
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
  if (place == nobody) return {};
  const std::vector<uint32_t> sources = sources_of(moment, part);
  const auto output = static_cast<uint32_t>(std::ranges::find(sources, place) - sources.begin());
  const MergePiece piece =
      piece_at(moment, part, part.kind == MergePart::backwards ? place : output);
  return {say("block ", piece.block, ", thread ", piece.thread)};
}

}  // namespace scope
