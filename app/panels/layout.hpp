/// Where the panels of the window lie, at every size and scale. Pure arithmetic, without ImGui: the
/// tests lay out windows from a small laptop to a wall.
///
/// The figure comes first: the input is a line over it until it is opened, the sentence and the
/// formula stand under it as its caption, and what else there is shares one panel at the right,
/// which folds into an edge. As room shrinks that panel goes first, then the open input; in a low
/// window the bars become thin, then the line of the input, the controls of a figure and the status
/// line give way. The picture and its sentence stay to the last.
#pragma once

#include <cstddef>

#include "app/core/scene/scene.hpp"
#include "app/document/document.hpp"

namespace scope {

inline constexpr float tight_below =
    830;  ///< height of a window whose panels must save room, design units
inline constexpr float compact_below = 520;  ///< height of a window whose bars are one line each

/// Pixels per design unit: what the display asks for (`display`) times what the person does
/// (`person`, 0.8 … 2.5). In the profile 1.6 pixels on 1280 × 720 and on other screens in
/// proportion, because the wall is of one size; never less than outside it. Never so large that a
/// window of `width` × `height` pixels is smaller than 496 × 288 units, in which everything still
/// has its place.
float unit_of(float display, float person, bool projector, float width, float height);

/// What is to be laid out.
struct Room {
  float width = 1280, height = 720;  ///< of the window, pixels
  float unit = 1;                    ///< pixels per design unit, see unit_of
  Mode mode = Mode::step;
  bool projector = false;  ///< the profile: no bars, no side panels, a legend
  bool panels = true;      ///< input and side panel are wanted
  bool bare = false;       ///< neither bars nor panels; the bottom is one line
  bool input = false;      ///< the input is open at the left, not a line
  bool of_own = false;     ///< a kernel of the person's own: its keys are no input of this page
  bool folded = false;     ///< the side panel is an edge
  bool half = false;       ///< the side panel is half as wide as the window
  bool of_a_step = true;   ///< the picture shows a step: it has a WHY, a legend, a timeline
  bool measuring = false;  ///< Timing mode: a measurement is under way
  std::size_t lanes = 1;   ///< of Compare mode
  float right_width = 0;   ///< of the side panel by hand, design units; 0 = by the window's size
  float tools = 0;         ///< height of the figure's own controls, pixels
  float lesson = 0;        ///< height of a lesson's bar, pixels; 0 = no lesson is shown
  float why = 0;           ///< height of the sentence under the picture, pixels
  float banner = 0;        ///< height of a planted fault's banner, pixels; 0 = none is planted
  bool heads = false;      ///< the banner is the figure's heading, see fault_heads
  float notes = 0;         ///< height of the lecturer's notes, pixels; 0 = none are shown
  bool reasons = true;     ///< sentence and formula are shown
  bool asks = false;       ///< a question stands in their place
  bool hand = false;       ///< held_in_a_hand: a thumb goes from step to step
};

/// The room that an app's picture wants in a window of `width` × `height` pixels; tools and why are
/// 0.
Room room_of(const Document& document, float width, float height, float unit);

/// Pixels. What has no room is empty: width or height 0. The bars, the side panels and the canvas
/// share the window; heading, tools, figure, legend and why share the canvas. Compare mode uses the
/// canvas as a whole.
struct Layout {
  Rect top, left, canvas, right,
      bottom;  ///< bottom = transport and timeline where the picture shows a step, or the progress
               ///< of Timing mode
  Rect input;  ///< under the top bar, as wide as the window: the input in a line
  Rect edge;   ///< at the right, where the side panel is folded
  Rect transport, timeline;  ///< in a slim bottom: a few buttons, the stages of this pass
  Rect lesson;               ///< under the top bar, as wide as the window
  Rect notes;                ///< over the bottom, as wide as the window
  Rect banner;               ///< over the canvas, as wide; or `heading`
  Rect heading, tools, figure, legend, why;
  Rect status;           ///< over the legend or, in a low window, over the figure's foot
  bool slim = false;     ///< the bottom is one line
  bool formula = false;  ///< the formula stands beside the sentence; else the side panel has it
};
Layout layout_of(const Room& room);

/// True when the picture has its sentence under it: in the profile and in a low window no lesson
/// has a caption in its stead.
bool why_below(const Room& room);

/// True where a planted fault is named in the heading's line: on a wall, where no slide of a lesson
/// does.
bool fault_heads(const Document& document);

/// True of a window as small as a phone or an upright tablet; units of the display.
bool held_in_a_hand(float width, float height);

/// True when this place is so low and wide that the figures' low pages are the larger ones.
bool takes_low_pages(const Rect& figure);

}  // namespace scope
