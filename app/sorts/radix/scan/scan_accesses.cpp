#include "scan_accesses.hpp"

#include <algorithm>
#include <set>

#include "app/core/base/cache.hpp"
#include "kernels/run/engine.hpp"

namespace scope {
namespace {

/// One pass over as many keys as a block has threads, its scan written down.
radix::Trace one_block(radix::BlockScan scan, uint32_t threads) {
  radix::Problem one_pass =
      *radix::Problem::make(std::vector<uint32_t>(threads, 1),
                            {.key_bits = 1, .threads_per_block = threads, .scan = scan});
  return radix::run({.problem = std::move(one_pass),
                     .sort = radix::first_sort,
                     .engine = radix::EngineChoice::cpu,
                     .accesses = true});
}

/// What the threads of block 0 touch in shared memory on the lines of a file, in one step of a
/// launch.
std::vector<radix::Access> touched(const radix::AccessLog& log, uint32_t moment,
                                   const std::string& file) {
  std::vector<radix::Access> found;
  for (const radix::Access& access : log.accesses) {
    if (access.moment == moment && access.block == 0 && log.arrays[access.array].shared &&
        log.sites[access.site].file == file)
      found.push_back(access);
  }
  return found;
}

/// The accesses of threads, one after the other, as those of warps.
std::vector<ScanAccess> together(const radix::AccessLog& log,
                                 const std::vector<radix::Access>& touched) {
  std::vector<ScanAccess> accesses;
  std::set<std::pair<uint32_t, std::size_t>> made;  // by a thread, so far
  for (const radix::Access& access : touched) {
    const radix::SourceLine& source = log.sites[access.site];
    // The same line may read twice: the next of its kind that this thread has not made
    std::size_t at = 0;
    uint32_t again = 0;
    for (; at < accesses.size(); ++at) {
      if (accesses[at].source != source || accesses[at].touch != access.touch) continue;
      if (!made.contains({access.thread, at})) break;
      ++again;
    }
    if (at == accesses.size()) {
      accesses.push_back({source, access.touch, again, {}});
      accesses.back().words.resize(log.threads);
    }
    made.insert({access.thread, at});
    accesses[at].words[access.thread] = access.index;
  }
  return accesses;
}

ScanAccesses read_from_log(radix::BlockScan scan, uint32_t threads) {
  const radix::Trace trace = one_block(scan, threads);
  ScanAccesses levels;
  uint32_t moment = 0;
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    const radix::Step& step = trace.steps[s];
    moment = s > 0 && trace.steps[s - 1].launch == step.launch ? moment + 1 : 0;
    if (step.level == 0) continue;
    const radix::AccessLog& log = *trace.accesses[step.launch];
    std::vector<radix::Access> of_level = touched(log, moment, step.source.file);
    if (step.level == 1 &&
        !of_level.empty()) {  // after the barrier that the values are stored before
      const uint32_t stored = of_level.front().epoch;
      std::erase_if(of_level, [&](const radix::Access& a) { return a.epoch == stored; });
    }
    if (step.level > levels.size()) levels.resize(step.level);
    levels[step.level - 1] = together(log, of_level);
  }
  return levels;
}

}  // namespace

std::shared_ptr<const ScanAccesses> scan_accesses(radix::BlockScan scan, uint32_t threads) {
  using Scan = std::pair<radix::BlockScan, uint32_t>;
  static Cache<Scan, ScanAccesses> cache(8);
  return cache.get({scan, threads}, [&] { return read_from_log(scan, threads); });
}

uint32_t bank_conflicts(const ScanAccess& access, uint32_t first, uint32_t lanes, uint32_t banks) {
  std::vector<uint32_t> words;
  const std::size_t end = std::min<std::size_t>(access.words.size(), first + lanes);
  for (std::size_t t = first; t < end; ++t)
    if (access.words[t]) words.push_back(*access.words[t]);
  return bank_conflicts(words, banks);
}

std::vector<uint32_t> bank_conflicts(const ScanAccesses& levels, uint32_t lanes, uint32_t banks) {
  std::vector<uint32_t> most;
  for (const auto& level : levels) {
    most.push_back(0);
    for (const ScanAccess& access : level)
      for (uint32_t first = 0; first < access.words.size(); first += lanes)
        most.back() = std::max(most.back(), bank_conflicts(access, first, lanes, banks));
  }
  return most;
}

}  // namespace scope
