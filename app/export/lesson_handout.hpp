/// A lesson as a hand-out: one page for every slide.
#pragma once

#include "pages.hpp"
#include "app/state/lesson.hpp"

namespace scope {

/// The slides with their titles and captions, in order. A slide that cannot be shown is one sentence.
radix::Result<Handout> handout_of(const Lesson& lesson);

}  // namespace scope
