/// What the window remembers from one start to the next: how far a step goes, theme, size, motion:
/// the fields that are kept as preferences (document/fields.hpp).
#pragma once

#include <array>
#include <optional>
#include <string>

#include "app/document/document.hpp"

namespace scope {

/// All of them as JSON text, one "name": "value" per line.
std::string preferences_text(const Document& document);

/// Does what the text says. Returns "" or one sentence: what is not understood is left as it was.
std::string take_preferences(Document& document, const std::string& text);

/// The file they live in; "" when this person has no folder for settings.
std::string preferences_file();

/// True when this person has gone a step in an earlier start: the first hint is not needed any
/// more.
bool knows_the_steps();

/// Remembers that; a folder that cannot be written is no reason to bother anyone.
void remember_the_steps();

/// Where the last window stood: left, top, width, height. Nothing where none is known.
std::optional<std::array<int, 4>> last_window();
void remember_window(const std::array<int, 4>& place);

/// Reads the file, if there is one. Returns "" or one sentence.
std::string load_preferences(Document& document);

/// Writes the file when `document` differs from what `written` says, and remembers it there. A
/// folder that cannot be written is no reason to bother anyone: nothing is said, nothing is tried
/// again until the next change.
void keep_preferences(const Document& document, std::string& written);

}  // namespace scope
