/// The program's window: GLFW, an OpenGL 3.3 core context, ImGui and its back ends, fonts and
/// input, made and unmade together. Whatever stands in the way of a window is one sentence, never
/// an abort.
///
///   auto [window, error] = open_window({.title = "Radixscope"});
///   if (!window) { complain(error); return 3; }
///   while (!window->closing()) {
///     window->begin_frame(something_moves ? 0 : 0.5);
///     … ImGui, window->input() …
///     window->render(page_colour);
///     window->present();
///   }
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/core/scene/theme.hpp"
#include "draw.hpp"
#include "fonts.hpp"
#include "input.hpp"
#include "second_window.hpp"

struct GLFWwindow;

namespace scope {

struct WindowSetup {
  std::string title = "Radixscope";
  int width = 1600, height = 1000;  ///< design units; smaller where the screen is smaller
  bool hidden = false;              ///< never shown: screenshots, tests
  bool paced = true;                ///< false: no vsync, no limit (measurements)
  bool drawn = true;  ///< false: laid out alone, but for the first frames, screenshots and looks
  FontRequest fonts;
};

class Window {
 public:
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// True after the close button.
  bool closing() const;

  /// Waits up to `idle` seconds for an event, 0 = not at all, then starts ImGui's frame. Never
  /// waits while fewer than three frames were drawn since the last event: ImGui needs them to
  /// settle. Keeps to 60 frames a second where the display does not set the pace itself; what was
  /// heard meanwhile belongs to this frame.
  void begin_frame(double idle);

  /// What the person did since the last frame; filled by begin_frame.
  const InputEvents& input() const { return events_; }

  /// Before the first frame, and at the end of every frame: see Input.
  void defer_after(bool (*opens_line)(std::string_view key)) { input_.defer_after(opens_line); }
  void defer_keys(bool defer) { input_.defer_keys(defer); }

  /// True once after somebody looked, as SIGUSR1 says: what was due since the last picture, and
  /// not drawn, is on the screen now.
  bool was_looked_at();

  /// True when no frame is due: all that was heard has been drawn, with sharp type.
  bool at_rest() const { return settle_ <= 0 && !input_.waiting() && fonts_due_ > 1; }

  /// How long begin_frame would wait of `idle` seconds when nothing happens.
  double rest(double idle) const;

  /// Ends ImGui's frame: clears to `page`, draws. The picture is complete in the back buffer then,
  /// unless it is the one that stands on the screen, lacks signs that the next one has, or is
  /// `unfinished`: another one follows at once.
  void render(Colour page, bool unfinished = false);

  /// Shows the picture, if there is one.
  void present();

  /// The picture as a PNG file; between render and present. Returns "" or one sentence.
  std::string screenshot(const std::string& path);

  /// What the display asks for: pixels of ImGui's coordinates per design unit, 1 on ordinary
  /// screens. ui::set_scale gets this times the person's own scale.
  float content_scale() const;

  /// In ImGui's coordinates.
  ImVec2 size() const;

  bool fullscreen() const { return fullscreen_; }
  /// On the screen that holds most of the window; back to its old place afterwards.
  void set_fullscreen(bool on);

  /// Its place; of a window that covers the screen the one it goes back to.
  WindowPlace place() const;
  /// Puts it where it stood before, unless no screen shows its title bar there.
  void put(const WindowPlace& place);

  /// Opens the second window beside this one, which leaves the main screen for it where there is
  /// another, or closes it. Returns "" or what stands in the way, in the system's words.
  std::string open_second(const std::string& title);
  /// Each of the two windows goes to where the other one was.
  void swap_places();
  void close_second();
  SecondWindow& second() { return second_; }
  /// True when both are on one screen.
  bool one_screen() const { return one_screen_; }
  /// Shows what was drawn into the second window; after render.
  void show_second(Colour page);

  /// The clipboard's text, "" when it holds none.
  std::string clipboard() const;

  /// "4.5 (Core Profile) Mesa 22.3.6, llvmpipe …": for doctor and bug reports.
  const std::string& graphics() const { return graphics_; }
  /// True when the processor draws: fewer effects, no needless frames.
  bool software_rendered() const { return software_; }
  /// Which fonts were found.
  const FontReport& fonts() const { return fonts_; }

 private:
  friend struct OpenedWindow open_window(const WindowSetup& options);
  Window() = default;
  void start_imgui(const WindowSetup& options);
  void draw() const;
  void keep_pace();
  void move_to(const WindowPlace& place);

  GLFWwindow* window_ = nullptr;
  Input input_;
  InputEvents events_;
  FontReport fonts_;
  std::string graphics_;
  bool software_ = false;
  bool imgui_ = false;  ///< context and back ends are up
  bool show_ = false;   ///< still hidden, to be shown with its second picture
  bool paced_ = true, draws_ = true;
  bool limiting_ = false;              ///< vsync turned out not to hold back: sleep instead
  double refresh_rate_ = 60;           ///< of the screen it was opened on, Hz
  int quick_frames_ = 0;               ///< frames in a row that came too early for that screen
  int drawn_ = 0;                      ///< pictures presented so far
  std::size_t picture_ = 0;            ///< the one that stands, see picture_number
  Colour page_;                        ///< behind it
  std::vector<ui::Surface> surfaces_;  ///< on the page, below ImGui's picture
  bool skipped_ = false;               ///< this frame is not shown, see render
  bool owed_ = false;                  ///< … though it was due, and so is the next one
  bool looked_at_ = false;
  bool unfinished_ = false;  ///< … since another one with its picture follows at once
  int settle_ = 3;           ///< frames to draw before waiting again
  double began_ = 0;         ///< this frame, GLFW's time, seconds
  double fonts_due_ = 0;     ///< refresh_fonts wants to be called within this many seconds
  bool fullscreen_ = false;
  WindowPlace before_fullscreen_;
  SecondWindow second_;
  bool hidden_ = false, one_screen_ = false;
  std::optional<WindowPlace> before_second_;  ///< from where it made room for the second one
};

/// Either a window or one sentence that names the cause and the way out.
struct OpenedWindow {
  std::unique_ptr<Window> window;
  std::string error;
};

/// Ends the waiting of the window's begin_frame, if there is a window. From any thread.
void wake_window();

/// Opens the one window of the program. Prints nothing, raises nothing.
OpenedWindow open_window(const WindowSetup& options);

}  // namespace scope
