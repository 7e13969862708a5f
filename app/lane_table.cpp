#include "lane_table.hpp"

#include <algorithm>
#include <cmath>

#include "compare.hpp"
#include "phrases.hpp"

namespace scope {
namespace {

std::string percent(double value) { return say(std::round(value * 10) / 10, " %"); }

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

std::vector<Figured> lane_figures(const radix::Trace& trace, std::size_t cursor, MemoryShape shape) {
  const LaneTotals t = totals_of(trace, cursor, shape);
  return {{"passes", say(t.passes)},
          {"launches", say(t.launches)},
          {"barriers of a block", say(t.barriers)},
          {"table entries", say(t.table_entries)},
          {"bytes read", say(t.bytes_read)},
          {"bytes written", say(t.bytes_written)},
          {"stores of a warp", say(t.stores)},
          {"consecutive runs", say(t.runs)},
          {"distinct segments", say(t.segments)},
          {"efficiency (model)", percent(t.efficiency)}};
}

Table lane_table(const App& app, bool whole) {
  Table table;
  table.rows.push_back({say("warp ", app.memory.lanes, ", segment ", app.memory.segment, " keys")});
  for (const Lane& lane : app.lanes) {
    table.rows.front().push_back(lane_words(lane.made_from));
    const std::size_t cursor = whole ? lane.trace->steps.size() : lane.cursor;
    const auto figures = lane_figures(*lane.trace, cursor, app.memory);
    table.rows.resize(figures.size() + 1);
    for (std::size_t i = 0; i < figures.size(); ++i) {
      auto& row = table.rows[i + 1];
      if (row.empty()) row.push_back(figures[i].name);
      row.push_back(figures[i].value);
    }
  }
  return table;
}

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
