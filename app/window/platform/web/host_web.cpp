#include <optional>
#include <utility>

#include "app/window/platform/host.hpp"
#include "text/window.hpp"

extern "C" {  // library.js
void radix_pick_file();
int radix_open_presenter();
void radix_close_presenter();
}

namespace scope {
namespace {

std::optional<Frames>& shown() {
  static std::optional<Frames> frames;
  return frames;
}

}  // namespace

void run_frames(Frames frames) { shown() = std::move(frames); }

bool on_a_page() { return true; }

bool open_presenter_tab() { return radix_open_presenter() != 0; }

void close_presenter_tab() { radix_close_presenter(); }

bool pick_file() { return radix_pick_file(), true; }

const char* glsl_header() {
  return "#version 300 es\nprecision highp float;\nprecision highp int;\n"
         "precision highp sampler2D;\n";
}

}  // namespace scope

// What page.js calls. Texts are good until the next call.
#define FOR_THE_PAGE(name) extern "C" __attribute__((export_name(#name)))

/// Draws a frame; returns how many seconds the next may wait when nothing happens, -1 when there is
/// none.
FOR_THE_PAGE(radix_frame) double radix_frame() {
  using namespace scope;
  if (!shown()) return -1;
  if (!shown()->next()) return shown().reset(), -1;
  return shown()->rest();
}

static const char* kept(std::string text) {
  static std::string last;
  last = std::move(text);
  return last.c_str();
}

FOR_THE_PAGE(radix_state) const char* radix_state() {
  return kept(scope::shown() ? scope::shown()->state() : "");
}

FOR_THE_PAGE(radix_words) const char* radix_words() {
  return kept(scope::shown() ? scope::shown()->words() : "");
}

FOR_THE_PAGE(radix_act) const char* radix_act(const char* command, const char* argument) {
  return kept(scope::shown() ? scope::shown()->run_command(command, argument)
                             : scope::text::window::has_ended.c_str());
}

FOR_THE_PAGE(radix_presenter) const char* radix_presenter() {
  return kept(scope::shown() ? scope::shown()->presenter() : "");
}

FOR_THE_PAGE(radix_keep) void radix_keep() {
  if (scope::shown()) scope::shown()->keep();
}
