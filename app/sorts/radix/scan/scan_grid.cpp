/// The lower half of the scan tree: the running sum goes from block to block.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "scan_rows.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;

constexpr float sum_width = 52;
constexpr float sums_room = 24;      // from the frames to the block sums
constexpr float chain_room = 44;     // from the sums to the running sum
constexpr float grid_fan_room = 48;  // from the running sum to the finished row

/// Place of a block's number under the middle of its values.
Rect block_place(const ScanView& view, uint32_t block, float y) {
  const float middle = (view.left(block) + view.right(block)) / 2;
  const float width = std::min(sum_width, view.columns.cell + view.columns.block_gap - 8);
  return {middle - width / 2, y, width, value_height};
}

void add_block_numbers(Scene& scene, const Moment& moment, const ScanView& view, float y,
                       ArrayId array) {
  for (uint32_t b = view.first_block; b <= view.last_block; ++b) {
    Cell cell = scan_cell(moment, view, block_place(view, b, y), array, b,
                          known_value(moment, view, array, b), none);
    scene.cells.push_back(cell);
  }
}

/// Blelloch's scan has saved the sum beside the elements; the others have it in the last one.
void add_saved_sums(Scene& scene, const Moment& moment, const ScanView& view, float y,
                    float sums_y) {
  if (!known(moment, view, view.arrays.block_sum)) return;
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    scene.arrows.push_back({.from = {view.total_place(b, y).centre().x, y},
                            .to = {block_place(view, b, sums_y).centre().x, sums_y - 2},
                            .path = Path::curve,
                            .ink = Ink::good,
                            .width = 1.25f});
}

void add_braces(Scene& scene, const ScanView& view, float y) {
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    scene.braces.push_back(
        {.x0 = view.left(b), .x1 = view.right(b), .y = y, .depth = 10, .label = ""});
}

/// What follows the last block shown: beside it, or where all stand under their keys as far in its
/// corner as its own number leaves room.
Rect place_after(const ScanView& view, float y) {
  const float beside = view.edge() + side_gap,
              inside = block_place(view, view.last_block, y).right() + side_gap;
  const float x = view.with_keys ? std::max(inside, view.edge() - sum_width) : beside;
  return {x, y, sum_width, value_height};
}

/// The grand total, once the last block has written it. The table's is simply the number of keys.
std::optional<uint32_t> total_of(const Moment& moment, const ScanView& view) {
  return view.table ? std::nullopt : known_value(moment, view, array::ones_total, 0);
}

/// Every block takes the running sum from the block before it, adds its own and hands it on.
void add_chain(Scene& scene, const Moment& moment, const ScanView& view, float sums_y, float y) {
  if (!known(moment, view, view.arrays.before_block)) return;
  const bool current = moment.step()->made == view.arrays.before_block;
  const Ink ink = current ? Ink::accent : Ink::dim;
  const float width = current ? 1.75f : 1.25f;
  const auto arrow = [&](Vec from, Vec to, Path path) {
    scene.arrows.push_back({.from = from, .to = to, .path = path, .ink = ink, .width = width});
  };
  if (view.first_block > 0) {
    const Rect to = block_place(view, view.first_block, y);
    arrow({to.x - 26, to.centre().y}, {to.x - 2, to.centre().y}, Path::straight);
  }
  for (uint32_t b = view.first_block; b <= view.last_block; ++b) {
    const Rect sum = block_place(view, b, sums_y), before = block_place(view, b, y);
    if (b + 1 == view.blocks && !total_of(moment, view)) break;
    const Rect next = b == view.last_block ? place_after(view, y) : block_place(view, b + 1, y);
    arrow({before.right() + 1, before.centre().y}, {next.x - 2, next.centre().y}, Path::straight);
    arrow({sum.centre().x, sum.bottom() + 1}, {next.x + next.w / 2, next.y - 2}, Path::curve);
  }
}

/// The grand total of the bits, or where the next window goes on.
void add_total(Scene& scene, const Moment& moment, const ScanView& view, float y) {
  const Rect at = place_after(view, y);
  const auto words = [&](float x, const std::string& text, Ink ink) {
    scene.texts.push_back(
        {.at = {x, at.centre().y}, .text = text, .ink = ink, .anchor = Anchor::left});
  };
  if (view.last_block + 1 < view.blocks)
    return words(at.x + 4, text::radix::to_block({.block = view.last_block + 1}), Ink::dim);
  if (view.table) return;
  scene.cells.push_back(
      scan_cell(moment, view, at, array::ones_total, 0, total_of(moment, view), none));
  scene.width = std::max(scene.width, at.right() + margin);
  if (!view.columns.large) return words(at.right() + 10, text::radix::ones_total, Ink::text);
  scene.texts.push_back({.at = {at.centre().x, at.bottom() + 13}, .text = text::radix::total});
}

/// The finished scan: the sum before the block added to every value.
void add_result(Scene& scene, const Moment& moment, const ScanView& view, float before_y, float y) {
  const ArrayId result = view.arrays.result;
  const bool done = known(moment, view, result) != nullptr;
  const bool current = moment.step() && moment.step()->made == result;
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    for (uint32_t e = view.begin; e < view.end_of(b); ++e) {
      const auto i = view.index(b, e);
      if (!i) continue;
      const uint32_t owner = owner_of(moment, view, *i);
      scene.cells.push_back(scan_cell(moment, view, view.place(b, e, y), result, *i,
                                      known_value(moment, view, result, *i), owner));
      if (!done) continue;
      scene.arrows.push_back({.from = block_place(view, b, before_y).bottom_middle(),
                              .to = {view.centre(b, e), y - 2},
                              .path = Path::straight,
                              .ink = current ? Ink::accent : Ink::dim,
                              .width = 1,
                              .tag = {.index = none, .key = owner}});
    }
}

}  // namespace

float add_grid_scan(Scene& scene, const Moment& moment, const ScanView& view, float y) {
  const float sums_y = y + sums_room;
  if (view.saves_total())
    add_saved_sums(scene, moment, view, y, sums_y);
  else
    add_braces(scene, view, y + 6);
  add_block_numbers(scene, moment, view, sums_y, view.arrays.block_sum);
  add_label(scene, view.columns, sums_y, value_height,
            view.table ? text::radix::row_block_keys : text::radix::row_block_ones);
  if (!view.over_grid) return sums_y + value_height;

  const float before_y = sums_y + value_height + chain_room;
  add_chain(scene, moment, view, sums_y, before_y);
  add_block_numbers(scene, moment, view, before_y, view.arrays.before_block);
  add_label(scene, view.columns, before_y, value_height, "running sum\nbefore the block");
  add_total(scene, moment, view, before_y);

  const float result_y = before_y + value_height + grid_fan_room;
  add_result(scene, moment, view, before_y, result_y);
  add_label(
      scene, view.columns, result_y, value_height,
      text::radix::row_result({.row = text::translated(radix::info(view.arrays.result).label)}));
  return result_y + value_height;
}

}  // namespace scope
