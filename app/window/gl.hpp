/// What OpenGL draws of a picture: all its cells in one instanced draw (shaders/cell.*), hundreds
/// of arrows in another (shaders/arrow.*), and its heat maps, a texture of loads each
/// (shaders/density.*). Knows OpenGL, not ImGui.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/core/scene/colour_map.hpp"
#include "app/core/scene/scene.hpp"
#include "app/core/scene/theme.hpp"

namespace scope {

/// A cell as the shader reads it; places in figure units.
struct CellInstance {
  Rect from, to;
  Colour fill, edge;
  float edge_width = 1, radius = 6, dashed = 0, hatched = 0;
  uint32_t key = none;  ///< identity: drawn bold while it is the selected one
};

/// Where and how the uploaded cells are drawn.
struct CellView {
  Vec corner;                                 ///< of the page, pixels from the window's top left
  Vec scale{1, 1};                            ///< pixels per figure unit, across and down
  float window_width = 1, window_height = 1;  ///< pixels
  float moved = 1;                            ///< 0 = at `from`, 1 = at `to`
  uint32_t selected = none;
  Colour select_ink;
  float select_width = 2.75f;  ///< figure units
  float edge_factor = 1;       ///< the other edges are this many times as wide as uploaded
};

/// The shader's program and its buffer. Made and used while an OpenGL context is current.
class GlCells {
 public:
  GlCells() = default;
  GlCells(const GlCells&) = delete;
  GlCells& operator=(const GlCells&) = delete;
  ~GlCells();

  /// Reads and compiles the shaders. Returns "" or one sentence with the file's path; then ready()
  /// is false and the caller draws the cells another way.
  std::string load();
  bool ready() const { return any_.name != 0; }

  /// Replaces the cells; uploads() differs from then on.
  void upload(std::span<const CellInstance> cells);
  uint64_t uploads() const { return uploads_; }

  /// Draws them. Changes the program, the vertex array and the array buffer binding.
  void draw(const CellView& view) const;

 private:
  struct Program {
    unsigned name = 0;
    int page = -1, window = -1, moved = -1, selected = -1, select_ink = -1, select_width = -1,
        edge_factor = -1, hatch_opacity = -1;
  };
  struct Run {  ///< cells that follow each other and are drawn alike
    std::size_t first = 0;
    int count = 0;
    bool plain = false;  ///< neither dashed nor hatched
  };
  std::string load(Program& program, const char* preamble);

  Program any_, plain_;
  unsigned array_ = 0, buffer_ = 0;
  std::vector<Run> runs_;
  uint64_t uploads_ = 0;
};

/// A straight arrow without a head as the shader reads it, pixels.
struct ArrowInstance {
  Vec from, to;
  Colour ink;
  float width = 1, dash = 0;  ///< dash: the length of a dash and of a gap, 0 = whole line
};

/// The same for arrows.
class GlArrows {
 public:
  GlArrows() = default;
  GlArrows(const GlArrows&) = delete;
  GlArrows& operator=(const GlArrows&) = delete;
  ~GlArrows();

  /// As of GlCells.
  std::string load();
  bool ready() const { return program_ != 0; }

  /// Replaces the arrows, where they differ; uploads() does from then on.
  void upload(std::vector<ArrowInstance> arrows);
  uint64_t uploads() const { return uploads_; }

  /// Draws them into a window of this size in pixels. Changes what GlCells::draw changes.
  void draw(float width, float height) const;

 private:
  unsigned program_ = 0, array_ = 0, buffer_ = 0;
  std::vector<ArrowInstance> arrows_;
  uint64_t uploads_ = 0;
  int window_at_ = -1;
};

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

  /// Reads and compiles the shaders. Returns "" or one sentence with the file's path; then ready()
  /// is false and heat maps stay empty frames.
  std::string load();
  bool ready() const { return program_ != 0; }

  /// Replaces the heat maps; uploads() differs from then on.
  void upload(std::span<const Heatmap> maps);
  uint64_t uploads() const { return uploads_; }
  bool empty() const { return maps_.empty(); }

  /// Draws them, their edges on whole pixels. Changes the program, the vertex array and the texture
  /// of the first unit.
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
  uint64_t uploads_ = 0;
  struct {
    int box = -1, window = -1, cells = -1, full = -1, path = -1, loads = -1;
  } at_;
};

}  // namespace scope
