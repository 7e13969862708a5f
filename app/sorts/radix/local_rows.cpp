#include "local_rows.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/scene/text_width.hpp"
#include "facts.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"

namespace scope {

namespace array = radix::array;

void add_block_names(Scene& scene, const Columns& columns, float y) {
  const auto place = [&](uint32_t block) {
    const uint32_t begin = block * columns.per_block,
                   last = std::min(columns.count, begin + columns.per_block) - 1;
    return Interval{begin, last};
  };
  const uint32_t blocks = (columns.count + columns.per_block - 1) / columns.per_block;
  if (blocks == 0) return;
  const auto width = [&](uint32_t block) {
    const Interval at = place(block);
    return columns.x(at.end) + columns.cell - columns.x(at.begin) + columns.block_gap;
  };
  // All alike; where they are very narrow every second, fourth, … alone
  const auto centre = [&](uint32_t block) {
    return (columns.x(place(block).begin) + columns.x(place(block).end) + columns.cell) / 2;
  };
  float pitch = width(blocks > 1 ? blocks - 2 : 0);  // the last one may be narrow
  if (blocks > 1) pitch = std::min(pitch, centre(blocks - 1) - centre(blocks - 2));
  const auto name = [&](int form, uint32_t block) {
    return form == 0   ? text::all::block_name({.block = block})
           : form == 1 ? text::all::block_short({.block = block})
                       : std::to_string(block);
  };
  const float size = label_size(columns);
  const auto wide = [&](int form) {
    return text_width(name(form, blocks - 1), size, Face::ui) + 4;
  };
  const int form = wide(0) <= pitch ? 0 : wide(1) <= pitch ? 1 : 2;
  uint32_t every = 1;
  while (wide(form) > pitch * static_cast<float>(every) && every < blocks) every *= 2;
  for (uint32_t block = 0; block < blocks; block += every) {
    add_words(scene, {centre(block), y}, name(form, block), size, Ink::dim);
  }
}

void add_block_lines(Scene& scene, const Columns& columns, float y0, float y1) {
  for (uint32_t i = columns.per_block; i < columns.count; i += columns.per_block) {
    const float x = columns.x(i) - columns.block_gap / 2;
    scene.lines.push_back({.from = {x, y0}, .to = {x, y1}, .dashed = true});
  }
}

std::string local_row_name(const Moment& moment, const std::string& name) {
  if (moment.trace->own.empty()) return text::radix::row_shared({.row = text::translated(name)});
  for (std::size_t s = moment.cursor; s-- > 0;) {
    const radix::Step& step = moment.trace->steps[s];
    if (step.made == radix::array::local_keys)
      return joined({text::translated(name), "\n", step.name});
  }
  return name;
}

void add_shared_frames(Scene& scene, const Columns& columns, float y, float pad) {
  const float side = std::min(shared_pad, columns.block_gap * 0.3f);
  for (uint32_t begin = 0; begin < columns.count; begin += columns.per_block) {
    const uint32_t end = std::min(columns.count, begin + columns.per_block);
    const float x0 = columns.x(begin) - side, x1 = columns.x(end - 1) + columns.cell + side;
    scene.frames.push_back(
        {.at = {x0, y - pad, x1 - x0, key_height + 2 * pad}, .fill = Ink::panel, .dashed = true});
  }
}

void add_arrived_keys(Scene& scene, const Moment& moment, const Columns& columns, float y,
                      const radix::Array& keys, Lit lit, uint32_t row, const radix::Array& before,
                      float before_y) {
  const std::size_t first = scene.cells.size();
  add_moved_keys(scene, moment, columns, y, keys, lit, row, before, before_y);
  for (std::size_t c = first; c < scene.cells.size(); ++c)
    if (auto& from = scene.cells[c].from)  // a run that broke off has places that no key reached
      from->x = std::min(from->x, columns.right() - from->w);
}

/// Sizes of the buckets in the output; nothing before this pass has counted them.
static std::optional<std::vector<uint32_t>> counted_buckets(const Moment& moment) {
  const uint32_t keys = moment.problem().size(), blocks = moment.problem().blocks();
  if (const auto total = value_of(moment, array::ones_total, 0))
    return std::vector{keys - *total, *total};
  const radix::Array* starts = latest(moment, array::bucket_starts);
  if (!starts) return std::nullopt;
  std::vector<uint32_t> sizes;
  for (uint32_t b = 0; b < moment.buckets(); ++b) {
    const uint32_t end = b + 1 < moment.buckets() ? starts->values[(b + 1) * blocks] : keys;
    sizes.push_back(end - starts->values[b * blocks]);
  }
  return sizes;
}

/// True unless the output has other keys than the table's numbers say: nothing stands in brackets
/// then.
static bool are_there(const Moment& moment, std::vector<uint32_t> sizes) {
  uint32_t sum = 0;
  for (const uint32_t size : sizes) sum += std::min(size, moment.problem().size() + 1);
  if (sum != moment.problem().size()) return false;
  const radix::Array* output = moment.find(array::output);
  if (!output) return true;
  for (uint32_t i = 0; i < output->values.size(); ++i)
    if (const uint32_t digit = moment.digit_of(output->values[i]);
        output->ids[i] == none || digit >= sizes.size() || sizes[digit]-- == 0)
      return false;
  return stand_by_digit(moment, *output, 0, static_cast<uint32_t>(output->values.size()));
}

float add_output(Scene& scene, const Moment& moment, const Columns& columns, float y,
                 const radix::Array& before, float before_y, bool brackets) {
  add_label(scene, columns, y, key_height, columns.large ? "output" : "output\nglobal memory");
  if (const radix::Array* output = moment.find(array::output)) {
    const Lit lit = lit_digit(moment);
    if (moment.step()->made == array::output)
      add_arrived_keys(scene, moment, columns, y, *output, lit, 0, before, before_y);
    else
      add_keys(scene, moment, columns, y, *output, lit);
  } else {
    add_slots(scene, columns, y, key_height, false);
  }
  y = add_indices(scene, columns, y + key_height);
  if (!brackets) return y;
  const auto sizes = counted_buckets(moment);
  return sizes && are_there(moment, *sizes) ? add_buckets(scene, columns, y, *sizes) : y + 20;
}

float add_straight_writes(Scene& scene, const Moment& moment, const Columns& columns, float input_y,
                          float from, float output_y, const std::string& why) {
  const radix::Array keys = input_of(moment);
  if (const radix::Array* slots = moment.find(array::destination))
    add_moves(scene, columns, from, output_y, moves_by(keys, *slots, lit_digit(moment)),
              !moment.find(array::output));
  const float below = add_output(scene, moment, columns, output_y, keys, input_y);
  return add_sentence(scene, columns, below + 10, why);
}

std::string reversing_words(const Moment& moment) {
  return text::radix::reversing({.last = moment.problem().size() - 1});
}

}  // namespace scope
