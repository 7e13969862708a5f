/// The lanes of a comparison as numbers: what each is, and what its sort has cost.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/core/base/table.hpp"
#include "app/core/model/stores.hpp"
#include "document.hpp"

namespace scope {

/// One column per lane, up to its cursor or for its whole sort. Where lanes go by parts of other
/// names ("layers", "passes") the row is called "parts" and its cells say which.
Table lane_table(const Document& document, bool whole);

/// One of a lane's running totals.
struct Figured {
  std::string name,
      value;  ///< ready to be written; "layers" of one lane may be "passes" of another
  double number = 0;
  bool less_is_better = true;
  double begin = 0;  ///< of a number that falls to 0: what it is before the first step; else 0
};
std::vector<Figured> lane_figures(const radix::Trace& trace, std::size_t cursor, MemoryShape shape);

/// Which lanes have the best of a number, one of each lane: none where all have the same, where one
/// has no such number or counts something else, passes where another counts layers.
std::vector<bool> best_lanes(std::span<const Figured> numbers);

/// Who is best at what, over the whole sorts: "Fewest passes: lane 3 (1). Fewest bytes: lane 2
/// (1208). …"; "" for one lane. Of lanes that are not all radix sorts: launches, bytes and
/// barriers, and key comparisons where all compare.
std::string verdict_words(const Document& document);

}  // namespace scope
