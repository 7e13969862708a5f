// What the sort has cost up to this step.
#include "kernels/radix/radix_arrays.hpp"
#include "app/families/families.hpp"
#include "app/moment/invariants.hpp"
#include "app/window/widgets.hpp"
#include "panel.hpp"

namespace scope {
namespace {

std::string of(std::size_t part, std::size_t whole) {
  return std::to_string(part) + " / " + std::to_string(whole);
}

/// What a sort promises, checked on the keys as they stand.
void promises(const Look& look) {
  const Invariants now = invariants_of(look);
  ui::heading("Kept so far");
  ui::fact("sorted", now.order, now.ordered ? Ink::text : Ink::warn);
  ui::fact("keys", now.keys, now.complete ? Ink::text : Ink::warn);
  ui::fact("equal keys", now.equals, now.stable ? Ink::text : Ink::warn);
  ui::rule();
}

}  // namespace

void totals_section(const Desk& desk) {
  const Look& look = desk.look;
  const radix::Step* step = look.step();
  const uint32_t passes = look.trace->steps.empty() ? 0 : look.trace->steps.back().pass + 1;
  promises(look);
  ui::heading("Totals so far");
  ui::fact((std::string(radix::outline_of(*look.trace).nouns) + " begun").c_str(), of(step ? step->pass + 1 : 0, passes));
  ui::fact("kernel launches", of(step ? step->launch + 1 : 0, look.trace->launches));
  ui::fact("steps", of(look.cursor, look.trace->steps.size()));
  if (step)
    ui::fact("blocks × threads",
             std::to_string(step->blocks) + " × " + std::to_string(step->threads));
  if (const radix::Array* table = look.find(radix::array::bucket_counts))
    ui::fact("table entries", std::to_string(table->values.size()));
}

}  // namespace scope
