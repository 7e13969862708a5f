#include "ui_keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>

namespace scope {
namespace {

bool is_f_key(std::string_view name) {
  if (const std::size_t plus = name.rfind('+'); plus != name.npos) name.remove_prefix(plus + 1);
  return name.size() >= 2 && name[0] == 'F' && name[1] >= '0' && name[1] <= '9';
}

/// What a key's verb is told: the clipboard's text where it takes one.
std::string argument_of(const Verb& verb) {
  const char* text = verb.act == verb_named("paste")->act ? ImGui::GetClipboardText() : "";
  return text ? text : "";
}

/// Keys that go on while they are held; the others would flicker.
bool repeats(std::string_view name) {
  for (const char* end : {"Right", "Left", "Up", "Down", "PageDown", "PageUp", "Tab", "+", "-", "="})
    if (name.ends_with(end)) return true;
  return false;
}

/// Keys that turn the help's pages and scroll them; the others are commands there, too.
bool belongs_to_help(std::string_view name) {
  constexpr std::string_view keys[] = {"Tab",    "Shift+Tab", "Enter", "Up",  "Down", "Right",
                                       "Left",   "PageUp",    "Home",  "End", "PageDown", "Space"};
  return std::ranges::find(keys, name) != std::end(keys);
}

bool list_is_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId); }

}  // namespace

Requests requests_of(const Happened& happened, const App& app, Memory& memory) {
  Requests requests;
  memory.escape = false;
  memory.pressed.clear();
  for (const KeyPress& press : happened.keys) {
    if (press.repeat && !repeats(press.name)) continue;
    if (app.palette || (app.help && belongs_to_help(press.name))) {
      memory.pressed.push_back(press.name);
      continue;
    }
    if (ImGui::GetIO().WantTextInput && !is_f_key(press.name)) continue;
    const Verb* verb = verb_for_key(press.name);
    if (press.name == "Escape" && list_is_open())
      memory.escape = true;
    else if (verb && app.blank && verb->act != verb_named("quit")->act)
      requests.push_back({"blank", ""});
    else if (verb)
      requests.push_back({verb->name, argument_of(*verb)});
  }
  if ((happened.scroll_mods & GLFW_MOD_CONTROL) && happened.scroll_y != 0)
    requests.push_back({happened.scroll_y > 0 ? "larger" : "smaller", ""});
  for (const std::string& path : happened.dropped) requests.push_back({"open", path});
  return requests;
}

}  // namespace scope
