/// Figure 13.5: every block sorts its keys in shared memory, then writes them to the output.
#include "../facts.hpp"
#include "figure.hpp"
#include "local_rows.hpp"

namespace scope {
namespace {

using radix::ArrayId;

constexpr float small_height = 23, small_pitch = 26;  // of the numbers under the keys
constexpr float working_room = 3 * small_pitch + 52;  // between the input and the row below it
constexpr float straight_room = 40;                   // more of it when they cross the blocks
constexpr float write_room = 92;                      // arrows from shared to global memory

/// The last of these arrays that exists, or null.
const radix::Array* newest(const Look& look, std::initializer_list<ArrayId> ids) {
  const radix::Array* found = nullptr;
  for (ArrayId id : ids)
    if (const radix::Array* array = look.find(id)) found = array;
  return found;
}

/// The numbers a thread works out before its key moves: bit, ones before, slot.
std::vector<const radix::Array*> working_values(const Look& look) {
  if (look.find(ArrayId::local_keys) || look.find(ArrayId::output)) return {};
  std::vector<const radix::Array*> rows{
      look.find(ArrayId::bits),
      newest(look, {ArrayId::partial_ones, ArrayId::ones_before_in_block, ArrayId::ones_before}),
      newest(look, {ArrayId::local_destination, ArrayId::destination})};
  std::erase(rows, nullptr);
  return rows;
}

const char* short_label(ArrayId id) {
  switch (id) {
    case ArrayId::partial_ones: return "partial sums";
    case ArrayId::ones_before_in_block: return "ones before";
    case ArrayId::ones_before: return "# ones before";
    case ArrayId::local_destination: return "slot in block";
    default: return radix::info(id).label;
  }
}

/// Squeezes a cell of a row of values at y into a low row. Bars stay bars.
void flatten(Rect& at, float y) {
  constexpr float scale = small_height / value_height;
  at = {at.x, y + (at.y - y) * scale, at.w, at.h * scale};
}

/// Compact rows of them under the input. Returns the y below.
float add_working_values(Scene& scene, const Look& look, const Columns& columns, float y) {
  const radix::Array keys = input_of(look);
  for (const radix::Array* values : working_values(look)) {
    const std::size_t first = scene.cells.size();
    add_values(scene, look, columns, y, *values, keys.ids);
    for (std::size_t c = first; c < scene.cells.size(); ++c) flatten(scene.cells[c].at, y);
    add_label(scene, columns, y, small_height, short_label(values->id));
    y += small_pitch;
  }
  return y;
}

/// What the arrows around y do: bold when this step did it, faint before.
void add_doing(Scene& scene, const Look& look, const Columns& columns, float y, const char* words,
               ArrayId made) {
  const bool now = look.step() && look.step()->made == made;
  scene.texts.push_back({.at = {columns.left - 18, y},
                         .text = words,
                         .ink = now               ? Ink::accent
                                : look.find(made) ? Ink::dim
                                                  : Ink::faint,
                         .face = now ? Face::bold : Face::ui,
                         .anchor = Anchor::right});
}

/// Rung 1: no shared memory, every key goes straight to its slot in the output.
float add_straight_writes(Scene& scene, const Look& look, const Columns& columns, float input_y,
                          float from, float y) {
  const radix::Array keys = input_of(look);
  if (const radix::Array* slots = look.find(ArrayId::destination))
    add_moves(scene, columns, from, y, moves_by(keys, *slots, lit_digit(look)),
              !look.find(ArrayId::output));
  return add_output(scene, look, columns, y, keys, input_y);
}

/// Rung 2: sorted in shared memory first, then written.
float add_sorted_writes(Scene& scene, const Look& look, const Columns& columns, float input_y,
                        float from, float local_y) {
  add_block_lines(scene, columns, input_y - 6, local_y + key_height + shared_pad);
  add_local_moves(scene, look, columns, from, local_y);
  add_local_keys(scene, look, columns, local_y, input_y);

  const float y = local_y + key_height + write_room;
  add_doing(scene, look, columns, local_y - 28, "sort locally", ArrayId::local_keys);
  add_doing(scene, look, columns, y - write_room / 2, "write", ArrayId::output);
  const radix::Array* local = look.find(ArrayId::local_keys);
  if (const radix::Array* slots = look.find(ArrayId::destination); slots && local)
    add_moves(scene, columns, local_y + key_height, y, moves_by(*local, *slots, lit_digit(look)),
              !look.find(ArrayId::output));
  return add_output(scene, look, columns, y, local ? *local : input_of(look), local_y);
}

}  // namespace

Scene draw_local_sort(const Look& look) {
  const Columns columns = columns_of(look);
  Scene scene = new_page(look, columns, "Figure 13.5", "sort in shared memory, then write");
  if (columns.count == 0) {
    end_page(scene, add_sentence(scene, columns, margin, "No keys: nothing to sort."));
    return scene;
  }
  const float input_y = add_threads(scene, look, columns, margin / 2);
  add_keys(scene, look, columns, input_y, input_of(look), lit_digit(look));
  add_label(scene, columns, input_y, key_height, "keys");

  const float values_y = input_y + key_height + 8;
  const float below = add_working_values(scene, look, columns, values_y);
  const float from =
      below == values_y ? input_y + key_height : below - (small_pitch - small_height);
  const bool local = sorts_in_block(look);
  const float next_y = input_y + key_height + working_room + (local ? 0.f : straight_room);
  float y = 0;
  if (local) {
    y = add_sorted_writes(scene, look, columns, input_y, from, next_y);
  } else {
    y = add_straight_writes(scene, look, columns, input_y, from, next_y);
    y = add_sentence(scene, columns, y + 10,
                     "This rung does not sort in the block: every thread writes straight to the "
                     "output. Rung 2 adds the row in shared memory.");
  }
  end_page(scene, y);
  return scene;
}

}  // namespace scope
