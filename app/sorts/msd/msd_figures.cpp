/// The highest digit first: one level with the tables of its segments; and where the keys stand
/// after every level, beside a sort by the lowest digit first.
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"
#include "msd_words.hpp"
#include "text/all.hpp"
#include "text/msd.hpp"

namespace scope {
namespace {

namespace msd = radix::msd;
namespace msd_array = radix::msd::array;

constexpr float segment_ways = 64, segment_entry_height = 30;
constexpr uint32_t max_entries = 72;  ///< of the line of tables that are drawn

void add_segment_frames(Scene& scene, const Columns& columns, float y, float height,
                        const std::vector<msd::Segment>& segments, uint32_t finish) {
  for (const msd::Segment& s : segments) {
    const float left = columns.x(s.begin) - 2, right = columns.x(s.end - 1) + columns.cell + 2;
    const bool open = s.size() > finish;
    scene.frames.push_back({.at = {left, y - 3, right - left, height + 6},
                            .edge = open ? Ink::accent : Ink::faint,
                            .width = open ? 2.f : 1.f,
                            .radius = 6});
  }
}

/// The line of all tables, segment after segment, as far as it is drawn.
struct TableLine {
  uint32_t entries = 0, shown = 0;
  float left = 0, pitch = 0;
};

TableLine table_line(const Moment& moment, const Columns& columns) {
  TableLine line{.left = columns.left};
  for (const SegmentBlock& b : blocks_of_level(moment)) line.entries += b.open ? 1 : 0;
  line.entries <<= moment.digit().bits;
  line.shown = std::min(line.entries, max_entries);
  const float room = std::max(columns.right() - columns.left, 420.f);
  line.pitch = std::min(44.f * columns.words, room / static_cast<float>(std::max(1u, line.shown)));
  return line;
}

/// As large as there is room for it, or not at all.
void write_number(Cell& cell, uint32_t number) {
  for (const float size : {16.f, 14.f, 12.f}) {
    if (text_width(std::to_string(number), size, Face::mono) + 2 > cell.at.w) continue;
    cell.text = std::to_string(number), cell.size = size;
    return;
  }
}

bool now_made(const Moment& moment, radix::ArrayId id) {
  return moment.step() && moment.step()->made == id;
}

/// The entries of the newest of these arrays. Returns the y below.
float add_table_line(Scene& scene, const Moment& moment, const Columns& columns, float y,
                     std::initializer_list<std::pair<radix::ArrayId, text::Label>> newest) {
  const TableLine line = table_line(moment, columns);
  if (line.entries == 0) return y;
  const radix::Array* table = nullptr;
  text::Label name = newest.begin()->second;
  for (const auto& [id, label] : newest)
    if (table == nullptr && (table = moment.find(id)) != nullptr) name = label;
  add_label(scene, columns, y, segment_entry_height, name,
            table && now_made(moment, table->id) ? Ink::accent
            : table                              ? Ink::text
                                                 : Ink::dim);
  const std::vector<SegmentBlock> blocks = blocks_of_level(moment);
  const uint32_t bits = moment.digit().bits;
  for (uint32_t e = 0; e < line.shown; ++e) {
    // Which segment's table is it in: of the last block that begins no later
    uint32_t segment = 0;
    for (const SegmentBlock& b : blocks)
      if (b.open && b.block == b.first_block && (b.first_block << bits) <= e) ++segment;
    const Rect at{line.left + static_cast<float>(e) * line.pitch, y, line.pitch * 0.92f,
                  segment_entry_height};
    Cell cell = empty_cell(at);
    if (table && e < table->values.size()) {
      cell = {.tip = text::msd::entry_tip(
                  {.count = table->values[e], .entry = e, .segment = segment - 1}),
              .at = at,
              .fill = segment % 2 == 1 ? Ink::raised : Ink::panel,
              .edge = Ink::faint,
              .tag = {table->id, 0, e, none}};
      write_number(cell, table->values[e]);
    }
    scene.cells.push_back(cell);
  }
  const float end = line.left + static_cast<float>(line.shown) * line.pitch;
  if (line.shown < line.entries)
    scene.texts.push_back({.at = {end + 6, y + segment_entry_height / 2},
                           .text = text::all::more_entries({.count = line.entries - line.shown}),
                           .size = 14 * columns.words,
                           .ink = Ink::dim,
                           .anchor = Anchor::left});
  scene.width = std::max(scene.width, end + (line.shown < line.entries ? 130 * columns.words : 24));
  return y + segment_entry_height + 8;
}

/// While one scan goes over all tables: the sum of every scan block, or the running sum before it,
/// under the entries that it adds up. Returns the y below.
float add_scan_sums(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const TableLine line = table_line(moment, columns);
  const uint32_t threads = moment.problem().threads_per_block();
  if (line.entries == 0) return y;
  const radix::Array* before = moment.find(msd_array::counts_before_block);
  const radix::Array* sums = before ? before : moment.find(msd_array::block_counts);
  add_label(scene, columns, y, segment_entry_height,
            before ? text::msd::row_before_block : text::msd::row_block_sum,
            sums ? Ink::text : Ink::dim);
  for (uint32_t b = 0; b * threads < line.shown; ++b) {
    const uint32_t end = std::min((b + 1) * threads, line.shown);
    const Rect at{line.left + static_cast<float>(b * threads) * line.pitch, y,
                  static_cast<float>(end - b * threads) * line.pitch - line.pitch * 0.08f,
                  segment_entry_height};
    Cell cell = empty_cell(at);
    if (sums && b < sums->values.size()) {
      cell = {.at = at, .fill = Ink::raised, .tag = {sums->id, 0, b, none}};
      if (now_made(moment, sums->id)) cell.edge = Ink::accent, cell.edge_width = 2;
      write_number(cell, sums->values[b]);
    }
    scene.cells.push_back(cell);
  }
  return y + segment_entry_height + 8;
}

/// Under the keys: which block has which piece of an open segment. Returns the y below.
float add_pieces_of_blocks(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const bool dealt = moment.find(msd_array::block_first) != nullptr;
  for (const SegmentBlock& b : blocks_of_level(moment)) {
    if (!dealt || !b.open) continue;
    const float x0 = columns.x(b.piece.begin), x1 = columns.x(b.piece.end - 1) + columns.cell;
    const bool now = now_made(moment, msd_array::block_first);
    scene.lines.push_back(
        {{x0, y + 4}, {x1, y + 4}, now ? Ink::accent : Ink::dim, now ? 3.f : 2.f});
    const float size = 14 * columns.words;
    for (const std::string& name :
         {text::all::block_name({.block = b.block}), text::all::block_short({.block = b.block})}) {
      if (text_width(name, size, Face::ui) + 4 > x1 - x0) continue;
      scene.texts.push_back({.at = {(x0 + x1) / 2, y + 16 * columns.words},
                             .text = name,
                             .size = size,
                             .ink = now ? Ink::accent : Ink::dim});
      break;
    }
  }
  return y + 28 * columns.words;
}

}  // namespace

Scene draw_segments(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  Columns columns = columns_of(moment);
  columns.per_block = std::max(1u, columns.count);  // segments cut the keys, not blocks
  Scene scene = new_page(moment, columns, text::msd::segments, text::msd::segments_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const radix::Array keys = input_of(moment);
  const bool backwards = msd_backwards(moment);
  const uint32_t finish = problem.settings().finish;
  const radix::Digit digit = moment.digit();
  const Lit lit = moment.step() && digit.bits > 0 ? Lit(digit) : std::nullopt;
  float y = 16;
  add_keys(scene, moment, columns, y, keys, lit, 0);
  add_label(scene, columns, y, key_height, text::all::keys_row);
  if (!backwards)
    add_segment_frames(scene, columns, y, key_height, segments_before(problem, moment.pass()),
                       finish);
  y += key_height + 8;
  if (!backwards) {
    y = add_pieces_of_blocks(scene, moment, columns, y);
    y = add_table_line(scene, moment, columns, y,
                       {{msd_array::bucket_counts, text::msd::row_counts}});
    y = add_table_line(scene, moment, columns, y,
                       {{msd_array::bucket_starts, text::msd::row_scan},
                        {msd_array::counts_before_in_block, text::msd::row_before_in_block},
                        {msd_array::partial_counts, text::msd::row_partial}});
    y = add_scan_sums(scene, moment, columns, y);
    add_label(scene, columns, y, value_height, text::msd::term_rank);
    if (const radix::Array* ranks = moment.find(msd_array::rank))
      add_values(scene, moment, columns, y, *ranks, keys.ids);
    else
      add_slots(scene, columns, y, value_height, false);
    y += value_height;
  }
  const float from = y;
  y += segment_ways * columns.words;
  const radix::Array* output = moment.find(radix::array::output);
  add_output(scene, moment, columns, from, y, keys, 16, msd_array::destination, lit, 1);
  add_label(scene, columns, y, key_height, text::all::output_row, output ? Ink::text : Ink::dim);
  if (output && !backwards)
    add_segment_frames(scene, columns, y, key_height, segments_before(problem, moment.pass() + 1),
                       finish);
  y = add_indices(scene, columns, y + key_height + 4);
  end_page(scene, y);
  return scene;
}

namespace {

/// Keys as they stand after so many levels of the highest digit first, or passes of the lowest.
radix::Array keys_after(const radix::Problem& problem, uint32_t parts, bool highest) {
  const std::vector<msd::Level> levels = msd::levels_of(problem);
  radix::Array keys;
  for (uint32_t id = 0; id < problem.size(); ++id) keys.ids.push_back(id);
  const uint32_t passes = std::min(parts, problem.passes());
  const uint32_t bits = passes == 0 ? 0 : problem.sorted_bits(passes);
  const uint32_t mask = bits == 0 ? 0 : 0xffffffffu >> (32 - bits);
  // What a level has sorted: by the digits of the open segments, and all of those that it finished
  const std::vector<msd::Segment> segments = segments_before(problem, parts);
  const auto rank = [&](uint32_t id) -> uint64_t {
    const uint32_t ordered = problem.ordered(problem.keys()[id]);
    if (!highest) return ordered & mask;
    if (parts == 0) return 0;
    const auto last = static_cast<uint32_t>(std::min<std::size_t>(parts, levels.size()));
    return ordered >> levels[last - 1].digit.shift;
  };
  std::ranges::stable_sort(keys.ids, {}, rank);
  if (highest && parts > 0)
    for (uint32_t t = 0; t < parts && t < levels.size(); ++t)
      for (const msd::Segment& s : levels[t].small)
        std::stable_sort(
            keys.ids.begin() + s.begin, keys.ids.begin() + s.end, [&](uint32_t a, uint32_t b) {
              return problem.ordered(problem.keys()[a]) < problem.ordered(problem.keys()[b]);
            });
  for (const uint32_t id : keys.ids) keys.values.push_back(problem.keys()[id]);
  return keys;
}

/// Levels that are over at this moment.
uint32_t levels_done(const Moment& moment) {
  const auto all = static_cast<uint32_t>(msd::levels_of(moment.problem()).size());
  const uint32_t done = moment.pass() + (moment.find(radix::array::output) ? 1 : 0);
  return std::min(all, done);
}

}  // namespace

Scene draw_msd_tree(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::msd::tree, text::msd::tree_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const std::vector<msd::Level> levels = msd::levels_of(problem);
  const auto rows = static_cast<uint32_t>(std::max<std::size_t>(levels.size(), problem.passes()));
  // Two of them stand beside each other: cells as narrow as their numbers and marks
  float widest = least_readable;
  for (uint32_t id = 0; id < problem.size(); ++id)
    widest = std::max(
        widest, value_width(problem.text_of(problem.keys()[id]), 18, mark_of(problem, id)) + 3);
  const auto count = static_cast<float>(columns.count);
  const bool narrow = columns.count > 24 || count * widest > 1000;
  Columns tree = columns;
  tree.per_block = columns.count;
  tree.gap = tree.block_gap = narrow ? 460 / count * 0.15f : 2;
  tree.cell = narrow ? 460 / count * 0.85f : widest;
  tree.words = std::clamp((tree.right() - tree.left) / 480, 1.f, 2.f);
  tree.left = margin + 72 * tree.words;
  // Beside each other they are narrow: on a low page, which is wide, one stands below the other
  const bool below = moment.large && !narrow;
  Columns stripes = tree;
  const float heads = 225 * tree.words;  // "highest digit first: segments"
  if (!below) stripes.left = std::max(tree.right(), tree.left + heads) + 40;
  const float height = as_bars(tree) ? 34 : below ? 30 : 38, pitch = height + (below ? 6 : 26);
  const uint32_t done = levels_done(moment);
  const auto add_row = [&](const Columns& at, float y, uint32_t row, bool highest) {
    const radix::Array keys = keys_after(problem, row, highest);
    const radix::Digit digit = row == 0  ? radix::Digit{.shift = 0, .bits = 0, .code = {}}
                               : highest ? levels[row - 1].digit
                                         : problem.digit(row - 1);
    const Lit lit = digit.bits > 0 ? Lit(digit) : std::nullopt;
    std::vector<Cell> cells;
    for (uint32_t i = 0; i < at.count; ++i) {
      Cell cell = key_cell(moment, slot(at, i, y, height), keys.values[i], keys.ids[i], lit);
      cell.binary.clear();
      cell.tag.row = 2 * row + (highest ? 0 : 1);
      cells.push_back(std::move(cell));
    }
    add_cell_row(scene, moment, at, std::move(cells));
    if (highest)
      add_segment_frames(scene, at, y, height, segments_before(problem, row),
                         problem.settings().finish);
  };
  const auto add = [&](const Columns& at, float y, text::Label head, bool highest, uint32_t last) {
    scene.texts.push_back({.at = {at.left, y + 14},
                           .text = head,
                           .size = 15 * tree.words,
                           .ink = Ink::text,
                           .face = Face::bold,
                           .anchor = Anchor::left});
    y += below ? 28 : 34;
    for (uint32_t row = 0; row <= (below ? last : rows); ++row, y += pitch) {
      if (highest || below)
        add_label(scene, tree, y, height,
                  row == 0 ? text::all::keys_row : text::msd::after_part({.part = row}));
      if (row <= last && row <= done) add_row(at, y, row, highest);
    }
    return y;
  };
  const auto all = static_cast<uint32_t>(levels.size());
  const float end = add(tree, 0, text::msd::tree_highest, true, all);
  const float y =
      add(stripes, below ? end + 4 : 0, text::msd::tree_lowest, false, problem.passes());
  scene.width = std::max(stripes.right(), stripes.left + heads) + margin;
  end_page(scene, y);
  return scene;
}

Scene draw_msd_density(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::msd::density, text::msd::density_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  constexpr uint32_t max_panels = 5;
  constexpr float side = 150, apart = 26;
  const auto levels = static_cast<uint32_t>(msd::levels_of(problem).size());
  const uint32_t parts[] = {levels, problem.passes()};
  constexpr text::Label names[] = {text::msd::highest_first, text::msd::lowest_first};
  const float n = static_cast<float>(problem.size());
  const float high = std::exp2(static_cast<float>(problem.key_bits()));
  float y = 16;
  for (uint32_t way = 0; way < 2; ++way, y += side + 44) {
    add_label(scene, columns, y, side, names[way]);
    const uint32_t panels = std::min(max_panels, parts[way] + 1);
    for (uint32_t p = 0; p < panels; ++p) {
      const uint32_t done = panels == 1 ? 0 : p * parts[way] / (panels - 1);
      const float x = columns.left + static_cast<float>(p) * (side + apart);
      scene.frames.push_back({.at = {x, y, side, side}, .edge = Ink::line, .width = 1});
      const radix::Array keys = keys_after(problem, done, way == 0);
      const float dot = std::clamp(side / n * 0.8f, 1.5f, 7.f);
      for (uint32_t i = 0; i < problem.size(); ++i) {
        const float at = (static_cast<float>(i) + 0.5f) / n * side;
        const float key = (static_cast<float>(problem.ordered(keys.values[i])) + 0.5f) / high;
        scene.cells.push_back({.at = {x + at - dot / 2, y + (1 - key) * (side - dot), dot, dot},
                               .fill = Ink::accent,
                               .edge = Ink::accent,
                               .edge_width = 0,
                               .tag = {.index = none, .key = keys.ids[i]}});
      }
      scene.texts.push_back({.at = {x + side / 2, y + side + 14},
                             .text = done == 0  ? text::all::keys_row
                                     : way == 0 ? text::msd::after_level({.level = done})
                                                : text::msd::after_pass({.pass = done}),
                             .ink = Ink::dim});
    }
    scene.width = std::max(scene.width, columns.left + static_cast<float>(panels) * (side + apart));
  }
  if (!moment.large) y = add_sentence(scene, columns, y, text::msd::density_words);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
