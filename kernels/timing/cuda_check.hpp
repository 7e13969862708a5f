/// Making an input on the device, and finding out what is wrong with a result.
#pragma once

#include "kernels/engine/simt/keys.hpp"
#include "timing.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// What a pass over n items finds.
struct Findings {
  unsigned long long disorder = 0;  ///< neighbours in the wrong order
  unsigned long long unstable =
      0;  ///< equal keys whose values fall (pairs: a value is the place in the input)
  unsigned long long first_sum = 0,
                     second_sum =
                         0;  ///< of two hashes of every item: the same items, the same sums
};

/// The input: item i is key_at(input, i), a pair's value is i.
template <class Key>
void make_input(const TimedInput& input, Key* items);

/// Pairs apart, for those who want keys and values in arrays of their own: n keys, then n values.
void take_apart(const Pair* pairs, uint32_t* parts, uint64_t n);

template <class Key>
Findings look_through(const Key* items, uint64_t n);
Findings look_through_parts(const uint32_t* parts, uint64_t n);

/// Swaps the first key with the first one that differs: what a wrong kernel does. Keys are sorted.
template <class Key>
void plant_fault(Key* items, uint64_t n);

/// Keeps one processor busy for this many milliseconds.
void sleep_on_device(double ms);

/// A kernel of the usual size that does nothing.
void launch_empty_kernel();

}  // namespace SIMT_TARGET
}  // namespace radix
