/// Boxes for the bytes that the lanes of a comparison move. They have one size and one meaning in
/// all lanes, so that area is cost. Every part of a sort has a tray of its own for its boxes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/core/scene/scene.hpp"

namespace scope {

/// What a box is.
struct BoxScale {
  double unit = 64;  ///< bytes, or nanoseconds
  float side = 10;   ///< figure units
  float pitch() const { return side + 2; }
};

/// Units of one kind, some of them still to come.
struct Boxes {
  double now = 0, whole = 0;  ///< units
  Ink ink = Ink::dim;
  bool written = false;  ///< full, where what is read is an outline
  std::string what{};    ///< "keys read"; of measured time ""
  std::string tip{};
};

/// What one part moved: of keys read and written, then of its table.
struct BoxLine {
  std::string name{};          ///< "pass 1"
  std::vector<Boxes> kinds{};  ///< keys read, keys written, table read, table written
};

/// How the boxes of all lanes stand.
struct BoxLayout {
  BoxScale scale{};
  bool share = false;  ///< trays stand beside each other, without names
  float names = 0;     ///< width of the names before the trays, figure units
};

/// The largest boxes for which all lanes have this much room, and each lane's lines of them; where
/// there are too many, boxes of more: `lines_in` makes the lines from a box's unit. Of what was
/// measured each line has its name, whatever a box is then. `text`: size of the names.
BoxLayout lay_out_boxes(const std::function<std::vector<std::vector<BoxLine>>(double)>& lines_in,
                        Vec room, float text, bool measured,
                        std::vector<std::vector<BoxLine>>& lines);

/// How high the boxes of the lane with the most of them stand.
float boxes_height(const std::vector<std::vector<BoxLine>>& lines, float width,
                   const BoxLayout& layout);

/// A lane's boxes, the first at this corner.
void add_boxes(Scene& scene, const std::vector<BoxLine>& lines, Vec corner, float width,
               const BoxLayout& layout, float text);

}  // namespace scope
