// The command palette: a line to type in, and below it what that finds. Enter does the chosen one.
#include <imgui.h>

#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/core/base/parse.hpp"
#include "app/core/base/text.hpp"
#include "app/window/draw.hpp"
#include "app/window/focus.hpp"
#include "app/window/overlay.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float palette_width = 760, hit_height = 34, max_rows = 11;

int count_of(const PaletteState& state) { return static_cast<int>(state.hits.size()); }

void choose(PaletteState& state, int wanted) {
  state.chosen = std::clamp(wanted, 0, std::max(count_of(state) - 1, 0));
  state.scroll_to = true;
}

void find(PaletteState& state) {
  if (state.entries.empty()) {
    state.entries = palette_entries();
    for (const PaletteEntry& entry : state.entries) {
      const std::string name = ": " + entry.request.argument.text();  // as scripts say it: ": csv"
      const std::size_t at = entry.words.rfind(name);
      ui::note_tip(at == entry.words.npos ? entry.words
                                          : std::string(entry.words).erase(at, name.size()));
    }
  }
  state.hits = palette_hits(state.entries, state.text);
  state.refusal.clear();
  choose(state, 0);
}

/// Up and Down move the choice; text that was completed goes into the line.
int on_line(ImGuiInputTextCallbackData* data) {
  auto& state = *static_cast<PaletteState*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory)
    choose(state, state.chosen + (data->EventKey == ImGuiKey_UpArrow ? -1 : 1));
  if (data->EventFlag != ImGuiInputTextFlags_CallbackAlways) return 0;
  if (std::exchange(state.came_back, false))
    data->SelectionStart = data->SelectionEnd = data->CursorPos = data->BufTextLen;
  if (state.set_text) {
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, state.text_to_set.c_str());
    data->SelectionStart = data->SelectionEnd = data->CursorPos;
    state.set_text = false;
  }
  return 0;
}

/// What Enter or a click does: it is done, or completed where an argument is missing.
void run(const PanelContext& panel, const PaletteEntry& entry) {
  PaletteState& state = panel.state.palette;
  if (!entry.complete) {
    state.text_to_set = entry.request.command + " ";
    state.set_text = true;
    return;
  }
  state.asked = entry.request.command;
  panel.post(entry.request.command, entry.request.argument);
}

void do_chosen(const PanelContext& panel) {
  PaletteState& state = panel.state.palette;
  if (state.hits.empty()) {
    state.refusal = text::panels::no_command;
    return;
  }
  run(panel, state.hits[static_cast<std::size_t>(state.chosen)]);
}

/// The line itself keeps the keyboard as long as the palette is there.
void typed_line(const PanelContext& panel, float width) {
  PaletteState& state = panel.state.palette;
  const ui::Font font(Face::ui, ui::lead);
  if (!state.typing) ui::take_keyboard(), state.came_back = true;
  ui::forget_undo(ImGui::GetID("##line"));
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleColor(ImGuiCol_Border, ui::ink(Ink::accent));
  const bool enter = ImGui::InputTextWithHint(
      "##line", text::panels::palette_hint({.figure = radix::filled("{figure:fig13-9}")}).c_str(),
      &state.text,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
          ImGuiInputTextFlags_CallbackAlways |
          ImGuiInputTextFlags_NoUndoRedo,  // it does not know of text that was completed
      on_line, &state);
  ImGui::PopStyleColor();
  state.typing = ImGui::IsItemActive();
  if (state.text != state.found_for) {
    state.found_for = state.text;
    find(state);
  }
  if (enter) do_chosen(panel);
}

/// The sentence of what it does; at the end its keys, or how a script calls it.
void draw_row(const PaletteEntry& entry, const Rect& at, bool chosen) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (chosen) ui::box(list, at, ui::tint(row_chosen), ui::ink(Ink::accent), ui::dp(6));
  const ImU32 quiet = ui::ink(chosen ? Ink::text : Ink::dim);  // on a tint the dim ink is too weak
  const float px = ui::dp(ui::body), small = ui::dp(ui::words), pad = ui::dp(12),
              y = at.y + at.h / 2, end = at.right() - pad;
  const std::string call = entry.keys.empty() ? entry.name : "";
  const float wide = std::max(ui::draw_keys(nullptr, {}, entry.keys),
                              std::min(ui::text_size(Face::mono, small, call).x, at.w * 0.3f));
  ui::draw_keys(list, {end - wide, y}, entry.keys);
  ui::text_at(list, Face::mono, small, {end, y}, quiet, ui::fitted(Face::mono, small, call, wide),
              Anchor::right);
  const std::string words = entry.complete ? entry.words : entry.words + " …";
  ui::text_at(list, Face::ui, px, {at.x + pad, y}, ui::ink(Ink::text),
              ui::fitted(Face::ui, px, words, end - wide - at.x - 2 * pad));
}

void list(const PanelContext& panel, float width, float height) {
  PaletteState& state = panel.state.palette;
  const bool border = false;
  ImGui::BeginChild("hits", {width, height}, border);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  const ImVec2 way = ImGui::GetIO().MouseDelta;
  const float row = ui::dp(hit_height), inner = ImGui::GetContentRegionAvail().x - ui::dp(2);
  for (int i = 0; i < count_of(state); ++i) {
    ImGui::PushID(i);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ui::hot_area("hit", {inner, row}, false);
    if (ImGui::IsItemHovered() && (way.x != 0 || way.y != 0)) state.chosen = i;
    if (i == state.chosen && state.scroll_to) {
      const float top = row * static_cast<float>(i), seen = ImGui::GetScrollY();
      if (top < seen) ImGui::SetScrollY(top);
      if (top + row > seen + height) ImGui::SetScrollY(top + row - height);
      state.scroll_to = false;
    }
    const PaletteEntry& entry = state.hits[static_cast<std::size_t>(i)];
    if (ImGui::IsItemVisible()) draw_row(entry, {at.x + 1, at.y, inner, row}, i == state.chosen);
    ImGui::PopID();
    if (clicked) run(panel, entry);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

/// A refusal that lists more names than anybody reads ends before them: what fits stands below it.
std::string without_a_long_list(const std::string& refusal) {
  constexpr std::size_t five_lines = 400;
  const std::string alone = without_choices(refusal);
  if (refusal.size() <= five_lines || alone.empty()) return refusal;
  return text::paragraph(alone, text::panels::choose_above.c_str());
}

/// After something was done: the palette goes, or says why it was not.
void conclude(const PanelContext& panel) {
  PaletteState& state = panel.state.palette;
  if (state.asked.empty()) return;
  const Command* command = command_named(std::exchange(state.asked, ""));
  state.refusal = panel.document.note_is_error ? without_a_long_list(panel.document.note) : "";
  const bool shown = broke_off(panel.document.lane());  // a wrong run is what was asked for
  if (command && command->touches == Touches::input && state.refusal.empty() && !shown)
    state.refusal = panel.document.lane().error.sentence;
  if (state.refusal.empty()) panel.post("palette", "off");
}

/// What may be typed behind a command: the grammar, of the one that is chosen only.
std::string form_of(const PaletteState& state) {
  if (state.hits.empty()) return "";
  const PaletteEntry& chosen = state.hits[static_cast<std::size_t>(state.chosen)];
  return chosen.takes.empty() ? ""
                              : joined({"        ", chosen.request.command, " ", chosen.takes});
}

/// One line, whatever may be typed behind a command: two would make the box scroll.
void foot(const PaletteState& state, float width) {
  if (!state.refusal.empty()) return ui::paragraph(state.refusal, Ink::warn);
  const std::string line = state.hits.empty() ? std::string(text::panels::no_command_short)
                                              : text::panels::palette_keys.c_str() + form_of(state);
  ui::paragraph(ui::fitted(Face::ui, ui::dp(ui::words), line, width), Ink::dim, ui::words);
}

void keys(const PanelContext& panel) {
  PaletteState& state = panel.state.palette;
  for (const std::string& key : panel.state.pressed) {
    if (key == "Escape" || key == "Ctrl+K") panel.post("palette", "off");
    if (key == "PageUp") choose(state, state.chosen - static_cast<int>(max_rows) + 1);
    if (key == "PageDown") choose(state, state.chosen + static_cast<int>(max_rows) - 1);
    if (key != "Tab" || state.hits.empty()) continue;
    const CommandCall& request = state.hits[static_cast<std::size_t>(state.chosen)].request;
    state.text_to_set = request.command + " " + request.argument.text();
    state.set_text = true;
  }
}

}  // namespace

void palette_overlay(const PanelContext& panel) {
  PaletteState& state = panel.state.palette;
  if (!state.open) {
    state = {.open = true};
    find(state);
  }
  conclude(panel);
  keys(panel);
  const float screen = ImGui::GetIO().DisplaySize.y, width = ui::overlay_width(palette_width);
  const float top = screen * 0.09f, row = ui::dp(hit_height);
  // A refusal in several lines takes their room from the rows, else the box itself would scroll
  const float lines = ImGui::CalcTextSize(state.refusal.c_str(), nullptr, false, width).y -
                      ImGui::GetTextLineHeight();
  const float rows = (screen * 0.88f - top - ui::dp(130) - std::max(lines, 0.f)) / row;
  const float room = row * std::floor(std::clamp(rows, 3.f, max_rows));  // none is cut in half
  ui::begin_overlay("palette", width, 0, top);
  typed_line(panel, width);
  ImGui::Dummy({0, ui::dp(2)});
  list(panel, width, room);
  foot(state, width);
  if (ui::pressed_outside()) panel.post("palette", "off");
  ui::end_overlay();
}

}  // namespace scope
