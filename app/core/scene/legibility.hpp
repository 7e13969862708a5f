/// How large the letters of a page are, and how to enlarge small ones where there is room: pages
/// that stand side by side are shown small.
#pragma once

#include "scene.hpp"

namespace scope {

/// The size of the smallest text, but for the marks of equal keys, which are as small as subscripts
/// are. Without a text the largest float.
float smallest_text(const Scene& scene);

/// Gives every smaller text this size, in figure units, where it then still lies inside the page,
/// over no cell and over no other text, the lines of a label together; the binary of a cell, or its
/// number, where it fits the cell. `air`: how much stays free left and right of an enlarged text,
/// in parts of its height; the heads of a row grow all or none then.
void enlarge_texts(Scene& scene, float least, float air = 0);

/// Binary digits of keys that are smaller than this, in figure units, become as large: in two lines
/// where one has no room for all, else as many as there is room for about the digit at work.
/// `tall`: cells are shown this many times as tall, letters are not.
void fit_binaries(Scene& scene, float least, float tall = 1);

/// Makes small letters larger, up to this size in figure units, row by row as far as there is room.
void enlarge_rows(Scene& scene, float least);

/// The same for a page that may be shown magnified: from `times` to `most` times, as little as lets
/// every letter become `least` / that. Returns how many times.
float enlarge_or_magnify(Scene& scene, float least, float times, float most);

}  // namespace scope
