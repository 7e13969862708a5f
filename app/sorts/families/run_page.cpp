#include "run_page.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "app/core/figures/kit/key_layout.hpp"
#include "families.hpp"

namespace scope {
namespace {

constexpr std::size_t max_steps = 80;  // of a run whose steps are all asked
constexpr float clings = 20;           // what is so near to a row stays with it
constexpr float max_growth = 2.5f;     // of the room between two rows, times what it was

/// The topmost of the rows of a picture that hold the most keys of `all` in a run; a longer one, as
/// the sample of few keys, has some of them twice.
struct KeyRow {
  std::size_t count = 0;  ///< keys; 0: there is no such row
  float bottom = 0;
};

KeyRow key_row(const Scene& scene, std::size_t all) {
  std::map<float, std::size_t> rows;
  for (const Cell& cell : scene.cells)
    if (cell.tag.index != none && radix::holds_keys(cell.tag.array))
      ++rows[std::round(cell.at.bottom())];
  KeyRow found;
  for (const auto& [bottom, count] : rows)
    if (std::min(count, all) > found.count) found = {std::min(count, all), bottom};
  return found;
}

/// True of a picture that shows the keys as the others do, not some of them in a matrix.
bool shares(const KeyRow& row, const RunPage& page) {
  return row.count > 0 && 2 * row.count >= page.keys;
}

/// A stretch of the page between two rows, and how much longer it becomes.
struct Gap {
  float begin = 0, end = 0, more = 0;
};

/// The gaps below y that are wide enough to grow.
std::vector<Gap> gaps_below(const Scene& scene, float y) {
  std::vector<std::pair<float, float>> rows;
  for (const Cell& cell : scene.cells)
    if (cell.at.bottom() >= y) rows.push_back({cell.at.y - clings, cell.at.bottom() + clings});
  std::ranges::sort(rows);
  std::vector<Gap> gaps;
  float end = 0;
  for (const auto& [top, bottom] : rows) {
    if (end > 0 && top > end) gaps.push_back({.begin = end, .end = top});
    end = std::max(end, bottom);
  }
  return gaps;
}

/// Lets the gaps grow, each by its share of `room`.
void grow(std::vector<Gap>& gaps, float room) {
  float all = 0;
  for (const Gap& gap : gaps) all += gap.end - gap.begin + 2 * clings;
  for (Gap& gap : gaps) {
    const float wide = gap.end - gap.begin + 2 * clings;
    gap.more = std::min(room * wide / all, wide * max_growth);
  }
}

/// Where a height of the page has gone.
float moved_to(const std::vector<Gap>& gaps, float y) {
  float more = 0;
  for (const Gap& gap : gaps)
    more += gap.more * std::clamp((y - gap.begin) / (gap.end - gap.begin), 0.f, 1.f);
  return y + more;
}

void stretch(Scene& scene, const std::vector<Gap>& gaps) {
  const auto move = [&](float& y) { y = moved_to(gaps, y); };
  const auto move_box = [&](Rect& at) {
    const float bottom = moved_to(gaps, at.bottom());
    move(at.y);
    at.h = bottom - at.y;
  };
  for (Frame& frame : scene.frames) move_box(frame.at);
  for (Heatmap& map : scene.heatmaps) move_box(map.at);
  for (Line& line : scene.lines) move(line.from.y), move(line.to.y);
  for (Arrow& arrow : scene.arrows) move(arrow.from.y), move(arrow.to.y);
  for (Brace& brace : scene.braces) move(brace.y);
  for (Text& text : scene.texts) move(text.at.y);
  for (Cell& cell : scene.cells) {
    move(cell.at.y);
    if (cell.from) move(cell.from->y);
  }
}

/// How far to the right the picture reaches.
float right_end(const Scene& scene) {
  float end = 0;
  const auto take = [&](float x) { end = std::max(end, x); };
  for (const Frame& frame : scene.frames) take(frame.at.right());
  for (const Heatmap& map : scene.heatmaps) take(map.at.right());
  for (const Line& line : scene.lines) take(std::max(line.from.x, line.to.x));
  for (const Arrow& arrow : scene.arrows) take(std::max(arrow.from.x, arrow.to.x));
  for (const Cell& cell : scene.cells) take(cell.at.right());
  for (const Brace& brace : scene.braces) take(brace.x1);
  for (const TextBox& text : text_boxes(scene)) take(text.at.right());
  return end;
}

}  // namespace

RunPage page_of_run(Moment moment, const Figure* chosen) {
  const auto& steps = moment.trace->steps;
  moment.hovered = moment.pinned = none, moment.table_entry.reset(), moment.moved = 1;
  struct Picture {
    KeyRow row;
    float width, height, to_right;
    std::string title;
  };
  std::vector<Picture> pictures;
  std::set<std::tuple<std::string_view, std::string_view, bool, uint32_t>> seen;
  const auto ask = [&](std::size_t cursor, bool always) {
    moment.cursor = cursor;
    const Figure& figure = chosen ? fitting(*chosen, moment) : figure_for(moment);
    if (figure.tools != Tools::none) return;
    const std::string_view made = cursor > 0 ? radix::info(steps[cursor - 1].made).name : "";
    const bool first =
        seen.insert({figure.id, made, moment.split() > 0, moment.digit().bits}).second;
    if (!always && !first) return;
    moment.example_key = example_key_of(moment);
    const Scene scene = figure.draw(moment);
    // Few keys leave the right of their page empty: without it they are drawn larger
    const float width = std::min(scene.width, right_end(scene) + margin);
    pictures.push_back({key_row(scene, moment.problem().size()), width, scene.height,
                        scene.to_right, scene.title});
  };
  const bool bars = moment.problem().size() > readable_keys;  // drawn slowly, passes are alike
  const bool few = !bars && steps.size() <= max_steps;
  for (std::size_t cursor = 0; cursor <= steps.size(); ++cursor)
    if (!bars || cursor == 0 || steps[cursor - 1].pass == 0) ask(cursor, few);
  seen.clear();
  for (std::size_t cursor = few || bars ? 0 : steps.size() + 1; cursor-- > 0;) ask(cursor, false);

  RunPage page{.all = moment.problem().size()};
  for (const Picture& each : pictures) page.keys = std::max(page.keys, each.row.count);
  for (const Picture& each : pictures)
    if (!shares(each.row, page)) {
      float& own = page.own[each.title];
      own = std::max(own, each.width);
    }
  std::erase_if(pictures, [&](const Picture& each) { return !shares(each.row, page); });
  for (const Picture& each : pictures) page.to_right = std::max(page.to_right, each.to_right);
  float below = 0;
  for (const Picture& each : pictures) {
    page.width = std::max(page.width, each.width + page.to_right - each.to_right);
    page.keys_y = std::max(page.keys_y, each.row.bottom);
    below = std::max(below, each.height - each.row.bottom);
  }
  page.height = page.keys_y + below;
  return page;
}

Scene on_page(Scene scene, const RunPage& page) {
  const KeyRow row = key_row(scene, page.all);
  const float right = right_end(scene) + margin;
  if (!shares(row, page)) {
    const auto own = page.own.find(scene.title);
    if (own != page.own.end()) scene.width = std::min(scene.width, std::max(right, own->second));
    return scene;
  }
  const float lower = page.keys_y - row.bottom, to_right = page.to_right - scene.to_right;
  shift(scene, {to_right, lower});
  std::vector<Gap> gaps = gaps_below(scene, page.keys_y);
  grow(gaps, std::max(page.height - scene.height - lower, 0.f));
  stretch(scene, gaps);
  scene.width = std::max(std::min(scene.width, right) + to_right, page.width);
  scene.height = std::max(scene.height + lower, page.height);
  return scene;
}

}  // namespace scope
