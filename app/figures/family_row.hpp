/// What the app knows of one kind of sort: a row of plain data and functions in
/// app/<family>/<family>_row.cpp, listed in app/families/families.cpp.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/moment/invariants.hpp"
#include "app/words/explain.hpp"

namespace scope {

struct Family {
  const radix::Family* sorts;       ///< its rungs, arrays and parts
  std::span<const Figure> figures;  ///< of its runs, in the order of the list
  const char* (*best_figure)(
      const Moment&);                 ///< the id of the one that shows the step just taken best
  std::string (*why)(const Moment&);  ///< two or three sentences with this moment's numbers
  Formula (*formula)(const Moment&);  ///< of the key that why speaks about
  Invariants (*kept)(const Moment&);  ///< "Kept so far"
  std::vector<radix::ArrayId> (*reads)(const radix::Step&);  ///< the arrays that a step reads
  std::vector<std::string> (*threads)(const Moment&,
                                      uint32_t id);  ///< which thread has this key, a line each
};

}  // namespace scope
