/// Stands in for cuda_facts.cu where the program was built without a CUDA toolkit.
#include "kernels/run/engine_machines.hpp"
#include "kernels/timing/timing_machine.hpp"

namespace radix {

std::span<const Baseline> cuda_baselines() { return {}; }

TimingFacts cuda_machine_facts() { return {.engine = "cuda", .note = probe_cuda().reason}; }

}  // namespace radix
