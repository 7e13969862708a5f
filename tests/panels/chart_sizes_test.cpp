// How large the letters of the expert pages are: of the trade-off, the calculator, the crossover
// and every chart of the recorded runs, in windows of 1280 x 720 and 1600 x 1000 and in the
// projector's profile;
// and what lanes beside each other do to their pages.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/core/scene/legibility.hpp"
#include "app/panels/layout.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/timing_session.hpp"
#include "app/window/camera.hpp"
#include "tests/support/looks.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/timing_runs.hpp"

namespace scope {
namespace {

/// A window's profile, the least letters on it, and what stands around a chart, in pixels.
struct ChartScreen {
  float width, height;
  bool projector;
  float least, header, tools, why;
};
constexpr ChartScreen chart_screens[] = {{1280, 720, false, 11, 50, 40, 64},
                                         {1600, 1000, false, 13, 50, 40, 64},
                                         {1280, 720, true, 14, 80, 58, 130}};

/// The place of a chart in the window, as app/panels/canvas_panel.cpp uses it.
Rect chart_room(const ChartScreen& screen, bool timing) {
  Room room{.width = screen.width,
            .height = screen.height,
            .mode = timing ? Mode::timing : Mode::step,
            .projector = screen.projector};
  room.unit = unit_of(1, 1, screen.projector, room.width, room.height);
  room.of_a_step = false;
  room.tools = timing ? screen.header : screen.tools;
  if (timing) room.why = screen.why;
  const Rect figure = layout_of(room).figure;
  return {figure.x + 10 * room.unit, figure.y, figure.w - 20 * room.unit, figure.h};
}

/// On a low page where the window takes one.
Moment on_screen(const ChartScreen& screen, Moment moment) {
  moment.large = screen.projector || screen.height < tight_below;
  return moment;
}

std::string too_small_on(const ChartScreen& screen, const Scene& scene, bool timing) {
  const Rect room = chart_room(screen, timing);
  const float px = smallest_text(scene) * scale_to_fit(scene, {room.w, room.h});
  return px >= screen.least
             ? ""
             : scene.title + ", " + scene.subtitle + ": " + std::to_string(px) + " px, " +
                   std::to_string(scene.width) + " x " + std::to_string(scene.height) + " in " +
                   std::to_string(room.w) + " x " + std::to_string(room.h);
}

const Trace& short_trace() {
  static const Trace trace = record({3, 1, 2}, 2, 2, "one_bit");
  return trace;
}

TEST(ChartSizes, EveryPageAboutNoStepCanBeRead) {
  for (const ChartScreen& screen : chart_screens)
    for (const Figure& figure : figures()) {
      if (figure.tools != Tools::tradeoff && figure.tools != Tools::calculator &&
          figure.tools != Tools::chart)
        continue;
      const Moment now = on_screen(screen, look_at(short_trace(), 0));
      EXPECT_EQ(too_small_on(screen, figure.draw(now), false), "") << figure.id;
    }
}

TEST(ChartSizes, EveryPageOfTheRecordedRunsCanBeRead) {
  for (const char* name : recorded_runs()) {
    TimingView view = view_of(*recorded_run(name));
    for (const ChartScreen& screen : chart_screens)
      for (const Figure& figure : figures()) {
        if (figure.tools != Tools::timing) continue;
        Moment now = on_screen(screen, look_at(short_trace(), 0));
        now.timing_view = &view;
        uint32_t pages = 1;
        for (view.page = 0; view.page < pages; ++view.page) {
          const Scene scene = figure.draw(now);
          pages = scene.pages;
          EXPECT_EQ(too_small_on(screen, scene, true), "");
          EXPECT_EQ(checks::inside_page(scene) + checks::texts_apart(scene), "") << figure.id;
        }
      }
  }
}

TEST(ChartSizes, ASmallLetterIsFound) {
  Scene scene = figure_named("calculation")->draw(look_at(short_trace(), 0));
  ASSERT_EQ(too_small_on(chart_screens[0], scene, false), "");
  scene.texts.back().size = 9;
  EXPECT_NE(too_small_on(chart_screens[0], scene, false), "");
}

// ------------------------------------------------------------------------------------------ lanes

TEST(Legibility, EnlargedTextsLieOnNothing) {
  for (const char* sort : {"one_bit", "digits"}) {
    const Trace trace = record(chapter_keys, 4, 4, sort);
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      Moment now = look_at(trace, cursor);
      now.large = true;
      Scene scene = figure_for(now).draw(now);
      ASSERT_EQ(checks::texts_apart(scene), "");
      const float before = smallest_text(scene);
      enlarge_texts(scene, 19);
      EXPECT_GE(smallest_text(scene), before);
      EXPECT_EQ(checks::inside_page(scene) + checks::texts_apart(scene), "")
          << figure_for(now).id << " after " << cursor << " steps";
    }
  }
}

TEST(Legibility, TheHeadsOfARowGrowTogetherAndApart) {
  const auto row = [](float second) {
    Scene scene{.width = 200, .height = 60};
    scene.texts.push_back({.at = {40, 20}, .text = "b0 w0", .size = 10});
    scene.texts.push_back({.at = {second, 20}, .text = "b0 w1", .size = 10});
    scene.texts.push_back({.at = {150, 20}, .text = "b0 w2", .size = 10});
    enlarge_texts(scene, 16, 0.4f);
    return scene;
  };
  for (const Text& text : row(95).texts) EXPECT_EQ(text.size, 16);
  for (const Text& text : row(80).texts) EXPECT_EQ(text.size, 10);
}

TEST(Legibility, WhereThereIsRoomTextsGrowAndElseTheyStay) {
  Scene scene{.width = 200, .height = 60};
  scene.texts.push_back({.at = {60, 20}, .text = "free", .size = 10});
  scene.texts.push_back({.at = {150, 40}, .text = "crowded", .size = 10});
  scene.texts.push_back({.at = {150, 51}, .text = "crowded", .size = 12});
  enlarge_texts(scene, 20);
  EXPECT_EQ(scene.texts[0].size, 20);
  EXPECT_EQ(scene.texts[1].size, 10);
  EXPECT_EQ(smallest_text(scene), 10);
}

}  // namespace
}  // namespace scope
