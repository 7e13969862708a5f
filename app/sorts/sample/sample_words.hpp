/// One moment of a sample sort, read from the trace, and WHY, FORMULA and "Kept so far". From the
/// bits of the buckets' numbers on it is a pass of a radix sort and says the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/core/words/explain.hpp"
#include "kernels/sample/sample_family.hpp"

namespace scope {

enum class SamplePart { to_buckets, in_buckets, backwards };
SamplePart sample_part(const Moment& moment);

/// True from the first step of a pass of a radix sort on.
bool goes_by_radix(const Moment& moment);

/// The bucket of a key; nothing where the run has no splitters.
std::optional<uint32_t> bucket_by_splitters(const Moment& moment, uint32_t key);
/// Where the buckets start once the keys stand in them, and after the last one their number.
std::vector<uint32_t> sample_begins(const Moment& moment);

/// The key that the sentence is about, or none.
uint32_t example_key_of_sample(const Moment& moment);

std::string why_of_sample(const Moment& moment);
Formula formula_of_sample(const Moment& moment);
Invariants kept_by_sample(const Moment& moment);
std::vector<std::string> threads_of_sample(const Moment& moment, uint32_t id);
/// One for each of two keys that are put in order.
std::optional<uint64_t> compared_by_sample(const Moment& moment);

}  // namespace scope
