/// The recording machine's host side for changed sorts: radixscope-run has it, so that it need not
/// be compiled with each change. The kernels that it runs are in the object that was loaded.
#pragma once

#include "kernels/run/engine.hpp"

namespace radix {

/// `sort`: the object's radix_changed_sort. Throws what a run throws; the trace has the steps that
/// were made until then.
void record_changed(void* sort, const Recipe& recipe, const Family& family, Trace& trace);

}  // namespace radix
