/// The kernels' own text, compiled into the program: the source panel shows what was compiled.
#pragma once

#include <span>
#include <string_view>

namespace radix {

struct SourceFile {
  std::string_view name;  ///< file name without folder, as a Step names it: "01_one_bit.cu"
  std::string_view text;  ///< the whole file, UTF-8, lines end in '\n'
};

/// Every plain kernel and common.h at the time of the build, in the order of their names. Lives as
/// long as the program.
std::span<const SourceFile> embedded_sources();

/// The one of this name, or null. What was recorded when a sort's file was called 01_one_bit.cuh
/// means 01_one_bit.cu.
const SourceFile* source_named(std::string_view name);

/// A line of code without the note after it, `//: array[i]`, and the blanks before that; "" of a
/// line that is a note.
constexpr std::string_view without_note(std::string_view line) {
  const std::size_t note = line.find("//:");
  if (note == line.npos) return line;
  return line.substr(0, line.substr(0, note).find_last_not_of(' ') + 1);
}

}  // namespace radix
