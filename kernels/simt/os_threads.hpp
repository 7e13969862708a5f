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
    work_ = nullptr;
    begin();
    for (std::thread& helper : helpers_) helper.join();
  }
  OsThreads(const OsThreads&) = delete;
  OsThreads& operator=(const OsThreads&) = delete;

  uint32_t count() const { return static_cast<uint32_t>(helpers_.size()) + 1; }

  /// Every thread calls `work` once; returns when all have. It must not throw. One caller at a time.
  void run(const std::function<void()>& work) {
    work_ = &work;
    busy_ = static_cast<uint32_t>(helpers_.size());
    begin();
    work();
    for (uint32_t left = busy_; left > 0; left = busy_) busy_.wait(left);
  }

 private:
  void begin() {
    ++round_;
    round_.notify_all();
  }
  void help() {
    for (uint64_t seen = 0;;) {
      round_.wait(seen);
      seen = round_;
      if (work_ == nullptr) return;
      (*work_)();
      if (--busy_ == 0) busy_.notify_all();
    }
  }

  std::vector<std::thread> helpers_;
  std::atomic<uint64_t> round_{0};
  std::atomic<uint32_t> busy_{0};
  const std::function<void()>* work_ = nullptr;
};

}  // namespace radix
