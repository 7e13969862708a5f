#include "gl_heatmaps.hpp"

#include <glad/gl.h>

#include <cmath>

#include "gl_program.hpp"
#include "app/scene/heatmap.hpp"

namespace scope {
namespace {

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
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, static_cast<GLsizei>(map.columns), static_cast<GLsizei>(map.rows), 0,
               GL_RED, GL_FLOAT, loads.data());
  return texture;
}

}  // namespace

std::string GlHeatmaps::load() {
  const std::string error = make_program({"density.vert", "density.frag",
                                          "Density pictures stay empty without it.", colour_map_glsl()},
                                         program_);
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
