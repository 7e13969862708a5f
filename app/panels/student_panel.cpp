// A kernel of the person's own: the file with the lines that are spoken of lit (left), what is
// wrong first, and the arrays of the run as rows, each with the threads that wrote it (right).
#include <algorithm>

#include "app/base/text.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"
#include "source_text.hpp"

namespace scope {
namespace {

// Design units
constexpr float student_side = 18, student_bar = 40, student_line = 19, student_cell = 34,
                student_cell_high = 26, student_arrows = 26;
constexpr std::size_t most_more = 5, most_cells = 96;

const StudentView& student_of(const PanelContext& panel) { return panel.document.student->view; }

std::string state_words(const StudentView& view) {
  if (view.running) return "judging …";
  if (!view.failure.empty()) return view.failure;
  if (!view.report) return "";
  if (view.report->verdict == StudentVerdict::does_not_compile && view.picture)
    return "does not compile; the arrays are those of the last version that did";
  return view.report->tried;
}

Ink verdict_ink(const StudentView& view) {
  return view.report && view.report->verdict == StudentVerdict::right ? Ink::accent : Ink::warn;
}

/// File, state, the way back.
void student_head(const PanelContext& panel, const Rect& at) {
  const StudentView& view = student_of(panel);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = at.y + at.h / 2, left = at.x + ui::dp(student_side);
  const std::string name = view.file.substr(view.file.find_last_of('/') + 1);
  ui::text_at(list, Face::bold, ui::dp(ui::body), {left, middle}, ui::ink(Ink::text), name);
  const float wide = ui::text_size(Face::bold, ui::dp(ui::body), name).x;
  struct Button {
    const char *label, *verb, *about;
  };
  constexpr Button buttons[] = {
      {"Esc  steps", "own_close", "Back to the recorded run; your file stays as it is"},
      {"Again", "own_again", "Judge it once more"}};
  float x = at.right() - ui::dp(student_side);
  for (const Button& each : buttons) {
    const float button = ui::text_size(Face::ui, ui::dp(ui::words), each.label).x + ui::dp(18);
    x -= button;
    ImGui::SetCursorScreenPos({x, middle - ui::dp(13)});
    const ui::Font font(Face::ui, ui::words);
    if (ui::button(each.label, {button, ui::dp(26)})) panel.post(each.verb);
    ui::item_tooltip(each.about);
    x -= ui::dp(6);
  }
  const float words = left + wide + ui::dp(16);
  ui::text_at(list, Face::ui, ui::dp(ui::words), {words, middle}, ui::ink(Ink::dim),
              ui::fitted(Face::ui, ui::dp(ui::words), state_words(view), x - words));
}

/// The file, its lines numbered, those that the head sentence names lit.
void student_source(const PanelContext& panel, const Rect& at) {
  const StudentView& view = student_of(panel);
  begin_panel("student source", at, {0, 6});
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto rows = source_rows(view.text);
  const float high = ui::dp(student_line), px = ui::dp(13);
  const uint32_t head = view.report ? view.report->head.line : 0;
  const uint32_t other = view.report ? view.report->head.other_line : 0;
  static uint32_t shown = 0;
  if (shown != view.changes && head > 0)
    ImGui::SetScrollY(std::max(0.f, static_cast<float>(head) * high - at.h / 2));
  shown = view.changes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ImVec2 place = ImGui::GetCursorScreenPos();
    const float middle = place.y + high / 2;
    const bool named = i + 1 == head, with = i + 1 == other;
    if (named || with)
      list->AddRectFilled({at.x, place.y}, {at.right(), place.y + high},
                          ui::ink(named ? verdict_ink(view) : Ink::accent, named ? 0.22f : 0.14f));
    ui::text_at(list, Face::mono, px, {at.x + ui::dp(38), middle},
                ui::ink(named ? Ink::text : Ink::faint), say(static_cast<uint32_t>(i + 1)),
                Anchor::right);
    ui::text_at(list, Face::mono, px, {at.x + ui::dp(50), middle}, ui::ink(Ink::text),
                ui::fitted(Face::mono, px, rows[i].text, at.w - ui::dp(60)));
    ImGui::Dummy({at.w - ui::dp(40), high - ImGui::GetStyle().ItemSpacing.y});
  }
  end_panel();
}

bool differs(const StudentRow& row, std::size_t i) {
  return !row.expected.empty() && (!row.written[i] || row.values[i] != row.expected[i]);
}

/// "pass of launch 3 · local_sort · sorted, at the barrier of line 31: keys sorted in the block".
std::string row_words(const StudentRow& row) {
  std::string words = say("launch ", row.launch + 1, " · ", row.kernel, " · ", row.array);
  if (row.line > 0) words += say(", at the barrier of line ", row.line);
  if (!row.role.empty()) words += ": " + row.role;
  return words;
}

/// One array: which thread wrote which element, by lines from a row of threads to the cells.
void student_row(const StudentRow& row, float wide) {
  const std::size_t count = std::min(row.values.size(), most_cells);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool wrong = [&] {
    for (std::size_t i = 0; i < row.values.size(); ++i)
      if (differs(row, i)) return true;
    return false;
  }();
  const Ink ink = row.role.empty() ? Ink::dim : wrong ? Ink::warn : Ink::accent;
  ui::text_at(list, Face::ui, ui::dp(ui::words), {at.x, at.y + ui::dp(10)}, ui::ink(ink),
              ui::fitted(Face::ui, ui::dp(ui::words), row_words(row), wide));
  const float cell =
      std::max(ui::dp(12), std::min(ui::dp(student_cell), wide / static_cast<float>(count)));
  const float threads = at.y + ui::dp(24), cells = threads + ui::dp(student_arrows);
  const auto middle_of = [&](std::size_t i) {
    return at.x + (static_cast<float>(i) + 0.5f) * cell;
  };
  bool first = true;
  for (std::size_t i = 0; i < count; ++i) {
    const bool bad = differs(row, i);
    const Rect box{at.x + static_cast<float>(i) * cell, cells, cell - ui::dp(2),
                   ui::dp(student_cell_high)};
    ui::box(list, box, bad ? ui::ink(Ink::warn, 0.25f) : ui::ink(Ink::raised),
            ui::ink(bad && first ? Ink::warn : Ink::line), ui::dp(3), bad && first ? ui::dp(2) : 1);
    const std::string value = row.written[i] ? say(row.values[i]) : "·";
    ui::text_at(list, Face::mono, std::min(ui::dp(14), cell * 0.46f),
                {box.x + box.w / 2, box.y + box.h / 2},
                ui::ink(row.written[i] ? Ink::text : Ink::faint), value, Anchor::middle);
    if (bad) first = false;
    if (row.shared && row.block > 0 && i > 0 && i % row.block == 0)
      list->AddLine({box.x - ui::dp(1), box.y - ui::dp(3)},
                    {box.x - ui::dp(1), box.bottom() + ui::dp(3)}, ui::ink(Ink::text), ui::dp(2));
    if (row.lines[i] > 0 && row.writers[i] < count) {
      const float from = middle_of(row.writers[i]);
      list->AddCircleFilled({from, threads}, ui::dp(2.5f), ui::ink(Ink::dim), 12);
      list->AddLine({from, threads}, {middle_of(i), cells - ui::dp(1)},
                    ui::ink(bad ? Ink::warn : Ink::faint), ui::dp(1.2f));
    }
    ImGui::SetCursorScreenPos({box.x, box.y});
    ImGui::PushID(static_cast<int>(i));
    ui::hot_area("cell", {box.w, box.h}, false);
    std::string tip = say(row.array, "[", static_cast<uint32_t>(i), "] ",
                          row.written[i] ? say("is ", row.values[i]) : "has never been written");
    if (row.lines[i] > 0)
      tip += say("; written in line ", row.lines[i], " by thread ", row.writers[i] % row.threads,
                 " of block ", row.writers[i] / row.threads);
    if (bad) tip += say("; the chapter's run has ", row.expected[i], " there");
    ui::item_tooltip((tip + ".").c_str(), ui::dp(320));
    ImGui::PopID();
  }
  ImGui::SetCursorScreenPos({at.x, cells + ui::dp(student_cell_high + 12)});
  if (count < row.values.size())
    ui::paragraph(say("… and ", static_cast<uint32_t>(row.values.size() - count), " more"),
                  Ink::dim, ui::words);
  ImGui::Dummy({wide, 1});
}

/// Verdict, what else was seen, and the rows.
void student_verdict(const PanelContext& panel, const Rect& at) {
  const StudentView& view = student_of(panel);
  begin_panel("student verdict", at);
  const float wide = ImGui::GetContentRegionAvail().x;
  if (!view.report) {
    ui::paragraph(view.failure.empty() ? "Your kernel is being compiled and run …" : view.failure,
                  Ink::dim);
    end_panel();
    return;
  }
  const StudentReport& report = *view.report;
  const std::string where = report.head.line > 0 ? say("Line ", report.head.line, ": ") : "";
  ui::paragraph(where + report.head.text, verdict_ink(view), 17, Face::bold);
  if (!report.agrees.empty()) ui::paragraph(report.agrees, Ink::accent, ui::words);
  if (!report.more.empty()) {
    ImGui::Dummy({1, ui::dp(4)});
    ui::heading("Seen after it");
  }
  for (std::size_t i = 0; i < std::min(report.more.size(), most_more); ++i) {
    const StudentSentence& each = report.more[i];
    ui::paragraph((each.line > 0 ? say("Line ", each.line, ": ") : "") + each.text, Ink::dim,
                  ui::words);
  }
  if (view.picture) {
    ui::rule();
    ui::heading("Your arrays, and which thread wrote which element");
    for (const StudentRow& row : view.picture->rows) {
      ImGui::PushID(&row);
      student_row(row, wide);
      ImGui::PopID();
    }
  }
  end_panel();
}

}  // namespace

void student_panel(const PanelContext& panel, const Rect& at) {
  const Rect head{at.x, at.y, at.w, ui::dp(student_bar)};
  begin_panel("student", head, {0, 0}, false);
  student_head(panel, head);
  end_panel();
  const float below = head.bottom(), high = at.bottom() - below, half = at.w * 0.44f;
  student_source(panel, {at.x, below, half, high});
  student_verdict(panel, {at.x + half, below, at.w - half, high});
}

}  // namespace scope
