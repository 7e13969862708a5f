#include "devices_family.hpp"

#include <bit>

#include "kernels/engine/model/problem.hpp"
#include "text/parts.hpp"

namespace radix::devices {

uint32_t merge_levels_of(uint32_t devices) {
  return static_cast<uint32_t>(std::bit_width(devices - 1));
}

Outline outline_of_devices(const Problem& problem, std::string_view) {
  Outline outline{"part", "parts", {}};
  if (problem.size() == 0) return outline;
  outline.parts = {{"on each device", 1}, {"between devices", 1}};
  for (uint32_t level = 0; level < merge_levels_of(problem.settings().devices); ++level)
    outline.parts.push_back(
        {.name = "level " + std::to_string(level + 1),
         .said = [](uint32_t number,
                    uint32_t) { return scope::text::parts::level({.level = number}); },
         .first = level + 1});
  if (problem.reversed()) outline.parts.push_back({"reversed", 1});
  return outline;
}

}  // namespace radix::devices
