#define GLFW_INCLUDE_NONE
#include "input.hpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <imgui.h>
#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace scope {
namespace {

constexpr bool imgui_queues = IMGUI_VERSION_NUM >= 18700;  // it has an event queue of its own

/// Where ImGui's GLFW back end learns of the mouse's place; before 1.87 it asks GLFW itself.
void tell_place([[maybe_unused]] GLFWwindow* window, [[maybe_unused]] double x,
                [[maybe_unused]] double y) {
#if IMGUI_VERSION_NUM >= 18700
  ImGui_ImplGlfw_CursorPosCallback(window, x, y);
#endif
}

/// Modifiers as the events say; ImGui's GLFW back end asks GLFW, which is further than they are.
void tell_modifiers([[maybe_unused]] int mods) {
#if IMGUI_VERSION_NUM >= 18900
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, (mods & GLFW_MOD_CONTROL) != 0);
  io.AddKeyEvent(ImGuiMod_Shift, (mods & GLFW_MOD_SHIFT) != 0);
  io.AddKeyEvent(ImGuiMod_Alt, (mods & GLFW_MOD_ALT) != 0);
  io.AddKeyEvent(ImGuiMod_Super, (mods & GLFW_MOD_SUPER) != 0);
#endif
}

/// The bit of a modifier key.
int mod_of(int key) {
  switch (key) {
    case GLFW_KEY_LEFT_CONTROL:
    case GLFW_KEY_RIGHT_CONTROL: return GLFW_MOD_CONTROL;
    case GLFW_KEY_LEFT_SHIFT:
    case GLFW_KEY_RIGHT_SHIFT: return GLFW_MOD_SHIFT;
    case GLFW_KEY_LEFT_ALT:
    case GLFW_KEY_RIGHT_ALT: return GLFW_MOD_ALT;
    default: return GLFW_MOD_SUPER;
  }
}

int held_mods(GLFWwindow* window) {
  const auto held = [&](int left, int right) {
    return glfwGetKey(window, left) == GLFW_PRESS || glfwGetKey(window, right) == GLFW_PRESS;
  };
  return (held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL) ? GLFW_MOD_CONTROL : 0) |
         (held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT) ? GLFW_MOD_SHIFT : 0) |
         (held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT) ? GLFW_MOD_ALT : 0) |
         (held(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER) ? GLFW_MOD_SUPER : 0);
}

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

struct Named {
  int key;
  const char* name;
};

constexpr Named named_keys[] = {
    {GLFW_KEY_RIGHT, "Right"},
    {GLFW_KEY_LEFT, "Left"},
    {GLFW_KEY_UP, "Up"},
    {GLFW_KEY_DOWN, "Down"},
    {GLFW_KEY_HOME, "Home"},
    {GLFW_KEY_END, "End"},
    {GLFW_KEY_PAGE_UP, "PageUp"},
    {GLFW_KEY_PAGE_DOWN, "PageDown"},
    {GLFW_KEY_SPACE, "Space"},
    {GLFW_KEY_ENTER, "Enter"},
    {GLFW_KEY_KP_ENTER, "Enter"},
    {GLFW_KEY_ESCAPE, "Escape"},
    {GLFW_KEY_TAB, "Tab"},
    {GLFW_KEY_BACKSPACE, "Backspace"},
    {GLFW_KEY_DELETE, "Delete"},
    {GLFW_KEY_INSERT, "Insert"},
    {GLFW_KEY_MENU, "Menu"},
    {GLFW_KEY_PAUSE, "Pause"},
    {GLFW_KEY_PRINT_SCREEN, "Print"},
    {GLFW_KEY_KP_ADD, "+"},
    {GLFW_KEY_KP_SUBTRACT, "-"},
    {GLFW_KEY_KP_MULTIPLY, "*"},
    {GLFW_KEY_KP_DIVIDE, "/"},
    {GLFW_KEY_KP_EQUAL, "="},
};

/// What the keypad's digits mean with Num Lock off, from 0 to 9.
constexpr const char* keypad_moves[] = {"Insert", "End",   "Down", "PageDown", "Left",
                                        "",       "Right", "Home", "Up",       "PageUp"};

bool is_sign(char32_t text) { return text < 128 && std::ispunct(static_cast<int>(text)) != 0; }

std::string keypad_name(const KeyPress& press) {
  const int digit = press.key - GLFW_KEY_KP_0;
  const bool digits = press.text != 0 || (press.mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)) != 0;
  return digits ? std::to_string(digit) : keypad_moves[digit];
}

/// The key's own name, without modifiers; "" = none.
std::string bare_name(const KeyPress& press) {
  for (const Named& named : named_keys) {
    if (named.key == press.key) return named.name;
  }
  if (press.key >= GLFW_KEY_F1 && press.key <= GLFW_KEY_F25) {
    return "F" + std::to_string(press.key - GLFW_KEY_F1 + 1);
  }
  if (press.key >= GLFW_KEY_KP_0 && press.key <= GLFW_KEY_KP_9) return keypad_name(press);
  const bool printable = press.key > 32 && press.key < 127;
  return printable ? std::string(1, static_cast<char>(press.key)) : "";
}

}  // namespace

Input& Input::of(GLFWwindow* window) {
  return *static_cast<Input*>(glfwGetWindowUserPointer(window));
}

void Input::install(GLFWwindow* window) {
#if IMGUI_VERSION_NUM >= 18700
  // Its own queue is not seen from outside: what waits in it would wait until the mouse moves
  ImGui::GetIO().ConfigInputTrickleEventQueue = false;
#endif
  window_ = window;
  glfwSetWindowUserPointer(window, this);
  using Kind = Event::Kind;
  glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) {
    of(w).mouse_x_ = x;
    of(w).mouse_y_ = y;
    of(w).add({Kind::move});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
    of(w).add({Kind::button, button, action, mods});
  });
  glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
    Input& input = of(w);
    input.events_.scroll_x += x;
    input.events_.scroll_y += y;
    input.events_.scroll_mods = held_mods(w);
    input.add({Kind::scroll, 0, 0, 0, 0, x, y});
  });
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    of(w).on_event({Kind::key, key, scancode, action, mods});
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned c) {
    of(w).on_event({Kind::text, static_cast<int>(c)});
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
    of(w).add({Kind::focus, focused});
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
    of(w).add({Kind::enter, entered});
  });
  install_application_callbacks();
}

/// Events that are none of ImGui's business.
void Input::install_application_callbacks() {
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    for (int i = 0; i < count; ++i) of(w).events_.dropped.emplace_back(paths[i]);
    of(w).activity_ = true;
  });
  glfwSetWindowRefreshCallback(
      window_, [](GLFWwindow* w) { of(w).events_.exposed = of(w).activity_ = true; });
  glfwSetFramebufferSizeCallback(
      window_, [](GLFWwindow* w, int, int) { of(w).events_.exposed = of(w).activity_ = true; });
  glfwSetWindowContentScaleCallback(
      window_, [](GLFWwindow* w, float, float) { of(w).events_.exposed = of(w).activity_ = true; });
}

void Input::also_install(GLFWwindow* window) {
  using Kind = Event::Kind;
  glfwSetWindowUserPointer(window, this);
  glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
    of(w).on_event({Kind::key, key, scancode, action, mods});
  });
  glfwSetCharCallback(window, [](GLFWwindow* w, unsigned c) {
    of(w).on_event({Kind::text, static_cast<int>(c)});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int, int action, int) {
    double x = 0, y = 0;
    glfwGetCursorPos(w, &x, &y);
    Input& input = of(w);
    input.activity_ = true;
    if (action == GLFW_PRESS)
      input.events_.second_clicks.push_back({static_cast<float>(x), static_cast<float>(y)});
  });
  glfwSetWindowCloseCallback(window, [](GLFWwindow* w) { of(w).activity_ = true; });
  glfwSetWindowRefreshCallback(
      window, [](GLFWwindow* w) { of(w).events_.exposed = of(w).activity_ = true; });
  glfwSetFramebufferSizeCallback(
      window, [](GLFWwindow* w, int, int) { of(w).events_.exposed = of(w).activity_ = true; });
}

/// Is this key after one that may lead to a line, or such a key itself and ImGui has not yet seen
/// what was typed before it?
bool Input::must_defer(const Event& event) const {
  if (deferring_ || !opens_line_ || event.kind != Event::Kind::key) return deferring_;
  if (!events_.keys.empty() && opens_line_(key_name(events_.keys.back()))) return true;
  const KeyPress press{layout_key(event.a, event.b), event.d, false, 0, ""};
  return event.c != GLFW_RELEASE && !queue_.empty() && opens_line_(key_name(press));
}

/// A key or a letter, in the order in which they came.
void Input::on_event(const Event& event) {
  activity_ = true;
  deferring_ = must_defer(event);
  if (deferring_) {
    deferred_.push_back(event);
    return;
  }
  auto& keys = events_.keys;
  if (event.kind == Event::Kind::text) {
    if (!keys.empty() && keys.back().text == 0) keys.back().text = static_cast<char32_t>(event.a);
  } else if (event.c != GLFW_RELEASE && event.a != GLFW_KEY_UNKNOWN) {
    keys.push_back({layout_key(event.a, event.b), event.d, event.c == GLFW_REPEAT, 0, ""});
  }
  add(event);
}

void Input::defer_keys(bool defer) {
  deferring_ = defer;
  if (defer) return;
  for (const Event& event : std::exchange(deferred_, {})) on_event(event);
}

void Input::add(Event event) {
  activity_ = true;
  if (event.kind != Event::Kind::scroll) {
    event.x = mouse_x_;
    event.y = mouse_y_;
  }
  if (queue_.empty() && fits(event)) {
    apply(event);
  } else {
    queue_.push_back(event);
  }
}

/// May ImGui see this event in the same frame as those before it?
bool Input::fits(const Event& event) const {
  using Kind = Event::Kind;
  // Ctrl+A must not become A because Ctrl went up early; that holds for every version
  if (event.kind == Kind::key && is_modifier(event.a) && seen_.plain_press) return false;
  const auto button = static_cast<std::size_t>(event.a);
  switch (event.kind) {
    case Kind::move: return !seen_.any_button;
    case Kind::button:
      // A drag's last stretch is seen before the button goes up
      if (seen_.moved && event.b == GLFW_RELEASE) return false;
      return button >= seen_.buttons.size() || !seen_.buttons[button];
    case Kind::key: return std::ranges::find(seen_.keys, event.a) == seen_.keys.end();
    // ImGui takes a frame's characters before its keys: none may jump over a Backspace
    case Kind::text: return !seen_.silent;
    default: return true;
  }
}

void Input::apply(const Event& event) {
  if (event.kind != Event::Kind::text) seen_.silent |= std::exchange(seen_.pressed, false);
  switch (event.kind) {
    case Event::Kind::move:
      seen_.moved = true;
      tell_place(window_, event.x, event.y);
      break;
    case Event::Kind::button: apply_button(event); break;
    case Event::Kind::scroll: ImGui_ImplGlfw_ScrollCallback(window_, event.x, event.y); break;
    case Event::Kind::key: apply_key(event); break;
    case Event::Kind::text:
      seen_.pressed = false;
      ImGui_ImplGlfw_CharCallback(window_, static_cast<unsigned>(event.a));
      break;
    case Event::Kind::focus: ImGui_ImplGlfw_WindowFocusCallback(window_, event.a); break;
    case Event::Kind::enter: ImGui_ImplGlfw_CursorEnterCallback(window_, event.a); break;
  }
  tell_modifiers(mods_);
  if (event.kind == Event::Kind::move || event.kind == Event::Kind::button) {
    seen_.x = event.x;
    seen_.y = event.y;
  }
}

void Input::apply_button(const Event& event) {
  const auto button = static_cast<std::size_t>(event.a);
  if (button < buttons_.size()) {
    buttons_[button] = event.b == GLFW_PRESS;
    seen_.buttons[button] = seen_.any_button = true;
  }
  ImGui_ImplGlfw_MouseButtonCallback(window_, event.a, event.b, event.c);
}

void Input::apply_key(const Event& event) {
  if (!is_modifier(event.a))
    mods_ = event.d;
  else if (event.c == GLFW_RELEASE)
    mods_ &= ~mod_of(event.a);
  else
    mods_ |= mod_of(event.a);
  if (event.a == GLFW_KEY_TAB)
    return;  // leads through all controls (ui_focus.hpp), not only through ImGui's own
  if (event.c == GLFW_PRESS) seen_.pressed = true;
  if (event.c == GLFW_PRESS && !is_modifier(event.a)) seen_.plain_press = true;
  if (event.c != GLFW_REPEAT) seen_.keys.push_back(event.a);
  // Before 1.87 the back end takes places for letters: Ctrl+A must be where the layout has its A
  const int key = imgui_queues ? event.a : layout_key(event.a, event.b);
  ImGui_ImplGlfw_KeyCallback(window_, key, event.b, event.c, event.d);
}

void Input::replay() {
  while (!queue_.empty() && fits(queue_.front())) {
    const Event event = queue_.front();
    queue_.pop_front();
    apply(event);
  }
  if (!imgui_queues) {
    // The back end has read the mouse's state of this very moment; ImGui shall see that of the
    // events
    ImGuiIO& io = ImGui::GetIO();
    for (std::size_t i = 0; i < buttons_.size(); ++i) io.MouseDown[i] = buttons_[i];
    if (seen_.any_button || seen_.moved) {
      io.MousePos = ImVec2(static_cast<float>(seen_.x), static_cast<float>(seen_.y));
    }
  }
  seen_ = Seen{};
}

InputEvents Input::take() {
  for (KeyPress& press : events_.keys) press.name = key_name(press);
  return std::exchange(events_, InputEvents{});
}

bool Input::take_activity() { return std::exchange(activity_, false); }

int layout_key(int key, int scancode) {
  // Only keys that print; asking for others, or for unknown ones, can be an X error
  if (key < GLFW_KEY_APOSTROPHE || key > GLFW_KEY_WORLD_2) return key;
  const char* text = glfwGetKeyName(key, scancode);
  if (!text || text[0] == '\0' || text[1] != '\0' || static_cast<unsigned char>(text[0]) <= 32)
    return key;

  // Digits stay where they are: on a French keyboard the unshifted key prints '&'
  const bool digit = key >= GLFW_KEY_0 && key <= GLFW_KEY_9;
  if (digit && std::string_view("+-=").find(text[0]) == std::string_view::npos) return key;
  return std::toupper(static_cast<unsigned char>(text[0]));
}

std::string key_name(const KeyPress& press) {
  // A typed sign is its own name, wherever the layout has it. Digits keep their row, '?' excepted.
  const bool digit = press.key >= GLFW_KEY_0 && press.key <= GLFW_KEY_9;
  const bool keypad = press.key >= GLFW_KEY_KP_0 && press.key <= GLFW_KEY_KP_EQUAL;
  if (!keypad && is_sign(press.text) && (!digit || press.text == U'?')) {
    return std::string(1, static_cast<char>(press.text));
  }
  const std::string bare = bare_name(press);
  if (bare.empty()) return "";
  const bool sign = bare.size() == 1 && is_sign(static_cast<unsigned char>(bare[0]));

  std::string name;
  if (press.mods & GLFW_MOD_CONTROL) name += "Ctrl+";
  if (press.mods & GLFW_MOD_ALT) name += "Alt+";
  if ((press.mods & GLFW_MOD_SHIFT) && !sign) name += "Shift+";
  if (press.mods & GLFW_MOD_SUPER) name += "Super+";
  return name + bare;
}

}  // namespace scope
