/// In a browser the functions of OpenGL need no loader: WebGL 2 is OpenGL ES 3.0.
#pragma once
#include <GLES3/gl3.h>
#define GLAD_MAKE_VERSION(major, minor) ((major) * 10000 + (minor))
inline int gladLoadGL(void (*(*)(const char*))()) { return GLAD_MAKE_VERSION(3, 3); }
