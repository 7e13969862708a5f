// What is sorted: the keys, how they are written, how the work is cut. Open at the left, or folded
// into a line over the figure, with the settings that are changed most.
#include <imgui.h>
#include <imgui_stdlib.h>
#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "app/document/record.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/presets.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "key_box.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr const char* bases[] = {"dec", "hex", "bin"};
constexpr const char* base_commands[] = {"decimal", "hex", "binary"};
constexpr float control_width = 104, choice_width = 122;
constexpr float head_of_keys = 90, least_keys = 60, least_list = 124;  // of the line

void title_and_base(const PanelContext& panel) {
  const float width = ui::dp(132),
              right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ImGui::AlignTextToFramePadding();
  ui::heading(text::panels::input);
  ImGui::SameLine(right - width);
  const int base = static_cast<int>(panel.document.lane().setup.base);
  const int clicked = ui::segments("base", bases, base, width);
  if (clicked >= 0) panel.post("base", base_commands[clicked]);
}

/// "16 keys · largest 15 fits in 4 bits".
std::string summary(const radix::Problem& problem) {
  if (problem.size() == 0) return text::panels::input_none;
  const auto value = [&](uint32_t a, uint32_t b) {
    return problem.value_order(a) < problem.value_order(b);
  };
  const uint32_t largest = *std::ranges::max_element(problem.keys(), value);
  return text::panels::input_summary(
      {.bits = problem.key_bits(), .keys = problem.size(), .largest = problem.text_of(largest)});
}

/// Other settings that would take the keys as they are typed, and what they are: "signed keys",
/// "6 key bits", "a second key of 8 bits"; "" where there are none.
std::string mending(const Lane& lane, radix::Settings& settings) {
  if (lane.error.sentence.empty()) return "";  // every frame asks, and many keys are slow to read
  const radix::Settings& now = lane.setup.settings;
  const auto needed = settings_for_keys(lane.setup.keys_text, now);
  const radix::SortInfo* sort = radix::sort_named(lane.setup.sort);
  if (!needed || !sort) return "";
  settings = *needed;
  settings.key_bits = std::max(needed->key_bits, now.key_bits);
  const radix::Settings taken = settings_for(*sort, settings);
  if (taken.key_type != settings.key_type || taken.second_bits != settings.second_bits)
    return "";  // the sort sorts none of these
  if (settings.key_type != now.key_type)
    return text::panels::mend_type(
        {.type = text::translated(radix::text_of(*radix::setting_named("type"), settings))});
  if (settings.second_bits > now.second_bits)
    return text::panels::mend_second({.bits = settings.second_bits});
  return settings.key_bits > now.key_bits ? text::panels::mend_bits({.bits = settings.key_bits})
                                          : "";
}

/// Width of the button that mends the error; 0 where there is none.
float mend_width(const PanelContext& panel) {
  radix::Settings settings;
  const std::string what = mending(panel.document.lane(), settings);
  return what.empty()
             ? 0
             : ui::text_size(Face::ui, ui::dp(ui::body), text::panels::mend({.what = what})).x +
                   ui::dp(24);
}

/// Width of the button that makes values of the second numbers of pairs; 0 where there are no
/// pairs.
float values_width(const PanelContext& panel) {
  const Setup& setup = panel.document.lane().setup;
  return setup.values_text.empty() && pairs_apart(setup)
             ? ui::text_size(Face::ui, ui::dp(ui::body), text::panels::as_values).x + ui::dp(24)
             : 0;
}

/// Pairs may be two keys, or a key and what it carries.
void offer_values(const PanelContext& panel, float width) {
  if (width > 0 && ui::button(text::panels::as_values, {width, 0})) panel.post("pairs_as_values");
}

/// When other settings would take the keys: a button that makes them.
void offer_to_mend(const PanelContext& panel) {
  radix::Settings settings;
  const std::string what = mending(panel.document.lane(), settings);
  if (what.empty() || !ui::button(text::panels::mend({.what = what}), {mend_width(panel), 0}))
    return;
  for (const char* name : {"type", "bits", "second_bits"}) {
    const radix::SettingInfo& setting = *radix::setting_named(name);
    if (setting.get(settings) != setting.get(panel.document.lane().setup.settings))
      panel.post(name, radix::text_of(setting, settings));
  }
}

void summary_or_error(const PanelContext& panel) {
  const Lane& lane = panel.document.lane();
  const SaidAt complaint = complaint_at(panel);
  if (complaint == SaidAt::input) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui::paragraph(lane.error.sentence, Ink::warn, ui::words);
    ui::note_place("complaint beside the keys",
                   {at.x, at.y, ImGui::GetContentRegionAvail().x, ImGui::GetItemRectSize().y});
  } else if (complaint == SaidAt::nowhere) {
    ui::paragraph(summary(lane.trace->problem), Ink::dim, ui::words);
  }
  offer_to_mend(panel);
  offer_values(panel, values_width(panel));
}

/// The name of what is sorted, in `room` pixels: "changed" is said to the last.
std::string keys_name(const ShownPreset& shown, float room) {
  if (!shown.preset) return text::panels::custom_keys;
  if (!shown.changed) return shown.preset->title;
  const float px = ui::dp(ui::body),
              words = ui::text_size(Face::ui, px, text::panels::preset_changed({.title = ""})).x;
  return text::panels::preset_changed(
      {.title = ui::fitted(Face::ui, px, shown.preset->title, room - words)});
}

void preset_list(const PanelContext& panel, float width) {
  const ShownPreset shown = shown_preset(panel.document);
  ImGui::SetNextWindowSizeConstraints({std::max(width, ui::dp(220)), 0},
                                      {ui::dp(420), ui::dp(420)});
  const std::string name =
      keys_name(shown, width - 2 * ImGui::GetStyle().FramePadding.x - ui::dp(16));
  if (!ui::begin_list("##preset", name, width, panel.state.escape)) return;
  for (const Preset& preset : presets().list) {
    if (ui::list_item(preset.title, &preset == shown.preset && !shown.changed))
      panel.post("preset", preset.name);
    ui::item_tooltip(preset.about.c_str(), ui::dp(300));
  }
  ui::end_list();
}

/// Width of a stepper: a little less where the panel scrolls, so that its label stays whole.
float control() {
  const bool narrow = ImGui::GetContentRegionAvail().x < ui::dp(214);
  return ui::dp(narrow ? control_width - 14 : control_width);
}

void random_row(const PanelContext& panel) {
  UiState& state = panel.state;
  const float button = ui::button_width(text::panels::generate, 52), gap = ui::dp(6),
              width = control();
  ui::row(text::panels::random, width + button + gap);
  if (const auto count =
          ui::stepper("count", state.random_count, 0, radix::max_recorded_keys, width))
    state.random_count = std::min(*count, radix::max_recorded_keys);
  ImGui::SameLine(0, gap);
  if (ui::button(text::panels::generate, {button, 0}))
    panel.post("random", std::to_string(state.random_count) + " " +
                             std::to_string(panel.document.lane().setup.settings.key_bits) + " " +
                             std::to_string(++state.random_seed));
  ui::item_tooltip(text::panels::generate_about);
}

/// "threads / block": the panel is narrow.
std::string short_label(const radix::SettingInfo& setting) {
  std::string text = setting.label;
  const std::size_t at = text.find(" per ");
  return std::string(text::translated(at == text.npos ? text : text.replace(at, 5, " / ")));
}

/// Width of a list of choices: the longest can be read, as far as the setting's name leaves room.
float width_of_list(const radix::SettingInfo& setting) {
  float longest = 0;
  for (const radix::Choice& choice : setting.choices)
    longest = std::max(longest,
                       ui::text_size(Face::ui, ui::dp(ui::body), text::translated(choice.label)).x);
  const float wanted = longest + 2 * ImGui::GetStyle().FramePadding.x + ui::dp(14);
  const float name =
      ui::text_size(Face::ui, ui::dp(ui::body), short_label(setting)).x + ui::dp(4.5f);
  return std::max(std::min(wanted, ImGui::GetContentRegionAvail().x - name), ui::dp(choice_width));
}

/// A number with − and +, or a list of choices; nothing for a setting that the sort does not use.
void setting_row(const PanelContext& panel, const radix::SettingInfo& setting) {
  const Setup& setup = panel.document.lane().setup;
  const radix::SortInfo* sort = radix::sort_named(setup.sort);
  if (!sort || !sort->uses(setting) || !has_effect(setting, setup.settings)) return;
  const float width = setting.is_number() ? control() : width_of_list(setting);
  const uint32_t value = setting.get(setup.settings);
  ui::row(short_label(setting), width);
  if (setting.is_number()) {
    if (const auto wanted = ui::stepper(setting.name, value, setting.low, setting.high, width))
      panel.post(setting.name, *wanted);
    return;
  }
  const std::string id = std::string("##") + setting.name;
  if (!ui::begin_list(id.c_str(), text::Label(setting.choices[value].label), width,
                      panel.state.escape))
    return;
  for (const radix::Choice& choice : setting.choices) {
    if (ui::list_item(text::Label(choice.label), &choice == &setting.choices[value]))
      panel.post(setting.name, choice.name);
    ui::item_tooltip(text::Label(choice.about), ui::dp(300));
  }
  ui::end_list();
}

/// The payload: one number for every key.
void values_row(const PanelContext& panel) {
  std::string& text = panel.state.values_text;
  if (!panel.state.typing_values) text = panel.document.lane().setup.values_text;
  const float width = control();
  ui::row(text::panels::values, width);
  const bool changed = ui::text_field("##values", text, width, "");
  panel.state.typing_values = ImGui::IsItemActive();
  if (changed) panel.post("values", text);
  ui::item_tooltip(text::panels::values_about, ui::dp(300));
}

/// Key types, second keys and values: there for those who look for them.
void more_section(const PanelContext& panel) {
  const bool more = panel.document.more;
  if (ui::button(more ? text::panels::fewer_settings : text::panels::more_settings,
                 {ImGui::GetContentRegionAvail().x, 0}))
    panel.post("more", more ? "off" : "on");
  if (!more) return;
  for (const radix::SettingInfo& setting : radix::settings())
    if (setting.seldom) setting_row(panel, setting);
  values_row(panel);
}

/// At the foot of the panel, where there is room for it.
void key_hints() {
  const ImVec2 corner = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float px = ui::dp(ui::words), x = corner.x + ui::dp(18), y = corner.y + size.y - ui::dp(24);
  if (ImGui::GetCursorScreenPos().y > y - px || ImGui::GetScrollMaxY() > 0) return;
  const text::Label hints = text::panels::key_hints;
  const bool fits = ui::text_size(Face::ui, px, hints).x <= size.x - ui::dp(36);
  ui::text_at(ImGui::GetWindowDrawList(), Face::ui, px, {x, y}, ui::ink(Ink::dim),
              fits ? hints : text::panels::key_hints_short);
}

/// The keys of the line, as they were typed, in `most` pixels; a click opens the panel.
float folded_keys(const PanelContext& panel, const Rect& at, float most) {
  const Lane& lane = panel.document.lane();
  const bool bad = complaint_at(panel) == SaidAt::input;
  const float px = ui::dp(ui::body), name = ui::text_size(Face::bold, px, text::panels::input).x;
  const auto letters = static_cast<std::size_t>(std::max(at.w, 1.f));  // none is under a pixel wide
  std::string text = bad ? lane.error.sentence : lane.setup.keys_text.substr(0, letters);
  std::ranges::replace(text, '\n', ' ');
  const Face face = bad ? Face::ui : Face::mono;
  const float wanted = ui::text_size(face, px, text).x + ui::dp(2);
  const float left = at.x + ui::dp(34) + name + ui::dp(12);
  const float room = std::min(wanted, std::max(most - (left - at.x), ui::dp(least_keys)));
  const float end = left + room + ui::dp(12);
  ImGui::SetCursorScreenPos({at.x + ui::dp(10), at.y + ui::dp(4)});
  if (ui::hot_area("open input", {end - at.x - ui::dp(10), at.h - ui::dp(8)})) {
    panel.post("input", "on");
    panel.state.to_keys = true;
  }
  const bool over = ImGui::IsItemHovered();
  if (over) panel.state.next_hover_words = bad ? text : std::string(text::panels::open_input);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = at.y + at.h / 2, x = at.x + ui::dp(20), arm = ui::dp(4);
  const ImU32 ink = ui::ink(over ? Ink::accent : Ink::dim);
  ui::triangle(list, {x - arm, y - arm}, {x + arm, y}, {x - arm, y + arm}, ink);
  ui::text_at(list, Face::bold, px, {at.x + ui::dp(34), y}, ui::ink(over ? Ink::accent : Ink::text),
              text::panels::input);
  ui::text_at(list, face, px, {left, y}, ui::ink(bad ? Ink::warn : Ink::text),
              bad ? ui::fitted(face, px, text, room) : ui::shortened(face, px, text, room));
  if (bad) ui::note_place("complaint beside the keys", {left, at.y, room, at.h});
  return end;
}

/// What a setting takes in the line: its name, its number with − and +, and the air after them.
float folded_width(const PanelContext& panel, const radix::SettingInfo& setting) {
  return ui::text_size(Face::ui, ui::dp(ui::body), short_label(setting)).x +
         ui::stepper_width(setting.get(panel.document.lane().setup.settings)) + ui::dp(26);
}

/// The settings of the sort that are often changed, as many as have room. The bits of a pass are
/// what one compares sorts by: they stay to the last.
std::vector<const radix::SettingInfo*> folded_settings(const PanelContext& panel, float room) {
  const radix::SortInfo* sort = radix::sort_named(panel.document.lane().setup.sort);
  std::vector<const radix::SettingInfo*> shown;
  float wide = 0;
  for (const radix::SettingInfo& setting : radix::settings()) {
    if (setting.seldom || !setting.is_number() || !sort || !sort->uses(setting)) continue;
    shown.push_back(&setting);
    wide += folded_width(panel, setting);
  }
  while (wide > room && shown.size() > 1) {
    const bool stays = shown.back()->name == std::string_view("radix");
    const auto gone = shown.end() - (stays ? 2 : 1);
    wide -= folded_width(panel, **gone);
    shown.erase(gone);
  }
  return shown;
}

void show_settings(const PanelContext& panel, std::span<const radix::SettingInfo* const> shown,
                   float x, float y) {
  for (const radix::SettingInfo* setting : shown) {
    const std::string name = short_label(*setting);
    const uint32_t value = setting->get(panel.document.lane().setup.settings);
    const float words = ui::text_size(Face::ui, ui::dp(ui::body), name).x;
    ImGui::SetCursorScreenPos({x, y});
    ImGui::AlignTextToFramePadding();
    {
      const ui::TextInk quiet(Ink::dim);
      ImGui::TextUnformatted(name.c_str());
    }
    ImGui::SetCursorScreenPos({x + words + ui::dp(8), y});
    if (const auto wanted = ui::stepper(setting->name, value, setting->low, setting->high,
                                        ui::stepper_width(value)))
      panel.post(setting->name, *wanted);
    x += folded_width(panel, *setting);
  }
}

}  // namespace

void input_panel(const PanelContext& panel, const Rect& at) {
  begin_panel("input", at, {18, ui::tight() ? 9.f : 16.f});
  title_and_base(panel);
  key_box(panel);
  summary_or_error(panel);
  preset_list(panel, ImGui::GetContentRegionAvail().x);
  random_row(panel);
  for (const radix::SettingInfo& setting : radix::settings())
    if (!setting.seldom) setting_row(panel, setting);
  more_section(panel);
  if (ui::button(text::panels::collapse, {ImGui::GetContentRegionAvail().x, 0}))
    panel.post("input", "off");
  key_hints();
  end_panel();
}

void input_line(const PanelContext& panel, const Rect& at) {
  begin_panel("input line", at, {0, 0}, false);
  const float y = at.y + (at.h - ImGui::GetFrameHeight()) / 2, end = at.right() - ui::dp(12);
  const float mend = mend_width(panel), values = values_width(panel), gap = ui::dp(12);
  // The settings first: the keys are cut for them, and then the list of presets gives way
  const float buttons = (mend > 0 ? mend + gap : 0) + (values > 0 ? values + gap : 0);
  const float room = at.w - gap - buttons;
  const auto settings = folded_settings(panel, room - ui::dp(head_of_keys + least_keys));
  float wide = 0;
  for (const radix::SettingInfo* setting : settings) wide += folded_width(panel, *setting);
  const float spare = room - wide, list_room = ui::dp(least_list + 18);
  // What is wrong is said whole, even where the presets have no room beside it
  const bool bad = complaint_at(panel) == SaidAt::input;
  const std::string& wrong = panel.document.lane().error.sentence;
  const float least = bad ? ui::text_size(Face::ui, ui::dp(ui::body), wrong).x : ui::dp(least_keys);
  const bool lists = spare - list_room >= ui::dp(head_of_keys) + least;
  const float keys = spare - gap - (lists ? list_room : 0);
  float x = folded_keys(panel, at, bad ? keys : std::min(keys, at.w * 0.46f));
  if (mend > 0) {
    ImGui::SetCursorScreenPos({x, y});
    offer_to_mend(panel);
    x += mend + gap;
  }
  if (values > 0) {
    ImGui::SetCursorScreenPos({x, y});
    offer_values(panel, values);
    x += values + gap;
  }
  if (lists) {
    const float list = std::clamp(end - wide - x - ui::dp(18), ui::dp(least_list), ui::dp(220));
    ImGui::SetCursorScreenPos({x, y});
    preset_list(panel, list);
    x += list + ui::dp(18);
  }
  show_settings(panel, settings, x, y);
  end_panel();
}

}  // namespace scope
