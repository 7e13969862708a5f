/// The CPU machine: CUDA's words for the host compiler.
///
/// A CUDA thread is a fiber that runs until it must wait. Whole blocks run from barrier to barrier, in
/// a chosen order of threads and blocks, so a run is deterministic. A block that has to wait for another
/// one (spin_pause) steps aside; as many blocks as the launch allows can stand aside at once. Found and
/// reported as KernelError: a barrier or a shuffle that not every thread of the block reaches, threads at
/// different ones, a shuffle whose mask names other lanes than the warp has, an index outside a buffer or
/// outside shared memory, blocks that wait for ever.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/run/engine.hpp"
#include "kernels/simt/common.hpp"

#define __global__
#define __device__
#define __host__

namespace radix {
inline namespace cpu {

inline constexpr bool machine_records = true;

struct uint3 {
  uint32_t x, y, z;
};

/// Where the running CUDA thread is. One OS thread runs one CUDA thread at a time.
struct Here {
  uint3 thread{0, 0, 0}, block{0, 0, 0}, threads{1, 1, 1}, blocks{1, 1, 1};
  unsigned char* shared = nullptr;
  std::size_t shared_bytes = 0;
};
inline thread_local constinit Here here;

#define threadIdx (::radix::cpu::here.thread)
#define blockIdx (::radix::cpu::here.block)
#define blockDim (::radix::cpu::here.threads)
#define gridDim (::radix::cpu::here.blocks)

/// A place in the kernel source.
struct Site {
  const char* file;
  uint32_t line;
};

/// Every thread of the block must come here before any goes on.
void sync_threads(Site site);
inline void __syncthreads(const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) {
  sync_threads({file, line});
}

/// What the lane `distance` to the left in the warp hands in as `value`; a lane without one gets its own. The mask
/// must name the lanes that the warp has, no more and no fewer. Stricter than the hardware: here the whole block
/// waits for each other, not only the warp, so every thread of the block must come to the same shuffle.
uint32_t __shfl_up_sync(uint32_t mask, uint32_t value, uint32_t distance, const char* file = __builtin_FILE(),
                        uint32_t line = __builtin_LINE());

/// For loops that wait for another block: lets the others run. When all that may run only wait, throws.
void spin_pause(const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE());

inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }

inline uint32_t atomicAdd(uint32_t* address, uint32_t value) {
  return std::atomic_ref(*address).fetch_add(value);
}
inline uint32_t atomicMin(uint32_t* address, uint32_t value) {
  std::atomic_ref cell(*address);
  uint32_t old = cell.load();
  while (value < old && !cell.compare_exchange_weak(old, value)) {}
  return old;
}

/// Words that blocks read while others write them: whole, and never from a cache.
inline uint64_t load_now(const uint64_t* word) { return std::atomic_ref(*const_cast<uint64_t*>(word)).load(); }
inline void store_now(uint64_t* word, uint64_t value) { std::atomic_ref(*word).store(value); }
/// Adds one; returns what was there.
inline uint64_t count_up(uint64_t* word) { return std::atomic_ref(*word).fetch_add(1); }

using std::max;
using std::min;

[[noreturn]] void out_of_range(uint32_t index, std::size_t size, const char* what, Site site);

/// An index that remembers the source line it was written on.
struct Index {
  uint32_t value;
  Site site;
  Index(uint32_t v, const char* file = __builtin_FILE(),  // NOLINT: meant to convert
        uint32_t line = __builtin_LINE())
      : value(v), site{file, line} {}
};

/// Memory as a kernel sees it: a checked array.
template <class T>
class View {
 public:
  View() = default;
  View(T* data, std::size_t size, const char* what) : data_(data), size_(size), what_(what) {}
  /// A kernel that only reads takes a View<const T>.
  template <class U>
    requires std::is_same_v<const U, T>
  View(const View<U>& other)  // NOLINT: meant to convert
      : data_(other.data()), size_(other.size()), what_(other.what()) {}

  T& operator[](Index i) const {
    if (i.value >= size_) out_of_range(i.value, size_, what_, i.site);
    return data_[i.value];
  }
  /// The part that begins at `first`.
  View slice(std::size_t first, std::size_t count) const { return {data_ + first, count, what_}; }
  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  const char* what() const { return what_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  const char* what_ = "";
};

/// Hands out the block's dynamic shared memory, array after array. Every thread makes one and asks for
/// the same arrays in the same order, so all see the same memory. Poisoned before every block.
class SharedMemory {
 public:
  template <class T>
  View<T> array(uint32_t count) {
    used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    auto* data = reinterpret_cast<T*>(here.shared + used_);
    used_ += count * sizeof(T);
    if (used_ > here.shared_bytes) too_small(used_);
    return {data, count, "shared memory"};
  }

 private:
  [[noreturn]] static void too_small(std::size_t needed);
  std::size_t used_ = 0;
};

/// Memory of the machine, owned by the host. Poisoned when made.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t size, const char* name = "a buffer")
      : data_(size), name_(name) {
    if (size > 0) std::memset(static_cast<void*>(data_.data()), poison, size * sizeof(T));
  }
  std::size_t size() const { return data_.size(); }
  View<T> view() { return {data_.data(), data_.size(), name_}; }
  operator View<T>() { return view(); }
  operator View<const T>() { return view(); }
  void upload(const std::vector<T>& values) {
    std::copy(values.begin(), values.end(), data_.begin());
  }
  /// `count` values from `first` on.
  std::vector<T> download(std::size_t count, std::size_t first = 0) const {
    const auto begin = data_.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }
  void clear() { fill(0); }
  void fill(unsigned char byte) {
    if (!data_.empty()) std::memset(static_cast<void*>(data_.data()), byte, data_.size() * sizeof(T));
  }

 private:
  std::vector<T> data_;
  const char* name_;
};

/// One launch with its kernel and arguments erased.
struct Work {
  const char* kernel;
  Grid grid;
  void (*thread)(const void* arguments);   ///< runs one CUDA thread
  const void* arguments;
};
void run_grid(const Work& work);

/// The order in which threads and blocks run from now on, on this OS thread.
void set_order(Schedule threads, Schedule blocks, uint32_t seed);

/// Another thread sets this to true to end the launch at the next block; null: nobody may.
void set_cancel(const std::atomic<bool>* cancel);

template <class Function>
struct Signature;
template <class... P>
struct Signature<void (*)(P...)> {
  using Arguments = std::tuple<P...>;
};

/// kernel<<<grid>>>(arguments…), then waits. Throws KernelError.
template <auto Kernel, class... A>
void launch(const char* name, Grid grid, A&&... arguments) {
  using Arguments = typename Signature<decltype(Kernel)>::Arguments;
  const Arguments values(std::forward<A>(arguments)...);
  run_grid({name, grid,
            [](const void* p) { std::apply(Kernel, *static_cast<const Arguments*>(p)); }, &values});
}

}  // namespace cpu
}  // namespace radix
