#include <algorithm>
#include <cmath>

#include "panel.hpp"

namespace scope {
namespace {

// Design units
constexpr float left_narrow = 256, left_wide = 272, left_timing = 44;   // Timing mode has more to pick
constexpr float right_narrow = 336, right_wide = 390, wide_window = 1450;
constexpr float transport_width = 272;
constexpr float right_least = 280;
constexpr float canvas_least = 480;
constexpr float lane_least = 600;  // of a lane, beside the input panel
constexpr float gap = 1;  // the line between panels

float left_of(float width) {
  const float wanted = width >= wide_window ? left_wide : left_narrow;
  return width - wanted < canvas_least ? 0 : wanted;
}

float right_of(float width, const Memory& memory) {
  const float wanted = memory.right_width > 0 ? memory.right_width
                       : width >= wide_window ? right_wide
                                              : right_narrow;
  const float most = width - left_of(width) - canvas_least;
  return most < right_least ? 0 : std::clamp(wanted, right_least, most);
}

}  // namespace

Layout layout_of(float width, float height, const Desk& desk) {
  const float unit = ui::dp(1), w = width / unit, h = height / unit;
  const float top_height = ui::tight() ? 46 : 52, bottom_height = ui::tight() ? 92 : 100;
  const bool of_a_step = desk.app.mode == Mode::step && shows_a_step(desk.app);
  const bool explains = desk.app.panels && of_a_step;
  const float right = explains ? right_of(w, desk.memory) : 0;
  const bool timing = desk.app.mode == Mode::timing;
  const bool roomy = desk.app.mode != Mode::compare ||
                     w - left_of(w) >= lane_least * static_cast<float>(desk.app.lanes.size());
  const float left = desk.app.panels && roomy && left_of(w) > 0 ? left_of(w) + (timing ? left_timing : 0) : 0;
  const float lesson = std::min(lesson_bar_height(desk, width) / unit, h / 2);
  const float bar = lesson > 0 ? lesson + gap : 0;
  const float middle = std::max(h - top_height - bar - bottom_height - 2 * gap, 1.f);
  const float y = top_height + gap + bar;
  const auto px = [&](float x, float top, float wide, float high) {
    return Rect{std::round(x * unit), std::round(top * unit), std::round(wide * unit),
                std::round(high * unit)};
  };
  const float canvas_x = left > 0 ? left + gap : 0;
  const float canvas_end = right > 0 ? w - right - gap : w;
  Layout layout;
  layout.top = px(0, 0, w, top_height);
  layout.lesson = px(0, top_height + gap, w, lesson);
  layout.left = px(0, y, left, middle);
  layout.canvas = px(canvas_x, y, canvas_end - canvas_x, middle);
  layout.right = px(w - right, y, right, middle);
  layout.bottom = px(0, y + middle + gap, w, bottom_height);
  layout.transport = px(0, y + middle + gap, transport_width, bottom_height);
  layout.timeline = px(transport_width, y + middle + gap, w - transport_width, bottom_height);
  return layout;
}

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
