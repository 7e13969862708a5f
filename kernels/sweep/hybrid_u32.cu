#include "hybrid.inl"

namespace radix::sweep {
template bool hybrid_sort<uint32_t>(const Work&);
}  // namespace radix::sweep
