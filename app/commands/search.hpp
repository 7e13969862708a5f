/// What the command palette finds: every command, and every command with each of its arguments
/// where those come from a list (sorts, presets, figures, settings, themes, …). No ImGui: the
/// window draws what this finds.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "commands.hpp"

namespace scope {

/// One thing that can be done.
struct PaletteEntry {
  CommandCall request;    ///< what it does
  std::string name;       ///< as a script calls it: "next stage", "sort 3"
  std::string words;      ///< as a reader says it: "Show the kernel of 13.5  Several bits per pass"
  std::string keys;       ///< as Command::keys; "" = none
  std::string takes;      ///< of a command alone: what may follow it, "1…8"; "" = nothing
  bool complete = true;   ///< can be done as it is; false: an argument must be typed
  std::string also = "";  ///< further words that find it
};

/// All of them: the commands in the order of their table, after each its arguments.
std::vector<PaletteEntry> palette_entries();

/// The choices of a command that takes names of a list, or spells them out; empty for other
/// commands.
std::vector<FieldChoice> argument_choices(const Command& command);

/// What choosing one of them does, as a sentence.
std::string choice_words(const Command& command, const FieldChoice& choice);

/// The choices that a command's argument spells out: "[on|off]" has on and off, "NUMBER|add" has
/// add, "1…8" none.
std::vector<std::string> spelt_choices(std::string_view argument);

/// What fits the typed text, best first. Every word of it must be found in an entry's name, keys,
/// words or further words: a whole word counts more than the start of one, that more than a
/// part, and that more than letters in order (names only: in a sentence they are always found);
/// several words that an entry says in a row, "merge sort", count most.
/// Text that starts with a command and goes on is that call: before all others, unless it is on its
/// way to a listed argument
/// ("theme li"). No text: all commands.
std::vector<PaletteEntry> palette_hits(std::span<const PaletteEntry> entries,
                                       std::string_view text);

}  // namespace scope
