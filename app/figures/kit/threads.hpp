/// The threads over a row of keys, in the frames of their blocks.
#pragma once

#include <vector>

#include "rows.hpp"

namespace scope {

/// Block frames with "block b", one wavy thread per key, t0, t1, … above it. A thread with several
/// keys stands over its first one and is named again over the others. Threads of the last block
/// that find no key are ghosts, or a number when there are many. Returns the y below.
float add_threads(Scene& scene, const Moment& moment, const Columns& columns, float y);

/// The same over a row of other keys than the pass's input: `ids` are the identities in that row.
/// The names of the thread that has the selected key stand out.
float add_threads(Scene& scene, const Columns& columns, float y, const std::vector<uint32_t>& ids,
                  uint32_t selected = nobody);

}  // namespace scope
