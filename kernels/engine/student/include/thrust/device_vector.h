// Vectors of the device and of the host for a student's file.
#pragma once
#include "device_ptr.h"
#include "host_vector.h"
namespace thrust {
// An element that lies on the device: reading and writing it on the host is a copy.
template <class T>
struct rs_element {
  T* at;
  operator T() const {
    T value;
    rs_memcpy(&value, at, sizeof value, cudaMemcpyDeviceToHost, 0);
    return value;
  }
  rs_element& operator=(const T& value) {
    rs_memcpy(at, &value, sizeof value, cudaMemcpyHostToDevice, 0);
    return *this;
  }
  T* operator&() const { return at; }
};
template <class T>
class device_vector {
 public:
  device_vector() = default;
  explicit device_vector(size_t count) { resize(count); }
  device_vector(size_t count, const T& value) {
    resize(count);
    for (size_t i = 0; i < count; ++i) (*this)[i] = value;
  }
  device_vector(const host_vector<T>& host) { *this = host; }
  template <class A>
  device_vector(const std::vector<T, A>& host) { take(host.data(), host.size()); }
  device_vector(const T* from, const T* end) {
    resize((size_t)(end - from));
    rs_memcpy(at_, from, bytes(), cudaMemcpyDefault, 0);
  }
  device_vector(const device_vector& other) { *this = other; }
  device_vector& operator=(const device_vector& other) {
    resize(other.size());
    rs_memcpy(at_, other.at_, bytes(), cudaMemcpyDeviceToDevice, 0);
    return *this;
  }
  device_vector& operator=(const host_vector<T>& host) {
    take(host.data(), host.size());
    return *this;
  }
  ~device_vector() { rs_free(at_, 0); }
  void resize(size_t count) {
    if (count == count_ && at_) return;
    rs_free(at_, 0);
    count_ = count;
    rs_malloc((void**)&at_, bytes(), "device_vector", 1, 0);
  }
  size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  T* data() const { return at_; }
  T* begin() const { return at_; }
  T* end() const { return at_ + count_; }
  rs_element<T> operator[](size_t i) const { return {at_ + i}; }

 private:
  void take(const T* host, size_t count) {
    resize(count);
    rs_memcpy(at_, host, bytes(), cudaMemcpyHostToDevice, 0);
  }
  size_t bytes() const { return count_ * sizeof(T); }
  T* at_ = 0;
  size_t count_ = 0;
};
template <class T>
host_vector<T>::host_vector(const device_vector<T>& device) { *this = device; }
template <class T>
host_vector<T>& host_vector<T>::operator=(const device_vector<T>& device) {
  this->resize(device.size());
  rs_memcpy(this->data(), device.data(), device.size() * sizeof(T), cudaMemcpyDeviceToHost, 0);
  return *this;
}
}  // namespace thrust
