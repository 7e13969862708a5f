/// Where passes, stages and steps lie along the timeline. No drawing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/engine/model/trace.hpp"

namespace scope {

/// A run of steps that belong together.
struct TrackSpan {
  std::size_t begin = 0, end = 0;  ///< steps
  float x = 0, width = 0;          ///< pixels
  float right() const { return x + width; }
};

/// Where everything of the timeline is.
struct Track {
  std::vector<TrackSpan> passes, stages;
  std::vector<float> steps;  ///< x of every step's left end, and one more
};

/// Lays the steps out from x to x + width, pixels. Where not every stage's name fits, those of the
/// pass `focus` get their room.
Track track_of(std::span<const radix::Step> steps, uint32_t focus, float x, float width);

/// The cursor that a place stands for: after the step under it, 0 left of all.
std::size_t cursor_at(const Track& track, float x);

/// The stage's name.
const char* stage_name(const radix::Step& step);

/// Why a run has no steps.
const char* no_steps_words(const radix::Trace& trace);

}  // namespace scope
