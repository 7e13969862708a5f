/// The paste box: keys as text, wrapped, with a token that cannot be used marked; where its lines
/// break.
#pragma once

#include "panel.hpp"

#include <cstddef>
#include <string>

namespace scope {

/// Shows the setup's keys and posts `keys` with every change.
void key_box(const PanelContext& panel);

/// Breaks lines by making some blanks line ends and all other line ends blanks: the length stays,
/// so that places in the text stay too. Keeps tokens whole; a token longer than `columns` gets a
/// line to itself.
void wrap_keys(char* text, std::size_t length, std::size_t columns);

/// A place in a text, both from 0; columns count characters, not bytes.
struct TextPlace {
  int line = 0, column = 0;
};

/// Where the byte `at` stands; beyond the end: where the text ends.
TextPlace text_place(const std::string& text, std::size_t at);

/// Bytes of the longest line.
int widest_line(const std::string& text);

}  // namespace scope
