// Scripts: commands one after the other, from a list or from text.
#include <algorithm>
#include <optional>
#include <string_view>

#include "app/core/base/text.hpp"
#include "app/document/recorder.hpp"
#include "commands.hpp"
#include "text/commands.hpp"

namespace scope {
namespace {

/// Where the command at the front of `rest` ends: at a semicolon outside quotes. A quote opens at
/// the beginning of a word only, so that it's a name works; nothing when it is not closed.
std::optional<std::size_t> end_of_command(std::string_view rest) {
  char quote = 0, before = ' ';
  for (std::size_t i = 0; i < rest.size(); before = rest[i++]) {
    const char c = rest[i];
    if (c == quote) {
      quote = 0;
    } else if (quote == 0) {
      if (c == ';') return i;
      if ((c == '"' || c == '\'') && blank_signs.find(before) != blank_signs.npos) quote = c;
    }
  }
  if (quote != 0) return std::nullopt;
  return rest.size();
}

/// Takes off the quotes around a whole argument.
std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                      text.find(text.front(), 1) == text.size() - 1;
  return quoted ? text.substr(1, text.size() - 2) : text;
}

CommandCall read_command(std::string_view command) {
  const std::size_t end = std::min(command.find_first_of(blank_signs), command.size());
  return {std::string(command.substr(0, end)), std::string(unquoted(trimmed(command.substr(end))))};
}

/// Why the picture does not show what was asked for, or not to its end; "" when it does.
const std::string& error_of(const Document& document) { return document.lane().error.sentence; }

std::string run_request(Document& document, const CommandCall& request) {
  const Command* command = command_named(request.command);
  const bool may_mend = command && command->touches == Touches::input;
  if (!may_mend && !error_of(document).empty() && !broke_off(document.lane()))
    return error_of(document);
  std::string refusal = run_command(document, request.command, request.argument);
  tick(document, 0);
  settle(document);
  return refusal;
}

}  // namespace

std::string run_requests(Document& document, const CommandCalls& requests) {
  for (const CommandCall& request : requests)
    if (std::string refusal = run_request(document, request); !refusal.empty()) return refusal;
  return error_of(document);
}

std::string run_script(Document& document, const std::string& script) {
  std::string_view rest = script;
  while (!rest.empty()) {
    const auto end = end_of_command(rest);
    if (!end) return text::commands::quote_open({.text = trimmed(rest)});
    const std::string_view command = trimmed(rest.substr(0, *end));
    rest.remove_prefix(std::min(*end + 1, rest.size()));
    if (command.empty()) continue;
    std::string refusal = run_request(document, read_command(command));
    if (!refusal.empty()) return refusal;
    const Recorder* recorder = document.recorder.get();
    const bool nested = records_beside();  // in a command of another script
    if (recorder && !nested && (recorder->busy() || recorder->has_waiting())) {
      document.recorder->wait(std::string(rest));
      return "";
    }
  }
  return error_of(document);
}

}  // namespace scope
