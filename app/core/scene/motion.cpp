#include "motion.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "geometry.hpp"

namespace scope {
namespace {

constexpr float layout_part = 0.35f;  // of the time, when places change before anything is new
constexpr float read_part = 0.45f;    // … when what flies must come before it can fly
constexpr float flight_part = 0.7f;   // of the time of all flights: one flight
constexpr float coming_part = 0.3f;   // of the time of all that come: one
constexpr float fade_part = 0.2f;     // of the time: words and lines go, and then others come

float ramp(float t, float begin, float end) {
  return end <= begin ? (t < end ? 0.f : 1.f) : std::clamp((t - begin) / (end - begin), 0.f, 1.f);
}
float eased(float t) { return t * t * (3 - 2 * t); }

float mixed(float a, float b, float t) { return a == b ? b : a + (b - a) * t; }
Vec mixed(Vec a, Vec b, float t) { return {mixed(a.x, b.x, t), mixed(a.y, b.y, t)}; }
Rect mixed(const Rect& a, const Rect& b, float t) {
  return {mixed(a.x, b.x, t), mixed(a.y, b.y, t), mixed(a.w, b.w, t), mixed(a.h, b.h, t)};
}
Rect around(Vec centre, float w, float h) { return {centre.x - w / 2, centre.y - h / 2, w, h}; }

// ------------------------------------------------------------------------- what is the same

/// For each of `after` the one of `before` that has the same name, the nth for the nth; null where
/// the two have not as many of that name.
template <class T, class Name>
std::vector<const T*> partners(const std::vector<T>& before, const std::vector<T>& after,
                               const Name& name) {
  std::map<std::string, std::vector<const T*>> named;
  std::map<std::string, std::size_t> wanted, taken;
  for (const T& each : before) named[name(each)].push_back(&each);
  for (const T& each : after) ++wanted[name(each)];
  std::vector<const T*> found;
  for (const T& each : after) {
    const std::string its = name(each);
    const auto& all = named[its];
    found.push_back(all.size() == wanted[its] ? all[taken[its]++] : nullptr);
  }
  return found;
}

/// A name of these very numbers: their bytes. Written out they would take half of a frame's time.
std::string written(std::initializer_list<float> numbers) {
  std::string text;
  for (const float number : numbers)
    text.append(reinterpret_cast<const char*>(&number), sizeof number);
  return text;
}

std::string name_of(const Text& t) {
  return t.text + '\n' + std::to_string(static_cast<int>(t.face) * 3 + static_cast<int>(t.anchor));
}
std::string name_of(const Frame& f) {
  return std::to_string(f.dashed) + std::to_string(static_cast<int>(f.fill));
}
std::string name_of(const Brace& b) { return b.label; }
std::string name_of(const Line& l) { return written({l.from.x, l.from.y, l.to.x, l.to.y}); }
std::string name_of(const Arrow& a) {
  const std::string path = std::to_string(static_cast<int>(a.path)) + (a.dashed ? "-" : " ");
  if (a.tag.key != none) return path + std::to_string(a.tag.key);
  return path + written({a.from.x, a.from.y, a.to.x, a.to.y});
}
/// Names a cell that is not a value of an array.
std::string name_of(const Cell& c) {
  return std::to_string(c.tag.key) + (c.dashed ? "-" : " ") + c.text;
}

bool is_value(const Cell& cell) { return cell.tag.index != none; }
bool is_key(const Cell& cell) { return radix::holds_keys(cell.tag.array); }
bool same_row(const Cell& a, const Cell& b) {
  return a.tag.array == b.tag.array && a.tag.row == b.tag.row;
}

/// The values of an array that one picture shows together.
using Row = std::vector<const Cell*>;

std::vector<Row> rows_of(const std::vector<Cell>& cells) {
  std::vector<Row> rows;
  for (const Cell& cell : cells) {
    if (!is_value(cell)) continue;
    // Mostly the row of the cell before
    const auto row = std::find_if(rows.rbegin(), rows.rend(),
                                  [&](const Row& each) { return same_row(*each[0], cell); });
    if (row == rows.rend())
      rows.push_back({&cell});
    else
      row->push_back(&cell);
  }
  return rows;
}

/// How many of these keys stand at the same positions in both rows.
std::size_t common_places(const Row& a, const Row& b) {
  std::set<std::pair<uint32_t, uint32_t>> places;
  for (const Cell* cell : a) places.insert({cell->tag.index, cell->tag.key});
  return static_cast<std::size_t>(std::ranges::count_if(b, [&](const Cell* cell) {
    return places.contains({cell->tag.index, cell->tag.key});
  }));
}

/// The row of `before` that this one was: of keys the one in the same order, be it called input now
/// and output then; of numbers the one of the same array. Null: there is none.
const Row* row_before(const std::vector<Row>& before, const Row& row) {
  const Row* best = nullptr;
  std::size_t most = 0;
  for (const Row& each : before) {
    const bool same = same_row(*each[0], *row[0]);
    if (!same && !(is_key(*row[0]) && is_key(*each[0]))) continue;
    const std::size_t score = 2 * common_places(each, row) + (same ? 1 : 0);
    if (!best || score >= most) best = &each, most = score;
  }
  return best;
}

/// Whatever is drawn inside the box but where the box is and whence it comes.
bool same_looks(Cell a, const Cell& b) {
  a.at = b.at, a.from = b.from, a.turn = b.turn, a.tag = b.tag, a.tip = b.tip;
  return a == b;
}

// ------------------------------------------------------------------------------- the cells

/// A cell of the second picture on its way.
struct Route {
  const Cell* cell = nullptr;
  const Cell* source = nullptr;  ///< the same in the first picture, or null
  bool flies = false;            ///< from Cell::from
  bool comes = false;            ///< new, or with another value or look
  Vec offset{};                  ///< of what it flies from: its place before less that now
  float turn = 0;                ///< 0…1 among those of its row
};

struct Times {
  float phase;
  float layout;  ///< places change until then
  float read;    ///< what flies later is read until then
  bool waits;    ///< something flies later
  float placed() const { return eased(ramp(phase, 0, layout)); }
  float faded() const { return ramp(phase, 0, fade_part); }
  float shown() const { return ramp(phase, fade_part, 2.5f * fade_part); }
  float of(const Route& way) const {
    const float begin = way.flies ? (waits ? read : layout) : layout;
    const float end = way.flies || !waits ? 1 : read;
    const float part = (end - begin) * (way.flies ? flight_part : coming_part);
    const float start = begin + (end - begin - part) * way.turn;
    return ramp(phase, start, start + part);
  }
};

/// In what order the cells of a row set off, 0…1.
void set_turns(std::vector<Route*>& row) {
  std::set<uint32_t> turns;
  const auto turn_of = [](const Route& way) {
    return way.cell->turn != none ? way.cell->turn : way.cell->tag.index;
  };
  for (const Route* way : row)
    if (way->flies || way->comes) turns.insert(turn_of(*way));
  for (Route* way : row) {
    const auto rank = std::distance(turns.begin(), turns.lower_bound(turn_of(*way)));
    if (turns.size() > 1)
      way->turn = std::min(1.f, static_cast<float>(rank) / static_cast<float>(turns.size() - 1));
  }
}

std::vector<Route> ways_between(const Scene& before, const Scene& after) {
  const std::vector<Row> rows = rows_of(before.cells);
  std::vector<Route> ways;
  for (const Cell& cell : after.cells) ways.push_back({.cell = &cell});
  std::map<const Cell*, Route*> way_of;
  for (Route& way : ways) way_of[way.cell] = &way;

  for (const Row& row : rows_of(after.cells)) {
    std::vector<Route*> together;
    for (const Cell* cell : row) together.push_back(way_of[cell]);
    if (const Row* old = row_before(rows, row)) {
      std::map<uint32_t, const Cell*> place;
      const bool keys = is_key(*row[0]);
      if (keys)  // a key that this row had not yet comes from wherever it stood
        for (const Row& other : rows)
          for (const Cell* cell : other)
            if (is_key(*cell)) place[cell->tag.key] = cell;
      for (const Cell* cell : *old) place[keys ? cell->tag.key : cell->tag.index] = cell;
      for (Route* way : together) {
        const auto found = place.find(keys ? way->cell->tag.key : way->cell->tag.index);
        if (found != place.end()) way->source = found->second;
      }
    }
    for (Route* way : together) {
      const Cell *cell = way->cell, *source = way->source;
      const bool stood = source && !source->dashed && same_row(*source, *cell);
      way->flies = cell->from && !stood;
      way->comes = !way->flies && (!source || !same_looks(*source, *cell));
    }
    set_turns(together);
  }

  std::vector<Cell> loose_before, loose_after;
  std::vector<Route*> loose;
  for (const Cell& cell : before.cells)
    if (!is_value(cell)) loose_before.push_back(cell);
  for (Route& way : ways)
    if (!is_value(*way.cell)) loose_after.push_back(*way.cell), loose.push_back(&way);
  const auto same = partners(loose_before, loose_after, [](const Cell& c) { return name_of(c); });
  std::vector<const Cell*> in_before;  // partners are of the copies: the same place in the list
  for (const Cell& cell : before.cells)
    if (!is_value(cell)) in_before.push_back(&cell);
  for (std::size_t i = 0; i < loose.size(); ++i) {
    if (same[i]) loose[i]->source = in_before[static_cast<std::size_t>(same[i] - &loose_before[0])];
    loose[i]->comes = !same[i];
  }
  return ways;
}

/// The cell that stands where another one sets off: of the same key, or at the same index.
const Route* start_of(const std::vector<Route>& ways, const Route& flight) {
  const Vec from = flight.cell->from->centre();
  for (const Route& way : ways) {
    const Tag &a = way.cell->tag, &b = flight.cell->tag;
    if (&way == &flight || (b.key != none ? a.key != b.key : a.index != b.index)) continue;
    if (way.cell->at.holds(from)) return &way;
  }
  return nullptr;
}

/// Along the key's arrow from where it was to where it goes, or straight.
std::vector<Vec> path_of(const Scene& after, const Cell& cell) {
  const Vec from = cell.from->centre(), to = cell.at.centre();
  for (const Arrow& arrow : after.arrows) {
    const bool own = cell.tag.key != none && arrow.tag.key == cell.tag.key;
    if (!own || std::abs(arrow.from.x - from.x) > cell.from->w / 2 ||
        std::abs(arrow.to.x - to.x) > cell.at.w / 2 || arrow.from.y < cell.from->y ||
        arrow.to.y > cell.at.bottom())
      continue;
    std::vector<Vec> path = polyline(arrow);
    path.insert(path.begin(), from);
    path.push_back(to);
    return path;
  }
  return {from, to};
}

/// The point of a path after this part of its length.
Vec point_at(const std::vector<Vec>& path, float part) {
  float length = 0;
  for (std::size_t i = 1; i < path.size(); ++i)
    length += std::hypot(path[i].x - path[i - 1].x, path[i].y - path[i - 1].y);
  float rest = length * part;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const float piece = std::hypot(path[i].x - path[i - 1].x, path[i].y - path[i - 1].y);
    if (rest <= piece) return mixed(path[i - 1], path[i], piece > 0 ? rest / piece : 1);
    rest -= piece;
  }
  return path.back();
}

/// True of numbers that one follows from the other, as a running sum does: the one at work is lit.
bool walks(const Cell& cell) {
  const radix::Shape shape = radix::info(cell.tag.array).shape;
  return shape == radix::Shape::table || shape == radix::Shape::per_block;
}

Cell at_place(Cell cell, Rect at, float opacity) {
  cell.at = at, cell.from.reset(), cell.opacity = opacity;
  return cell;
}

/// A cell in the air, before it set off nothing: what it comes from stands there.
void add_flight(std::vector<Cell>& flying, const Scene& after, const Route& way,
                const Times& times) {
  const float t = times.of(way);
  if (t <= 0) return;
  const Cell& cell = *way.cell;
  Vec centre = point_at(path_of(after, cell), eased(t));
  const float back = 1 - times.placed();
  centre = {centre.x + way.offset.x * back, centre.y + way.offset.y * back};
  const Rect size = mixed(*cell.from, cell.at, eased(t));
  Cell now = at_place(cell, around(centre, size.w, size.h), 1);
  if (t < 1) now.from = now.at;
  flying.push_back(now);
}

/// One that stands, or goes to its new place, and becomes what it is now when its turn comes.
void add_standing(std::vector<Cell>& cells, const Route& way, const Times& times) {
  const Cell& cell = *way.cell;
  const float t = way.comes ? times.of(way) : 1;
  const Rect at = way.source ? mixed(way.source->at, cell.at, times.placed()) : cell.at;
  if (!way.source) {
    const float shown = is_value(cell) ? t : times.shown();
    if (shown <= 0) return;
    cells.push_back(at_place(cell, at, shown));
  } else {
    cells.push_back(at_place(t > 0 ? cell : *way.source, at, 1));
    if (t > 0) cells.back().size = mixed(way.source->size, cell.size, times.placed());
  }
  Cell& now = cells.back();
  if (is_value(cell) && t > 0 && t < 1 && walks(cell))
    now.edge = Ink::select, now.edge_width = selected_width;
}

/// What the first picture alone shows: gone soon, an empty place when it is filled.
void add_leaving(std::vector<Cell>& cells, const Scene& before, const std::vector<Route>& ways,
                 const Times& times) {
  std::set<const Cell*> stays;
  for (const Route& way : ways)
    if (way.source && !way.flies) stays.insert(way.source);
  for (const Cell& cell : before.cells) {
    if (stays.contains(&cell)) continue;
    const auto into = std::ranges::find_if(ways, [&](const Route& way) {
      return way.cell->at == cell.at && (way.flies || way.comes);
    });
    const float gone = into != ways.end() && cell.dashed ? times.of(*into) : times.faded();
    if (gone < 1) cells.push_back(at_place(cell, cell.at, 1 - gone));
  }
}

/// Where a cell is in the air, the empty place that it flies to.
void add_slot(std::vector<Cell>& cells, const Scene& before, const Route& way, const Times& times) {
  const bool stood = std::ranges::any_of(
      before.cells, [&](const Cell& cell) { return cell.dashed && cell.at == way.cell->at; });
  const float shown = times.shown() * (1 - ramp(times.of(way), 0.8f, 1));
  if (stood || shown <= 0) return;
  cells.push_back({.at = way.cell->at,
                   .fill = Ink::empty_fill,
                   .edge = Ink::faint,
                   .dashed = true,
                   .opacity = shown});
}

std::vector<Cell> cells_between(const Scene& before, const Scene& after,
                                const std::vector<Route>& ways, const Times& times) {
  std::vector<Cell> cells, flying;
  add_leaving(cells, before, ways, times);
  for (const Route& way : ways)
    if (way.flies)
      add_slot(cells, before, way, times), add_flight(flying, after, way, times);
    else
      add_standing(cells, way, times);
  std::stable_partition(flying.begin(), flying.end(), [](const Cell& cell) { return !cell.from; });
  cells.insert(cells.end(), flying.begin(), flying.end());
  return cells;
}

// ------------------------------------------------------------------------------- the rest

Text mixed(const Text& a, Text b, float t) {
  b.at = mixed(a.at, b.at, t), b.size = mixed(a.size, b.size, t);
  return b;
}
Frame mixed(const Frame& a, Frame b, float t) {
  b.at = mixed(a.at, b.at, t);
  return b;
}
Brace mixed(const Brace& a, Brace b, float t) {
  b.x0 = mixed(a.x0, b.x0, t), b.x1 = mixed(a.x1, b.x1, t), b.y = mixed(a.y, b.y, t);
  return b;
}
Line mixed(const Line&, Line b, float) { return b; }
Arrow mixed(const Arrow& a, Arrow b, float t) {
  b.from = mixed(a.from, b.from, t), b.to = mixed(a.to, b.to, t);
  return b;
}

template <class T>
std::vector<T> all_between(const std::vector<T>& before, const std::vector<T>& after,
                           const Times& times) {
  const auto same = partners(before, after, [](const T& each) { return name_of(each); });
  const std::set<const T*> stay(same.begin(), same.end());
  std::vector<T> all;
  for (const T& each : before) {
    if (stay.contains(&each) || times.faded() >= 1) continue;
    all.push_back(each);
    all.back().opacity = 1 - times.faded();
  }
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (!same[i] && times.shown() <= 0) continue;
    all.push_back(same[i] ? mixed(*same[i], after[i], times.placed()) : after[i]);
    if (!same[i]) all.back().opacity = times.shown();
  }
  return all;
}

/// True when something that both show has another place, or the page another size.
bool changes_places(const Scene& before, const Scene& after, const std::vector<Route>& ways) {
  return before.width != after.width || before.height != after.height ||
         std::ranges::any_of(ways, [](const Route& way) {
           return way.source && !way.flies && way.source->at != way.cell->at;
         });
}

}  // namespace

bool can_move(const Scene& before, const Scene& after) {
  return std::max(before.cells.size(), after.cells.size()) <= max_moving;
}

Scene between(const Scene& before, const Scene& after, float phase) {
  if (phase <= 0) return before;
  if (phase >= 1) return after;
  std::vector<Route> ways = ways_between(before, after);
  Times times{.phase = phase, .layout = changes_places(before, after, ways) ? layout_part : 0};
  times.read = times.layout + (1 - times.layout) * read_part;
  for (Route& way : ways) {
    const Route* start = way.flies ? start_of(ways, way) : nullptr;
    if (!start) continue;
    times.waits |= start->comes;
    if (start->source) {
      const Vec was = start->source->at.centre(), is = start->cell->at.centre();
      way.offset = {was.x - is.x, was.y - is.y};
    }
  }
  Scene now{.width = mixed(before.width, after.width, times.placed()),
            .height = mixed(before.height, after.height, times.placed()),
            .title = after.title,
            .subtitle = after.subtitle,
            .pages = after.pages,
            .heatmaps = after.heatmaps};
  now.frames = all_between(before.frames, after.frames, times);
  now.lines = all_between(before.lines, after.lines, times);
  now.arrows = all_between(before.arrows, after.arrows, times);
  now.braces = all_between(before.braces, after.braces, times);
  now.texts = all_between(before.texts, after.texts, times);
  now.cells = cells_between(before, after, ways, times);
  return now;
}

}  // namespace scope
