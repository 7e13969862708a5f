/// Every difference between Dear ImGui 1.86 (Debian 12) and 1.92, in one place. Nothing else in the
/// app asks for IMGUI_VERSION_NUM except fonts.cpp (sizes made beforehand) and input.cpp (the event
/// queue ImGui got in 1.87).
///
/// What needs no wrapper and what to avoid: keys come from input.hpp, never from IsKeyPressed;
/// BeginChild takes a `bool` variable for its border; no Combo or ImageButton (BeginCombo,
/// InvisibleButton and a draw list do it); after SetCursorPos comes an item; images get four
/// arguments, tints go through ImDrawList::AddImage.
#pragma once

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#if IMGUI_VERSION_NUM < 18800
#include <imgui_internal.h>  // SetNextWindowScroll
#endif

#include <cstdint>
#include <string_view>
#include <vector>

#include "draw.hpp"
#include "focus.hpp"
#include "fonts.hpp"

namespace scope::ui {

// --- Draw lists: 1.92.8 swapped `flags` and `thickness`, and the wrong order compiles silently ---

inline void add_rect(ImDrawList* list, ImVec2 a, ImVec2 b, ImU32 colour, float rounding = 0,
                     float thickness = 1) {
#if IMGUI_VERSION_NUM >= 19280
  list->AddRect(a, b, colour, rounding, thickness);
#else
  list->AddRect(a, b, colour, rounding, 0, thickness);
#endif
}

inline void add_polyline(ImDrawList* list, const ImVec2* points, int count, ImU32 colour,
                         bool closed, float thickness) {
  const ImDrawFlags flags = closed ? ImDrawFlags_Closed : ImDrawFlags_None;
#if IMGUI_VERSION_NUM >= 19280
  list->AddPolyline(points, count, colour, thickness, flags);
#else
  list->AddPolyline(points, count, colour, flags, thickness);
#endif
}

/// For ImDrawList::AddCallback after a callback that changed OpenGL's state: puts ImGui's back.
inline ImDrawCallback reset_render_state() {
#if IMGUI_VERSION_NUM >= 19280
  return ImGui::GetPlatformIO().DrawCallback_ResetRenderState;
#else
  return ImDrawCallback_ResetRenderState;
#endif
}

// --- Textures ---

/// An OpenGL texture's name as ImGui takes it: ImGui::Image(ui::texture(name), size, uv0, uv1).
inline ImTextureID texture(unsigned gl_name) { return (ImTextureID)(intptr_t)gl_name; }

// --- A draw list of one's own, outside ImGui's windows ---

/// What letters are drawn with.
inline void push_font_texture(ImDrawList& list) {
#if IMGUI_VERSION_NUM >= 19200
  list.PushTexture(ImGui::GetIO().Fonts->TexRef);
#else
  list.PushTextureID(ImGui::GetIO().Fonts->TexID);
#endif
}

/// Makes this list all that is drawn. `data` must be empty; the list's address must last.
inline void put_list(ImDrawData& data, ImDrawList* list) {
#if IMGUI_VERSION_NUM >= 18980
  data.AddDrawList(list);
#else
  static ImDrawList* only[1];
  only[0] = list;
  list->_PopUnusedDrawCmd();
  data.CmdLists = only;
  data.CmdListsCount = 1;
  data.TotalIdxCount = list->IdxBuffer.Size;
  data.TotalVtxCount = list->VtxBuffer.Size;
#endif
}

// --- Widgets that 1.86 lacks ---

/// True while the last item is hovered, disabled or not. Without the delay of newer versions: no
/// frame is drawn when it ends.
inline bool item_hovered() { return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled); }

/// A tool tip for the last item, wrapped at `wrap` px; none for a mouse that rests.
inline void item_tooltip(const std::string& text, float wrap = 360) {
  ui::note_tip(text);
  if (!item_hovered() || mouse_rests()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(wrap);
  const std::string_view shown = ui::drawable(text);
  ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

/// Holding the next buttons down repeats them; pair with pop_button_repeat.
inline void push_button_repeat() {
#if IMGUI_VERSION_NUM >= 19100
  ImGui::PushItemFlag(ImGuiItemFlags_ButtonRepeat, true);
#else
  ImGui::PushButtonRepeat(true);
#endif
}
inline void pop_button_repeat() {
#if IMGUI_VERSION_NUM >= 19100
  ImGui::PopItemFlag();
#else
  ImGui::PopButtonRepeat();
#endif
}

// --- Keys: before 1.87 their numbers were the platform's, and the keypad had another spelling ---

/// True while Enter is held down, the keypad's too.
inline bool enter_is_down() {
#if IMGUI_VERSION_NUM >= 18700
  return ImGui::IsKeyDown(ImGuiKey_Enter) || ImGui::IsKeyDown(ImGuiKey_KeypadEnter);
#else
  return ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_Enter)) ||
         ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter));
#endif
}

// --- Colours that changed their names ---

#if IMGUI_VERSION_NUM >= 19090
inline constexpr ImGuiCol col_tab_selected = ImGuiCol_TabSelected;
inline constexpr ImGuiCol col_tab_dimmed = ImGuiCol_TabDimmed;
inline constexpr ImGuiCol col_tab_dimmed_selected = ImGuiCol_TabDimmedSelected;
#else
inline constexpr ImGuiCol col_tab_selected = ImGuiCol_TabActive;
inline constexpr ImGuiCol col_tab_dimmed = ImGuiCol_TabUnfocused;
inline constexpr ImGuiCol col_tab_dimmed_selected = ImGuiCol_TabUnfocusedActive;
#endif
#if IMGUI_VERSION_NUM >= 19140
inline constexpr ImGuiCol col_nav_cursor = ImGuiCol_NavCursor;
#else
inline constexpr ImGuiCol col_nav_cursor = ImGuiCol_NavHighlight;
#endif

// --- Fonts: what fonts.cpp builds on; everything else uses fonts.hpp ---

/// Adds a font file whose bytes stay where they are; they must outlive the atlas. 1.86 would copy
/// "foreign" bytes for every size, so it is told that they are its own until it has added them.
inline ImFont* add_font_from_memory(ImFontAtlas& atlas, void* bytes, int count, float height,
                                    ImFontConfig config) {
#if IMGUI_VERSION_NUM >= 19190
  config.FontDataOwnedByAtlas = false;
  return atlas.AddFontFromMemoryTTF(bytes, count, height, &config);
#else
  ImFont* font = atlas.AddFontFromMemoryTTF(bytes, count, height, &config);
  atlas.ConfigData.back().FontDataOwnedByAtlas = false;
  return font;
#endif
}

/// Makes the fonts that were added. In each of them a sign of `absent` is a speck without width,
/// so that no text with one seems too long to be drawn; the place in the texture that its corners
/// name, left of all letters, says which sign it is.
inline void build_fonts([[maybe_unused]] ImFontAtlas& atlas,
                        [[maybe_unused]] const std::vector<ImWchar>& absent) {
#if IMGUI_VERSION_NUM < 19200
  atlas.Build();
  for (ImFont* font : atlas.Fonts) {
    for (const ImWchar sign : absent) {
      const float u = -static_cast<float>(sign);
      font->AddGlyph(nullptr, sign, 0, 0, 0.01f, 0.01f, u, 0, u, 0, 0);
    }
    font->BuildLookupTable();
  }
#endif
}
inline ImWchar sign_of_speck(float u) { return static_cast<ImWchar>(0.5f - u); }

/// True while the textures of a frame that ended are not yet those that it draws with.
inline bool textures_change() {
#if IMGUI_VERSION_NUM >= 19200
  for (const ImTextureData* each : ImGui::GetPlatformIO().Textures)
    if (each->Status != ImTextureStatus_OK) return true;
#endif
  return false;
}

/// Replaces the fonts' texture after the atlas was filled anew. Between two frames.
inline void remake_font_texture() {
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

inline void push_sized_font(ImFont* font, [[maybe_unused]] float height) {
#if IMGUI_VERSION_NUM >= 19200
  ImGui::PushFont(font, height);
#else
  ImGui::PushFont(font);
#endif
}

/// From the top of a line down to its base line, px. ImGui rounds it for each size that it makes.
inline float font_ascent(ImFont* font, float height) {
#if IMGUI_VERSION_NUM >= 19200
  return font->GetFontBaked(height)->Ascent;
#else
  return static_cast<float>(static_cast<int>(font->Ascent + 0.5f)) * height / font->FontSize;
#endif
}

}  // namespace scope::ui
