/// What must hold at every moment of a sort, looked up in the keys as they stand.
#pragma once

#include <string>

#include "moment.hpp"

namespace scope {

struct Invariants {
  bool ordered = true;   ///< sorted by the low bits that the passes done so far have sorted
  bool complete = true;  ///< every key is there, once
  bool stable = true;    ///< keys that are equal in those bits stand as they did in the input
  std::string order;     ///< "by the low 2 of 4 bits", "not yet", "in descending order"
  std::string keys;      ///< "all 16 there"
  std::string equals;    ///< "in input order", or the first pair that changed places
};

}  // namespace scope
