#include "network_questions.hpp"

#include "app/core/base/text.hpp"
#include "kernels/networks/networks_arrays.hpp"
#include "rounds.hpp"
#include "text/networks.hpp"

namespace scope {
namespace {

uint32_t every_place(const Moment& after) {
  return reads_backwards(after) ? 0 : after.problem().size();
}

std::optional<Asked> ask_exchange(const Moment& after, uint32_t low) {
  const radix::networks::Layer layer = layer_of(after);
  const uint32_t high = partner_of(layer, low);
  if (high == radix::none || high < low) return std::nullopt;
  const radix::Array keys = input_of(after);
  const uint32_t exchanged = after.find(radix::networks::array::exchanged)->values[low];
  if (exchanged > 1) return std::nullopt;
  const auto key = [&](uint32_t at) { return after.problem().text_of(keys.values[at]); };
  return Asked{.question = text::networks::ask_exchange({.down = layer.descends(low),
                                                         .high = high,
                                                         .high_key = key(high),
                                                         .low = low,
                                                         .low_key = key(low)}),
               .answer = exchanged,
               .guesses = {{"other_way_round", 1 - int64_t{exchanged}}},
               .key = keys.ids[low]};
}

/// Which places a layer compares, whatever the keys are.
std::string pairs_words(const radix::networks::Layer& layer) {
  if (layer.network == radix::Network::transposition)
    return text::networks::ask_neighbours({.even = layer.odd == 0});
  if (layer.mirrors()) return text::networks::ask_mirrored({.run = layer.run});
  const uint32_t group = 2 * layer.distance;
  if (layer.network == radix::Network::odd_even_merge && !layer.first_of_stage())
    return text::networks::ask_groups_of_runs(
        {.first = layer.distance, .group = group, .run = layer.run});
  return text::networks::ask_groups({.group = group});
}

std::optional<Asked> ask_partner(const Moment& after, uint32_t place) {
  const radix::networks::Layer layer = layer_of(after);
  const uint32_t partner = after.find(radix::networks::array::partner)->values[place];
  if (partner == radix::none || partner == place) return std::nullopt;
  const int64_t at = place, other = partner, far = other > at ? other - at : at - other;
  const radix::Array keys = input_of(after);
  return Asked{.question = text::paragraph(pairs_words(layer),
                                           text::networks::ask_partner({.place = place})),
               .answer = partner,
               .guesses = {{"other_side", 2 * at - other},
                           {"neighbour", far == 1 ? -1 : at ^ 1},
                           {"twice_as_far", at + 2 * (other - at)},
                           {"mirrored", int64_t{after.problem().size()} - 1 - at}},
               .key = keys.ids[place]};
}

constexpr Misconception wrong_of_networks[] = {
    {"other_way_round",
     [](uint32_t) -> std::string { return text::networks::wrong_other_way_round; },
     "network_wrong_direction"},
    {"neighbour", text::of_number<text::networks::wrong_neighbour>},
    {"other_side", text::of_number<text::networks::wrong_other_side>},
    {"twice_as_far", text::of_number<text::networks::wrong_twice_as_far>},
    {"mirrored", text::of_number<text::networks::wrong_mirrored>},
};

constexpr QuestionKind kinds_of_networks[] = {
    {"exchange", text::networks::about_exchange, radix::networks::array::exchanged, false,
     AnswerBy::yes_no, every_place, ask_exchange},
    {"partner", text::networks::about_partner, radix::networks::array::partner, false,
     AnswerBy::place, every_place, ask_partner},
};

}  // namespace

std::span<const QuestionKind> network_questions() { return kinds_of_networks; }
std::span<const Misconception> network_misconceptions() { return wrong_of_networks; }

}  // namespace scope
