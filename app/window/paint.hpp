/// Scene -> pixels in an ImGui canvas. Cells go through a shader in one draw, heat maps and
/// hundreds of straight arrows through others; frames, lines, other arrows, braces and texts
/// through ImGui's draw list. Nothing here knows what a figure means.
#pragma once

#include <imgui.h>

#include <vector>

#include "app/core/scene/geometry.hpp"
#include "app/core/scene/scene.hpp"
#include "app/core/scene/theme.hpp"
#include "camera.hpp"
#include "gl.hpp"

namespace scope {

/// What the picture shows besides the scene.
struct Picture {
  Camera camera;
  const Theme* theme = nullptr;
  uint32_t selected = none;  ///< identity whose cells and arrows stand out
  uint32_t enlarged = none;  ///< identity whose cells get a readable copy where they are small
  float moved = 1;           ///< 0…1 how far keys have moved from Cell::from
  float stroke = 1;          ///< lines, edges and arrows are this many times as wide
  std::size_t bands = 1;     ///< places over which the arrows are spread
};

inline constexpr float profile_stroke = 1.6f;  ///< stroke on a projector, where thin lines wash out

/// Draws scenes; keeps what a scene was turned into until the next one.
class Painter {
 public:
  /// Compiles the shaders; without it the first take() does. Returns "" or a sentence for each that
  /// is missing; the painter then draws plain boxes, or leaves heat maps empty.
  std::string start();

  /// Takes a new scene, or one whose colours or selection changed. `scene` must live until the next
  /// call.
  void take(const Scene& scene, const Theme& theme, uint32_t selected);

  /// Draws the scene it took into `list`, clipped to the camera's canvas.
  void draw(ImDrawList* list, const Picture& picture);

 private:
  struct Shaft {
    Stroke stroke;
    const Arrow* arrow;
    Ink ink;
    float width, alpha;
  };
  struct CellText {
    Text text;
    const Cell* cell;
  };
  static void run_shader(const ImDrawList*, const ImDrawCmd* command);
  static void run_arrow_shader(const ImDrawList*, const ImDrawCmd* command);
  static void run_heatmap_shader(const ImDrawList*, const ImDrawCmd* command);
  void draw_heatmaps(ImDrawList* list, const Picture& picture);
  void draw_arrows(ImDrawList* list, const Picture& picture);
  void draw_words(ImDrawList* list, const Picture& picture) const;
  void draw_cells(ImDrawList* list, const Picture& picture);
  void draw_lenses(ImDrawList* list, const Picture& picture) const;

  bool started_ = false;
  const Scene* scene_ = nullptr;
  GlCells cells_;
  CellView view_;  ///< of the draw that waits in ImGui's list
  GlArrows arrows_;
  GlHeatmaps heatmaps_;
  HeatmapView heatmap_view_;          ///< the same
  std::vector<const Cell*> order_;    ///< cells in drawing order
  std::vector<CellText> cell_texts_;  ///< of all cells
  std::vector<Shaft> shafts_;         ///< arrows in drawing order
};

}  // namespace scope
