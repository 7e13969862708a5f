#include "menus.hpp"

#include <algorithm>

namespace scope {
namespace {

constexpr MenuRow file_rows[] = {
    {"undo", "Undo"},
    {"redo", "Redo"},
    {"open", "Open…"},
    {"own", "Your own kernel…"},
    {"fault", "Gallery of bugs: next bug", "next"},
    {"save", "Save the session…"},
    {"export", "Export…"},
    {"add_slide", "Add this view to a lesson…"},
    {"presenter", "Presenter's window"},
    {"edition", "The book's other edition"},
    {"copy_picture", "Copy the picture"},
    {"copy_state", "Copy state"},
    {"paste", "Paste"},
    {"start_over", "Start over"},
};

constexpr Dialog dialog_rows[] = {
    {"open", "Open",
     "A session, a state string, keys, a recorded run, a lesson, or your own kernel"},
    {"save", "Save the session", "Everything needed to come back to this picture"},
    {"export", "Export", "Pictures, a handout, a transcript"},
    {"add_slide", "Add this view to a lesson",
     "What is on the screen becomes the last slide of your own lesson"},
};

}  // namespace

std::span<const MenuRow> file_menu() { return file_rows; }

std::span<const Dialog> dialogs() { return dialog_rows; }

const Dialog* dialog_named(std::string_view id) {
  const auto found = std::ranges::find(
      dialog_rows, id, [](const Dialog& each) { return std::string_view(each.id); });
  return found == std::end(dialog_rows) ? nullptr : found;
}

}  // namespace scope
