/// The sorts of one family of sorts, for tests of what that family promises.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "kernels/run/engine.hpp"

namespace radix {

inline std::span<const SortInfo> sorts_of(std::string_view family) {
  const auto all = sorts();
  const auto is_of = [&](const SortInfo& sort) { return family == sort.family->name; };
  const auto begin = std::ranges::find_if(all, is_of);
  return {begin, std::find_if_not(begin, all.end(), is_of)};
}

}  // namespace radix
