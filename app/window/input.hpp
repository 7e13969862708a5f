/// What the person did since the last frame: key presses with names, dropped files, the wheel. Keys
/// for commands come from here and never from ImGui, whose key numbers mean different things in
/// different versions.
///
/// ImGui gets its events through here, too. Before 1.87 it sampled the state once per frame and
/// lost a press and release that came between two frames; since then it has a queue, but leaves
/// events in it until something else happens. So an event that ImGui could not tell from the one
/// before it is deferred to the next frame, which is requested at once. Every version loses Ctrl+A
/// if Ctrl is released in the frame of the A, and every letter that arrives before its text field
/// has the keyboard, which takes a frame or two after the key that opened the field. Such letters
/// are deferred as well.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/scene/scene.hpp"

struct GLFWwindow;

namespace scope {

/// A key going down (or repeating while held).
struct KeyPress {
  int key = 0;   ///< GLFW_KEY_…; letters and signs as the keyboard's layout prints them: 'A', '+'
  int mods = 0;  ///< GLFW_MOD_CONTROL | …
  bool repeat = false;
  char32_t text = 0;  ///< the character it typed; 0 = none (always 0 with Ctrl held)
  std::string name;   ///< "Right", "Shift+Right", "Ctrl+Q", "F11", "?", "1", "Ctrl++"; "" = no name
};

/// The letter or sign that the keyboard's layout prints on this key, 'A' … 'Z' or ASCII; else the
/// key itself.
int layout_key(int key, int scancode);

/// The name of a press as commands spell it; modifiers in the order Ctrl, Alt, Shift, Super. Shift
/// is not named where it only served to type a sign ("?", not "Shift+/").
std::string key_name(const KeyPress& press);

/// Everything since the last frame.
struct InputEvents {
  std::vector<KeyPress> keys;
  std::vector<std::string> dropped;  ///< paths of files dropped on the window, UTF-8
  double scroll_x = 0, scroll_y = 0;
  int scroll_mods = 0;             ///< modifiers held at the last turn of the wheel
  bool exposed = false;            ///< the picture on screen is gone or has another size
  std::vector<Vec> second_clicks;  ///< in the second window, ImGui's coordinates
};

/// Sits between GLFW and ImGui. Owns the window's callbacks and its user pointer; must stay where
/// it is.
class Input {
 public:
  Input() = default;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// Takes the window's callbacks over. After ImGui_ImplGlfw_InitForOpenGL(window, false).
  void install(GLFWwindow* window);

  /// Takes the keys of a second window, too, and its clicks.
  void also_install(GLFWwindow* window);

  /// Hands ImGui what it may see in this frame. Between ImGui_ImplGlfw_NewFrame and
  /// ImGui::NewFrame.
  void replay();

  /// True while events wait for a later frame: do not go to sleep.
  bool waiting() const { return !queue_.empty() || !deferred_.empty(); }

  /// `opens_line(key)`: true for a key that may open a text field. What is pressed and typed after
  /// such a key waits until defer_keys says whether it has.
  void defer_after(bool (*opens_line)(std::string_view key)) { opens_line_ = opens_line; }

  /// At the end of every frame: true while a line is about to get the keyboard. What is pressed and
  /// typed waits for it, in its order, commands too.
  void defer_keys(bool defer);

  /// Takes what happened since the last call.
  InputEvents take();

  /// True once after any event at all, the mouse's included, or when the window must be drawn
  /// again.
  bool take_activity();

 private:
  struct Event {
    enum class Kind { move, button, scroll, key, text, focus, enter } kind;
    int a = 0, b = 0, c = 0, d = 0;  ///< the callback's numbers, in its order
    double x = 0, y = 0;             ///< move and scroll; elsewhere where the mouse was
  };
  /// What ImGui has already seen change in the frame that is being prepared.
  struct Seen {
    std::vector<int> keys;
    std::array<bool, 5> buttons{};
    bool any_button = false;
    bool moved = false;
    double x = 0, y = 0;       ///< where the mouse was at its last event
    bool plain_press = false;  ///< a key other than a modifier went down
    bool pressed = false;      ///< the event just before was a key going down: its text may follow
    bool silent = false;       ///< a key went down that typed nothing, such as Backspace
  };

  static Input& of(GLFWwindow* window);
  void add(Event event);
  void on_event(const Event& event);
  bool must_defer(const Event& event) const;
  void install_application_callbacks();
  bool fits(const Event& event) const;
  void apply(const Event& event);
  void apply_button(const Event& event);
  void apply_key(const Event& event);

  GLFWwindow* window_ = nullptr;
  std::deque<Event> queue_;      ///< waiting for a later frame
  std::vector<Event> deferred_;  ///< keys and text waiting for a line, not yet in events_
  bool deferring_ = false;
  bool (*opens_line_)(std::string_view) = nullptr;
  Seen seen_;
  std::array<bool, 5> buttons_{};  ///< as ImGui was last told
  int mods_ = 0;                   ///< GLFW_MOD_… bits, the same
  double mouse_x_ = 0, mouse_y_ = 0;
  InputEvents events_;
  bool activity_ = true;
};

}  // namespace scope
