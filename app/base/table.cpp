#include "table.hpp"

namespace scope {
namespace {

/// A field of a CSV file: in quotes where it needs them.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == text.npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string line_of(const std::vector<std::string>& row, const std::string& before,
                    const std::string& between, const std::string& after) {
  std::string line = before;
  for (std::size_t i = 0; i < row.size(); ++i) line += (i == 0 ? "" : between) + row[i];
  return line + after + "\n";
}

}  // namespace

std::string to_markdown(const Table& table) {
  std::string text;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    text += line_of(table.rows[r], "| ", " | ", " |");
    if (r > 0) continue;
    std::vector<std::string> rule(table.rows[0].size(), "--:");
    rule.front() = "---";
    text += line_of(rule, "|", "|", "|");
  }
  return text;
}

std::string to_csv(const Table& table) {
  std::string text;
  for (std::vector<std::string> row : table.rows) {
    for (std::string& field : row) field = csv_field(field);
    text += line_of(row, "", ",", "");
  }
  return text;
}

}  // namespace scope
