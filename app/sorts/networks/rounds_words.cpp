#include "rounds_words.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "rounds.hpp"

namespace scope {
namespace {

using radix::none;
namespace networks = radix::networks;
using networks::Layer;

/// "1 inversion", "no inversion": pairs of keys, neighbours or not, of which the right one belongs
/// before the left one in the order asked for. What a comparator does about its own pair is called
/// by another word: it exchanges them, in a run that goes down even where they are no inversion.
std::string inversions_words(uint32_t count) {
  return count == 0 ? "no inversion" : counted(count, "inversion");
}

/// Neither belongs before the other.
bool are_equal(const radix::Problem& problem, uint32_t a, uint32_t b) {
  return !problem.before(a, b) && !problem.before(b, a);
}

/// "Of all 120 pairs of keys, 64 are inversions now."
std::string inverted_of_all(uint32_t n, const char* when, uint32_t inverted) {
  if (n == 2)
    return say("The one pair of keys is ", inverted == 1 ? "an" : "no", " inversion ", when, ".");
  return say("Of all ", n * (n - 1) / 2, " pairs of keys, ",
             inverted == 0 ? std::string("none") : std::to_string(inverted),
             inverted < 2 ? " is an inversion " : " are inversions ", when, ".");
}

std::string why_layers_begin(const Moment& moment) {
  const uint32_t n = moment.problem().size();
  const std::vector<Layer> layers = layers_of(*moment.trace);
  const auto all = static_cast<uint32_t>(networks::comparators_of(layers).size());
  return say("A sorting network compares the same pairs of places whatever the keys are: ",
             counted(static_cast<uint32_t>(layers.size()), "layer"), " with ",
             counted(all, "comparator"), " sort any order of ", n,
             " keys, and no comparison sort can promise fewer than ", least_comparisons(n),
             n == 2 ? " comparison. " : " comparisons. ",
             inverted_of_all(n, "here", inversions_of(moment.problem(), input_of(moment))),
             " An inversion is two keys of which the right one belongs before the left one.");
}

std::string why_rounds_begin(const Moment& moment) {
  const uint32_t n = moment.problem().size();
  if (n == 0) return "There are no keys, so there is nothing to sort.";
  if (n == 1)
    return say("One key is in order already; its one ", goes_by_rounds(moment) ? "round" : "layer",
               " finds no neighbour to compare it with.");
  if (!goes_by_rounds(moment)) return why_layers_begin(moment);
  return say(
      "A round compares neighbours two by two and exchanges an inversion, two keys of which the "
      "right one belongs before the left one; equal keys stay, so the sort is stable. The next "
      "round takes the pairs between. A key moves at most one place per round, and ",
      n, " rounds, one launch each, are enough for any order of ", n, " keys: ",
      counted(static_cast<uint32_t>(networks::comparators_of(layers_of(*moment.trace)).size()),
              "comparison"),
      ". ", inverted_of_all(n, "here", inversions_of(moment.problem(), input_of(moment))));
}

/// "Layer 5 compares places at distance 2: "
std::string layer_words(const Moment& moment) {
  const Layer layer = layer_of(moment);
  if (layer.mirrors() && layer.run > 2)
    return say("Layer ", moment.pass() + 1, " compares mirrored places of every run of ", layer.run,
               ", the outermost first: ");
  return say("Layer ", moment.pass() + 1, " compares places at distance ", layer.distance, ": ");
}

/// Which threads wait for which: none in a layer, and those of a block between two layers of a
/// launch.
std::string waiting_words(const Moment& moment) {
  const std::vector<networks::LayerLaunch> launches = tiled_launches_of(*moment.trace);
  const uint32_t now = moment.pass();
  const auto at_work = std::ranges::find_if(launches, [&](const networks::LayerLaunch& each) {
    return now >= each.first && now < each.first + each.count;
  });
  if (at_work == launches.end())
    return "No place is in two pairs, so no thread waits for another. ";
  const std::string launch = say("Launch ", at_work - launches.begin() + 1);
  const std::string tile = counted(tile_of(*moment.trace), "key");
  if (!at_work->in_tiles)
    return say(launch,
               " does this layer alone, in global memory: some of its pairs join two tiles "
               "of ",
               tile, ". ");
  const std::string all = at_work->count == 1 ? say("layer ", now + 1)
                                              : say("layers ", at_work->first + 1, " to ",
                                                    at_work->first + at_work->count);
  return say(launch, " does ", all, " in shared memory, a tile of ", tile,
             " a block: ", "at a barrier its threads wait until ",
             now == at_work->first ? std::string("the tile is loaded. ")
                                   : say("all are through layer ", now, ". "));
}

std::string why_partner(const Moment& moment, const Traveller& key) {
  const uint32_t round = moment.pass(), pairs = pairs_in(layer_of(moment));
  const bool rounds = goes_by_rounds(moment);
  if (pairs == 0)
    return say(rounds ? "Round " : "Layer ", round + 1, " has no pair: ", named_key(moment, key.id),
               " stands alone.");
  const std::string who =
      key.partner == none
          ? say(capital(named_key(moment, key.id)), " at place ", key.place,
                rounds ? " has no neighbour left and waits." : " has no partner here and waits.")
          : say(capital(named_key(moment, key.id)), " at place ", key.place, " meets ",
                named_key(moment, key.other), " at place ", key.partner, ".");
  const std::string what = rounds ? say("Round ", round + 1, " takes the pairs that begin at ",
                                        round % 2 == 0 ? "even" : "odd", " places: ")
                                  : layer_words(moment);
  return say(what, counted(pairs, "pair"), ", one thread each. ", waiting_words(moment), who);
}

std::string why_exchanged(const Moment& moment, const Traveller& key) {
  const radix::Array& exchanged = *moment.find(networks::array::exchanged);
  uint32_t ones = 0;
  for (uint32_t value : exchanged.values) ones += value == 1 ? 1 : 0;
  const uint32_t pairs = pairs_in(layer_of(moment));
  const bool rounds = goes_by_rounds(moment);
  const std::string count =
      pairs == 1
          ? say("The only pair is ", ones == 0 ? "not " : "", "exchanged. ")
          : say(ones / 2, " of ", pairs, " pairs", ones / 2 == 1 ? " is" : " are", " exchanged. ");
  if (key.partner == none)
    return count + capital(named_key(moment, key.id)) + " has no partner in this " +
           (rounds ? "round" : "layer") + " and stays.";
  const uint32_t left = key.place < key.partner ? key.id : key.other,
                 right = left == key.id ? key.other : key.id;
  const auto& keys = moment.problem().keys();
  if (are_equal(moment.problem(), keys[left], keys[right]))
    return count + capital(named_key(moment, left)) + " and " + named_key(moment, right) +
           (rounds ? " are equal: they stay, and so equal keys keep their order."
                   : " are equal: they stay. A comparator that reaches further may still carry one "
                     "past the other.");
  if (key.descends)
    return count + "Their run goes down, so the larger one of " + named_key(moment, left) +
           " and " + named_key(moment, right) + " belongs to the lower place: they " +
           (key.exchanges ? "change places." : "stay.");
  if (key.exchanges)
    return count + capital(named_key(moment, left)) + " belongs behind " +
           named_key(moment, right) + ": they change places.";
  return count + capital(named_key(moment, left)) + " belongs before " + named_key(moment, right) +
         ": they stay.";
}

/// How many keys a run has, and which way runs go, once the stages so far are over: "runs of 4, up
/// and down in turn".
std::string run_words(const Layer& layer, uint32_t run) {
  if (run >= layer.n) return "all keys in order";
  return say("runs of ", run,
             layer.network == radix::Network::bitonic ? ", up and down in turn" : "");
}

/// " The runs at places 4–7 and 12–15 go down.", or nothing; of many runs the first few.
std::string down_words(const Layer& layer) {
  constexpr std::size_t most = 4;
  std::vector<std::string> runs;
  for (uint32_t begin = 0; begin < layer.n; begin += layer.run) {
    if (!layer.descends(begin)) continue;
    const uint32_t last = std::min(begin + layer.run, layer.n) - 1;
    runs.push_back(last == begin ? say(begin) : say(begin, "–", last));
  }
  if (runs.empty()) return "";
  if (runs.size() == 1) return say(" The run at places ", runs[0], " goes down.");
  if (runs.size() > most) runs.resize(most), runs.emplace_back("so on");
  return say(" The runs at places ", listed(runs), " go down.");
}

std::string why_layer_output(const Moment& moment) {
  const Layer layer = layer_of(moment);
  const auto& exchanged = moment.find(networks::array::exchanged)->values;
  const auto changed = static_cast<uint32_t>(std::ranges::count(exchanged, 1u)) / 2;
  std::string text =
      say("Layer ", moment.pass() + 1,
          changed == 0 ? " changed nothing. " : say(" exchanged ", counted(changed, "pair"), ". "));
  if (layer.last_of_stage())
    text += say("Stage ", std::countr_zero(layer.run), " is over: ", run_words(layer, layer.run),
                ".", layer.run < layer.n ? down_words(layer) : "", " ");
  return text +
         inverted_of_all(layer.n, "now", inversions_of(moment.problem(), keys_standing(moment)));
}

/// " The watcher: race: 3 threads store the same value 1; …": of a plain flag, on the CPU engine,
/// which watches.
std::string flag_words(const Moment& moment) {
  if (!has_flag(moment.problem())) return "";
  for (const radix::SameStores& each : moment.trace->same_stores)
    if (each.launch == moment.step()->launch)
      return say(" The watcher: ", radix::same_stores_words(each.threads, each.value), ".");
  const uint32_t writers = exchanges_in(*moment.step());
  return writers == 0 ? " The flag stays 0."
                      : say(" The flag is 1: ", counted(writers, "thread"),
                            writers == 1 ? " has stored that." : " have stored that.");
}

std::string why_round_output(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t n = problem.size(), round = moment.pass();
  const uint32_t before = inversions_of(problem, input_of(moment)),
                 after = inversions_of(problem, keys_standing(moment));
  std::string text =
      before == after ? say("Round ", round + 1, " changed nothing. ")
                      : say("Round ", round + 1, " exchanged ", counted(before - after, "pair"),
                            ", and each exchange of neighbours takes away exactly one inversion. ");
  text += inverted_of_all(n, "now", after) + flag_words(moment);
  const bool last = moment.cursor == moment.trace->steps.size() ||
                    moment.next()->stage == networks::stage::read_backwards;
  if (problem.settings().stop_early && last && round + 1 < n)
    return text +
           " Two rounds in a row were quiet: all neighbours are in order, and the sort stops.";
  if (after == 0 && round + 1 < n)
    text += problem.settings().stop_early
                ? " The sort stops after two quiet rounds in a row, or at the last round."
            : n - round == 2
                ? std::string(
                      " The one remaining round will change nothing; other inputs would need it.")
                : say(" The ", n - round - 1,
                      " remaining rounds will change nothing; other inputs would need them.");
  return text;
}

}  // namespace

std::string why_of_rounds(const Moment& moment) {
  const auto key = traveller_of(moment);
  if (!moment.step() || !key) return why_rounds_begin(moment);
  if (reads_backwards(moment))
    return why_backwards(moment, goes_by_rounds(moment) ? "The rounds" : "The layers");
  if (moment.step()->made == networks::array::partner) return why_partner(moment, *key);
  if (moment.step()->made == networks::array::exchanged) return why_exchanged(moment, *key);
  return goes_by_rounds(moment) ? why_round_output(moment) : why_layer_output(moment);
}

namespace {

/// How many rounds, or layers, the run takes.
Formula formula_of_parts(const Moment& moment) {
  if (goes_by_rounds(moment))
    return {.title = "How many rounds?",
            .words = "rounds = keys",
            .terms = {term(moment.problem().size(), "keys")},
            .result = say(moment.problem().size()),
            .hint = ""};
  Formula card{.title = "How many layers?",
               .words = "a stage that makes runs of 2^s keys has s layers",
               .terms = {},
               .result = say(layers_of(*moment.trace).size()),
               .hint = ""};
  for (const Layer& layer : layers_of(*moment.trace))
    if (layer.first_of_stage())
      card.terms.push_back(term(static_cast<uint32_t>(std::countr_zero(layer.run)),
                                say("stage ", std::countr_zero(layer.run))));
  return card;
}

/// With which place a key is compared: the one at a distance, or mirrored in its run.
Formula formula_of_partner(const Moment& moment, const Traveller& key, const std::string& hint) {
  const Layer layer = layer_of(moment);
  const std::string title = "With which key is " + named_key(moment, key.id) + " compared?";
  if (key.partner == none)
    return {.title = title,
            .words = goes_by_rounds(moment) ? "it has no partner in this round"
                                            : "it has no partner in this layer",
            .terms = {},
            .result = "",
            .hint = hint};
  const uint32_t run_begin = key.place / layer.run * layer.run;
  if (layer.mirrors())
    return {.title = title,
            .words = "partner = first of the run + last of the run − place",
            .terms = {term(run_begin, "first of the run"),
                      term(run_begin + layer.run - 1, "last of the run"),
                      term(key.place, "place", '-')},
            .result = say(key.partner),
            .hint = hint};
  const bool left = key.place < key.partner;
  const std::string what = goes_by_rounds(moment) ? "neighbour" : "distance",
                    step = goes_by_rounds(moment) ? "1" : "distance";
  return {.title = title,
          .words = "partner = place " + std::string(left ? "+ " : "− ") + step,
          .terms = {term(key.place, "place"), term(layer.distance, what, left ? '+' : '-')},
          .result = say(key.partner),
          .hint = hint};
}

}  // namespace

Formula formula_of_rounds(const Moment& moment) {
  const auto key = traveller_of(moment);
  if (!key) return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  const uint32_t n = moment.problem().size();
  if (!moment.step()) return formula_of_parts(moment);
  const std::string hint = key->chosen ? "" : "point at a key to see its numbers";
  if (reads_backwards(moment))
    return {.title = "Where does " + named_key(moment, key->id) + " go?",
            .words = "slot = last place − place",
            .terms = {term(n - 1, "last place"), term(key->place, "place", '-')},
            .result = say(n - 1 - key->place),
            .hint = hint};
  const bool left = key->partner != none && key->place < key->partner;
  if (moment.step()->made == networks::array::partner)
    return formula_of_partner(moment, *key, hint);
  const bool rounds = goes_by_rounds(moment);
  const uint32_t way = !key->exchanges ? 0
                       : left          ? key->partner - key->place
                                       : key->place - key->partner;
  const std::string moved = rounds ? "exchanged" : "distance moved";
  const bool forth = left || key->partner == none;
  return {.title = "Where does " + named_key(moment, key->id) + " stand after this " +
                   (rounds ? "round?" : "layer?"),
          .words = "place after = place " + std::string(forth ? "+ " : "− ") + moved,
          .terms = {term(key->place, "place"), term(way, moved, forth ? '+' : '-')},
          .result = say(key->place_after()),
          .hint = hint};
}

namespace {

/// Keys in order side by side that the stages so far have made; 1: in the middle of a stage.
uint32_t run_made(const Moment& moment) {
  const Layer layer = layer_of(moment);
  if (goes_by_rounds(moment) || reads_backwards(moment) || layer.n < 2) return 1;
  if (!moment.step()) return 1;
  if (moment.find(radix::array::output)) return layer.last_of_stage() ? layer.run : 1;
  return layer.first_of_stage() ? layer.run / 2 : 1;
}

/// Every run of so many keys is in order, the way the network has it go.
bool runs_in_order(const Moment& moment, const radix::Array& keys, uint32_t run) {
  Layer layer{.network = network_of(*moment.trace), .n = moment.problem().size(), .run = run};
  for (uint32_t i = 0; i + 1 < layer.n; ++i) {
    if (i / run != (i + 1) / run) continue;
    const uint32_t a = keys.values[i], b = keys.values[i + 1];
    if (layer.descends(i) ? is_inversion(moment.problem(), b, a)
                          : is_inversion(moment.problem(), a, b))
      return false;
  }
  return true;
}

}  // namespace

Invariants kept_by_rounds(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Array keys = keys_standing(moment);
  const uint32_t n = problem.size();
  const bool backwards = reads_backwards(moment) && moment.find(radix::array::output);
  const uint32_t wrong = inversions_of(problem, keys);
  const bool over = moment.step() && moment.cursor == moment.trace->steps.size();
  Invariants found = all_there(moment, keys);
  found.order = backwards    ? "largest first"
                : wrong == 0 ? "in order"
                             : inversions_words(wrong) + " left";
  uint32_t changed = 0;  // pairs of equal keys
  for (std::size_t i = 0; found.complete && i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const bool same = are_equal(problem, keys.values[i], keys.values[j]);
      if (backwards && is_inversion(problem, keys.values[j], keys.values[i])) found.ordered = false;
      if (!same || keys.ids[i] < keys.ids[j]) continue;
      if (found.stable)
        found.equals =
            say(key_words(problem, keys.ids[i]), " before ", key_words(problem, keys.ids[j]));
      found.stable = false;
      ++changed;
    }
  }
  if (changed > 1 && !goes_by_rounds(moment))
    found.equals = say(changed, " pairs changed places: ", found.equals, ", …");
  if (over && !backwards && wrong > 0) found.ordered = false;
  const uint32_t run = run_made(moment);
  if (run > 1 && wrong > 0) found.order = run_words(layer_of(moment), run);
  if (run > 1 && !runs_in_order(moment, keys, run)) found.ordered = false;
  found.keeps_equals = goes_by_rounds(moment);
  if (!found.ordered) found.order = "not in order";
  return found;
}

std::vector<std::string> threads_of_rounds(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id);
  const Layer layer = layer_of(moment);
  const uint32_t partner = reads_backwards(moment) ? none : partner_of(layer, place);
  if (!reads_backwards(moment) && partner == none)
    return {say("no thread in this ", goes_by_rounds(moment) ? "round" : "layer")};
  const uint32_t thread =
      reads_backwards(moment) ? place : thread_at(layer, std::min(place, partner));
  const radix::Step* step = moment.step() ? moment.step() : moment.next();
  uint32_t threads = moment.problem().threads_per_block();
  if (step && step->kernel == "compare_in_tile") threads = std::bit_floor(2 * threads) / 2;
  return {say("block ", thread / threads, ", thread ", thread % threads)};
}

}  // namespace scope
