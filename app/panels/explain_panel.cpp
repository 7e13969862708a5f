// The right side of the window: why, formula, code, buffers. The last two share what room is left.
#include <algorithm>

#include "app/families/families.hpp"
#include "app/window/widgets.hpp"
#include "app/words/explain.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float code_least = 120, buffers_least = 96;  // design units; with less the panel scrolls
constexpr float code_share = 0.55f;

void why_section(const PanelContext& panel) {
  ImGui::AlignTextToFramePadding();
  ui::heading("Why");
  ui::paragraph(why(panel.moment), Ink::text, ui::tight() ? ui::body : 16);
}

}  // namespace

void explain_panel(const PanelContext& panel, const Rect& at) {
  begin_panel("explain", at, {18, ui::tight() ? 9.f : 16.f});
  why_section(panel);
  ui::rule();
  formula_section(panel);
  ui::rule();
  const float air = ui::air(30, 14);
  const float room = ImGui::GetContentRegionAvail().y - air;
  const float code = std::max(room * code_share, ui::dp(code_least));
  code_section(panel, code);
  ui::rule();
  buffers_section(panel, std::max(ImGui::GetContentRegionAvail().y, ui::dp(buffers_least)));
  end_panel();
}

}  // namespace scope
