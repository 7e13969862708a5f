/// Stands in for cuda.cu where the program was built without a CUDA toolkit.
#include "engine_machines.hpp"

namespace radix {

EngineInfo probe_cuda() {
  return {EngineId::cuda, false, "",
          "This build has no CUDA: no CUDA toolkit, or no GPU, was found when it was built. "
          "To run on an NVIDIA GPU, build it again where there are both."};
}

std::string cuda_trouble() { return probe_cuda().reason; }

void cuda_sort(std::size_t, const Recipe&, Trace& trace) { trace.error = probe_cuda().reason; }

}  // namespace radix
