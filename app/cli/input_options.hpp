/// What several commands are told in the same words: what to sort, and on which rung and engine.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/base/terminal.hpp"
#include "app/commands/command_rows.hpp"  // whole_number
#include "app/document/document.hpp"
#include "options.hpp"

namespace scope {

/// What was typed. Numbers stay text until they are read with a sentence for what is wrong with
/// them.
struct InputTyped {
  std::optional<std::string> keys, values, preset;
  std::map<const radix::SettingInfo*, std::optional<std::string>> settings;
  std::optional<std::string> rung;
  std::optional<std::string> engine;
};

/// Adds the options of an input. `others`: options of this command that may stand for --keys and
/// --preset.
void add_input(Command& command, InputTyped& typed, std::vector<Option> others = {});

/// Keys and settings: the preset's, then what was typed. A setting that the rung does not use is
/// refused when it was typed.
radix::Result<Setup> setup_of(const InputTyped& typed);

/// Prints, or writes a file where `out` names one ("" and "-" do not); returns the exit code.
int put(const std::string& out, const std::string& bytes);

/// Reads an option's number into `value`; an option that was not given leaves it. "" or one
/// sentence.
template <class T>
std::string read_number(const std::optional<std::string>& text, uint32_t low, uint32_t high,
                        const std::string& what, T& value) {
  std::string refusal;
  const auto number = text ? whole_number(*text, low, high, what, refusal) : std::nullopt;
  if (number) value = static_cast<T>(*number);
  return refusal;
}

/// The first that is not empty.
std::string first_of(std::initializer_list<std::string> refusals);

}  // namespace scope
