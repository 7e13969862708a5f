/// What the mutants ask (mutate.cmake): is this fault planted in the current run?
#pragma once

namespace radix {

inline constexpr int no_fault = -1;

/// The fault of the run that this thread makes.
struct Planted {
  int number = no_fault;
  bool met = false;  ///< the run came to a place that it changes
};
inline thread_local constinit Planted planted_in_run;

inline bool planted(int number) {
  if (number != planted_in_run.number) return false;
  planted_in_run.met = true;
  return true;
}

}  // namespace radix
