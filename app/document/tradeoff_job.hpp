/// The measurement of a trade-off table in the background.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "app/model/tradeoff.hpp"

namespace scope {

/// Begins when it is made; cancels and waits when it goes. The other members may be called at any
/// time from the thread that made it.
class TradeoffJob {
 public:
  explicit TradeoffJob(TradeoffPlan plan);
  ~TradeoffJob();
  TradeoffJob(const TradeoffJob&) = delete;
  TradeoffJob& operator=(const TradeoffJob&) = delete;

  /// The newest table; never null, never changed afterwards. `running` is false in the last one.
  std::shared_ptr<const TradeoffTable> poll() const;

  /// Asks the work to end; the engine looks between two blocks. Does not wait.
  void cancel() { cancel_ = true; }

  /// Returns when the last table is there.
  void wait();

 private:
  void work();
  void measure_rows(TradeoffTable& table);
  void publish(const TradeoffTable& table);

  TradeoffPlan plan_;
  std::atomic<bool> cancel_ = false;
  mutable std::mutex mutex_;  ///< guards newest_
  std::shared_ptr<const TradeoffTable> newest_;
  std::thread thread_;
};

/// A plan for `count` uniform keys of 32 bits, and one for given keys.
TradeoffPlan plan_for_uniform(uint32_t count, uint32_t threads);
TradeoffPlan plan_for(const radix::Problem& problem);

}  // namespace scope
