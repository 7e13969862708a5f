/// What each engine gives to timing.cpp and timing_engines.cpp: cpu_facts.cpp and cpu_timing.cpp,
/// cuda_facts.cu and cuda_timing.cu, or no_cuda_….cpp where the program was built without a CUDA
/// toolkit.
#pragma once

#include "timing.hpp"

namespace radix {

/// What is asked for cannot be, on any engine: "" or one sentence with the way out (limits.cpp). A
/// sort, by its index in the list, or a baseline.
std::string refusal_of_input(const TimedInput& input);
std::string refusal_of_sort(const SortInfo& sort, const TimedInput& input,
                            const Settings& settings);

/// The same of a launch that no room would be enough for.
std::string why_refused(const Fault& fault);

/// "There is no way to sort called 'x' …": names the sorts and these baselines.
std::string unknown_method(const std::string& name, std::span<const Baseline> baselines);

/// The baseline of this name, or null.
const Baseline* baseline_named(std::span<const Baseline> baselines, const std::string& name);

/// "", or one sentence: this version of CUB (300001 for 3.0.1) is known to sort slowly, so that
/// what stands beside it looks faster than it is.
std::string warning_about_cub(uint32_t version);

/// Known without any sort.
TimingFacts cpu_machine_facts();
TimingFacts cuda_machine_facts();
std::span<const Baseline> cuda_baselines();  ///< none where this build has no CUDA

/// timing.hpp describes them. cost: only asked when nothing above refuses.
Cost cpu_cost(const TimedInput& input, const Configuration& configuration);
std::unique_ptr<TimingSession> cpu_session(const TimedInput& input, uint64_t scratch_bytes);
TimingFacts cpu_facts(bool measure);

Cost cuda_cost(const TimedInput& input, const Configuration& configuration);
std::unique_ptr<TimingSession> cuda_session(const TimedInput& input, uint64_t scratch_bytes);
TimingFacts cuda_facts(bool measure);

}  // namespace radix
