#include "bucket_tables.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "app/core/base/text.hpp"
#include "app/core/scene/text_width.hpp"
#include "facts.hpp"
#include "radix_worker.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;

constexpr float inset = TablePlan::inset;

/// One number of a table or line, tinted by its bucket; lit when it lies on the way of the entry.
void add_entry(Scene& scene, const TablePlan& plan, Rect at, ArrayId array, uint32_t row,
               uint32_t entry, std::optional<uint32_t> value, bool lit) {
  const uint32_t bucket = plan.bucket_of(entry);
  Cell cell = empty_cell(at);
  if (value) {
    cell = {.at = at,
            .fill = digit_fill(bucket, plan.digit_bits()),
            .edge = digit_ink(bucket, plan.digit_bits()),
            .hatched = bucket % 2 == 1,
            .text = std::to_string(*value),
            .size = row == 0 ? plan.text : plan.line_text};
  }
  if (lit) cell.edge = Ink::select, cell.edge_width = 2.75f;
  cell.tag = {.array = array, .row = row, .index = entry};
  scene.cells.push_back(cell);
}

/// The table's row of an entry is shown.
bool table_shows(const TablePlan& plan, uint32_t entry) {
  return std::ranges::binary_search(plan.rows, plan.bucket_of(entry)) &&
         plan.block_of(entry) >= plan.shown_blocks.begin &&
         plan.block_of(entry) < plan.shown_blocks.end;
}

/// The entry just added was read from this place in the step just taken. A row of the table goes
/// together, the last one first: none flies over another.
void read_from(Scene& scene, const Moment& moment, const TablePlan& plan, ArrayId made, bool shown,
               Rect place) {
  if (!shown || !moment.step() || moment.step()->made != made) return;
  Cell& cell = scene.cells.back();
  cell.from = place;
  cell.turn = plan.buckets() - 1 - plan.bucket_of(cell.tag.index);
}

/// "b0", "b1", … over the columns, as many as fit.
void add_column_heads(Scene& scene, const TablePlan& plan, Vec corner) {
  const float widest = text_width(text::all::block_short({.block = plan.blocks}), 14, Face::ui) + 4;
  const auto every = static_cast<uint32_t>(std::ceil(widest / plan.cell));
  for (uint32_t b = plan.shown_blocks.begin; b < plan.shown_blocks.end; b += every)
    scene.texts.push_back(
        {.at = {corner.x + (static_cast<float>(b - plan.shown_blocks.begin) + 0.5f) * plan.cell,
                corner.y - 12},
         .text = text::all::block_short({.block = b}),
         .ink = Ink::dim});
}

/// Under a table that shows only some of its rows: how many there are besides.
void add_more_rows(Scene& scene, const Moment& moment, const TablePlan& plan, Vec corner,
                   ArrayId array) {
  if (plan.all_rows()) return;
  const radix::Array* counts = latest(moment, array::bucket_counts);
  bool empty = counts != nullptr && array == array::bucket_counts;
  for (uint32_t e = 0; empty && e < plan.entries; ++e)
    if (!std::binary_search(plan.rows.begin(), plan.rows.end(), plan.bucket_of(e)))
      empty = counts->values[e] == 0;
  const std::size_t more = plan.buckets() - plan.rows.size();
  const std::string words =
      text::radix::more_rows({.empty = empty, .more = more, .short_form = plan.large});
  if (plan.large)
    scene.width = std::max(scene.width, corner.x + text_width(words, 14, Face::ui) + margin);
  scene.texts.push_back(
      {.at = {corner.x, corner.y + plan.rows_height() + TablePlan::more_height / 2 + 2},
       .text = words,
       .ink = Ink::dim,
       .anchor = Anchor::left});
}

/// A table with its row and column heads.
void add_table(Scene& scene, const Moment& moment, const TablePlan& plan, Vec corner, ArrayId array,
               std::string (*name_of)(uint32_t, radix::Digit), std::optional<uint32_t> lit) {
  add_column_heads(scene, plan, corner);
  for (uint32_t r = 0; r < plan.rows.size(); ++r) {
    const uint32_t bucket = plan.rows[r];
    scene.texts.push_back(
        {.at = {corner.x - 12, corner.y + (static_cast<float>(r) + 0.5f) * plan.row_height},
         .text = name_of(bucket, moment.digit()),
         .size = 15,
         .ink = digit_ink(bucket, plan.digit_bits()),
         .face = Face::bold,
         .anchor = Anchor::right});
    for (uint32_t b = plan.shown_blocks.begin; b < plan.shown_blocks.end; ++b) {
      const uint32_t e = plan.entry_of(bucket, b);
      add_entry(scene, plan, plan.in_table(corner, e), array, 0, e, value_of(moment, array, e),
                lit == e);
      if (array == array::bucket_starts)
        read_from(scene, moment, plan, array, plan.line_shows(e), plan.in_line(plan.scanned, e));
    }
  }
  add_more_rows(scene, moment, plan, corner, array);
}

/// What the scan has made of the counts by now: its newest array, or null.
const radix::Array* scanned_so_far(const Moment& moment) {
  for (ArrayId id : {scan_of_table.result, scan_of_table.in_block, scan_of_table.partial})
    if (const radix::Array* array = moment.find(id)) return array;
  return nullptr;
}

std::string scanned_words(const Moment& moment, const radix::Array* scanned) {
  if (!scanned || scanned->id == scan_of_table.result) return text::radix::exclusive_scan;
  if (scanned->id == scan_of_table.in_block) return text::radix::before_in_scan_block;
  return text::radix::partial_sums({.level = levels_of(moment, scanned->id).size()});
}

/// On a low page the table of starts comes when it is known: until then captions stand in its
/// place.
bool shows_starts(const Moment& moment, const TablePlan& plan) {
  return !plan.large || latest(moment, array::bucket_starts);
}

/// Right or left of the lines, beside y: what stands there.
void add_caption(Scene& scene, const TablePlan& plan, float y, const std::string& text) {
  const bool left = plan.shape == TablePlan::stairs && !plan.large;  // the stairs leave room there
  scene.texts.push_back({.at = {left ? plan.line.x - 14 : plan.line.x + plan.line_width() + 12, y},
                         .text = text,
                         .ink = Ink::dim,
                         .anchor = left ? Anchor::right : Anchor::left});
}

/// While the launch that scans the table is at work: its threads over the entries that they have,
/// the one that made the step lit.
void add_scan_threads(Scene& scene, const Moment& moment, const TablePlan& plan) {
  const auto worker = radix_worker(moment);
  const uint32_t threads = moment.step()->threads;
  for (uint32_t e = plan.shown_entries.begin; e < plan.shown_entries.end; ++e) {
    const std::string name = "t" + std::to_string(e % threads);
    const float size = plan.heads;
    if (text_width(name, size, Face::mono) > plan.entry) continue;
    const bool works = worker && worker->block == e / threads && worker->thread == e % threads;
    const Rect at = plan.in_line(plan.line, e);
    scene.texts.push_back({.at = {at.centre().x, at.y - (plan.large ? 9 + size : 22.f)},
                           .text = name,
                           .size = size,
                           .ink = works ? Ink::select : Ink::dim,
                           .face = Face::mono});
  }
}

/// Over the line of counts: the entries' numbers, by which the sentences name them; as many as fit.
void add_entry_numbers(Scene& scene, const TablePlan& plan, std::optional<uint32_t> lit) {
  const float size = plan.heads;
  const float widest = text_width(std::to_string(plan.entries), size, Face::mono) + 4;
  const auto every = static_cast<uint32_t>(std::ceil(widest / plan.entry));
  for (uint32_t e = plan.shown_entries.begin; e < plan.shown_entries.end; ++e) {
    if (e % every != 0 && e != lit) continue;
    const bool beside = lit && e != lit && (e > *lit ? e - *lit : *lit - e) < every;
    if (beside) continue;  // it would stand on the lit one's
    const Rect at = plan.in_line(plan.line, e);
    scene.texts.push_back({.at = {at.centre().x, at.y - (plan.large ? 1.5f + size / 2 : 9.f)},
                           .text = std::to_string(e),
                           .size = size,
                           .ink = e == lit ? Ink::select : Ink::dim,
                           .face = Face::mono});
  }
}

/// Dots where a line goes on beyond what is shown.
void add_dots(Scene& scene, const TablePlan& plan, Vec corner) {
  for (const auto& [gap, x] :
       {std::pair{plan.gap_left(), corner.x + plan.gap_left() / 2},
        std::pair{plan.gap_right(), corner.x + plan.line_width() - plan.gap_right() / 2}})
    if (gap > 0)
      scene.texts.push_back(
          {.at = {x, corner.y + plan.row_height / 2}, .text = "…", .size = 18, .ink = Ink::dim});
}

/// Dashed lines between the scan blocks while each of them has its own sums.
void add_scan_block_lines(Scene& scene, const Moment& moment, const TablePlan& plan) {
  const uint32_t scan_block = moment.problem().threads_per_block();
  for (uint32_t e = scan_block; e < plan.entries; e += scan_block) {
    if (!plan.line_shows(e) || e == plan.shown_entries.begin) continue;
    const float x = plan.in_line(plan.line, e).x - inset;
    const float middle = (plan.line.y + plan.scanned.y + plan.row_height) / 2;
    for (const auto& [y0, y1] :
         {std::pair{plan.line.y, middle}, std::pair{middle, plan.scanned.y + plan.row_height + 4}})
      scene.lines.push_back({.from = {x, y0}, .to = {x, y1}, .ink = Ink::dim, .dashed = true});
  }
}

/// What the lower line is. Once the table of starts stands beside it: over it, where no arrow comes
/// down; of a line so short that the arrow leaves no room, over the way to that table.
void add_scanned_caption(Scene& scene, const Moment& moment, const TablePlan& plan,
                         std::optional<uint32_t> lit) {
  const std::string words = scanned_words(moment, scanned_so_far(moment));
  if (!shows_starts(moment, plan) || !plan.large)
    return add_caption(scene, plan, plan.scanned.y + plan.row_height / 2, words);
  const float end = plan.line.x + plan.line_width(), wide = text_width(words, 14, Face::ui) + 8;
  const float arrow = lit ? plan.in_line(plan.line, *lit).centre().x : end;
  bool at_left = lit && arrow > plan.line_middle();
  const bool fits = !lit || (at_left ? plan.line.x + wide < arrow : arrow < end - wide);
  const float x = !fits ? end + 12 : at_left ? plan.line.x + 2 : end - 2;
  at_left = at_left || !fits;
  scene.texts.push_back({.at = {x, plan.scanned.y - 11},
                         .text = words,
                         .ink = Ink::dim,
                         .anchor = at_left ? Anchor::left : Anchor::right});
}

void add_lines(Scene& scene, const Moment& moment, const TablePlan& plan,
               std::optional<uint32_t> lit) {
  const radix::Array* scanned = scanned_so_far(moment);
  for (uint32_t e = plan.shown_entries.begin; e < plan.shown_entries.end; ++e) {
    add_entry(scene, plan, plan.in_line(plan.line, e), array::bucket_counts, 1, e,
              value_of(moment, array::bucket_counts, e), lit == e);
    read_from(scene, moment, plan, array::bucket_counts, table_shows(plan, e),
              plan.in_table(plan.counts, e));
    add_entry(scene, plan, plan.in_line(plan.scanned, e),
              scanned ? scanned->id : array::bucket_starts, 1, e,
              scanned ? std::optional(scanned->values[e]) : std::nullopt, lit == e);
  }
  add_dots(scene, plan, plan.line);
  add_dots(scene, plan, plan.scanned);
  const bool halfway = scanned && scanned->id != scan_of_table.result;
  if (halfway && moment.problem().threads_per_block() > 1)
    add_scan_block_lines(scene, moment, plan);
  add_scanned_caption(scene, moment, plan, lit);
}

/// One scan block's value over the part of its entries that is shown.
void add_scan_block(Scene& scene, const Moment& moment, const TablePlan& plan,
                    const radix::Array& values, uint32_t block, float y, float height) {
  const uint32_t threads = moment.problem().threads_per_block();
  const uint32_t begin = std::max(block * threads, plan.shown_entries.begin);
  const uint32_t end = std::min((block + 1) * threads, plan.shown_entries.end);
  if (begin >= end) return;
  const Rect first = plan.in_line(plan.line, begin), last = plan.in_line(plan.line, end - 1);
  const float middle = (first.x + last.right()) / 2;
  const float width = std::min(last.right() - first.x, std::max(44.f, first.w));
  Cell cell{.at = {middle - width / 2, y, width, height},
            .fill = Ink::raised,
            .text = std::to_string(values.values[block]),
            .size = std::min(plan.line_text, plan.large ? 17.f : 16.f)};
  if (moment.step()->made == values.id) cell.edge = Ink::accent, cell.edge_width = 2;
  cell.tag = {.array = values.id, .row = 0, .index = block};
  scene.cells.push_back(cell);
}

/// Between the lines, while the scan goes from scan block to scan block: every scan block's sum and
/// the running sum before it.
void add_scan_blocks(Scene& scene, const Moment& moment, const TablePlan& plan) {
  const float height = plan.large ? 22 : 26;
  float y = plan.line.y + plan.row_height + (plan.large ? 4 : 20);
  for (const auto& [array, label] :
       {std::pair{scan_of_table.block_sum, text::radix::sum_of_scan_blocks},
        std::pair{scan_of_table.before_block, text::radix::running_before}}) {
    const radix::Array* values = moment.find(array);
    if (!values) break;
    for (uint32_t b = 0; b < values->values.size(); ++b)
      add_scan_block(scene, moment, plan, *values, b, y, height);
    add_caption(scene, plan, y + height / 2, label);
    y += height + (plan.large ? 4 : 6);
  }
}

/// From the line of counts down to the scanned line; at the lit entry, with the sum of those before
/// it.
void add_scan_way(Scene& scene, const TablePlan& plan, std::optional<uint32_t> entry) {
  const float x = entry ? plan.in_line(plan.line, *entry).centre().x : plan.line_middle();
  scene.arrows.push_back({.from = {x, plan.line.y + plan.row_height + 4},
                          .to = {x, plan.scanned.y - 4},
                          .path = Path::straight,
                          .ink = entry ? Ink::select : Ink::accent,
                          .width = entry ? 2.75f : 1.5f});
}

/// "2 + 0 + 1"; of many the first and the last.
std::string sum_before(const radix::Array& counts, uint32_t entry) {
  constexpr std::size_t most = 8;
  const std::span<const uint32_t> terms(counts.values.data(), entry);
  return terms.empty() ? "0" : sum_text(terms, most);
}

/// The counts before the entry and their sum, under the line of counts.
void add_running_sum(Scene& scene, const Moment& moment, const TablePlan& plan, uint32_t entry) {
  const radix::Array* counts = moment.find(array::bucket_counts);
  if (!counts) return;
  const float y = plan.line.y + plan.row_height, x0 = plan.line.x + inset;
  const float slot_x = plan.in_line(plan.line, entry).centre().x;
  const auto start = value_of(moment, array::bucket_starts, entry);
  // If only part of a line is shown, the brace cannot reach all that is added
  const bool whole = plan.shown_entries.begin == 0;
  std::string text = entry > 0 && whole ? sum_before(*counts, entry)
                                        : text::radix::entries_before({.entry = entry});
  if (start)
    text = text::radix::entries_before_sum({.first = entry == 0, .start = *start, .sum = text});
  if (entry > 0 && whole)
    scene.braces.push_back({.x0 = x0,
                            .x1 = slot_x - plan.entry / 2 - inset,
                            .y = y + 2,
                            .depth = 9,
                            .ink = Ink::select,
                            .label = "",
                            .size = 15});
  // Left of the arrow where there is room, else right of it
  const float width = text_width(text, 15, Face::bold), room = slot_x - 12 - x0;
  const bool fits = width <= room, at_arrow = fits && !whole;
  const float left = fits ? std::max(x0, x0 + (room - 10 - width) / 2) : slot_x + 12;
  scene.width = std::max(scene.width, left + width + margin);
  // On a page that is seen small its letters grow: away from the arrow
  scene.texts.push_back({.at = {at_arrow ? slot_x - 12 : left, y + 27},
                         .text = text,
                         .size = 15,
                         .ink = Ink::select,
                         .face = Face::bold,
                         .anchor = at_arrow ? Anchor::right : Anchor::left});
}

/// A heading and, after it, which part is shown.
void add_heading(Scene& scene, Vec at, const std::string& text, const std::string& part) {
  scene.texts.push_back({.at = at,
                         .text = text,
                         .size = 15,
                         .ink = Ink::text,
                         .face = Face::bold,
                         .anchor = Anchor::left});
  const float x = at.x + text_width(text, 15, Face::bold) + 12;
  scene.width = std::max(scene.width, x + margin);
  if (part.empty()) return;
  scene.texts.push_back({.at = {x, at.y}, .text = part, .ink = Ink::dim, .anchor = Anchor::left});
  scene.width = std::max(scene.width, x + text_width(part, 14, Face::ui) + margin);
}

/// On a low page the rows' names say what the tables are; only a part needs words.
void add_part_words(Scene& scene, const Moment& moment, const TablePlan& plan,
                    const std::string& blocks) {
  if (blocks.empty()) return;
  for (Vec at : {plan.counts, plan.starts}) {
    if (at.x == plan.starts.x && !shows_starts(moment, plan)) continue;
    scene.texts.push_back(
        {.at = {at.x, at.y - 32}, .text = blocks, .ink = Ink::dim, .anchor = Anchor::left});
    scene.width = std::max(scene.width, at.x + text_width(blocks, 14, Face::ui) + margin);
  }
}

/// From the count table into the line, and from the scanned line into the table of starts.
void add_ways(Scene& scene, const TablePlan& plan, bool both) {
  if (plan.shape != TablePlan::stairs) return;
  const auto way = [&](float x0, float x1, float y) {
    scene.arrows.push_back({.from = {x0, y},
                            .to = {x1, y},
                            .path = Path::straight,
                            .ink = Ink::accent,
                            .width = 1.5f});
  };
  way(plan.counts.x + plan.table_width() + 8, plan.line.x - 8, plan.line.y + plan.row_height / 2);
  if (!both) return;
  way(plan.scanned.x + plan.line_width() + 8, plan.starts.x - plan.starts_label - 6,
      plan.scanned.y + plan.row_height / 2);
}

}  // namespace

void add_tables(Scene& scene, const Moment& moment, const TablePlan& plan,
                std::optional<uint32_t> entry) {
  const auto [block, blocks_end] = plan.shown_blocks;
  const auto [first_entry, entries_end] = plan.shown_entries;
  const std::string blocks =
      plan.shown_blocks.size() == plan.blocks
          ? ""
          : text::radix::part_blocks({.all = plan.blocks, .first = block, .last = blocks_end - 1});
  const std::string entries =
      plan.shown_entries.size() == plan.entries
          ? ""
          : text::radix::part_entries(
                {.all = plan.entries, .first = first_entry, .last = entries_end - 1});
  if (plan.large) {
    add_part_words(scene, moment, plan, blocks);
  } else {
    add_heading(scene, {plan.counts.x, plan.counts.y - 38}, text::radix::head_counts, blocks);
    add_heading(scene, {plan.starts.x, plan.starts.y - 38}, text::radix::head_starts, blocks);
  }
  const bool scans = scans_table(moment) && (!plan.large || !shows_starts(moment, plan));
  const std::string rows =
      plan.by_columns ? text::radix::table_by_columns : text::radix::table_by_rows;
  if (plan.large) {  // its numbers stand over it, and once it is scanned the arrow beside it
    const std::string words = entries.empty() ? rows : entries;
    const float right = plan.line.x + plan.line_width() + 12 + text_width(words, 14, Face::ui);
    if (!shows_starts(moment, plan)) {
      add_caption(scene, plan, plan.line.y + plan.row_height / 2, words);
      scene.width = std::max(scene.width, right + margin);
    }
  } else {
    add_heading(scene, {plan.line.x, plan.line.y - (scans ? 40 : 26)}, rows, entries);
  }
  add_entry_numbers(scene, plan, entry);
  if (scans) add_scan_threads(scene, moment, plan);
  add_table(scene, moment, plan, plan.counts, array::bucket_counts, count_name, entry);
  if (shows_starts(moment, plan))
    add_table(scene, moment, plan, plan.starts, array::bucket_starts, start_name, entry);
  add_lines(scene, moment, plan, entry);
  add_ways(scene, plan, shows_starts(moment, plan));
  // Halfway through the scan its line does not hold the sums before each entry
  const radix::Array* scanned = scanned_so_far(moment);
  const bool halfway = scanned && scanned->id != scan_of_table.result;
  if (halfway && moment.find(scan_of_table.block_sum))
    add_scan_blocks(scene, moment, plan);
  else
    add_scan_way(scene, plan, entry);
  if (entry && !halfway && !is_doubtful(moment)) add_running_sum(scene, moment, plan, *entry);
}

}  // namespace scope
