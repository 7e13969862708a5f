#include "table.hpp"

#include <algorithm>

#include "text.hpp"

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

/// Numbers stand at the right of their column, words at the left.
static bool has_numbers(const Table& table, std::size_t column) {
  return std::all_of(
      table.rows.begin() + 1, table.rows.end(), [&](const std::vector<std::string>& row) {
        const std::string cell = column < row.size() ? row[column] : "";
        return cell.empty() || cell.starts_with("–") ||
               std::string_view("-+0123456789").find(cell[0]) != std::string_view::npos;
      });
}

std::string to_markdown(const Table& table) {
  std::string text;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    text += line_of(table.rows[r], "| ", " | ", " |");
    if (r > 0) continue;
    std::vector<std::string> rule(table.rows[0].size(), "---");
    for (std::size_t column = 1; column < rule.size(); ++column)
      if (has_numbers(table, column)) rule[column] = "--:";
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

std::string aligned(const Cells& cells, const std::vector<bool>& left) {
  std::vector<std::size_t> width;
  for (const auto& row : cells)
    for (std::size_t c = 0; c < row.size(); ++c) {
      width.resize(std::max(width.size(), c + 1));
      const bool overruns = row.size() < cells.front().size() && c + 1 == row.size();
      if (!overruns) width[c] = std::max(width[c], utf8_length(row[c]));
    }
  std::string text;
  for (const auto& row : cells) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::size_t has = utf8_length(row[c]);
      const std::string blanks(width[c] > has ? width[c] - has : 0, ' ');
      const bool flush_left =
          c >= left.size() || left[c] || (row.size() < cells.front().size() && c + 1 == row.size());
      line += (c == 0 ? "" : "  ") + (flush_left ? row[c] + blanks : blanks + row[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines, line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = next_break(text, at);
    const std::string_view piece = text.substr(at, end - at);
    const std::string longer(trimmed_end(line + std::string(piece)));
    if (!line.empty() && utf8_length(longer) > width) {
      lines += std::string(trimmed_end(line)) + "\n";
      line.clear();
    }
    line += piece;
    at = end;
  }
  return lines + std::string(trimmed_end(line)) + "\n";
}

}  // namespace scope
