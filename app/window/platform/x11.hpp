/// A way around one fault of GLFW on X11.
#pragma once

namespace scope {

/// A window manager that died leaves its name tag on the screen's root window. GLFW up to 3.4
/// stumbles over it in glfwInit and, in distributions' builds, aborts in glfwCreateWindow. Takes
/// such a tag away and returns true: GLFW must then be started again. False where there is nothing
/// to do, as on every system without X11. Call between glfwInit and glfwCreateWindow.
bool forget_dead_window_manager();

}  // namespace scope
