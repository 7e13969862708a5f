#include "gl_cells.hpp"

#include <glad/gl.h>

#include <cstddef>

#include "files.hpp"

namespace scope {
namespace {

/// A shader or program while it is being made; gone at the end of the scope.
struct Shader {
  GLuint name = 0;
  ~Shader() { glDeleteShader(name); }
};

/// The first line of what the driver says, which may be many.
std::string first_line(std::string text) {
  text.resize(text.find('\0') == std::string::npos ? text.size() : text.find('\0'));
  return text.substr(0, text.find('\n'));
}

std::string cannot_use(const std::string& path, const std::string& why) {
  return "The shader '" + path + "' cannot be used: " + why + " Cells are drawn without it.";
}

/// Compiles shaders/<file> into `shader`; returns "" or one sentence.
std::string compile(const char* file, GLenum kind, Shader& shader) {
  const std::string wanted = std::string("shaders/") + file;
  const std::string path = resource(wanted);
  if (path.empty())
    return "The shader '" + wanted +
           "' is neither beside the program nor in its source folder. "
           "Cells are drawn without it.";
  const FileText source = read_file(path);
  if (!source.ok()) return cannot_use(path, source.error);

  shader.name = glCreateShader(kind);
  const char* text = source.text.c_str();
  glShaderSource(shader.name, 1, &text, nullptr);
  glCompileShader(shader.name);
  GLint good = 0;
  glGetShaderiv(shader.name, GL_COMPILE_STATUS, &good);
  if (good) return "";
  std::string log(1024, '\0');
  glGetShaderInfoLog(shader.name, static_cast<GLsizei>(log.size()), nullptr, log.data());
  return cannot_use(path, "it does not compile (" + first_line(log) + ").");
}

/// Links both; returns "" or one sentence.
std::string link(const Shader& vertex, const Shader& fragment, GLuint program) {
  glAttachShader(program, vertex.name);
  glAttachShader(program, fragment.name);
  glLinkProgram(program);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good) return "";
  std::string log(1024, '\0');
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
  return cannot_use(resource("shaders"), "they do not link (" + first_line(log) + ").");
}

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
  Shader vertex, fragment;
  std::string error = compile("cell.vert", GL_VERTEX_SHADER, vertex);
  if (error.empty()) error = compile("cell.frag", GL_FRAGMENT_SHADER, fragment);
  if (!error.empty()) return error;
  const GLuint program = glCreateProgram();
  error = link(vertex, fragment, program);
  if (!error.empty()) {
    glDeleteProgram(program);
    return error;
  }
  program_ = program;
  const auto uniform = [&](const char* name) { return glGetUniformLocation(program, name); };
  at_ = {uniform("page"),         uniform("window"),     uniform("moved"),
         uniform("selected"),     uniform("select_ink"), uniform("select_width"),
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
  glUniform1f(at_.hatch_opacity, hatch_opacity);
  glBindVertexArray(array_);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
}

}  // namespace scope
