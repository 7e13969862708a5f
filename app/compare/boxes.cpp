#include "boxes.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/scene/text_width.hpp"
#include "text/strips.hpp"

namespace scope {
namespace {

// Figure units
constexpr float least_box = 4, least_named_box = 8, max_box = 18;

// What a part moved stands in a tray of its own: its keys, and after them its table; what has no
// room in one row goes on under its like in the same tray. In boxes:
constexpr float group_gap = 0.8f, trip_gap = 0.5f, tray_gap = 0.8f;

std::size_t count_of(const Boxes& boxes) {
  return static_cast<std::size_t>(std::ceil(boxes.whole - 1e-9));
}

/// Columns of the keys and of the table in a tray of so many rows.
struct TrayShape {
  std::size_t rows = 1, keys = 0, rest = 0;
  float gap() const { return keys > 0 && rest > 0 ? group_gap : 0; }
  float width() const { return static_cast<float>(keys + rest) + gap(); }
};

/// The fewest rows with which a line has room. Its keys stay one row, as long in every lane, while
/// the table has few.
TrayShape tray_of(const BoxLine& line, float columns) {
  constexpr std::size_t few = 3;
  const std::size_t keys = count_of(line.kinds[0]) + count_of(line.kinds[1]),
                    rest = count_of(line.kinds[2]) + count_of(line.kinds[3]);
  TrayShape shape;
  const auto fits = [&](bool one_row_of_keys, std::size_t rows) {
    const auto in_rows = [&](std::size_t boxes) { return (boxes + rows - 1) / rows; };
    shape = {.rows = rows, .keys = one_row_of_keys ? keys : in_rows(keys), .rest = in_rows(rest)};
    return shape.width() <= columns;
  };
  for (std::size_t rows = 1; rows <= few; ++rows)
    if (fits(true, rows)) return shape;
  for (std::size_t rows = 1; !fits(false, rows) && rows < std::max(keys, rest);) ++rows;
  return shape;
}

/// The trays of a lane, in boxes.
struct Trays {
  std::vector<TrayShape> shapes{};
  std::vector<Rect> places{};
  float height = 0;
};

/// Under each other; where they share lines, as many beside each other as have room.
Trays trays_of(const std::vector<BoxLine>& lines, float columns, bool share) {
  Trays trays;
  float x = 0, y = 0, high = 0;
  for (const BoxLine& line : lines) {
    const TrayShape shape = tray_of(line, columns);
    if (!trays.places.empty() && (!share || x + shape.width() > columns)) {
      y += high + trip_gap;
      x = 0, high = 0;
    }
    trays.shapes.push_back(shape);
    trays.places.push_back({x, y, shape.width(), static_cast<float>(shape.rows)});
    high = std::max(high, static_cast<float>(shape.rows));
    x += shape.width() + tray_gap;
  }
  trays.height = y + high;
  return trays;
}

/// True where all lanes' boxes have room.
bool boxes_fit(const std::vector<std::vector<BoxLine>>& lanes, float width, float high, float pitch,
               const BoxLayout& layout) {
  const float columns = std::floor((width - layout.names) / pitch);
  return std::ranges::all_of(lanes, [&](const std::vector<BoxLine>& lines) {
    double boxes = 0;  // far too many are not laid out at all
    for (const BoxLine& line : lines)
      for (const Boxes& kind : line.kinds) boxes += kind.whole;
    if (boxes > static_cast<double>(columns) * static_cast<double>(high / pitch + 1)) return false;
    const Trays trays = trays_of(lines, columns, layout.share);
    return trays.height * pitch <= high + 0.5f &&
           std::ranges::all_of(trays.places,
                               [&](const Rect& tray) { return tray.right() <= columns + 1e-3f; });
  });
}

/// One box: an outline of what it will be, filled as far as it is now.
void add_box(Scene& scene, const Boxes& kind, std::size_t number, Vec at, float side) {
  const double whole = std::min(kind.whole - static_cast<double>(number), 1.0),
               now = std::clamp(kind.now - static_cast<double>(number), 0.0, 1.0);
  Cell box{.tip = kind.tip,
           .at = {at.x, at.y, side * static_cast<float>(whole), side},
           .fill = Ink::none,
           .edge = now > 0 ? kind.ink : Ink::line,
           .edge_width = now > 0 && side >= 8 ? 1.3f : 0.8f};
  box.tag.index = none;
  scene.cells.push_back(box);
  if (now <= 0) return;
  box.at.w = side * static_cast<float>(now);
  box.fill = box.edge = kind.ink, box.edge_width = 0;
  if (!kind.written)  // read: a bar along the foot; written: the whole box
    box.at.y += side * 0.66f, box.at.h = side * 0.34f;
  scene.cells.push_back(std::move(box));
}

}  // namespace

void add_boxes(Scene& scene, const std::vector<BoxLine>& lines, Vec corner, float width,
               const BoxLayout& layout, float text) {
  const float pitch = layout.scale.pitch(), side = layout.scale.side;
  const Trays trays = trays_of(lines, std::floor((width - layout.names) / pitch), layout.share);
  const float pad = std::min(2.5f, trip_gap * pitch / 2 - 0.5f), left = corner.x + layout.names;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    const Rect& tray = trays.places[l];
    const TrayShape& shape = trays.shapes[l];
    if (tray.w <= 0) continue;
    const Rect at{left + tray.x * pitch - pad, corner.y + tray.y * pitch - pad,
                  tray.w * pitch - (pitch - side) + 2 * pad,
                  tray.h * pitch - (pitch - side) + 2 * pad};
    scene.frames.push_back({.at = at, .edge = Ink::line, .radius = 3});
    if (!layout.share)
      add_words(scene, {corner.x, at.centre().y}, lines[l].name, text, Ink::dim, Anchor::left);
    for (std::size_t k = 0; k < lines[l].kinds.size(); ++k) {
      const Boxes& kind = lines[l].kinds[k];
      const bool rest = k >= 2;
      const std::size_t before = k % 2 == 1 ? count_of(lines[l].kinds[k - 1]) : 0,
                        columns = std::max<std::size_t>(rest ? shape.rest : shape.keys, 1);
      const float x = tray.x + (rest ? static_cast<float>(shape.keys) + shape.gap() : 0);
      for (std::size_t b = 0; b < count_of(kind); ++b)
        add_box(scene, kind, b,
                {left + (x + static_cast<float>((before + b) % columns)) * pitch,
                 corner.y + (tray.y + static_cast<float>((before + b) / columns)) * pitch},
                side);
    }
  }
}

float boxes_height(const std::vector<std::vector<BoxLine>>& lines, float width,
                   const BoxLayout& layout) {
  const float pitch = layout.scale.pitch();
  float high = 0;
  for (const auto& lane : lines)
    high = std::max(
        high, trays_of(lane, std::floor((width - layout.names) / pitch), layout.share).height);
  return high * pitch;
}

namespace {

/// All parts of a lane as one.
std::vector<BoxLine> together(const std::vector<BoxLine>& lines, double unit) {
  if (lines.size() < 2) return lines;
  BoxLine all{.name = text::strips::all_parts({.parts = lines.size()}),
              .kinds = lines.front().kinds};
  for (std::size_t k = 0; k < all.kinds.size(); ++k) {
    Boxes& sum = all.kinds[k];
    for (std::size_t l = 1; l < lines.size(); ++l)
      sum.now += lines[l].kinds[k].now, sum.whole += lines[l].kinds[k].whole;
    if (!sum.what.empty())
      sum.tip = text::strips::box_tip({.now = std::llround(sum.now * unit),
                                       .part = all.name,
                                       .what = sum.what,
                                       .whole = std::llround(sum.whole * unit)});
  }
  return {all};
}

}  // namespace

BoxLayout lay_out_boxes(const std::function<std::vector<std::vector<BoxLine>>(double)>& lines_in,
                        Vec room, float text, bool measured,
                        std::vector<std::vector<BoxLine>>& lines) {
  BoxLayout named, shared{.share = true};
  // Of what was measured each line has its name; else, where parts have no room each, all are one
  for (const bool all : {false, true})
    for (double unit = measured ? 1000 : 64; unit < 1e15; unit *= 2) {
      lines = lines_in(unit);
      named.names = 0;
      double most = 0;
      for (auto& lane : lines) {
        if (all && !measured) lane = together(lane, unit);
        for (const BoxLine& line : lane) {
          named.names = std::max(named.names, text_width(line.name, text, Face::ui) + 10);
          for (const Boxes& kind : line.kinds) most = std::max(most, kind.whole);
        }
      }
      for (BoxLayout layout : {named, shared}) {
        if (layout.share && measured && !all) continue;
        const float least = layout.share ? least_box : least_named_box;
        for (layout.scale = {unit, max_box}; layout.scale.side >= least; layout.scale.side -= 1)
          if (boxes_fit(lines, room.x, room.y, layout.scale.pitch(), layout)) return layout;
      }
      if (most <= 1) break;  // larger units make no fewer boxes
    }
  return shared;
}

}  // namespace scope
