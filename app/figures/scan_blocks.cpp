/// The upper half of the scan tree: every block scans its values, level by level.
#include <algorithm>

#include "../phrases.hpp"
#include "scan_rows.hpp"

namespace scope {
namespace {

using radix::ArrayId;

constexpr float frame_head = 22, thread_head = 46;  // from y to the frame, and to the first row
constexpr float level_room = 66;                    // between two rows of a level
constexpr float shift_room = 44;                    // down to the exclusive row
constexpr float ready = 13;                         // from a row to the barrier after it
constexpr const char* all_written = "barrier: all have written";

/// One finished or coming row of sums.
struct SumRow {
  float y = 0;
  ArrayId array = ArrayId::bits;
  uint32_t level = 0, distance = 0;    ///< 0: the values themselves
  const radix::Array* sums = nullptr;  ///< null: not computed yet
  bool current = false;                ///< made by the step just taken
};

std::vector<SumRow> rows_of(const Look& look, const ScanView& view, float y) {
  std::vector<SumRow> rows{
      {.y = y, .array = view.arrays.input, .sums = latest(look, view.arrays.input)}};
  const std::vector<ScanLevel> done = levels_of(look, view.arrays.partial);
  const bool at_level = look.step() && look.step()->made == view.arrays.partial;
  for (uint32_t level = 1; level <= level_count(look, view.threads); ++level) {
    SumRow row{.y = rows.back().y + value_height + level_room,
               .array = view.arrays.partial,
               .level = level,
               .distance = 1u << (level - 1)};
    if (level <= done.size()) row.sums = done[level - 1].sums;
    row.current = at_level && level == done.size();
    rows.push_back(row);
  }
  return rows;
}

/// Block frames with their names and a head for every value.
void add_frames(Scene& scene, const ScanView& view, float y, float bottom) {
  const float pad = frame_pad(view.columns);
  for (uint32_t b = view.first_block(); b <= view.last_block(); ++b) {
    const float x0 = view.left(b) - pad, x1 = view.right(b) + pad;
    scene.frames.push_back(
        {.at = {x0, y + frame_head, x1 - x0, bottom - y - frame_head}, .edge = Ink::faint});
    const std::string full = say(view.table ? "scan block " : "block ", b);
    for (const std::string& name : {full, say("b", b)}) {
      if (text_width(name, 14, Face::ui) > x1 - x0 + 4) continue;
      scene.texts.push_back(
          {.at = {x0 + 2, y + 9}, .text = name, .ink = Ink::dim, .anchor = Anchor::left});
      break;
    }
  }
}

void add_heads(Scene& scene, const Look& look, const ScanView& view, float y) {
  const uint32_t columns = look.problem().blocks();
  for (uint32_t i = view.begin; i < view.end; ++i) {
    const std::string head = view.table ? say("b", i % columns) : say("t", view.thread(i));
    scene.texts.push_back({.at = {view.centre(i), y + 34},
                           .text = head,
                           .size = 12,
                           .ink = view.table ? digit_ink(i / columns) : Ink::dim,
                           .face = Face::mono});
  }
  for (uint32_t i = view.end; i < view.end + view.ghosts; ++i)
    scene.texts.push_back({.at = {view.centre(i), y + 34},
                           .text = say("t", view.thread(i)),
                           .size = 12,
                           .ink = Ink::dim,
                           .face = Face::mono});
}

/// What a thread past the last value holds once sums reach this many places back: it brought 0.
uint32_t ghost_sum(const radix::Array& values, const ScanView& view, uint32_t i, uint32_t reach) {
  uint32_t sum = 0;
  for (uint32_t back = 0; back < reach && back <= view.thread(i); ++back)
    if (i - back < values.values.size()) sum += values.values[i - back];
  return sum;
}

/// Places of those threads in a row, dashed, with their sums when the row is known.
void add_ghosts(Scene& scene, const Look& look, const ScanView& view, float y, bool known,
                uint32_t reach, bool exclusive = false) {
  const radix::Array* values = latest(look, view.arrays.input);
  for (uint32_t i = view.end; i < view.end + view.ghosts; ++i) {
    const Rect at = view.place(i, y);
    scene.frames.push_back({.at = at, .edge = Ink::faint, .radius = 6, .dashed = true});
    if (!known || !values) continue;
    const uint32_t sum = exclusive ? view.thread(i) == 0 ? 0 : ghost_sum(*values, view, i - 1, reach)
                                   : ghost_sum(*values, view, i, reach);
    scene.texts.push_back({.at = at.centre(), .text = std::to_string(sum), .size = 15,
                           .ink = Ink::dim, .face = Face::mono});
  }
}

void add_sum_row(Scene& scene, const Look& look, const ScanView& view, const SumRow& row) {
  const radix::Array keys = input_of(look);
  for (uint32_t i = view.begin; i < view.end; ++i) {
    const auto value = row.sums ? std::optional(row.sums->values[i]) : std::nullopt;
    Cell cell =
        scan_cell(look, view, view.place(i, row.y), row.array, i, value, owner_of(keys, view, i));
    cell.tag.row = row.level;
    if (row.level > 0 && view.thread(i) < row.distance) cell.ink = Ink::dim;
    scene.cells.push_back(cell);
  }
  add_ghosts(scene, look, view, row.y, row.sums != nullptr, 1u << row.level);
}

/// What every thread adds: its own sum from above and the one `distance` to the left.
void add_operands(Scene& scene, const Look& look, const ScanView& view, const SumRow& above,
                  const SumRow& row) {
  const radix::Array keys = input_of(look);
  const float y0 = above.y + value_height + 1, y1 = row.y - 2;
  for (uint32_t i = view.begin; i < view.end + view.ghosts; ++i) {
    const bool ghost = i >= view.end;
    const Tag tag{.index = nobody, .key = ghost ? nobody : owner_of(keys, view, i)};
    const bool adds = view.thread(i) >= row.distance;
    const float x = view.centre(i);
    scene.arrows.push_back({.from = {x, y0},
                            .to = {x, y1},
                            .path = Path::straight,
                            .ink = adds ? Ink::dim : Ink::line,
                            .width = 1,
                            .head = false,
                            .tag = tag});
    if (!adds) continue;
    const bool seen = i - view.begin >= row.distance;
    const float from = seen ? view.centre(i - row.distance) : std::max(x - 30, 0.f);
    scene.arrows.push_back({.from = {from, seen ? y0 : (y0 + y1) / 2},
                            .to = {x, y1},
                            .path = Path::straight,
                            .ink = row.current ? Ink::accent : Ink::dim,
                            .width = row.current && !ghost ? 1.75f : 1.f,
                            .dashed = !seen || ghost,
                            .tag = tag});
  }
}

void add_barrier(Scene& scene, const ScanView& view, float y, const std::string& meaning) {
  const float pad = frame_pad(view.columns);
  for (uint32_t b = view.first_block(); b <= view.last_block(); ++b)
    scene.lines.push_back({.from = {view.left(b) - pad, y},
                           .to = {view.right(b) + pad, y},
                           .ink = Ink::warn,
                           .width = 1.25f,
                           .dashed = true});
  scene.texts.push_back({.at = {view.edge() + side_gap, y},
                         .text = meaning,
                         .ink = Ink::warn,
                         .anchor = Anchor::left});
}

/// Everything between two rows: operands, the two barriers, who works.
void add_level(Scene& scene, const Look& look, const ScanView& view, const SumRow& above,
               const SumRow& row) {
  if (row.sums) add_operands(scene, look, view, above, row);
  const float bottom = above.y + value_height, wrote = bottom + ready;
  const float read = wrote + (row.y - wrote) * 0.56f;
  add_barrier(scene, view, wrote, all_written);
  add_barrier(scene, view, read, "barrier: all have read");
  scene.texts.push_back({.at = {view.columns.left - 18, (wrote + read) / 2},
                         .text = say(row.distance, " to the left"),
                         .ink = Ink::dim,
                         .anchor = Anchor::right});

  const uint32_t adding = view.blocks * adding_threads(view.threads, row.distance);
  const uint32_t conflicts = level_conflicts(view.threads, row.distance);
  const uint32_t idle = idle_adding(view, row.distance);
  const std::string whose =
      idle == 0 ? "" : say(" (", idle, view.table ? " without an entry)" : " without a key)");
  add_side_note(scene, view, row.y + value_height / 2,
                say(adding, " of ", view.blocks * view.threads, " threads add", whose),
                say(counted(conflicts, "bank conflict"), " (model)"));
}

/// From inclusive to exclusive: everyone takes the sum of the left neighbour.
void add_shift(Scene& scene, const Look& look, const ScanView& view, const SumRow& above, float y) {
  const radix::Array keys = input_of(look);
  const bool done = look.find(view.arrays.in_block) != nullptr;
  const bool current = look.step() && look.step()->made == view.arrays.in_block;
  for (uint32_t i = view.begin; i < view.end; ++i) {
    const uint32_t owner = owner_of(keys, view, i);
    scene.cells.push_back(scan_cell(look, view, view.place(i, y), view.arrays.in_block, i,
                                    value_of(look, view.arrays.in_block, i), owner));
    if (!done || i == view.begin || view.thread(i) == 0) continue;
    scene.arrows.push_back({.from = {view.centre(i - 1), above.y + value_height + 1},
                            .to = {view.centre(i), y - 2},
                            .path = Path::straight,
                            .ink = current ? Ink::accent : Ink::dim,
                            .width = current ? 1.75f : 1.f,
                            .tag = {.index = nobody, .key = owner}});
  }
  add_ghosts(scene, look, view, y, done, view.threads, true);
  add_label(scene, view.columns, y, value_height, "exclusive\nshifted by one");
}

}  // namespace

float add_block_scan(Scene& scene, const Look& look, const ScanView& view, float y) {
  const std::vector<SumRow> rows = rows_of(look, view, y + thread_head);
  const SumRow& last = rows.back();
  const float exclusive_y = last.y + value_height + shift_room;
  const float bottom = exclusive_y + value_height + 8;
  add_frames(scene, view, y, bottom);
  add_heads(scene, look, view, y);

  uint32_t additions = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const SumRow& row = rows[r];
    if (r > 0) add_level(scene, look, view, rows[r - 1], row);
    if (r > 0) additions += view.blocks * adding_threads(view.threads, row.distance);
    add_sum_row(scene, look, view, row);
    const std::string name =
        r == 0 ? radix::info(view.arrays.input).label : say("level ", row.level);
    add_label(scene, view.columns, row.y, value_height, name);
  }
  if (rows.size() > 1) {
    add_barrier(scene, view, last.y + value_height + ready, all_written);
    add_side_note(scene, view, exclusive_y + value_height / 2, say(additions, " additions in all"));
  }
  add_shift(scene, look, view, last, exclusive_y);
  return bottom;
}

}  // namespace scope
