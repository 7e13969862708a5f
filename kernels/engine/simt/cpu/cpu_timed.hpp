/// The CPU machine of timed runs: the words of cpu.hpp, as fast as they get and unchecked. What a
/// kernel does wrong is found by the careful machine, which runs the very same kernels.
///
/// Blocks are taken in increasing order by as many OS threads as the processor runs at once. The
/// threads of a block run one after the other in a plain loop until one of them has to wait; from
/// then on each has a stack of its own and they take turns, from wait to wait, always in the same
/// order: whoever waits goes straight on to its neighbour. All threads of a block must pass the
/// same barriers and shuffles, or all must leave.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "kernels/engine/model/arrays.hpp"
#include "kernels/engine/simt/arena.hpp"
#include "kernels/engine/simt/common.hpp"

#define __global__ inline
#define __host__

// Everything a kernel calls becomes part of it: a function that returns after a wait is predicted
// wrongly, because the processor remembers the last call, and that was another thread's.
#if defined(__GNUC__)
#define RADIX_FLATTEN __attribute__((flatten))
#define __device__ __attribute__((always_inline))
#else
#define RADIX_FLATTEN
#define __device__
#endif

namespace radix {
inline namespace cpu_timed {

inline constexpr bool machine_records = false;

struct uint3 {
  uint32_t x, y, z;
};

/// A number in a type of its own: no store of a kernel can change it, and the compiler knows that.
enum class Word : uint32_t {};

/// Where the running CUDA thread is. One OS thread runs one CUDA thread at a time.
struct Here {
  enum class Mode : uint32_t {
    free,       ///< no thread of the block has waited: a plain loop
    lockstep,   ///< all wait in turn
    finishing,  ///< thread 0 has left: all must leave
  };
  Word thread{}, block{}, threads{1}, blocks{1};
  Mode mode = Mode::free;
  uint32_t exchange = 0;  ///< which of the two rows the next shuffle uses
  unsigned char* shared = nullptr;
  std::size_t shared_bytes = 0;
  void** stacks = nullptr;   ///< [threads] where each goes on, while it waits
  uint32_t* exchanged[2]{};  ///< [threads] what threads hand in at a shuffle; two rows in turn

  static uint3 of(Word x) { return {static_cast<uint32_t>(x), 0, 0}; }
};
inline thread_local constinit Here here;

#define threadIdx (::radix::cpu_timed::Here::of(::radix::cpu_timed::here.thread))
#define blockIdx (::radix::cpu_timed::Here::of(::radix::cpu_timed::here.block))
#define blockDim (::radix::cpu_timed::Here::of(::radix::cpu_timed::here.threads))
#define gridDim (::radix::cpu_timed::Here::of(::radix::cpu_timed::here.blocks))

/// Every thread of the block must come here before any goes on.
void __syncthreads();

/// What the lane `distance` to the left in the warp hands in as `value`; a lane without one gets
/// its own. The whole block waits for each other, not only the warp, so every thread of the block
/// must come to the same shuffle.
inline uint32_t __shfl_up_sync(uint32_t /*mask*/, uint32_t value, uint32_t distance) {
  const uint32_t t = threadIdx.x;
  if (t == 0) here.exchange ^= 1;  // a late thread still reads the other row
  uint32_t* row = here.exchanged[here.exchange];
  row[t] = value;
  __syncthreads();
  return t % 32 >= distance ? row[t - distance] : value;
}

/// For loops that wait for another block, which runs on another OS thread, or on this one when all
/// blocks of the launch are resident.
void spin_pause();

inline void __threadfence() { std::atomic_thread_fence(std::memory_order_seq_cst); }

/// True in the block's own shared memory, which no other OS thread touches: plain instructions do.
inline bool only_mine(const void* address) {
  const auto offset =
      static_cast<std::size_t>(static_cast<const unsigned char*>(address) - here.shared);
  return offset < here.shared_bytes;
}

inline uint32_t atomicAdd(uint32_t* address, uint32_t value) {
  if (!only_mine(address))
    return std::atomic_ref(*address).fetch_add(value, std::memory_order_relaxed);
  const uint32_t old = *address;
  *address = old + value;
  return old;
}
inline uint32_t atomicExch(uint32_t* address, uint32_t value) {
  return std::atomic_ref(*address).exchange(value, std::memory_order_relaxed);
}
inline unsigned long long atomicAdd(unsigned long long* address, unsigned long long value) {
  return std::atomic_ref(*address).fetch_add(value, std::memory_order_acq_rel);
}
inline uint32_t atomicMin(uint32_t* address, uint32_t value) {
  std::atomic_ref cell(*address);
  uint32_t old = cell.load(std::memory_order_relaxed);
  while (value < old && !cell.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}
inline uint32_t atomicMax(uint32_t* address, uint32_t value) {
  std::atomic_ref cell(*address);
  uint32_t old = cell.load(std::memory_order_relaxed);
  while (value > old && !cell.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}

/// The careful CPU machine wants to know when a thread comes to its next show; this one does not.
inline void moments_passed(uint32_t) {}
/// Where a value lies does not matter here.
template <class T>
MemorySpace space_of(const T&) {
  return MemorySpace::unknown;
}

using std::max;
using std::min;

/// An index; the careful CPU machine knows its line, too.
struct Index {
  uint32_t value;
  Index(uint32_t v) : value(v) {}              // NOLINT: meant to convert
  operator uint32_t() const { return value; }  // NOLINT: meant to convert
  Index moved(uint32_t to) const { return to; }
};

/// A word that blocks read while others write it: whole, and never from a cache.
template <class T>
struct Published {
  T* word;
  operator T() const { return std::atomic_ref(*word).load(std::memory_order_acquire); }  // NOLINT
  T operator=(T value) const {  // NOLINT: what was assigned
    std::atomic_ref(*word).store(value, std::memory_order_release);
    return value;
  }
};

/// Memory as a kernel sees it.
template <class T>
class View {
 public:
  View() = default;
  View(std::remove_volatile_t<T>* data, std::size_t size) : data_(data), size_(size) {}
  /// A kernel that only reads takes a View<const T>, one that others write meanwhile a volatile
  /// one.
  template <class U>
  requires std::is_same_v<const U, T> || std::is_same_v<volatile U, T> View(
      const View<U>& other)  // NOLINT: meant to convert
      : data_(const_cast<std::remove_volatile_t<T>*>(other.data())), size_(other.size()) {}
  decltype(auto) operator[](uint32_t i) const {
    if constexpr (std::is_volatile_v<T>)
      return Published<std::remove_volatile_t<T>>{data_ + i};
    else
      return (data_[i]);
  }
  /// What follows the first `first` elements.
  View operator+(std::size_t first) const { return {data_ + first, size_ - first}; }
  std::remove_volatile_t<T>* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::remove_volatile_t<T>* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Hands out the block's dynamic shared memory, array after array. Every thread makes one and asks
/// for the same arrays in the same order, so all see the same memory.
class SharedMemory {
 public:
  template <class T>
  View<T> array(uint32_t count) {
    used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    auto* data = reinterpret_cast<T*>(here.shared + used_);
    used_ += count * sizeof(T);
    return {data, count};
  }
  /// All that is left.
  template <class T>
  View<T> rest() {
    const std::size_t begin = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    return array<T>(static_cast<uint32_t>((here.shared_bytes - begin) / sizeof(T)));
  }

 private:
  std::size_t used_ = 0;
};

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
  operator View<volatile T>() { return view(); }
  View<T> operator+(std::size_t first) { return view() + first; }
  void clear() {
    if (data_ != nullptr && size_ > 0) std::memset(static_cast<void*>(data_), 0, size_ * sizeof(T));
  }
  std::vector<T> download(std::size_t count) const { return {data_, data_ + count}; }

 private:
  T* data_;
  std::size_t size_;
};

/// One launch with its kernel and arguments erased.
struct Work {
  const char* kernel;
  Grid grid;
  void (*threads)(
      const void* arguments);  ///< runs CUDA threads, from the one in `here` on: see run_threads
  const void* arguments;
};
/// Throws KernelError. One launch at a time: others wait.
void run_grid(const Work& work);

/// OS threads that run blocks, the caller's among them.
uint32_t workers();
/// Tests try other numbers; 0: as many as the processor runs at once.
void set_workers(uint32_t count);

/// CUDA threads of a launch whose blocks all wait for each other: each has a stack, all at the same
/// time.
inline constexpr uint32_t max_resident_threads = 1u << 16;

/// Throws KernelError when a launch like this would be refused.
void require_possible(const char* name, const Grid& grid);
template <auto Kernel>
void require_possible(const char* name, const Grid& grid) {
  require_possible(name, grid);
}

/// Runs the CUDA thread in `here`, and those after it as long as no thread of the block waits.
template <auto Kernel, class Arguments>
RADIX_FLATTEN void run_threads(const void* arguments) {
  const Arguments values =
      *static_cast<const Arguments*>(arguments);  // its own copy: no store changes it
  do {
    std::apply(Kernel, values);
    if (here.mode != Here::Mode::free) return;
    here.thread = static_cast<Word>(static_cast<uint32_t>(here.thread) + 1);
  } while (here.thread < here.threads);
}

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
  run_grid({name, grid, run_threads<Kernel, Arguments>, &values});
}

}  // namespace cpu_timed
}  // namespace radix
