/// Work in a thread of its own, so that it never stops the window. On a web page, whose only thread
/// draws, it runs in a copy of the program (apart.hpp).
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "apart.hpp"

namespace scope {

/// News as text and back, for a copy of the program; and what becomes of the newest ones of work
/// that was ended at once, "" by the person, else a sentence why. Without them the work is done by
/// a thread everywhere.
template <class News>
struct Wire {
  std::function<std::string(const News&)> write;
  std::function<News(const std::string&)> read;
  std::function<void(News&, const std::string& refusal)> stop;
};

/// `News` is what the work tells: plain data that says how far it is and, in the end, what came of
/// it. The work starts when this is made, and is cancelled and waited for when it goes. All members
/// may be called at any time; the work itself calls publish and cancelled.
template <class News>
class Background {
 public:
  /// Publishes as often as it likes, returns soon after it was cancelled, and throws nothing.
  using Work = std::function<void(Background&)>;

  Background(News first, Work work, Wire<News> wire = {})
      : newest_(std::make_shared<const News>(std::move(first))), wire_(std::move(wire)) {
    auto run = [this, work = std::move(work)]() mutable {
      work(*this);
      const std::scoped_lock lock(mutex_);
      ended_ = true;
      ends_.notify_all();
    };
    if (wire_.write)
      apart_ = start_apart({.work = run,
                            .told = [this](const std::string& text) { set(wire_.read(text)); },
                            .ended = [this](const std::string& refusal) { end(refusal); }});
    if (apart_ == 0) thread_ = std::thread(std::move(run));
  }
  ~Background() {
    cancel();
    wait();
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Asks the work to end. Does not wait.
  void cancel() {
    cancel_ = true;
    if (apart_ == 0 || ended_) return;
    end_apart(apart_);
    end("", true);
  }
  const std::atomic<bool>& cancelled() const { return cancel_; }

  /// True once the last news has come; wait() returns then.
  bool ended() const { return ended_; }
  /// The same, after waiting for it at most this long.
  bool ended_within(std::chrono::duration<double> time) {
    std::unique_lock lock(mutex_);
    return ends_.wait_for(lock, time, [&] { return ended_.load(); });
  }
  void wait() {
    if (thread_.joinable()) thread_.join();
  }

  void publish(News news) {
    if (is_apart()) return tell_home(wire_.write(news));
    set(std::move(news));
  }
  /// Never null, never changed afterwards.
  std::shared_ptr<const News> newest() const {
    const std::scoped_lock lock(mutex_);
    return newest_;
  }

 private:
  void set(News news) {
    auto next = std::make_shared<const News>(std::move(news));
    const std::scoped_lock lock(mutex_);
    newest_ = std::move(next);
  }
  /// The copy has ended, by itself or not.
  void end(const std::string& refusal, bool early = false) {
    if (early || !refusal.empty()) {
      News last = *newest();
      wire_.stop(last, refusal);
      set(std::move(last));
    }
    const std::scoped_lock lock(mutex_);
    ended_ = true;
    ends_.notify_all();
  }

  std::atomic<bool> cancel_ = false, ended_ = false;
  mutable std::mutex mutex_;  ///< guards newest_
  std::condition_variable ends_;
  std::shared_ptr<const News> newest_;
  Wire<News> wire_;
  int apart_ = 0;  ///< the copy's number, 0: a thread does the work
  std::thread thread_;
};

}  // namespace scope
