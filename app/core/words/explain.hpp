/// WHY sentences and FORMULA cards, written from the trace. The same words go to panels, SVG and
/// text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"

namespace scope {

/// One term of a formula with its number substituted.
struct Term {
  std::string value;  ///< "12"
  std::string name;   ///< "bucket start"; what the number is
  char sign = '+';    ///< what stands before it
};

/// Such a term; "?" for a number that this moment does not know.
Term term(const std::optional<uint32_t>& value, std::string name, char sign = '+');

/// "slot = begin + rank": the terms by their names.
std::string rule_of(const std::string& result, const std::vector<Term>& terms);

/// A formula with the selected key's numbers.
struct Formula {
  std::string title;  ///< "Where does key 13 go?"
  std::string words;  ///< "slot = bucket start + thread − zeros in the block"; the terms' names
  std::vector<Term> terms;
  std::string result;  ///< "14"; empty when this moment does not know it yet
  std::string hint;    ///< e.g. "point at a key" when nothing is selected
};

/// Such a formula, whose rule is made of the terms' names; `result`: the name of what comes out.
Formula formula_by_terms(std::string title, const std::string& result, std::vector<Term> terms,
                         uint32_t number, std::string hint);

/// Why the result of the reversed order is read backwards, and what comes of it. `carries`: equal
/// keys can be told apart.
std::string why_backwards(const Moment& moment, bool carries = true);

}  // namespace scope
