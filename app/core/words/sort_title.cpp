#include "sort_title.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/core/base/text.hpp"
#include "kernels/run/engine.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

/// "13.4" as 13 and 4.
std::pair<int, int> section_numbers(const std::string& section) {
  const std::size_t dot = section.find('.');
  const int behind = dot == section.npos ? 0 : std::atoi(section.c_str() + dot + 1);
  return {std::atoi(section.c_str()), behind};
}

}  // namespace

std::string sort_name(const radix::SortInfo& sort) {
  return text::all::heading({.words = text::translated(sort.title)});
}

std::string sort_title(const radix::SortInfo& sort) {
  return sort_name(sort) + " · " +
         (sort.wrong ? std::string(text::all::wrong_on_purpose) : radix::number_of(sort.section));
}

bool before_in_chapter(const radix::SortInfo& a, const radix::SortInfo& b) {
  return section_numbers(radix::number_of(a.section)) <
         section_numbers(radix::number_of(b.section));
}

std::vector<const radix::SortInfo*> sorts_by_section() {
  std::vector<const radix::SortInfo*> list;
  for (const radix::SortInfo& sort : radix::sorts()) list.push_back(&sort);
  std::ranges::stable_sort(list, [](const radix::SortInfo* a, const radix::SortInfo* b) {
    return before_in_chapter(*a, *b);
  });
  return list;
}

}  // namespace scope
