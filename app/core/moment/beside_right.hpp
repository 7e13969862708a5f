/// Runs that are compared with one of the right kernels: with a planted fault, or of changed files.
#pragma once

#include <optional>

#include "kernels/engine/model/trace.hpp"

namespace scope {

/// Where the run first differs from the right one, even if it broke off later; nothing where it
/// does not, or is no such run.
inline const std::optional<radix::Fault>& beside_right(const radix::Trace& trace) {
  static const std::optional<radix::Fault> nothing;
  if (trace.planted.empty() && trace.changed.empty()) return nothing;
  const bool broke_off_later = trace.fault && trace.fault->step == radix::none && trace.differs;
  return trace.fault && !broke_off_later ? trace.fault : trace.differs;
}

}  // namespace scope
