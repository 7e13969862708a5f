/// A run as plain text, for screen readers, terminals and diff.
#pragma once

#include <string>

#include "../kernels/trace.hpp"

namespace scope {

/// Every step: its place and caption, what happens and why, the source line, every array in full.
std::string transcript(const radix::Trace& trace);

/// The arrays that exist after so many steps (at 0: the input), a line each.
std::string arrays_text(const radix::Trace& trace, std::size_t cursor);

/// "digits on CPU emulation: 16 keys; key bits 4, radix bits 2, …": one line without its end.
std::string run_words(const radix::Trace& trace);

}  // namespace scope
