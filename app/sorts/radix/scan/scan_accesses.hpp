/// What a block scan asks of shared memory, from the access log of its kernel
/// (kernels/engine/model/access_log.hpp), and a model of what that costs: which lanes meet in one
/// bank.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "app/core/model/access_costs.hpp"
#include "kernels/engine/model/access_log.hpp"
#include "kernels/engine/model/settings.hpp"

namespace scope {

/// One access of a level. Lanes of a warp make it together.
struct ScanAccess {
  radix::SourceLine source;
  radix::Touch touch = radix::Touch::read;
  uint32_t again = 0;  ///< how many accesses of this kind the same line makes before it
  std::vector<std::optional<uint32_t>> words;  ///< by thread; nothing: it does not take part
};

/// The accesses of every level of a scan, in the kernel's order: as many entries as levels_of has.
/// None where a level stays in registers. What the threads store before the first level is not
/// among them. The first call for a scan runs its kernel.
using ScanAccesses = std::vector<std::vector<ScanAccess>>;
std::shared_ptr<const ScanAccesses> scan_accesses(radix::BlockScan scan, uint32_t threads);

/// The extra turns (access_costs.hpp) of the lanes of one warp: threads first … first + lanes - 1.
uint32_t bank_conflicts(const ScanAccess& access, uint32_t first, uint32_t lanes, uint32_t banks);

/// The most extra turns that any access of any warp needs, for every level.
std::vector<uint32_t> bank_conflicts(const ScanAccesses& levels, uint32_t lanes = radix::warp_lanes,
                                     uint32_t banks = shared_banks);

}  // namespace scope
