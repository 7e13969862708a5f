/// WHY sentences and FORMULA cards, written from the trace. The same words go to panels, SVG and
/// text.
#pragma once

#include <string>
#include <vector>

#include "app/moment/moment.hpp"

namespace scope {

/// One term of a formula with its number substituted.
struct Term {
  std::string value;  ///< "12"
  std::string name;   ///< "bucket start"; what the number is
  char sign = '+';    ///< what stands before it
};

/// A formula with the selected key's numbers.
struct Formula {
  std::string title;  ///< "Where does key 13 go?"
  std::string words;  ///< "slot = bucket start + thread − zeros in the block"; the terms' names
  std::vector<Term> terms;
  std::string result;  ///< "14"; empty when this moment does not know it yet
  std::string hint;    ///< e.g. "point at a key" when nothing is selected
};

}  // namespace scope
