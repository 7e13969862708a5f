#include "focus.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <imgui_internal.h>

#include "imgui_compat.hpp"
#include "style.hpp"

namespace scope::ui {
namespace {

constexpr std::size_t layers = 3;
constexpr int longest_wait = 12;  // frames; a box that does not get the keyboard then never will

struct Control {
  ImGuiID id;
  Layer layer;
};

/// There is one keyboard, and it is at one control of each layer or at none. Like ImGui's own state
/// this belongs to its context.
struct Ring {
  std::vector<Control> drawn, before;  ///< in this frame so far, and in the frame before
  std::array<ImGuiID, layers> at{};  ///< where the keyboard is, for every layer; 0 = at the figure
  Layer layer = Layer::panels;       ///< of what is drawn now
  Layer top = Layer::panels;         ///< highest one of the frame before
  Ask ask = Ask::none;
  ImGuiID reached = 0, wanted = 0;
  int coming = 0;  ///< frames until a text box has the keyboard
  int waited = 0;  ///< frames in a row that have waited for it
};
Ring ring;
bool resting = false;  ///< the mouse, since a key was pressed

ImGuiID& here() { return ring.at[static_cast<std::size_t>(ring.top)]; }

/// One control on or back, around the ends.
void move(int direction) {
  std::vector<ImGuiID> ids;
  for (const Control& control : ring.before)
    if (control.layer == ring.top) ids.push_back(control.id);
  if (ids.empty()) return;
  const auto found = std::ranges::find(ids, here());
  const auto count = static_cast<std::ptrdiff_t>(ids.size());
  const std::ptrdiff_t now = found == ids.end() ? (direction > 0 ? -1 : 0) : found - ids.begin();
  here() = ring.reached = ids[static_cast<std::size_t>((now + direction + count) % count)];
  if (ring.top != Layer::list)
    ImGui::SetWindowFocus(nullptr);  // a text box that was typed in lets go
}

bool is_drawn(ImGuiID id) {
  return std::ranges::any_of(ring.before,
                             [&](const Control& c) { return c.id == id && c.layer == ring.top; });
}

}  // namespace

void begin_focus(Ask ask) {
  ring.before.swap(ring.drawn);
  ring.drawn.clear();
  ring.top = Layer::panels;
  for (const Control& control : ring.before) ring.top = std::max(ring.top, control.layer);
  for (std::size_t i = static_cast<std::size_t>(ring.top) + 1; i < layers; ++i) ring.at[i] = 0;
  ring.reached = 0;
  if (ring.wanted != 0) here() = ring.reached = std::exchange(ring.wanted, 0u);
  if (!is_drawn(here()) || ImGui::IsMouseClicked(0)) here() = 0;
  const bool list = ring.top == Layer::list;  // in an open list the arrows go from line to line
  if (ask == Ask::on || (list && ask == Ask::down)) move(+1);
  if (ask == Ask::back || (list && ask == Ask::up)) move(-1);
  if (ask == Ask::leave) here() = 0;
  ring.ask = ask;
}

void end_focus() {
  ring.layer = Layer::panels;
  ring.coming = std::max(ring.coming - 1, 0);
  ring.waited = ring.coming > 0 || ring.wanted != 0 ? ring.waited + 1 : 0;
}

OnLayer::OnLayer(Layer layer) : before_(std::exchange(ring.layer, layer)) {}
OnLayer::~OnLayer() { ring.layer = before_; }

bool is_pressed(ImGuiID id) {
  return ring.ask == Ask::press && ring.layer == ring.top && here() == id;
}
bool is_reached(ImGuiID id) { return ring.reached == id && ring.layer == ring.top; }

int step_of(ImGuiID id) {
  if (ring.layer != ring.top || here() != id) return 0;
  return ring.ask == Ask::up ? 1 : ring.ask == Ask::down ? -1 : 0;
}

void reachable(ImGuiID id, ImVec2 min, ImVec2 max) {
  ring.drawn.push_back({id, ring.layer});
  if (ring.layer != ring.top || here() != id) return;
  if (ring.reached == id && !ImGui::IsRectVisible(min, max))
    ImGui::SetScrollFromPosY(min.y - ImGui::GetWindowPos().y);
  const float out = dp(2.5f);
  add_rect(ImGui::GetWindowDrawList(), {min.x - out, min.y - out}, {max.x + out, max.y + out},
           ink(Ink::accent), dp(7), dp(2));
}

bool reachable_item(ImGuiID id) {
  reachable(id, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  return is_pressed(id);
}

void reach(ImGuiID id) { ring.wanted = id; }

bool focus_is_shown() { return here() != 0; }

void note_keys(bool pressed) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool moves = io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown();
  resting = pressed || (resting && !moves);
}

bool mouse_rests() { return resting; }

void forget_undo(ImGuiID box) {
  ImGuiInputTextState* last = ImGui::GetInputTextState(box);
  if (last && ImGui::GetActiveID() != box) last->ID = 0;
}

void take_keyboard() {
  // 1.90.1 (Debian 13) overlooks a text box that stands in another child window than the focus
  if (IMGUI_VERSION_NUM == 19010) ImGui::SetWindowFocus();
  ImGui::SetKeyboardFocusHere();
  ring.coming = 2;
}

bool line_is_coming() { return ring.waited > 0 && ring.waited < longest_wait; }

}  // namespace scope::ui
