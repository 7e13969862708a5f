/// What the chapter claims (sections 13.4 to 13.6), held against the rows of a timing run.
#pragma once

#include <string>
#include <vector>

#include "timing_run.hpp"

namespace scope {

/// One idea of the chapter: the rows that test it, and what they say.
struct Claim {
  std::string section;  ///< "13.5"
  std::string title;    ///< "several bits a pass"
  std::string verdict;  ///< "1.9 × faster at r = 4", "1.2 × slower"
  bool wins = false;
  std::vector<const TimingRow*> rows;  ///< of the run, in the order of the idea: without it first
  std::string words;                   ///< why, in numbers of these rows; may be several sentences
};

/// Of the largest input with bars; ideas whose rows are not there are left out. The run must
/// outlive the claims.
std::vector<Claim> timing_claims(const TimingRun& run);

}  // namespace scope
