/// The threads over a row of keys, in the frames of their blocks.
#pragma once

#include <optional>
#include <vector>

#include "app/core/moment/worker.hpp"
#include "rows.hpp"

namespace scope {

/// Block frames with "block b", one wavy thread per key, t0, t1, … above it. A thread with several
/// keys stands over its first one and is named again over the others. Threads of the last block
/// that find no key are ghosts, or a number when there are many. `ids` are the identities in the
/// row; `worker` is lit, and with it the selected key. Returns the y below.
float add_threads(Scene& scene, const Columns& columns, float y, std::vector<uint32_t> ids,
                  uint32_t selected, const std::optional<Worker>& worker);

/// "block 0", "block 1", … over the blocks, all in the longest form that each has room for: "b0" or
/// "0" where they are narrow, and of very narrow ones every second, fourth, … alone.
void add_block_name_row(Scene& scene, const Columns& columns, float y);

/// The blocks' names alone, at the same height: the launch at work is no launch over these keys.
float add_blocks_without_threads(Scene& scene, const Columns& columns, float y);

/// A row's keys as the threads over it have them: the selected one is the worker's, and the one
/// that stands at the worker's place is that of the selected key's.
std::vector<uint32_t> keys_of_threads(const Columns& columns, std::vector<uint32_t> ids,
                                      uint32_t selected, const std::optional<Worker>& worker);

}  // namespace scope
