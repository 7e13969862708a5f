#include "rounds_words.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "rounds.hpp"
#include "text/all.hpp"
#include "text/networks.hpp"

namespace scope {
namespace {

using radix::none;
namespace networks = radix::networks;
using networks::Layer;

/// Neither belongs before the other.
bool are_equal(const radix::Problem& problem, uint32_t a, uint32_t b) {
  return !problem.before(a, b) && !problem.before(b, a);
}

/// "Of all 120 pairs of keys, 64 are inversions now." An inversion is a pair of keys, neighbours or
/// not, of which the right one belongs before the left one in the order asked for. What a
/// comparator does about its own pair is called by another word: it exchanges them, in a run that
/// goes down even where they are no inversion. `input`: before the first step.
std::string inverted_of_all(uint32_t n, bool input, uint32_t inverted) {
  if (n == 2) return text::networks::pair_inverted({.input = input, .inverted = inverted == 1});
  return text::networks::inverted({.input = input, .inverted = inverted, .pairs = n * (n - 1) / 2});
}

std::string why_layers_begin(const Moment& moment) {
  const uint32_t n = moment.problem().size();
  const std::vector<Layer> layers = layers_of(*moment.trace);
  return text::paragraph(
      text::networks::begin({.comparators = networks::comparators_of(layers).size(),
                             .keys = n,
                             .layers = layers.size(),
                             .least = least_comparisons(n)}),
      inverted_of_all(n, true, inversions_of(moment.problem(), input_of(moment))),
      text::networks::inversion);
}

std::string why_rounds_begin(const Moment& moment) {
  const uint32_t n = moment.problem().size();
  if (n == 0) return text::all::no_keys_to_sort;
  if (n == 1) return text::networks::begin_one_key({.rounds = goes_by_rounds(moment)});
  if (!goes_by_rounds(moment)) return why_layers_begin(moment);
  return text::paragraph(
      text::networks::begin_rounds, text::networks::begin_between,
      text::networks::begin_moves(
          {.comparisons = networks::comparators_of(layers_of(*moment.trace)).size(), .keys = n}),
      inverted_of_all(n, true, inversions_of(moment.problem(), input_of(moment))));
}

/// "Layer 5 compares places at distance 2: 8 pairs, one thread each."
std::string pairs_words(const Moment& moment) {
  const Layer layer = layer_of(moment);
  const uint32_t number = moment.pass() + 1, pairs = pairs_in(layer);
  if (goes_by_rounds(moment))
    return text::networks::round_pairs({.even = number % 2 == 1, .pairs = pairs, .round = number});
  if (layer.mirrors() && layer.run > 2)
    return text::networks::layer_mirrored({.layer = number, .pairs = pairs, .run = layer.run});
  return text::networks::layer_pairs({.distance = layer.distance, .layer = number, .pairs = pairs});
}

/// Which threads wait for which: none in a layer, and those of a block between two layers of a
/// launch.
std::string waiting_words(const Moment& moment) {
  const std::vector<networks::LayerLaunch> launches = tiled_launches_of(*moment.trace);
  const uint32_t now = moment.pass();
  const auto at_work = std::ranges::find_if(launches, [&](const networks::LayerLaunch& each) {
    return now >= each.first && now < each.first + each.count;
  });
  if (at_work == launches.end()) return text::networks::none_waits;
  const auto launch = at_work - launches.begin() + 1;
  const uint32_t tile = tile_of(*moment.trace);
  if (!at_work->in_tiles) return text::networks::launch_alone({.launch = launch, .tile = tile});
  return text::networks::launch_tiles({.before = now,
                                       .begins = now == at_work->first,
                                       .count = at_work->count,
                                       .first = at_work->first + 1,
                                       .last = at_work->first + at_work->count,
                                       .launch = launch,
                                       .tile = tile});
}

std::string why_partner(const Moment& moment, const Traveller& key) {
  const bool rounds = goes_by_rounds(moment);
  const std::string name = key_words(moment.problem(), key.id);
  if (pairs_in(layer_of(moment)) == 0)
    return text::networks::no_pair({.key = name, .part = moment.pass() + 1, .rounds = rounds});
  return text::paragraph(
      pairs_words(moment), waiting_words(moment),
      key.partner == none
          ? text::networks::waits({.key = name, .place = key.place, .rounds = rounds})
          : text::networks::meets({.key = name,
                                   .other = key_words(moment.problem(), key.other),
                                   .partner = key.partner,
                                   .place = key.place}));
}

std::string why_exchanged(const Moment& moment, const Traveller& key) {
  const radix::Array& exchanged = *moment.find(networks::array::exchanged);
  uint32_t ones = 0;
  for (uint32_t value : exchanged.values) ones += value == 1 ? 1 : 0;
  const uint32_t pairs = pairs_in(layer_of(moment));
  const bool rounds = goes_by_rounds(moment);
  const std::string count =
      pairs == 1 ? text::networks::only_pair({.exchanged = ones > 0})
                 : text::networks::pairs_exchanged({.exchanged = ones / 2, .pairs = pairs});
  const auto name = [&](uint32_t id) { return key_words(moment.problem(), id); };
  if (key.partner == none)
    return text::paragraph(count, text::networks::stays({.key = name(key.id), .rounds = rounds}));
  const uint32_t left = key.place < key.partner ? key.id : key.other,
                 right = left == key.id ? key.other : key.id;
  const auto& keys = moment.problem().keys();
  if (are_equal(moment.problem(), keys[left], keys[right]))
    return text::paragraph(
        count, rounds ? text::networks::equal_kept({.left = name(left), .right = name(right)})
                      : text::networks::equal_may_turn({.left = name(left), .right = name(right)}));
  return text::paragraph(
      count, key.descends
                 ? text::networks::run_down(
                       {.exchanges = key.exchanges, .left = name(left), .right = name(right)})
                 : text::networks::exchange(
                       {.exchanges = key.exchanges, .left = name(left), .right = name(right)}));
}

/// How many keys a run has, and which way runs go, once the stages so far are over: "runs of 4, up
/// and down in turn".
std::string run_words(const Layer& layer, uint32_t run) {
  if (run >= layer.n) return text::networks::all_in_order;
  return text::networks::runs({.alternate = layer.network == radix::Network::bitonic, .run = run});
}

/// "The runs at places 4–7 and 12–15 go down.", or nothing; of many runs the first few.
std::string down_words(const Layer& layer) {
  constexpr std::size_t most = 4;
  std::vector<std::string> runs;
  for (uint32_t begin = 0; begin < layer.n; begin += layer.run) {
    if (!layer.descends(begin)) continue;
    const uint32_t last = std::min(begin + layer.run, layer.n) - 1;
    runs.push_back(last == begin ? std::to_string(begin) : joined({begin, "–", last}));
  }
  if (runs.empty()) return "";
  if (runs.size() == 1) return text::networks::down_one({.places = runs[0]});
  if (runs.size() <= most) return text::networks::down_some({.places = text::list(runs)});
  std::string few = runs[0];
  for (std::size_t i = 1; i < most; ++i)
    few = text::all::list_middle({.first = few, .next = runs[i]});
  return text::networks::down_many({.places = few});
}

std::string why_layer_output(const Moment& moment) {
  const Layer layer = layer_of(moment);
  const auto& exchanged = moment.find(networks::array::exchanged)->values;
  const auto changed = static_cast<uint32_t>(std::ranges::count(exchanged, 1u)) / 2;
  const bool over = layer.last_of_stage();
  return text::paragraph(
      text::networks::layer_changed({.layer = moment.pass() + 1, .pairs = changed}),
      over ? text::networks::stage_over(
                 {.runs = run_words(layer, layer.run), .stage = std::countr_zero(layer.run)})
           : "",
      over && layer.run < layer.n ? down_words(layer) : "",
      inverted_of_all(layer.n, false, inversions_of(moment.problem(), keys_standing(moment))));
}

/// "The watcher: race: 3 threads store the same value 1; …": of a plain flag, on the CPU engine,
/// which watches.
std::string flag_words(const Moment& moment) {
  if (!has_flag(moment.problem())) return "";
  for (const radix::SameStores& each : moment.trace->same_stores)
    if (each.launch == moment.step()->launch)
      return text::networks::watcher(
          {.race = text::networks::same_stores({.threads = each.threads, .value = each.value})});
  return text::networks::flag({.writers = exchanges_in(*moment.step())});
}

/// Whether the rounds to come will change anything; "" where that is open.
std::string ending_words(const Moment& moment, uint32_t inversions) {
  const uint32_t n = moment.problem().size(), done = moment.pass() + 1;
  const bool stops_early = moment.problem().settings().stop_early;
  const bool last = moment.cursor == moment.trace->steps.size() ||
                    moment.next()->stage == networks::stage::read_backwards;
  if (stops_early && last && done < n) return text::networks::quiet_stop;
  if (inversions > 0 || done >= n) return "";
  return stops_early ? std::string(text::networks::quiet_rule)
                     : text::networks::rounds_left({.left = n - done});
}

std::string why_round_output(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t before = inversions_of(problem, input_of(moment)),
                 after = inversions_of(problem, keys_standing(moment));
  return text::paragraph(
      text::networks::round_changed({.pairs = before - after, .round = moment.pass() + 1}),
      inverted_of_all(problem.size(), false, after), flag_words(moment),
      ending_words(moment, after));
}

}  // namespace

std::string why_of_rounds(const Moment& moment) {
  const auto key = traveller_of(moment);
  if (!moment.step() || !key) return why_rounds_begin(moment);
  if (reads_backwards(moment)) return why_backwards(moment);
  if (moment.step()->made == networks::array::partner) return why_partner(moment, *key);
  if (moment.step()->made == networks::array::exchanged) return why_exchanged(moment, *key);
  return goes_by_rounds(moment) ? why_round_output(moment) : why_layer_output(moment);
}

namespace {

/// How many rounds, or layers, the run takes.
Formula formula_of_parts(const Moment& moment) {
  if (goes_by_rounds(moment)) {
    const std::vector<Term> terms{term(moment.problem().size(), text::networks::term_keys)};
    return {.title = text::networks::how_many_rounds,
            .words = rule_of(text::networks::result_rounds, terms),
            .terms = terms,
            .result = std::to_string(moment.problem().size()),
            .hint = ""};
  }
  Formula card{.title = text::networks::how_many_layers,
               .words = text::networks::rule_layers,
               .terms = {},
               .result = std::to_string(layers_of(*moment.trace).size()),
               .hint = ""};
  for (const Layer& layer : layers_of(*moment.trace))
    if (layer.first_of_stage()) {
      const auto stage = static_cast<uint32_t>(std::countr_zero(layer.run));
      card.terms.push_back(term(stage, text::networks::term_stage({.stage = stage})));
    }
  return card;
}

/// With which place a key is compared: the one at a distance, or mirrored in its run.
Formula formula_of_partner(const Moment& moment, const Traveller& key, const std::string& hint) {
  const Layer layer = layer_of(moment);
  const bool rounds = goes_by_rounds(moment);
  Formula card{.title = text::networks::which_partner({.key = key_words(moment.problem(), key.id)}),
               .words = "",
               .terms = {},
               .result = "",
               .hint = hint};
  if (key.partner == none) {
    card.words = text::networks::no_partner({.rounds = rounds});
    return card;
  }
  card.result = std::to_string(key.partner);
  const uint32_t run_begin = key.place / layer.run * layer.run;
  const bool left = key.place < key.partner;
  if (layer.mirrors())
    card.terms = {term(run_begin, text::networks::term_run_first),
                  term(run_begin + layer.run - 1, text::networks::term_run_last),
                  term(key.place, text::all::place, '-')};
  else
    card.terms = {term(key.place, text::all::place),
                  term(layer.distance,
                       rounds ? text::networks::term_neighbour : text::networks::term_distance,
                       left ? '+' : '-')};
  card.words = rounds && !layer.mirrors() ? text::networks::rule_neighbour({.after = left})
                                          : rule_of(text::networks::result_partner, card.terms);
  return card;
}

}  // namespace

Formula formula_of_rounds(const Moment& moment) {
  const auto key = traveller_of(moment);
  if (!key) return {};
  const uint32_t n = moment.problem().size();
  if (!moment.step()) return formula_of_parts(moment);
  const std::string name = key_words(moment.problem(), key->id),
                    hint = key->chosen ? "" : std::string(text::all::point_at_a_key);
  if (reads_backwards(moment)) {
    const std::vector<Term> terms{term(n - 1, text::all::last_place),
                                  term(key->place, text::all::place, '-')};
    return {.title = text::all::where_does_key_go({.key = name}),
            .words = rule_of(text::all::slot, terms),
            .terms = terms,
            .result = std::to_string(n - 1 - key->place),
            .hint = hint};
  }
  const bool left = key->partner != none && key->place < key->partner;
  if (moment.step()->made == networks::array::partner)
    return formula_of_partner(moment, *key, hint);
  const bool rounds = goes_by_rounds(moment);
  const uint32_t way = !key->exchanges ? 0
                       : left          ? key->partner - key->place
                                       : key->place - key->partner;
  const bool forth = left || key->partner == none;
  const std::vector<Term> terms{
      term(key->place, text::all::place),
      term(way, rounds ? text::networks::term_exchanged : text::networks::term_moved,
           forth ? '+' : '-')};
  return {.title = text::networks::where_after({.key = name, .rounds = rounds}),
          .words = rule_of(text::networks::result_place, terms),
          .terms = terms,
          .result = std::to_string(key->place_after()),
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
  found.order = backwards    ? std::string(text::all::largest_first)
                : wrong == 0 ? std::string(text::all::in_order)
                             : text::networks::inversions_left({.count = wrong});
  uint32_t changed = 0;  // pairs of equal keys
  for (std::size_t i = 0; found.complete && i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const bool same = are_equal(problem, keys.values[i], keys.values[j]);
      if (backwards && is_inversion(problem, keys.values[j], keys.values[i])) found.ordered = false;
      if (!same || keys.ids[i] < keys.ids[j]) continue;
      if (found.stable)
        found.equals = text::all::equal_keys_turned(
            {.first = key_words(problem, keys.ids[i]), .second = key_words(problem, keys.ids[j])});
      found.stable = false;
      ++changed;
    }
  }
  if (changed > 1 && !goes_by_rounds(moment))
    found.equals = text::networks::equals_turned({.first = found.equals, .pairs = changed});
  if (over && !backwards && wrong > 0) found.ordered = false;
  const uint32_t run = run_made(moment);
  if (run > 1 && wrong > 0) found.order = run_words(layer_of(moment), run);
  if (run > 1 && !runs_in_order(moment, keys, run)) found.ordered = false;
  found.keeps_equals = goes_by_rounds(moment);
  if (!found.ordered) found.order = text::all::not_in_order;
  return found;
}

std::vector<std::string> threads_of_rounds(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id);
  const Layer layer = layer_of(moment);
  const uint32_t partner = reads_backwards(moment) ? none : partner_of(layer, place);
  if (!reads_backwards(moment) && partner == none)
    return {text::networks::no_thread({.rounds = goes_by_rounds(moment)})};
  const uint32_t thread =
      reads_backwards(moment) ? place : thread_at(layer, std::min(place, partner));
  const radix::Step* step = moment.step() ? moment.step() : moment.next();
  uint32_t threads = moment.problem().threads_per_block();
  if (step && step->kernel == "compare_in_tile") threads = std::bit_floor(2 * threads) / 2;
  return {text::all::block_thread({.block = thread / threads, .thread = thread % threads})};
}

}  // namespace scope
