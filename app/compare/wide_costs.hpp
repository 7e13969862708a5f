/// What the lanes of a comparison would cost on many keys: closed forms of the calculator
/// (app/core/model/calculator.hpp) and of the crossover, and times from a recorded timing run on a
/// card.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/model/calculator.hpp"
#include "app/timing/timing_run.hpp"
#include "kernels/engine/model/trace.hpp"

namespace scope {

/// What the boxes of a comparison count.
enum class CostOf { keys, large, card };

/// A part of the work of a lane: of one pass, or of all.
struct WideCost {
  double keys_read = 0, keys_written = 0;    ///< bytes of keys per pass
  double table_read = 0, table_written = 0;  ///< bytes of the table per pass
  double table_entries = 0;                  ///< of a pass; 0: it has no table
};

/// One lane on many keys.
struct WideLane {
  std::string refusal{};           ///< why there is nothing to show; "" = there is
  std::vector<WideCost> passes{};  ///< bytes, by part
  std::vector<std::pair<std::string, double>>
      stages{};               ///< measured: name and milliseconds, of all passes
  double ms = 0;              ///< measured: of the whole sort; 0: closed forms
  double keys_of_bucket = 0;  ///< in a block, on average; 0: no buckets
  double table_per_key = 0;   ///< entries of a pass's table per key; 0: none
  std::string what{};         ///< "4 keys per thread, 256 threads"
  double bytes() const;
};

/// The lane's sort, cut as the lane cuts it but with the calculation's keys, key bits and threads.
WideLane large_lane(const radix::Trace& trace, const Calculation& asked);

/// The same out of a timing run: the bar of the lane's sort, radix and keys per thread on the
/// largest input that the run has for it, up to 2^28.
WideLane measured_lane(const radix::Trace& trace, const TimingRun& run, uint64_t keys);

/// The number of keys of the run's bars that is nearest to the wanted one.
uint64_t measured_keys(const TimingRun& run, uint64_t wanted);

/// The recorded run on an H200, read once; null where its file is not there.
const TimingRun* recorded_card_run();

/// "With 2^20 keys …": which width moves least there, which one with the lanes' own keys, and why.
std::string best_width_words(const std::vector<const radix::Trace*>& lanes,
                             const Calculation& asked);

}  // namespace scope
