// The right side of the window: one panel with tabs, as wide as half the window where that is
// wanted, or folded into an edge with their names.
#include <cctype>

#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float side_pad = 14, tab_high = 34, tab_air = 26;

/// Beside rows of the person's own arrays there is only their file.
std::size_t tabs_shown(const Document& document) {
  return own_rows(document) ? 1 : side_names().size();
}

/// "Kernel" of "kernel"; and the key that leads there.
std::string tab_title(std::size_t tab) {
  constexpr text::Label names[] = {text::panels::tab_kernel, text::panels::tab_buffers,
                                   text::panels::tab_totals};  // as side_names()
  return names[tab];
}

std::string tab_tip(std::size_t tab) {
  const Command* command = command_named(side_names()[tab]);
  return command ? std::string(text::translated(command->help)) + " (" + command->keys + ")" : "";
}

/// A square button with two arrow heads, and the edge that they lead to.
void arrow_button(const PanelContext& panel, const char* command, const char* argument, float right,
                  float middle, bool outwards, bool edge, text::Label tip) {
  const float side = ui::dp(26), arm = ui::dp(4);
  ImGui::SetCursorScreenPos({right - side, middle - side / 2});
  if (ui::hot_area(command, {side, side})) panel.post(command, argument);
  const bool over = ImGui::IsItemHovered();
  if (over) panel.state.next_hover_words = tip;
  const float x = right - side / 2, way = outwards ? 1.f : -1.f;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 ink = ui::ink(over ? Ink::text : Ink::dim);
  if (edge)
    ui::stroke(list, {{x + ui::dp(9), middle - arm}, {x + ui::dp(9), middle + arm}}, ink,
               ui::dp(1.6f));
  ui::stroke(list, {{x - way * arm, middle - arm}, {x, middle}, {x - way * arm, middle + arm}}, ink,
             ui::dp(1.6f));
  ui::stroke(list,
             {{x + way * ui::dp(1), middle - arm},
              {x + way * (ui::dp(1) + arm), middle},
              {x + way * ui::dp(1), middle + arm}},
             ink, ui::dp(1.6f));
}

void side_tabs(const PanelContext& panel, const Rect& at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float high = ui::dp(tab_high), arrows = ui::dp(70);
  const auto width_in = [&](float size) {
    float wide = ui::dp(side_pad) + arrows;
    for (std::size_t tab = 0; tab < tabs_shown(panel.document); ++tab)
      wide += ui::text_size(Face::bold, ui::dp(size), tab_title(tab)).x + ui::dp(tab_air);
    return wide;
  };
  const bool narrow = width_in(ui::lead) > at.w;  // then smaller, and closer to each other
  const float px = ui::dp(narrow ? ui::words : ui::lead), air = ui::dp(narrow ? 14 : tab_air);
  float x = at.x + ui::dp(narrow ? 4 : side_pad);
  for (std::size_t tab = 0; tab < tabs_shown(panel.document); ++tab) {
    const std::string name = tab_title(tab);
    const bool on =
        own_rows(panel.document) || static_cast<std::size_t>(panel.document.side) == tab;
    const float wide = ui::text_size(Face::bold, px, name).x + air;
    ImGui::SetCursorScreenPos({x, at.y});
    if (ui::hot_area(side_names()[tab], {wide, high}) && !on) panel.post("side", side_names()[tab]);
    const bool over = ImGui::IsItemHovered();
    if (over) panel.state.next_hover_words = tab_tip(tab);
    ui::text_at(list, on ? Face::bold : Face::ui, px, {x + wide / 2, at.y + high / 2},
                ui::ink(on || over ? Ink::text : Ink::dim), name, Anchor::middle);
    if (on)
      list->AddRectFilled({x + ui::dp(6), at.y + high - ui::dp(3)},
                          {x + wide - ui::dp(6), at.y + high}, ui::ink(Ink::accent));
    x += wide;
  }
  list->AddLine({at.x, at.y + high}, {at.right(), at.y + high}, ui::tint(seam));
  const float middle = at.y + high / 2, right = at.right() - ui::dp(8);
  const bool wide = panel.document.wide;
  arrow_button(panel, "side", "off", right, middle, true, true, text::panels::fold_side);
  arrow_button(panel, "wide", wide ? "off" : "on", right - ui::dp(30), middle, wide, false,
               wide ? text::panels::side_as_before : text::panels::side_wide);
}

/// A text from top to bottom, its middle at `at`: drawn and turned.
void text_down(ImDrawList* list, float px, ImVec2 at, ImU32 ink, const std::string& text) {
  const ImVec2 window = ImGui::GetIO().DisplaySize, drawn{window.x / 2, window.y / 2};
  list->PushClipRectFullScreen();  // letters that lie outside of it are left out
  const int first = list->VtxBuffer.Size;
  ui::text_at(list, Face::bold, px, drawn, ink, text, Anchor::middle);
  for (int i = first; i < list->VtxBuffer.Size; ++i) {
    ImVec2& p = list->VtxBuffer[i].pos;
    p = {at.x - (p.y - drawn.y), at.y + (p.x - drawn.x)};
  }
  list->PopClipRect();
}

}  // namespace

bool shows_code(const Document& document, const Layout& layout) {
  return layout.right.w > 0 && (document.side == Side::kernel || own_rows(document));
}

void side_panel(const PanelContext& panel, const Layout& layout) {
  const Rect& at = layout.right;
  const bool code = shows_code(panel.document, layout);
  if (code) ImGui::SetNextWindowScroll({0, 0});  // ImGui scrolls to what gets the keyboard
  begin_panel("side", at, {side_pad, 0}, !code && panel.document.side == Side::totals);
  side_tabs(panel, {at.x, at.y - ImGui::GetScrollY(), at.w, at.h});
  ImGui::SetCursorPos({ui::dp(side_pad), ui::dp(tab_high + 10)});
  // A file of the person's own has none, and in a low window the editor needs the room
  const bool editor = code && panel.document.editing && (panel.document.student || ui::tight());
  if (!layout.formula && !hides_reasons(panel.document) && !editor) {
    formula_section(panel, false);
    ui::rule();
  }
  if (code) code_section(panel);
  if (!code && panel.document.side == Side::buffers) buffers_section(panel);
  if (!code && panel.document.side == Side::totals) totals_section(panel);
  end_panel();
}

void side_edge(const PanelContext& panel, const Rect& at) {
  begin_panel("side edge", at, {0, 0}, false);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float px = ui::dp(ui::body);
  float y = at.y + ui::dp(8);
  for (std::size_t tab = 0; tab < tabs_shown(panel.document); ++tab) {
    const std::string name = tab_title(tab);
    const float high = ui::text_size(Face::bold, px, name).x + ui::dp(28);
    ImGui::SetCursorScreenPos({at.x, y});
    if (ui::hot_area(side_names()[tab], {at.w, high})) panel.post("side", side_names()[tab]);
    const bool over = ImGui::IsItemHovered();
    if (over) panel.state.next_hover_words = tab_tip(tab);
    text_down(list, px, {at.x + at.w / 2, y + high / 2}, ui::ink(over ? Ink::text : Ink::dim),
              name);
    y += high;
  }
  end_panel();
}

}  // namespace scope
