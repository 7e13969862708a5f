/// What section 13.7 claims about merge sort, compared with the rows of a timing run.
#pragma once

#include "app/timing/findings.hpp"

namespace scope {

/// Each sort against the one before it, then merging against sorting by digits; ideas whose rows
/// are not there are left out. The run must outlive the claims.
std::vector<Claim> claims_of_merges(const TimingRun& run);

}  // namespace scope
