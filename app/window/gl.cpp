#include "gl.hpp"

#include <glad/gl.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

#include "app/core/base/files.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/window/platform/host.hpp"
#include "text/window.hpp"

namespace scope {
namespace {

uint64_t all_uploads = 0;

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

std::string cannot_use(const std::string& path, const std::string& why, text::Label loss) {
  return text::window::shader_fails({.file = path, .loss = loss, .why = why});
}

/// A shader's text with this system's first line and the preamble; what follows keeps the numbers
/// of its lines.
std::string with_preamble(const std::string& text, const std::string& preamble) {
  const std::size_t behind = std::min(text.find('\n'), text.size() - 1) + 1;
  return glsl_header() + preamble + "#line 2\n" + text.substr(behind);
}

/// Compiles shaders/<file> into `shader`; returns "" or one sentence.
std::string compile(const char* file, GLenum kind, const std::string& preamble, text::Label loss,
                    Shader& shader) {
  const std::string wanted = std::string("shaders/") + file;
  const std::string path = resource(wanted);
  if (path.empty())
    return text::paragraph(text::window::shader_missing({.file = wanted}), std::string(loss),
                           looked_for_words());
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
  return cannot_use(path, text::window::not_compiled({.log = first_line(log)}), loss);
}

/// Links both; returns "" or one sentence.
std::string link(const Shader& vertex, const Shader& fragment, GLuint program, text::Label loss) {
  glAttachShader(program, vertex.name);
  glAttachShader(program, fragment.name);
  glLinkProgram(program);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  if (good) return "";
  std::string log(1024, '\0');
  glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
  return cannot_use(resource("shaders"), text::window::not_linked({.log = first_line(log)}), loss);
}

/// What goes into a program.
struct ProgramText {
  const char* vertex;  ///< file names in shaders/: "cell.vert"
  const char* fragment;
  text::Label loss;        ///< what is missing without it: text::window::plain_cells
  std::string preamble{};  ///< put after the #version line of the fragment shader
};

/// Reads, compiles and links while an OpenGL context is current. "" and the program's name, or one
/// sentence with the file's path and the loss; `program` is 0 then.
std::string make_program(const ProgramText& text, unsigned& program) {
  Shader vertex, fragment;
  program = 0;
  std::string error = compile(text.vertex, GL_VERTEX_SHADER, "", text.loss, vertex);
  if (error.empty())
    error = compile(text.fragment, GL_FRAGMENT_SHADER, text.preamble, text.loss, fragment);
  if (!error.empty()) return error;
  const GLuint made = glCreateProgram();
  error = link(vertex, fragment, made, text.loss);
  if (error.empty())
    program = made;
  else
    glDeleteProgram(made);
  return error;
}

/// One attribute of every instance, read from its place in an Instance.
template <class Instance>
void attribute(GLuint index, GLint count, GLenum type, std::size_t offset) {
  const auto* place = reinterpret_cast<const void*>(offset);
  constexpr GLsizei stride = sizeof(Instance);
  glEnableVertexAttribArray(index);
  if (type == GL_UNSIGNED_INT)
    glVertexAttribIPointer(index, count, type, stride, place);
  else
    glVertexAttribPointer(index, count, type, type == GL_UNSIGNED_BYTE, stride, place);
  glVertexAttribDivisor(index, 1);
}

/// From this cell of the buffer on.
void describe_cells(std::size_t first) {
  const std::size_t at = first * sizeof(CellInstance);
  attribute<CellInstance>(0, 4, GL_FLOAT, at + offsetof(CellInstance, from));
  attribute<CellInstance>(1, 4, GL_FLOAT, at + offsetof(CellInstance, to));
  attribute<CellInstance>(2, 4, GL_UNSIGNED_BYTE, at + offsetof(CellInstance, fill));
  attribute<CellInstance>(3, 4, GL_UNSIGNED_BYTE, at + offsetof(CellInstance, edge));
  attribute<CellInstance>(4, 4, GL_FLOAT, at + offsetof(CellInstance, edge_width));
  attribute<CellInstance>(5, 1, GL_UNSIGNED_INT, at + offsetof(CellInstance, key));
}

void describe_arrows() {
  attribute<ArrowInstance>(0, 4, GL_FLOAT, offsetof(ArrowInstance, from));
  attribute<ArrowInstance>(1, 4, GL_UNSIGNED_BYTE, offsetof(ArrowInstance, ink));
  attribute<ArrowInstance>(2, 2, GL_FLOAT, offsetof(ArrowInstance, width));
}

/// A buffer of instances, and how they are read.
void make_buffer(unsigned& array, unsigned& buffer, void (*describe)()) {
  glGenVertexArrays(1, &array);
  glGenBuffers(1, &buffer);
  glBindVertexArray(array);
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  describe();
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

void fill_buffer(unsigned buffer, const void* bytes, std::size_t count) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer);
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count), bytes, GL_DYNAMIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
}

/// A texture that is read texel by texel, never between them.
GLuint texture_of(const Heatmap& map) {
  const std::vector<float> loads = loads_of(map);
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, static_cast<GLsizei>(map.columns),
               static_cast<GLsizei>(map.rows), 0, GL_RED, GL_FLOAT, loads.data());
  return texture;
}

}  // namespace

std::string GlCells::load(Program& program, const char* preamble) {
  const std::string error =
      make_program({"cell.vert", "cell.frag", text::window::plain_cells, preamble}, program.name);
  if (!error.empty()) return error;
  const auto uniform = [&](const char* name) { return glGetUniformLocation(program.name, name); };
  program.page = uniform("page"), program.window = uniform("window");
  program.moved = uniform("moved"), program.selected = uniform("selected");
  program.select_ink = uniform("select_ink"), program.select_width = uniform("select_width");
  program.edge_factor = uniform("edge_factor"), program.hatch_opacity = uniform("hatch_opacity");
  return "";
}

std::string GlCells::load() {
  const std::string error = load(any_, "");
  if (!error.empty()) return error;
  load(plain_, "#define PLAIN\n");  // without it they are only drawn more slowly
  make_buffer(array_, buffer_, [] { describe_cells(0); });
  return "";
}

GlCells::~GlCells() {
  if (!ready()) return;
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &array_);
  for (const Program& each : {any_, plain_}) glDeleteProgram(each.name);
}

void GlCells::upload(std::span<const CellInstance> cells) {
  constexpr std::size_t few = 16;  // runs: each is a draw of its own
  fill_buffer(buffer_, cells.data(), cells.size_bytes());
  runs_.clear();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool plain = plain_.name != 0 && cells[i].dashed == 0 && cells[i].hatched == 0;
    if (runs_.empty() || runs_.back().plain != plain) runs_.push_back({i, 0, plain});
    ++runs_.back().count;
  }
  if (runs_.size() > few) runs_ = {{0, static_cast<int>(cells.size()), false}};
  uploads_ = ++all_uploads;
}

void GlCells::draw(const CellView& view) const {
  const auto part = [](uint8_t byte) { return static_cast<float>(byte) / 255; };
  const Colour ink = view.select_ink;
  glBindVertexArray(array_);
  glBindBuffer(GL_ARRAY_BUFFER, buffer_);
  for (const Run& run : runs_) {
    const Program& program = run.plain ? plain_ : any_;
    glUseProgram(program.name);
    glUniform4f(program.page, view.corner.x, view.corner.y, view.scale.x, view.scale.y);
    glUniform2f(program.window, view.window_width, view.window_height);
    glUniform1f(program.moved, view.moved);
    glUniform1ui(program.selected, view.selected);
    glUniform4f(program.select_ink, part(ink.r), part(ink.g), part(ink.b), part(ink.a));
    glUniform1f(program.select_width, view.select_width);
    glUniform1f(program.edge_factor, view.edge_factor);
    glUniform1f(program.hatch_opacity, hatch_opacity);
    describe_cells(run.first);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, run.count);
  }
}

std::string GlArrows::load() {
  const std::string error =
      make_program({"arrow.vert", "arrow.frag", text::window::plain_cells}, program_);
  if (!error.empty()) return error;
  window_at_ = glGetUniformLocation(program_, "window");
  make_buffer(array_, buffer_, describe_arrows);
  return "";
}

GlArrows::~GlArrows() {
  if (!ready()) return;
  glDeleteBuffers(1, &buffer_);
  glDeleteVertexArrays(1, &array_);
  glDeleteProgram(program_);
}

void GlArrows::upload(std::vector<ArrowInstance> arrows) {
  const std::size_t bytes = arrows.size() * sizeof(ArrowInstance);
  if (arrows.size() == arrows_.size() && std::memcmp(arrows.data(), arrows_.data(), bytes) == 0)
    return;
  arrows_ = std::move(arrows);
  fill_buffer(buffer_, arrows_.data(), bytes);
  uploads_ = ++all_uploads;
}

void GlArrows::draw(float width, float height) const {
  glUseProgram(program_);
  glUniform2f(window_at_, width, height);
  glBindVertexArray(array_);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(arrows_.size()));
}

std::string GlHeatmaps::load() {
  const std::string error = make_program(
      {"density.vert", "density.frag", text::window::no_density, colour_map_glsl()}, program_);
  if (!error.empty()) return error;
  const auto uniform = [&](const char* name) { return glGetUniformLocation(program_, name); };
  at_ = {uniform("box"),  uniform("window"), uniform("cells"),
         uniform("full"), uniform("path"),   uniform("loads")};
  glGenVertexArrays(1, &array_);
  return "";
}

GlHeatmaps::~GlHeatmaps() {
  if (!ready()) return;
  forget();
  glDeleteVertexArrays(1, &array_);
  glDeleteProgram(program_);
}

void GlHeatmaps::forget() {
  for (const Map& map : maps_) glDeleteTextures(1, &map.texture);
  maps_.clear();
}

void GlHeatmaps::upload(std::span<const Heatmap> maps) {
  forget();
  for (const Heatmap& map : maps)
    maps_.push_back({map.at, static_cast<float>(map.columns), static_cast<float>(map.rows),
                     static_cast<float>(map.full), texture_of(map)});
  glBindTexture(GL_TEXTURE_2D, 0);
  uploads_ = ++all_uploads;
}

void GlHeatmaps::draw(const HeatmapView& view) const {
  glUseProgram(program_);
  glUniform2f(at_.window, view.window_width, view.window_height);
  glUniform3fv(at_.path, 4, view.colours.path[0].data());
  glUniform1i(at_.loads, 0);
  glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(array_);
  for (const Map& map : maps_) {
    const float x0 = std::round(view.corner.x + map.at.x * view.scale.x),
                y0 = std::round(view.corner.y + map.at.y * view.scale.y),
                x1 = std::round(view.corner.x + map.at.right() * view.scale.x),
                y1 = std::round(view.corner.y + map.at.bottom() * view.scale.y);
    glUniform4f(at_.box, x0, y0, x1 - x0, y1 - y0);
    glUniform2f(at_.cells, map.columns, map.rows);
    glUniform1f(at_.full, map.full);
    glBindTexture(GL_TEXTURE_2D, map.texture);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  }
}

}  // namespace scope
