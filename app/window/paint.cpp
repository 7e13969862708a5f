#include "paint.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>

#include "app/core/scene/geometry.hpp"
#include "draw.hpp"
#include "fonts.hpp"
#include "imgui_compat.hpp"
#include "style.hpp"

namespace scope {
namespace {

constexpr float smallest_text = 5.5f;  // pixels; below that letters are noise
constexpr float cell_radius = 6;
constexpr float name_column = 150;  // the figures' left margin with the names of rows, figure units
constexpr float lens_size = 17;     // text of a selected key's readable copy
constexpr float lens_below = 0.6f * lens_size;  // … which it gets where its own is smaller
constexpr std::size_t max_watched = 256;        // cells whose overlaps in motion are looked for

constexpr std::size_t many_arrows = 300;  // from here on they are drawn more coarsely

/// Slow at both ends, so that the eye can follow.
float eased(float t) { return t * t * (3 - 2 * t); }

Rect mixed(const Rect& a, const Rect& b, float t) {
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.w + (b.w - a.w) * t,
          a.h + (b.h - a.h) * t};
}

Rect to_screen(const Camera& camera, const Rect& r) {
  const ImVec2 p = camera.to_screen({r.x, r.y});
  return {p.x, p.y, r.w * camera.scale, r.h * camera.tall};
}

/// `step`: every how many points are taken; the ends always are.
std::vector<ImVec2> to_screen(const Camera& camera, const std::vector<Vec>& line,
                              std::size_t step = 1) {
  std::vector<ImVec2> points;
  points.reserve(line.size() / step + 2);
  for (std::size_t i = 0; i + 1 < line.size(); i += step)
    points.push_back(camera.to_screen(line[i]));
  points.push_back(camera.to_screen(line.back()));
  return points;
}

bool visible(const Camera& camera, const Rect& r) {
  return r.right() >= camera.canvas.x && r.x <= camera.canvas.right() &&
         r.bottom() >= camera.canvas.y && r.y <= camera.canvas.bottom();
}

Colour faded(Colour colour, float opacity) {
  colour.a = static_cast<uint8_t>(static_cast<float>(colour.a) * opacity + 0.5f);
  return colour;
}

CellInstance instance_of(const Cell& cell, const Theme& theme) {
  return {.from = cell.from.value_or(cell.at),
          .to = cell.at,
          .fill = faded(theme[cell.fill], cell.opacity),
          .edge = faded(theme[cell.edge], cell.opacity),
          .edge_width = cell.edge_width,
          .radius = std::min(cell_radius, cell.at.w / 4),
          .dashed = cell.dashed ? 1.f : 0.f,
          .hatched = cell.hatched && ui::hatches() ? 1.f : 0.f,
          .key = cell.tag.key};
}

/// Lines keep about a pixel however small the page is.
float line_width(const Picture& picture, float width) {
  return std::max(width * picture.stroke * picture.camera.scale, 0.6f * ui::scale());
}

/// A round mark stays round on a stretched page.
bool draw_disc(ImDrawList* list, const Picture& picture, const Frame& f) {
  if (f.at.w != f.at.h || 2 * f.radius < f.at.w || f.dashed) return false;
  const ImVec2 middle = picture.camera.to_screen(f.at.centre());
  const float radius = f.at.w / 2 * picture.camera.scale;
  if (f.fill != Ink::none) list->AddCircleFilled(middle, radius, ui::ink(f.fill));
  if (f.edge != Ink::none)
    list->AddCircle(middle, radius, ui::ink(f.edge), 0, line_width(picture, f.width));
  return true;
}

void draw_frame(ImDrawList* list, const Picture& picture, const Frame& f) {
  if (draw_disc(list, picture, f)) return;
  const Camera& camera = picture.camera;
  ui::box(list, to_screen(camera, f.at), ui::ink(f.fill, f.opacity), ui::ink(f.edge, f.opacity),
          f.radius * camera.scale, line_width(picture, f.width), f.dashed ? 4 * camera.scale : 0);
}

void draw_line(ImDrawList* list, const Picture& picture, const Line& l) {
  const Camera& camera = picture.camera;
  ui::stroke(list, {camera.to_screen(l.from), camera.to_screen(l.to)}, ui::ink(l.ink, l.opacity),
             line_width(picture, l.width), l.dashed ? 4 * camera.scale : 0);
}

void draw_brace(ImDrawList* list, const Picture& picture, const Brace& b) {
  ui::stroke(list, to_screen(picture.camera, polyline(b)), ui::ink(b.ink, b.opacity),
             line_width(picture, 1.5f));
}

/// Whole pixels, so that pages of nearly the same scale share their sizes of type.
float rounded(float px) { return px < 24 ? std::floor(px + 0.3f) : 2 * std::round(px / 2); }

/// The name of a row in a page that is stretched because nothing on it can be read: at the canvas's
/// edge, over the row.
void draw_row_name(ImDrawList* list, const Camera& camera, const Text& t) {
  const float px = ui::dp(ui::words), x = camera.canvas.x + ui::dp(10),
              y = camera.to_screen(t.at).y;
  const float wide = ui::text_size(t.face, px, t.text).x + ui::dp(10);
  ui::box(list, {x, y - px * 0.75f, wide, px * 1.5f}, ui::ink(Ink::page, 0.85f), 0, ui::dp(4));
  ui::text_at(list, t.face, px, {x + ui::dp(5), y}, ui::ink(t.ink), t.text);
}

void draw_text(ImDrawList* list, const Camera& camera, const Text& t, Vec moved = {}) {
  const float px = rounded(t.size * camera.scale);
  const bool names_row = t.anchor == Anchor::right && t.at.x < name_column && t.face != Face::mono;
  const bool stretched = camera.tall > camera.scale && camera.scale < ui::dp(unreadable_scale);
  if (stretched && px < smallest_text && names_row) draw_row_name(list, camera, t);
  if (px < smallest_text || t.text.empty()) return;
  const ImVec2 at = camera.to_screen({t.at.x + moved.x, t.at.y + moved.y});
  if (at.y < camera.canvas.y - px || at.y > camera.canvas.bottom() + px) return;
  ui::text_at(list, t.face, px, at, ui::ink(t.ink, t.opacity), t.text, t.anchor);
}

/// The way a cell still has to go, from where it is to where it will be, as an offset backwards.
Vec offset_of(const Cell& cell, float moved) {
  if (!cell.from) return {};
  return {(cell.from->x - cell.at.x) * (1 - moved), (cell.from->y - cell.at.y) * (1 - moved)};
}

/// True while another key passes over this place of the cell; its text would shine through.
bool passed_over(const std::vector<const Cell*>& order, const Cell& cell, Vec place, float moved) {
  if (moved >= 1 || order.size() > max_watched) return false;
  const auto self = std::find(order.begin(), order.end(), &cell);
  return std::any_of(self == order.end() ? self : self + 1, order.end(), [&](const Cell* other) {
    return other->from && mixed(*other->from, other->at, moved).holds(place);
  });
}

/// Without the shader: boxes by ImGui, hatching left out.
void draw_plain_cells(ImDrawList* list, const std::vector<const Cell*>& cells,
                      const Picture& picture, float moved) {
  for (const Cell* each : cells) {
    const Cell& cell = *each;
    const Rect at = to_screen(picture.camera, mixed(cell.from.value_or(cell.at), cell.at, moved));
    const bool bold = picture.selected != none && cell.tag.key == picture.selected;
    ui::box(list, at, ui::ink(cell.fill, cell.opacity),
            ui::ink(bold ? Ink::select : cell.edge, cell.opacity),
            std::min({cell_radius * picture.camera.scale, at.w / 4, at.h / 4}),
            line_width(picture, bold ? selected_width : cell.edge_width),
            cell.dashed && !bold ? 4 * picture.camera.scale : 0);
  }
}

}  // namespace

std::string Painter::start() {
  started_ = true;
  arrows_.load();  // without it they are only drawn more slowly
  const std::string cells = cells_.load(), heatmaps = heatmaps_.load();
  return cells + (cells.empty() || heatmaps.empty() ? "" : " ") + heatmaps;
}

void Painter::take(const Scene& scene, const Theme& theme, uint32_t selected) {
  if (!started_) start();
  scene_ = &scene;
  order_.clear();
  for (const bool moving : {false, true})  // keys on their way pass over those that stand
    for (const Cell& cell : scene.cells)
      if (cell.from.has_value() == moving) order_.push_back(&cell);
  if (cells_.ready()) {
    std::vector<CellInstance> instances;
    instances.reserve(order_.size());
    for (const Cell* cell : order_) instances.push_back(instance_of(*cell, theme));
    cells_.upload(instances);
  }
  if (heatmaps_.ready()) heatmaps_.upload(scene.heatmaps);

  cell_texts_.clear();
  for (const Cell* cell : order_)
    for (Text& text : texts_of(*cell)) cell_texts_.push_back({std::move(text), cell});

  // The selected key's arrows lie above all others
  shafts_.clear();
  for (const bool bold : {false, true}) {
    for (const Arrow& arrow : scene.arrows) {
      if ((selected != none && arrow.tag.key == selected) != bold) continue;
      const float width = bold ? std::max(selected_width, arrow.width) : arrow.width;
      shafts_.push_back({stroke_of(arrow, width), &arrow, bold ? Ink::select : arrow.ink, width,
                         opacity_of(arrow, selected)});
    }
  }
}

void Painter::draw_arrows(ImDrawList* list, const Picture& picture) {
  const Camera& camera = picture.camera;
  // Hundreds of arrows would close to one surface: together they stay as light as a hundred
  const float thin = std::clamp(
      160 * static_cast<float>(picture.bands) / static_cast<float>(shafts_.size()), 0.15f, 1.f);
  const bool many = shafts_.size() > many_arrows;
  const auto headed = [&](const Shaft& shaft) {
    return shaft.arrow->head && (camera.scale >= unreadable_scale || shaft.ink == Ink::select);
  };
  const auto alpha_of = [&](const Shaft& shaft) {
    return (shaft.ink == Ink::select ? 1 : shaft.alpha * thin) * shaft.arrow->opacity;
  };
  const auto dash_of = [&](const Shaft& shaft) {
    return shaft.arrow->dashed && shaft.ink != Ink::select ? 4 * camera.scale : 0;
  };
  std::vector<ArrowInstance> together;  // below the others
  std::vector<const Shaft*> others;
  for (const Shaft& shaft : shafts_) {
    if (!many || !arrows_.ready() || shaft.ink == Ink::select || headed(shaft) ||
        shaft.stroke.line.size() != 2) {
      others.push_back(&shaft);
      continue;
    }
    const float dash = dash_of(shaft), aside = dash > 0 ? 0.5f : 0;  // as ImGui's dashes lie
    const ImVec2 from = camera.to_screen(shaft.stroke.line[0]),
                 to = camera.to_screen(shaft.stroke.line[1]);
    together.push_back({{from.x + aside, from.y + aside},
                        {to.x + aside, to.y + aside},
                        faded((*picture.theme)[shaft.ink], alpha_of(shaft)),
                        std::max(line_width(picture, shaft.width), 1.f),
                        dash > 0 ? std::max(dash, 1.f) : 0});
  }
  if (!together.empty()) {
    arrows_.upload(std::move(together));
    ui::note_drawn(arrows_.uploads());
    list->AddCallback(run_arrow_shader, this);
    list->AddCallback(ui::reset_render_state(), nullptr);
  }
  for (const Shaft* shaft : others) {
    const bool selects = shaft->ink == Ink::select;
    const ImU32 colour = ui::ink(shaft->ink, alpha_of(*shaft));
    ui::stroke(list, to_screen(camera, shaft->stroke.line, many && !selects ? 4 : 1), colour,
               std::max(line_width(picture, shaft->width), selects ? ui::dp(2) : 0),
               dash_of(*shaft));
    if (!headed(*shaft)) continue;
    const auto& head = shaft->stroke.head;
    ui::triangle(list, camera.to_screen(head[0]), camera.to_screen(head[1]),
                 camera.to_screen(head[2]), colour);
  }
}

/// Braces with their labels, and the texts that belong to no cell.
void Painter::draw_words(ImDrawList* list, const Picture& picture) const {
  const Camera& camera = picture.camera;
  for (const Brace& brace : scene_->braces) {
    draw_brace(list, picture, brace);
    if (!brace.label.empty()) draw_text(list, camera, label_of(brace));
  }
  for (const Text& text : scene_->texts) draw_text(list, camera, text);
}

/// All cells with their texts.
void Painter::draw_cells(ImDrawList* list, const Picture& picture) {
  const Camera& camera = picture.camera;
  const float moved = eased(picture.moved);
  if (cells_.ready()) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    view_ = {.corner = {camera.corner.x, camera.corner.y},
             .scale = {camera.scale, camera.tall},
             .window_width = window.x,
             .window_height = window.y,
             .moved = moved,
             .selected = picture.selected,
             .select_ink = (*picture.theme)[Ink::select],
             .select_width = selected_width * std::sqrt(picture.stroke),
             .edge_factor = picture.stroke};
    ui::note_drawn(cells_.uploads());
    ui::note_drawn(view_);
    list->AddCallback(run_shader, this);
    list->AddCallback(ui::reset_render_state(), nullptr);
  } else {
    draw_plain_cells(list, order_, picture, moved);
  }
  for (const CellText& text : cell_texts_) {
    const Vec away = offset_of(*text.cell, moved);
    const Vec place{text.text.at.x + away.x, text.text.at.y + away.y};
    if (!passed_over(order_, *text.cell, place, moved)) draw_text(list, camera, text.text, away);
  }
}

/// Where cells are too small to be read, a readable copy of a key's cells over them.
void Painter::draw_lenses(ImDrawList* list, const Picture& picture) const {
  const Camera& camera = picture.camera;
  if (picture.enlarged == none) return;
  std::vector<Rect> taken;  // the last ones are what stands now: they go first
  for (auto each = scene_->cells.rbegin(); each != scene_->cells.rend(); ++each) {
    const Cell& cell = *each;
    if (cell.tag.key != picture.enlarged || cell.text.empty() ||
        !radix::holds_keys(cell.tag.array) || cell.size * camera.scale >= ui::dp(lens_below))
      continue;
    const Rect small =
        to_screen(camera, mixed(cell.from.value_or(cell.at), cell.at, eased(picture.moved)));
    const float px = ui::dp(lens_size), mark_px = ui::dp(12);
    const float value = ui::text_size(Face::mono, px, cell.text).x;
    const float mark =
        cell.mark.empty() ? 0 : ui::text_size(Face::mono, mark_px, cell.mark).x + ui::dp(1);
    const float w = std::max(value + mark + ui::dp(18), small.w), h = std::max(ui::dp(30), small.h);
    const float x = std::clamp(small.centre().x - w / 2, camera.canvas.x,
                               std::max(camera.canvas.right() - w, camera.canvas.x));
    const Rect at{x, small.centre().y - h / 2, w, h};
    const bool covers = std::ranges::any_of(taken, [&](const Rect& other) {
      return at.x < other.right() && other.x < at.right() && at.y < other.bottom() &&
             other.y < at.bottom();
    });
    if (covers) continue;
    taken.push_back(at);
    ui::box(list, at, ui::ink(cell.fill), ui::ink(Ink::select), ui::dp(6), ui::dp(2));
    const float left = at.centre().x - (value + mark) / 2;
    ui::text_at(list, Face::mono, px, {left, at.centre().y}, ui::ink(cell.ink), cell.text);
    ui::text_at(list, Face::mono, mark_px, {left + value + ui::dp(1), at.centre().y + px * 0.2f},
                ui::ink(cell.ink), cell.mark);
  }
}

void Painter::draw_heatmaps(ImDrawList* list, const Picture& picture) {
  if (!heatmaps_.ready() || heatmaps_.empty()) return;
  const Camera& camera = picture.camera;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  heatmap_view_ = {.corner = {camera.corner.x, camera.corner.y},
                   .scale = {camera.scale, camera.tall},
                   .window_width = window.x,
                   .window_height = window.y,
                   .colours = colour_map(*picture.theme)};
  ui::note_drawn(heatmaps_.uploads());
  ui::note_drawn(heatmap_view_);
  list->AddCallback(run_heatmap_shader, this);
  list->AddCallback(ui::reset_render_state(), nullptr);
}

namespace {

/// What lies outside the canvas is not drawn.
void clip_to(const ImVec4& clip, float height) {
  const ImVec2 density = ImGui::GetIO().DisplayFramebufferScale;
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<int>(clip.x * density.x), static_cast<int>((height - clip.w) * density.y),
            std::max(static_cast<int>((clip.z - clip.x) * density.x), 0),
            std::max(static_cast<int>((clip.w - clip.y) * density.y), 0));
}

}  // namespace

/// Called by ImGui's back end while it draws the list.
void Painter::run_shader(const ImDrawList*, const ImDrawCmd* command) {
  const auto& painter = *static_cast<const Painter*>(command->UserCallbackData);
  clip_to(command->ClipRect, painter.view_.window_height);
  painter.cells_.draw(painter.view_);
}

void Painter::run_arrow_shader(const ImDrawList*, const ImDrawCmd* command) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  clip_to(command->ClipRect, window.y);
  static_cast<const Painter*>(command->UserCallbackData)->arrows_.draw(window.x, window.y);
}

void Painter::run_heatmap_shader(const ImDrawList*, const ImDrawCmd* command) {
  const auto& painter = *static_cast<const Painter*>(command->UserCallbackData);
  clip_to(command->ClipRect, painter.heatmap_view_.window_height);
  painter.heatmaps_.draw(painter.heatmap_view_);
}

void Painter::draw(ImDrawList* list, const Picture& picture) {
  if (!scene_) return;
  const Camera& camera = picture.camera;
  const bool moving = picture.moved < 1;
  list->PushClipRect(ui::min_of(camera.canvas), ui::max_of(camera.canvas), true);
  for (const Frame& frame : scene_->frames)
    if (visible(camera, to_screen(camera, frame.at))) draw_frame(list, picture, frame);
  draw_heatmaps(list, picture);
  for (const Line& line : scene_->lines) draw_line(list, picture, line);
  draw_arrows(list, picture);
  if (moving) draw_words(list, picture);  // keys pass over them
  draw_cells(list, picture);
  if (!moving) draw_words(list, picture);
  draw_lenses(list, picture);
  list->PopClipRect();
}

}  // namespace scope
