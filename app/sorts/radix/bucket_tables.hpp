/// The middle of figure 13.6: the count table, the same counts in one line with their exclusive
/// scan, and the table of bucket starts.
#pragma once

#include <optional>

#include "table_plan.hpp"

namespace scope {

/// Draws them. `entry`: the one whose way is lit, or nothing.
void add_tables(Scene& scene, const Moment& moment, const TablePlan& plan,
                std::optional<uint32_t> entry);

}  // namespace scope
