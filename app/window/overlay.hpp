/// What lies over the window: help, palette, dialogs. Everything behind it is dimmed and takes no
/// mouse. And keys drawn as a keyboard shows them. Sizes in pixels unless it says design units.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "style.hpp"

namespace scope::ui {

/// Starts a raised box of this width; `height` 0: as high as what is in it, at most the window. Its
/// middle is the window's, or its upper edge is at `top`. Always pair with end_overlay.
void begin_overlay(const char* id, float width, float height = 0, float top = -1);
void end_overlay();

/// Between the two: true when the mouse was pressed outside the box.
bool pressed_outside();

/// Width of the box's inside for a wanted width in design units, so that it fits the window.
float overlay_width(float wanted);

/// "Shift+Right" as a person reads it: "Shift →".
std::string shown_key(std::string key);

/// The blank-separated keys of a command as small boxes, from `at.x` to the right, their middle at
/// `at.y`. Returns their width; `list` null: only that.
float draw_keys(ImDrawList* list, ImVec2 at, std::string_view keys);

}  // namespace scope::ui
