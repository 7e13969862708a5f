/// Sorting by lists: the keys as they lie in memory, one colour per list; below them the lists, one
/// per row, with the holes of the zero and the one lists; while lists are merged, their heads and
/// how the smallest is found; at the bottom the keys that have been copied back.
#include <algorithm>
#include <bit>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/owner_inks.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/run/engine.hpp"
#include "lists_parts.hpp"
#include "text/all.hpp"
#include "text/lists.hpp"

namespace scope {
namespace {

using radix::ListMerge;
using radix::none;
namespace lists = radix::lists;

constexpr float max_pane_height = 620, low_pane_height = 260;
constexpr float pane_gap = 34, row_gap = 6;
constexpr float pane_share = 0.3f, max_bar = 26;  ///< of the page's width; of bars in lists
constexpr float readable_row = 26;                ///< lower rows have no text
constexpr float least_tree_pitch = 24, max_tree_pitch = 64;  ///< between levels, for the lines

/// Lines of many lists are steep, so they get more room.
float tree_pitch(uint32_t lists) {
  return std::clamp(4 * static_cast<float>(lists), least_tree_pitch, max_tree_pitch);
}

/// A picture of some lists under each other: list t is row t.
struct Pane {
  float x = 0, y = 0;
  float cell = 0, gap = 0;      ///< of keys, as in the rows of memory
  float height = 0, pitch = 0;  ///< of a row
  Rect at(uint32_t list, uint32_t number) const {
    return {x + static_cast<float>(number) * (cell + gap), y + static_cast<float>(list) * pitch,
            cell, height};
  }
  float right(uint32_t columns) const {
    return x + static_cast<float>(columns) * (cell + gap) - gap;
  }
  float bottom(uint32_t rows) const { return y + static_cast<float>(rows) * pitch; }
  float middle(uint32_t list) const { return at(list, 0).centre().y; }
};

/// Lists that have a key: those after them have no row.
uint32_t rows_of(const Moment& moment) {
  return std::min(lists_in(*moment.trace), moment.problem().size());
}

Pane pane_at(const Moment& moment, const Columns& columns, float x, float y) {
  const auto rows = static_cast<float>(rows_of(moment));
  const float most = (moment.large ? low_pane_height : max_pane_height) / rows;
  const float pitch = std::clamp(most, 2.f, key_height + row_gap);
  const float gap = std::min(row_gap, pitch / 6);
  // Bars are as wide as memory shows them there; a list has few of them
  const uint32_t longest = length_of_list(0, lists_in(*moment.trace), columns.count);
  const float room = pane_share * (columns.right() - columns.left) / static_cast<float>(longest);
  const float cell =
      as_bars(columns) ? std::clamp(room - columns.gap, columns.cell, max_bar) : columns.cell;
  return {x, y, cell, columns.gap, pitch - gap, pitch};
}

bool has_colours(const Moment& moment) { return lists_in(*moment.trace) > 1; }

/// A key of a list: in the list's colour; with one list in that of its bit.
Cell list_cell(const Moment& moment, Rect at, uint32_t key, uint32_t id, uint32_t list, Lit lit) {
  Cell cell = key_cell(moment, at, key, id, lit);
  if (at.h < readable_row && at.w >= least_readable) cell.text.clear();
  if (at.h < readable_row + 12) cell.binary.clear(), cell.lit_begin = cell.lit_end = 0;
  if (at.h < key_height) cell.note.clear();
  if (cell.text.empty()) cell.mark.clear(), cell.binary.clear(), cell.note.clear();
  if (!has_colours(moment)) return cell;
  cell.fill = owner_fill(list);
  cell.edge = owner_ink(list);
  cell.edge_width = std::min(1.5f, at.w / 8);
  if (at.w < 8 || at.h < 8) cell.fill = cell.edge, cell.edge_width = 0;
  cell.hatched = false;
  return cell;
}

/// The bit that a part sorts by, once its step has looked at it.
Lit bit_at_work(const Moment& moment) {
  const ListsPart part = lists_part(moment);
  if (!moment.step() || part.kind != ListsPart::bit) return std::nullopt;
  return radix::Digit{.shift = part.number, .bits = 1, .code = moment.problem().code()};
}

/// Keys as they lie in memory, each in the colour of its list.
void add_memory(Scene& scene, const Moment& moment, const Columns& columns, float y,
                const radix::Array& keys, const std::vector<uint32_t>& list_of, Lit lit,
                uint32_t row) {
  const bool holes = std::ranges::count(keys.ids, none) > 0;
  if (holes && as_bars(columns)) add_slots(scene, columns, y, key_height, false);
  std::vector<Cell> cells;
  for (uint32_t i = 0; i < keys.ids.size(); ++i) {
    const uint32_t id = keys.ids[i];
    if (id == none) {
      if (!as_bars(columns)) cells.push_back(empty_cell(slot(columns, i, y, key_height)));
      continue;
    }
    const Rect at = slot(columns, i, y, key_height);
    cells.push_back(list_cell(moment, at, keys.values[i], id, list_of[id], lit));
    cells.back().tag = {keys.id, row, i, id};
  }
  add_cell_row(scene, moment, columns, std::move(cells));
}

/// Which list every key is in, by identity.
std::vector<uint32_t> list_of_keys(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  std::vector<uint32_t> list_of(keys.ids.size(), 0);
  for (uint32_t place = 0; place < keys.ids.size(); ++place)
    list_of[keys.ids[place]] = place % lists_in(*moment.trace);
  return list_of;
}

float title_width(const Columns& columns, const std::string& title) {
  return text_width(title, 14 * columns.words, Face::bold);
}

/// The zero lists or the one lists of all threads: holes are dashed.
void add_half(Scene& scene, const Moment& moment, const Columns& columns, const Pane& pane,
              radix::ArrayId id, const std::vector<uint32_t>& list_of) {
  const radix::Array* list = moment.find(id);
  const uint32_t all = lists_in(*moment.trace), n = columns.count;
  const bool now = moment.step() && moment.step()->made == id;
  const bool ones = id == lists::array::one_list;
  const std::string name = text::lists::half({.lists = all, .ones = ones});
  const float title = pane.y - 12 * columns.words;
  const Ink ink = now ? Ink::accent : list ? Ink::text : Ink::dim;
  add_words(scene, {pane.x, title}, name, 14 * columns.words, ink, Anchor::left, Face::bold);
  const radix::Array keys = input_of(moment);
  for (uint32_t place = 0; place < n; ++place) {
    const uint32_t owner = place % all;
    const Rect at = pane.at(owner, place / all);
    const uint32_t key = list ? list->ids[place] : none;
    if (key == none) {
      if (at.w >= 4 && at.h >= 4) scene.cells.push_back(empty_cell(at));
      continue;
    }
    Cell cell = list_cell(moment, at, list->values[place], key, list_of[key], bit_at_work(moment));
    cell.tag = {id, 0, place, key};
    if (now) {
      const Rect from = slot(columns, position_of(keys, key), 0, key_height);
      cell.from = Rect{from.x, 16, at.w, at.h};
    }
    scene.cells.push_back(cell);
  }
  const radix::Array* counts = moment.find(lists::array::list_counts);
  if (!counts || pane.height < 16) return;
  for (uint32_t owner = 0; owner < rows_of(moment); ++owner) {
    const uint32_t count = counts->values[2 * owner + (ones ? 1 : 0)];
    const float x = pane.right(std::max(1u, length_of_list(0, all, n))) + 8;
    add_words(scene, {x, pane.middle(owner)}, std::to_string(count), 14 * columns.words,
              moment.step()->made == lists::array::list_counts ? Ink::accent : Ink::text,
              Anchor::left);
  }
}

/// "thread 0", "thread 1", … before the rows; "list 0", … while they are merged.
void add_owners(Scene& scene, const Moment& moment, const Columns& columns, const Pane& pane,
                bool threads, uint32_t winner) {
  const uint32_t all = rows_of(moment);
  const uint32_t every = pane.pitch >= 18 ? 1 : static_cast<uint32_t>(18 / pane.pitch) + 1;
  for (uint32_t list = 0; list < all; list += every) {
    const bool now = list == winner;
    add_words(
        scene, {columns.left - 18, pane.middle(list)},
        threads ? text::lists::thread_row({.thread = list}) : text::lists::list_row({.list = list}),
        14 * columns.words,
        now       ? Ink::accent
        : all > 1 ? owner_ink(list)
                  : Ink::dim,
        Anchor::right, now ? Face::bold : Face::ui);
  }
}

/// A bit's part: both lists, filled and copied back.
float add_two_lists(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const uint32_t all = lists_in(*moment.trace), longest = length_of_list(0, all, columns.count);
  const std::vector<uint32_t> list_of = list_of_keys(moment);
  const float top = y + 34 * columns.words;
  const Pane zeros = pane_at(moment, columns, columns.left, top);
  const float counts = 34 * columns.words;
  const float wide = std::max(zeros.right(longest) - zeros.x,
                              title_width(columns, text::lists::half({.lists = 2, .ones = false})));
  // A page of few keys has room for both beside each other, too
  const bool beside = zeros.x + 2 * wide + counts + pane_gap <= page_width(columns) - margin + 1;
  Pane ones = zeros;
  if (beside)
    ones.x = zeros.x + wide + counts + pane_gap;
  else
    ones.y = zeros.bottom(rows_of(moment)) + 28 * columns.words;
  add_half(scene, moment, columns, zeros, lists::array::zero_list, list_of);
  add_half(scene, moment, columns, ones, lists::array::one_list, list_of);
  if (all > 1) add_owners(scene, moment, columns, zeros, true, none);
  if (all > 1 && !beside) add_owners(scene, moment, columns, ones, true, none);
  scene.width = std::max(scene.width, ones.right(longest) + counts + margin);
  return ones.bottom(rows_of(moment)) + 20;
}

/// A key, or nothing, in a box of the merge.
void add_box(Scene& scene, const Moment& moment, const radix::Array& array, uint32_t index, Rect at,
             uint32_t list, bool lit) {
  if (array.ids[index] == none) {
    if (at.h >= 4) scene.cells.push_back(empty_cell(at));
    return;
  }
  Cell cell = list_cell(moment, at, array.values[index], array.ids[index], list, std::nullopt);
  cell.tag = {array.id, 0, index, array.ids[index]};
  if (lit) cell.edge = Ink::accent, cell.edge_width = 2.5f;
  scene.cells.push_back(cell);
}

/// Of the heads that a node compares: the smallest of all lists, the smallest here, or a larger
/// one.
enum class Outcome { won, chosen, lost };

void join(Scene& scene, Vec from, Vec to, Outcome outcome) {
  const float side = 2;  // of the edges of boxes
  constexpr Ink inks[] = {Ink::accent, Ink::dim, Ink::line};
  constexpr float widths[] = {2.5f, 1.5f, 1};
  const auto at = static_cast<std::size_t>(outcome);
  scene.lines.push_back({{from.x + side, from.y}, {to.x - side, to.y}, inks[at], widths[at]});
}

/// The box of a node of the tree, or of a group of lists.
struct Node {
  Rect at{};
  uint32_t index = 0;  ///< in tree_values
};

/// Level by level from the heads: reduction has nodes of half as many slots a level, hybrid one
/// level of groups.
std::vector<std::vector<Node>> nodes_of(const Moment& moment, const Pane& pane, float x,
                                        float wide) {
  const uint32_t all = lists_in(*moment.trace), rows = rows_of(moment);
  std::vector<std::vector<Node>> levels;
  const auto box = [&](uint32_t level, float y) {
    return Rect{x + static_cast<float>(level) * (wide + tree_pitch(all)), y, wide, pane.height};
  };
  switch (merge_of(*moment.trace)) {
    case ListMerge::reduction:
      for (uint32_t width = all / 2; width > 0; width /= 2) {
        std::vector<Node> level;
        for (uint32_t t = 0; t < std::min(width, rows); ++t)
          level.push_back({box(static_cast<uint32_t>(levels.size()), pane.at(t, 0).y), width + t});
        levels.push_back(std::move(level));
      }
      break;
    case ListMerge::hybrid: {
      std::vector<Node> level;
      for (uint32_t first = 0; first < rows; first += lists::lists_of_group) {
        const uint32_t last = std::min(rows, first + lists::lists_of_group) - 1;
        const float y = (pane.at(first, 0).y + pane.at(last, 0).y) / 2;
        level.push_back({box(0, y), first / lists::lists_of_group});
      }
      levels.push_back(std::move(level));
      break;
    }
    default: break;
  }
  return levels;
}

/// Lines from the boxes below to a node, lit where its key came from.
void add_inputs(Scene& scene, const Moment& moment, const Pane& pane, float heads_right,
                const std::vector<std::vector<Node>>& levels, std::size_t level, uint32_t number) {
  const Node& node = levels[level][number];
  const uint32_t all = lists_in(*moment.trace), rows = rows_of(moment);
  const radix::Array* from = moment.find(lists::array::tree_lists);
  const uint32_t winner =
      from && node.index < from->values.size() ? from->values[node.index] : none;
  const Outcome chosen =
      winner != none && winner == winner_of(moment) ? Outcome::won : Outcome::chosen;
  const Vec to{node.at.x, node.at.centre().y};
  if (merge_of(*moment.trace) == ListMerge::hybrid) {
    const uint32_t first = number * lists::lists_of_group;
    for (uint32_t list = first; list < std::min(rows, first + lists::lists_of_group); ++list)
      join(scene, {heads_right, pane.middle(list)}, to, list == winner ? chosen : Outcome::lost);
    return;
  }
  uint32_t width = all, came_through = winner;  // of the levels before, slot by slot
  for (std::size_t before = 0; before < level && winner != none; ++before) {
    width /= 2;
    came_through -= came_through >= width ? width : 0;
  }
  width = all >> (level + 1);
  for (const uint32_t slot : {number, number + width}) {
    if (slot >= rows) continue;  // an empty list
    const float right = level == 0 ? heads_right : levels[level - 1][0].at.right();
    // The winner's list says which of the two slots it came through
    const bool came = winner != none && came_through == slot;
    join(scene, {right, pane.middle(slot)}, to, came ? chosen : Outcome::lost);
  }
}

/// A round's part: the lists with what is taken, their heads, the tree, the winner.
float add_merge_of_lists(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const uint32_t all = lists_in(*moment.trace), n = columns.count, rows = rows_of(moment);
  const uint32_t longest = std::max(1u, length_of_list(0, all, n));
  const Pane pane = pane_at(moment, columns, columns.left, y + 34 * columns.words);
  const radix::Array keys = input_of(moment);
  const std::vector<uint32_t> taken = taken_of_lists(moment);
  const uint32_t winner = winner_of(moment);
  const float title = pane.y - 12 * columns.words;
  add_words(scene, {pane.x, title}, text::lists::sorted_lists({.lists = all}), 14 * columns.words,
            Ink::text, Anchor::left, Face::bold);
  const bool written = moment.step()->made == radix::array::output;
  for (uint32_t place = 0; place < n; ++place) {
    const uint32_t list = place % all, number = place / all;
    const Rect at = pane.at(list, number);
    const bool just = written && list == winner && number + 1 == taken[list];
    if (number < taken[list] && !just) {
      if (at.w >= 4 && at.h >= 4) scene.cells.push_back(empty_cell(at));
      continue;
    }
    Cell cell = list_cell(moment, at, keys.values[place], keys.ids[place], list, std::nullopt);
    cell.tag = {keys.id, 1, place, keys.ids[place]};
    if (just) cell.dashed = true, cell.edge = Ink::accent;
    if (number == taken[list] && !written && at.h >= 8) cell.edge_width = 2.5f;
    scene.cells.push_back(cell);
  }
  add_owners(scene, moment, columns, pane, false, winner);

  const radix::Array* heads = moment.find(lists::array::heads);
  const float wide = std::max(columns.cell, 50 * columns.words);
  float x = std::max(pane.right(longest),
                     pane.x + title_width(columns, text::lists::sorted_lists({.lists = 2}))) +
            pane_gap;
  add_words(scene, {x, title}, text::lists::heads, 14 * columns.words, heads ? Ink::text : Ink::dim,
            Anchor::left, Face::bold);
  for (uint32_t list = 0; heads && list < std::min<std::size_t>(rows, heads->ids.size()); ++list)
    add_box(scene, moment, *heads, list, {x, pane.at(list, 0).y, wide, pane.height}, list,
            list == winner);
  const float heads_right = x + wide;
  x = heads_right + tree_pitch(all);
  const auto levels = nodes_of(moment, pane, x, wide);
  const radix::Array* values = moment.find(lists::array::tree_values);
  const radix::Array* numbers = moment.find(lists::array::tree_lists);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    for (uint32_t number = 0; number < levels[level].size(); ++number) {
      add_inputs(scene, moment, pane, heads_right, levels, level, number);
      const Node& node = levels[level][number];
      const uint32_t list =
          numbers && node.index < numbers->values.size() ? numbers->values[node.index] : none;
      if (values && heads && node.index < values->ids.size())
        add_box(scene, moment, *values, node.index, node.at,
                position_of(*heads, values->ids[node.index]), winner != none && list == winner);
      else if (node.at.h >= 4)
        scene.cells.push_back(empty_cell(node.at));
    }
  }
  if (!levels.empty()) {
    add_words(scene, {x, title},
              merge_of(*moment.trace) == ListMerge::hybrid ? text::lists::groups
                                                           : text::lists::tree_heading,
              14 * columns.words, values ? Ink::text : Ink::dim, Anchor::left, Face::bold);
    x = levels.back().front().at.right() + tree_pitch(all);
  }
  // Who wins, beside the root, or where all heads come together
  float at_y = levels.empty() ? 0 : levels.back().front().at.centre().y;
  if (merge_of(*moment.trace) != ListMerge::reduction) {
    at_y = (pane.middle(0) + pane.middle(rows - 1)) / 2;
    const Rect at{x, at_y - pane.height / 2, wide, pane.height};
    const bool by_one = merge_of(*moment.trace) == ListMerge::one_thread;
    add_words(scene, {x, title}, by_one ? text::lists::one_thread : text::Label("atomicMin"),
              14 * columns.words, winner < all ? Ink::text : Ink::dim, Anchor::left, Face::bold);
    for (uint32_t list = 0; levels.empty() && list < rows; ++list)
      join(scene, {heads_right, pane.middle(list)}, {x, at_y},
           list == winner ? Outcome::won : Outcome::lost);
    for (uint32_t g = 0; !levels.empty() && g < levels[0].size(); ++g)
      join(scene, {levels[0][g].at.right(), levels[0][g].at.centre().y}, {x, at_y},
           winner / lists::lists_of_group == g ? Outcome::won : Outcome::lost);
    if (winner < all)
      add_box(scene, moment, *heads, winner, at, winner, true);
    else if (at.h >= 4)
      scene.cells.push_back(empty_cell(at));
    x += wide + tree_pitch(all);
  } else if (levels.empty()) {
    at_y = pane.middle(0);
  }
  if (winner < all) {
    const std::string text = text::lists::list_wins({.list = winner});
    add_words(scene, {x, at_y}, text, 14 * columns.words, Ink::accent, Anchor::left, Face::bold);
  }
  const std::string widest = text::lists::list_wins({.list = all - 1});
  scene.width =
      std::max(scene.width, x + text_width(widest, 14 * columns.words, Face::bold) + margin);
  return pane.bottom(rows) + 20;
}

}  // namespace

Scene draw_lists(const Moment& moment) {
  Columns columns = columns_of(moment);
  const ListsPart part = lists_part(moment);
  if (part.kind != ListsPart::backwards) columns.per_block = std::max(1u, columns.count);
  const bool merges = merges_lists(*moment.trace);
  Scene scene = new_page(moment, columns, text::lists::figure,
                         merges ? text::lists::page_merges : text::lists::page_serial);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const radix::Array keys = input_of(moment);
  const std::vector<uint32_t> list_of = list_of_keys(moment);
  const Lit lit = bit_at_work(moment);
  float y = 16;
  add_memory(scene, moment, columns, y, keys, list_of, lit, 0);
  add_label(scene, columns, y, key_height,
            moment.cursor == 0 ? text::all::input_row : text::all::keys_row);
  y = add_indices(scene, columns, y + key_height);
  if (part.kind == ListsPart::bit)
    y = add_two_lists(scene, moment, columns, y);
  else if (part.kind == ListsPart::round)
    y = add_merge_of_lists(scene, moment, columns, y);
  const radix::Array* output = moment.find(radix::array::output);
  if (part.kind == ListsPart::backwards) {
    if (output) add_moves(scene, columns, y, y + 56, moves_between(keys, *output, Lit{}));
    y += 56;
  }
  const bool now = moment.step() && moment.step()->made == radix::array::output;
  if (output)
    add_memory(scene, moment, columns, y, *output, list_of,
               part.kind == ListsPart::bit ? lit : std::nullopt, 1);
  else
    add_slots(scene, columns, y, key_height, false);
  add_label(scene, columns, y, key_height,
            part.kind == ListsPart::bit && !columns.large ? text::lists::copied_back
                                                          : text::all::output_row,
            now      ? Ink::accent
            : output ? Ink::text
                     : Ink::dim);
  end_page(scene, y + key_height + 8);
  return scene;
}

}  // namespace scope
