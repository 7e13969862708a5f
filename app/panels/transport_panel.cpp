// First, back, play, on, last; and how fast it plays.
#include <cmath>
#include <cstdio>

#include "app/window/draw.hpp"
#include "app/window/focus.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

enum class Icon { first, back, play, pause, next, last };

constexpr float icon_size = 6.5f;

/// Points to the right (+1) or left (-1).
void triangle(ImDrawList* list, ImVec2 at, float direction, float size, ImU32 colour) {
  ui::triangle(list, {at.x - direction * size * 0.8f, at.y - size}, {at.x + direction * size, at.y},
               {at.x - direction * size * 0.8f, at.y + size}, colour);
}

/// One step: an angle that points to the right (+1) or left (-1).
void angle(ImDrawList* list, ImVec2 at, float direction, float size, ImU32 colour) {
  const float x = at.x - direction * size * 0.5f;
  ui::stroke(list, {{x, at.y - size}, {x + direction * size, at.y}, {x, at.y + size}}, colour,
             ui::dp(2.25f));
}

void bar(ImDrawList* list, ImVec2 at, float size, ImU32 colour) {
  list->AddRectFilled({at.x - size * 0.18f, at.y - size}, {at.x + size * 0.18f, at.y + size},
                      colour);
}

void draw_icon(ImVec2 at, Icon icon, ImU32 colour) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float s = ui::dp(icon_size);
  switch (icon) {
    case Icon::first:
      bar(list, {at.x - s, at.y}, s, colour);
      return triangle(list, at, -1, s, colour);
    case Icon::last:
      bar(list, {at.x + s, at.y}, s, colour);
      return triangle(list, at, 1, s, colour);
    case Icon::back: return angle(list, at, -1, s, colour);
    case Icon::next: return angle(list, at, 1, s, colour);
    case Icon::play: return triangle(list, at, 1, s * 1.2f, colour);
    case Icon::pause:
      bar(list, {at.x - s * 0.45f, at.y}, s, colour);
      return bar(list, {at.x + s * 0.45f, at.y}, s, colour);
  }
}

/// The tool tip of a command: what it does and its keys.
std::string tip_of(const Command& command) {
  return std::string(text::translated(command.help)) +
         (*command.keys ? std::string("  [") + command.keys + "]" : "");
}

void icon_button(const PanelContext& panel, const char* command, Icon icon, float width,
                 bool lit = false, float height = 36) {
  const ImVec2 size(ui::dp(width), ui::dp(height));
  ImGui::PushID(command);
  if (ui::button("##icon", size, lit)) panel.post(command);
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  draw_icon({(a.x + b.x) / 2, (a.y + b.y) / 2}, icon, ui::ink(lit ? Ink::page : Ink::text));
  if (const Command* row = command_named(command)) ui::item_tooltip(tip_of(*row).c_str());
  ImGui::PopID();
}

/// "2×" per second; quarters as they are.
std::string speed_words(float speed) {
  char text[24];
  std::snprintf(text, sizeof text, "%g/s", static_cast<double>(speed));
  return text;
}

/// Speeds are powers of two from 1/4 to 8.
void speed_slider(const PanelContext& panel) {
  constexpr float slowest = -2, fastest = 3;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string_view name = text::translated("speed");
  const float label =
      std::max(ui::dp(50), ui::text_size(Face::ui, ui::dp(ui::words), name).x + ui::dp(10));
  const float height = ui::dp(22), track = std::max(ui::dp(166) - label, ui::dp(40));
  const float y = at.y + height / 2, x = at.x + label;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::text_at(list, Face::ui, ui::dp(ui::words), {at.x, y}, ui::ink(Ink::dim), name);
  ui::note_cut(Face::ui, ui::dp(ui::words), name, ui::dp(126) - ui::dp(10));

  ImGui::SetCursorScreenPos({x - ui::dp(7), at.y});
  ui::hot_area("speed", {track + ui::dp(14), height});
  const int step = ui::step_of(ImGui::GetID("speed"));
  if (step != 0) panel.post(step > 0 ? "faster" : "slower");
  if (ImGui::IsItemActive()) {
    const float part = (ImGui::GetIO().MousePos.x - x) / track;
    const float power =
        std::round(slowest + std::fmin(std::fmax(part, 0.f), 1.f) * (fastest - slowest));
    const float wanted = std::exp2(power);
    if (wanted != panel.document.speed) panel.post("speed", wanted);
  }
  const bool over = ImGui::IsItemHovered() || ImGui::IsItemActive();
  ui::item_tooltip(text::Label("Steps per second while playing  [ and ]").c_str());
  const float knob = x + track * (std::log2(panel.document.speed) - slowest) / (fastest - slowest);
  list->AddRectFilled({x, y - ui::dp(2)}, {x + track, y + ui::dp(2)}, ui::ink(Ink::line),
                      ui::dp(2));
  list->AddRectFilled({x, y - ui::dp(2)}, {knob, y + ui::dp(2)}, ui::ink(Ink::accent, 0.6f),
                      ui::dp(2));
  list->AddCircleFilled({knob, y}, ui::dp(over ? 7.5f : 6.5f), ui::ink(Ink::accent));
  ui::text_at(list, Face::mono, ui::dp(ui::words), {x + track + ui::dp(14), y}, ui::ink(Ink::dim),
              speed_words(panel.document.speed));
}

/// In a low bar: back, play, on.
void few_buttons(const PanelContext& panel, const Rect& at) {
  const bool thumb = panel.state.in_hand;
  const float bar = at.h / ui::dp(1), height = thumb ? bar - 6 : 28, wide = thumb ? 60 : 38;
  begin_panel("transport", at, {14, (bar - height) / 2}, false);
  const bool playing = panel.document.playing;
  icon_button(panel, "back", Icon::back, wide, false, height);
  ImGui::SameLine(0, ui::dp(6));
  icon_button(panel, "play", playing ? Icon::pause : Icon::play, thumb ? wide : 46, playing,
              height);
  ImGui::SameLine(0, ui::dp(6));
  icon_button(panel, "next", Icon::next, wide, false, height);
  end_panel();
}

}  // namespace

void transport_panel(const PanelContext& panel, const Rect& at) {
  constexpr float all_buttons = 254;
  if (at.w < ui::dp(all_buttons)) return few_buttons(panel, at);
  begin_panel("transport", at, {18, ui::tight() ? 9.f : 13.f}, false);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui::dp(6), ui::dp(9)));
  const bool playing = panel.document.playing;
  icon_button(panel, "first", Icon::first, 38);
  ImGui::SameLine();
  icon_button(panel, "back", Icon::back, 42);
  ImGui::SameLine();
  icon_button(panel, "play", playing ? Icon::pause : Icon::play, 60, playing);
  ImGui::SameLine();
  icon_button(panel, "next", Icon::next, 42);
  ImGui::SameLine();
  icon_button(panel, "last", Icon::last, 38);
  speed_slider(panel);
  ImGui::PopStyleVar();
  end_panel();
}

}  // namespace scope
