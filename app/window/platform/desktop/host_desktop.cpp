#include "app/window/platform/host.hpp"

namespace scope {

void run_frames(Frames frames) {
  while (frames.next()) {
  }
}

bool on_a_page() { return false; }

bool open_presenter_tab() { return false; }

void close_presenter_tab() {}

bool pick_file() { return false; }

const char* glsl_header() { return "#version 330 core\n"; }

}  // namespace scope
