/// A table of words: for people, for spreadsheets, for a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scope {

/// The first row are the names of the columns.
struct Table {
  std::vector<std::vector<std::string>> rows;
};

/// Numbers to the right; the first column to the left.
std::string to_markdown(const Table& table);

/// One line per row; a field with a comma, a quote or a line's end stands in quotes.
std::string to_csv(const Table& table);

// ---- for a terminal

/// Rows of cells; the first row is the titles. A row may end early: its last cell then runs over
/// the columns to its right and widens none.
using Cells = std::vector<std::vector<std::string>>;

/// Each column as wide as its widest cell, two blanks between. `left`: columns that start flush;
/// others end flush.
std::string aligned(const Cells& cells, const std::vector<bool>& left);

/// The words in lines of at most this many characters.
std::string wrapped(std::string_view text, std::size_t width);

}  // namespace scope
