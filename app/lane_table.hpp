/// The lanes of a comparison as numbers: what each is, and what its sort has cost.
#pragma once

#include <string>
#include <vector>

#include "app.hpp"
#include "memory_model.hpp"

namespace scope {

/// A table of words; the first row are the names of the columns.
struct Table {
  std::vector<std::vector<std::string>> rows;
};

/// One column per lane, up to its cursor or for its whole sort.
Table lane_table(const App& app, bool whole);

/// The running totals of one lane, ready to be written: name and number.
struct Figured {
  std::string name, value;
};
std::vector<Figured> lane_figures(const radix::Trace& trace, std::size_t cursor, MemoryShape shape);

std::string to_markdown(const Table& table);
std::string to_csv(const Table& table);

}  // namespace scope
