/// One pass of one-sweep, read from the trace: the key that the sentence is about, its tile, warp
/// and lane, and the states that the tiles have published.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "kernels/onesweep/onesweep_family.hpp"

namespace scope {

/// The digit that a pass of one-sweep sorts by, also where the hybrid has fallen back to it.
radix::Digit sweep_digit(const Moment& moment);

/// True in the part after the passes that reads the sorted keys backwards.
bool sweep_reads_backwards(const Moment& moment);

/// How a place of a pass's input is worked on.
struct SweptPlace {
  uint32_t tile = 0, warp = 0, row = 0, lane = 0;
  uint32_t first = 0;  ///< place of the first key of its row: of lane 0
  uint32_t lanes = 0;  ///< of its warp: the last warp of a tile may have fewer
};
SweptPlace swept_place(const radix::Problem& problem, uint32_t place);

/// The newest version of an array, of this pass or an earlier one; null: not made yet.
const radix::Array* newest(const Moment& moment, radix::ArrayId id);

/// Tables of the pass at work: an entry for a digit and a tile, or a warp of a tile.
uint32_t tile_state_entry(const Moment& moment, uint32_t digit, uint32_t tile);
uint32_t warp_entry(const Moment& moment, uint32_t digit, uint32_t tile, uint32_t warp);
/// The entry of a digit in the tables of all passes.
uint32_t digit_entry(const Moment& moment, uint32_t pass, uint32_t digit);

/// The key that the sentence is about.
struct SweptKey {
  uint32_t id = radix::none;
  uint32_t place = 0;  ///< in the pass's input
  uint32_t digit = 0;
  SweptPlace at;
  bool chosen = false;  ///< false: nobody selected a key, this is an example
};
/// The selected key; else the last key that has its digit twice in its row of lanes, or the last
/// key of all. Nothing when there are no keys.
std::optional<SweptKey> swept_key(const Moment& moment);

/// What a tile has published for look-back.
enum class TileState { empty, aggregate, inclusive_prefix };
TileState tile_state(const Moment& moment, uint32_t tile);

/// Width of the smallest page: its heading has room.
inline constexpr float least_page = 760;

/// "10" of a digit of two bits.
std::string digit_text(const Moment& moment, uint32_t digit);

/// "lane 2", "lanes 0 and 2", "no other lane": those of a mask but this one.
std::string other_lanes(uint32_t mask, uint32_t lane);

}  // namespace scope
