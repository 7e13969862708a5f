#include "overlay.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "draw.hpp"

namespace scope::ui {
namespace {

constexpr float edge = 26, margin = 24, key_size = 14, key_height = 21;

/// Dims everything behind the box, and keeps the mouse from it.
void veil(ImVec2 screen) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(screen);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ink(Ink::page, 0.68f));
  ImGui::Begin("veil", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoNav);
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  ImGui::End();
  ImGui::PopStyleColor();
}

}  // namespace

float overlay_width(float wanted) {
  return std::min(dp(wanted), ImGui::GetIO().DisplaySize.x - dp(2 * margin)) - dp(2 * edge);
}

void begin_overlay(const char* id, float width, float height, float top) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  veil(screen);
  const bool at_top = top >= 0;
  const float from = at_top ? std::max(top, dp(margin)) : dp(margin);
  const float wide = width + dp(2 * edge), most = screen.y - dp(margin) - from;
  ImGui::SetNextWindowPos({screen.x / 2, at_top ? from : screen.y / 2}, ImGuiCond_Always,
                          {0.5f, at_top ? 0.f : 0.5f});
  if (height > 0)
    ImGui::SetNextWindowSize({wide, std::min(height, most)});
  else
    ImGui::SetNextWindowSizeConstraints({wide, 0}, {wide, most});
  // Whole pixels: a part of one more than the box holds would be worth a scroll bar
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      ImVec2(std::round(dp(edge)), std::round(dp(22))));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, dp(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(dp(1), 1.f));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ink(Ink::panel));
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                           ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                           ImGuiWindowFlags_NoSavedSettings;
  if (height <= 0) flags |= ImGuiWindowFlags_AlwaysAutoResize;
  ImGui::Begin(id, nullptr, flags);
  if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  push_font(Face::ui, dp(body));
}

void end_overlay() {
  pop_font();
  ImGui::End();
}

bool pressed_outside() {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(),
               mouse = ImGui::GetIO().MousePos;
  const bool inside =
      mouse.x >= at.x && mouse.x < at.x + size.x && mouse.y >= at.y && mouse.y < at.y + size.y;
  const bool list_open = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId);
  return ImGui::IsMouseClicked(0) && !inside && !list_open && !ImGui::IsWindowAppearing();
}

std::string shown_key(std::string key) {
  const std::pair<const char*, const char*> signs[] = {{"Right", "→"},
                                                       {"Left", "←"},
                                                       {"PageDown", "Page ↓"},
                                                       {"PageUp", "Page ↑"},
                                                       {"Escape", "Esc"}};
  for (const auto& [name, sign] : signs) {
    if (!key.ends_with(name)) continue;
    key.replace(key.size() - std::string_view(name).size(), key.npos, sign);
    break;
  }
  for (const char* held : {"Ctrl+", "Alt+", "Shift+"}) {
    const std::size_t at = key.find(held);
    if (at != key.npos) key.replace(key.find('+', at), 1, " ");
  }
  return key;
}

float draw_keys(ImDrawList* list, ImVec2 at, std::string_view keys) {
  std::istringstream names{std::string(keys)};
  const float px = dp(key_size), height = dp(key_height), gap = dp(5), left = at.x;
  for (std::string key; names >> key;) {
    const std::string text = shown_key(key);
    const float width = std::max(text_size(Face::ui, px, text).x + dp(12), height);
    if (list) {
      box(list, {at.x, at.y - height / 2, width, height}, ink(Ink::raised), ink(Ink::faint), dp(5));
      text_at(list, Face::ui, px, {at.x + width / 2, at.y}, ink(Ink::text), text, Anchor::middle);
    }
    at.x += width + gap;
  }
  return std::max(at.x - left - gap, 0.f);
}

}  // namespace scope::ui
