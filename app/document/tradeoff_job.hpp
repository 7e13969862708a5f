/// The measurement of a trade-off table in the background.
#pragma once

#include "app/core/base/background.hpp"
#include "app/core/model/tradeoff.hpp"

namespace scope {

using TradeoffJob = Background<TradeoffTable>;

/// Starts to measure; every table has more rows than the one before, and `running` is false in the
/// last one. When cancelled, it ends between two blocks.
std::shared_ptr<TradeoffJob> measure_tradeoff(TradeoffPlan plan);

/// Why this much cannot be measured: "" or one sentence. A block takes some 20 kB while it runs, a
/// table 8 bytes per entry, and the whole at most a gigabyte.
std::string too_much_to_measure(const TradeoffPlan& plan);

/// A plan for `count` uniform keys of 32 bits, and one for given keys.
TradeoffPlan plan_for_uniform(uint32_t count, uint32_t threads);
TradeoffPlan plan_for(const radix::Problem& problem);

}  // namespace scope
