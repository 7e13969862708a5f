#include "hybrid.inl"

namespace radix::sweep {
template void hybrid_sort<uint32_t>(const Work&);
}  // namespace radix::sweep
