#include "step_size.hpp"

#include <algorithm>

namespace scope {
namespace {

constexpr GrainInfo all[] = {
    {Grain::pass, "pass", "pass"}, {Grain::stage, "stage", "stage"}, {Grain::inside, "inside", "step"}};

}  // namespace

std::span<const GrainInfo> grains() { return all; }

const GrainInfo& info(Grain grain) { return all[static_cast<int>(grain)]; }

const GrainInfo* grain_named(std::string_view name) {
  const auto* found = std::ranges::find_if(all, [&](const GrainInfo& each) { return name == each.name; });
  return found == std::end(all) ? nullptr : found;
}

std::vector<std::string> grain_names() {
  std::vector<std::string> names;
  for (const GrainInfo& each : all) names.push_back(each.name);
  return names;
}

}  // namespace scope
