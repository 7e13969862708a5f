#include "tradeoff_text.hpp"

#include "calculator_page.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "app/core/base/text.hpp"

namespace scope {
namespace {

/// One column of the tables. `digits`: behind the point in Markdown; −1: text or a whole number.
struct Column {
  const char* csv;
  const char* title;
  int digits;
  double (*value)(const TradeoffTable&, const TradeoffRow&);
  bool of_stores = false;  ///< only where stores were measured
};

using Table = TradeoffTable;
using Row = TradeoffRow;

constexpr Column columns[] = {
    {"keys_per_thread", "keys per thread", 0,
     [](const Table&, const Row& r) { return double(r.keys_per_thread); }},
    {"radix_bits", "r", 0, [](const Table&, const Row& r) { return double(r.radix_bits); }},
    {"passes", "passes", 0, [](const Table&, const Row& r) { return double(r.passes); }},
    {"launches", "launches", 0, [](const Table&, const Row& r) { return double(r.launches); }},
    {"table_entries", "table entries", 0,
     [](const Table&, const Row& r) { return r.table_entries; }},
    {"table_per_key", "entries / N", 4, [](const Table&, const Row& r) { return r.table_per_key; }},
    {"bucket", "keys per bucket", 2, [](const Table&, const Row& r) { return r.bucket; }},
    {"bytes_per_pass", "bytes per pass", 0,
     [](const Table&, const Row& r) { return r.bytes_per_pass; }},
    {"bytes", "bytes in all", 0, [](const Table&, const Row& r) { return r.bytes; }},
    {"runs", "runs", 2, [](const Table&, const Row& r) { return r.store.runs; }},
    {"sectors", "sectors", 2, [](const Table&, const Row& r) { return r.store.sectors; }},
    {"lines", "lines", 2, [](const Table&, const Row& r) { return r.store.lines; }},
    {"write_cost", "passes × sectors, relative", 3,
     [](const Table& t, const Row& r) { return write_cost(t, r, false); }},
    {"measured_runs", "runs, measured", 2,
     [](const Table&, const Row& r) { return r.measured->store.runs; }, true},
    {"measured_sectors", "sectors, measured", 2,
     [](const Table&, const Row& r) { return r.measured->store.sectors; }, true},
    {"measured_lines", "lines, measured", 2,
     [](const Table&, const Row& r) { return r.measured->store.lines; }, true},
    {"measured_write_cost", "passes × sectors, relative, measured", 3,
     [](const Table& t, const Row& r) { return write_cost(t, r, true); }, true},
    {"measured_piece", "keys side by side, measured", 2,
     [](const Table&, const Row& r) { return r.measured->piece; }, true},
    {"measured_table_entries", "table entries of the run", 0,
     [](const Table&, const Row& r) { return double(r.measured->table_entries); }, true},
    {"measured_bytes", "bytes of the run", 0,
     [](const Table&, const Row& r) { return r.measured->bytes; }, true},
    {"stores", "stores counted", 0,
     [](const Table&, const Row& r) { return double(r.measured->stores); }, true},
    {"measured_passes", "passes counted", 0,
     [](const Table&, const Row& r) { return double(r.measured->passes); }, true},
};

const char* way_of(const Row& row) { return row.naive ? "naive" : "local sort"; }

/// One table line: way, numbers, sort, each in front of `between`.
template <class Number>
std::string line_of(const Table& table, const Row& row, const char* between, Number number) {
  std::string line = way_of(row);
  for (const Column& column : columns) {
    line += between;
    if (!column.of_stores || row.has_stores()) line += number(column, column.value(table, row));
  }
  return line + between + (row.measured ? row.measured->sort : "");
}

std::string series_words(uint32_t keys_per_thread) {
  return keys_per_thread == 1 ? "1 key per thread" : say(keys_per_thread, " keys per thread");
}

}  // namespace

std::string answer(const TradeoffTable& table) {
  std::string words = say("naive: ", best_radix(table, 0));
  for (uint32_t c : tradeoff_keys_per_thread)
    words += say(" · ", c == 1 ? series_words(c) : say(c, " keys"), ": ", best_radix(table, c));
  return words;
}

std::string reason(const TradeoffTable& table) {
  const uint32_t widest = std::min(radix::max_radix_bits, table.key_bits);
  std::string buckets;
  for (uint32_t c : tradeoff_keys_per_thread) {
    const double bucket = series_of(table, c)[widest - 1]->bucket;
    if (!buckets.empty()) buckets += c == 16 ? " and " : ", ";
    buckets +=
        short_number(bucket) + (c == 1 ? (bucket == 1 ? " key with " : " keys with ") : " with ");
    buckets += c == 1 ? series_words(c) : std::to_string(c);
  }
  return say("More bits mean fewer passes but more, smaller buckets: at r = ", widest,
             " a block's bucket has ", buckets, "; a sector holds ", keys_per_sector, ".");
}

std::string subject_words(const TradeoffTable& table) {
  const std::string what = table.source.empty()
                               ? say(power_text(table.keys), " keys of ", table.key_bits, " bits")
                               : table.source;
  return say(what, " · ", table.threads, " threads per block");
}

std::string progress_words(const TradeoffTable& table) {
  const std::string runs = say(table.done, " of ", table.of, " runs");
  const auto percent = static_cast<uint32_t>(table.fraction * 100);
  if (!table.error.empty()) return "Not measured to the end: " + table.error;
  if (table.running) return say("Measuring on the CPU engine: ", runs, ", ", percent, " %");
  if (table.cancelled) return say("Cancelled after ", runs, "; markers show what was measured");
  if (table.of == 0)
    return "Lines are closed forms for uniform keys; nothing is measured yet: choose a number of "
           "keys above";
  return table.first_pass_only
             ? say("Measured: first pass of ", table.of, " runs")
             : say("Measured: ", table.of, " runs, all passes of the widest digit");
}

std::string to_markdown(const TradeoffTable& table) {
  std::string text = "| way ", rule = "|---";
  for (const Column& column : columns) {
    text += say("| ", column.title, " ");
    rule += "|---:";
  }
  text += "| sort |\n" + rule + "|---|\n";
  const auto number = [](const Column& column, double value) {
    return fixed_number(value, column.digits);
  };
  for (const Row& row : table.rows) text += "| " + line_of(table, row, " | ", number) + " |\n";
  return say("Trade-off: ", subject_words(table), ". ", progress_words(table), ".\n\n", text);
}

std::string to_csv(const TradeoffTable& table) {
  std::string text = "way";
  for (const Column& column : columns) text += say(",", column.csv);
  text += ",sort\n";
  const auto number = [](const Column&, double value) { return exact(value); };
  for (const Row& row : table.rows) text += line_of(table, row, ",", number) + "\n";
  return text;
}

}  // namespace scope
