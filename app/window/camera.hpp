/// Where the page of a figure lies in the window.
#pragma once

#include <imgui.h>

#include "app/core/scene/scene.hpp"

namespace scope {

/// A page too large for its room, of which a part is seen: this many times as large as one that
/// fits, about this point of it. Nothing beside the page is shown then.
struct Closeness {
  float times = 1;
  Vec about{};
};

/// How close a figure may come in order to be read.
inline constexpr float max_closeness = 6;

/// How the page lies in the canvas: pixel = corner + figure unit * scale. Pages of very many keys
/// are wide and low; they are stretched upwards (`tall` > `scale`) as long as nothing on them can
/// be read anyway.
struct Camera {
  Rect canvas;        ///< clips the picture, pixels
  Rect room;          ///< what the page is fitted into, pixels
  ImVec2 corner{};    ///< of the page, pixels
  float scale = 1;    ///< pixels per figure unit, across; also of sizes, widths and texts
  float tall = 1;     ///< pixels per figure unit, down
  float stretch = 1;  ///< how much higher than wide it may be
  Closeness close{};
  Vec pan{};  ///< as it came out: no part of the room stays empty beside a page seen in part

  ImVec2 to_screen(Vec p) const { return {corner.x + p.x * scale, corner.y + p.y * tall}; }
  Vec to_page(ImVec2 p) const { return {(p.x - corner.x) / scale, (p.y - corner.y) / tall}; }
};

/// Pixels per figure unit below which no text of a cell can be read.
inline constexpr float unreadable_scale = 0.22f;

/// Pixels per figure unit at which few keys would become gigantic, at an interface of scale 1.
inline constexpr float largest_fit = 2.2f;

/// How much higher than wide a low page may be drawn where its room is higher: rows stand further
/// apart and cells are taller, letters keep their shape.
inline constexpr float max_stretch = 1.6f;

/// The largest scale, in pixels per figure unit, at which the page fits a room of this size in
/// pixels, but at most `largest`. 1 for a page without area.
float scale_to_fit(const Scene& scene, Vec room, float largest = largest_fit);

/// The largest scale at which the page fits `room`, but few keys do not become gigantic.
float fit_scale(const Scene& scene, Rect room);

/// The page in the middle of `room`, magnified `zoom` times about it and moved by `pan` figure
/// units. A page that is lower than its room is drawn up to `stretch` times as high.
Camera camera_of(const Scene& scene, Rect canvas, Rect room, float zoom, Vec pan, float stretch = 1,
                 const Closeness& close = {});

/// The middle of a key's places on a page, the lowest first, as many as are seen together in a room
/// of this size in figure units; the page's start where it has none.
Vec what_to_see(const Scene& scene, uint32_t key, Vec size);

/// The pan with which the page's point under `mouse` stays there when the zoom becomes `zoom`.
Vec pan_to_keep(const Scene& scene, const Camera& now, ImVec2 mouse, float zoom);

}  // namespace scope
