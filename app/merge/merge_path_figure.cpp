/// One merge as a walk through a grid: down for a key from A, to the right for one from B. Pieces
/// begin where the walk crosses their diagonals, and a search walks along one of those.
#include <algorithm>

#include "app/base/text.hpp"
#include "app/figures/figure.hpp"
#include "app/figures/kit/marks.hpp"
#include "app/figures/kit/rows.hpp"
#include "app/scene/text_width.hpp"
#include "levels.hpp"
#include "merge_words.hpp"

namespace scope {
namespace {

namespace merges = radix::merges;
using radix::nobody;

constexpr uint32_t most_cells = 24;  // of a side whose keys are drawn
constexpr float grid_side = 560, low_side = 380, dot = 9, head = 8;
constexpr float usual_cell = 40, low_cell = 32;  // of few keys

/// The grid of one merge on the page.
struct Grid {
  PairOfRuns pair;
  float left = 0, top = 0, wide = 0, high = 0;  ///< a cell, or the least part of the picture
  bool keys = true;                             ///< drawn along the sides
  Vec at(uint32_t i, uint32_t j) const {
    return {left + static_cast<float>(j) * wide, top + static_cast<float>(i) * high};
  }
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
  Grid grid{.pair = pair, .keys = side <= most_cells};
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
  cell.tag = {.array = radix::array::keys, .row = 0, .index = nobody, .key = id};
  scene.cells.push_back(cell);
}

/// Both runs along the sides; between them the cells, tinted where A's key goes first.
void add_cells(Scene& scene, const Moment& moment, const Grid& grid, const radix::Array& keys) {
  const PairOfRuns& pair = grid.pair;
  for (uint32_t i = 0; i < pair.a; ++i)
    add_side_key(scene, moment,
                 {grid.left - grid.wide - head, grid.at(i, 0).y + 1, grid.wide, grid.high - 2},
                 keys, pair.begin + i);
  for (uint32_t j = 0; j < pair.b; ++j)
    add_side_key(scene, moment,
                 {grid.at(0, j).x + 1, grid.top - grid.high - head, grid.wide - 2, grid.high}, keys,
                 pair.begin + pair.a + j);
  for (uint32_t i = 0; i < pair.a; ++i) {
    for (uint32_t j = 0; j < pair.b; ++j) {
      const uint32_t a = keys.values[pair.begin + i], b = keys.values[pair.begin + pair.a + j];
      const Vec at = grid.at(i, j);
      scene.frames.push_back({.at = {at.x, at.y, grid.wide, grid.high},
                              .edge = Ink::faint,
                              .fill = moment.problem().before(b, a) ? digit_fill(2) : digit_fill(0),
                              .radius = 0});
    }
  }
}

/// The walk, as the keys decide it; dashed until the threads have walked it.
void add_walk(Scene& scene, const Moment& moment, const Grid& grid,
              const std::vector<uint32_t>& sources) {
  const bool walked = moment.find(merges::array::source) != nullptr;
  uint32_t i = 0, j = 0;
  for (uint32_t k = 0; k < grid.pair.size(); ++k) {
    const Vec from = grid.at(i, j);
    (sources[grid.pair.begin + k] < grid.pair.begin + grid.pair.a ? i : j) += 1;
    scene.lines.push_back(
        {from, grid.at(i, j), walked ? Ink::text : Ink::dim, walked ? 3.f : 1.5f, !walked});
  }
}

void add_dot(Scene& scene, Vec at, Ink ink) {
  scene.frames.push_back({.at = {at.x - dot / 2, at.y - dot / 2, dot, dot},
                          .edge = ink,
                          .fill = ink,
                          .radius = dot / 2});
}

/// The diagonal of every piece that is asked for, and the crossing that was found.
void add_diagonals(Scene& scene, const Moment& moment, const Grid& grid, uint32_t spoken) {
  const PairOfRuns& pair = grid.pair;
  const radix::Array* looks = moment.find(merges::array::a_rank);
  const radix::Array* ranks = moment.find(merges::array::co_rank);
  for (uint32_t k = 0; k < pair.size(); ++k) {
    const uint32_t place = pair.begin + k;
    const bool asked =
        (looks && looks->values[place] != nobody) || (ranks && ranks->values[place] != nobody);
    if (!asked) continue;
    const uint32_t low = k > pair.b ? k - pair.b : 0, high = std::min(k, pair.a);
    const Ink ink = place == spoken ? Ink::accent : Ink::dim;
    scene.lines.push_back(
        {grid.at(low, k - low), grid.at(high, k - high), ink, place == spoken ? 2.5f : 1.f});
    if (ranks && ranks->values[place] != nobody)
      add_dot(scene, grid.at(ranks->values[place], k - ranks->values[place]), ink);
  }
}

/// The two pairs of keys that a look compares, with their signs, and where it stands.
void add_look(Scene& scene, const Moment& moment, const Grid& grid, const radix::Array& keys,
              const SearchLook& look) {
  const auto sign = [&](uint32_t i, uint32_t j) {
    const uint32_t a = keys.values[grid.pair.begin + i],
                   b = keys.values[grid.pair.begin + grid.pair.a + j];
    const Vec at = grid.at(i, j);
    scene.frames.push_back({.at = {at.x, at.y, grid.wide, grid.high},
                            .edge = Ink::select,
                            .fill = Ink::page,
                            .width = 2.5f,
                            .radius = 3});
    // Beside the diagonal, which goes through the cell
    scene.texts.push_back({.at = {at.x + grid.wide * 0.28f, at.y + grid.high * 0.32f},
                           .text = moment.problem().before(a, b)   ? "<"
                                   : moment.problem().before(b, a) ? ">"
                                                                   : "=",
                           .size = 18,
                           .face = Face::bold});
  };
  const bool compares = grid.keys && !(look.diagonal && look.verdict == SearchLook::found);
  if (compares && !look.diagonal && look.i > 0 && look.j < grid.pair.b) sign(look.i - 1, look.j);
  if (compares && look.j > 0 && look.i < grid.pair.a) sign(look.i, look.j - 1);
  add_dot(scene, grid.at(look.i, look.j), Ink::select);
}

}  // namespace

Scene draw_merge_path(const Moment& moment) {
  Columns columns{.left = margin + label_width, .count = 0, .large = moment.large};
  Scene scene = new_page(moment, columns, "Merge path", "where the pieces of a merge begin");
  const radix::Array keys = input_of(moment);
  const MergePart part = merge_part(moment, moment.pass());
  const bool merges_now = !keys.values.empty() && part.kind == MergePart::level;
  if (!merges_now) {
    const bool first = keys.values.empty() || keys.values.size() == 1;
    end_page(scene, add_sentence(scene, columns, 24,
                                 first ? "There is nothing to merge."
                                       : "This part merges no runs; the next levels do."));
    return scene;
  }
  const uint32_t output = spoken_output(moment, part), spoken = shown_piece(moment, output);
  const PairOfRuns pair = pair_at(output, part.run, moment.problem().size());
  Grid grid = grid_of(moment, pair);
  grid.left = margin + 40 + (grid.keys ? grid.wide + head : 0);
  grid.top = 34 + (grid.keys ? grid.high + head : 0);
  const float right = grid.at(0, std::max(pair.b, 1u)).x,
              bottom = grid.at(std::max(pair.a, 1u), 0).y;

  const std::vector<uint32_t> sources = sources_of(moment, part);
  scene.frames.push_back(
      {.at = {grid.left, grid.top, right - grid.left, bottom - grid.top}, .radius = 0});
  if (grid.keys) add_cells(scene, moment, grid, keys);
  add_diagonals(scene, moment, grid, spoken);
  add_walk(scene, moment, grid, sources);
  const auto text = [&](Vec at, std::string words, Ink ink = Ink::text, float size = 15) {
    scene.texts.push_back(
        {.at = at, .text = std::move(words), .size = size, .ink = ink, .anchor = Anchor::left});
  };
  text({margin, (grid.top + bottom) / 2}, "A ↓", Ink::text, 18);
  text({(grid.left + right) / 2 - 10, 18}, "B →", Ink::text, 18);

  // The search so far
  const float x = right + (moment.large ? 24.f : 36.f);
  float y = grid.top + 6, widest = 0;
  const auto line = [&](const std::string& words, Ink ink) {
    const float size = moment.large ? 14.f : 15.f;
    text({x, y}, words, ink, size);
    widest = std::max(widest, text_width(words, size, Face::ui));
    y += 24;
  };
  line(say("Merge from place ", pair.begin, " on: ", pair.a, " + ", pair.b, " keys"), Ink::text);
  if (grid.keys)
    line(moment.large ? "Right of the walk A's key goes first"
                      : "Right of the walk A's key goes first, left of it B's",
         Ink::dim);
  if (moment.find(merges::array::a_rank)) {
    const uint32_t k = spoken - pair.begin;
    line(say("Piece at k = ", k, ": how many from A?"), Ink::accent);
    const std::vector<SearchLook> looks = looks_until(moment, part, spoken);
    uint32_t number = 0;
    for (const SearchLook& look : looks) {
      line(say("look ", ++number, ": i ", look.i, ", j ", look.j), Ink::text);
      line("    " + look_words(moment, part, spoken, look), Ink::dim);
    }
    const bool searching = moment.step()->made == merges::array::a_rank;
    if (searching && !looks.empty()) add_look(scene, moment, grid, keys, looks.back());
  }
  scene.width = std::max({scene.width, right + margin, x + widest + margin});
  end_page(scene, std::max(bottom, y) + 16);
  return scene;
}

}  // namespace scope
