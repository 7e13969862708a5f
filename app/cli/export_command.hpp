/// `radixscope figure` and `radixscope steps`: pictures without a display.
#pragma once

#include "input_options.hpp"

namespace scope {

struct Format;
struct PageRun;
struct Style;

/// What was typed behind `figure` or `steps`.
struct ExportTyped {
  InputTyped input;
  std::string state, session;            ///< these may stand for keys and preset
  std::optional<std::string> step, figure, theme, scale, grain;
  std::string format, out;
};

/// Writes all pages: a file each into the folder `out`, or one file: `out` itself, or one of the hand-out's name in
/// the folder `out`; "-" prints that one file. `written` gets the names. Returns the exit code.
int put_handout(const PageRun& run, const Format& format, const Style& style, const std::string& out,
                std::vector<std::string>& written);

/// The options of the two; `typed` must outlive the parse.
CLI::App* declare_figure(CLI::App& cli, ExportTyped& typed);
CLI::App* declare_steps(CLI::App& cli, ExportTyped& typed);

/// Write one picture, or one of every step; return the exit code.
int do_figure(const ExportTyped& typed);
int do_steps(const ExportTyped& typed);

}  // namespace scope
