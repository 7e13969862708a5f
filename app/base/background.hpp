/// Work in a thread of its own, so that it never stops the window.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace scope {

/// `News` is what the work tells: plain data that says how far it is and, in the end, what came of
/// it. The work begins when this is made, and is cancelled and waited for when it goes. All members
/// may be called at any time; the work itself calls publish and cancelled.
template <class News>
class Background {
 public:
  /// Publishes as often as it likes, returns soon after it was cancelled, and throws nothing.
  using Work = std::function<void(Background&)>;

  Background(News first, Work work) : newest_(std::make_shared<const News>(std::move(first))) {
    thread_ = std::thread([this, work = std::move(work)] {
      work(*this);
      const std::scoped_lock lock(mutex_);
      ended_ = true;
      ends_.notify_all();
    });
  }
  ~Background() {
    cancel();
    wait();
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Asks the work to end. Does not wait.
  void cancel() { cancel_ = true; }
  const std::atomic<bool>& cancelled() const { return cancel_; }

  /// True when the last news are there; wait() returns then.
  bool ended() const { return ended_; }
  /// The same, waiting for it so long at most.
  bool ended_within(std::chrono::duration<double> time) {
    std::unique_lock lock(mutex_);
    return ends_.wait_for(lock, time, [&] { return ended_.load(); });
  }
  void wait() {
    if (thread_.joinable()) thread_.join();
  }

  void publish(News news) {
    auto next = std::make_shared<const News>(std::move(news));
    const std::scoped_lock lock(mutex_);
    newest_ = std::move(next);
  }
  /// Never null, never changed afterwards.
  std::shared_ptr<const News> newest() const {
    const std::scoped_lock lock(mutex_);
    return newest_;
  }

 private:
  std::atomic<bool> cancel_ = false, ended_ = false;
  mutable std::mutex mutex_;  ///< guards newest_
  std::condition_variable ends_;
  std::shared_ptr<const News> newest_;
  std::thread thread_;
};

}  // namespace scope
