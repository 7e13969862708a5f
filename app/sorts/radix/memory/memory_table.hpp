/// The numbers under the memory figure: the strip of a pass's stores, and the table of costs.
#pragma once

#include "memory_view.hpp"

namespace scope {

/// The stores of this pass in a strip, runs | segments in each, the shown one marked. Returns the y
/// below.
float add_store_strip(Scene& scene, const MemoryView& view, float y);

/// Both measures of the store, the pass and the sort so far. Returns the y below.
float add_memory_table(Scene& scene, const Moment& moment, const MemoryView& view, float y);

}  // namespace scope
