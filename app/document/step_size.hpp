/// How far a step goes: the one list of names for verbs, preferences, the command line and the window.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document.hpp"

namespace scope {

struct GrainInfo {
  Grain grain;
  const char* name;   ///< in scripts and on the screen: "inside"
  const char* each;   ///< what it stops after: "step"
};

/// In the order of Grain.
std::span<const GrainInfo> grains();
const GrainInfo& info(Grain grain);

/// The one with this name, or null.
const GrainInfo* grain_named(std::string_view name);

/// "pass", "stage", "inside".
std::vector<std::string> grain_names();

}  // namespace scope
