/// Stands in for cuda_timing.cu where the program was built without a CUDA toolkit.
#include "kernels/run/engine_machines.hpp"
#include "kernels/engine/simt/common.hpp"
#include "kernels/timing/timing_machine.hpp"

namespace radix {

Cost cuda_cost(const TimedInput&, const Configuration&) { return {.refusal = probe_cuda().reason}; }

std::unique_ptr<TimingSession> cuda_session(const TimedInput&, uint64_t) {
  throw KernelError(probe_cuda().reason);
}

TimingFacts cuda_facts(bool) { return cuda_machine_facts(); }

}  // namespace radix
