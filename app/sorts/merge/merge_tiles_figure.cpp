/// Which keys of their two runs blocks load in every round, and which of those they merge. With the
/// setting `tile` a round fills both halves of a tile, and the keys that are left over are loaded
/// again.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/owner_inks.hpp"
#include "levels.hpp"
#include "text/all.hpp"
#include "text/merge.hpp"

namespace scope {
namespace {

namespace merges = radix::merges;

constexpr float round_gap = 14;

/// Rounds that are drawn at once: as many as leave the page so low that its words can be read.
uint32_t rounds_shown(const Columns& columns, uint32_t all) {
  const float others = 2 * key_height + 34 * columns.words + 44 * columns.words + 3 * margin;
  const float room = page_width(columns) * either(columns, 0.8f, 0.45f) - others;
  const auto most = static_cast<uint32_t>(std::max(room, 0.f) / (key_height + round_gap));
  return std::min(all, std::max(most, 2u));
}

/// Rounds that blocks have gone through so far.
uint32_t rounds_done(const Moment& moment) {
  uint32_t done = 0;
  for (std::size_t s = moment.cursor; s-- > 0;) {
    const radix::Step& step = moment.trace->steps[s];
    if (step.pass != moment.pass()) break;
    if (step.made == merges::array::loaded) done = std::max(done, step.level);
    if (step.made == merges::array::tile) done = 1;
  }
  return done;
}

/// What all blocks load in one round: A's keys, then B's, each where its block's outputs stand.
void add_round(Scene& scene, const Moment& moment, const Columns& columns, float y,
               const MergePart& part, const std::vector<TileRound>& rounds, uint32_t number) {
  const radix::Array keys = input_of(moment);
  std::vector<Cell> cells;
  for (const TileRound& round : rounds) {
    if (round.number != number) continue;
    const PairOfRuns pair = pair_at(round.first, part.run, moment.problem().size());
    for (uint32_t q = 0; q < round.from_a + round.from_b; ++q) {
      const bool from_a = q < round.from_a;
      const uint32_t of_run = from_a ? q : q - round.from_a;
      const uint32_t place = pair.begin + (from_a ? round.a + of_run : pair.a + round.b + of_run);
      const uint32_t id = keys.ids[place];
      const Rect at = slot(columns, round.block_first + q, y, key_height);
      Cell cell = key_cell(moment, at, keys.values[place], id, Lit{});
      cell.tag = {.array = radix::array::keys, .row = number, .index = radix::none, .key = id};
      const bool merged = of_run < (from_a ? round.used_a : round.used_b);
      cell.fill = from_a ? owner_fill(0) : owner_fill(1);
      cell.edge = from_a ? owner_ink(0) : owner_ink(1);
      if (!merged) cell.fill = Ink::panel, cell.ink = Ink::dim, cell.hatched = true;
      cells.push_back(cell);
    }
  }
  add_cell_row(scene, moment, columns, std::move(cells));
}

/// The runs of the level, named A and B pair by pair.
void add_run_names(Scene& scene, const Columns& columns, float y, uint32_t run) {
  for (uint32_t begin = 0; begin < columns.count; begin += run) {
    const uint32_t end = std::min(columns.count, begin + run);
    const float left = columns.x(begin), right = columns.x(end - 1) + columns.cell;
    scene.lines.push_back({{left, y}, {right, y}, Ink::line, 1.5f});
    scene.texts.push_back({.at = {(left + right) / 2, y + 12 * columns.words},
                           .text = begin / run % 2 == 0 ? "A" : "B",
                           .size = 15 * columns.words,
                           .face = Face::bold});
  }
}

}  // namespace

Scene draw_merge_tiles(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::merge::tiles, text::merge::tiles_about);
  const MergePart part = merge_part(moment, moment.pass());
  if (columns.count == 0 || !by_tiles(moment, part)) {
    return page_of_words(std::move(scene), columns.count == 0 ? std::string(text::all::no_keys_page)
                                                              : std::string(text::merge::no_tiles));
  }
  const std::vector<TileRound> rounds = rounds_of_level(moment, part);
  uint32_t all = 0;
  for (const TileRound& round : rounds) all = std::max(all, round.number);
  const uint32_t done = std::min(rounds_done(moment), all);
  const uint32_t window = rounds_shown(columns, all);
  const uint32_t first =
      std::clamp(done, window, all) - window + 1;  // the last one is that at work

  float y = 16;
  add_keys(scene, moment, columns, y, input_of(moment), Lit{}, 0);
  add_label(scene, columns, y, key_height, text::all::keys_row);
  add_run_names(scene, columns, y + key_height + 5, part.run);
  y += key_height + 34 * columns.words;
  const bool in_rounds = moment.problem().settings().tile > 0;
  for (uint32_t number = first; number < first + window; ++number) {
    const bool at_work = number == done && moment.step()->made == merges::array::loaded;
    add_label(scene, columns, y, key_height,
              in_rounds
                  ? text::merge::tile_round({.round = number, .rounds = all, .wide = columns.large})
                  : std::string(text::merge::tile_row),
              at_work ? Ink::accent : Ink::text);
    if (number <= done)
      add_round(scene, moment, columns, y, part, rounds, number);
    else
      add_slots(scene, columns, y, key_height, false);
    y += key_height + round_gap;
  }
  if (const radix::Array* output = moment.find(radix::array::output)) {
    add_keys(scene, moment, columns, y, *output, Lit{}, all + 1);
    add_label(scene, columns, y, key_height, text::all::output_row);
  } else {
    add_slots(scene, columns, y, key_height, false);
    add_label(scene, columns, y, key_height, text::all::output_row, Ink::dim);
  }
  y += key_height + 12;
  const uint32_t loaded = loaded_in(rounds);
  y = add_sentence(
      scene, columns, y + 8,
      text::paragraph(text::merge::keys_loaded({.all = columns.count, .loaded = loaded}),
                      in_rounds ? text::merge::loaded_again : text::merge::loaded_once));
  end_page(scene, y);
  return scene;
}

}  // namespace scope
