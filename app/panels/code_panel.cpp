// The kernel's own source, the statement that made this step lit, with what the lit key's thread
// has worked out beside the lines. Its head comment is the lesson. Lines of the instrument are
// quiet, and gone where it reads as in a book.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/text.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/figures/fault_figure.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"
#include "code_values.hpp"
#include "panels.hpp"
#include "source_text.hpp"

namespace scope {
namespace {

constexpr float code_size = 13.5f, code_pitch = 20, gutter = 40;
constexpr uint32_t value_columns = 7;  // " = 14" in its box
constexpr uint32_t whole_lines = 44;   // columns from which on a line of code is not broken
constexpr float tab_height = 26;
constexpr float few_lines = 6;  // of code; below, the tabs take one line instead of two

Ink ink_of(SourceInk ink) {
  switch (ink) {
    case SourceInk::comment: return Ink::dim;
    case SourceInk::keyword: return Ink::accent;
    case SourceInk::cuda: return Ink::digit3;
    case SourceInk::number:
    case SourceInk::quoted: return Ink::digit1;
    case SourceInk::plain: break;
  }
  return Ink::text;
}

/// A source broken into rows that fit the panel.
struct Piece {
  uint32_t line = 0;  ///< 0-based
  uint32_t begin = 0, end = 0, indent = 0;
};
struct CodePage {
  std::string_view file;
  std::string planted;  ///< the fault that its text has
  std::string text;     ///< the kernel's own, or that with the fault
  uint32_t columns = 0;
  uint32_t longest = 0;  ///< characters of the longest piece
  bool book = false;     ///< without the instrument
  bool covered = false;  ///< the fault is to be found: CoveredPage
  std::vector<SourceRow> rows;
  std::vector<Piece> pieces;
};

/// Blanks at the start of a line that is too long and deeply indented: those beyond eight.
uint32_t surplus_indent(std::string_view text, uint32_t columns) {
  constexpr uint32_t most = 8;
  const auto blanks = static_cast<uint32_t>(std::min(text.find_first_not_of(' '), text.size()));
  return text.size() > columns && blanks > most ? blanks - most : 0;
}

/// Columns at which a line is broken: lines of code not at all where the panel is wide enough.
uint32_t columns_for(const CodePage& page, std::string_view line) {
  const bool words = trimmed(line).starts_with("//");
  return words || page.columns < whole_lines ? page.columns : 1000;
}

void break_rows(CodePage& page) {
  page.pieces.clear();
  page.longest = 0;
  for (uint32_t i = 0; i < page.rows.size(); ++i) {
    if (page.book && page.rows[i].instrument) continue;
    const std::string_view text = page.rows[i].text;
    const uint32_t columns = columns_for(page, text), skip = surplus_indent(text, columns);
    const uint32_t indent = hanging_indent(text.substr(skip));
    auto cuts = cuts_of(text.substr(skip), columns, indent);
    // Behind the end of a statement there is room for the value that it has computed
    const std::size_t tail = text.size() - skip - cuts.back() + (cuts.size() > 1 ? indent : 0);
    const bool ends = text.find(" = ") != text.npos || text.ends_with(';');
    if (columns < whole_lines && ends && tail + value_columns > columns)
      cuts = cuts_of(text.substr(skip), columns - value_columns, indent);
    for (std::size_t c = 0; c < cuts.size(); ++c) {
      const auto end =
          c + 1 < cuts.size() ? cuts[c + 1] + skip : static_cast<uint32_t>(text.size());
      uint32_t begin = cuts[c] + skip;
      while (c > 0 && begin < end && text[begin] == ' ') ++begin;
      if (c == 0 || begin < end) page.pieces.push_back({i, begin, end, c == 0 ? 0 : indent});
      page.longest = std::max(page.longest, end - begin);
    }
  }
}

/// The page of this file at this width; made again only when one of them changes.
const CodePage& page_of(std::string_view file, uint32_t columns, bool book,
                        const radix::PlantedFault* fault, bool covered) {
  static CodePage page;
  const std::string planted = fault && fault->file == file ? fault->name : "";
  const bool same_text = page.file == file && page.planted == planted && page.covered == covered;
  if (same_text && page.columns == columns && page.book == book) return page;
  if (!same_text) {
    page.text = planted.empty() ? std::string(embedded_text(file))
                : covered       ? covered_page(*fault).text
                                : radix::patched_text(*fault);
    page.rows = source_rows(page.text);
  }
  page.covered = covered;
  page.planted = planted;
  page.file = file;
  page.columns = columns;
  page.book = book;
  break_rows(page);
  return page;
}

void draw_piece(ImDrawList* list, ImVec2 at, float advance, const SourceRow& row,
                const Piece& piece) {
  float x = at.x + advance * static_cast<float>(piece.indent);
  for (const SourceSpan& span : row.spans) {
    const uint32_t begin = std::max(span.begin, piece.begin), end = std::min(span.end, piece.end);
    if (begin >= end) continue;
    const std::string_view text = row.text.substr(begin, end - begin);
    ui::text_at(list, Face::mono, ui::dp(code_size), {x, at.y},
                ui::ink(row.instrument ? Ink::dim : ink_of(span.ink)), text);
    x += ui::text_size(Face::mono, ui::dp(code_size), text).x;
  }
}

/// Rows that are lit, from 0; begin == end: none.
struct LitRows {
  int begin = -1, end = -1;
  bool holds(uint32_t row) const {
    return static_cast<int>(row) >= begin && static_cast<int>(row) < end;
  }
};

float width_of(const CodeValue& value) {
  return ui::text_size(Face::mono, ui::dp(code_size), value.text).x + ui::dp(12);
}

/// The row of pieces where a value that belongs behind row `own` covers no code: that row, or one
/// of the two below and above, the nearest first; but its own, over the end of the line, where the
/// panel cuts that or none has the room. `ends`: where the text of a row ends; `taken`: a row that
/// shows a value itself.
template <class Ends, class Taken>
int row_for(const CodeValue& value, int own, int count, float right, const Ends& ends,
            const Taken& taken) {
  const bool cut = ends(own) > right;
  for (const int row : {own, own + 1, own - 1, own + 2, own - 2}) {
    if (cut && std::abs(row - own) > 1) break;
    if (row < 0 || row >= count || (row != own && taken(row))) continue;
    if (ends(row) + ui::dp(10) + width_of(value) + ui::dp(4) <= right) return row;
  }
  return own;
}

/// A value behind a line that ends at `from`, where it can be seen in a panel that ends at `right`.
void draw_value(ImDrawList* list, float from, float right, float middle, const CodeValue& value) {
  const float px = ui::dp(code_size), wide = width_of(value), high = ui::dp(18);
  const float x = std::min(from + ui::dp(10), right - wide - ui::dp(4));
  const std::string& text = value.text;
  ui::box(list, {x, middle - high / 2, wide, high}, ui::ink(Ink::raised),
          ui::ink(Ink::select, 0.7f), ui::dp(5), ui::dp(1));
  ui::text_at(list, Face::mono, px, {x + ui::dp(6), middle}, ui::ink(Ink::select), text);
}

/// Draws the rows that can be seen; lights those of `lit`. Returns the line that was clicked, from
/// 1, where it is asked for; else 0.
uint32_t draw_page(const CodePage& page, LitRows lit, const KernelMarks& marks,
                   const std::vector<CodeValue>& values) {
  uint32_t clicked = 0;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float height = ui::dp(code_pitch), left = ImGui::GetWindowPos().x;
  const float right = left + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize;
  const float advance = ui::text_size(Face::mono, ui::dp(code_size), "0").x;
  const auto count = static_cast<int>(page.pieces.size());
  const int first = std::clamp(static_cast<int>(ImGui::GetScrollY() / height) - 1, 0, count);
  const int last =
      std::clamp(first + static_cast<int>(ImGui::GetWindowHeight() / height) + 3, 0, count);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto piece_of = [&](int i) -> const Piece& {
    return page.pieces[static_cast<std::size_t>(i)];
  };
  const auto end_of = [&](int i) {
    const Piece& piece = piece_of(i);
    return origin.x + ui::dp(gutter) +
           advance * static_cast<float>(piece.indent + piece.end - piece.begin);
  };
  const auto value_of = [&](int i) {  // behind the last row of its line
    const bool ends = i + 1 == count || piece_of(i + 1).line != piece_of(i).line;
    const auto value = std::ranges::find(values, piece_of(i).line, &CodeValue::row);
    return ends && value != values.end() ? &*value : nullptr;
  };
  for (int i = first; i < last; ++i) {
    const Piece& piece = piece_of(i);
    const ImVec2 at(origin.x, origin.y + height * static_cast<float>(i));
    const bool here = lit.holds(piece.line);
    if (here) {
      list->AddRectFilled({left, at.y}, {right, at.y + height}, ui::tint(code_line));
      list->AddRectFilled({left, at.y}, {left + ui::dp(3), at.y + height}, ui::ink(Ink::accent));
    }
    const uint32_t number = piece.line + 1;
    const bool wrong = std::ranges::find(marks.wrong, number) != marks.wrong.end();
    if (wrong) {
      list->AddRectFilled({left, at.y}, {right, at.y + height}, ui::ink(Ink::warn, 0.16f));
      list->AddRectFilled({left, at.y}, {left + ui::dp(3), at.y + height}, ui::ink(Ink::warn));
    }
    const bool over = marks.asks && ImGui::IsWindowHovered() &&
                      ImGui::IsMouseHoveringRect({left, at.y}, {right, at.y + height});
    if (over && ImGui::IsMouseClicked(0)) clicked = number;
    if (marks.asks && (over || number == marks.suspect))
      list->AddRect({left + ui::dp(1), at.y}, {right - ui::dp(1), at.y + height},
                    ui::ink(Ink::warn, number == marks.suspect ? 1 : 0.5f), ui::dp(4), 0,
                    ui::dp(1.5f));
    const float middle = at.y + height / 2;
    if (i == 0 || piece_of(i - 1).line != piece.line)
      ui::text_at(list, Face::mono, ui::dp(12), {at.x + ui::dp(gutter - 10), middle},
                  ui::ink(here ? Ink::text : Ink::dim), std::to_string(piece.line + 1),
                  Anchor::right);
    draw_piece(list, {at.x + ui::dp(gutter), middle}, advance, page.rows[piece.line], piece);
  }
  int used = -1;  // the row of the value before
  for (int i = first; i < last; ++i) {
    const CodeValue* value = value_of(i);
    if (value == nullptr) continue;
    const auto fits = [&](const CodeValue& text) {
      return end_of(i) + ui::dp(10) + width_of(text) + ui::dp(4) <= right;
    };
    // Beside its own line it needs no name: the line says it
    const CodeValue bare{
        value->row, value->text.substr(std::min(value->text.find(" = ") + 1, value->text.size()))};
    const CodeValue& named = !fits(*value) && fits(bare) ? bare : *value;
    const int row = row_for(named, i, count, right, end_of,
                            [&](int at) { return at == used || value_of(at) != nullptr; });
    const CodeValue& text = row == i && !fits(named) ? bare : named;
    used = row;
    const float from = std::max(end_of(row), end_of(i));  // under the end of its own line
    draw_value(list, from, right, origin.y + height * (static_cast<float>(row) + 0.5f), text);
  }
  const bool whole = page.columns >= whole_lines;
  ImGui::Dummy({whole ? ui::dp(gutter + 6) + advance * static_cast<float>(page.longest) : 1,
                height * static_cast<float>(count)});
  return clicked;
}

/// Scrolls so that the line stands in the upper half.
void show_line(const CodePage& page, int line) {
  const auto found = std::ranges::find_if(
      page.pieces, [&](const Piece& piece) { return static_cast<int>(piece.line) == line; });
  const auto index = static_cast<float>(found - page.pieces.begin());
  ImGui::SetScrollY(std::max(index * ui::dp(code_pitch) - ImGui::GetWindowHeight() * 0.4f, 0.f));
}

/// Made again only when the moment, the lit key or the file changes.
const std::vector<CodeValue>& values_of(const PanelContext& panel, const CodePage& page) {
  static std::vector<CodeValue> values;
  static std::string made_for;
  const Moment& moment = panel.moment;
  const std::string now = say(panel.state.turns, " ", moment.selected(), " ",
                              moment.table_entry.value_or(nobody), " ", page.file);
  if (now != made_for) values = code_values(moment, page.file, page.rows);
  made_for = now;
  return values;
}

std::string stem(std::string_view file) { return std::string(file.substr(0, file.rfind('.'))); }

/// A small switch in the panel's head, lit while the kernel reads as in the book.
void book_switch(const PanelContext& panel) {
  const bool on = panel.document.book;
  const ui::Font font(Face::ui, ui::words);
  const ImVec2 size(ImGui::CalcTextSize("book").x + ui::dp(10), ImGui::GetTextLineHeight());
  if (ui::hot_area("book", size)) panel.post("book", on ? "off" : "on");
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  const bool hovered = ImGui::IsItemHovered();
  const Ink edge = on ? Ink::accent : Ink::line, word = on ? Ink::accent : Ink::dim;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, {a.x, a.y, b.x - a.x, b.y - a.y}, 0, ui::ink(edge), ui::dp(4));
  ui::text_at(list, Face::ui, ui::dp(ui::words), {(a.x + b.x) / 2, (a.y + b.y) / 2},
              ui::ink(hovered ? Ink::text : word), "book", Anchor::middle);
  if (hovered)
    panel.state.next_hover_words = on ? "Show the lines that record the steps, too"
                                      : "Fold the lines that record the steps away";
}

/// "sort_in_block<<<4, 4>>>" and whose values stand beside the lines; where there is no room for
/// all, the name is cut.
void title(const PanelContext& panel) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - ui::dp(44);
  const radix::Step* step = panel.moment.step() ? panel.moment.step() : panel.moment.next();
  const ui::Font font(Face::mono, ui::words);
  ImGui::AlignTextToFramePadding();
  if (!step) return ImGui::TextUnformatted("");
  std::string who;
  const uint32_t key = panel.moment.selected();
  if (key < panel.moment.problem().size()) {
    const radix::Problem& problem = panel.moment.problem();
    who = "key " + problem.text_of(problem.keys()[key]) + duplicate_marks(problem)[key];
  }
  const float wanted = who.empty() ? 0 : ImGui::CalcTextSize(who.c_str()).x + ui::dp(14);
  const float room = right - ImGui::GetCursorPosX() - wanted;
  const std::string cut = say("<<<", step->blocks, ", ", step->threads, ">>>");
  const std::string launch = ui::fitted(Face::mono, ui::dp(ui::words), step->kernel,
                                        room - ImGui::CalcTextSize(cut.c_str()).x) +
                             cut;
  {
    const ui::TextInk quiet(Ink::dim);
    ImGui::TextUnformatted(launch.c_str());
  }
  if (!who.empty()) {
    const ui::TextInk lit(Ink::select);
    ImGui::SameLine(0, ui::dp(14));
    ImGui::TextUnformatted(who.c_str());
  }
  ImGui::SameLine();
  ImGui::SetCursorPosX(right);
  book_switch(panel);
}

float tab_width(std::string_view file) {
  return ImGui::CalcTextSize(stem(file).c_str()).x + ui::dp(14);
}

/// One tab per file, in so many lines at most: the last ones may find no room, but not the one that
/// is shown. Returns the one that was clicked, or "".
std::string_view tabs(std::vector<std::string_view> files, std::string_view shown, int most_lines) {
  std::string_view clicked;
  const ui::Font font(Face::ui, ui::words);
  const auto at = std::ranges::find(files, shown);
  float before = 0;
  for (auto file = files.begin(); file != at; ++file) before += tab_width(*file) + ui::dp(2);
  if (at != files.end() && before + tab_width(*at) > ImGui::GetContentRegionAvail().x &&
      most_lines == 1)
    std::rotate(files.begin(), at, at + 1);
  int lines = 1;
  for (const std::string_view file : files) {
    const std::string name = stem(file);
    const ImVec2 size(tab_width(file), ui::dp(tab_height));
    if (file != files.front() && ImGui::GetContentRegionAvail().x < size.x) {
      if (++lines > most_lines) break;
      ImGui::NewLine();
    }
    if (ui::hot_area(name.c_str(), size)) clicked = file;
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const bool on = file == shown;
    ImDrawList* list = ImGui::GetWindowDrawList();
    ui::text_at(list, Face::ui, ui::dp(ui::words), {(a.x + b.x) / 2, (a.y + b.y) / 2},
                ui::ink(on || ImGui::IsItemHovered() ? Ink::text : Ink::dim), name, Anchor::middle);
    if (on) list->AddRectFilled({a.x, b.y - ui::dp(2)}, b, ui::ink(Ink::accent));
    ImGui::SameLine(0, ui::dp(2));
  }
  ImGui::NewLine();
  return clicked;
}

}  // namespace

void code_section(const PanelContext& panel) {
  const float height = ImGui::GetContentRegionAvail().y;
  const radix::RungInfo* rung = radix::rung_named(panel.moment.trace->rung);
  if (!rung) return;
  UiState& state = panel.state;
  if (state.code_shown != state.turns) state.code_file.clear();

  const float top = ImGui::GetCursorPosY();
  title(panel);
  const radix::PlantedFault* planted = fault_in(panel.document.lane());
  KernelMarks marks = kernel_marks(panel.document, panel.moment, "");
  const bool game = marks.asks;
  const radix::SourceLine& made = marks.lit;
  const std::string of_step = game ? planted->file : made.line > 0 ? made.file : rung->file;
  const std::string shown = state.code_file.empty() ? of_step : state.code_file;
  marks = kernel_marks(panel.document, panel.moment, shown);
  std::vector<std::string_view> files = files_of(*panel.moment.trace);
  if (std::ranges::find(files, of_step) == files.end())
    files.push_back(of_step);  // the reversing pass
  const float both_lines = ImGui::GetCursorPosY() - top + 2 * ui::dp(tab_height);
  const bool low = height - both_lines < few_lines * ui::dp(code_pitch);
  const std::string_view clicked = tabs(files, shown, low ? 1 : 2);
  if (!clicked.empty()) state.code_file = clicked;

  const float used = ImGui::GetCursorPosY() - top;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui::ink(Ink::page));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, ui::dp(6)));
  const bool border = true;
  ImGui::BeginChild("code", {0, std::max(height - used, ui::dp(60))}, border,
                    ImGuiWindowFlags_HorizontalScrollbar);
  const float advance = ui::text_size(Face::mono, ui::dp(code_size), "0").x;
  const float room = ImGui::GetWindowWidth() - ui::dp(gutter + 6) - ImGui::GetStyle().ScrollbarSize;
  const bool book = panel.document.book;
  const CodePage& page =
      page_of(shown, static_cast<uint32_t>(std::max(room / advance, 16.f)), book, planted, game);
  const int line = made.line > 0 && made.file == shown
                       ? static_cast<int>(lit_row(page.rows, shown_row(page.rows, made.line)))
                       : -1;
  LitRows lit;
  if (line >= 0)
    lit = {line, static_cast<int>(statement_end(page.rows, static_cast<std::size_t>(line)))};
  const bool turned = state.code_shown != state.turns || state.code_columns != page.columns ||
                      state.code_book != book;
  state.code_shown = state.turns;
  state.code_columns = page.columns;
  state.code_book = book;
  if (turned && line >= 0) show_line(page, line);
  if (turned && line < 0 && !game) ImGui::SetScrollY(0);
  if (marks.suspect != state.code_suspect && marks.suspect > 0)
    show_line(page, static_cast<int>(marks.suspect) - 1);
  state.code_suspect = marks.suspect;
  static const std::vector<CodeValue> no_values;  // they would tell which lines made the step
  if (const uint32_t clicked_line =
          draw_page(page, lit, marks, game ? no_values : values_of(panel, page)))
    panel.post("suspect", say(clicked_line, " ", shown));
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace scope
