/// Figures 13.6 and 13.9: where every block's local buckets go. The counts form a table; its
/// exclusive scan gives the slots at which the buckets start.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "bucket_tables.hpp"
#include "facts.hpp"
#include "local_buckets.hpp"
#include "local_rows.hpp"
#include "local_threads.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr float block_names = 24;   // above the input
constexpr float sort_room = 60;     // arrows of the local sort
constexpr float brace_room = 44;    // under the local keys
constexpr float landing_room = 84;  // from the tables to the output

// The same on a low page, and around the keys in shared memory
constexpr float low_brace_room = 33, low_landing_room = 42, low_table_pad = 5;

/// Outlines the keys of a picked bucket and its slots in the output.
void light_bucket(Scene& scene, const Moment& moment, const Columns& columns, uint32_t entry,
                  float output_y) {
  const radix::Array* local = moment.find(array::local_keys);
  const TableOrder order = table_order(moment);
  if (!local) return;
  const Interval keys =
      local_bucket(block_facts(moment, order.block_of(entry)), order.bucket_of(entry));
  std::vector<bool> lit(local->ids.size(), false);
  for (uint32_t i = keys.begin; i < keys.end; ++i) lit[local->ids[i]] = true;
  for (Cell& cell : scene.cells)
    if (cell.tag.key < lit.size() && lit[cell.tag.key])
      cell.edge = Ink::select, cell.edge_width = 2.25f;
  const auto slots = landing_interval(moment, entry);
  if (!slots || moment.find(array::output) || as_bars(columns)) return;
  for (Cell& cell : scene.cells)
    if (cell.at.y == output_y && cell.at.centre().x > columns.x(slots->begin) &&
        slots->size() > 0 && cell.at.x <= columns.x(slots->end - 1))
      cell.edge = Ink::select, cell.edge_width = 2.25f;
}

/// Slots that a thread is about to write, in the ink of the digit that comes.
void tint_promised_slots(Scene& scene, const Moment& moment, const Columns& columns,
                         float output_y) {
  const radix::Array* local = moment.find(array::local_keys);
  const radix::Array* slots = moment.find(array::destination);
  if (!local || !slots || moment.find(array::output) || as_bars(columns)) return;
  for (const Move& move : moves_by(*local, *slots, lit_digit(moment)))
    for (Cell& cell : scene.cells)
      if (!move.outside && cell.dashed && cell.at.y == output_y && cell.at.x == columns.x(move.to))
        cell.edge = move.ink, cell.edge_width = 1.5f;
}

/// The keys as the blocks have them by now, where they sort them.
radix::Array standing_keys(const Moment& moment, bool local) {
  return local ? keys_shown_after(moment, local_splits(moment).done) : input_of(moment);
}

/// On a low page: the keys as the blocks have them by now, and nothing of how they got there.
void add_local_keys(Scene& scene, const Moment& moment, const Columns& columns, float y) {
  const LocalSplits splits = local_splits(moment);
  const bool between = splits.done > 0 && !splits.sorted();
  const Lit lit = between ? lit_sorted(moment, splits.done) : lit_digit(moment);
  if (splits.done > 0) add_shared_frames(scene, columns, y, low_table_pad);
  add_keys(scene, moment, columns, y, standing_keys(moment, true), lit);
  add_label(scene, columns, y, key_height, splits.done > 0 ? "local keys" : "keys");
}

/// The row of keys in shared memory as they stand now, and the arrows from the keys of the pass.
void add_local_part(Scene& scene, const Moment& moment, const Columns& columns, float input_y,
                    float local_y) {
  const LocalSplits splits = local_splits(moment);
  const radix::Array before = keys_shown_after(moment, splits.done == 0 ? 0 : splits.done - 1);
  const auto local = keys_after(moment, splits.done);
  add_block_lines(scene, columns, input_y - 6, local_y + key_height + shared_pad);
  add_shared_frames(scene, columns, local_y);
  const bool between = splits.done > 0 && !splits.sorted();
  add_label(scene, columns, local_y, key_height,
            between ? text::radix::row_split_keys({.done = splits.done, .splits = splits.count})
                    : local_row_name(moment, "local keys"));
  const radix::Array* slots = moment.find(array::local_destination);
  if (splits.done > 0) {
    const Lit lit = splits.sorted() ? lit_digit(moment) : lit_sorted(moment, splits.done);
    add_moves(scene, columns, input_y + key_height, local_y,
              moves_between(input_of(moment), *local, lit));
    if (moment.step()->made != array::local_keys)
      return add_keys(scene, moment, columns, local_y, *local, lit);
    return add_arrived_keys(scene, moment, columns, local_y, *local, lit, 0, before,
                            splits.done == 1 ? input_y : local_y);
  }
  add_slots(scene, columns, local_y, key_height, false);
  if (slots)
    add_moves(scene, columns, input_y + key_height, local_y,
              moves_by(input_of(moment), *slots, lit_split(moment, 0), columns.per_block), true);
}

/// `left`: of the tables.
float add_with_tables(Scene& scene, const Moment& moment, const Columns& columns, float input_y,
                      float left) {
  const auto entry = moment.find(array::bucket_counts) ? chosen_entry(moment) : std::nullopt;
  const float local_y = input_y + either(columns, key_height + sort_room, 0);
  const float local_bottom = local_y + key_height + either(columns, shared_pad, low_table_pad);
  if (columns.large)
    add_local_keys(scene, moment, columns, local_y);
  else
    add_local_part(scene, moment, columns, input_y, local_y);
  add_local_buckets(scene, moment, columns, local_bottom + 3, entry);

  const float tables_y = local_bottom + either(columns, brace_room, low_brace_room);
  Columns tables = columns;
  tables.left = left;
  const TablePlan plan = plan_tables(moment, tables, tables_y, entry);
  scene.width = std::max(scene.width, plan.right + margin);
  add_tables(scene, moment, plan, entry);

  const auto local = keys_after(moment, local_splits(moment).done);
  const float output_y = plan.bottom + either(columns, landing_room, low_landing_room);
  add_landings(scene, moment, columns, output_y - 4, entry);
  const float y = add_output(scene, moment, columns, output_y, *local, local_y, !columns.large);
  tint_promised_slots(scene, moment, columns, output_y);
  if (entry) add_landing_way(scene, moment, columns, plan.way_out(*entry), *entry, output_y - 33);
  if (moment.table_entry && entry) light_bucket(scene, moment, columns, *entry, output_y);
  return y;
}

/// Sorts that count no buckets, and the pass that reverses.
float add_without_tables(Scene& scene, const Moment& moment, const Columns& columns,
                         float input_y) {
  const std::string why = reverses(moment)
                              ? reversing_words(moment)
                              : text::radix::no_buckets({.section = first_sorting_section()});
  const float from = input_y + key_height;
  return add_straight_writes(scene, moment, columns, input_y, from, from + 110, why);
}

}  // namespace

Scene draw_bucket_table(const Moment& moment) {
  Columns columns = columns_of(moment);
  const std::string number = book_figure(moment.problem().settings().radix_bits > 1 ? 9 : 6);
  const char* title =
      reverses(moment) ? "read the keys backwards" : "where every block's local buckets go";
  Scene scene = new_page(moment, columns, number, title);
  if (columns.count == 0) {
    end_page(scene, add_sentence(scene, columns, margin, text::radix::nothing_to_sort));
    return scene;
  }
  const bool tables = sorts_in_block(moment) && !reverses(moment);
  const float left = columns.left;
  if (tables && columns.large)  // few keys stand over the middle of their tables
    scene.to_right = to_middle(columns, left + low_tables_width(moment, columns) / 2);
  columns.left += scene.to_right, scene.width += scene.to_right;
  const float input_y = either(columns, margin / 2 + block_names, low_keys_y);
  if (columns.large && writers_are_known(moment))
    add_low_head(scene, moment, columns, standing_keys(moment, tables).ids);
  else
    add_block_names(scene, columns, columns.large ? 10 : margin / 2 + 10);
  if (!columns.large || !tables) {
    add_keys(scene, moment, columns, input_y, input_of(moment), lit_digit(moment));
    add_label(scene, columns, input_y, key_height, "keys");
  }
  end_page(scene, tables ? add_with_tables(scene, moment, columns, input_y, left)
                         : add_without_tables(scene, moment, columns, input_y));
  return scene;
}

}  // namespace scope
