/// WHY, FORMULA and "Kept so far" of a merge sort.
#pragma once

#include <string>
#include <vector>

#include "app/core/words/explain.hpp"
#include "text/merge.hpp"

namespace scope {

std::string why_of_merges(const Moment& moment);
/// Where the key that the sentence is about goes: its place in its own run, and the keys of the
/// other run that go before it.
Formula formula_of_merges(const Moment& moment);
/// Sorted runs, twice as long after every level; every key; equal keys in input order.
Invariants kept_by_merges(const Moment& moment);
/// Which thread writes this key in this part.
std::vector<std::string> threads_of_merges(const Moment& moment, uint32_t id);

/// How a block sorts its own keys, for the messages that say it.
text::merge::block_sort block_sort_of(const radix::Problem& problem);

/// What a look finds: "A[7] = 15 belongs after B[0] = 0: too many from A."; its reason and verdict
/// by themselves where it has both.
struct LookWords {
  std::string whole, reason, verdict;
};
LookWords look_words(const Moment& moment, const struct MergePart& part, uint32_t place,
                     const struct SearchLook& look);

}  // namespace scope
