// What is sorted: the keys, how they are written, how the work is cut; the card of the key that is
// followed or under the mouse; what the sort has cost up to this step.
#include <imgui.h>
#include <imgui_stdlib.h>
#include <algorithm>

#include "app/families/families.hpp"
#include "app/moment/moment.hpp"
#include "app/state/presets.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "key_box.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float card_height = 62, card_line = 20;

void empty_card(const Rect& at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, at, 0, ui::ink(Ink::line), ui::dp(8), ui::dp(1), ui::dp(4));
  ui::text_at(list, Face::ui, ui::dp(ui::words), {at.centre().x, at.centre().y}, ui::ink(Ink::dim),
              "click a key to follow it", Anchor::middle);
}

/// The small cross that lets go. True when it was clicked.
bool cross(const Rect& card) {
  const float side = ui::dp(26), arm = ui::dp(4.5f);
  ImGui::SetCursorScreenPos({card.right() - side - ui::dp(6), card.y + ui::dp(6)});
  const bool clicked = ui::hot_area("let go", {side, side});
  const ImVec2 a = ImGui::GetItemRectMin();
  const ImVec2 m(a.x + side / 2, a.y + side / 2);
  const ImU32 colour = ui::ink(ImGui::IsItemHovered() ? Ink::text : Ink::dim);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine({m.x - arm, m.y - arm}, {m.x + arm, m.y + arm}, colour, ui::dp(1.5f));
  list->AddLine({m.x - arm, m.y + arm}, {m.x + arm, m.y - arm}, colour, ui::dp(1.5f));
  return clicked;
}

void key_card(const PanelContext& panel, const Rect& at, uint32_t id) {
  const Moment& moment = panel.moment;
  const bool pinned = id == panel.document.pinned;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, at, ui::ink(Ink::raised), ui::ink(pinned ? Ink::select : Ink::line), ui::dp(8),
          ui::dp(pinned ? 2.f : 1.f));
  const auto line = [&](float y, Face face, float size, Ink ink, const std::string& text) {
    ui::text_at(list, face, ui::dp(size), {at.x + ui::dp(14), at.y + ui::dp(y)}, ui::ink(ink),
                text);
  };
  const radix::Problem& problem = moment.problem();
  const std::string key = problem.text_of(problem.keys()[id]);
  const std::string mark = duplicate_marks(moment.problem())[id];
  line(21, Face::bold, 16, Ink::text,
       "key " + key + mark + "  ·  index " + std::to_string(id) +
           (problem.values().empty() ? "" : "  ·  " + std::to_string(problem.values()[id])));
  float y = 43;
  for (const std::string& words : thread_words(moment, id)) {
    line(y, Face::ui, ui::words, Ink::dim, words);
    y += card_line;
  }
  if (pinned && cross(at)) panel.post("pin", "none");
}

void follow_section(const PanelContext& panel) {
  ui::heading("Follow");
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = card_height + card_line * static_cast<float>(thread_lines(panel.moment) - 1);
  const Rect at{start.x, start.y, ImGui::GetContentRegionAvail().x, ui::dp(height)};
  const uint32_t id = panel.moment.selected();
  if (id >= panel.moment.problem().size())
    empty_card(at);
  else
    key_card(panel, at, id);
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({at.w, at.h});
}

std::string part_of(std::size_t part, std::size_t whole) {
  return std::to_string(part) + " / " + std::to_string(whole);
}

/// What a sort promises, checked on the keys as they stand.
void promises(const Moment& moment) {
  const Invariants now = invariants_of(moment);
  ui::heading("Kept so far");
  ui::fact("sorted", now.order, now.ordered ? Ink::text : Ink::warn);
  ui::fact("keys", now.keys, now.complete ? Ink::text : Ink::warn);
  ui::fact("equal keys", now.equals, now.stable ? Ink::text : Ink::warn);
  ui::rule();
}

void totals_section(const PanelContext& panel) {
  const Moment& moment = panel.moment;
  const radix::Step* step = moment.step();
  const uint32_t passes = moment.trace->steps.empty() ? 0 : moment.trace->steps.back().pass + 1;
  promises(moment);
  ui::heading("Totals so far");
  ui::fact((std::string(radix::outline_of(*moment.trace).nouns) + " begun").c_str(),
           part_of(step ? step->pass + 1 : 0, passes));
  ui::fact("kernel launches", part_of(step ? step->launch + 1 : 0, moment.trace->launches));
  ui::fact("steps", part_of(moment.cursor, moment.trace->steps.size()));
  if (step)
    ui::fact("blocks × threads",
             std::to_string(step->blocks) + " × " + std::to_string(step->threads));
  if (const radix::Array* table = step ? table_of(*moment.trace, *step) : nullptr)
    ui::fact("table entries", std::to_string(table->values.size()));
}

constexpr const char* bases[] = {"dec", "hex", "bin"};
constexpr const char* base_verbs[] = {"decimal", "hex", "binary"};
constexpr float control_width = 104, choice_width = 122;

void title_and_base(const PanelContext& panel) {
  const float width = ui::dp(132),
              right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ImGui::AlignTextToFramePadding();
  ui::heading("Input");
  ImGui::SameLine(right - width);
  const int base = static_cast<int>(panel.document.lane().setup.base);
  const int clicked = ui::segments("base", bases, base, width);
  if (clicked >= 0) panel.post("base", base_verbs[clicked]);
}

std::string plural(std::size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// "16 keys · largest 15 fits in 4 bits".
std::string summary(const radix::Problem& problem) {
  if (problem.size() == 0) return "no keys: type some, or take a preset";
  const auto value = [&](uint32_t a, uint32_t b) {
    return problem.value_order(a) < problem.value_order(b);
  };
  const uint32_t largest = *std::ranges::max_element(problem.keys(), value);
  return plural(problem.size(), "key") + " · largest " + problem.text_of(largest) + " fits in " +
         plural(problem.key_bits(), "bit");
}

/// When more key bits would mend the error: a button that gives them.
void offer_more_bits(const PanelContext& panel) {
  const Setup& setup = panel.document.lane().setup;
  const auto needed = radix::fitting(setup.keys_text, setup.settings);
  if (!needed || needed->key_bits <= setup.settings.key_bits) return;
  const uint32_t bits = needed->key_bits;
  const std::string label = "use " + plural(bits, "key bit");
  if (ui::button(label.c_str(), {0, 0})) panel.post("bits", bits);
}

void summary_or_error(const PanelContext& panel) {
  const Lane& lane = panel.document.lane();
  if (lane.error.sentence.empty()) {
    ui::paragraph(summary(lane.trace->problem), Ink::dim, ui::words);
    return;
  }
  ui::paragraph(lane.error.sentence, Ink::warn, ui::words);
  offer_more_bits(panel);
}

/// The preset that is on the screen, or null.
const Preset* shown_preset(const Lane& lane) {
  const radix::Problem& problem = lane.trace->problem;
  const Setup& setup = lane.recorded;
  for (const Preset& preset : presets().list) {
    const auto keys = radix::parse_problem(preset.keys, preset.settings, preset.values);
    if (keys && keys->keys() == problem.keys() && keys->values() == problem.values() &&
        settings_after(preset, setup.settings) == setup.settings)
      return &preset;
  }
  return nullptr;
}

void preset_list(const PanelContext& panel) {
  const float width = ImGui::GetContentRegionAvail().x;
  const Preset* shown = shown_preset(panel.document.lane());
  ImGui::SetNextWindowSizeConstraints({width, 0}, {ui::dp(420), ui::dp(420)});
  if (!ui::begin_list("##preset", shown ? shown->title : "keys of your own", width,
                      panel.state.escape))
    return;
  for (const Preset& preset : presets().list) {
    if (ui::list_item(preset.title, &preset == shown)) panel.post("preset", preset.name);
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
  const float button = ui::dp(52), gap = ui::dp(6), width = control();
  ui::row("random", width + button + gap);
  if (const auto count =
          ui::stepper("count", state.random_count, 0, radix::max_recorded_keys, width))
    state.random_count = std::min(*count, radix::max_recorded_keys);
  ImGui::SameLine(0, gap);
  if (ui::button("draw", {button, 0}))
    panel.post("random", std::to_string(state.random_count) + " " +
                             std::to_string(panel.document.lane().setup.settings.key_bits) + " " +
                             std::to_string(++state.random_seed));
  ui::item_tooltip("Other random keys with every click; the same ones in every session");
}

/// "threads / block": the panel is narrow.
std::string short_label(const radix::SettingInfo& setting) {
  std::string text = setting.label;
  const std::size_t at = text.find(" per ");
  return at == text.npos ? text : text.replace(at, 5, " / ");
}

/// Of a list of choices: so wide that the longest can be read, as far as its name leaves room.
float width_of_list(const radix::SettingInfo& setting) {
  float longest = 0;
  for (const radix::Choice& choice : setting.choices)
    longest = std::max(longest, ui::text_size(Face::ui, ui::dp(ui::body), choice.label).x);
  const float wanted = longest + 2 * ImGui::GetStyle().FramePadding.x + ui::dp(14);
  const float name =
      ui::text_size(Face::ui, ui::dp(ui::body), short_label(setting)).x + ui::dp(4.5f);
  return std::max(std::min(wanted, ImGui::GetContentRegionAvail().x - name), ui::dp(choice_width));
}

/// A number with − and +, or a list of choices; nothing for a setting that the rung does not use.
void setting_row(const PanelContext& panel, const radix::SettingInfo& setting) {
  const Setup& setup = panel.document.lane().setup;
  const radix::RungInfo* rung = radix::rung_named(setup.rung);
  if (!rung || !rung->uses(setting) || !has_effect(setting, setup.settings)) return;
  const float width = setting.is_number() ? control() : width_of_list(setting);
  const uint32_t value = setting.get(setup.settings);
  ui::row(short_label(setting).c_str(), width);
  if (setting.is_number()) {
    if (const auto wanted = ui::stepper(setting.name, value, setting.low, setting.high, width))
      panel.post(setting.name, *wanted);
    return;
  }
  const std::string id = std::string("##") + setting.name;
  if (!ui::begin_list(id.c_str(), setting.choices[value].label, width, panel.state.escape)) return;
  for (const radix::Choice& choice : setting.choices) {
    if (ui::list_item(choice.label, &choice == &setting.choices[value]))
      panel.post(setting.name, choice.name);
    ui::item_tooltip(choice.about, ui::dp(300));
  }
  ui::end_list();
}

/// The payload: one number for every key.
void values_row(const PanelContext& panel) {
  std::string& text = panel.state.values_text;
  if (!panel.state.typing_values) text = panel.document.lane().setup.values_text;
  const float width = control();
  ui::row("values", width);
  const bool changed = ui::text_field("##values", text, width, "");
  panel.state.typing_values = ImGui::IsItemActive();
  if (changed) panel.post("values", text);
  ui::item_tooltip("One whole number for every key: it travels with the key", ui::dp(300));
}

/// Key types, second keys and values: there for those who look for them.
void more_section(const PanelContext& panel) {
  const bool more = panel.document.more;
  if (ui::button(more ? "fewer settings" : "more settings", {ImGui::GetContentRegionAvail().x, 0}))
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
  const char* hints = "→ step   Shift → stage   Ctrl → pass";
  const bool fits = ui::text_size(Face::ui, px, hints).x <= size.x - ui::dp(36);
  ui::text_at(ImGui::GetWindowDrawList(), Face::ui, px, {x, y}, ui::ink(Ink::dim),
              fits ? hints : "→ step   Shift → stage");
}

}  // namespace

void input_panel(const PanelContext& panel, const Rect& at) {
  begin_panel("input", at, {18, ui::tight() ? 9.f : 16.f});
  title_and_base(panel);
  key_box(panel);
  summary_or_error(panel);
  preset_list(panel);
  random_row(panel);
  for (const radix::SettingInfo& setting : radix::settings())
    if (!setting.seldom) setting_row(panel, setting);
  more_section(panel);
  ui::rule();
  follow_section(panel);
  ui::rule();
  totals_section(panel);
  key_hints();
  end_panel();
}

}  // namespace scope
