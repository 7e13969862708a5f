#include "sweep_sentences.hpp"

#include <algorithm>
#include <bit>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "swept.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;

/// One moment of a pass with what a sentence may mention. There is a key and a step.
struct SweptMoment {
  const Moment& moment;
  SweptKey key;
  uint32_t tiles, n;

  uint32_t of_key(radix::ArrayId id) const { return moment.find(id)->values[key.place]; }
  uint32_t on_board(radix::ArrayId id, uint32_t tile) const {
    return moment.find(id)->values[board_entry(moment, key.digit, tile)];
  }
  uint32_t own() const { return on_board(sweep::array::user_counts, key.at.tile); }
  uint32_t before() const { return on_board(sweep::array::before_tile, key.at.tile); }
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
      sum += moment.find(sweep::array::user_counts)->values[board_entry(moment, d, key.at.tile)];
    return sum;
  }
  uint32_t rank() const { return of_key(sweep::array::rank); }
  /// Peers in lanes before its own: known where ballots ranked it.
  uint32_t peers_before() const {
    const uint32_t below = (1u << key.at.lane) - 1;
    return static_cast<uint32_t>(std::popcount(of_key(sweep::array::peers) & below));
  }
  std::string name() const { return named_key(moment, key.id); }
  std::string capital_name() const { return capital(named_key(moment, key.id)); }
  std::string digit() const { return "digit " + digit_text(moment, key.digit); }
};

SweptMoment swept(const Moment& moment) {
  return {moment, *swept_key(moment), moment.problem().blocks(), moment.problem().size()};
}

std::string have(uint32_t count, const std::string& noun) {
  return counted(count, noun) + (count == 1 ? " has" : " have");
}

/// " 16 lanes vote together, not 2: …" where the setting cannot be had, or nothing.
std::string lanes_words(const radix::Problem& problem) {
  const uint32_t wanted = problem.lanes_wanted(), threads = problem.threads_per_block();
  if (problem.lanes() == wanted) return "";
  return say(" ", problem.lanes(), " lanes vote together, not ", wanted, ": a block of ", threads,
             " threads would have ", (threads + wanted - 1) / wanted,
             " warps, and has room for the counts of ", radix::most_warps, ".");
}

std::string why_sweep_begins(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size(), tiles = problem.blocks();
  if (n == 0) return "There are no keys, so there is nothing to sort.";
  return say(
      "How often a digit occurs does not depend on the order of the keys. So one launch "
      "counts the digits of all passes, ",
      problem.passes(),
      " of each key, before the first pass. Then a pass is one launch that "
      "reads and writes every key once: ",
      tiles == 1 ? std::string("one tile ranks its keys")
                 : say(tiles,
                       " tiles rank their keys, ask the tiles before them where "
                       "their own start"),
      " and ", tiles == 1 ? "writes" : "write", " them there.", lanes_words(problem));
}

std::string why_counts_of_digits(const SweptMoment& m) {
  const uint32_t count =
      m.moment.find(sweep::array::digit_counts)->values[digit_entry(m.moment, 0, m.key.digit)];
  return say("One launch has read ", counted(m.n, "key"), " and counted the digits of ",
             m.moment.problem().passes() == 1 ? std::string("the one pass")
                                              : say("all ", m.moment.problem().passes(), " passes"),
             ". The counts are right for every pass, in whatever order the keys stand then. In the "
             "first one, ",
             m.digit(), " of ", m.name(), " occurs ", count == 1 ? "once." : say(count, " times."));
}

std::string why_starts_of_digits(const SweptMoment& m) {
  return say("A digit begins behind all smaller ones. In the first pass ", have(m.start(), "key"),
             " a smaller one than ", m.name(), ", so ", m.digit(), " begins at slot ", m.start(),
             ". No pass has to wait for a grand total.");
}

std::string why_ticket(const SweptMoment& m) {
  const std::vector<uint32_t>& tickets = m.moment.find(sweep::array::ticket)->values;
  const auto block = std::ranges::find(tickets, m.key.at.tile) - tickets.begin();
  return say("Blocks take numbers as they start: the first has tile 0. ",
             m.tiles == 1 ? "There is only one here. "
                          : "A tile waits for none but tiles with smaller numbers, whose blocks "
                            "run already, so however few run at once, none waits for ever. ",
             "Block ", static_cast<uint32_t>(block), " has tile ", m.key.at.tile, " and in it ",
             m.name(), ".");
}

std::string why_ballot(const SweptMoment& m) {
  const uint32_t ballot = m.moment.step()->level, bits = sweep_digit(m.moment).bits;
  const uint32_t bit = m.key.digit >> (ballot - 1) & 1;
  return say("Ballot ", ballot, " of ", bits, ": every lane votes with bit ", ballot - 1,
             " of its digit, and all get the votes of their warp as one word. A lane keeps those "
             "that voted as it did. ",
             m.capital_name(), " in lane ", m.key.at.lane, " of warp ", m.key.at.warp, " votes ",
             bit, " and so far agrees with ",
             other_lanes(m.of_key(sweep::array::peers), m.key.at.lane), ".",
             ballot == 1 ? lanes_words(m.moment.problem()) : "");
}

std::string why_served(const SweptMoment& m) {
  return say("Every lane adds one to its warp's counter of its digit and takes what stood there: ",
             m.name(), " found ", m.of_key(sweep::array::served_as),
             ". That is its rank if the lanes were served in their order. Nothing promises it, so "
             "the tile will check.");
}

std::string why_rank(const SweptMoment& m) {
  if (m.moment.find(sweep::array::served_as)) {
    const bool right = m.moment.find(sweep::array::in_order)->values[m.key.at.tile] == 1;
    return say("Tile ", m.key.at.tile,
               right ? " was served in order, so its ranks stay: "
                     : " was served out of order and has ranked its keys again by ballots: ",
               m.name(), " has rank ", m.rank(), " among the keys of its warp with ", m.digit(),
               ".");
  }
  const uint32_t lanes = m.peers_before(), rows = m.rank() - lanes;
  return say("Its peers hold the same digit. ", m.capital_name(), " has ", counted(lanes, "peer"),
             " in lanes before its own",
             m.moment.problem().keys_per_thread() == 1
                 ? std::string()
                 : say(", and ", rows, " in rows before, which the warp's counter knew"),
             ": its rank in the warp is ", m.rank(),
             ". This is certain: it does not depend on the order in which atomics are served.");
}

std::string why_warp_counts(const SweptMoment& m) {
  const uint32_t count =
      m.moment.find(sweep::array::warp_counts)
          ->values[warp_entry(m.moment, m.key.digit, m.key.at.tile, m.key.at.warp)];
  return say("Ranking has counted, too: each warp knows how many keys of every digit it has. Warp ",
             m.key.at.warp, " of tile ", m.key.at.tile, " has ", counted(count, "key"), " with ",
             m.digit(), ".");
}

std::string why_own_counts(const SweptMoment& m) {
  return say("Tile ", m.key.at.tile, " adds up its warps: ", counted(m.own(), "key"), " with ",
             m.digit(), ". It publishes this at once, ",
             m.key.at.tile == 0
                 ? "and as nothing lies before tile 0, it is all there is up to here."
                 : "before it knows anything of other tiles, so that tiles to its right can "
                   "already add it.");
}

std::string why_in_order(const SweptMoment& m) {
  const std::vector<uint32_t>& right = m.moment.find(sweep::array::in_order)->values;
  const auto wrong = static_cast<uint32_t>(std::ranges::count(right, 0u));
  return say(
      "The tile looks at its sorted keys: of two neighbours with the same digit the left one "
      "must have come from the left. ",
      wrong == 0
          ? say(m.tiles == 1 ? std::string("The tile is") : say("All ", m.tiles, " tiles are"),
                " right; the check is all it cost to prove it.")
          : say(wrong, " of ", counted(m.tiles, "tile"),
                wrong == 1 ? " is wrong and ranks its" : " are wrong and rank their",
                " keys again, by ballots. So speed may rest on the hardware's habits, but "
                "the order does not."));
}

std::string why_slot(const SweptMoment& m) {
  return say("In its tile, ", have(m.smaller_in_tile(), "key"), " a smaller digit than ", m.name(),
             ", ", m.in_warps_before(), " with ", m.digit(), " stand in earlier warps, and ",
             m.rank(), " before it in its own: slot ", m.of_key(sweep::array::local_destination),
             " of tile ", m.key.at.tile, ".");
}

std::string why_sorted_tile(const SweptMoment& m) {
  return say(
      "The keys of a tile stand digit by digit in shared memory; keys with the same digit keep "
      "their order. So each digit is a run of neighbours, to be written side by "
      "side: tile ",
      m.key.at.tile, " has ", m.own(), " with ", m.digit(), " in one run.");
}

std::string why_walk(const SweptMoment& m) {
  const uint32_t tile = m.key.at.tile, looks = m.on_board(sweep::array::looked_at, tile);
  if (tile == 0)
    return "Nothing lies before tile 0. Every other tile looks back, digit by digit, and adds "
           "until it meets a tile that knows all before it.";
  const std::string last = say("tile ", tile - looks);
  return say("Tile ", tile, " asks for ", m.digit(), ": ",
             looks == 1
                 ? say(last, " knew all up to itself already, so one look is enough.")
                 : say("tile ", tile - 1, looks == 2 ? "" : say(" and ", looks - 2, " more"),
                       looks == 2 ? " knew only its own count, which is added; "
                                  : " knew only their own counts, which are added; ",
                       last, " knew all up to itself and ends the walk, at look ", looks, "."),
             " Timing decides how far a tile walks, but not what it finds.");
}

std::string why_before(const SweptMoment& m) {
  const uint32_t before = m.before(), own = m.own();
  return say(have(before, "key"), " ", m.digit(), " in tiles before tile ", m.key.at.tile,
             ". With its own ", own, " that makes ", before + own,
             ", which the tile publishes in place of its own count: whoever asks it now need look "
             "no further.");
}

std::string why_slot_in_output(const SweptMoment& m) {
  const uint32_t slot = m.start() + m.before() + m.in_warps_before() + m.rank();
  return say(capital(m.digit()), " starts at slot ", m.start(), ", ", have(m.before(), "key"),
             " it in tiles before, and ", m.in_warps_before() + m.rank(), " before ", m.name(),
             " in its tile: slot ", slot, ".");
}

std::string why_written(const SweptMoment& m) {
  const radix::Problem& problem = m.moment.problem();
  const uint32_t passes = problem.passes(), left = passes - m.moment.pass() - 1;
  const auto& own = m.moment.find(sweep::array::user_counts)->values;
  const auto runs =
      static_cast<uint32_t>(own.size() - static_cast<std::size_t>(std::ranges::count(own, 0u)));
  return say("Every key was read once and written once, ", counted(m.n, "key"), " in ",
             counted(runs, "run"), " of neighbours. The keys are in order by ",
             left == 0 ? std::string("all their bits, and equal keys stand as in the input.")
                       : say("their low ", problem.sorted_bits(m.moment.pass() + 1), " of ",
                             problem.key_bits(), " bits; ", left,
                             left == 1 ? " pass is left." : " passes are left."));
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
    {sweep::array::user_counts, why_own_counts},
    {sweep::array::in_order, why_in_order},
    {sweep::array::local_destination, why_slot},
    {sweep::array::local_keys, why_sorted_tile},
    {sweep::array::looked_at, why_walk},
    {sweep::array::before_tile, why_before},
    {sweep::array::destination, why_slot_in_output},
    {sweep::array::output, why_written},
};

}  // namespace

std::string why_of_sweep(const Moment& moment) {
  if (!moment.step()) return why_sweep_begins(moment);
  if (sweep_reads_backwards(moment)) return why_backwards(moment, "The passes");
  const SweptMoment m = swept(moment);
  const auto at = std::ranges::find(sentences, moment.step()->made, &SentenceOf::made);
  return at == std::end(sentences) ? "" : at->words(m);
}

Formula formula_of_sweep(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size();
  if (n == 0) return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  if (!moment.step())
    return {.title = "How many launches?",
            .words = "launches = two for the counts + passes",
            .terms = {term(2, "two for the counts"), term(problem.passes(), "passes")},
            .result = say(2 + problem.passes()),
            .hint = ""};
  const SweptMoment m = swept(moment);
  const std::string hint = m.key.chosen ? "" : "point at a key to see its numbers";
  const auto card = [&](std::string title, std::string words, std::vector<Term> terms,
                        uint32_t result) {
    return Formula{std::move(title), std::move(words), std::move(terms), say(result), hint};
  };
  const std::string where = "Where does " + m.name() + " go?";
  if (sweep_reads_backwards(moment))
    return card(where, "slot = last place − place",
                {term(n - 1, "last place"), term(m.key.place, "place", '-')}, n - 1 - m.key.place);
  const radix::ArrayId made = moment.step()->made;
  if (made == sweep::array::digit_counts || made == sweep::array::digit_starts) {
    uint32_t smaller = 0;
    for (uint32_t d = 0; d < m.key.digit; ++d)
      smaller += moment.find(sweep::array::digit_counts)->values[digit_entry(moment, 0, d)];
    return card("Where does " + m.digit() + " start?", "start = keys with smaller digits",
                {term(smaller, "keys with smaller digits")}, smaller);
  }
  if (made == sweep::array::peers) {
    const auto peers = static_cast<uint32_t>(std::popcount(m.of_key(made)));
    return card("Who agrees with " + m.name() + "?", "agree = itself + others of its warp",
                {term(1, "itself"), term(peers - 1, "others of its warp")}, peers);
  }
  if (moment.find(sweep::array::before_tile))
    return card(where, "slot = start of the digit + in tiles before + before it in the tile",
                {term(m.start(), "start of the digit"), term(m.before(), "in tiles before"),
                 term(m.in_warps_before() + m.rank(), "before it in the tile")},
                m.start() + m.before() + m.in_warps_before() + m.rank());
  if (moment.find(sweep::array::local_destination))
    return card("Which slot of the tile does " + m.name() + " take?",
                "slot = smaller digits + in warps before + rank",
                {term(m.smaller_in_tile(), "smaller digits"),
                 term(m.in_warps_before(), "in warps before"), term(m.rank(), "rank")},
                m.of_key(sweep::array::local_destination));
  if (moment.find(sweep::array::rank) && moment.find(sweep::array::peers))
    return card("What is the rank of " + m.name() + " in its warp?",
                "rank = peers in lanes before + in rows before",
                {term(m.peers_before(), "peers in lanes before"),
                 term(m.rank() - m.peers_before(), "in rows before")},
                m.rank());
  if (moment.find(sweep::array::rank))
    return card("What is the rank of " + m.name() + " in its warp?",
                "rank = keys before it with its digit",
                {term(m.rank(), "keys before it with its digit")}, m.rank());
  if (moment.find(sweep::array::served_as)) {
    const uint32_t found = m.of_key(sweep::array::served_as);
    return card("What is the rank of " + m.name() + " in its warp?",
                "rank = what stood in the counter", {term(found, "what stood in the counter")},
                found);
  }
  const auto& tickets = moment.find(sweep::array::ticket)->values;
  const auto block =
      static_cast<uint32_t>(std::ranges::find(tickets, m.key.at.tile) - tickets.begin());
  return card("Which tile does block " + say(block) + " get?", "tile = blocks that started before",
              {term(m.key.at.tile, "blocks that started before")}, m.key.at.tile);
}

std::vector<std::string> threads_of_sweep(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id);
  if (place == none) return {};
  const radix::Problem& problem = moment.problem();
  if (sweep_reads_backwards(moment))
    return {say("block ", place / problem.threads_per_block(), ", thread ",
                place % problem.threads_per_block())};
  const SweptPlace at = swept_place(problem, place);
  return {say("tile ", at.tile, ", warp ", at.warp, ", lane ", at.lane,
              problem.keys_per_thread() > 1 ? say(", row ", at.row) : std::string())};
}

}  // namespace scope
