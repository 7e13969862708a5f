/// The ladder's timed runs compiled by the host compiler, for one type of keys.
#define RADIX_TIMED
#include "cpu_ladder.hpp"

namespace radix {
inline namespace cpu_timed {

template Cost plan<uint32_t>(std::size_t, const Cut&);
template const uint32_t* sort_timed<uint32_t>(std::size_t, const Cut&, uint32_t*, uint32_t*,
                                              LaunchWatch&);

}  // namespace cpu_timed
}  // namespace radix
