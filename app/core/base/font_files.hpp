/// Finding font files on Linux, Windows and macOS, and reading the two numbers that turn a type
/// size into ImGui's line height. No ImGui here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scope {

/// A font file in memory.
struct FontFile {
  std::string path;
  std::string bytes;
  int number = 0;            ///< of the font in a collection
  float line_per_em = 1.2f;  ///< (ascent + descent) / em, from the hhea and head tables
};

/// The best file found for each role, read; an empty path = none.
struct FontFiles {
  std::vector<FontFile> faces;  ///< words, bold words, digits and code
  FontFile symbols;             ///< arrows, maths, sub- and superscripts
  FontFile cjk;                 ///< only looked for when asked
};

/// Looks through `folders` and everything below them, the first folder first. Unreadable files are
/// skipped. `cjk_of`: the language whose shapes of Chinese characters are wanted; "": none are.
FontFiles find_fonts(const std::vector<std::string>& folders, std::string_view cjk_of = "");

/// The folders to look through: that of the program's own fonts, then the system's.
std::vector<std::string> folders_with_fonts();

/// The code point that begins at `at`, and how many bytes it has. The program's own texts are whole
/// UTF-8.
uint32_t code_at(std::string_view text, std::size_t at, std::size_t& bytes);

/// Whether words, with what helps out, can be drawn: most of their signs beyond Latin-1 are there.
bool draws(const FontFiles& files, std::string_view words);

/// (ascent + descent) / em of a TrueType or OpenType file, or of the first font of a collection;
/// 0 when it is neither.
float line_per_em(std::string_view bytes);

}  // namespace scope
