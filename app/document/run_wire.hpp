/// A recorded run as bytes: from a copy of the program that recorded it (app/core/base/apart.hpp)
/// to the one that shows it. What both know, the recipe, does not cross.
#pragma once

#include <string>

#include "kernels/run/engine.hpp"

namespace scope {

/// True of what crosses whole: a run on the CPU engine without a planted fault and without a list
/// of its accesses.
bool can_cross(const radix::Recipe& recipe);

/// The run, and what its launches cost.
std::string run_bytes(const radix::Trace& trace);

/// The same run here, whose launches are known then (app/core/model/launch_costs.hpp). Other bytes
/// give a run that says so.
radix::Trace run_from(const std::string& bytes, const radix::Recipe& recipe);

/// A run of the recipe that came to nothing.
radix::Trace run_without_steps(const radix::Recipe& recipe, const std::string& error);

}  // namespace scope
