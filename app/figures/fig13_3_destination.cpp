/// Figure 13.3: from a key to its slot in three steps: extract a bit, count the ones before it,
/// apply one of two formulas. Below, both formulas with the numbers of one thread each.
#include <algorithm>

#include "destination_cards.hpp"
#include "figure.hpp"

namespace scope {
namespace {

using radix::Array;
using radix::ArrayId;

constexpr float step_height = 44;   // between two rows
constexpr float bar_height = 24;    // of the scan

/// The name of a step at the left, between the rows it leads from and to.
void add_step_name(Scene& scene, const Columns& columns, float y, const std::string& name,
                   bool now) {
  scene.texts.push_back({.at = {columns.left - 18, y + step_height / 2}, .text = name,
                         .ink = now ? Ink::accent : Ink::dim,
                         .face = now ? Face::bold : Face::ui, .anchor = Anchor::right});
}

/// One short arrow per key: a step that every thread takes alone.
void add_thread_arrows(Scene& scene, const Columns& columns, float y, const Array& keys, Lit bit) {
  if (as_bars(columns)) return;
  for (uint32_t i = 0; i < keys.values.size(); ++i)
    scene.arrows.push_back({.from = {columns.centre(i), y + 4},
                            .to = {columns.centre(i), y + step_height - 4},
                            .path = Path::straight, .ink = digit_ink(bit ? bit->of(keys.values[i]) : 0),
                            .tag = {.index = nobody, .key = keys.ids[i]}});
}

/// One bar over all the keys that are scanned together: a step they take jointly.
void add_scan_bars(Scene& scene, const Columns& columns, float y, bool local, bool done) {
  const uint32_t together = local ? columns.per_block : columns.count;
  for (uint32_t begin = 0; begin < columns.count; begin += together) {
    const uint32_t end = std::min(columns.count, begin + together);
    const float x0 = columns.x(begin), x1 = columns.x(end - 1) + columns.cell;
    const float top = y + (step_height - bar_height) / 2;
    scene.frames.push_back({.at = {x0, top, x1 - x0, bar_height},
                            .edge = done ? Ink::accent : Ink::faint,
                            .fill = done ? Ink::raised : Ink::none, .radius = bar_height / 2,
                            .dashed = !done});
    const char* longest = local ? "scan inside the block" : "exclusive scan over all blocks";
    for (const char* words : {longest, "exclusive scan", "scan"}) {
      if (text_width(words, 14, Face::ui) + 16 > x1 - x0) continue;
      scene.texts.push_back({.at = {(x0 + x1) / 2, top + bar_height / 2}, .text = words,
                             .ink = done ? Ink::text : Ink::dim});
      break;
    }
  }
}

/// A row of numbers, or its empty slots.
float add_row(Scene& scene, const Look& look, const Columns& columns, float y, const Array* array,
              const Array& keys, const std::string& label) {
  add_label(scene, columns, y, value_height, label);
  if (array) add_values(scene, look, columns, y, *array, keys.ids);
  else add_slots(scene, columns, y, value_height, false);
  return y + value_height;
}

}  // namespace

Scene draw_destination(const Look& look) {
  const Columns columns = columns_of(look);
  Scene scene = new_page(look, columns, "Figure 13.3", "where every key goes");
  if (columns.count == 0) {
    end_page(scene, add_sentence(scene, columns, 24, "There are no keys to sort."));
    return scene;
  }
  const Terms terms = terms_of(look);
  const Array keys = input_of(look);
  const Lit bit = look.digit();
  const radix::Step* step = look.step();
  const auto made = [&](ArrayId id) { return step && step->made == id; };

  float y = add_threads(scene, look, columns, 8);
  add_label(scene, columns, y - 6, 20, "key index", Ink::dim);
  y = add_indices(scene, columns, y - 6) + 4;
  add_keys(scene, look, columns, y, keys, lit_digit(look));
  add_label(scene, columns, y, key_height, "key");
  y += key_height;

  add_step_name(scene, columns, y, "extract bit", made(ArrayId::bits));
  if (terms.bits) add_thread_arrows(scene, columns, y, keys, bit);
  y = add_row(scene, look, columns, y + step_height, terms.bits, keys, "bit");

  add_step_name(scene, columns, y, "exclusive scan",
                step && step->stage == radix::Stage::scan);
  add_scan_bars(scene, columns, y, terms.local, terms.before);
  y = add_row(scene, look, columns, y + step_height, terms.before, keys, "# ones before");

  add_step_name(scene, columns, y, "formula",
                made(ArrayId::destination) || made(ArrayId::local_destination));
  if (terms.slots) add_thread_arrows(scene, columns, y, keys, bit);
  y = add_row(scene, look, columns, y + step_height, terms.slots, keys,
              terms.local ? "slot in block" : "destination");

  y = add_cards(scene, look, terms, columns, keys, y + 30);
  if (terms.local)
    y = add_sentence(scene, columns, y + 12,
                     "This rung applies the formulas inside each block. Where a key goes in the "
                     "output follows from the bucket table.");
  end_page(scene, y + 8);
  return scene;
}

}  // namespace scope
