#include "layout.hpp"

#include <algorithm>
#include <cmath>

namespace scope {
namespace {

// Design units
constexpr float profile_scale = 1.6f;  // the projector profile's type, times the ordinary
constexpr float least_width = 512, least_height = 288;
constexpr float wall_width = 1280,
                wall_height = 720;  // a projector's picture; finer ones are as large on the wall
constexpr float left_narrow = 256, left_wide = 272,
                left_timing = 44;  // Timing mode has more to pick
constexpr float right_narrow = 336, right_wide = 390, wide_window = 1450;
constexpr float transport_width = 272, transport_slim = 156;
constexpr float right_least = 280;
constexpr float canvas_least = 480;
constexpr float lane_least = 600;     // of a lane, beside the input panel
constexpr float panel_gap = 1;        // the line between panels
constexpr float lesson_most = 0.34f;  // of the window
constexpr float figure_least = 0.3f,
                tools_from = 0.45f;  // of the canvas: no less; controls only beside so much

/// Heights of the bars and of what stands around the figure.
struct Heights {
  float top, bottom, heading, legend;
};

Heights heights_of(const Room& room, float high, bool slim) {
  const bool timing = room.mode == Mode::timing;
  if (room.projector)
    return {0, !timing ? 34.f : room.measuring ? 62.f : 0.f, 40, room.of_a_step ? 24.f : 0.f};
  if (high < compact_below) return {40, timing || slim ? 44.f : 92.f, 40, 0};
  const bool tight = high < tight_below;
  return {tight ? 46.f : 52.f,
          timing  ? (tight ? 92.f : 100.f)
          : slim  ? 44.f
          : tight ? 92.f
                  : 100.f,
          56, 34};
}

float left_of(float width) {
  const float wanted = width >= wide_window ? left_wide : left_narrow;
  return width - wanted < canvas_least ? 0 : wanted;
}

float right_of(float width, float by_hand) {
  const float wanted = by_hand > 0 ? by_hand : width >= wide_window ? right_wide : right_narrow;
  const float most = width - left_of(width) - canvas_least;
  return most < right_least ? 0 : std::clamp(wanted, right_least, most);
}

/// The width of the panel at the left.
float left_width(const Room& room, float width) {
  const float left = left_of(width);
  const bool roomy =
      room.mode != Mode::compare || width - left >= lane_least * static_cast<float>(room.lanes);
  if (!room.panels || room.projector || !roomy || left == 0) return 0;
  return left + (room.mode == Mode::timing && width - left - left_timing >= canvas_least
                     ? left_timing
                     : 0);
}

/// Whole pixels, so that neighbours meet.
struct Pixels {
  float unit;
  Rect operator()(float x, float y, float w, float h) const {
    const float left = std::round(x * unit), top = std::round(y * unit);
    const float right = std::round((x + w) * unit), bottom = std::round((y + h) * unit);
    return {left, top, std::max(right - left, 0.f), std::max(bottom - top, 0.f)};
  }
};

/// What stands in the canvas, from its top to its foot. A low window keeps the figure's controls
/// for later.
void divide_canvas(Layout& at, const Room& room, const Heights& heights, bool low) {
  const Rect& all = at.canvas;
  const float heading = std::round(std::min(heights.heading * room.unit, all.h));
  const float legend = std::round(heights.legend * room.unit),
              most = all.h * (1 - figure_least) - heading - legend;
  const float why = std::round(std::min(room.why, std::max(most, 0.f)));
  const float tools = low && room.mode != Mode::timing ? 0 : std::round(room.tools);
  const float held = all.h - heading - legend - why - tools >= all.h * tools_from ? tools : 0;
  float y = all.y;
  const auto next = [&](float height) {
    const Rect part{all.x, y, all.w, height};
    y = part.bottom();
    return part;
  };
  at.heading = next(heading);
  at.tools = next(held);
  at.figure = next(all.bottom() - y - legend - why);
  if (!room.projector)
    at.why = next(why);  // the status line is the last; a legend belongs to the picture
  at.legend = next(legend);
  if (room.projector) at.why = next(why);
  const float line = 30 * room.unit;
  at.status = at.legend.h > 0 ? at.legend : Rect{all.x, at.figure.bottom() - line, all.w, line};
}

}  // namespace

float unit_of(float display, float person, bool projector, float width, float height) {
  const float most = std::min(width / least_width, height / least_height);
  const float wall = std::min(width / wall_width, height / wall_height);
  const float wanted = person * (projector ? std::max(profile_scale * wall, display) : display);
  return std::max(std::min(wanted, most), 0.5f);
}

Room room_of(const Document& document, float width, float height, float unit) {
  return {.width = width,
          .height = height,
          .unit = unit,
          .mode = document.mode,
          .projector = document.projector,
          .panels = document.panels,
          .of_a_step = shows_a_step(document),
          .measuring = document.timing.child != nullptr,
          .lanes = document.lanes.size()};
}

Layout layout_of(const Room& room) {
  const float unit = room.unit, w = room.width / unit, h = room.height / unit;
  Layout at;
  at.slim = room.projector || h < compact_below || w - transport_width < 2 * right_least;
  const Heights heights = heights_of(room, h, at.slim);
  const bool explains = room.panels && !room.projector && room.mode == Mode::step && room.of_a_step;
  const float right = explains ? right_of(w, room.right_width) : 0, left = left_width(room, w);
  const float below_top = heights.top > 0 ? heights.top + panel_gap : 0;
  const float lesson = std::min(room.lesson / unit, h * lesson_most),
              y = below_top + (lesson > 0 ? lesson + panel_gap : 0);
  const float low = heights.bottom > 0 ? heights.bottom + panel_gap : 0;
  const float middle = std::max(h - y - low, 1.f);
  const float x = left > 0 ? left + panel_gap : 0, end = right > 0 ? w - right - panel_gap : w;
  const float buttons = room.projector ? 0 : at.slim ? transport_slim : transport_width;
  const Pixels px{unit};
  at.top = px(0, 0, w, heights.top);
  at.lesson = px(0, below_top, w, lesson);
  at.left = px(0, y, left, middle);
  at.canvas = px(x, y, end - x, middle);
  at.right = px(w - right, y, right, middle);
  at.bottom = px(0, h - heights.bottom, w, heights.bottom);
  at.transport = px(0, h - heights.bottom, buttons, heights.bottom);
  at.timeline = px(buttons, h - heights.bottom, w - buttons, heights.bottom);
  divide_canvas(at, room, heights, room.projector || h < compact_below);
  return at;
}

bool why_below(const Room& room, const Layout& layout) {
  if (room.projector && room.lesson > 0) return false;
  return layout.right.w <= 0 && room.mode != Mode::compare &&
         (room.of_a_step || room.mode == Mode::timing);
}

}  // namespace scope
