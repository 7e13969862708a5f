#include "geometry.hpp"

#include <algorithm>
#include <cmath>

namespace scope {
namespace {

constexpr uint32_t curve_parts = 28;
constexpr float pi = 3.14159265f;

Vec bezier(Vec a, Vec b, Vec c, Vec d, float t) {
  const float s = 1 - t;
  const float wa = s * s * s, wb = 3 * s * s * t, wc = 3 * s * t * t, wd = t * t * t;
  return {wa * a.x + wb * b.x + wc * c.x + wd * d.x, wa * a.y + wb * b.y + wc * c.y + wd * d.y};
}

std::vector<Vec> bezier_line(Vec a, Vec b, Vec c, Vec d) {
  std::vector<Vec> line;
  for (uint32_t i = 0; i <= curve_parts; ++i)
    line.push_back(bezier(a, b, c, d, static_cast<float>(i) / curve_parts));
  return line;
}

constexpr float run_in = 11;  // a curve ends in a straight piece, so that its head points straight

/// Leaves and arrives vertically, turning half way.
std::vector<Vec> curve_line(const Arrow& arrow) {
  const float down = arrow.to.y - arrow.from.y;
  const bool straight_end = arrow.head && std::abs(down) > 3 * run_in;
  const Vec end{arrow.to.x, arrow.to.y - (straight_end ? std::copysign(run_in, down) : 0)};
  const float middle = (arrow.from.y + end.y) / 2;
  std::vector<Vec> line =
      bezier_line(arrow.from, {arrow.from.x, middle}, {arrow.to.x, middle}, end);
  if (straight_end) line.push_back(arrow.to);
  return line;
}

/// Bows below both ends.
std::vector<Vec> arc_line(const Arrow& arrow) {
  const float bow = 12 + 0.18f * std::abs(arrow.to.x - arrow.from.x);
  const float low = std::max(arrow.from.y, arrow.to.y) + bow;
  const Vec end{arrow.to.x, arrow.to.y + (arrow.head ? run_in : 0)};
  std::vector<Vec> line = bezier_line(arrow.from, {arrow.from.x, low}, {arrow.to.x, low}, end);
  if (arrow.head) line.push_back(arrow.to);
  return line;
}

/// The book's thread: whole waves, then a short straight end for the head.
std::vector<Vec> wave_line(const Arrow& arrow) {
  constexpr float period = 13, amplitude = 3.5f, tail = 11;
  const Vec along{arrow.to.x - arrow.from.x, arrow.to.y - arrow.from.y};
  const float length = std::hypot(along.x, along.y);
  if (length <= tail) return {arrow.from, arrow.to};
  const Vec unit{along.x / length, along.y / length};
  const auto periods = static_cast<uint32_t>(std::max(1.f, std::round((length - tail) / period)));
  const uint32_t parts = periods * 10;
  std::vector<Vec> line;
  for (uint32_t i = 0; i <= parts; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(parts);
    const float way = t * (length - tail);
    const float side = amplitude * std::sin(2 * pi * t * static_cast<float>(periods));
    line.push_back(
        {arrow.from.x + unit.x * way - unit.y * side, arrow.from.y + unit.y * way + unit.x * side});
  }
  line.push_back(arrow.to);
  return line;
}

}  // namespace

std::vector<Vec> polyline(const Arrow& arrow) {
  switch (arrow.path) {
    case Path::curve: return curve_line(arrow);
    case Path::arc: return arc_line(arrow);
    case Path::wave: return wave_line(arrow);
    case Path::straight: break;
  }
  return {arrow.from, arrow.to};
}

std::vector<Vec> polyline(const Brace& brace) {
  const float half = brace.depth / 2, middle = (brace.x0 + brace.x1) / 2;
  const float round = std::min(std::abs(half), (brace.x1 - brace.x0) / 4);
  const float shelf = brace.y + half, tip = brace.y + brace.depth;
  std::vector<Vec> line;
  const auto corner = [&](Vec from, Vec turn, Vec to) {
    for (uint32_t i = 0; i <= 6; ++i)
      line.push_back(bezier(from, turn, turn, to, static_cast<float>(i) / 6));
  };
  corner({brace.x0, brace.y}, {brace.x0, shelf}, {brace.x0 + round, shelf});
  corner({middle - round, shelf}, {middle, shelf}, {middle, tip});
  corner({middle, tip}, {middle, shelf}, {middle + round, shelf});
  corner({brace.x1 - round, shelf}, {brace.x1, shelf}, {brace.x1, brace.y});
  return line;
}

Stroke stroke_of(const Arrow& arrow, float width) {
  Stroke stroke{polyline(arrow), {}};
  const Vec tip = stroke.line.back();
  stroke.head = {tip, tip, tip};
  if (!arrow.head) return stroke;
  const float length = 5.5f + 1.8f * width, half = 2.2f + 1.1f * width;

  // Walk back from the tip: the line ends at the foot of the head.
  while (stroke.line.size() > 2 &&
         std::hypot(tip.x - stroke.line[stroke.line.size() - 2].x,
                    tip.y - stroke.line[stroke.line.size() - 2].y) < length)
    stroke.line.pop_back();
  const Vec back = stroke.line[stroke.line.size() - 2];
  const float distance = std::hypot(tip.x - back.x, tip.y - back.y);
  if (distance < 1e-3f) return stroke;
  const Vec unit{(tip.x - back.x) / distance, (tip.y - back.y) / distance};
  const Vec foot{tip.x - unit.x * length, tip.y - unit.y * length};
  stroke.line.back() = distance > length ? foot : back;
  stroke.head[1] = {foot.x - unit.y * half, foot.y + unit.x * half};
  stroke.head[2] = {foot.x + unit.y * half, foot.y - unit.x * half};
  return stroke;
}

float opacity_of(const Arrow& arrow, uint32_t selected) {
  if (arrow.tag.key == none || arrow.path == Path::wave || arrow.width >= thread_width) return 1;
  if (selected == none) return 0.6f;
  return arrow.tag.key == selected ? 1 : 0.35f;
}

}  // namespace scope
