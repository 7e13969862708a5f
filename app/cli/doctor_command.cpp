// `radixscope doctor`: what this machine offers, and what to do where something is missing.
#include "cli.hpp"

#include <algorithm>
#include <cstdio>

#include "app/core/base/files.hpp"
#include "app/core/base/font_files.hpp"
#include "app/core/base/languages.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "app/window/paint.hpp"
#include "app/window/window.hpp"
#include "doctor.hpp"
#include "kernels/text/in_language.hpp"
#include "text/doctor.hpp"

namespace scope {
namespace {

Finding display() {
  const std::string x11 = environment("DISPLAY");
  return {.what = text::doctor::row_display,
          .found = x11.empty() ? std::string(text::doctor::system_display) : x11};
}

std::vector<Finding> no_window(const std::string& error) {
  return {display(),
          {.what = text::doctor::row_window,
           .found = text::doctor::not_opened,
           .to_do = error,
           .hinders = true}};
}

Finding graphics(const Window& window) {
  Finding finding{.what = "OpenGL", .found = window.graphics()};
  if (window.software_rendered())
    finding.found = text::doctor::software_drawn({.graphics = finding.found});
  return finding;
}

/// What only shows when the shaders are compiled.
void add_painting(std::vector<Finding>& findings) {
  if (resource("shaders").empty()) return;  // said already
  Painter painter;
  const std::string error = painter.start();
  if (error.empty()) return;
  findings.push_back({.what = text::doctor::row_drawing,
                      .found = text::doctor::plain,
                      .to_do = error,
                      .hinders = true});
}

/// What a window knows: opened and closed again without being shown.
std::vector<Finding> examine_window() {
  auto [window, error] = open_window({.hidden = true});
  if (!window) return no_window(error);
  std::vector<Finding> findings = {display(), graphics(*window)};
  findings[0].found =
      text::doctor::display_scale({.display = findings[0].found, .scale = window->content_scale()});
  add_painting(findings);
  return findings;
}

/// The files that the window would take, asked without one.
Finding fonts() {
  const FontFiles files = find_fonts(font_folders());
  std::string found, missing;
  for (const FontFile& face : files.faces) {
    if (!face.path.empty())
      found += (found.empty() ? "" : ", ") + to_text(to_path(face.path).filename());
    else
      missing = text::doctor::fonts_missing;
  }
  return {.what = text::doctor::row_fonts,
          .found = found.empty() ? std::string(text::doctor::no_fonts) : found,
          .to_do = missing.empty() ? complaint_about_language() : missing,
          .hinders = !missing.empty()};
}

int do_doctor() {
  const text::InLanguage spoken(text::language());  // which the window may lack a font for
  std::vector<Finding> findings = examine_machine();
  const std::vector<Finding> screen = examine_window();
  findings.insert(findings.end(), screen.begin(), screen.end());
  findings.push_back(fonts());
  const std::string text = report_of(findings);
  if (const int code = print(text); code != exit_ok) return code;
  if (screen.back().what == std::string(text::doctor::row_window)) return exit_no_display;
  return std::ranges::any_of(findings, &Finding::hinders) ? exit_refused : exit_ok;
}

}  // namespace

Subcommand doctor_command() {
  return {.name = "doctor",
          .about = "Say what this machine offers, and what to do if something is missing",
          .run = do_doctor};
}

}  // namespace scope
