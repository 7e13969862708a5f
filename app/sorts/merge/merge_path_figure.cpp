/// One merge as a walk through a grid: down for a key from A, to the right for one from B. Pieces
/// start where the walk crosses their diagonals, and a search moves along one of those.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/owner_inks.hpp"
#include "app/core/scene/text_width.hpp"
#include "levels.hpp"
#include "merge_words.hpp"
#include "text/merge.hpp"

namespace scope {
namespace {

namespace merges = radix::merges;
using radix::none;

constexpr uint32_t max_cells = 24;  // of a side whose keys are drawn
constexpr float grid_side = 560, low_side = 380, dot = 9, side_gap = 8;
constexpr float head = 26;                       // over the grid, for the k of every diagonal
constexpr float usual_cell = 40, low_cell = 32;  // of few keys
constexpr float k_size = 14, k_room = 24;        // of a k and its place

/// The grid of one merge on the page.
struct Grid {
  PairOfRuns pair;
  float left = 0, top = 0, wide = 0, high = 0;  ///< a cell, or the least part of the picture
  bool keys = true;                             ///< drawn along the sides
  Vec at(uint32_t i, uint32_t j) const {
    return {left + static_cast<float>(j) * wide, top + static_cast<float>(i) * high};
  }
  Rect cell(uint32_t i, uint32_t j) const { return {at(i, j).x, at(i, j).y, wide, high}; }
  float right() const { return at(0, std::max(pair.b, 1u)).x; }
  float bottom() const { return at(std::max(pair.a, 1u), 0).y; }
};

float widest_key(const Moment& moment) {
  float wide = 0;
  for (uint32_t id = 0; id < moment.problem().size(); ++id)
    wide = std::max(wide, text_width(key_words(moment.problem(), id), 16, Face::mono));
  return wide;
}

Grid grid_of(const Moment& moment, const PairOfRuns& pair) {
  const uint32_t side = std::max({pair.a, pair.b, 1u});
  const float room = moment.large ? low_side : grid_side;
  Grid grid{.pair = pair, .keys = side <= max_cells};
  if (!grid.keys) {
    grid.wide = grid.high = room / static_cast<float>(side);
    return grid;
  }
  grid.high =
      std::clamp(room / static_cast<float>(side), 26.f, moment.large ? low_cell : usual_cell);
  grid.wide = std::max(grid.high, widest_key(moment) + (moment.large ? 6.f : 8.f));
  return grid;
}

void add_side_key(Scene& scene, const Moment& moment, Rect at, const radix::Array& keys,
                  uint32_t place) {
  const uint32_t id = keys.ids[place];
  Cell cell{.at = at, .fill = Ink::raised, .size = 16};
  cell.text = moment.problem().text_of(keys.values[place]);
  cell.mark = mark_of(moment.problem(), id);
  cell.tag = {.array = radix::array::keys, .row = 0, .index = none, .key = id};
  scene.cells.push_back(cell);
}

/// What is known of a cell: A[i] goes before B[j] or not. It tells of every cell above and to the
/// right of it, or of every cell below and to the left, for both runs are sorted.
struct Compared {
  uint32_t i = 0, j = 0;
  bool a_first = true;
  bool tells(uint32_t row, uint32_t column) const {
    return a_first ? row <= i && column >= j : row >= i && column <= j;
  }
};

/// What the looks of the search that is spoken of have compared, and what the crossings tell.
std::vector<Compared> compared_by_now(const Grid& grid, const std::vector<uint32_t>& crossings,
                                      const std::vector<SearchLook>& looks) {
  const PairOfRuns& pair = grid.pair;
  std::vector<Compared> known;
  const auto above = [&](uint32_t i, uint32_t j, bool a_first) {  // A[i - 1] and B[j]
    if (i > 0 && i <= pair.a && j < pair.b) known.push_back({i - 1, j, a_first});
  };
  const auto below = [&](uint32_t i, uint32_t j, bool a_first) {  // A[i] and B[j - 1]
    if (j > 0 && j <= pair.b && i < pair.a) known.push_back({i, j - 1, a_first});
  };
  for (uint32_t k = 0; k < crossings.size(); ++k) {
    if (crossings[k] == none) continue;
    above(crossings[k], k - crossings[k], true);
    below(crossings[k], k - crossings[k], false);
  }
  for (const auto& [verdict, i, j, diagonal] : looks) {
    if (diagonal && verdict == SearchLook::found) continue;  // it has compared nothing more
    if (!diagonal) above(i, j, verdict != SearchLook::too_many);
    if (diagonal || verdict != SearchLook::too_many) below(i, j, verdict == SearchLook::too_few);
  }
  return known;
}

const char* sign_of(const Moment& moment, const Grid& grid, const radix::Array& keys, uint32_t i,
                    uint32_t j) {
  const uint32_t a = keys.values[grid.pair.begin + i],
                 b = keys.values[grid.pair.begin + grid.pair.a + j];
  return moment.problem().before(a, b) ? "<" : moment.problem().before(b, a) ? ">" : "=";
}

/// A sign over whatever line goes through its cell.
Cell sign_cell(Rect at, const char* sign, Ink fill) {
  return {.at = at, .fill = fill, .edge = Ink::none, .edge_width = 0, .text = sign, .size = 18};
}

constexpr Ink first_fill(bool a_first) { return a_first ? owner_fill(0) : owner_fill(1); }

/// Both runs along the sides; between them the cells, tinted as far as it is known whose key goes
/// first; equal keys have their sign.
void add_cells(Scene& scene, const Moment& moment, const Grid& grid, const radix::Array& keys,
               const std::vector<Compared>& known) {
  const PairOfRuns& pair = grid.pair;
  for (uint32_t i = 0; i < pair.a; ++i)
    add_side_key(scene, moment,
                 {grid.left - grid.wide - side_gap, grid.at(i, 0).y + 1, grid.wide, grid.high - 2},
                 keys, pair.begin + i);
  for (uint32_t j = 0; j < pair.b; ++j)
    add_side_key(scene, moment,
                 {grid.at(0, j).x + 1, grid.top - grid.high - head, grid.wide - 2, grid.high}, keys,
                 pair.begin + pair.a + j);
  for (uint32_t i = 0; i < pair.a; ++i) {
    for (uint32_t j = 0; j < pair.b; ++j) {
      const auto told =
          std::ranges::find_if(known, [&](const Compared& each) { return each.tells(i, j); });
      const Rect at = grid.cell(i, j);
      Frame frame{.at = at, .edge = Ink::faint, .radius = 0};
      if (told != known.end()) frame.fill = first_fill(told->a_first);
      scene.frames.push_back(frame);
      if (told == known.end() || *sign_of(moment, grid, keys, i, j) != '=') continue;
      const Rect inside{at.x + at.w * 0.28f, at.y + at.h * 0.22f, at.w * 0.44f, at.h * 0.56f};
      scene.cells.push_back(sign_cell(inside, "=", frame.fill));
    }
  }
}

/// The walk as far as it is known: from one crossing to the next, or straight where only one run
/// is left between two; the piece between others is a box that somebody has to merge.
void add_walk(Scene& scene, const Moment& moment, const Grid& grid,
              const std::vector<uint32_t>& crossings) {
  const bool walked = moment.find(merges::array::source) != nullptr;
  uint32_t from = 0;
  for (uint32_t k = 1; k < crossings.size(); ++k) {
    if (crossings[k] == none) continue;
    const uint32_t i = crossings[from], j = from - i, to_i = crossings[k], to_j = k - to_i;
    const Vec begin = grid.at(i, j), end = grid.at(to_i, to_j);
    const bool whole = from == 0 && k + 1 == crossings.size();  // nothing is known
    if (i == to_i || j == to_j)
      scene.lines.push_back(
          {begin, end, walked ? Ink::text : Ink::dim, walked ? 3.f : 2.f, !walked});
    else if (!whole)
      scene.frames.push_back({.at = {begin.x, begin.y, end.x - begin.x, end.y - begin.y},
                              .edge = Ink::dim,
                              .width = 1.5f,
                              .radius = 0,
                              .dashed = true});
    from = k;
  }
}

/// Where cells are too small for keys: both sides of the whole walk.
void add_sides(Scene& scene, const Grid& grid, const std::vector<uint32_t>& crossings) {
  const auto tint = [&](Vec begin, Vec end, bool a_first) {
    if (begin.x < end.x && begin.y < end.y)
      scene.frames.push_back({.at = {begin.x, begin.y, end.x - begin.x, end.y - begin.y},
                              .edge = Ink::none,
                              .fill = first_fill(a_first),
                              .width = 0,
                              .radius = 0});
  };
  uint32_t from = 0;  // where the walk began to go down
  for (uint32_t k = 1; k < crossings.size(); ++k) {
    const uint32_t i = crossings[k - 1], j = k - 1 - i;
    const bool down = crossings[k] > i, last = k + 1 == crossings.size();
    if (down && !last) continue;
    const uint32_t end = down ? crossings[k] : i;
    tint(grid.at(from, 0), grid.at(end, j), false);
    tint(grid.at(from, j), grid.at(end, grid.pair.b), true);
    from = end;
  }
}

void add_dot(Scene& scene, Vec at, Ink ink) {
  scene.cells.push_back({.at = {at.x - dot / 2, at.y - dot / 2, dot, dot},
                         .fill = ink,
                         .edge = ink,
                         .edge_width = 0});
}

/// Pieces whose diagonals are drawn, from k = 0 on.
std::vector<uint32_t> asked_pieces(const Moment& moment, const PairOfRuns& pair) {
  const radix::Array* looks = moment.find(merges::array::a_rank);
  const radix::Array* ranks = moment.find(merges::array::co_rank);
  const auto asked = [&](const radix::Array* array, uint32_t place) {
    return array && array->values[place] != none;
  };
  std::vector<uint32_t> pieces;
  for (uint32_t k = 0; k < pair.size(); ++k)
    if (asked(looks, pair.begin + k) || asked(ranks, pair.begin + k)) pieces.push_back(k);
  return pieces;
}

/// The k of a diagonal at its upper right end: over the grid, then at its right. A click takes the
/// key that its piece begins with.
void add_k(Scene& scene, const Grid& grid, uint32_t k, uint32_t id, bool spoken) {
  const PairOfRuns& pair = grid.pair;
  const Vec end = k <= pair.b ? Vec{grid.at(0, k).x, grid.top - head / 2}
                              : Vec{grid.right() + k_room / 2 + 4, grid.at(k - pair.b, 0).y};
  Cell cell{.at = {end.x - k_room / 2, end.y - 9, k_room, 18},
            .fill = Ink::none,
            .edge = Ink::none,
            .edge_width = 0,
            .text = std::to_string(k),
            .ink = spoken ? Ink::accent : Ink::dim,
            .size = k_size,
            .face = spoken ? Face::bold : Face::mono};
  cell.tip = text::merge::piece_tip({.k = k});
  cell.tag = {.array = radix::array::keys, .row = 1, .index = none, .key = id};
  scene.cells.push_back(cell);
}

/// "(5, 3)" beside a crossing, where nothing else stands.
void add_crossing_words(Scene& scene, const Grid& grid, uint32_t i, uint32_t j, Ink ink,
                        std::vector<Rect>& taken) {
  const std::string text = text::merge::crossing({.i = i, .j = j});
  const float wide = text_width(text, k_size, Face::ui) + 6, high = 18;
  const Vec at = grid.at(i, j);
  const float left = at.x - 6 - wide, above = at.y - 5 - high, right = at.x + 6, under = at.y + 5;
  for (const Vec corner : {Vec{right, under}, {left, above}, {left, under}, {right, above}}) {
    const Rect place{corner.x, corner.y, wide, high};

    const bool inside = place.x >= grid.left && place.right() <= grid.right() &&
                        place.y >= grid.top && place.bottom() <= grid.bottom();
    const auto meets = [&](const Rect& other) {
      return place.x < other.right() && other.x < place.right() && place.y < other.bottom() &&
             other.y < place.bottom();
    };
    if (!inside || std::ranges::any_of(taken, meets)) continue;
    taken.push_back(place);
    scene.cells.push_back({.at = place,
                           .fill = Ink::page,
                           .edge = Ink::none,
                           .edge_width = 0,
                           .text = text,
                           .ink = ink,
                           .size = k_size,
                           .face = Face::ui});
    return;
  }
}

/// The diagonal of every piece that is asked for, its k, and the crossing that was found.
void add_diagonals(Scene& scene, const Moment& moment, const Grid& grid,
                   const std::vector<uint32_t>& crossings, uint32_t spoken,
                   const radix::Array& keys, const std::vector<uint32_t>& sources) {
  const PairOfRuns& pair = grid.pair;
  const std::vector<uint32_t> pieces = asked_pieces(moment, pair);
  std::vector<Rect> taken;  // by cells
  for (const Cell& cell : scene.cells) taken.push_back(cell.at);
  uint32_t every = 1;  // so many diagonals have one k
  while (static_cast<float>(every) * std::min(grid.wide, grid.high) < k_room) ++every;
  const uint32_t named = spoken - pair.begin;
  const auto add_words = [&](uint32_t k) {
    const bool told = grid.keys && k > 0 && crossings[k] != none;
    const Ink ink = k == named ? Ink::accent : Ink::text;
    if (told) add_crossing_words(scene, grid, crossings[k], k - crossings[k], ink, taken);
  };
  if (std::ranges::count(pieces, named) > 0) add_words(named);  // it comes first
  for (const uint32_t k : pieces) {
    const uint32_t low = k > pair.b ? k - pair.b : 0, high = std::min(k, pair.a);
    const Ink ink = k == named ? Ink::accent : Ink::dim;
    scene.lines.push_back({grid.at(low, k - low), grid.at(high, k - high),
                           k == named ? Ink::accent : Ink::faint, k == named ? 2.5f : 1.f});
    const bool far = k >= named + every || k + every <= named;
    if (k == named || (k % every == 0 && far))
      add_k(scene, grid, k, keys.ids[sources[pair.begin + k]], k == named);
    if (crossings[k] != none) add_dot(scene, grid.at(crossings[k], k - crossings[k]), ink);
    if (k != named && pieces.size() * 2 <= pair.size()) add_words(k);
  }
  if (!pieces.empty())
    scene.texts.push_back({.at = {grid.left - k_room / 2 - 6, grid.top - head / 2},
                           .text = "k",
                           .size = k_size + 1,
                           .ink = Ink::dim,
                           .face = Face::bold,
                           .anchor = Anchor::right});
}

/// The two pairs of keys that a look compares, with their signs, and where it stands.
void add_look(Scene& scene, const Moment& moment, const Grid& grid, const radix::Array& keys,
              const SearchLook& look) {
  const auto sign = [&](uint32_t i, uint32_t j) {
    Cell cell = sign_cell(grid.cell(i, j), sign_of(moment, grid, keys, i, j), Ink::page);
    cell.edge = Ink::select, cell.edge_width = 2.5f, cell.size = 20;
    scene.cells.push_back(cell);
  };
  const bool compares = grid.keys && !(look.diagonal && look.verdict == SearchLook::found);
  if (compares && !look.diagonal && look.i > 0 && look.j < grid.pair.b) sign(look.i - 1, look.j);
  if (compares && look.j > 0 && look.i < grid.pair.a) sign(look.i, look.j - 1);
  add_dot(scene, grid.at(look.i, look.j), Ink::select);
}

}  // namespace

Scene draw_merge_path(const Moment& moment) {
  Columns columns{.left = margin + label_width, .count = 0, .large = moment.large};
  Scene scene = new_page(moment, columns, text::merge::path, text::merge::path_about);
  const radix::Array keys = input_of(moment);
  const MergePart part = merge_part(moment, moment.pass());
  const bool merges_now = !keys.values.empty() && part.kind == MergePart::level;
  if (!merges_now) {
    const bool first = keys.values.empty() || keys.values.size() == 1;
    end_page(scene,
             add_sentence(scene, columns, 24,
                          first ? text::merge::nothing_to_merge : text::merge::merges_no_runs));
    return scene;
  }
  const uint32_t output = spoken_output(moment, part), spoken = shown_piece(moment, output);
  const PairOfRuns pair = pair_at(output, part.run, moment.problem().size());
  Grid grid = grid_of(moment, pair);
  grid.left = margin + 40 + (grid.keys ? grid.wide + side_gap : 0);
  grid.top = 34 + head + (grid.keys ? grid.high : 0);
  const float right = grid.right(), bottom = grid.bottom();

  const std::vector<uint32_t> sources = sources_of(moment, part);
  const std::vector<uint32_t> crossings = crossings_known(moment, part, pair, spoken);
  const bool searched = moment.find(merges::array::a_rank) != nullptr;
  const std::vector<SearchLook> looks =
      searched ? looks_until(moment, part, spoken) : std::vector<SearchLook>{};
  scene.frames.push_back(
      {.at = {grid.left, grid.top, right - grid.left, bottom - grid.top}, .radius = 0});
  const std::vector<Compared> known = compared_by_now(grid, crossings, looks);
  const bool all_known = std::ranges::count(crossings, none) == 0;
  if (grid.keys)
    add_cells(scene, moment, grid, keys, known);
  else if (all_known)
    add_sides(scene, grid, crossings);
  add_walk(scene, moment, grid, crossings);
  const bool searching = moment.step() && moment.step()->made == merges::array::a_rank;
  if (searching && !looks.empty()) add_look(scene, moment, grid, keys, looks.back());
  add_diagonals(scene, moment, grid, crossings, spoken, keys, sources);
  const auto text = [&](Vec at, std::string words, Ink ink = Ink::text, float size = 15) {
    scene.texts.push_back(
        {.at = at, .text = std::move(words), .size = size, .ink = ink, .anchor = Anchor::left});
  };
  text({margin, (grid.top + bottom) / 2}, text::merge::side_a, Ink::text, 18);
  text({(grid.left + right) / 2 - 10, 18}, text::merge::side_b, Ink::text, 18);

  // What the tints say, and the search so far
  const float x = right + k_room + (moment.large ? 24.f : 36.f);
  const float size = moment.large ? 14.f : 15.f, pitch = 24;
  float y = grid.top - head / 2, widest = 0;
  const auto line = [&](const std::string& words, Ink ink, float indent = 0) {
    text({x + indent, y}, words, ink, size);
    widest = std::max(widest, indent + text_width(words, size, Face::ui));
    y += pitch;
  };
  line(pair.b == 0 ? text::merge::path_copied({.keys = pair.a, .place = pair.begin})
                   : text::merge::path_merge({.a = pair.a, .b = pair.b, .place = pair.begin}),
       Ink::text);
  // As no right kernel has it
  const bool tie_of_b =
      grid.keys && std::ranges::any_of(known, [&](const Compared& each) {
        return !each.a_first && *sign_of(moment, grid, keys, each.i, each.j) == '=';
      });
  for (const bool a_first : {true, false}) {
    if ((!grid.keys && !all_known) || pair.b == 0) break;
    const char* sign = a_first ? (tie_of_b ? "<" : "≤") : tie_of_b ? "≥" : ">";
    scene.cells.push_back(sign_cell({x, y - 10, 26, 20}, sign, first_fill(a_first)));
    line(text::merge::tint({.a_first = a_first}), Ink::dim, 34);
  }
  if (grid.keys && pair.b > 0 && !all_known) line(text::merge::no_tint, Ink::dim);
  if (searched) {
    line(text::merge::path_search({.k = spoken - pair.begin}), Ink::accent);
    uint32_t number = 0;
    for (const SearchLook& look : looks) {
      const LookWords words = look_words(moment, part, spoken, look);
      ++number;
      if (!moment.large || words.reason.empty()) {
        line(text::merge::path_look({.i = look.i, .j = look.j, .look = number}), Ink::text);
        line("    " + words.whole, Ink::dim);
      } else {  // larger letters: the reason of the last look alone
        line(text::merge::path_look_verdict(
                 {.i = look.i, .j = look.j, .look = number, .verdict = words.verdict}),
             Ink::text);
        if (&look == &looks.back()) line("    " + words.reason, Ink::dim);
      }
    }
  }
  scene.width = std::max({scene.width, right + k_room + margin, x + widest + margin});
  end_page(scene, std::max(bottom + dot, y) + 16);
  return scene;
}

}  // namespace scope
