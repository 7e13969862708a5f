/// What several commands are told in the same words: fields (app/state/state_fields.hpp), above all
/// what to sort, and on which rung and engine.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "app/base/terminal.hpp"
#include "app/commands/command_rows.hpp"  // whole_number
#include "app/document/document.hpp"
#include "options.hpp"

namespace scope {

/// What was typed for fields, by their names: text, until the field itself reads it with a sentence
/// for what is wrong with it.
using FieldsTyped = std::map<std::string, std::optional<std::string>>;

/// What was typed for this field, if anything.
const std::optional<std::string>& typed_for(const FieldsTyped& typed, const std::string& name);

/// The option of a field: "--keys-per-thread" of keys_per_thread, with the field's help. `more`
/// follows it: what is taken where nothing is typed.
Option field_option(const std::string& name, FieldsTyped& typed, const std::string& more = "");

/// What was typed for these fields, as commands in this order.
Requests requests_of(const FieldsTyped& typed, std::initializer_list<const char*> names);

/// Adds the options of an input. `others`: options of this command that may stand for --keys and
/// --preset.
void add_input(Command& command, FieldsTyped& typed, std::vector<Option> others = {});

/// Keys and settings: the preset's, then what was typed. A setting that the rung does not use is
/// refused when it was typed.
radix::Result<Setup> setup_of(const FieldsTyped& typed);

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
