/// Buckets of a fixed capacity: what a look at the keys finds, and which slots the keys get.
#include <algorithm>

#include "app/base/text.hpp"
#include "app/figures/figure.hpp"
#include "app/figures/kit/marks.hpp"
#include "app/figures/kit/rows.hpp"
#include "capacity_parts.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;
using radix::nobody;

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
  Scene scene = new_page(moment, columns, "Order and range", "what a look at the keys finds");
  if (columns.count == 0) return page_of_words(std::move(scene), no_keys);
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
  add_label(scene, columns, y, key_height, moment.pass() > 0 ? "keys" : "input");
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
            !falls   ? std::string("order")
            : !rises ? say(*falls, *falls == 1 ? " falls" : " fall")
                     : say(*falls, *falls == 1 ? " falls,\n" : " fall,\n", *rises,
                           *rises == 1 ? " rises" : " rise"),
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
  draw(as_they_are, "keys\nand buckets");
  if (stretched) draw(spread, "their numbers\nand buckets");
  for (uint32_t i = 0; i < columns.count; ++i) {
    const uint32_t key = problem.ordered(keys.values[i]), number = m.plan.number(key);
    const bool lit = keys.ids[i] == m.id;
    const Ink ink =
        lit ? Ink::accent : digit_ink(number >> (problem.key_bits() - m.plan.first.bits));
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
  write({left + wide, y - 30 * words}, say(static_cast<uint32_t>(most)), Ink::dim, Anchor::right);
  write({left, y - 30 * words}, "0", Ink::dim, Anchor::left);
  if (stretched) y += scale_gap * words;
  y += 34 * words;
  if (stretched && !moment.large && m.plan.varying != 0)
    y = add_sentence(
        scene, columns, y,
        say("number = ", m.plan.zeros == 0 ? "" : "(",
            m.plan.lowest == 0 ? std::string("key") : say("(key − ", m.plan.lowest, ")"),
            m.plan.zeros == 0 ? std::string() : say(" >> ", m.plan.zeros, ")"), " × ",
            m.plan.factor));
  if (const radix::Array* output = moment.find(radix::array::output)) {
    y += 8;
    add_moved_keys(scene, moment, columns, y, *output, std::nullopt, 1, keys, 16);
    add_label(scene, columns, y, key_height, "output", Ink::accent);
    y = add_indices(scene, columns, y + key_height);
  }
  scene.width = std::max(page_width(columns), left + wide + margin);
  end_page(scene, y);
  return scene;
}

namespace {

constexpr uint32_t most_buckets = 16;
constexpr float slot_height = 40, slot_gap = 6, slots_wide = 880, least_slot = 30;

/// Buckets from the first that is drawn on, the key's in their middle where not all are.
uint32_t first_bucket(uint32_t wanted, uint32_t count) {
  return count <= most_buckets
             ? 0
             : std::min(wanted - std::min(wanted, most_buckets / 2), count - most_buckets);
}

}  // namespace

/// Every bucket with its slots: those that have keys, those that a tile has taken, empty ones; and
/// behind it how many keys belong there.
Scene draw_slots(const Moment& moment) {
  Columns columns = columns_of(moment);
  columns.per_block = std::max(1u, columns.count);  // buckets cut the output, not blocks
  Scene scene = new_page(moment, columns, "Slots", "buckets of a fixed capacity");
  if (columns.count == 0) return page_of_words(std::move(scene), no_keys);
  const CapacityMoment m = capacity_moment(moment);
  const radix::Problem& problem = moment.problem();
  const float words = std::max(columns.words, either(columns, 1, 1.2f));
  const uint32_t capacity = m.capacity(), buckets = m.buckets();
  const uint32_t first = first_bucket(m.bucket(), buckets),
                 end = std::min(buckets, first + most_buckets);
  const float left = margin + 110 * words, top = 44 * words;
  const float pitch = std::clamp(slots_wide / static_cast<float>(capacity), 4.f, 64.f) * words,
              cell = pitch * (pitch > least_slot ? 0.88f : 0.9f);
  const bool named = cell >= least_slot * words;
  const radix::Array* slots = m.slots;
  const radix::Array* reserved = slots ? nullptr : moment.find(sweep::array::reserved);
  const radix::Array* counts = moment.find(sweep::array::tile_counts);
  const std::vector<uint32_t> wanted = m.wanted();
  const bool judged = slots != nullptr;
  const auto write = [&](Vec at, const std::string& text, Ink ink, Anchor anchor) {
    scene.texts.push_back(
        {.at = at, .text = text, .size = 15 * words, .ink = ink, .anchor = anchor});
  };
  write({left, top - 22 * words},
        say(m.twice() && !m.inner ? "first digit: " : "", counted(buckets, "bucket"), " with ",
            counted(capacity, "slot")),
        Ink::dim, Anchor::left);

  // Slots that a tile has taken, until keys stand there
  std::vector<uint8_t> taken(std::size_t{buckets} * capacity, 0);
  if (reserved && counts) {
    const uint32_t blocks = radix::row_length(*reserved, problem);
    const uint32_t digits = 1u << m.digit_bits();
    for (uint32_t entry = 0; entry < digits * blocks && entry < reserved->values.size(); ++entry)
      for (uint32_t k = 0; reserved->values[entry] != nobody && k < counts->values[entry]; ++k)
        if (const uint32_t slot = reserved->values[entry] + k; slot < taken.size()) taken[slot] = 1;
  }
  float y = top, right = left;
  for (uint32_t b = first; b < end; ++b, y += (slot_height + slot_gap) * words) {
    const Ink ink = digit_ink(b >> (m.bits() - m.plan.first.bits));
    write({left - 14 * words, y + slot_height * words / 2}, "bucket " + binary(b, m.bits()),
          b == m.bucket() ? Ink::accent : Ink::text, Anchor::right);
    uint32_t filled = 0;
    for (uint32_t k = 0; k < capacity; ++k) {
      const uint32_t slot = b * capacity + k;
      const Rect at{left + static_cast<float>(k) * pitch, y, cell, slot_height * words};
      const uint32_t id = slots && slot < slots->ids.size() ? slots->ids[slot] : nobody;
      Cell drawn = empty_cell(at);
      if (id != nobody) {
        ++filled;
        drawn = key_cell(moment, at, slots->values[slot], id, std::nullopt);
        if (!named) drawn.text = drawn.mark = drawn.binary = drawn.note = "";
        drawn.fill = digit_fill(b >> (m.bits() - m.plan.first.bits));
        drawn.edge = id == m.id ? Ink::accent : ink;
        if (id == m.id) drawn.edge_width = 3;
      } else if (taken[slot]) {
        drawn.edge = ink;
        drawn.edge_width = 2;
      }
      drawn.tag = {sweep::array::bucket_slots, 0, slot, id};
      scene.cells.push_back(drawn);
    }
    const float behind = left + static_cast<float>(capacity) * pitch + 12;
    const bool over = judged && wanted[b] > capacity;
    const std::string said =
        !judged              ? ""
        : over               ? say(wanted[b] - capacity,
                     wanted[b] - capacity == 1 ? " key too many" : " keys too many")
        : filled == capacity ? "full"
                             : say(filled, " of ", capacity);
    write({behind, y + slot_height * words / 2}, said, over ? Ink::warn : Ink::dim, Anchor::left);
    right = std::max(right, behind + 110 * words);
  }
  if (end - first < buckets)
    y = add_sentence(scene, Columns{.left = left, .words = columns.words}, y + 6,
                     say("Buckets ", binary(first, m.bits()), " to ", binary(end - 1, m.bits()),
                         " of ", buckets, "."));
  std::vector<uint32_t> without;
  for (uint32_t id = 0; slots && id < m.n(); ++id)
    if (std::ranges::find(slots->ids, id) == slots->ids.end()) without.push_back(id);
  if (!without.empty()) {  // keys of runs that were not written
    y += 14;
    const float tall = slot_height * words;
    write({left - 14 * words, y + tall / 2}, "no slots", Ink::warn, Anchor::right);
    for (uint32_t k = 0; k < std::min<std::size_t>(without.size(), capacity); ++k) {
      const uint32_t key = problem.keys()[without[k]];
      Cell drawn = key_cell(moment, {left + static_cast<float>(k) * pitch, y, cell, tall}, key,
                            without[k], std::nullopt);
      if (!named) drawn.text = drawn.mark = drawn.binary = drawn.note = "";
      drawn.edge = Ink::warn;
      drawn.tag = {radix::array::keys, 0, without[k], without[k]};
      scene.cells.push_back(drawn);
    }
    y += tall;
  }
  const radix::Array* output = moment.find(radix::array::output);
  if (output && moment.pass() == 0) {
    y += 18;
    add_keys(scene, moment, columns, y, *output, std::nullopt, 1);
    add_label(scene, columns, y, key_height, "output", Ink::accent);
    y = add_indices(scene, columns, y + key_height);
    right = std::max(right, page_width(columns) - margin);
  }
  scene.width = std::max(least_wide, right + margin);
  end_page(scene, y + 8);
  return scene;
}

}  // namespace scope
