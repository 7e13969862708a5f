/// What the chapter claims about radix sorts, compared with the rows of a timing run.
#pragma once

#include "app/timing/findings.hpp"

namespace scope {

/// Sections 13.4 to 13.6, of the largest input with bars; ideas whose rows are not there are left
/// out. The run must outlive the claims.
std::vector<Claim> claims_of_radix(const TimingRun& run);

}  // namespace scope
