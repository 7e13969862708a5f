/// What each machine gives to timing_engines.cpp; cuda_*: cuda_timing.cu, or no_cuda_timing.cpp where the program was
/// built without a CUDA toolkit.
#pragma once

#include "timing.hpp"

namespace radix {

std::span<const Anchor> cpu_anchors();
Cost cpu_cost(const TimedInput& input, const Configuration& configuration);
std::unique_ptr<TimingSession> cpu_session(const TimedInput& input, uint64_t scratch_bytes);
TimingFacts cpu_facts(bool measure);

std::span<const Anchor> cuda_anchors();
Cost cuda_cost(const TimedInput& input, const Configuration& configuration);
std::unique_ptr<TimingSession> cuda_session(const TimedInput& input, uint64_t scratch_bytes);
TimingFacts cuda_facts(bool measure);

}  // namespace radix
