// What is picked in Timing mode, as fields of a state.
#include <algorithm>

#include "timing_fields.hpp"
#include "app/base/text.hpp"
#include "state_fields.hpp"
#include "app/timing/choice.hpp"

namespace scope {
namespace {

constexpr std::string_view prefix = "timing_";

radix::EngineId machine_of(const App& app) { return engine_of(app.lane().wish.engine); }

/// "" or why this cannot be measured. Nothing to measure is no mistake while picking.
std::string complaint_of(const TimingWish& wish, radix::EngineId engine) {
  TimingWish checked = wish;
  if (checked.rungs == "none") checked.rungs = "all";
  return read_timing_plan(checked, offered_engine(engine)).complaint.sentence;
}

/// Which of the fields is to blame for what all of them together cannot do.
std::string blame(const std::vector<NamedText>& fields, radix::EngineId engine, const std::string& together) {
  for (const NamedText& field : fields) {
    TimingWish alone{.n = "1"};
    if (!set_pick(alone, field.name.substr(prefix.size()), field.value)) continue;
    const std::string wrong = complaint_of(alone, engine);
    if (!wrong.empty()) return say("'", field.name, "': ", wrong);
  }
  return say("'timing_n' and the other picks of Timing mode: ", together);
}

}  // namespace

std::vector<NamedText> timing_fields(const App& app, bool all) {
  TimingWish wish = app.timing.wish;
  // What another engine could measure is not offered as something that this one can
  if (!wish.n.empty() && !complaint_of(wish, machine_of(app)).empty()) wish = TimingWish{};
  std::vector<NamedText> fields;
  for (const std::string& name : pick_names()) {
    const std::string text = pick_text(wish, name);
    if (all || text != pick_text(TimingWish{}, name)) fields.push_back({std::string(prefix) + name, text});
  }
  return fields;
}

bool belongs_to_timing(std::string_view name) {
  const auto names = pick_names();
  return name.starts_with(prefix) && std::ranges::find(names, name.substr(prefix.size())) != names.end();
}

std::string take_timing(App& app, const std::vector<NamedText>& fields) {
  std::vector<NamedText> picked;
  bool sizes = false;
  for (const NamedText& field : fields) {
    const std::string name = field.name.substr(prefix.size());
    if (field.value == pick_text(TimingWish{}, name)) continue;
    picked.push_back(field);
    sizes |= name == "n";
  }
  if (picked.empty()) return app.timing.wish = TimingWish{}, "";
  TimingWish wish = sizes ? TimingWish{} : usual_timing(machine_of(app));
  for (const NamedText& field : picked)
    if (!set_pick(wish, field.name.substr(prefix.size()), field.value))
      return say("'", field.name, "': '", quotable(field.value), "' is no choice of it; choose on or off.");
  const std::string wrong = complaint_of(wish, machine_of(app));
  if (!wrong.empty()) return blame(picked, machine_of(app), wrong);
  app.timing.wish = std::move(wish);
  return "";
}

}  // namespace scope
