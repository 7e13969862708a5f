#include "msd_family.hpp"

#include <algorithm>

namespace radix::msd {

Digit digit_from_top(uint32_t key_bits, uint32_t radix_bits, KeyCode code, uint32_t level) {
  const uint32_t done = std::min(level * radix_bits, key_bits);
  const uint32_t bits = std::min(radix_bits, key_bits - done);
  return {.shift = key_bits - done - bits, .bits = bits, .code = code};
}

Digit digit_from_top(const Problem& problem, uint32_t level) {
  return digit_from_top(problem.key_bits(), problem.settings().radix_bits, problem.code(), level);
}

Digit digit_of_part(const Trace& trace, uint32_t part) {
  const bool backwards = trace.problem.reversed() && trace.error.empty() && !trace.steps.empty() &&
                         part > 0 && part == trace.steps.back().pass;
  return backwards ? Digit{.shift = 0, .bits = 0, .code = trace.problem.code()}
                   : digit_from_top(trace.problem, part);
}

std::vector<Level> levels_of(const Problem& problem) {
  std::vector<uint32_t> sorted;
  for (const uint32_t key : problem.keys()) sorted.push_back(problem.ordered(key));
  std::ranges::sort(sorted);
  std::vector<Level> levels;
  std::vector<Segment> segments{{0, problem.size()}};
  while (problem.size() > 0) {
    Level level{.digit = digit_from_top(problem, static_cast<uint32_t>(levels.size())),
                .open = {},
                .small = {}};
    if (level.digit.bits == 0) break;
    for (const Segment& segment : segments)
      (segment.size() > problem.settings().finish ? level.open : level.small).push_back(segment);
    const bool work = !level.open.empty() ||
                      std::ranges::any_of(level.small, [](Segment s) { return s.size() > 1; });
    if (!work && !levels.empty()) break;
    segments.clear();
    for (const Segment& parent : level.open) {
      for (uint32_t begin = parent.begin, end = begin; begin < parent.end; begin = end) {
        while (end < parent.end &&
               sorted[end] >> level.digit.shift == sorted[begin] >> level.digit.shift)
          ++end;
        segments.push_back({begin, end});
      }
    }
    levels.push_back(std::move(level));
  }
  return levels;
}

Outline outline_of_segments(const Problem& problem, std::string_view) {
  Outline outline{"level", "levels", {}};
  for (const Level& level : levels_of(problem))
    outline.parts.push_back(part_of_bits(level.digit.shift, level.digit.bits, level.digit.bits));
  if (problem.size() > 0 && problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix::msd
