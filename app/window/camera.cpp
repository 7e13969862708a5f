#include "camera.hpp"

#include <algorithm>

#include "fonts.hpp"

namespace scope {
namespace {

constexpr float share_above = 0.4f;  // of the free height lies above the page, the rest below

Vec centre_of(const Scene& scene) { return {scene.width / 2, scene.height / 2}; }

/// Pixels per unit across and down, at a zoom. What cannot be read is stretched to be seen.
Vec scales_of(const Scene& scene, Rect room, float zoom, float stretch) {
  const float fit = std::max(fit_scale(scene, room), 1e-3f), across = fit * zoom;
  if (scene.height <= 0) return {across, across};
  if (fit >= ui::dp(unreadable_scale))
    return {across, across * std::clamp(room.h / (fit * scene.height), 1.f, stretch)};
  return {across, std::max(across, std::min(room.h * 0.8f / scene.height, ui::dp(1)))};
}

/// Where the page's middle lies: in the middle of its room, a little higher where there is room.
Vec middle_of(const Scene& scene, Rect room, float stretch) {
  const Vec scale = scales_of(scene, room, 1, stretch);
  const float free = std::max(room.h - scene.height * scale.y, 0.f);
  return {room.centre().x, room.centre().y - free * (0.5f - share_above)};
}

}  // namespace

float fit_scale(const Scene& scene, Rect room) {
  return scale_to_fit(scene, {room.w, room.h}, ui::dp(largest_fit));
}

Camera camera_of(const Scene& scene, Rect canvas, Rect room, float zoom, Vec pan, float stretch) {
  const Vec page = centre_of(scene), middle = middle_of(scene, room, stretch);
  const Vec scale = scales_of(scene, room, zoom, stretch);
  const ImVec2 corner(middle.x + (pan.x - page.x) * scale.x, middle.y + (pan.y - page.y) * scale.y);
  return {canvas, room, corner, scale.x, scale.y, stretch};
}

Vec pan_to_keep(const Scene& scene, const Camera& now, ImVec2 mouse, float zoom) {
  const Vec point = now.to_page(mouse), page = centre_of(scene),
            middle = middle_of(scene, now.room, now.stretch);
  const Vec scale = scales_of(scene, now.room, zoom, now.stretch);
  return {(mouse.x - middle.x) / scale.x - point.x + page.x,
          (mouse.y - middle.y) / scale.y - point.y + page.y};
}

float scale_to_fit(const Scene& scene, Vec room, float largest) {
  if (scene.width <= 0 || scene.height <= 0) return 1;
  return std::min({room.x / scene.width, room.y / scene.height, largest});
}

}  // namespace scope
