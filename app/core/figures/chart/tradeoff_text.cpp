#include "tradeoff_text.hpp"

#include "calculator_page.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "app/core/base/text.hpp"
#include "text/tradeoff.hpp"

namespace scope {
namespace {

/// One column of the tables. `digits`: after the point in Markdown; −1: text or a whole number.
struct Column {
  const char* csv;
  text::Label title;
  int digits;
  double (*value)(const TradeoffTable&, const TradeoffRow&);
  bool of_stores = false;  ///< only where stores were measured
};

using Table = TradeoffTable;
using Row = TradeoffRow;

constexpr Column columns[] = {
    {"keys_per_thread", text::tradeoff::column_keys, 0,
     [](const Table&, const Row& r) { return double(r.keys_per_thread); }},
    {"radix_bits", "r", 0, [](const Table&, const Row& r) { return double(r.radix_bits); }},
    {"passes", text::tradeoff::column_passes, 0,
     [](const Table&, const Row& r) { return double(r.passes); }},
    {"launches", text::tradeoff::column_launches, 0,
     [](const Table&, const Row& r) { return double(r.launches); }},
    {"table_entries", text::tradeoff::column_entries, 0,
     [](const Table&, const Row& r) { return r.table_entries; }},
    {"table_per_key", text::tradeoff::column_entries_key, 4,
     [](const Table&, const Row& r) { return r.table_per_key; }},
    {"bucket", text::tradeoff::column_bucket, 2,
     [](const Table&, const Row& r) { return r.bucket; }},
    {"bytes_per_pass", text::tradeoff::column_bytes_pass, 0,
     [](const Table&, const Row& r) { return r.bytes_per_pass; }},
    {"bytes", text::tradeoff::column_bytes, 0, [](const Table&, const Row& r) { return r.bytes; }},
    {"runs", text::tradeoff::column_runs, 2,
     [](const Table&, const Row& r) { return r.store.runs; }},
    {"sectors", text::tradeoff::column_sectors, 2,
     [](const Table&, const Row& r) { return r.store.sectors; }},
    {"lines", text::tradeoff::column_lines, 2,
     [](const Table&, const Row& r) { return r.store.lines; }},
    {"write_cost", text::tradeoff::column_cost, 3,
     [](const Table& t, const Row& r) { return write_cost(t, r, false); }},
    {"measured_runs", text::tradeoff::column_runs_seen, 2,
     [](const Table&, const Row& r) { return r.measured->store.runs; }, true},
    {"measured_sectors", text::tradeoff::column_sectors_seen, 2,
     [](const Table&, const Row& r) { return r.measured->store.sectors; }, true},
    {"measured_lines", text::tradeoff::column_lines_seen, 2,
     [](const Table&, const Row& r) { return r.measured->store.lines; }, true},
    {"measured_write_cost", text::tradeoff::column_cost_seen, 3,
     [](const Table& t, const Row& r) { return write_cost(t, r, true); }, true},
    {"measured_piece", text::tradeoff::column_piece_seen, 2,
     [](const Table&, const Row& r) { return r.measured->piece; }, true},
    {"measured_table_entries", text::tradeoff::column_entries_seen, 0,
     [](const Table&, const Row& r) { return double(r.measured->table_entries); }, true},
    {"measured_bytes", text::tradeoff::column_bytes_seen, 0,
     [](const Table&, const Row& r) { return r.measured->bytes; }, true},
    {"stores", text::tradeoff::column_stores, 0,
     [](const Table&, const Row& r) { return double(r.measured->stores); }, true},
    {"measured_passes", text::tradeoff::column_passes_seen, 0,
     [](const Table&, const Row& r) { return double(r.measured->passes); }, true},
};

/// One table line: way, numbers, sort, each in front of `between`.
template <class Number>
std::string line_of(const Table& table, const Row& row, std::string line, const char* between,
                    Number number) {
  for (const Column& column : columns) {
    line += between;
    if (!column.of_stores || row.has_stores()) line += number(column, column.value(table, row));
  }
  return line + between + (row.measured ? row.measured->sort : "");
}

}  // namespace

std::string answer(const TradeoffTable& table) {
  return text::tradeoff::answer({.four = best_radix(table, 4),
                                 .naive = best_radix(table, 0),
                                 .one = best_radix(table, 1),
                                 .sixteen = best_radix(table, 16)});
}

std::pair<std::string, std::string> reason(const TradeoffTable& table) {
  const uint32_t widest = std::min(radix::max_radix_bits, table.key_bits);
  const auto bucket = [&](uint32_t keys_per_thread) {
    return series_of(table, keys_per_thread)[widest - 1]->bucket;
  };
  return {text::tradeoff::reason,
          text::tradeoff::reason_numbers({.four = short_number(bucket(4)),
                                          .one = short_number(bucket(1)),
                                          .radix = widest,
                                          .sector = keys_per_sector,
                                          .single = bucket(1) == 1,
                                          .sixteen = short_number(bucket(16))})};
}

std::string subject_words(const TradeoffTable& table) {
  if (!table.source.empty())
    return text::tradeoff::subject_of({.source = table.source, .threads = table.threads});
  return text::tradeoff::subject(
      {.bits = table.key_bits, .keys = power_text(table.keys), .threads = table.threads});
}

std::string progress_words(const TradeoffTable& table) {
  const auto percent = static_cast<uint32_t>(table.fraction * 100);
  if (!table.error.empty()) return text::tradeoff::failed({.error = table.error});
  if (table.running)
    return text::tradeoff::measuring({.done = table.done, .of = table.of, .percent = percent});
  if (table.cancelled) return text::tradeoff::cancelled({.done = table.done, .of = table.of});
  if (table.of == 0) return text::tradeoff::not_measured;
  return table.first_pass_only ? text::tradeoff::first_pass({.runs = table.of})
                               : text::tradeoff::measured({.runs = table.of});
}

std::string to_markdown(const TradeoffTable& table) {
  std::string text = joined({"| ", text::tradeoff::column_way, " "}), rule = "|---";
  for (const Column& column : columns) {
    text += joined({"| ", column.title, " "});
    rule += "|---:";
  }
  text += joined({"| ", text::tradeoff::column_sort, " |\n", rule, "|---|\n"});
  const auto number = [](const Column& column, double value) {
    return fixed_number(value, column.digits);
  };
  for (const Row& row : table.rows)
    text += "| " +
            line_of(table, row, row.naive ? text::tradeoff::naive : text::tradeoff::way_local,
                    " | ", number) +
            " |\n";
  return text::tradeoff::table_head(
             {.progress = progress_words(table), .subject = subject_words(table)}) +
         "\n\n" + text;
}

std::string to_csv(const TradeoffTable& table) {
  std::string text = "way";
  for (const Column& column : columns) text += std::string(",") + column.csv;
  text += ",sort\n";
  const auto number = [](const Column&, double value) { return exact(value); };
  for (const Row& row : table.rows)
    text += line_of(table, row, row.naive ? "naive" : "local sort", ",", number) + "\n";
  return text;
}

}  // namespace scope
