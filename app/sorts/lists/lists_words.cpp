#include "lists_words.hpp"

#include <algorithm>
#include <bit>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "lists_parts.hpp"

namespace scope {
namespace {

using radix::ListMerge;
using radix::none;
namespace lists = radix::lists;

bool bit_is_one(const Moment& moment, uint32_t id, uint32_t bit) {
  return moment.problem().ordered(moment.problem().keys()[id]) >> bit & 1;
}

/// "no zeros", "1 zero", "3 zeros".
std::string some(uint32_t count, const std::string& noun) {
  return count == 0 ? "no " + noun + "s" : counted(count, noun);
}

/// "the lowest bit", "the low 2 bits".
std::string low_bits(uint32_t bits) {
  return bits == 1 ? std::string("the lowest bit") : say("the low ", bits, " bits");
}

/// How the smallest head is found, and what that costs in all rounds.
std::string merge_words(const Moment& moment) {
  const uint32_t n = moment.problem().size(), all = lists_in(*moment.trace);
  if (merge_of(*moment.trace) == ListMerge::one_thread)
    return say("One thread looks at ",
               all == 1 ? std::string("its head") : say("the heads of all ", all, " lists"),
               " in every round: ", counted(n * all, "look"), " in all.");
  const uint32_t barriers = barriers_of_round(*moment.trace);
  const std::string costs =
      say(" takes ", barriers, " barriers, and all rounds ", n * barriers, ".");
  if (merge_of(*moment.trace) == ListMerge::atomic_min)
    return "Every thread hands in its head by atomicMin: a round" + costs;
  if (merge_of(*moment.trace) == ListMerge::hybrid)
    return "Eight lists at a time hand in their heads by atomicMin, then their groups do: a round" +
           costs;
  if (all == 1) return say("A tree over one list has no levels, yet a round", costs);
  return say("A tree of ", counted(static_cast<uint32_t>(std::bit_width(all) - 1), "level"),
             " finds it: a round", costs);
}

std::string why_lists_begin(const Moment& moment) {
  const uint32_t n = moment.problem().size(), bits = moment.problem().key_bits();
  if (n == 0) return "There are no keys, so there is nothing to sort.";
  if (!merges_lists(*moment.trace))
    return say(
        "One thread walks through the keys: those whose bit is zero go to the end of one list, "
        "those whose bit is one to the end of another; then both come back, the zeros first. ",
        bits == 1 ? std::string("The keys have one bit, so there is 1 pass, which")
                  : say("The keys have ", bits, " bits, so there are ", bits,
                        " passes from the lowest bit on, and each"),
        " copies every key twice.");
  const uint32_t all = lists_in(*moment.trace);
  const std::string who = all == 1 ? std::string("one thread sorts them by two lists of its own")
                                   : say("thread t sorts keys t, t + ", all, ", t + ", 2 * all,
                                         ", … by two lists of its own");
  const std::string how =
      bits == 1 ? ", by their one bit," : say(", ", bits, " bits from the lowest one,");
  return say(counted(n, "key"), " in ", counted(all, "list"), ": ", who, how,
             " and waits for nobody. Then ",
             n == 1 ? std::string("1 round of a merge takes the key. ")
                    : say(n, " rounds of a merge take one key each, the smallest of the heads. "),
             merge_words(moment));
}

/// How the part's list of zeros, or ones, was filled.
std::string why_list(const Moment& moment, const DealtKey& key, bool ones) {
  const radix::Array& list = *moment.find(ones ? lists::array::one_list : lists::array::zero_list);
  const uint32_t n = moment.problem().size(), all = lists_in(*moment.trace);
  const auto count = static_cast<uint32_t>(n - std::ranges::count(list.ids, none));
  const std::string name = ones ? "one" : "zero";
  const std::string what =
      count == 0 ? say("No key has a ", name, " at bit ", moment.pass(), ". ")
                 : say(counted(count, "key"), " of ", n, count == 1 ? " has a " : " have a ", name,
                       " at bit ", moment.pass(), ": ", count == 1 ? "it" : "each",
                       all == 1 ? say(" goes to the next free place of the ", name, " list. ")
                                : say(" goes to its thread's next free place in the ", name,
                                      " list, ", all, " places behind the last. "));
  const uint32_t place = position_of(list, key.id);
  if (place == none)
    return what + capital(named_key(moment, key.id)) + " has a " + (ones ? "zero" : "one") +
           " there.";
  return what + capital(named_key(moment, key.id)) + (all == 1 ? "" : say(" of list ", key.list)) +
         say(" goes to place ", place, ".");
}

std::string why_counts(const Moment& moment, const DealtKey& key) {
  const radix::Array& counts = *moment.find(lists::array::list_counts);
  const uint32_t zeros = counts.values[2 * key.list], ones = counts.values[2 * key.list + 1];
  return say("Thread ", key.list, " has counted ", some(zeros, "zero"), " and ", some(ones, "one"),
             lists_in(*moment.trace) == 1 ? "." : " in its list.",
             " So it knows where the ones begin when both lists come back: ",
             zeros == 0 ? std::string("at the front") : "behind " + counted(zeros, "zero"), ".");
}

std::string why_copied_back(const Moment& moment, const DealtKey& key) {
  const uint32_t place = position_of(*moment.find(radix::array::output), key.id);
  const bool one = lists_in(*moment.trace) == 1;
  const std::string who = one ? "the keys are" : "every thread's list is";
  const std::string order = kept_by_lists(moment).ordered
                                ? say(who, " in order by ", low_bits(moment.pass() + 1),
                                      ", and equal ones stand as before. ")
                                : say("but by ", low_bits(moment.pass() + 1),
                                      one ? " the keys are" : " the lists are", " in no order. ");
  return say("The lists are copied back, the zeros before the ones: ", order,
             capital(named_key(moment, key.id)),
             place == key.place ? say(" stays at place ", place, ".")
                                : say(" moves from place ", key.place, " to ", place, "."));
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
  const std::string who =
      merge_of(*moment.trace) == ListMerge::one_thread
          ? all == 1 ? "Thread 0 looks at it." : "Thread 0 looks at them one after the other."
          : "Every thread knows the head of its own list.";
  return say(
      "Round ", lists_part(moment).number + 1, " of ", moment.problem().size(), ": ",
      all == 1 ? "the list shows"
               : say(there, " of ", all, there == 1 ? " lists shows" : " lists show"),
      " the first key that is not taken yet",
      there == all ? ". " : say(", ", all - there, all - there == 1 ? " is" : " are", " empty. "),
      who);
}

std::string why_tree(const Moment& moment) {
  const uint32_t all = lists_in(*moment.trace);
  const bool numbers = moment.step()->made == lists::array::tree_lists;
  if (merge_of(*moment.trace) == ListMerge::hybrid)
    return say("Every ", lists::lists_of_group, " lists hand in their heads by atomicMin, so ",
               numbers ? "each group knows the first list with its smallest head."
                       : "each group of them knows its smallest head.");
  if (numbers)
    return "Each head carries the number of its list; otherwise nobody would know where the winner "
           "came from.";
  if (all == 1) return "One list has one head: the tree has no level, and that head wins.";
  if (all == 2)
    return "One thread compares the two heads: 1 level, with a barrier behind it. Of equal heads "
           "the left one goes on.";
  return say("Half of the threads compare two heads each, ", all / 2,
             " places apart; half of those then compare two winners each, and so on until one is "
             "left: ",
             static_cast<uint32_t>(std::bit_width(all) - 1),
             " levels, with a barrier behind each. Of equal heads the left one goes on.");
}

/// The first list whose head is smaller than that of `winner`, or nobody.
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
  if (const uint32_t lost = smaller_head(moment, winner); lost != none)
    return say("List ", winner, " wins with ", named_key(moment, heads.ids[winner]),
               ", but the head of list ", lost, " is smaller, ", named_key(moment, heads.ids[lost]),
               ": something is wrong with the kernel.");
  const std::string what =
      say("List ", winner, " has the smallest head, ", named_key(moment, heads.ids[winner]), ".");
  const std::vector<uint32_t> equal = equal_heads(moment, winner);
  if (equal.size() < 2) return what;
  return say(what, " Lists ", listed(equal),
             " have equal heads: ", tie_words(merge_of(*moment.trace)),
             ", and nobody asks which key stood first in the input. A merge that asked for that, "
             "too, would be stable.");
}

/// "15 of 16 places have no key", where the rounds so far should have filled them.
std::string holes_words(const Moment& moment) {
  const radix::Array& output = *moment.find(radix::array::output);
  const uint32_t rounds = lists_part(moment).number + 1;
  const auto holes = std::count(output.ids.begin(), output.ids.begin() + rounds, none);
  return holes == 0 ? ""
                    : say(holes, " of ", counted(rounds, "place"),
                          holes == 1 ? " has no key" : " have no key",
                          ": something is wrong with the kernel.");
}

std::string why_taken(const Moment& moment, uint32_t winner) {
  const radix::Array& heads = *moment.find(lists::array::heads);
  const uint32_t n = moment.problem().size(), round = lists_part(moment).number;
  const uint32_t left =
      length_of_list(winner, lists_in(*moment.trace), n) - taken_of_lists(moment)[winner];
  const std::string what = say(
      capital(named_key(moment, heads.ids[winner])), " is written to place ", round, ", and list ",
      winner, left == 0 ? " is empty. " : say(" has ", counted(left, "key"), " left. "));
  if (const std::string holes = holes_words(moment); !holes.empty()) return what + holes;
  return what + (round + 1 == n ? std::string("All keys are taken: the lists are merged.")
                                : say(counted(n - round - 1, "key"),
                                      n - round == 2 ? " is still to be taken, in one more round."
                                                     : " are still to be taken, one per round."));
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
  if (part.kind == ListsPart::backwards) return why_backwards(moment, "The lists");
  if (part.kind == ListsPart::bit) {
    if (made == lists::array::list_counts) return why_counts(moment, *key);
    if (made == radix::array::output) return why_copied_back(moment, *key);
    return why_list(moment, *key, made == lists::array::one_list);
  }
  if (made == lists::array::heads) return why_heads(moment);
  const bool broken =
      winner_of(moment) == none && (made == lists::array::winner || made == radix::array::output);
  const std::string nobody_won = "No list with a head has won this round";
  if (broken && made == radix::array::output) return say(nobody_won, ", and ", holes_words(moment));
  if (broken) return nobody_won + ": something is wrong with the kernel.";
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
  if (moment.step()->made == lists::array::list_counts)
    return {.title = say("How many keys has thread ", key.list, " sorted?"),
            .words = "keys = zeros + ones",
            .terms = {term(zeros, "zeros"),
                      term(length_of_list(key.list, all, moment.problem().size()) - zeros, "ones")},
            .result = say(length_of_list(key.list, all, moment.problem().size())),
            .hint = hint};
  const std::string times = all == 1 ? "" : say(all, " · "), same = one ? "ones" : "zeros";
  Formula card{.title = say("Where does ", named_key(moment, key.id), " go?"),
               .words = "",
               .terms = {},
               .result = "",
               .hint = hint};
  if (all > 1) card.terms.push_back(term(key.list, "list"));
  uint32_t slot = all > 1 ? key.list : 0;
  if (moment.step()->made == radix::array::output && one) {
    card.terms.push_back(term(all * zeros, times + "zeros"));
    slot += all * zeros;
  }
  card.terms.push_back(term(all * before, times + same + " before it"));
  slot += all * before;
  card.result = say(slot);
  card.words =
      moment.step()->made == radix::array::output ? "place = " : say("place in its list = ");
  for (const Term& each : card.terms)
    card.words += (&each == card.terms.data() ? "" : " + ") + each.name;
  return card;
}

/// Where the head of a list stands; whose key is written.
Formula formula_of_round(const Moment& moment, const DealtKey& key, const std::string& hint) {
  const uint32_t all = lists_in(*moment.trace), round = lists_part(moment).number;
  const uint32_t winner = winner_of(moment);
  const bool written = moment.step()->made == radix::array::output;
  if (winner != none && written)
    return {
        .title = say("Where is ", named_key(moment, moment.find(lists::array::heads)->ids[winner]),
                     " written?"),
        .words = "place = rounds before",
        .terms = {term(round, "rounds before")},
        .result = say(round),
        .hint = hint};
  if (winner != none)
    return {.title = say("Which list wins round ", round + 1, "?"),
            .words = "winner = list of the smallest head",
            .terms = {term(winner, "list of the smallest head")},
            .result = say(winner),
            .hint = hint};
  const uint32_t taken = taken_of_lists(moment)[key.list];
  if (taken == length_of_list(key.list, all, moment.problem().size()))
    return {.title = say("Where is the head of list ", key.list, "?"),
            .words = "all its keys are taken",
            .terms = {},
            .result = "",
            .hint = hint};
  return {.title = say("Where is the head of list ", key.list, "?"),
          .words = say("place = list + ", all, " · keys taken"),
          .terms = {term(key.list, "list"), term(all * taken, say(all, " · keys taken"))},
          .result = say(key.list + all * taken),
          .hint = hint};
}

}  // namespace

Formula formula_of_lists(const Moment& moment) {
  const auto key = dealt_key(moment);
  if (!key) return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  const uint32_t n = moment.problem().size(), all = lists_in(*moment.trace);
  if (!moment.step())
    return {
        .title = say("How many keys has list ", key->list, "?"),
        .words = all == 1 ? "one list has all keys" : say("every ", nth(all), " key belongs to it"),
        .terms = {term(length_of_list(key->list, all, n), "keys")},
        .result = say(length_of_list(key->list, all, n)),
        .hint = ""};
  const std::string hint = key->chosen ? "" : "point at a key to see its numbers";
  const ListsPart part = lists_part(moment);
  if (part.kind == ListsPart::backwards)
    return {.title = say("Where does ", named_key(moment, key->id), " go?"),
            .words = "slot = last place − place",
            .terms = {term(n - 1, "last place"), term(key->place, "place", '-')},
            .result = say(n - 1 - key->place),
            .hint = hint};
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
  if (part.kind == ListsPart::backwards) return written ? "largest first" : "in order";
  if (part.kind == ListsPart::round) {
    const auto count = static_cast<uint32_t>(found.rows[0].size());
    return count == moment.problem().size()
               ? std::string("in order")
               : say(count, " of ", moment.problem().size(), " merged");
  }
  if (found.bits == 0) return "not yet";
  const bool one = lists_in(*moment.trace) == 1;
  if (found.bits == bits) return one ? "in order" : "every list in order";
  return say(one ? "by the low " : "lists by the low ", found.bits, " of ", counted(bits, "bit"));
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
        kept.equals = say(key_words(problem, first), " before ", key_words(problem, second));
      kept.stable = false;
      ++changed;
    }
  }
  if (changed > 1) kept.equals += say(", and ", counted(changed - 1, "pair"), " more");
  kept.keeps_equals = !merges_lists(*moment.trace);
  if (!kept.ordered) kept.order = "not in order";
  return kept;
}

std::vector<std::string> threads_of_lists(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id), all = lists_in(*moment.trace);
  const ListsPart part = lists_part(moment);
  if (part.kind == ListsPart::backwards) {
    const uint32_t threads = moment.problem().threads_per_block();
    return {say("block ", place / threads, ", thread ", place % threads)};
  }
  const bool merged_by_one =
      part.kind == ListsPart::round && merge_of(*moment.trace) == ListMerge::one_thread;
  if (all == 1 || merged_by_one) return {"block 0, thread 0"};
  return {say("block 0, thread ", place % all)};
}

}  // namespace scope
