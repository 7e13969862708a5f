/// `radixscope figure` and `radixscope steps`: pictures without a display.
#pragma once

#include <string>
#include <vector>

#include "options.hpp"

namespace scope {

struct Format;
struct PageRun;
struct Style;

Command figure_command();
Command steps_command();

/// Writes all pages: a file each into the folder `out`, or one file: `out` itself, or one of the
/// hand-out's name in the folder `out`; "-" prints that one file. `written` gets the names. Returns
/// the exit code.
int put_handout(const PageRun& run, const Format& format, const Style& style,
                const std::string& out, std::vector<std::string>& written);

}  // namespace scope
