#include "shortcuts.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/kernel_edit.hpp"

namespace scope {
namespace {

bool is_f_key(std::string_view name) {
  if (const std::size_t plus = name.rfind('+'); plus != name.npos) name.remove_prefix(plus + 1);
  return name.size() >= 2 && name[0] == 'F' && name[1] >= '0' && name[1] <= '9';
}

/// What a key's command is told: the clipboard's text where it takes one.
std::string argument_of(const Command& command) {
  const char* text = command.name == std::string_view("paste") ? ImGui::GetClipboardText() : "";
  return text ? text : "";
}

/// Keys that go on while they are held; the others would flicker.
bool repeats(std::string_view name) {
  for (const char* end :
       {"Right", "Left", "Up", "Down", "PageDown", "PageUp", "Tab", "+", "-", "="})
    if (name.ends_with(end)) return true;
  return false;
}

/// Keys that turn the help's pages and scroll them; the others are commands there, too.
bool belongs_to_help(std::string_view name) {
  constexpr std::string_view keys[] = {"Tab",  "Shift+Tab", "Enter", "Up",  "Down",     "Right",
                                       "Left", "PageUp",    "Home",  "End", "PageDown", "Space"};
  return std::ranges::find(keys, name) != std::end(keys);
}

bool list_is_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId); }

/// What a key asks of the controls: Tab always leads to the next one, the others mean the one where
/// the keyboard is.
ui::Ask asks(std::string_view name) {
  constexpr std::pair<std::string_view, ui::Ask> anywhere[] = {{"Tab", ui::Ask::on},
                                                               {"Shift+Tab", ui::Ask::back}};
  constexpr std::pair<std::string_view, ui::Ask> there[] = {
      {"Enter", ui::Ask::press}, {"Up", ui::Ask::up}, {"Down", ui::Ask::down}};
  for (const auto& [key, ask] : anywhere)
    if (name == key) return ask;
  if (ImGui::GetIO().WantTextInput || !(ui::focus_is_shown() || list_is_open()))
    return ui::Ask::none;
  for (const auto& [key, ask] : there)
    if (name == key) return ask;
  return ui::Ask::none;
}

/// In a lesson digits are a slide's number until Enter goes there; Escape, or any other key, means
/// none. True when the key was one of these.
bool takes_slide_number(const std::string& key, const Document& document, UiState& state,
                        CommandCalls& requests) {
  constexpr std::size_t max_digits = 3;
  const bool listens = document.lesson && document.mode != Mode::timing && !document.help &&
                       document.dialog.empty() && !document.blank &&
                       !ImGui::GetIO().WantTextInput && !list_is_open();
  const std::string typed = listens ? state.slide_number : "";
  state.slide_number.clear();
  if (!listens) return false;
  if (key.size() == 1 && key[0] >= '0' && key[0] <= '9' && typed.size() < max_digits)
    return state.slide_number = typed + key, true;
  if (typed.empty()) return false;
  if (key == "Enter") requests.push_back({"slide", typed});
  return key == "Enter" || key == "Escape";
}

/// While something is asked, digits, letters and blanks belong to the answer until Enter gives it;
/// before a class a letter and digits are a vote. An answer that comes too late is told so, and
/// never does what its keys do elsewhere. Enter alone goes on. True when the key was one of these.
bool takes_guess(const std::string& key, const Document& document, UiState& state,
                 CommandCalls& requests) {
  const Question* question = question_asked(document);
  const bool fills = !question && hidden_array(document);
  const bool predicts = document.predict.mode != Predicting::off && !document.lesson;
  const bool letters = question && !document.predict.choices.empty();
  const bool listens = (question || fills || predicts) && document.mode == Mode::step &&
                       !document.help && document.dialog.empty() && !document.blank &&
                       !ImGui::GetIO().WantTextInput && !list_is_open() && !ui::focus_is_shown();
  const std::string typed = listens ? state.guess_typed : "";
  state.guess_typed.clear();
  state.guess_refused = ' ';
  if (!listens || key.size() == 0) return false;
  // A letter is the same one with Shift, as it is printed
  const std::string plain = key.starts_with("Shift+") ? key.substr(6) : key;
  const char sign = plain.size() == 1 ? plain[0] : ' ';
  const bool digit = sign >= '0' && sign <= '9', letter = sign >= 'A' && sign <= 'Z';
  if (letters && sign >= 'A' && sign <= 'D') return state.guess_typed = sign, true;
  if (question && question->kind->by == AnswerBy::yes_no && (sign == 'Y' || sign == 'N'))
    return requests.push_back({"guess", sign == 'Y' ? "yes" : "no"}), true;
  if (digit && typed.size() < 10 && (fills || (question && (!letters || !typed.empty()))))
    return state.guess_typed = typed + sign, true;
  if (key == "Backspace" && !typed.empty())
    return state.guess_typed = typed.substr(0, typed.size() - 1), true;
  if (question && (key == "Space" || digit || (letter && sign != 'Q'))) {
    state.guess_typed = typed;
    if (key != "Space") state.guess_refused = sign;
    return true;
  }
  const Judged* judged = question ? nullptr : question_judged(document);
  const bool late_letter =
      judged && ((document.predict.mode == Predicting::freeze && sign >= 'A' && sign <= 'D') ||
                 (judged->question.kind->by == AnswerBy::yes_no && (sign == 'Y' || sign == 'N')));
  if (!fills && (digit || late_letter || (key == "Space" && judged)))
    return requests.push_back({"guess", plain}), true;  // which says that nothing is asked
  if (key != "Enter" && !(key == "Space" && !typed.empty()))
    return key == "Escape" && !typed.empty();
  if (typed.empty())
    requests.push_back({"next", ""});
  else if (letters)
    requests.push_back({"vote", typed.substr(0, 1) + " " + typed.substr(1)});
  else
    requests.push_back({fills ? "fill" : "guess", typed});
  return true;
}

/// Ctrl and F anywhere, or F over the kernel's lines: a text is searched there.
bool opens_find(const std::string& key, const Document& document, UiState& state) {
  const bool over = key == "F" && state.over_code && !ImGui::GetIO().WantTextInput;
  const bool reads = document.mode == Mode::step && !document.editing && !document.student &&
                     document.dialog.empty() && !document.projector && document.panels;
  if (key == "Escape" && state.finds_in_code && reads) return state.finds_in_code = false, true;
  if (!reads || (key != "Ctrl+F" && !over)) return false;
  state.finds_in_code = state.find_opens = true;
  return true;
}

}  // namespace

bool may_open_line(std::string_view key) {
  constexpr std::string_view asked[] = {"Tab", "Shift+Tab", "Enter", "Up",
                                        "Down"};  // of a control: asks
  if (std::ranges::find(asked, key) != std::end(asked)) return true;
  const Command* command = command_for_key(key);
  if (!command) return false;
  for (const char* opens : {"palette", "open", "save", "export", "add_slide"})
    if (command->name == std::string_view(opens)) return true;
  return false;
}

CommandCalls requests_of(const InputEvents& events, const Document& document, UiState& state) {
  CommandCalls requests;
  ui::note_keys(!events.keys.empty());
  state.escape = false;
  state.pressed.clear();
  state.ask = ui::Ask::none;
  for (const KeyPress& press : events.keys) {
    if (press.repeat && !repeats(press.name)) continue;
    const Command* command = command_for_key(press.name);
    if (command &&
        command->name ==
            std::string_view("quit")) {  // whatever has the keyboard: the session is kept
      requests.push_back({command->name, ""});
      continue;
    }
    if (document.palette || (document.help && belongs_to_help(press.name))) {
      state.pressed.push_back(press.name);
      continue;
    }
    if (state.typing_code && (press.name == "Tab" || press.name == "Enter")) continue;
    if (state.typing_code && press.name == "Ctrl+S") {
      state.record_code = true;
      continue;
    }
    const bool code_open = document.student ? edits_own(document) || document.editing
                                            : document.editing && document.side == Side::kernel;
    if (press.name == "Ctrl+F" && (state.typing_code || (code_open && !document.folded))) {
      state.find_code = true;
      continue;
    }
    if (opens_find(press.name, document, state)) {
      if (state.finds_in_code && (document.side != Side::kernel || document.folded))
        requests.push_back({"kernel", ""});
      continue;
    }
    if (takes_guess(press.name, document, state, requests)) continue;
    if (takes_slide_number(press.name, document, state, requests)) continue;
    if (const ui::Ask ask = asks(press.name); ask != ui::Ask::none) {
      state.ask = ask;
      continue;
    }
    if (!document.dialog.empty() && press.name != "Escape") {
      state.pressed.push_back(press.name);
      continue;
    }
    if (ImGui::GetIO().WantTextInput && press.name == "Escape" && document.dialog.empty())
      state.ask = ui::Ask::leave;
    if (ImGui::GetIO().WantTextInput && document.dialog.empty() && !is_f_key(press.name)) continue;
    if (press.name == "Escape" && list_is_open()) {
      state.escape = true;
    } else if (press.name == "Escape" && document.dialog.empty() && ui::focus_is_shown()) {
      state.ask = ui::Ask::leave;
    } else if (command && document.blank) {
      requests.push_back({"blank", ""});
    } else if (command) {
      requests.push_back({command->name, argument_of(*command)});
      // Who opens the input wants to type keys
      if (command->name == std::string_view("input") && !document.input) state.to_keys = true;
    }
  }
  if ((events.scroll_mods & GLFW_MOD_CONTROL) && events.scroll_y != 0)
    requests.push_back({events.scroll_y > 0 ? "larger" : "smaller", ""});
  for (const std::string& path : events.dropped) requests.push_back({"open", path});
  return requests;
}

}  // namespace scope
