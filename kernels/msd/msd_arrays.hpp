/// What a radix sort from the highest digit on shows: its stages and arrays. Tables of all open
/// segments stand one after the other, each with a row per bucket and a column per block of the
/// segment.
#pragma once

#include "kernels/engine/model/arrays.hpp"

namespace radix::msd {

inline constexpr StageInfo stages[] = {
    {"cut_segments", "cut into segments"},
    {"count_digits", "count the digits"},
    {"table_scan", "table scan"},
    {"scatter", "scatter"},
};

namespace stage {
inline constexpr Stage segments{stages[0]}, count_digits{stages[1]}, table_scan{stages[2]},
    scatter{stages[3]};
}

inline constexpr ArrayInfo arrays[] = {
    {"keys", "keys", stage::segments, Shape::per_key, "the keys of this level", Holds::keys},
    {"segment_begin", "segments", stage::segments, Shape::per_key,
     "where the segment of every place starts"},
    {"block_first", "first place of the block", stage::count_digits, Shape::per_block,
     "every block has a piece of one segment"},
    {"bucket_counts", "bucket counts", stage::count_digits, Shape::segment_table,
     "every block writes its column of its segment's table"},
    {"partial_counts", "partial sums", stage::table_scan, Shape::segment_table, "add partial sums",
     Holds::numbers, false, "bucket_counts"},
    {"counts_before_in_block", "keys before (in the scan block)", stage::table_scan,
     Shape::segment_table, "every thread takes the sum before its own"},
    {"block_counts", "keys in the scan block", stage::table_scan, Shape::per_block,
     "every block knows its own sum"},
    {"counts_before_block", "keys before the scan block", stage::table_scan, Shape::per_block,
     "the running sum goes from block to block"},
    {"bucket_starts", "bucket starts", stage::table_scan, Shape::segment_table,
     "one scan over the tables of all segments is complete"},
    {"rank", "rank", stage::scatter, Shape::per_key,
     "equal digits before the key in its block; in a small segment all that belong before it"},
    {"destination", "destination", stage::scatter, Shape::per_key,
     "every thread finds its slot in the output", Holds::positions},
    {"output", "output", stage::scatter, Shape::per_key, "write the keys", Holds::keys},
};

inline constexpr ScanInfo scans[] = {
    {"counts", "partial_counts", "counts_before_in_block", "block_counts", "counts_before_block",
     "bucket_starts"},
};

inline constexpr Reads reads[] = {
    {"block_first", "segment_begin"},
    {"bucket_counts", "keys"},
    {"partial_counts", "partial_counts | bucket_counts"},
    {"counts_before_in_block", "partial_counts | bucket_counts"},
    {"block_counts", "partial_counts | bucket_counts"},
    {"counts_before_block", "block_counts"},
    {"bucket_starts", "counts_before_in_block counts_before_block"},
    {"rank", "keys segment_begin bucket_starts | keys segment_begin"},
    {"destination", "keys rank bucket_starts | keys rank | keys"},
    {"output", "keys destination"},
};

namespace array {
constexpr ArrayId named(std::string_view name) {
  return arrays[place_of(name, std::span<const ArrayInfo>(arrays))];
}
inline constexpr ArrayId segment = named("segment_begin"), block_first = named("block_first"),
                         bucket_counts = named("bucket_counts"),
                         partial_counts = named("partial_counts"),
                         counts_before_in_block = named("counts_before_in_block"),
                         block_counts = named("block_counts"),
                         counts_before_block = named("counts_before_block"),
                         bucket_starts = named("bucket_starts"), rank = named("rank"),
                         destination = named("destination");
}  // namespace array

}  // namespace radix::msd
