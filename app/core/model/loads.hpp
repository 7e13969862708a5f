/// What global memory sees when a launch reads: the loads of every warp, from the access log of the
/// kernel (kernels/engine/model/access_log.hpp). Which threads form a warp and how memory is cut is
/// the model of stores.hpp. The loads are those of a CPU run of the same keys, also for a trace of
/// another engine or from a file.
///
/// The chapter's 16 keys, sort merge_serial, level 3, a warp and a segment of 4: threads 0 and 1
/// merge 8 keys each, so every load of the warp reads two places far apart: 2 segments for 2 keys.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/run/engine.hpp"
#include "stores.hpp"

namespace scope {

/// One load instruction of one warp, or one store: what its lanes touch at once.
struct Load {
  radix::SourceLine source;
  uint8_t memory = 0;            ///< in AccessLog::arrays
  std::string array;             ///< as its buffer is called: "the keys"
  uint32_t again = 0;            ///< how many loads of the same line and array come before it
  std::vector<uint32_t> places;  ///< by lane; none: it takes no part
};

struct WarpLoads {
  uint32_t block = 0, warp = 0;
  uint32_t threads = 0;  ///< of the block
  std::vector<Load> loads;
};

/// The loads of a launch of this sort on these keys, by block and warp; warps that read nothing are
/// not among them. Null: there is no such launch. The first call for a problem runs it; the last
/// few are remembered.
std::shared_ptr<const std::vector<WarpLoads>> loads_of(const std::string& sort,
                                                       const radix::Problem& problem,
                                                       uint32_t launch, uint32_t lanes);

/// All that a launch touches, reads and writes, as its warps do; what blocks ask each other again
/// and again (Touch::atomic_read) is left out.
std::vector<WarpLoads> warp_accesses(const radix::AccessLog& log, uint32_t lanes);

/// The segments a load touches, each once, from the lowest on.
std::vector<uint32_t> segments_of(const Load& load, uint32_t segment);

/// What a load costs: keys are different places, runs those of neighbouring lanes.
Cost cost_of(const Load& load, const MemoryShape& shape);

}  // namespace scope
