/// How many keys every bucket of both digits has, where it starts, and how many fit into a block.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "hybrid_parts.hpp"
#include "text/all.hpp"
#include "text/hybrid.hpp"
#include "text/onesweep.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;
namespace hybrid = radix::hybrid;

constexpr float widest_pitch = 72, plan_height = 250, plan_width = 760, named_pitch = 34,
                least_width = 760;

}  // namespace

Scene draw_bucket_plan(const Moment& moment) {
  const Columns columns = columns_of(moment);
  Scene scene = new_page(moment, columns, text::hybrid::plan, text::hybrid::plan_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  // What the plan found stays true for the whole run
  const hybrid::Plan plan = hybrid::plan_of(moment.problem());
  const auto known = [&](radix::ArrayId id) {
    for (std::size_t s = 0; s < moment.cursor; ++s)
      if (const radix::Array* array = moment.trace->steps[s].find(id)) return array;
    return static_cast<const radix::Array*>(nullptr);
  };
  const radix::Array *counts = known(sweep::array::two_digit_counts),
                     *begins = known(sweep::array::bucket_begins);
  const bool judged = known(sweep::array::largest_bucket) != nullptr;
  const float words = std::max(columns.words, either(columns, 1, 1.25f));
  const float pitch =
      words * std::min(widest_pitch, plan_width / static_cast<float>(plan.buckets()));
  const bool named = pitch >= named_pitch * words;
  const float left = margin + 110 * words, top = 40 * words, floor = top + plan_height * words;
  const uint32_t most = std::max(plan.capacity, counts ? plan.largest : 1);
  const float unit = plan_height * words / static_cast<float>(most);
  const float right = left + pitch * static_cast<float>(plan.buckets());
  const auto write = [&](Vec at, const std::string& text, Ink ink, float size,
                         Anchor anchor = Anchor::middle, Face face = Face::mono) {
    scene.texts.push_back(
        {.at = at, .text = text, .size = size * words, .ink = ink, .face = face, .anchor = anchor});
  };
  for (uint32_t b = 0; b < plan.buckets(); ++b) {
    const float x = left + static_cast<float>(b) * pitch, wide = pitch * (named ? 0.72f : 0.9f);
    const uint32_t count = counts ? counts->values[b] : 0;
    const bool over = judged && count > plan.capacity;
    const Ink ink = over ? Ink::warn : digit_ink(b >> plan.second.bits, plan.first.bits);
    const float high = unit * static_cast<float>(count);
    if (count > 0)
      scene.cells.push_back(
          {.tip = text::hybrid::bucket_tip({.bucket = binary(b, plan.bits()), .count = count}),
           .at = {x, floor - high, wide, high},
           .fill = digit_fill(b >> plan.second.bits, plan.first.bits),
           .edge = ink,
           .edge_width = over ? 3.f : 1.f,
           .tag = {sweep::array::two_digit_counts, 0, b, none}});
    if (!named) continue;
    if (counts)
      write({x + wide / 2, floor - high - 11 * words}, std::to_string(count),
            over ? ink : Ink::text, 15);
    const uint32_t bits = plan.bits();
    if (pitch >= words * (10 * static_cast<float>(bits) + 6))
      write({x + wide / 2, floor + 13 * words}, binary(b, bits), ink, 14);
    if (begins)
      write({x + wide / 2, floor + 34 * words}, std::to_string(begins->values[b]), Ink::accent, 15);
  }
  scene.lines.push_back({{left, floor}, {right, floor}, Ink::line});
  const float limit = floor - unit * static_cast<float>(plan.capacity);
  scene.lines.push_back({{left - 8, limit}, {right + 8, limit}, Ink::accent, 1.5f, true});
  write({left - 14, limit}, text::hybrid::fit({.capacity = plan.capacity}), Ink::accent, 14,
        Anchor::right, Face::ui);
  write({left - 14, floor - 12 * words}, text::all::keys_row, Ink::text, 15, Anchor::right,
        Face::ui);
  if (named)
    write({left - 14, floor + 13 * words}, text::hybrid::row_bucket, Ink::dim, 14, Anchor::right,
          Face::ui);
  if (named && begins)
    write({left - 14, floor + 34 * words}, text::onesweep::row_begins, Ink::dim, 14, Anchor::right,
          Face::ui);
  float y = floor + 56 * words;
  scene.width = std::max(least_width, right + margin + 12);
  if (judged && !moment.large)
    y = add_sentence(scene, Columns{.left = left, .words = words}, y,
                     plan.fits() ? text::hybrid::largest_sorted({.largest = plan.largest})
                                 : text::hybrid::largest_swept({.largest = plan.largest}));
  end_page(scene, y);
  return scene;
}

}  // namespace scope
