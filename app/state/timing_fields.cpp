// What is picked in Timing mode, as fields of a state.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/timing/choice.hpp"
#include "state_fields.hpp"
#include "text/state.hpp"
#include "timing_fields.hpp"

namespace scope {
namespace {

constexpr std::string_view prefix = "timing_";

radix::EngineId machine_of(const Document& document) {
  return engine_of(document.lane().setup.engine);
}

/// "" or why this cannot be measured. Nothing to measure is no mistake while picking.
std::string error_of(const TimingSetup& setup, radix::EngineId engine) {
  TimingSetup checked = setup;
  if (checked.sorts == "none") checked.sorts = "all";
  return read_timing_plan(checked, offered_engine(engine)).error.sentence;
}

/// Which of the fields is to blame for what all of them together cannot do.
std::string blame(const std::vector<NamedText>& fields, radix::EngineId engine,
                  const std::string& together) {
  for (const NamedText& field : fields) {
    TimingSetup alone{.n = "1"};
    if (!set_pick(alone, field.name.substr(prefix.size()), field.value)) continue;
    const std::string wrong = error_of(alone, engine);
    if (!wrong.empty()) return text::state::wrong_with({.name = field.name, .why = wrong});
  }
  return text::state::picks_together({.why = together});
}

}  // namespace

std::vector<NamedText> timing_fields(const Document& document, bool all) {
  TimingSetup setup = document.timing.setup;
  // What another engine could measure is not offered as something that this one can
  if (!setup.n.empty() && !error_of(setup, machine_of(document)).empty()) setup = TimingSetup{};
  std::vector<NamedText> fields;
  for (const std::string& name : pick_names()) {
    const std::string text = pick_text(setup, name);
    if (all || text != pick_text(TimingSetup{}, name))
      fields.push_back({std::string(prefix) + name, text});
  }
  return fields;
}

bool belongs_to_timing(std::string_view name) {
  const auto names = pick_names();
  return name.starts_with(prefix) &&
         std::ranges::find(names, name.substr(prefix.size())) != names.end();
}

std::string take_timing(Document& document, const std::vector<NamedText>& fields) {
  std::vector<NamedText> picked;
  bool sizes = false;
  for (const NamedText& field : fields) {
    const std::string name = field.name.substr(prefix.size());
    if (field.value == pick_text(TimingSetup{}, name)) continue;
    picked.push_back(field);
    sizes |= name == "n";
  }
  if (picked.empty()) return document.timing.setup = TimingSetup{}, "";
  TimingSetup setup = sizes ? TimingSetup{} : usual_timing(machine_of(document));
  for (const NamedText& field : picked)
    if (!set_pick(setup, field.name.substr(prefix.size()), field.value))
      return text::state::no_choice({.field = field.name, .text = quotable(field.value)});
  const std::string wrong = error_of(setup, machine_of(document));
  if (!wrong.empty()) return blame(picked, machine_of(document), wrong);
  document.timing.setup = std::move(setup);
  return "";
}

}  // namespace scope
