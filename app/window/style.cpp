#include "style.hpp"

#include <algorithm>
#include <cmath>

#include "imgui_compat.hpp"

namespace scope::ui {
namespace {

/// There is one ImGui context and one style in it; this is the part that ImGui has no room for.
const Theme* current = &theme(ThemeId::dark);
bool is_tight = false;

ImU32 packed(Colour colour, float alpha) {
  const float a = static_cast<float>(colour.a) * std::clamp(alpha, 0.f, 1.f);
  return IM_COL32(colour.r, colour.g, colour.b, static_cast<int>(a + 0.5f));
}

void set_colours(ImGuiStyle& style) {
  const auto put = [&](ImGuiCol which, ImU32 colour) {
    style.Colors[which] = ImGui::ColorConvertU32ToFloat4(colour);
  };
  put(ImGuiCol_Text, ink(Ink::text));
  put(ImGuiCol_TextDisabled, ink(Ink::dim));
  put(ImGuiCol_WindowBg, ink(Ink::panel));
  put(ImGuiCol_ChildBg, ink(Ink::none));
  put(ImGuiCol_PopupBg, ink(Ink::raised));
  put(ImGuiCol_Border, ink(Ink::line));
  put(ImGuiCol_FrameBg, ink(Ink::raised));
  put(ImGuiCol_FrameBgHovered, tint(field_hovered));
  put(ImGuiCol_FrameBgActive, tint(field_typed));
  put(ImGuiCol_Button, ink(Ink::raised));
  put(ImGuiCol_ButtonHovered, tint(button_hovered));
  put(ImGuiCol_ButtonActive, tint(button_pressed));
  put(ImGuiCol_Header, tint(item_chosen));
  put(ImGuiCol_HeaderHovered, tint(item_pointed));
  put(ImGuiCol_HeaderActive, tint(item_pressed));
  put(ImGuiCol_ScrollbarBg, ink(Ink::none));
  put(ImGuiCol_ScrollbarGrab, ink(Ink::line));
  put(ImGuiCol_ScrollbarGrabHovered, ink(Ink::faint));
  put(ImGuiCol_ScrollbarGrabActive, ink(Ink::dim));
  put(ImGuiCol_SliderGrab, ink(Ink::accent));
  put(ImGuiCol_SliderGrabActive, ink(Ink::accent));
  put(ImGuiCol_CheckMark, ink(Ink::accent));
  put(ImGuiCol_Separator, ink(Ink::line, 0.7f));
  put(ImGuiCol_TextSelectedBg, ink(Ink::accent, 0.4f));
  put(ImGuiCol_ModalWindowDimBg, ink(Ink::page, 0.6f));
}

}  // namespace

ImU32 ink(Ink which, float alpha) { return packed((*current)[which], alpha); }

ImU32 tint(const Tint& surface) { return packed(colour_of(*current, surface), 1); }

static bool hatching = false;
bool hatches() { return hatching || current->id == ThemeId::print; }
void set_hatching(bool wanted) { hatching = wanted; }

bool tight() { return is_tight; }

void set_style(const Theme& theme, bool tight) {
  current = &theme;
  is_tight = tight;
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  style.WindowPadding = {12, 9};  // of tool tips; panels bring their own
  style.FramePadding = {10, tight ? 3.f : 5.f};
  style.ItemSpacing = {8, tight ? 5.f : 8.f};
  style.ItemInnerSpacing = {6, 4};
  style.WindowBorderSize = 0;
  style.WindowRounding = 0;
  style.ChildRounding = style.FrameRounding = style.GrabRounding = 6;
  style.PopupRounding = 8;
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.GrabMinSize = 14;
  style.ScaleAllSizes(scale());
  style.WindowMinSize = {1, 1};
  for (float* border : {&style.FrameBorderSize, &style.ChildBorderSize, &style.PopupBorderSize})
    *border = std::max(std::floor(scale()), 1.f);
  set_colours(style);
}

}  // namespace scope::ui
