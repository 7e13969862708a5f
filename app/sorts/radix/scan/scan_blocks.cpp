/// The upper half of the scan tree: every block scans its values, level by level.
#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/sorts/radix/radix_worker.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "scan_accesses.hpp"
#include "scan_rows.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;
using radix::ScanPhase;

constexpr float frame_head = 22;      // from y to the frame
constexpr uint32_t short_bucket = 3;  // bits of a bucket whose head fits on one line
constexpr float head_line = 15;       // from one line of a head to the next
constexpr float shift_room = 44;      // down to the exclusive row
constexpr float low_shift_room = 24;  // under the keys

/// The rows of all levels, those to come included.
std::vector<SumRow> rows_of(const Moment& moment, const ScanView& view, const ScanPart& part,
                            float y) {
  std::vector<SumRow> rows{
      {.y = y, .array = view.arrays.input, .sums = known(moment, view, view.arrays.input)}};
  rows[0].shown = part.first == 0;
  for (uint32_t b = view.first_block; rows[0].sums && b <= view.last_block; ++b)
    rows[0].elements.push_back(block_values(moment, view, b));
  const std::vector<FinishedLevel> done = levels_of(moment, view.arrays.partial);
  const bool at_level = moment.step() && moment.step()->made == view.arrays.partial;
  for (const radix::ScanLevel& level : radix::levels_of(view.scan, view.threads)) {
    SumRow row{.y = rows.back().y + value_height + level_room(view, level),
               .array = view.arrays.partial,
               .number = static_cast<uint32_t>(rows.size()),
               .level = level};
    row.shown = row.number >= part.first && row.number <= part.last;
    if (row.number <= part.first) row.y = y;
    if (row.number <= done.size()) {
      row.sums = done[row.number - 1].sums;
      for (const auto& elements : rows.back().elements)
        row.elements.push_back(after_level(level, elements));
    }
    row.current = at_level && row.number == done.size();
    rows.push_back(row);
  }
  return rows;
}

/// Block frames with their names.
void add_frames(Scene& scene, const ScanView& view, float y, float bottom) {
  const float pad = frame_pad(view.columns);
  for (uint32_t b = view.first_block; b <= view.last_block; ++b) {
    const float x0 = view.left(b) - pad, x1 = view.outer_right(b) + pad;
    const float top = y + frame_head + (view.with_keys ? 16 : 0);
    scene.frames.push_back({.at = {x0, top, x1 - x0, bottom - top}, .edge = Ink::faint});
    if (view.with_keys) continue;  // the block is named over its keys
    const bool part = view.shuffles() && view.part_of_block();
    const std::string block = block_name(view, b);
    for (const std::string& name :
         {part ? text::radix::block_and_warp({.name = block, .warp = view.warp()}) : block,
          text::all::block_short({.block = b})}) {
      if (text_width(name, 14, Face::ui) > x1 - x0 + 4) continue;
      scene.texts.push_back(
          {.at = {x0 + 2, y + 9}, .text = name, .ink = Ink::dim, .anchor = Anchor::left});
      break;
    }
  }
}

void add_head(Scene& scene, const ScanView& view, Vec at, const std::string& text, Ink ink) {
  scene.texts.push_back(
      {.at = at, .text = text, .size = small_size(view.columns), .ink = ink, .face = Face::mono});
}

/// The bucket and the block that a table entry counts; in two lines when the bucket is long.
void add_entry_head(Scene& scene, const Moment& moment, const ScanView& view, Vec at,
                    uint32_t entry) {
  const uint32_t columns = moment.problem().blocks(), bits = moment.digit().bits;
  const std::string bucket = binary(entry / columns, bits),
                    block = text::all::block_short({.block = entry % columns});
  const Ink ink = digit_ink(entry / columns, bits);
  if (bits <= short_bucket) return add_head(scene, view, at, bucket + " " + block, ink);
  add_head(scene, view, at, bucket, ink);
  add_head(scene, view, {at.x, at.y + head_line}, block, ink);
}

/// A head for every element: the thread that brings it and takes it away, and the table entry. The
/// thread that made the step is lit.
void add_heads(Scene& scene, const Moment& moment, const ScanView& view, float y) {
  const auto worker = radix_worker(moment);
  const bool threads = !view.table || scans_table(moment);
  for (uint32_t b = view.first_block; b <= view.last_block; ++b) {
    for (uint32_t e = view.begin; e < view.end_of(b); ++e) {
      const Vec at{view.centre(b, e), y};
      const auto i = view.index(b, e);
      if (i && view.table)
        add_entry_head(scene, moment, view, threads ? Vec{at.x, at.y + head_line} : at, *i);
      if (e >= view.threads || threads || !i)
        add_head(scene, view, at,
                 e < view.threads ? "t" + std::to_string(e) : std::string(text::radix::head_pad),
                 worker == Worker{b, e, worker ? worker->element : 0} ? Ink::select : Ink::dim);
    }
    if (view.saves_total())
      add_head(scene, view, {view.centre(b, view.end), y}, text::radix::head_sum, Ink::dim);
  }
}

/// An element that the trace has no place for: a thread past the last value, or a place that only
/// the tree has.
void add_ghost(Scene& scene, Rect at, const std::string& text, bool quiet) {
  if (!quiet) scene.frames.push_back({.at = at, .edge = Ink::faint, .radius = 6, .dashed = true});
  if (!text.empty())
    scene.texts.push_back(
        {.at = at.centre(), .text = text, .size = 15, .ink = Ink::dim, .face = Face::mono});
}

/// A sum that did not change at this level steps back.
void make_quiet(Cell& cell, const Columns& columns) {
  cell.fill = cell.edge = Ink::page;
  cell.ink = Ink::dim;
  cell.size = std::min(cell.size, either(columns, 15, 17));
}

void add_sum_row(Scene& scene, const Moment& moment, const ScanView& view, const SumRow& row) {
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    for (uint32_t e = view.begin; e < view.end_of(b); ++e) {
      const bool quiet = row.number > 0 && !row.level.changes(e, view.width);
      if (quiet && !row.sums) continue;  // before the level only the places that will change
      const Rect at = view.place(b, e, row.y);
      const auto i = view.index(b, e);
      if (!i) {
        const uint32_t shown = b - view.first_block;
        add_ghost(scene, at, row.sums ? std::to_string(row.elements[shown][e]) : "", quiet);
        continue;
      }
      const auto value = row.sums ? std::optional(row.sums->values[*i]) : std::nullopt;
      Cell cell = scan_cell(moment, view, at, row.array, *i, value, owner_of(moment, view, *i));
      cell.tag.row = row.number;
      if (row.number > 0 && row.sums && cell.edge == Ink::line) cell.edge = Ink::dim;
      if (quiet && cell.edge != Ink::select) make_quiet(cell, view.columns);
      if (row.current && !quiet) cell.edge = Ink::accent, cell.edge_width = 2;
      scene.cells.push_back(cell);
    }
}

/// The total, in the word after the elements, before the last one is cleared.
void add_saved_totals(Scene& scene, const ScanView& view, const SumRow& above, const SumRow& row) {
  for (uint32_t b = view.first_block; view.saves_total() && b <= view.last_block; ++b) {
    const Rect at = view.total_place(b, row.y);
    if (!row.sums) {
      scene.cells.push_back(empty_cell(at));
      continue;
    }
    const uint32_t total = above.elements[b - view.first_block].back();
    scene.cells.push_back({.at = at,
                           .fill = Ink::raised,
                           .edge = Ink::good,
                           .edge_width = 2,
                           .text = std::to_string(total),
                           .size = view.with_keys ? 14.f : 17.f});
  }
}

/// It stays there to the end, and becomes the sum of the block.
void add_saved_lines(Scene& scene, const ScanView& view, const std::vector<SumRow>& rows,
                     float bottom) {
  for (const SumRow& row : rows)
    for (uint32_t b = view.first_block; b <= view.last_block; ++b) {
      if (!row.shown || row.number == 0 || row.level.phase != ScanPhase::clear || !row.sums)
        continue;
      const float x = view.total_place(b, row.y).centre().x;
      scene.lines.push_back({.from = {x, row.y + value_height + 1},
                             .to = {x, bottom},
                             .ink = Ink::good,
                             .width = 1.25f});
    }
}

std::string level_name(const ScanView& view, const SumRow& row) {
  if (row.number == 0 && view.arrays.input == array::thread_ones) return "thread sums\nones";
  if (row.number == 0) return radix::info(view.arrays.input).label;
  using text::radix::sweep_kind;
  const auto named = [&](sweep_kind kind) {
    return text::radix::level_named(
        {.distance = row.level.distance, .level = row.number, .sweep_kind = kind});
  };
  switch (row.level.phase) {
    case ScanPhase::across:
    case ScanPhase::lanes: break;
    case ScanPhase::up: return named(sweep_kind::up);
    case ScanPhase::clear: return named(sweep_kind::clear);
    case ScanPhase::fill: return named(sweep_kind::fill);
    case ScanPhase::down: return named(sweep_kind::down);
    case ScanPhase::carry: return named(sweep_kind::other);
  }
  return text::radix::level({.level = row.number});
}

/// Who works at a level and what it costs, over all blocks.
void add_cost(Scene& scene, const ScanView& view, const SumRow& row, const LevelCost& cost,
              uint32_t conflicts) {
  add_side_note(scene, view, row.y + value_height / 2,
                text::radix::cost_threads({.active = view.blocks * cost.active,
                                           .idle = idle_active(view, cost),
                                           .table = view.table,
                                           .threads = view.blocks * view.threads}),
                text::radix::cost_work({.additions = view.blocks * cost.additions,
                                        .conflicts = conflicts,
                                        .registers = cost.phase == ScanPhase::lanes}));
}

/// What the whole scan took.
void add_totals(Scene& scene, const ScanView& view, float y, const ScanCost& cost) {
  const auto levels = static_cast<uint32_t>(cost.levels.size());
  add_side_note(
      scene, view, y,
      text::radix::cost_all({.additions = view.blocks * cost.additions, .levels = levels}),
      view.blocks > 1 ? text::radix::cost_each({.additions = cost.additions, .blocks = view.blocks})
                      : "");
}

/// From inclusive to exclusive: everyone takes the sum of the left neighbour, or its own value
/// away.
float add_shift(Scene& scene, const Moment& moment, const ScanView& view, const SumRow& above) {
  const float room = view.with_keys ? low_shift_room : shift_room;
  const float y = above.y + (above.shown ? value_height + room : 0.f);
  const bool done = known(moment, view, view.arrays.in_block) != nullptr;
  const bool current = moment.step() && moment.step()->made == view.arrays.in_block;
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    for (uint32_t e = view.begin; e < view.end_of(b); ++e) {
      const auto i = view.index(b, e);
      const Rect at = view.place(b, e, y);
      if (i) {
        scene.cells.push_back(scan_cell(moment, view, at, view.arrays.in_block, *i,
                                        known_value(moment, view, view.arrays.in_block, *i),
                                        owner_of(moment, view, *i)));
      } else {
        const uint32_t shown = b - view.first_block;
        const uint32_t left = done && e > 0 ? above.elements[shown][e - 1] : 0;
        add_ghost(scene, at, done ? std::to_string(left) : "", false);
      }
      const uint32_t from = view.shuffles() ? e : e - 1;
      if (!done || !above.shown || (!view.shuffles() && e == view.begin) || e >= view.threads)
        continue;
      scene.arrows.push_back(
          {.from = {view.centre(b, from), above.y + value_height + 1},
           .to = {view.centre(b, e), y - 2},
           .path = Path::straight,
           .ink = current ? Ink::accent : Ink::dim,
           .width = current ? either(view.columns, 1.75f, 2.75f) : either(view.columns, 1, 1.5f),
           .tag = {.index = none, .key = i ? owner_of(moment, view, *i) : none}});
    }
  add_label(scene, view.columns, y, value_height,
            view.columns.large ? text::radix::row_exclusive
            : view.shuffles()  ? text::radix::row_exclusive_own
                               : text::radix::row_exclusive_shifted);
  return y;
}

/// What follows the levels: the exclusive row, the numbers of the threads' keys, the frames around
/// all. Returns the y below.
float add_after_levels(Scene& scene, const Moment& moment, const ScanView& view,
                       const ScanPart& part, const std::vector<SumRow>& rows, const ScanCost& cost,
                       float y) {
  const SumRow* newest = &rows.back();
  for (const SumRow& row : rows)
    if (row.shown) newest = &row;
  const SumRow& end = *newest;
  const bool all_levels = end.number == rows.back().number;
  const bool shifts =
      view.scan != radix::BlockScan::blelloch && part.shift;  // the others sum inclusively
  const float ready = end.y + value_height + 13;
  if (view.shuffles() && rows.size() > 1 && end.shown) {
    const bool carried = end.level.phase == ScanPhase::carry;
    const SumRow& first = rows[part.first];
    add_warp_frames(scene, view, first,
                    carried && end.number > first.number ? rows[end.number - 1] : end);
    if (!carried && all_levels) add_barrier(scene, view, ready, text::radix::barrier_sum);
  } else if (rows.size() > 1 && end.shown) {
    add_barrier(scene, view, ready, text::radix::barrier_written);
  }
  const float result_y = shifts ? add_shift(scene, moment, view, end) : end.y;
  if (rows.size() > 1)
    add_totals(scene, view, shifts ? result_y + value_height / 2 : ready + 32, cost);
  float bottom = shifts ? result_y + value_height + 8 : ready + 13;
  if (view.thread_sums() && part.keys)
    bottom = add_thread_keys(scene, moment, view, result_y + value_height, bottom);
  if (view.saves_total()) add_saved_lines(scene, view, rows, bottom);
  add_frames(scene, view, y, bottom);
  return bottom;
}

}  // namespace

float add_block_scan(Scene& scene, const Moment& moment, const ScanView& view, const ScanPart& part,
                     float y) {
  const bool two_lines = view.table && moment.digit().bits > short_bucket;
  const bool over = view.table && scans_table(moment);
  const float bits_y = y + frame_head + (two_lines ? 39 : 24) + (over ? head_line : 0);
  const bool bits = view.thread_sums() && part.bits;
  const float first_y = bits ? add_thread_bits(scene, moment, view, bits_y) : bits_y;
  const std::vector<SumRow> rows = rows_of(moment, view, part, first_y);
  const ScanCost cost = scan_cost(view.scan, view.threads);
  const std::vector<uint32_t> conflicts = bank_conflicts(*scan_accesses(view.scan, view.threads));
  if (!view.with_keys) add_heads(scene, moment, view, y + 34);

  for (std::size_t r = 0; r < rows.size(); ++r) {
    const SumRow& row = rows[r];
    if (!row.shown) continue;
    const bool led_to = r > 0 && rows[r - 1].shown;
    if (led_to && row.sums) add_level_arrows(scene, moment, view, rows[r - 1], row);
    if (led_to) add_level_barriers(scene, view, rows[r - 1], row);
    if (r > 0) add_cost(scene, view, row, cost.levels[r - 1], conflicts[r - 1]);
    if (row.number > 0 && row.level.phase == ScanPhase::clear)
      add_saved_totals(scene, view, rows[r - 1], row);
    add_sum_row(scene, moment, view, row);
    add_label(scene, view.columns, row.y, value_height, level_name(view, row));
  }
  return add_after_levels(scene, moment, view, part, rows, cost, y);
}

}  // namespace scope
