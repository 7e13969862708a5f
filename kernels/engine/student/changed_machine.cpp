#define RADIX_CHANGED
#include "changed_machine.hpp"

#include "kernels/engine/simt/recorded_run.inl"
#include "kernels/engine/simt/run.hpp"

namespace radix {

void record_changed(void* sort, const Recipe& recipe, const Family& family, Trace& trace) {
  Run run(recipe.problem, true, family, {}, recipe.accesses);
  try {
    reinterpret_cast<void (*)(Run&)>(sort)(run);
  } catch (const KernelError&) {
    run.finish_early(trace);
    throw;
  }
  run.finish(trace);
}

}  // namespace radix
