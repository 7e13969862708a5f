#include "figure.hpp"

#include <algorithm>

#include "../facts.hpp"

namespace scope {

// Each figure's file defines one of these.
Scene draw_passes(const Look&), draw_threads(const Look&), draw_destination(const Look&),
    draw_scan_tree(const Look&), draw_scan_chain(const Look&), draw_local_sort(const Look&),
    draw_bucket_table(const Look&);

namespace {

using radix::ArrayId;
using radix::Stage;

constexpr Figure all[] = {
    {"fig13-1", "Figure 13.1", "one pass per bit, lowest bit first", draw_passes},
    {"fig13-2", "Figure 13.2", "one thread per key", draw_threads},
    {"fig13-3", "Figure 13.3", "where every key goes", draw_destination},
    {"scan-tree", "Scan tree", "the scan, level by level", draw_scan_tree},
    {"scan-chain", "Scan chain", "the running sum falls from block to block", draw_scan_chain},
    {"fig13-5", "Figure 13.5", "sort in shared memory, then write", draw_local_sort},
    {"fig13-6", "Figure 13.6", "where every block's local buckets go", draw_bucket_table},
};

const Figure& named(std::string_view id) { return *figure_named(id); }

/// Rungs in which every key finds its own way.
const Figure& for_grid_sort(ArrayId made) {
  switch (made) {
    case ArrayId::partial_ones:
    case ArrayId::ones_before_in_block:
    case ArrayId::block_ones:
    case ArrayId::ones_before_block: return named("scan-tree");
    case ArrayId::output: return named("fig13-2");
    default: return named("fig13-3");
  }
}

/// Rungs that sort in the block first, then write bucket by bucket.
const Figure& for_block_sort(ArrayId made, Stage stage) {
  if (made == ArrayId::partial_ones || made == ArrayId::block_ones) return named("scan-tree");
  if (made == ArrayId::output) return named("fig13-5");  // the arrows the keys travel along
  if (made == ArrayId::bucket_counts) return named("fig13-6");
  const bool grid_wide = stage == Stage::table_scan || stage == Stage::scatter;
  return named(grid_wide ? "fig13-6" : "fig13-5");
}

}  // namespace

std::span<const Figure> figures() { return all; }

const Figure* figure_named(std::string_view id) {
  const auto* found = std::find_if(std::begin(all), std::end(all),
                                   [&](const Figure& figure) { return id == figure.id; });
  return found == std::end(all) ? nullptr : found;
}

const Figure& figure_for(const Look& look) {
  const radix::Step* step = look.step() ? look.step() : look.next();
  const ArrayId made = step ? step->made : ArrayId::bits;
  const Stage stage = step ? step->stage : Stage::extract;
  return sorts_in_block(look) ? for_block_sort(made, stage) : for_grid_sort(made);
}

}  // namespace scope
