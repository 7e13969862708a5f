/// Strokes that ImGui's draw list lacks: dashed lines, triangles that meet a line, boxes from a
/// Rect.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "app/core/scene/scene.hpp"
#include "fonts.hpp"

namespace scope::ui {

inline ImVec2 min_of(const Rect& r) { return {r.x, r.y}; }
inline ImVec2 max_of(const Rect& r) { return {r.right(), r.bottom()}; }

/// Strokes a line through points in pixels; `dash` is the length of a dash and of a gap, 0 = whole
/// line.
void stroke(ImDrawList* list, const std::vector<ImVec2>& points, ImU32 colour, float width,
            float dash = 0);

/// A rounded box in pixels; a colour whose alpha is 0 is not drawn.
void box(ImDrawList* list, const Rect& at, ImU32 fill, ImU32 edge, float radius, float width = 1,
         float dash = 0);

/// A filled triangle; its corners in any order, which ImGui's own smooths in one order only.
void triangle(ImDrawList* list, ImVec2 a, ImVec2 b, ImVec2 c, ImU32 colour);

void fold_drawn(std::string_view bytes);
/// What a shader draws with in this frame besides ImGui's triangles: a frame that says the same and
/// has the same triangles is the picture that stands already, and is not drawn again.
template <class View>
void note_drawn(const View& view) {
  fold_drawn({reinterpret_cast<const char*>(&view), sizeof view});
}
/// All of it since the last call, as one number.
std::size_t take_drawn();

/// A surface below everything that ImGui draws, over those before it: cleared, which costs a
/// processor that draws a third of what a rectangle of ImGui's does. Whole pixels; an opaque
/// colour.
struct Surface {
  Rect at;
  ImU32 colour;
};
void lay_surface(const Surface& surface);
/// Those of this frame.
std::vector<Surface> take_surfaces();

/// Text with its vertical centre (of a digit) at `at.y`, pixels.
void text_at(ImDrawList* list, Face face, float px, ImVec2 at, ImU32 colour, std::string_view text,
             Anchor anchor = Anchor::left);

/// The text, or its start with "…" where it is wider than `width` pixels.
std::string fitted(Face face, float px, std::string_view text, float width);

/// The same for what may be cut: a file, a value of a list that has all of it when it is open.
std::string shortened(Face face, float px, std::string_view text, float width);

/// The size at which a text is no wider than `width`, `least` of `px` or more.
float size_that_fits(Face face, float px, std::string_view text, float width, float least);

/// A text in a place of this size, around its middle: smaller, then in lines; cut at last.
void text_in(ImDrawList* list, Face face, float px, const Rect& room, ImU32 colour,
             std::string_view text);

/// Notes that a text does not fit its place, `room` pixels wide; for tests (event_log.hpp).
void note_cut(Face face, float px, std::string_view text, float room);
/// The texts that did not fit since the last call.
std::vector<std::string> take_cut();

/// What is said about a thing once the mouse is on it; tests find it here.
void note_tip(std::string_view text);
std::vector<std::string> take_tips();

/// Where something is that can be clicked, in pixels; tests find it by its name.
struct Place {
  std::string name;
  Rect at;
  friend bool operator==(const Place&, const Place&) = default;
};
/// Whether places are noted.
bool places_noted();
void note_places(bool on);
void note_place(std::string_view name, const Rect& at);
/// All places since the last call.
std::vector<Place> take_places();

}  // namespace scope::ui
