#include "swept.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "text/onesweep.hpp"

namespace scope {

namespace sweep = radix::onesweep;
using radix::none;

radix::Digit sweep_digit(const Moment& moment) { return moment.problem().digit(moment.pass()); }

bool sweep_reads_backwards(const Moment& moment) {
  return moment.step() && moment.pass() == moment.problem().passes();
}

SweptPlace swept_place(const radix::Problem& problem, uint32_t place) {
  const uint32_t tile = problem.block_of(place), in_tile = place - problem.block_begin(tile);
  const uint32_t most = problem.lanes(), each = problem.keys_per_thread();
  const uint32_t warp = in_tile / (most * each), in_warp = in_tile - warp * most * each;
  const uint32_t lanes = std::min(most, problem.threads_per_block() - warp * most);
  return {.tile = tile,
          .warp = warp,
          .row = in_warp / lanes,
          .lane = in_warp % lanes,
          .first = place - in_warp % lanes,
          .lanes = lanes};
}

const radix::Array* newest(const Moment& moment, radix::ArrayId id) {
  for (std::size_t k = moment.cursor; k > 0; --k)
    if (const radix::Array* array = moment.trace->steps[k - 1].find(id)) return array;
  return nullptr;
}

uint32_t tile_state_entry(const Moment& moment, uint32_t digit, uint32_t tile) {
  return digit * moment.problem().blocks() + tile;
}
uint32_t warp_entry(const Moment& moment, uint32_t digit, uint32_t tile, uint32_t warp) {
  return tile_state_entry(moment, digit, tile) * moment.problem().warps_per_block() + warp;
}
uint32_t digit_entry(const Moment& moment, uint32_t pass, uint32_t digit) {
  return (pass << moment.problem().settings().radix_bits) + digit;
}

std::optional<SweptKey> swept_key(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  const auto n = static_cast<uint32_t>(keys.ids.size());
  if (n == 0) return std::nullopt;
  const auto key_at = [&](uint32_t place) {
    return SweptKey{.id = keys.ids[place],
                    .place = place,
                    .digit = sweep_digit(moment).of(keys.values[place]),
                    .at = swept_place(moment.problem(), place)};
  };
  const uint32_t selected = position_of(keys, moment.selected());
  if (selected != none) {
    SweptKey key = key_at(selected);
    key.chosen = moment.chosen() != none;
    return key;
  }
  for (uint32_t place = n; place-- > 0;) {
    const SweptKey key = key_at(place);
    for (uint32_t other = key.at.first; other < place; ++other)
      if (sweep_digit(moment).of(keys.values[other]) == key.digit) return key;
  }
  return key_at(n - 1);
}

TileState tile_state(const Moment& moment, uint32_t tile) {
  if (!moment.find(sweep::array::own_counts)) return TileState::empty;
  const bool complete = tile == 0 || moment.find(sweep::array::before_tile);
  return complete ? TileState::inclusive_prefix : TileState::aggregate;
}

std::string digit_text(const Moment& moment, uint32_t digit) {
  return binary(digit, std::max(1u, sweep_digit(moment).bits));
}

std::string other_lanes(uint32_t mask, uint32_t lane) {
  std::vector<uint32_t> lanes;
  for (uint32_t other = 0; other < 32; ++other)
    if (other != lane && (mask >> other & 1) == 1) lanes.push_back(other);
  return text::onesweep::other_lanes({.count = lanes.size(), .lanes = text::list(lanes)});
}

}  // namespace scope
