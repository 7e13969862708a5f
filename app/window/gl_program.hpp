/// A shader program from two files of shaders/.
#pragma once

#include <string>

namespace scope {

/// What goes into a program.
struct ProgramText {
  const char* vertex;       ///< file names in shaders/: "cell.vert"
  const char* fragment;
  const char* loss;         ///< what is missing without it: "Cells are drawn without it."
  std::string preamble{};   ///< put behind the #version line of the fragment shader
};

/// Reads, compiles and links while an OpenGL context is current. "" and the program's name, or one sentence
/// with the file's path and the loss; `program` is 0 then.
std::string make_program(const ProgramText& text, unsigned& program);

}  // namespace scope
