#include "rounds.hpp"

#include <algorithm>

namespace scope {

using radix::nobody;

bool reads_backwards(const Moment& moment) {
  return moment.step() && moment.pass() >= moment.problem().size();
}

uint32_t partner_in(uint32_t round, uint32_t place, uint32_t n) {
  const uint32_t odd = round % 2;
  if (place < odd) return nobody;
  const uint32_t other = (place - odd) % 2 == 0 ? place + 1 : place - 1;
  return other < n ? other : nobody;
}

uint32_t pairs_in(uint32_t round, uint32_t n) { return n < 2 ? 0 : (n - round % 2) / 2; }

bool wrong_way(const radix::Problem& problem, uint32_t left, uint32_t right) {
  return problem.ordered(right) < problem.ordered(left);
}

uint32_t inversions_of(const radix::Problem& problem, const radix::Array& keys) {
  uint32_t count = 0;
  for (std::size_t i = 0; i < keys.values.size(); ++i)
    for (std::size_t j = i + 1; j < keys.values.size(); ++j)
      count += wrong_way(problem, keys.values[i], keys.values[j]) ? 1 : 0;
  return count;
}

radix::Array standing_keys(const Moment& moment) {
  const radix::Array* output = moment.find(radix::array::output);
  return output ? *output : input_of(moment);
}

namespace {

Traveller at_place(const Moment& moment, const radix::Array& keys, uint32_t place) {
  const radix::Problem& problem = moment.problem();
  Traveller key{.id = keys.ids[place],
                .place = place,
                .partner = partner_in(moment.pass(), place, problem.size())};
  if (reads_backwards(moment)) key.partner = nobody;
  if (key.partner == nobody) return key;
  key.other = keys.ids[key.partner];
  const uint32_t left = std::min(place, key.partner), right = std::max(place, key.partner);
  key.exchanges = wrong_way(problem, keys.values[left], keys.values[right]);
  return key;
}

}  // namespace

std::optional<Traveller> traveller_of(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  const auto n = static_cast<uint32_t>(keys.values.size());
  if (n == 0) return std::nullopt;
  const uint32_t selected = position_of(keys, moment.selected());
  if (selected != nobody) {
    Traveller key = at_place(moment, keys, selected);
    key.chosen = true;
    return key;
  }
  for (uint32_t place = 0; place < n; ++place) {
    const Traveller key = at_place(moment, keys, place);
    if (key.exchanges) return key;
  }
  return at_place(moment, keys, n > 1 ? moment.pass() % 2 == 1 && n > 2 ? 1 : 0 : 0);
}

}  // namespace scope
