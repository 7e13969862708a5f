/// One level of a merge sort, read from the trace: its runs, which threads merge what, and each
/// look of a search.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "kernels/merge/merge_family.hpp"

namespace scope {

/// What a part does.
struct MergePart {
  enum Kind { segments, level, backwards } kind = level;
  uint32_t run = 1;       ///< keys of a run that it reads; of a segment that it makes
  uint32_t level_no = 0;  ///< of a level: from 1
};
MergePart merge_part(const Moment& moment, uint32_t part);

/// Two neighbouring runs: a keys from `begin` on, b after them; the last may be short or missing.
struct PairOfRuns {
  uint32_t begin = 0, a = 0, b = 0;
  uint32_t size() const { return a + b; }
};
PairOfRuns pair_at(uint32_t place, uint32_t run, uint32_t n);
uint32_t pairs_of(uint32_t run, uint32_t n);

/// The outputs [begin, end) that one thread writes in a part, and which one it is.
struct MergePiece {
  uint32_t begin = 0, end = 0, block = 0, thread = 0;
};
MergePiece piece_at(const Moment& moment, const MergePart& part, uint32_t place);
/// The first and the last block that work on a pair.
std::pair<uint32_t, uint32_t> blocks_on(const Moment& moment, const MergePart& part,
                                        const PairOfRuns& pair);

/// True where the run shows which thread makes every output of a part; the user's own does where
/// its stores tell it.
bool makers_are_known(const Moment& moment, uint32_t part);

/// One round of a block that merges out of a tile: what it takes of A and of B at `first`, its
/// first output. Without the setting `tile` there is one, which takes what the block needs.
struct TileRound {
  uint32_t number = 1;       ///< of its block, from 1
  uint32_t block_first = 0;  ///< the first output of the block
  uint32_t first = 0;
  uint32_t a = 0, b = 0;            ///< places in the runs where its keys start
  uint32_t from_a = 0, from_b = 0;  ///< keys that it loads
  uint32_t used_a = 0, used_b = 0;  ///< of them, those that it merges; the rest is loaded again
};
/// True where blocks merge this level out of tiles.
bool by_tiles(const Moment& moment, const MergePart& part);
/// The rounds of the block that makes this output, and those of all blocks of the level.
std::vector<TileRound> rounds_of_block(const Moment& moment, const MergePart& part,
                                       uint32_t output);
std::vector<TileRound> rounds_of_level(const Moment& moment, const MergePart& part);
/// The same for a kernel that loads this many keys of each run per round.
std::vector<TileRound> rounds_of_level(const Moment& moment, const MergePart& part, uint32_t half);
/// Keys that these rounds load, and those that they merge.
uint32_t loaded_in(const std::vector<TileRound>& rounds);
uint32_t merged_in(const std::vector<TileRound>& rounds);

/// For every output of the part its place in what the part reads: as the kernel has merged, else as
/// a right one would.
std::vector<uint32_t> sources_of(const Moment& moment, const MergePart& part);

/// How many of the first k outputs of the pair come from A.
uint32_t rank_of(const std::vector<uint32_t>& sources, const PairOfRuns& pair, uint32_t k);

/// True where a thread merges a whole pair of runs.
bool one_thread_a_pair(const Moment& moment);

/// Comparisons of one thread that merges every pair of a level by itself: one for every output,
/// until one side is used up.
uint32_t comparisons_of(const Moment& moment, const MergePart& part);
/// Those of all levels that are merged.
uint32_t all_comparisons(const Moment& moment);
/// Comparisons that the kernel's threads make in a level: those of their searches and those of the
/// pieces they merge. A thread whose piece is a single key only searches.
uint64_t made_in_level(const Moment& moment, const MergePart& part);
/// Those of all levels that are merged.
uint64_t all_made(const Moment& moment);
/// Those of the blocks that sort their own segments: a thread puts its own keys in order by
/// exchanging neighbours, then runs are merged in pairs.
uint32_t comparisons_in_segments(const Moment& moment);

/// One look of a search for i of k: what it tries, and what it finds. Searches along the diagonal
/// compare A[i] with B[j - 1] only.
struct SearchLook {
  enum Verdict { found, too_many, too_few } verdict = found;
  uint32_t i = 0, j = 0;
  bool diagonal = false;
};
/// The looks until now of the search that is shown at this output, first one first.
std::vector<SearchLook> looks_until(const Moment& moment, const MergePart& part, uint32_t place);

/// Where the walk of a pair crosses the diagonal of every k, 0 … its size: the i that is known at
/// this step, by the co-ranks or by what was merged, or because the search that is `shown` at this
/// output has found it; none: not yet. What other searches know meanwhile would tell its answer.
std::vector<uint32_t> crossings_known(const Moment& moment, const MergePart& part,
                                      const PairOfRuns& pair, uint32_t shown);

/// The output that the sentence is about: where the selected key goes in this part, or, while
/// pieces are searched, the first of the piece that is looked for longest, at every look the same
/// one. none: there are no keys.
uint32_t spoken_output(const Moment& moment, const MergePart& part);
/// The first output of the piece that has this output, as the present step shows pieces.
uint32_t shown_piece(const Moment& moment, uint32_t place);

}  // namespace scope
