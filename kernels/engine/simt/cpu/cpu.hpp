/// The CPU machine: CUDA's words for the host compiler.
///
/// A CUDA thread is a fiber that runs until it must wait. Whole blocks run from barrier to barrier,
/// in a chosen order of threads and blocks, so a run is deterministic. A block that has to wait for
/// another one (spin_pause) steps aside; as many blocks as the launch allows can stand aside at
/// once. Found and reported as KernelError: a barrier or a shuffle that not every thread of the
/// block reaches, threads at different ones, a shuffle or a vote whose mask names other lanes than
/// the warp has, an index outside a buffer or outside shared memory, blocks that wait for ever, and
/// two threads that race for a word (accesses.hpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "accesses.hpp"
#include "kernels/engine/model/arrays.hpp"
#include "kernels/engine/model/problem.hpp"
#include "kernels/engine/simt/common.hpp"

#define __global__ inline
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

/// Every thread of the block must come here before any goes on.
void sync_threads(const char* file, uint32_t line);
inline void __syncthreads(const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) {
  sync_threads(file, line);
}

/// What the lane `distance` to the left in the warp hands in as `value`; a lane without one gets
/// its own. The mask must name the lanes that the warp has, no more and no fewer. Stricter than the
/// hardware: here the whole block waits for each other, not only the warp, so every thread of the
/// block must come to the same shuffle.
uint32_t __shfl_up_sync(uint32_t mask, uint32_t value, uint32_t distance,
                        const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE());

/// Votes: which lanes of the mask come with a predicate that holds, and what one of them hands in.
/// The mask names lanes of the own warp, this one among them, and all of them name the same. As at
/// a shuffle the whole block waits.
uint32_t __ballot_sync(uint32_t mask, bool predicate, const char* file = __builtin_FILE(),
                       uint32_t line = __builtin_LINE());
uint32_t __shfl_sync(uint32_t mask, uint32_t value, uint32_t lane,
                     const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE());
/// The lanes of the mask wait for each other; here the whole block does. What they touched by
/// anything but atomics it does not order: stricter than the hardware.
void __syncwarp(uint32_t mask = 0xffffffffu, const char* file = __builtin_FILE(),
                uint32_t line = __builtin_LINE());
inline uint32_t __popc(uint32_t bits) { return static_cast<uint32_t>(std::popcount(bits)); }
/// The number of the lowest bit that is set, from 1; 0: none.
inline uint32_t __ffs(uint32_t bits) {
  return bits == 0 ? 0 : static_cast<uint32_t>(std::countr_zero(bits)) + 1;
}

/// For loops that wait for another block: lets the others run. When all that may run only wait,
/// throws.
void spin_pause(const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE());

/// What this thread wrote so far is seen by those who see what it publishes from now on.
inline void __threadfence() {
  if (worker.accesses != nullptr) worker.accesses->fence();
}

/// The order of the keys of the run on this OS thread.
inline thread_local constinit KeyOrder order_here{};
inline const KeyOrder& order_of_run() { return order_here; }
inline void set_order_of_run(const KeyOrder& order) { order_here = order; }

/// Whether later tiles and lanes overtake those before them, on this OS thread: then they wait.
inline thread_local constinit bool last_first_here = false;
inline void set_arrival(Arrival arrival) { last_first_here = arrival == Arrival::last_first; }
inline void pause_if_last_first(uint32_t times, const char* file = __builtin_FILE(),
                                uint32_t line = __builtin_LINE()) {
  for (; last_first_here && times > 0; --times) spin_pause(file, line);
}

using std::max;
using std::min;

/// An index that its array does not have. The launch goes on without that access, so that a race
/// which led to it is found, too, and then ends with the first of them; a thread that does nothing
/// else is stopped.
void out_of_range(uint32_t index, std::size_t size, const char* what, Site site);

/// An index that remembers the source line it was written on.
struct Index {
  uint32_t value;
  Site site;
  Index(uint32_t v, const char* file = __builtin_FILE(),  // NOLINT: meant to convert
        uint32_t line = __builtin_LINE())
      : value(v), site{file, line} {}
  operator uint32_t() const { return value; }  // NOLINT: meant to convert
  /// Another value on the same line.
  Index moved(uint32_t to) const { return {to, site.file, site.line}; }
};

/// The running thread touches an element of an array; outside a launch nothing is noted.
inline void touch(Region* region, uint32_t index, Touch how, Site site) {
  if (region != nullptr && worker.accesses != nullptr)
    worker.accesses->touch(*region, index, how, site.file, site.line);
}

/// &array[i]: the address of an element, for atomics.
template <class T>
struct Address {
  T* word;
  Region* region;
  uint32_t index;
  Site site;
  T& as(Touch how) const {
    touch(region, index, how, site);
    return *word;
  }
};

/// array[i] where it may be read or written: both are noted when they happen.
template <class T>
class Ref {
 public:
  using Value = std::remove_cv_t<T>;
  /// Blocks read it while others write it: such accesses do not race.
  static constexpr bool shared_by_blocks = std::is_volatile_v<T>;
  explicit Ref(Address<T> address) : at_(address) {}
  Ref(const Ref&) = default;

  operator Value() const {
    return at_.as(shared_by_blocks ? Touch::atomic_read : Touch::read);
  }  // NOLINT: meant to convert
  const Ref& operator=(const Value& value) const {
    if constexpr (std::is_integral_v<Value>)
      worker.same = *at_.word == value, worker.value = static_cast<uint32_t>(value);
    else
      worker.same = false;
    at_.as(shared_by_blocks ? Touch::atomic_write : Touch::write) = value;
    return *this;
  }
  const Ref& operator=(const Ref& other) const { return *this = static_cast<Value>(other); }
  const Ref& operator+=(const Value& value) const {
    return *this = static_cast<Value>(*this + value);
  }
  Address<T> operator&() const { return at_; }
  const Region* region() const { return at_.region; }

 private:
  Address<T> at_;
};

inline uint32_t atomicAdd(Address<uint32_t> at, uint32_t value) {
  uint32_t& word = at.as(Touch::atomic);
  return std::exchange(word, word + value);  // one OS thread runs all: nothing comes between
}
inline uint32_t atomicExch(Address<uint32_t> at, uint32_t value) {
  return std::exchange(at.as(Touch::atomic), value);
}
inline unsigned long long atomicAdd(Address<unsigned long long> at, unsigned long long value) {
  unsigned long long& word = at.as(Touch::atomic);
  return std::exchange(word, word + value);
}
inline uint32_t atomicMin(Address<uint32_t> at, uint32_t value) {
  uint32_t& word = at.as(Touch::atomic);
  return std::exchange(word, std::min(word, value));
}
inline uint32_t atomicMax(Address<uint32_t> at, uint32_t value) {
  uint32_t& word = at.as(Touch::atomic);
  return std::exchange(word, std::max(word, value));
}

/// Memory as a kernel sees it: a checked array.
template <class T>
class View {
 public:
  View() = default;
  View(T* data, std::size_t size, Region* region, std::size_t first = 0)
      : data_(data), size_(size), first_(first), region_(region) {}
  /// A kernel that only reads takes a View<const T>, one that others write meanwhile a volatile
  /// one.
  template <class U>
  requires std::is_same_v<const U, T> || std::is_same_v<volatile U, T> View(
      const View<U>& other)  // NOLINT: meant to convert
      : View(other.data(), other.size(), other.region(), other.first()) {}

  Ref<T> operator[](Index i) const {
    if (i.value >= size_) {
      out_of_range(i.value, size_, region_ == nullptr ? "" : region_->name, i.site);
      thread_local std::remove_cv_t<T> nowhere;
      std::memset(static_cast<void*>(&nowhere), poison, sizeof nowhere);
      return Ref<T>({&nowhere, nullptr, 0, i.site});
    }
    return Ref<T>({data_ + i.value, region_, static_cast<uint32_t>(first_ + i.value), i.site});
  }
  /// What follows the first `first` elements.
  View operator+(std::size_t first) const {
    first = std::min(first, size_);
    return {data_ + first, size_ - first, region_, first_ + first};
  }
  T* data() const { return data_; }  ///< for the instrument and the host: not noted, not checked
  std::size_t size() const { return size_; }
  Region* region() const { return region_; }
  std::size_t first() const { return first_; }  ///< of the whole buffer

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0, first_ = 0;
  Region* region_ = nullptr;
};

inline MemorySpace space_in(const Region* region) {
  return region == nullptr ? MemorySpace::unknown
         : region->shared  ? MemorySpace::shared
                           : MemorySpace::global;
}
/// Where a value lies: a thread's own, an element of an array, an array.
template <class T>
MemorySpace space_of(const T&) {
  return MemorySpace::thread;
}
template <class T>
MemorySpace space_of(const Ref<T>& element) {
  return space_in(element.region());
}
template <class T>
MemorySpace space_of(const View<T>& array) {
  return space_in(array.region());
}

/// Hands out the block's dynamic shared memory, array after array. Every thread makes one and asks
/// for the same arrays in the same order, so all see the same memory. Poisoned before every block.
class SharedMemory {
 public:
  template <class T>
  View<T> array(uint32_t count, const char* file = __builtin_FILE(),
                uint32_t line = __builtin_LINE()) {
    used_ = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    auto* data = reinterpret_cast<T*>(here.shared + used_);
    Region* region =
        region_of(arrays_++, count, sizeof(T), static_cast<uint32_t>(used_), {file, line});
    used_ += count * sizeof(T);
    if (used_ > here.shared_bytes) too_small(used_);
    return {data, count, region};
  }

  /// All that is left.
  template <class T>
  View<T> rest(const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) {
    const std::size_t begin = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
    if (begin > here.shared_bytes) too_small(begin);
    return array<T>(static_cast<uint32_t>((here.shared_bytes - begin) / sizeof(T)), file, line);
  }

 private:
  [[noreturn]] static void too_small(std::size_t needed);
  /// The block's array of this number. Its first thread makes it.
  static Region* region_of(uint32_t number, uint32_t count, uint32_t element_bytes,
                           uint32_t first_byte, Site made);
  std::size_t used_ = 0;
  uint32_t arrays_ = 0;
};

/// Memory of the machine, owned by the host. Poisoned when made.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t size, const char* name = "a buffer");
  ~Buffer();
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;

  std::size_t size() const;
  View<T> view();
  operator View<T>() { return view(); }
  operator View<const T>() { return view(); }
  operator View<volatile T>() { return view(); }
  View<T> operator+(std::size_t first) { return view() + first; }
  void upload(const std::vector<T>& values);
  /// `count` values from `first` on.
  std::vector<T> download(std::size_t count, std::size_t first = 0) const;
  void clear() { fill(0); }
  void fill(unsigned char byte);

 private:
  std::vector<T> data_;
  std::unique_ptr<Region> region_;
};

// Not in the class: where a changed kernel is compiled they are not made anew
// (kernels/engine/student/changed_sort.cpp)

template <class T>
Buffer<T>::Buffer(std::size_t size, const char* name)
    : data_(size), region_(std::make_unique<Region>()) {
  region_->name = name;
  region_->size = size;
  region_->element_bytes = sizeof(T);
  if (size > 0) std::memset(static_cast<void*>(data_.data()), poison, size * sizeof(T));
}
template <class T>
Buffer<T>::~Buffer() = default;
template <class T>
Buffer<T>::Buffer(Buffer&& other) noexcept = default;
template <class T>
Buffer<T>& Buffer<T>::operator=(Buffer&& other) noexcept = default;

template <class T>
std::size_t Buffer<T>::size() const {
  return data_.size();
}
template <class T>
View<T> Buffer<T>::view() {
  return {data_.data(), data_.size(), region_.get()};
}
template <class T>
void Buffer<T>::upload(const std::vector<T>& values) {
  std::copy(values.begin(), values.end(), data_.begin());
}
template <class T>
std::vector<T> Buffer<T>::download(std::size_t count, std::size_t first) const {
  const auto begin = data_.begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}
template <class T>
void Buffer<T>::fill(unsigned char byte) {
  if (!data_.empty()) std::memset(static_cast<void*>(data_.data()), byte, data_.size() * sizeof(T));
}

/// The running thread has passed this many moments.
inline void moments_passed(uint32_t count) { worker.moment = count; }

/// Writes down what the launches from now on touch, on this OS thread; null: nothing.
void set_log(AccessLog* log);

/// Of the last launch on this OS thread: stores of the same value that nothing orders.
const std::vector<SameStores>& same_stores_of_launch();

/// While it lives, a launch is written down, as the next of `logs`; null: it is not.
class LogOfLaunch {
 public:
  LogOfLaunch(std::vector<std::shared_ptr<AccessLog>>* logs, uint32_t launch);
  ~LogOfLaunch();
  LogOfLaunch(const LogOfLaunch&) = delete;
  LogOfLaunch& operator=(const LogOfLaunch&) = delete;
};

/// One launch with its kernel and arguments erased.
struct Work {
  const char* kernel;
  Grid grid;
  void (*thread)(const void* arguments);  ///< runs one CUDA thread
  const void* arguments;
};
void run_grid(const Work& work);

/// The order in which threads and blocks run from now on, on this OS thread.
void set_order(Schedule threads, Schedule blocks, uint32_t seed);

/// While it lives, accesses on this OS thread cost nothing: they are not compared, and no race is
/// found. `really`: false, and nothing changes.
class Unwatched {
 public:
  explicit Unwatched(bool really);
  ~Unwatched();
  Unwatched(const Unwatched&) = delete;
  Unwatched& operator=(const Unwatched&) = delete;
};

/// Another thread sets this to true to end the launch at the next block; null: none can.
void set_cancel(const std::atomic<bool>* cancel);

template <class Function>
struct Signature;
template <class... P>
struct Signature<void (*)(P...)> {
  template <void (*Kernel)(P...)>
  static void run(const char* name, Grid grid, P... values) {
    const auto thread = [&values...] { Kernel(values...); };
    run_grid({name, grid, [](const void* p) { (*static_cast<decltype(&thread)>(p))(); }, &thread});
  }
};

/// kernel<<<grid>>>(arguments…), then waits. Throws KernelError.
template <auto Kernel, class... A>
void launch(const char* name, Grid grid, A&&... arguments) {
  Signature<decltype(Kernel)>::template run<Kernel>(name, grid, std::forward<A>(arguments)...);
}

}  // namespace cpu
}  // namespace radix
