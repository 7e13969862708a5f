/// Text in aligned columns, for a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scope {

/// Rows of cells; the first row is the titles. A row may end early: its last cell then runs over the columns
/// to its right and widens none.
using Cells = std::vector<std::vector<std::string>>;

/// Each column as wide as its widest cell, two blanks between. `left`: columns that begin flush; others end
/// flush.
std::string aligned(const Cells& cells, const std::vector<bool>& left);

/// The words in lines of at most so many characters.
std::string wrapped(std::string_view text, std::size_t width);

}  // namespace scope
