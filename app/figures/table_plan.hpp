/// Where the parts of the middle of figure 13.6 stand: the count table, the same counts in one
/// line, the line the scan made of them, and the table of bucket starts.
#pragma once

#include "rows.hpp"

namespace scope {

/// All side by side, read as stairs, where that fits the page; else the lines below the two tables;
/// else one thing below the other.
struct TablePlan {
  enum Shape { stairs, lines_last, starts_last };

  static constexpr float row_height = 38;    ///< pitch of a table's rows and of the lines
  static constexpr float starts_label = 76;  ///< room for "zeros at"
  static constexpr float inset = 2;          ///< of a cell in its pitch

  Shape shape = stairs;
  uint32_t blocks = 0;     ///< columns of a table; a line has two entries for each
  float cell = 44;         ///< pitch of a table's columns
  float entry = 36;        ///< pitch of a line's entries
  float text = 18;         ///< size of the numbers
  Vec counts{}, starts{};  ///< top left of the first row's first cell
  Vec line{}, scanned{};   ///< the row-major counts and what the scan made of them
  float right = 0;         ///< of everything
  float bottom = 0;        ///< below everything

  /// Place of an entry in the table or line that begins at `corner`.
  Rect in_table(Vec corner, uint32_t e) const;
  Rect in_line(Vec corner, uint32_t e) const;

  float table_width() const { return static_cast<float>(blocks) * cell; }
  float line_width() const { return static_cast<float>(2 * blocks) * entry; }
  float line_middle() const { return line.x + line_width() / 2; }

  /// Where the way of an entry leaves the tables for the output.
  Vec way_out(uint32_t e) const;
};

/// The plan below y.
TablePlan plan_tables(const Look& look, const Columns& columns, float y);

}  // namespace scope
