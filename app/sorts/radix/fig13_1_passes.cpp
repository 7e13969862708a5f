/// Figure 13.1, and 13.7 where a pass sorts by several bits: every pass below the one before it. A
/// pass shows the digit it looks at under each key, a fan of arrows, and the keys in their new
/// order with a bracket under each bucket.
#include <algorithm>

#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "pass_words.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr float pass_strip_height = 20;
constexpr float bucket_height = 27;  // of the brackets under a row
constexpr float empty_height = 18;   // of the empty buckets named below them
constexpr uint32_t max_passes = 6;   // stacked whole; of more, a window around the current one
constexpr uint32_t window_passes = 4;
constexpr uint32_t window_of_bars = 3;

/// The last step of every pass that was begun before the cursor.
std::vector<const radix::Step*> last_steps(const Moment& moment) {
  std::vector<const radix::Step*> last(moment.problem().shown_passes(), nullptr);
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Step& step = moment.trace->steps[s];
    if (step.pass < last.size()) last[step.pass] = &step;
  }
  return last;
}

/// Passes [first, end) that are drawn.
struct Window {
  uint32_t first = 0, end = 0;
};

Window window_of(const Moment& moment, bool bars) {
  const uint32_t passes = moment.problem().shown_passes();
  const uint32_t most = bars ? window_of_bars : max_passes;
  const uint32_t shown = bars ? window_of_bars : window_passes;
  if (passes <= most) return {0, passes};
  const uint32_t first = std::min(moment.pass() - std::min(moment.pass(), 1u), passes - shown);
  return {first, first + shown};
}

float add_skipped(Scene& scene, const Columns& columns, float y, uint32_t first, uint32_t end) {
  if (first == end) return y;
  const std::string skipped =
      text::radix::passes_left_out({.count = end - first, .first = first + 1, .last = end});
  return add_sentence(scene, columns, y, skipped) + 6;
}

/// Everything that draws one of the stacked passes.
struct Stack {
  Scene& scene;
  const Moment& moment;
  Columns columns;
  float fan = 58;  ///< height of the arrows of a pass
  const radix::Problem& problem() const { return moment.problem(); }
};

/// The digit in binary as large as it fits, or nothing.
void write_digit(Cell& cell, uint32_t digit, uint32_t bits) {
  const std::string text = binary(digit, bits);
  for (float size : {15.f, 13.f, 11.f}) {
    if (text_width(text, size, Face::mono) + 2 > cell.at.w) continue;
    cell.text = text;
    cell.size = size;
    return;
  }
}

/// The digits this pass looks at, one under each key, once a step has looked at them.
void add_strip(const Stack& stack, float y, uint32_t pass, const radix::Step& step) {
  const radix::Digit digit = stack.problem().digit(pass);
  const radix::Array& keys = *step.find(array::keys);
  if (digit.bits == 0 || (!step.find(array::bits) && !step.find(array::output))) return;
  const bool one_bit = digit.bits == 1 && step.find(array::bits);
  for (uint32_t i = 0; i < keys.values.size(); ++i) {
    const uint32_t value = digit.of(keys.values[i]);
    Cell cell{.at = slot(stack.columns, i, y, pass_strip_height),
              .fill = digit_fill(value, digit.bits),
              .edge = digit_ink(value, digit.bits),
              .ink = digit_ink(value, digit.bits)};
    if (as_bars(stack.columns)) {
      cell.fill = cell.edge, cell.edge_width = 0;
      cell.at.y += 2, cell.at.h -= 2;  // else it goes on in the bar above it
    } else
      write_digit(cell, value, digit.bits);
    cell.tag = {.array = array::bits, .row = pass, .index = one_bit ? i : none, .key = keys.ids[i]};
    stack.scene.cells.push_back(cell);
  }
}

/// The digit of a pass as what is lit; nothing in the pass that reverses.
Lit lit_of(const radix::Problem& problem, uint32_t pass) {
  const radix::Digit digit = problem.digit(pass);
  return digit.bits == 0 ? std::nullopt : Lit(digit);
}

/// Where the keys of a pass go, as far as the trace knows it after `step`.
std::vector<Move> moves_after(const radix::Problem& problem, const radix::Step& step) {
  const radix::Array& keys = *step.find(array::keys);
  const radix::Array* local = step.find(array::local_keys);
  const Lit lit = lit_of(problem, step.pass);
  if (const radix::Array* output = step.find(array::output))
    return moves_between(keys, *output, lit);
  const radix::Array* destination = step.find(array::destination);
  if (!destination) return {};
  // Destinations come in the order of the threads' keys: sorted in the block if the sort does that
  std::vector<Move> moves = moves_by(local ? *local : keys, *destination, lit);
  const std::vector<uint32_t> places = places_of(keys);
  std::erase_if(moves, [&](const Move& move) { return move.id >= places.size(); });
  for (Move& move : moves) move.from = places[move.id];
  return moves;
}

/// Brackets under a row that a pass has sorted. Returns the y below.
float add_brackets(const Stack& stack, float y, uint32_t pass, const radix::Array& keys) {
  const radix::Digit digit = stack.problem().digit(pass);
  const bool sorted =
      std::ranges::is_sorted(keys.values, {}, [&](uint32_t k) { return digit.of(k); });
  if (digit.bits == 0 || !sorted || !is_whole(keys)) return y;
  const std::vector<uint32_t> sizes = bucket_sizes(keys, digit);
  add_buckets(stack.scene, stack.columns, y, sizes);
  add_empty_buckets(stack.scene, stack.columns, y + bucket_height - 5, sizes);
  return y;
}

/// Room under the keys of a pass, the same before and after its brackets are known.
float room_below(const Stack& stack, uint32_t pass) {
  const radix::Digit digit = stack.problem().digit(pass);
  if (digit.bits == 0) return 8;
  const radix::Array keys{array::keys, stack.problem().keys(), {}};
  const std::vector<uint32_t> sizes = bucket_sizes(keys, digit);
  const bool empty = std::find(sizes.begin(), sizes.end(), 0u) != sizes.end();
  return bucket_height + (empty && digit.bits > 1 ? empty_height : 0);
}

/// Fans as high as the page has room for when it is as wide as a canvas: flat arrows say little.
float fan_height(const Stack& stack, Window window) {
  constexpr float most = 130, shape = 0.66f;  // height of a page to its width
  const float words = stack.columns.words, least = words > 1 ? 72 * words : 58;
  const uint32_t shown = window.end - window.first;
  float rows = 24 + key_height + (shown < stack.problem().shown_passes() ? 56 * words : 0);
  for (uint32_t pass = window.first; pass < window.end; ++pass)
    rows += pass_strip_height + key_height + room_below(stack, pass);
  const float room = stack.scene.width * shape - rows;
  return std::clamp(room / static_cast<float>(shown), least, most * words);
}

float lines_below_first(const Stack& stack, const std::string& text) {
  return static_cast<float>(std::count(text.begin(), text.end(), '\n')) * 18 * stack.columns.words;
}

/// Beside a row of keys; where it has many lines, up into the fan above.
void label_row(const Stack& stack, float y, const std::string& text) {
  const float more = lines_below_first(stack, text) + 18 * stack.columns.words - key_height;
  add_label(stack.scene, stack.columns, y - std::max(0.f, more / 2), key_height, text);
}

/// Beside a strip of digits, further lines down into the fan below.
void label_strip(const Stack& stack, float y, const std::string& text, Ink ink) {
  const float more = lines_below_first(stack, text);
  add_label(stack.scene, stack.columns, y, pass_strip_height + more, text, ink);
}

/// What the keys are sorted by after a pass, where they are.
std::string order_seen(const radix::Problem& problem, const radix::Array& output,
                       uint32_t passes_done) {
  const auto before = [&](uint32_t a, uint32_t b) {
    for (uint32_t pass = std::min(passes_done, problem.passes()); pass-- > 0;) {
      const radix::Digit digit = problem.digit(pass);
      if (digit.of(a) != digit.of(b)) return digit.of(a) < digit.of(b);
    }
    return false;
  };
  const bool reversed = passes_done > problem.passes();
  const bool sorted = reversed || std::ranges::is_sorted(output.values, before);
  if (is_whole(output) && sorted) return order_after(problem, passes_done);
  return text::radix::row_unsorted({.pass = passes_done, .whole = is_whole(output)});
}

void add_output(const Stack& stack, float y, const radix::Step& step, float before_y) {
  const radix::Array& output = *step.find(array::output);
  const Lit lit = lit_of(stack.problem(), step.pass);
  const uint32_t row = step.pass + 1;
  if (&step == stack.moment.step() && step.made == array::output)
    add_moved_keys(stack.scene, stack.moment, stack.columns, y, output, lit, row,
                   *step.find(array::keys), before_y);
  else
    add_keys(stack.scene, stack.moment, stack.columns, y, output, lit, row);
  add_brackets(stack, y + key_height, step.pass, output);
}

/// One pass below the row of keys that ends at y; returns the y below its own row of keys.
float add_pass(const Stack& stack, float y, uint32_t pass, const radix::Step* step, float keys_y) {
  const bool done = step && step->find(array::output);
  if (step) add_strip(stack, y, pass, *step);
  label_strip(stack, y,
              pass_name(stack.problem(), pass, (stack.columns.left - 22) / stack.columns.words),
              !step                         ? Ink::dim
              : step == stack.moment.step() ? Ink::accent
                                            : Ink::text);

  const float fan = y + pass_strip_height, row = fan + stack.fan;
  if (step)
    add_moves(stack.scene, stack.columns, fan, row, moves_after(stack.problem(), *step), !done);
  if (done)
    add_output(stack, row, *step, keys_y);
  else
    add_slots(stack.scene, stack.columns, row, key_height, false);
  if (done)
    label_row(stack, row, order_seen(stack.problem(), *step->find(array::output), pass + 1));
  return row + key_height;
}

/// The keys the first drawn pass reads. Returns the y below.
float add_first_row(const Stack& stack, float y, uint32_t pass, const radix::Step* step) {
  const radix::Array keys = step ? *step->find(array::keys) : input_of(stack.moment);
  const bool input = pass == 0;
  const Lit lit = input ? Lit{} : lit_of(stack.problem(), pass - 1);
  add_keys(stack.scene, stack.moment, stack.columns, y, keys, lit, pass);
  label_row(stack, y,
            !input                             ? order_seen(stack.problem(), keys, pass)
            : stack.problem().values().empty() ? std::string(text::all::input_row)
                                               : std::string(text::radix::row_input_values));
  if (input) return y + key_height + 5;
  add_brackets(stack, y + key_height, pass - 1, keys);
  return y + key_height + room_below(stack, pass - 1);
}

// ------------------------------------------------------------------------------ a low page

constexpr float thin_pitch = 26, low_passes_fan = 84;
constexpr uint32_t max_thin = 3;  // passes before and after the current one, each

/// A pass that is done or to come as a strip: the digits it saw under the keys as they stood then.
/// Returns the y below.
float add_thin_pass(const Stack& stack, float y, uint32_t pass, const radix::Step* step) {
  label_strip(stack, y, text::all::pass({.pass = pass + 1}), Ink::dim);
  if (step)
    add_strip(stack, y, pass, *step);
  else
    add_slots(stack.scene, stack.columns, y, pass_strip_height, false);
  return y + thin_pitch;
}

/// The current pass whole, those before and after it as thin strips. Returns the y below.
float add_low_passes(Stack& stack, const std::vector<const radix::Step*>& last) {
  const uint32_t passes = stack.problem().shown_passes();
  const uint32_t now = std::min(stack.moment.pass(), passes - 1);
  const uint32_t first = now - std::min(now, max_thin), end = std::min(passes, now + 1 + max_thin);
  stack.fan = low_passes_fan;
  float y = add_skipped(stack.scene, stack.columns, 8, 0, first);
  for (uint32_t pass = first; pass < now; ++pass) y = add_thin_pass(stack, y, pass, last[pass]);
  const float label = 54 * stack.columns.words;  // three lines beside the row, higher than it
  const float keys_y = y + (now > first ? 8 + std::max(0.f, label - key_height) : 0);
  y = add_first_row(stack, keys_y, now, last[now]);
  y = add_pass(stack, y, now, last[now], keys_y) + room_below(stack, now) + 6;
  for (uint32_t pass = now + 1; pass < end; ++pass) y = add_thin_pass(stack, y, pass, nullptr);
  return add_skipped(stack.scene, stack.columns, y, end, passes);
}

/// What a reader could miss: equal keys that changed places, bits that are not the key's own.
float add_remarks(const Stack& stack, float y, const radix::Step* reversing) {
  const radix::Array* output = reversing ? reversing->find(array::output) : nullptr;
  for (const std::string& sentence :
       {output ? swapped_words(stack.problem(), *output) : std::string(),
        ordered_bits_words(stack.problem())})
    if (!sentence.empty()) y = add_sentence(stack.scene, stack.columns, y, sentence);
  return y;
}

}  // namespace

Scene draw_passes(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const bool wide = widest_digit(problem) > 1;
  const Columns columns = columns_of(moment);
  Scene scene = new_page(
      moment, columns, book_figure(wide ? 7 : 1),
      wide ? "several bits per pass, lowest digit first" : "one pass per bit, lowest bit first");
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const std::vector<const radix::Step*> last = last_steps(moment);
  const Window window = window_of(moment, as_bars(columns));
  Stack stack{scene, moment, columns};
  if (moment.large) {
    const float below = add_low_passes(stack, last);
    end_page(scene, add_remarks(stack, below, problem.reversed() ? last.back() : nullptr));
    return scene;
  }
  stack.fan = fan_height(stack, window);

  float y = add_skipped(scene, columns, 12, 0, window.first), keys_y = y;
  y = add_first_row(stack, y, window.first, last[window.first]);
  for (uint32_t pass = window.first; pass < window.end; ++pass) {
    y = add_pass(stack, y, pass, last[pass], keys_y);
    keys_y = y - key_height;
    y += room_below(stack, pass);
  }
  y = add_skipped(scene, columns, y, window.end, problem.shown_passes());
  y = add_remarks(stack, y, problem.reversed() ? last.back() : nullptr);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
