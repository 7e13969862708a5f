#include "commands.hpp"

#include <algorithm>
#include <new>
#include <optional>

#include "app/document/recorder.hpp"
#include "app/state/undo.hpp"
#include "command_rows.hpp"
#include "kernels/engine/model/old_names.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "text/commands.hpp"

namespace scope {
namespace {

struct Section {
  const char* title;
  Rows (*rows)();
};

constexpr Section sections[] = {
    {"Stepping through the run", step_commands},
    {"What is sorted", input_commands},
    {"Undoing", undo_commands},
    {"Sessions and states", session_commands},
    {"What is shown", view_commands},
    {"Side by side", compare_commands},
    {"Predicting", predict_commands},
    {"Gallery of bugs", fault_commands},
    {"Changing a kernel", edit_commands},
    {"Your own kernel", student_commands},
    {"Lessons", lesson_commands},
    {"Trade-off of radix widths", tradeoff_commands},
    {"Timing large inputs", timing_commands},
    {"Pictures and handouts", export_commands},
    {"Files and the program", program_commands},
};

Rows all_rows() {
  Rows table;
  for (const Section& section : sections)
    for (Command& command : section.rows()) {
      command.group = section.title;
      table.push_back(std::move(command));
    }
  return table;
}

/// True when `key` is one of the blank-separated names in `keys`.
bool has_key(std::string_view keys, std::string_view key) {
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find(' '), keys.size());
    if (keys.substr(0, end) == key) return true;
    keys.remove_prefix(std::min(end + 1, keys.size()));
  }
  return false;
}

/// False for what goes through the run or over the page, and for undo itself.
bool may_change_what_is_open(const Command& command) {
  const std::string_view name = command.name, group = command.group;
  return command.touches != Touches::pointer && group != sections[0].title && name != "undo" &&
         name != "redo";
}

/// What is open has changed: that is kept, with what it was before. Commands that a command has
/// done are part of it. Going through the run changes no more than a lesson's slide.
void keep_edit(Document& document, const Document& before, const Command& command,
               Argument argument) {
  document.history = before.history;
  const bool turned = document.lesson != before.lesson || document.slide != before.slide;
  // A state that is taken whole brings its own step
  const bool led_away =
      command.touches == Touches::input && document.lane().cursor != before.lane().cursor;
  if ((turned || may_change_what_is_open(command)) && (led_away || !same_work(before, document)))
    remember_edit(document, before, command.name, edit_words(command, argument, before, document));
}

std::string do_command(Document& document, const std::string& name, const Value& argument) {
  if (name == "book") return "";  // of older scripts: kernels read as in a book now
  const Command* command = command_named(name);
  if (!command) return text::commands::no_command({.name = name});
  if (*command->argument == '\0' && !words_of(argument).empty())
    return text::commands::no_argument({.name = name, .text = argument.text()});
  return command->run_command(document, argument);
}

}  // namespace

Command field_row(std::string_view name, Touches touches) {
  return field_row(name, nullptr, touches);
}

Command field_row(std::string_view name, std::string (*run_command)(Document&, Argument),
                  Touches touches) {
  const Field& field = *field_named(name);
  Command command{.name = field.name.c_str(),
                  .keys = field.keys,
                  .argument = field.takes.c_str(),
                  .help = field.help.c_str(),
                  .also = field.also,
                  .run_command = field.set,
                  .touches = touches,
                  .choices = field.choices,
                  .each = field.each.c_str()};
  if (run_command) command.run_command = run_command;
  return command;
}

std::span<const Command> commands() {
  static const Rows table = all_rows();
  return table;
}

const Command* command_named(std::string_view name) {
  const auto all = commands();
  std::string plain(radix::current_name(name));
  std::ranges::replace(plain, '-', '_');
  const auto it =
      std::ranges::find_if(all, [&](const Command& command) { return command.name == plain; });
  return it == all.end() ? nullptr : &*it;
}

const Command* command_for_key(std::string_view key) {
  const auto all = commands();
  const auto it =
      std::ranges::find_if(all, [&](const Command& command) { return has_key(command.keys, key); });
  return it == all.end() ? nullptr : &*it;
}

std::string run_command(Document& document, const std::string& name, const Value& argument) {
  const Command* command = command_named(name);
  if (!command || command->touches != Touches::pointer) {
    document.note.clear();
    document.note_is_error = false;
  }
  std::string refusal;
  const RecordsBeside beside(document.recorder.get());
  const bool goes_back = command && (command->name == std::string_view("undo") ||
                                     command->name == std::string_view("redo"));
  std::optional<Document> before;  // a command may have to wait for a run, or is to be undone
  if (command && command->touches != Touches::pointer) before = document;
  try {
    refusal = do_command(document, name, argument);
  } catch (const NotRecordedYet&) {
    if (before) document = std::move(*before);
    document.recorder->wait({name, argument});
    return "";
  } catch (const std::bad_alloc&) {
    refusal = text::commands::no_memory({.name = name});
  } catch (const std::exception& error) {
    refusal = text::commands::did_not_work({.name = name, .why = error.what()});
  }
  if (before && !goes_back) keep_edit(document, *before, *command, argument);
  document.note = radix::printable(radix::readable(document.note));
  if (refusal.empty()) return "";
  complain(document, refusal);
  return document.note;
}

}  // namespace scope
