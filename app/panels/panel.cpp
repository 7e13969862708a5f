#include "panel.hpp"

#include <algorithm>

namespace scope {

void begin_panel(const char* id, const Rect& at, ImVec2 padding, bool scrolls) {
  ImGui::SetNextWindowPos({at.x, at.y});
  ImGui::SetNextWindowSize({std::max(at.w, 1.f), std::max(at.h, 1.f)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(ui::dp(padding.x), ui::dp(padding.y)));
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                           ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                           ImGuiWindowFlags_NoBringToFrontOnFocus;
  if (!scrolls) flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::Begin(id, nullptr, flags);
  ImGui::PopStyleVar();
  ui::push_font(Face::ui, ui::dp(ui::body));
}

void end_panel() {
  ui::pop_font();
  ImGui::End();
}

}  // namespace scope
