/// The bars that test an idea of a family of sorts, and what two of them say of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "findings.hpp"

namespace scope {

double ms_of(const TimingRow& row);  ///< of a row that has a bar

/// The bars of a sort on an input.
std::vector<const TimingRow*> bars_of(const TimingRun& run, const radix::SortInfo& sort,
                                      const radix::TimedInput& input);
/// The fastest of them; null: there are none.
const TimingRow* fastest(const std::vector<const TimingRow*>& bars);

/// Times that are called the same.
bool same(double a, double b);
/// True when the middle halves of their samples meet: what differs then may be chance.
bool meet(const TimingRow& a, const TimingRow& b);
/// How a time differs from another one.
struct SpeedChange {
  enum Kind : uint8_t { as_fast, faster, slower } kind = as_fast;
  std::string factor;  ///< "1.9"; "" where they are the same
};
SpeedChange change_of(double before, double after);
/// "1.9 × faster", "1.2 × slower", "as fast".
std::string faster(double before, double after);

double bytes_a_key(const TimingRow& row);

/// The claim of a sort, by a bar without its idea and one with it; without words.
Claim claim_of(const radix::SortInfo& sort, const TimingRow& before, const TimingRow& after);

/// Asks of every sort of a family that improves on another whether it is faster, on the largest
/// input on which both have a bar. `why` says in a sentence what is new in a sort, by its number.
std::vector<Claim> claims_of_steps(const TimingRun& run, const radix::Family& family,
                                   std::string (*why)(uint32_t sort, const TimingRow& before,
                                                      const TimingRow& after));

/// The fastest bar of the sorts that are of a kind, on an input.
const TimingRow* fastest_of(const TimingRun& run, const radix::TimedInput& input,
                            bool (*kind)(const radix::SortInfo&));

/// The inputs on which two kinds of sorts have bars, fewest keys first: those that differ from the
/// largest in nothing but their number.
std::vector<radix::TimedInput> inputs_of_both(const TimingRun& run,
                                              bool (*one)(const radix::SortInfo&),
                                              bool (*other)(const radix::SortInfo&));

}  // namespace scope
