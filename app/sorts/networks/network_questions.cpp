#include "network_questions.hpp"

#include "app/core/base/text.hpp"
#include "kernels/networks/networks_arrays.hpp"
#include "rounds.hpp"

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
  return Asked{
      .question =
          say("The keys ", key(low), " at place ", low, " and ", key(high), " at place ", high,
              " are compared, and the one that comes later in the sorted order "
              "belongs ",
              layer.descends(low) ? "to the left" : "to the right", ". Do they change places?"),
      .answer = exchanged,
      .guesses = {{"other_way_round", 1 - int64_t{exchanged}}},
      .key = keys.ids[low]};
}

/// Which places a layer compares, whatever the keys are.
std::string pairs_words(const radix::networks::Layer& layer) {
  if (layer.network == radix::Network::transposition)
    return say("This round takes the pairs of neighbours that begin at ",
               layer.odd == 0 ? "even" : "odd", " places. ");
  if (layer.mirrors())
    return say("This layer compares mirrored places of every run of ", layer.run,
               ": the first with the last, and so on. ");
  const std::string group =
      say("groups of ", 2 * layer.distance, ", the first half of each with its second half");
  if (layer.network == radix::Network::odd_even_merge && !layer.first_of_stage())
    return say("This layer takes every run of ", layer.run, " from its place ", layer.distance,
               " on in ", group, ", place by place. ");
  return say("This layer takes all places in ", group, ", place by place. ");
}

std::optional<Asked> ask_partner(const Moment& after, uint32_t place) {
  const radix::networks::Layer layer = layer_of(after);
  const uint32_t partner = after.find(radix::networks::array::partner)->values[place];
  if (partner == radix::none || partner == place) return std::nullopt;
  const int64_t at = place, other = partner, far = other > at ? other - at : at - other;
  const radix::Array keys = input_of(after);
  return Asked{
      .question = say(pairs_words(layer), "With which place is place ", place, " compared?"),
      .answer = partner,
      .guesses = {{"other_side", 2 * at - other},
                  {"neighbour", far == 1 ? -1 : at ^ 1},
                  {"twice_as_far", at + 2 * (other - at)},
                  {"mirrored", int64_t{after.problem().size()} - 1 - at}},
      .key = keys.ids[place]};
}

constexpr QuestionKind kinds_of_networks[] = {
    {"exchange", "does a comparator exchange?", radix::networks::array::exchanged, false,
     AnswerBy::yes_no, every_place, ask_exchange},
    {"partner", "which places are compared", radix::networks::array::partner, false,
     AnswerBy::place, every_place, ask_partner},
};

}  // namespace

std::span<const QuestionKind> network_questions() { return kinds_of_networks; }

}  // namespace scope
