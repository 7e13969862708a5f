#include "rows.hpp"

#include <algorithm>
#include <cmath>

namespace scope {
namespace {

using radix::ArrayId;

constexpr float binary_size = 11;
constexpr float bit_advance = 6.6f;      // of a binary digit, at that size
constexpr uint32_t binary_window = 10;   // characters of a binary that is too long to show whole
constexpr float least_readable = 30;     // narrower cells are bars

float key_size(const Look& look) { return look.problem().key_bits() <= 10 ? 20.f : 18.f; }

std::string hex(uint32_t key, uint32_t key_bits) {
  std::string text;
  for (uint32_t digit = (key_bits + 3) / 4; digit-- > 0;)
    text += "0123456789abcdef"[(key >> (4 * digit)) & 15u];
  return "0x" + text;
}

/// The binary of a key, or the part around the bit with dots for the rest, or hex when no bit
/// matters.
void put_binary(Cell& cell, uint32_t key, uint32_t key_bits, Lit lit) {
  const auto room = static_cast<uint32_t>(std::max(0.f, (cell.at.w - 4) / bit_advance));
  uint32_t low = 0, high = key_bits;  // bits shown: [low, high)
  if (key_bits > room) {
    if (!lit) {
      cell.binary = hex(key, key_bits);
      return;
    }
    const uint32_t shown = std::min(room, binary_window) - 2;
    const int nibble = static_cast<int>(lit->shift) / 4 * 4 - 2;
    low = static_cast<uint32_t>(std::clamp(nibble, 0, static_cast<int>(key_bits - shown)));
    high = low + shown;
  }
  const std::string dots = "…";
  cell.binary = binary(key >> low, high - low);
  if (lit) {
    const uint32_t before = high < key_bits ? 1 : 0;  // the dots
    const uint32_t end = std::min(high, lit->shift + lit->bits);
    cell.lit_begin = before + high - end;
    cell.lit_end = before + high - std::max(low, std::min(lit->shift, high));
  }
  if (high < key_bits) cell.binary = dots + cell.binary;
  if (low > 0) cell.binary += dots;
}

void tint(Cell& cell, uint32_t digit) {
  cell.fill = digit_fill(digit);
  cell.edge = digit_ink(digit);
  cell.edge_width = 1.5f;
  cell.hatched = digit % 2 == 1;
  cell.lit = digit_ink(digit);
}

/// The cell as a bar without text that fills this part of its place, 0…1.
Cell bar(Cell cell, float part) {
  const float height = cell.at.h * std::max(0.12f, part);
  cell.at = {cell.at.x, cell.at.bottom() - height, cell.at.w, height};
  cell.text.clear();
  cell.hatched = false;
  cell.edge_width = 1;
  return cell;
}

Cell key_cell_marked(const Look& look, Rect at, uint32_t key, uint32_t id, Lit lit,
                     const std::string& mark) {
  const uint32_t key_bits = look.problem().key_bits();
  Cell cell{.at = at, .fill = Ink::raised};
  cell.tag = {.array = ArrayId::keys, .row = 0, .index = nobody, .key = id};
  if (lit) tint(cell, lit->of(key));
  if (at.w < least_readable)
    return bar(cell, static_cast<float>(look.problem().ordered(key)) / std::exp2(static_cast<float>(key_bits)));
  cell.text = look.problem().text_of(key);
  cell.size = key_size(look);
  cell.mark = mark;
  put_binary(cell, look.problem().ordered(key), key_bits, lit);
  return cell;
}

/// Number of equal keys before this one in the input, as a mark; "" when it is the only one.
std::string mark_of(const radix::Problem& problem, uint32_t id) {
  const auto& keys = problem.keys();
  if (std::count(keys.begin(), keys.end(), keys[id]) == 1) return "";
  return nth_mark(static_cast<uint32_t>(std::count(keys.begin(), keys.begin() + id, keys[id])));
}

/// Enlarges the place of a bar to a readable cell over its neighbours, inside the columns.
Rect lens(const Look& look, const Columns& columns, Rect place) {
  const std::string largest = std::to_string(~0u >> (32 - look.problem().key_bits()));
  const float wide = std::max(72.f, text_width(largest, 20, Face::mono) + 30);
  const float left = std::clamp(place.centre().x - wide / 2, columns.left,
                                std::max(columns.left, columns.right() - wide));
  return {left, place.y, wide, place.h};
}

/// The place of position i in a row, enlarged when it is the selected key among bars.
Rect place_of(const Look& look, const Columns& columns, uint32_t i, float y, float height,
              uint32_t id) {
  const Rect place = slot(columns, i, y, height);
  return as_bars(columns) && id == look.selected() ? lens(look, columns, place) : place;
}

/// Adds a row of cells; an enlarged one last, so that it lies over its neighbours.
void add_row(Scene& scene, const Look& look, const Columns& columns, std::vector<Cell> cells) {
  if (as_bars(columns))
    std::stable_partition(cells.begin(), cells.end(),
                          [&](const Cell& cell) { return cell.tag.key != look.selected(); });
  scene.cells.insert(scene.cells.end(), cells.begin(), cells.end());
}

Cell number_cell(Rect at, uint32_t value) {
  Cell cell{.at = at, .fill = Ink::raised};
  const std::string text = std::to_string(value);
  for (float size : {17.f, 14.f, 11.f}) {
    if (text_width(text, size, Face::mono) + 4 > at.w) continue;
    cell.text = text;
    cell.size = size;
    break;
  }
  return cell;
}

}  // namespace

Columns columns_of(const Look& look) {
  const radix::Problem& problem = look.problem();
  Columns columns{.left = margin + label_width, .count = problem.size(),
                  .per_block = problem.threads_per_block()};
  if (as_bars(columns)) {
    columns.cell = 12, columns.gap = 3, columns.block_gap = 15;
    return columns;
  }
  std::size_t digits = 1, mark = 0;
  for (uint32_t key : problem.keys()) digits = std::max(digits, std::to_string(key).size());
  for (const std::string& m : duplicate_marks(problem)) mark = std::max(mark, m.size());
  const float value = text_width(std::string(digits, '0'), key_size(look), Face::mono);
  const float marks = mark == 0 ? 0 : 1 + text_width(std::string(mark, 'a'), 12, Face::mono);
  const float bits = static_cast<float>(std::min(problem.key_bits(), binary_window)) * bit_advance;
  columns.cell = std::max({columns.cell, std::ceil(value + marks + 9), std::ceil(bits + 8)});
  return columns;
}

float page_width(const Columns& columns) { return std::max(640.f, columns.right() + margin); }

Scene new_page(const Look& look, const Columns& columns, const char* number, const char* title) {
  Scene scene;
  scene.width = page_width(columns);
  scene.title = number;
  scene.subtitle = std::string(title) + " · " + place_words(look);
  return scene;
}

void end_page(Scene& scene, float y) { scene.height = y + margin / 2; }

Lit lit_digit(const Look& look) {
  const bool looked = look.find(ArrayId::bits) || look.find(ArrayId::local_keys);
  return looked && look.digit().bits > 0 ? Lit(look.digit()) : std::nullopt;
}

Lit lit_split(const Look& look, uint32_t split) {
  const radix::Digit digit = look.digit();
  return digit.bits == 0 ? std::nullopt : Lit({digit.shift + split, 1, digit.code});
}

std::vector<uint32_t> places_of(const radix::Array& keys) {
  std::vector<uint32_t> places(keys.ids.size(), nobody);
  for (uint32_t i = 0; i < keys.ids.size(); ++i) places[keys.ids[i]] = i;
  return places;
}

Cell key_cell(const Look& look, Rect at, uint32_t key, uint32_t id, Lit lit) {
  const bool marked = at.w >= least_readable && id < look.problem().size();
  return key_cell_marked(look, at, key, id, lit, marked ? mark_of(look.problem(), id) : "");
}

Cell empty_cell(Rect at) {
  return {.at = at, .fill = Ink::empty_fill, .edge = Ink::faint, .dashed = true};
}

Cell value_cell(const Look& look, Rect at, uint32_t value, uint32_t id) {
  Cell cell = number_cell(at, value);
  cell.tag = {.array = ArrayId::keys, .row = 0, .index = nobody, .key = id};
  if (at.w >= least_readable) return cell;
  return bar(cell, std::min(1.f, static_cast<float>(value) /
                                     static_cast<float>(std::max(1u, look.problem().size()))));
}

void add_keys(Scene& scene, const Look& look, const Columns& columns, float y,
              const radix::Array& keys, Lit lit, uint32_t row) {
  std::vector<Cell> cells;
  for (uint32_t i = 0; i < keys.values.size(); ++i) {
    const uint32_t id = keys.ids[i];
    const Rect at = place_of(look, columns, i, y, key_height, id);
    cells.push_back(key_cell(look, at, keys.values[i], id, lit));
    cells.back().tag = {keys.id, row, i, id};
  }
  add_row(scene, look, columns, std::move(cells));
}

void add_moved_keys(Scene& scene, const Look& look, const Columns& columns, float y,
                    const radix::Array& keys, Lit lit, uint32_t row, const radix::Array& before,
                    float before_y) {
  const std::size_t first = scene.cells.size();
  add_keys(scene, look, columns, y, keys, lit, row);
  const std::vector<uint32_t> places = places_of(before);
  for (std::size_t c = first; c < scene.cells.size(); ++c) {
    Cell& cell = scene.cells[c];
    const uint32_t place = places[cell.tag.key];
    const float shift = columns.x(place) - columns.x(cell.tag.index);
    cell.from = cell.at;
    const float last = std::max(columns.left, columns.right() - cell.at.w);
    cell.from->x = std::clamp(cell.at.x + shift, columns.left, last);
    cell.from->y += before_y - y;
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

void add_values(Scene& scene, const Look& look, const Columns& columns, float y,
                const radix::Array& array, const std::vector<uint32_t>& ids) {
  const auto& keys = look.problem().keys();
  const bool by_digit = array.id == ArrayId::bits || array.id == ArrayId::destination ||
                        array.id == ArrayId::local_destination;
  std::vector<Cell> cells;
  for (uint32_t i = 0; i < array.values.size() && i < ids.size(); ++i) {
    const Rect at = place_of(look, columns, i, y, value_height, ids[i]);
    Cell cell = value_cell(look, at, array.values[i], ids[i]);
    if (array.id == ArrayId::bits) cell.at = at;  // a bit fills its place
    if (by_digit && lit_digit(look)) tint(cell, look.digit_of(keys[ids[i]]));
    if (array.id == ArrayId::bits) cell.ink = cell.lit;
    if (cell.text.empty()) cell.hatched = false;
    cell.tag = {array.id, 0, i, ids[i]};
    cells.push_back(cell);
  }
  add_row(scene, look, columns, std::move(cells));
}

}  // namespace scope
