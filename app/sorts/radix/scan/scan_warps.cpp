/// What only the scan by warp shuffles has: the registers of a warp, and the sums that the warps
/// leave in shared memory, beside the columns because they belong to no lane.
#include "app/core/base/text.hpp"
#include "app/core/scene/text_width.hpp"
#include "scan_rows.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

constexpr float barrier_below = 13;  // from a row of sums to the barrier
constexpr float cells_below = 32;    // from the barrier to the sums of the warps
constexpr float brace_below = 5, brace_depth = 9;
constexpr float bus_above = 16;  // over the elements: what every lane adds
constexpr float sum_gap = 6;
constexpr uint32_t max_sums = 6;  // of more warps the first, those around this one and the last

uint32_t warps_of(const ScanView& view) { return (view.threads + warp_lanes - 1) / warp_lanes; }

/// The warps whose sums are drawn, in order.
std::vector<uint32_t> shown_warps(const ScanView& view) {
  const uint32_t warps = warps_of(view), mine = view.warp();
  std::vector<uint32_t> shown;
  for (uint32_t w = 0; w < warps; ++w) {
    const bool near = w < 2 || w + 1 == warps || (w + 2 >= mine && w <= mine);
    if (warps <= max_sums || near) shown.push_back(w);
  }
  return shown;
}

/// The sum of a warp, as its last lane has it in the row above.
uint32_t sum_of(const ScanView& view, const SumRow& above, uint32_t warp) {
  return above.elements.front()[std::min((warp + 1) * warp_lanes, view.threads) - 1];
}

/// The sums in shared memory, filled once the level is done; those before this warp stand out.
/// Returns the span of these: empty when there are none.
std::pair<float, float> add_warp_sums(Scene& scene, const ScanView& view, const SumRow& above,
                                      const SumRow& row, float y) {
  const float first = view.edge() + side_gap;
  std::pair before{first, first};
  float x = first;
  uint32_t next = 0;
  for (uint32_t w : shown_warps(view)) {
    if (w != next) {
      scene.texts.push_back({.at = {x + 8, y + value_height / 2}, .text = "…", .ink = Ink::dim});
      x += 16 + sum_gap;
    }
    const Rect at{x, y, view.columns.cell, value_height};
    scene.texts.push_back({.at = {at.centre().x, y - 9},
                           .text = "w" + std::to_string(w),
                           .size = 12,
                           .ink = w == view.warp() ? Ink::text : Ink::dim,
                           .face = Face::mono});
    Cell cell = empty_cell(at);
    if (row.sums) {
      cell = {.at = at, .text = std::to_string(sum_of(view, above, w)), .size = 17};
      if (w < view.warp())
        cell.fill = Ink::raised, cell.edge = Ink::good, cell.edge_width = 2;
      else
        cell.ink = Ink::dim;
    }
    scene.cells.push_back(cell);
    if (w < view.warp()) before.second = at.right();
    x = at.right() + sum_gap, next = w + 1;
  }
  scene.width = std::max(scene.width, x + margin);
  return before;
}

/// From the sums before this warp to every one of its lanes.
void add_bus(Scene& scene, const ScanView& view, const SumRow& row, float from_x, float from_y) {
  const uint32_t block = view.first_block;
  const float y = row.y - bus_above;
  const Ink ink = row.current ? Ink::good : Ink::dim;
  const float width = row.current ? 2.f : 1.f;
  scene.lines.push_back({.from = {from_x, from_y}, .to = {from_x, y}, .ink = ink, .width = width});
  scene.lines.push_back(
      {.from = {from_x, y}, .to = {view.centre(block, view.begin), y}, .ink = ink, .width = width});
  for (uint32_t e = view.begin; e < view.end_of(block); ++e)
    scene.arrows.push_back({.from = {view.centre(block, e), y},
                            .to = {view.centre(block, e), row.y - 2},
                            .path = Path::straight,
                            .ink = ink,
                            .width = width});
}

}  // namespace

float carry_room() { return barrier_below + cells_below + value_height + 54; }

void add_carry(Scene& scene, const ScanView& view, const SumRow& above, const SumRow& row) {
  const float barrier = above.y + value_height + barrier_below;
  add_barrier(scene, view, barrier, text::radix::barrier_sums);
  const float y = barrier + cells_below, bottom = y + value_height;
  const auto [x0, x1] = add_warp_sums(scene, view, above, row, y);
  if (x1 == x0) {
    const std::string words = text::radix::no_warp_before({.warp = view.warp()});
    if (view.columns.large)  // no other notes have made room at the right
      scene.width = std::max(scene.width, x0 + text_width(words, 14, Face::ui) + margin);
    scene.texts.push_back(
        {.at = {x0, bottom + 14}, .text = words, .ink = Ink::dim, .anchor = Anchor::left});
    return;
  }
  uint32_t sum = 0;
  for (uint32_t w = 0; row.sums && w < view.warp(); ++w) sum += sum_of(view, above, w);
  const float tip = bottom + brace_below + brace_depth;
  scene.braces.push_back({.x0 = x0,
                          .x1 = x1,
                          .y = bottom + brace_below,
                          .depth = brace_depth,
                          .ink = row.current ? Ink::good : Ink::dim,
                          .label = ""});
  scene.texts.push_back(
      {.at = {(x0 + x1) / 2 + 12, tip + 9},
       .text = row.sums ? text::radix::sum_before_warp({.sum = sum, .warp = view.warp()})
                        : text::radix::before_warp({.warp = view.warp()}),
       .ink = row.sums ? Ink::text : Ink::dim,
       .anchor = Anchor::left});
  if (row.sums) add_bus(scene, view, row, (x0 + x1) / 2, tip);
}

void add_warp_frames(Scene& scene, const ScanView& view, const SumRow& first, const SumRow& last) {
  const float pad = frame_pad(view.columns) * 0.5f;
  for (uint32_t b = view.first_block; b <= view.last_block; ++b) {
    const float x0 = view.left(b) - pad, x1 = view.right(b) + pad, y = first.y - 5;
    scene.frames.push_back({.at = {x0, y, x1 - x0, last.y + value_height + 5 - y},
                            .edge = Ink::accent,
                            .width = 1.25f,
                            .radius = 7});
  }
  const bool many = view.threads > warp_lanes;
  add_side_note(scene, view, first.y + value_height / 2,
                text::radix::registers({.several = many, .warp = view.warp()}),
                text::radix::registers_about);
}

}  // namespace scope
