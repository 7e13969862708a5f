/// What the window offers as lists: the rows of "File", and the dialogs that may stand over it.
#pragma once

#include <span>
#include <string_view>

namespace scope {

/// A row of the list "File" of the top bar: a command under its usual name.
struct MenuRow {
  const char* command;
  const char* title;
  const char* argument = "";
};

/// In the order of the list; whoever draws it leaves out commands that do not exist.
std::span<const MenuRow> file_menu();

/// A dialog, for the command `dialog`, the window and the help.
struct Dialog {
  const char* id;  ///< in scripts: "export"
  const char* title;
  const char* about;  ///< one line
};

std::span<const Dialog> dialogs();

/// The dialog with this id, or null.
const Dialog* dialog_named(std::string_view id);

}  // namespace scope
