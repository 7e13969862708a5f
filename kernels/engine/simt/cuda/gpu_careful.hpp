/// Memory and launches of recorded runs on the CUDA machine: poisoned buffers, every launch waited
/// for, so that an error names its kernel.
#pragma once

#include "gpu.hpp"
#include "kernels/engine/model/problem.hpp"

namespace radix {
inline namespace SIMT_TARGET {

inline constexpr bool machine_records = true;

/// The order of the keys of the run: one at a time on a card.
inline KeyOrder order_here{};
__constant__ KeyOrder order_on_card;
__host__ __device__ inline const KeyOrder& order_of_run() {
#if defined(__CUDA_ARCH__)
  return order_on_card;
#else
  return order_here;
#endif
}
inline void set_order_of_run(const KeyOrder& order) {
  order_here = order;
  check(cudaMemcpyToSymbol(order_on_card, &order, sizeof order), "telling kernels the order");
}
/// On a GPU the hardware decides who comes first.
inline void set_arrival(Arrival) {}

/// What a launch touches is known on the careful CPU machine only.
class LogOfLaunch {
 public:
  LogOfLaunch(const void*, uint32_t) {}
  ~LogOfLaunch() {}
};

inline const std::vector<SameStores>& same_stores_of_launch() {
  static const std::vector<SameStores> none;
  return none;
}

template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t size, const char* name = "a buffer") : size_(size), name_(name) {
    if (size == 0) return;
    check(cudaMalloc(&data_, size * sizeof(T)), said::making_room, name_);
    check(cudaMemset(data_, poison, size * sizeof(T)), said::clearing, name_);
  }
  ~Buffer() { cudaFree(data_); }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }

  std::size_t size() const { return size_; }
  View<T> view() { return {data_, size_}; }
  operator View<T>() { return view(); }
  operator View<const T>() { return view(); }
  View<T> operator+(std::size_t first) { return view() + first; }
  void upload(const std::vector<T>& values) {
    if (values.empty()) return;
    check(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
          said::filling, name_);
  }
  std::vector<T> download(std::size_t count, std::size_t first = 0) const {
    std::vector<T> values(count);
    if (count == 0) return values;
    check(cudaMemcpy(values.data(), data_ + first, count * sizeof(T), cudaMemcpyDeviceToHost),
          said::reading, name_);
    return values;
  }
  void clear() { fill(0); }
  void fill(unsigned char byte) {
    if (size_ > 0) check(cudaMemset(data_, byte, size_ * sizeof(T)), said::clearing, name_);
  }

 private:
  void swap(Buffer& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(name_, other.name_);
  }
  T* data_ = nullptr;
  std::size_t size_ = 0;
  const char* name_ = "";
};

/// kernel<<<grid>>>(arguments…), then waits. Throws KernelError.
template <auto Kernel, class... A>
void launch(const char* name, Grid grid, A&&... arguments) {
  const auto bytes = static_cast<uint32_t>(grid.shared_bytes);
  check(cudaMemcpyToSymbol(shared_bytes_here, &bytes, sizeof bytes),
        "telling a kernel its shared memory");
  Signature<decltype(Kernel)>::template enqueue<Kernel>(name, grid, std::forward<A>(arguments)...);
  check(cudaDeviceSynchronize(), said::running_kernel, name);
}

}  // namespace SIMT_TARGET
}  // namespace radix
