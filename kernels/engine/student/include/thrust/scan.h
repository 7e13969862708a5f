// The scans of a student's file: in one go, like a launch of its own.
#pragma once
#include "device_ptr.h"
template <class I, class O, class T>
RS_HIDDEN O rs_scan(I from, I end, O to, T first, bool inclusive, unsigned line) {
  rs_range(&*from, (size_t)(end - from) * sizeof *from, 0, line);
  rs_range(&*to, (size_t)(end - from) * sizeof *to, 1, line);
  T sum = first;
  for (; from != end; ++from, ++to) {
    const T before = sum;
    sum = (T)(sum + *from);
    *to = inclusive ? sum : before;
  }
  return to;
}
#define RS_LINE unsigned rs_line = __builtin_LINE()
namespace thrust {
template <class I, class O>
O exclusive_scan(I from, I end, O to, RS_LINE) {
  return rs_scan(from, end, to, decltype(*from + 0)(0), false, rs_line);
}
template <class I, class O>
O inclusive_scan(I from, I end, O to, RS_LINE) {
  return rs_scan(from, end, to, decltype(*from + 0)(0), true, rs_line);
}
template <class I, class O>
O exclusive_scan(const rs_policy&, I from, I end, O to, RS_LINE) {
  return rs_scan(from, end, to, decltype(*from + 0)(0), false, rs_line);
}
template <class I, class O>
O inclusive_scan(const rs_policy&, I from, I end, O to, RS_LINE) {
  return rs_scan(from, end, to, decltype(*from + 0)(0), true, rs_line);
}
}  // namespace thrust
