#include "local_rows.hpp"

#include <algorithm>

#include "../facts.hpp"

namespace scope {

using radix::ArrayId;

namespace {

/// Slots in the block, counted from the first key of the grid.
radix::Array grid_slots(const radix::Array& local_destination, uint32_t per_block) {
  radix::Array slots = local_destination;
  for (uint32_t i = 0; i < slots.values.size(); ++i) slots.values[i] += i / per_block * per_block;
  return slots;
}

/// Keys that this step moved. An enlarged bar is wide: it must not start beyond the right edge.
void add_arrived_keys(Scene& scene, const Look& look, const Columns& columns, float y,
                      const radix::Array& keys, const radix::Array& before, float before_y) {
  const std::size_t first = scene.cells.size();
  add_moved_keys(scene, look, columns, y, keys, lit_digit(look), 0, before, before_y);
  for (std::size_t c = first; c < scene.cells.size(); ++c) {
    Rect& from = *scene.cells[c].from;
    from.x = std::min(from.x, columns.right() - from.w);
  }
}

}  // namespace

void add_block_lines(Scene& scene, const Columns& columns, float y0, float y1) {
  for (uint32_t i = columns.per_block; i < columns.count; i += columns.per_block) {
    const float x = columns.x(i) - columns.block_gap / 2;
    scene.lines.push_back({.from = {x, y0}, .to = {x, y1}, .dashed = true});
  }
}

void add_local_keys(Scene& scene, const Look& look, const Columns& columns, float y,
                    float input_y) {
  const float pad = std::min(shared_pad, columns.block_gap * 0.3f);
  for (uint32_t begin = 0; begin < columns.count; begin += columns.per_block) {
    const uint32_t end = std::min(columns.count, begin + columns.per_block);
    const float x0 = columns.x(begin) - pad, x1 = columns.x(end - 1) + columns.cell + pad;
    scene.frames.push_back({.at = {x0, y - shared_pad, x1 - x0, key_height + 2 * shared_pad},
                            .fill = Ink::panel,
                            .dashed = true});
  }
  add_label(scene, columns, y, key_height, "local keys\nshared memory");
  const radix::Array* local = look.find(ArrayId::local_keys);
  if (!local) return add_slots(scene, columns, y, key_height, false);
  if (look.step()->made != ArrayId::local_keys)
    return add_keys(scene, look, columns, y, *local, lit_digit(look));
  add_arrived_keys(scene, look, columns, y, *local, input_of(look), input_y);
}

void add_local_moves(Scene& scene, const Look& look, const Columns& columns, float y0, float y1) {
  const radix::Array keys = input_of(look);
  if (const radix::Array* local = look.find(ArrayId::local_keys))
    return add_moves(scene, columns, y0, y1, moves_between(keys, *local, lit_digit(look)));
  if (const radix::Array* slots = look.find(ArrayId::local_destination))
    add_moves(scene, columns, y0, y1,
              moves_by(keys, grid_slots(*slots, columns.per_block), lit_digit(look)), true);
}

std::optional<std::vector<uint32_t>> counted_buckets(const Look& look) {
  const uint32_t keys = look.problem().size(), blocks = look.problem().blocks();
  if (const auto total = value_of(look, ArrayId::ones_total, 0)) return std::vector{keys - *total, *total};
  const radix::Array* starts = latest(look, ArrayId::bucket_starts);
  if (!starts) return std::nullopt;
  std::vector<uint32_t> sizes;
  for (uint32_t b = 0; b < look.buckets(); ++b) {
    const uint32_t end = b + 1 < look.buckets() ? starts->values[(b + 1) * blocks] : keys;
    sizes.push_back(end - starts->values[b * blocks]);
  }
  return sizes;
}

float add_output(Scene& scene, const Look& look, const Columns& columns, float y,
                 const radix::Array& before, float before_y) {
  add_label(scene, columns, y, key_height, "output\nglobal memory");
  if (const radix::Array* output = look.find(ArrayId::output)) {
    if (look.step()->made == ArrayId::output)
      add_arrived_keys(scene, look, columns, y, *output, before, before_y);
    else
      add_keys(scene, look, columns, y, *output, lit_digit(look));
  } else {
    add_slots(scene, columns, y, key_height, false);
  }
  y = add_indices(scene, columns, y + key_height);
  const auto sizes = counted_buckets(look);
  return sizes ? add_buckets(scene, columns, y, *sizes) : y + 20;
}

}  // namespace scope
