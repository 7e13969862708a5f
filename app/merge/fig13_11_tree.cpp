/// Segments are merged in pairs, level after level, and which thread blocks work on every merge.
#include <algorithm>

#include "app/base/text.hpp"
#include "app/figures/figure.hpp"
#include "app/figures/kit/marks.hpp"
#include "app/figures/kit/rows.hpp"
#include "app/scene/text_width.hpp"
#include "levels.hpp"

namespace scope {
namespace {

namespace merges = radix::merges;

/// How blocks sort their own keys, where they do not merge them, as another line.
std::string block_sort_name(const radix::Problem& problem) {
  switch (problem.settings().block_sort) {
    case radix::BlockSort::transposition: return "\ntransposition";
    case radix::BlockSort::bitonic: return "\nbitonic";
    case radix::BlockSort::odd_even_merge: return "\nodd–even merge";
    default: return "";
  }
}

constexpr uint32_t most_levels = 5, low_levels = 2;  // drawn at once, of a usual and of a low page
constexpr float merge_gap = 58;                      // between two rows

struct LevelWindow {
  uint32_t first = 0, end = 0;
};
LevelWindow levels_shown(const Moment& moment, uint32_t parts) {
  const uint32_t most = moment.large ? low_levels : most_levels;
  if (parts <= most) return {0, parts};
  const uint32_t first = std::min(moment.pass() - std::min(moment.pass(), most / 2), parts - most);
  return {first, first + most};
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
                          .width = ink == Ink::accent ? 2.f : 1.f,
                          .radius = 5});
}

float middle_of(const Columns& columns, uint32_t begin, uint32_t end) {
  return (columns.x(begin) + columns.x(end - 1) + columns.cell) / 2;
}

/// The brackets from a merge's two runs to what it makes, and who works on it.
void add_merge(Scene& scene, const Moment& moment, const Columns& columns, float y, float below,
               const MergePart& part, const PairOfRuns& pair, Ink ink) {
  const uint32_t middle = pair.begin + pair.a, end = middle + pair.b;
  const float to = middle_of(columns, pair.begin, end), knee = y + (below - y) / 2 + 10;
  const float from_a = middle_of(columns, pair.begin, middle);
  const float from_b = pair.b > 0 ? middle_of(columns, middle, end) : from_a;
  for (float x : {from_a, from_b}) {
    scene.lines.push_back({{x, y + 3}, {x, knee}, ink, 1.5f});
    scene.lines.push_back({{x, knee}, {to, knee}, ink, 1.5f});
  }
  scene.lines.push_back({{to, knee}, {to, below - 3}, ink, 1.5f});
  const auto [first, last] = blocks_on(moment, part, pair);
  const std::string text = pair.b == 0     ? "copied"
                           : first == last ? say("block ", first)
                                           : say("blocks ", first, "–", last);
  const float size = 14 * columns.words, wide = text_width(text, size, Face::ui);
  const float room = columns.x(end - 1) + columns.cell - columns.x(pair.begin);
  if (pair.b == 0 && wide + 8 > room) return;
  const float free = pair.b > 0 ? from_b - from_a : room;
  if (wide + 8 > free && pair.b > 0) return;
  const float x = pair.b > 0 ? (from_a + from_b) / 2 : from_a + wide / 2 + 6;
  if (pair.b == 0 && x + wide / 2 > columns.x(end - 1) + columns.cell) return;
  scene.texts.push_back({.at = {x, y + 16 * columns.words},
                         .text = text,
                         .size = size,
                         .ink = ink == Ink::accent ? Ink::accent : Ink::dim});
}

std::string part_name(const Moment& moment, const MergePart& part) {
  if (part.kind == MergePart::backwards) return "reversed";
  const uint32_t n = moment.problem().size();
  if (part.kind == MergePart::segments)
    return say("segments\n", counted((n + part.run - 1) / part.run, "block"),
               block_sort_name(moment.problem()));
  const bool lone = n > 0 && pair_at(n - 1, part.run, n).b == 0;  // the last run has no partner
  return say("level ", part.level_no, "\n",
             counted(pairs_of(part.run, n) - (lone ? 1 : 0), "merge"));
}

/// The work of a part, from the row that ends at y to the one that begins at `below`.
void add_part(Scene& scene, const Moment& moment, const Columns& columns, float y, float below,
              uint32_t number, const radix::Step* step) {
  const MergePart part = merge_part(moment, number);
  const uint32_t n = moment.problem().size();
  const bool now = step != nullptr && step == moment.step();
  const Ink ink = now ? Ink::accent : step ? Ink::line : Ink::faint;
  const Ink words = now ? Ink::accent : step ? Ink::text : Ink::dim;
  std::string name = part_name(moment, part);
  if (!columns.large && part.kind == MergePart::level && step && step->find(radix::array::output)) {
    const auto end = static_cast<std::size_t>(step - moment.trace->steps.data()) + 1;
    name +=
        "\n" + counted(comparisons_of({.trace = moment.trace, .cursor = end}, part), "comparison");
  }
  if (columns.large) name.resize(std::min(name.size(), name.find('\n')));  // low rows
  add_label(scene, columns, y, below - y, name, words);
  if (part.kind == MergePart::level) {
    for (uint32_t at = 0; at < n; at += 2 * part.run)
      add_merge(scene, moment, columns, y, below, part, pair_at(at, part.run, n), ink);
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
  add_label(scene, columns, y, key_height, columns.large ? "tiles" : "tiles\nA, then B", ink);
}

}  // namespace

Scene draw_merge_tree(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, "Figure 13.11", "segments are merged in pairs");
  if (columns.count == 0) {
    end_page(scene, add_sentence(scene, columns, 24, "There are no keys to sort."));
    return scene;
  }
  const auto parts = static_cast<uint32_t>(radix::outline_of(*moment.trace).parts.size());
  const std::vector<const radix::Step*> last = steps_of_levels(moment, parts);
  const LevelWindow window = levels_shown(moment, parts);

  float y = 16;
  const radix::Step* top = window.first < parts ? last[window.first] : nullptr;
  const radix::Array keys = top ? *top->find(radix::array::keys) : input_of(moment);
  add_keys(scene, moment, columns, y, keys, Lit{}, window.first);
  add_label(scene, columns, y, key_height, window.first == 0 ? "input" : "keys");
  if (window.first < parts) {
    const MergePart first = merge_part(moment, window.first);
    if (first.kind == MergePart::level) add_runs(scene, columns, y, first.run, Ink::line);
  }
  const float gap = merge_gap * columns.words;
  for (uint32_t p = window.first; p < window.end; ++p) {
    const float keys_y = y, above = y + key_height;
    y = above + gap;
    add_part(scene, moment, columns, above, y, p, last[p]);
    const radix::Array* output = last[p] ? last[p]->find(radix::array::output) : nullptr;
    if (output && last[p] == moment.step())
      add_moved_keys(scene, moment, columns, y, *output, Lit{}, p + 1,
                     *last[p]->find(radix::array::keys), keys_y);
    else if (output)
      add_keys(scene, moment, columns, y, *output, Lit{}, p + 1);
    else if (const radix::Array* tile = last[p] ? last[p]->find(merges::array::tile) : nullptr)
      add_keys(scene, moment, columns, y, *tile, Lit{}, p + 1);
    else
      add_slots(scene, columns, y, key_height, false);
    const MergePart part = merge_part(moment, p);
    const bool at_work = last[p] != nullptr && last[p] == moment.step();
    const Ink ink = at_work ? Ink::accent : Ink::line;
    const uint32_t made = part.run * (part.kind == MergePart::level ? 2 : 1);
    if (!output && last[p] && last[p]->find(merges::array::tile))
      add_tiles(scene, moment, columns, y, part, ink);
    else
      add_runs(scene, columns, y, made, ink);
  }
  y += key_height + 8;
  const bool done = parts > 0 && last[parts - 1] && last[parts - 1]->find(radix::array::output);
  if (done && !columns.large && merges::first_run(moment.problem()) == 1 && columns.count > 1)
    y = add_sentence(
        scene, columns, y + 8,
        say(all_comparisons(moment),
            " comparisons in all levels; no sort that "
            "compares can promise fewer than ",
            least_comparisons(columns.count), " for ", counted(columns.count, "key"), "."));
  end_page(scene, y);
  return scene;
}

}  // namespace scope
