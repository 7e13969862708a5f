/// The ladder's timed runs compiled by the host compiler, for one type of keys.
#define RADIX_TIMED
#include "cpu_ladder.hpp"

namespace radix {
inline namespace cpu_timed {

template Cost plan<Pair>(std::size_t, const Cut&);
template const Pair* sort_timed<Pair>(std::size_t, const Cut&, Pair*, Pair*, LaunchWatch&);

}  // namespace cpu_timed
}  // namespace radix
