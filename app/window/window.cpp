#define GLFW_INCLUDE_NONE
#include "window.hpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <functional>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/core/base/files.hpp"
#include "app/core/base/png.hpp"
#include "app/window/platform/host.hpp"
#include "app/window/platform/x11.hpp"
#include "draw.hpp"
#include "imgui_compat.hpp"
#include "text/window.hpp"

namespace scope {
namespace {

constexpr double frame_seconds = 1.0 / 60;

/// How much of a window at x, y lies on a screen, in screen coordinates squared.
int overlap(GLFWmonitor* screen, int x, int y, int width, int height) {
  int sx = 0, sy = 0;
  glfwGetMonitorPos(screen, &sx, &sy);
  const GLFWvidmode* mode = glfwGetVideoMode(screen);
  if (!mode) return 0;
  const int w = std::min(x + width, sx + mode->width) - std::max(x, sx);
  const int h = std::min(y + height, sy + mode->height) - std::max(y, sy);
  return std::max(w, 0) * std::max(h, 0);
}

/// The screen that holds most of the window; null when there is none.
GLFWmonitor* screen_of(int x, int y, int width, int height) {
  int count = 0;
  GLFWmonitor** screens = glfwGetMonitors(&count);
  GLFWmonitor* best = glfwGetPrimaryMonitor();
  int most = 0;
  for (int i = 0; i < count; ++i) {
    const int area = overlap(screens[i], x, y, width, height);
    if (area > most) best = screens[i];
    most = std::max(most, area);
  }
  return best;
}

/// Somebody looks; of use where nothing is drawn otherwise.
volatile std::sig_atomic_t looks = 0;

std::string& last_glfw_error() {
  static std::string text;
  return text;
}

/// " (GLX: …)" or "".
std::string because() { return last_glfw_error().empty() ? "" : " (" + last_glfw_error() + ")"; }

std::string no_display() {
  return text::paragraph(text::window::no_display({.why = because()}),
                         std::string(text::window::without));
}

std::string no_opengl(const std::string& found) {
  return text::paragraph(text::window::no_opengl({.why = found}),
                         std::string(text::window::update_driver),
                         std::string(text::window::without));
}

/// The work area of the main screen, in screen coordinates; 0 = unknown.
void limit_to_screen(int& width, int& height) {
  GLFWmonitor* screen = glfwGetPrimaryMonitor();
  if (!screen) return;
  int x = 0, y = 0, w = 0, h = 0;
  glfwGetMonitorWorkarea(screen, &x, &y, &w, &h);
  if (w <= 0 || h <= 0) return;
  float sx = 1, sy = 1;
  glfwGetMonitorContentScale(screen, &sx, &sy);
  width = std::min(width, static_cast<int>(static_cast<float>(w) / sx));
  height = std::min(height, static_cast<int>(static_cast<float>(h) / sy));
}

GLFWwindow* make_window(const WindowSetup& options) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);  // macOS gives nothing else
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "radixscope");
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "radixscope");
  int width = options.width, height = options.height;
  limit_to_screen(width, height);
  return glfwCreateWindow(std::max(width, 1), std::max(height, 1), options.title.c_str(), nullptr,
                          nullptr);
}

std::string gl_text(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text ? reinterpret_cast<const char*>(text) : "";
}

bool draws_in_software(const std::string& renderer) {
  for (const char* word : {"llvmpipe", "softpipe", "SWR", "Software", "swrast", "GDI Generic"}) {
    if (renderer.find(word) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

/// Onto the picture that was cleared, which is so many pixels high.
static void lay(const std::vector<ui::Surface>& surfaces, int height) {
  const ImVec2 density = ImGui::GetIO().DisplayFramebufferScale;
  const auto pixel = [](float at) { return static_cast<int>(std::lround(at)); };
  const auto part = [](ImU32 colour, int shift) {
    return static_cast<float>(colour >> shift & 0xFF) / 255;
  };
  glEnable(GL_SCISSOR_TEST);
  for (const auto& [at, colour] : surfaces) {
    const int left = pixel(at.x * density.x), right = pixel(at.right() * density.x),
              top = pixel(at.y * density.y), bottom = pixel(at.bottom() * density.y);
    if (right <= left || bottom <= top) continue;
    glScissor(left, height - bottom, right - left, bottom - top);
    glClearColor(part(colour, IM_COL32_R_SHIFT), part(colour, IM_COL32_G_SHIFT),
                 part(colour, IM_COL32_B_SHIFT), 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  glDisable(GL_SCISSOR_TEST);
}

bool Window::closing() const { return glfwWindowShouldClose(window_) != 0; }

double Window::rest(double idle) const {
  return settle_ > 0 || input_.waiting() ? 0 : std::max(std::min(idle, fonts_due_), 0.0);
}

void Window::begin_frame(double idle) {
  if (const double wait = rest(idle); wait > 0) {
    glfwWaitEventsTimeout(wait);
    quick_frames_ = 0;
  } else {
    if (paced_ && !unfinished_) keep_pace();
    glfwPollEvents();
  }
  began_ = glfwGetTime();
  settle_ = input_.take_activity() || input_.waiting() ? 3 : std::max(settle_ - 1, 0);

  if (auto found = follow_language()) {
    fonts_ = std::move(*found);
    settle_ = 3;  // on a page a language comes by itself, and its signs are made in the next frames
  }
  fonts_due_ = refresh_fonts();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  input_.replay();
  events_ = input_.take();
  ImGui::NewFrame();
}

void Window::render(Colour page, bool unfinished) {
  ImGui::Render();
  const bool lacks_signs = note_signs(*ImGui::GetDrawData());
  if (lacks_signs) fonts_due_ = 0;
  const std::size_t picture = picture_number(*ImGui::GetDrawData(), page);
  const bool stands = picture == picture_ && !events_.exposed && !ui::textures_change();
  const bool whole = !lacks_signs && !unfinished;
  owed_ = owed_ || (whole && !stands);
  if (whole && looks) looks = 0, looked_at_ = true;
  skipped_ = drawn_ > 2 && (!whole || !owed_ || (!draws_ && !looked_at_));
  owed_ = owed_ && skipped_;
  if (!unfinished) picture_ = picture;
  unfinished_ = skipped_ && (lacks_signs || unfinished);
  page_ = page;
  surfaces_ = ui::take_surfaces();
  if (!skipped_) draw();
}

bool Window::was_looked_at() { return std::exchange(looked_at_, false); }

void Window::draw() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  glViewport(0, 0, width, height);
  glClearColor(static_cast<float>(page_.r) / 255, static_cast<float>(page_.g) / 255,
               static_cast<float>(page_.b) / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  lay(surfaces_, height);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Window::present() {
  if (!skipped_) glfwSwapBuffers(window_);
  ++drawn_;
  // The first picture may lack sizes of type that it only then asked for
  if (show_ && drawn_ >= 2) {
    glfwShowWindow(window_);
    show_ = false;
  }
}

void Window::keep_pace() {
  // A display that sets the pace holds each swap back; one that does not lets frames through at
  // once
  const double early = began_ + 0.6 / refresh_rate_;
  if (!skipped_) quick_frames_ = glfwGetTime() < early ? quick_frames_ + 1 : 0;
  limiting_ = limiting_ || software_ || quick_frames_ >= 3;
  const double rest = began_ + frame_seconds - glfwGetTime();
  if ((limiting_ || skipped_) && rest > 0)
    std::this_thread::sleep_for(std::chrono::duration<double>(rest));
}

std::string Window::screenshot(const std::string& path) {
  if (std::exchange(skipped_, false)) draw();
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  if (width <= 0 || height <= 0) return text::window::no_size;
  std::vector<unsigned char> pixels(static_cast<std::size_t>(width) *
                                    static_cast<std::size_t>(height) * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  for (std::size_t pixel = 0; 4 * pixel < pixels.size(); ++pixel)  // WebGL reads no three bytes
    std::copy_n(&pixels[4 * pixel], 3, &pixels[3 * pixel]);
  pixels.resize(pixels.size() / 4 * 3);

  const std::string png = png_of(static_cast<uint32_t>(width), static_cast<uint32_t>(height),
                                 pixels, PixelRows::from_bottom);
  if (png.empty()) return text::window::no_png;
  return write_file(path, png);
}

float Window::content_scale() const {
  float sx = 1, sy = 1;
  glfwGetWindowContentScale(window_, &sx, &sy);
  // Where window coordinates are coarser than pixels (macOS), ImGui scales by itself
  int window_width = 0, pixels = 0, height = 0;
  glfwGetWindowSize(window_, &window_width, &height);
  glfwGetFramebufferSize(window_, &pixels, &height);
  const float density =
      window_width > 0 ? static_cast<float>(pixels) / static_cast<float>(window_width) : 1;
  return density > 0 ? std::max(sx / density, 0.5f) : 1;
}

ImVec2 Window::size() const {
  int width = 0, height = 0;
  glfwGetWindowSize(window_, &width, &height);
  return {static_cast<float>(std::max(width, 1)), static_cast<float>(std::max(height, 1))};
}

namespace {

/// A window that covered the screen from its start on has had no place of its own: its title bar
/// must not be above it.
void keep_in_reach(int& x, int& y) {
  constexpr int title_bar =
      40;  // screen coordinates; frames are not known while the window has none
  int left = 0, top = 0, width = 0, height = 0;
  if (GLFWmonitor* screen = glfwGetPrimaryMonitor())
    glfwGetMonitorWorkarea(screen, &left, &top, &width, &height);
  if (x == left && y <= top) x = left + title_bar, y = top + title_bar;
}

}  // namespace

void Window::set_fullscreen(bool on) {
  if (on == fullscreen_) return;
  auto& old = before_fullscreen_;
  if (on) {
    glfwGetWindowPos(window_, &old.x, &old.y);
    glfwGetWindowSize(window_, &old.width, &old.height);
    GLFWmonitor* screen = screen_of(old.x, old.y, old.width, old.height);
    const GLFWvidmode* mode = screen ? glfwGetVideoMode(screen) : nullptr;
    if (!mode) return;
    glfwSetWindowMonitor(window_, screen, 0, 0, mode->width, mode->height, mode->refreshRate);
  } else {
    keep_in_reach(old.x, old.y);
    glfwSetWindowMonitor(window_, nullptr, old.x, old.y, old.width, old.height, GLFW_DONT_CARE);
  }
  fullscreen_ = on;
  settle_ = 3;
}

WindowPlace Window::place() const {
  if (fullscreen_) return before_fullscreen_;
  WindowPlace place;
  glfwGetWindowPos(window_, &place.x, &place.y);
  glfwGetWindowSize(window_, &place.width, &place.height);
  return place;
}

void Window::put(const WindowPlace& place) {
  constexpr int head = 40;  // of the window: what must be in reach
  GLFWmonitor* screen = screen_of(place.x, place.y, place.width, head);
  if (!screen || overlap(screen, place.x, place.y, place.width, head) < head * head) return;
  glfwSetWindowSize(window_, place.width, place.height);
  glfwSetWindowPos(window_, place.x, place.y);
}

void Window::move_to(const WindowPlace& place) {
  if (!fullscreen_) {
    glfwSetWindowSize(window_, place.width, place.height);
    glfwSetWindowPos(window_, place.x, place.y);
    return;
  }
  set_fullscreen(false);
  move_to(place);
  set_fullscreen(true);
}

std::string Window::open_second(const std::string& title) {
  if (on_a_page()) return text::window::one_window;
  std::vector<WindowPlace> screens;
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count; ++i) {
    WindowPlace& screen = screens.emplace_back();
    glfwGetMonitorWorkarea(monitors[i], &screen.x, &screen.y, &screen.width, &screen.height);
    if (screen.width <= 0) screens.pop_back();
  }
  WindowPlace now;  // where its picture is, though it covers the screen
  glfwGetWindowPos(window_, &now.x, &now.y);
  glfwGetWindowSize(window_, &now.width, &now.height);
  const TwoPlaces places = two_places(screens, now);
  last_glfw_error().clear();
  if (!second_.open(window_, input_, title, places.second, hidden_))
    return last_glfw_error().empty() ? std::string(text::window::display_refuses)
                                     : last_glfw_error();
  one_screen_ = places.same_screen;
  before_second_.reset();
  if (places.first) before_second_ = place(), move_to(*places.first);
  settle_ = 3;
  return "";
}

void Window::swap_places() {
  if (!second_.is_open()) return;
  WindowPlace now;  // where its picture is, though it covers the screen
  glfwGetWindowPos(window_, &now.x, &now.y);
  glfwGetWindowSize(window_, &now.width, &now.height);
  const WindowPlace other = second_.place();
  second_.move_to(now);
  move_to(other);
  settle_ = 3;
}

void Window::close_second() {
  if (!second_.is_open()) return;
  second_.close();
  if (before_second_) move_to(*std::exchange(before_second_, std::nullopt));
  settle_ = 3;
}

void Window::show_second(Colour page) {
  if (second_.is_open() && second_.show(page, events_.exposed)) fonts_due_ = 0;
}

std::string Window::clipboard() const {
  const char* text = glfwGetClipboardString(window_);
  return text ? text : "";
}

static std::mutex waking;  // GLFW does not end meanwhile
static bool may_wake = false;

void wake_window() {
  const std::scoped_lock lock(waking);
  if (may_wake) glfwPostEmptyEvent();
}

OpenedWindow open_window(const WindowSetup& options) {
  last_glfw_error().clear();
  glfwSetErrorCallback([](int, const char* text) { last_glfw_error() = text; });
  glfwInitHint(GLFW_COCOA_CHDIR_RESOURCES, GLFW_FALSE);
  const QuietErrors quiet;  // Wayland's and Mesa's words on what they tried
  if (!glfwInit()) return {nullptr, no_display()};
  if (forget_dead_window_manager()) {
    glfwTerminate();
    if (!glfwInit()) return {nullptr, no_display()};
  }

  // From here on ~Window puts everything back, whatever happens
  std::unique_ptr<Window> window(new Window);
  window->window_ = make_window(options);
  if (!window->window_) return {nullptr, no_opengl(because())};
  glfwMakeContextCurrent(window->window_);
  const int version = gladLoadGL(glfwGetProcAddress);
  if (version < GLAD_MAKE_VERSION(3, 3)) {
    const std::string found = version == 0 ? "" : " (only " + gl_text(GL_VERSION) + ")";
    return {nullptr, no_opengl(found)};
  }

  window->graphics_ = gl_text(GL_VERSION) + ", " + gl_text(GL_RENDERER);
  window->software_ = draws_in_software(gl_text(GL_RENDERER));
  if (GLFWmonitor* screen = glfwGetPrimaryMonitor()) {
    const GLFWvidmode* mode = glfwGetVideoMode(screen);
    if (mode && mode->refreshRate > 0) window->refresh_rate_ = mode->refreshRate;
  }
  window->show_ = !options.hidden;
  window->hidden_ = options.hidden;
  window->paced_ = options.paced && !on_a_page();
  window->draws_ = options.drawn;
#ifdef SIGUSR1
  if (!options.drawn) std::signal(SIGUSR1, [](int) { looks = 1; });
#endif
  glfwSwapInterval(options.paced && !options.hidden ? 1 : 0);
  glfwSetWindowSizeLimits(window->window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  window->start_imgui(options);
  const std::scoped_lock lock(waking);
  may_wake = true;
  return {std::move(window), ""};
}

void Window::start_imgui(const WindowSetup& options) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is fixed; nothing is written without being asked
  io.LogFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window_, false);
  const std::string header = glsl_header();  // of which it takes the first line alone
  ImGui_ImplOpenGL3_Init(header.substr(0, header.find('\n')).c_str());
  imgui_ = true;
  input_.install(window_);
  ui::set_scale(content_scale());
  fonts_ = load_fonts(options.fonts);
}

Window::~Window() {
  {
    const std::scoped_lock lock(waking);
    may_wake = false;
  }
  second_.close();
  if (imgui_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  if (window_) glfwDestroyWindow(window_);
  glfwTerminate();
}

}  // namespace scope
