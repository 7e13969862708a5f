/// What each way to sort (app/core/model/crossover.hpp) took in a timing run.
#pragma once

#include <cstdint>
#include <optional>

#include "timing_run.hpp"

namespace scope {

/// Nanoseconds per key of the fastest bar that sorts 2^log_n keys this way (an index of
/// ways_to_sort()); nothing: there is no such bar.
std::optional<double> fastest_ns(const TimingRun& run, std::size_t way, uint32_t log_n);

}  // namespace scope
