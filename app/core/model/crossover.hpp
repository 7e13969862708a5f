/// Digits, merging or a network? How much a sort of n keys of a given width moves, launches and
/// compares, as closed forms.
///
///     merging along the path   tiles of 16,384 bytes sorted first, then lg(n / tile) levels that
///                              read and write every key; 2 launches per level
///     3 launches, 8 bits       4 key moves per pass and the table, 256 counters of 4 bytes for
///                              4096 keys, touched 4 times; 3 launches per pass
///     one-sweep, 8 bits        2 key moves per pass, and one to count; a launch per pass, and 2
///     networks, tiles of 4096  2 key moves per launch; one launch per layer that joins two tiles,
///                              and one for all layers of a stage that do not
///
/// 2^28 keys of 4 bytes: 16 levels and 136 bytes per key by merging, 68 by the list, 36 by
/// one-sweep.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "kernels/text/message.hpp"

namespace scope {

/// One sort.
struct SortWork {
  uint32_t parts = 0;  ///< levels, passes, layers
  uint32_t launches = 0;
  double bytes = 0;        ///< read and written, of a key
  double comparisons = 0;  ///< of two keys, of a key; digits compare none
};

struct WayToSort {
  text::Label name;                                      ///< "merging"
  SortWork (*work)(uint32_t log_n, uint32_t key_bytes);  ///< of 2^log_n keys
};
std::span<const WayToSort> ways_to_sort();

/// The closed forms by themselves.
SortWork merge_work(uint32_t log_n, uint32_t key_bytes);
SortWork three_launch_work(uint32_t log_n, uint32_t key_bytes);
SortWork one_sweep_work(uint32_t log_n, uint32_t key_bytes);
SortWork bitonic_work(uint32_t log_n, uint32_t key_bytes);
SortWork odd_even_merge_work(uint32_t log_n, uint32_t key_bytes);

inline constexpr uint32_t widest_key = 32;  ///< bytes

/// The narrowest key, 1…widest_key bytes, for which merging moves fewer bytes; nothing: none.
std::optional<uint32_t> crossing(uint32_t log_n, SortWork (*against)(uint32_t, uint32_t));

}  // namespace scope
