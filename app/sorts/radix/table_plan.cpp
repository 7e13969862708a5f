#include "table_plan.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "text/radix.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace scope {
namespace {

constexpr float between_lines = 88;   // room for the running sum, and for those of scan blocks
constexpr float between_parts = 44;   // arrows from one part to the next
constexpr float heads = 50;           // heading and column heads over a table
constexpr float usual_width = 860;    // tables may be as wide as this even over fewer keys
constexpr float max_width = 4000;     // and are never wider than this
constexpr float caption_width = 190;  // beside a line: "partial sums after level 3"
constexpr uint32_t max_rows = 8;      // of a table; more are shown in part

// The same on a low page
constexpr float low_row = 30, low_between = 56, low_heads = 26;
constexpr float least_low_width = 880;   // of all parts together
constexpr float narrow_low_width = 700;  // of few entries
constexpr float low_gap = 34;            // arrows from one part to the next
constexpr float more_rows_width = 132;   // "… 254 more, all 0"
constexpr float part_words_height = 18;  // "blocks 12 to 31 of 64" over a table
constexpr float table_share = 0.19f;     // of the width, for one of the two tables
constexpr float label_room = 24;         // for larger names beside the table of starts
constexpr float low_heads_size = 14, part_heads_size = 18.5f;  // over a line, and a part of one
constexpr float room_per_size = 13 / 4.5f;  // over a line, for each unit that its heads are larger
constexpr uint32_t max_low_rows = 4;

/// `count` neighbours of 0 … total - 1, as many as there are, with the focus in the middle.
Interval window(uint32_t total, uint32_t count, uint32_t focus) {
  count = std::min(total, std::max(1u, count));
  const uint32_t begin = std::min(focus - std::min(focus, count / 2), total - count);
  return {begin, begin + count};
}

/// Buckets of the table that are worth showing: all, or those that hold keys, around the focus.
std::vector<uint32_t> rows_to_show(const Moment& moment, std::optional<uint32_t> focus) {
  const uint32_t buckets = moment.buckets(), most = moment.large ? max_low_rows : max_rows;
  std::vector<uint32_t> keys(buckets, buckets <= most ? 1 : 0);
  for (uint32_t key : input_of(moment).values) ++keys[moment.digit_of(key)];
  if (focus) ++keys[*focus];
  std::vector<uint32_t> rows;
  for (uint32_t b = 0; b < buckets; ++b)
    if (keys[b] > 0) rows.push_back(b);
  const auto found = focus ? std::find(rows.begin(), rows.end(), *focus) : rows.begin();
  const Interval part =
      window(static_cast<uint32_t>(rows.size()), most, static_cast<uint32_t>(found - rows.begin()));
  return {rows.begin() + part.begin, rows.begin() + part.end};
}

using Sizes = std::array<float, 4>;
constexpr Sizes usual_sizes{18, 14, 11, 14}, low_sizes{20, 18, 17, 17};

/// Pitch of cells with the largest numbers in the largest text in which `count` of them fit the
/// room; in the last one when none fits.
void size_cells(float& pitch, float& text, float least, const std::string& widest, uint32_t count,
                float room, Sizes sizes = usual_sizes) {
  for (const float size : sizes) {
    text = size;
    pitch = std::max(std::round(least * size / 18),
                     std::ceil(text_width(widest, size, Face::mono)) + (least >= 36  ? 10.f
                                                                        : size == 17 ? 6.f
                                                                                     : 8.f));
    if (pitch * static_cast<float>(count) <= room) return;
  }
}

/// The same, but in the largest text when none fits: of what is shown in part, fewer can be read.
void size_low_cells(float& pitch, float& text, float least, const std::string& widest,
                    uint32_t count, float room) {
  size_cells(pitch, text, least, widest, count, room, low_sizes);
  if (pitch * static_cast<float>(count) > room)
    size_cells(pitch, text, least, widest, 0, room, low_sizes);
}

/// From the count table to the lines: their captions stand there, beside a table of many rows.
float before_lines(const TablePlan& plan) {
  return plan.rows.size() > 2 ? caption_width : between_parts;
}

float stairs_width(const TablePlan& plan) {
  return 2 * plan.table_width() + plan.line_width() + before_lines(plan) + between_parts +
         plan.starts_label;
}

float tables_width(const TablePlan& plan) {
  return 2 * plan.table_width() + between_parts + plan.starts_label;
}

/// Table, line, scanned line, table, each a step lower; `spare` widens the gaps.
void place_stairs(TablePlan& plan, float spare) {
  const float gap = between_parts + spare;
  plan.line = {plan.counts.x + plan.table_width() + std::max(gap, before_lines(plan)),
               plan.counts.y + plan.row_height / 2};
  plan.scanned = {plan.line.x, plan.line.y + plan.row_height + between_lines};
  plan.starts = {plan.line.x + plan.line_width() + gap + plan.starts_label,
                 plan.scanned.y - plan.row_height / 2};
  plan.bottom = std::max(plan.counts.y, plan.starts.y) + plan.table_height();
  plan.right = plan.starts.x + plan.table_width();
}

/// The lines below the count table, and the table of starts beside it or, where the page is too
/// narrow, below everything.
void place_below(TablePlan& plan, float keys_width, bool tables_fit) {
  plan.line = {plan.counts.x, plan.counts.y + plan.table_height() + heads};
  plan.scanned = {plan.line.x, plan.line.y + plan.row_height + between_lines};
  plan.bottom = plan.scanned.y + plan.row_height;
  if (tables_fit) {
    plan.shape = TablePlan::lines_last;
    const float width = std::max(tables_width(plan), std::min(keys_width, plan.line_width()));
    plan.starts = {plan.counts.x + width - plan.table_width(), plan.counts.y};
  } else {
    plan.shape = TablePlan::starts_last;
    plan.starts = {plan.counts.x, plan.bottom + heads + 22};
    plan.bottom = plan.starts.y + plan.table_height();
  }
  plan.right =
      std::max(plan.starts.x + plan.table_width(), plan.line.x + plan.line_width() + caption_width);
}

/// Room for the names of the rows of the table of starts.
void fit_label(TablePlan& plan, const Moment& moment) {
  for (uint32_t bucket : plan.rows)
    plan.starts_label = std::max(
        plan.starts_label, 18 + text_width(start_name(bucket, moment.digit()), 15, Face::bold));
}

/// Which blocks and entries fit, and how large their cells are.
void choose_parts(TablePlan& plan, const Moment& moment, float room,
                  std::optional<uint32_t> focus) {
  const std::string widest(std::to_string(moment.problem().size()).size(), '0');
  plan.rows = rows_to_show(moment, focus ? std::optional(plan.bucket_of(*focus)) : std::nullopt);
  size_cells(plan.cell, plan.text, 44, widest, plan.blocks, room);
  plan.shown_blocks = window(plan.blocks, static_cast<uint32_t>(room / plan.cell),
                             focus ? plan.block_of(*focus) : 0);
  const float line_room = std::max(usual_width, room - caption_width);
  size_cells(plan.entry, plan.line_text, 36, widest, plan.entries, line_room);
  const bool whole = plan.entry * static_cast<float>(plan.entries) <= line_room;
  plan.shown_entries =
      window(plan.entries, static_cast<uint32_t>((whole ? line_room : line_room - 48) / plan.entry),
             focus.value_or(0));
  fit_label(plan, moment);
}

/// What few cells leave of their room goes to them, up to a comfortable width.
void widen(float& pitch, uint32_t count, float room) {
  constexpr float comfortable = 38;
  pitch = std::max(pitch, std::min(comfortable, room / static_cast<float>(count)));
}

/// Side by side in one band: tables at both ends, the lines between them, the lower line and the
/// table it becomes at the bottom.
void plan_low(TablePlan& plan, const Moment& moment, const Columns& columns,
              std::optional<uint32_t> focus) {
  const float width = low_tables_width(moment, columns);
  const std::string widest(std::to_string(moment.problem().size()).size(), '0');
  plan.large = true, plan.row_height = low_row, plan.starts_label = 0;
  plan.rows = rows_to_show(moment, focus ? std::optional(plan.bucket_of(*focus)) : std::nullopt);
  fit_label(plan, moment);
  const float table_room = width * table_share;
  size_low_cells(plan.cell, plan.text, 34, widest, plan.blocks, table_room);
  plan.shown_blocks = window(plan.blocks, static_cast<uint32_t>(table_room / plan.cell),
                             focus ? plan.block_of(*focus) : 0);
  const float table = std::max(plan.table_width(), plan.all_rows() ? 0.f : more_rows_width);
  float line_room = width - 2 * table - 2 * low_gap - plan.starts_label;
  size_low_cells(plan.entry, plan.line_text, 28, widest, plan.entries, line_room);
  const bool whole = plan.entry * static_cast<float>(plan.entries) <= line_room;
  if (!whole) plan.starts_label += label_room, line_room -= label_room;
  if (whole) widen(plan.entry, plan.entries, line_room);
  plan.shown_entries =
      window(plan.entries, static_cast<uint32_t>((whole ? line_room : line_room - 48) / plan.entry),
             focus.value_or(0));

  if (!plan.all_blocks()) plan.counts.y += part_words_height;
  plan.heads = whole ? low_heads_size * small_words(columns) : part_heads_size;
  const float down = (plan.heads - low_heads_size) * room_per_size;
  const float lines = 2 * low_row + low_between + down, tall = std::max(lines, plan.table_height());
  const float spare = std::max(0.f, line_room - plan.line_width());
  plan.line = {plan.counts.x + table + low_gap + spare / 2, plan.counts.y + down};
  plan.scanned = {plan.line.x, plan.counts.y + tall - low_row};
  plan.starts = {plan.counts.x + width - table, plan.counts.y + tall - plan.table_height()};
  plan.bottom = plan.counts.y + tall;
  plan.right = plan.counts.x + width;
}

}  // namespace

Rect TablePlan::in_table(Vec corner, uint32_t e) const {
  const auto at = std::lower_bound(rows.begin(), rows.end(), bucket_of(e)) - rows.begin();
  return {corner.x + static_cast<float>(block_of(e) - shown_blocks.begin) * cell + inset,
          corner.y + static_cast<float>(at) * row_height + inset, cell - 2 * inset,
          row_height - 2 * inset};
}

Rect TablePlan::in_line(Vec corner, uint32_t e) const {
  return {corner.x + gap_left() + static_cast<float>(e - shown_entries.begin) * entry + inset,
          corner.y + inset, entry - 2 * inset, row_height - 2 * inset};
}

Vec TablePlan::way_out(uint32_t e) const {
  if (shape != starts_last) return in_line(scanned, e).bottom_middle();
  return {in_table(starts, e).centre().x, starts.y + table_height() + 3};
}

float low_tables_width(const Moment& moment, const Columns& columns) {
  const float least = table_entries(moment) <= 8 ? narrow_low_width : least_low_width;
  return std::clamp(columns.right() - columns.left, least, max_width);
}

TablePlan plan_tables(const Moment& moment, const Columns& columns, float y,
                      std::optional<uint32_t> focus) {
  TablePlan plan;
  plan.blocks = moment.problem().blocks();
  plan.entries = table_entries(moment);
  plan.by_columns = table_by_columns(moment);
  plan.counts = {columns.left, y + either(columns, heads, low_heads)};
  const float keys_width = columns.right() - columns.left;
  if (columns.large) {
    plan_low(plan, moment, columns, focus);
    return plan;
  }
  const float room = std::clamp(keys_width, usual_width, max_width);
  choose_parts(plan, moment, room, focus);
  if (stairs_width(plan) <= room)
    place_stairs(plan, std::clamp((keys_width - stairs_width(plan)) / 2, 0.f, 60.f));
  else
    place_below(plan, keys_width, tables_width(plan) <= room);
  return plan;
}

std::string count_name(uint32_t bucket, radix::Digit digit) {
  return "# " + bucket_name(bucket, digit);
}

std::string start_name(uint32_t bucket, radix::Digit digit) {
  return text::radix::bucket_at({.bucket = bucket_name(bucket, digit)});
}

}  // namespace scope
