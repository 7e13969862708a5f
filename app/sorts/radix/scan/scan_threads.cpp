/// Several keys per thread: each thread adds up its own bits before the block scans, and gives its
/// keys their numbers after it.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "kernels/radix/radix_arrays.hpp"
#include "scan_rows.hpp"
#include "text/radix.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;

constexpr float bit_width = 24, bit_height = 26, bit_gap = 2;
constexpr float widest_bit = 36;  // under its key
constexpr uint32_t bits_across = 4;
constexpr float sum_room = 30;         // from a thread's bits to their sum
constexpr float thread_fan_room = 40;  // from a thread's number to those of its keys

uint32_t lines_of(const ScanView& view) { return (view.keys_each + bits_across - 1) / bits_across; }
float height_of(const ScanView& view) {
  return static_cast<float>(lines_of(view)) * (bit_height + bit_gap) - bit_gap;
}

/// Place of the c-th key of the thread with this element, in rows of four, centred; under the key
/// where that is drawn.
Rect bit_place(const ScanView& view, uint32_t block, uint32_t element, uint32_t c, float y) {
  const uint32_t line = c / bits_across;
  const uint32_t here = std::min(bits_across, view.keys_each - line * bits_across);
  const bool under_key = view.with_keys && view.keys_each <= bits_across;
  const float pitch = under_key ? (view.columns.cell + view.columns.gap) / static_cast<float>(here)
                                : bit_width + bit_gap;
  const float middle = static_cast<float>(c % bits_across) - static_cast<float>(here - 1) / 2;
  const float wide = under_key ? std::min(pitch - bit_gap, widest_bit) : bit_width;
  return {view.centre(block, element) + middle * pitch - wide / 2,
          y + static_cast<float>(line) * (bit_height + bit_gap), wide, bit_height};
}

/// Position of that key among all; nothing past the last one.
std::optional<uint32_t> position_of_key(const Moment& moment, const ScanView& view, uint32_t block,
                                        uint32_t element, uint32_t c) {
  const radix::Problem& problem = moment.problem();
  const uint32_t i = problem.block_begin(block) + element * view.keys_each + c;
  return i < problem.block_end(block) ? std::optional(i) : std::nullopt;
}

/// One number of a key, small.
Cell small_cell(const Moment& moment, const ScanView& view, Rect at, ArrayId array, uint32_t i) {
  const auto value = known_value(moment, view, array, i);
  const uint32_t owner = split_input(moment).ids[i];
  Cell cell = value ? value_cell(moment, {at.x, at.y, 36, at.h}, *value, owner) : empty_cell(at);
  cell.at = at;
  const float usual = either(view.columns, 15, 18);
  const float most = text_width(cell.text, usual, Face::mono) + 4 > at.w ? 11.f : usual;
  cell.size = std::min(cell.size, most);
  if (value && array == array::bits) {
    cell.fill = digit_fill(*value), cell.edge = digit_ink(*value);
    cell.hatched = *value == 1;
  }
  cell.tag = {.array = array, .row = 0, .index = value ? i : none, .key = owner};
  return cell;
}

void add_small_row(Scene& scene, const Moment& moment, const ScanView& view, ArrayId array,
                   float y) {
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    for (uint32_t e = view.begin; e < std::min(view.end_of(b), view.threads); ++e)
      for (uint32_t c = 0; c < view.keys_each; ++c) {
        const Rect at = bit_place(view, b, e, c, y);
        if (const auto i = position_of_key(moment, view, b, e, c))
          scene.cells.push_back(small_cell(moment, view, at, array, *i));
        else
          scene.frames.push_back({.at = at, .edge = Ink::faint, .radius = 4, .dashed = true});
      }
}

/// Brackets that gather a thread's keys: above their sum, or below its number.
void add_brackets(Scene& scene, const ScanView& view, float y, float depth, bool current) {
  for (uint32_t b = view.first_block; b <= view.last_block; ++b)
    for (uint32_t e = view.begin; e < std::min(view.end_of(b), view.threads); ++e) {
      const Rect first = bit_place(view, b, e, 0, y);
      const uint32_t across = std::min(bits_across, view.keys_each) - 1;
      scene.braces.push_back({.x0 = first.x,
                              .x1 = bit_place(view, b, e, across, y).right(),
                              .y = y,
                              .depth = depth,
                              .ink = current ? Ink::accent : Ink::dim,
                              .label = ""});
    }
}

}  // namespace

float add_thread_bits(Scene& scene, const Moment& moment, const ScanView& view, float y) {
  add_small_row(scene, moment, view, array::bits, y);
  add_label(scene, view.columns, y, height_of(view),
            text::radix::row_thread_bits({.keys = view.keys_each}));
  const bool current = moment.step() && moment.step()->made == array::thread_ones;
  const float bottom = y + height_of(view);
  add_brackets(scene, view, bottom + 6, 10, current);
  return bottom + sum_room;
}

float add_thread_keys(Scene& scene, const Moment& moment, const ScanView& view, float above_y,
                      float y) {
  const bool current = moment.step() && moment.step()->made == array::ones_before;
  y = std::max(y, above_y + thread_fan_room);
  add_brackets(scene, view, y - 6, -10, current);
  add_small_row(scene, moment, view, array::ones_before, y);
  add_label(scene, view.columns, y, height_of(view), "# ones before\nadd own bits");
  return y + height_of(view) + 8;
}

std::string thread_example(const Moment& moment, const ScanView& view) {
  if (!view.thread_sums() || !known(moment, view, array::ones_before)) return "";
  const auto known_subject = subject_of(moment);
  if (!known_subject) return "";
  const Subject subject = *known_subject;
  const uint32_t first = moment.problem().block_begin(subject.block);
  const uint32_t element = (subject.place - first) / view.keys_each;
  const auto before =
      known_value(moment, view, array::ones_before_thread, subject.block * view.threads + element);
  if (!before) return "";
  std::vector<uint32_t> bits, sums;
  for (uint32_t c = 0; c < view.keys_each; ++c)
    if (const auto i = position_of_key(moment, view, subject.block, element, c)) {
      bits.push_back(known_value(moment, view, array::bits, *i).value_or(0));
      sums.push_back(known_value(moment, view, array::ones_before, *i).value_or(0));
    }
  const bool elsewhere = moment.problem().settings().ownership == radix::Ownership::interleaved;
  return text::paragraph(text::radix::thread_example({.before = *before,
                                                      .bits = text::list(bits),
                                                      .block = subject.block,
                                                      .sums = text::list(sums),
                                                      .thread = element}),
                         elsewhere ? std::string(text::radix::thread_places) : "");
}

}  // namespace scope
