/// What radix sorts show: their stages and arrays.
///
/// ones_before counts over the whole grid where a sort scans all bits (one_bit, one_launch); where
/// it scans inside the block only, ones_before counts inside the block and there is no
/// ones_before_in_block. Where threads have several keys (coarse), each adds up its own bits first
/// (thread_ones) and the block scans those sums.
#pragma once

#include "kernels/engine/model/arrays.hpp"

namespace radix {

/// The parts of one pass, in order. A sort uses those it has.
inline constexpr StageInfo stages[] = {
    {"extract", "bit extract"},   {"scan", "scan"},       {"local_bucket", "local bucket"},
    {"table_scan", "table scan"}, {"scatter", "scatter"},
};

namespace stage {
inline constexpr Stage extract{stages[0]}, scan{stages[1]}, local_bucket{stages[2]},
    table_scan{stages[3]}, scatter{stages[4]};
}

inline constexpr bool of_split = true;

inline constexpr ArrayInfo arrays[] = {
    {"keys", "keys", stage::extract, Shape::per_key, "the keys of this pass", Holds::keys},
    {"bits", "bits", stage::extract, Shape::per_key, "take one bit of every key", Holds::bits,
     of_split},
    {"partial_ones", "partial sums", stage::scan, Shape::per_key, "add partial sums",
     Holds::numbers, of_split, "bits"},
    {"ones_before_in_block", "# ones before, in the block", stage::scan, Shape::per_key,
     "every thread takes the sum before its own", Holds::numbers, of_split},
    {"block_ones", "# ones in the block", stage::scan, Shape::per_block,
     "every block knows its own sum", Holds::numbers, of_split},
    {"ones_before_block", "# ones before the block", stage::scan, Shape::per_block,
     "the running sum goes from block to block", Holds::numbers, of_split},
    {"ones_before", "# ones before", stage::scan, Shape::per_key, "the exclusive scan is complete",
     Holds::numbers, of_split},
    {"ones_total", "# ones in total", stage::scan, Shape::single,
     "the last block writes the grand total", Holds::numbers, of_split},
    {"thread_ones", "# ones of the thread", stage::scan, Shape::per_thread,
     "every thread adds up the bits of its keys", Holds::numbers, of_split},
    {"partial_thread_ones", "partial sums of threads", stage::scan, Shape::per_thread,
     "add partial sums", Holds::numbers, of_split, "thread_ones"},
    {"ones_before_thread", "# ones before the thread", stage::scan, Shape::per_thread,
     "every thread takes the sum before its own", Holds::numbers, of_split, "thread_ones"},
    {"local_destination", "slot in the block", stage::local_bucket, Shape::per_key,
     "every thread finds its slot inside the block", Holds::positions_in_block, of_split},
    {"local_keys", "keys sorted in the block", stage::local_bucket, Shape::per_key,
     "sort inside the block, in shared memory", Holds::keys, of_split},
    {"local_bucket_starts", "bucket starts in the block", stage::local_bucket, Shape::table,
     "where the digit changes, a bucket starts"},
    {"bucket_counts", "bucket counts", stage::local_bucket, Shape::table,
     "every block writes its column of the table"},
    {"partial_counts", "partial sums", stage::table_scan, Shape::table, "add partial sums",
     Holds::numbers, false, "bucket_counts"},
    {"counts_before_in_block", "keys before (in the scan block)", stage::table_scan, Shape::table,
     "every thread takes the sum before its own"},
    {"block_counts", "keys in the scan block", stage::table_scan, Shape::per_block,
     "every block knows its own sum"},
    {"counts_before_block", "keys before the scan block", stage::table_scan, Shape::per_block,
     "the running sum goes from block to block"},
    {"bucket_starts", "bucket starts", stage::table_scan, Shape::table,
     "the exclusive scan of the table is complete"},
    {"destination", "destination", stage::scatter, Shape::per_key,
     "every thread finds its slot in the output", Holds::positions},
    {"output", "output", stage::scatter, Shape::per_key, "write the keys", Holds::keys},
};

/// What the scans of radix sorts show: of the bits, over the grid or inside the block only (there
/// the block's own scan is the whole scan), of the sums of threads, of the bucket table.
inline constexpr ScanInfo scans[] = {
    {"ones", "partial_ones", "ones_before_in_block", "block_ones", "ones_before_block",
     "ones_before"},
    {"ones_in_block", "partial_ones", "ones_before", "block_ones", "ones_before_block", ""},
    {"thread_ones", "partial_thread_ones", "ones_before_thread", "block_ones", "ones_before_block",
     ""},
    {"counts", "partial_counts", "counts_before_in_block", "block_counts", "counts_before_block",
     "bucket_starts"},
};

/// A level of a scan reads the level before it, the first one what is summed up.
inline constexpr Reads reads[] = {
    {"bits", "local_keys | keys"},
    {"partial_ones", "partial_ones | bits"},
    {"ones_before_in_block", "partial_thread_ones | thread_ones | partial_ones | bits"},
    {"block_ones", "partial_thread_ones | thread_ones | partial_ones | bits"},
    {"ones_before_block", "block_ones"},
    {"ones_before",
     "bits ones_before_thread | ones_before_in_block ones_before_block | partial_ones | bits"},
    {"ones_total", "block_ones ones_before_block"},
    {"thread_ones", "bits"},
    {"partial_thread_ones", "partial_thread_ones | thread_ones"},
    {"ones_before_thread", "partial_thread_ones | thread_ones"},
    {"local_destination", "bits ones_before block_ones"},
    {"local_keys", "local_keys local_destination | keys local_destination"},
    {"local_bucket_starts", "local_keys"},
    {"bucket_counts", "local_bucket_starts | block_ones"},
    {"partial_counts", "partial_counts | bucket_counts"},
    {"counts_before_in_block", "partial_counts | bucket_counts"},
    {"block_counts", "partial_counts | bucket_counts"},
    {"counts_before_block", "block_counts"},
    {"bucket_starts", "counts_before_in_block counts_before_block"},
    {"destination",
     "(local_bucket_starts) local_keys bucket_starts | local_keys bucket_counts bucket_starts | "
     "keys ones_before ones_total | keys"},
    {"output", "local_keys destination | keys destination"},
};

namespace array {
constexpr ArrayId named(std::string_view name) {
  return arrays[place_of(name, std::span<const ArrayInfo>(arrays))];
}
inline constexpr ArrayId bits = named("bits"), partial_ones = named("partial_ones"),
                         ones_before_in_block = named("ones_before_in_block"),
                         block_ones = named("block_ones"),
                         ones_before_block = named("ones_before_block"),
                         ones_before = named("ones_before"), ones_total = named("ones_total"),
                         thread_ones = named("thread_ones"),
                         partial_thread_ones = named("partial_thread_ones"),
                         ones_before_thread = named("ones_before_thread"),
                         local_destination = named("local_destination"),
                         local_keys = named("local_keys"),
                         local_bucket_starts = named("local_bucket_starts"),
                         bucket_counts = named("bucket_counts"),
                         partial_counts = named("partial_counts"),
                         counts_before_in_block = named("counts_before_in_block"),
                         block_counts = named("block_counts"),
                         counts_before_block = named("counts_before_block"),
                         bucket_starts = named("bucket_starts"), destination = named("destination");
}  // namespace array

}  // namespace radix
