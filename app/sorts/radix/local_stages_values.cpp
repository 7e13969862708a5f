/// The numbers a thread works out before its key moves, as low rows under the keys they belong to.
#include <algorithm>

#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "facts.hpp"
#include "local_stages.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;

constexpr float small_height = 23, small_pitch = 26;

/// The last of these arrays that exists, or null.
const radix::Array* newest(const Moment& moment, std::initializer_list<ArrayId> ids) {
  const radix::Array* found = nullptr;
  for (ArrayId id : ids)
    if (const radix::Array* array = moment.find(id)) found = array;
  return found;
}

/// Bit, ones before, slot: in the order in which they come.
std::vector<const radix::Array*> working_values(const Moment& moment) {
  if (moment.find(array::output)) return {};
  std::vector<const radix::Array*> rows{
      moment.find(array::bits),
      newest(moment, {array::partial_ones, array::ones_before_in_block, array::thread_ones,
                      array::partial_thread_ones, array::ones_before_thread, array::ones_before}),
      newest(moment, {array::local_destination, array::destination})};
  std::erase(rows, nullptr);
  return rows;
}

const char* short_label(ArrayId id) {
  if (one_of(id, {array::partial_ones, array::partial_thread_ones})) return "partial sums";
  if (id == array::ones_before_in_block) return "ones before";
  if (id == array::ones_before) return "# ones before";
  if (id == array::thread_ones) return "# ones of thread";
  if (id == array::ones_before_thread) return "# before thread";
  if (id == array::local_destination) return "slot in block";
  return radix::info(id).label;
}

/// Squeezes a cell of a row of values at y into a low row. Bars stay bars.
void flatten(Rect& at, float y) {
  constexpr float scale = small_height / value_height;
  at = {at.x, y + (at.y - y) * scale, at.w, at.h * scale};
}

/// Bits and slots have the colour of the bit that the keys are split by.
void tint_by_split(Cell& cell, const Moment& moment, ArrayId id) {
  const Lit lit = lit_split(moment, local_splits(moment).at_work());
  const bool by_bit =
      id == array::bits || id == array::local_destination || id == array::destination;
  if (!lit || !by_bit || cell.tag.key >= moment.problem().size()) return;
  const uint32_t bit = lit->of(moment.problem().keys()[cell.tag.key]);
  cell.fill = digit_fill(bit);
  cell.edge = cell.lit = digit_ink(bit);
  cell.edge_width = 1.5f;
  cell.hatched = bit == 1 && !cell.text.empty();
  if (id == array::bits) cell.ink = digit_ink(bit);
}

/// One value of every thread, over the neighbouring places that it adds up.
void add_thread_values(Scene& scene, const Moment& moment, const Columns& columns, float y,
                       const radix::Array& values) {
  const uint32_t each = moment.problem().keys_per_thread(),
                 threads = moment.problem().threads_per_block();
  for (uint32_t begin = 0; begin < columns.count; begin += columns.per_block)
    for (uint32_t t = 0; t < threads; ++t) {
      const uint32_t first = begin + t * each;
      const uint32_t end = std::min({columns.count, begin + columns.per_block, first + each});
      if (first >= end) break;
      const float x = columns.x(first), w = columns.x(end - 1) + columns.cell - x;
      const uint32_t index = begin / columns.per_block * threads + t;
      Cell cell{.at = {x, y, w, small_height},
                .fill = Ink::raised,
                .text = std::to_string(values.values[index]),
                .size = 17};
      for (float size : {either(columns, 17, 20), 14.f, 11.f})
        if (cell.size = size; text_width(cell.text, size, Face::mono) + 4 <= w) break;
      if (text_width(cell.text, cell.size, Face::mono) + 2 > w) cell.text.clear();
      cell.tag = {.array = values.id, .row = 0, .index = index};
      scene.cells.push_back(cell);
    }
}

}  // namespace

float add_working_values(Scene& scene, const Moment& moment, const Columns& columns, float y,
                         const radix::Array& keys) {
  for (const radix::Array* values : working_values(moment)) {
    if (radix::info(values->id).shape == radix::Shape::per_thread) {
      add_thread_values(scene, moment, columns, y, *values);
    } else {
      const std::size_t first = scene.cells.size();
      add_values(scene, moment, columns, y, *values, keys.ids);
      for (std::size_t c = first; c < scene.cells.size(); ++c) {
        flatten(scene.cells[c].at, y);
        tint_by_split(scene.cells[c], moment, values->id);
      }
    }
    add_label(scene, columns, y, small_height, short_label(values->id));
    y += small_pitch;
  }
  return y;
}

}  // namespace scope
