#include "sweep_sentences.hpp"

#include <algorithm>
#include <bit>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "swept.hpp"
#include "text/all.hpp"
#include "text/onesweep.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;

/// One moment of a pass with what a sentence may mention. There is a key and a step.
struct SweptMoment {
  const Moment& moment;
  SweptKey key;
  uint32_t tiles, n;

  uint32_t of_key(radix::ArrayId id) const { return moment.find(id)->values[key.place]; }
  uint32_t at_tile(radix::ArrayId id, uint32_t tile) const {
    return moment.find(id)->values[tile_state_entry(moment, key.digit, tile)];
  }
  uint32_t own() const { return at_tile(sweep::array::own_counts, key.at.tile); }
  uint32_t before() const { return at_tile(sweep::array::before_tile, key.at.tile); }
  uint32_t start() const {
    return newest(moment, sweep::array::digit_starts)
        ->values[digit_entry(moment, moment.pass(), key.digit)];
  }
  /// Keys of its digit in warps of the tile before its own, and keys of the tile with a smaller
  /// digit.
  uint32_t in_warps_before() const {
    uint32_t sum = 0;
    for (uint32_t w = 0; w < key.at.warp; ++w)
      sum += moment.find(sweep::array::warp_counts)
                 ->values[warp_entry(moment, key.digit, key.at.tile, w)];
    return sum;
  }
  uint32_t smaller_in_tile() const {
    uint32_t sum = 0;
    for (uint32_t d = 0; d < key.digit; ++d)
      sum +=
          moment.find(sweep::array::own_counts)->values[tile_state_entry(moment, d, key.at.tile)];
    return sum;
  }
  uint32_t rank() const { return of_key(sweep::array::rank); }
  /// Peers in lanes before its own: known where ballots ranked it.
  uint32_t peers_before() const {
    const uint32_t below = (1u << key.at.lane) - 1;
    return static_cast<uint32_t>(std::popcount(of_key(sweep::array::peers) & below));
  }
  std::string name() const { return key_words(moment.problem(), key.id); }
  std::string digit() const { return digit_text(moment, key.digit); }
};

SweptMoment swept(const Moment& moment) {
  return {moment, *swept_key(moment), moment.problem().blocks(), moment.problem().size()};
}

/// Where the setting cannot be had; else nothing.
std::string lanes_words(const radix::Problem& problem) {
  const uint32_t wanted = problem.lanes_wanted(), threads = problem.threads_per_block();
  if (problem.lanes() == wanted) return "";
  return text::onesweep::why_lanes({.lanes = problem.lanes(),
                                    .most = radix::max_warps,
                                    .threads = threads,
                                    .wanted = wanted,
                                    .warps = (threads + wanted - 1) / wanted});
}

std::string why_sweep_begins(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  if (problem.size() == 0) return text::all::no_keys_to_sort;
  return text::paragraph(
      text::onesweep::why_begin({.passes = problem.passes(), .tiles = problem.blocks()}),
      lanes_words(problem));
}

std::string why_counts_of_digits(const SweptMoment& m) {
  return text::onesweep::why_counts(
      {.count =
           m.moment.find(sweep::array::digit_counts)->values[digit_entry(m.moment, 0, m.key.digit)],
       .digit = m.digit(),
       .key = m.name(),
       .keys = m.n,
       .passes = m.moment.problem().passes()});
}

std::string why_starts_of_digits(const SweptMoment& m) {
  return text::onesweep::why_starts({.digit = m.digit(), .key = m.name(), .smaller = m.start()});
}

std::string why_ticket(const SweptMoment& m) {
  const std::vector<uint32_t>& tickets = m.moment.find(sweep::array::ticket)->values;
  return text::onesweep::why_ticket(
      {.block = std::ranges::find(tickets, m.key.at.tile) - tickets.begin(),
       .key = m.name(),
       .tile = m.key.at.tile,
       .tiles = m.tiles});
}

std::string why_ballot(const SweptMoment& m) {
  const uint32_t ballot = m.moment.step()->level;
  return text::paragraph(text::onesweep::why_ballot(
                             {.agrees = other_lanes(m.of_key(sweep::array::peers), m.key.at.lane),
                              .ballot = ballot,
                              .bit = ballot - 1,
                              .bits = sweep_digit(m.moment).bits,
                              .key = m.name(),
                              .lane = m.key.at.lane,
                              .vote = m.key.digit >> (ballot - 1) & 1,
                              .warp = m.key.at.warp}),
                         ballot == 1 ? lanes_words(m.moment.problem()) : "");
}

std::string why_served(const SweptMoment& m) {
  return text::onesweep::why_served({.found = m.of_key(sweep::array::served_as), .key = m.name()});
}

std::string why_rank(const SweptMoment& m) {
  if (m.moment.find(sweep::array::served_as))
    return text::onesweep::why_rank_served(
        {.digit = m.digit(),
         .in_order = m.moment.find(sweep::array::in_order)->values[m.key.at.tile] == 1,
         .key = m.name(),
         .rank = m.rank(),
         .tile = m.key.at.tile});
  return text::onesweep::why_rank({.coarse = m.moment.problem().keys_per_thread() > 1,
                                   .key = m.name(),
                                   .lanes = m.peers_before(),
                                   .rank = m.rank(),
                                   .rows = m.rank() - m.peers_before()});
}

std::string why_warp_counts(const SweptMoment& m) {
  return text::onesweep::why_warp_counts(
      {.count = m.moment.find(sweep::array::warp_counts)
                    ->values[warp_entry(m.moment, m.key.digit, m.key.at.tile, m.key.at.warp)],
       .digit = m.digit(),
       .tile = m.key.at.tile,
       .warp = m.key.at.warp});
}

std::string why_own_counts(const SweptMoment& m) {
  return text::onesweep::why_own_counts(
      {.digit = m.digit(), .first = m.key.at.tile == 0, .own = m.own(), .tile = m.key.at.tile});
}

std::string why_in_order(const SweptMoment& m) {
  return text::onesweep::why_in_order(
      {.tiles = m.tiles,
       .wrong = std::ranges::count(m.moment.find(sweep::array::in_order)->values, 0u)});
}

std::string why_slot_in_tile(const SweptMoment& m) {
  return text::onesweep::why_slot_in_tile({.digit = m.digit(),
                                           .key = m.name(),
                                           .rank = m.rank(),
                                           .slot = m.of_key(sweep::array::local_destination),
                                           .smaller = m.smaller_in_tile(),
                                           .tile = m.key.at.tile,
                                           .warps = m.in_warps_before()});
}

std::string why_sorted_tile(const SweptMoment& m) {
  return text::onesweep::why_sorted_tile(
      {.digit = m.digit(), .own = m.own(), .tile = m.key.at.tile});
}

std::string why_walk(const SweptMoment& m) {
  const uint32_t tile = m.key.at.tile;
  if (tile == 0) return text::onesweep::why_walk_first;
  const uint32_t looks = m.at_tile(sweep::array::looked_at, tile);
  return text::onesweep::why_walk({.digit = m.digit(),
                                   .last = tile - looks,
                                   .looks = looks,
                                   .next = tile - 1,
                                   .others = looks - std::min(looks, 2u),
                                   .tile = tile});
}

std::string why_before(const SweptMoment& m) {
  return text::onesweep::why_before({.all = m.before() + m.own(),
                                     .before = m.before(),
                                     .digit = m.digit(),
                                     .own = m.own(),
                                     .tile = m.key.at.tile});
}

std::string why_slot_in_output(const SweptMoment& m) {
  const uint32_t inside = m.in_warps_before() + m.rank();
  return text::onesweep::why_slot({.before = m.before(),
                                   .digit = m.digit(),
                                   .inside = inside,
                                   .key = m.name(),
                                   .slot = m.start() + m.before() + inside,
                                   .start = m.start()});
}

std::string why_written(const SweptMoment& m) {
  const radix::Problem& problem = m.moment.problem();
  const auto& own = m.moment.find(sweep::array::own_counts)->values;
  return text::onesweep::why_written(
      {.bits = problem.key_bits(),
       .keys = m.n,
       .left = problem.passes() - m.moment.pass() - 1,
       .runs = own.size() - static_cast<std::size_t>(std::ranges::count(own, 0u)),
       .sorted = problem.sorted_bits(m.moment.pass() + 1)});
}

struct SentenceOf {
  radix::ArrayId made;
  std::string (*words)(const SweptMoment&);
};
const SentenceOf sentences[] = {
    {sweep::array::digit_counts, why_counts_of_digits},
    {sweep::array::digit_starts, why_starts_of_digits},
    {sweep::array::ticket, why_ticket},
    {sweep::array::peers, why_ballot},
    {sweep::array::served_as, why_served},
    {sweep::array::rank, why_rank},
    {sweep::array::warp_counts, why_warp_counts},
    {sweep::array::own_counts, why_own_counts},
    {sweep::array::in_order, why_in_order},
    {sweep::array::local_destination, why_slot_in_tile},
    {sweep::array::local_keys, why_sorted_tile},
    {sweep::array::looked_at, why_walk},
    {sweep::array::before_tile, why_before},
    {sweep::array::destination, why_slot_in_output},
    {sweep::array::output, why_written},
};

}  // namespace

std::string why_of_sweep(const Moment& moment) {
  if (!moment.step()) return why_sweep_begins(moment);
  if (sweep_reads_backwards(moment)) return why_backwards(moment);
  const SweptMoment m = swept(moment);
  const auto at = std::ranges::find(sentences, moment.step()->made, &SentenceOf::made);
  return at == std::end(sentences) ? "" : at->words(m);
}

Formula formula_of_sweep(const Moment& moment) {
  namespace words = text::onesweep;
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size();
  std::string hint;
  const auto card = [&](std::string title, const text::Label& result, std::vector<Term> terms,
                        uint32_t number) {
    return formula_by_terms(std::move(title), result, std::move(terms), number, hint);
  };
  if (!moment.step())
    return card(words::ask_launches, words::launches,
                {term(2, words::term_counts), term(problem.passes(), words::term_passes)},
                2 + problem.passes());
  const SweptMoment m = swept(moment);
  if (!m.key.chosen) hint = text::all::point_at_a_key;
  const std::string where = text::all::where_does_key_go({.key = m.name()});
  if (sweep_reads_backwards(moment))
    return card(where, text::all::slot,
                {term(n - 1, text::all::last_place), term(m.key.place, text::all::place, '-')},
                n - 1 - m.key.place);
  const radix::ArrayId made = moment.step()->made;
  if (made == sweep::array::digit_counts || made == sweep::array::digit_starts) {
    uint32_t smaller = 0;
    for (uint32_t d = 0; d < m.key.digit; ++d)
      smaller += moment.find(sweep::array::digit_counts)->values[digit_entry(moment, 0, d)];
    return card(words::ask_start({.digit = m.digit()}), words::start,
                {term(smaller, words::term_smaller)}, smaller);
  }
  if (made == sweep::array::peers) {
    const auto peers = static_cast<uint32_t>(std::popcount(m.of_key(made)));
    return card(words::ask_agree({.key = m.name()}), words::agree,
                {term(1, words::term_itself), term(peers - 1, words::term_others)}, peers);
  }
  if (moment.find(sweep::array::before_tile))
    return card(where, text::all::slot,
                {term(m.start(), words::term_start), term(m.before(), words::term_tiles),
                 term(m.in_warps_before() + m.rank(), words::term_in_tile)},
                m.start() + m.before() + m.in_warps_before() + m.rank());
  if (moment.find(sweep::array::local_destination))
    return card(words::ask_slot_in_tile({.key = m.name()}), text::all::slot,
                {term(m.smaller_in_tile(), words::term_smaller_digits),
                 term(m.in_warps_before(), words::term_warps), term(m.rank(), words::rank)},
                m.of_key(sweep::array::local_destination));
  const std::string ask_rank = words::ask_rank({.key = m.name()});
  if (moment.find(sweep::array::rank) && moment.find(sweep::array::peers))
    return card(ask_rank, words::rank,
                {term(m.peers_before(), words::term_lanes),
                 term(m.rank() - m.peers_before(), words::term_rows)},
                m.rank());
  if (moment.find(sweep::array::rank))
    return card(ask_rank, words::rank, {term(m.rank(), words::term_before)}, m.rank());
  if (moment.find(sweep::array::served_as)) {
    const uint32_t found = m.of_key(sweep::array::served_as);
    return card(ask_rank, words::rank, {term(found, words::term_counter)}, found);
  }
  const auto& tickets = moment.find(sweep::array::ticket)->values;
  return card(
      words::ask_tile({.block = std::ranges::find(tickets, m.key.at.tile) - tickets.begin()}),
      words::tile_of_block, {term(m.key.at.tile, words::term_blocks)}, m.key.at.tile);
}

std::vector<std::string> threads_of_sweep(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id);
  if (place == none) return {};
  const radix::Problem& problem = moment.problem();
  if (sweep_reads_backwards(moment))
    return {text::all::block_thread({.block = place / problem.threads_per_block(),
                                     .thread = place % problem.threads_per_block()})};
  const SweptPlace at = swept_place(problem, place);
  return {text::onesweep::thread({.coarse = problem.keys_per_thread() > 1,
                                  .lane = at.lane,
                                  .row = at.row,
                                  .tile = at.tile,
                                  .warp = at.warp})};
}

}  // namespace scope
