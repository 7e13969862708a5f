// The command palette: a line to type in, and below it what that finds. Enter does the chosen one.
#include <imgui.h>

#include <imgui_stdlib.h>

#include <algorithm>

#include "app/window/draw.hpp"
#include "app/window/focus.hpp"
#include "app/window/overlay.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float palette_width = 760, hit_height = 34, name_part = 0.34f, most_rows = 11;

int count_of(const PaletteMemory& memory) { return static_cast<int>(memory.hits.size()); }

void choose(PaletteMemory& memory, int wanted) {
  memory.chosen = std::clamp(wanted, 0, std::max(count_of(memory) - 1, 0));
  memory.scroll_to = true;
}

void find(PaletteMemory& memory) {
  if (memory.entries.empty()) memory.entries = palette_entries();
  memory.hits = palette_hits(memory.entries, memory.text);
  memory.refusal.clear();
  choose(memory, 0);
}

/// Up and Down move the choice; text that was completed goes into the line.
int on_line(ImGuiInputTextCallbackData* data) {
  auto& memory = *static_cast<PaletteMemory*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory)
    choose(memory, memory.chosen + (data->EventKey == ImGuiKey_UpArrow ? -1 : 1));
  if (data->EventFlag != ImGuiInputTextFlags_CallbackAlways) return 0;
  if (std::exchange(memory.came_back, false))
    data->SelectionStart = data->SelectionEnd = data->CursorPos = data->BufTextLen;
  if (memory.set_text) {
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, memory.text_to_set.c_str());
    data->SelectionStart = data->SelectionEnd = data->CursorPos;
    memory.set_text = false;
  }
  return 0;
}

/// What Enter or a click does: it is done, or completed where an argument is missing.
void run(const Desk& desk, const PaletteEntry& entry) {
  PaletteMemory& memory = desk.memory.palette;
  if (!entry.complete) {
    memory.text_to_set = entry.request.verb + " ";
    memory.set_text = true;
    return;
  }
  memory.asked = entry.request.verb;
  desk.post(entry.request.verb, entry.request.argument);
}

void do_chosen(const Desk& desk) {
  PaletteMemory& memory = desk.memory.palette;
  if (memory.hits.empty()) {
    memory.refusal = "Nothing is called that; clear the line to see everything.";
    return;
  }
  run(desk, memory.hits[static_cast<std::size_t>(memory.chosen)]);
}

/// The line itself keeps the keyboard as long as the palette is there.
void typed_line(const Desk& desk, float width) {
  PaletteMemory& memory = desk.memory.palette;
  const ui::Font font(Face::ui, ui::lead);
  if (!memory.typing) ui::take_keyboard(), memory.came_back = true;
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleColor(ImGuiCol_Border, ui::ink(Ink::accent));
  const bool enter = ImGui::InputTextWithHint(
      "##line", "a verb, a rung, a figure, a preset, a setting", &memory.text,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackHistory |
          ImGuiInputTextFlags_CallbackAlways,
      on_line, &memory);
  ImGui::PopStyleColor();
  memory.typing = ImGui::IsItemActive();
  if (memory.text != memory.found_for) {
    memory.found_for = memory.text;
    find(memory);
  }
  if (enter) do_chosen(desk);
}

void draw_row(const PaletteEntry& entry, const Rect& at, bool chosen) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (chosen) ui::box(list, at, ui::tint(row_chosen), ui::ink(Ink::accent), ui::dp(6));
  const ImU32 quiet = ui::ink(chosen ? Ink::text : Ink::dim);  // on a tint the dim ink is too weak
  const float px = ui::dp(ui::body), pad = ui::dp(12), y = at.y + at.h / 2, name = at.w * name_part;
  ui::text_at(list, Face::bold, px, {at.x + pad, y}, ui::ink(Ink::text),
              ui::fitted(Face::bold, px, entry.name, name - pad));
  const float keys = ui::draw_keys(nullptr, {}, entry.keys);
  const std::string takes = entry.keys.empty() ? entry.takes : "";
  const float room = std::min(ui::text_size(Face::mono, ui::dp(ui::words), takes).x, at.w * 0.3f);
  const float end = at.right() - pad - std::max(keys, room);
  ui::draw_keys(list, {end, y}, entry.keys);
  ui::text_at(list, Face::mono, ui::dp(ui::words), {at.right() - pad, y}, quiet,
              ui::fitted(Face::mono, ui::dp(ui::words), takes, room), Anchor::right);
  ui::text_at(list, Face::ui, px, {at.x + name + pad, y}, quiet,
              ui::fitted(Face::ui, px, entry.help, end - at.x - name - 2 * pad));
}

void list(const Desk& desk, float width, float height) {
  PaletteMemory& memory = desk.memory.palette;
  const bool border = false;
  ImGui::BeginChild("hits", {width, height}, border);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  const ImVec2 way = ImGui::GetIO().MouseDelta;
  const float row = ui::dp(hit_height), inner = ImGui::GetContentRegionAvail().x - ui::dp(2);
  for (int i = 0; i < count_of(memory); ++i) {
    ImGui::PushID(i);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ui::hot_area("hit", {inner, row}, false);
    if (ImGui::IsItemHovered() && (way.x != 0 || way.y != 0)) memory.chosen = i;
    if (i == memory.chosen && memory.scroll_to) {
      const float top = row * static_cast<float>(i), seen = ImGui::GetScrollY();
      if (top < seen) ImGui::SetScrollY(top);
      if (top + row > seen + height) ImGui::SetScrollY(top + row - height);
      memory.scroll_to = false;
    }
    const PaletteEntry& entry = memory.hits[static_cast<std::size_t>(i)];
    if (ImGui::IsItemVisible()) draw_row(entry, {at.x + 1, at.y, inner, row}, i == memory.chosen);
    ImGui::PopID();
    if (clicked) run(desk, entry);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

/// After something was done: the palette goes, or says why it was not.
void conclude(const Desk& desk) {
  PaletteMemory& memory = desk.memory.palette;
  if (memory.asked.empty()) return;
  const Verb* verb = verb_named(std::exchange(memory.asked, ""));
  memory.refusal = desk.document.note_is_error ? desk.document.note : "";
  if (verb && verb->touches == Touches::input && memory.refusal.empty())
    memory.refusal = desk.document.lane().error.sentence;
  if (memory.refusal.empty()) desk.post("palette", "off");
}

void foot(const PaletteMemory& memory) {
  if (!memory.refusal.empty()) return ui::paragraph(memory.refusal, Ink::warn);
  const char* keys = "↑ ↓ choose    Enter does it    Tab completes    Esc closes";
  ui::paragraph(memory.hits.empty() ? "Nothing is called that." : keys, Ink::dim, ui::words);
}

void keys(const Desk& desk) {
  PaletteMemory& memory = desk.memory.palette;
  for (const std::string& key : desk.memory.pressed) {
    if (key == "Escape" || key == "Ctrl+K") desk.post("palette", "off");
    if (key == "PageUp") choose(memory, memory.chosen - static_cast<int>(most_rows) + 1);
    if (key == "PageDown") choose(memory, memory.chosen + static_cast<int>(most_rows) - 1);
    if (key != "Tab" || memory.hits.empty()) continue;
    const Request& request = memory.hits[static_cast<std::size_t>(memory.chosen)].request;
    memory.text_to_set = request.verb + " " + request.argument.text();
    memory.set_text = true;
  }
}

}  // namespace

void palette_overlay(const Desk& desk) {
  PaletteMemory& memory = desk.memory.palette;
  if (!memory.open) {
    memory = {.open = true};
    find(memory);
  }
  conclude(desk);
  keys(desk);
  const float screen = ImGui::GetIO().DisplaySize.y, width = ui::overlay_width(palette_width);
  const float top = screen * 0.09f, least = ui::dp(3 * hit_height);
  const float most = std::min(most_rows * ui::dp(hit_height), screen * 0.88f - top - ui::dp(130));
  const float room = std::max(most, least);
  ui::begin_overlay("palette", width, 0, top);
  typed_line(desk, width);
  ImGui::Dummy({0, ui::dp(2)});
  list(desk, width, room);
  foot(memory);
  if (ui::pressed_outside()) desk.post("palette", "off");
  ui::end_overlay();
}

}  // namespace scope
