/// As much of C++ text as a tool that rewrites it must understand: comments, literals, words and
/// brackets. Nothing here parses; every function works on the characters of a whole file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace radix::lexer {

/// A letter, a digit or an underscore.
bool in_word(char c);
bool is_blank(char c);

/// The end of the comment or literal that starts at `i`, or `i` when none starts there.
std::size_t end_of_literal(const std::string& text, std::size_t i);

/// The same text with every comment and literal overwritten by blanks. Offsets and line ends stay.
std::string blanked(const std::string& text);

/// The line number of an offset, counted from 1.
uint32_t line_at(const std::string& text, std::size_t offset);

/// The first whole word `word` at or after `from`; npos if there is none.
std::size_t find_word(const std::string& plain, std::string_view word, std::size_t from = 0);

/// The first offset at or after `i` that is not blank.
std::size_t skip_blanks(const std::string& plain, std::size_t i);

/// The offset of the bracket that closes the one at `open`; npos if it is never closed. `plain` is
/// blanked text; the bracket is one of ( [ { <.
std::size_t closing(const std::string& plain, std::size_t open);

/// The start of the callee in front of `at`: name, namespace::name or name<arguments>.
std::size_t callee_before(const std::string& plain, std::size_t at);

}  // namespace radix::lexer
