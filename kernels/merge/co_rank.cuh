/// Merging two runs                                                   PMPP chapter 12, section 13.7
///
/// Two neighbouring runs A and B are sorted; merging takes the smaller of their first keys, over
/// and over. Of equal keys it takes A's, so the sort is stable. The chapter's last level:
///     A       3  5  6  8  9 10 12 15       B       0  4  6  7  9 10 11 13
///     merged  0  3  4  5  6  6  7  8  9  9 10 10 11 12 13 15
///     from    B  A  B  A  A  B  B  A  A  B  A  B  B  A  B  A
///
/// One thread could do that. For many, cut the result: output k can begin anywhere, if one knows
/// how many of the first k keys come from A. That is the co-rank i of k, and j = k - i come from B.
/// It is the only i for which neither side was robbed:
///     A[i-1] <= B[j]   the last key from A does not belong behind the next one from B, and
///     B[j-1] <  A[i]   the last key from B belongs before the next one from A.
/// <= one way and < the other: that is what puts A's key before an equal one of B.
///
/// The search begins with as many from A as there are, and halves what is left. k = 8 above:
///     i 8, j 0    A[7] = 15 > B[0] = 0    too many from A: 4 fewer
///     i 4, j 4    A[3] =  8 <= B[4] = 9,  B[3] = 7 < A[4] = 9    found
#pragma once

#include "kernels/simt/run.hpp"
#include "merge_arrays.hpp"

namespace radix::merges::inline KERNELS {

using Show = ShowIn<arrays>;

/// The order that is sorted by: whether x belongs before y, and is not equal.
struct Before {
  KeyOrder order;
  __device__ bool operator()(const Key& x, const Key& y) const {
    return comes_before(x, y, order);
  }
};

/// Two neighbouring runs of an array: A from `begin` on, B behind it. The last A of all may be
/// short, or have no B.
struct RunPair {
  uint32_t begin, a, b;
  __host__ __device__ uint32_t middle() const { return begin + a; }
  __host__ __device__ uint32_t size() const { return a + b; }
};
__host__ __device__ inline RunPair run_pair(uint32_t pair, uint32_t run, uint32_t n) {
  const uint32_t begin = pair * 2 * run, left = n - begin;
  const uint32_t a = left < run ? left : run, b = left - a < run ? left - a : run;
  return {begin, a, b};
}

/// The keys of an array from `begin` on.
template <class Keys>
struct From {
  const Keys& keys;
  uint32_t begin;
  __device__ decltype(auto) operator[](Index i) const { return keys[i.moved(begin + i)]; }
};

/// For searches that are not shown.
struct Unseen {
  template <class... T>
  __device__ void round(T...) const {}
};

/// How many of the first k merged keys come from A. Each look is shown at `place`, `before_a` keys
/// further on.
template <class Keys, class S>
__device__ inline uint32_t co_rank(uint32_t k, const Keys& keys, const RunPair& pair, Before before,
                                   S& show, uint32_t place, uint32_t before_a = 0) {
  const From<Keys> a{keys, pair.begin}, b{keys, pair.middle()};
  const uint32_t m = pair.a, n = pair.b;
  uint32_t i = min(k, m), j = k - i;
  uint32_t i_low = k > n ? k - n : 0, j_low = k > m ? k - m : 0;
  for (uint32_t look = 0;; ++look) {
    show.round("a_rank", look, place, before_a + i);

    if (i > 0 && j < n && before(b[j], a[i - 1])) {  // too many from A
      const uint32_t fewer = (i - i_low + 1) / 2;
      j_low = j;
      j += fewer;
      i -= fewer;
    } else if (j > 0 && i < m && !before(b[j - 1], a[i])) {  // too few
      const uint32_t more = (j - j_low + 1) / 2;
      i_low = i;
      i += more;
      j -= more;
    } else {
      return i;
    }
  }
}

/// The same number, searched along the diagonal of k: is the key of A in the middle of what is left
/// among the first k or not? One comparison a look, where co_rank may need two. k = 8 above:
///     i 4    A[4] =  9 >  B[3] = 7    not among them
///     i 2    A[2] =  6 <= B[5] = 10   among them
///     i 3    A[3] =  8 <= B[4] = 9    among them: i = 4
template <class Keys, class S>
__device__ inline uint32_t on_diagonal(uint32_t k, const Keys& keys, const RunPair& pair,
                                       Before before, S& show, uint32_t place,
                                       uint32_t before_a = 0) {
  const From<Keys> a{keys, pair.begin}, b{keys, pair.middle()};
  uint32_t low = k > pair.b ? k - pair.b : 0, high = min(k, pair.a), look = 0;
  while (low < high) {
    const uint32_t i = (low + high) / 2;
    show.round("a_rank", look++, place, before_a + i);

    if (before(b[k - 1 - i], a[i]))
      high = i;
    else
      low = i + 1;
  }
  show.round("a_rank", look, place, before_a + low);
  return low;
}

/// Keys that are merged: those of A at the places [a, a_end), those of B at [b, b_end).
struct Slices {
  uint32_t a, a_end, b, b_end;
};

/// Merges from the front: take(c, key, its place) for the first `count` keys. Where there are
/// fewer, what it takes behind them is no key.
template <class Keys, class Take>
__device__ inline void merge_serially(const Keys& keys, Slices from, auto count, Before before,
                                      Take take) {
  Key a = from.a < from.a_end ? keys[from.a] : Key{};
  Key b = from.b < from.b_end ? keys[from.b] : Key{};
  for (uint32_t c = 0; c < count; ++c) {
    // On a tie A's key goes first
    const bool takes_a = from.b >= from.b_end || (from.a < from.a_end && !before(b, a));
    const uint32_t place = takes_a ? from.a : from.b;
    Key taken = a;  // by value: a choice of two addresses would drive both out of the registers
    if (!takes_a) taken = b;
    take(c, taken, place);

    const bool more = place + 1 < (takes_a ? from.a_end : from.b_end);
    const Key key = more ? keys[place + 1] : Key{};
    if (takes_a) {
      a = key;
      ++from.a;
    } else {
      b = key;
      ++from.b;
    }
  }
}

/// Looks that a search in runs of so many keys may need, and one row more than any was seen to.
inline uint32_t most_looks(uint32_t run, uint32_t n) {
  uint32_t bits = 0;
  for (uint32_t size = min(run, n); size > 0; size /= 2) ++bits;
  return 2 * bits + 1;
}

}  // namespace radix::merges::inline KERNELS
