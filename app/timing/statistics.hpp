/// Medians and quartiles, the same everywhere.
#pragma once

#include <vector>

namespace scope {

/// The value below which this share (0…1) of the values lies, on the line between its neighbours; 0 of none.
double quantile(std::vector<double> values, double share);
double median(std::vector<double> values);

}  // namespace scope
