/// A run as plain text, for screen readers, terminals and diff.
#pragma once

#include <string>

#include "../kernels/trace.hpp"

namespace scope {

/// Every step: its place and caption, what happens and why, the source line, every array in full.
std::string transcript(const radix::Trace& trace);

}  // namespace scope
