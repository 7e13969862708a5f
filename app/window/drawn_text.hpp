/// What a frame's picture says, read back from its triangles: for tests of what is English although
/// another language was chosen, and of what has no room.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "app/core/scene/scene.hpp"

namespace scope::ui {

/// One line of text as it was drawn.
struct DrawnText {
  std::string text;
  Rect at;               ///< pixels
  Face face = Face::ui;  ///< what the kernels say is in Face::mono
  int layer = 0;         ///< which of ImGui's draw lists has it
  bool cut = false;      ///< its place ends before it does
  friend bool operator==(const DrawnText&, const DrawnText&) = default;
};

/// Every line of a frame. Nothing on ImGui 1.92, and in a frame that lacks signs.
std::vector<DrawnText> drawn_texts(const ImDrawData& data);

}  // namespace scope::ui
