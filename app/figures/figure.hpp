/// The one list of figures. A figure is a pure function Look -> Scene; adding one is a new file
/// beside this and a row in figures.cpp.
#pragma once

#include <span>
#include <string_view>

#include "../look.hpp"
#include "../scene.hpp"

namespace scope {

struct Figure {
  const char* id;      ///< in scripts and file names: "fig13-3"
  const char* number;  ///< "Figure 13.3", or the name of a figure of our own
  const char* title;   ///< what it shows
  Scene (*draw)(const Look&);
};

std::span<const Figure> figures();

/// The figure with this id, or null.
const Figure* figure_named(std::string_view id);

/// The figure that shows the step just taken best (what "auto" means).
const Figure& figure_for(const Look& look);

Scene draw_passes(const Look&);         // 13.1  all passes stacked
Scene draw_threads(const Look&);        // 13.2  one thread per key, arrows to the output
Scene draw_destination(const Look&);    // 13.3  key, bits, # ones before, destination
Scene draw_scan_tree(const Look&);      // the block scan, level by level
Scene draw_local_sort(const Look&);     // 13.5  sort in shared memory, then write
Scene draw_bucket_table(const Look&);   // 13.6  where every block's local buckets go

}  // namespace scope
