#include "loads.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "app/core/base/cache.hpp"

namespace scope {
namespace {

using radix::none;
using Logs = std::vector<radix::AccessLog>;

/// The reads of global memory of every launch; as many launches as there are where the run fails.
Logs read_logs(const std::string& sort, const radix::Problem& problem) {
  const radix::Trace trace = radix::run({.problem = problem,
                                         .sort = sort,
                                         .engine = radix::EngineChoice::cpu,
                                         .recorded = false,
                                         .accesses = true});
  Logs logs;
  for (const auto& each : trace.accesses) {
    radix::AccessLog& log = logs.emplace_back(*each);
    std::erase_if(log.accesses, [&](const radix::Access& a) {
      return a.touch != radix::Touch::read || log.arrays[a.array].shared;
    });
    log.accesses.shrink_to_fit();
  }
  return logs;
}

/// A sort goes to and fro between two buffers of keys: what a launch reads of either are the keys
/// of its part.
std::string name_of_array(const radix::AccessLog::Memory& memory) {
  return memory.name == "the output" ? "the keys" : memory.name;
}

/// Accesses of threads, one after the other, as those of warps: the lanes that come to a line for
/// the same time are together.
std::vector<WarpLoads> together(const radix::AccessLog& log, uint32_t lanes) {
  using Line = std::tuple<uint16_t, uint8_t, radix::Touch>;  // and array
  std::map<std::pair<uint32_t, uint32_t>, WarpLoads> warps;
  std::map<std::tuple<uint32_t, uint32_t, Line>, uint32_t> seen;  // by block and thread
  std::map<std::tuple<uint32_t, uint32_t, Line, uint32_t>, std::size_t> place_of;  // among a warp's
  for (const radix::Access& access : log.accesses) {
    const Line line{access.site, access.array, access.touch};
    const uint32_t again = seen[{access.block, access.thread, line}]++;
    const uint32_t warp = access.thread / lanes;
    WarpLoads& of = warps[{access.block, warp}];
    const auto [known, fresh] =
        place_of.try_emplace({access.block, warp, line, again}, of.loads.size());
    if (fresh) {
      of.block = access.block, of.warp = warp, of.threads = log.threads;
      of.loads.push_back(
          {log.sites[access.site], access.array, name_of_array(log.arrays[access.array]), again,
           std::vector<uint32_t>(std::min(lanes, log.threads - warp * lanes), none)});
    }
    of.loads[known->second].places[access.thread % lanes] = access.index;
  }
  std::vector<WarpLoads> all;
  for (auto& [place, warp] : warps) all.push_back(std::move(warp));
  return all;
}

}  // namespace

std::shared_ptr<const std::vector<WarpLoads>> loads_of(const std::string& sort,
                                                       const radix::Problem& problem,
                                                       uint32_t launch, uint32_t lanes) {
  using Run = std::pair<std::string, radix::Problem>;
  using OneLaunch = std::tuple<std::string, radix::Problem, uint32_t, uint32_t>;
  static Cache<Run, Logs> runs(4);
  static Cache<OneLaunch, std::vector<WarpLoads>> launches(8);
  const auto logs = runs.get({sort, problem}, [&] { return read_logs(sort, problem); });
  if (launch >= logs->size()) return nullptr;
  return launches.get({sort, problem, launch, lanes},
                      [&] { return together((*logs)[launch], lanes); });
}

std::vector<WarpLoads> warp_accesses(const radix::AccessLog& log, uint32_t lanes) {
  radix::AccessLog told = log;
  std::erase_if(told.accesses,
                [](const radix::Access& a) { return a.touch == radix::Touch::atomic_read; });
  return together(told, lanes);
}

std::vector<uint32_t> segments_of(const Load& load, uint32_t segment) {
  std::vector<uint32_t> touched;
  for (const uint32_t place : load.places)
    if (place != none) touched.push_back(place / segment);
  std::ranges::sort(touched);
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  return touched;
}

Cost cost_of(const Load& load, const MemoryShape& shape) {
  std::vector<uint32_t> places;
  uint32_t before = none;
  Cost cost{.stores = 1, .segments = segments_of(load, shape.segment).size()};
  for (const uint32_t place : load.places) {
    if (place == none) continue;
    cost.runs += before == none || place != before + 1 ? 1 : 0;
    before = place;
    places.push_back(place);
  }
  std::ranges::sort(places);
  cost.keys = static_cast<uint64_t>(std::unique(places.begin(), places.end()) - places.begin());
  return cost;
}

}  // namespace scope
