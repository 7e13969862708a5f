#include "rows.hpp"
#include "app/core/moment/outside.hpp"
#include "app/core/scene/text_width.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include "kernels/engine/model/edition.hpp"
#include "kernels/run/engine.hpp"
#include "marks.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

constexpr uint32_t long_key_bits = 16;
constexpr uint32_t binary_window = 8;  // bits of a binary that is too long to show whole
constexpr float stroked = 8;           // narrower bars have no edge

std::string hex(uint32_t key, uint32_t key_bits) {
  std::string text;
  for (uint32_t digit = (key_bits + 3) / 4; digit-- > 0;)
    text += "0123456789abcdef"[(key >> (4 * digit)) & 15u];
  return "0x" + text;
}

/// Bits [low, high) of a key with dots for the rest and a colon between its two fields; those of
/// the digit are lit.
void put_bits(Cell& cell, const radix::Problem& problem, uint32_t key, uint32_t low, uint32_t high,
              Lit lit) {
  const uint32_t key_bits = problem.key_bits(), second = problem.settings().second_bits;
  cell.binary = binary(key >> low, high - low);
  const bool colon = second > low && second < high;
  if (colon) cell.binary.insert(high - second, ":");
  if (lit) {
    const uint32_t dots = high < key_bits ? 1 : 0;
    const uint32_t left = dots + (colon && lit->shift < second ? 1 : 0);
    cell.lit_begin = left + high - std::min(high, lit->shift + lit->bits);
    cell.lit_end = left + high - std::max(low, std::min(lit->shift, high));
    cell.behind = Ink::text;
  }
  if (high < key_bits) cell.binary = "…" + cell.binary;
  if (low > 0) cell.binary += "…";
}

/// The binary of a key; where there is no room for it the part around the digit, or only the digit;
/// hex or nothing when no digit matters.
void put_binary(Cell& cell, const radix::Problem& problem, uint32_t key, Lit lit) {
  const uint32_t key_bits = problem.key_bits(), lit_bits = lit ? lit->bits : 0;
  const uint32_t colon = problem.settings().second_bits > 0 ? 1 : 0;
  const auto fits = [&](uint32_t characters) {
    return binary_width(std::string(characters, '0'), lit_bits) + 2 <= cell.at.w;
  };
  if (fits(key_bits + colon)) return put_bits(cell, problem, key, 0, key_bits, lit);
  if (!lit) {
    const bool long_binary = key_bits > binary_window + 2;
    if (long_binary && fits((key_bits + 3) / 4 + 2)) cell.binary = hex(key, key_bits);
    return;
  }
  const uint32_t end = lit->shift + lit->bits;
  if (!fits(binary_window + 2 + colon)) {
    if (!fits(lit->bits)) return;
    cell.binary = binary(key >> lit->shift, lit->bits);
    cell.lit_end = lit->bits;
    return;
  }
  const int nibble = static_cast<int>(lit->shift) / 4 * 4 - 2;
  const int most = static_cast<int>(key_bits - binary_window);
  auto low = static_cast<uint32_t>(std::clamp(nibble, 0, most));
  low = std::min(std::max(low + binary_window, end) - binary_window, lit->shift);
  put_bits(cell, problem, key, low, low + binary_window, lit);
}

/// As large as there is room for it.
void enlarge_binary(Cell& cell, std::initializer_list<float> sizes) {
  for (const float size : sizes) {
    if (binary_width(cell.binary, cell.lit_end - cell.lit_begin, size) + 2 > cell.at.w) continue;
    cell.binary_size = size;
    return;
  }
}

void tint(Cell& cell, uint32_t digit, uint32_t bits) {
  cell.fill = digit_fill(digit, bits);
  cell.edge = digit_ink(digit, bits);
  cell.edge_width = 1.5f;
  cell.hatched = digit % 2 == 1;
  cell.lit = digit_ink(digit, bits);
}

/// A bar without room for an edge has the edge's colour.
void fill_narrow(Cell& cell) {
  if (cell.at.w >= stroked) return;
  cell.fill = cell.edge == Ink::line ? Ink::faint : cell.edge;
  cell.edge = cell.fill;
  cell.edge_width = 0;
}

/// The cell as a bar without text that fills this part of its place, 0…1.
Cell bar(Cell cell, float part) {
  const float height = cell.at.h * std::max(0.12f, part);
  cell.at = {cell.at.x, cell.at.bottom() - height, cell.at.w, height};
  cell.text.clear();
  cell.hatched = false;
  cell.edge_width = 1;
  if (cell.fill == Ink::raised)
    cell.fill = Ink::faint, cell.edge = Ink::dim;  // on a dark page, too
  fill_narrow(cell);
  return cell;
}

Cell key_cell_marked(const Moment& moment, Rect at, uint32_t key, uint32_t id, Lit lit,
                     const std::string& mark) {
  const radix::Problem& problem = moment.problem();
  const uint32_t ordered = problem.ordered(key);
  Cell cell{.at = at, .fill = Ink::raised};
  cell.tag = {.array = radix::array::keys, .row = 0, .index = none, .key = id};
  if (lit) tint(cell, lit->of(key), lit->bits);
  if (at.w < least_readable)
    return bar(cell,
               static_cast<float>(ordered) / std::exp2(static_cast<float>(problem.key_bits())));
  cell.text = problem.text_of(key);
  const bool close = at.w < Columns{}.cell;  // one size in close rows
  constexpr float max_low = 24;              // in cells lower than a row's
  const float wanted = key_size(problem, moment.large);
  cell.size = 18;
  for (const float size : {std::min(wanted, max_low), wanted}) {
    const bool high = size <= max_low || 1.4f * size < at.h;
    if (!close && high && value_width(cell.text, size, mark) + 5 <= at.w) cell.size = size;
  }
  cell.mark = mark;
  cell.note = note_of(problem, id);
  // Beside other lanes its letters would be too small: the colour tells the digit
  if (!(moment.large && moment.narrow))
    put_binary(cell, problem, ordered, lit && lit->by_splitters() ? Lit() : lit);
  // The page of long keys is wide, and shown smaller for it; not where only their digit is shown
  const bool digit_alone = cell.lit_end - cell.lit_begin == cell.binary.size();
  const bool long_keys = problem.key_bits() > long_key_bits && !digit_alone;
  if (long_keys && cell.note.empty())
    enlarge_binary(cell, {18.f, 17.f, 16.f, 15.f, 14.f, 13.f, 12.f});
  else if (moment.large && cell.note.empty())
    enlarge_binary(cell, {14.f, 13.f, 12.f});
  return cell;
}

constexpr float copy_height = 46, copy_air = 5, copy_size = 18;

bool meet(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

Rect box_of(const Text& text) {
  const float w = text_width(text.text, text.size, text.face), h = text.size;
  const float x = text.at.x - (text.anchor == Anchor::middle  ? w / 2
                               : text.anchor == Anchor::right ? w
                                                              : 0);
  return {x, text.at.y - h / 2, w, h};
}

/// How wide a readable copy of the selected key's bar is.
float copy_width(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t id = moment.selected();
  const float value = value_width(problem.text_of(problem.keys()[id]),
                                  key_size(problem, moment.large), mark_of(problem, id));
  const float bits = binary_width("…00000000:…", moment.digit().bits);
  const float note = text_width(note_of(problem, id), 12, Face::mono);
  return std::max({72.f, value + 8, bits + 8, note + 8});
}

/// Over the row, where that hides nothing but how many threads a block has; else at its end.
void add_copy(Scene& scene, const Moment& moment, const Columns& columns, const Cell& bar, float y,
              Lit lit) {
  const float wide = copy_width(moment), x = bar.at.centre().x;
  const float left =
      std::clamp(x - wide / 2, columns.left, std::max(columns.left, columns.right() - wide));
  Rect at{left, y - copy_air - copy_height, wide, copy_height};
  const auto counts_threads = [&](const Text& text) {
    return std::ranges::any_of(scene.frames, [&](const Frame& frame) {
      return text.at.x > frame.at.x && text.at.x < frame.at.right() && text.at.y > frame.at.y &&
             text.at.y < frame.at.bottom();
    });
  };
  const auto covers = [&](const Text& text) {
    return !text.text.empty() && meet(box_of(text), at);
  };
  const bool free =
      at.y > 0 &&
      std::ranges::none_of(
          scene.cells,
          [&](const Cell& cell) { return cell.edge != Ink::none && meet(cell.at, at); }) &&
      std::ranges::none_of(
          scene.braces,
          [&](const Brace& brace) { return !brace.label.empty() && covers(label_of(brace)); }) &&
      std::ranges::none_of(scene.texts,
                           [&](const Text& text) { return covers(text) && !counts_threads(text); });
  if (free) {
    std::erase_if(scene.texts, covers);
    scene.lines.push_back({{x, at.bottom()}, {x, bar.at.y}, Ink::select, 1.5f});
  } else {
    at = {columns.right() + 2 * copy_air, y + (key_height - copy_height) / 2, wide, copy_height};
    scene.width = std::max(scene.width, at.right() + margin / 2);
  }
  const uint32_t id = moment.selected();
  Cell copy = key_cell_marked(moment, at, moment.problem().keys()[id], id, lit,
                              mark_of(moment.problem(), id));
  copy.edge = Ink::select, copy.edge_width = 2;
  copy.size = std::min(copy.size, copy_size);
  copy.tag.row = bar.tag.row;
  scene.cells.push_back(std::move(copy));
}

/// The selected key's number in a row of bars, at the row's end.
void say_selected(Scene& scene, const Moment& moment, const Columns& columns, const Cell& bar,
                  float middle) {
  const radix::Array* array = moment.find(bar.tag.array);
  if (!array || bar.tag.index >= array->values.size()) return;
  const std::string words = "= " + std::to_string(array->values[bar.tag.index]);
  const float size = either(columns, 14, 16), x = columns.right() + 8;
  scene.texts.push_back({.at = {x, middle},
                         .text = words,
                         .size = size,
                         .ink = Ink::select,
                         .face = Face::mono,
                         .anchor = Anchor::left,
                         .tag = {.index = none, .key = bar.tag.key}});
  scene.width = std::max(scene.width, x + text_width(words, size, Face::mono) + margin / 2);
}

/// Writes a text into a cell as large as it fits; not at all where it does not.
void put_text(Cell& cell, const std::string& text, bool large) {
  for (float size : {20.f, 17.f, 14.f, 11.f}) {
    if (size == 20 && !large) continue;
    if (text_width(text, size, Face::mono) + 4 > cell.at.w) continue;
    cell.text = text;
    cell.size = size;
    return;
  }
}

Cell number_cell(Rect at, uint32_t value, bool large) {
  Cell cell{.at = at, .fill = Ink::raised};
  put_text(cell, std::to_string(value), large);
  return cell;
}

}  // namespace

std::string mark_of(const radix::Problem& problem, uint32_t id) {
  const auto& keys = problem.keys();
  if (std::count(keys.begin(), keys.end(), keys[id]) == 1) return "";
  return nth_mark(problem.text_of(keys[id]),
                  static_cast<uint32_t>(std::count(keys.begin(), keys.begin() + id, keys[id])));
}

std::string note_of(const radix::Problem& problem, uint32_t id) {
  if (problem.values().empty() || id >= problem.size()) return "";
  return "→" + std::to_string(problem.values()[id]);
}

std::string key_words(const radix::Problem& problem, uint32_t id) {
  return problem.text_of(problem.keys()[id]) + mark_of(problem, id) + note_of(problem, id);
}

float key_size(const radix::Problem& problem, bool large) {
  const bool short_keys = problem.key_bits() <= 10 && problem.values().empty();
  constexpr uint32_t few = 8;
  if (large && problem.size() <= few && problem.values().empty()) return short_keys ? 32.f : 24.f;
  return short_keys ? large ? 24.f : 20.f : large ? 20.f : 18.f;
}

float value_width(const std::string& text, float size, const std::string& mark) {
  const float marks = mark.empty() ? 0 : 1 + text_width(mark, 12, Face::mono);
  return text_width(text, size, Face::mono) + marks;
}

std::string figure_name(std::string_view id) {
  const auto row = std::ranges::find(radix::book_figures(), id, &radix::NumberedRow::name);
  const char* number =
      row == radix::book_figures().end() ? nullptr : row->numbers.in(radix::edition());
  return number ? text::all::book_figure({.number = number}) : std::string(id);
}

std::string book_figure(uint32_t number) { return figure_name("fig13-" + std::to_string(number)); }

Scene new_page(const Moment& moment, const Columns& columns, std::string_view number,
               std::string_view title) {
  Scene scene;
  scene.width = page_width(columns);
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  scene.title = text::translated(sort && sort->wrong ? "Bug in print: what is wrong?" : number);
  scene.subtitle = joined({text::translated(title), " · ", place_words(moment)});
  return scene;
}

void end_page(Scene& scene, float y) { scene.height = y + margin / 2; }

Lit lit_digit(const Moment& moment) {
  const auto of_split = [](const radix::SharedArray& each) {
    return radix::info(each->id).of_split;
  };
  const bool looked = moment.step() && std::ranges::any_of(moment.step()->arrays, of_split);
  return looked && moment.digit().bits > 0 ? Lit(moment.digit()) : std::nullopt;
}

Lit lit_split(const Moment& moment, uint32_t split) {
  radix::Digit bit = moment.digit();
  if (bit.bits == 0) return std::nullopt;
  bit.shift += split;
  bit.bits = 1;
  return bit;
}

std::vector<uint32_t> places_of(const radix::Array& keys) {
  std::vector<uint32_t> places(keys.ids.size(), none);
  for (uint32_t i = 0; i < keys.ids.size(); ++i)
    if (keys.ids[i] != none) places[keys.ids[i]] = i;
  return places;
}

Cell key_cell(const Moment& moment, Rect at, uint32_t key, uint32_t id, Lit lit) {
  const bool marked = at.w >= least_readable && id < moment.problem().size();
  return key_cell_marked(moment, at, key, id, lit, marked ? mark_of(moment.problem(), id) : "");
}

Cell empty_cell(Rect at) {
  return {.at = at, .fill = Ink::empty_fill, .edge = Ink::faint, .dashed = true};
}

Cell value_cell(const Moment& moment, Rect at, uint32_t value, uint32_t id) {
  Cell cell = number_cell(at, value, moment.large);
  cell.tag = {.array = radix::array::keys, .row = 0, .index = none, .key = id};
  if (at.w >= least_readable) return cell;
  return bar(cell, std::min(1.f, static_cast<float>(value) /
                                     static_cast<float>(std::max(1u, moment.problem().size()))));
}

Cell digit_cell(const Moment& moment, Rect at, uint32_t id) {
  const uint32_t digit = moment.digit_of(moment.problem().keys()[id]);
  Cell cell{.at = at};
  tint(cell, digit, moment.digit().bits);
  cell.ink = cell.lit;
  cell.tag = {.array = radix::array::keys, .row = 0, .index = none, .key = id};
  if (at.w < least_readable) return bar(cell, 1);
  put_text(cell, binary(digit, moment.digit().bits), moment.large);
  return cell;
}

void add_cell_row(Scene& scene, const Moment& moment, const Columns& columns,
                  std::vector<Cell> cells, Lit lit) {
  const auto bar = std::ranges::find_if(cells, [&](const Cell& cell) {
    return moment.selected() != none && cell.tag.key == moment.selected();
  });
  const bool named =
      as_bars(columns) && bar != cells.end() && moment.selected() < moment.problem().size();
  const Cell lit_bar = named ? *bar : Cell{};
  scene.cells.insert(scene.cells.end(), std::make_move_iterator(cells.begin()),
                     std::make_move_iterator(cells.end()));
  if (!named) return;
  if (!radix::holds_keys(lit_bar.tag.array))
    return say_selected(scene, moment, columns, lit_bar, lit_bar.at.bottom() - value_height / 2);
  add_copy(scene, moment, columns, lit_bar, lit_bar.at.bottom() - key_height, lit);
}

void add_keys(Scene& scene, const Moment& moment, const Columns& columns, float y,
              const radix::Array& keys, Lit lit, uint32_t row) {
  std::vector<Cell> cells;
  for (uint32_t i = 0; i < keys.values.size(); ++i) {
    const uint32_t id = keys.ids[i];
    if (id == none) {
      cells.push_back(empty_cell(slot(columns, i, y, key_height)));
      continue;
    }
    const Rect at = slot(columns, i, y, key_height);
    cells.push_back(key_cell(moment, at, keys.values[i], id, lit));
    cells.back().tag = {keys.id, row, i, id};
    cells.back().turn = columns.thread_of(i);
  }
  add_cell_row(scene, moment, columns, std::move(cells), lit);
}

void add_moved_keys(Scene& scene, const Moment& moment, const Columns& columns, float y,
                    const radix::Array& keys, Lit lit, uint32_t row, const radix::Array& before,
                    float before_y) {
  const std::size_t first = scene.cells.size();
  add_keys(scene, moment, columns, y, keys, lit, row);
  const std::vector<uint32_t> places = places_of(before);
  for (std::size_t c = first; c < scene.cells.size(); ++c) {
    Cell& cell = scene.cells[c];
    const uint32_t place = cell.tag.key < places.size() ? places[cell.tag.key] : none;
    if (place == none || cell.tag.index == none) continue;
    const float shift = columns.x(place) - columns.x(cell.tag.index);
    cell.from = cell.at;
    const float last = std::max(columns.left, columns.right() - cell.at.w);
    cell.from->x = std::clamp(cell.at.x + shift, columns.left, last);
    cell.from->y += before_y - y;
    cell.turn = columns.thread_of(place);
  }
}

void add_slots(Scene& scene, const Columns& columns, float y, float height, bool indices) {
  const uint32_t step =
      as_bars(columns) ? columns.per_block : 1;  // one long slot per block of bars
  for (uint32_t i = 0; i < columns.count; i += step) {
    const uint32_t last = std::min(columns.count, i + step) - 1;
    const float right = columns.x(last) + columns.cell;
    scene.cells.push_back(empty_cell({columns.x(i), y, right - columns.x(i), height}));
  }
  if (indices) add_indices(scene, columns, y + height);
}

void add_values(Scene& scene, const Moment& moment, const Columns& columns, float y,
                const radix::Array& array, const std::vector<uint32_t>& ids) {
  const auto& keys = moment.problem().keys();
  const bool bits = radix::info(array.id).holds == radix::Holds::bits;
  const bool by_digit = bits || radix::are_positions(radix::info(array.id).holds);
  std::vector<Cell> cells;
  for (uint32_t i = 0; i < array.values.size() && i < ids.size(); ++i) {
    const Rect at = slot(columns, i, y, value_height);
    Cell cell = value_cell(moment, at, array.values[i], ids[i]);
    if (bits) cell.at = at;  // a bit fills its place
    if (bits)
      tint(cell, array.values[i], 1);  // as it is shown, whatever the key's own is
    else if (by_digit && lit_digit(moment))
      tint(cell, moment.digit_of(keys[ids[i]]), moment.digit().bits);
    if (bits) cell.ink = cell.lit;
    if (is_outside(moment, array, i)) {
      if (at.w >= least_readable) put_text(cell, slot_text(array.values[i]), moment.large);
      cell.edge = Ink::warn, cell.edge_width = 2;
    }
    if (cell.text.empty()) cell.hatched = false, fill_narrow(cell);
    cell.tag = {array.id, 0, i, ids[i]};
    cell.turn = columns.thread_of(i);
    cells.push_back(cell);
  }
  add_cell_row(scene, moment, columns, std::move(cells));
}

}  // namespace scope
