/// Memory and launches of timed runs on the CUDA machine: buffers come from memory taken before,
/// launches are only queued.
#pragma once

#include <vector>

#include "gpu.hpp"
#include "kernels/engine/simt/arena.hpp"

namespace radix {
inline namespace SIMT_TARGET {

inline constexpr bool machine_records = false;

/// As common.h has it: a timed kernel cuts its shared memory itself.
template <class T, class U>
__device__ inline T* after(U* array, unsigned count) {
  return (T*)((char*)array + count * (unsigned)sizeof(U));
}

/// `size` values of the arena in use, or memory that is given.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t size, const char* name = "a buffer")
      : data_(static_cast<T*>(Arena::in_use().take(size * sizeof(T), name))), size_(size) {}
  Buffer(T* data, std::size_t size) : data_(data), size_(size) {}

  std::size_t size() const { return size_; }
  View<T> view() { return {data_, size_}; }
  operator View<T>() { return view(); }
  operator View<const T>() { return view(); }
  operator T*() { return data_; }  ///< as a kernel takes it
  View<T> operator+(std::size_t first) { return view() + first; }
  void clear() {
    if (data_ != nullptr && size_ > 0)
      check(cudaMemsetAsync(data_, 0, size_ * sizeof(T), nullptr), "clearing a buffer");
  }
  /// Waits for what is queued.
  std::vector<T> download(std::size_t count) const {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost),
          "reading a buffer back");
    return values;
  }

 private:
  T* data_;
  std::size_t size_;
};

/// kernel<<<grid>>>(arguments…); does not wait. Throws KernelError.
template <auto Kernel, class... A>
void launch(const char* name, Grid grid, A&&... arguments) {
  Signature<decltype(Kernel)>::template enqueue<Kernel>(name, grid, std::forward<A>(arguments)...);
}

/// Would a launch like this be refused? Throws KernelError.
template <auto Kernel>
void require_possible(const char* name, const Grid& grid) {
  if (grid.all_resident) require_all_resident(Kernel, name, grid);
}

}  // namespace SIMT_TARGET
}  // namespace radix
