/// What a program says to the shell that started it: exit codes, sentences on standard error, text
/// on standard output. None of it moves the terminal's cursor or sets its title, whatever a
/// file or an argument contains.
#pragma once

#include <string>

namespace scope {

inline constexpr int exit_ok = 0;
inline constexpr int exit_refused =
    1;                                ///< input refused: one sentence on stderr, nothing on stdout
inline constexpr int exit_usage = 2;  ///< the command line itself is wrong
inline constexpr int exit_no_display = 3;  ///< no display, or no OpenGL 3.3
inline constexpr int exit_found = 4;       ///< a check found the fault that was planted

/// Says a sentence on standard error: on one line, and no longer than anybody reads.
void complain(const std::string& sentence);

/// The same; returns exit_refused.
int refuse(const std::string& sentence);

/// Prints to standard output, which may be a full disk or a closed pipe; returns the exit code.
/// Text keeps its lines and tabs; PNG and PDF go as they are.
int print(const std::string& text);

}  // namespace scope
