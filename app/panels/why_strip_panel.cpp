// The sentence under the picture, where no panel beside it says it. Never cut: a long one is set
// smaller, and one that is still too long takes room from the figure.
#include <algorithm>
#include <initializer_list>

#include "app/families/families.hpp"
#include "app/timing/findings.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/words/explain.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float why_side = 20, why_head = 4, why_foot = 6;  // design units
constexpr float profile_lines = 3;

std::string words_of(const PanelContext& panel) {
  if (!panel.moment.timing_view) return why(panel.moment);
  const bool hides_choices = panel.document.projector && !panel.moment.timing_view->run;
  return timing_why(*panel.moment.timing_view) +
         (hides_choices
              ? " F11 leaves the projector profile: the choices and Measure stand at the left then."
              : "");
}

struct Setting {
  float size = 0;    ///< of the type, design units
  float height = 0;  ///< of all lines, pixels
  float line = 0;    ///< of one
};

Setting set_in(const std::string& words, float size, float width) {
  const ui::Pick font = ui::pick(Face::ui, ui::dp(size));
  const char* end = words.data() + words.size();
  return {size, font.font->CalcTextSizeA(font.height, 1e9f, width, words.data(), end).y,
          font.height};
}

/// The largest of `sizes` in which the words need `lines` at most, else the last.
Setting first_fitting(const std::string& words, std::initializer_list<float> sizes, float lines,
                      float width) {
  Setting now;
  for (const float size : sizes) {
    now = set_in(words, size, width);
    if (now.height < (lines + 0.5f) * now.line) break;
  }
  return now;
}

Setting setting_of(const PanelContext& panel, const std::string& words, float width) {
  const bool chart =
      panel.moment.timing_view != nullptr;  // a long sentence under a chart that needs its room
  if (panel.document.projector) return first_fitting(words, {16, 15, 14}, profile_lines, width);
  if (ImGui::GetIO().DisplaySize.y < ui::dp(compact_below))
    return first_fitting(words, {15, 14}, 2, width);
  if (chart) return first_fitting(words, {ui::tight() ? 15.f : 18.f, 15}, 3, width);
  if (width > ui::dp(1460)) return first_fitting(words, {22, 20, 18}, 2, width);
  return first_fitting(words, {18, 17, 16, 15}, 3, width);
}

}  // namespace

float why_height(const PanelContext& panel, float width) {
  const std::string words = words_of(panel);
  if (words.empty()) return 0;
  const Setting now = setting_of(panel, words, width - 2 * ui::dp(why_side));
  // The same room at every step, so that the figure stays where it is
  const float held = panel.document.projector
                         ? profile_lines * ui::pick(Face::ui, ui::dp(16)).height
                     : panel.moment.timing_view || ui::tight() ? 0
                                                               : ui::dp(70);
  return std::max(now.height, held) + ui::dp(why_head + why_foot);
}

void why_strip(const PanelContext& panel, const Rect& at) {
  const std::string words = words_of(panel);
  const float width = at.w - 2 * ui::dp(why_side);
  const ui::Font font(Face::ui, setting_of(panel, words, width).size);
  ImGui::SetCursorScreenPos({at.x + ui::dp(why_side), at.y + ui::dp(why_head)});
  const bool border = false;
  ImGui::BeginChild("why", {width + 1, at.h - ui::dp(why_head)}, border);
  ImGui::PushTextWrapPos(width);
  ImGui::TextUnformatted(words.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndChild();
}

}  // namespace scope
