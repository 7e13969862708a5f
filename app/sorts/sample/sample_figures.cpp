/// Sample sort: which keys are sampled and where they cut, how even the buckets are with more
/// samples, and how a block sorts each bucket.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"
#include "balance.hpp"
#include "sample_words.hpp"
#include "text/all.hpp"
#include "text/sample.hpp"

namespace scope {
namespace {

namespace sample_array = radix::sample::array;

constexpr float bars_high = 130, low_bars_high = 50, widest_bar = 84, sample_ways = 64;
constexpr uint32_t max_drawn = 256;  ///< samples that are drawn one by one

/// What the run has found up to here, and is true for all that follows.
const radix::Array* found_in(const Moment& moment, radix::ArrayId id) {
  for (std::size_t s = 0; s < moment.cursor; ++s)
    if (const radix::Array* found = moment.trace->steps[s].find(id)) return found;
  return nullptr;
}

radix::Array untouched(const radix::Problem& problem) {
  radix::Array keys;
  keys.values = problem.keys();
  for (uint32_t id = 0; id < problem.size(); ++id) keys.ids.push_back(id);
  return keys;
}

struct Bar {
  std::string name;
  uint32_t size = 0;  ///< none: not known yet
  Ink ink = Ink::dim, fill = Ink::raised;
};

/// Bars on a floor, under it a line of their names and one of their numbers, and a line across
/// where all would end if they were even. Returns the y below.
float add_bars(Scene& scene, const Columns& columns, float y, const std::vector<Bar>& bars,
               text::Label names, text::Label numbers, float even, const std::string& even_words) {
  const float words = columns.words, left = columns.left;
  const float room = std::max(columns.right() - left - 130 * words, 460.f);
  const float pitch = std::min(widest_bar * words, room / static_cast<float>(bars.size()));
  const float high = either(columns, bars_high, low_bars_high) * words,
              floor = y + 10 * words + high;
  const bool known = bars.front().size != none;
  const uint32_t most = known ? std::ranges::max_element(bars, {}, &Bar::size)->size : 0;
  const float unit = high / std::max({1.f, even, static_cast<float>(most)});
  const bool named = pitch >= 24 * words;
  const float right = left + pitch * static_cast<float>(bars.size());
  const auto write = [&](Vec at, const std::string& text, Ink ink, Anchor anchor, Face face) {
    scene.texts.push_back(
        {.at = at, .text = text, .size = 15 * words, .ink = ink, .face = face, .anchor = anchor});
  };
  for (std::size_t b = 0; b < bars.size(); ++b) {
    const Bar& bar = bars[b];
    const float x = left + static_cast<float>(b) * pitch, wide = pitch * (named ? 0.72f : 0.9f);
    const float tall = known ? unit * static_cast<float>(bar.size) : high;
    if (!known)
      scene.cells.push_back(empty_cell({x, floor - tall, wide, tall}));
    else if (bar.size > 0)
      scene.cells.push_back({.tip = text::sample::bar_tip({.bar = bar.name, .size = bar.size}),
                             .at = {x, floor - tall, wide, tall},
                             .fill = bar.fill,
                             .edge = bar.ink});
    if (!named) continue;
    write({x + wide / 2, floor + 15 * words}, bar.name, bar.ink, Anchor::middle, Face::mono);
    if (known)
      write({x + wide / 2, floor + 37 * words}, std::to_string(bar.size), Ink::text, Anchor::middle,
            Face::mono);
  }
  if (named) {
    write({left - 18, floor + 15 * words}, names, Ink::dim, Anchor::right, Face::ui);
    write({left - 18, floor + 37 * words}, numbers, known ? Ink::text : Ink::dim, Anchor::right,
          Face::ui);
  }
  scene.lines.push_back({{left, floor}, {right, floor}, Ink::line});
  const float line = floor - unit * even;
  scene.lines.push_back({{left - 8, line}, {right + 8, line}, Ink::accent, 1.5f, true});
  write({right + 14, line}, even_words, Ink::accent, Anchor::left, Face::ui);
  scene.width = std::max(scene.width, right + 130 * words + margin);
  return floor + 50 * words;
}

/// Columns of so many sampled keys in the room of the keys' own.
Columns columns_of_sample(const Columns& keys, uint32_t count) {
  Columns columns = keys;
  columns.count = columns.per_block = count;
  const float room = std::max(keys.right() - keys.left, 640.f);
  const float pitch = room / static_cast<float>(std::max(1u, count));
  columns.cell = std::min(keys.cell, pitch * 0.9f);
  columns.gap = columns.block_gap = std::min(keys.gap, pitch * 0.1f);
  return columns;
}

std::string even_share(const radix::Problem& problem) {
  return text::sample::even({.buckets = problem.sample_digit().buckets(), .keys = problem.size()});
}
float even_size(const radix::Problem& problem) {
  return static_cast<float>(problem.size()) / static_cast<float>(problem.sample_digit().buckets());
}

}  // namespace

Scene draw_sample(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::sample::figure, text::sample::figure_about);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const bool bars = as_bars(columns);
  const radix::Array* places = found_in(moment, sample_array::sample_places);
  const radix::Array* splitters = found_in(moment, sample_array::splitters);
  const radix::Array* buckets = found_in(moment, sample_array::bucket);
  const Lit lit = buckets ? Lit(radix::sample::digit_by_splitters(*moment.trace, 0)) : std::nullopt;
  float y = 16;
  add_keys(scene, moment, columns, y, untouched(problem), lit, 0);
  add_label(scene, columns, y, key_height, text::all::keys_row);
  if (places)
    for (const uint32_t place : places->values) {
      const Rect at = slot(columns, place, y, key_height);
      if (bars)
        scene.lines.push_back(
            {{at.x, at.bottom() + 3}, {at.right(), at.bottom() + 3}, Ink::accent, 3});
      else
        scene.frames.push_back({.at = {at.x - 3, at.y - 3, at.w + 6, at.h + 6},
                                .edge = Ink::accent,
                                .width = 2,
                                .radius = 6});
    }
  y = add_indices(scene, columns, y + key_height);
  const radix::Array* own = moment.find(sample_array::bucket);
  const radix::Array* look = own ? nullptr : moment.find(sample_array::look);
  y += 4;
  if (own || look)
    add_values(scene, moment, columns, y, own ? *own : *look, input_of(moment).ids);
  else
    add_slots(scene, columns, y, value_height, false);
  add_label(scene, columns, y, value_height,
            look ? text::sample::looks_row : text::sample::bucket_row,
            own || look ? Ink::text : Ink::dim);
  y += value_height;
  const Columns strip = columns_of_sample(columns, problem.samples());
  scene.width = std::max(scene.width, strip.right() + margin);
  const auto add_strip = [&](radix::ArrayId id, text::Label name, uint32_t row) {
    const radix::Array* found = found_in(moment, id);
    y += either(columns, 22, 14);
    add_label(scene, columns, y, key_height, name, found ? Ink::text : Ink::dim);
    if (found && strip.count <= max_drawn)
      add_keys(scene, moment, strip, y, *found, std::nullopt, row);
    else if (!found && strip.count <= max_drawn)
      add_slots(scene, strip, y, key_height, false);
    else
      y = add_sentence(scene, columns, y, text::sample::too_many({.samples = problem.samples()})) -
          key_height;
    y += key_height;
  };
  add_strip(sample_array::sample, text::sample::sample_row, 1);
  const float size = small_size(columns);
  const std::string widest = std::to_string(columns.count);
  if (places && text_width(widest, size, Face::mono) + 3 <= strip.cell + strip.gap) {
    add_label(scene, columns, y + 2, 18, text::sample::from_place, Ink::dim);
    for (uint32_t q = 0; q < strip.count; ++q)
      scene.texts.push_back({.at = {strip.centre(q), y + 11},
                             .text = std::to_string(places->values[q]),
                             .size = size,
                             .ink = Ink::dim,
                             .face = Face::mono});
  }
  y += 14;
  add_strip(sample_array::sample_sorted, text::sample::sorted_row, 2);
  if (splitters && strip.count <= max_drawn) {
    for (uint32_t t = 0; t < splitters->values.size(); ++t) {
      const Rect at =
          slot(strip, (t + 1) * problem.settings().oversampling, y - key_height, key_height);
      scene.lines.push_back({{at.x - 2, at.y - 8}, {at.x - 2, at.bottom() + 8}, Ink::accent, 3});
      if (strip.cell >= 14)
        scene.texts.push_back({.at = {at.x - 2, at.bottom() + 17},
                               .text = problem.text_of(splitters->values[t]),
                               .size = 14,
                               .ink = Ink::accent,
                               .face = Face::mono});
    }
    add_label(scene, columns, y + 6, 22, text::sample::splitters_row, Ink::accent);
  }
  y += either(columns, 34, 28);
  const radix::Array* sizes = found_in(moment, sample_array::bucket_sizes);
  std::vector<Bar> all;
  for (uint32_t b = 0; b < problem.sample_digit().buckets(); ++b)
    all.push_back(
        {std::to_string(b), sizes ? sizes->values[b] : none, digit_ink(b), digit_fill(b)});
  y = add_bars(scene, columns, y, all, text::sample::bucket_row, text::sample::keys_of_bucket,
               even_size(problem), even_share(problem));
  end_page(scene, y);
  return scene;
}

Scene draw_balance(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::sample::balance, text::sample::balance_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  std::vector<Bar> all;
  std::vector<uint32_t> samples{1, 2, 4, 8, 16, 32, 64};
  const uint32_t now = problem.settings().oversampling;
  if (!std::ranges::count(samples, now))
    samples.insert(std::ranges::upper_bound(samples, now), now);
  for (const uint32_t each : samples) {
    const std::vector<uint32_t> sizes = radix::sample::bucket_sizes(problem, each);
    const uint32_t largest = *std::ranges::max_element(sizes);
    all.push_back(
        {std::to_string(each), largest, each == now ? Ink::accent : Ink::dim, Ink::raised});
  }
  float y = add_bars(scene, columns, 16, all, text::sample::samples_each, text::sample::largest_row,
                     even_size(problem), even_share(problem));
  if (!moment.large)
    y = add_sentence(scene, columns, y + 14,
                     text::paragraph(text::sample::balance_words, text::sample::balance_limit));
  const std::span<const Balance> many = balance_of_random_keys();
  all.clear();
  for (const Balance& each : many) all.push_back({std::to_string(each.samples), each.median});
  constexpr uint32_t even = balance_keys / balance_buckets;
  y = add_sentence(
      scene, columns, y + 20,
      text::sample::balance_random({.buckets = balance_buckets,
                                    .draws = balance_draws,
                                    .few = many.front().samples,
                                    .few_times = fixed_number(many.front().expansion(), 2),
                                    .keys = balance_keys,
                                    .many = many.back().samples,
                                    .many_times = fixed_number(many.back().expansion(), 2)}));
  y = add_bars(scene, columns, y + 6, all, text::sample::samples_each, text::sample::largest_row,
               even, text::sample::even({.buckets = balance_buckets, .keys = balance_keys}));
  end_page(scene, y);
  return scene;
}

Scene draw_sample_buckets(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::sample::buckets, text::sample::buckets_about);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const radix::Array keys = input_of(moment);
  const bool sorts = sample_part(moment) == SamplePart::in_buckets;
  const Lit lit = sorts ? Lit(radix::sample::digit_by_splitters(*moment.trace, 0)) : std::nullopt;
  const std::vector<uint32_t> begins = sample_begins(moment);
  std::vector<uint32_t> sizes;
  for (std::size_t b = 0; b + 1 < begins.size(); ++b) sizes.push_back(begins[b + 1] - begins[b]);
  const auto add_brackets = [&](float at) {
    return sorts ? add_buckets(scene, columns, at, sizes) : at;
  };
  float y = 16;
  add_keys(scene, moment, columns, y, keys, lit, 0);
  add_label(scene, columns, y, key_height, text::all::keys_row);
  y = add_brackets(y + key_height) + 6;
  if (sorts) {
    add_label(scene, columns, y, value_height, text::sample::before_row);
    if (const radix::Array* ranks = moment.find(sample_array::bucket_rank))
      add_values(scene, moment, columns, y, *ranks, keys.ids);
    else
      add_slots(scene, columns, y, value_height, false);
    y += value_height;
  }
  const float from = y;
  y += sample_ways * columns.words;
  const radix::Array* output = moment.find(radix::array::output);
  add_output(scene, moment, columns, from, y, keys, 16, radix::array::destination, lit, 1);
  add_label(scene, columns, y, key_height, text::all::output_row, output ? Ink::text : Ink::dim);
  y = add_indices(scene, columns, add_brackets(y + key_height));
  end_page(scene, y);
  return scene;
}

}  // namespace scope
