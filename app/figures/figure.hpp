/// The one list of figures. A figure is a pure function Look -> Scene; adding one is a new file
/// beside this and a row in figures.cpp.
#pragma once

#include <span>
#include <string_view>

#include "app/moment/moment.hpp"
#include "app/scene/scene.hpp"

namespace scope {

/// Controls of its own that a figure comes with.
enum class Tools { none, memory, tradeoff, timing };

struct Figure {
  const char* id;      ///< in scripts and file names: "fig13-3"
  const char* number;  ///< "Figure 13.3", or the name of a figure of our own
  const char* title;   ///< what it shows
  Scene (*draw)(const Look&);
  bool (*fits)(const Look&);  ///< shows what this run does; figures with one draw() take turns
  Tools tools = Tools::none;
};

std::span<const Figure> figures();

/// The figure with this id, or null.
const Figure* figure_named(std::string_view id);

/// The figure itself when it fits the run, else the one of its family that does (13.1 and 13.7, …).
const Figure& fitting(const Figure& figure, const Look& look);

/// The figure that shows the step just taken best (what "auto" means).
const Figure& figure_for(const Look& look);

}  // namespace scope
