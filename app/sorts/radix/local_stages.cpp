#include "local_stages.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "facts.hpp"
#include "local_rows.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr float large_room = 130, compact_room = 58;  // between two rows: at work, or not
constexpr float low_room = 152;       // on a low page, which shows the one at work only
constexpr uint32_t max_large = 2;     // so many splits all have a large room
constexpr uint32_t max_unfolded = 3;  // more are folded

/// A pass of many splits: before the one at work, it, and what comes after it.
std::vector<uint32_t> shown_rows(const LocalSplits& splits) {
  std::vector<uint32_t> shown;
  for (uint32_t done = 0; done <= splits.count; ++done) {
    const bool around = done == 0 || done == splits.count || done == splits.at_work() ||
                        done == splits.at_work() + 1;
    if (splits.count <= max_unfolded || around) shown.push_back(done);
  }
  return shown;
}

bool works(const SplitRows& rows, std::size_t stage) {
  return rows.rows[stage].done == rows.splits.at_work();
}

/// "split by bit 2", "splits by bits 0–4".
std::string stage_words(const Moment& moment, uint32_t first, uint32_t last) {
  const radix::Digit digit = moment.digit();
  if (digit.bits == 1) return text::radix::sort_locally;
  const uint32_t low = digit.shift + first, high = digit.shift + last - 1;
  return text::radix::split_by({.high = high, .low = low, .several = low < high});
}

/// The bits that colour a row: of the split that reads it once that has begun, before of the split
/// that made it; the sorted row's are the whole digit.
Lit lit_row(const Moment& moment, const SplitRows& rows, uint32_t done) {
  if (done == rows.splits.count) return lit_digit(moment);
  if (rows.splits.begun > done) return lit_split(moment, done);
  return done == 0 ? std::nullopt : lit_split(moment, done - 1);
}

/// Under a row that a split has just made: its zeros and its ones in every block, so that they are
/// still told apart once the next split colours the row.
void add_split_marks(Scene& scene, const Columns& columns, float y, const radix::Array& keys,
                     const radix::Digit& bit) {
  for (uint32_t begin = 0, end = 0; begin < columns.count; begin = end) {
    const uint32_t stop = (begin / columns.per_block + 1) * columns.per_block;
    const uint32_t value = bit.of(keys.values[begin]);
    for (end = begin + 1; end < std::min(stop, columns.count) && bit.of(keys.values[end]) == value;)
      ++end;
    const float x0 = columns.x(begin), x1 = columns.x(end - 1) + columns.cell;
    scene.lines.push_back({{x0, y}, {x1, y}, digit_ink(value), 2});
  }
}

/// A row of keys, or its empty slots; keys that this step moved come from the row above.
void add_row(Scene& scene, const Moment& moment, const Columns& columns, const SplitRows& rows,
             std::size_t r) {
  const SplitRow& row = rows.rows[r];
  const auto keys = keys_after(moment, row.done);
  const bool last = row.done == rows.splits.count;
  if (row.done > 0) add_shared_frames(scene, columns, row.y, last ? shared_pad : 4);
  if (last)
    add_label(scene, columns, row.y, key_height, local_row_name(moment, "local keys"));
  else if (row.done > 0)
    add_label(scene, columns, row.y, key_height,
              local_row_name(moment, text::radix::row_after_split({.split = row.done})),
              keys ? Ink::text : Ink::dim);
  if (!keys) return add_slots(scene, columns, row.y, key_height, false);
  if (!last && row.done > 0)
    add_split_marks(scene, columns, row.y + key_height + 3, *keys,
                    *lit_split(moment, row.done - 1));
  const Lit lit = lit_row(moment, rows, row.done);
  const uint32_t tag_row = last ? 0 : row.done;
  const bool moved =
      moment.step() && moment.step()->made == array::local_keys && row.done == rows.splits.done;
  if (!moved || r == 0) return add_keys(scene, moment, columns, row.y, *keys, lit, tag_row);
  const SplitRow& above = rows.rows[r - 1];
  add_arrived_keys(scene, moment, columns, row.y, *keys, lit, tag_row,
                   keys_shown_after(moment, above.done), above.y);
}

/// The arrows of a stage: as the keys moved, or as the slots in the block promise. Returns nothing
/// to draw before either is known.
void add_stage_moves(Scene& scene, const Moment& moment, const Columns& columns,
                     const SplitRows& rows, std::size_t stage, float from) {
  const SplitRow &above = rows.rows[stage], &below = rows.rows[stage + 1];
  const float to = below.y - (below.done == rows.splits.count ? 0.f : 1.f);
  const auto before = keys_after(moment, above.done), after = keys_after(moment, below.done);
  if (!before) return;
  const Lit lit =
      below.done - above.done == 1 ? lit_split(moment, above.done) : lit_sorted(moment, below.done);
  const std::size_t first = scene.arrows.size();
  if (after)
    add_moves(scene, columns, from, to, moves_between(*before, *after, lit));
  else if (const radix::Array* slots = moment.find(array::local_destination);
           slots && works(rows, stage) && below.done == above.done + 1)
    add_moves(scene, columns, from, to, moves_by(*before, *slots, lit, columns.per_block), true);
  if (!works(rows, stage))
    for (std::size_t a = first; a < scene.arrows.size(); ++a) scene.arrows[a].width = 0.9f;
}

void add_stage(Scene& scene, const Moment& moment, const Columns& columns, const SplitRows& rows,
               std::size_t stage) {
  const SplitRow &above = rows.rows[stage], &below = rows.rows[stage + 1];
  float from = above.y + key_height;
  const bool finished = below.done <= rows.splits.done;
  if (works(rows, stage) && !finished) {
    const float values_y = from + 8;
    const float end = add_working_values(scene, moment, columns, values_y, split_input(moment));
    if (end > values_y) from = end - 3;
  }
  add_stage_moves(scene, moment, columns, rows, stage, from);
  const bool now =
      finished && below.done == rows.splits.done && moment.step()->made == array::local_keys;
  const float room = below.y - above.y - key_height;
  const float y = room > large_room - 1 && works(rows, stage) ? below.y - 28 : below.y - room / 2;
  const std::string words = stage_words(moment, above.done, below.done);
  add_doing(scene, columns, y, words, now);
}

}  // namespace

SplitRows plan_splits(const Moment& moment, float input_y) {
  SplitRows rows{.splits = local_splits(moment)};
  if (moment.large) {
    const uint32_t above = rows.splits.at_work();
    rows.rows = {{above, input_y}, {above + 1, input_y + key_height + low_room}};
    return rows;
  }
  const std::vector<uint32_t> shown = shown_rows(rows.splits);
  const bool folded = rows.splits.count > max_unfolded;
  const float height =
      large_room + 2 * (compact_room + key_height);  // of a folded sort, without its rows
  float y = input_y;
  for (std::size_t r = 0; r < shown.size(); ++r) {
    rows.rows.push_back({shown[r], y});
    const bool large = rows.splits.count <= max_large || shown[r] == rows.splits.at_work();
    y += key_height + (large ? large_room : compact_room);
  }
  if (folded) {  // fewer rows: what is left of the height goes to the folded stage
    const float spare = input_y + key_height + height - rows.rows.back().y;
    for (std::size_t r = 1; r < rows.rows.size(); ++r)
      if (rows.rows[r].done > rows.splits.at_work() + 1 ||
          rows.splits.at_work() + 1 == rows.splits.count)
        rows.rows[r].y += spare;
  }
  return rows;
}

void add_split_stages(Scene& scene, const Moment& moment, const Columns& columns,
                      const SplitRows& rows) {
  for (std::size_t r = 0; r < rows.rows.size(); ++r) add_row(scene, moment, columns, rows, r);
  for (std::size_t r = 0; r + 1 < rows.rows.size(); ++r) add_stage(scene, moment, columns, rows, r);
}

void add_doing(Scene& scene, const Columns& columns, float y, const std::string& words, bool now) {
  scene.texts.push_back({.at = {columns.left - 18, y},
                         .text = words,
                         .ink = now ? Ink::accent : Ink::dim,
                         .face = now ? Face::bold : Face::ui,
                         .anchor = Anchor::right});
}

}  // namespace scope
