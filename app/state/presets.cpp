#include "presets.hpp"
#include "session_file.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>

#include "app/core/base/files.hpp"
#include "app/core/base/parse.hpp"
#include "app/core/base/read_json.hpp"
#include "app/core/base/text.hpp"
#include "app/document/record.hpp"
#include "state.hpp"
#include "state_fields.hpp"
#include "text/state.hpp"

namespace scope {
namespace {

using radix::Json;

/// What is wrong is thrown as the rest of a sentence that begins with the file.
using Wrong = std::runtime_error;

/// A text field.
std::string text_field(const Json& data, const char* field) {
  if (!data.contains(field)) throw Wrong(text::state::field_missing({.field = field}));
  if (!data.at(field).is_string()) throw Wrong(text::state::field_not_text({.field = field}));
  return data.at(field).text();
}

/// "12 3 6": a list of numbers or of words, or one text.
std::string list_text(const Json& data, const char* field) {
  if (!data.contains(field)) throw Wrong(text::state::field_missing({.field = field}));
  const Json& list = data.at(field);
  if (list.is_string()) return list.text();
  if (!list.is_array()) throw Wrong(text::state::field_list_or_text({.field = field}));
  std::string text;
  for (const Json& each : list.list())
    text += (text.empty() ? "" : " ") + (each.is_string() ? each.text() : each.dump());
  return text;
}

/// The fields of a state, when the preset has more of them than what it sorts and how; else "".
std::string state_of(const Json& data, const Preset& preset) {
  Json state = Json::object();
  bool whole = false;
  for (const auto& [name, value] : data.items()) {
    if (name == "title" || name == "about") continue;
    const bool sorts =
        name == "keys" || name == "values" || name == "sort" ||
        std::ranges::find(preset.given, name, &radix::SettingInfo::name) != preset.given.end();
    whole |= !sorts;
    state[name] = value;
  }
  state["keys"] = preset.keys;
  if (!preset.values.empty()) state["values"] = preset.values;
  return whole ? state.dump() : "";
}

/// "" or what is wrong with the names of its other fields.
std::string error_of_fields(const Preset& preset) {
  if (preset.state.empty()) return "";
  const auto fields = read_session_text(preset.state);
  if (!fields) return fields.error.sentence;
  if (std::ranges::find(fields->lanes[0], "preset", &NamedText::name) != fields->lanes[0].end())
    return text::state::preset_has_keys;
  return check_names(*fields);
}

/// Throws when a field is missing or of another type.
Preset read_preset_fields(const Json& data, std::string name) {
  if (!data.is_object()) throw Wrong(text::state::preset_form);
  Preset preset{.name = std::move(name),
                .title = text_field(data, "title"),
                .about = text_field(data, "about")};
  preset.keys = list_text(data, "keys");
  preset.values = data.contains("values") ? list_text(data, "values") : "";
  preset.sort = data.contains("sort") ? text_field(data, "sort") : "";
  for (const radix::SettingInfo& setting : radix::settings()) {
    if (!data.contains(setting.name)) continue;
    const Json& field = data.at(setting.name);
    const auto value = radix::value_from(setting, field.is_string() ? field.text() : field.dump());
    if (!value)
      throw Wrong(text::state::field_not_one_of({.field = setting.name, .range = setting.range()}));
    setting.set(preset.settings, *value);
    preset.given.push_back(&setting);
  }
  preset.state = state_of(data, preset);
  return preset;
}

/// "" or one sentence: what the program will refuse when the preset is chosen, as far as it shows
/// without sorting.
std::string error_of(const Preset& preset) {
  if (!preset.sort.empty() && !radix::sort_named(preset.sort))
    return text::state::no_such_sort({.sort = quotable(preset.sort)});
  const auto problem = radix::parse_problem(preset.keys, preset.settings, preset.values);
  return problem ? error_of_fields(preset) : problem.error.sentence;
}

radix::Result<Preset> load_preset(const std::string& name) {
  const auto text = read_json_text(name, max_text_bytes, {"title", "about"});
  if (!text) return text.error;
  const auto data = read_json(radix::filled(*text), "preset");
  const auto wrong_with = [&](const std::string& why) {
    return radix::Error{.sentence = text::state::wrong_with({.name = name, .why = why})};
  };
  if (!data) return wrong_with(data.error.sentence);
  try {
    Preset preset = read_preset_fields(*data, item_name(name));
    const std::string error = error_of(preset);
    if (error.empty()) return preset;
    return wrong_with(error);
  } catch (const std::exception& error) {
    return radix::Error{.sentence = text::state::preset_wrong({.file = name, .why = error.what()})};
  }
}

void choose(const Preset& preset, Setup& setup) {
  setup.settings = settings_after(preset, setup.settings);
  setup.values_text = preset.values;
  if (!preset.sort.empty()) setup.sort = preset.sort;
  // A sort that takes bare keys alone gives way to values
  const radix::SortInfo* sort = radix::sort_named(setup.sort);
  if (!preset.values.empty() && sort && sort->bare_keys) setup.sort = radix::first_sort;
  const auto problem = radix::parse_problem(preset.keys, preset.settings);
  setup.keys_text =
      problem ? radix::keys_text(problem->keys(), setup.base, preset.settings) : preset.keys;
}

/// What a preset brings beside its keys and its sort: fields, as they are written in it.
std::vector<NamedText> brought_by(const Preset& preset) {
  std::vector<NamedText> brought;
  for (const radix::SettingInfo* setting : preset.given)
    if (!setting->describes_keys)
      brought.push_back({setting->name, radix::text_of(*setting, preset.settings)});
  if (preset.state.empty()) return brought;
  if (const auto own = read_session_text(preset.state))
    brought.insert(brought.end(), own->document.begin(), own->document.end());
  return brought;
}

/// What the preset before brought to the active lane and to the document goes with it.
void take_back(Document& document) {
  static const Document first = make_document(radix::EngineChoice::cpu);
  const Preset* last = preset_named(document.preset);
  for (const NamedText& each : last ? brought_by(*last) : std::vector<NamedText>()) {
    const Field* field = field_named(each.name);
    if (field && field->get && field->name != "mode" && field->get(document) == each.value)
      field->set(document, field->get(first));
  }
}

/// In Compare mode: what lanes differ in is what somebody compares.
void choose_in_all_lanes(Document& document, const Preset& preset) {
  const std::vector<Lane> before = document.lanes;
  const auto differ = [&](const radix::SettingInfo& setting) {
    return std::ranges::any_of(before, [&](const Lane& lane) {
      return setting.get(lane.setup.settings) != setting.get(before.front().setup.settings);
    });
  };
  const std::size_t active = document.active;
  for (std::size_t i = 0; i < before.size(); ++i) {
    document.active = i;
    take_back(document);
    Setup& setup = document.lanes[i].setup;
    choose(preset, setup);
    setup.sort = before[i].setup.sort;
    for (const radix::SettingInfo& setting : radix::settings())
      if (!setting.describes_keys && differ(setting))
        setting.set(setup.settings, setting.get(before[i].setup.settings));
  }
  document.active = active;
  if (!preset.state.empty()) document.note = text::state::lanes_stay({.preset = preset.title});
}

/// Lanes that wait for Compare mode are not the preset's business.
void keep_other_lanes(Document& document, std::vector<Lane> lanes, std::size_t active) {
  if (lanes.size() == 1 || document.mode != Mode::step) return;
  lanes[active] = document.lane();
  document.lanes = std::move(lanes);
  document.active = active;
  tick(document, 0);  // they share its keys
}

bool has(const std::vector<NamedText>& fields, std::string_view name) {
  return std::ranges::find(fields, name, &NamedText::name) != fields.end();
}

}  // namespace

Presets load_presets(const std::string& folder) {
  Presets loaded = load_json_folder(folder, load_preset);
  if (loaded.list.empty() && loaded.error.empty())
    loaded.error = text::paragraph(text::state::no_presets.c_str(), looked_for_words());
  return loaded;
}

Presets load_presets(const std::string& folder, const std::string& own) {
  return joined_folders(load_presets(folder), load_json_folder(own, load_preset));
}

const Presets& presets() {
  static std::map<Reader, Presets> kept;
  const auto [loaded, fresh] = kept.try_emplace(reader_of_now());
  if (fresh) loaded->second = load_presets(resource("assets/presets"), own_json_folder("presets"));
  return loaded->second;
}

const Preset* preset_named(std::string_view name) { return named_in(presets(), name); }

std::string choose_preset(const std::string& name, Setup& setup) {
  const Preset* preset = preset_named(name);
  if (preset) return choose(*preset, setup), "";
  if (std::string why = why_not_in(presets(), name); !why.empty()) return why;
  return presets().list.empty() ? presets().error : no_such("preset", name, names_in(presets()));
}

void put_under(const Preset& preset, StateFields& fields) {
  if (preset.state.empty()) return;
  const auto own = read_session_text(preset.state);
  if (!own) return;  // said when it was read
  const auto leader = std::ranges::find(fields.document, "active", &NamedText::name);
  const bool led = leader == fields.document.end() || leader->value == "1";
  const bool at_a_step =
      std::ranges::any_of(fields.lanes, [](const auto& lane) { return has(lane, "step"); });
  for (const NamedText& field : own->document)
    if (!has(fields.document, field.name)) fields.document.push_back(field);
  std::vector<NamedText>& lane = fields.lanes.front();
  for (const NamedText& field : own->lanes.front()) {
    const bool chosen = field.name == "keys" || field.name == "values" || field.name == "sort" ||
                        radix::setting_named(field.name);
    if (chosen || has(lane, field.name) || (field.name == "step" && (at_a_step || !led))) continue;
    lane.push_back(field);
  }
}

std::string show_preset(Document& document, const std::string& name) {
  const Preset* preset = preset_named(name);
  if (!preset) return choose_preset(name, document.lane().setup);
  const bool compares = document.mode == Mode::compare;
  if (compares) choose_in_all_lanes(document, *preset);
  if (!compares && preset->state.empty()) {
    take_back(document);
    choose(*preset, document.lane().setup);
  }
  if (compares || preset->state.empty()) return document.preset = name, "";
  const std::vector<Lane> lanes = document.lanes;
  const std::size_t active = document.active;
  std::vector<Lane> compared = document.compared;
  const std::size_t compared_active = document.compared_active;
  std::optional<Lane> step_lane = document.step_lane;
  const std::string refusal = apply_state(document, preset->state, true);
  if (!refusal.empty()) return text::state::preset_fails({.preset = name, .why = refusal});
  document.compared = std::move(compared), document.compared_active = compared_active;
  document.step_lane = std::move(step_lane);
  keep_other_lanes(document, lanes, active);
  document.preset = name;
  return "";
}

Document make_document(radix::EngineChoice engine) {
  Document document;
  document.edition = radix::edition();
  document.note = choose_preset("chapter", document.lane().setup);
  document.note_is_error = !document.note.empty();
  document.lane().setup.engine = engine;
  if (engine == radix::EngineChoice::cpu) record(document.lane(), false);
  tick(document, 0);
  document.lane().setup.engine = radix::EngineChoice::automatic;
  return document;
}

std::string fault_of(const Preset& preset) {
  Document document = make_document();
  const std::string refusal = preset.state.empty() ? "" : apply_state(document, preset.state, true);
  if (preset.state.empty()) choose(preset, document.lane().setup);
  tick(document, 0);
  const std::string why = refusal.empty() ? document.lane().error.sentence : refusal;
  return why.empty() ? "" : text::state::preset_fails({.preset = preset.name, .why = why});
}

radix::Settings settings_after(const Preset& preset, radix::Settings before) {
  for (const radix::SettingInfo& setting : radix::settings()) {
    const bool given = std::ranges::find(preset.given, &setting) != preset.given.end();
    if (given || setting.describes_keys) setting.set(before, setting.get(preset.settings));
  }
  return before;
}

ShownPreset shown_preset(const Document& document) {
  const Lane& lane = document.lane();
  const Setup& setup = lane.recorded;
  using Sorted = std::pair<std::vector<uint32_t>, std::vector<uint32_t>>;  // keys and values
  static const std::vector<std::optional<Sorted>> sorted = [] {
    std::vector<std::optional<Sorted>> all;
    for (const Preset& preset : presets().list) {
      const auto own = radix::parse_problem(preset.keys, preset.settings, preset.values);
      all.push_back(own ? std::optional(Sorted(own->keys(), own->values())) : std::nullopt);
    }
    return all;
  }();
  const auto has_keys = [&](const Preset& preset) {
    const auto& own = sorted[static_cast<std::size_t>(&preset - presets().list.data())];
    return own && own->first == lane.trace->problem.keys() &&
           own->second == lane.trace->problem.values();
  };
  const auto unchanged = [&](const Preset& preset) {
    return settings_after(preset, setup.settings) == setup.settings &&
           (preset.sort.empty() || preset.sort == setup.sort);
  };
  std::vector<const Preset*> like;  // with these keys, the one chosen last before the others
  for (const Preset& preset : presets().list)
    if (has_keys(preset))
      like.insert(preset.name == document.preset ? like.begin() : like.end(), &preset);
  for (const Preset* preset : like)
    if (unchanged(*preset)) return {preset, false};
  if (!like.empty()) return {like.front(), true};
  return {};
}

std::vector<uint32_t> random_keys(uint32_t count, uint32_t key_bits, uint32_t seed) {
  std::mt19937 random(seed);  // the standard fixes its numbers, unlike those of the distributions
  std::vector<uint32_t> keys(count);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(random()) >> (32 - key_bits);
  return keys;
}

}  // namespace scope
