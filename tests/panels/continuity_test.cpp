// From step to step nothing jumps. All steps of a run stand on one page, their keys in one row of
// it, and wherever a key stands in a frame, it stood near there in the frame before: for every
// sort, every automatic figure and canvases of several shapes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/core/scene/motion.hpp"
#include "app/window/camera.hpp"
#include "tests/support/film.hpp"

namespace scope {
namespace {

constexpr Rect canvases[] = {{0, 0, 1180, 640}, {0, 0, 860, 420}, {0, 0, 1280, 620}};
constexpr int frames = 24;  // of a step: every other one of those that a window shows

using Places = std::map<uint32_t, std::vector<Vec>>;

/// Where the keys of a picture stand on its page: those one can see.
Places places_on(const Scene& scene) {
  Places places;
  for (const Cell& cell : scene.cells)
    if (cell.tag.key != none && radix::holds_keys(cell.tag.array) && cell.tag.index != none)
      places[cell.tag.key].push_back(cell.at.centre());
  return places;
}

/// How far two places of a page are from each other on the screen.
struct OnScreen {
  Camera camera;
  float distance(Vec a, Vec b) const {
    return std::hypot((a.x - b.x) * camera.scale, (a.y - b.y) * camera.tall);
  }
  float nearest(Vec at, const std::vector<Vec>& places) const {
    float best = 1e9f;
    for (const Vec each : places) best = std::min(best, distance(at, each));
    return best;
  }
  /// The longest way from where a key stands before the step to where it stands after it.
  float flight(const std::vector<Vec>& before, const std::vector<Vec>& after) const {
    float most = 0;
    for (const Vec a : before)
      for (const Vec b : after) most = std::max(most, distance(a, b));
    return most;
  }
};

/// "" or the first key that jumps, in any canvas, while this picture becomes that one.
std::string jump(const Scene& before, const Scene& after) {
  std::vector<OnScreen> screens;
  for (const Rect& room : canvases)
    screens.push_back({camera_of(after, room, room, 1, {}, max_stretch)});
  const Places begin = places_on(before), end = places_on(after);
  Places last = begin;
  for (int f = 1; f <= frames; ++f) {
    const float phase = static_cast<float>(f) / frames;
    const Places now = places_on(between(before, after, phase));
    for (const auto& [key, places] : now) {
      const auto old = last.find(key);
      if (old == last.end() || !begin.contains(key) || !end.contains(key)) continue;
      for (const OnScreen& screen : screens) {
        // A flight takes more than a third of the time and is fastest in its middle
        const float most = 0.3f * screen.flight(begin.at(key), end.at(key)) + 2;
        for (const Vec at : places)
          if (screen.nearest(at, old->second) > most)
            return "key " + std::to_string(key) + " goes " +
                   std::to_string(screen.nearest(at, old->second)) + " px in frame " +
                   std::to_string(f) + ", at most " + std::to_string(most);
      }
    }
    last = now;
  }
  return "";
}

/// The topmost row of keys of a picture: of each its position and its place.
std::map<uint32_t, Rect> key_row(const Scene& scene) {
  std::map<uint32_t, Rect> row;
  for (const Cell& cell : scene.cells) {
    if (cell.tag.index == none || !radix::holds_keys(cell.tag.array)) continue;
    if (!row.empty() && cell.at.y > row.begin()->second.y) continue;
    if (!row.empty() && cell.at.y < row.begin()->second.y) row.clear();
    row[cell.tag.index] = cell.at;
  }
  return row;
}

TEST(Continuity, TheRowOfKeysKeepsItsPlaceAndItsSizeThroughARun) {
  for (const radix::SortInfo& sort : radix::sorts())
    for (const bool low : {false, true}) {
      Film film = film_of(sort, low);
      std::map<uint32_t, Rect> first;
      for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); ++cursor) {
        const Scene scene = film.picture(cursor);
        const std::string place = std::string(sort.name) + ", step " + std::to_string(cursor) +
                                  ", " + film.figure + (low ? ", low" : "");
        const std::map<uint32_t, Rect> row = key_row(scene);
        if (2 * row.size() < film.page.keys) continue;  // a matrix of some of them, a scan of sums
        EXPECT_EQ(scene.width, film.page.width) << place;
        EXPECT_EQ(scene.height, film.page.height) << place;
        if (first.empty()) first = row;
        for (const auto& [index, at] : row) {
          if (!first.contains(index)) continue;
          const Rect& was = first.at(index);
          EXPECT_NEAR(at.x, was.x, 0.5f) << place;
          EXPECT_NEAR(at.w, was.w, 0.5f) << place;
          EXPECT_NEAR(at.bottom(), was.bottom(), 0.5f) << place;
          if (HasNonfatalFailure()) return;
        }
      }
    }
}

TEST(Continuity, NoKeyJumpsBetweenNeighbouringSteps) {
  for (const radix::SortInfo& sort : radix::sorts()) {
    Film film = film_of(sort);
    Scene before = film.picture(0);
    for (std::size_t cursor = 1; cursor <= film.trace.steps.size(); ++cursor) {
      const std::string was = film.figure;
      Scene after = film.picture(cursor);
      const std::string place = std::string(sort.name) + ", step " + std::to_string(cursor) + ", " +
                                was + " to " + film.figure;
      ASSERT_EQ(jump(before, after), "") << place;
      EXPECT_EQ(between(before, after, 0), before) << place;
      EXPECT_EQ(between(before, after, 1), after) << place;
      before = std::move(after);
    }
  }
}

TEST(Continuity, EveryNewCellOfAStepIsThereInTheEnd) {
  Film film(record(chapter_keys, {4, 4, 2}, "digits"), true);
  for (std::size_t cursor = 1; cursor <= film.trace.steps.size(); ++cursor) {
    const Scene before = film.picture(cursor - 1);
    const std::string was = film.figure;
    const Scene after = film.picture(cursor);
    const Scene nearly = between(before, after, 0.999f);
    std::vector<Cell> missing;
    for (const Cell& cell : after.cells)
      if (std::ranges::none_of(nearly.cells, [&](const Cell& other) {
            return other.tag == cell.tag && other.text == cell.text &&
                   std::abs(other.at.x - cell.at.x) < 1 && std::abs(other.at.y - cell.at.y) < 1 &&
                   other.opacity > 0.9f;
          }))
        missing.push_back(cell);
    EXPECT_TRUE(missing.empty()) << film.figure << ", step " << cursor << ": " << missing[0].text;
    const auto seen =
        std::ranges::count_if(nearly.cells, [](const Cell& cell) { return cell.opacity > 0.05f; });
    EXPECT_EQ(static_cast<std::size_t>(seen), after.cells.size()) << "of " << was;
  }
}

/// How much of the smaller of two boxes the other covers, 0…1.
float covered(const Rect& a, const Rect& b) {
  const float w = std::min(a.right(), b.right()) - std::max(a.x, b.x),
              h = std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y);
  return w <= 0 || h <= 0 ? 0 : w * h / std::min(a.w * a.h, b.w * b.h);
}

TEST(Continuity, NumbersBetweenATableAndItsLineDoNotFlyInAPile) {
  for (const uint32_t radix_bits : {1u, 2u}) {  // of more only a part is shown
    Film film(record(chapter_keys, {.threads_per_block = 4, .radix_bits = radix_bits}, "digits"));
    std::size_t in_the_air = 0;
    for (std::size_t cursor = 1; cursor <= film.trace.steps.size(); ++cursor) {
      const Scene before = film.picture(cursor - 1), after = film.picture(cursor);
      for (const float phase : {0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f}) {
        std::vector<Cell> flying = between(before, after, phase).cells;
        std::erase_if(flying, [](const Cell& cell) {
          return !cell.from || radix::info(cell.tag.array).shape != radix::Shape::table;
        });
        in_the_air += flying.size();
        for (const Cell& a : flying)
          for (const Cell& b : flying)
            if (&a < &b)
              ASSERT_LT(covered(a.at, b.at), 0.55f)
                  << a.text << " and " << b.text << " at " << phase << " of step " << cursor << ", "
                  << radix_bits << " bits";
      }
    }
    EXPECT_GT(in_the_air, 0u) << radix_bits;
  }
}

}  // namespace
}  // namespace scope
