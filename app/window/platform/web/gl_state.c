// Asking WebGL for its state waits until everything has been drawn: 72 % of the time of a frame. ImGui's back end asks
// some 18 times a frame in order to put back what nobody here needs back. It is told the defaults.
#include <GLES3/gl3.h>

void radix_get_integer(GLenum name, GLint* value) {
  switch (name) {
    case GL_ACTIVE_TEXTURE: *value = GL_TEXTURE0; break;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA: *value = GL_ONE; break;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA: *value = GL_FUNC_ADD; break;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX: value[0] = value[1] = value[2] = value[3] = 0; break;
    case GL_MAJOR_VERSION: *value = 3; break;
    default: *value = 0;
  }
}

GLboolean radix_is_enabled(GLenum name) { return (void)name, GL_FALSE; }
