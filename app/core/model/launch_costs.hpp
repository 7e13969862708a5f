/// What the launches of a run cost besides their scatter: the words of global memory that its
/// threads really touched, and barriers (kernels/engine/model/access_log.hpp says what counts
/// once). They are counted in a CPU run of the same keys, also for a trace of another engine or
/// from a file.
///
/// With N keys, T table entries and B blocks one pass moves about (the chapter's formulas)
///     one bit, three launches      7N          extract 2N, scan 2N, scatter 3N
///     sorted in the block first    4N + 4T     sort 2N + T, scan 2T, write 2N + T
///     one launch                   2N
/// and a few words for every block: the chain of sums, the total. Repeated polling of a block and
/// clearing the chain are not counted.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/run/engine.hpp"

namespace scope {

inline constexpr uint32_t word_bytes = 4;

/// Words of global memory, and barriers: of a step, of a launch, of a part of a run.
struct WordCost {
  uint64_t keys_read = 0, keys_written = 0;  ///< of arrays of keys
  uint64_t rest_read = 0, rest_written = 0;  ///< of tables, bits, sums, flags
  uint64_t barriers = 0;                     ///< __syncthreads that a block meets, at most
  uint64_t read() const { return keys_read + rest_read; }
  uint64_t written() const { return keys_written + rest_written; }
  uint64_t keys() const { return keys_read + keys_written; }
  uint64_t rest() const { return rest_read + rest_written; }
  WordCost& operator+=(const WordCost& other);
  friend bool operator==(const WordCost&, const WordCost&) = default;
};

/// One launch of a run.
struct LaunchCost {
  std::string kernel;  ///< name of the __global__ function
  uint64_t blocks = 0;
  WordCost words;               ///< of the whole launch
  std::vector<WordCost> steps;  ///< its steps, in order, add up to that; one where it shows nothing
};

/// The launches of a sort on these keys, in order, the reversing one among them; as many as there
/// are where the run fails. The first call for a problem runs it, the next ones remember: the last
/// few problems are kept.
std::shared_ptr<const std::vector<LaunchCost>> launches_of(const std::string& sort,
                                                           const radix::Problem& problem);

/// Those of this trace: of a changed kernel what its own threads touched; null where that is not
/// known, because the run is too large.
std::shared_ptr<const std::vector<LaunchCost>> launches_of(const radix::Trace& trace);

/// The same before anybody asks, in another thread. Once it is cancelled nothing is remembered.
void prepare_launches(const std::string& sort, const radix::Problem& problem,
                      const std::atomic<bool>& cancel);

/// Takes over launches that were counted elsewhere.
void know_launches(const std::string& sort, const radix::Problem& problem,
                   std::vector<LaunchCost> launches);

/// Entries of the bucket table of a pass; 0 for sorts without one and in the pass that reverses.
uint64_t table_entries_of(const radix::SortInfo& sort, const radix::Problem& problem,
                          uint32_t pass);

}  // namespace scope
