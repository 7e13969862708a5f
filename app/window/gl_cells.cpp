#include "gl_cells.hpp"

#include <glad/gl.h>

#include <cstddef>

#include "gl_program.hpp"

namespace scope {
namespace {

/// One attribute of every instance, read from its place in CellInstance.
void attribute(GLuint index, GLint count, GLenum type, std::size_t offset) {
  const auto* place = reinterpret_cast<const void*>(offset);
  constexpr GLsizei stride = sizeof(CellInstance);
  glEnableVertexAttribArray(index);
  if (type == GL_UNSIGNED_INT)
    glVertexAttribIPointer(index, count, type, stride, place);
  else
    glVertexAttribPointer(index, count, type, type == GL_UNSIGNED_BYTE, stride, place);
  glVertexAttribDivisor(index, 1);
}

void describe_instances() {
  attribute(0, 4, GL_FLOAT, offsetof(CellInstance, from));
  attribute(1, 4, GL_FLOAT, offsetof(CellInstance, to));
  attribute(2, 4, GL_UNSIGNED_BYTE, offsetof(CellInstance, fill));
  attribute(3, 4, GL_UNSIGNED_BYTE, offsetof(CellInstance, edge));
  attribute(4, 4, GL_FLOAT, offsetof(CellInstance, edge_width));
  attribute(5, 1, GL_UNSIGNED_INT, offsetof(CellInstance, key));
}

}  // namespace

std::string GlCells::load() {
  const std::string error =
      make_program({"cell.vert", "cell.frag", "Cells are drawn without it."}, program_);
  if (!error.empty()) return error;
  const auto uniform = [&](const char* name) { return glGetUniformLocation(program_, name); };
  at_ = {uniform("page"),         uniform("window"),     uniform("moved"),
         uniform("selected"),     uniform("select_ink"), uniform("select_width"), uniform("edge_factor"),
         uniform("hatch_opacity")};

  glGenVertexArrays(1, &array_);
  glGenBuffers(1, &buffer_);
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  describe_instances();
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return "";
}

GlCells::~GlCells() {
  if (!ready()) return;
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &array_);
  glDeleteProgram(program_);
}

void GlCells::upload(std::span<const CellInstance> cells) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(cells.size_bytes()), cells.data(),
               GL_DYNAMIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  count_ = static_cast<int>(cells.size());
}

void GlCells::draw(const CellView& view) const {
  const auto part = [](uint8_t byte) { return static_cast<float>(byte) / 255; };
  const Colour ink = view.select_ink;
  glUseProgram(program_);
  glUniform4f(at_.page, view.corner.x, view.corner.y, view.scale.x, view.scale.y);
  glUniform2f(at_.window, view.window_width, view.window_height);
  glUniform1f(at_.moved, view.moved);
  glUniform1ui(at_.selected, view.selected);
  glUniform4f(at_.select_ink, part(ink.r), part(ink.g), part(ink.b), part(ink.a));
  glUniform1f(at_.select_width, view.select_width);
  glUniform1f(at_.edge_factor, view.edge_factor);
  glUniform1f(at_.hatch_opacity, hatch_opacity);
  glBindVertexArray(array_);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
}

}  // namespace scope
