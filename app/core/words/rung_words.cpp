#include "rung_words.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "app/core/base/text.hpp"
#include "kernels/run/engine.hpp"

namespace scope {
namespace {

/// "13.4" as 13 and 4.
std::pair<int, int> section_numbers(const std::string& section) {
  const std::size_t dot = section.find('.');
  const int behind = dot == section.npos ? 0 : std::atoi(section.c_str() + dot + 1);
  return {std::atoi(section.c_str()), behind};
}

}  // namespace

std::string rung_words(const radix::RungInfo& rung) {
  return say(capital(rung.title), " · ",
             rung.wrong ? "wrong on purpose" : radix::number_of(rung.section));
}

bool before_in_chapter(const radix::RungInfo& a, const radix::RungInfo& b) {
  return section_numbers(radix::number_of(a.section)) <
         section_numbers(radix::number_of(b.section));
}

std::vector<const radix::RungInfo*> rungs_by_section() {
  std::vector<const radix::RungInfo*> list;
  for (const radix::RungInfo& rung : radix::rungs()) list.push_back(&rung);
  std::ranges::stable_sort(list, [](const radix::RungInfo* a, const radix::RungInfo* b) {
    return before_in_chapter(*a, *b);
  });
  return list;
}

}  // namespace scope
