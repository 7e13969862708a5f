#include "levels.hpp"

#include <algorithm>

#include "kernels/networks/comparators.hpp"
#include "kernels/run/engine.hpp"

namespace scope {

using radix::none;
namespace merges = radix::merges;

MergePart merge_part(const Moment& moment, uint32_t part) {
  const radix::Problem& problem = moment.problem();
  const uint32_t first = merges::first_run(problem);
  const uint32_t segments = problem.settings().start == radix::SortStart::block ? 1 : 0;
  if (part < segments) return {MergePart::segments, first, 0};
  uint32_t run = first, level = 1;
  for (uint32_t p = segments; p < part; ++p) run *= 2, ++level;
  return run < problem.size() ? MergePart{MergePart::level, run, level}
                              : MergePart{MergePart::backwards, problem.size(), 0};
}

PairOfRuns pair_at(uint32_t place, uint32_t run, uint32_t n) {
  const uint32_t begin = place / (2 * run) * (2 * run), a = std::min(run, n - begin);
  return {begin, a, std::min(run, n - begin - a)};
}

uint32_t pairs_of(uint32_t run, uint32_t n) { return n == 0 ? 0 : (n - 1) / (2 * run) + 1; }

namespace {

const radix::SortInfo& sort_of(const Moment& moment) {
  return *radix::sort_named(moment.trace->sort);
}

}  // namespace

bool one_thread_a_pair(const Moment& moment) {
  return !sort_of(moment).has(radix::Use::keys_per_thread);
}

bool makers_are_known(const Moment& moment, uint32_t part) {
  const radix::Trace& trace = *moment.trace;
  return trace.own.empty() || std::ranges::any_of(trace.steps, [&](const radix::Step& step) {
           return step.pass == part && step.made == merges::array::source;
         });
}

/// While a tile holds whole pairs, threads merge by themselves.
bool by_tiles(const Moment& moment, const MergePart& part) {
  return part.kind == MergePart::level && sort_of(moment).has(radix::Use::tiles) &&
         2 * part.run > moment.problem().keys_per_block();
}

namespace {

/// Keys of each run that a round loads, where there are rounds; else what a block makes.
uint32_t half_of(const radix::Problem& problem) {
  const uint32_t tile = problem.settings().tile, in_block = problem.keys_per_block();
  return tile == 0 ? in_block : std::min(tile, in_block);
}

}  // namespace

MergePiece piece_at(const Moment& moment, const MergePart& part, uint32_t place) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size(), threads = problem.threads_per_block();
  if (part.kind == MergePart::backwards)
    return {place, place + 1, place / threads, place % threads};
  const uint32_t each = problem.keys_per_thread(), in_block = problem.keys_per_block();
  if (part.kind == MergePart::segments) {
    const uint32_t begin = place / each * each;
    return {begin, std::min(n, begin + each), place / in_block, place % in_block / each};
  }
  const PairOfRuns pair = pair_at(place, part.run, n);
  const uint32_t index = pair.begin / (2 * part.run), k = place - pair.begin;
  const uint32_t end = pair.begin + pair.size();
  if (one_thread_a_pair(moment)) return {pair.begin, end, index / threads, index % threads};
  const uint32_t of_thread = pair.begin + k / each * each;
  const auto per_pair = [&](uint32_t size) { return (2 * part.run - 1) / size + 1; };
  if (by_tiles(moment, part)) {
    const uint32_t tile = k / in_block, begin = pair.begin + tile * in_block;
    const bool rounds = problem.settings().tile > 0;
    const uint32_t size = half_of(problem), own = rounds ? (size + threads - 1) / threads : each;
    const uint32_t of_round = begin + (place - begin) / size * size;
    const uint32_t thread = (place - of_round) / own, first = of_round + thread * own;
    return {first, std::min({end, first + own, of_round + size, begin + in_block}),
            index * per_pair(in_block) + tile, thread};
  }
  const uint32_t thread = index * per_pair(each) + k / each;
  return {of_thread, std::min(end, of_thread + each), thread / threads, thread % threads};
}

std::pair<uint32_t, uint32_t> blocks_on(const Moment& moment, const MergePart& part,
                                        const PairOfRuns& pair) {
  return {piece_at(moment, part, pair.begin).block,
          piece_at(moment, part, pair.begin + pair.size() - 1).block};
}

namespace {

/// True where every pair's outputs are the keys of its two runs, those of each run in their order.
bool merges_pairs(const std::vector<uint32_t>& sources, const MergePart& part) {
  const std::size_t n = sources.size(), run = std::max(part.run, 1u);
  for (std::size_t begin = 0; begin < n; begin += 2 * run) {
    const std::size_t middle = std::min(begin + run, n), end = std::min(begin + 2 * run, n);
    std::size_t a = begin, b = middle;
    for (std::size_t output = begin; output < end; ++output) {
      if (a < middle && sources[output] == a)
        ++a;
      else if (b < end && sources[output] == b)
        ++b;
      else
        return false;
    }
  }
  return true;
}

}  // namespace

std::vector<uint32_t> sources_of(const Moment& moment, const MergePart& part) {
  const radix::Array keys = input_of(moment);
  const radix::Array* merged = moment.find(merges::array::source);
  if (part.kind == MergePart::level && merged && merged->values.size() == keys.values.size() &&
      merges_pairs(merged->values, part))
    return merged->values;
  std::vector<uint32_t> sources(keys.values.size());
  for (uint32_t i = 0; i < sources.size(); ++i) sources[i] = i;
  if (part.kind == MergePart::backwards) {
    std::ranges::reverse(sources);
    return sources;
  }
  const std::size_t step = std::size_t{part.run} * (part.kind == MergePart::level ? 2 : 1);
  for (std::size_t begin = 0; begin < sources.size(); begin += step) {
    const auto end =
        sources.begin() + static_cast<std::ptrdiff_t>(std::min(begin + step, sources.size()));
    std::stable_sort(sources.begin() + static_cast<std::ptrdiff_t>(begin), end,
                     [&](uint32_t x, uint32_t y) {
                       const radix::Problem& p = moment.problem();
                       return p.before(keys.values[x], keys.values[y]);
                     });
  }
  return sources;
}

uint32_t rank_of(const std::vector<uint32_t>& sources, const PairOfRuns& pair, uint32_t k) {
  uint32_t rank = 0;
  for (uint32_t o = 0; o < k; ++o) rank += sources[pair.begin + o] < pair.begin + pair.a ? 1 : 0;
  return rank;
}

namespace {

void add_rounds(std::vector<TileRound>& rounds, const std::vector<uint32_t>& sources,
                const PairOfRuns& pair, uint32_t k, uint32_t end, uint32_t half) {
  const uint32_t a_end = rank_of(sources, pair, end), b_end = end - a_end;
  const uint32_t begin = k;
  while (k < end) {
    TileRound round{.number = (k - begin) / half + 1,
                    .block_first = pair.begin + begin,
                    .first = pair.begin + k,
                    .a = rank_of(sources, pair, k)};
    const uint32_t next = std::min(k + half, end), rank = rank_of(sources, pair, next);
    round.b = k - round.a;
    round.from_a = std::min(half, a_end - round.a);
    round.from_b = std::min(half, b_end - round.b);
    round.used_a = rank - round.a;
    round.used_b = next - rank - round.b;
    rounds.push_back(round);
    k = next;
  }
}

}  // namespace

std::vector<TileRound> rounds_of_block(const Moment& moment, const MergePart& part,
                                       uint32_t output) {
  const PairOfRuns pair = pair_at(output, part.run, moment.problem().size());
  const uint32_t in_block = moment.problem().keys_per_block();
  const uint32_t k = (output - pair.begin) / in_block * in_block;
  std::vector<TileRound> rounds;
  add_rounds(rounds, sources_of(moment, part), pair, k, std::min(k + in_block, pair.size()),
             half_of(moment.problem()));
  return rounds;
}

std::vector<TileRound> rounds_of_level(const Moment& moment, const MergePart& part) {
  return rounds_of_level(moment, part, half_of(moment.problem()));
}

std::vector<TileRound> rounds_of_level(const Moment& moment, const MergePart& part, uint32_t half) {
  const uint32_t n = moment.problem().size(), in_block = moment.problem().keys_per_block();
  const std::vector<uint32_t> sources = sources_of(moment, part);
  std::vector<TileRound> rounds;
  for (uint32_t at = 0; at < n; at += 2 * part.run) {
    const PairOfRuns pair = pair_at(at, part.run, n);
    for (uint32_t k = 0; k < pair.size(); k += in_block)
      add_rounds(rounds, sources, pair, k, std::min(k + in_block, pair.size()), half);
  }
  return rounds;
}

uint32_t loaded_in(const std::vector<TileRound>& rounds) {
  uint32_t sum = 0;
  for (const TileRound& each : rounds) sum += each.from_a + each.from_b;
  return sum;
}
uint32_t merged_in(const std::vector<TileRound>& rounds) {
  uint32_t sum = 0;
  for (const TileRound& each : rounds) sum += each.used_a + each.used_b;
  return sum;
}

namespace {

/// One search, replayed: what each i that it tries finds.
class Search {
 public:
  Search(const Moment& moment, const MergePart& part, const PairOfRuns& pair, uint32_t k)
      : problem_(moment.problem()),
        keys_(input_of(moment)),
        pair_(pair),
        k_(k),
        diagonal_(by_tiles(moment, part) ||
                  moment.problem().settings().co_rank == radix::CoRankSearch::diagonal) {
    // In a tile there are only its own keys
    uint32_t begin = 0, end = pair.size(), first = 0, last = pair.a;
    if (moment.find(merges::array::tile)) {
      const std::vector<uint32_t> sources = sources_of(moment, part);
      const uint32_t tile = problem_.keys_per_block();
      begin = k / tile * tile, end = std::min(begin + tile, end);
      first = rank_of(sources, pair, begin), last = rank_of(sources, pair, end);
    }
    const uint32_t own = k - begin, of_b = end - begin - (last - first);
    low_ = first + (own > of_b ? own - of_b : 0);
    high_ = first + std::min(own, last - first);
  }

  SearchLook look(uint32_t i) {
    const uint32_t j = k_ - i;
    const bool many = i > 0 && j < pair_.b && problem_.before(b(j), a(i - 1));
    const bool few = j > 0 && i < pair_.a && !problem_.before(b(j - 1), a(i));
    if (!diagonal_)
      return {many ? SearchLook::too_many : few ? SearchLook::too_few : SearchLook::found, i, j};
    if (low_ == high_) return {SearchLook::found, i, j, true};
    (few ? low_ : high_) = few ? i + 1 : i;
    return {few ? SearchLook::too_few : SearchLook::too_many, i, j, true};
  }

 private:
  uint32_t a(uint32_t at) const { return keys_.values[pair_.begin + at]; }
  uint32_t b(uint32_t at) const { return keys_.values[pair_.begin + pair_.a + at]; }

  const radix::Problem& problem_;
  radix::Array keys_;
  PairOfRuns pair_;
  uint32_t k_, low_ = 0, high_ = 0;
  bool diagonal_;
};

}  // namespace

namespace {

/// The steps of the search at work, or of the last one of this part, up to the present step.
std::vector<const radix::Step*> search_steps(const Moment& moment) {
  std::vector<const radix::Step*> steps;
  for (std::size_t s = moment.cursor; s-- > 0;) {
    const radix::Step& step = moment.trace->steps[s];
    if (step.pass != moment.pass()) break;
    const bool searches = step.made == merges::array::a_rank;
    if (!searches && !steps.empty()) break;
    if (searches) steps.insert(steps.begin(), &step);
    if (searches && step.level == 1) break;
  }
  return steps;
}

}  // namespace

namespace {

/// The piece that looks longest in the search at work, also at looks that are still to come; of
/// those that look once the first whose answer is not plain. 0: nobody searches.
uint32_t longest_search(const Moment& moment) {
  std::vector<const radix::Step*> steps = search_steps(moment);
  if (steps.empty()) return 0;
  const radix::Step* const end = moment.trace->steps.data() + moment.trace->steps.size();
  for (const radix::Step* step = steps.back() + 1; step != end; ++step) {
    if (step->pass != moment.pass() || step->made != merges::array::a_rank || step->level == 1)
      break;
    steps.push_back(step);
  }
  const auto ranks = [](const radix::Step* step) -> const std::vector<uint32_t>& {
    return step->find(merges::array::a_rank)->values;
  };
  for (std::size_t look = steps.size() - 1; look > 0; --look) {
    const auto changed = std::ranges::mismatch(ranks(steps[look]), ranks(steps[look - 1])).in1;
    if (changed != ranks(steps[look]).end())
      return static_cast<uint32_t>(changed - ranks(steps[look]).begin());
  }
  const auto& first = ranks(steps.front());
  const auto asked =
      std::find_if(first.begin() + 1, first.end(), [](uint32_t rank) { return rank != none; });
  return asked == first.end() ? 0 : static_cast<uint32_t>(asked - first.begin());
}

}  // namespace

std::vector<SearchLook> looks_until(const Moment& moment, const MergePart& part, uint32_t place) {
  std::vector<SearchLook> looks;
  const PairOfRuns pair = pair_at(place, part.run, moment.problem().size());
  Search search(moment, part, pair, place - pair.begin);
  for (const radix::Step* step : search_steps(moment)) {
    const uint32_t i = step->find(merges::array::a_rank)->values[place];
    if (i == none || (!looks.empty() && looks.back().verdict == SearchLook::found)) break;
    looks.push_back(search.look(i));
  }
  return looks;
}

std::vector<uint32_t> crossings_known(const Moment& moment, const MergePart& part,
                                      const PairOfRuns& pair, uint32_t shown) {
  std::vector<uint32_t> known(pair.size() + 1, none);
  if (moment.find(merges::array::source) || moment.find(merges::array::output)) {
    const std::vector<uint32_t> sources = sources_of(moment, part);
    known[0] = 0;
    for (uint32_t k = 0; k < pair.size(); ++k)
      known[k + 1] = known[k] + (sources[pair.begin + k] < pair.begin + pair.a ? 1 : 0);
    return known;
  }
  if (const radix::Array* ranks = moment.find(merges::array::co_rank))
    for (uint32_t k = 0; k < pair.size(); ++k) known[k] = ranks->values[pair.begin + k];
  if (moment.find(merges::array::a_rank)) {
    const std::vector<SearchLook> made = looks_until(moment, part, shown);
    if (!made.empty() && made.back().verdict == SearchLook::found)
      known[shown - pair.begin] = made.back().i;
  }
  known.front() = 0, known.back() = pair.a;  // it goes from corner to corner
  return known;
}

uint32_t shown_piece(const Moment& moment, uint32_t place) {
  const radix::Array* ranks = moment.find(merges::array::a_rank);
  if (ranks == nullptr) return place;
  while (place > 0 && ranks->values[place] == none) --place;
  return place;
}

uint32_t spoken_output(const Moment& moment, const MergePart& part) {
  const radix::Array keys = input_of(moment);
  if (keys.values.empty()) return none;
  const uint32_t selected = position_of(keys, moment.selected());
  if (selected != none) {
    const std::vector<uint32_t> sources = sources_of(moment, part);
    return static_cast<uint32_t>(std::ranges::find(sources, selected) - sources.begin());
  }
  return part.kind == MergePart::level ? longest_search(moment) : 0;
}

uint32_t comparisons_of(const Moment& moment, const MergePart& part) {
  const std::vector<uint32_t> sources = sources_of(moment, part);
  uint32_t count = 0, i = 0;
  for (uint32_t o = 0; o < sources.size(); ++o) {
    const PairOfRuns pair = pair_at(o, part.run, moment.problem().size());
    const uint32_t k = o - pair.begin;
    if (k == 0) i = 0;
    count += i < pair.a && k - i < pair.b ? 1 : 0;
    i += sources[o] < pair.begin + pair.a ? 1 : 0;
  }
  return count;
}

uint32_t comparisons_in_segments(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size(), each = problem.keys_per_thread();
  const uint32_t segment = problem.keys_per_block();
  std::vector<uint32_t> keys = problem.keys();
  uint32_t count = 0;
  if (const auto network = merges::network_of(problem.settings().block_sort)) {
    for (uint32_t begin = 0; begin < n; begin += segment)
      for (const auto& layer : radix::networks::layers_of(*network, std::min(segment, n - begin)))
        count += static_cast<uint32_t>(radix::networks::comparators_of({layer}).size());
    return count;
  }
  const auto sort_runs = [&](uint32_t begin, uint32_t end) {
    std::stable_sort(keys.begin() + begin, keys.begin() + end,
                     [&](uint32_t x, uint32_t y) { return problem.before(x, y); });
  };
  for (uint32_t own = 0; own < n; own += each) {
    const uint32_t end = std::min({own + each, n, own / segment * segment + segment});
    for (uint32_t round = 0; round < each; ++round)
      for (uint32_t left = round % 2; left + 1 < end - own; left += 2) ++count;
    sort_runs(own, end);
  }
  for (uint32_t begin = 0; begin < n; begin += segment) {
    const uint32_t size = std::min(segment, n - begin);
    for (uint32_t run = each; run < size; run *= 2)
      for (uint32_t pair = 0; pair < size; pair += 2 * run) {
        const uint32_t a = begin + pair, middle = std::min(a + run, begin + size);
        const uint32_t end = std::min(middle + run, begin + size);
        for (uint32_t i = a, j = middle; i < middle && j < end; ++count)
          problem.before(keys[j], keys[i]) ? ++j : ++i;
        sort_runs(a, end);
      }
  }
  return count;
}

namespace {

/// Calls it at the end of every level that is merged so far, and adds up what it returns.
template <class Count>
auto sum_of_levels(const Moment& moment, const Count& count) {
  decltype(count(moment, MergePart())) sum = 0;
  const std::vector<radix::Step>& steps = moment.trace->steps;
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const bool last = s + 1 == moment.cursor || steps[s + 1].pass != steps[s].pass;
    const Moment then{.trace = moment.trace, .cursor = s + 1};
    const MergePart part = merge_part(then, steps[s].pass);
    const bool merged = last && then.find(merges::array::source) != nullptr;
    if (merged && part.kind == MergePart::level) sum += count(then, part);
  }
  return sum;
}

/// Two runs, or parts of them, whose comparisons are counted as the kernels make them
/// (kernels/merge/co_rank.cuh).
class CountedMerge {
 public:
  CountedMerge(const radix::Problem& problem, std::vector<uint32_t> a, std::vector<uint32_t> b)
      : problem_(problem), a_(std::move(a)), b_(std::move(b)) {}
  uint64_t made = 0;  ///< comparisons so far

  uint32_t size() const { return a_size() + b_size(); }
  uint32_t co_rank(uint32_t k) {
    uint32_t i = std::min(k, a_size()), j = k - i;
    uint32_t i_low = k > b_size() ? k - b_size() : 0, j_low = k > a_size() ? k - a_size() : 0;
    while (true) {
      if (i > 0 && j < b_size() && before(b_[j], a_[i - 1])) {
        const uint32_t fewer = (i - i_low + 1) / 2;
        j_low = j, j += fewer, i -= fewer;
      } else if (j > 0 && i < a_size() && !before(b_[j - 1], a_[i])) {
        const uint32_t more = (j - j_low + 1) / 2;
        i_low = i, i += more, j -= more;
      } else {
        return i;
      }
    }
  }
  uint32_t on_diagonal(uint32_t k) {
    uint32_t low = k > b_size() ? k - b_size() : 0, high = std::min(k, a_size());
    while (low < high) {
      const uint32_t i = (low + high) / 2;
      if (before(b_[k - 1 - i], a_[i]))
        high = i;
      else
        low = i + 1;
    }
    return low;
  }
  /// `count` outputs from A[i] and B[j] on, with keys before A[i_end] and B[j_end].
  void merge(uint32_t i, uint32_t i_end, uint32_t j, uint32_t j_end, uint32_t count) {
    for (uint32_t c = 0; c < count; ++c) {
      const bool takes_a = j >= j_end || (i < i_end && !before(b_[j], a_[i]));
      ++(takes_a ? i : j);
    }
  }
  /// The keys of A from i on and those of B from j on, so many of each.
  CountedMerge tile(uint32_t i, uint32_t from_a, uint32_t j, uint32_t from_b) const {
    const auto part = [](const std::vector<uint32_t>& keys, uint32_t first, uint32_t count) {
      return std::vector<uint32_t>(keys.begin() + first, keys.begin() + first + count);
    };
    return {problem_, part(a_, i, from_a), part(b_, j, from_b)};
  }
  uint32_t a_size() const { return static_cast<uint32_t>(a_.size()); }
  uint32_t b_size() const { return static_cast<uint32_t>(b_.size()); }

 private:
  bool before(uint32_t x, uint32_t y) { return ++made, problem_.before(x, y); }

  const radix::Problem& problem_;
  std::vector<uint32_t> a_, b_;
};

/// Every thread of a block merges `each` outputs of the block's tile, which it has loaded whole.
uint64_t made_in_tile(CountedMerge tile, uint32_t threads, uint32_t each) {
  for (uint32_t t = 0; t < threads && t * each < tile.size(); ++t) {
    const uint32_t k = t * each, i = tile.on_diagonal(k);
    tile.merge(i, tile.a_size(), k - i, tile.b_size(), each);
  }
  return tile.made;
}

/// The book's kernel: `half` keys of each run a round; at its end all threads search for what the
/// round has used.
uint64_t made_in_rounds(const CountedMerge& piece, uint32_t threads, uint32_t half) {
  const uint32_t each = (half + threads - 1) / threads;
  uint64_t made = 0;
  for (uint32_t a = 0, b = 0; a + b < piece.size();) {
    CountedMerge tile =
        piece.tile(a, std::min(half, piece.a_size() - a), b, std::min(half, piece.b_size() - b));
    const uint32_t outputs = std::min(half, piece.size() - a - b);
    uint32_t used = 0;
    for (uint32_t t = 0; t < threads; ++t) {
      const uint32_t k = std::min(t * each, outputs), i = tile.on_diagonal(k);
      tile.merge(i, tile.a_size(), k - i, tile.b_size(), std::min(each, outputs - k));
      used = tile.on_diagonal(outputs);
    }
    a += used, b += outputs - used, made += tile.made;
  }
  return made;
}

}  // namespace

uint64_t made_in_level(const Moment& moment, const MergePart& part) {
  const radix::Problem& problem = moment.problem();
  if (one_thread_a_pair(moment)) return comparisons_of(moment, part);
  const radix::Array keys = input_of(moment);
  const bool tiles = by_tiles(moment, part), path = tiles && !sort_of(moment).has(radix::Use::tile);
  const bool diagonal = sort_of(moment).has(radix::Use::co_rank) &&
                        problem.settings().co_rank == radix::CoRankSearch::diagonal;
  const uint32_t size = tiles ? problem.keys_per_block() : problem.keys_per_thread();
  const uint32_t threads = problem.threads_per_block();
  const uint32_t half = tiles && !path ? std::min(problem.settings().tile, size) : 0;
  uint64_t made = 0;
  for (uint32_t begin = 0; begin < problem.size(); begin += 2 * part.run) {
    const PairOfRuns pair = pair_at(begin, part.run, problem.size());
    const auto a = keys.values.begin() + begin, b = a + pair.a;
    CountedMerge whole(problem, {a, b}, {b, b + pair.b});
    for (uint32_t k = 0; k < pair.size(); k += size) {
      const uint32_t end = std::min(k + size, pair.size());
      const auto search = [&](uint32_t of) {
        return tiles || diagonal ? whole.on_diagonal(of) : whole.co_rank(of);
      };
      const uint32_t i = search(k);
      const uint64_t until = whole.made;
      const uint32_t i_end = search(end);
      if (path && tiles) whole.made = until;  // the next block searches it
      if (!tiles) {
        whole.merge(i, i_end, k - i, end - i_end, end - k);
        continue;
      }
      const CountedMerge piece = whole.tile(i, i_end - i, k - i, (end - i_end) - (k - i));
      made += half > 0 ? made_in_rounds(piece, threads, half)
                       : made_in_tile(piece, threads, problem.keys_per_thread());
    }
    made += whole.made;
  }
  return made;
}

uint32_t all_comparisons(const Moment& moment) { return sum_of_levels(moment, comparisons_of); }
uint64_t all_made(const Moment& moment) { return sum_of_levels(moment, made_in_level); }

}  // namespace scope
