/// A source file as a panel shows it: broken into rows that fit, numbered, coloured, lines lit, and
/// values beside them. Draws into the current window of ImGui, which scrolls.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/bug_gallery.hpp"
#include "app/document/source_text.hpp"
#include "code_values.hpp"

namespace scope {

/// Design units.
inline constexpr float code_pitch = 20, code_gutter = 40, code_air = 6;  ///< air: behind the lines
inline constexpr uint32_t longest_line = 100;                            ///< of a kernel, columns

/// Size of the type in a page whose lines have `room` after their numbers, both in design units:
/// 13.5, or as much smaller as kernels' lines need to stay whole, to 11; 12 where some are broken
/// all the same.
float code_size(float room);

/// How a file is set: the size of its type, and how many columns of it fit.
struct CodeType {
  float size = 0;  ///< design units
  uint32_t columns = 0;
  friend bool operator==(const CodeType&, const CodeType&) = default;
};
/// The same in a window of ImGui of this width in pixels.
CodeType code_type(float width);

/// A part of a line, as wide as the panel; or words of a comment's lines that were joined.
struct CodePiece {
  uint32_t line = 0;  ///< 0-based
  uint32_t begin = 0, end = 0, indent = 0;
  float scale = 1;      ///< of the type: a table in a comment stays whole, and is smaller for it
  std::string words{};  ///< from several lines of a comment, `line` to `last`; else empty
  uint32_t last = line;
};
struct CodePage {
  std::string file;     ///< its name
  std::string planted;  ///< the fault that its text has
  std::string text;     ///< the kernel's own, or that with the fault
  CodeType type;
  bool covered = false;  ///< the fault is to be found: CoveredPage
  std::vector<SourceRow> rows;
  std::vector<CodePiece> pieces;
};

/// Makes `pieces` of `rows`: what does not fit goes on in the next one, further to the right.
void break_rows(CodePage& page);

/// Makes the page that of a file, with the fault that is planted there, where it is not yet: read
/// only when the file or the fault changes, broken anew when the type does. `own`: the
/// text of a kernel that is no file of ours.
void turn_to(CodePage& page, std::string_view file, const CodeType& type,
             const radix::PlantedFault* fault = nullptr, bool covered = false,
             const std::string* own = nullptr);

/// What the mouse does to a page. Lines are numbered from 1; 0: none.
struct CodeMouse {
  std::vector<uint32_t> stops;  ///< in: lines at which playing stops; each has a dot
  uint32_t over = 0;            ///< the line under the mouse
  uint32_t clicked = 0;         ///< the line that was clicked
  bool on_number = false;       ///< the click was on the line's number
  std::string word;             ///< the name under the mouse
  std::vector<uint32_t> found;  ///< in: lines that have the text that is searched, from 0
};

/// Draws the rows that can be seen; lights those of `lit`. Returns the line that was clicked, from
/// 1, where it is asked for; else 0. `mouse`: null where a page is only read.
uint32_t draw_page(const CodePage& page, const std::vector<RowRange>& lit, const KernelMarks& marks,
                   const std::vector<CodeValue>& values, CodeMouse* mouse = nullptr);

/// The ink of a piece of a line.
Ink ink_of(SourceInk ink);

/// px; of all its lines.
float height_of(const CodePage& page);

/// How far a window of this height is scrolled when the line, from 0, is in its upper half.
float scroll_to_line(const CodePage& page, int line, float height);

}  // namespace scope
