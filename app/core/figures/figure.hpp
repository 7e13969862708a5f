/// A figure is a pure function Moment -> Scene; a new one is a file and a row in its family
/// (app/sorts/<family>/<family>_row.cpp).
#pragma once

#include <span>
#include <string_view>

#include "app/core/moment/moment.hpp"
#include "app/core/scene/scene.hpp"
#include "kernels/text/message.hpp"

namespace scope {

/// Controls of its own that a figure comes with.
enum class Tools {
  none,
  memory,
  tradeoff,
  calculator,
  chart,  ///< none, and it is about no step: closed forms
  timing
};

struct Figure {
  const char* id;      ///< in scripts and file names: "fig13-3"
  text::Label number;  ///< the book's figure (edition.hpp), or the name of a figure of our own
  text::Label title;   ///< what it shows
  Scene (*draw)(const Moment&);
  bool (*fits)(const Moment&);  ///< shows what this run does; figures with one draw() take turns
  Tools tools = Tools::none;
  /// The sorts whose runs make what it shows; null: all of its family.
  bool (*made_by)(const radix::SortInfo&) = nullptr;
  const char* also = "";  ///< further words that the search finds it by
};

}  // namespace scope
