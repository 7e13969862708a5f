#include "gl_program.hpp"

#include <glad/gl.h>

#include <algorithm>

#include "app/base/files.hpp"

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

std::string cannot_use(const std::string& path, const std::string& why, const char* loss) {
  return "The shader '" + path + "' cannot be used: " + why + " " + loss;
}

/// A shader's text with the preamble as its second line; what follows keeps the numbers of its lines.
std::string with_preamble(const std::string& text, const std::string& preamble) {
  if (preamble.empty()) return text;
  const std::size_t behind = std::min(text.find('\n'), text.size() - 1) + 1;
  return text.substr(0, behind) + preamble + "#line 2\n" + text.substr(behind);
}

/// Compiles shaders/<file> into `shader`; returns "" or one sentence.
std::string compile(const char* file, GLenum kind, const std::string& preamble, const char* loss,
                    Shader& shader) {
  const std::string wanted = std::string("shaders/") + file;
  const std::string path = resource(wanted);
  if (path.empty())
    return "The shader '" + wanted +
           "' is missing. " + loss + looked_for_words();
  const FileText source = read_file(path);
  if (!source.ok()) return cannot_use(path, source.error, loss);

  shader.name = glCreateShader(kind);
  const std::string whole = with_preamble(source.text, preamble);
  const char* text = whole.c_str();
  glShaderSource(shader.name, 1, &text, nullptr);
  glCompileShader(shader.name);
  GLint good = 0;
  glGetShaderiv(shader.name, GL_COMPILE_STATUS, &good);
  if (good) return "";
  std::string log(1024, '\0');
  glGetShaderInfoLog(shader.name, static_cast<GLsizei>(log.size()), nullptr, log.data());
  return cannot_use(path, "it does not compile (" + first_line(log) + ").", loss);
}

/// Links both; returns "" or one sentence.
std::string link(const Shader& vertex, const Shader& fragment, GLuint program, const char* loss) {
  glAttachShader(program, vertex.name);
  glAttachShader(program, fragment.name);
  glLinkProgram(program);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good) return "";
  std::string log(1024, '\0');
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
  return cannot_use(resource("shaders"), "they do not link (" + first_line(log) + ").", loss);
}

}  // namespace

std::string make_program(const ProgramText& text, unsigned& program) {
  Shader vertex, fragment;
  program = 0;
  std::string error = compile(text.vertex, GL_VERTEX_SHADER, "", text.loss, vertex);
  if (error.empty()) error = compile(text.fragment, GL_FRAGMENT_SHADER, text.preamble, text.loss, fragment);
  if (!error.empty()) return error;
  const GLuint made = glCreateProgram();
  error = link(vertex, fragment, made, text.loss);
  if (error.empty()) program = made;
  else glDeleteProgram(made);
  return error;
}

}  // namespace scope
