#include "one_sweep.inl"

namespace radix::sweep {
template void one_sweep_sort<uint32_t, NoValue, Ranks::ballots>(const Work&, StandIn);
template void one_sweep_sort<uint32_t, NoValue, Ranks::atomics>(const Work&, StandIn);
}  // namespace radix::sweep
