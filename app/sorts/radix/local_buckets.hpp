/// Braces of figure 13.6: the buckets of every block under its sorted keys, and where they land in
/// the output.
#pragma once

#include <optional>

#include "app/core/figures/kit/rows.hpp"

namespace scope {

/// Under every local bucket its size, a 0 for an empty one ("0…" for three and more that stand side
/// by side; among many buckets or bars they are left out, and the label says so). `lit`: the table
/// entry whose bucket is lit.
void add_local_buckets(Scene& scene, const Moment& moment, const Columns& columns, float y,
                       std::optional<uint32_t> lit);

/// Over the output, which block's bucket lands where.
void add_landings(Scene& scene, const Moment& moment, const Columns& columns, float y,
                  std::optional<uint32_t> lit);

/// From the start of a bucket, at `from`, to its slots.
void add_landing_way(Scene& scene, const Moment& moment, const Columns& columns, Vec from,
                     uint32_t entry, float y);

}  // namespace scope
