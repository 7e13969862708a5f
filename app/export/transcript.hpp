/// A run as plain text, for screen readers, terminals and diff.
#pragma once

#include <functional>
#include <string>

#include "kernels/engine/model/trace.hpp"

namespace scope {

/// Every step: its place and caption, what happens and why, the formula with its numbers, what is
/// kept and what was spent so far, the source line, every array in full. `going` is asked before
/// every step, with how many are done and how many there are; where it says false, "". `pinned`:
/// identity of the key that why and formula speak about; none: each step has its own example.
std::string transcript(const radix::Trace& trace,
                       const std::function<bool(std::size_t, std::size_t)>& going = {},
                       uint32_t pinned = 0xffffffffu);

/// The arrays that exist after this many steps (at 0: the input), a line each.
std::string arrays_text(const radix::Trace& trace, std::size_t cursor);

}  // namespace scope
