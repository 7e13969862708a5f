/// How large the letters of a page are, and making small ones larger where there is room: pages
/// that stand beside each other are shown small.
#pragma once

#include "scene.hpp"

namespace scope {

/// The size of the smallest text, but for the marks of equal keys, which are as small as subscripts
/// are. Without a text the largest float.
float smallest_text(const Scene& scene);

/// Gives every smaller text this size, in figure units, where it then still lies inside the page,
/// over no cell and over no other text, the lines of a label together; the binary of a cell, or its
/// number, where it fits the cell. `air`: left and right of an enlarged text so much stays free, in
/// parts of its height; the heads of a row grow all or none then.
void enlarge_texts(Scene& scene, float least, float air = 0);

}  // namespace scope
