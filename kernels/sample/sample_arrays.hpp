/// What sample sort shows: the arrays of a radix sort, for it is a pass of one whose digit is found
/// by comparing, and after them its own.
#pragma once

#include <algorithm>
#include <array>

#include "kernels/engine/model/problem.hpp"
#include "kernels/radix/radix_arrays.hpp"

namespace radix::sample {

inline constexpr StageInfo stages[] = {
    {"take_sample", "sample"}, {"classify", "find buckets"},
    radix::stages[0],          radix::stages[1],
    radix::stages[2],          radix::stages[3],
    radix::stages[4],          {"bucket_sort", "sort the buckets"},
};

namespace stage {
inline constexpr Stage sample{stages[0]}, classify{stages[1]}, bucket_sort{stages[7]};
}

namespace shape {
inline constexpr Shape per_sample{[](const Problem& p) { return p.samples(); }};
inline constexpr Shape per_splitter{[](const Problem& p) { return p.splitters(); }};
inline constexpr Shape per_bucket{[](const Problem& p) { return p.sample_digit().buckets(); }};
}  // namespace shape

inline constexpr ArrayInfo user_arrays[] = {
    {"sample_places", "sampled places", stage::sample, shape::per_sample, "which keys are sampled"},
    {"sampled", "sample", stage::sample, shape::per_sample, "take the keys at these places",
     Holds::keys},
    {"sample_sorted", "sample, sorted", stage::sample, shape::per_sample,
     "one block sorts the sample", Holds::keys},
    {"splitters", "splitters", stage::sample, shape::per_splitter,
     "the sorted sample gives the splitters at equal distances", Holds::keys},
    {"look", "splitter looked at", stage::classify, Shape::per_key,
     "does the key belong before the middle one of the splitters that are left?", Holds::numbers,
     false, "", true},
    {"own_bucket", "bucket", stage::classify, Shape::per_key, "every key has found its bucket"},
    {"bucket_sizes", "keys of every bucket", stage::classify, shape::per_bucket,
     "every bucket is counted before a key moves"},
    {"bucket_rank", "rank in the bucket", stage::bucket_sort, Shape::per_key,
     "every key counts those of its bucket that belong before it"},
};

/// Radix sort's first: its kernels show them by their places.
inline constexpr auto arrays = [] {
  constexpr std::size_t shared = std::size(radix::arrays);
  std::array<ArrayInfo, shared + std::size(user_arrays)> all{};
  std::copy(std::begin(radix::arrays), std::end(radix::arrays), all.begin());
  std::copy(std::begin(user_arrays), std::end(user_arrays), all.begin() + shared);
  return all;
}();

inline constexpr auto reads = [] {
  constexpr Reads own[] = {
      {"sampled", "keys sample_places"},
      {"sample_sorted", "sampled"},
      {"splitters", "sample_sorted"},
      {"look", "look keys splitters | keys splitters"},
      {"own_bucket", "keys splitters"},
      {"bucket_sizes", "own_bucket"},
      {"bucket_rank", "keys bucket_sizes"},
      {"destination",
       "(local_bucket_starts) local_keys bucket_starts splitters | keys bucket_rank | keys"},
      {"local_bucket_starts", "local_keys splitters"},
      {"bits", "local_keys splitters | keys splitters"},
  };
  std::array<Reads, std::size(own) + std::size(radix::reads)> all{};
  std::copy(std::begin(own), std::end(own), all.begin());
  std::copy(std::begin(radix::reads), std::end(radix::reads), all.begin() + std::size(own));
  return all;
}();

namespace array {
constexpr ArrayId named(std::string_view name) {
  return arrays[place_of(name, std::span<const ArrayInfo>(arrays))];
}
inline constexpr ArrayId sample_places = named("sample_places"), sample = named("sampled"),
                         sample_sorted = named("sample_sorted"), splitters = named("splitters"),
                         look = named("look"), bucket = named("own_bucket"),
                         bucket_sizes = named("bucket_sizes"), bucket_rank = named("bucket_rank");
}  // namespace array

}  // namespace radix::sample
