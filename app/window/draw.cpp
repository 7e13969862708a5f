#include "draw.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>
#include <utility>

#include "imgui_compat.hpp"

namespace scope::ui {
namespace {

std::size_t drawn = 0;  // see note_drawn

bool invisible(ImU32 colour) { return (colour >> IM_COL32_A_SHIFT) == 0; }

ImVec2 along(ImVec2 a, ImVec2 b, float t) { return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; }

/// Walks along the points and strokes every other piece of length `dash`.
void stroke_dashed(ImDrawList* list, const std::vector<ImVec2>& points, ImU32 colour, float width,
                   float dash) {
  bool on = true;
  float left = dash;  // of the current dash or gap
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ImVec2 a = points[i - 1], b = points[i];
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    for (float at = 0; at < length;) {
      const float step = std::min(left, length - at);
      if (on)
        list->AddLine(along(a, b, at / length), along(a, b, (at + step) / length), colour, width);
      at += step;
      left -= step;
      if (left <= 0) on = !on, left = dash;
    }
  }
}

std::vector<ImVec2> outline(const Rect& at, float radius) {
  std::vector<ImVec2> points;
  const float r = std::min({radius, at.w / 2, at.h / 2});
  const ImVec2 middles[] = {{at.right() - r, at.y + r},
                            {at.right() - r, at.bottom() - r},
                            {at.x + r, at.bottom() - r},
                            {at.x + r, at.y + r}};
  for (int corner = 0; corner < 4; ++corner) {
    for (int i = 0; i <= 4; ++i) {
      const float angle = 1.5707963f * (static_cast<float>(corner - 1) + static_cast<float>(i) / 4);
      points.push_back(
          {middles[corner].x + r * std::cos(angle), middles[corner].y + r * std::sin(angle)});
    }
  }
  points.push_back(points.front());
  return points;
}

}  // namespace

void fold_drawn(std::string_view bytes) {
  drawn = drawn * 31 + std::hash<std::string_view>()(bytes);
}
std::size_t take_drawn() { return std::exchange(drawn, 0); }

static std::vector<Surface> surfaces;

void lay_surface(const Surface& surface) {
  if (invisible(surface.colour)) return;
  surfaces.push_back(surface);
  note_drawn(surface);
}
std::vector<Surface> take_surfaces() { return std::exchange(surfaces, {}); }

void stroke(ImDrawList* list, const std::vector<ImVec2>& points, ImU32 colour, float width,
            float dash) {
  if (points.size() < 2 || invisible(colour)) return;
  if (dash > 0)
    stroke_dashed(list, points, colour, width, std::max(dash, 1.f));
  else
    add_polyline(list, points.data(), static_cast<int>(points.size()), colour, false, width);
}

void box(ImDrawList* list, const Rect& at, ImU32 fill, ImU32 edge, float radius, float width,
         float dash) {
  if (!invisible(fill)) list->AddRectFilled(min_of(at), max_of(at), fill, radius);
  if (invisible(edge)) return;
  if (dash > 0)
    stroke_dashed(list, outline(at, radius), edge, width, std::max(dash, 1.f));
  else
    add_rect(list, min_of(at), max_of(at), edge, radius, width);
}

void triangle(ImDrawList* list, ImVec2 a, ImVec2 b, ImVec2 c, ImU32 colour) {
  const bool clockwise = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
  if (clockwise)
    list->AddTriangleFilled(a, b, c, colour);
  else
    list->AddTriangleFilled(a, c, b, colour);
}

void text_at(ImDrawList* list, Face face, float px, ImVec2 at, ImU32 colour, std::string_view text,
             Anchor anchor) {
  draw_text(list, face, px, {at.x, at.y + baseline_drop * px}, colour, text, anchor);
}

static std::vector<std::string>& cut() {
  static std::vector<std::string> texts;
  return texts;
}

void note_cut(Face face, float px, std::string_view text, float room) {
  if (cut().size() < 100 && text_size(face, px, text).x > room + 1) cut().emplace_back(text);
}

std::vector<std::string> take_cut() { return std::exchange(cut(), {}); }

static std::vector<Place> places;
static bool noting_places = false;

bool places_noted() { return noting_places; }
void note_places(bool on) { noting_places = on; }
void note_place(std::string_view name, const Rect& at) {
  if (noting_places) places.push_back({std::string(name), at});
}

static std::vector<std::string> tips;
void note_tip(std::string_view text) {
  if (noting_places) tips.emplace_back(text);
}
std::vector<std::string> take_tips() { return std::exchange(tips, {}); }

std::vector<Place> take_places() { return std::exchange(places, {}); }

std::string fitted(Face face, float px, std::string_view text, float width) {
  note_cut(face, px, text, width);
  return shortened(face, px, text, width);
}

void text_in(ImDrawList* list, Face face, float px, const Rect& room, ImU32 colour,
             std::string_view text) {
  constexpr float least = 0.75f, pitch = 1.25f;
  float size = size_that_fits(face, px, text, room.w, 0.9f);
  std::string lines = in_lines(face, size, text, room.w);
  const auto high = [&] {
    return size * (1 + pitch * static_cast<float>(std::ranges::count(lines, '\n')));
  };
  for (; high() > room.h && size > px * least; size *= 0.95f)
    lines = in_lines(face, size, text, room.w);
  float y = room.y + (room.h - high() + size) / 2;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line) && y < room.bottom(); y += pitch * size)
    text_at(list, face, size, {room.x, y}, colour, fitted(face, size, line, room.w));
  if (!in.eof()) note_cut(face, px, text, 0);
}

float size_that_fits(Face face, float px, std::string_view text, float width, float least) {
  return px * std::clamp(width / std::max(text_size(face, px, text).x + 1, 1.f), least, 1.f);
}

std::string shortened(Face face, float px, std::string_view text, float width) {
  if (text_size(face, px, text).x <= width) return std::string(text);
  const float room = width - text_size(face, px, "…").x;
  const Pick font = pick(face, px);
  const std::string_view piece = drawable(text);
  const char* end = piece.data();  // where the room ends
  font.font->CalcTextSizeA(font.height, std::max(room, 0.f), 0, piece.data(),
                           piece.data() + piece.size(), &end);
  return std::string(piece.data(), end) + "…";
}

}  // namespace scope::ui
