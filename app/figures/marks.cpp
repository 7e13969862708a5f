/// What stands around the rows: labels, indices, arrows, brackets, sentences, block frames.
#include <algorithm>
#include <bit>
#include <sstream>

#include "rows.hpp"

namespace scope {
namespace {

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

constexpr uint32_t most_ghosts = 8;  // of more threads without a key only the number is shown
constexpr float frame_head = 22, frame_height = 62;  // of a block's threads

/// Threads of the last block that find no key: they run all the same.
uint32_t idle_threads(const Columns& columns) {
  return (columns.per_block - columns.count % columns.per_block) % columns.per_block;
}

/// Ghosts of them, or their number, from the last block's right edge on. Returns the new edge.
float add_idle_threads(Scene& scene, const Columns& columns, float y, float edge) {
  const uint32_t idle = idle_threads(columns);
  if (idle == 0 || columns.count == 0) return edge;
  const float pad = frame_pad(columns);
  if (as_bars(columns) || idle > most_ghosts) {
    const std::string text = "and " + std::to_string(idle) + " without a key";
    scene.texts.push_back({.at = {edge + 8, y + frame_head + frame_height / 2}, .text = text,
                           .ink = Ink::dim, .anchor = Anchor::left});
    edge += 8 + text_width(text, 14, Face::ui) + 8;
  } else {
    for (uint32_t i = columns.count; i < columns.count + idle; ++i) {
      const float x = columns.centre(i);
      scene.texts.push_back({.at = {x, y + frame_head + 12},
                             .text = "t" + std::to_string(i % columns.per_block), .size = 12,
                             .ink = Ink::dim, .face = Face::mono});
      scene.arrows.push_back({.from = {x, y + frame_head + 21},
                              .to = {x, y + frame_head + frame_height - 4}, .path = Path::wave,
                              .ink = Ink::faint, .head = false, .dashed = true});
    }
    const float x0 = columns.x(columns.count), x1 = columns.x(columns.count + idle - 1) + columns.cell;
    for (const char* text : {"without a key", "no key"}) {
      if (text_width(text, 14, Face::ui) > x1 - x0) continue;
      scene.texts.push_back({.at = {(x0 + x1) / 2, y + frame_head + frame_height + 12 + key_height / 2},
                             .text = text, .ink = Ink::dim});
      break;
    }
    edge = columns.x(columns.count + idle - 1) + columns.cell + pad;
  }
  scene.width = std::max(scene.width, edge + margin);
  return edge;
}

Ink arrow_ink(uint32_t key, Lit lit) { return lit ? digit_ink(lit->of(key)) : Ink::dim; }

}  // namespace

float add_indices(Scene& scene, const Columns& columns, float y) {
  constexpr float size = 12;
  const std::string widest = std::to_string(columns.count);
  uint32_t every = 1;
  while (text_width(widest, size, Face::mono) + 4 >
         static_cast<float>(every) * (columns.cell + columns.gap))
    every *= 2;
  for (uint32_t i = 0; i < columns.count; i += every)
    scene.texts.push_back({.at = {columns.centre(i), y + 10}, .text = std::to_string(i),
                           .size = size, .ink = Ink::dim, .face = Face::mono});
  return y + 18;
}

void add_label(Scene& scene, const Columns& columns, float y, float height,
               const std::string& text, Ink ink) {
  const std::size_t cut = text.find('\n');
  const float middle = y + height / 2, right = columns.left - 18;
  Text first{.at = {right, middle}, .text = text.substr(0, cut), .size = 15, .ink = ink,
             .anchor = Anchor::right};
  if (cut != std::string::npos) {
    first.at.y -= 9;
    scene.texts.push_back({.at = {right, middle + 10}, .text = text.substr(cut + 1), .size = 14,
                           .ink = Ink::dim, .anchor = Anchor::right});
  }
  scene.texts.push_back(first);
}

std::vector<Move> moves_between(const radix::Array& from, const radix::Array& to, Lit lit) {
  const std::vector<uint32_t> places = places_of(to);
  std::vector<Move> moves;
  for (uint32_t i = 0; i < from.ids.size(); ++i)
    if (from.ids[i] < places.size() && places[from.ids[i]] != nobody)
      moves.push_back({from.ids[i], i, places[from.ids[i]], arrow_ink(from.values[i], lit)});
  return moves;
}

std::vector<Move> moves_by(const radix::Array& from, const radix::Array& destination, Lit lit) {
  std::vector<Move> moves;
  for (uint32_t i = 0; i < from.ids.size() && i < destination.values.size(); ++i)
    moves.push_back({from.ids[i], i, destination.values[i], arrow_ink(from.values[i], lit)});
  return moves;
}

void add_moves(Scene& scene, const Columns& columns, float y0, float y1,
               const std::vector<Move>& moves, bool dashed) {
  const Path path = columns.count > 4 * readable_keys ? Path::straight : Path::curve;
  for (const Move& move : moves) {
    if (move.to >= columns.count) continue;
    scene.arrows.push_back({.from = {columns.centre(move.from), y0 + 1},
                            .to = {columns.centre(move.to), y1 - 2}, .path = path,
                            .ink = move.ink, .width = as_bars(columns) ? 0.75f : 1.25f,
                            .head = !as_bars(columns), .dashed = dashed,
                            .tag = {.index = nobody, .key = move.id}});
  }
}

std::vector<uint32_t> bucket_sizes(const radix::Array& keys, radix::Digit digit) {
  std::vector<uint32_t> sizes(digit.buckets(), 0);
  for (uint32_t key : keys.values) ++sizes[digit.of(key)];
  return sizes;
}

std::string bucket_name(uint32_t bucket, radix::Digit digit) {
  if (digit.bits == 1) return bucket == 0 ? "zeros" : "ones";
  return binary(bucket, digit.bits);
}

float add_buckets(Scene& scene, const Columns& columns, float y, const std::vector<uint32_t>& sizes) {
  const auto digit_bits = static_cast<uint32_t>(std::bit_width(sizes.size()) - 1);
  const auto bracket = [&](uint32_t begin, uint32_t end, uint32_t digit) {
    if (begin == end) return;
    const float x0 = columns.x(begin) + 1, x1 = columns.x(end - 1) + columns.cell - 1;
    const Ink ink = digit_ink(digit);
    const std::string number = std::to_string(end - begin);
    std::string label = digit_bits > 1 ? binary(digit, digit_bits) + ": " + number
                                       : number + (digit == 0 ? " zero" : " one") + (end - begin == 1 ? "" : "s");
    const float width = text_width(label, 14, Face::bold), middle = (x0 + x1) / 2;
    const bool last = end == columns.count;
    const bool roomy = width + 28 <= x1 - x0, fits = width + 4 <= x1 - x0;
    const bool beside = !roomy && (last ? x1 + 8 + width + 4 <= scene.width : begin == 0 && !fits);
    if (beside)
      scene.texts.push_back({.at = {last ? x1 + 8 : x0 - 8, y + 10}, .text = label, .size = 14,
                             .ink = ink, .face = Face::bold,
                             .anchor = last ? Anchor::left : Anchor::right});
    if (!fits) label = number;
    const float half = std::min(text_width(label, 14, Face::bold) / 2 + 7, (x1 - x0) / 2);
    const bool words = !beside && (fits || 2 * half + 6 < x1 - x0);
    scene.lines.push_back({{x0, y + 4}, {x0, y + 10}, ink, 2});
    scene.lines.push_back({{x0, y + 10}, {words ? middle - half : x1, y + 10}, ink, 2});
    if (words) scene.lines.push_back({{middle + half, y + 10}, {x1, y + 10}, ink, 2});
    scene.lines.push_back({{x1, y + 4}, {x1, y + 10}, ink, 2});
    if (words)
      scene.texts.push_back({.at = {middle, y + 10}, .text = label, .size = 14, .ink = ink,
                             .face = Face::bold});
  };
  uint32_t begin = 0;
  for (uint32_t digit = 0; digit < sizes.size(); begin += sizes[digit++]) bracket(begin, begin + sizes[digit], digit);
  return y + 20;
}

float add_sentence(Scene& scene, const Columns& columns, float y, const std::string& sentence) {
  const float room = scene.width - columns.left - margin;
  const auto flush = [&](const std::string& line) {
    scene.texts.push_back({.at = {columns.left, y + 10}, .text = line, .size = 14,
                           .ink = Ink::dim, .anchor = Anchor::left});
    y += 22;
  };
  std::string line;
  for (const std::string& word : words_in(sentence)) {
    const std::string longer = line.empty() ? word : line + " " + word;
    if (!line.empty() && text_width(longer, 14, Face::ui) > room) flush(line), line = word;
    else line = longer;
  }
  if (!line.empty()) flush(line);
  return y;
}

float add_threads(Scene& scene, const Look& look, const Columns& columns, float y) {
  return add_threads(scene, columns, y, input_of(look).ids);
}

float add_threads(Scene& scene, const Columns& columns, float y,
                  const std::vector<uint32_t>& ids) {
  constexpr float head = frame_head, height = frame_height;
  const float pad = frame_pad(columns);
  for (uint32_t begin = 0; begin < columns.count; begin += columns.per_block) {
    const uint32_t end = std::min(columns.count, begin + columns.per_block);
    const float x0 = columns.x(begin) - pad, x1 = columns.x(end - 1) + columns.cell + pad;
    const float edge = end == columns.count ? add_idle_threads(scene, columns, y, x1) : x1;
    scene.frames.push_back({.at = {x0, y + head, edge - x0, height}, .edge = Ink::faint});
    const std::string number = std::to_string(begin / columns.per_block);
    for (const std::string& label : {"block " + number, number}) {
      if (text_width(label, 14, Face::ui) > x1 - x0) continue;
      scene.texts.push_back({.at = {x0 + 2, y + 9}, .text = label, .ink = Ink::dim,
                             .anchor = Anchor::left});
      break;
    }
    if (as_bars(columns)) {  // no room for waves: how many there are
      const std::string threads = std::to_string(end - begin) + " threads";
      if (text_width(threads, 14, Face::ui) + 8 < x1 - x0)
        scene.texts.push_back({.at = {(x0 + x1) / 2, y + head + height / 2}, .text = threads,
                               .ink = Ink::dim});
      continue;
    }
    for (uint32_t i = begin; i < end; ++i) {
      const Tag tag{.index = nobody, .key = ids[i]};
      const float x = columns.centre(i);
      scene.texts.push_back({.at = {x, y + head + 12}, .text = "t" + std::to_string(i - begin),
                             .size = 12, .ink = Ink::dim, .face = Face::mono, .tag = tag});
      scene.arrows.push_back({.from = {x, y + head + 21}, .to = {x, y + head + height - 4},
                              .path = Path::wave, .ink = Ink::dim, .tag = tag});
    }
  }
  return y + head + height + 12;
}

}  // namespace scope
