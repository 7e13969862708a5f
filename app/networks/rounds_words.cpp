#include "rounds_words.hpp"

#include <algorithm>

#include "app/base/text.hpp"
#include "app/figures/kit/rows.hpp"
#include "rounds.hpp"

namespace scope {
namespace {

using radix::nobody;
namespace networks = radix::networks;

std::string named_key(const Moment& moment, uint32_t id) {
  return "key " + key_words(moment.problem(), id);
}
std::string capital_key(const Moment& moment, uint32_t id) {
  return "Key " + key_words(moment.problem(), id);
}

/// "1 pair stands", "3 pairs stand", "no pair stands" … the wrong way round.
std::string wrong_pairs(uint32_t count) {
  const std::string number = count == 0 ? "no pair" : counted(count, "pair");
  return number + (count < 2 ? " stands" : " stand") + " the wrong way round";
}

std::string why_rounds_begin(const Moment& moment) {
  const uint32_t n = moment.problem().size();
  if (n == 0) return "There are no keys, so there is nothing to sort.";
  if (n == 1)
    return "One key is in order already; its one round finds no neighbour to compare it with.";
  return say(
      "A round compares neighbours two by two and exchanges those that stand the wrong way round; "
      "the next round takes the pairs between. A key moves one place a round at most, and ",
      n, " rounds, one launch each, are enough for any order of ", n, " keys. Of all ",
      n * (n - 1) / 2, n == 2 ? " pair of keys " : " pairs of keys ", "here, ",
      wrong_pairs(inversions_of(moment.problem(), input_of(moment))), ".");
}

std::string why_partner(const Moment& moment, const Traveller& key) {
  const uint32_t n = moment.problem().size(), round = moment.pass(), pairs = pairs_in(round, n);
  if (pairs == 0)
    return say("Round ", round + 1, " has no pair: ", named_key(moment, key.id), " stands alone.");
  const std::string who = key.partner == nobody
                              ? say(capital_key(moment, key.id), " at place ", key.place,
                                    " has no neighbour left and waits.")
                              : say(capital_key(moment, key.id), " at place ", key.place, " meets ",
                                    named_key(moment, key.other), " at place ", key.partner, ".");
  return say("Round ", round + 1, " takes the pairs that begin at ",
             round % 2 == 0 ? "even" : "odd", " places: ", counted(pairs, "pair"),
             ", a thread each. No place is in two pairs, so no thread waits for another. ", who);
}

std::string why_exchanged(const Moment& moment, const Traveller& key) {
  const radix::Array& exchanged = *moment.find(networks::array::exchanged);
  uint32_t ones = 0;
  for (uint32_t value : exchanged.values) ones += value == 1 ? 1 : 0;
  const uint32_t pairs = pairs_in(moment.pass(), moment.problem().size());
  const std::string count = say(ones / 2, " of ", counted(pairs, "pair"),
                                ones / 2 == 1 ? " stands" : " stand", " the wrong way round. ");
  if (key.partner == nobody)
    return count + capital_key(moment, key.id) + " has no partner in this round and stays.";
  const uint32_t left = key.place < key.partner ? key.id : key.other,
                 right = left == key.id ? key.other : key.id;
  const auto& keys = moment.problem().keys();
  if (key.exchanges)
    return count + capital_key(moment, left) + " belongs behind " + named_key(moment, right) +
           ": they change places.";
  if (moment.problem().ordered(keys[left]) == moment.problem().ordered(keys[right]))
    return count + capital_key(moment, left) + " and " + named_key(moment, right) +
           " are equal: they stay, and so equal keys keep their order.";
  return count + capital_key(moment, left) + " belongs before " + named_key(moment, right) +
         ": they stay.";
}

std::string why_round_output(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size(), round = moment.pass();
  const uint32_t before = inversions_of(problem, input_of(moment)),
                 after = inversions_of(problem, standing_keys(moment));
  std::string text = before == after
                         ? say("Round ", round + 1, " changed nothing. ")
                         : say("Round ", round + 1, " exchanged ", counted(before - after, "pair"),
                               ", and each exchange of neighbours puts exactly one pair right. ");
  text += say("Of all ", n * (n - 1) / 2, n == 2 ? " pair of keys " : " pairs of keys ", "now ",
              wrong_pairs(after), ".");
  if (after == 0 && round + 1 < n)
    text += say(" The ", counted(n - round - 1, "round"),
                " left will change nothing: another order would need them.");
  return text;
}

std::string why_backwards(const Moment& moment) {
  const uint32_t last = moment.problem().size() - 1;
  if (!moment.find(radix::array::output))
    return say(
        "The rounds sorted in ascending order; for the reversed one the result is read backwards: "
        "the key at place i goes to ",
        last, " − i.");
  return "The keys are written backwards. Equal keys come out backwards, too: this order is not "
         "stable.";
}

Term number_term(uint32_t value, std::string name, char sign = '+') {
  return {.value = say(value), .name = std::move(name), .sign = sign};
}

}  // namespace

std::string why_of_rounds(const Moment& moment) {
  const auto key = traveller_of(moment);
  if (!moment.step() || !key) return why_rounds_begin(moment);
  if (reads_backwards(moment)) return why_backwards(moment);
  if (moment.step()->made == networks::array::partner) return why_partner(moment, *key);
  if (moment.step()->made == networks::array::exchanged) return why_exchanged(moment, *key);
  return why_round_output(moment);
}

Formula formula_of_rounds(const Moment& moment) {
  const auto key = traveller_of(moment);
  if (!key) return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  const uint32_t n = moment.problem().size();
  if (!moment.step())
    return {.title = "How many rounds?",
            .words = "rounds = keys",
            .terms = {number_term(n, "keys")},
            .result = say(n),
            .hint = ""};
  const std::string hint = key->chosen ? "" : "point at a key to see its numbers";
  if (reads_backwards(moment))
    return {.title = "Where does " + named_key(moment, key->id) + " go?",
            .words = "slot = last place − place",
            .terms = {number_term(n - 1, "last place"), number_term(key->place, "place", '-')},
            .result = say(n - 1 - key->place),
            .hint = hint};
  const bool left = key->partner != nobody && key->place < key->partner;
  if (moment.step()->made == networks::array::partner) {
    if (key->partner == nobody)
      return {.title = "Whom does " + named_key(moment, key->id) + " meet?",
              .words = "it has no partner in this round",
              .terms = {},
              .result = "",
              .hint = hint};
    return {
        .title = "Whom does " + named_key(moment, key->id) + " meet?",
        .words = left ? "partner = place + 1" : "partner = place − 1",
        .terms = {number_term(key->place, "place"), number_term(1, "neighbour", left ? '+' : '-')},
        .result = say(key->partner),
        .hint = hint};
  }
  return {.title = "Where does " + named_key(moment, key->id) + " stand after this round?",
          .words = left || key->partner == nobody ? "place after = place + exchanged"
                                                  : "place after = place − exchanged",
          .terms = {number_term(key->place, "place"),
                    number_term(key->exchanges ? 1 : 0, "exchanged",
                                left || key->partner == nobody ? '+' : '-')},
          .result = say(key->place_after()),
          .hint = hint};
}

Invariants kept_by_rounds(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Array keys = standing_keys(moment);
  const uint32_t n = problem.size();
  const bool backwards = reads_backwards(moment) && moment.find(radix::array::output);
  const uint32_t wrong = inversions_of(problem, keys);
  const bool over = moment.step() && moment.cursor == moment.trace->steps.size();
  Invariants found{.order = backwards    ? "largest first"
                            : wrong == 0 ? "in order"
                                         : wrong_pairs(wrong),
                   .keys = say(n == 1 ? "the one " : "all ", n, " there"),
                   .equals = "in input order"};
  std::vector<bool> seen(n, false);
  for (uint32_t id : keys.ids)
    if (id < n) seen[id] = true;
  for (bool each : seen) found.complete = found.complete && each;
  if (!found.complete) found.keys = "some are missing";
  for (std::size_t i = 0; found.complete && i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const bool same = problem.ordered(keys.values[i]) == problem.ordered(keys.values[j]);
      if (backwards && wrong_way(problem, keys.values[j], keys.values[i])) found.ordered = false;
      if (!same || keys.ids[i] < keys.ids[j] || !found.stable) continue;
      found.stable = false;
      found.equals =
          say(key_words(problem, keys.ids[i]), " before ", key_words(problem, keys.ids[j]));
    }
  }
  if (over && !backwards && wrong > 0) found.ordered = false;
  if (!found.ordered) found.order = "not in order";
  return found;
}

std::vector<std::string> threads_of_rounds(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id),
                 threads = moment.problem().threads_per_block();
  const uint32_t partner =
      reads_backwards(moment) ? nobody : partner_in(moment.pass(), place, moment.problem().size());
  if (!reads_backwards(moment) && partner == nobody) return {"no thread in this round"};
  const uint32_t thread =
      reads_backwards(moment) ? place : (std::min(place, partner) - moment.pass() % 2) / 2;
  return {say("block ", thread / threads, ", thread ", thread % threads)};
}

}  // namespace scope
