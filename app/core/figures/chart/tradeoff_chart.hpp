/// The trade-off figure's charts, so that tests can ask where a value must stand.
#pragma once

#include "app/core/model/tradeoff.hpp"
#include "app/core/moment/moment.hpp"
#include "chart.hpp"

namespace scope {

struct TradeoffCharts {
  Chart cost;   ///< passes × sectors in % of the naive sort with one bit per pass
  Chart bytes;  ///< read and written by all passes
  Chart table;  ///< table entries in % of the keys
};

/// The three charts side by side, their top at y; `low`: on the page for a projector.
TradeoffCharts tradeoff_charts(const TradeoffTable& table, float y, bool low = false);

}  // namespace scope
