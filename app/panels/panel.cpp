#include "panels.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/fault_figure.hpp"
#include "app/document/compare.hpp"
#include "app/judge/changed_kernel.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"

namespace scope {

Layout place_panels(const PanelContext& panel, float width, float height) {
  Room room = room_of(panel.document, width, height, ui::scale());
  room.right_width = panel.state.right_width;
  room.hand = panel.state.in_hand;
  if (own_rows(panel.document)) return layout_of(room);
  room.tools = tools_height(panel);
  room.lesson = lesson_bar_height(panel, width);
  const Layout without = layout_of(room);
  room.banner = std::max(fault_banner_height(panel, without.canvas.w),
                         shows_code(panel.document, without) ? 0 : own_banner_height(panel));
  room.notes = notes_height(panel, width);
  const Layout bare = layout_of(room);
  if (!why_below(room)) return bare;
  room.why = why_height(panel, bare);
  return layout_of(room);
}

void PanelContext::follow(uint32_t id) const {
  std::vector<uint32_t> keys = followed_keys(document);
  if (std::erase(keys, id) == 0) {
    if (keys.size() == max_followed) keys.erase(keys.begin());
    keys.push_back(id);
  }
  post("pin", keys.empty() ? Value("none") : Value(keys.front()));
  std::string others;
  for (std::size_t k = 1; k < keys.size(); ++k)
    others += (k > 1 ? " " : "") + std::to_string(keys[k]);
  post("follow", others.empty() ? "none" : others);
}

SaidAt complaint_at(const PanelContext& panel) {
  const Document& document = panel.document;
  const Lane& lane = document.lane();
  const std::string& sentence = lane.error.sentence;
  if (sentence.empty() || stands_at_fault(panel.moment)) return SaidAt::nowhere;
  if (document.palette && panel.state.palette.refusal == sentence) return SaidAt::palette;
  if (!document.dialog.empty() && panel.state.dialog.result == sentence) return SaidAt::dialog;
  if (document.mode == Mode::compare && !blames_input(document)) return SaidAt::lanes;
  const bool of_kernel =
      lane.ended_wrong || (lane.setup.changed && said_of_line(sentence).line > 0);
  if (of_kernel && lane.setup.changed && document.editing && document.side == Side::kernel &&
      !document.folded)
    return SaidAt::editor;
  if (panel.state.shows_input && !of_kernel) return SaidAt::input;
  return lane.ended_wrong ? SaidAt::nowhere : SaidAt::status;
}

std::string note_of(const PanelContext& panel) {
  const SaidAt complaint = complaint_at(panel);
  const bool elsewhere = complaint != SaidAt::nowhere && complaint != SaidAt::status;
  const std::string& note = panel.document.note;
  return elsewhere && note == panel.document.lane().error.sentence ? "" : note;
}

bool hides_reasons(const Document& document) { return !document.reasons || asks(document); }

float back_button(const PanelContext& panel, float right, float middle) {
  const bool step = panel.document.mode == Mode::step;
  if (!panel.document.projector || panel.document.lesson || (step && shows_a_step(panel.document)))
    return right;
  const text::Label label = text::panels::back_to_steps;
  const float wide = ui::text_size(Face::ui, ui::dp(ui::body), label).x + ui::dp(20),
              high = std::min(ImGui::GetFrameHeight(), ui::dp(28));
  ImGui::SetCursorScreenPos({right - wide, middle - high / 2});
  if (ui::button(label, {wide, high}))
    step ? panel.post("figure", "auto") : panel.post("step_mode");
  return right - wide - ui::dp(12);
}

float command_buttons(const PanelContext& panel, std::span<const CommandButton> buttons,
                      float right, float middle, float high) {
  const ui::Font font(Face::ui, ui::words);
  for (const CommandButton& button : buttons) {
    if (!button.shown) continue;
    const float wide =
        ui::text_size(Face::ui, ui::dp(ui::words), button.label).x + ui::dp(high - 8);
    ImGui::SetCursorScreenPos({right - wide, middle - ui::dp(high / 2)});
    if (ui::button(button.label, {wide, ui::dp(high)}, button.lit)) panel.post(button.command);
    ui::item_tooltip(button.about);
    right -= wide + ui::dp(8);
  }
  return right;
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
  ui::lay_surface({at, ImGui::GetColorU32(ImGuiCol_WindowBg)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, 0u);
  ImGui::Begin(id, nullptr, flags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ui::push_font(Face::ui, ui::dp(ui::body));
}

void end_panel() {
  ui::pop_font();
  ImGui::End();
}

}  // namespace scope
