// Undo and redo, and the words for what was changed.
#include <algorithm>
#include <cctype>
#include <set>

#include "app/core/base/text.hpp"
#include "app/state/undo.hpp"
#include "command_rows.hpp"
#include "search.hpp"
#include "text/commands.hpp"

namespace scope {
namespace {

/// "Show 13.5" becomes "show 13.5"; "CUDA" stays.
std::string inside_a_sentence(std::string text) {
  const bool word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1]));
  if (word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  while (text.ends_with('.')) text.pop_back();
  return text;
}

/// "radix bits 2 to 4" where one setting of one lane is all that differs; else "".
std::string setting_words(const Document& before, const Document& after) {
  std::string words;
  if (before.lanes.size() != after.lanes.size()) return words;
  for (std::size_t i = 0; i < before.lanes.size(); ++i) {
    const Setup &old = before.lanes[i].setup, &now = after.lanes[i].setup;
    if (old == now) continue;
    Setup same = now;
    for (const radix::SettingInfo& setting : radix::settings()) {
      const std::string from = radix::text_of(setting, old.settings),
                        to = radix::text_of(setting, now.settings);
      if (from == to) continue;
      if (!words.empty()) return "";
      words = text::commands::setting_change(
          {.from = from, .setting = text::translated(setting.label), .to = to});
      setting.set(same.settings, setting.get(old.settings));
    }
    if (!(same == old)) return "";
  }
  return words;
}

/// The kernel files that a person has changed in a lane.
radix::ChangedFiles changed_files(const Lane& lane) {
  return lane.setup.changed ? *lane.setup.changed : radix::ChangedFiles{};
}

/// "change 03_digits.cu" where the text of one kernel file is all that differs; else "".
std::string changed_words(const Document& before, const Document& after) {
  if (before.lanes.size() != after.lanes.size()) return "";
  std::set<std::string> files;
  for (std::size_t i = 0; i < before.lanes.size(); ++i) {
    const radix::ChangedFiles old = changed_files(before.lanes[i]),
                              now = changed_files(after.lanes[i]);
    for (const auto& [file, text] : old)
      if (const auto is = now.find(file); is == now.end() || is->second != text) files.insert(file);
    for (const auto& [file, text] : now)
      if (!old.contains(file)) files.insert(file);
  }
  return files.size() == 1 ? text::commands::file_change({.file = *files.begin()}) : "";
}

/// What a command does with its argument: the words of a choice, else those of the command.
std::string command_words(const Command& command, Argument argument) {
  constexpr std::size_t short_enough = 40;
  const std::string text(trimmed(argument.text()));
  for (const FieldChoice& choice : argument_choices(command))
    if (choice.argument == text) return inside_a_sentence(choice_words(command, choice));
  const std::string help = inside_a_sentence(std::string(text::translated(command.help)));
  if (text.empty() || text.size() > short_enough) return help;
  if (command.name == std::string_view("keys"))  // they may have been refused
    return text::commands::keys_typed({.keys = text});
  return text::commands::choice({.help = help, .word = text});
}

std::string of_the_run(Document& document, std::string (*go)(Document&)) {
  if (own_rows(document)) {
    document.note = text::commands::undo_elsewhere;
    return "";
  }
  leave_own_figures(document);
  std::string refusal = go(document);
  if (document.student) document.lanes_before_own = document.lanes;
  return refusal;
}

std::string undo_last(Document& document, Argument) { return of_the_run(document, undo); }
std::string redo_last(Document& document, Argument) { return of_the_run(document, redo); }

}  // namespace

std::string edit_words(const Command& command, Argument argument, const Document& before,
                       const Document& after) {
  std::string words = setting_words(before, after);
  if (words.empty()) words = changed_words(before, after);
  return words.empty() ? command_words(command, argument) : words;
}

Rows undo_commands() {
  return {
      {"undo", "Ctrl+Z", "", "Undo the last change", "take back revert mistake oops", undo_last,
       Touches::input},
      {"redo", "Ctrl+Shift+Z Ctrl+Y", "", "Redo what was undone", "again forward revert", redo_last,
       Touches::input},
  };
}

}  // namespace scope
