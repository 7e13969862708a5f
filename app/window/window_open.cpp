// Opening the window: each thing that may be missing on the way ends in a sentence.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>

#include "window.hpp"
#include "app/base/files.hpp"
#include "app/window/platform/x11.hpp"

namespace scope {
namespace {

constexpr const char* without_window =
    " The commands that 'radixscope --help' lists work without a window.";

std::string& last_glfw_error() {
  static std::string text;
  return text;
}

/// " (GLX: …)" or "".
std::string because() { return last_glfw_error().empty() ? "" : " (" + last_glfw_error() + ")"; }

std::string no_display() {
  return "There is no display to open a window on" + because() + "." + without_window;
}

std::string no_opengl(const std::string& found) {
  return "This display offers no OpenGL 3.3" + found +
         ". Update the graphics driver or use Mesa's software renderer (on Linux: package "
         "libgl1-mesa-dri, LIBGL_ALWAYS_SOFTWARE=1; on Windows: Mesa's opengl32.dll beside the "
         "program)." +
         without_window;
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

OpenedWindow open_window(const WindowSetup& options) {
  last_glfw_error().clear();
  glfwSetErrorCallback([](int, const char* text) { last_glfw_error() = text; });
  glfwInitHint(GLFW_COCOA_CHDIR_RESOURCES, GLFW_FALSE);
  const QuietErrors quiet;   // Wayland's and Mesa's words on what they tried
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
  window->paced_ = options.paced;
  glfwSwapInterval(options.paced && !options.hidden ? 1 : 0);
  glfwSetWindowSizeLimits(window->window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  window->start_imgui(options);
  return {std::move(window), ""};
}

void Window::start_imgui(const WindowSetup& options) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is fixed; nothing is written without being asked
  io.LogFilename = nullptr;
  ImGui_ImplGlfw_InitForOpenGL(window_, false);
  ImGui_ImplOpenGL3_Init("#version 330 core");
  imgui_ = true;
  input_.install(window_);
  ui::set_scale(content_scale());
  fonts_ = load_fonts(options.fonts);
}

Window::~Window() {
  if (imgui_) {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  if (window_) glfwDestroyWindow(window_);
  glfwTerminate();
}

}  // namespace scope
