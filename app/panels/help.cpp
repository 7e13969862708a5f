// The help overlay: the verb table itself, keys first, in columns that can be read from the back
// row.
#include <algorithm>
#include <sstream>

#include "../ui_draw.hpp"
#include "../ui_widgets.hpp"
#include "panel.hpp"

namespace scope {
namespace {

constexpr float row_least = 22, row_most = 28, key_size = 14, text_size = 15, edge = 28;
constexpr float keys_width = 144, call_width = 304;  // of the first column, with and without keys
constexpr float column_least = 520, title_height = 98;

/// "Shift+Right" as a person reads it.
std::string shown_key(std::string key) {
  const std::pair<const char*, const char*> signs[] = {
      {"Right", "→"}, {"Left", "←"}, {"PageDown", "Page ↓"}, {"PageUp", "Page ↑"}};
  for (const auto& [name, sign] : signs) {
    if (!key.ends_with(name)) continue;
    key.replace(key.size() - std::string_view(name).size(), key.npos, sign);
    break;
  }
  for (const char* held : {"Ctrl+", "Shift+"})
    if (key.starts_with(held)) key.replace(key.find('+'), 1, " ");
  return key;
}

/// Small boxes with the keys of a verb, from left to right.
void draw_keys(ImDrawList* list, ImVec2 at, const Verb& verb) {
  std::istringstream keys(verb.keys);
  const float px = ui::dp(key_size), height = ui::dp(20);
  for (std::string key; keys >> key;) {
    const std::string text = shown_key(key);
    const float width = std::max(ui::text_size(Face::ui, px, text).x + ui::dp(12), height);
    ui::box(list, {at.x, at.y - height / 2, width, height}, ui::ink(Ink::panel),
            ui::ink(Ink::faint), ui::dp(5));
    ui::text_at(list, Face::ui, px, {at.x + width / 2, at.y}, ui::ink(Ink::text), text,
                Anchor::middle);
    at.x += width + ui::dp(5);
  }
}

/// What it does, and left of that its keys; without keys how a script calls it.
void draw_verb(ImDrawList* list, ImVec2 at, float width, const Verb& verb) {
  const bool has_keys = *verb.keys != '\0';
  const float first = ui::dp(has_keys ? keys_width : call_width), x = at.x + first;
  const float px = ui::dp(text_size), small = ui::dp(key_size);
  const float name_width =
      has_keys ? ui::text_size(Face::mono, small, verb.name).x + ui::dp(14) : 0;
  if (has_keys) {
    draw_keys(list, at, verb);
    ui::text_at(list, Face::mono, small, {at.x + width, at.y}, ui::ink(Ink::dim), verb.name,
                Anchor::right);
  } else {
    const std::string call = std::string(verb.name) + " " + verb.argument;
    ui::text_at(list, Face::mono, small, at, ui::ink(Ink::text),
                ui::fitted(Face::mono, small, call, first - ui::dp(12)));
  }
  ui::text_at(list, Face::ui, px, {x, at.y}, ui::ink(Ink::text),
              ui::fitted(Face::ui, px, verb.help, at.x + width - x - name_width));
}

/// The verbs with keys, or those without.
std::vector<const Verb*> verbs_with(bool keys) {
  std::vector<const Verb*> rows;
  for (const Verb& verb : verbs())
    if ((*verb.keys != '\0') == keys) rows.push_back(&verb);
  return rows;
}

/// Two columns, or one below the other where there is no room. `height` is for all of it.
void draw_table(float width, float height) {
  const std::vector<const Verb*> columns[] = {verbs_with(true), verbs_with(false)};
  const bool beside = width >= ui::dp(2 * column_least);
  const float gap = ui::dp(44), each = beside ? (width - gap) / 2 : width;
  const auto most = static_cast<float>(std::max(columns[0].size(), columns[1].size()));
  const float row = std::clamp(height / most, ui::dp(row_least), ui::dp(row_most));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float low = at.y;
  for (int c = 0; c < 2; ++c) {
    const float x = at.x + (beside && c == 1 ? each + gap : 0);
    float y = beside ? at.y : low + (c == 1 ? row / 2 : 0);
    for (const Verb* verb : columns[c]) {
      draw_verb(ImGui::GetWindowDrawList(), {x, y + row / 2}, each, *verb);
      y += row;
    }
    low = std::max(low, y);
  }
  ImGui::Dummy({width, low - at.y});
}

void title(float width) {
  const float right = ImGui::GetCursorPosX() + width;
  {
    const ui::Font font(Face::bold, ui::title);
    ImGui::TextUnformatted("All keys, and all verbs of scripts");
  }
  const ui::Font font(Face::mono, ui::words);
  const ui::TextInk quiet(Ink::dim);
  const char* how = "radixscope --do \"preset chapter; rung 2; seek scatter\"";
  const float wide = ImGui::CalcTextSize(how).x;
  if (wide > width - ImGui::GetItemRectSize().x - ui::dp(30)) return;
  ImGui::SameLine(right - wide);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui::dp(5));
  ImGui::TextUnformatted(how);
}

/// Dims everything behind the overlay.
void veil(ImVec2 screen) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(screen);
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui::ink(Ink::page, 0.65f));
  ImGui::Begin(
      "veil", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings);
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace

void help_overlay(const Desk& desk) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  veil(screen);
  const float width = std::min(screen.x - ui::dp(2 * edge), ui::dp(1240));
  ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, screen.y - ui::dp(2 * edge)});
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui::dp(edge), ui::dp(22)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui::dp(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(ui::dp(1), 1.f));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui::ink(Ink::raised));
  ImGui::Begin("help", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_AlwaysAutoResize);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  const float inner = width - ui::dp(2 * edge) - ImGui::GetStyle().ScrollbarSize;
  title(inner);
  ImGui::Dummy({0, ui::dp(4)});
  draw_table(inner, screen.y - ui::dp(2 * edge + title_height));
  const bool outside =
      ImGui::IsMouseClicked(0) && !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
  if (outside && !ImGui::IsWindowAppearing()) desk.post("help");
  ImGui::End();
}

}  // namespace scope
