/// The one list of things the person can do. Keys, buttons, tool tips, the help overlay, scripts
/// (`--do "…"`) and the tests iterate it. A command is the only writer of Document. What a command
/// sets by name is a field (document/fields.hpp), and its row comes from there.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/fields.hpp"

namespace scope {

/// What a command touches.
enum class Touches {
  view,     ///< what is shown and how
  input,    ///< what is sorted: the next tick records
  pointer,  ///< only what the mouse is over or what lies over the window: leaves the note alone
};

struct Command {
  const char* name;      ///< in scripts: "next"
  const char* keys;      ///< "Right PageDown", blank-separated; "" = none
  const char* argument;  ///< "" = takes none; else what it takes, for help: "KEYS", "1…32"
  const char* help;      ///< one line, imperative
  const char* also;      ///< words of a reader that find it, too: "listing source"
  std::function<std::string(Document&, const Value&)>
      run_command;  ///< "" or one sentence: what went wrong
  Touches touches = Touches::view;
  const char* group = "";  ///< what it is about, for help: "Stepping through the run"
  std::function<std::vector<FieldChoice>()> choices = nullptr;  ///< as Field::choices
  const char* each = "";                                        ///< as Field::each
};

/// In the order of the table: commands of a group stand together.
std::span<const Command> commands();
const Command* command_named(std::string_view name);
/// The command bound to a key name, or null. Key names are those of the rows ("Right",
/// "Shift+Right", "Space", "F11", "?"); the window translates the physical key into such a name.
const Command* command_for_key(std::string_view key);

/// What panels and keys ask for; carried out between two frames.
struct CommandCall {
  std::string command;
  Value argument;
};
using CommandCalls = std::vector<CommandCall>;

/// Carries out one command by name. An unknown name or a refused argument is returned as a
/// sentence, which is also Document::note; nothing else changes then.
std::string run_command(Document& document, const std::string& command, const Value& argument = {});

/// Carries out a list of them and ticks after each, motions finished, so that the next command sees
/// the result. Stops at the first refusal and returns its sentence; keys that cannot be sorted are
/// one as soon as a command wants to show something, or at the end.
std::string run_requests(Document& document, const CommandCalls& requests);

/// The same for "command argument; command argument; …". A semicolon inside '…' or "…" does not
/// split, and quotes around a whole argument are taken off. Beside a window what comes after a
/// long recording is left to the recorder, to be done when it has ended.
std::string run_script(Document& document, const std::string& script);

}  // namespace scope
