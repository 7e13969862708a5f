/// How large a page is shown. The arithmetic of ui_camera.cpp without a window, so that tests can ask
/// how large a figure's digits become in a room.
#pragma once

#include "app/scene/scene.hpp"

namespace scope {

/// Pixels per figure unit at which few keys would become gigantic, at an interface of scale 1.
inline constexpr float largest_fit = 1.7f;

/// The largest scale, in pixels per figure unit, at which the page fits a room of this size in pixels, but
/// at most `largest`. 1 for a page without area.
float scale_to_fit(const Scene& scene, Vec room, float largest = largest_fit);

}  // namespace scope
