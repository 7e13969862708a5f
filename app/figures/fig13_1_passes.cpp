/// Figure 13.1: every pass under the one before it. A pass shows the bit it looks at under each
/// key, a fan of arrows, and the keys in their new order with a bracket under each bucket.
#include <algorithm>

#include "figure.hpp"
#include "rows.hpp"

namespace scope {
namespace {

using radix::ArrayId;

constexpr float strip_height = 20;
constexpr float bucket_height = 27;   // of the brackets under a row
constexpr uint32_t most_passes = 8;   // stacked whole; of more, a window around the current one
constexpr uint32_t window_passes = 4;

/// Wide pages need higher fans, or the arrows lie flat.
float fan_height(const Columns& columns) {
  return std::clamp(page_width(columns) * 0.05f, 58.f, 180.f);
}

/// The last step of every pass that was begun before the cursor.
std::vector<const radix::Step*> last_steps(const Look& look) {
  std::vector<const radix::Step*> last(look.problem().passes(), nullptr);
  for (std::size_t s = 0; s < look.cursor; ++s) {
    const radix::Step& step = look.trace->steps[s];
    if (step.pass < last.size()) last[step.pass] = &step;
  }
  return last;
}

/// Passes [first, end) that are drawn.
struct Window {
  uint32_t first = 0, end = 0;
};

Window window_of(const Look& look) {
  const uint32_t passes = look.problem().passes();
  if (passes <= most_passes) return {0, passes};
  const uint32_t first = std::min(look.pass() - std::min(look.pass(), 1u), passes - window_passes);
  return {first, first + window_passes};
}

float add_skipped(Scene& scene, const Columns& columns, float y, uint32_t first, uint32_t end) {
  if (first == end) return y;
  const std::string range = end - first == 1 ? "pass " + std::to_string(first + 1)
                                             : "passes " + std::to_string(first + 1) + "–" +
                                                   std::to_string(end);
  return add_sentence(scene, columns, y, "… " + range + " …") + 6;
}

/// The bits this pass looks at, one under each key.
void add_strip(Scene& scene, const Columns& columns, float y, uint32_t pass,
               const radix::Array& bits, const std::vector<uint32_t>& ids) {
  for (uint32_t i = 0; i < bits.values.size(); ++i) {
    const uint32_t bit = bits.values[i];
    Cell cell{.at = slot(columns, i, y, strip_height), .fill = digit_fill(bit), .edge = Ink::none,
              .hatched = false, .ink = digit_ink(bit), .size = 15};
    if (!as_bars(columns)) cell.text = std::to_string(bit);
    else cell.fill = digit_ink(bit);
    cell.tag = {ArrayId::bits, pass, i, ids[i]};
    scene.cells.push_back(cell);
  }
}

/// Where the keys of a pass go, as far as the trace knows it after `step`.
std::vector<Move> moves_after(const Look& look, const radix::Step& step) {
  const radix::Array& keys = *step.find(ArrayId::keys);
  const radix::Array* local = step.find(ArrayId::local_keys);
  const radix::Digit bit = look.problem().digit(step.pass);
  if (const radix::Array* output = step.find(ArrayId::output))
    return moves_between(keys, *output, bit);
  const radix::Array* destination = step.find(ArrayId::destination);
  if (!destination) return {};
  // Destinations come in the order of the threads' keys: sorted in the block if the rung does that
  std::vector<Move> moves = moves_by(local ? *local : keys, *destination, bit);
  const std::vector<uint32_t> places = places_of(keys);
  for (Move& move : moves) move.from = places[move.id];
  return moves;
}

std::string sorted_words(const Look& look, uint32_t bits) {
  if (bits == look.problem().key_bits()) return "all bits: sorted";
  return bits == 1 ? "low bit sorted" : "low " + std::to_string(bits) + " bits sorted";
}

void add_output(Scene& scene, const Look& look, const Columns& columns, float y,
                const radix::Step& step, float before_y) {
  const radix::Array& output = *step.find(ArrayId::output);
  const radix::Digit bit = look.problem().digit(step.pass);
  const uint32_t row = step.pass + 1;
  if (&step == look.step() && step.made == ArrayId::output)
    add_moved_keys(scene, look, columns, y, output, bit, row, *step.find(ArrayId::keys), before_y);
  else
    add_keys(scene, look, columns, y, output, bit, row);
  add_buckets(scene, columns, y + key_height, bucket_sizes(output, look.problem().digit(step.pass)));
}

/// One pass below the row of keys that ends at y; returns the y below its own row of keys.
float add_pass(Scene& scene, const Look& look, const Columns& columns, float y, uint32_t pass,
               const radix::Step* step, float keys_y) {
  const radix::Array* bits = step ? step->find(ArrayId::bits) : nullptr;
  const radix::Array* output = step ? step->find(ArrayId::output) : nullptr;
  if (bits) add_strip(scene, columns, y, pass, *bits, step->find(ArrayId::keys)->ids);
  add_label(scene, columns, y, strip_height,
            "pass " + std::to_string(pass + 1) + " · bit " + std::to_string(pass),
            !step ? Ink::dim : step == look.step() ? Ink::accent : Ink::text);

  const float fan = y + strip_height, row = fan + fan_height(columns);
  if (step) add_moves(scene, columns, fan, row, moves_after(look, *step), !output);
  if (output) add_output(scene, look, columns, row, *step, keys_y);
  else add_slots(scene, columns, row, key_height, false);
  if (output)
    add_label(scene, columns, row, key_height,
              "after pass " + std::to_string(pass + 1) + "\n" + sorted_words(look, pass + 1));
  return row + key_height;
}

}  // namespace

Scene draw_passes(const Look& look) {
  const Columns columns = columns_of(look);
  Scene scene = new_page(look, columns, "Figure 13.1", "one pass per bit, lowest bit first");
  if (columns.count == 0) {
    end_page(scene, add_sentence(scene, columns, 24, "There are no keys to sort."));
    return scene;
  }
  const std::vector<const radix::Step*> last = last_steps(look);
  const Window window = window_of(look);

  // The keys the first drawn pass reads
  float y = add_skipped(scene, columns, 12, 0, window.first), keys_y = y;
  const bool input = window.first == 0;
  const radix::Step* first = last[window.first];
  const radix::Array keys = first ? *first->find(ArrayId::keys) : input_of(look);
  add_keys(scene, look, columns, y, keys, input ? Lit{} : Lit(look.problem().digit(window.first - 1)), window.first);
  add_label(scene, columns, y, key_height,
            input ? "input" : "after pass " + std::to_string(window.first) + "\n" +
                                  sorted_words(look, window.first));
  if (!input) add_buckets(scene, columns, y + key_height, bucket_sizes(keys, look.problem().digit(window.first - 1)));
  y += key_height + (input ? 5 : bucket_height);

  // One pass under the other
  for (uint32_t pass = window.first; pass < window.end; ++pass) {
    y = add_pass(scene, look, columns, y, pass, last[pass], keys_y);
    keys_y = y - key_height;
    y += bucket_height;
  }
  y = add_skipped(scene, columns, y, window.end, look.problem().passes());
  end_page(scene, y);
  return scene;
}

}  // namespace scope
