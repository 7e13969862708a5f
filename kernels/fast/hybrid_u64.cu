#include "hybrid.inl"

namespace radix::sweep {
template void hybrid_sort<uint64_t>(const Work&);
}  // namespace radix::sweep
