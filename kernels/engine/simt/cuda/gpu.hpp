/// The CUDA machine: what a kernel may say, and how it is launched. Included by nvcc only. Memory
/// and waiting differ between recorded runs (gpu_careful.hpp) and timed ones (gpu_timed.hpp).
#pragma once

#include <cuda_runtime.h>

#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/engine/model/arrays.hpp"
#include "kernels/engine/model/settings.hpp"
#include "kernels/engine/simt/common.hpp"
#include "kernels/text/retold.hpp"
#include "text/cuda.hpp"

namespace radix {
inline namespace SIMT_TARGET {

namespace said = scope::text::cuda;

[[noreturn]] inline void stop_of(cudaError_t result, const std::string& doing) {
  (void)cudaGetLastError();  // CUDA remembers it, and the next launch would be blamed
  throw KernelError(said::stopped(
      {.doing = doing, .error = cudaGetErrorString(result), .name = cudaGetErrorName(result)}));
}
/// Throws KernelError with CUDA's own words when a call failed. `doing`: a text of the catalogue's
/// table "cuda".
inline void check(cudaError_t result, scope::text::Label doing) {
  if (result != cudaSuccess) stop_of(result, doing);
}
/// The same; `doing`: a message with this slot.
template <class Slots>
void check(cudaError_t result, std::string (*doing)(const Slots&), const scope::Words& of) {
  if (result != cudaSuccess) stop_of(result, doing({scope::text::retold(of.view())}));
}

using ::max;
using ::min;

/// For loops that wait for another block; the hardware needs no help.
__device__ inline void spin_pause() {}

/// The careful CPU machine wants to know when a thread comes to its next show; this one does not.
__device__ inline void moments_passed(uint32_t) {}

/// An index; the careful CPU machine knows its line, too.
struct Index {
  uint32_t value;
  __device__ Index(uint32_t v) : value(v) {}              // NOLINT: meant to convert
  __device__ operator uint32_t() const { return value; }  // NOLINT: meant to convert
  __device__ Index moved(uint32_t to) const { return to; }
};

template <class T>
class View {
 public:
  View() = default;
  __host__ __device__ View(T* data, std::size_t size) : data_(data), size_(size) {}
  /// A kernel that only reads takes a View<const T>, one that others write meanwhile a volatile
  /// one.
  template <class U>
  requires std::is_same_v<const U, T> || std::is_same_v<volatile U, T> __host__ __device__
  View(const View<U>& other)  // NOLINT: meant to convert
      : data_(other.data()), size_(other.size()) {}
  __device__ T& operator[](uint32_t i) const { return data_[i]; }
  /// What follows the first `first` elements.
  __host__ __device__ View operator+(std::size_t first) const {
    return {data_ + first, size_ - first};
  }
  __host__ __device__ T* data() const { return data_; }
  __host__ __device__ std::size_t size() const { return size_; }
#if defined(RADIX_TIMED)
  operator T*() const { return data_; }  ///< as a kernel takes it
#endif

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Where a value lies: a thread's own, an element of an array, an array.
__device__ inline MemorySpace space_at(const void* address) {
  return __isShared(address)   ? MemorySpace::shared
         : __isGlobal(address) ? MemorySpace::global
                               : MemorySpace::thread;
}
template <class T>
__device__ MemorySpace space_of(const T& value) {
  return space_at(&value);
}
template <class T>
__device__ MemorySpace space_of(const View<T>& array) {
  return space_at(array.data());
}

/// Dynamic shared memory of the launch that runs, as it was asked for. Recorded runs set it.
__constant__ uint32_t shared_bytes_here;

/// On a GPU the hardware decides who comes first.
__device__ inline void pause_if_last_first(uint32_t) {}

class SharedMemory {
 public:
  /// All that is left.
  template <class T>
  __device__ View<T> rest() {
    const uint32_t begin = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    return array<T>((shared_bytes_here - begin) / sizeof(T));
  }
  template <class T>
  __device__ View<T> array(uint32_t count) {
    extern __shared__ uint64_t radix_shared_memory[];
    used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    auto* data =
        reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(radix_shared_memory) + used_);
    used_ += count * static_cast<uint32_t>(sizeof(T));
    return {data, count};
  }

 private:
  uint32_t used_ = 0;
};

/// Blocks of this kernel that the device holds at once.
template <class Function>
uint32_t resident_blocks(Function* kernel, const Grid& grid) {
  int device = 0, processors = 0, per_processor = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
        "asking for the device");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &per_processor, kernel, static_cast<int>(grid.threads), grid.shared_bytes),
        "asking how many blocks fit");
  return static_cast<uint32_t>(processors * per_processor);
}

/// Blocks that wait for each other must all run at once; a launch that cannot do that would hang.
template <class Function>
void require_all_resident(Function* kernel, const char* name, const Grid& grid) {
  const uint32_t holds = resident_blocks(kernel, grid);
  const bool limited = grid.resident_limit > 0 && grid.resident_limit < holds;
  const uint32_t blocks = limited ? grid.resident_limit : holds;
  if (grid.blocks > blocks)
    throw KernelError(cannot_wait(name, grid.blocks, blocks, grid.threads, limited));
}

/// As much as a block may have where it asks for it.
inline void require_shared_room(const char* name, std::size_t bytes) {
  int device = 0, most = 0;
  check(cudaGetDevice(&device), "asking which device is used");
  check(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
        "asking for a block's shared memory");
  if (bytes > static_cast<std::size_t>(most))
    throw KernelError(said::no_shared_memory({.given = most, .kernel = name, .needed = bytes}));
}

/// The parameters of a kernel.
template <class Function>
struct Signature;
template <class... P>
struct Signature<void (*)(P...)> {
  /// Hands the launch to the device and does not wait. Throws KernelError when it is refused.
  template <auto Kernel, class... A>
  static void enqueue(const char* name, const Grid& grid, A&&... arguments) {
    // Neighbours may be read together, 16 bytes at once: the compiler does so after the last, too
    const std::size_t shared_bytes = (grid.shared_bytes + 15) / 16 * 16;
    if (shared_bytes > 48 * 1024) {
      require_shared_room(name, shared_bytes);
      check(cudaFuncSetAttribute(Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 static_cast<int>(shared_bytes)),
            said::shared_for_kernel, name);
    }
    if (grid.all_resident) {
      require_all_resident(Kernel, name, grid);
      std::tuple<P...> values(std::forward<A>(arguments)...);
      const auto launch = [&](auto&... value) {
        void* pointers[] = {&value...};
        return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(Kernel), grid.blocks,
                                           grid.threads, pointers, shared_bytes, nullptr);
      };
      check(std::apply(launch, values), said::launching_kernel, name);
    } else {
      Kernel<<<grid.blocks, grid.threads, shared_bytes>>>(
          static_cast<P>(std::forward<A>(arguments))...);
      check(cudaGetLastError(), said::launching_kernel, name);
    }
  }
};

}  // namespace SIMT_TARGET
}  // namespace radix
