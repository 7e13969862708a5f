/* LD_PRELOAD, for a program with GLFW 3 on one X screen of 3200 x 1000 or more: two monitors of 1600 x 1000 side by side.
   Xvfb has one, however it is started. A window that covers a monitor is one of its size at its place. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

enum { monitors = 2, wide = 1600, high = 1000 };

static char monitor_at[monitors];
static void* pointers[monitors] = {&monitor_at[0], &monitor_at[1]};

void** glfwGetMonitors(int* count) {
  *count = monitors;
  return pointers;
}
void* glfwGetPrimaryMonitor(void) { return pointers[0]; }
void glfwGetMonitorPos(void* monitor, int* x, int* y) {
  *x = (int)((char*)monitor - monitor_at) * wide;
  *y = 0;
}
void glfwGetMonitorWorkarea(void* monitor, int* x, int* y, int* width, int* height) {
  glfwGetMonitorPos(monitor, x, y);
  *width = wide;
  *height = high;
}
void glfwGetMonitorContentScale(void* monitor, float* x, float* y) {
  (void)monitor;
  *x = *y = 1;
}
const int* glfwGetVideoMode(void* monitor) { /* GLFWvidmode */
  static const int mode[] = {wide, high, 8, 8, 8, 60};
  (void)monitor;
  return mode;
}
void glfwSetWindowMonitor(void* window, void* monitor, int x, int y, int width, int height, int rate) {
  static void (*own)(void*, void*, int, int, int, int, int);
  if (!own) *(void**)&own = dlsym(RTLD_NEXT, "glfwSetWindowMonitor");
  if (monitor) glfwGetMonitorPos(monitor, &x, &y);
  own(window, NULL, x, y, width, height, rate);
}
