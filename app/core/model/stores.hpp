/// What global memory sees of a scatter, as pure functions: the stores of every warp, from the
/// slots that the kernel really wrote, and two measures of them. Which lanes run together and how
/// memory is cut is a model; a toy warp and a toy segment make it small enough to see.
///
///     runs      the book's measure: how often a lane does not write the slot after the one its
///               left neighbour writes. The fewer runs, the more neighbours write side by side.
///     segments  the hardware model: how many different segments of the output the lanes touch, in
///               whatever order. A card moves whole segments.
///
/// The chapter's 16 keys, pass 1, a warp and a segment of 4: block 0 of sort 1 writes slots 0 8 1
/// 9, that is 4 runs in 2 segments; sorted in the block first it writes 0 1 8 9: 2 runs, 2
/// segments.
///
/// The extra pass of a reversed order counts like any other. Its threads have one key each and
/// write from back to front, and a run only goes forward: every key is a run of its own there,
/// though it touches few segments.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/engine/model/trace.hpp"
#include "launch_costs.hpp"

namespace scope {

inline constexpr uint32_t max_warp_lanes = 32, max_segment = 32;
inline constexpr uint32_t key_bytes = 4;  ///< of a key; identities are the figures', not the sort's

/// How many threads run together, and how many keys memory moves at once.
struct MemoryShape {
  uint32_t lanes = 4;    ///< threads of a warp, 1…32
  uint32_t segment = 4;  ///< keys of a segment, 1…32
  friend bool operator==(const MemoryShape&, const MemoryShape&) = default;
};
inline constexpr MemoryShape real_sectors{32, 8};  ///< a card's warp and its 32-byte sectors
inline constexpr MemoryShape real_lines{32, 32};   ///< the same with its 128-byte lines

/// One store instruction of one warp in a pass.
struct StoreId {
  uint32_t block = 0;  ///< thread block of the launch that writes
  uint32_t round = 0;  ///< which of each thread's keys is stored, from 0
  uint32_t warp = 0;   ///< in the block, from 0
  friend bool operator==(const StoreId&, const StoreId&) = default;
};

/// How the launch that writes a pass's keys cuts their positions into threads: like the problem,
/// except in the pass that reverses, where a thread has one key.
struct Cut {
  uint32_t keys = 0;     ///< positions
  uint32_t threads = 1;  ///< per block
  uint32_t each = 1;     ///< keys of a thread
  radix::Ownership ownership = radix::Ownership::interleaved;

  radix::Shares shares() const { return {threads, each, ownership}; }
  uint32_t per_block() const { return threads * each; }
  uint32_t blocks() const { return (keys + per_block() - 1) / per_block(); }
  uint32_t warps(uint32_t lanes) const { return (threads + lanes - 1) / lanes; }  ///< per block
  /// The position a thread writes from in a round; keys or more: it has none.
  uint32_t position(uint32_t block, uint32_t round, uint32_t thread) const {
    return shares().position(block, round, thread);
  }
  /// The store that writes the key at a position.
  StoreId store_of(uint32_t position, uint32_t lanes) const;
  /// True when this pass has such a store and it writes a key.
  bool has(const StoreId& store, uint32_t lanes) const;
};
Cut cut_of(const radix::Problem& problem, uint32_t pass);

/// What stores cost: of one, of a pass, of a whole sort.
struct Cost {
  uint64_t stores = 0;    ///< that write at least one key
  uint64_t keys = 0;      ///< written
  uint64_t runs = 0;      ///< consecutive runs
  uint64_t segments = 0;  ///< distinct segments of each store, added up
  Cost& operator+=(const Cost& other);
  friend bool operator==(const Cost&, const Cost&) = default;
};

/// Bytes of keys per byte of the segments moved, in %; 0 where nothing is written.
double efficiency(const Cost& cost, const MemoryShape& shape);

/// One lane of a store.
struct StoreLane {
  uint32_t thread = 0;              ///< in the block
  uint32_t position = 0xffffffffu;  ///< in the order of the writing threads; none: it has no key
  uint32_t slot = 0xffffffffu;      ///< in the output; none: it writes nothing
  bool begins_run = false;
};

/// A store, lane by lane.
struct Store {
  StoreId id;
  std::vector<StoreLane> lanes;  ///< the threads of the warp that the block has
  Cost cost;
};

/// The lanes of a store. Without destinations (nothing is known yet) no lane has a slot.
Store store_at(const Cut& cut, const StoreId& id, const std::vector<uint32_t>* destination,
               const MemoryShape& shape);

/// The stores of a pass that write something, by block, round and warp.
std::vector<StoreId> store_ids(const Cut& cut, uint32_t lanes);

/// The segments a store touches, each once, from the lowest on.
std::vector<uint32_t> segments_of(const Store& store, const MemoryShape& shape);

/// The cost of a pass from where its keys went (radix::PassWrites). Takes time and memory in
/// proportion to the keys: millions are fine.
Cost cost_of(const Cut& cut, const std::vector<uint32_t>& destination, const MemoryShape& shape);
Cost cost_of(const radix::Problem& problem, const radix::PassWrites& writes,
             const MemoryShape& shape);

/// The destinations a recorded pass wrote to, or null: not written before the cursor, or at all.
const std::vector<uint32_t>* written_in(const radix::Trace& trace, uint32_t pass,
                                        std::size_t cursor);

/// The cost of the passes written before the cursor, one entry each.
std::vector<Cost> costs_of(const radix::Trace& trace, std::size_t cursor, const MemoryShape& shape);

/// What every part of a run started before the cursor has cost until then: a step costs what its
/// own accesses are, so that inside a launch the numbers grow step by step.
std::vector<WordCost> costs_by_part(const radix::Trace& trace, std::size_t cursor);

/// What a run has done up to a cursor. A launch counts once its last step is done; words, barriers
/// and entries count at the step that makes them.
struct LaneTotals {
  uint32_t passes = 0;  ///< parts of the run whose output is written, also of a launch at work
  uint32_t launches = 0;
  uint64_t barriers = 0;       ///< that one block meets, one after the other (launch_costs.hpp)
  uint64_t table_entries = 0;  ///< of the passes' bucket tables, as they are written
  uint64_t bytes_read = 0, bytes_written = 0;             ///< of global memory (launch_costs.hpp)
  uint64_t runs = 0, segments = 0, stores = 0, keys = 0;  ///< of the scatters
  double efficiency = 0;                                  ///< of the scatters, in %
  bool modelled = true;  ///< false: it has no tables and no scatters
  friend bool operator==(const LaneTotals&, const LaneTotals&) = default;
};
LaneTotals totals_of(const radix::Trace& trace, std::size_t cursor, MemoryShape shape);

}  // namespace scope
