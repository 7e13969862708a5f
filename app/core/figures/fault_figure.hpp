/// The figure after the last step of a run that a fault ended (Trace::fault): the blocks that wait
/// and those that cannot start, the threads that did not meet, or the word that two threads
/// touched.
#pragma once

#include "app/core/moment/moment.hpp"
#include "app/core/scene/scene.hpp"

namespace scope {

/// True of a run that was broken off inside a kernel; a bug in print that came to its end was not.
bool stopped(const radix::Trace& trace);

/// True after the last step of such a run.
bool stands_at_fault(const Moment& moment);

/// Only where `stands_at_fault`.
Scene draw_fault(const Moment& moment);

}  // namespace scope
