/// Segments are merged in pairs, level after level, and which thread blocks work on every merge.
#include <algorithm>
#include <array>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/owner_inks.hpp"
#include "app/core/scene/text_width.hpp"
#include "levels.hpp"
#include "merge_words.hpp"
#include "text/all.hpp"
#include "text/merge.hpp"

namespace scope {
namespace {

namespace merges = radix::merges;

constexpr float max_gap = 58, least_gap = 36;  // between two rows
constexpr float tree_top = 16, blocks_row = 22, large_words = 1.15f;

/// Which parts are drawn at once, and how far their rows stand apart: all of them where the page
/// stays so low that its words can be read in the window, on a wall, or on a sheet.
struct LevelWindow {
  uint32_t first = 0, end = 0;
  float gap = max_gap;
};
LevelWindow levels_shown(const Moment& moment, const Columns& columns, uint32_t parts) {
  const float page =
      std::max(page_width(columns) * either(columns, 0.8f, 0.45f), either(columns, 760, 470));
  const float room = page - tree_top - key_height - 2.5f * margin;
  const float least = key_height + std::max(least_gap, 32 * columns.words);
  const uint32_t most = std::max(2u, static_cast<uint32_t>(room / least));
  const uint32_t shown = std::min(parts, most);
  const uint32_t first =
      std::min(moment.pass() - std::min(moment.pass(), shown / 2), parts - shown);
  const float pitch = std::min(room / static_cast<float>(std::max(shown, 1u)),
                               key_height + max_gap * columns.words);
  return {first, first + shown, std::max(pitch, least) - key_height};
}

std::vector<const radix::Step*> steps_of_levels(const Moment& moment, uint32_t parts) {
  std::vector<const radix::Step*> last(parts, nullptr);
  for (std::size_t s = 0; s < moment.cursor; ++s)
    last[moment.trace->steps[s].pass] = &moment.trace->steps[s];
  return last;
}

/// A frame around the keys [begin, end) of a row.
void add_run(Scene& scene, const Columns& columns, float y, uint32_t begin, uint32_t end, Ink ink) {
  const float x = columns.x(begin), right = columns.x(end - 1) + columns.cell;
  scene.frames.push_back({.at = {x - 2, y - 2, right - x + 4, key_height + 4},
                          .edge = ink,
                          .width = (ink == Ink::accent ? 2.f : 1.f) * columns.words,
                          .radius = 5});
}

float middle_of(const Columns& columns, uint32_t begin, uint32_t end) {
  return (columns.x(begin) + columns.x(end - 1) + columns.cell) / 2;
}

/// Who works on a merge, in words and in few letters: the thread where it has one alone, else its
/// blocks.
std::array<std::string, 2> workers_of_merge(const Moment& moment, const MergePart& part,
                                            const PairOfRuns& pair) {
  const MergePiece piece = piece_at(moment, part, pair.begin);
  if (piece.begin == pair.begin && piece.end == pair.begin + pair.size())
    return {text::merge::thread_name({.thread = piece.thread}),
            text::merge::thread_short({.thread = piece.thread})};
  const auto [first, last] = blocks_on(moment, part, pair);
  if (first == last)
    return {text::all::block_name({.block = first}), text::all::block_short({.block = first})};
  return {text::merge::blocks_name({.first = first, .last = last}),
          text::merge::blocks_short({.first = first, .last = last})};
}

/// They stand between the merge's two lines, as far as there is room; a run without a partner is
/// the last one, and the page goes on beside it.
void add_workers(Scene& scene, const Moment& moment, const Columns& columns, float y,
                 const MergePart& part, const PairOfRuns& pair, float from_a, float from_b, Ink ink,
                 bool known) {
  const float size = 14 * columns.words, middle = y + 16 * columns.words;
  const Ink words = ink == Ink::accent ? Ink::accent : Ink::dim;
  if (pair.b == 0) {
    const std::string text = text::merge::copied;
    scene.texts.push_back({.at = {from_a + 6, middle},
                           .text = text,
                           .size = size,
                           .ink = words,
                           .anchor = Anchor::left});
    scene.width = std::max(scene.width, from_a + 6 + text_width(text, size, Face::ui) + 8);
    return;
  }
  if (!known) return;
  for (const std::string& text : workers_of_merge(moment, part, pair)) {
    if (text_width(text, size, Face::ui) + 8 > from_b - from_a) continue;
    scene.texts.push_back(
        {.at = {(from_a + from_b) / 2, middle}, .text = text, .size = size, .ink = words});
    return;
  }
}

/// The brackets from a merge's two runs to what it makes, and who works on it.
void add_merge(Scene& scene, const Moment& moment, const Columns& columns, float y, float below,
               const MergePart& part, const PairOfRuns& pair, Ink ink, bool known) {
  const uint32_t middle = pair.begin + pair.a, end = middle + pair.b;
  const float to = middle_of(columns, pair.begin, end), knee = y + (below - y) / 2 + 10;
  const float from_a = middle_of(columns, pair.begin, middle);
  const float from_b = pair.b > 0 ? middle_of(columns, middle, end) : from_a;
  const float width = 1.5f * columns.words;
  const bool lone = pair.b == 0;  // it is only copied
  for (float x : {from_a, from_b}) {
    scene.lines.push_back({{x, y + 3}, {x, knee}, ink, width, lone});
    scene.lines.push_back({{x, knee}, {to, knee}, ink, width});
  }
  scene.lines.push_back({{to, knee}, {to, below - 3}, ink, width, lone});
  add_workers(scene, moment, columns, y, part, pair, from_a, from_b, ink, known);
}

/// `compared`: the step after which its comparisons are counted, too; null: they are not.
std::string part_name(const Moment& moment, const MergePart& part, const radix::Step* compared) {
  if (part.kind == MergePart::backwards) return text::all::reversed;
  const uint32_t n = moment.problem().size();
  if (part.kind == MergePart::segments && !moment.trace->own.empty())
    return text::merge::part_own({.keys = part.run});
  if (part.kind == MergePart::segments)
    return text::merge::part_segments(
        {.block_sort = block_sort_of(moment.problem()), .blocks = (n + part.run - 1) / part.run});
  const bool lone = n > 0 && pair_at(n - 1, part.run, n).b == 0;  // the last run has no partner
  const uint32_t merges = pairs_of(part.run, n) - (lone ? 1 : 0);
  if (!compared) return text::merge::part_level({.level = part.level_no, .merges = merges});
  const auto end = static_cast<std::size_t>(compared - moment.trace->steps.data()) + 1;
  return text::merge::part_level_compared(
      {.comparisons = comparisons_of({.trace = moment.trace, .cursor = end}, part),
       .level = part.level_no,
       .merges = merges});
}

/// The work of a part, from the row that ends at y to the one that begins at `below`.
void add_part(Scene& scene, const Moment& moment, const Columns& columns, float y, float below,
              uint32_t number, const radix::Step* step) {
  const MergePart part = merge_part(moment, number);
  const uint32_t n = moment.problem().size();
  const bool now = step != nullptr && step == moment.step();
  const Ink ink = now ? Ink::accent : step ? Ink::dim : Ink::faint;
  const Ink words = now ? Ink::accent : step ? Ink::text : Ink::dim;
  const bool own = !moment.trace->own.empty();  // a user's own kernel may compare otherwise
  const bool compared = !own && !columns.large && part.kind == MergePart::level && step &&
                        step->find(radix::array::output);
  std::string name = part_name(moment, part, compared ? step : nullptr);
  if (columns.large)  // low rows have room for two lines
    name.resize(std::min(name.size(), name.find('\n', std::min(name.find('\n'), name.size()) + 1)));
  add_label(scene, columns, y, below - y, name, words);
  if (part.kind == MergePart::level) {
    for (uint32_t at = 0; at < n; at += 2 * part.run)
      add_merge(scene, moment, columns, y, below, part, pair_at(at, part.run, n), ink,
                makers_are_known(moment, number));
    return;
  }
  const radix::Array* output = step ? step->find(radix::array::output) : nullptr;
  if (output)
    add_moves(scene, columns, y + 4, below - 4,
              moves_between(*step->find(radix::array::keys), *output, Lit{}));
}

void add_runs(Scene& scene, const Columns& columns, float y, uint32_t run, Ink ink) {
  for (uint32_t begin = 0; begin < columns.count; begin += run)
    add_run(scene, columns, y, begin, std::min(columns.count, begin + run), ink);
}

/// The tiles of all blocks: in each the keys of A, then those of B.
void add_tiles(Scene& scene, const Moment& moment, const Columns& columns, float y,
               const MergePart& part, Ink ink) {
  const std::vector<uint32_t> sources = sources_of(moment, part);
  const uint32_t size = moment.problem().keys_per_block();
  for (uint32_t at = 0; at < columns.count;) {
    const PairOfRuns pair = pair_at(at, part.run, columns.count);
    const uint32_t k = at - pair.begin, end = std::min(k + size, pair.size());
    const uint32_t middle = at + rank_of(sources, pair, end) - rank_of(sources, pair, k);
    if (middle > at) add_run(scene, columns, y, at, middle, ink);
    if (middle < pair.begin + end) add_run(scene, columns, y, middle, pair.begin + end, ink);
    at = pair.begin + end;
  }
  add_label(scene, columns, y, key_height,
            columns.large ? text::merge::tiles_row : text::merge::tiles_row_ab, ink);
}

/// Gives a cell the colour of a block.
void colour(Cell& cell, uint32_t block, bool bar) {
  cell.fill = bar ? owner_ink(block) : owner_fill(block);
  cell.edge = owner_ink(block);
  cell.edge_width = bar ? 0 : 1.5f;
  cell.hatched = !bar && block % 2 == 1;
}

/// Which block writes an output of a part.
uint32_t block_of(const Moment& moment, const MergePart& part, uint32_t output) {
  const uint32_t last = moment.problem().size() - 1;
  return piece_at(moment, part, part.kind == MergePart::backwards ? last - output : output).block;
}

/// The row of keys that was added last, from this cell on: in the colours of the blocks that make
/// it; null: nobody's, the input.
void colour_row(Scene& scene, const Moment& moment, std::size_t begin, const MergePart* part) {
  for (std::size_t i = begin; i < scene.cells.size(); ++i) {
    Cell& cell = scene.cells[i];
    const bool bar = cell.text.empty();
    if (part && cell.tag.index != none)
      colour(cell, block_of(moment, *part, cell.tag.index), bar);
    else if (bar)
      cell.fill = cell.edge = Ink::dim;
  }
}

/// What the colours stand for.
float add_blocks(Scene& scene, const Moment& moment, const Columns& columns, float y,
                 uint32_t parts) {
  const uint32_t n = columns.count;
  uint32_t blocks = 0;
  for (uint32_t part = 0; part < parts; ++part)
    for (const uint32_t end : {0u, n - 1})
      if (makers_are_known(moment, part))
        blocks = std::max(blocks, block_of(moment, merge_part(moment, part), end) + 1);
  if (blocks == 0) return y;
  const float wide = 34 * columns.words, high = blocks_row * columns.words;
  add_label(scene, columns, y, high, text::merge::blocks_row({.blocks = blocks}), Ink::dim);
  const auto fit = static_cast<uint32_t>((scene.width - margin - columns.left) / (wide + 4));
  const uint32_t shown = std::min({blocks, owner_inks, fit});
  for (uint32_t block = 0; block < shown; ++block) {
    const float x = columns.left + static_cast<float>(block) * (wide + 4);
    Cell cell{.at = {x, y, wide, high}, .text = std::to_string(block), .size = 14 * columns.words};
    colour(cell, block, false);
    scene.cells.push_back(cell);
  }
  if (shown < blocks)
    scene.texts.push_back(
        {.at = {columns.left + static_cast<float>(shown) * (wide + 4) + 4, y + high / 2},
         .text = "…",
         .size = 15 * columns.words,
         .ink = Ink::dim,
         .anchor = Anchor::left});
  return y + high + either(columns, 8, 2);
}

}  // namespace

Scene draw_merge_tree(const Moment& moment) {
  Columns columns = columns_of(moment);
  if (columns.large) columns.words = std::max(columns.words, large_words);  // the page is high
  Scene scene = new_page(moment, columns, book_figure(11), text::merge::tree_about);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const auto parts = static_cast<uint32_t>(radix::outline_of(*moment.trace).parts.size());
  const std::vector<const radix::Step*> last = steps_of_levels(moment, parts);
  const LevelWindow window = levels_shown(moment, columns, parts);

  float y = tree_top;
  const radix::Step* begun = window.first < parts ? last[window.first] : nullptr;
  const radix::Array keys = begun ? *begun->find(radix::array::keys) : input_of(moment);
  std::size_t row = scene.cells.size();
  add_keys(scene, moment, columns, y, keys, Lit{}, window.first);
  const MergePart before = merge_part(moment, window.first - std::min(window.first, 1u));
  const bool coloured = window.first > 0 && makers_are_known(moment, window.first - 1);
  colour_row(scene, moment, row, coloured ? &before : nullptr);
  add_label(scene, columns, y, key_height,
            window.first == 0 ? text::all::input_row : text::all::keys_row);
  if (window.first < parts) {
    const MergePart first = merge_part(moment, window.first);
    if (first.kind == MergePart::level) add_runs(scene, columns, y, first.run, Ink::faint);
  }
  for (uint32_t p = window.first; p < window.end; ++p) {
    const float keys_y = y, above = y + key_height;
    y = above + window.gap;
    add_part(scene, moment, columns, above, y, p, last[p]);
    const radix::Array* output = last[p] ? last[p]->find(radix::array::output) : nullptr;
    const MergePart part = merge_part(moment, p);
    row = scene.cells.size();
    if (output && last[p] == moment.step())
      add_moved_keys(scene, moment, columns, y, *output, Lit{}, p + 1,
                     *last[p]->find(radix::array::keys), keys_y);
    else if (output)
      add_keys(scene, moment, columns, y, *output, Lit{}, p + 1);
    else if (const radix::Array* tile = last[p] ? last[p]->find(merges::array::tile) : nullptr)
      add_keys(scene, moment, columns, y, *tile, Lit{}, p + 1);
    else
      add_slots(scene, columns, y, key_height, false);
    if (last[p] && (output || last[p]->find(merges::array::tile)))
      colour_row(scene, moment, row, makers_are_known(moment, p) ? &part : nullptr);
    const bool at_work = last[p] != nullptr && last[p] == moment.step();
    const Ink ink = at_work ? Ink::accent : Ink::faint;
    const uint32_t made = part.run * (part.kind == MergePart::level ? 2 : 1);
    if (!output && last[p] && last[p]->find(merges::array::tile))
      add_tiles(scene, moment, columns, y, part, ink);
    else
      add_runs(scene, columns, y, made, ink);
  }
  y += key_height + either(columns, 12, 8);
  if (parts > 0) y = add_blocks(scene, moment, columns, y, parts);
  if (window.end - window.first < parts)
    y = add_sentence(scene, columns, y,
                     text::merge::parts_shown({.first = window.first + 1,
                                               .last = window.end,
                                               .parts = parts,
                                               .segments = moment.problem().settings().start ==
                                                           radix::SortStart::block}));
  const bool done = parts > 0 && last[parts - 1] && last[parts - 1]->find(radix::array::output);
  if (done && moment.trace->own.empty() && !columns.large &&
      merges::first_run(moment.problem()) == 1 && columns.count > 1)
    y = add_sentence(scene, columns, y,
                     text::merge::all_levels({.comparisons = all_comparisons(moment),
                                              .keys = columns.count,
                                              .least = least_comparisons(columns.count)}));
  end_page(scene, y);
  return scene;
}

}  // namespace scope
