#include "session_file.hpp"
#include "state_line.hpp"
#include "timing_fields.hpp"
#include "state.hpp"

#include <algorithm>
#include <set>

#include "app/base/parse.hpp"
#include "app/document/compare.hpp"
#include "app/base/text.hpp"
#include "presets.hpp"
#include "app/document/record.hpp"
#include "state_fields.hpp"
#include "state_text.hpp"

namespace scope {
namespace {

using Fields = std::vector<NamedText>;

/// The value of a field that is written, or null.
const std::string* find(const Fields& fields, std::string_view name) {
  const auto it = std::ranges::find(fields, name, &NamedText::name);
  return it == fields.end() ? nullptr : &it->value;
}

/// True for a field of a state that belongs to no lane.
bool of_program(const Field& field) {
  return !field.of_lane && (field.kept == Kept::state || field.kept == Kept::session);
}

/// "'bits'", "'bits' of lane 2".
std::string called(const std::string& name, std::size_t lane, std::size_t lanes) {
  return "'" + quotable(name) + (lanes > 1 ? "' of lane " + std::to_string(lane + 1) : "'");
}

// ------------------------------------------------------------------------------- from the app

/// What a trace was made from, as far as it tells; the rest as it was wished.
Wish wish_behind(const radix::Trace& trace, Wish wish) {
  const radix::RungInfo* rung = radix::rung_named(trace.rung);
  if (!rung) return first_wish();   // no run was ever made
  const radix::Problem& problem = trace.problem;
  wish.rung = rung->name;
  wish.keys_text = radix::keys_text(problem.keys(), wish.base, problem.settings());
  wish.values_text = radix::keys_text(problem.values(), radix::Base::decimal, {});
  for (const radix::SettingInfo& setting : radix::settings())
    if (rung->uses(setting)) setting.set(wish.settings, setting.get(problem.settings()));
  return wish;
}

Wish shown_wish(const Lane& lane) {
  const bool sortable = lane.complaint.sentence.empty() || problem_of(lane.wish);
  return sortable || !lane.trace ? lane.wish : wish_behind(*lane.trace, lane.wish);
}

/// The step on the screen; "" when the lane's picture is not what its wish makes.
std::string step_of(const Lane& lane) {
  const bool made = lane.trace && radix::rung_named(lane.trace->rung);
  return run_failed(lane) || !made ? "" : std::to_string(lane.cursor);
}

/// Where a lane stands that was just recorded.
std::size_t first_step(const Lane& lane) { return lane.trace && !lane.trace->steps.empty() ? 1 : 0; }

/// A program that was just started, as far as fields tell.
const App& first_app() {
  static const App app = make_app();
  return app;
}

/// A program with the lanes' recipes only: what the picture of each was made from; where no run was made, what was
/// wished.
App shown_recipes(const App& app) {
  App shown;
  shown.lanes.assign(app.lanes.size(), Lane{});
  shown.active = app.active;
  for (std::size_t i = 0; i < app.lanes.size(); ++i) shown.lanes[i].wish = shown_wish(app.lanes[i]);
  share_input(shown);
  for (Lane& lane : shown.lanes)
    if (!problem_of(lane.wish)) lane.wish = shown.lane().wish;
  return shown;
}

/// The active lane's fields.
Fields lane_texts(const App& shown, bool all) {
  Fields texts;
  for (const Field& field : fields()) {
    if (!field.of_lane || !field.get || (shown.active > 0 && field.shared)) continue;
    const std::string text = field.get(shown);
    if (all || text != field.get(first_app())) texts.push_back({field.name, text});
  }
  return texts;
}

// --------------------------------------------------------------------------------- to the app

/// Fills the active lane's wish from its fields.
std::string take_wish(App& next, const StateFields& written) {
  const std::size_t lane = next.active, lanes = written.lanes.size();
  const Fields& texts = written.lanes[lane];
  if (find(texts, "preset") && find(texts, "keys"))
    return say(called("preset", lane, lanes), " brings its own keys; leave out 'keys', or 'preset'.");
  for (const Field& field : fields()) {
    const std::string* text = field.of_lane ? find(texts, field.name) : nullptr;
    if (!text) continue;
    if (lane > 0 && field.shared)
      return say(called(field.name, lane, lanes), " belongs to the first lane: all lanes sort the same keys.");
    const std::string wrong = field.set(next, *text);
    if (!wrong.empty()) return say(called(field.name, lane, lanes), ": ", wrong);
  }
  return "";
}

/// Which lane leads, from 0.
std::string take_active(const StateFields& fields, std::size_t& active) {
  const std::string* text = find(fields.app, "active");
  std::string refusal;
  const auto most = static_cast<uint32_t>(fields.lanes.size());
  const auto number = text ? whole_number(*text, 1, most, "The active lane", refusal) : std::optional(1u);
  if (!number) return "'active': " + refusal;
  active = *number - 1;
  return "";
}

/// Makes all lanes and records them.
std::string make_lanes(App& next, const StateFields& fields) {
  const std::size_t count = fields.lanes.size();
  next.lanes.assign(count, Lane{.wish = first_wish()});
  for (next.active = 0; next.active < count; ++next.active) {
    const std::string wrong = take_wish(next, fields);
    if (!wrong.empty()) return wrong;
  }
  next.active = 0;
  share_input(next);   // from the first: it leads so far
  for (std::size_t i = 0; i < count; ++i) {
    Lane& lane = next.lanes[i];
    record(lane);
    if (lane.complaint.sentence.empty() || problem_of(lane.wish)) continue;
    const bool of_keys = lane.complaint.begin < lane.complaint.end;
    const bool preset = find(fields.lanes[0], "preset");
    return say(called(of_keys ? preset ? "preset" : "keys" : "lane", i, count), ": ", lane.complaint.sentence);
  }
  return "";
}

/// Goes to the step of the lane that leads; the others follow it.
std::string take_step(App& next, const StateFields& fields) {
  align_cursors(next);
  for (std::size_t i = 0; i < fields.lanes.size(); ++i) {
    const std::string* step = find(fields.lanes[i], "step");
    const std::string name = called("step", i, fields.lanes.size());
    if (!step || step->empty()) continue;
    if (i != next.active) return say(name, " is not wanted: this lane follows lane ", next.active + 1, ".");
    if (run_failed(next.lane())) continue;
    const std::string wrong = seek_place(next, *step);
    if (!wrong.empty()) return say(name, ": ", wrong);
  }
  return "";
}

std::string take_app_fields(App& next, const StateFields& written) {
  Fields picks;
  for (const NamedText& field : written.app)
    if (belongs_to_timing(field.name)) picks.push_back(field);
  std::string wrong = take_timing(next, picks);
  if (!wrong.empty()) return wrong;
  for (const Field& field : fields()) {
    const std::string* text = of_program(field) ? find(written.app, field.name) : nullptr;
    if (!text || (field.of_run && run_failed(next.lane()))) continue;
    wrong = field.set(next, *text);
    if (!wrong.empty()) return say("'", field.name, "': ", wrong);
  }
  if (next.mode == Mode::timing) begin_timing(next);
  return "";
}

/// Takes over what a state is about. What it is not about stays: preferences, jobs, measured times. It is another
/// document than the session that was open, which is not written over any more.
void swap_in(App& app, App& next) {
  app.session_file.clear();
  app.lanes = std::move(next.lanes);
  app.active = next.active;
  app.mode = next.mode;
  app.figure = std::move(next.figure);
  app.hovered = nobody;
  app.pinned = next.pinned;
  app.table_entry = next.table_entry;
  app.memory = next.memory;
  app.store = next.store;
  app.fit = next.fit;
  app.zoom = next.zoom;
  app.pan = next.pan;
  app.timing.wish = std::move(next.timing.wish);
  app.timing.chart = std::move(next.timing.chart);
  app.timing.view.page = next.timing.view.page;
  app.lesson = std::move(next.lesson);
  app.slide = next.slide;
  ++app.timing.changes;
  app.playing = false;
  settle(app);
}

}  // namespace

bool run_failed(const Lane& lane) { return !lane.complaint.sentence.empty() && problem_of(lane.wish); }

const Wish& first_wish() { return first_app().lane().wish; }

StateFields fields_of(const App& app, bool all) {
  App shown = shown_recipes(app);
  StateFields written;
  written.lanes.assign(app.lanes.size(), {});
  for (shown.active = 0; shown.active < app.lanes.size(); ++shown.active)
    written.lanes[shown.active] = lane_texts(shown, all);
  const std::string step = step_of(app.lane());
  if (!step.empty() && (all || app.lane().cursor != first_step(app.lane())))
    written.lanes[app.active].push_back({"step", step});
  if (all || app.active > 0) written.app.push_back({"active", std::to_string(app.active + 1)});
  for (const Field& field : fields()) {
    if (!of_program(field) || (field.kept == Kept::session && !all)) continue;
    const std::string text = field.get(field.of_run && run_failed(app.lane()) ? first_app() : app);
    if (all || text != field.get(first_app())) written.app.push_back({field.name, text});
  }
  const std::vector<NamedText> picks = timing_fields(app, all);
  written.app.insert(written.app.end(), picks.begin(), picks.end());
  return written;
}

std::string check_names(const StateFields& fields) {
  const std::size_t lanes = fields.lanes.size();
  if (lanes > max_lanes) return say("'lanes': There are ", lanes, ", but at most ", max_lanes, " fit.");
  std::set<std::string> seen;
  for (const NamedText& field : fields.app) {
    const Field* listed = field_named(field.name);
    const bool known =
        field.name == "active" || belongs_to_timing(field.name) || (listed && of_program(*listed));
    if (!known) return say("There is no field '", quotable(field.name), "' in a state.");
    if (!seen.insert(field.name).second) return say("'", field.name, "' is written twice; leave one out.");
  }
  for (std::size_t i = 0; i < lanes; ++i) {
    seen.clear();
    for (const NamedText& field : fields.lanes[i]) {
      const std::string name = called(field.name, i, lanes);
      if (!belongs_to_lane(field.name)) return say(name, " is no field of a lane.");
      if (!seen.insert(field.name).second) return say(name, " is written twice; leave one out.");
    }
  }
  return "";
}

std::string take_fields(App& app, const StateFields& written) {
  std::string wrong = check_names(written);
  if (!wrong.empty()) return wrong;
  StateFields fields = written;
  const std::string* name = find(fields.lanes[0], "preset");
  const Preset* preset = name ? preset_named(*name) : nullptr;
  if (preset) put_under(*preset, fields);
  App next;
  std::size_t active = 0;
  wrong = make_lanes(next, fields);
  if (wrong.empty()) wrong = take_active(fields, active);
  next.active = active;
  if (wrong.empty()) wrong = take_step(next, fields);
  if (wrong.empty()) wrong = take_app_fields(next, fields);
  if (wrong.empty()) swap_in(app, next);
  return wrong;
}

std::string state_string(const App& app) { return to_state_string(fields_of(app, false)); }

std::string session_text(const App& app) { return to_session_text(fields_of(app, true)); }

bool looks_like_state(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.starts_with('{')) return text.find("\"radixscope session") != text.npos;
  return text.starts_with(state_prefix.substr(0, state_prefix.find(':') + 1));
}

std::string apply_state(App& app, std::string_view text) {
  std::string refusal;
  try {
    const auto fields = read_state(text);
    refusal = fields ? take_fields(app, *fields) : fields.complaint.sentence;
  } catch (const std::bad_alloc&) {
    refusal = "There is not enough memory for this state; use fewer keys or key bits.";
  }
  if (!refusal.empty()) complain(app, refusal);
  return refusal;
}

}  // namespace scope
