/// Two lists, one thread                                                            radix sort
///
/// How one processor sorts by a bit: it walks through the keys and puts each at the end of one of
/// two lists, the zeros or the ones. Then it copies both back, the zeros first. Nobody has to ask
/// where a key goes: the next free place of its list is where.
///
/// The chapter's 16 keys, bit 0:
///     keys       12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     zero list  12  6  8 10  6  4 10  0
///     one list    3  9 15  5  9 11 13  7
///     keys       12  6  8 10  6  4 10  0  3  9 15  5  9 11 13  7
///
/// Equal keys keep their order, for both lists are filled in the order of the keys: stable, so bit
/// after bit, from the lowest one, sorts all. Every key is copied twice a bit, by one thread, one
/// after the other. Many threads need a scan to find those places (01_one_bit.cuh), or a list each
/// (lists_by_thread.cuh).
#pragma once

#include "lists_show.hpp"

namespace radix::lists::inline KERNELS {

/// One thread sorts all keys by one bit.
__global__ void fill_two_lists(View<Key> keys, View<Key> zero_list, View<Key> one_list, uint32_t n,
                               Digit digit, Show show) {
  uint32_t zeros = 0, ones = 0;
  for (uint32_t i = 0; i < n; ++i) {
    const Key key = keys[i];
    if (bit_of(key, digit) == 0)
      zero_list[zeros++] = key;
    else
      one_list[ones++] = key;
  }
  show("zero_list", ListOf{0, 1, zeros}, zero_list);
  show("one_list", ListOf{0, 1, ones}, one_list);
  const uint32_t counts[] = {zeros, ones};
  show("list_counts", ListOf{0, 1, 2}, counts);

  // Copy back: first the zeros, then the ones
  for (uint32_t i = 0; i < zeros; ++i) keys[i] = zero_list[i];
  for (uint32_t i = 0; i < ones; ++i) keys[zeros + i] = one_list[i];
  show("output", ListOf{0, 1, n}, keys);
}

/// A launch of one thread a bit.
inline void sort_by_two_lists(Run& run) {
  const uint32_t n = run.size();
  DeviceArrayIn<arrays, Key> zero_list(run, "zero_list", n), one_list(run, "one_list", n);
  for (const Digit digit : run.passes())
    run.launch<fill_two_lists>(1, 1)(run.input(), zero_list, one_list, n, digit);
}

}  // namespace radix::lists::inline KERNELS
