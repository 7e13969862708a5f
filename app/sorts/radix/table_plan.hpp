/// Where the parts of the middle of figure 13.6 stand: the count table, the same counts in one
/// line, the line the scan made of them, and the table of bucket starts; and which part of them is
/// shown where they are too large for a page.
#pragma once

#include "app/core/figures/kit/rows.hpp"
#include "facts.hpp"

namespace scope {

/// All side by side, read as stairs, where that fits the page; else the lines below the two tables;
/// else one thing below the other.
struct TablePlan {
  enum Shape { stairs, lines_last, starts_last };

  static constexpr float inset = 2;         ///< of a cell in its pitch
  static constexpr float more_height = 24;  ///< words for rows that are left out

  Shape shape = stairs;
  bool large = false;               ///< a low page for a projector: always stairs, few headings
  float row_height = 38;            ///< pitch of a table's rows and of the lines
  uint32_t blocks = 0;              ///< columns of the whole table
  uint32_t entries = 0;             ///< of the whole table and of a whole line
  std::vector<uint32_t> rows{};     ///< the buckets that are shown, in order
  Interval shown_blocks{};          ///< the columns that are shown
  Interval shown_entries{};         ///< the part of the lines that is shown
  float cell = 44;                  ///< pitch of a table's columns
  float entry = 36;                 ///< pitch of a line's entries
  float text = 18, line_text = 18;  ///< size of the numbers
  float heads = 12;                 ///< size of the numbers and threads' names over a line
  float starts_label = 76;          ///< room for "zeros at"
  Vec counts{}, starts{};           ///< top left of the first shown row's first shown cell
  Vec line{}, scanned{};  ///< left ends of the row-major counts and of what the scan made of them
  float right = 0;        ///< of everything
  float bottom = 0;       ///< below everything

  bool line_shows(uint32_t e) const { return e >= shown_entries.begin && e < shown_entries.end; }

  /// Place of an entry that is shown in the table or line that starts at `corner`.
  Rect in_table(Vec corner, uint32_t e) const;
  Rect in_line(Vec corner, uint32_t e) const;

  bool by_columns = false;  ///< as in TableOrder
  TableOrder order() const { return {blocks, buckets(), by_columns}; }
  uint32_t bucket_of(uint32_t e) const { return order().bucket_of(e); }
  uint32_t block_of(uint32_t e) const { return order().block_of(e); }
  uint32_t entry_of(uint32_t bucket, uint32_t block) const {
    return order().entry_of(bucket, block);
  }

  uint32_t buckets() const { return blocks == 0 ? 0 : entries / blocks; }
  /// Of the digits that its rows stand for.
  uint32_t digit_bits() const {
    return static_cast<uint32_t>(std::bit_width(std::max(buckets(), 1u) - 1));
  }
  bool all_rows() const { return rows.size() == buckets(); }
  bool all_blocks() const { return shown_blocks.size() == blocks; }
  /// Room at the left end of a line for "…"; none when it starts with entry 0. The same at its
  /// right end.
  float gap_left() const { return shown_entries.begin > 0 ? 24.f : 0.f; }
  float gap_right() const { return shown_entries.end < entries ? 24.f : 0.f; }

  float table_width() const { return static_cast<float>(shown_blocks.size()) * cell; }
  float rows_height() const { return static_cast<float>(rows.size()) * row_height; }
  float table_height() const { return rows_height() + (all_rows() ? 0 : more_height); }
  float line_width() const {
    return gap_left() + gap_right() + static_cast<float>(shown_entries.size()) * entry;
  }
  float line_middle() const { return line.x + line_width() / 2; }

  /// Where the way of an entry leaves the tables for the output.
  Vec way_out(uint32_t e) const;
};

/// Width of all of them on a low page.
float low_tables_width(const Moment& moment, const Columns& columns);

/// The plan below y. Windows lie around `focus`, an entry, or at the start.
TablePlan plan_tables(const Moment& moment, const Columns& columns, float y,
                      std::optional<uint32_t> focus);

/// What a row of the table of counts, or of starts, is called: "# zeros", "# 01"; "zeros at", "01
/// at".
std::string count_name(uint32_t bucket, radix::Digit digit);
std::string start_name(uint32_t bucket, radix::Digit digit);

}  // namespace scope
