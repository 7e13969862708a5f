/// What a whole run costs, computed from the log of its accesses
/// (kernels/engine/model/access_log.hpp), for the chapter's kernels and for those that a person has
/// changed.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "launch_costs.hpp"

namespace scope {

inline constexpr uint32_t shared_banks = 32;  ///< of shared memory, each 4 bytes wide
inline constexpr uint32_t sector_bytes = 32;  ///< that global memory moves at once

/// Extra turns a warp needs to reach these words of shared memory, because several different words
/// lie in one bank. One word reached by several lanes counts once.
uint32_t bank_conflicts(std::span<const uint32_t> words, uint32_t banks = shared_banks);

struct AccessCosts {
  uint64_t launches = 0;
  uint64_t barriers = 0;        ///< that a block meets, all launches (launch_costs.hpp)
  uint64_t bytes = 0;           ///< of global memory, read and written (launch_costs.hpp)
  uint64_t transactions = 0;    ///< sectors of every access of a warp to global memory
  uint64_t bank_conflicts = 0;  ///< extra turns of every access of a warp to shared memory
  friend bool operator==(const AccessCosts&, const AccessCosts&) = default;
};

/// The costs of a trace: of its own accesses if files were changed, otherwise of a CPU run with the
/// same keys. Null if the accesses of a changed run are not known. The last few are remembered.
std::shared_ptr<const AccessCosts> access_costs(const radix::Trace& trace);

}  // namespace scope
