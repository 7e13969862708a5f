/// Figure 13.2: one thread per key. Every thread stands over the key it writes; an arrow leads to
/// the slot of the output it writes it to.
#include "figure.hpp"
#include "rows.hpp"

namespace scope {
namespace {

using radix::ArrayId;

constexpr float fan_height = 176;

/// The keys as the threads hold them: sorted in their block once a rung has done that.
radix::Array held_keys(const Look& look) {
  const radix::Array* local = look.find(ArrayId::local_keys);
  return local ? *local : input_of(look);
}

void add_output(Scene& scene, const Look& look, const Columns& columns, float y,
                const radix::Array& held, float held_y) {
  const Lit bit = lit_digit(look);
  const radix::Array* output = look.find(ArrayId::output);
  const radix::Array* destination = look.find(ArrayId::destination);
  if (output) {
    add_moves(scene, columns, held_y + key_height, y, moves_between(held, *output, bit));
    add_moved_keys(scene, look, columns, y, *output, bit, 0, held, held_y);
  } else {
    if (destination)
      add_moves(scene, columns, held_y + key_height, y, moves_by(held, *destination, bit), true);
    add_slots(scene, columns, y, key_height, false);
  }
  y = add_indices(scene, columns, y + key_height);
  if (output) add_buckets(scene, columns, y, bucket_sizes(*output, look.digit()));
}

std::string remark(const Look& look) {
  if (look.find(ArrayId::local_keys))
    return "After the sort inside the block, thread t writes the key that now stands at place t of "
           "its block.";
  if (look.find(ArrayId::output)) return "";
  if (look.find(ArrayId::destination))
    return "Every thread knows its slot; nothing is written yet.";
  return "Every thread holds one key. Where to write it is not known yet.";
}

}  // namespace

Scene draw_threads(const Look& look) {
  const Columns columns = columns_of(look);
  Scene scene = new_page(look, columns, "Figure 13.2", "one thread per key");
  if (columns.count == 0) {
    end_page(scene,
             add_sentence(scene, columns, 24, "There are no keys, so no thread is launched."));
    return scene;
  }
  const radix::Array held = held_keys(look);
  const float keys_y = add_threads(scene, columns, 8, held.ids);
  add_keys(scene, look, columns, keys_y, held, lit_digit(look));
  add_label(scene, columns, keys_y, key_height,
            held.id == ArrayId::local_keys ? "keys\nsorted in block" : "keys");
  const float output_y = keys_y + key_height + fan_height;
  add_output(scene, look, columns, output_y, held, keys_y);
  add_label(scene, columns, output_y, key_height, "output");
  end_page(scene, add_sentence(scene, columns, output_y + key_height + 50, remark(look)));
  return scene;
}

}  // namespace scope
