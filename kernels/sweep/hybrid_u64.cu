#include "hybrid.inl"

namespace radix::sweep {
template bool hybrid_sort<uint64_t>(const Work&);
}  // namespace radix::sweep
