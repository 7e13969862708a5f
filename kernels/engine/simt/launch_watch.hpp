/// What a timed run gets and what it reports: its problem, and its launches one by one. The same on
/// every machine.
#pragma once

#include <cstdint>

#include "kernels/engine/model/arrays.hpp"
#include "kernels/engine/model/settings.hpp"

namespace radix {

/// What a timed run sorts, and how. Its keys are not in it.
struct TimedProblem {
  uint32_t n = 0;
  uint32_t bits = 32;  ///< of a key
  Settings settings;   ///< those that the sort uses; key_bits do not count
};

struct LaunchFacts {
  Stage stage;      ///< that of the arrays it writes
  bool whole_pass;  ///< one launch is the whole pass: no stage of its own
  const char* kernel;
  uint64_t bytes;  ///< of all arrays it was given, each once
};

/// What happens around the launches of a timed run.
class LaunchWatch {
 public:
  virtual ~LaunchWatch() = default;
  /// Before a launch. False: it is not made.
  virtual bool begin(const LaunchFacts& launch) = 0;
  virtual void end() {}
  /// Before the host waits for what a kernel leaves it.
  virtual void waits() {}
  /// After a pass. `keys`: what it wrote.
  virtual void passed(uint32_t /*pass*/, const void* /*keys*/) {}
};

}  // namespace radix
