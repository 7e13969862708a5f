/// Figure 13.6: where every block's local buckets go. Counts become a table, its exclusive scan the
/// slots at which the buckets start.
#include <algorithm>

#include "../facts.hpp"
#include "../phrases.hpp"
#include "bucket_tables.hpp"
#include "figure.hpp"
#include "local_rows.hpp"

namespace scope {
namespace {

using radix::ArrayId;

constexpr float block_names = 24;   // above the input
constexpr float sort_room = 60;     // arrows of the local sort
constexpr float brace_room = 44;    // under the local keys
constexpr float landing_room = 84;  // from the tables to the output

void add_block_names(Scene& scene, const Columns& columns, float y) {
  for (uint32_t begin = 0; begin < columns.count; begin += columns.per_block) {
    const uint32_t last = std::min(columns.count, begin + columns.per_block) - 1;
    const float x0 = columns.x(begin), x1 = columns.x(last) + columns.cell;
    const uint32_t block = begin / columns.per_block;
    for (const std::string& name : {say("block ", block), say("b", block)}) {
      if (text_width(name, 14, Face::ui) + 4 > x1 - x0 + columns.block_gap) continue;
      scene.texts.push_back({.at = {(x0 + x1) / 2, y}, .text = name, .ink = Ink::dim});
      break;
    }
  }
}

/// Under every local bucket its size, a 0 for an empty one.
void add_local_buckets(Scene& scene, const Look& look, const Columns& columns, float y,
                       std::optional<uint32_t> lit) {
  if (!look.find(ArrayId::local_keys)) return;
  for (const BlockFacts& facts : block_facts(look)) {
    for (uint32_t bucket = 0; bucket < 2; ++bucket) {
      const uint32_t entry = bucket * look.problem().blocks() + facts.block;
      const auto count = value_of(look, ArrayId::bucket_counts, entry);
      const Interval keys = local_bucket(facts, bucket);
      const std::string label = count ? std::to_string(*count) : "";
      const Ink ink = lit == entry ? Ink::select : digit_ink(bucket);
      if (keys.size() > 0) {
        const float x0 = columns.x(keys.begin) + 1;
        const float x1 = columns.x(keys.end - 1) + columns.cell - 1;
        const bool fits = text_width(label, 16, Face::bold) <= x1 - x0 + columns.gap;
        scene.braces.push_back(
            {.x0 = x0, .x1 = x1, .y = y, .depth = 10, .ink = ink, .label = fits ? label : ""});
      } else if (count && !as_bars(columns)) {
        const float x =
            bucket == 0 ? columns.x(facts.begin) - 3 : columns.x(facts.end - 1) + columns.cell + 3;
        scene.lines.push_back({.from = {x, y}, .to = {x, y + 8}, .ink = ink, .width = 1.5f});
        scene.texts.push_back(
            {.at = {x, y + 20}, .text = label, .size = 16, .ink = ink, .face = Face::bold});
      }
    }
  }
}

/// Over the output, which block's bucket lands where.
void add_landings(Scene& scene, const Look& look, const Columns& columns, float y,
                  std::optional<uint32_t> lit) {
  const uint32_t blocks = look.problem().blocks();
  for (uint32_t e = 0; e < table_entries(look); ++e) {
    const auto slots = landing_interval(look, e);
    if (!slots || slots->size() == 0) continue;
    const float x0 = columns.x(slots->begin) + 1;
    const float x1 = columns.x(slots->end - 1) + columns.cell - 1;
    std::string label = say("b", e % blocks);
    if (text_width(label, 14, Face::bold) > x1 - x0 + columns.gap) label = "";
    scene.braces.push_back({.x0 = x0,
                            .x1 = x1,
                            .y = y,
                            .depth = -10,
                            .ink = lit == e ? Ink::select : digit_ink(e / blocks),
                            .label = label,
                            .size = 14});
  }
}

/// From the start of a bucket to its slots.
void add_landing_way(Scene& scene, const Look& look, const Columns& columns, const TablePlan& plan,
                     uint32_t entry, float y) {
  const auto slots = landing_interval(look, entry);
  if (!slots || slots->size() == 0) return;
  const float x0 = columns.x(slots->begin), x1 = columns.x(slots->end - 1) + columns.cell;
  scene.arrows.push_back(
      {.from = plan.way_out(entry), .to = {(x0 + x1) / 2, y}, .ink = Ink::select, .width = 2.75f});
}

/// Outlines the keys of a picked bucket and its slots in the output.
void light_bucket(Scene& scene, const Look& look, const Columns& columns, uint32_t entry,
                  float output_y) {
  const radix::Array* local = look.find(ArrayId::local_keys);
  const uint32_t blocks = look.problem().blocks();
  if (!local) return;
  const Interval keys = local_bucket(block_facts(look, entry % blocks), entry / blocks);
  std::vector<bool> lit(local->ids.size(), false);
  for (uint32_t i = keys.begin; i < keys.end; ++i) lit[local->ids[i]] = true;
  for (Cell& cell : scene.cells)
    if (cell.tag.key < lit.size() && lit[cell.tag.key])
      cell.edge = Ink::select, cell.edge_width = 2.25f;
  const auto slots = landing_interval(look, entry);
  if (!slots || look.find(ArrayId::output) || as_bars(columns)) return;
  for (Cell& cell : scene.cells)
    if (cell.at.y == output_y && cell.at.centre().x > columns.x(slots->begin) &&
        slots->size() > 0 && cell.at.x <= columns.x(slots->end - 1))
      cell.edge = Ink::select, cell.edge_width = 2.25f;
}

/// Slots that a thread is about to write, in the ink of the digit that comes.
void tint_promised_slots(Scene& scene, const Look& look, const Columns& columns, float output_y) {
  const radix::Array* local = look.find(ArrayId::local_keys);
  const radix::Array* slots = look.find(ArrayId::destination);
  if (!local || !slots || look.find(ArrayId::output) || as_bars(columns)) return;
  for (const Move& move : moves_by(*local, *slots, lit_digit(look)))
    for (Cell& cell : scene.cells)
      if (cell.dashed && cell.at.y == output_y && cell.at.x == columns.x(move.to))
        cell.edge = move.ink, cell.edge_width = 1.5f;
}

/// Rung 1 has no tables: its keys go straight to the output.
float add_without_tables(Scene& scene, const Look& look, const Columns& columns, float input_y) {
  const radix::Array keys = input_of(look);
  const float from = input_y + key_height, y = from + 110;
  if (const radix::Array* slots = look.find(ArrayId::destination))
    add_moves(scene, columns, from, y, moves_by(keys, *slots, lit_digit(look)),
              !look.find(ArrayId::output));
  const float below = add_output(scene, look, columns, y, keys, input_y);
  return add_sentence(scene, columns, below + 10,
                      "This rung counts no buckets: it scans the bits of all keys instead. Rung 2 "
                      "makes the table of this figure.");
}

float add_with_tables(Scene& scene, const Look& look, const Columns& columns, float input_y) {
  const auto entry = look.find(ArrayId::bucket_counts) ? chosen_entry(look) : std::nullopt;
  const float local_y = input_y + key_height + sort_room;
  const float local_bottom = local_y + key_height + shared_pad;
  add_block_lines(scene, columns, input_y - 6, local_bottom);
  add_local_moves(scene, look, columns, input_y + key_height, local_y);
  add_local_keys(scene, look, columns, local_y, input_y);
  add_local_buckets(scene, look, columns, local_bottom + 3, entry);

  const TablePlan plan = plan_tables(look, columns, local_bottom + brace_room);
  scene.width = std::max(scene.width, plan.right + margin);
  add_tables(scene, look, plan, entry);

  const radix::Array* local = look.find(ArrayId::local_keys);
  const float output_y = plan.bottom + landing_room;
  add_landings(scene, look, columns, output_y - 4, entry);
  const float y =
      add_output(scene, look, columns, output_y, local ? *local : input_of(look), local_y);
  tint_promised_slots(scene, look, columns, output_y);
  if (entry) add_landing_way(scene, look, columns, plan, *entry, output_y - 36);
  if (look.table_entry && entry) light_bucket(scene, look, columns, *entry, output_y);
  return y;
}

}  // namespace

Scene draw_bucket_table(const Look& look) {
  const Columns columns = columns_of(look);
  Scene scene = new_page(look, columns, "Figure 13.6", "where every block's local buckets go");
  if (columns.count == 0) {
    end_page(scene, add_sentence(scene, columns, margin, "No keys: nothing to sort."));
    return scene;
  }
  const float input_y = margin / 2 + block_names;
  add_block_names(scene, columns, margin / 2 + 10);
  add_keys(scene, look, columns, input_y, input_of(look), lit_digit(look));
  add_label(scene, columns, input_y, key_height, "keys");
  end_page(scene, sorts_in_block(look) ? add_with_tables(scene, look, columns, input_y)
                                       : add_without_tables(scene, look, columns, input_y));
  return scene;
}

}  // namespace scope
