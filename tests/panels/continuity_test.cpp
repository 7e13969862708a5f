// From step to step nothing jumps: wherever a key stands in a frame, it stood near there in the
// frame before, for every rung, every automatic figure and canvases of several shapes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "app/families/families.hpp"
#include "app/panels/layout.hpp"
#include "app/scene/motion.hpp"
#include "app/window/camera.hpp"
#include "kernels/model/settings.hpp"
#include "tests/support/looks.hpp"

namespace scope {
namespace {

constexpr Rect canvases[] = {{0, 0, 1180, 640}, {0, 0, 860, 420}, {0, 0, 1280, 620}};
constexpr int frames = 24;  // of a step: every other one of those that a window shows

using Places = std::map<uint32_t, std::vector<Vec>>;

/// Where the keys of a picture stand on the screen: those one can see.
Places places_on(const Scene& scene, const Rect& room) {
  const Camera camera = camera_of(scene, room, room, 1, {}, most_stretch);
  Places places;
  for (const Cell& cell : scene.cells) {
    if (cell.tag.key == nobody || !radix::holds_keys(cell.tag.array) || cell.tag.index == nobody)
      continue;
    const ImVec2 at = camera.to_screen(cell.at.centre());
    places[cell.tag.key].push_back({at.x, at.y});
  }
  return places;
}

float distance(Vec a, Vec b) { return std::hypot(a.x - b.x, a.y - b.y); }

float nearest(Vec at, const std::vector<Vec>& places) {
  float best = 1e9f;
  for (const Vec each : places) best = std::min(best, distance(at, each));
  return best;
}

/// The longest way from where a key stands before the step to where it stands after it.
float flight(const std::vector<Vec>& before, const std::vector<Vec>& after) {
  float most = 0;
  for (const Vec a : before)
    for (const Vec b : after) most = std::max(most, distance(a, b));
  return most;
}

/// "" or the first key that jumps while this picture becomes that one.
std::string jump(const Scene& before, const Scene& after, const Rect& room) {
  const Places begin = places_on(before, room), end = places_on(after, room);
  Places last = begin;
  for (int f = 1; f <= frames; ++f) {
    const float phase = static_cast<float>(f) / frames;
    const Places now = places_on(between(before, after, phase), room);
    for (const auto& [key, places] : now) {
      const auto old = last.find(key);
      if (old == last.end() || !begin.contains(key) || !end.contains(key)) continue;
      // A flight takes more than a third of the time and is fastest in its middle
      const float most = 0.3f * flight(begin.at(key), end.at(key)) + 2;
      for (const Vec at : places)
        if (nearest(at, old->second) > most)
          return "key " + std::to_string(key) + " goes " +
                 std::to_string(nearest(at, old->second)) + " px in frame " + std::to_string(f) +
                 ", at most " + std::to_string(most);
    }
    last = now;
  }
  return "";
}

Scene picture(const Trace& trace, std::size_t cursor, bool low, std::string& figure) {
  Moment moment = look_at(trace, cursor);
  moment.large = low;
  moment.hero = hero_of(moment);
  const Figure& best = figure_for(moment);
  figure = best.id;
  return best.draw(moment);
}

TEST(Continuity, NoKeyJumpsBetweenNeighbouringSteps) {
  for (const radix::RungInfo& rung : radix::rungs()) {
    const radix::Settings usual{
        .key_bits = 4, .threads_per_block = 4, .radix_bits = 2, .keys_per_thread = 2};
    const Trace trace = record(chapter_keys, radix::settings_for(rung, usual), rung.name);
    ASSERT_EQ(trace.error, "");
    const std::size_t steps = std::min<std::size_t>(trace.steps.size(), 24);  // a pass at least
    for (const bool low : {false, true}) {
      std::string was, is;
      Scene before = picture(trace, 0, low, was);
      for (std::size_t cursor = 1; cursor <= steps; ++cursor) {
        Scene after = picture(trace, cursor, low, is);
        const Rect& room = canvases[cursor % std::size(canvases)];
        const std::string place = std::string(rung.name) + ", step " + std::to_string(cursor) +
                                  ", " + was + " to " + is + (low ? ", low" : "");
        ASSERT_EQ(jump(before, after, room), "") << place;
        EXPECT_EQ(between(before, after, 0), before) << place;
        EXPECT_EQ(between(before, after, 1), after) << place;
        before = std::move(after), was = is;
      }
    }
  }
}

TEST(Continuity, EveryNewCellOfAStepIsThereInTheEnd) {
  const Trace trace = record(chapter_keys, {4, 4, 2}, "digits");
  std::string was, is;
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    const Scene before = picture(trace, cursor - 1, true, was);
    const Scene after = picture(trace, cursor, true, is);
    const Scene nearly = between(before, after, 0.999f);
    std::vector<Cell> missing;
    for (const Cell& cell : after.cells)
      if (std::ranges::none_of(nearly.cells, [&](const Cell& other) {
            return other.tag == cell.tag && other.text == cell.text &&
                   distance(other.at.centre(), cell.at.centre()) < 1 && other.opacity > 0.9f;
          }))
        missing.push_back(cell);
    EXPECT_TRUE(missing.empty()) << is << ", step " << cursor << ": " << missing[0].text;
    const auto seen =
        std::ranges::count_if(nearly.cells, [](const Cell& cell) { return cell.opacity > 0.05f; });
    EXPECT_EQ(static_cast<std::size_t>(seen), after.cells.size()) << "of " << was;
  }
}

}  // namespace
}  // namespace scope
