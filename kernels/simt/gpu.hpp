/// The CUDA machine: the same three words on top of the CUDA runtime. Included by nvcc only.
#pragma once

#include <cuda_runtime.h>

#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "../engines/engine.hpp"
#include "common.hpp"

namespace radix {
inline namespace gpu {

/// Throws KernelError with CUDA's own words when a call failed. `doing` completes "while …".
inline void check(cudaError_t result, const std::string& doing) {
  if (result == cudaSuccess) return;
  throw KernelError("CUDA stopped while " + doing + ": " + cudaGetErrorString(result) + " (" +
                    cudaGetErrorName(result) + ")");
}

/// For loops that wait for another block; the hardware needs no help.
__device__ inline void spin_pause() {}

template <class T>
class View {
 public:
  View() = default;
  __host__ __device__ View(T* data, std::size_t size) : data_(data), size_(size) {}
  /// A kernel that only reads takes a View<const T>.
  template <class U>
    requires std::is_same_v<const U, T>
  __host__ __device__ View(const View<U>& other)  // NOLINT: meant to convert
      : data_(other.data()), size_(other.size()) {}
  __device__ T& operator[](uint32_t i) const { return data_[i]; }
  __host__ __device__ View slice(std::size_t first, std::size_t count) const {
    return {data_ + first, count};
  }
  __host__ __device__ T* data() const { return data_; }
  __host__ __device__ std::size_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

class SharedMemory {
 public:
  template <class T>
  __device__ View<T> array(uint32_t count) {
    extern __shared__ uint64_t radix_shared_memory[];
    used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    auto* data = reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(radix_shared_memory) + used_);
    used_ += count * static_cast<uint32_t>(sizeof(T));
    return {data, count};
  }

 private:
  uint32_t used_ = 0;
};

template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t size, const char* name = "a buffer") : size_(size), name_(name) {
    if (size == 0) return;
    check(cudaMalloc(&data_, size * sizeof(T)), std::string("making room for ") + name_);
    check(cudaMemset(data_, poison, size * sizeof(T)), std::string("clearing ") + name_);
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
  void upload(const std::vector<T>& values) {
    if (values.empty()) return;
    check(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
          std::string("filling ") + name_);
  }
  std::vector<T> download(std::size_t count, std::size_t first = 0) const {
    std::vector<T> values(count);
    if (count == 0) return values;
    check(cudaMemcpy(values.data(), data_ + first, count * sizeof(T), cudaMemcpyDeviceToHost),
          std::string("reading ") + name_);
    return values;
  }
  void clear() { fill(0); }
  void fill(unsigned char byte) {
    if (size_ > 0) check(cudaMemset(data_, byte, size_ * sizeof(T)), std::string("clearing ") + name_);
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

/// Blocks of this kernel that the device holds at once.
template <class Function>
uint32_t resident_blocks(Function* kernel, const Grid& grid) {
  int device = 0, processors = 0, per_processor = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "asking for the device");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, kernel, static_cast<int>(grid.threads),
                                                      grid.shared_bytes),
        "asking how many blocks fit");
  return static_cast<uint32_t>(processors * per_processor);
}

/// Blocks that wait for each other must all run at once; a launch that cannot do that would hang.
template <class Function>
void require_all_resident(Function* kernel, const char* name, const Grid& grid) {
  const uint32_t holds = resident_blocks(kernel, grid);
  const bool limited = grid.resident_limit > 0 && grid.resident_limit < holds;
  const uint32_t blocks = limited ? grid.resident_limit : holds;
  if (grid.blocks > blocks) throw KernelError(cannot_wait(name, grid.blocks, blocks, grid.threads, limited));
}

template <class Function>
struct Signature;
template <class... P>
struct Signature<void (*)(P...)> {
  template <auto Kernel, class... A>
  static void go(const char* name, const Grid& grid, A&&... arguments) {
    if (grid.shared_bytes > 48 * 1024) {
      check(cudaFuncSetAttribute(Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(grid.shared_bytes)),
            std::string("making room in shared memory for kernel ") + name);
    }
    if (!grid.all_resident) {
      Kernel<<<grid.blocks, grid.threads, grid.shared_bytes>>>(static_cast<P>(std::forward<A>(arguments))...);
      return;
    }
    require_all_resident(Kernel, name, grid);
    std::tuple<P...> values(std::forward<A>(arguments)...);
    std::apply(
        [&](auto&... value) {
          void* pointers[] = {&value...};
          check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(Kernel), grid.blocks, grid.threads,
                                            pointers, grid.shared_bytes, nullptr),
                std::string("launching kernel ") + name);
        },
        values);
  }
};

template <auto Kernel, class... A>
void launch(const char* name, Grid grid, A&&... arguments) {
  Signature<decltype(Kernel)>::template go<Kernel>(name, grid, std::forward<A>(arguments)...);
  check(cudaGetLastError(), std::string("launching kernel ") + name);
  check(cudaDeviceSynchronize(), std::string("running kernel ") + name);
}

}  // namespace gpu
}  // namespace radix
