/// The bodies of CudaRungs; each cuda_rungs_*.cu makes them for its kind of key.
#pragma once

#include "cuda_rungs.hpp"

namespace radix {
inline namespace SIMT_TARGET {

template <class Key>
Cost CudaRungs<Key>::cost(std::size_t rung, const Cut& cut) {
  return plan<Key>(rung, cut);
}

template <class Key>
const Key* CudaRungs<Key>::sort(std::size_t rung, const Cut& cut, Key* keys, Key* other, LaunchWatch& watch) {
  return sort_timed<Key>(rung, cut, keys, other, watch);
}

}  // namespace SIMT_TARGET
}  // namespace radix
