/// Many devices: the keys before and after the current part, one stretch per device, each key in
/// the colour of the device that had it first; between them the samples, or the pieces on their
/// way. And the matrix of the exchange: how many keys each device sends to each other, from where
/// and to where.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/owner_inks.hpp"
#include "app/core/scene/text_width.hpp"
#include "exchanged.hpp"
#include "text/all.hpp"
#include "text/devices.hpp"

namespace scope {
namespace {

using radix::none;
namespace shown = radix::devices::array;
namespace words = text::devices;

constexpr float lane_head = 30;     ///< room for "device 0" and its line
constexpr float between_rows = 96;  ///< for arrows
constexpr float entry_width = 76, entry_height = 62, entry_gap = 6;
// On a low page of many devices an entry is one line: "3  0 → 4"
constexpr float low_width = 112, low_height = 32;
constexpr uint32_t many_devices = 5;
constexpr float side_width = 104;  ///< of what stands left and right of the matrix

/// The device that had this key first; of a key that a run lost before it broke off, device 0.
uint32_t first_device(const std::vector<uint32_t>& first, uint32_t id) {
  return id < first.size() ? first[id] : 0;
}

/// Every key of a device's row: in the colour of its first device.
Cell device_cell(const Moment& moment, Rect at, uint32_t key, uint32_t id, uint32_t first) {
  Cell cell = key_cell(moment, at, key, id, std::nullopt);
  cell.fill = owner_fill(first);
  cell.edge = owner_ink(first);
  cell.edge_width = std::min(1.5f, at.w / 8);
  cell.hatched = first % 2 == 1 && at.w >= least_readable;
  if (cell.at.w < 8) cell.fill = cell.edge, cell.edge_width = 0;
  return cell;
}

/// A row of all devices' keys; of those that have come here, each remembers where it stood.
void add_device_keys(Scene& scene, const Moment& moment, const Columns& columns, float y,
                     const radix::Array& keys, uint32_t row, const radix::Array* before = nullptr,
                     float before_y = 0) {
  const std::vector<uint32_t> first = first_devices(moment.problem());
  const std::vector<uint32_t> places = before ? places_of(*before) : std::vector<uint32_t>();
  std::vector<Cell> cells;
  for (uint32_t i = 0; i < keys.ids.size(); ++i) {
    const uint32_t id = keys.ids[i];
    const Rect at = slot(columns, i, y, key_height);
    cells.push_back(device_cell(moment, at, keys.values[i], id, first_device(first, id)));
    Cell& cell = cells.back();
    cell.tag = {keys.id, row, i, id};
    if (id < places.size() && places[id] != none)
      cell.from = Rect{columns.x(places[id]), before_y + cell.at.y - y, cell.at.w, cell.at.h};
  }
  add_cell_row(scene, moment, columns, std::move(cells));
}

void add_device_words(Scene& scene, const Columns& columns, Vec at, std::string text, Ink ink,
                      Anchor anchor = Anchor::middle, Face face = Face::ui) {
  scene.texts.push_back({.at = at,
                         .text = std::move(text),
                         .size = 14 * columns.words,
                         .ink = ink,
                         .face = face,
                         .anchor = anchor});
}

/// A line over, or under, every device's keys, with its name where there is room.
void add_devices(Scene& scene, const Columns& columns, float line_y, float words_y,
                 const DeviceBounds& bounds) {
  for (uint32_t d = 0; d + 1 < bounds.size(); ++d) {
    if (bounds[d] == bounds[d + 1]) continue;
    const float x0 = columns.x(bounds[d]) - columns.gap / 4,
                x1 = columns.x(bounds[d + 1] - 1) + columns.cell + columns.gap / 4;
    scene.lines.push_back({{x0, line_y}, {x1, line_y}, owner_ink(d), 4});
    const auto fits = [&](const std::string& text) {
      return text_width(text, 14 * columns.words, Face::bold) + 6 <= x1 - x0;
    };
    for (const std::string& name : {words::name({.device = d}), std::to_string(d)}) {
      if (!fits(name)) continue;
      add_device_words(scene, columns, {(x0 + x1) / 2, words_y}, name, owner_ink(d), Anchor::middle,
                       Face::bold);
      break;
    }
  }
}

/// The pieces of the exchange on their way: thick where many keys go together.
void add_pieces(Scene& scene, const Moment& moment, const Columns& columns, float y0, float y1) {
  const uint32_t p = devices_in(*moment.trace);
  const DeviceBounds from = bounds_before(moment), to = *bounds_behind(moment);
  const bool sent = moment.find(radix::array::output) != nullptr;
  for (uint32_t d = 0; d < p; ++d) {
    for (uint32_t q = 0; q < p; ++q) {
      const DevicePair pair{d, q};
      const uint32_t count = at_pair(moment, shown::send_counts, pair);
      if (count == 0) continue;
      const auto middle = [&](uint32_t begin) {
        return (columns.centre(begin) + columns.centre(begin + count - 1)) / 2;
      };
      const float wide = columns.centre(count - 1) - columns.centre(0) + columns.cell;
      scene.arrows.push_back(
          {.from = {middle(from[d] + at_pair(moment, shown::send_offsets, pair)), y0 + 2},
           .to = {middle(to[q] + at_pair(moment, shown::receive_offsets, pair)), y1 - 3},
           .path = Path::curve,
           .ink = owner_ink(d),
           .width = std::clamp(wide / 24, 1.5f, 9.f),
           .head = true,
           .dashed = !sent});
    }
  }
}

/// A row of samples, from the left edge of the columns on. Returns the y below.
float add_samples(Scene& scene, const Moment& moment, const Columns& columns, float y,
                  const radix::Array& samples, const text::Label& label, bool now) {
  const std::vector<uint32_t> first = first_devices(moment.problem());
  const auto count = static_cast<float>(samples.values.size());
  const float room = std::max(columns.right() - columns.left, 480.f);
  const float pitch = std::min(columns.cell + columns.gap, room / count);
  const float wide = pitch - std::min(columns.gap, pitch / 5);
  add_label(scene, columns, y, key_height, label, now ? Ink::accent : Ink::text);
  const uint32_t p = devices_in(*moment.trace);
  const bool sorted = samples.id == shown::sample_sorted && moment.find(shown::splitters);
  for (uint32_t i = 0; i < samples.values.size(); ++i) {
    const Rect at{columns.left + static_cast<float>(i) * pitch, y, wide, key_height};
    Cell cell = device_cell(moment, at, samples.values[i], samples.ids[i],
                            first_device(first, samples.ids[i]));
    cell.tag = {samples.id, 0, i, samples.ids[i]};
    cell.tip = words::sample_tip({.device = first_device(first, samples.ids[i]),
                                  .key = key_words(moment.problem(), samples.ids[i]),
                                  .sample = i});
    for (uint32_t q = 1; q < p && sorted; ++q) {
      if (q * static_cast<uint32_t>(samples.values.size()) / p != i) continue;
      cell.edge = Ink::accent;
      cell.edge_width = std::min(3.f, wide / 3);
    }
    scene.cells.push_back(std::move(cell));
  }
  scene.width = std::max(scene.width, columns.left + count * pitch + margin);
  return y + key_height;
}

/// The splitters, each over the border of two devices that it makes: "device 1 from 5 on".
float add_splitters(Scene& scene, const Moment& moment, const Columns& columns, float y, bool now) {
  const radix::Array& splitters = *moment.find(shown::splitters);
  const float size = key_size(moment.problem(), moment.large);
  add_label(scene, columns, y, key_height, words::row_splitters, now ? Ink::accent : Ink::text);
  float x = columns.left;
  for (uint32_t q = 0; q < splitters.values.size(); ++q) {
    const std::string text = moment.problem().text_of(splitters.values[q]);
    const std::string mark = mark_of(moment.problem(), splitters.ids[q]);
    const float wide = std::max(columns.cell, value_width(text, size, mark) + 12);
    Cell cell{.at = {x, y, wide, key_height}, .fill = Ink::raised, .edge = Ink::accent};
    cell.edge_width = 2;
    cell.text = text;
    cell.mark = mark;
    cell.size = size;
    cell.tag = {shown::splitters, 0, q, splitters.ids[q]};
    cell.tip = words::splitter_tip({.device = q + 1, .key = text});
    scene.cells.push_back(std::move(cell));
    x += wide + columns.gap + 8;
  }
  scene.width = std::max(scene.width, x + margin);
  return y + key_height;
}

bool is_now(const Moment& moment, radix::ArrayId id) {
  return moment.step() && moment.step()->made == id;
}

}  // namespace

Scene draw_devices(const Moment& moment) {
  Columns columns = columns_of(moment);
  const DevicesPart part = devices_part(moment);
  columns.per_block = std::max(1u, columns.count);
  Scene scene = new_page(moment, columns, words::many, words::many_about);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const radix::Array keys = input_of(moment);
  const DeviceBounds before = bounds_before(moment);
  float y = lane_head + 6;
  add_devices(scene, columns, y - 10, y - 24, before);
  add_device_keys(scene, moment, columns, y, keys, 0);
  add_label(scene, columns, y, key_height,
            moment.cursor == 0                   ? text::all::input_row
            : part.kind == DevicesPart::exchange ? words::row_sorted_parts
            : part.kind == DevicesPart::merge
                ? (part.senders == 1 ? words::row_received : words::row_runs)
                : text::all::keys_row);
  y = add_indices(scene, columns, y + key_height);

  const radix::Array* output = moment.find(radix::array::output);
  const radix::Array* local = moment.find(shown::local_keys);
  const auto behind = bounds_behind(moment);
  const bool samples = part.kind == DevicesPart::exchange && moment.find(shown::sample) &&
                       !moment.find(shown::send_counts);
  if (samples) {
    y += 20;
    y = add_samples(scene, moment, columns, y, *moment.find(shown::sample), words::samples,
                    is_now(moment, shown::sample));
    const auto waits = [&](const text::Label& label) {
      add_label(scene, columns, y + 20, key_height, label, Ink::dim);
      return y + 20 + key_height;
    };
    const radix::Array* sorted = moment.find(shown::sample_sorted);
    y = sorted ? add_samples(scene, moment, columns, y + 20, *sorted, words::row_sorted_samples,
                             is_now(moment, shown::sample_sorted))
               : waits(words::row_sorted_samples);
    y = moment.find(shown::splitters)
            ? add_splitters(scene, moment, columns, y + 20, is_now(moment, shown::splitters))
            : waits(words::row_splitters);
    end_page(scene, y + 8);
    return scene;
  }
  const float top = y, next = y + either(columns, between_rows, 64);
  const radix::Array* written = output ? output : local;
  if (part.kind == DevicesPart::exchange && behind)
    add_pieces(scene, moment, columns, top, next);
  else if (written)
    add_moves(scene, columns, top, next, moves_between(keys, *written, Lit{}));
  else if (const radix::Array* source = moment.find(shown::source)) {
    std::vector<Move> moves;
    for (uint32_t i = 0; i < source->values.size(); ++i)
      if (source->values[i] < keys.ids.size())
        moves.push_back({keys.ids[source->values[i]], source->values[i], i, Ink::dim});
    add_moves(scene, columns, top, next, moves, true);
  }
  y = next;
  if (written)
    add_device_keys(scene, moment, columns, y, *written, 1, &keys, lane_head + 6);
  else
    add_slots(scene, columns, y, key_height, false);
  const bool now = is_now(moment, radix::array::output) || is_now(moment, shown::local_keys);
  add_label(scene, columns, y, key_height,
            part.kind == DevicesPart::exchange     ? words::row_received
            : part.kind == DevicesPart::local_sort ? words::row_sorted_parts
            : part.kind == DevicesPart::merge      ? words::row_merged
                                                   : text::all::output_row,
            now       ? Ink::accent
            : written ? Ink::text
                      : Ink::dim);
  y += key_height;
  if (behind) {
    add_devices(scene, columns, y + 10, y + 26, *behind);
    y += lane_head + 4;
    const std::vector<uint32_t> empty = empty_devices(*behind);
    if (!empty.empty())
      y = add_sentence(
          scene, columns, y + 10,
          words::empty({.count = empty.size(), .devices = text::list(empty), .takes = false}));
  }
  end_page(scene, y + 8);
  return scene;
}

namespace {

/// Where the entries of the matrix stand.
struct Matrix {
  float left = 0, top = 0, words = 1;
  bool low = false;
  float width() const { return (low ? low_width : entry_width) * words; }
  float height() const { return (low ? low_height : entry_height) * words; }
  Rect at(DevicePair pair) const {
    return {left + static_cast<float>(pair.receiver) * (width() + entry_gap * words),
            top + static_cast<float>(pair.sender) * (height() + entry_gap * words), width(),
            height()};
  }
};

void add_entry(Scene& scene, const Moment& moment, const Matrix& matrix, DevicePair pair,
               bool picked) {
  const Rect at = matrix.at(pair);
  Cell cell{.at = at, .fill = Ink::raised};
  const uint32_t entry = entry_of(*moment.trace, pair);
  cell.tag = {shown::send_counts, 0, entry, none};
  const radix::Array* counts = moment.find(shown::send_counts);
  if (!counts) {
    cell.fill = Ink::empty_fill;
    cell.dashed = true;
    scene.cells.push_back(std::move(cell));
    return;
  }
  const uint32_t count = counts->values[entry];
  const bool stays = pair.sender == pair.receiver;
  const bool quiet = stays || count == 0;
  if (!quiet) cell.fill = owner_fill(pair.sender), cell.edge = owner_ink(pair.sender);
  if (picked) cell.edge = Ink::select, cell.edge_width = selected_width;
  cell.tip = words::entry_tip({.keys = words::some_keys({.count = count}),
                               .receiver = pair.receiver,
                               .sender = pair.sender,
                               .stays = stays});
  const bool from = moment.find(shown::send_offsets), to = moment.find(shown::receive_offsets);
  cell.size = 18 * matrix.words;
  cell.ink = count == 0 ? Ink::dim : Ink::text;
  if (!from) cell.text = std::to_string(count);
  scene.cells.push_back(std::move(cell));
  if (!from) return;
  const auto word = [&](Vec place, const std::string& text, float size, Ink ink) {
    scene.texts.push_back({.at = {at.x + at.w * place.x, at.y + at.h * place.y},
                           .text = text,
                           .size = size * matrix.words,
                           .ink = ink,
                           .face = Face::mono});
  };
  const Ink ink = count == 0 ? Ink::dim : Ink::text;
  const uint32_t begin = at_pair(moment, shown::send_offsets, pair);
  const uint32_t place = to ? at_pair(moment, shown::receive_offsets, pair) : 0;
  if (matrix.low) {
    word({0.2f, 0.5f}, std::to_string(count), 18, ink);
    word({0.65f, 0.5f}, to ? joined({begin, " → ", place}) : joined({begin, " →"}), 15,
         to ? Ink::accent : Ink::dim);
    return;
  }
  word({0.5f, to ? 0.26f : 0.34f}, std::to_string(count), 18, ink);
  word({0.5f, to ? 0.58f : 0.74f}, words::entry_from({.place = begin}), 13.5f, Ink::dim);
  if (to) word({0.5f, 0.84f}, words::entry_at({.place = place}), 13.5f, Ink::accent);
}

}  // namespace

Scene draw_exchange(const Moment& moment) {
  Columns columns = columns_of(moment);
  const uint32_t p = devices_in(*moment.trace);
  Scene scene = new_page(moment, columns, words::matrix, words::matrix_about);
  if (columns.count == 0) return page_of_words(std::move(scene), text::all::no_keys_page);
  const float scale = columns.words;
  const float side = side_width * scale;
  Matrix matrix{.top = 74 * scale, .words = scale, .low = moment.large && p >= many_devices};
  const float entries = static_cast<float>(p) * (matrix.width() + entry_gap * scale);
  matrix.left = std::max(margin + side, (scene.width - entries) / 2);
  const auto pair = spoken_pair(moment);
  const radix::Array* counts = moment.find(shown::send_counts);
  add_device_words(
      scene, columns, {matrix.at({0, 0}).x, 18 * scale},
      matrix.low && moment.find(shown::send_offsets) ? words::matrix_head_low : words::matrix_head,
      Ink::dim, Anchor::left);
  const float right = matrix.at({0, p - 1}).right();
  for (uint32_t d = 0; d < p; ++d) {
    const Rect row = matrix.at({d, 0}), column = matrix.at({0, d});
    add_device_words(scene, columns, {row.x - 14, row.centre().y}, words::name({.device = d}),
                     owner_ink(d), Anchor::right, Face::bold);
    add_device_words(scene, columns, {column.centre().x, 48 * scale}, std::to_string(d),
                     owner_ink(d), Anchor::middle, Face::bold);
    for (uint32_t q = 0; q < p; ++q)
      add_entry(scene, moment, matrix, {d, q}, pair && pair->sender == d && pair->receiver == q);
  }
  const DeviceBounds parts = parts_of_input(moment.problem());
  add_device_words(scene, columns, {right + 16, 48 * scale}, words::matrix_has, Ink::dim,
                   Anchor::left);
  for (uint32_t d = 0; d < p; ++d)
    add_device_words(scene, columns, {right + 16, matrix.at({d, 0}).centre().y},
                     words::some_keys({.count = parts[d + 1] - parts[d]}), Ink::text, Anchor::left);
  float y = matrix.at({p - 1, 0}).bottom() + 20 * scale;
  const auto below = [&](const text::Label& name, const std::vector<uint32_t>& values, bool now) {
    add_device_words(scene, columns, {matrix.left - 14, y}, name, now ? Ink::accent : Ink::dim,
                     Anchor::right);
    for (uint32_t q = 0; q < p; ++q)
      scene.texts.push_back({.at = {matrix.at({0, q}).centre().x, y},
                             .text = std::to_string(values[q]),
                             .size = 16 * scale,
                             .ink = now ? Ink::accent : Ink::text,
                             .face = Face::mono});
    y += 26 * scale;
  };
  if (counts) below(words::row_receives, received_sizes(moment), false);
  if (const radix::Array* bounds = moment.find(shown::device_bounds))
    below(words::row_begins, bounds->values, is_now(moment, shown::device_bounds));
  if (!counts)
    y = add_sentence(scene, columns, y, p == 1 ? words::nobody : words::not_counted);
  else
    y = add_sentence(scene, columns, y,
                     words::matrix_words({.cross = columns.count - keys_that_stay(moment),
                                          .stay = keys_that_stay(moment)}));
  scene.width = std::max({scene.width, right + side + margin, 560.f});
  end_page(scene, y);
  return scene;
}

}  // namespace scope
