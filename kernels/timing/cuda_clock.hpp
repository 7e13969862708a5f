/// The stopwatch of timed runs on the CUDA machine: work is queued behind a kernel that waits, so
/// that the host's launch time is not measured; the waiting kernel also reads the processor clock.
#pragma once

#include <new>
#include <vector>

#include "kernels/engine/simt/simt.hpp"
#include "timing.hpp"

namespace radix {
inline namespace SIMT_TARGET {

class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "making an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  void record() { check(cudaEventRecord(event_, nullptr), "recording an event"); }
  void wait() { check(cudaEventSynchronize(event_), "waiting for the device"); }
  /// Milliseconds from `before` to this one.
  double since(const Event& before) const {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, before.event_, event_), "reading an event");
    return static_cast<double>(ms);
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/// Holds back what is queued until the host has queued it all.
class Gate {
 public:
  /// What both sides see.
  struct Shared {
    volatile uint32_t open, gave_up;
    volatile uint64_t clocks, nanoseconds;
  };

  Gate();
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  /// While it lives the device waits before what is queued. A null gate is never closed.
  class Closed {
   public:
    explicit Closed(Gate* gate) : gate_(gate) {
      if (gate_ != nullptr) gate_->close();
    }
    ~Closed() {
      if (gate_ != nullptr) gate_->host_->open = 1;
    }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;

   private:
    Gate* gate_;
  };

  /// Processor clock while the kernel waited, MHz. When the device has passed.
  double mhz() const;

  /// True if the gate timed out: the time includes the host's launching. After the device has
  /// passed.
  bool gave_up() const { return host_->gave_up != 0; }

 private:
  /// Queues the kernel that waits. It gives up after two seconds, so that a full queue cannot hang
  /// the program.
  void close();

  Shared* host_ = nullptr;  // page-locked
  Shared* device_ = nullptr;
};

/// Device memory that is not the arena's: the input, the work buffers, what flushes the cache.
template <class T>
class Owned {
 public:
  Owned() = default;
  /// Throws std::bad_alloc when there is no room, KernelError for anything else.
  Owned(std::size_t size, const char* what) : size_(size) {
    if (size == 0) return;
    const cudaError_t result = cudaMalloc(&data_, size * sizeof(T));
    if (result == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      throw std::bad_alloc();
    }
    check(result, said::making_room, what);
  }
  ~Owned() { cudaFree(data_); }
  Owned(Owned&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Owned& operator=(Owned&&) = delete;
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace SIMT_TARGET
}  // namespace radix
