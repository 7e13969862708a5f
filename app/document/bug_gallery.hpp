/// A planted fault as the program shows it: what is sorted with it, where its run first goes wrong,
/// its lines beside the right ones.
#pragma once

#include <string>
#include <vector>

#include "document.hpp"

namespace scope {

/// The fault of the active lane, or of the first lane that has one; null: none is planted.
const radix::PlantedFault* planted_now(const Document& document);

/// The setup with the fault, its rung and what the case sorts; the rest as it was.
Setup setup_of(const radix::PlantedFault& fault, const radix::FaultCase& chosen, Setup setup);

/// The cursor at which the lane's run is seen to go wrong: its end where a kernel broke off.
std::size_t place_of_fault(const Lane& lane);

/// A line of a kernel, right and wrong, without what indents it; "" where there is none.
struct LinePair {
  uint32_t line = 0;  ///< of the file, from 1
  std::string right, wrong;
};
std::vector<LinePair> line_pairs(const radix::PlantedFault& fault);

/// Lines of its file, and the one to begin the search at: the first that is code.
uint32_t lines_of(const radix::PlantedFault& fault);
uint32_t first_suspect(const radix::PlantedFault& fault);

/// How many of 60 inputs of 64 keys are sorted rightly, by the order of the threads and blocks,
/// when no check looks at what the fault does; and in how many watched runs, forward, it is found.
struct OrderCounts {
  static constexpr uint32_t runs = 60, keys = 64;
  uint32_t threads = 0;    ///< per block
  uint32_t right[3] = {};  ///< by radix::Schedule
  uint32_t found = 0;
};
OrderCounts count_orders(const radix::PlantedFault& fault, uint32_t threads);
std::string order_words(const OrderCounts& counts);

/// What the gallery says of the lane's run: which check finds the fault, or that these keys hide
/// it, or that the run does not come to it. "" without a fault.
std::string fault_verdict(const Lane& lane);

}  // namespace scope
