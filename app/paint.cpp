#include "paint.hpp"

#include <glad/gl.h>

#include <algorithm>

#include "fonts.hpp"
#include "ui_draw.hpp"
#include "ui_style.hpp"

namespace scope {
namespace {

constexpr float largest_fit = 1.7f;     // pixels per unit times ui::scale(): few keys do not fill a wall
constexpr float smallest_text = 5.5f;   // pixels; below that letters are noise
constexpr float selected_width = 2.75f;
constexpr float cell_radius = 6;

constexpr float high = 0.4f;            // of the free height lies above the page, the rest below

Vec centre_of(const Scene& scene) { return {scene.width / 2, scene.height / 2}; }

/// Where the page's middle lies: in the middle of its room, a little higher where there is room.
Vec middle_of(const Scene& scene, Rect room) {
  const float free = std::max(room.h - scene.height * fit_scale(scene, room), 0.f);
  return {room.centre().x, room.centre().y - free * (0.5f - high)};
}

/// Slow at both ends, so that the eye can follow.
float eased(float t) { return t * t * (3 - 2 * t); }

Rect mixed(const Rect& a, const Rect& b, float t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.w + (b.w - a.w) * t, a.h + (b.h - a.h) * t};
}

Rect to_screen(const Camera& camera, const Rect& r) {
  const ImVec2 p = camera.to_screen({r.x, r.y});
  return {p.x, p.y, r.w * camera.scale, r.h * camera.scale};
}

std::vector<ImVec2> to_screen(const Camera& camera, const std::vector<Vec>& line) {
  // Far away a curve needs fewer points
  const std::size_t step = camera.scale < 0.25f && line.size() > 8 ? 4 : 1;
  std::vector<ImVec2> points;
  points.reserve(line.size() / step + 2);
  for (std::size_t i = 0; i + 1 < line.size(); i += step) points.push_back(camera.to_screen(line[i]));
  points.push_back(camera.to_screen(line.back()));
  return points;
}

bool visible(const Camera& camera, const Rect& r) {
  return r.right() >= camera.canvas.x && r.x <= camera.canvas.right() &&
         r.bottom() >= camera.canvas.y && r.y <= camera.canvas.bottom();
}

CellInstance instance_of(const Cell& cell, const Theme& theme) {
  return {.from = cell.from.value_or(cell.at), .to = cell.at, .fill = theme[cell.fill],
          .edge = theme[cell.edge], .edge_width = cell.edge_width,
          .radius = std::min(cell_radius, cell.at.w / 4), .dashed = cell.dashed ? 1.f : 0.f,
          .hatched = cell.hatched ? 1.f : 0.f, .key = cell.tag.key};
}

/// Lines keep about a pixel however small the page is.
float line_width(const Camera& camera, float width) {
  return std::max(width * camera.scale, 0.6f * ui::scale());
}

void draw_frame(ImDrawList* list, const Camera& camera, const Frame& f) {
  ui::box(list, to_screen(camera, f.at), ui::ink(f.fill), ui::ink(f.edge), f.radius * camera.scale,
          line_width(camera, f.width), f.dashed ? 4 * camera.scale : 0);
}

void draw_line(ImDrawList* list, const Camera& camera, const Line& l) {
  ui::stroke(list, {camera.to_screen(l.from), camera.to_screen(l.to)}, ui::ink(l.ink),
             line_width(camera, l.width), l.dashed ? 4 * camera.scale : 0);
}

void draw_brace(ImDrawList* list, const Camera& camera, const Brace& b) {
  ui::stroke(list, to_screen(camera, polyline(b)), ui::ink(b.ink), line_width(camera, 1.5f));
}

void draw_text(ImDrawList* list, const Camera& camera, const Text& t, Vec moved = {}) {
  const float px = t.size * camera.scale;
  if (px < smallest_text || t.text.empty()) return;
  const ImVec2 at = camera.to_screen({t.at.x + moved.x, t.at.y + moved.y});
  if (at.y < camera.canvas.y - px || at.y > camera.canvas.bottom() + px) return;
  ui::text_at(list, t.face, px, at, ui::ink(t.ink), t.text, t.anchor);
}

/// The way a cell still has to go, from where it is to where it will be, as an offset backwards.
Vec offset_of(const Cell& cell, float moved) {
  if (!cell.from) return {};
  return {(cell.from->x - cell.at.x) * (1 - moved), (cell.from->y - cell.at.y) * (1 - moved)};
}

/// Without the shader: boxes by ImGui, hatching left out.
void draw_plain_cells(ImDrawList* list, const Scene& scene, const Picture& picture, float moved) {
  for (const Cell& cell : scene.cells) {
    const Rect at = to_screen(picture.camera, mixed(cell.from.value_or(cell.at), cell.at, moved));
    const bool bold = picture.selected != nobody && cell.tag.key == picture.selected;
    ui::box(list, at, ui::ink(cell.fill), ui::ink(bold ? Ink::select : cell.edge),
            std::min(cell_radius * picture.camera.scale, at.w / 4),
            line_width(picture.camera, bold ? selected_width : cell.edge_width),
            cell.dashed && !bold ? 4 * picture.camera.scale : 0);
  }
}

}  // namespace

float fit_scale(const Scene& scene, Rect room) {
  if (scene.width <= 0 || scene.height <= 0) return 1;
  return std::min({room.w / scene.width, room.h / scene.height, ui::dp(largest_fit)});
}

Camera camera_of(const Scene& scene, Rect canvas, Rect room, float zoom, Vec pan) {
  const Vec page = centre_of(scene), middle = middle_of(scene, room);
  const float scale = std::max(fit_scale(scene, room), 1e-3f) * zoom;
  return {canvas, room, {middle.x + (pan.x - page.x) * scale, middle.y + (pan.y - page.y) * scale}, scale};
}

Vec pan_to_keep(const Scene& scene, const Camera& now, ImVec2 mouse, float zoom) {
  const Vec point = now.to_page(mouse), page = centre_of(scene), middle = middle_of(scene, now.room);
  const float scale = std::max(fit_scale(scene, now.room), 1e-3f) * zoom;
  return {(mouse.x - middle.x) / scale - point.x + page.x, (mouse.y - middle.y) / scale - point.y + page.y};
}

void Painter::take(const Scene& scene, const Theme& theme, uint32_t selected) {
  scene_ = &scene;
  if (cells_.ready()) {
    std::vector<CellInstance> instances;
    instances.reserve(scene.cells.size());
    for (const Cell& cell : scene.cells) instances.push_back(instance_of(cell, theme));
    cells_.upload(instances);
  }

  cell_texts_.clear();
  owners_.clear();
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    for (Text& text : texts_of(scene.cells[i])) {
      cell_texts_.push_back(std::move(text));
      owners_.push_back(i);
    }
  }

  // The selected key's arrows lie above all others
  shafts_.clear();
  for (const bool bold : {false, true}) {
    for (const Arrow& arrow : scene.arrows) {
      if ((selected != nobody && arrow.tag.key == selected) != bold) continue;
      const float width = bold ? std::max(selected_width, arrow.width) : arrow.width;
      shafts_.push_back({stroke_of(arrow, width), &arrow, bold ? Ink::select : arrow.ink, width,
                         opacity_of(arrow, selected)});
    }
  }
}

void Painter::draw_arrows(ImDrawList* list, const Picture& picture) const {
  const Camera& camera = picture.camera;
  for (const Shaft& shaft : shafts_) {
    const ImU32 colour = ui::ink(shaft.ink, shaft.alpha);
    const bool dashed = shaft.arrow->dashed && shaft.ink != Ink::select;
    ui::stroke(list, to_screen(camera, shaft.stroke.line), colour, line_width(camera, shaft.width),
               dashed ? 4 * camera.scale : 0);
    if (!shaft.arrow->head) continue;
    const auto& head = shaft.stroke.head;
    ui::triangle(list, camera.to_screen(head[0]), camera.to_screen(head[1]), camera.to_screen(head[2]),
                 colour);
  }
}

void Painter::draw_texts(ImDrawList* list, const Picture& picture) const {
  const Camera& camera = picture.camera;
  const float moved = eased(picture.moved);
  for (std::size_t i = 0; i < cell_texts_.size(); ++i)
    draw_text(list, camera, cell_texts_[i], offset_of(scene_->cells[owners_[i]], moved));
  for (const Brace& brace : scene_->braces)
    if (!brace.label.empty()) draw_text(list, camera, label_of(brace));
  for (const Text& text : scene_->texts) draw_text(list, camera, text);
}

/// Called by ImGui's back end while it draws the list.
void Painter::draw_cells(const ImDrawList*, const ImDrawCmd* command) {
  const auto& painter = *static_cast<const Painter*>(command->UserCallbackData);
  const ImVec2 density = ImGui::GetIO().DisplayFramebufferScale;
  const ImVec4 clip = command->ClipRect;
  const float height = painter.view_.window_height;
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<int>(clip.x * density.x), static_cast<int>((height - clip.w) * density.y),
            std::max(static_cast<int>((clip.z - clip.x) * density.x), 0),
            std::max(static_cast<int>((clip.w - clip.y) * density.y), 0));
  painter.cells_.draw(painter.view_);
}

void Painter::draw(ImDrawList* list, const Picture& picture) {
  if (!scene_) return;
  const Camera& camera = picture.camera;
  const float moved = eased(picture.moved);
  list->PushClipRect(ui::min_of(camera.canvas), ui::max_of(camera.canvas), true);
  for (const Frame& frame : scene_->frames)
    if (visible(camera, to_screen(camera, frame.at))) draw_frame(list, camera, frame);
  for (const Line& line : scene_->lines) draw_line(list, camera, line);
  draw_arrows(list, picture);
  if (cells_.ready()) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    view_ = {.corner = {camera.corner.x, camera.corner.y}, .scale = camera.scale,
             .window_width = window.x, .window_height = window.y, .moved = moved,
             .selected = picture.selected, .select_ink = (*picture.theme)[Ink::select],
             .select_width = selected_width};
    list->AddCallback(draw_cells, this);
    list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  } else {
    draw_plain_cells(list, *scene_, picture, moved);
  }
  for (const Brace& brace : scene_->braces) draw_brace(list, camera, brace);
  draw_texts(list, picture);
  list->PopClipRect();
}

}  // namespace scope
