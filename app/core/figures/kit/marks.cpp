#include "marks.hpp"

#include <algorithm>
#include <bit>
#include <sstream>

#include "app/core/base/text.hpp"
#include "app/core/moment/outside.hpp"
#include "app/core/scene/text_width.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

Ink arrow_ink(uint32_t key, Lit lit) { return lit ? digit_ink(lit->of(key), lit->bits) : Ink::dim; }

}  // namespace

float add_indices(Scene& scene, const Columns& columns, float y) {
  const float size = small_size(columns);
  const std::string widest = std::to_string(columns.count);
  uint32_t every = 1;
  while (text_width(widest, size, Face::mono) + 4 >
         static_cast<float>(every) * (columns.cell + columns.gap))
    every *= 2;
  for (uint32_t i = 0; i < columns.count; i += every)
    scene.texts.push_back({.at = {columns.centre(i), y + 10},
                           .text = std::to_string(i),
                           .size = size,
                           .ink = Ink::dim,
                           .face = Face::mono});
  return y + 18;
}

void add_label(Scene& scene, const Columns& columns, float y, float height, const std::string& text,
               Ink ink) {
  const float pitch = 18 * columns.words;
  const std::string label(text::translated(text));
  const auto breaks = static_cast<float>(std::count(label.begin(), label.end(), '\n'));
  float middle = y + (height - breaks * pitch) / 2;
  std::istringstream in(label);
  bool first = true;
  for (std::string line; std::getline(in, line); first = false, middle += pitch)
    scene.texts.push_back({.at = {columns.left - 18, middle},
                           .text = line,
                           .size = (first ? 15.f : 14.f) * columns.words,
                           .ink = first ? ink : Ink::dim,
                           .anchor = Anchor::right});
}

std::vector<Move> moves_between(const radix::Array& from, const radix::Array& to, Lit lit) {
  const std::vector<uint32_t> places = places_of(to);
  std::vector<Move> moves;
  for (uint32_t i = 0; i < from.ids.size(); ++i)
    if (from.ids[i] < places.size() && places[from.ids[i]] != none)
      moves.push_back({from.ids[i], i, places[from.ids[i]], arrow_ink(from.values[i], lit)});
  return moves;
}

std::vector<Move> moves_by(const radix::Array& from, const radix::Array& destination, Lit lit,
                           uint32_t keys_per_block) {
  std::vector<Move> moves;
  const auto count = static_cast<uint32_t>(from.ids.size());
  for (uint32_t i = 0; i < count && i < destination.values.size(); ++i) {
    const uint32_t slot = destination.values[i];
    const uint32_t begin = keys_per_block == none ? 0 : i / keys_per_block * keys_per_block;
    const bool there = slot < std::min(keys_per_block, count - begin);
    moves.push_back({.id = from.ids[i],
                     .from = i,
                     .to = begin + slot,
                     .ink = arrow_ink(from.values[i], lit),
                     .outside = there ? std::nullopt : std::optional(slot)});
  }
  return moves;
}

/// A short arrow that ends at no slot, and the number of the slot that there would have to be.
static void add_move_outside(Scene& scene, const Columns& columns, float y0, float y1,
                             const Move& move) {
  const float x = columns.centre(move.from), tip = y0 + std::min(34.f, (y1 - y0) * 0.4f);
  scene.arrows.push_back({.from = {x, y0 + 1},
                          .to = {x, tip},
                          .path = Path::straight,
                          .ink = Ink::warn,
                          .width = as_bars(columns) ? 0.75f : either(columns, 1.25f, 2),
                          .head = !as_bars(columns),
                          .dashed = true,
                          .tag = {.index = none, .key = move.id}});
  const std::string slot = slot_text(*move.outside);
  const float size = small_size(columns);
  if (!as_bars(columns) && text_width(slot, size, Face::mono) <= columns.cell + columns.gap)
    scene.texts.push_back({.at = {x, tip + size * 0.8f},
                           .text = slot,
                           .size = size,
                           .ink = Ink::warn,
                           .face = Face::mono,
                           .anchor = Anchor::middle});
}

void add_moves(Scene& scene, const Columns& columns, float y0, float y1,
               const std::vector<Move>& moves, bool dashed) {
  const Path path = columns.count > 4 * readable_keys ? Path::straight : Path::curve;
  for (const Move& move : moves) {
    if (move.outside) add_move_outside(scene, columns, y0, y1, move);
    if (move.outside || move.to >= columns.count) continue;
    scene.arrows.push_back({.from = {columns.centre(move.from), y0 + 1},
                            .to = {columns.centre(move.to), y1 - 2},
                            .path = path,
                            .ink = move.ink,
                            .width = as_bars(columns) ? 0.75f : either(columns, 1.25f, 2),
                            .head = !as_bars(columns),
                            .dashed = dashed,
                            .tag = {.index = none, .key = move.id}});
  }
}

void add_output(Scene& scene, const Moment& moment, const Columns& columns, float y0, float y1,
                const radix::Array& keys, float keys_y, radix::ArrayId destination, Lit lit,
                uint32_t row) {
  const radix::Array* output = moment.find(radix::array::output);
  if (!output) {
    if (const radix::Array* slots = moment.find(destination)) {
      std::vector<Move> moves = moves_by(keys, *slots, lit);
      std::erase_if(moves, [&](const Move& move) {  // a key that has no slot: it stays
        return move.outside && !is_outside(moment, *slots, move.from);
      });
      add_moves(scene, columns, y0, y1, moves, true);
    }
    return add_slots(scene, columns, y1, key_height, false);
  }
  add_moves(scene, columns, y0, y1, moves_between(keys, *output, lit));
  if (moment.step()->made == output->id)
    add_moved_keys(scene, moment, columns, y1, *output, lit, row, keys, keys_y);
  else
    add_keys(scene, moment, columns, y1, *output, lit, row);
}

std::vector<uint32_t> bucket_sizes(const radix::Array& keys, radix::Digit digit) {
  std::vector<uint32_t> sizes(digit.buckets(), 0);
  for (uint32_t key : keys.values) ++sizes[digit.of(key)];
  return sizes;
}

std::string bucket_name(uint32_t bucket, radix::Digit digit) {
  if (digit.bits == 1) return bucket == 0 ? text::all::zeros : text::all::ones;
  return binary(bucket, digit.bits);
}

namespace {

constexpr uint32_t max_named_bits = 4;  // of wider digits empty buckets are only counted

/// The span of one bucket in a row, its ink and what is said about it.
struct Bracket {
  float x0 = 0, x1 = 0;
  Ink ink = Ink::dim;
  std::string label, number;
  bool words = true;  ///< the label is "8 zeros"; else "01: 8"
};

std::string size_words(uint32_t bucket, uint32_t size, uint32_t digit_bits) {
  const std::string number = std::to_string(size);
  if (digit_bits > 1) return binary(bucket, digit_bits) + ": " + number;
  return bucket == 0 ? text::all::zeros_counted({.count = size})
                     : text::all::ones_counted({.count = size});
}

/// The words of a bracket too narrow for them, beside the row's first or last one. True if said.
bool say_beside(Scene& scene, const Bracket& bracket, float y, bool first, bool last) {
  const float width = text_width(bracket.label, 14, Face::bold), room = bracket.x1 - bracket.x0;
  const bool right = last && width + 28 > room && bracket.x1 + 12 + width <= scene.width;
  if (!right && !(bracket.words && first && !last && width + 4 > room)) return false;
  scene.texts.push_back({.at = {right ? bracket.x1 + 8 : bracket.x0 - 8, y + 10},
                         .text = bracket.label,
                         .size = 14,
                         .ink = bracket.ink,
                         .face = Face::bold,
                         .anchor = right ? Anchor::left : Anchor::right});
  return true;
}

/// A bracket that is open where its label stands; where that leaves next to nothing of it, a stroke
/// above the label; narrow ones are a plain stroke.
void draw_bracket(Scene& scene, const Bracket& bracket, float y, const std::string& label) {
  const auto [x0, x1] = std::pair{bracket.x0, bracket.x1};
  const auto stroke = [&](Vec from, Vec to) { scene.lines.push_back({from, to, bracket.ink, 2}); };
  if (x1 - x0 < 10) return stroke({x0, y + 8}, {x1, y + 8});
  constexpr float grown = 1.35f;  // letters on a page that is seen small
  const float middle = (x0 + x1) / 2, wide = text_width(label, 14, Face::bold) / 2;
  const float roomy = wide * grown + 5, half = roomy + 6 > (x1 - x0) / 2 ? wide + 7 : roomy;
  const bool full = !label.empty() && half + 6 > (x1 - x0) / 2;
  if (full) {
    stroke({x0, y + 1}, {x1, y + 1});
  } else {
    stroke({x0, y + 4}, {x0, y + 10});
    stroke({x0, y + 10}, {label.empty() ? x1 : middle - half, y + 10});
    if (!label.empty()) stroke({middle + half, y + 10}, {x1, y + 10});
    stroke({x1, y + 4}, {x1, y + 10});
  }
  if (label.empty()) return;
  scene.texts.push_back(
      {.at = {middle, y + 10}, .text = label, .size = 14, .ink = bracket.ink, .face = Face::bold});
}

void add_bracket(Scene& scene, const Bracket& bracket, float y, bool first, bool last) {
  const float room = bracket.x1 - bracket.x0;
  const bool beside = room >= 10 && say_beside(scene, bracket, y, first, last);
  std::string label = bracket.label;
  if (text_width(label, 14, Face::bold) + 4 > room) {
    label = bracket.number;
    if (text_width(label, 14, Face::bold) + 20 > room) label.clear();
  }
  draw_bracket(scene, bracket, y, beside ? "" : label);
}

/// "01: 0", or of several "01–10: 0".
std::string empty_words(uint32_t first, uint32_t last, uint32_t digit_bits) {
  if (first == last) return size_words(first, 0, digit_bits);
  return binary(first, digit_bits) + "–" + size_words(last, 0, digit_bits);
}

uint32_t bits_of(const std::vector<uint32_t>& sizes) {
  return static_cast<uint32_t>(std::bit_width(sizes.size()) - 1);
}

}  // namespace

float add_buckets(Scene& scene, const Columns& columns, float y,
                  const std::vector<uint32_t>& sizes) {
  const float inset = std::min(1.f, columns.cell / 8);
  uint32_t begin = 0;
  for (uint32_t bucket = 0; bucket < sizes.size(); begin += sizes[bucket++]) {
    if (sizes[bucket] == 0) continue;
    const uint32_t end = begin + sizes[bucket];
    const Bracket bracket{.x0 = columns.x(begin) + inset,
                          .x1 = columns.x(end - 1) + columns.cell - inset,
                          .ink = digit_ink(bucket, bits_of(sizes)),
                          .label = size_words(bucket, sizes[bucket], bits_of(sizes)),
                          .number = std::to_string(sizes[bucket]),
                          .words = sizes.size() == 2};
    add_bracket(scene, bracket, y, begin == 0, end == columns.count);
  }
  return y + 20;
}

float add_empty_buckets(Scene& scene, const Columns& columns, float y,
                        const std::vector<uint32_t>& sizes) {
  const auto empty = static_cast<uint32_t>(std::count(sizes.begin(), sizes.end(), 0u));
  if (bits_of(sizes) < 2 || empty == 0) return y;
  if (bits_of(sizes) > max_named_bits) {
    scene.texts.push_back(
        {.at = {columns.left, y + 8},
         .text = text::all::buckets_empty({.buckets = sizes.size(), .empty = empty}),
         .ink = Ink::dim,
         .anchor = Anchor::left});
    return y + 18;
  }
  float taken = columns.left;  // right edge of what stands on this line already
  uint32_t begin = 0;
  for (uint32_t bucket = 0; bucket < sizes.size(); begin += sizes[bucket++]) {
    if (sizes[bucket] > 0) continue;
    uint32_t last = bucket;  // of empty neighbours: they share their place
    while (last + 1 < sizes.size() && sizes[last + 1] == 0) ++last;
    const std::string label = empty_words(bucket, last, bits_of(sizes));
    const float size = label_size(columns), width = text_width(label, size, Face::bold);
    const float place =
        begin == columns.count ? columns.right() : columns.x(begin) - columns.gap / 2;
    const float most = std::max(columns.left, columns.right() + margin - 4 - width);
    const float x = std::clamp(place - width / 2, columns.left, most);
    if (x >= taken) {
      scene.texts.push_back({.at = {x, y + 8},
                             .text = label,
                             .size = size,
                             .ink = digit_ink(bucket, bits_of(sizes)),
                             .face = Face::bold,
                             .anchor = Anchor::left});
      taken = x + width + 14;
    }
    bucket = last;
  }
  return y + 18;
}

std::string ordered_bits_words(const radix::Problem& problem) {
  const radix::KeyCode code = problem.code();
  using text::all::whose;
  const std::string coded = code.real   ? std::string(text::all::bits_of_floats)
                            : code.sign ? std::string(text::all::bits_of_signed)
                                        : std::string();
  const bool first = problem.settings().order == radix::SortOrder::descending;
  const bool second = problem.settings().second_bits > 0 &&
                      problem.settings().second_order == radix::SortOrder::descending;
  if (!first && !second)
    return coded.empty() ? ""
                         : text::all::small_bits({.both = false, .first = coded, .second = ""});
  const std::string turned =
      text::all::bits_complemented({.whose = problem.settings().second_bits == 0 ? whose::one
                                             : first && second                   ? whose::both
                                             : first                             ? whose::first
                                                                                 : whose::other});
  return text::all::small_bits(
      {.both = !coded.empty(), .first = coded.empty() ? turned : coded, .second = turned});
}

std::vector<std::string> lines_within(float room, const std::string& sentence, float size) {
  std::vector<std::string> lines;
  for (std::size_t at = 0, end = 0; at < sentence.size(); at = end) {
    end = next_break(sentence, at);
    const std::string piece = sentence.substr(at, end - at);
    const std::string longer(trimmed_end((lines.empty() ? "" : lines.back()) + piece));
    if (!lines.empty() && text_width(longer, size, Face::ui) <= room)
      lines.back() += piece;
    else
      lines.push_back(piece);
  }
  for (std::string& line : lines) line = trimmed_end(line);
  return lines;
}

float add_sentence(Scene& scene, const Columns& columns, float y, const std::string& sentence) {
  const float size = 14 * columns.words;
  for (const std::string& line :
       lines_within(scene.width - columns.left - margin, sentence, size)) {
    scene.texts.push_back({.at = {columns.left, y + 10 * columns.words},
                           .text = line,
                           .size = size,
                           .ink = Ink::dim,
                           .anchor = Anchor::left});
    y += 22 * columns.words;
  }
  return y;
}

Scene page_of_words(Scene scene, const std::string& why) {
  constexpr float size = 20, room = 720, line = 30;
  scene.width = room + 2 * margin;
  float y = 2 * line;
  for (const std::string& words : lines_within(room, why, size)) {
    scene.texts.push_back({.at = {scene.width / 2, y}, .text = words, .size = size});
    y += line;
  }
  end_page(scene, y + line);
  return scene;
}

namespace {

bool has_scale(const Scene& scene) {
  return std::ranges::any_of(scene.cells,
                             [](const Cell& c) { return is_scale(c.fill) || is_scale(c.edge); }) ||
         std::ranges::any_of(scene.arrows, [](const Arrow& a) { return is_scale(a.ink); }) ||
         std::ranges::any_of(scene.texts, [](const Text& t) { return is_scale(t.ink); });
}

}  // namespace

void add_digit_scale(Scene& scene, uint32_t bits) {
  if (bits <= own_digit_bits || !has_scale(scene)) return;
  constexpr float high = 22, room = 40, wide = 18, size = 20;
  const uint32_t each = 1u << (bits - own_digit_bits);
  const float y = scene.height + room / 2 - 6;
  float x = margin;
  const auto write = [&](const std::string& text, Ink ink, Face face) {
    scene.texts.push_back({.at = {x, y},
                           .text = text,
                           .size = size,
                           .ink = ink,
                           .face = face,
                           .anchor = Anchor::left});
    x += text_width(text, size, face);
  };
  write(text::all::scale_of_digits, Ink::dim, Face::ui);
  x += 10;
  write("0", Ink::text, Face::mono);
  x += 6;
  for (uint32_t step = 0; step < digit_inks; ++step, x += wide)
    scene.cells.push_back({.at = {x, y - high / 2, wide, high},
                           .fill = digit_fill(step * each, bits),
                           .edge = digit_ink(step * each, bits),
                           .edge_width = 1.5f,
                           .tag = {.index = none}});
  x += 6;
  write(std::to_string((1u << bits) - 1), Ink::text, Face::mono);
  x += 14;
  write(text::all::scale_shares({.digits = each}), Ink::dim, Face::ui);
  scene.height += room;
  scene.width = std::max(scene.width, x + margin);
}

}  // namespace scope
