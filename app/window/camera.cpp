#include "camera.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "fonts.hpp"

namespace scope {
namespace {

constexpr float share_above = 0.4f;  // of the free height lies above the page, the rest below

Vec centre_of(const Scene& scene) { return {scene.width / 2, scene.height / 2}; }

/// Pixels per unit across and down, at a zoom. What cannot be read is stretched to be seen.
Vec scales_of(const Scene& scene, Rect room, float zoom, float stretch, float times) {
  const float fit = std::max(fit_scale(scene, room), 1e-3f) * times, across = fit * zoom;
  if (scene.height <= 0) return {across, across};
  if (fit >= ui::dp(unreadable_scale))
    return {across, across * std::clamp(room.h / (fit * scene.height), 1.f, stretch)};
  return {across, std::max(across, std::min(room.h * 0.8f / scene.height, ui::dp(1)))};
}

/// A point of the page, and the pixel where it lies while the page is not moved by hand.
struct Fixed {
  Vec page, screen;
};

/// The page's middle in the middle of its room, a little higher where there is room; of a page that
/// is seen in part what it is seen for.
Fixed fixed_of(const Scene& scene, Rect room, float zoom, float stretch, const Closeness& close) {
  const Vec scale = scales_of(scene, room, 1, stretch, close.times);
  const float free = std::max(room.h - scene.height * scale.y, 0.f);
  Fixed fixed{centre_of(scene), {room.centre().x, room.centre().y - free * (0.5f - share_above)}};
  if (close.times <= 1) return fixed;
  if (scene.width * scale.x * zoom > room.w) fixed.page.x = close.about.x;
  if (scene.height * scale.y * zoom > room.h) fixed.page.y = close.about.y;
  return fixed;
}

/// Where a side of the page begins that is longer than its room.
float held(float begin, float length, float from, float room) {
  return length <= room ? begin : std::clamp(begin, from + room - length, from);
}

}  // namespace

float fit_scale(const Scene& scene, Rect room) {
  return scale_to_fit(scene, {room.w, room.h}, ui::dp(largest_fit));
}

Camera camera_of(const Scene& scene, Rect canvas, Rect room, float zoom, Vec pan, float stretch,
                 const Closeness& close) {
  const auto [page, middle] = fixed_of(scene, room, zoom, stretch, close);
  const Vec scale = scales_of(scene, room, zoom, stretch, close.times);
  ImVec2 corner(middle.x + (pan.x - page.x) * scale.x, middle.y + (pan.y - page.y) * scale.y);
  if (close.times > 1) {
    corner.x = held(corner.x, scene.width * scale.x, room.x, room.w);
    corner.y = held(corner.y, scene.height * scale.y, room.y, room.h);
  }
  const Vec moved{(corner.x - middle.x) / scale.x + page.x,
                  (corner.y - middle.y) / scale.y + page.y};
  return {canvas, room, corner, scale.x, scale.y, stretch, close, moved};
}

Vec pan_to_keep(const Scene& scene, const Camera& now, ImVec2 mouse, float zoom) {
  const Vec point = now.to_page(mouse);
  const auto [page, middle] = fixed_of(scene, now.room, zoom, now.stretch, now.close);
  const Vec scale = scales_of(scene, now.room, zoom, now.stretch, now.close.times);
  return {(mouse.x - middle.x) / scale.x - point.x + page.x,
          (mouse.y - middle.y) / scale.y - point.y + page.y};
}

Vec what_to_see(const Scene& scene, uint32_t key, Vec size) {
  std::vector<Rect> places;
  for (const Cell& cell : scene.cells)
    if (key != none && cell.tag.key == key) places.push_back(cell.at);
  if (places.empty()) return {};
  std::ranges::sort(places, std::greater(), &Rect::bottom);
  Rect seen = places.front();
  for (const Rect& place : places) {
    const float x = std::min(seen.x, place.x), y = std::min(seen.y, place.y);
    const Rect both{x, y, std::max(seen.right(), place.right()) - x,
                    std::max(seen.bottom(), place.bottom()) - y};
    if (both.w <= size.x && both.h <= size.y) seen = both;
  }
  return seen.centre();
}

float scale_to_fit(const Scene& scene, Vec room, float largest) {
  if (scene.width <= 0 || scene.height <= 0) return 1;
  return std::min({room.x / scene.width, room.y / scene.height, largest});
}

}  // namespace scope
