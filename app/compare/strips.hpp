/// Compare mode as a picture. Every lane is a strip with a row of keys after every part of its
/// sort, and all lanes share one ruler. Beside the paths of a pass stands its table, cell by cell,
/// and under the strip the bytes that were moved, box by box. Cells and boxes have the same size in
/// all lanes, so that area is cost.
#pragma once

#include <string>
#include <vector>

#include "app/core/scene/follow.hpp"
#include "app/core/scene/scene.hpp"
#include "boxes.hpp"
#include "lane_strip.hpp"
#include "wide_costs.hpp"

namespace scope {

/// What the picture is of.
struct StripsLook {
  std::vector<Moment> lanes{};
  std::vector<std::string> names{};   ///< of the lanes; "" where the caller writes them
  std::vector<std::string> errors{};  ///< of a lane: why it cannot be compared; "" = it can
  Vec size{1280, 640};                ///< of the page, figure units; stacked lanes may be longer
  float head = 0;                     ///< kept free on top of every lane
  bool stacked = false;               ///< lanes under each other
  float letters = 11;                 ///< the smallest letters, figure units
  float last_letters = 11;  ///< the same for keys that would otherwise be bars without digits
  CostOf costs = CostOf::keys;
  Calculation large{};               ///< of CostOf::large: n, threads, key bits
  const TimingRun* card = nullptr;   ///< of CostOf::card; null: there is none
  std::vector<uint32_t> followed{};  ///< identities
  std::vector<uint32_t> lit{};       ///< identities under the mouse
};

struct Strips {
  Scene scene{};
  std::vector<Rect> lanes{};               ///< on the page
  std::vector<std::vector<float>> rows{};  ///< of every lane: middles of its rows, down the page
  std::vector<LaneStrip> strips{};
  float table_cell = 0;        ///< side of a table's cell; 0: no lane has a table
  double entries_of_cell = 1;  ///< entries that a table's cell stands for
  BoxScale boxes{};
};

/// All of it. Without keys, a page that says so.
Strips strips_of(const StripsLook& look);

/// Rows of cells are told apart by Tag::row: lane and row of a strip, lane and part of a table.
inline constexpr uint32_t rows_of_lane = 4096;
constexpr uint32_t lane_of(const Tag& tag) { return tag.row / rows_of_lane; }
constexpr uint32_t row_of(const Tag& tag) { return tag.row % rows_of_lane; }

/// The places of the lanes on a page of this size.
std::vector<Rect> lane_places(const StripsLook& look);

/// The bracket under a bucket, or under a run that is in order.
inline bool is_bracket(const Cell& cell) {
  return cell.tag.array == radix::array::output && cell.tag.key == none && cell.tag.index != none;
}

/// Keys that belong to what a cell stands for: the key, those of a bracket, or those that a table's
/// entry counts.
std::vector<uint32_t> keys_of_cell(const Strips& strips, const StripsLook& look, const Cell& cell);

}  // namespace scope
