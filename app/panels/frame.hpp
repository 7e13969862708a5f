/// The window's life: open, draw frames, close.
#pragma once

#include <string>
#include <vector>

#include "app/document/document.hpp"

namespace scope {

/// What one window shows after another, each from a Document of its own.
struct NamedScreen {
  std::string name, commands;
};

/// How the window opens. What is in it is the Document.
struct WindowOptions {
  int width = 1440, height = 900;  ///< of the window's inside, 640…16384 × 400…16384
  bool sized = false;              ///< someone asked for this size; else that of the last window
  std::string shot;                ///< PNG file to write before closing; "" = none
  std::string log;                 ///< file that logs what happens in the window (event_log.hpp)
  bool remember = false;           ///< keep preferences for the next start
  int frames = 0;  ///< frames to draw before closing; 0 = until the person closes it
  std::vector<NamedScreen> screens;  ///< so many frames of each, once nothing is being made
};

/// Shows the Document in a window until it is closed; what `run_command_line` opens. Returns the
/// exit code.
int show_window(Document& document, const WindowOptions& options);

}  // namespace scope
