/// One lane of a comparison as data: the keys after every part of its run (pass, level, layer), the
/// table of every pass, and what each part has cost so far and costs in total. Everything is read
/// from the trace and from the log of its accesses.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/model/stores.hpp"
#include "app/core/moment/moment.hpp"

namespace scope {

/// A row of keys that belong together: a bucket of a digit, or a run that is in order.
struct StripGroup {
  uint32_t begin = 0, end = 0;  ///< positions
  uint32_t bucket = no_bucket;
  static constexpr uint32_t no_bucket = 0xffffffffu;  ///< it is a run
};

/// The keys between two parts of a run.
struct StripRow {
  double height = 0;         ///< how much of the sort is done, 0…1: its place down the strip
  uint32_t sorted_bits = 0;  ///< low bits that are in order here, in sorts by digits
  std::string name;          ///< "input", "bits 0–1", "runs of 4 in pairs"
  radix::Digit digit{};      ///< by which the part before it sorted; 0 bits wide: by none
  std::optional<radix::Array> keys;  ///< with identities; nothing: the run has not got that far
  std::vector<StripGroup> groups{};  ///< of the keys, in order
};

/// The bucket table of a pass: a row for every bucket, a column for every block.
struct StripTable {
  radix::ArrayId array{};  ///< of its counts
  uint32_t rows = 0, columns = 0;
  std::vector<uint32_t> counts{};  ///< row-major; empty: not made yet
  uint32_t entries() const { return rows * columns; }
};

/// The scatter of a part: how its stores meet memory.
struct StripStores {
  uint64_t runs = 0, segments = 0;
};

struct LaneStrip {
  const char* noun = "pass";     ///< what a part is called
  const char* nouns = "passes";  ///< what several parts are called
  bool by_digits = false;        ///< every part sorts by a digit, the lowest first
  uint32_t done = 0;             ///< parts whose output stands
  std::vector<StripRow> rows{};  ///< of the input, then one after every part
  std::vector<std::optional<StripTable>> tables{};   ///< by part; nothing: it has none
  std::vector<std::optional<StripStores>> stores{};  ///< by part, once it has written
  std::vector<WordCost> now{}, whole{};              ///< by part: so far, and in the end
  std::size_t parts() const { return tables.size(); }
};
LaneStrip strip_of(const Moment& moment);

WordCost sum_of(const std::vector<WordCost>& parts);

/// Says that a lane's digits would be wider than its keys: "radix 8, but keys of 4 bits: as with
/// radix 4"; "" where they are not.
std::string too_wide_words(const radix::Trace& trace);

/// Whether rows at one height hold the same keys in the same order in all lanes that sort by
/// digits, looked up in the arrays.
struct SameRows {
  uint32_t pairs = 0;   ///< rows of two lanes at one height
  uint32_t unlike = 0;  ///< pairs of rows that differ
};
SameRows same_rows(const std::vector<LaneStrip>& lanes);
/// "Rows at the same height hold the same keys in the same order (3 pairs of rows checked)."; ""
/// where no two lanes have one.
std::string same_rows_words(const SameRows& same);

}  // namespace scope
