// Where the panels lie, without a window: every size from a small laptop to a wall, every scale of
// the interface.
#include "app/panels/layout.hpp"
#include "app/state/presets.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace scope {
namespace {

struct Size {
  float width, height;
};
constexpr Size sizes[] = {{640, 400},   {1024, 640},  {1280, 720},  {1280, 1024},
                          {1366, 768},  {1600, 1000}, {1920, 1080}, {1920, 1200},
                          {2560, 1440}, {3440, 1440}, {3840, 2160}};
constexpr Mode modes[] = {Mode::step, Mode::compare, Mode::timing};

bool overlap(const Rect& a, const Rect& b) {
  return a.w > 0 && a.h > 0 && b.w > 0 && b.h > 0 && a.x < b.right() && b.x < a.right() &&
         a.y < b.bottom() && b.y < a.bottom();
}

bool inside(const Rect& part, const Rect& whole) {
  return part.x >= whole.x - 0.5f && part.y >= whole.y - 0.5f &&
         part.right() <= whole.right() + 0.5f && part.bottom() <= whole.bottom() + 0.5f;
}

struct Named {
  const char* name;
  Rect at;
};

/// "" or the first two of these that share pixels, or one that leaves `whole`.
std::string fault_of(const std::vector<Named>& parts, const Rect& whole) {
  for (const Named& part : parts) {
    if (part.at.w < 0 || part.at.h < 0) return std::string(part.name) + " is negative";
    if (part.at.w > 0 && part.at.h > 0 && !inside(part.at, whole))
      return std::string(part.name) + " leaves its place";
  }
  for (std::size_t a = 0; a < parts.size(); ++a)
    for (std::size_t b = a + 1; b < parts.size(); ++b)
      if (overlap(parts[a].at, parts[b].at))
        return std::string(parts[a].name) + " over " + parts[b].name;
  return "";
}

std::string fault_of(const Layout& at, const Room& room) {
  const std::string bars = fault_of({{"top", at.top},
                                     {"input", at.input},
                                     {"left", at.left},
                                     {"canvas", at.canvas},
                                     {"right", at.right},
                                     {"edge", at.edge},
                                     {"lesson", at.lesson},
                                     {"notes", at.notes},
                                     {"transport", at.transport},
                                     {"timeline", at.timeline}},
                                    {0, 0, room.width, room.height});
  if (!bars.empty()) return bars;
  const std::string canvas = fault_of({{"heading", at.heading},
                                       {"tools", at.tools},
                                       {"figure", at.figure},
                                       {"legend", at.legend},
                                       {"why", at.why}},
                                      at.canvas);
  if (!canvas.empty()) return canvas;
  return inside(at.status, at.canvas) ? "" : "the status line leaves the canvas";
}

/// A sentence of three lines and a figure with controls of its own.
Room room_in(Size size, float scale, bool projector, Mode mode, float display = 1) {
  Room room{.width = size.width, .height = size.height, .mode = mode, .projector = projector};
  room.unit = unit_of(display, scale, projector, size.width, size.height);
  room.lanes = mode == Mode::compare ? 3 : 1;
  room.of_a_step = mode != Mode::timing;
  room.tools = 34 * room.unit;
  if (why_below(room)) room.why = (3 * 19.4f + 10) * room.unit;
  return room;
}

/// What a person has opened.
struct Open {
  bool input, folded, half;
};
constexpr Open opens[] = {
    {false, false, false}, {true, false, false}, {true, true, false}, {false, false, true}};

Room with(Open open, Room room) {
  room.input = open.input, room.folded = open.folded, room.half = open.half;
  return room;
}

std::string words(const Room& room) {
  return std::to_string(room.width) + " x " + std::to_string(room.height) + ", unit " +
         std::to_string(room.unit) + ", mode " + std::to_string(static_cast<int>(room.mode)) +
         (room.projector ? ", profile" : "");
}

template <class Check>
void everywhere(Check check) {
  for (const Size size : sizes)
    for (float scale = 0.8f; scale < 2.55f; scale += 0.1f)
      for (const bool projector : {false, true})
        for (const Mode mode : modes)
          for (const Open open : opens) check(with(open, room_in(size, scale, projector, mode)));
}

TEST(Layout, NothingOverlapsOrLeavesTheWindow) {
  everywhere(
      [](const Room& room) { EXPECT_EQ(fault_of(layout_of(room), room), "") << words(room); });
}

TEST(Layout, ALessonWithNotesLeavesItsFigureRoom) {
  everywhere([](Room room) {
    if (room.mode == Mode::timing) return;  // shows no lesson
    room.lesson = 80 * room.unit, room.notes = 92 * room.unit, room.why = 0;
    for (const bool reasons : {true, false}) {
      room.reasons = reasons;
      const Layout at = layout_of(room);
      EXPECT_EQ(fault_of(at, room), "") << words(room);
      EXPECT_GE(at.figure.h, room.height * 0.2f - 2) << words(room);
      EXPECT_FALSE(at.formula && !reasons) << words(room);
      EXPECT_TRUE(at.notes.h > 0 || room.height / room.unit < 360) << words(room);
    }
  });
}

TEST(Layout, AnOverlapIsCaught) {
  const Room room = room_in({1280, 720}, 1, false, Mode::step);
  Layout at = layout_of(room);
  at.figure.h += 2;
  EXPECT_NE(fault_of(at, room), "");
  at = layout_of(room);
  at.left.w += 2;
  EXPECT_NE(fault_of(at, room), "");
  at = layout_of(room);
  at.timeline.y += 1;
  EXPECT_NE(fault_of(at, room), "");
}

TEST(Layout, TheFigureHasRoom) {
  everywhere([](const Room& room) {
    const Layout at = layout_of(room);
    EXPECT_GE(at.figure.w / room.unit, 470) << words(room);
    EXPECT_GE(at.figure.h, room.height * 0.24f) << words(room);
    EXPECT_GE(at.figure.h / room.unit, 80) << words(room);
  });
}

TEST(Layout, TheSentenceIsShownWhole) {
  everywhere(
      [](const Room& room) { EXPECT_GE(layout_of(room).why.h, room.why - 1) << words(room); });
}

TEST(Layout, BarsFillTheWindow) {
  everywhere([](const Room& room) {
    const Layout at = layout_of(room);
    const float seams = 2 * (room.unit + 2);
    EXPECT_NEAR(at.top.h + at.input.h + at.canvas.h + at.bottom.h, room.height, seams)
        << words(room);
    EXPECT_NEAR(at.left.w + at.canvas.w + at.right.w + at.edge.w, room.width, seams) << words(room);
    EXPECT_NEAR(at.transport.w + at.timeline.w, room.width, 2) << words(room);
  });
}

TEST(Layout, PanelsGoFromTheRight) {
  everywhere([](const Room& room) {
    const Layout at = layout_of(room);
    const bool wanted = room.input && room.mode == Mode::step;
    EXPECT_TRUE(!wanted || at.right.w + at.edge.w <= 0 || at.left.w > 0) << words(room);
    EXPECT_TRUE(!room.projector || at.left.w + at.right.w + at.edge.w + at.top.h + at.input.h <= 0)
        << words(room);
  });
  const auto panels = [](float scale) {
    const Layout at =
        layout_of(with({true, false, false}, room_in({1280, 720}, scale, false, Mode::step)));
    return (at.left.w > 0) + (at.right.w > 0);
  };
  EXPECT_EQ(panels(1), 2);
  EXPECT_EQ(panels(1.5f), 1);
  EXPECT_EQ(panels(2), 0);
}

TEST(Layout, PanelsFoldOneByOne) {
  const Room usual = room_in({1600, 1000}, 1, false, Mode::step);
  const Layout at = layout_of(usual);
  EXPECT_GT(at.input.h, 0) << "the input is a line";
  EXPECT_EQ(at.left.w, 0);
  EXPECT_TRUE(at.formula);
  const Layout opened = layout_of(with({true, false, false}, usual));
  EXPECT_EQ(opened.input.h, 0) << "opened it is no line";
  EXPECT_GT(opened.left.w, 200);
  EXPECT_GT(opened.right.w, 280) << "and the side panel stays";
  const Layout folded = layout_of(with({false, true, false}, usual));
  EXPECT_EQ(folded.right.w, 0);
  EXPECT_NEAR(folded.edge.w, 32, 1);
  EXPECT_GT(folded.figure.w, at.figure.w + 400) << "what is folded goes to the figure";
  Room of_own = usual;  // the keys of the person's own run are those it was judged with
  of_own.of_own = true;
  for (const bool open : {false, true}) {
    const Layout own = layout_of(with({open, false, false}, of_own));
    EXPECT_EQ(own.input.h + own.left.w, 0);
  }
  const Layout half = layout_of(with({false, false, true}, usual));
  EXPECT_NEAR(half.right.w, 800, 2);
  Room dragged = usual;
  dragged.right_width = 5000;
  EXPECT_NEAR(layout_of(dragged).right.w, 800, 2) << "never more than half";
}

TEST(Profile, GivesTheFigureMostOfTheHeight) {
  for (const Size size : sizes) {
    if (size.width < 1000) continue;  // no projector's
    const Layout at = layout_of(room_in(size, 1, true, Mode::step));
    EXPECT_GE(at.figure.h / size.height, 0.62f) << size.width << " x " << size.height;
  }
}

TEST(Profile, HasLargeTypeOnEveryScreen) {
  EXPECT_FLOAT_EQ(unit_of(1, 1, false, 1280, 720), 1);
  EXPECT_FLOAT_EQ(unit_of(1, 1, true, 1280, 720), 1.6f);
  EXPECT_FLOAT_EQ(unit_of(1, 1, true, 1920, 1080), 2.4f) << "as large on the wall";
  EXPECT_FLOAT_EQ(unit_of(2, 1, true, 1280, 720), 2) << "never smaller than outside the profile";
  EXPECT_FLOAT_EQ(unit_of(2, 1, true, 2560, 1440), 3.2f)
      << "a display's own scale does not count twice";
  EXPECT_FLOAT_EQ(unit_of(1, 1.2f, true, 1280, 720), 1.92f)
      << "the person's scale counts in the profile too";
  EXPECT_GE(14 * unit_of(1, 1, true, 1280, 720), 22) << "the smallest sentence, pixels";
}

TEST(HiDpi, TwiceThePixelsAreTheSameLayout) {
  for (const bool projector : {false, true}) {
    for (const Mode mode : modes) {
      const Layout one = layout_of(room_in({1280, 720}, 1, projector, mode));
      const Layout two = layout_of(room_in({2560, 1440}, 1, projector, mode, 2));
      for (const auto part :
           {&Layout::canvas, &Layout::figure, &Layout::left, &Layout::right, &Layout::timeline}) {
        EXPECT_NEAR((two.*part).w, 2 * (one.*part).w, 2);
        EXPECT_NEAR((two.*part).y, 2 * (one.*part).y, 2);
      }
    }
  }
}

TEST(Unit, EndsWhereTheWindowEnds) {
  EXPECT_FLOAT_EQ(unit_of(1, 2.5f, false, 1280, 720), 2.5f);
  EXPECT_FLOAT_EQ(unit_of(1, 2.5f, false, 992, 640), 2);
  EXPECT_FLOAT_EQ(unit_of(1, 2.5f, true, 1280, 720), 2.5f);
  EXPECT_FLOAT_EQ(unit_of(1, 0.8f, false, 3840, 2160), 0.8f);
  EXPECT_GE(unit_of(1, 1, false, 1, 1), 0.5f) << "a window without a size";
}

TEST(RoomOf, TakesWhatTheAppShows) {
  Document document = make_document();
  EXPECT_TRUE(room_of(document, 1280, 720, 1).of_a_step);
  document.projector = true;
  document.panels = false;
  const Room room = room_of(document, 1280, 720, 1.6f);
  EXPECT_TRUE(room.projector);
  EXPECT_FALSE(room.panels);
  EXPECT_FLOAT_EQ(room.unit, 1.6f);
  document.mode = Mode::timing;
  EXPECT_FALSE(room_of(document, 1280, 720, 1).of_a_step);
}

TEST(Lessons, HaveOneCaptionWhereThereIsNoRoomForTwo) {
  Room room{.width = 1280, .height = 720, .lesson = 90};
  EXPECT_FALSE(why_below(room)) << "the slide's words are the caption";
  room.asks = true;
  EXPECT_TRUE(why_below(room)) << "a question stands in its place";
  room.asks = false, room.height = 1000;
  EXPECT_TRUE(why_below(room));
  room.height = 720, room.lesson = 0;
  EXPECT_TRUE(why_below(room)) << "no lesson is shown";
}

}  // namespace
}  // namespace scope
