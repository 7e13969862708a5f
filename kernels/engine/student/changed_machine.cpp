#define RADIX_CHANGED
#include "changed_machine.hpp"

#include "kernels/engine/simt/recorded_run_body.hpp"
#include "kernels/engine/simt/run.hpp"
#include "text/student.hpp"

namespace radix {

template class Buffer<uint32_t>;
template class Buffer<unsigned long long>;
template class Buffer<Record>;
template void Run::owns(const ArrayInfo&, Buffer<uint32_t>&, std::size_t);
template void Run::owns(const ArrayInfo&, Buffer<Record>&, std::size_t);
template void Run::disowns(Buffer<uint32_t>&);
template void Run::disowns(Buffer<Record>&);

// Called where a compiler has not looked the names up (changed_sort.cpp: RADIX_LOOKUP)
void this_family_has_no_array_of_this_name() {
  throw KernelError(scope::text::student::changed_no_array.c_str());
}
void this_family_has_no_scan_of_this_name() { this_family_has_no_array_of_this_name(); }

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
