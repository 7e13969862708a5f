// The sorts of a student's file: stable, in one go, like a launch of their own.
#pragma once
#include "device_ptr.h"
#ifndef RS_LINE
#define RS_LINE unsigned rs_line = __builtin_LINE()
#endif
struct rs_less {
  template <class T>
  RS_HIDDEN bool operator()(const T& a, const T& b) const { return a < b; }
};
// Merges runs of one, two, four … elements; `order` says which keys stand where.
template <class T, class Less>
RS_HIDDEN void rs_order(const T* keys, size_t count, size_t* order, Less less) {
  size_t* other = (size_t*)malloc((count + 1) * sizeof(size_t));
  for (size_t i = 0; i < count; ++i) order[i] = i;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t begin = 0; begin < count; begin += 2 * width) {
      const size_t middle = begin + width < count ? begin + width : count;
      const size_t end = begin + 2 * width < count ? begin + 2 * width : count;
      for (size_t k = begin, i = begin, j = middle; k < end; ++k)
        other[k] = i < middle && (j >= end || !less(keys[order[j]], keys[order[i]])) ? order[i++]
                                                                                     : order[j++];
    }
    for (size_t i = 0; i < count; ++i) order[i] = other[i];
  }
  free(other);
}
template <class T>
RS_HIDDEN void rs_permute(T* values, size_t count, const size_t* order) {
  T* copy = (T*)malloc((count + 1) * sizeof(T));
  for (size_t i = 0; i < count; ++i) copy[i] = values[order[i]];
  for (size_t i = 0; i < count; ++i) values[i] = copy[i];
  free(copy);
}
template <class T, class V, class Less>
RS_HIDDEN void rs_sort(T* from, T* end, V* values, Less less, unsigned line) {
  const size_t count = (size_t)(end - from);
  size_t* order = (size_t*)malloc((count + 1) * sizeof(size_t));
  rs_range(from, count * sizeof(T), 0, line);
  if (values) rs_range(values, count * sizeof(V), 0, line);
  rs_order(from, count, order, less);
  rs_range(from, count * sizeof(T), 1, line);
  if (values) rs_range(values, count * sizeof(V), 1, line);
  rs_permute(from, count, order);
  if (values) rs_permute(values, count, order);
  free(order);
}
namespace thrust {
template <class T>
struct less { RS_HIDDEN bool operator()(const T& a, const T& b) const { return a < b; } };
template <class T>
struct greater { RS_HIDDEN bool operator()(const T& a, const T& b) const { return b < a; } };
#define RS_SORTS(name)                                                                          \
  template <class T>                                                                            \
  void name(T* from, T* end, RS_LINE) { rs_sort(from, end, (T*)0, rs_less(), rs_line); }        \
  template <class T, class Less>                                                                \
  void name(T* from, T* end, Less less, RS_LINE) { rs_sort(from, end, (T*)0, less, rs_line); }  \
  template <class T>                                                                            \
  void name(const rs_policy&, T* from, T* end, RS_LINE) {                                       \
    rs_sort(from, end, (T*)0, rs_less(), rs_line);                                              \
  }                                                                                             \
  template <class T, class Less>                                                                \
  void name(const rs_policy&, T* from, T* end, Less less, RS_LINE) {                            \
    rs_sort(from, end, (T*)0, less, rs_line);                                                   \
  }                                                                                             \
  template <class T, class V>                                                                   \
  void name##_by_key(T* from, T* end, V* values, RS_LINE) {                                     \
    rs_sort(from, end, values, rs_less(), rs_line);                                             \
  }                                                                                             \
  template <class T, class V>                                                                   \
  void name##_by_key(const rs_policy&, T* from, T* end, V* values, RS_LINE) {                   \
    rs_sort(from, end, values, rs_less(), rs_line);                                             \
  }
RS_SORTS(sort)
RS_SORTS(stable_sort)
}  // namespace thrust
