// A kernel of the person's own: the arrays of its run as rows, with the threads that wrote the one
// that is looked at, where the figure stands; and for the editor beside them what is wrong first.
// Without a file: how to begin.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/judge/exercises.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "code_page.hpp"
#include "panels.hpp"

namespace scope {
namespace {

// Design units
constexpr float student_side = 18, rows_head = 44, label_high = 22, cell_most = 36, cell_least = 13,
                cell_high = 26, threads_high = 44, row_air = 10, own_banner_high = 36;
constexpr float max_verdict = 0.42f;  // of the height

constexpr uint32_t poisoned_word = 0xCDCDCDCD;  // what fresh memory holds, as in radixscope-run

const StudentView& student_of(const PanelContext& panel) { return panel.document.student->view; }

std::string state_words(const StudentView& view) {
  if (view.running) return text::panels::judging;
  if (!view.failure.empty() || !view.report) return "";
  if (view.report->verdict == StudentVerdict::does_not_compile && view.picture)
    return text::panels::old_arrays;
  return view.report->tried;
}

Ink verdict_ink(const StudentReport& report) {
  return report.verdict == StudentVerdict::right ? Ink::good : Ink::warn;
}

/// Height of a wrapped text, pixels; drawn from its upper left corner on where there is a list.
float student_text(ImDrawList* list, Face face, float size, ImVec2 at, float width, Ink ink,
                   const std::string& words) {
  const ui::Pick font = ui::pick(face, ui::dp(size));
  const char *begin = words.data(), *end = begin + words.size();
  if (list) list->AddText(font.font, font.height, at, ui::ink(ink), begin, end, width);
  return font.font->CalcTextSizeA(font.height, 1e9f, width, begin, end).y;
}

/// What stands there, from top to bottom; `draw` false: only its height, pixels.
float student_verdict(const PanelContext& panel, float width, bool draw) {
  const StudentView& view = student_of(panel);
  const ImVec2 at = draw ? ImGui::GetCursorScreenPos() : ImVec2{};
  ImDrawList* list = draw ? ImGui::GetWindowDrawList() : nullptr;
  float y = at.y;
  if (!view.report || !view.failure.empty()) {
    const bool failed = !view.failure.empty();
    y += student_text(list, Face::bold, ui::lead, at, width, failed ? Ink::warn : Ink::dim,
                      failed ? view.failure : std::string(text::panels::own_compiled));
    if (draw) ImGui::Dummy({width, y - at.y});
    return y - at.y;
  }
  const StudentReport& report = *view.report;
  const auto finding = [&](std::size_t number, const StudentSentence& sentence, bool head) {
    const float size = head ? ui::lead : ui::body;
    const Face face = head ? Face::bold : Face::ui;
    const float indent = ui::dp(12), air = ui::dp(4);
    const std::string words = with_line(sentence);
    const bool lit = view.finding == number && !report.more.empty();
    const float high = student_text(nullptr, face, size, {}, width - indent, Ink::text, words);
    if (draw) {
      ImGui::SetCursorScreenPos({at.x, y});
      ImGui::PushID(static_cast<int>(number));
      if (ui::hot_area("finding", {width, high + air})) panel.post("own_finding", number + 1);
      const bool over = ImGui::IsItemHovered();
      ImGui::PopID();
      if (lit)
        list->AddRectFilled({at.x, y}, {at.x + ui::dp(3), y + high + air}, ui::ink(Ink::warn));
      const Ink ink = head ? verdict_ink(report) : over || lit ? Ink::text : Ink::dim;
      student_text(list, face, size, {at.x + indent, y + air / 2}, width - indent, ink, words);
    }
    y += high + air;
  };
  finding(0, report.head, true);
  if (!report.agrees.empty())
    y += student_text(
             list, Face::ui, ui::body, {at.x + ui::dp(12), y + ui::dp(2)}, width - ui::dp(12),
             report.verdict == StudentVerdict::right ? Ink::good : Ink::text, report.agrees) +
         ui::dp(4);
  const std::string card = view.card_running ? std::string(text::panels::own_on_gpu) : view.card;
  if (!card.empty())
    y += student_text(list, Face::ui, ui::body, {at.x + ui::dp(12), y + ui::dp(2)},
                      width - ui::dp(12), Ink::text, card) +
         ui::dp(4);
  if (!report.more.empty()) {
    const auto count = static_cast<uint32_t>(report.more.size());
    const std::string words =
        (view.unfolded ? "▾  " : "▸  ") + text::panels::own_more({.count = count});
    if (draw) {
      const float high = ui::dp(24);
      ImGui::SetCursorScreenPos({at.x, y});
      if (ui::hot_area("findings", {width, high})) panel.post("own_findings");
      ui::text_at(list, Face::ui, ui::dp(ui::words), {at.x + ui::dp(12), y + high / 2},
                  ui::ink(ImGui::IsItemHovered() ? Ink::text : Ink::dim), words);
    }
    y += ui::dp(24);
    for (std::size_t i = 0; view.unfolded && i < report.more.size(); ++i)
      finding(i + 1, report.more[i], false);
  }
  if (draw) ImGui::SetCursorScreenPos({at.x, y}), ImGui::Dummy({width, 1});
  return y - at.y + ui::dp(1);
}

// -------------------------------------------------------------------------------------- its arrays

/// The row, from 0, of the first store that made the array that is looked at; -1: none.
int row_of_store(const StudentView& view) {
  int first = -1;
  if (!view.picture || view.row >= view.picture->rows.size()) return first;
  for (const uint32_t line : view.picture->rows[view.row].lines) {
    const auto row = static_cast<int>(line) - 1;
    if (line > 0 && (first < 0 || row < first)) first = row;
  }
  return first;
}

bool is_wrong(const StudentRow& row) {
  for (std::size_t i = 0; i < row.values.size(); ++i)
    if (differs(row, i)) return true;
  return false;
}

/// A line of the person's file stored something in it.
bool is_of_file(const StudentRow& row) {
  return std::ranges::any_of(row.lines, [](uint32_t line) { return line > 0; });
}

bool has_rows(const StudentView& view) {
  return view.picture && std::ranges::any_of(view.picture->rows, is_of_file);
}

/// Which elements are drawn: as many as have room, the first that differs among them.
struct RowRange {
  std::size_t begin = 0, count = 0;
};
RowRange cells_of(const StudentRow& row, float width) {
  const auto room = static_cast<std::size_t>(std::max(width / ui::dp(cell_least), 1.f));
  RowRange range{.count = std::min(row.values.size(), room)};
  std::size_t first = 0;
  while (first < row.values.size() && !differs(row, first)) ++first;
  if (first < row.values.size() && first >= range.count)
    range.begin = std::min(first - range.count / 2, row.values.size() - range.count);
  return range;
}

/// "local_sort <<<4, 4>>> · launch 3 · barrier of line 31".
std::string row_words(const StudentRow& row) {
  const std::string launch = joined({row.kernel, " <<<", row.blocks, ", ", row.threads, ">>> · "}) +
                             text::panels::own_launch({.launch = row.launch + 1});
  return row.line > 0 ? launch + " · " + text::panels::own_barrier({.line = row.line}) : launch;
}

bool has_chapter(const StudentView& view, const StudentRow& row) {
  return !row.expected.empty() && (view.beside || is_wrong(row));
}

float array_height(const StudentView& view, const StudentRow& row, bool now) {
  return ui::dp(label_high + cell_high + row_air + (now ? threads_high : 0) +
                (has_chapter(view, row) ? cell_high + 2 : 0));
}

/// Where the thread stands that wrote an element: threads of a block over the block's elements of
/// shared memory, those of the grid over all elements.
float place_of_writer(const StudentRow& row, uint32_t writer, float cell) {
  const auto threads = static_cast<float>(row.threads);
  const auto block = static_cast<float>(writer / row.threads),
             thread = static_cast<float>(writer % row.threads) + 0.5f;
  if (row.shared && row.block > 0) {
    const auto own = static_cast<float>(row.block);
    return (block * own + thread * own / threads) * cell;
  }
  const auto all = static_cast<float>(row.values.size()),
             grid = threads * static_cast<float>(std::max(row.blocks, 1u));
  return (block * threads + thread) * all / grid * cell;
}

/// The threads over the array that is looked at, and an arrow from each to what it wrote.
void row_threads(const StudentRow& row, RowRange range, ImVec2 at, float cell) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float first = at.x - static_cast<float>(range.begin) * cell, radius = ui::dp(8),
              middle = at.y + radius, foot = at.y + ui::dp(threads_high - 3);
  const float most = at.x + static_cast<float>(range.count) * cell;
  std::vector<uint32_t> drawn;
  for (std::size_t i = range.begin; i < range.begin + range.count; ++i) {
    if (row.lines[i] == 0) continue;
    const float x = first + place_of_writer(row, row.writers[i], cell);
    if (x < at.x - cell || x > most + cell) continue;
    const bool bad = differs(row, i);
    const float to = first + (static_cast<float>(i) + 0.45f) * cell;
    const ImU32 ink = ui::ink(bad ? Ink::warn : Ink::accent, bad ? 1 : 0.75f);
    list->AddLine({x, middle + radius}, {to, foot - ui::dp(4)}, ink, ui::dp(bad ? 2 : 1.4f));
    ui::triangle(list, {to - ui::dp(3.5f), foot - ui::dp(6)}, {to + ui::dp(3.5f), foot - ui::dp(6)},
                 {to, foot}, ink);
    if (std::ranges::count(drawn, row.writers[i]) == 0) drawn.push_back(row.writers[i]);
  }
  for (const uint32_t writer : drawn) {
    const float x = first + place_of_writer(row, writer, cell);
    list->AddCircleFilled({x, middle}, radius, ui::ink(Ink::raised), 20);
    list->AddCircle({x, middle}, radius, ui::ink(Ink::accent), 20, ui::dp(1.2f));
    ui::text_at(list, Face::mono, ui::dp(11), {x, middle}, ui::ink(Ink::text),
                std::to_string(writer % row.threads), Anchor::middle);
  }
}

/// One line of cells: the person's, or over them the chapter's.
void row_cells(const StudentRow& row, RowRange range, ImVec2 at, float cell, bool chapter) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  bool first = true;
  for (std::size_t k = 0; k < range.count; ++k) {
    const std::size_t i = range.begin + k;
    const bool bad = differs(row, i), written = chapter || row.written[i];
    const Rect box{at.x + static_cast<float>(k) * cell, at.y, cell - ui::dp(2), ui::dp(cell_high)};
    const ImU32 fill = bad && !chapter ? ui::ink(Ink::warn, 0.22f)
                       : chapter       ? ui::ink(Ink::good, 0.12f)
                                       : ui::ink(Ink::raised);
    const bool ringed = bad && first;
    ui::box(list, box, fill,
            ui::ink(ringed    ? (chapter ? Ink::good : Ink::warn)
                    : written ? Ink::line
                              : Ink::faint),
            ui::dp(3), ringed ? ui::dp(2.4f) : 1, written ? 0 : ui::dp(3));
    const uint32_t value = chapter ? row.expected[i] : row.values[i];
    const bool copied = written && !chapter && value == poisoned_word;
    const std::string words = !written ? "·" : copied ? "?" : std::to_string(value);
    const float most = std::min(ui::dp(15), cell * 0.5f), room = box.w - ui::dp(2),
                needed = ui::text_size(Face::mono, most, words).x;
    ui::text_at(list, Face::mono, needed > room ? most * room / needed : most,
                {box.x + box.w / 2, box.y + box.h / 2},
                ui::ink(copied    ? Ink::warn
                        : written ? Ink::text
                                  : Ink::faint),
                words, Anchor::middle);
    if (bad) first = false;
    if (row.shared && row.block > 0 && i > 0 && i % row.block == 0 && k > 0)
      list->AddLine({box.x - ui::dp(1), box.y - ui::dp(2)},
                    {box.x - ui::dp(1), box.bottom() + ui::dp(2)}, ui::ink(Ink::dim), ui::dp(2));
  }
}

/// What is known of one element.
std::string element_tip(const StudentRow& row, std::size_t i) {
  const auto index = static_cast<uint32_t>(i);
  const bool blocks = row.shared && row.block > 0;
  const std::string element =
      blocks ? text::panels::element_of_block(
                   {.array = row.array, .block = index / row.block, .index = index % row.block})
             : text::panels::element({.array = row.array, .index = index});
  std::string tip = !row.written[i] ? text::panels::element_unwritten({.element = element})
                    : row.values[i] == poisoned_word
                        ? text::panels::element_taken({.element = element})
                        : text::panels::element_is({.element = element, .value = row.values[i]});
  if (row.lines[i] > 0)
    tip = text::panels::element_written({.block = row.writers[i] / row.threads,
                                         .line = row.lines[i],
                                         .said = tip,
                                         .thread = row.writers[i] % row.threads});
  if (differs(row, i))
    tip = text::panels::element_expected({.said = tip, .value = row.expected[i]});
  return text::panels::element_end({.said = tip});
}

void student_row(const PanelContext& panel, std::size_t number, float wide) {
  const StudentView& view = student_of(panel);
  const StudentRow& row = view.picture->rows[number];
  const bool now = number == view.row;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float high = array_height(view, row, now);
  if (!ImGui::IsRectVisible({wide, high})) return ImGui::Dummy({wide, high});
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (now)
    list->AddRectFilled({at.x - ui::dp(10), at.y},
                        {at.x - ui::dp(7), at.y + high - ui::dp(row_air)}, ui::ink(Ink::accent));
  const float label = at.y + ui::dp(label_high / 2), px = ui::dp(ui::words);
  float x = at.x;
  const auto words = [&](Face face, Ink ink, const std::string& text) {
    const std::string shown = ui::fitted(face, px, text, at.x + wide - x);
    ui::text_at(list, face, px, {x, label}, ui::ink(ink), shown);
    x += ui::text_size(face, px, shown).x + ui::dp(12);
  };
  words(Face::bold, Ink::text, row.array);
  if (!row.role.empty())
    words(Face::bold, is_wrong(row) ? Ink::warn : Ink::good,
          std::string(text::translated(row.role)));
  const RowRange range = cells_of(row, wide);
  if (range.count < row.values.size())
    words(Face::ui, Ink::dim,
          text::panels::elements_shown({.all = row.values.size(),
                                        .first = range.begin,
                                        .last = range.begin + range.count - 1}));
  words(Face::ui, now ? Ink::text : Ink::dim, row_words(row));
  const float cell =
      std::max(ui::dp(cell_least),
               std::min(ui::dp(cell_most),
                        wide / static_cast<float>(std::max<std::size_t>(range.count, 1))));
  float y = at.y + ui::dp(label_high);
  if (has_chapter(view, row)) {
    row_cells(row, range, {at.x, y}, cell, true);
    const float end = at.x + static_cast<float>(range.count) * cell + ui::dp(6);
    if (end + ui::dp(60) < at.x + wide)
      ui::text_at(list, Face::ui, px, {end, y + ui::dp(cell_high / 2)}, ui::ink(Ink::good),
                  text::panels::chapters);
    y += ui::dp(cell_high + 2);
  }
  if (now) row_threads(row, range, {at.x, y}, cell), y += ui::dp(threads_high);
  row_cells(row, range, {at.x, y}, cell, false);
  ImGui::SetCursorScreenPos(at);
  ImGui::PushID(static_cast<int>(number));
  if (ui::hot_area("array", {wide, high}, false)) panel.post("own_row", number + 1);
  const float pointed = (ImGui::GetIO().MousePos.x - at.x) / cell;
  if (ImGui::IsItemHovered() && ImGui::GetIO().MousePos.y > at.y + ui::dp(label_high) &&
      pointed >= 0 && pointed < static_cast<float>(range.count))
    ui::item_tooltip(element_tip(row, range.begin + static_cast<std::size_t>(pointed)).c_str(),
                     ui::dp(340));
  ImGui::PopID();
}

void student_rows(const PanelContext& panel) {
  const StudentView& view = student_of(panel);
  const float wide = ImGui::GetContentRegionAvail().x;
  if (!has_rows(view)) {
    if (view.report) ui::paragraph(text::panels::own_no_arrays, Ink::dim);
    return;
  }
  const auto& rows = view.picture->rows;
  if (!view.picture->drawn_about.empty())
    ui::paragraph(view.picture->drawn_about, Ink::dim, ui::words);
  static uint32_t shown = 0;
  const bool turned = shown != view.changes && !view.running;
  const auto air = ImGui::GetStyle().ItemSpacing.y;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (turned && i == view.row) {
      const float y = ImGui::GetCursorPosY(), high = array_height(view, rows[i], true);
      const float top = ImGui::GetScrollY(), page = ImGui::GetWindowHeight();
      if (y < top + ui::dp(30) || y + high + air > top + page)
        ImGui::SetScrollY(std::max(y - page * 0.4f, 0.f));
      shown = view.changes;
    }
    student_row(panel, i, wide);
  }
  ImGui::PopStyleVar();
}

/// Which array is looked at, and the buttons beside it.
void rows_heading(const PanelContext& panel, const Rect& at) {
  const StudentView& view = student_of(panel);
  if (!has_rows(view)) return;
  const CommandButton buttons[] = {
      {text::panels::own_figures, "own_figures", text::panels::own_figures_about,
       view.drawn != nullptr},
      {text::panels::own_beside, "own_beside", text::panels::own_beside_about, true, view.beside}};
  const float middle = at.y + at.h / 2;
  const float x = command_buttons(panel, buttons, at.right() - ui::dp(student_side), middle, 28);
  const float left = at.x + ui::dp(student_side);
  const std::size_t row = view.row + 1, rows = view.picture->rows.size();
  const std::string whole = text::panels::own_arrays({.row = row, .rows = rows});
  const bool fits = ui::text_size(Face::bold, ui::dp(ui::body), whole).x <= x - left;
  const std::string said =
      fits ? whole : text::panels::own_arrays_alone({.row = row, .rows = rows});
  ui::text_at(ImGui::GetWindowDrawList(), Face::bold, ui::dp(ui::body), {left, middle},
              ui::ink(Ink::text), ui::fitted(Face::bold, ui::dp(ui::body), said, x - left));
}

}  // namespace

// ------------------------------------------------------------------------------------ how to begin

void own_welcome(const PanelContext& panel) {
  const float wide = std::min(ImGui::GetContentRegionAvail().x, ui::dp(760));
  ImGui::PushTextWrapPos(wide);
  ui::paragraph(text::panels::own_welcome, Ink::text, ui::lead);
  if (const std::string missing = judging_program_missing(); !missing.empty())
    ui::paragraph(missing, Ink::warn, ui::body);
  ImGui::Dummy({1, ui::dp(8)});
  if (ui::button(text::panels::own_open,
                 {ui::button_width(text::panels::own_open, 180), ui::dp(32)}))
    panel.post("dialog", "open");
  ImGui::Dummy({1, ui::dp(14)});
  ui::heading(text::panels::own_exercises);
  for (const StudentExercise& each : student_exercises()) {
    const std::string label = text::panels::exercise({.number = each.number});
    if (ui::button(label.c_str(), {ui::button_width(label, 120), ui::dp(30)}))
      panel.post("own_exercise", each.number);
    ImGui::SameLine(0, ui::dp(14));
    ImGui::AlignTextToFramePadding();
    ui::paragraph(task_of(each), Ink::text, ui::body);
  }
  ImGui::Dummy({1, ui::dp(6)});
  ui::paragraph(text::panels::own_exercise_file, Ink::dim, ui::words);
  ImGui::PopTextWrapPos();
}

std::string with_line(const StudentSentence& finding) {
  if (finding.line == 0) return finding.text;
  return finding.column > 0
             ? text::panels::at_column(
                   {.column = finding.column, .line = finding.line, .text = finding.text})
             : text::panels::at_line({.line = finding.line, .text = finding.text});
}

float own_banner_height(const PanelContext& panel) {
  const bool shown = user_run(panel.document) && panel.document.mode != Mode::timing;
  return shown && panel.document.student ? ui::dp(own_banner_high) : 0;
}

/// What may be done from the figures, from the right edge; the x where the buttons begin.
static float own_buttons(const PanelContext& panel, const Rect& at) {
  const bool lanes = panel.document.mode == Mode::compare;
  const CommandButton buttons[] = {
      {text::panels::own_rows, "own_figures", text::panels::own_rows_about},
      lanes ? CommandButton{text::panels::own_alone, "step_mode", text::panels::own_alone_about}
            : CommandButton{text::panels::own_and_chapter, "compare_mode",
                            text::panels::own_and_chapter_about}};
  return command_buttons(panel, buttons, at.right() - ui::dp(student_side), at.y + at.h / 2, 26);
}

void own_banner(const PanelContext& panel, const Rect& at) {
  const StudentView& view = student_of(panel);
  begin_panel("own banner", at, {0, 0}, false);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool right = view.report && view.report->verdict == StudentVerdict::right;
  const Ink ink = right ? Ink::good : Ink::warn;
  list->AddRectFilled({at.x, at.y}, {at.right(), at.bottom()}, ui::ink(Ink::raised));
  list->AddRectFilled({at.x, at.y}, {at.x + ui::dp(3), at.bottom()}, ui::ink(ink));
  const StudentSentence* said = finding_of(view);
  const std::string words = user_run(panel.document)->own + " · " +
                            (view.running     ? std::string(text::panels::judging)
                             : view.old_drawn ? std::string(text::panels::own_old_drawn)
                             : said           ? with_line(*said)
                                              : std::string());
  const float left = at.x + ui::dp(student_side), end = own_buttons(panel, at);
  ui::text_at(list, Face::bold, ui::dp(ui::body), {left, at.y + at.h / 2}, ui::ink(ink),
              ui::fitted(Face::bold, ui::dp(ui::body), words, end - left));
  end_panel();
}

void own_verdict(const PanelContext& panel, float most) {
  const float air = ImGui::GetStyle().ScrollbarSize + ui::dp(2);
  const float wide = ImGui::GetContentRegionAvail().x - air;
  const float wanted = student_verdict(panel, wide, false) + ui::dp(2);
  const bool border = false;
  ImGui::BeginChild("verdict", {0, std::min(wanted, most)}, border);
  student_verdict(panel, wide, true);
  ImGui::EndChild();
}

std::string own_state(const StudentView& view) { return state_words(view); }

uint32_t own_line(const StudentView& view) { return static_cast<uint32_t>(row_of_store(view) + 1); }

void own_rows_panel(const PanelContext& panel, const Layout& layout) {
  const Rect& at = layout.canvas;
  begin_panel("own rows", at, {0, 0}, false);
  const float side = ui::dp(student_side);
  Rect below = at;
  if (!shows_code(panel.document, layout)) {  // else it stands over the editor
    ImGui::SetCursorScreenPos({at.x + side, at.y + ui::dp(8)});
    ImGui::BeginChild("above", {at.w - 2 * side, 0});
    own_verdict(panel, at.h * max_verdict);
    below.y = ImGui::GetCursorScreenPos().y, below.h = at.bottom() - below.y;
    ImGui::EndChild();
  }
  rows_heading(panel, {below.x, below.y, below.w, ui::dp(rows_head)});
  below.y += ui::dp(rows_head), below.h -= ui::dp(rows_head);
  const float status = panel.document.note.empty() ? 0 : ui::dp(30);
  ImGui::SetCursorScreenPos({below.x + side, below.y});
  const bool border = false;
  ImGui::BeginChild("rows", {below.w - side - ui::dp(10), std::max(below.h - status, 1.f)}, border);
  student_rows(panel);
  ImGui::EndChild();
  if (status > 0) status_line(panel, {at.x, at.bottom() - status, at.w, status});
  if (layout.right.w > 0) splitter(panel, at);
  end_panel();
}

}  // namespace scope
