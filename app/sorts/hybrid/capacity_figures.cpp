/// Buckets of a fixed capacity: what a look at the keys finds, and which slots the keys get.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "capacity_parts.hpp"
#include "text/all.hpp"
#include "text/hybrid.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;
using radix::none;

constexpr float chart_height = 84, scale_gap = 92, least_wide = 760, tick = 16;

/// A scale from 0 to the largest number that a key's bits hold.
struct Scale {
  float left, wide, y;
  double most;
  float x(uint32_t number) const { return left + wide * static_cast<float>(number / most); }
};

}  // namespace

/// The keys as a line that falls and rises, and below it how far they reach, before they are
/// stretched and after.
Scene draw_order_and_range(const Moment& moment) {
  Columns columns = columns_of(moment);
  columns.per_block = std::max(1u, columns.count);  // one block looks at all of them
  Scene scene = new_page(moment, columns, text::hybrid::order, text::hybrid::order_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const radix::Array keys = input_of(moment);
  const CapacityMoment m = capacity_moment(moment);
  const radix::Problem& problem = moment.problem();
  const float words = std::max(columns.words, either(columns, 1, 1.2f));
  const bool ordered = moment.find(sweep::array::falls) != nullptr,
             stretched = moment.find(sweep::array::varying) != nullptr;
  const double most = ~0u >> (32 - problem.key_bits());
  const auto write = [&](Vec at, const std::string& text, Ink ink, Anchor anchor = Anchor::middle) {
    scene.texts.push_back(
        {.at = at, .text = text, .size = 15 * words, .ink = ink, .anchor = anchor});
  };

  float y = 16;
  add_keys(scene, moment, columns, y, keys, std::nullopt, 0);
  add_label(scene, columns, y, key_height,
            moment.pass() > 0 ? text::all::keys_row : text::all::input_row);
  y += key_height + 14;
  const float chart = chart_height * words;
  const auto height_of = [&](uint32_t place) {
    return y + chart - chart * static_cast<float>(problem.ordered(keys.values[place]) / most);
  };
  for (uint32_t i = 1; i < columns.count; ++i) {
    const uint32_t before = problem.ordered(keys.values[i - 1]),
                   here = problem.ordered(keys.values[i]);
    const bool falls = ordered && here < before, rises = ordered && here > before;
    scene.lines.push_back({{columns.centre(i - 1), height_of(i - 1)},
                           {columns.centre(i), height_of(i)},
                           falls   ? Ink::warn
                           : rises ? Ink::good
                                   : Ink::line,
                           falls || rises ? 2.5f : 1.5f,
                           falls});
  }
  const auto falls = known_number(moment, sweep::array::falls),
             rises = known_number(moment, sweep::array::rises);
  add_label(scene, columns, y, chart,
            !falls   ? std::string(text::hybrid::row_order)
            : !rises ? text::hybrid::row_falls({.falls = *falls})
                     : text::hybrid::row_falls_rises({.falls = *falls, .rises = *rises}),
            falls && *falls == 0 ? Ink::good : Ink::text);
  y += chart + 34 * words;

  const float left = columns.left, wide = std::max(columns.right() - left, least_wide * words / 2);
  const Scale as_they_are{left, wide, y, most}, spread{left, wide, y + scale_gap * words, most};
  const auto draw = [&](const Scale& scale, const std::string& name) {
    scene.lines.push_back(
        {{scale.left, scale.y}, {scale.left + scale.wide, scale.y}, Ink::line, 1.5f});
    for (uint32_t b = 1; b < m.plan.buckets() && m.plan.buckets() <= 64; ++b) {
      const float x =
          scale.left + scale.wide * static_cast<float>(b) / static_cast<float>(m.plan.buckets());
      scene.lines.push_back({{x, scale.y - tick}, {x, scale.y + tick}, Ink::line, 1, true});
    }
    add_label(scene, columns, scale.y - 20, 40, name);
  };
  const bool room_to_spread = stretched || moment.pass() == 0;  // it comes with the third step
  draw(as_they_are, text::hybrid::row_keys);
  if (room_to_spread) draw(spread, text::hybrid::row_numbers);
  for (uint32_t i = 0; i < columns.count; ++i) {
    const uint32_t key = problem.ordered(keys.values[i]), number = m.plan.number(key);
    const bool lit = keys.ids[i] == m.id;
    const Ink ink =
        lit ? Ink::accent
            : digit_ink(number >> (problem.key_bits() - m.plan.first.bits), m.plan.first.bits);
    const auto mark = [&](const Scale& scale, uint32_t value) {
      scene.lines.push_back({{scale.x(value), scale.y - tick / 2},
                             {scale.x(value), scale.y + tick / 2},
                             ink,
                             lit ? 4.f : 2.f});
    };
    mark(as_they_are, key);
    if (!stretched) continue;
    mark(spread, number);
    scene.lines.push_back({{as_they_are.x(key), as_they_are.y + tick},
                           {spread.x(number), spread.y - tick},
                           ink,
                           lit ? 2.5f : 1.f});
  }
  write({left + wide, y - 30 * words}, std::to_string(static_cast<uint32_t>(most)), Ink::dim,
        Anchor::right);
  write({left, y - 30 * words}, "0", Ink::dim, Anchor::left);
  if (room_to_spread) y += scale_gap * words;
  y += 34 * words;
  if (stretched && !moment.large && m.plan.varying != 0)
    y = add_sentence(scene, columns, y,
                     text::hybrid::number_rule({.factor = m.plan.factor,
                                                .lowest = m.plan.lowest,
                                                .shifted = m.plan.zeros > 0,
                                                .subtracted = m.plan.lowest > 0,
                                                .zeros = m.plan.zeros}));
  if (const radix::Array* output = moment.find(radix::array::output)) {
    y += 8;
    add_moved_keys(scene, moment, columns, y, *output, std::nullopt, 1, keys, 16);
    add_label(scene, columns, y, key_height, text::all::output_row, Ink::accent);
    y = add_indices(scene, columns, y + key_height);
  }
  scene.width = std::max(page_width(columns), left + wide + margin);
  end_page(scene, y);
  return scene;
}

namespace {

constexpr uint32_t max_buckets = 16, max_lines = 4;
constexpr float slot_height = 30, name_height = 20, line_gap = 8, bucket_gap = 16, widest_slot = 96;

/// Buckets from the first that is drawn on, the key's in their middle where not all are.
uint32_t first_bucket(uint32_t wanted, uint32_t count) {
  return count <= max_buckets
             ? 0
             : std::min(wanted - std::min(wanted, max_buckets / 2), count - max_buckets);
}

/// Where slots stand: lines of buckets side by side, each under its name.
struct SlotGrid {
  uint32_t first, end, beside, capacity;  ///< buckets, those of a line, slots of each
  float left, top, pitch, words;

  float line_height() const { return (name_height + slot_height + line_gap) * words; }
  float bottom() const {
    return top + static_cast<float>((end - first + beside - 1) / beside) * line_height();
  }
  Vec name_at(uint32_t b) const {
    const float wide = static_cast<float>(capacity) * pitch + bucket_gap;
    return {left + static_cast<float>((b - first) % beside) * wide,
            top + static_cast<float>((b - first) / beside) * line_height()};
  }
  Rect slot_at(uint32_t b, uint32_t k) const {
    const Vec name = name_at(b);
    return {name.x + static_cast<float>(k) * pitch, name.y + name_height * words, pitch * 0.92f,
            slot_height * words};
  }
};

SlotGrid slot_grid(const CapacityMoment& m, float wide, float top, float words) {
  const uint32_t first = first_bucket(m.bucket(), m.buckets()),
                 end = std::min(m.buckets(), first + max_buckets);
  SlotGrid grid{first, end,  (end - first + max_lines - 1) / max_lines, m.capacity(), margin, top,
                0,     words};
  for (;; grid.beside /= 2) {
    const auto beside = static_cast<float>(grid.beside);
    grid.pitch = (wide - (beside - 1) * bucket_gap) / beside / static_cast<float>(m.capacity());
    if (grid.pitch >= 4 || grid.beside == 1) break;
  }
  grid.pitch = std::clamp(grid.pitch, 1.f, widest_slot);
  const auto beside = static_cast<float>(grid.beside);
  const float all =
      (static_cast<float>(m.capacity()) * grid.pitch + bucket_gap) * beside - bucket_gap;
  grid.left += std::max(wide - all, 0.f) / 2;
  return grid;
}

/// The largest size at which every key has room in such a cell; 0: it has none.
float size_in_slots(const radix::Problem& problem, float cell, float words) {
  if (cell < least_readable) return 0;
  for (const float size : {18 * words, 15 * words, 14.f}) {
    const auto has_room = [&](uint32_t id) {
      return value_width(problem.text_of(problem.keys()[id]), size, mark_of(problem, id)) + 3 <=
             cell;
    };
    uint32_t id = 0;
    while (id < problem.size() && has_room(id)) ++id;
    if (id == problem.size()) return size;
  }
  return 0;
}

/// Slots that a tile has taken, until keys stand there.
std::vector<uint8_t> taken_slots(const CapacityMoment& m) {
  std::vector<uint8_t> taken(std::size_t{m.buckets()} * m.capacity(), 0);
  const radix::Array* reserved = m.slots ? nullptr : m.moment.find(sweep::array::reserved);
  const radix::Array* counts = m.moment.find(sweep::array::tile_counts);
  if (!reserved || !counts) return taken;
  const uint32_t entries = radix::row_length(*reserved, m.moment.problem()) << m.digit_bits();
  for (uint32_t entry = 0; entry < entries && entry < reserved->values.size(); ++entry)
    for (uint32_t k = 0; reserved->values[entry] != none && k < counts->values[entry]; ++k)
      if (const uint32_t slot = reserved->values[entry] + k; slot < taken.size()) taken[slot] = 1;
  return taken;
}

}  // namespace

/// The keys; every bucket with its slots: those that have keys, those that a tile has taken, empty
/// ones; and how many keys belong there.
Scene draw_slots(const Moment& moment) {
  Columns columns = columns_of(moment);
  columns.per_block = std::max(1u, columns.count);  // buckets cut the output, not blocks
  Scene scene = new_page(moment, columns, text::hybrid::slots, text::hybrid::slots_page);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  scene.width = std::max(least_wide, scene.width);
  const CapacityMoment m = capacity_moment(moment);
  const radix::Problem& problem = moment.problem();
  const float words = std::max(columns.words, either(columns, 1, 1.2f));
  const auto write = [&](Vec at, const std::string& text, Ink ink, Anchor anchor) {
    scene.texts.push_back(
        {.at = at, .text = text, .size = 15 * words, .ink = ink, .anchor = anchor});
  };
  float y = 16;
  add_keys(scene, moment, columns, y, input_of(moment), std::nullopt, 0);
  add_label(scene, columns, y, key_height,
            moment.pass() > 0 ? text::all::keys_row : text::all::input_row);
  y += key_height + 20 * words;
  const SlotGrid grid = slot_grid(m, scene.width - 2 * margin, y + 14 * words, words);
  write({grid.left, y},
        text::hybrid::slots_head(
            {.buckets = m.buckets(), .first = m.twice() && !m.inner, .slots = m.capacity()}),
        Ink::dim, Anchor::left);
  if (const auto overflow = known_number(moment, sweep::array::overflow)) {
    const Ink ink = *overflow > 0 ? Ink::warn : Ink::dim;
    const float end = scene.width - margin;
    write({end, y}, std::to_string(*overflow), ink, Anchor::right);
    write({end - 40 * words, y}, text::hybrid::runs_without, ink, Anchor::right);
  }
  const float size = size_in_slots(problem, grid.slot_at(grid.first, 0).w, words);
  const auto slot_cell = [&](Rect at, uint32_t id) {
    Cell cell = key_cell(moment, at, problem.keys()[id], id, std::nullopt);
    cell.binary = cell.note = "";
    if (size > 0) cell.size = size;
    if (size == 0) cell.text = cell.mark = "";
    return cell;
  };
  const std::vector<uint8_t> taken = taken_slots(m);
  const std::vector<uint32_t> wanted = m.wanted();
  for (uint32_t b = grid.first; b < grid.end; ++b) {
    const uint32_t high = b >> (m.bits() - m.plan.first.bits);
    uint32_t filled = 0;
    for (uint32_t k = 0; k < grid.capacity; ++k) {
      const uint32_t slot = b * grid.capacity + k;
      const Rect at = grid.slot_at(b, k);
      const uint32_t id = m.slots && slot < m.slots->ids.size() ? m.slots->ids[slot] : none;
      Cell drawn = empty_cell(at);
      if (id != none) {
        ++filled;
        drawn = slot_cell(at, id);
        drawn.fill = digit_fill(high, m.plan.first.bits);
        drawn.edge = id == m.id ? Ink::accent : digit_ink(high, m.plan.first.bits);
        if (id == m.id) drawn.edge_width = 3;
      } else if (taken[slot]) {
        drawn.edge = digit_ink(high, m.plan.first.bits);
        drawn.edge_width = 2;
      }
      drawn.tag = {sweep::array::bucket_slots, 0, slot, id};
      scene.cells.push_back(drawn);
    }
    const bool over = m.slots && wanted[b] > grid.capacity;
    using text::hybrid::state;
    const Vec name = grid.name_at(b);
    write({name.x, name.y + name_height * words / 2},
          text::hybrid::bucket_state({.bucket = binary(b, m.bits()),
                                      .extra = wanted[b] - grid.capacity,
                                      .filled = filled,
                                      .slots = grid.capacity,
                                      .state = !m.slots                  ? state::none
                                               : over                    ? state::over
                                               : filled == grid.capacity ? state::full
                                                                         : state::other,
                                      .wide = grid.beside == 1}),
          over              ? Ink::warn
          : b == m.bucket() ? Ink::accent
                            : Ink::text,
          Anchor::left);
  }
  y = grid.bottom();
  if (grid.end - grid.first < m.buckets())
    y = add_sentence(scene, Columns{.left = grid.left, .words = columns.words}, y + 6,
                     text::hybrid::buckets_shown({.all = m.buckets(),
                                                  .first = binary(grid.first, m.bits()),
                                                  .last = binary(grid.end - 1, m.bits())}));
  std::vector<uint32_t> without;
  for (uint32_t id = 0; m.slots && id < m.n(); ++id)
    if (std::ranges::find(m.slots->ids, id) == m.slots->ids.end()) without.push_back(id);
  if (!without.empty()) {  // keys of runs that were not written
    write({grid.left, y + name_height * words / 2}, text::hybrid::keys_without, Ink::warn,
          Anchor::left);
    y += name_height * words;
    const auto most = static_cast<std::size_t>((scene.width - margin - grid.left) / grid.pitch);
    for (std::size_t k = 0; k < std::min(without.size(), most); ++k) {
      Cell drawn = slot_cell(
          {margin + static_cast<float>(k) * grid.pitch, y, grid.pitch * 0.92f, slot_height * words},
          without[k]);
      drawn.edge = Ink::warn;
      drawn.tag = {radix::array::keys, 0, without[k], without[k]};
      scene.cells.push_back(drawn);
    }
    y += (slot_height + line_gap) * words;
  }
  const radix::Array* output = moment.find(radix::array::output);
  if (output && moment.pass() == 0) {
    y += 6;
    add_keys(scene, moment, columns, y, *output, std::nullopt, 1);
    add_label(scene, columns, y, key_height, text::all::output_row, Ink::accent);
    y = add_indices(scene, columns, y + key_height);
  }
  end_page(scene, y + 8);
  return scene;
}

}  // namespace scope
