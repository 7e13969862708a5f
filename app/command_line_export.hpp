/// `radixscope figure` and `radixscope steps`: pictures without a display.
#pragma once

#include "command_line_input.hpp"

namespace scope {

/// What was typed behind `figure` or `steps`.
struct ExportTyped {
  InputTyped input;
  std::string state, session;            ///< these may stand for keys and preset
  std::optional<std::string> step, figure, theme, scale, grain;
  std::string format, out;
};

/// The options of the two; `typed` must outlive the parse.
CLI::App* declare_figure(CLI::App& cli, ExportTyped& typed);
CLI::App* declare_steps(CLI::App& cli, ExportTyped& typed);

/// Write one picture, or one of every step; return the exit code.
int do_figure(const ExportTyped& typed);
int do_steps(const ExportTyped& typed);

}  // namespace scope
