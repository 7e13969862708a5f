#include "menu.hpp"

namespace scope {
namespace {

constexpr MenuRow rows[] = {
    {"open", "Open…"},           {"save", "Save the session…"}, {"export", "Export…"},
    {"copy_state", "Copy state"}, {"paste", "Paste"},            {"start_over", "Start over"},
};

}  // namespace

std::span<const MenuRow> file_menu() { return rows; }

}  // namespace scope
