// The caption under the picture: the sentence and, where there is room, the formula. Never cut: a
// long sentence is set smaller, and one that is still too long takes room from the figure.
#include <algorithm>
#include <initializer_list>

#include "app/core/words/explain.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/findings.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float why_side = 20, why_head = 4, why_foot = 6;  // design units
constexpr float profile_lines = 3;
constexpr float hint_height = 26;

std::string words_of(const PanelContext& panel) {
  const std::string& answer = panel.scene.answer;
  if (!answer.empty()) return answer;
  if (!panel.moment.timing_view) return why(panel.moment);
  const bool hides_choices = panel.document.projector && !panel.moment.timing_view->run;
  const std::string words = timing_why(*panel.moment.timing_view);
  return hides_choices ? text::paragraph(words, text::panels::leave_profile) : words;
}

struct Setting {
  float size = 0;    ///< of the type, design units
  float height = 0;  ///< of all lines, pixels
  float line = 0;    ///< of one
};

Setting set_in(const std::string& words, float size, float width) {
  const std::string lines = ui::in_lines(Face::ui, ui::dp(size), words, width);
  return {size, ui::text_size(Face::ui, ui::dp(size), lines).y,
          ui::pick(Face::ui, ui::dp(size)).height};
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

/// The caption of a step, in the window: the sentence, and beside it the formula.
float step_caption_height() { return ui::dp(ui::tight() ? 96 : 116); }
float formula_width(float width) { return std::clamp(width * 0.42f, ui::dp(330), ui::dp(520)); }

/// As large as the caption holds it.
Setting setting_beside_formula(const std::string& words, float width) {
  const float room = step_caption_height() - ui::dp(why_head + why_foot);
  Setting now;
  for (const float size : {18.f, 17.f, 16.f, 15.f, 14.f}) {
    now = set_in(words, size, width);
    if (now.height <= room) break;
  }
  return now;
}

/// True where a formula stands beside the sentence: a run that broke off has none.
bool has_formula(const PanelContext& panel, const Layout& layout) {
  return layout.formula && !formula(panel.moment).title.empty();
}

float words_width(const PanelContext& panel, const Layout& layout) {
  const float width = layout.canvas.w - 2 * ui::dp(why_side);
  return has_formula(panel, layout) ? width - formula_width(layout.canvas.w) - ui::dp(why_side)
                                    : width;
}

}  // namespace

/// In the place of what is hidden: what shows it again.
static void why_hint(const PanelContext& panel, const Rect& at) {
  const bool question = asks(panel.document);
  const Slide* slide = slide_shown(panel.document);
  const bool own_answer = question && !slide->answer.empty();
  const text::Label label = own_answer ? text::panels::hint_answer
                            : question ? text::panels::hint_answer_next
                                       : text::panels::hint_why;
  const float px = ui::dp(ui::body), high = std::min(ui::dp(hint_height), at.h),
              wide = ui::text_size(Face::ui, px, label).x + ui::dp(22);
  ImGui::SetCursorScreenPos({at.x + ui::dp(why_side), at.y + (at.h - high) / 2});
  if (!ui::button(label, {wide, high})) return;
  if (own_answer)
    panel.post("answer", "on");
  else if (question)
    panel.post("slide", "next");
  else
    panel.post("reasons", "on");
}

float why_height(const PanelContext& panel, const Layout& layout) {
  if (const float asked = question_height(panel, layout.canvas.w); asked > 0)
    return panel.document.projector ? asked : std::max(asked, step_caption_height());
  const float air = ui::dp(why_head + why_foot), width = words_width(panel, layout);
  const float held = panel.document.projector
                         ? profile_lines * ui::pick(Face::ui, ui::dp(16)).height
                     : panel.moment.timing_view || ui::tight() ? 0
                                                               : ui::dp(70);
  if (fault_lines_shown(panel)) return std::max(fault_lines_height(), held + air);
  if (!panel.moment.timing_view && hides_reasons(panel.document))
    return panel.document.projector ? 0 : ui::dp(hint_height + why_head + why_foot);
  const std::string words = words_of(panel);
  if (words.empty() && !layout.formula) return 0;
  // The same room at every step, so that the figure stays where it is, where it is enough
  if (layout.formula) {
    const float beside = layout.canvas.w - 2.5f * ui::dp(why_side) - width;
    const float least = has_formula(panel, layout) ? formula_height(panel, beside) : 0;
    return std::max(
        {step_caption_height(), setting_beside_formula(words, width).height + air, least});
  }
  return std::max(setting_of(panel, words, width).height, held) + air;
}

void why_strip(const PanelContext& panel, const Layout& layout) {
  const Rect& at = layout.why;
  if (question_height(panel, at.w) > 0) return question_strip(panel, at);
  if (fault_lines_shown(panel)) return fault_lines(panel, at);
  if (!panel.moment.timing_view && hides_reasons(panel.document)) return why_hint(panel, at);
  const std::string words = words_of(panel);
  const float width = words_width(panel, layout), side = ui::dp(why_side);
  const Setting setting =
      layout.formula ? setting_beside_formula(words, width) : setting_of(panel, words, width);
  const bool border = false;
  {
    ImGui::SetCursorScreenPos({at.x + side, at.y + ui::dp(why_head)});
    ImGui::BeginChild("why", {width + 1, at.h - ui::dp(why_head)}, border);
    ui::explained(words, setting.size, width);
    ImGui::EndChild();
  }
  if (!has_formula(panel, layout)) return;
  const float x = at.x + side + width + side;
  ImGui::GetWindowDrawList()->AddLine({x - side / 2, at.y + ui::dp(why_head)},
                                      {x - side / 2, at.bottom() - ui::dp(why_foot)},
                                      ui::tint(seam));
  ImGui::SetCursorScreenPos({x + side / 2, at.y});
  ImGui::BeginChild("formula", {at.right() - side / 2 - x, at.h}, border,
                    ImGuiWindowFlags_NoScrollbar);
  formula_section(panel, true);
  ImGui::EndChild();
}

}  // namespace scope
