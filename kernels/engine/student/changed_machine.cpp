#define RADIX_CHANGED
#include "changed_machine.hpp"

#include "kernels/engine/simt/recorded_run.inl"
#include "kernels/engine/simt/run.hpp"

namespace radix {

template class Buffer<uint32_t>;
template class Buffer<unsigned long long>;
template class Buffer<Record>;
template void Run::owns(const ArrayInfo&, Buffer<uint32_t>&, std::size_t);
template void Run::owns(const ArrayInfo&, Buffer<Record>&, std::size_t);
template void Run::disowns(Buffer<uint32_t>&);
template void Run::disowns(Buffer<Record>&);

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
