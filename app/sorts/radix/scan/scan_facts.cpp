#include "scan_facts.hpp"

#include <algorithm>

#include "app/core/model/block_scan.hpp"

namespace scope {

ScanPlace place_in_bits(const Moment& moment, const Subject& subject) {
  const radix::Problem& problem = moment.problem();
  ScanPlace place{.arrays = scan_of_bits(moment), .width = problem.threads_per_block()};
  if (!scans_thread_sums(moment)) {
    place.index = subject.place;
    place.values = problem.size();
    return place;
  }
  // A thread adds up neighbouring places, whichever keys it has
  const uint32_t in_block = subject.place - problem.block_begin(subject.block);
  place.index = subject.block * place.width + in_block / problem.keys_per_thread();
  place.values = problem.blocks() * place.width;
  return place;
}

ScanPlace place_in_table(const Moment& moment, uint32_t entry) {
  return {.arrays = scan_of_table,
          .index = entry,
          .width = moment.problem().threads_per_block(),
          .values = table_entries(moment),
          .table = true};
}

namespace {

LevelStep::Kind kind_of(radix::ScanLevel level, uint32_t thread, uint32_t width) {
  if (!level.changes(thread, width)) return LevelStep::stays;
  if (level.phase == radix::ScanPhase::clear) return LevelStep::clears;
  const bool left =
      level.phase == radix::ScanPhase::down && (thread + 1) % (2 * level.distance) != 0;
  return left ? LevelStep::takes : LevelStep::adds;
}

uint32_t tree_of(const Moment& moment, const ScanPlace& place) {
  return radix::scan_width(moment.problem().settings().scan, place.width);
}

}  // namespace

ScanPlace place_at_level(const Moment& moment, ScanPlace place, bool chosen) {
  const FinishedLevel now = levels_of(moment, place.arrays.partial).back();
  const auto changes = [&](uint32_t thread) {
    return radix::ScanLevel{now.phase, now.distance}.changes(thread, tree_of(moment, place));
  };
  if (chosen || changes(place.thread())) return place;
  const uint32_t begin = place.block() * place.width;
  for (uint32_t i = std::min(begin + place.width, place.values); i > begin; --i) {
    if (!changes(i - 1 - begin)) continue;
    place.index = i - 1;
    break;
  }
  return place;
}

LevelStep level_step(const Moment& moment, const ScanPlace& place) {
  const auto levels = levels_of(moment, place.arrays.partial);
  const FinishedLevel& now = levels.back();
  const auto before = [&](uint32_t i) {
    return levels.size() < 2 ? value_of(moment, place.arrays.input, i).value_or(0)
                             : levels[levels.size() - 2].sums->values[i];
  };
  LevelStep step{.kind = kind_of({now.phase, now.distance}, place.thread(), tree_of(moment, place)),
                 .before = before(place.index),
                 .after = now.sums->values[place.index],
                 .distance = now.distance};
  if (now.phase == radix::ScanPhase::carry) step.warps = place.thread() / radix::warp_lanes;
  const uint32_t begin = place.block() * place.width;
  for (uint32_t w = 0; w < step.warps; ++w)
    step.other += before(begin + (w + 1) * radix::warp_lanes - 1);
  if (step.kind == LevelStep::adds && step.warps == 0)
    step.other = before(place.index - now.distance);
  // Its right one may be padding of the tree, which has no thread and is not recorded
  if (step.kind == LevelStep::takes) {
    const uint32_t right = place.index + now.distance;
    const bool shown = right < place.values && right / place.width == place.block();
    step.other = shown ? before(right) : step.after;
  }
  return step;
}

std::optional<uint32_t> worker_at_level(const Moment& moment, const ScanPlace& place) {
  const FinishedLevel now = levels_of(moment, place.arrays.partial).back();
  return worker_of({now.phase, now.distance}, place.thread(), tree_of(moment, place));
}

}  // namespace scope
