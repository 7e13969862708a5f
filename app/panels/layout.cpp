#include "layout.hpp"

#include "app/document/bug_gallery.hpp"
#include "app/state/lesson.hpp"

#include <algorithm>
#include <cmath>

namespace scope {
namespace {

// Design units
constexpr float profile_scale = 1.6f;  // the projector profile's type, times the ordinary
constexpr float least_width = 496,
                least_height = 288;  // on a phone, 390 wide, words are 11 pixels high
constexpr float wall_width = 1280,
                wall_height = 720;  // a projector's picture; finer ones are as large on the wall
constexpr float hand_width = 900, hand_height = 500;  // of a tablet upright, of a phone on its side
constexpr float left_narrow = 256, left_wide = 272,
                left_timing = 44;  // Timing mode has more to pick
constexpr float wide_window = 1450;
constexpr float right_share = 0.32f, right_most = 860;  // 100 letters of a kernel need no more
constexpr float transport_width = 272, transport_slim = 156, transport_thumb = 216;
constexpr float thumb_high = 62;      // of a bar whose buttons a thumb meets
constexpr float figure_wanted = 860;  // of the canvas, before an own width of the side panel
constexpr float right_least = 280, edge_width = 32;
constexpr float bar_usual = 44, bar_tight = 40;
constexpr float formula_from = 800;  // of a caption that has room for sentence and formula
constexpr float low_below = 0.86f;   // a figure's place is low: its height, of its width
constexpr float canvas_least = 480;
constexpr float lane_least = 600;                         // of a lane, beside the input panel
constexpr float panel_gap = 1;                            // the line between panels
constexpr float lesson_most = 0.34f, figure_held = 0.2f;  // of the window
constexpr float figure_least = 0.3f,
                tools_from = 0.45f;  // of the canvas: no less; controls only beside so much

/// Heights of the bars and of what stands around the figure.
struct Heights {
  float top, bottom, heading, legend;
};

Heights heights_of(const Room& room, float high, bool slim) {
  const bool timing = room.mode == Mode::timing;
  const bool closed = room.mode == Mode::step && !room.of_a_step;  // a page about no run: no steps
  if (room.projector)
    return {0,
            closed           ? 0.f
            : !timing        ? 34.f
            : room.measuring ? 62.f
                             : 0.f,
            40, room.of_a_step ? 24.f : 0.f};
  if (room.bare) return {0, closed ? 0.f : 44.f, 40, 0};
  if (high < compact_below) return {40, closed ? 0.f : timing || slim ? 44.f : 92.f, 40, 0};
  const bool tight = high < tight_below;
  if (room.hand && slim && !timing) return {46, closed ? 0.f : thumb_high, 40, 28};
  return {tight ? 46.f : 52.f,
          closed   ? 0.f
          : timing ? (tight ? 92.f : 100.f)
          : slim   ? 44.f
          : tight  ? 92.f
                   : 100.f,
          timing  ? 56.f
          : tight ? 40.f
                  : 48.f,
          timing || !tight ? 34.f : 28.f};
}

float left_of(float width) {
  const float wanted = width >= wide_window ? left_wide : left_narrow;
  return width - wanted < canvas_least ? 0 : wanted;
}

/// The width of the side panel in a window of this width whose left panel is so wide.
float right_of(const Room& room, float width, float left) {
  const float spare = left > 0 ? std::max(width - left - figure_wanted, right_least) : width;
  const float own = std::min({width * right_share, right_most, spare});
  const float wanted = room.half ? width / 2 : room.right_width > 0 ? room.right_width : own;
  const float most = std::min(width - left - canvas_least, width / 2);
  return most < right_least ? 0 : std::clamp(wanted, right_least, most);
}

/// The width of the panel at the left.
float left_width(const Room& room, float width) {
  const float left = left_of(width);
  const bool roomy =
      room.mode != Mode::compare || width - left >= lane_least * static_cast<float>(room.lanes);
  const bool wanted = room.panels && ((room.input && !room.of_own) || room.mode == Mode::timing);
  if (!wanted || room.projector || !roomy || left == 0) return 0;
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
  const float tools = low && room.of_a_step ? 0 : std::round(room.tools);
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
          .panels = document.panels && !document.bare,
          .bare = document.bare,
          .input = document.input,
          .of_own = user_run(document) || own_rows(document),
          .folded = document.folded,
          .half = document.wide,
          .of_a_step = shows_a_step(document) && !own_rows(document),
          .measuring = document.timing.child != nullptr,
          .lanes = document.lanes.size(),
          .heads = fault_heads(document),
          .reasons = document.reasons && !asks(document),
          .asks = document.mode == Mode::step &&
                  (question_asked(document) || question_judged(document))};
}

Layout layout_of(const Room& room) {
  const float unit = room.unit, w = room.width / unit, h = room.height / unit;
  Layout at;
  at.slim =
      room.projector || room.bare || h < compact_below || w - transport_width < 2 * right_least;
  const Heights heights = heights_of(room, h, at.slim);
  const bool explains =
      room.panels && !room.projector && room.mode == Mode::step && (room.of_a_step || room.of_own);
  const float left = left_width(room, w);
  const float open = explains ? right_of(room, w, left) : 0;  // 0: the window is too narrow
  const float right = open > 0 && room.folded ? edge_width : open;
  const float below_top = heights.top > 0 ? heights.top + panel_gap : 0;
  const float lesson = std::min(room.lesson / unit, h * lesson_most);
  const bool line = room.panels && !room.projector && !room.of_own && room.mode != Mode::timing &&
                    left <= 0 && lesson <= 0 && h >= compact_below;
  const float input = !line ? 0 : h < tight_below ? bar_tight : bar_usual;
  const float y = below_top + (lesson + input > 0 ? lesson + input + panel_gap : 0);
  const float low = heights.bottom > 0 ? heights.bottom + panel_gap : 0;
  // Notes give way to the figure
  const float held = heights.heading + heights.legend + h * figure_held;
  const float notes = std::min(room.notes / unit, std::max(h - y - low - panel_gap - held, 0.f));
  const float middle = std::max(h - y - low - (notes > 0 ? notes + panel_gap : 0), 1.f);
  const float x = left > 0 ? left + panel_gap : 0, end = right > 0 ? w - right - panel_gap : w;
  const float buttons = room.projector ? 0
                        : !at.slim     ? transport_width
                        : room.hand    ? transport_thumb
                                       : transport_slim;
  const Pixels px{unit};
  at.top = px(0, 0, w, heights.top);
  at.lesson = px(0, below_top, w, lesson);
  at.left = px(0, y, left, middle);
  at.canvas = px(x, y, end - x, middle);
  const float banner = room.heads ? 0 : std::min(room.banner, at.canvas.h * (1 - figure_least));
  at.banner = {at.canvas.x, at.canvas.y, at.canvas.w, banner};
  at.canvas.y += banner, at.canvas.h -= banner;
  (room.folded ? at.edge : at.right) = px(w - right, y, right, middle);
  at.input = px(0, below_top, w, input);
  at.notes = px(0, y + middle + panel_gap, w, notes);
  at.bottom = px(0, h - heights.bottom, w, heights.bottom);
  at.transport = px(0, h - heights.bottom, buttons, heights.bottom);
  at.timeline = px(buttons, h - heights.bottom, w - buttons, heights.bottom);
  at.formula = explains && room.reasons && h >= compact_below && end - x >= formula_from;
  divide_canvas(at, room, heights, room.projector || h < compact_below);
  if (room.heads) at.banner = at.heading;
  return at;
}

bool why_below(const Room& room) {
  // A slide's words are the caption on a wall, and in a window that has no room for two
  const bool low = room.height < tight_below * room.unit;
  if ((room.projector || low) && room.lesson > 0 && !room.asks) return false;
  return room.mode != Mode::compare && (room.of_a_step || room.mode == Mode::timing);
}

bool fault_heads(const Document& document) {
  return document.projector && !document.lesson && document.mode == Mode::step &&
         shows_a_step(document) && planted_now(document) != nullptr;
}

bool held_in_a_hand(float width, float height) {
  return width < hand_width || height < hand_height;
}

bool takes_low_pages(const Rect& figure) { return figure.h < figure.w * low_below; }

}  // namespace scope
