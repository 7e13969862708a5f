/// Reaching every control with the keyboard: Tab and Shift+Tab go from one to the next in the order
/// in which they are drawn, Enter presses it, Up and Down change its value, Escape leads back to
/// the figure. ImGui's own keyboard navigation would take the arrows and Space, which are the
/// lecturer's.
///
/// A control tells of itself right after it was made; widgets of ui_widgets.hpp do it themselves.
#pragma once

#include <imgui.h>

namespace scope::ui {

/// What the person asks of the controls in a frame.
enum class Ask { none, on, back, press, up, down, leave };

/// Around everything that a frame draws.
void begin_focus(Ask ask);
void end_focus();

/// Controls of the highest layer that is drawn are the only ones to be reached.
enum class Layer { panels, over, list };

/// Puts the controls of a scope into a layer.
struct OnLayer {
  explicit OnLayer(Layer layer);
  ~OnLayer();
  OnLayer(const OnLayer&) = delete;
  OnLayer& operator=(const OnLayer&) = delete;

 private:
  Layer before_;
};

/// True when Enter was pressed on this control; may be asked before it is made.
bool is_pressed(ImGuiID id);

/// True in the frame in which the keyboard came to this control: a text box starts to be typed in.
bool is_reached(ImGuiID id);

/// +1 or -1 when Up or Down was pressed on this control, else 0.
int step_of(ImGuiID id);

/// Tells of a control, drawn from `min` to `max`; it gets an outline, and is scrolled to, when the
/// keyboard is there.
void reachable(ImGuiID id, ImVec2 min, ImVec2 max);

/// The same for the control that was just made. Returns is_pressed(id).
bool reachable_item(ImGuiID id);

/// Leads the keyboard to this control with the next frame.
void reach(ImGuiID id);

/// True while the keyboard is at a control: Enter, Up and Down mean it.
bool focus_is_shown();

/// Once a frame: whether a key was pressed in it.
void note_keys(bool pressed);

/// True from a key on until the mouse moves or clicks: what it rests on is not meant, and what
/// would be said of that lies over nothing.
bool mouse_rests();

/// Gives the keyboard to the text box that is made next; ImGui does so a frame later.
void take_keyboard();

/// Before a text box: forgets what could be undone in it when it was left. ImGui 1.86 keeps that,
/// though the text may have become another since, and would write outside of it.
void forget_undo(ImGuiID box);

/// At the end of a frame: true until that box, or the one that was asked for by reach, has the
/// keyboard.
bool line_is_coming();

}  // namespace scope::ui
