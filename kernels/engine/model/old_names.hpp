/// Names of earlier releases that files, links, scripts and command lines may still use.
#pragma once

#include <algorithm>
#include <string_view>

namespace radix {

struct OldName {
  std::string_view old, now;
};
inline constexpr OldName old_names[] = {
    {"rung", "sort"}, {"rungs", "sorts"}, {"timing_rungs", "timing_sorts"}, {"ladder", "best"}};

/// The current name for an old one: "sort" for "rung". Any other name stays as it is.
constexpr std::string_view current_name(std::string_view name) {
  const OldName* known = std::ranges::find(old_names, name, &OldName::old);
  return known == std::end(old_names) ? name : known->now;
}

}  // namespace radix
