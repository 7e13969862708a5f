#include "state.hpp"
#include "session_file.hpp"
#include "state_line.hpp"
#include "timing_fields.hpp"

#include <algorithm>
#include <set>

#include "app/core/base/parse.hpp"
#include "app/core/base/text.hpp"
#include "app/document/compare.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/document/record.hpp"
#include "presets.hpp"
#include "state_fields.hpp"
#include "text/state.hpp"

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
  return lanes > 1 ? text::state::lane_of_field({.field = quotable(name), .lane = lane + 1})
                   : "'" + quotable(name) + "'";
}

// ------------------------------------------------------------------------------- from the app

/// A program that was just started, as far as fields tell.
const Document& first_document() {
  static const Document document = [] {
    Document first = make_document(radix::EngineChoice::cpu);  // a card might hang
    first.edition = radix::Edition::fourth;
    return first;
  }();
  return document;
}

/// What it wants to sort.
const Setup& first_setup() { return first_document().lane().setup; }

/// What a trace was made from, as far as it tells; the rest as it was wished.
Setup setup_behind(const radix::Trace& trace, Setup setup) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  if (!sort) return first_setup();  // no run was ever made
  const radix::Problem& problem = trace.problem;
  setup.sort = sort->name;
  setup.keys_text = radix::keys_text(problem.keys(), setup.base, problem.settings());
  setup.values_text = radix::keys_text(problem.values(), radix::Base::decimal, {});
  for (const radix::SettingInfo& setting : radix::settings())
    if (sort->uses(setting) || setting.describes_keys)
      setting.set(setup.settings, setting.get(problem.settings()));
  return setup;
}

Setup shown_setup(const Lane& lane) {
  const bool sortable = lane.error.sentence.empty() || problem_of(lane.setup);
  return sortable || !lane.trace ? lane.setup : setup_behind(*lane.trace, lane.setup);
}

/// True while the lane's setup can be understood but its run fails: a deadlock, a machine that is
/// gone.
bool run_failed(const Lane& lane) {
  return !lane.error.sentence.empty() && !broke_off(lane) && problem_of(lane.setup);
}

/// The step on the screen; "" when the lane's picture is not what its setup makes.
std::string step_of(const Lane& lane) {
  const bool made = lane.trace && radix::sort_named(lane.trace->sort);
  return run_failed(lane) || !made ? "" : std::to_string(lane.cursor);
}

/// Where a lane stands that was just recorded.
std::size_t first_step(const Lane& lane) {
  return lane.trace && !lane.trace->steps.empty() ? 1 : 0;
}

/// A program with the lanes' recipes only: what the picture of each was made from; where no run was
/// made, what was wished.
Document shown_recipes(const Document& document) {
  Document shown;
  shown.lanes.assign(document.lanes.size(), Lane{});
  shown.active = document.active;
  for (std::size_t i = 0; i < document.lanes.size(); ++i)
    shown.lanes[i].setup = shown_setup(document.lanes[i]);
  share_input(shown);
  for (Lane& lane : shown.lanes)
    if (!problem_of(lane.setup)) lane.setup = shown.lane().setup;
  return shown;
}

/// The active lane's fields.
Fields lane_texts(const Document& shown, bool all) {
  Fields texts;
  for (const Field& field : fields()) {
    if (!field.of_lane || !field.get || (shown.active > 0 && field.shared)) continue;
    const std::string text = field.get(shown);
    if (all || text != field.get(first_document())) texts.push_back({field.name, text});
  }
  return texts;
}

// --------------------------------------------------------------------------------- to the app

/// Fills the active lane's setup from its fields.
std::string take_setup(Document& next, const StateFields& written) {
  const std::size_t lane = next.active, lanes = written.lanes.size();
  const Fields& texts = written.lanes[lane];
  if (find(texts, "preset") && find(texts, "keys"))
    return text::state::preset_and_keys({.field = called("preset", lane, lanes)});
  for (const Field& field : fields()) {
    const std::string* text = field.of_lane ? find(texts, field.name) : nullptr;
    if (!text) continue;
    if (lane > 0 && field.shared)
      return text::state::of_first_lane({.field = called(field.name, lane, lanes)});
    const std::string wrong = field.set(next, *text);
    if (!wrong.empty())
      return text::state::field_of({.field = called(field.name, lane, lanes), .why = wrong});
  }
  return "";
}

/// Which lane leads, from 0.
std::string take_active(const StateFields& fields, std::size_t& active) {
  const std::string* text = find(fields.document, "active");
  std::string refusal;
  const auto most = static_cast<uint32_t>(fields.lanes.size());
  const auto number =
      text ? whole_number(*text, 1, most, "The active lane", refusal) : std::optional(1u);
  if (!number) return "'active': " + refusal;
  active = *number - 1;
  return "";
}

/// Makes all lanes and records them.
std::string make_lanes(Document& next, const StateFields& fields) {
  const std::size_t count = fields.lanes.size();
  next.lanes.assign(count, Lane{.setup = first_setup()});
  for (next.active = 0; next.active < count; ++next.active) {
    const std::string wrong = take_setup(next, fields);
    if (!wrong.empty()) return wrong;
  }
  for (const ChangedText& each : fields.changed) {
    next.active = each.lane;
    const std::string wrong = change_file(next, each.file, each.text);
    if (!wrong.empty()) return "'changed': " + wrong;
  }
  next.active = 0;
  share_input(next);  // from the first: it leads so far
  for (std::size_t i = 0; i < count; ++i) {
    Lane& lane = next.lanes[i];
    if (auto changed = std::exchange(lane.setup.changed, nullptr)) {
      record(lane);  // the picture that stays where the changed kernel makes none
      lane.setup.changed = std::move(changed);
    }
    record(lane);
    if (lane.error.sentence.empty() || problem_of(lane.setup)) continue;
    const bool of_keys = lane.error.begin < lane.error.end;
    const bool preset = find(fields.lanes[0], "preset");
    return text::state::field_of(
        {.field = called(of_keys ? preset ? "preset" : "keys" : "lane", i, count),
         .why = lane.error.sentence});
  }
  return "";
}

/// Goes to the step of the lane that leads; the others follow it.
std::string take_step(Document& next, const StateFields& fields) {
  align_cursors(next);
  for (std::size_t i = 0; i < fields.lanes.size(); ++i) {
    const std::string* step = find(fields.lanes[i], "step");
    const std::string name = called("step", i, fields.lanes.size());
    if (!step || step->empty()) continue;
    if (i != next.active)
      return text::state::follows_lane({.field = name, .lane = next.active + 1});
    if (run_failed(next.lane())) continue;
    const std::string wrong = seek_place(next, *step);
    if (!wrong.empty()) return text::state::field_of({.field = name, .why = wrong});
  }
  return "";
}

std::string take_document_fields(Document& next, const StateFields& written) {
  Fields picks;
  for (const NamedText& field : written.document)
    if (belongs_to_timing(field.name)) picks.push_back(field);
  std::string wrong = take_timing(next, picks);
  if (!wrong.empty()) return wrong;
  for (const Field& field : fields()) {
    const std::string* text = of_program(field) ? find(written.document, field.name) : nullptr;
    if (!text || (field.of_run && run_failed(next.lane()))) continue;
    wrong = field.set(next, *text);
    if (!wrong.empty())
      return text::state::field_of({.field = "'" + field.name + "'", .why = wrong});
  }
  if (next.mode == Mode::timing) begin_timing(next);
  return "";
}

/// Takes over what a state is about. What it is not about stays: preferences, jobs, measured times.
/// It is another document than the session that was open, which is not written over any more.
void swap_in(Document& document, Document& next) {
  document.session_file.clear();
  document.preset.clear();
  document.opened_file.clear();
  document.lanes = std::move(next.lanes);
  document.active = next.active;
  document.mode = next.mode;
  document.edition = next.edition;
  document.figure = std::move(next.figure);
  document.hovered = none;
  document.pinned = next.pinned;
  document.followed = std::move(next.followed);
  document.costs = next.costs;
  document.align = next.align;
  document.step_lane = std::move(next.step_lane);
  document.compared = std::move(next.compared);
  document.compared_active = next.compared_active;
  document.table_entry = next.table_entry;
  document.memory = next.memory;
  document.store = next.store;
  document.calculation = next.calculation;
  document.left_out = std::move(next.left_out);
  if (next.predict.said.empty()) next.predict.said = std::move(document.predict.said);
  document.predict = std::move(next.predict);
  document.suspect = 0;
  document.fit = next.fit;
  document.zoom = next.zoom;
  document.pan = next.pan;
  document.timing.setup = std::move(next.timing.setup);
  document.timing.chart = std::move(next.timing.chart);
  document.timing.view.page = next.timing.view.page;
  document.lesson = std::move(next.lesson);
  document.slide = next.slide;
  document.answered = false;
  ++document.timing.changes;
  document.playing = false;
  settle(document);
}

}  // namespace

std::string check_names(const StateFields& fields) {
  const std::size_t lanes = fields.lanes.size();
  if (lanes > max_lanes) return text::state::too_many_lanes({.lanes = lanes, .most = max_lanes});
  std::set<std::string> seen;
  for (const NamedText& field : fields.document) {
    const Field* listed = field_named(field.name);
    const bool known =
        field.name == "active" || belongs_to_timing(field.name) || (listed && of_program(*listed));
    if (!known) return text::state::no_field({.field = quotable(field.name)});
    if (!seen.insert(field.name).second) return text::state::twice_leave_out({.field = field.name});
  }
  for (std::size_t i = 0; i < lanes; ++i) {
    seen.clear();
    for (const NamedText& field : fields.lanes[i]) {
      const std::string name = called(field.name, i, lanes);
      if (!belongs_to_lane(field.name)) return text::state::not_of_lane({.field = name});
      if (!seen.insert(field.name).second) return text::state::twice_in_lane({.field = name});
    }
  }
  return "";
}

std::string take_fields(Document& document, const StateFields& written) {
  std::string wrong = check_names(written);
  if (!wrong.empty()) return wrong;
  StateFields fields = written;
  const std::string* name = find(fields.lanes[0], "preset");
  const Preset* preset = name ? preset_named(*name) : nullptr;
  if (preset) put_under(*preset, fields);
  Document next;
  std::size_t active = 0;
  wrong = make_lanes(next, fields);
  if (wrong.empty()) wrong = take_active(fields, active);
  next.active = active;
  if (wrong.empty()) wrong = take_step(next, fields);
  if (wrong.empty()) wrong = take_document_fields(next, fields);
  if (wrong.empty()) swap_in(document, next);
  radix::use_edition(document.edition);  // reading it may have tried another one
  if (wrong.empty() && preset) document.preset = preset->name;
  return wrong;
}

/// Everything that a state says about the app; fields of files and those that are as in a program
/// just started only if `all`.
static StateFields fields_of(const Document& document, bool all) {
  Document shown = shown_recipes(document);
  StateFields written;
  written.lanes.assign(document.lanes.size(), {});
  for (shown.active = 0; shown.active < document.lanes.size(); ++shown.active)
    written.lanes[shown.active] = lane_texts(shown, all);
  const std::string step = step_of(document.lane());
  if (!step.empty() && (all || document.lane().cursor != first_step(document.lane())))
    written.lanes[document.active].push_back({"step", step});
  if (all || document.active > 0)
    written.document.push_back({"active", std::to_string(document.active + 1)});
  for (const Field& field : fields()) {
    if (!of_program(field) || (field.kept == Kept::session && !all)) continue;
    const std::string text =
        field.get(field.of_run && run_failed(document.lane()) ? first_document() : document);
    if (all || text != field.get(first_document())) written.document.push_back({field.name, text});
  }
  for (std::size_t i = 0; i < document.lanes.size(); ++i)
    if (const auto& files = document.lanes[i].setup.changed)
      for (const auto& [file, text] : *files) written.changed.push_back({i, file, text});
  const std::vector<NamedText> picks = timing_fields(document, all);
  written.document.insert(written.document.end(), picks.begin(), picks.end());
  return written;
}

std::string state_string(const Document& document) {
  return to_state_string(fields_of(document, false));
}

static StateFields return_fields(const Document& document) {
  StateFields fields = fields_of(document, false);
  for (const char* name : {"before", "step_sort", "compared"})
    if (std::string text = field_named(name)->get(document); text != "none")
      fields.document.push_back({name, std::move(text)});
  return fields;
}

std::string return_string(const Document& document) {
  return to_state_string(return_fields(document));
}

std::string whole_return_string(const Document& document) {
  const StateFields fields = return_fields(document);
  return fields.changed.empty() ? to_state_string(fields) : to_session_text(fields);
}

std::string work_string(const Document& document) {
  constexpr std::string_view places[] = {"step", "active", "zoom", "pan", "timing_page"};
  StateFields fields = fields_of(document, false);
  const auto is_place = [&](const NamedText& field) {
    return std::ranges::find(places, field.name) != std::end(places);
  };
  std::erase_if(fields.document, is_place);
  for (Fields& lane : fields.lanes) std::erase_if(lane, is_place);
  return fields.changed.empty() ? to_state_string(fields) : to_session_text(fields);
}

std::string session_text(const Document& document) {
  return to_session_text(fields_of(document, true));
}

bool looks_like_state(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (text.starts_with('{')) return text.find("\"radixscope session") != text.npos;
  return text.starts_with(state_prefix.substr(0, state_prefix.find(':') + 1));
}

std::string apply_state(Document& document, std::string_view text, bool keeps_edition) {
  std::string refusal;
  try {
    auto fields = read_state(text);
    if (fields && keeps_edition && !find(fields->document, "edition"))
      fields->document.push_back({"edition", field_named("edition")->get(document)});
    refusal = fields ? take_fields(document, *fields) : fields.error.sentence;
  } catch (const std::bad_alloc&) {
    refusal = text::state::newest_memory;
  }
  if (!refusal.empty()) complain(document, refusal);
  return refusal;
}

}  // namespace scope
