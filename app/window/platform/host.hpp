/// What a window on a desktop and a page in a browser do differently around the same frames.
/// CMake chooses host_desktop.cpp or web/host_web.cpp.
#pragma once

#include <functional>
#include <string>

namespace scope {

/// A window that is shown.
struct Frames {
  std::function<bool()> next;    ///< draws one; false: it was the last
  std::function<double()> rest;  ///< seconds until the next one is due when nothing happens
  /// For a page's address, and for the page that it stands in: what is shown, as a state string,
  /// and in words; a command with its argument, which returns "" or one sentence.
  std::function<std::string()> state, words;
  std::function<std::string(std::string command, std::string argument)> run_command;
  std::function<std::string()> presenter;  ///< what the presenter's tab shows, as HTML
  std::function<void()> keep;              ///< what is kept between visits, now: the page may go
};

/// Draws until the last frame. On a page it returns at once, and the page asks for one frame after
/// the other.
void run_frames(Frames frames);

/// True in a browser: it sets the pace of frames, and draws them after main has returned.
bool on_a_page();

/// Lets the person choose a file as a browser does, and drops it onto the window later. False on a
/// desktop, where the program's own dialog asks.
bool pick_file();

/// The presenter's view in a second tab of the browser. False: the browser does not open it, or
/// this is a desktop.
bool open_presenter_tab();
void close_presenter_tab();

/// What a shader starts with, in place of its first line: "#version 330 core\n" on a desktop.
const char* glsl_header();

}  // namespace scope
