#include "misconceptions.hpp"

#include <algorithm>

#include "families.hpp"
#include "text/families.hpp"

namespace scope {
namespace {

constexpr Misconception shared[] = {
    {"inclusive", text::of_number<text::families::wrong_inclusive>, "inclusive"},
    {"zeros_for_ones", text::of_number<text::families::wrong_zeros_for_ones>, "minus_zeros"},
    {"starts_at_count", text::of_number<text::families::wrong_starts_at_count>},
    {"no_bucket_start", text::of_number<text::families::wrong_no_bucket_start>, "no_local_start"},
    {"reversed", text::of_number<text::families::wrong_reversed>, "unstable"},
    {"stays", text::of_number<text::families::wrong_stays>},
    {"by_value", text::of_number<text::families::wrong_by_value>},
    {"from_the_first", text::of_number<text::families::wrong_from_the_first>, "global_index"},
    {"behind", text::of_number<text::families::wrong_behind>},
    {"the_count", text::of_number<text::families::wrong_the_count>},
    {"transposed", text::of_number<text::families::wrong_transposed>},
    {"whole_row", text::of_number<text::families::wrong_whole_row>},
    {"no_local_order", text::of_number<text::families::wrong_no_local_order>, "no_local_start"},
    {"row_total", text::of_number<text::families::wrong_row_total>},
    {"one_more", text::of_number<text::families::wrong_one_more>},
};

}  // namespace

std::vector<const Misconception*> misconceptions() {
  std::vector<const Misconception*> all;
  for (const Misconception& each : shared) all.push_back(&each);
  for (const FamilyRow* family : families()) {
    if (!family->misconceptions) continue;
    for (const Misconception& each : family->misconceptions()) all.push_back(&each);
  }
  return all;
}

const Misconception* misconception_named(std::string_view name) {
  const auto all = misconceptions();
  const auto found = std::ranges::find(all, name, &Misconception::name);
  return found == all.end() ? nullptr : *found;
}

}  // namespace scope
