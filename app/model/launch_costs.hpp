/// What the launches of a pass cost besides their scatter, counted from the kernels: words of
/// global memory and barriers.
///
/// A word is 4 bytes, and a key is one word. Every word counts once for every launch and block that
/// reads or writes it: what a block reads twice it has at hand the second time. Written N keys, T
/// table entries, B blocks, one pass moves about (the chapter's formulas, CHAPTER.md 2.3)
///     one bit, three launches      7N          extract 2N, scan 2N, scatter 3N
///     sorted in the block first    4N + 4T     sort 2N + T, scan 2T, write 2N + T
///     one launch                   2N
/// and a few words for every block: the chain of sums, the total. They are counted, too. Not
/// counted: asking a block again and again, and clearing the chain.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/run/engine.hpp"

namespace scope {

inline constexpr uint32_t word_bytes = 4;

/// What one launch reads and writes of one array.
struct Traffic {
  const char* what = "";           ///< "keys", "bits", "table", "chain", …
  uint64_t read = 0, written = 0;  ///< words
};

/// One launch of a pass.
struct LaunchCost {
  const char* kernel = "";  ///< name of the __global__ function
  uint64_t blocks = 0;
  uint64_t barriers = 0;  ///< __syncthreads that each of its blocks meets
  std::vector<Traffic> traffic;
  uint64_t read() const;  ///< words, all arrays together
  uint64_t written() const;
};

/// Barriers of one block scan: Kogge–Stone 1 + 2 a level (all read before anyone writes), the trees
/// 1 + 1 a level, warp shuffles 1 in all.
uint64_t scan_barriers(radix::BlockScan scan, uint32_t threads);

/// The launches of a pass of this rung, in order; none without keys, and of a family whose launches
/// nobody models. The pass behind the last one is the one that reverses.
std::vector<LaunchCost> launches_of(const radix::RungInfo& rung, const radix::Problem& problem,
                                    uint32_t pass);

/// Entries of the bucket table of a pass; 0 for rungs without one and in the pass that reverses.
uint64_t table_entries_of(const radix::RungInfo& rung, const radix::Problem& problem,
                          uint32_t pass);

}  // namespace scope
