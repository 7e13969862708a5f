#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cctype>
#include <string_view>

#include "input.hpp"

namespace scope {
namespace {

struct Named {
  int key;
  const char* name;
};

constexpr Named named_keys[] = {
    {GLFW_KEY_RIGHT, "Right"},
    {GLFW_KEY_LEFT, "Left"},
    {GLFW_KEY_UP, "Up"},
    {GLFW_KEY_DOWN, "Down"},
    {GLFW_KEY_HOME, "Home"},
    {GLFW_KEY_END, "End"},
    {GLFW_KEY_PAGE_UP, "PageUp"},
    {GLFW_KEY_PAGE_DOWN, "PageDown"},
    {GLFW_KEY_SPACE, "Space"},
    {GLFW_KEY_ENTER, "Enter"},
    {GLFW_KEY_KP_ENTER, "Enter"},
    {GLFW_KEY_ESCAPE, "Escape"},
    {GLFW_KEY_TAB, "Tab"},
    {GLFW_KEY_BACKSPACE, "Backspace"},
    {GLFW_KEY_DELETE, "Delete"},
    {GLFW_KEY_INSERT, "Insert"},
    {GLFW_KEY_MENU, "Menu"},
    {GLFW_KEY_PAUSE, "Pause"},
    {GLFW_KEY_PRINT_SCREEN, "Print"},
    {GLFW_KEY_KP_ADD, "+"},
    {GLFW_KEY_KP_SUBTRACT, "-"},
    {GLFW_KEY_KP_MULTIPLY, "*"},
    {GLFW_KEY_KP_DIVIDE, "/"},
    {GLFW_KEY_KP_EQUAL, "="},
};

/// What the keypad's digits mean with Num Lock off, from 0 to 9.
constexpr const char* keypad_moves[] = {"Insert", "End",   "Down", "PageDown", "Left",
                                        "",       "Right", "Home", "Up",       "PageUp"};

bool is_sign(char32_t text) { return text < 128 && std::ispunct(static_cast<int>(text)) != 0; }

std::string keypad_name(const KeyPress& press) {
  const int digit = press.key - GLFW_KEY_KP_0;
  const bool digits = press.text != 0 || (press.mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)) != 0;
  return digits ? std::to_string(digit) : keypad_moves[digit];
}

/// The key's own name, without modifiers; "" = none.
std::string bare_name(const KeyPress& press) {
  for (const Named& named : named_keys) {
    if (named.key == press.key) return named.name;
  }
  if (press.key >= GLFW_KEY_F1 && press.key <= GLFW_KEY_F25) {
    return "F" + std::to_string(press.key - GLFW_KEY_F1 + 1);
  }
  if (press.key >= GLFW_KEY_KP_0 && press.key <= GLFW_KEY_KP_9) return keypad_name(press);
  const bool printable = press.key > 32 && press.key < 127;
  return printable ? std::string(1, static_cast<char>(press.key)) : "";
}

}  // namespace

int layout_key(int key, int scancode) {
  // Only keys that print; asking for others, or for unknown ones, can be an X error
  if (key < GLFW_KEY_APOSTROPHE || key > GLFW_KEY_WORLD_2) return key;
  const char* text = glfwGetKeyName(key, scancode);
  if (!text || text[0] == '\0' || text[1] != '\0' || static_cast<unsigned char>(text[0]) <= 32)
    return key;

  // Digits stay where they are: on a French keyboard the unshifted key prints '&'
  const bool digit = key >= GLFW_KEY_0 && key <= GLFW_KEY_9;
  if (digit && std::string_view("+-=").find(text[0]) == std::string_view::npos) return key;
  return std::toupper(static_cast<unsigned char>(text[0]));
}

std::string key_name(const KeyPress& press) {
  // A typed sign is its own name, wherever the layout has it. Digits keep their row, '?' excepted.
  const bool digit = press.key >= GLFW_KEY_0 && press.key <= GLFW_KEY_9;
  const bool keypad = press.key >= GLFW_KEY_KP_0 && press.key <= GLFW_KEY_KP_EQUAL;
  if (!keypad && is_sign(press.text) && (!digit || press.text == U'?')) {
    return std::string(1, static_cast<char>(press.text));
  }
  const std::string bare = bare_name(press);
  if (bare.empty()) return "";
  const bool sign = bare.size() == 1 && is_sign(static_cast<unsigned char>(bare[0]));

  std::string name;
  if (press.mods & GLFW_MOD_CONTROL) name += "Ctrl+";
  if (press.mods & GLFW_MOD_ALT) name += "Alt+";
  if ((press.mods & GLFW_MOD_SHIFT) && !sign) name += "Shift+";
  if (press.mods & GLFW_MOD_SUPER) name += "Super+";
  return name + bare;
}

}  // namespace scope
