#include "x11.hpp"

#if defined(__linux__)
#include <dlfcn.h>

#include <initializer_list>

namespace scope {
namespace {

// Xlib's own types; its headers need not be installed, and GLFW has loaded the library already
struct Display;
using Id = unsigned long;

template <class Function>
Function* loaded(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

using GetDisplay = Display*();
using RootWindow = Id(Display*);
using InternAtom = Id(Display*, const char*, int);
using DeleteProperty = int(Display*, Id, Id);
using Free = int(void*);
using Sync = int(Display*, int);
using GetProperty = int(Display*, Id window, Id property, long offset, long length, int remove,
                        Id type, Id* found_type, int* format, unsigned long* count,
                        unsigned long* left, unsigned char** data);

constexpr Id type_window = 33;  // XA_WINDOW

/// The window that a window's property names; 0 = none, or no such window.
Id named_window(Display* display, Id window, Id property) {
  auto* get = loaded<GetProperty>("XGetWindowProperty");
  auto* release = loaded<Free>("XFree");
  Id found_type = 0, result = 0;
  int format = 0;
  unsigned long count = 0, left = 0;
  unsigned char* data = nullptr;
  get(display, window, property, 0, 1, 0, type_window, &found_type, &format, &count, &left, &data);
  if (data && count > 0 && format == 32) result = *reinterpret_cast<Id*>(data);
  if (data) release(data);
  return result;
}

}  // namespace

bool forget_dead_window_manager() {
  for (const char* name : {"XDefaultRootWindow", "XInternAtom", "XGetWindowProperty", "XFree",
                           "XDeleteProperty", "XSync"}) {
    if (!dlsym(RTLD_DEFAULT, name)) return false;
  }
  auto* get_display = loaded<GetDisplay>("glfwGetX11Display");
  Display* display = get_display ? get_display() : nullptr;
  if (!display) return false;

  const Id root = loaded<RootWindow>("XDefaultRootWindow")(display);
  const Id tag = loaded<InternAtom>("XInternAtom")(display, "_NET_SUPPORTING_WM_CHECK", 0);
  const Id manager = named_window(display, root, tag);
  // A living manager's window carries the same tag. Asking a dead one is an X error, which GLFW,
  // having stumbled, still swallows.
  if (manager == 0 || named_window(display, manager, tag) != 0) return false;
  loaded<DeleteProperty>("XDeleteProperty")(display, root, tag);
  loaded<Sync>("XSync")(display, 0);
  return true;
}

}  // namespace scope

#else

namespace scope {
bool forget_dead_window_manager() { return false; }
}  // namespace scope

#endif
