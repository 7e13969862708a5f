/// A table of words, for people and for spreadsheets.
#pragma once

#include <string>
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

}  // namespace scope
