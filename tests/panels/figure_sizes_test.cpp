// How large figures are in the window as it opens: the smallest digits and labels of every figure
// of every sort, in the room that the panels leave.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "app/core/scene/legibility.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/panels/layout.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/camera.hpp"
#include "tests/support/family_sorts.hpp"
#include "tests/support/film.hpp"

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
Rect room_on(const Screen& screen, float tools = 0) {
  Room room{.width = screen.width, .height = screen.height};
  room.tools = tools;
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
      // The letters that tell equal keys apart are subscripts
      const float word = screen.least_word * (text.text == cell.mark ? 0.75f : 1);
      if (text.size * scale < (key ? screen.least_key : word)) return fault(text.text, text.size);
    }
  for (const Text& text : scene.texts)
    if (!text.text.empty() && text.size * scale < screen.least_word)
      return fault(text.text, text.size);
  for (const Brace& brace : scene.braces)
    if (!brace.label.empty() && brace.size * scale < screen.least_word)
      return fault(brace.label, brace.size);
  return "";
}

TEST(FigureSizes, EveryAutomaticFigureCanBeReadBesideThePanels) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    Film film = film_of(sort);
    for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); ++cursor) {
      const Scene scene = film.picture(cursor);
      for (const Screen& screen : screens) {
        const Rect room = room_on(screen);
        ASSERT_TRUE(takes_low_pages(room));
        EXPECT_EQ(too_small(scene, fit_scale(scene, room), screen), "")
            << film.figure << " after " << cursor << " steps of " << sort.name << " in " << room.w
            << " x " << room.h << " of " << screen.width << " x " << screen.height;
        if (HasNonfatalFailure()) break;
      }
      if (HasNonfatalFailure()) break;
    }
  }
}

/// A phone upright and on its side, a tablet upright: pixels as large as a desktop's.
constexpr Vec in_hand[] = {{390, 844}, {844, 390}, {820, 1180}};
constexpr float least_in_hand = 11;

/// The figure's place in such a window, whose units are small so that its bars fit.
Rect room_in_hand(Vec size) {
  Room room{.width = size.x, .height = size.y};
  room.unit = unit_of(1, 1, false, size.x, size.y);
  room.folded = room.hand = true;
  room.why = 5 * 19.4f * room.unit;
  const Rect figure = layout_of(room).figure;
  return {figure.x + 4, figure.y, figure.w - 8, figure.h};
}

TEST(FigureSizes, InAHandEveryLetterCanBeReadAndTheExampleIsSeen) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    Film film = film_of(sort);
    for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); ++cursor) {
      const Scene drawn = film.picture(cursor);
      for (const Vec size : in_hand) {
        ASSERT_TRUE(held_in_a_hand(size.x, size.y));
        const Rect room = room_in_hand(size);
        Scene scene = drawn;
        const float fit = fit_scale(scene, room);
        const float times = enlarge_or_magnify(scene, least_in_hand / fit, 1, max_closeness);
        const std::string where = film.figure + " after " + std::to_string(cursor) + " steps of " +
                                  sort.name + " on " + std::to_string(size.x) + " x " +
                                  std::to_string(size.y);
        ASSERT_GE(smallest_text(scene) * fit * times, least_in_hand * 0.98f) << where;
        const uint32_t key = example_key_of(film.moment_at(cursor));
        const float scale = fit * times;
        const Vec about = what_to_see(scene, key, {room.w / scale, room.h / scale});
        const Camera camera = camera_of(scene, room, room, 1, {}, 1, {times, about});
        ASSERT_TRUE(std::ranges::none_of(scene.cells,
                                         [&](const Cell& cell) { return cell.tag.key == key; }) ||
                    std::ranges::any_of(scene.cells,
                                        [&](const Cell& cell) {
                                          const ImVec2 at = camera.to_screen(cell.at.centre());
                                          return cell.tag.key == key && room.holds({at.x, at.y});
                                        }))
            << where << ": the example is not seen";
        EXPECT_TRUE(camera.corner.x <= room.x + 1 || scene.width * scale < room.w + 1)
            << where << ": something beside the page is shown";
        EXPECT_LE(times, size.x < 400 ? 2.5f : size.x < size.y ? 1.25f : 2.1f) << where;
      }
    }
  }
}

/// Small letters grow as the window lets them.
void as_in_the_window(Scene& scene, float scale, const Screen& screen, float tall = 1) {
  enlarge_rows(scene, (screen.height < tight_below ? 11 : 13) / scale);
  fit_binaries(scene, 11 / scale, tall);
}

constexpr float tools_height = 40;
constexpr std::size_t max_looks = 16;  // at a run in one figure
constexpr std::size_t few_looks = 6;   // where runs are alike

/// True of figures that show a step: not of charts and calculators.
bool of_a_step(const Figure& figure) {
  return figure.tools == Tools::none || figure.tools == Tools::memory;
}

/// What is too small in any step of a run that a figure shows, on any screen; "".
std::string too_small_in(const Film& film, const Figure& figure, std::size_t looks = max_looks,
                         std::span<const Screen> on = screens) {
  const RunPage page =
      figure.tools == Tools::none ? page_of_run(film.moment_at(0), &figure) : RunPage{};
  const std::size_t steps = film.trace.steps.size();
  for (std::size_t cursor = 0; cursor <= steps; cursor += steps / looks + 1) {
    const Moment moment = film.moment_at(cursor);
    if (!fits(figure, moment)) continue;
    const Scene drawn = on_page(figure.draw(moment), page);
    for (const Screen& screen : on) {
      const Rect room = room_on(screen, figure.tools == Tools::none ? 0 : tools_height);
      const float scale = fit_scale(drawn, room);
      Scene scene = drawn;
      as_in_the_window(scene, scale, screen);
      const std::string fault = too_small(scene, scale, screen);
      if (!fault.empty())
        return "after " + std::to_string(cursor) + " steps on " + std::to_string(screen.width) +
               " x " + std::to_string(screen.height) + ": " + fault;
    }
  }
  return "";
}

TEST(FigureSizes, EveryFigureOfEverySortCanBeReadBesideThePanels) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    const Film film = film_of(sort);
    for (const Figure& figure : figures())
      if (of_a_step(figure))
        EXPECT_EQ(too_small_in(film, figure), "") << figure.id << " of " << sort.name;
  }
}

/// A table of sixteen buckets and its 64 entries on one line are shown in part, not in small print.
TEST(FigureSizes, TheTableOfDigitsOf4BitsCanBeReadBesideThePanels) {
  constexpr Screen narrow[] = {{1280, 720, false, false, 11, 11}, {1280, 720, true, true, 11, 11}};
  const auto table = std::ranges::find(figures(), std::string_view("fig13-9"), &Figure::id);
  ASSERT_NE(table, figures().end());
  for (const uint32_t key_bits : {4u, 8u}) {
    const Film film(
        record(chapter_keys, {.key_bits = key_bits, .threads_per_block = 4, .radix_bits = 4},
               "digits"),
        true);
    EXPECT_EQ(too_small_in(film, *table, max_looks, narrow), "") << key_bits;
  }
}

TEST(FigureSizes, EveryFigureOfDigitsOf4BitsCanBeReadBesideThePanels) {
  constexpr Screen narrow[] = {{1280, 720, false, false, 11, 11}, {1280, 720, true, true, 11, 11}};
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (const auto& [key_bits, each] : {std::pair{4u, 2u}, {4u, 4u}, {8u, 2u}, {8u, 4u}}) {
      if (!sort.wide_digits() || (each > 2 && !sort.coarse())) continue;
      const radix::Settings settings{
          .key_bits = key_bits, .threads_per_block = 4, .radix_bits = 4, .keys_per_thread = each};
      const Film film(record(chapter_keys, radix::settings_for(sort, settings), sort.name), true);
      for (const Figure& figure : figures())
        if (of_a_step(figure))
          EXPECT_EQ(too_small_in(film, figure, max_looks, narrow), "")
              << figure.id << " of " << sort.name << ", " << each << " keys of " << key_bits
              << " bits per thread";
    }
}

/// Of many keys the tree shows as many as can be read between two panels, with the names of its
/// rows.
TEST(FigureSizes, TheScanOfManyKeysCanBeReadBetweenThePanels) {
  constexpr Screen between[] = {{1280, 720, true, false, 11, 8}};
  const auto tree = std::ranges::find(figures(), std::string_view("scan-tree"), &Figure::id);
  ASSERT_NE(tree, figures().end());
  for (const char* sort : {"one_bit", "digits"}) {
    const radix::Settings settings{.key_bits = 24, .threads_per_block = 4, .radix_bits = 2};
    const Film film(record(random_keys(300, 8), settings, sort), true);
    EXPECT_EQ(too_small_in(film, *tree, max_looks, between), "") << sort;
  }
}

/// The first keys of the chapter, as the chapter sorts them.
Film film_of_first(uint32_t count, const radix::SortInfo& sort) {
  const radix::Settings usual{
      .key_bits = 4, .threads_per_block = 4, .radix_bits = 2, .keys_per_thread = 2};
  const std::vector<uint32_t> keys(chapter_keys.begin(), chapter_keys.begin() + count);
  return Film(record(keys, radix::settings_for(sort, usual), sort.name), true);
}

/// The smallest digits of a key in a figure, in rooms of these sizes, in pixels; empty where it
/// shows no key.
std::vector<float> least_keys(const Film& film, const Figure& figure, std::span<const Vec> rooms) {
  const RunPage page =
      figure.tools == Tools::none ? page_of_run(film.moment_at(0), &figure) : RunPage{};
  const std::size_t steps = film.trace.steps.size();
  std::vector<float> least(rooms.size(), 1e9f);
  bool any = false;
  for (std::size_t cursor = 0; cursor <= steps; cursor += steps / few_looks + 1) {
    const Moment moment = film.moment_at(cursor);
    if (!fits(figure, moment)) continue;
    const Scene scene = on_page(figure.draw(moment), page);
    for (const Cell& cell : scene.cells)
      if (cell.tag.key != none && !cell.binary.empty())
        for (std::size_t r = 0; r < rooms.size(); ++r, any = true)
          least[r] = std::min(least[r], cell.size * scale_to_fit(scene, rooms[r]));
  }
  return any ? least : std::vector<float>{};
}

/// In windows and on a wall 2, 3, 4 and 8 keys are larger than 16, and what is written beside them
/// is as large as promised.
TEST(FigureSizes, FewKeysAreLargerInEveryFigureOfEverySort) {
  std::vector<Vec> rooms{{1240, 450}};
  for (const Screen& screen : screens) {
    const Rect room = room_on(screen);
    rooms.push_back({room.w, room.h});
  }
  for (const radix::SortInfo& sort : radix::sorts()) {
    const Film usual = film_of_first(16, sort);
    for (const uint32_t count : {2u, 3u, 4u, 8u}) {
      const Film few = film_of_first(count, sort);
      for (const Figure& figure : figures()) {
        if (!of_a_step(figure)) continue;
        EXPECT_EQ(too_small_in(few, figure, few_looks), "")
            << figure.id << " of " << sort.name << ", " << count << " keys";
        const std::vector<float> many = least_keys(usual, figure, rooms),
                                 keys = least_keys(few, figure, rooms);
        for (std::size_t r = 0; r < std::min(many.size(), keys.size()); ++r)
          EXPECT_GE(keys[r], many[r] * 1.1f) << figure.id << " of " << sort.name << ", " << count
                                             << " keys in " << rooms[r].x << " x " << rooms[r].y;
      }
    }
  }
}

TEST(FigureSizes, KeysOf32BitsAreAsLargeAsTheirNumbersAllow) {
  for (const radix::SortInfo& sort : radix::sorts_of("radix")) {
    const radix::Settings wide{
        .key_bits = 32, .threads_per_block = 4, .radix_bits = 4, .keys_per_thread = 2};
    Film film(record(chapter_keys, radix::settings_for(sort, wide), sort.name), true);
    for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); cursor += 5) {
      const Scene drawn = film.picture(cursor);
      for (const Screen& screen : screens) {
        const float scale = fit_scale(drawn, room_on(screen));
        Scene scene = drawn;
        as_in_the_window(scene, scale, screen);
        EXPECT_EQ(too_small(scene, scale, screen), "")
            << film.figure << " after " << cursor << " steps of " << sort.name;
      }
      if (HasNonfatalFailure()) break;
    }
  }
}

/// The first text that a bracket's line runs into; "".
std::string struck_out(const Scene& scene) {
  for (const TextBox& text : text_boxes(scene))
    for (const Line& line : scene.lines)
      if (line.width >= 2 && line.from.y == line.to.y && line.from.y > text.at.y + 4 &&
          line.from.y < text.at.bottom() - 4 && line.from.x < text.at.right() &&
          line.to.x > text.at.x)
        return text.text;
  return "";
}

/// What a way that is drawn bold runs over or points into: the first such text; "".
std::string written_over(const Scene& scene) {
  constexpr float head = 4;  // half as wide as an arrow's head
  const std::vector<TextBox> texts = text_boxes(scene);
  for (const Arrow& arrow : scene.arrows) {
    if (arrow.tag.key != none || (arrow.ink != Ink::select && arrow.ink != Ink::accent)) continue;
    for (const Vec point : polyline(arrow))
      for (const TextBox& text : texts)
        if (point.x > text.at.x - 1 && point.x < text.at.right() + 1 &&
            point.y > text.at.y + 2 - head && point.y < text.at.bottom() - 2 + head)
          return text.text;
  }
  return "";
}

TEST(FigureSizes, NeitherBracketNorWayRunsIntoALabelOfManyKeys) {
  const radix::Settings settings{.key_bits = 10, .threads_per_block = 16};
  for (const uint32_t count : {64u, 700u}) {
    Film film(record(random_keys(count, 10), settings, "block_sort"), true);
    for (std::size_t cursor = 0; cursor <= std::min<std::size_t>(film.trace.steps.size(), 20);
         ++cursor)
      for (const Screen& screen : screens) {
        Scene scene = film.picture(cursor);
        as_in_the_window(scene, fit_scale(scene, room_on(screen)), screen);
        EXPECT_EQ(struck_out(scene) + written_over(scene), "")
            << count << " keys after " << cursor << " steps of " << film.figure << " on "
            << screen.width;
      }
  }
}

TEST(FigureSizes, NoWayLiesOnALabel) {
  for (const radix::SortInfo& sort : radix::sorts())
    for (const uint32_t bits : {1u, 2u, 4u}) {
      if (bits > 1 && !sort.wide_digits()) continue;
      const radix::Settings settings{
          .key_bits = 4, .threads_per_block = 4, .radix_bits = bits, .keys_per_thread = 2};
      Film film(record(chapter_keys, radix::settings_for(sort, settings), sort.name), true);
      for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); ++cursor) {
        Scene scene = film.picture(cursor);
        for (const Screen& screen : screens) {
          Scene seen = scene;
          as_in_the_window(seen, fit_scale(scene, room_on(screen)), screen);
          EXPECT_EQ(written_over(seen), "")
              << film.figure << " after " << cursor << " steps of " << sort.name << ", " << bits
              << " bits, on " << screen.width << " x " << screen.height;
        }
        if (HasNonfatalFailure()) break;
      }
    }
}

/// "" or the first binary of keys of 8 bits that is smaller than 11 pixels, leaves its cell, or
/// lost its lit digits though they have room.
std::string bits_too_small(const Scene& drawn, const Scene& scene, float scale) {
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    const Cell& cell = scene.cells[i];
    const std::string& all = drawn.cells[i].binary;
    if (all.empty() || all.find_first_not_of("01") != std::string::npos) continue;
    const std::string where = "'" + all + "' of " + cell.text + ", now '" + cell.binary + "': ";
    for (const Text& text : texts_of(cell)) {
      if (text.text.find_first_not_of("01…") != std::string::npos) continue;
      if (text.size * scale < 10.99f) return where + std::to_string(text.size * scale);
      const float width = text_width(text.text, text.size, text.face);
      if (text.at.x < cell.at.x || text.at.x + width > cell.at.right()) return where + "clipped";
    }
    const uint32_t lit = drawn.cells[i].lit_end - drawn.cells[i].lit_begin;
    if (lit > 0 && lit <= 4 && cell.binary.empty()) return where + "no digit";
  }
  return "";
}

TEST(FigureSizes, KeysOf8BitsShowTheirBits) {
  for (const radix::SortInfo& sort : radix::sorts())
    for (const uint32_t bits : {1u, 2u, 4u, 8u}) {
      if (bits > 1 && !sort.wide_digits()) continue;
      const radix::Settings settings{
          .key_bits = 8, .threads_per_block = 4, .radix_bits = bits, .keys_per_thread = 2};
      Film film(record(random_keys(16, 8), radix::settings_for(sort, settings), sort.name), true);
      for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); cursor += 3) {
        const Scene drawn = film.picture(cursor);
        for (const Screen& screen : screens) {
          const float scale = fit_scale(drawn, room_on(screen));
          for (const float tall : {1.f, 1.4f}) {
            Scene scene = drawn;
            as_in_the_window(scene, scale, screen, tall);
            EXPECT_EQ(bits_too_small(drawn, scene, scale), "")
                << film.figure << " after " << cursor << " steps of " << sort.name << ", " << bits
                << " bits, on " << screen.width << " x " << screen.height;
          }
        }
        if (HasNonfatalFailure()) break;
      }
    }
}

/// The height from the topmost of what stands on a page to the lowest, and the width likewise.
Vec extent(const Scene& scene) {
  float x0 = scene.width, x1 = 0, y0 = scene.height, y1 = 0;
  const auto take = [&](const Rect& at) {
    x0 = std::min(x0, at.x), x1 = std::max(x1, at.right());
    y0 = std::min(y0, at.y), y1 = std::max(y1, at.bottom());
  };
  for (const Cell& cell : scene.cells) take(cell.at);
  for (const Frame& frame : scene.frames) take(frame.at);
  for (const TextBox& text : text_boxes(scene)) take(text.at);
  return {x1 - x0, y1 - y0};
}

TEST(FigureSizes, NoThirdOfTheCanvasIsEmpty) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    Film film = film_of(sort);
    for (std::size_t cursor = 1; cursor <= film.trace.steps.size(); ++cursor) {
      const Scene scene = film.picture(cursor);
      const Rect room = room_on(screens[0]);
      const Camera camera = camera_of(scene, room, room, 1, {}, max_stretch);
      const bool own = scene.width != film.page.width;  // a matrix of as many cells as it has
      const Vec filled = own ? Vec{scene.width, scene.height} : extent(scene);
      const bool high = own && filled.y * camera.tall > room.h * 0.97f;
      EXPECT_TRUE(high || filled.x * camera.scale > room.w * 0.66f) << film.figure << " " << cursor;
      EXPECT_GT(filled.y * camera.tall, room.h * 0.66f)
          << film.figure << " after " << cursor << " steps of " << sort.name << ": " << filled.x
          << " x " << filled.y << " of " << scene.width << " x " << scene.height << " in " << room.w
          << " x " << room.h;
      EXPECT_LE(scene.height * camera.tall, room.h + 1);
      if (HasNonfatalFailure()) break;
    }
  }
}

/// Nor of a run with a planted bug, under its banner.
TEST(FigureSizes, NoThirdOfTheCanvasIsEmptyUnderABug) {
  const radix::SortInfo& sort = *radix::sort_named("one_bit");
  const auto problem =
      radix::parse_problem("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0",
                           radix::settings_for(sort, {.key_bits = 4, .threads_per_block = 4}));
  ASSERT_TRUE(problem);
  Film film(radix::run({.problem = *problem, .sort = sort.name, .planted = "high_first"}));
  Rect room = room_on(screens[1]);
  room.h -= 110;
  for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); ++cursor) {
    const Scene scene = film.picture(cursor);
    const Camera camera = camera_of(scene, room, room, 1, {}, max_stretch);
    EXPECT_GT(extent(scene).y * camera.tall, room.h * 0.75f) << film.figure << " " << cursor;
  }
}

/// What is free at the left and at the right of the pictures on a screen: of every picture that
/// stands on the page of its run, and of the others of one title together.
struct Free {
  std::string where;
  float left = 1e9f, right = 1e9f;
};
std::vector<Free> free_beside(Film& film, const Rect& room) {
  std::map<std::string, Free> all;
  for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); ++cursor) {
    const Scene scene = film.picture(cursor);
    const Camera camera = camera_of(scene, room, room, 1, {}, max_stretch);
    const bool shared = scene.width == film.page.width;
    Free& free = all[scene.title + (shared ? std::to_string(cursor) : "")];
    free.where = film.figure + " after " + std::to_string(cursor) + " steps";
    const auto take = [&](const Rect& at) {
      const float x = camera.to_screen({at.x, 0}).x, end = camera.to_screen({at.right(), 0}).x;
      free.left = std::min(free.left, x - room.x);
      free.right = std::min(free.right, room.right() - end);
    };
    for (const Cell& cell : scene.cells) take(cell.at);
    for (const Frame& frame : scene.frames) take(frame.at);
    for (const TextBox& text : text_boxes(scene)) take(text.at);
  }
  std::vector<Free> found;
  for (const auto& [title, free] : all) found.push_back(free);
  return found;
}

TEST(FigureSizes, NoThirdOfTheCanvasIsEmptyOnOneSideOnly) {
  for (const radix::SortInfo& sort : radix::sorts())
    for (const uint32_t count : {2u, 3u, 4u, 5u, 8u, 12u, 16u}) {
      Film film = film_of_first(count, sort);
      for (const Screen& screen : screens) {
        const Rect room = room_on(screen);
        for (const Free& free : free_beside(film, room))
          EXPECT_LE(std::abs(free.right - free.left), room.w / 3)
              << free.where << " of " << sort.name << ", " << count << " keys: " << free.left
              << " free at the left, " << free.right << " at the right of " << room.w;
      }
    }
}

/// The smallest digits of a key in pictures that share the page of their run, in pixels.
float smallest_key(const radix::SortInfo& sort, uint32_t count, const Screen& screen) {
  Film film = film_of_first(count, sort);
  const Rect room = room_on(screen);
  float smallest = 1e9f;
  for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); ++cursor) {
    const Scene scene = film.picture(cursor);
    if (scene.width != film.page.width) continue;  // a matrix
    for (const Cell& cell : scene.cells)
      if (radix::holds_keys(cell.tag.array) && !cell.binary.empty())
        smallest = std::min(smallest, cell.size * fit_scale(scene, room));
  }
  return smallest;
}

TEST(FigureSizes, FewKeysAreDrawnLarger) {
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (const Screen& screen : screens) {
      const float usual = smallest_key(sort, 16, screen);
      EXPECT_GE(smallest_key(sort, 8, screen), usual * 1.1f) << sort.name << " " << screen.width;
      EXPECT_GE(smallest_key(sort, 4, screen), usual * 1.15f) << sort.name << " " << screen.width;
    }
}

}  // namespace
}  // namespace scope
