/// What the memory figure shows: one store, its lanes above, and the segments of the output below.
#pragma once

#include <optional>
#include <vector>

#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/stores.hpp"
#include "app/sorts/radix/facts.hpp"

namespace scope {

/// How a lane's key is drawn.
enum class LaneText {
  key,    ///< the key, and its bits where there is room
  digit,  ///< the digit of the pass only: many lanes with long keys
  none,   ///< neither: the same in the pass that reverses, which has no digit
};

/// A segment of the output that is drawn.
struct ShownSegment {
  uint32_t segment = 0;
  float x = 0;  ///< of its first slot
  bool touched = false;
  bool after_gap = false;  ///< segments before it are left out
};

/// The output cut into segments; the touched ones and what lies around them.
struct SegmentMap {
  std::vector<ShownSegment> segments;
  uint32_t slots = 0, segment = 1;  ///< of the output; of a segment
  uint32_t left_out = 0;            ///< segments
  bool gap_at_end = false;
  float slot = 34;            ///< width of a slot; small ones carry no number
  float gap = 15;             ///< between segments
  float omitted = 34;         ///< additional width where segments are left out
  float left = 0, right = 0;  ///< of everything

  /// The left edge of a slot in a segment that is drawn.
  float x(const ShownSegment& shown, uint32_t at) const {
    return shown.x + static_cast<float>(at - shown.segment * segment) * slot;
  }
  /// The middle of a slot, or nothing when it is left out.
  std::optional<float> centre(uint32_t at) const;
  float width() const { return static_cast<float>(segment) * slot; }  ///< of a segment
  /// Size of the slots' numbers; 0: there is no room for them.
  float number_size() const;
};

struct MemoryView {
  MemoryShape shape;
  Cut cut;
  radix::Array held;  ///< the keys as the threads that write them hold them
  const std::vector<uint32_t>* destination = nullptr;  ///< null: not known yet
  bool written = false;                                ///< the output is there
  Store store;                                         ///< shown
  std::vector<uint32_t> touched;                       ///< its segments
  LaneText text = LaneText::key;
  Columns columns;  ///< of the page: labels stand left of it
  Columns lanes;    ///< of the store's lanes
  SegmentMap map;

  uint32_t id_of(const StoreLane& lane) const {
    return lane.position == none ? none : held.ids[lane.position];
  }
};

/// At least one key.
MemoryView memory_view(const Moment& moment);

/// "block 2, warp 0", and the round where threads have several keys.
std::string store_words(const MemoryView& view, const StoreId& id);

}  // namespace scope
