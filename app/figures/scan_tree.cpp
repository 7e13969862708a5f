/// The scan, level by level inside the blocks, then from block to block.
#include <algorithm>

#include "../phrases.hpp"
#include "figure.hpp"
#include "scan_rows.hpp"

namespace scope {

Cell scan_cell(const Look& look, const ScanView& view, Rect at, radix::ArrayId array,
               uint32_t index, std::optional<uint32_t> value, uint32_t owner) {
  Cell cell = value ? value_cell(look, at, *value, owner) : empty_cell(at);
  const bool per_value = radix::info(array).shape != radix::Shape::per_block &&
                         radix::info(array).shape != radix::Shape::single;
  if (value && array == view.arrays.input && index != nobody) {
    const uint32_t bucket = view.table ? index / look.problem().blocks() : *value;
    cell.fill = digit_fill(bucket), cell.edge = digit_ink(bucket), cell.hatched = bucket % 2 == 1;
    cell.edge_width = 1.5f;
  }
  if (value && per_value && view.table && chosen_entry(look) == index)
    cell.edge = Ink::select, cell.edge_width = 2.75f;
  cell.tag = {.array = array, .row = 0, .index = value ? index : nobody, .key = owner};
  return cell;
}

void add_side_note(Scene& scene, const ScanView& view, float y, const std::string& first,
                   const std::string& second) {
  const float x = view.edge() + side_gap;
  const float up = second.empty() ? 0.f : 11.f;
  scene.width = std::max(scene.width, x + text_width(first, 14, Face::ui) + margin / 2);
  scene.texts.push_back({.at = {x, y - up}, .text = first, .anchor = Anchor::left});
  if (!second.empty())
    scene.texts.push_back(
        {.at = {x, y + 7}, .text = second, .ink = Ink::dim, .anchor = Anchor::left});
}

namespace {

std::string window_words(const ScanView& view) {
  const char* block = view.table ? "scan block" : "block";
  if (view.threads > shown_values)
    return say(
        "Shown: threads ", view.thread(view.begin), " to ", view.thread(view.end - 1), " of ",
        block, " ", view.first_block(), ", one warp of its ", view.threads,
        " threads. Dashed lines come from further left. Point at another key to see its warp.");
  if (view.first_block() == view.last_block())
    return say("Shown: ", block, " ", view.first_block(), " of ", view.blocks,
               " blocks. Point at another key to see its block.");
  return say("Shown: ", block, "s ", view.first_block(), " to ", view.last_block(), " of ",
             view.blocks, " blocks. Point at another key to see its block.");
}

}  // namespace

Scene draw_scan_tree(const Look& look) {
  if (look.problem().size() == 0) {
    const Columns none = columns_of(look);
    Scene scene = new_page(look, none, "Scan tree", "the scan, level by level");
    end_page(scene, add_sentence(scene, none, margin, "No keys: nothing to scan."));
    return scene;
  }
  const ScanView view = scan_view(look);
  Scene scene = new_page(look, view.columns, "Scan tree",
                         view.table ? "the scan of the bucket table" : "the scan of the bits");
  scene.width = std::max(640.f, view.edge() + side_gap + side_width + margin);
  float y = add_block_scan(scene, look, view, margin / 2);
  y = add_grid_scan(scene, look, view, y);
  if (!view.over_grid)
    y = add_sentence(scene, view.columns, y + 12,
                     "The sums stay in their blocks: each block sorts on its own.");
  if (!view.whole()) y = add_sentence(scene, view.columns, y + 12, window_words(view));
  end_page(scene, y + 8);
  return scene;
}

}  // namespace scope
