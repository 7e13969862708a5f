/// Heat maps in OpenGL: a texture of loads each, coloured by shaders/density.*. Knows OpenGL, not ImGui.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/scene/colour_map.hpp"
#include "app/scene/scene.hpp"

namespace scope {

/// Where and how the uploaded heat maps are drawn.
struct HeatmapView {
  Vec corner;                                 ///< of the page, pixels from the window's top left
  Vec scale{1, 1};                            ///< pixels per figure unit, across and down
  float window_width = 1, window_height = 1;  ///< pixels
  ColourMap colours;
};

/// The shader's program and the textures. Made and used while an OpenGL context is current.
class GlHeatmaps {
 public:
  GlHeatmaps() = default;
  GlHeatmaps(const GlHeatmaps&) = delete;
  GlHeatmaps& operator=(const GlHeatmaps&) = delete;
  ~GlHeatmaps();

  /// Reads and compiles the shaders. Returns "" or one sentence with the file's path; then ready() is
  /// false and heat maps stay empty frames.
  std::string load();
  bool ready() const { return program_ != 0; }

  /// Replaces the heat maps.
  void upload(std::span<const Heatmap> maps);
  bool empty() const { return maps_.empty(); }

  /// Draws them, their edges on whole pixels. Changes the program, the vertex array and the texture of the
  /// first unit.
  void draw(const HeatmapView& view) const;

 private:
  struct Map {
    Rect at;
    float columns, rows, full;
    unsigned texture;
  };
  void forget();

  unsigned program_ = 0, array_ = 0;
  std::vector<Map> maps_;
  struct {
    int box = -1, window = -1, cells = -1, full = -1, path = -1, loads = -1;
  } at_;
};

}  // namespace scope
