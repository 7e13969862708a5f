// Every array of this moment as numbers: block after block with a bar between them, tables row by
// row. Pointing at a number points at its key; a click on a name marks that array's reads and
// writes below.
#include <algorithm>
#include <cmath>
#include <string>

#include "app/core/base/text.hpp"
#include "app/core/moment/outside.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

using radix::Array;
using radix::Shape;

constexpr float number_size = 15, value_line = 22, name_height = 24, head_size = 12, type_line = 18;

/// How the values of an array stand: `per_line` in a line, a bar after every `group`.
struct ValueGrid {
  uint32_t count = 0, row = 0;  ///< values; values of one table row (else all of them)
  uint32_t per_line = 1, group = 0;
  float cell = 0, bar = 0;  ///< pixels: widths of a value and of a bar
  float head = 0;           ///< pixels: width of the digit in front of a table's row

  uint32_t lines_per_row() const { return (row + per_line - 1) / std::max(per_line, 1u); }
  uint32_t lines() const { return row == 0 ? 0 : lines_per_row() * (count / row); }
  float x(uint32_t column) const {
    const float bars = group > 0 ? static_cast<float>(column / group) * bar : 0;
    return head + static_cast<float>(column) * cell + bars;
  }
};

/// A row of a table is a digit of this pass: so many bits, or none where the rows are something
/// else.
uint32_t bits_of_rows(const Moment& moment, const Array& array, uint32_t rows) {
  const uint32_t bits = moment.digit().bits;
  const bool digits = radix::info(array.id).shape == Shape::table && bits > 0 && rows == 1u << bits;
  return digits ? bits : 0;
}

/// What a kernel declares: "Key[16] · global memory", "unsigned[4] · shared memory" of each block,
/// "unsigned · register" of each thread.
std::string type_of(const Array& array, uint32_t row, uint32_t per_block) {
  const auto count = static_cast<uint32_t>(array.values.size());
  const char* type = radix::holds_keys(array.id) ? "Key" : "unsigned";
  const bool table = row > 0 && row < count;
  if (array.memory == radix::MemorySpace::thread) return text::panels::in_register({.type = type});
  if (array.memory == radix::MemorySpace::shared) {
    const uint32_t own = table ? count / row : per_block > 0 ? std::min(per_block, count) : count;
    return text::panels::in_shared({.type = joined({type, "[", own, "]"})});
  }
  const std::string all =
      table ? joined({type, "[", count / row, "][", row, "]"}) : joined({type, "[", count, "]"});
  return array.memory == radix::MemorySpace::global ? text::panels::in_global({.type = all}) : all;
}

/// Values in a line when `fit` fit at most: whole blocks, so that the bars stand under each other,
/// and lines of the same length.
uint32_t balanced(uint32_t row, uint32_t fit, uint32_t group) {
  if (row <= fit) return fit;
  if (fit < group) {  // a block takes several lines: best of equal length
    uint32_t part = fit;
    while (part > fit / 2 && group % part != 0) --part;
    return part > fit / 2 ? part : fit;
  }
  const uint32_t unit = std::max(group, 1u), units = (row + unit - 1) / unit, most = fit / unit;
  const uint32_t lines = (units + most - 1) / most;
  return (units + lines - 1) / lines * unit;
}

ValueGrid grid_of(const Array& array, const Moment& moment, float width) {
  const radix::Problem& problem = moment.problem();
  const Shape shape = radix::info(array.id).shape;
  ValueGrid grid{.count = static_cast<uint32_t>(array.values.size())};
  grid.row = radix::row_length(array, problem);
  grid.group = shape == Shape::per_key      ? problem.keys_per_block()
               : shape == Shape::per_thread ? problem.threads_per_block()
                                            : 0;
  std::size_t longest = 1;
  if (radix::holds_keys(array.id)) {
    for (uint32_t i = 0; i < grid.count; ++i)
      if (array.ids[i] != none)
        longest = std::max(longest, problem.text_of(array.values[i]).size());
  } else if (!array.values.empty()) {
    for (uint32_t value : array.values)
      if (value != none) longest = std::max(longest, std::to_string(value).size());
  }
  const float digit = ui::text_size(Face::mono, ui::dp(number_size), "0").x;
  grid.cell = digit * (static_cast<float>(longest) + 1);
  grid.bar = digit;
  if (const uint32_t bits = grid.row > 0 ? bits_of_rows(moment, array, grid.count / grid.row) : 0;
      bits > 0)
    grid.head = digit * static_cast<float>(bits + 1);
  uint32_t fit = 1;
  const auto wide = [&](uint32_t n) { return grid.x(n - 1) + grid.cell; };
  while (fit < grid.row && wide(fit + 1) <= width) ++fit;
  grid.per_line = balanced(grid.row, fit, grid.group);
  return grid;
}

/// Draws one array at the cursor; only what can be seen costs anything.
class ArrayDrawing {
 public:
  ArrayDrawing(const PanelContext& panel, const Array& array, float width)
      : panel_(panel),
        array_(array),
        grid_(grid_of(array, panel.moment, width)),
        width_(width),
        label_(text::Label(radix::info(array.id).label).c_str()),
        type_(type_of(array, grid_.row, grid_.group)),
        table_(radix::info(array.id).shape == Shape::table),
        entry_(entry_shown(panel.moment)) {}

  /// True where the type has room behind the name.
  bool fits_one_line() const {
    return type_x() + ui::text_size(Face::mono, ui::dp(head_size), type_).x <= width_;
  }

  /// `below`: the type stands under the name.
  void draw(bool made, bool below) {
    name(made);
    type(below);
    if (grid_.head > 0 && grid_.lines_per_row() == 1) block_heads();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float height = ui::dp(value_line) * static_cast<float>(grid_.lines());
    mouse(origin);
    const float top = ImGui::GetWindowPos().y, bottom = top + ImGui::GetWindowHeight();
    for (uint32_t line = 0; line < grid_.lines(); ++line) {
      const float y = origin.y + ui::dp(value_line) * (static_cast<float>(line) + 0.5f);
      if (y > top - ui::dp(value_line) && y < bottom + ui::dp(value_line))
        draw_line({origin.x, y}, line, made);
    }
    ImGui::Dummy({1, height});
  }

 private:
  /// "b0", "b1", … over the columns of a table.
  void block_heads() const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float digit = ui::text_size(Face::mono, ui::dp(number_size), "0").x;
    const float wide =
        ui::text_size(Face::mono, ui::dp(head_size), "b" + std::to_string(grid_.row)).x;
    const auto every = static_cast<uint32_t>(std::ceil((wide + ui::dp(4)) / grid_.cell));
    for (uint32_t b = 0; b < grid_.row; b += every)
      ui::text_at(ImGui::GetWindowDrawList(), Face::mono, ui::dp(head_size),
                  {at.x + grid_.x(b) + grid_.cell - digit, at.y + ui::dp(value_line) / 2},
                  ui::ink(Ink::dim), "b" + std::to_string(b), Anchor::right);
    ImGui::Dummy({1, ui::dp(value_line)});
  }

  float name_width() const { return ui::text_size(Face::ui, ui::dp(ui::words), label_).x; }
  float type_x() const { return name_width() + ui::dp(24); }

  /// The array's name; a click makes it the watched one.
  void name(bool made) {
    const bool watched = panel_.state.watched == array_.id;
    const float width = name_width();
    ImGui::PushID(label_);
    if (ui::hot_area("name", {width + ui::dp(20), ui::dp(name_height)})) {
      if (watched)
        panel_.state.watched.reset();
      else
        panel_.state.watched = array_.id;
    }
    const bool over = ImGui::IsItemHovered();
    if (over) panel_.state.next_hover_words = text::panels::watch_array;
    const ImVec2 a = ImGui::GetItemRectMin();
    const float y = a.y + ui::dp(name_height) * 0.5f;
    const Ink ink = made ? Ink::accent : over || watched ? Ink::text : Ink::dim;
    ImDrawList* list = ImGui::GetWindowDrawList();
    ui::text_at(list, made ? Face::bold : Face::ui, ui::dp(ui::words), {a.x, y}, ui::ink(ink),
                label_);
    if (watched)
      list->AddCircleFilled({a.x + width + ui::dp(12), y}, ui::dp(3.5f), ui::ink(Ink::warn));
    ImGui::PopID();
  }

  void type(bool below) const {
    const ImVec2 name = ImGui::GetItemRectMin(), under = ImGui::GetCursorScreenPos();
    const ImVec2 at = below ? ImVec2(under.x, under.y + ui::dp(type_line) / 2)
                            : ImVec2(name.x + type_x(), name.y + ui::dp(name_height) / 2);
    const float room = below ? width_ : width_ - type_x();
    ui::text_at(ImGui::GetWindowDrawList(), Face::mono, ui::dp(head_size), at, ui::ink(Ink::dim),
                ui::fitted(Face::mono, ui::dp(head_size), type_, std::max(room, 0.f)));
    if (below) ImGui::Dummy({1, ui::dp(type_line)});
  }

  void draw_line(ImVec2 at, uint32_t line, bool made) const {
    const uint32_t row = line / grid_.lines_per_row(), part = line % grid_.lines_per_row();
    const uint32_t begin = part * grid_.per_line, end = std::min(begin + grid_.per_line, grid_.row);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (grid_.head > 0 && part == 0)
      ui::text_at(list, Face::mono, ui::dp(head_size), {at.x, at.y},
                  ui::ink(digit_ink(row, panel_.moment.digit().bits)),
                  binary(row, panel_.moment.digit().bits));
    for (uint32_t i = begin; i < end; ++i) {
      const float x = at.x + grid_.x(i - begin);
      draw_value(list, {x, at.y}, row * grid_.row + i, made);
      const bool bar = grid_.group > 0 && (i + 1) % grid_.group == 0 && i + 1 < grid_.count;
      const float wall =
          std::round(x + grid_.cell - (grid_.group > grid_.per_line ? grid_.bar / 2 : 0));
      if (bar)
        list->AddLine({wall, at.y - ui::dp(7)}, {wall, at.y + ui::dp(7)}, ui::ink(Ink::faint),
                      ui::dp(1));
    }
  }

  void draw_value(ImDrawList* list, ImVec2 at, uint32_t index, bool made) const {
    const uint32_t key = key_of(panel_.moment, array_, index);
    const bool lit =
        (key != none && key == panel_.moment.selected()) || (table_ && entry_ == index);
    const float digit = ui::text_size(Face::mono, ui::dp(number_size), "0").x;
    const float right = at.x + grid_.cell - digit;
    const uint32_t value = array_.values[index];
    const std::string text = radix::holds_keys(array_.id) && array_.ids[index] != none
                                 ? panel_.moment.problem().text_of(value)
                                 : element_text(*panel_.moment.trace, array_, value);
    if (lit) {
      const float wide = digit * static_cast<float>(text.size()) + ui::dp(6);
      ui::box(list, {right - wide + ui::dp(3), at.y - ui::dp(10), wide, ui::dp(20)}, 0,
              ui::ink(Ink::select), ui::dp(4), ui::dp(1.5f));
    }
    ui::text_at(list, Face::mono, ui::dp(number_size), {right, at.y},
                ui::ink(lit    ? Ink::select
                        : made ? Ink::accent
                               : Ink::text),
                text, Anchor::right);
  }

  void mouse(ImVec2 origin) const {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float line = (mouse.y - origin.y) / ui::dp(value_line);
    if (!ImGui::IsWindowHovered() || line < 0 || line >= static_cast<float>(grid_.lines())) return;
    const auto at = static_cast<uint32_t>(line);
    const uint32_t row = at / grid_.lines_per_row(),
                   begin = at % grid_.lines_per_row() * grid_.per_line;
    for (uint32_t i = begin; i < std::min(begin + grid_.per_line, grid_.row); ++i) {
      const float x = mouse.x - origin.x - grid_.x(i - begin);
      if (x >= 0 && x < grid_.cell) point_at(row * grid_.row + i);
    }
  }

  void point_at(uint32_t index) const {
    const uint32_t key = key_of(panel_.moment, array_, index);
    panel_.point_at(key);
    if (!ImGui::IsMouseClicked(0)) return;
    if (table_)
      panel_.post("entry", panel_.document.table_entry == index ? Value("none") : Value(index));
    else
      panel_.pin(key);
  }

  const PanelContext& panel_;
  const Array& array_;
  ValueGrid grid_;
  float width_;
  const char* label_;
  std::string type_;
  bool table_;
  std::optional<uint32_t> entry_;  ///< of the table: picked, or the selected key's
};

/// Once per step: the array that it made, from `top` to the cursor, comes into view, with as much
/// as possible of what stands above it.
void scroll_to_made(UiState& state, float top) {
  const float room = ImGui::GetWindowHeight();
  if (state.buffers_shown == state.turns && state.buffers_height == room) return;
  state.buffers_shown = state.turns;
  state.buffers_height = room;
  const float low = ImGui::GetCursorPosY() + ui::dp(4) - room;
  ImGui::SetScrollY(std::max(std::min(top, low), 0.f));
}

/// Of every name the row that was shown last in the launch of this step.
std::vector<const radix::OwnRow*> own_rows_at(const radix::Trace& trace, std::size_t step) {
  std::vector<const radix::OwnRow*> rows;
  for (const radix::OwnRow& row : trace.own_rows) {
    if (row.step > step || row.launch != trace.steps[step].launch) continue;
    const auto same = std::ranges::find(rows, row.name, &radix::OwnRow::name);
    if (same == rows.end())
      rows.push_back(&row);
    else
      *same = &row;
  }
  return rows;
}

}  // namespace

void buffers_section(const PanelContext& panel) {
  const bool border = false;
  ImGui::BeginChild("buffers", {0, std::max(ImGui::GetContentRegionAvail().y, ui::dp(60))}, border);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ui::dp(8), ui::dp(2)));
  const float width = ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize;
  const radix::Step* step = panel.moment.step();
  const Array input = step ? Array{} : input_of(panel.moment);
  struct Shown {
    ArrayDrawing drawing;
    bool made;
  };
  std::vector<Shown> all;
  const auto show = [&](const Array& array, bool made) {
    all.push_back({ArrayDrawing(panel, array, width), made});
  };
  if (!step) {
    show(input, false);
  } else {
    for (const radix::SharedArray& array : step->arrays) show(*array, array->id == step->made);
    const std::size_t now = panel.moment.cursor - 1;
    for (const radix::OwnRow* row : own_rows_at(*panel.moment.trace, now))
      show(*row->array, row->step == now);
  }
  // All types stand behind the names, or all under them
  const bool below =
      std::ranges::any_of(all, [](const Shown& each) { return !each.drawing.fits_one_line(); });
  for (Shown& each : all) {
    const float at = ImGui::GetCursorPosY();
    each.drawing.draw(each.made, below);
    if (each.made) scroll_to_made(panel.state, at);
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
}

}  // namespace scope
