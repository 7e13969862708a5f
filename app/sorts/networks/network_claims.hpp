/// What section 13.8 claims about sorting networks, compared with the rows of a timing run.
#pragma once

#include "app/timing/findings.hpp"

namespace scope {

/// Each sort against the one before it, then networks against merging, where there are few keys and
/// where there are many. Ideas whose rows are not there are left out. The run must outlive the
/// claims.
std::vector<Claim> claims_of_networks(const TimingRun& run);

}  // namespace scope
