/// Two lists, one thread                                                 radix sort
///
/// How a single processor sorts by one bit: it goes through the keys and appends each to one of two
/// lists, the zeros or the ones. Then it copies both back, the zeros first. No key's place has to
/// be computed: a key goes to the next free place of its list.
///
/// The chapter's 16 keys, bit 0:
///     keys       12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     zero list  12  6  8 10  6  4 10  0
///     one list    3  9 15  5  9 11 13  7
///     keys       12  6  8 10  6  4 10  0  3  9 15  5  9 11 13  7
///
/// Both lists are filled in the order of the keys, so equal keys keep their order: the sort by one
/// bit is stable, and bit after bit, lowest first, it sorts the keys. But for each bit every key is
/// copied twice, one after the other, by one thread. Many threads need a scan to find the places
/// (radix/01_one_bit.cu) or a list each (lists_by_thread.cu).
#include "../common.h"

/// One thread sorts all keys by one bit.
__global__ void fill_two_lists(Key* keys, Key* zero_list, Key* one_list, unsigned n,
                               unsigned bit) {
  unsigned zeros = 0, ones = 0;
  for (unsigned i = 0; i < n; ++i) {
    const Key key = keys[i];
    if ((key >> bit & 1) == 0)
      zero_list[zeros++] = key;
    else
      one_list[ones++] = key;
  }
  //: zero_list[ListOf{0, 1, zeros}] = zero_list; one_list[ListOf{0, 1, ones}] = one_list
  //: list_counts[0, 1] = zeros, ones

  // Copy back: first the zeros, then the ones
  for (unsigned i = 0; i < zeros; ++i) keys[i] = zero_list[i];
  for (unsigned i = 0; i < ones; ++i) keys[zeros + i] = one_list[i];
  //: output[ListOf{0, 1, n}] = keys
}

/// One launch of one thread per bit.
void sort_by_two_lists(Run& run) {
  const unsigned n = run.size();
  DeviceArray<Key> zero_list(n);
  DeviceArray<Key> one_list(n);
  for (unsigned bit = 0; bit < run.bits(); ++bit) {  //: pass
    fill_two_lists<<<1, 1>>>(run.input(), zero_list, one_list, n, bit);
  }
}

// radixscope: sort_into(sort_by_two_lists, keys, output, n, bits)
int main(int argc, char** argv) {
  return sort_and_check(sort_by_two_lists, argc, argv, {}, 10007);
}
