/// What one-sweep and the hybrid show: their stages and arrays.
///
/// Tiles are numbered by tickets, and everything here stands in their order. A tile's keys stand
/// warp after warp, each warp's row after row. Buckets of a fixed capacity have holes where no
/// key was written.
#pragma once

#include "kernels/engine/model/arrays.hpp"
#include "kernels/engine/model/problem.hpp"

namespace radix::onesweep {

inline constexpr StageInfo stages[] = {
    {"look", "look"},
    {"count_digits", "count the digits"},
    {"plan_buckets", "plan"},
    {"rank_keys", "rank in the tile"},
    {"tile_sort", "sort the tile"},
    {"look_back", "look back"},
    {"reserve_places", "reserve"},
    {"bucket_sort", "sort the buckets"},
    {"write_runs", "write"},
};

namespace stage {
inline constexpr Stage look{stages[0]}, count_digits{stages[1]}, plan_buckets{stages[2]},
    rank_keys{stages[3]}, tile_sort{stages[4]}, look_back{stages[5]}, reserve_places{stages[6]},
    bucket_sort{stages[7]}, write_runs{stages[8]};
}

inline constexpr bool by_arrival = true;

namespace shape {
/// A row per pass, 2^radix bits columns.
inline constexpr Shape digit_table{[](const Problem& p) { return p.digit_entries(); },
                                   [](const Problem& p) { return 1u << p.settings().radix_bits; }};
/// One value per bucket of two digits.
inline constexpr Shape per_bucket{[](const Problem& p) { return 1u << p.two_digit_bits(); }};
}  // namespace shape

inline constexpr ArrayInfo arrays[] = {
    {"keys", "keys", stage::count_digits, Shape::per_key, "the keys of this pass", Holds::keys},
    {"digit_counts", "digits of all passes", stage::count_digits, shape::digit_table,
     "every digit of every key is counted, in one read"},
    {"digit_starts", "where digits start", stage::count_digits, shape::digit_table,
     "every row of counts is added up"},
    {"falls", "keys smaller than the one before", stage::look, Shape::single,
     "do the keys stand in order?"},
    {"rises", "keys larger than the one before", stage::look, Shape::single,
     "or are they the other way round?"},
    {"lowest", "lowest key", stage::look, Shape::single, "which key is the lowest?"},
    {"highest", "highest key", stage::look, Shape::single, "which key is the highest?"},
    {"varying", "bits that differ", stage::look, Shape::single,
     "in which bits do the keys differ, and how far do they reach?"},
    {"two_digit_counts", "keys of every bucket", stage::count_digits, shape::per_bucket,
     "two digits of every key are counted together"},
    {"bucket_begins", "where buckets start", stage::plan_buckets, shape::per_bucket,
     "the keys of all buckets before, added up"},
    {"largest_bucket", "largest bucket", stage::plan_buckets, Shape::single,
     "does the largest bucket fit into a block?"},
    {.name = "ticket",
     .label = "ticket",
     .stage = stage::rank_keys,
     .shape = Shape::per_block,
     .caption = "a block takes the number of a tile as it starts",
     .by_arrival = by_arrival},
    {.name = "peers",
     .label = "peers",
     .stage = stage::rank_keys,
     .shape = Shape::per_key,
     .caption = "which lanes of the warp agree so far",
     .of_search = true,
     .round = "ballot"},
    {.name = "served_as",
     .label = "served as",
     .stage = stage::rank_keys,
     .shape = Shape::per_key,
     .caption = "one atomic per key: its rank in the order in which the lanes were served",
     .by_arrival = by_arrival},
    {.name = "arrived_as",
     .label = "arrived as",
     .stage = stage::rank_keys,
     .shape = Shape::per_key,
     .caption = "one atomic per key: its place among the keys of its digit, as it came",
     .by_arrival = by_arrival},
    {.name = "tile_counts",
     .label = "digits of the tile",
     .stage = stage::reserve_places,
     .shape = Shape::block_table,
     .caption = "every tile has counted its digits",
     .by_arrival = by_arrival},
    {.name = "reserved",
     .label = "reserved from",
     .stage = stage::reserve_places,
     .shape = Shape::block_table,
     .caption = "one atomic per digit takes places for the tile's keys",
     .by_arrival = by_arrival},
    {.name = "bucket_slots",
     .label = "slots of the buckets",
     .stage = stage::reserve_places,
     .shape = Shape::segment_table,
     .caption = "keys go to the slots of their buckets",
     .holds = Holds::keys,
     .by_arrival = by_arrival,
     .holes = true},
    {.name = "overflow",
     .label = "runs without slots",
     .stage = stage::reserve_places,
     .shape = Shape::single,
     .caption = "did a run find no slots in its bucket?",
     .by_arrival = by_arrival},
    {"warp_counts", "digits of every warp", stage::rank_keys, Shape::warp_table,
     "every warp has counted its digits"},
    {"own_counts", "digits of the tile", stage::rank_keys, Shape::table,
     "every tile tells how many keys of each digit it has"},
    {.name = "in_order",
     .label = "served in order",
     .stage = stage::rank_keys,
     .shape = Shape::per_block,
     .caption = "every tile checks its order",
     .holds = Holds::bits,
     .by_arrival = by_arrival},
    {"rank", "rank in the warp", stage::rank_keys, Shape::per_key,
     "equal digits before the key in its warp"},
    {"local_destination", "slot in the tile", stage::tile_sort, Shape::per_key,
     "every key finds its slot in the tile", Holds::positions_in_block},
    {"local_keys", "keys sorted in the tile", stage::tile_sort, Shape::per_key,
     "sort inside the tile, in shared memory", Holds::keys},
    {.name = "looked_at",
     .label = "tiles looked at",
     .stage = stage::look_back,
     .shape = Shape::table,
     .caption = "every tile looks back until a tile knows all before it",
     .by_arrival = by_arrival},
    {"before_tile", "keys in the tiles before", stage::look_back, Shape::table,
     "every tile knows what lies before it, and tells the sum"},
    {"bucket_rank", "rank in the bucket", stage::bucket_sort, Shape::per_key,
     "every key counts those of its bucket that belong before it"},
    {"destination", "destination", stage::write_runs, Shape::per_key,
     "every thread finds its slot in the output", Holds::positions},
    {"output", "output", stage::write_runs, Shape::per_key, "write the keys", Holds::keys},
};

inline constexpr Reads reads[] = {
    {"digit_counts", "keys"},
    {"digit_starts", "digit_counts"},
    {"falls", "keys"},
    {"rises", "keys"},
    {"lowest", "keys"},
    {"highest", "keys"},
    {"varying", "keys"},
    {"two_digit_counts", "keys"},
    {"bucket_begins", "two_digit_counts | bucket_slots"},
    {"largest_bucket", "two_digit_counts"},
    {"peers", "peers | keys"},
    {"served_as", "keys"},
    {"arrived_as", "keys bucket_begins"},
    {"tile_counts", "bucket_slots | keys"},
    {"reserved", "tile_counts"},
    {"bucket_slots", "bucket_slots | keys"},
    {"overflow", "tile_counts"},
    {"bucket_rank", "bucket_slots bucket_begins | keys bucket_begins"},
    {"warp_counts", "keys"},
    {"own_counts", "warp_counts"},
    {"in_order", "served_as keys"},
    {"rank", "peers | served_as"},
    {"local_destination", "warp_counts own_counts rank"},
    {"local_keys", "keys local_destination | keys arrived_as tile_counts"},
    {"before_tile", "own_counts"},
    {"looked_at", "own_counts"},
    {"destination",
     "local_keys own_counts before_tile digit_starts | local_keys tile_counts reserved | "
     "keys bucket_rank bucket_begins | keys"},
    {"output",
     "local_keys destination | bucket_slots bucket_begins bucket_rank | keys destination"},
};

namespace array {
constexpr ArrayId named(std::string_view name) {
  return arrays[place_of(name, std::span<const ArrayInfo>(arrays))];
}
inline constexpr ArrayId keys = radix::array::keys, digit_counts = named("digit_counts"),
                         digit_starts = named("digit_starts"),
                         two_digit_counts = named("two_digit_counts"),
                         bucket_begins = named("bucket_begins"), falls = named("falls"),
                         rises = named("rises"), lowest = named("lowest"),
                         highest = named("highest"), varying = named("varying"),
                         bucket_slots = named("bucket_slots"), overflow = named("overflow"),
                         largest_bucket = named("largest_bucket"), arrived_as = named("arrived_as"),
                         tile_counts = named("tile_counts"), reserved = named("reserved"),
                         bucket_rank = named("bucket_rank"), ticket = named("ticket"),
                         peers = named("peers"), served_as = named("served_as"),
                         warp_counts = named("warp_counts"), own_counts = named("own_counts"),
                         in_order = named("in_order"), rank = named("rank"),
                         local_destination = named("local_destination"),
                         local_keys = named("local_keys"), looked_at = named("looked_at"),
                         before_tile = named("before_tile"), destination = named("destination"),
                         output = radix::array::output;
}  // namespace array

}  // namespace radix::onesweep
