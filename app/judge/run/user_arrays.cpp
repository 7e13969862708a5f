#include "user_arrays.hpp"

#include <algorithm>
#include <numeric>

namespace scope {

bool is_shared(const radix::StudentRun& run, const radix::StudentMoment& moment) {
  return run.arrays[moment.array].kind == radix::StudentArray::Kind::shared;
}

std::vector<uint32_t> elements_as_whole(const radix::StudentRun& run,
                                        const radix::StudentMoment& moment, std::size_t length) {
  std::vector<uint32_t> places;
  const std::size_t there = moment.values.size();
  if (!is_shared(run, moment)) {
    if (there != length && there != length + 1) return places;  // bits[N] is the sum of all
    places.resize(length);
    std::iota(places.begin(), places.end(), 0);
    return places;
  }
  const radix::StudentLaunch& launch = run.launches[moment.launch];
  const std::size_t own = run.arrays[moment.array].elements;
  if (own == 0 || launch.blocks == 0 || there < length) return places;
  // Blocks of this many keys: what the launch has threads for, several each where it must
  const std::size_t all = std::size_t{launch.blocks} * launch.threads;
  std::size_t tile = launch.threads * std::max<std::size_t>(1, (length + all - 1) / all);
  // Few keys may leave more room than that: then the array itself says how many a block has
  if (own > tile && own % launch.threads == 0 && (launch.blocks - 1) * own < length) tile = own;
  if (tile > own || tile * launch.blocks < length || (length < 4 && length != there)) return places;
  const std::size_t last = length == 0 ? 0 : (length - 1) / tile * own + (length - 1) % tile;
  if (last >= there) return places;
  for (std::size_t i = 0; i < length; ++i)
    places.push_back(static_cast<uint32_t>(i / tile * own + i % tile));
  return places;
}

bool holds(const radix::StudentRun& run, const radix::StudentMoment& moment,
           const std::vector<uint32_t>& values) {
  const auto places = elements_as_whole(run, moment, values.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    if (!moment.written[places[i]] || moment.values[places[i]] != values[i]) return false;
  return !places.empty();
}

}  // namespace scope
