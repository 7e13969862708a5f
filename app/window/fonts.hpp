/// Text on the screen. Sizes are those of the type, in pixels, as in CSS and SVG: 14 means that an
/// em is 14 px, in every face. (ImGui's own sizes are line heights, which differ from font to
/// font.) ImGui before 1.92 must draw each size into a texture beforehand; that happens here,
/// between two frames.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/base/languages.hpp"
#include "app/core/scene/scene.hpp"

namespace scope {

/// What is wanted of load_fonts.
struct FontRequest {
  std::vector<std::string> folders;  ///< searched first; assets/fonts and the system's follow
  std::string glyphs;  ///< UTF-8: texts of the interface beyond Latin, Greek and common signs
};

/// What was found.
struct FontReport {
  std::array<std::string, 3> files;  ///< path for each Face; "" = ImGui's built-in font
  std::string error;                 ///< "" or one sentence: what is missing and how to get it
};

/// Finds the faces and hands them to ImGui. Once, after the ImGui context is made. Where none can
/// draw the language of now the texts stay in English (stay_in_english).
FontReport load_fonts(const FontRequest& request);

/// The name by which a language is listed: its own where it can be drawn, else the English one.
std::string listed_name(const LanguageInfo& language);
/// "" or one sentence: no font on this machine draws that language.
std::string font_wanted_by(const LanguageInfo& language);

/// Between two frames: loads the fonts anew where another language was chosen since; nothing: it is
/// the same.
std::optional<FontReport> follow_language();

/// Between two frames, after the back ends are up: makes the sizes that the last frames asked for.
/// Returns in how many seconds it wants another frame to do more, 1e9 = not at all. Nothing to do
/// on ImGui 1.92.
double refresh_fonts();

/// Between two frames: as in a program that starts nothing is made, for pictures one after the
/// other that share few signs; and from now on all is made as soon as it is asked for.
void forget_fonts();

/// Looks in a frame for signs that are not made yet; the next refresh_fonts makes them. True when
/// there was one: the frame lacks it. Never on ImGui 1.92.
bool note_signs(const ImDrawData& data);

namespace ui {

/// Pixels per design unit: the display's scale times the person's. Set between two frames.
void set_scale(float scale);
float scale();
/// A design size in pixels. Every size in the interface goes through here.
inline float dp(float design) { return design * scale(); }

/// Text of widgets from here to pop_font: `px` is the size of the type.
void push_font(Face face, float px);
void pop_font();

/// Whose font it is.
Face face_of(const ImFont* font);

/// A font for a draw list: list->AddText(pick.font, pick.height, top_left, colour, text).
struct Pick {
  ImFont* font = nullptr;
  float height = 0;  ///< ImGui's size: the line height, px
  float ascent = 0;  ///< from the top of the line down to the base line, px
};
Pick pick(Face face, float px);

/// Width and line height of a text, px.
/// The start of a text that can be drawn as one piece: ImGui counts the corners of one in 16
/// bits, and more than it takes would end the program.
std::string_view drawable(std::string_view text);

ImVec2 text_size(Face face, float px, std::string_view text);

/// The text in lines of at most this width, px, broken at blanks: ImGui by itself breaks a number
/// after its commas, too.
std::string in_lines(Face face, float px, std::string_view text, float width);

/// Draws a text by its base line: `at.x` is the anchor, `at.y` the base line. Below 24 px the place
/// is rounded to whole pixels, which keeps small type crisp.
void draw_text(ImDrawList* list, Face face, float px, ImVec2 at, ImU32 colour,
               std::string_view text, Anchor anchor = Anchor::left);

}  // namespace ui
}  // namespace scope
