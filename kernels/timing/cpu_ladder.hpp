/// The timed ladder of the CPU engine: compiled in cpu_ladder_*.cpp, a file per type of keys, so
/// that they compile side by side.
#pragma once

#include "timed_run.hpp"

namespace radix {
inline namespace cpu_timed {

extern template Cost plan<uint32_t>(std::size_t, const Cut&);
extern template Cost plan<uint64_t>(std::size_t, const Cut&);
extern template Cost plan<Pair>(std::size_t, const Cut&);
extern template const uint32_t* sort_timed<uint32_t>(std::size_t, const Cut&, uint32_t*, uint32_t*,
                                                     LaunchWatch&);
extern template const uint64_t* sort_timed<uint64_t>(std::size_t, const Cut&, uint64_t*, uint64_t*,
                                                     LaunchWatch&);
extern template const Pair* sort_timed<Pair>(std::size_t, const Cut&, Pair*, Pair*, LaunchWatch&);

}  // namespace cpu_timed
}  // namespace radix
