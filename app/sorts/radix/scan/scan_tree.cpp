/// The scan, level by level inside the blocks, then from block to block.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/sorts/radix/local_splits.hpp"
#include "app/sorts/radix/local_threads.hpp"
#include "scan_rows.hpp"
#include "text/radix.hpp"

namespace scope {

Cell scan_cell(const Moment& moment, const ScanView& view, Rect at, radix::ArrayId array,
               uint32_t index, std::optional<uint32_t> value, uint32_t owner) {
  Cell cell = value ? value_cell(moment, at, *value, owner) : empty_cell(at);
  const bool per_value = radix::info(array).shape != radix::Shape::per_block &&
                         radix::info(array).shape != radix::Shape::single;
  if (value && array == view.arrays.input && !view.thread_sums()) {
    const uint32_t bucket = view.table ? index / moment.problem().blocks() : *value;
    const uint32_t bits = view.table ? moment.digit().bits : 1;
    cell.fill = digit_fill(bucket, bits), cell.edge = digit_ink(bucket, bits),
    cell.hatched = bucket % 2 == 1;
    cell.edge_width = 1.5f;
  }
  if (value && per_value && view.table && chosen_entry(moment) == index)
    cell.edge = Ink::select, cell.edge_width = 2.75f;
  cell.tag = {.array = array, .row = 0, .index = value ? index : none, .key = owner};
  return cell;
}

void add_side_note(Scene& scene, const ScanView& view, float y, const std::string& first,
                   const std::string& second) {
  if (view.columns.large) return;
  const float x = view.edge() + side_gap;
  const float up = second.empty() ? 0.f : 11.f;
  for (const std::string& line : {first, second})
    scene.width = std::max(scene.width, x + text_width(line, 14, Face::ui) + margin / 2);
  scene.texts.push_back({.at = {x, y - up}, .text = first, .anchor = Anchor::left});
  if (!second.empty())
    scene.texts.push_back(
        {.at = {x, y + 7}, .text = second, .ink = Ink::dim, .anchor = Anchor::left});
}

namespace {

constexpr float barrier_width = side_gap + 50;  // at the right of a low page: "barrier"
constexpr float sums_width = side_gap + 76;     // the total

std::string window_words(const ScanView& view) {
  if (view.part_of_block())
    return text::radix::shown_elements({.first = view.begin,
                                        .last = view.end_of(view.first_block) - 1,
                                        .name = block_name(view, view.first_block),
                                        .table = view.table,
                                        .width = view.width});
  if (view.first_block == view.last_block)
    return text::radix::shown_one_block(
        {.blocks = view.blocks, .name = block_name(view, view.first_block), .table = view.table});
  return text::radix::shown_blocks({.blocks = view.blocks,
                                    .first = view.first_block,
                                    .last = view.last_block,
                                    .table = view.table});
}

/// What is special about this scan.
std::string scan_words(const ScanView& view) {
  switch (view.scan) {
    case radix::BlockScan::kogge_stone: return "";
    case radix::BlockScan::brent_kung: return text::radix::about_brent_kung;
    case radix::BlockScan::blelloch: return text::radix::about_blelloch;
    case radix::BlockScan::shuffles:
      return text::radix::about_shuffles({.several = view.threads > warp_lanes});
  }
  return "";
}

/// Elements that no thread, or no key, stands behind.
std::string pad_words(const ScanView& view) {
  if (view.width > view.threads)
    return text::radix::about_padding({.threads = view.threads, .width = view.width});
  const uint32_t idle = view.last_end < view.end && !view.part_of_block() ? view.idle : 0;
  if (idle == 0) return "";
  return text::radix::idle_not_shown(
      {.idle = idle, .shuffles = view.shuffles(), .table = view.table});
}

Scene nothing_to_scan(const Moment& moment) {
  const Columns none = columns_of(moment);
  Scene scene = new_page(moment, none, text::radix::scan_tree, text::radix::shows_scan_tree);
  end_page(scene,
           add_sentence(scene, none, margin,
                        moment.problem().size() == 0 ? text::radix::nothing_to_scan
                                                     : text::radix::nothing_to_scan_reversed));
  return scene;
}

/// The keys whose bits are scanned, with their threads.
void add_keys_above(Scene& scene, const Moment& moment) {
  const Columns columns = columns_of(moment);
  const bool local = sorts_in_block(moment);
  const uint32_t split = local ? local_splits(moment).at_work() : 0;
  const radix::Array keys = local ? keys_shown_after(moment, split) : input_of(moment);
  add_low_head(scene, moment, columns, keys.ids);
  add_keys(scene, moment, columns, low_keys_y, keys,
           local ? lit_split(moment, split) : lit_digit(moment), split);
  add_label(scene, columns, low_keys_y, key_height, split > 0 ? "local keys" : "keys");
}

}  // namespace

Scene draw_scan_tree(const Moment& moment) {
  if (scans_nothing(moment)) return nothing_to_scan(moment);
  const ScanView view = scan_view(moment);
  Scene scene = new_page(moment, view.columns, text::radix::scan_tree, scan_subject(view));
  const ScanPart part = scan_part(moment, view);
  const float low_notes = part.grid && view.over_grid ? sums_width : barrier_width;
  const float notes = either(view.columns, side_gap + side_width, low_notes);
  scene.width = std::max(640.f, view.edge() + (view.with_keys ? 0 : notes) + margin);
  if (view.with_keys) add_keys_above(scene, moment);
  float y = add_block_scan(scene, moment, view, part,
                           view.with_keys ? low_bits_y - 46
                           : moment.large ? 0
                                          : margin / 2);
  if (part.grid) y = add_grid_scan(scene, moment, view, y);
  y += either(view.columns, 12, 6);
  if (moment.large) {
    const float labels =
        view.with_keys ? 44 * (view.columns.words - 1) : 0;  // larger on wide pages
    end_page(scene, view.whole() ? y - margin / 2 + labels
                                 : add_sentence(scene, view.columns, y, window_words(view)));
    return scene;
  }
  if (!view.over_grid) y = add_sentence(scene, view.columns, y, text::radix::sums_stay);
  for (const std::string& words : {thread_example(moment, view), scan_words(view), pad_words(view),
                                   view.whole() ? "" : window_words(view)})
    if (!words.empty()) y = add_sentence(scene, view.columns, y, words);
  end_page(scene, y + 8);
  return scene;
}

}  // namespace scope
