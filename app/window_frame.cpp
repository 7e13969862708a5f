#include "window_frame.hpp"

#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "event_log.hpp"
#include "panels/panel.hpp"
#include "preferences.hpp"
#include "ui_keys.hpp"
#include "window.hpp"

namespace scope {
namespace {

constexpr float tight_below = 830;  // height of a window whose panels must save room, design units

/// Everything of the window that is not the App.
struct Screen {
  Window& window;
  Painter painter;
  Memory memory;
  EventLog log;
  Scene scene;
  Look drawn{};  ///< what `scene` was drawn from
  std::shared_ptr<const radix::Trace> drawn_trace;
  std::string drawn_figure;
  ThemeId drawn_theme = ThemeId::dark;
  float style_scale = 0;
  ThemeId style_theme = ThemeId::dark;
  bool style_tight = false;
  ImVec2 mouse{};
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

/// What a verb printed goes to the clipboard.
void copy(App& app) {
  ImGui::SetClipboardText(app.printed.c_str());
  app.printed.clear();
  if (!app.note_is_error) app.note = "Copied to the clipboard";
}

void carry_out(App& app, Screen& screen, const Requests& requests) {
  for (const Request& request : requests) {
    const std::size_t before = app.lane().cursor;
    const std::string refusal = act(app, request.verb, request.argument);
    tick(app, 0);
    screen.log.did(app, request, refusal);
    if (!app.printed.empty()) copy(app);
    screen.memory.stepped |= app.lane().cursor != before;
  }
}

/// Seconds since the last frame.
float elapsed(Screen& screen) {
  const auto now = std::chrono::steady_clock::now();
  return std::chrono::duration<float>(now - std::exchange(screen.last, now)).count();
}

/// How long the window may sleep when nothing happens: not at all while keys move, until the next
/// step while it plays, half a blink while a caret blinks.
double rest_of(const App& app) {
  if (look(app).moved < 1) return 0;
  if (app.playing) return std::max(1.0 / app.speed - app.since_step, 0.001);
  return ImGui::GetIO().WantTextInput ? 0.4 : 30;
}

/// Between two frames: the theme and the scale, the display's times the person's.
void set_style(const App& app, Screen& screen) {
  const float scale = screen.window.content_scale() * app.scale;
  const bool tight = ImGui::GetIO().DisplaySize.y < tight_below * scale;
  if (scale == screen.style_scale && app.theme == screen.style_theme && tight == screen.style_tight)
    return;
  screen.style_scale = scale;
  screen.style_theme = app.theme;
  screen.style_tight = tight;
  ui::set_scale(scale);
  ui::set_style(theme(app.theme), tight);
}

bool same_picture(const Look& a, const Look& b) {
  return a.cursor == b.cursor && a.hovered == b.hovered && a.pinned == b.pinned &&
         a.table_entry == b.table_entry;
}

/// Draws the figure anew when something that it shows has changed. Returns true when it has.
bool update_scene(const App& app, Screen& screen, const Look& now) {
  const Figure& figure = current_figure(app);
  const auto& trace = app.lane().trace;
  if (trace == screen.drawn_trace && same_picture(now, screen.drawn) &&
      figure.id == screen.drawn_figure && app.theme == screen.drawn_theme)
    return false;
  if (trace != screen.drawn_trace || now.cursor != screen.drawn.cursor) ++screen.memory.moment;
  screen.scene = figure.draw(now);
  screen.painter.take(screen.scene, theme(app.theme), now.selected());
  screen.drawn = now;
  screen.drawn_trace = trace;
  screen.drawn_figure = figure.id;
  screen.drawn_theme = app.theme;
  return true;
}

/// The lines between the panels.
void draw_seams(const Layout& at) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const ImU32 colour = ui::between(Ink::panel, Ink::line, 0.8f);
  const auto fill = [&](float x0, float y0, float x1, float y1) {
    list->AddRectFilled({x0, y0}, {x1, y1}, colour);
  };
  fill(0, at.top.bottom(), at.top.w, at.canvas.y);
  fill(0, at.canvas.bottom(), at.top.w, at.bottom.y);
  if (at.left.w > 0) fill(at.left.right(), at.left.y, at.canvas.x, at.left.bottom());
  if (at.right.w > 0) fill(at.canvas.right(), at.right.y, at.right.x, at.right.bottom());
}

void draw_panels(const Desk& desk) {
  if (desk.app.blank) return blank_screen(desk);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const Layout at = layout_of(size.x, size.y, desk);
  draw_seams(at);
  top_bar_panel(desk, at.top);
  if (at.left.w > 0) input_panel(desk, at.left);
  canvas_panel(desk, at.canvas);
  if (at.right.w > 0) explain_panel(desk, at.right);
  transport_panel(desk, at.transport);
  timeline_panel(desk, at.timeline);
  if (desk.app.help) help_overlay(desk);
}

/// The key under the mouse changes only when the mouse moves: while the person steps it stays the
/// same.
void update_hover(const Desk& desk, ImVec2& mouse) {
  const ImVec2 now = ImGui::GetIO().MousePos;
  const bool moved = now.x != mouse.x || now.y != mouse.y;
  mouse = now;
  const uint32_t pointed = desk.memory.pointed.value_or(nobody);
  if (moved && pointed != desk.app.hovered)
    desk.post("hover", pointed == nobody ? "none" : std::to_string(pointed));
  desk.memory.pointed.reset();
  desk.memory.hover_words = std::exchange(desk.memory.next_hover_words, "");
}

/// One frame: keys -> verbs -> tick -> figure -> paint -> panels.
void frame(App& app, Screen& screen, bool last, const std::string& shot) {
  set_style(app, screen);
  if (app.fullscreen != screen.window.fullscreen()) screen.window.set_fullscreen(app.fullscreen);
  screen.window.begin_frame(shot.empty() ? rest_of(app) : 0);
  screen.log.frame_began();
  carry_out(app, screen, requests_of(screen.window.input(), app, screen.memory));
  tick(app, elapsed(screen));

  const Look now = look(app);
  const bool changed = update_scene(app, screen, now);
  Requests requests;
  const Desk desk{app, now, screen.scene, screen.painter, screen.memory, requests};
  draw_panels(desk);
  update_hover(desk, screen.mouse);

  screen.window.render(app.blank ? Colour{0, 0, 0, 255} : theme(app.theme)[Ink::page]);
  if (last && !shot.empty()) {
    const std::string refusal = screen.window.screenshot(shot);
    if (!refusal.empty()) std::fprintf(stderr, "radixscope: %s\n", refusal.c_str());
  }
  screen.window.present();
  screen.log.frame_shown(app, changed);
  carry_out(app, screen, requests);
}

int say(const std::string& sentence, int code) {
  std::fprintf(stderr, "radixscope: %s\n", sentence.c_str());
  return code;
}

}  // namespace

int show_window(App& app, const WindowOptions& options) {
  auto [window, error] = open_window({.title = "Radixscope",
                                      .width = options.width,
                                      .height = options.height,
                                      .hidden = !options.shot.empty()});
  if (!window) return say(error, exit_no_display);
  Screen screen{.window = *window};
  error = screen.log.open(options.log);
  if (!error.empty()) return say(error, exit_refused);

  const std::string complaints[] = {screen.painter.start(), window->fonts().complaint};
  for (const std::string& complaint : complaints) {
    if (complaint.empty() || !app.note.empty()) continue;
    complain(app, complaint);
  }
  std::string kept;
  for (int drawn = 1; !app.quit && !window->closing(); ++drawn) {
    const bool last = drawn == options.frames;
    frame(app, screen, last, options.shot);
    if (options.remember) keep_preferences(app, kept);
    if (last) break;
  }
  return exit_ok;
}

}  // namespace scope
