/// The list "File" of the top bar: verbs under the names that everyone knows.
#pragma once

#include <span>

namespace scope {

struct MenuRow {
  const char* verb;
  const char* title;
};

/// In the order of the list; verbs that there are not are left out by whoever draws it.
std::span<const MenuRow> file_menu();

}  // namespace scope
