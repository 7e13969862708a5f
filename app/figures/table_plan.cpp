#include "table_plan.hpp"

#include <algorithm>

namespace scope {
namespace {

constexpr float between_lines = 88;   // room for the running sum, and for those of scan blocks
constexpr float between_parts = 44;   // arrows from one part to the next
constexpr float heads = 50;           // heading and column heads over a table
constexpr float usual_width = 860;    // tables may be as wide as this even over fewer keys
constexpr float caption_width = 190;  // right of a line: "partial sums after level 3"
constexpr float row = TablePlan::row_height;

/// Cells wide enough for the largest numbers; smaller ones when there are very many.
void size_cells(TablePlan& plan, const radix::Problem& problem) {
  const bool many = plan.blocks > readable_keys;
  plan.text = many ? 11 : 18;
  const std::size_t digits = std::to_string(problem.size()).size();
  const float number = text_width(std::string(digits, '0'), plan.text, Face::mono);
  plan.cell = std::max(many ? 20.f : 44.f, number + 14);
  plan.entry = std::max(many ? 20.f : 36.f, number + 12);
}

float stairs_width(const TablePlan& plan) {
  return 2 * plan.table_width() + plan.line_width() + 2 * between_parts + TablePlan::starts_label;
}

float tables_width(const TablePlan& plan) {
  return 2 * plan.table_width() + between_parts + TablePlan::starts_label;
}

/// Table, line, scanned line, table, each a step lower; `spare` widens the gaps.
void place_stairs(TablePlan& plan, float spare) {
  const float gap = between_parts + spare;
  plan.line = {plan.counts.x + plan.table_width() + gap, plan.counts.y + row / 2};
  plan.scanned = {plan.line.x, plan.line.y + row + between_lines};
  plan.starts = {plan.line.x + plan.line_width() + gap + TablePlan::starts_label,
                 plan.scanned.y - row / 2};
  plan.bottom = plan.starts.y + 2 * row;
  plan.right = plan.starts.x + plan.table_width();
}

/// The lines below the count table, and the table of starts beside it or, where the page is too
/// narrow, below everything.
void place_below(TablePlan& plan, float keys_width, bool tables_fit) {
  plan.line = {plan.counts.x, plan.counts.y + 2 * row + heads};
  plan.scanned = {plan.line.x, plan.line.y + row + between_lines};
  plan.bottom = plan.scanned.y + row;
  if (tables_fit) {
    plan.shape = TablePlan::lines_last;
    const float width = std::max(tables_width(plan), std::min(keys_width, plan.line_width()));
    plan.starts = {plan.counts.x + width - plan.table_width(), plan.counts.y};
  } else {
    plan.shape = TablePlan::starts_last;
    plan.starts = {plan.counts.x, plan.bottom + heads};
    plan.bottom = plan.starts.y + 2 * row;
  }
  plan.right =
      std::max(plan.starts.x + plan.table_width(), plan.line.x + plan.line_width() + caption_width);
}

}  // namespace

Rect TablePlan::in_table(Vec corner, uint32_t e) const {
  return {corner.x + static_cast<float>(e % blocks) * cell + inset,
          corner.y + static_cast<float>(e / blocks) * row_height + inset, cell - 2 * inset,
          row_height - 2 * inset};
}

Rect TablePlan::in_line(Vec corner, uint32_t e) const {
  return {corner.x + static_cast<float>(e) * entry + inset, corner.y + inset, entry - 2 * inset,
          row_height - 2 * inset};
}

Vec TablePlan::way_out(uint32_t e) const {
  if (shape != starts_last) return in_line(scanned, e).bottom_middle();
  const Rect column = in_table(starts, blocks + e % blocks);
  return {column.centre().x, column.bottom() + 3};
}

TablePlan plan_tables(const Look& look, const Columns& columns, float y) {
  TablePlan plan;
  plan.blocks = look.problem().blocks();
  plan.counts = {columns.left, y + heads};
  size_cells(plan, look.problem());
  const float keys_width = columns.right() - columns.left;
  const float room = std::max(keys_width, usual_width);
  if (stairs_width(plan) <= room)
    place_stairs(plan, std::clamp((keys_width - stairs_width(plan)) / 2, 0.f, 60.f));
  else
    place_below(plan, keys_width, tables_width(plan) <= room);
  return plan;
}

}  // namespace scope
