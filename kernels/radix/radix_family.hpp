/// Radix sort as a row of the list of families.
#pragma once

#include "kernels/engine/model/family.hpp"
#include "kernels/engine/model/problem.hpp"
#include "radix_arrays.hpp"

namespace radix {

/// The bits a pass sorts by, counted inside their field.
struct PassBits {
  uint32_t first = 0, last = 0;
  const char* field = "";  ///< "first key" or "second key" where there are two, else ""
};
PassBits bits_of_pass(const Problem& problem, uint32_t pass);

/// Passes, each as much as its digit has bits: "bit 4", "second key · bits 2–3"; "reversed" where
/// the result is read backwards.
Outline outline_of_passes(const Problem& problem, std::string_view sort);

inline constexpr Family radix_family{
    .name = "radix",
    .title = "radix sort",
    .stages = stages,
    .arrays = arrays,
    .scans = scans,
    .reads = reads,
    .block_stage = stage::local_bucket,
    .by_digits = true,
    .timed = true,
    .outline = outline_of_passes,
};

}  // namespace radix
