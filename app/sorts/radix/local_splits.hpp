/// How far the blocks have got with their own sort in this pass: one split for every bit of the
/// digit, lowest bit first. Read from the trace up to the cursor.
#pragma once

#include <optional>

#include "app/core/figures/kit/rows.hpp"
#include "facts.hpp"

namespace scope {

/// Splits are counted from 0.
struct LocalSplits {
  uint32_t count = 0;  ///< splits of this pass
  uint32_t begun = 0;  ///< splits whose bits were taken
  uint32_t done = 0;   ///< splits whose keys have moved

  /// The split at work, or the last one.
  uint32_t at_work() const { return begun == 0 ? 0 : begun - 1; }
  bool sorted() const { return count > 0 && done == count; }
};

LocalSplits local_splits(const Moment& moment);

/// The keys after this many splits (0: as the pass found them); nothing before they have moved
/// there.
std::optional<radix::Array> keys_after(const Moment& moment, uint32_t splits);

/// The same; where a run does not show them, what it showed last before.
radix::Array keys_shown_after(const Moment& moment, uint32_t splits);

/// The part of the digit that this many splits have sorted by; nothing for none.
Lit lit_sorted(const Moment& moment, uint32_t splits);

/// "Section 13.4": of the first sort of the list that sorts in the block.
std::string first_sorting_section();

}  // namespace scope
