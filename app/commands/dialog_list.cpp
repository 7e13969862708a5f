#include "dialog_list.hpp"

#include <algorithm>

namespace scope {
namespace {

constexpr Dialog all[] = {
    {"open", "Open", "A session, a state string, keys, a recorded run, or a lesson"},
    {"save", "Save the session", "Everything needed to come back to this picture"},
    {"export", "Export", "Pictures, a hand-out, a transcript"},
};

}  // namespace

std::span<const Dialog> dialogs() { return all; }

const Dialog* dialog_named(std::string_view id) {
  const auto found = std::ranges::find_if(all, [&](const Dialog& dialog) { return id == dialog.id; });
  return found == std::end(all) ? nullptr : found;
}

}  // namespace scope
