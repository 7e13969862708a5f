/// How the interface looks: ImGui's style made from a Theme, and the inks for everything drawn by
/// hand.
#pragma once

#include <imgui.h>

#include "app/core/scene/theme.hpp"
#include "fonts.hpp"

namespace scope::ui {

/// Makes ImGui's colours and sizes fit the theme and ui::scale(). Between two frames. `tight` takes
/// air out of the panels, for low windows.
void set_style(const Theme& theme, bool tight);
bool tight();
/// Odd digits are hatched: on paper, which is copied in grey, and where a person wants it.
bool hatches();
void set_hatching(bool wanted);

/// `roomy` design units, or `close` in a low window; in pixels.
inline float air(float roomy, float close) { return dp(tight() ? close : roomy); }

/// A colour of the theme that set_style was last called with, `alpha` 0…1 times as strong.
ImU32 ink(Ink ink, float alpha = 1);

/// A mixed surface.
ImU32 tint(const Tint& surface);

/// Text sizes, design units; nothing that must be read is smaller than `words`.
inline constexpr float words = 14, body = 15, lead = 17, title = 20;

/// Pushes a font for the widgets of a scope.
struct Font {
  Font(Face face, float size) { push_font(face, dp(size)); }
  ~Font() { pop_font(); }
  Font(const Font&) = delete;
  Font& operator=(const Font&) = delete;
};

/// Gives the widgets of a scope another text colour.
struct TextInk {
  explicit TextInk(Ink which) { ImGui::PushStyleColor(ImGuiCol_Text, ink(which)); }
  ~TextInk() { ImGui::PopStyleColor(); }
  TextInk(const TextInk&) = delete;
  TextInk& operator=(const TextInk&) = delete;
};

}  // namespace scope::ui
