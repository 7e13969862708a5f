// A vector of the host for a student's file, and what copies between it and the device.
#pragma once
#include "device_ptr.h"
#include <algorithm>
#include <vector>
namespace thrust {
template <class T>
class device_vector;
template <class T>
class host_vector : public std::vector<T> {
 public:
  using std::vector<T>::vector;
  host_vector() = default;
  host_vector(const std::vector<T>& other) : std::vector<T>(other) {}
  host_vector(const device_vector<T>& device);
  host_vector& operator=(const device_vector<T>& device);
};
using std::generate;
template <class In, class Out>
Out copy(In from, In end, Out to) {
  rs_memcpy((void*)&*to, (const void*)&*from, (size_t)(end - from) * sizeof *from, cudaMemcpyDefault,
            __builtin_LINE());
  return to + (end - from);
}
}  // namespace thrust
