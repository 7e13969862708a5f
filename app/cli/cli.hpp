/// The program's command line: what to do, and the exit code.
#pragma once

#include <string>

#include "app/document/document.hpp"

namespace scope {

/// How the window opens. What is in it is the App.
struct WindowOptions {
  int width = 1440, height = 900;  ///< of the window's inside, 640…16384 × 400…16384
  std::string shot;                ///< PNG file to write before closing; "" = none
  std::string log;                 ///< file that tells what happened in the window (event_log.hpp)
  bool remember = false;           ///< keep preferences for the next start
  int frames = 0;  ///< frames to draw before closing; 0 = until the person closes it
};

/// Shows the App until the window closes; returns the exit code.
using OpenWindow = int (*)(App&, const WindowOptions&);

inline constexpr int exit_ok = 0;
inline constexpr int exit_refused =
    1;                                ///< input refused: one sentence on stderr, nothing on stdout
inline constexpr int exit_usage = 2;  ///< the command line itself is wrong
inline constexpr int exit_no_display = 3;  ///< no display, or no OpenGL 3.3

/// Does what argv asks for. `open_window` is called only when a window is wanted.
int run_command_line(int argc, char** argv, OpenWindow open_window);

}  // namespace scope
