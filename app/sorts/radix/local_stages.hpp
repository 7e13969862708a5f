/// The blocks' own sort as stages: rows of keys, and between them the split that leads from one to
/// the next. Where there are many splits, the finished ones before the current split are folded
/// into one stage.
#pragma once

#include "local_splits.hpp"

namespace scope {

/// A row of keys after some splits. The tags of the last row (after all splits) and of the first
/// have row 0; those between have row = `done`.
struct SplitRow {
  uint32_t done = 0;  ///< splits after it: 0 = the keys as the pass found them
  float y = 0;
};

struct SplitRows {
  LocalSplits splits{};
  std::vector<SplitRow> rows{};  ///< from the top; first `done` = 0, last = all splits
                                 ///< (on a low page: those before and after the split at work)
};

/// Which rows are shown and where, below an input row at this y. All steps of a pass have the same
/// height.
SplitRows plan_splits(const Moment& moment, float input_y);

/// Draws rows and stages: the split at work with its numbers, the others with arrows only.
void add_split_stages(Scene& scene, const Moment& moment, const Columns& columns,
                      const SplitRows& rows);

/// Rows of the numbers a thread works out before its key moves (bit, sums, slot), under `keys` and
/// in their order. Returns the y below.
float add_working_values(Scene& scene, const Moment& moment, const Columns& columns, float y,
                         const radix::Array& keys);

/// What the arrows around y do: bold when this step did it (`now`), else quiet.
void add_doing(Scene& scene, const Columns& columns, float y, const std::string& words, bool now);

}  // namespace scope
