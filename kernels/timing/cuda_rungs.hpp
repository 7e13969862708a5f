/// The rungs for timed runs on the CUDA machine, one kind of key per file of machine code.
#pragma once

#include "timed_run.hpp"

namespace radix {
inline namespace SIMT_TARGET {

template <class Key>
struct CudaRungs {
  static Cost cost(std::size_t rung, const Cut& cut);
  static const Key* sort(std::size_t rung, const Cut& cut, Key* keys, Key* other,
                         LaunchWatch& watch);
};

}  // namespace SIMT_TARGET
}  // namespace radix
