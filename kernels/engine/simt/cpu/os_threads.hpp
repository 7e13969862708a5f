/// OS threads that stay: starting one takes longer than a small launch.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace radix {

class OsThreads {
 public:
  /// `count` threads that work, the caller of run() among them; at least 1.
  explicit OsThreads(uint32_t count) {
    for (uint32_t k = 1; k < count; ++k) helpers_.emplace_back([this] { help(); });
  }
  ~OsThreads() {
    ended_ = true;
    begin();
    for (std::thread& helper : helpers_) helper.join();
  }
  OsThreads(const OsThreads&) = delete;
  OsThreads& operator=(const OsThreads&) = delete;

  uint32_t count() const { return static_cast<uint32_t>(helpers_.size()) + 1; }

  /// The caller calls `work`, and so does every other thread that gets there before the caller's
  /// call returns: a thread that the system wakes too late is not waited for. `work` must not
  /// throw. One caller at a time.
  void run(const std::function<void()>& work) {
    work_ = &work;
    state_ = open;
    begin();
    work();
    uint32_t inside = state_.fetch_and(~open) & ~open;
    for (; inside > 0; inside = state_) state_.wait(inside);
  }

 private:
  static constexpr uint32_t open = 1u << 31;  // others may still join

  void begin() {
    ++round_;
    round_.notify_all();
  }
  void help() {
    for (uint64_t seen = 0;;) {
      round_.wait(seen);
      seen = round_;
      if (ended_) return;
      uint32_t state = state_;
      while ((state & open) != 0 && !state_.compare_exchange_weak(state, state + 1)) {
      }
      if ((state & open) == 0) continue;
      (*work_)();
      if (--state_ == 0) state_.notify_all();
    }
  }

  std::vector<std::thread> helpers_;
  std::atomic<uint64_t> round_{0};
  std::atomic<uint32_t> state_{0};  ///< `open`, and how many helpers are inside
  std::atomic<bool> ended_{false};
  const std::function<void()>* work_ = nullptr;
};

}  // namespace radix
