// The kernel as an editor: what is typed is compiled and recorded at every pause, beside the
// window.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/core/base/child_process.hpp"
#include "app/core/base/text.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/document/edit_on_card.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/document/mend.hpp"
#include "app/judge/changed_kernel.hpp"
#include "app/judge/exercises.hpp"
#include "app/window/draw.hpp"
#include "app/window/focus.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "code_page.hpp"
#include "code_panel.hpp"
#include "key_box.hpp"
#include "panels.hpp"
#include "text/edit.hpp"

namespace scope {
namespace {

constexpr double code_pause = 0.3;  // s without a key: then it is recorded
constexpr float editor_air = 6, verdict_lines = 3;
constexpr float verdict_share = 0.3f;  // of the panel, for what is said of a person's own file

/// What the editor remembers from frame to frame.
struct Editor {
  std::string file, text;
  std::string given;            ///< the text that the document has, as it was last seen
  std::vector<SourceRow> rows;  ///< of `coloured`
  std::string coloured;
  std::vector<std::string_view> lines;  ///< whole, with their notes
  std::vector<uint32_t> changed;        ///< lines, from 1
  double typed = 0;                     ///< when the text changed last, s of ImGui::GetTime()
  ImGuiID box = 0;                      ///< of the text, as it was drawn last
  uint32_t generation = 1;              ///< another one: ImGui forgets what it has of the text
  bool fresh = true;                    ///< it has just been opened
  uint32_t undone = 0;                  ///< Document::undone when it was looked at last
  bool follows = false;                 ///< the next file is the sort's choice, not the person's
  int settling = 0;                     ///< frames in which ImGui may still scroll to the text box
  std::size_t length = 0;               ///< of the text before the last key
  int caret = 0;                        ///< byte
  std::optional<std::pair<int, int>> select;  ///< what is to be selected
  std::optional<int> show;    ///< byte that is to be scrolled to, where the keyboard is elsewhere
  uint32_t places = 0;        ///< Document::edit_places, as it was seen last
  uint32_t judged = 0;        ///< StudentView::changes, likewise
  std::size_t todos = 0;      ///< steps of an exercise that were to be written then
  bool saved = false;         ///< by hand, since
  uint32_t entries = 0;       ///< Document::edit_entries, as it was seen last
  int frame = 0;              ///< in which it was drawn last
  bool enter_before = false;  ///< Enter is held since before the keyboard came here
  bool finding = false, find_fresh = false;
  std::string wanted;  ///< that is searched
};

Editor& editor() {
  static Editor one;
  return one;
}

/// A tab becomes two blanks, and a new line begins where the one above does.
int on_code(ImGuiInputTextCallbackData* data) {
  auto& own = *static_cast<Editor*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter)
    return data->EventChar == '\n' && own.enter_before ? 1 : 0;
  if (data->EventFlag == ImGuiInputTextFlags_CallbackEdit) {
    const auto grown = static_cast<std::size_t>(data->BufTextLen);
    const int at = data->CursorPos;
    if (at > 0 && data->Buf[at - 1] == '\t') {
      data->DeleteChars(at - 1, 1);
      data->InsertChars(at - 1, "  ");
    } else if (grown == own.length + 1 && at > 0 && data->Buf[at - 1] == '\n') {
      const std::string_view before(data->Buf, static_cast<std::size_t>(at - 1));
      const std::string_view line = before.substr(before.rfind('\n') + 1);
      const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
      data->InsertChars(at, std::string(blanks, ' ').c_str());
    }
  } else if (own.select) {
    data->SelectionStart = own.select->first;
    data->SelectionEnd = data->CursorPos = own.select->second;
    own.select.reset();
  }
  own.caret = data->CursorPos;
  own.length = static_cast<std::size_t>(data->BufTextLen);
  return 0;
}

/// The byte at which a line, from 1, begins.
int begin_of_line(const std::string& text, uint32_t line) {
  std::size_t at = 0;
  for (uint32_t k = 1; k < line && at < text.size(); ++k) {
    const std::size_t end = text.find('\n', at);
    if (end == text.npos) break;
    at = end + 1;
  }
  return static_cast<int>(at);
}

/// Another sort was chosen that does not use the file, in which nothing is changed: its own file
/// takes the place, and the keyboard stays where it is.
void leave_unused_file(const PanelContext& panel, Editor& own) {
  const Lane& lane = changed_lane(panel.document);
  const std::string file = edited_file(panel.document);
  const radix::SortInfo* sort = radix::sort_named(lane.setup.sort);
  if (edits_own(panel.document) || !sort || panel.moment.trace->sort != lane.setup.sort) return;
  if (lane.setup.changed && lane.setup.changed->contains(file)) return;
  if (std::ranges::count(files_of(*panel.moment.trace), std::string_view(file)) > 0) return;
  if (!std::exchange(own.follows, true)) panel.post("edit", std::string(sort->file));
}

/// Where an editor that has just been opened has its caret: the step's line, the first thing to be
/// done, or the first kernel, or what one calls.
int first_place(const std::string& text, uint32_t lit, bool own_file) {
  if (lit > 0) return begin_of_line(text, lit);
  if (own_file)
    if (const std::vector<uint32_t> todos = open_todos(text); !todos.empty()) {
      auto at = static_cast<std::size_t>(begin_of_line(text, todos.front()));
      const auto line = [&] { return std::string_view(text).substr(at, text.find('\n', at) - at); };
      while (at < text.size() && trimmed(line()).starts_with("//")) at += line().size() + 1;
      return static_cast<int>(std::min(at, text.size()));  // what is written goes below the comment
    }
  std::size_t at = text.npos;
  for (const char* function : {"\n__global__", "\n__device__", "\n__host__"})
    if (at == text.npos) at = text.find(function);
  return static_cast<int>(at == text.npos ? 0 : at + 1);
}

/// The text that the document has may be another one since: a command, another file, all taken
/// back.
void follow_document(const PanelContext& panel, Editor& own) {
  leave_unused_file(panel, own);
  const std::string file = edited_file(panel.document);
  const std::string shown = edited_text(panel.document);
  if (file == own.file && shown == own.given) return;
  const bool other_file = file != own.file;
  own.given = shown;
  if (!other_file && (shown == own.text || panel.state.code_waits)) return;
  if (!other_file)
    own.show = static_cast<int>(std::ranges::mismatch(shown, own.text).in1 - shown.begin());
  own.file = file, own.text = shown;
  ++own.generation;
  panel.state.code_waits = false;
  if (!other_file) return;
  own.fresh = !std::exchange(own.follows, false) && !edits_own(panel.document);
  if (!own.fresh) own.caret = first_place(own.text, 0, edits_own(panel.document));
  if (edits_own(panel.document)) own.show = own.caret;
}

/// The lines to mark, each with what is said about it.
struct LineMark {
  uint32_t line = 0;
  std::string text;
};
std::vector<LineMark> marks_of(const Document& document, const std::string& file) {
  if (edits_own(document)) {
    const StudentSentence* finding = finding_of(document.student->view);
    if (!finding || finding->kind == "right" || finding->line == 0) return {};
    std::vector<LineMark> marks{{finding->line, finding->text}};
    if (finding->other_line > 0) marks.push_back({finding->other_line, ""});
    return marks;
  }
  const Lane& lane = changed_lane(document);
  std::vector<LineMark> marks;
  const ChangeState state = change_state(document);
  if (state == ChangeState::refused)
    if (SaidOfLine said = said_of_line(lane.error.sentence); said.file == file)
      marks.push_back({said.line, std::move(said.text)});
  if (state != ChangeState::wrong) return marks;
  const radix::Fault& fault = *lane.trace->fault;
  for (const radix::ThreadAt& at : {fault.first, fault.second})
    if (at.source.line > 0 && at.source.file == file) marks.push_back({at.source.line, ""});
  if (!marks.empty()) marks.front().text = fault_words(fault);
  return marks;
}

Ink ink_of_change(ChangeState state) {
  switch (state) {
    case ChangeState::refused:
    case ChangeState::wrong: return Ink::warn;
    case ChangeState::differs: return Ink::select;
    case ChangeState::same: return Ink::good;
    default: return Ink::dim;
  }
}

/// What came of it, in so many lines at most.
void verdict_words(const std::string& words, Ink edge, Ink colour) {
  const float wide = ImGui::GetContentRegionAvail().x;
  const ui::Font font(Face::ui, ui::words);
  const float line = ImGui::GetTextLineHeight();
  const std::string broken = ui::in_lines(Face::ui, ui::dp(ui::words), words, wide - ui::dp(8));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + ui::dp(3), at.y + verdict_lines * line}, ui::ink(edge));
  std::size_t begin = 0;
  for (int k = 0; k < static_cast<int>(verdict_lines) && begin <= broken.size(); ++k) {
    const std::size_t end = std::min(broken.find('\n', begin), broken.size());
    std::string piece = broken.substr(begin, end - begin);
    if (k + 1 == static_cast<int>(verdict_lines) && end < broken.size()) piece += " …";
    ui::text_at(list, Face::ui, ui::dp(ui::words),
                {at.x + ui::dp(8), at.y + line * (static_cast<float>(k) + 0.5f)}, ui::ink(colour),
                piece);
    begin = end + 1;
  }
  ImGui::Dummy({wide, verdict_lines * line});
  if (ImGui::IsItemHovered() && broken.size() > words.size() / 2)
    ui::item_tooltip(words.c_str(), ui::dp(420));
}

struct Way {
  text::Label label;
  const char* command;
  text::Label about;
  bool there;
};
/// The buttons under it, in as many lines as they need.
void ways_on(const PanelContext& panel, std::span<const Way> ways) {
  const ui::Font font(Face::ui, ui::words);
  const float wide = ImGui::GetContentRegionAvail().x;
  bool first = true;
  float room = wide;
  for (const Way& way : ways) {
    if (!way.there) continue;
    const float size = ImGui::CalcTextSize(way.label.c_str()).x + ui::dp(16);
    if (!first && size + ui::dp(6) <= room) ImGui::SameLine(0, ui::dp(6));
    room = (first || size + ui::dp(6) > room ? wide : room) - size - ui::dp(6);
    if (ui::button(way.label, {size, ui::dp(24)}))
      panel.post(way.command, std::string_view(way.command) == "edit" ? "off" : "");
    ui::item_tooltip(way.about);
    first = false;
  }
}

/// Of a changed kernel of the chapter.
void verdict_strip(const PanelContext& panel) {
  const Document& document = panel.document;
  const ChangeState state = change_state(document);
  const bool none = state == ChangeState::none;
  verdict_words(none ? std::string(text::panels::edit_how) : change_verdict(document),
                ink_of_change(state), none ? Ink::dim : ink_of_change(state));
  const bool has_run =
      state == ChangeState::wrong || state == ChangeState::differs || state == ChangeState::same;
  const bool lanes = document.mode == Mode::compare;
  const Way ways[] = {
      {text::panels::edit_first, "edit_first", text::panels::edit_first_about,
       has_run && state != ChangeState::same},
      {lanes ? text::panels::edit_alone : text::panels::edit_beside,
       lanes ? "step_mode" : "edit_beside", text::panels::edit_beside_about, has_run || lanes},
      {text::panels::edit_judge, "edit_judge", text::panels::edit_judge_about, has_run},
      {text::panels::edit_gpu, "edit_gpu", text::panels::edit_gpu_about, has_run},
      {text::panels::edit_back, "edit_back", text::panels::edit_back_about, !none},
      {text::panels::edit_outside, "edit_outside", text::panels::edit_outside_about,
       starts_other_programs()},
      {text::panels::edit_done, "edit", text::panels::edit_done_about, true}};
  ways_on(panel, ways);
}

/// How many steps of an exercise are still to be written; "" where all are.
std::string todo_words(const Document& document) {
  if (document.student->view.exercise == 0) return "";
  const auto left = static_cast<uint32_t>(open_todos(edited_text(document)).size());
  return left == 0 ? "" : text::panels::own_todo({.count = left});
}

/// Of a person's own file: its name, how it stands, what was found, the ways on.
void own_strip(const PanelContext& panel) {
  const StudentView& view = panel.document.student->view;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float wide = ImGui::GetContentRegionAvail().x, middle = at.y + ui::dp(10);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string name =
      ui::fitted(Face::bold, ui::dp(ui::lead), edited_file(panel.document), wide);
  ui::text_at(list, Face::bold, ui::dp(ui::lead), {at.x, middle}, ui::ink(Ink::text), name);
  const float used = ui::text_size(Face::bold, ui::dp(ui::lead), name).x + ui::dp(14);
  const std::string todo = todo_words(panel.document), state = own_state(view);
  const std::string words = todo + (todo.empty() || state.empty() ? "" : " · ") + state;
  const bool beside = ui::text_size(Face::ui, ui::dp(ui::words), words).x <= wide - used;
  if (beside)
    ui::text_at(list, Face::ui, ui::dp(ui::words), {at.x + used, middle}, ui::ink(Ink::dim), words);
  ImGui::Dummy({wide, ui::dp(22)});
  if (!beside) ui::paragraph(words, Ink::dim, ui::words);
  own_verdict(panel, std::max(ImGui::GetWindowHeight() * verdict_share, ui::dp(40)));
  const bool figures = view.figures;
  const Way ways[] = {
      {text::panels::own_and_chapter, "compare_mode", text::panels::own_and_chapter_about,
       view.drawn != nullptr},
      {text::panels::own_rows, "own_figures", text::panels::own_rows_about, figures},
      {text::panels::own_again, "own_again", text::panels::own_again_about, true},
      {text::panels::own_gpu, "own_gpu", text::panels::own_gpu_about, view.card_there},
      {text::panels::edit_outside, "edit_outside", text::panels::edit_outside_about,
       starts_other_programs()},
      {text::panels::own_other, "own_choose", text::panels::own_other_about, true},
      {text::panels::own_close, "own_close", text::panels::own_close_about, true}};
  ways_on(panel, ways);
}

/// What the changed kernel costs, beside the chapter's.
void costs_table(const PanelContext& panel) {
  const ui::Font font(Face::ui, ui::words);
  if (const std::string words = change_costs_words(panel.document); !words.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui::ink(Ink::dim));
    ImGui::TextWrapped("%s", words.c_str());
    ImGui::PopStyleColor();
    return;
  }
  const Table costs = change_costs(panel.document);
  if (costs.rows.empty()) return;
  const std::size_t columns = costs.rows.front().size();
  const float wide = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight();
  std::vector<float> widths(columns, 0);
  float all = 0;
  for (std::size_t c = 0; c < columns; ++c) {
    for (const auto& row : costs.rows)
      widths[c] = std::max(widths[c], ImGui::CalcTextSize(row[c].c_str()).x);
    all += widths[c];
  }
  const float gap =
      std::min((wide - ui::dp(8) - all) / static_cast<float>(columns - 1), ui::dp(16));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t r = 0; r < costs.rows.size(); ++r) {
    float x = at.x + ui::dp(8);
    for (std::size_t c = 0; c < columns; ++c) {
      x += widths[c];
      const bool other = r == 2 && c > 0 && costs.rows[1][c] != costs.rows[2][c];
      ui::text_at(list, Face::ui, ui::dp(ui::words),
                  {c == 0 ? x - widths[c] : x, at.y + line * (static_cast<float>(r) + 0.5f)},
                  ui::ink(other    ? Ink::select
                          : r == 2 ? Ink::text
                                   : Ink::dim),
                  costs.rows[r][c], c == 0 ? Anchor::left : Anchor::right);
      x += gap;
    }
  }
  ImGui::Dummy({wide, static_cast<float>(costs.rows.size()) * line});
  if (ImGui::IsItemHovered()) ui::item_tooltip(text::edit::costs_about.c_str(), ui::dp(420));
}

/// Whether the bug is mended, or the changed kernel right with random keys.
void mend_line(const PanelContext& panel) {
  const std::string words = mend_words(panel.document);
  if (words.empty()) return;
  const bool ended = panel.document.judged->ended;
  const Ink colour = !ended ? Ink::dim : panel.document.judged->right() ? Ink::good : Ink::warn;
  const ui::Font font(Face::ui, ui::words);
  ImGui::PushStyleColor(ImGuiCol_Text, ui::ink(colour));
  ImGui::TextWrapped("%s", words.c_str());
  ImGui::PopStyleColor();
}

/// What became of it on the GPU.
void gpu_line(const PanelContext& panel) {
  const std::string words = on_card_words(panel.document);
  if (words.empty()) return;
  const ui::Font font(Face::ui, ui::words);
  ImGui::PushStyleColor(ImGuiCol_Text, ui::ink(panel.document.card_child ? Ink::dim : Ink::text));
  ImGui::TextWrapped("%s", words.c_str());
  ImGui::PopStyleColor();
}

/// The line to search in; Enter goes on to the next place.
void find_line(const PanelContext& panel, Editor& own) {
  if (std::exchange(panel.state.find_code, false)) own.finding = own.find_fresh = true;
  if (!own.finding) return;
  if (std::exchange(own.find_fresh, false)) ui::take_keyboard();
  const bool enter =
      ui::text_field("find", own.wanted, ImGui::GetContentRegionAvail().x,
                     text::panels::edit_search, ImGuiInputTextFlags_EnterReturnsTrue);
  if (ImGui::IsItemDeactivated() && !enter) own.finding = false;
  if (!enter || own.wanted.empty()) return;
  std::size_t at = own.text.find(own.wanted, static_cast<std::size_t>(own.caret));
  if (at == own.text.npos) at = own.text.find(own.wanted);
  own.finding = false;
  if (at == own.text.npos) return;
  own.select = {static_cast<int>(at), static_cast<int>(at + own.wanted.size())};
  own.caret = own.select->second;
  own.fresh = true;
}

/// Where the change is: the line that is to blame, or that made the step, or the first that
/// differs.
int place_to_show(const Editor& own, const std::vector<LineMark>& marks, uint32_t lit) {
  const uint32_t line = !marks.empty()        ? marks.front().line
                        : lit > 0             ? lit
                        : own.changed.empty() ? 1
                                              : own.changed.front();
  return begin_of_line(own.text, line);
}

/// All that ImGui's text box does not draw: numbers, colours, marks, the caret.
void draw_code(Editor& own, const std::vector<LineMark>& marks, uint32_t lit, ImVec2 origin,
               ImVec2 letter, float px, bool active) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float left = ImGui::GetWindowPos().x, right = left + ImGui::GetWindowWidth();
  const auto count = static_cast<int>(own.rows.size());
  const int first = std::clamp(static_cast<int>(ImGui::GetScrollY() / letter.y) - 1, 0, count);
  const int last =
      std::clamp(first + static_cast<int>(ImGui::GetWindowHeight() / letter.y) + 3, 0, count);
  for (int i = first; i < last; ++i) {
    const auto number = static_cast<uint32_t>(i) + 1;
    const float top = origin.y + letter.y * static_cast<float>(i), middle = top + letter.y / 2;
    const auto mark = std::ranges::find(marks, number, &LineMark::line);
    if (number == lit)
      list->AddRectFilled({left, top}, {right, top + letter.y}, ui::tint(code_line));
    if (mark != marks.end())
      list->AddRectFilled({left, top}, {right, top + letter.y}, ui::tint(code_wrong));
    if (std::ranges::binary_search(own.changed, number))
      list->AddRectFilled({left, top}, {left + ui::dp(4), top + letter.y}, ui::ink(Ink::select));
    ui::text_at(list, Face::mono, ui::dp(11), {origin.x - ui::dp(8), middle},
                ui::ink(mark != marks.end() ? Ink::warn : Ink::dim), std::to_string(number),
                Anchor::right);
    const SourceRow& row = own.rows[static_cast<std::size_t>(i)];
    float x = origin.x;
    for (const SourceSpan& span : row.spans) {
      const std::string_view text = row.text.substr(span.begin, span.end - span.begin);
      ui::text_at(list, Face::mono, px, {x, middle}, ui::ink(ink_of(span.ink)), text);
      x += letter.x * static_cast<float>(text.size());
    }
    const std::string_view whole = own.lines[static_cast<std::size_t>(i)];
    if (whole.size() > row.text.size()) {  // the note, which says what a step shows
      const std::string_view note = whole.substr(row.text.size());
      ui::text_at(list, Face::mono, px, {x, middle}, ui::ink(Ink::digit2), note);
      x += letter.x * static_cast<float>(note.size());
    }
    x += 2 * letter.x;
    if (mark != marks.end() && right - x > ui::dp(60))  // all of it stands above the editor
      ui::text_at(list, Face::ui, ui::dp(12), {x, middle}, ui::ink(Ink::warn),
                  ui::shortened(Face::ui, ui::dp(12), mark->text, right - x - ui::dp(14)));
  }
  if (!active) return;
  const TextPlace at = text_place(own.text, static_cast<std::size_t>(own.caret));
  const float x = origin.x + letter.x * static_cast<float>(at.column),
              y = origin.y + letter.y * static_cast<float>(at.line);
  list->AddRectFilled({x - ui::dp(0.5f), y}, {x + ui::dp(1.5f), y + letter.y}, ui::ink(Ink::text));
}

/// The keyboard was asked for: where the editor is open already its caret stays.
void enter(const Document& document, Editor& own) {
  const int frame = ImGui::GetFrameCount(), before = std::exchange(own.frame, frame);
  if (std::exchange(own.entries, document.edit_entries) == document.edit_entries) return;
  if (!own.fresh && frame - before <= 1 && !own.select) own.select = {own.caret, own.caret};
  own.fresh = true;
}

/// Once a person's own file was judged: to the next step of an exercise, where one is written; else
/// to the line of what was found, or of the array that is looked at, unless the person types.
void follow_verdict(const PanelContext& panel, Editor& own, uint32_t lit) {
  const StudentView& view = panel.document.student->view;
  if (view.running || std::exchange(own.judged, view.changes) == view.changes) return;
  const bool saved = std::exchange(own.saved, false);
  if (panel.state.typing_code && !saved) return;
  const std::vector<uint32_t> todos = open_todos(own.text);
  const bool compiles = view.report && view.report->verdict != StudentVerdict::does_not_compile;
  const bool written =
      view.exercise > 0 && compiles && todos.size() < std::exchange(own.todos, todos.size());
  const StudentSentence* said = finding_of(view);
  const bool found = said && said->kind != "right" && said->line > 0;
  const uint32_t line = written && !todos.empty() ? todos.front() : found ? said->line : lit;
  if (line > 0) own.show = begin_of_line(own.text, line);
}

/// Scrolls to a byte, where it is out of sight; `open`: to have more of what follows it in sight.
void show_byte(const Editor& own, int byte, ImVec2 letter, bool open = false) {
  const TextPlace at = text_place(own.text, static_cast<std::size_t>(byte));
  const float y = ui::dp(editor_air) + letter.y * static_cast<float>(at.line);
  const float x = ui::dp(code_gutter) + letter.x * static_cast<float>(at.column);
  const float top = ImGui::GetScrollY(), high = ImGui::GetWindowHeight() - 2 * letter.y;
  const float left = ImGui::GetScrollX(), wide = ImGui::GetWindowWidth() - ui::dp(40);
  if (y < top + letter.y) ImGui::SetScrollY(std::max(y - letter.y, 0.f));
  if (y + letter.y > top + high) ImGui::SetScrollY(open ? y - high / 3 : y + 2 * letter.y - high);
  if (x <= wide)
    ImGui::SetScrollX(0);
  else if (x < left + ui::dp(code_gutter))
    ImGui::SetScrollX(x - ui::dp(code_gutter + 20));
  if (x > left + wide) ImGui::SetScrollX(x - wide + ui::dp(60));
}

/// The text box, as large as its text; the child window around it scrolls.
void code_box(const PanelContext& panel, Editor& own, const std::vector<LineMark>& marks,
              uint32_t lit) {
  const float px = ui::dp(code_type(ImGui::GetWindowWidth()).size);
  const ui::Font font(Face::mono, px / ui::dp(1));
  const ImVec2 letter(ImGui::CalcTextSize("0").x, ImGui::GetTextLineHeight());
  const ImVec2 room = ImGui::GetContentRegionAvail(), from = ImGui::GetCursorScreenPos();
  const ImVec2 origin(from.x + ui::dp(code_gutter), from.y + ui::dp(editor_air));
  const float wide = letter.x * static_cast<float>(widest_line(own.text) + 2);
  const float lines = static_cast<float>(text_place(own.text, own.text.size()).line + 1);
  if (own.coloured != own.text || own.rows.empty()) {
    own.coloured = own.text;
    own.rows = source_rows(own.coloured);
    own.lines.clear();
    for (std::size_t at = 0; own.lines.size() < own.rows.size();) {
      const std::size_t end = std::min(own.coloured.find('\n', at), own.coloured.size());
      own.lines.push_back(std::string_view(own.coloured).substr(std::min(at, end), end - at));
      at = std::min(end + 1, own.coloured.size());
    }
    const std::string before = text_before_edits(panel.document);
    own.changed = before.empty() ? std::vector<uint32_t>() : changed_lines(before, own.text);
  }
  if (std::exchange(own.places, panel.document.edit_places) != panel.document.edit_places)
    own.show = place_to_show(own, marks, lit);
  draw_code(own, marks, lit, origin, letter, px, panel.state.typing_code);
  ImGui::SetCursorScreenPos({origin.x, from.y});
  ImGui::PushID(static_cast<int>(own.generation));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0u);
  ImGui::PushStyleColor(ImGuiCol_Text, 0u);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.f);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0.f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, ui::dp(editor_air)));
  const ImGuiID box = ImGui::GetID("##code");
  if (std::exchange(own.box, box) != box && panel.state.typing_code) {  // it stands elsewhere now
    own.fresh = true;
    own.select = {own.caret, own.caret};
  }
  // Opened by undo it leaves the keyboard where it is: the next Ctrl+Z is for what was done before
  if (std::exchange(own.undone, panel.document.undone) != panel.document.undone) own.fresh = false;
  if (own.fresh) {
    if (!own.select) {
      own.caret = first_place(own.text, lit, edits_own(panel.document));
      own.select = {own.caret, own.caret};
    }
    ui::take_keyboard();
  }
  const bool enter = ui::enter_is_down();
  own.enter_before = enter && (own.enter_before || !panel.state.typing_code);
  const std::string before = own.text;
  // ImGui 1.90.1 (Debian 13) gives the keyboard to no text box that takes Tab
  const ImGuiInputTextFlags takes_tab =
      panel.state.typing_code ? ImGuiInputTextFlags_AllowTabInput : 0;
  bool edited = ImGui::InputTextMultiline(
      "##code", &own.text,
      {std::max(wide, room.x - ui::dp(code_gutter)),
       std::max(lines * letter.y + 4 * ui::dp(editor_air), room.y)},
      takes_tab | ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_CallbackAlways |
          ImGuiInputTextFlags_CallbackCharFilter,
      on_code, &own);
  panel.state.typing_code = ImGui::IsItemActive();
  if (const auto place = std::exchange(own.show, std::nullopt)) show_byte(own, *place, letter);
  if (own.fresh && panel.state.typing_code) own.fresh = false, own.settling = 4;
  if (own.settling > 0) --own.settling, show_byte(own, own.caret, letter, true);
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor(2);
  ImGui::PopID();
  // ImGui takes Escape for "undo everything"; here it only leaves the editor
  if (edited && ImGui::IsItemDeactivated()) own.text = before, edited = false;
  if (edited) {
    panel.state.code_waits = true, own.typed = ImGui::GetTime();
    show_byte(own, own.caret, letter);
  }
  const bool pause = ImGui::GetTime() - own.typed > code_pause;
  const bool now = std::exchange(panel.state.record_code, false);
  if (now && edits_own(panel.document)) {
    own.saved = true;
    if (!panel.state.code_waits) own.judged = panel.document.student->view.changes - 1;
  }
  if (panel.state.code_waits && (pause || now || !panel.state.typing_code)) {
    panel.state.code_waits = false;
    own.given = own.text;
    panel.post("edit_text", own.text);
  }
}

}  // namespace

/// The editor alone; a line, or 0, is lit.
static void edit_box(const PanelContext& panel, uint32_t lit) {
  Editor& own = editor();
  follow_document(panel, own);
  enter(panel.document, own);
  find_line(panel, own);
  if (!edits_own(panel.document)) {
    std::vector<std::string_view> files = files_of(*panel.moment.trace);
    if (std::ranges::find(files, own.file) == files.end()) files.push_back(own.file);
    const std::string_view clicked = kernel_tabs(files, own.file, 1);
    if (!clicked.empty() && clicked != own.file) panel.post("edit", std::string(clicked));
  }
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui::ink(Ink::page));
  ImGui::PushStyleColor(ImGuiCol_Border,
                        ui::ink(panel.state.typing_code ? Ink::accent : Ink::line));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  const bool border = true;
  ImGui::BeginChild("editor", {0, std::max(ImGui::GetContentRegionAvail().y, ui::dp(60))}, border,
                    ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PopStyleVar();
  code_box(panel, own, marks_of(panel.document, own.file), lit);
  ImGui::EndChild();
  ImGui::PopStyleColor(2);
}

void edit_section(const PanelContext& panel) {
  ImGui::SetScrollX(0);  // ImGui scrolls to what gets the keyboard
  ImGui::SetScrollY(0);
  const Document& document = panel.document;
  follow_document(panel, editor());
  if (edits_own(document)) {
    own_strip(panel);
  } else {
    verdict_strip(panel);
    costs_table(panel);
    mend_line(panel);
    gpu_line(panel);
  }
  const radix::Step* step = panel.moment.step();
  const uint32_t of_step = step && step->source.file == editor().file ? step->source.line : 0;
  const uint32_t lit = own_rows(document) ? own_line(document.student->view) : of_step;
  if (edits_own(document)) follow_verdict(panel, editor(), lit);
  edit_box(panel, lit);
}

void edge_of_old_picture(const PanelContext& panel, const Rect& at) {
  if (!panel.document.editing) editor().undone = panel.document.undone;
  const ChangeState state = change_state(panel.document);
  const bool judged = edits_own(panel.document) && panel.document.student->view.running;
  const bool old = panel.state.code_waits || judged || state == ChangeState::recording ||
                   state == ChangeState::refused;
  if (!old || at.w <= 0) return;
  const float thick = ui::dp(4);
  ImGui::GetBackgroundDrawList()->AddRect({at.x + thick / 2, at.y + thick / 2},
                                          {at.right() - thick / 2, at.bottom() - thick / 2},
                                          ui::ink(Ink::dim, 0.6f), 0, 0, thick);
}

}  // namespace scope
