/// Writes the keys of a timed input, on either machine.
#pragma once

#include "distributions.hpp"
#include "kernels/engine/simt/keys.hpp"

namespace radix {
inline namespace SIMT_TARGET {

__host__ __device__ inline void set_key(uint32_t& key, uint64_t bits, uint32_t) {
  key = static_cast<uint32_t>(bits);
}
__host__ __device__ inline void set_key(uint64_t& key, uint64_t bits, uint32_t) { key = bits; }
/// The value is the place in the input: so it shows whether equal keys kept their order.
__host__ __device__ inline void set_key(Pair& pair, uint64_t bits, uint32_t place) {
  pair = {static_cast<uint32_t>(bits), place};
}

/// A thread makes one key.
template <class Key>
__global__ void make_keys(View<Key> keys, TimedInput input) {
  const uint64_t i = uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < input.n)
    set_key(*(keys.data() + i), key_at(input, i), static_cast<uint32_t>(i));
}

/// The host side. Throws KernelError.
template <class Key>
void make_timed_keys(View<Key> keys, const TimedInput& input) {
  constexpr uint32_t threads = 256;
  launch<make_keys<Key>>("make_keys",
                         Grid{static_cast<uint32_t>((input.n + threads - 1) / threads), threads},
                         keys, input);
}

}  // namespace SIMT_TARGET
}  // namespace radix
