#include "code_page.hpp"

#include <algorithm>
#include <cctype>
#include <span>

#include "app/core/base/text.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"

namespace scope {
namespace {

constexpr float largest_type = 13.5f, broken_type = 12, least_type = 11;
constexpr uint32_t value_columns = 7;  // " = 14" in its box
constexpr uint32_t narrow_columns = 44;
constexpr uint32_t least_columns = 16;

/// Blanks at the start of a line that is too long and deeply indented: those beyond a third of the
/// page, in a narrow one beyond eight.
uint32_t surplus_indent(std::string_view text, uint32_t columns) {
  const uint32_t most = columns < narrow_columns ? 8 : columns / 3;
  const auto blanks = static_cast<uint32_t>(std::min(text.find_first_not_of(' '), text.size()));
  return text.size() > columns && blanks > most ? blanks - most : 0;
}

void draw_piece(ImDrawList* list, ImVec2 at, float px, float advance, const SourceRow& row,
                const CodePiece& piece) {
  float x = at.x + advance * static_cast<float>(piece.indent);
  if (!piece.words.empty())
    ui::text_at(list, Face::mono, px, {x, at.y}, ui::ink(ink_of(SourceInk::comment)), piece.words);
  for (const SourceSpan& span : row.spans) {
    const uint32_t begin = std::max(span.begin, piece.begin), end = std::min(span.end, piece.end);
    if (begin >= end) continue;
    const std::string_view text = row.text.substr(begin, end - begin);
    ui::text_at(list, Face::mono, px, {x, at.y}, ui::ink(ink_of(span.ink)), text);
    x += ui::text_size(Face::mono, px, text).x;
  }
}

float width_of(const CodeValue& value, float px) {
  return ui::text_size(Face::mono, px, value.text).x + ui::dp(12);
}

/// The name of a piece that stands `x` pixels after its start; "": none does.
std::string word_at(const SourceRow& row, const CodePiece& piece, float x, float advance) {
  const auto named = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  const float column = x / advance - static_cast<float>(piece.indent);
  if (column < 0 || piece.begin + static_cast<uint32_t>(column) >= piece.end) return "";
  std::size_t begin = piece.begin + static_cast<std::size_t>(column), end = begin;
  const std::size_t comment = row.text.find("//");
  if (comment <= begin) return "";
  while (begin > 0 && named(row.text[begin - 1])) --begin;
  while (end < row.text.size() && named(row.text[end])) ++end;
  return std::string(row.text.substr(begin, end - begin));
}

/// The row of pieces where a value that belongs after row `own` covers no code: that row, or one
/// of the two below and above, the nearest first; but its own, over the end of the line, where none
/// has the room for it. `wide`: how many pixels it takes in a row; `ends`: where the text of a row
/// ends; `taken`: a row that shows a value itself.
template <class Wide, class Ends, class Taken>
int row_for(int own, int count, float right, const Wide& wide, const Ends& ends,
            const Taken& taken) {
  for (const int row : {own, own + 1, own - 1, own + 2, own - 2}) {
    if (row < 0 || row >= count || (row != own && taken(row))) continue;
    if (ends(row) + ui::dp(10) + wide(row) + ui::dp(4) <= right) return row;
  }
  return own;
}

/// A value after a line that ends at `from`, where it can be seen in a panel that ends at `right`.
void draw_value(ImDrawList* list, float from, float right, float middle, const CodeValue& value,
                float px) {
  const float wide = width_of(value, px), high = ui::dp(18);
  const float x = std::min(from + ui::dp(10), right - wide - ui::dp(4));
  const std::string& text = value.text;
  ui::box(list, {x, middle - high / 2, wide, high}, ui::ink(Ink::raised),
          ui::ink(Ink::select, value.later ? 0.25f : 0.7f), ui::dp(5), ui::dp(1));
  ui::text_at(list, Face::mono, px, {x + ui::dp(6), middle},
              ui::ink(value.later ? Ink::dim : Ink::select), text);
}

}  // namespace

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

float code_size(float room) {
  const float whole = room / (text_width("0", 1, Face::mono) * (longest_line + 1));
  return whole < least_type ? broken_type : std::min(whole, largest_type);
}

CodeType code_type(float width) {
  const float room = width - ui::dp(code_gutter + code_air) - ImGui::GetStyle().ScrollbarSize;
  CodeType type{.size = code_size(room / ui::dp(1))};
  const float advance = ui::text_size(Face::mono, ui::dp(type.size), "0").x;
  type.columns = std::max(static_cast<uint32_t>(std::max(room, 0.f) / advance), least_columns);
  return type;
}

/// Where the rows of a kernel's head are: from "__global__ void name(" to its "{".
static std::vector<bool> heads_of(const std::vector<SourceRow>& rows) {
  std::vector<bool> heads(rows.size());
  bool inside = false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string_view text = rows[i].text;
    const bool starts =
        text.find('(') != text.npos &&
        (text.starts_with("__global__") || text.starts_with("__device__") ||
         text.starts_with("inline ") || text.starts_with("void ") || text.starts_with("template"));
    inside = inside || starts;
    heads[i] = inside;
    if (text.find('{') != text.npos || text.ends_with(';')) inside = false;
  }
  return heads;
}

/// A row of a head set as people write one that is too long: parameters in lines of their own,
/// four columns to the right, never one in two parts.
static void break_head(CodePage& page, uint32_t row) {
  constexpr uint32_t indent = 4;
  const std::string_view text = page.rows[row].text;
  const auto blanks = static_cast<uint32_t>(std::min(text.find_first_not_of(' '), text.size()));
  const auto size = static_cast<uint32_t>(text.size());
  const uint32_t columns = std::max(page.type.columns, least_columns);
  uint32_t begin = blanks, best = 0, word = 0, in = blanks > 0 ? indent : 0;
  for (uint32_t at = begin; at < size; ++at) {
    if (at - begin + in >= columns) {
      const uint32_t cut = best > begin ? best : word > begin ? word : at;
      page.pieces.push_back({row, begin, cut, in});
      begin = cut, in = indent;
      while (begin < size && text[begin] == ' ') ++begin;
    }
    if (text[at] == ',' || text[at] == '(') best = at + 1;
    if (text[at] == ' ') word = at + 1;
  }
  page.pieces.push_back({row, begin, size, in});
  // A brace alone takes the word before it along
  const std::size_t count = page.pieces.size();
  if (count < 2 || page.pieces[count - 2].line != row || trimmed(text.substr(begin)) != "{") return;
  CodePiece &before = page.pieces[count - 2], &brace = page.pieces[count - 1];
  const std::size_t end = text.find_last_not_of(' ', before.end - 1);
  const std::size_t blank = text.find_last_of(' ', end);
  if (blank == text.npos || blank < before.begin) return;
  before.end = brace.begin = static_cast<uint32_t>(blank) + 1;
}

/// A row of a table in a comment: it stands far after the strokes.
static bool is_table_row(std::string_view text) {
  constexpr std::size_t least_blanks = 5;
  const std::size_t begin = text.find_first_not_of('/');
  return text.starts_with("///") && begin != text.npos &&
         text.find_first_not_of(' ', begin) >= begin + least_blanks &&
         text.find_first_not_of(' ', begin) != text.npos;
}

/// Where a table's rows from `begin` on are cut so that they have at most `room` columns: after a
/// blank of every row, at best after two, in its right half; 0: nowhere.
static std::size_t cut_of_table(std::span<const SourceRow> rows, std::size_t begin,
                                std::size_t room) {
  const auto blank = [&](std::size_t at) {
    return std::ranges::all_of(
        rows, [&](const SourceRow& row) { return at >= row.text.size() || row.text[at] == ' '; });
  };
  std::size_t narrow = 0;
  for (std::size_t cut = begin + room; cut > begin + room / 2; --cut) {
    if (!blank(cut - 1)) continue;
    if (blank(cut - 2)) return cut;
    if (narrow == 0) narrow = cut;
  }
  return narrow;
}

/// True where a table holds numbers from column `begin` on, not sentences.
static bool has_numbers(std::span<const SourceRow> rows, std::size_t begin) {
  std::size_t letters = 0, others = 0;
  for (const SourceRow& row : rows)
    for (std::size_t at = begin; at < row.text.size(); ++at)
      (std::isalpha(static_cast<unsigned char>(row.text[at])) ? letters : others) +=
          row.text[at] == ' ' ? 0 : 1;
  return letters <= others;
}

/// A table of numbers too wide for any type: its columns at the left, then those that follow, so
/// that each stands under its own. False where it cannot be cut so.
static bool set_table_in_parts(CodePage& page, uint32_t row, uint32_t end, std::size_t lead,
                               std::size_t longest) {
  constexpr uint32_t indent = 2;
  const std::span<const SourceRow> rows = std::span(page.rows).subspan(row, end - row);
  const std::size_t room = page.type.columns - 2 * indent;
  std::vector<CodePiece> pieces;
  for (std::size_t begin = lead; begin < longest;) {
    const std::size_t cut = longest - begin <= room ? longest : cut_of_table(rows, begin, room);
    if (cut == 0 || (cut < longest && !has_numbers(rows, cut))) return false;
    for (uint32_t each = row; each < end; ++each) {
      const std::size_t stop = std::min(cut, page.rows[each].text.size());
      if (stop > begin)
        pieces.push_back({each, static_cast<uint32_t>(begin), static_cast<uint32_t>(stop),
                          begin == lead ? indent : 2 * indent});
    }
    begin = cut;
  }
  page.pieces.insert(page.pieces.end(), pieces.begin(), pieces.end());
  return true;
}

/// A table that is too wide for the page, from this row on: without its strokes and in smaller type
/// its rows stay whole. Returns the row after it, or `row` where the type would be too small and
/// no column is free to cut it.
static uint32_t set_table(CodePage& page, uint32_t row) {
  constexpr float least_scale = 0.72f;
  constexpr uint32_t indent = 2;
  uint32_t end = row;
  std::size_t lead = std::string_view::npos, longest = 0;
  for (; end < page.rows.size() && is_table_row(page.rows[end].text); ++end) {
    lead = std::min(lead, page.rows[end].text.find_first_not_of(' ', 3));
    longest = std::max(longest, page.rows[end].text.size());
  }
  if (end == row || longest <= page.type.columns) return row;
  const float scale =
      static_cast<float>(page.type.columns - indent) / static_cast<float>(longest - lead);
  if (scale < least_scale) return set_table_in_parts(page, row, end, lead, longest) ? end : row;
  for (uint32_t each = row; each < end; ++each)
    page.pieces.push_back({each, static_cast<uint32_t>(lead),
                           static_cast<uint32_t>(page.rows[each].text.size()), indent,
                           std::min(scale, 0.99f)});
  return end;
}

/// Where the words of a comment's row of prose start, after "/// "; 0: it is none.
static std::size_t prose_begin(const SourceRow& row) {
  const std::string_view text = row.text;
  const std::size_t strokes = text.find_first_not_of(' ');
  if (row.only_note() || strokes == text.npos || !text.substr(strokes).starts_with("//")) return 0;
  const std::size_t blank = text.find_first_not_of('/', strokes);
  const bool words = blank != text.npos && text[blank] == ' ' && blank + 1 < text.size() &&
                     text[blank + 1] != ' ' && text.find("   ", blank) == text.npos;
  return words ? blank + 1 : 0;
}

/// True where a row of prose goes on in the next one: its author's line was full.
static bool goes_on(const SourceRow& row, const SourceRow& next) {
  const std::size_t begin = prose_begin(row);
  if (begin == 0 || begin != prose_begin(next) ||
      row.text.substr(0, begin) != next.text.substr(0, begin))
    return false;
  const std::size_t word = std::min(next.text.find(' ', begin), next.text.size()) - begin;
  return row.text.size() + 1 + word > longest_line;
}

/// A paragraph of a comment with lines that are too long for the page, from this row on, is filled
/// anew: no line holds a single word that was left over. Returns the row after it, or `row`.
static uint32_t set_paragraph(CodePage& page, uint32_t row) {
  const std::size_t begin = prose_begin(page.rows[row]);
  uint32_t end = row + 1;
  while (begin > 0 && end < page.rows.size() && goes_on(page.rows[end - 1], page.rows[end])) ++end;
  const bool whole =
      std::all_of(page.rows.begin() + row, page.rows.begin() + end,
                  [&](const SourceRow& each) { return each.text.size() <= page.type.columns; });
  if (end == row + 1 || whole) return row;
  const std::size_t strokes = page.rows[row].text.find('/');
  const auto indent = static_cast<uint32_t>(begin);
  CodePiece piece{.line = row, .indent = static_cast<uint32_t>(strokes), .last = row};
  piece.words = page.rows[row].text.substr(strokes, begin - strokes);  // "/// "
  std::size_t taken = begin;                                           // columns
  bool first = true;                                                   // word of the piece
  for (uint32_t each = row; each < end; ++each) {
    std::string_view rest = page.rows[each].text.substr(begin);
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      if (word.empty()) continue;
      if (!first && taken + 1 + word.size() > page.type.columns) {
        page.pieces.push_back(std::move(piece));
        piece = {.line = each, .indent = indent, .last = each};
        taken = begin, first = true;
      }
      if (!first) piece.words += ' ', ++taken;
      piece.words += word, taken += word.size(), piece.last = each, first = false;
    }
  }
  page.pieces.push_back(std::move(piece));
  return end;
}

void break_rows(CodePage& page) {
  page.pieces.clear();
  const uint32_t columns = page.type.columns;
  const std::vector<bool> heads = heads_of(page.rows);
  bool head_is_broken = false;  // of the head at work one row is too long: all are set so
  for (uint32_t i = 0; i < page.rows.size(); ++i) {
    if (page.rows[i].only_note()) continue;
    if (const uint32_t behind = set_table(page, i); behind > i) {
      i = behind - 1;
      continue;
    }
    if (const uint32_t behind = set_paragraph(page, i); behind > i) {
      i = behind - 1;
      continue;
    }
    const std::string_view text = page.rows[i].text;
    if (heads[i] && (i == 0 || !heads[i - 1])) {
      head_is_broken = false;
      for (uint32_t k = i; k < page.rows.size() && heads[k]; ++k)
        head_is_broken = head_is_broken || page.rows[k].text.size() > columns;
    }
    if (heads[i] && head_is_broken) {
      break_head(page, i);
      continue;
    }
    const uint32_t skip = surplus_indent(text, columns);
    const uint32_t indent = hanging_indent(text.substr(skip));
    auto cuts = cuts_of(text.substr(skip), columns, indent);
    // After the end of a statement there is room for the value that it has computed, unless every
    // line of a kernel stays whole
    const std::size_t tail = text.size() - skip - cuts.back() + (cuts.size() > 1 ? indent : 0);
    const bool sets = text.find(" = ") != text.npos, ends = sets || text.ends_with(';');
    const bool broken = columns < narrow_columns || cuts.size() > 1;
    if ((broken ? ends : sets && columns <= longest_line) && tail + value_columns > columns)
      cuts = cuts_of(text.substr(skip), columns - value_columns, indent);
    for (std::size_t c = 0; c < cuts.size(); ++c) {
      const auto end =
          c + 1 < cuts.size() ? cuts[c + 1] + skip : static_cast<uint32_t>(text.size());
      uint32_t begin = cuts[c] + skip;
      while (c > 0 && begin < end && text[begin] == ' ') ++begin;
      if (c == 0 || begin < end) page.pieces.push_back({i, begin, end, c == 0 ? 0 : indent});
    }
  }
}

void turn_to(CodePage& page, std::string_view file, const CodeType& type,
             const radix::PlantedFault* fault, bool covered, const std::string* own) {
  const std::string planted = fault && fault->file == file ? fault->name : "";
  const bool same_text = page.file == file && page.planted == planted && page.covered == covered &&
                         (!own || page.text == *own);
  if (same_text && page.type == type) return;
  if (!same_text) {
    page.text = own               ? *own
                : planted.empty() ? std::string(embedded_text(file))
                : covered         ? covered_page(*fault).text
                                  : radix::patched_text(*fault);
    page.rows = source_rows(page.text);
  }
  page.covered = covered;
  page.planted = planted;
  page.file = file;
  page.type = type;
  break_rows(page);
}

uint32_t draw_page(const CodePage& page, const std::vector<RowRange>& lit, const KernelMarks& marks,
                   const std::vector<CodeValue>& values, CodeMouse* mouse) {
  uint32_t clicked = 0;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float height = ui::dp(code_pitch), left = ImGui::GetWindowPos().x;
  const float right = left + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize;
  const float px = ui::dp(page.type.size), advance = ui::text_size(Face::mono, px, "0").x;
  const auto count = static_cast<int>(page.pieces.size());
  const int first = std::clamp(static_cast<int>(ImGui::GetScrollY() / height) - 1, 0, count);
  const int last =
      std::clamp(first + static_cast<int>(ImGui::GetWindowHeight() / height) + 3, 0, count);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto piece_of = [&](int i) -> const CodePiece& {
    return page.pieces[static_cast<std::size_t>(i)];
  };
  const auto end_of = [&](int i) {
    const CodePiece& piece = piece_of(i);
    return origin.x + ui::dp(code_gutter) +
           advance * (static_cast<float>(piece.indent + piece.end - piece.begin) +
                      static_cast<float>(piece.words.size()));
  };
  const auto value_of = [&](int i) {  // after the last row of its line
    const bool ends = i + 1 == count || piece_of(i + 1).line != piece_of(i).line;
    const auto value = std::ranges::find(values, piece_of(i).line, &CodeValue::row);
    return ends && value != values.end() ? &*value : nullptr;
  };
  for (int i = first; i < last; ++i) {
    const CodePiece& piece = piece_of(i);
    const ImVec2 at(origin.x, origin.y + height * static_cast<float>(i));
    const bool here = std::ranges::any_of(lit, [&](const RowRange& rows) {
      return piece.line >= rows.begin && piece.line < rows.end;
    });
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
    if (mouse && !marks.asks && ImGui::IsWindowHovered() &&
        ImGui::IsMouseHoveringRect({left, at.y}, {right, at.y + height})) {
      mouse->over = number;
      mouse->on_number = ImGui::GetIO().MousePos.x < at.x + ui::dp(code_gutter - 4);
      if (ImGui::IsMouseClicked(0)) mouse->clicked = number;
      list->AddRectFilled({left, at.y}, {right, at.y + height}, ui::ink(Ink::accent, 0.06f));
      mouse->word = word_at(page.rows[piece.line], piece,
                            ImGui::GetIO().MousePos.x - at.x - ui::dp(code_gutter), advance);
    }
    if (mouse && std::ranges::any_of(mouse->found, [&](uint32_t found) {
          return found >= piece.line && found <= piece.last;
        }))
      list->AddRectFilled({left, at.y}, {right, at.y + height}, ui::ink(Ink::select, 0.12f));
    const bool begins = i == 0 || piece_of(i - 1).line != piece.line;
    if (begins && mouse && std::ranges::find(mouse->stops, number) != mouse->stops.end())
      list->AddCircleFilled({left + ui::dp(8), middle}, ui::dp(4), ui::ink(Ink::warn));
    if (begins)
      ui::text_at(list, Face::mono, ui::dp(12), {at.x + ui::dp(code_gutter - 10), middle},
                  ui::ink(here ? Ink::text : Ink::dim), std::to_string(piece.line + 1),
                  Anchor::right);
    draw_piece(list, {at.x + ui::dp(code_gutter), middle}, px * piece.scale, advance,
               page.rows[piece.line], piece);
  }
  int used = -1;  // the row of the value before
  for (int i = first; i < last; ++i) {
    const CodeValue* value = value_of(i);
    if (value == nullptr) continue;
    const auto fits = [&](const CodeValue& text) {
      return end_of(i) + ui::dp(10) + width_of(text, px) + ui::dp(4) <= right;
    };
    const CodeValue bare{value->row, value->bare, value->later};
    const CodeValue& named = !fits(*value) && fits(bare) ? bare : *value;
    // … beside another one it says whose it is
    const CodeValue numbered{value->row, std::to_string(value->row + 1) + ": " + value->text,
                             value->later};
    const auto text_in = [&](int at) -> const CodeValue& {
      return piece_of(at).line == piece_of(i).line ? named : numbered;
    };
    const int row = row_for(
        i, count, right, [&](int at) { return width_of(text_in(at), px); }, end_of,
        [&](int at) { return at == used || value_of(at) != nullptr; });
    const CodeValue& text = row == i && !fits(named) ? bare : text_in(row);
    used = row;
    const float from = std::max(end_of(row), end_of(i));  // under the end of its own line
    draw_value(list, from, right, origin.y + height * (static_cast<float>(row) + 0.5f), text, px);
  }
  ImGui::Dummy({1, height * static_cast<float>(count)});
  return clicked;
}

float height_of(const CodePage& page) {
  return ui::dp(code_pitch) * static_cast<float>(page.pieces.size());
}

float scroll_to_line(const CodePage& page, int line, float height) {
  const auto found = std::ranges::find_if(page.pieces, [&](const CodePiece& piece) {
    return static_cast<int>(piece.line) <= line && static_cast<int>(piece.last) >= line;
  });
  const auto index = static_cast<float>(found - page.pieces.begin());
  return std::max(index * ui::dp(code_pitch) - height * 0.4f, 0.f);
}

}  // namespace scope
