/// Pages made of others: moved, and side by side.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scene.hpp"

namespace scope {

/// Moves everything on the page, but not the page's edges.
void shift(Scene& scene, Vec way);

/// Gives every key of the scene an identity that no key of another input has.
void disown_keys(Scene& scene);

/// One lane of a comparison as it stands on a page.
struct Column {
  Scene scene;         ///< without heading
  std::string name;    ///< "1  several bits a pass · 2 bits a pass · 4 threads"
  std::string place;   ///< "Figure 13.9 · pass 1 of 2 · bits 0–1 · table scan"
  std::vector<std::pair<std::string, std::string>> costs;   ///< name and value, a line each
};

/// All of them from left to right, each in a frame under its heading, what it cost under the picture. Title
/// and
/// subtitle stay empty.
Scene side_by_side(const std::vector<Column>& columns);

}  // namespace scope
