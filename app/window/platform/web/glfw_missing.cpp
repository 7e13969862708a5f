// What emscripten's GLFW lacks. Pixels are window coordinates here, as on X11; the display's scale
// is the page's.
#include <GLFW/glfw3.h>

extern "C" {

double radix_pixel_ratio();  // library.js
void radix_page_size(int* width, int* height);

void glfwInitHint(int, int) {}
void glfwWindowHintString(int, const char*) {}
void glfwGetMonitorWorkarea(GLFWmonitor*, int* x, int* y, int* width, int* height) {
  *x = *y = 0;
  radix_page_size(width, height);
}
void glfwGetMonitorContentScale(GLFWmonitor*, float* x, float* y) {
  *x = *y = static_cast<float>(radix_pixel_ratio());
}
void glfwGetWindowContentScale(GLFWwindow*, float* x, float* y) {
  *x = *y = static_cast<float>(radix_pixel_ratio());
}
GLFWwindowcontentscalefun glfwSetWindowContentScaleCallback(GLFWwindow*,
                                                            GLFWwindowcontentscalefun) {
  return nullptr;
}
GLFWglproc glfwGetProcAddress(const char*) { return nullptr; }
}
