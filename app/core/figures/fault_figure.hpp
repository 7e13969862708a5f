/// The picture of a run that its kernels broke off (Trace::fault), at the end of the steps that
/// were made: the blocks that wait and the ones outside, the threads that did not meet, the word
/// that two of them touched.
#pragma once

#include "app/core/moment/moment.hpp"
#include "app/core/scene/scene.hpp"

namespace scope {

/// True of a run that was broken off inside a kernel; a bug in print that came to its end was not.
bool stopped(const radix::Trace& trace);

/// True behind the last step of such a run.
bool stands_at_fault(const Moment& moment);

/// Only where `stands_at_fault`.
Scene draw_fault(const Moment& moment);

}  // namespace scope
