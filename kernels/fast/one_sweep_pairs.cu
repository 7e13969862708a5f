#include "one_sweep.inl"

namespace radix::sweep {
template void one_sweep_sort<uint32_t, uint32_t, Ranks::ballots>(const Work&, StandIn);
}  // namespace radix::sweep
