// How large figures are in the window as it opens: the smallest digits and labels of every
// automatic figure of the chapter's keys, in the room that the panels leave.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/families/families.hpp"
#include "app/panels/layout.hpp"
#include "app/window/camera.hpp"
#include "kernels/model/settings.hpp"
#include "tests/support/family_rungs.hpp"
#include "tests/support/local_checks.hpp"

namespace scope {
namespace {

/// A window, and the least sizes on it: of the keys' digits, of binary digits and labels. Pixels.
struct Screen {
  float width, height;
  bool input, folded;  ///< what is open
  float least_key, least_word;
};
constexpr Screen screens[] = {
    {1600, 1000, false, false, 20, 13}, {1440, 900, false, false, 18, 12},
    {1280, 720, false, false, 15, 11},  {1600, 1000, true, true, 20, 13},
    {1280, 720, true, true, 15, 11},
};

/// The place of the figure in a window, as app/panels/canvas_panel.cpp uses it.
Rect room_on(const Screen& screen) {
  Room room{.width = screen.width, .height = screen.height};
  room.input = screen.input, room.folded = screen.folded;
  room.why = screen.height < tight_below ? 96 : 116;
  const Rect figure = layout_of(room).figure;
  return {figure.x + 10, figure.y, figure.w - 20, figure.h};
}

std::string too_small(const Scene& scene, float scale, const Screen& screen) {
  const auto fault = [&](const std::string& text, float size) {
    return "'" + text + "' has " + std::to_string(size * scale) + " px on a page of " +
           std::to_string(scene.width) + " x " + std::to_string(scene.height);
  };
  for (const Cell& cell : scene.cells)
    for (const Text& text : texts_of(cell)) {
      const bool key = !cell.binary.empty() && text.size == cell.size;
      if (text.size * scale < (key ? screen.least_key : screen.least_word))
        return fault(text.text, text.size);
    }
  for (const Text& text : scene.texts)
    if (!text.text.empty() && text.size * scale < screen.least_word)
      return fault(text.text, text.size);
  for (const Brace& brace : scene.braces)
    if (!brace.label.empty() && brace.size * scale < screen.least_word)
      return fault(brace.label, brace.size);
  return "";
}

Trace run_of(const radix::RungInfo& rung) {
  radix::Recipe recipe;
  const radix::Settings usual{
      .key_bits = 4, .threads_per_block = 4, .radix_bits = 2, .keys_per_thread = 2};
  recipe.problem = *radix::Problem::make(chapter_keys, radix::settings_for(rung, usual));
  recipe.rung = rung.name;
  recipe.engine = radix::EngineChoice::cpu;
  return radix::run(recipe);
}

TEST(FigureSizes, EveryAutomaticFigureCanBeReadBesideThePanels) {
  for (const radix::RungInfo& rung : radix::rungs_of("radix")) {
    const Trace trace = run_of(rung);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      Moment moment = look_at(trace, cursor);
      moment.large = true;
      moment.hero = hero_of(moment);
      const Figure& figure = figure_for(moment);
      const Scene scene = figure.draw(moment);
      for (const Screen& screen : screens) {
        const Rect room = room_on(screen);
        ASSERT_TRUE(takes_low_pages(room));
        EXPECT_EQ(too_small(scene, fit_scale(scene, room), screen), "")
            << figure.id << " after " << cursor << " steps of " << rung.name << " in " << room.w
            << " x " << room.h << " of " << screen.width << " x " << screen.height;
      }
    }
  }
}

TEST(FigureSizes, NoThirdOfTheCanvasIsEmpty) {
  for (const radix::RungInfo& rung : radix::rungs_of("radix")) {
    const Trace trace = run_of(rung);
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
      Moment moment = look_at(trace, cursor);
      moment.large = true;
      const Figure& figure = figure_for(moment);
      const Scene scene = figure.draw(moment);
      const Rect room = room_on(screens[0]);
      const Camera camera = camera_of(scene, room, room, 1, {}, most_stretch);
      EXPECT_GT(scene.width * camera.scale, room.w * 0.66f) << figure.id << " " << cursor;
      EXPECT_GT(scene.height * camera.tall, room.h * 0.66f)
          << figure.id << " after " << cursor << " steps of " << rung.name << ": " << scene.width
          << " x " << scene.height << " in " << room.w << " x " << room.h;
      EXPECT_LE(scene.height * camera.tall, room.h + 1);
    }
  }
}

}  // namespace
}  // namespace scope
