#include "disorder.hpp"

#include <algorithm>
#include <numeric>

namespace scope {

SortedPlaces sorted_places_of(const radix::Problem& problem) {
  const std::vector<uint32_t>& keys = problem.keys();
  std::vector<uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(
      order, [&](uint32_t a, uint32_t b) { return problem.before(keys[a], keys[b]); });
  if (problem.reversed()) std::ranges::reverse(order);
  SortedPlaces sorted{.place = std::vector<uint32_t>(keys.size()),
                      .rank = std::vector<uint32_t>(keys.size())};
  uint32_t rank = 0;
  for (uint32_t at = 0; at < order.size(); ++at) {
    const uint32_t here = keys[order[at]], left = keys[order[at == 0 ? 0 : at - 1]];
    if (problem.before(left, here) || problem.before(here, left)) ++rank;
    sorted.place[order[at]] = at, sorted.rank[order[at]] = rank;
  }
  return sorted;
}

Disorder disorder_of(const SortedPlaces& sorted, const radix::Array& keys) {
  Disorder found;
  const auto n = static_cast<uint32_t>(sorted.rank.size());
  std::vector<uint32_t> passed(n + 1, 0);  // keys passed, by rank: sums over powers of two
  uint32_t count = 0;
  for (uint32_t at = 0; at < keys.ids.size(); ++at) {
    const uint32_t id = keys.ids[at];
    if (id >= n) continue;
    found.in_place += sorted.place[id] == at ? 1 : 0;
    uint32_t not_behind = 0;
    for (uint32_t r = sorted.rank[id] + 1; r > 0; r &= r - 1) not_behind += passed[r];
    found.inversions += count - not_behind;
    for (uint32_t r = sorted.rank[id] + 1; r <= n; r += r & (0 - r)) ++passed[r];
    ++count;
  }
  return found;
}

std::vector<PartDisorder> disorder_until(const Moment& moment) {
  constexpr uint32_t most = 128;  // parts that are looked at
  const radix::Trace& trace = *moment.trace;
  std::vector<const radix::Array*> outputs;  // by part, null: none yet
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Step& step = trace.steps[s];
    const radix::Array* output = step.find(radix::array::output);
    if (output == nullptr || !is_whole(*output)) continue;
    outputs.resize(std::max<std::size_t>(outputs.size(), step.pass + 1));
    outputs[step.pass] = output;
  }
  const SortedPlaces sorted = sorted_places_of(trace.problem);
  Moment before;
  before.trace = &trace;
  std::vector<PartDisorder> all{{0, disorder_of(sorted, input_of(before))}};
  const auto done = static_cast<uint32_t>(outputs.size()), every = done / most + 1;
  for (uint32_t part = 0; part < done; ++part)
    if (outputs[part] && (part % every == 0 || part + 1 == done))
      all.push_back({part + 1, disorder_of(sorted, *outputs[part])});
  return all;
}

}  // namespace scope
