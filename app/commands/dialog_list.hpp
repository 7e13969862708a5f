/// The dialogs that may stand over the window: the one list, for the verb `dialog`, the window and the help.
#pragma once

#include <span>
#include <string_view>

namespace scope {

struct Dialog {
  const char* id;      ///< in scripts: "export"
  const char* title;
  const char* about;   ///< one line
};

std::span<const Dialog> dialogs();

/// The dialog with this id, or null.
const Dialog* dialog_named(std::string_view id);

}  // namespace scope
