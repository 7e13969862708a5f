// The kernel's own source, the statement that made this step lit, with what the lit key's thread
// has worked out beside the lines. Its head comment is the lesson. The notes that say what a step
// shows are left out.
#include "code_panel.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/base/text.hpp"
#include "app/core/figures/fault_figure.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/judge/changed_kernel.hpp"
#include "app/window/draw.hpp"
#include "app/window/platform/host.hpp"
#include "app/window/widgets.hpp"
#include "code_page.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float tab_height = 26;
constexpr float few_lines = 6;  // of code; below, the tabs take one line instead of two

/// Made again only when the moment, the lit key or the file changes.
const std::vector<CodeValue>& values_of(const PanelContext& panel, const CodePage& page) {
  static std::vector<CodeValue> values;
  static std::string made_for;
  const Moment& moment = panel.moment;
  const std::string now = say(panel.state.turns, " ", moment.selected(), " ",
                              moment.table_entry.value_or(none), " ", page.file);
  if (now != made_for) values = code_values(moment, page.file, page.rows);
  made_for = now;
  return values;
}

std::string stem(std::string_view file) { return std::string(file.substr(0, file.rfind('.'))); }

/// A word at the right end of the title that can be clicked, left of what takes `taken` px there.
bool title_button(const char* words, const char* tip, float& taken) {
  const ui::Font font(Face::ui, ui::words);
  const ImVec2 start = ImGui::GetCursorPos(),
               size(ImGui::CalcTextSize(words).x + ui::dp(12), ImGui::GetFrameHeight());
  ImGui::SetCursorPosX(start.x + ImGui::GetContentRegionAvail().x - taken - size.x);
  const bool clicked = ui::hot_area(words, size);
  ui::item_tooltip(tip, ui::dp(320));
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  ui::text_at(ImGui::GetWindowDrawList(), Face::ui, ui::dp(ui::words),
              {(a.x + b.x) / 2, (a.y + b.y) / 2},
              ui::ink(ImGui::IsItemHovered() ? Ink::text : Ink::dim), words, Anchor::middle);
  ImGui::SetCursorPos(start);
  taken += size.x;
  return clicked;
}

/// The whole sort as one file, copied, or downloaded from a page; and the file that is shown in the
/// editor. Returns their width with what stands clear of them, pixels.
float file_buttons(const PanelContext& panel, const std::string& shown, bool may_edit) {
  float taken = 0;
  if (title_button(on_a_page() ? "save" : "copy",
                   "The sort as one CUDA file that compiles alone: nvcc -std=c++17", taken))
    panel.post("kernel_file", on_a_page() ? panel.moment.trace->sort + ".cu" : "");
  if (may_edit && title_button("edit", "Change this file and see what comes of it  [E]", taken))
    panel.post("edit", shown);
  return taken + ui::dp(8);
}

/// "sort_in_block<<<4, 4>>>" and whose values stand beside the lines; where there is no room for
/// all, the name is cut. `taken` px at the right end are another's.
void title(const PanelContext& panel, float taken) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - taken;
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
}

float tab_width(std::string_view file) {
  return ImGui::CalcTextSize(stem(file).c_str()).x + ui::dp(14);
}

}  // namespace

std::string_view kernel_tabs(std::vector<std::string_view> files, std::string_view shown,
                             int most_lines) {
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

namespace {

/// True for a step that a statement with this row, from 0, has made.
bool is_made_by(const std::vector<SourceRow>& rows, const radix::Step& step, std::size_t row) {
  if (step.source.line == 0 || step.source.line > rows.size()) return false;
  return std::ranges::any_of(
      filling_statements(rows, step.source.line - 1),
      [&](const RowRange& range) { return row >= range.begin && row < range.end; });
}

/// The cursors behind the steps that a line of the file makes, in their order.
std::vector<std::size_t> steps_of_line(const radix::Trace& trace, const CodePage& page,
                                       uint32_t line) {
  std::vector<std::size_t> found;
  std::map<uint32_t, bool> known;  // by the line of a step: passes come by the same ones
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const radix::Step& step = trace.steps[k];
    if (step.source.file != page.file) continue;
    const auto [at, first] = known.try_emplace(step.source.line, false);
    if (first) at->second = is_made_by(page.rows, step, line - 1);
    if (at->second) found.push_back(k + 1);
  }
  return found;
}

/// "Line 97 makes steps 24 and 48 (output): 4 blocks of 4 threads. Click: next; …".
std::string line_words(const radix::Trace& trace, uint32_t line,
                       const std::vector<std::size_t>& steps) {
  constexpr std::size_t most_named = 4;
  if (steps.empty()) return say("Line ", line, " makes no step.");
  const radix::Step& first = trace.steps[steps.front() - 1];
  std::string numbers;
  for (std::size_t k = 0; k < std::min(steps.size(), most_named); ++k)
    numbers += say(k == 0                                                ? ""
                   : k + 1 == steps.size() && steps.size() <= most_named ? " and "
                                                                         : ", ",
                   steps[k]);
  if (steps.size() > most_named) numbers += ", …";
  return say("Line ", line, " makes ", steps.size() > 1 ? "steps " : "step ", numbers, " (",
             radix::info(first.made).label, "): ", counted(first.blocks, "block"), " of ",
             counted(first.threads, "thread"), ". Click: next; Shift: back; on ", line, ": stop.");
}

/// A line leads to the next step that it makes, with Shift to the one before, round the run; its
/// number makes it one at which playing stops.
void use_mouse(const PanelContext& panel, const CodePage& page, const CodeMouse& mouse) {
  UiState& state = panel.state;
  const radix::Trace& trace = *panel.moment.trace;
  std::optional<radix::ArrayId> points;
  if (mouse.over > 0) {
    const std::vector<std::size_t> steps = steps_of_line(trace, page, mouse.over);
    const std::size_t now = panel.moment.cursor;
    state.next_hover_words = line_words(trace, mouse.over, steps);
    if (!steps.empty()) {
      const auto behind = std::ranges::upper_bound(steps, now);
      points = trace.steps[(behind == steps.begin() ? *behind : *(behind - 1)) - 1].made;
      if (mouse.clicked > 0 && !mouse.on_number && ImGui::GetIO().KeyShift) {
        const auto before = std::ranges::lower_bound(steps, now);
        panel.post("seek", say(before == steps.begin() ? steps.back() : *(before - 1)));
      } else if (mouse.clicked > 0 && !mouse.on_number) {
        panel.post("seek", say(behind == steps.end() ? steps.front() : *behind));
      }
    }
    const std::pair<std::string, uint32_t> stop{page.file, mouse.clicked};
    if (mouse.clicked > 0 && mouse.on_number && std::erase(state.code_stops, stop) == 0)
      state.code_stops.push_back(stop);
  }
  // The picture and the status line show it in the next frame
  if (points != state.code_points || mouse.over != state.code_over)
    panel.post("hover",
               panel.document.hovered == none ? Value("none") : Value(panel.document.hovered));
  state.code_points = points;
  state.code_over = mouse.over;
}

}  // namespace

std::string stopped_words(const Moment& moment, const UiState& state) {
  const radix::Step* step = moment.step();
  for (const auto& [file, line] : state.code_stops) {
    if (!step || step->source.file != file) continue;
    const std::string text(embedded_text(file));
    if (is_made_by(source_rows(text), *step, line - 1))
      return say("Stopped at line ", line, " of ", file, "; Space plays on.");
  }
  return "";
}

void code_section(const PanelContext& panel) {
  if (panel.document.editing) return edit_section(panel);
  const float height = ImGui::GetContentRegionAvail().y;
  const radix::SortInfo* sort = radix::sort_named(panel.moment.trace->sort);
  if (!sort) return;
  UiState& state = panel.state;
  if (state.code_shown != state.turns) state.code_file.clear();

  const radix::Trace& trace = *panel.moment.trace;
  const bool own = !trace.own.empty() && panel.document.student;
  const float top = ImGui::GetCursorPosY();
  const radix::PlantedFault* planted = fault_in(panel.document.lane());
  KernelMarks marks = kernel_marks(panel.document, panel.moment, "");
  const bool game = marks.asks;
  const radix::SourceLine& made = marks.lit;
  const std::string of_step = game ? planted->file : made.line > 0 ? made.file : sort->file;
  const std::string shown = state.code_file.empty() ? of_step : state.code_file;
  marks = kernel_marks(panel.document, panel.moment, shown);
  title(panel, own ? 0 : file_buttons(panel, shown, !game && changing_program_missing().empty()));
  std::vector<std::string_view> files = own ? std::vector<std::string_view>() : files_of(trace);
  if (std::ranges::find(files, of_step) == files.end())
    files.push_back(of_step);  // the reversing pass
  const float both_lines = ImGui::GetCursorPosY() - top + 2 * ui::dp(tab_height);
  const bool low = height - both_lines < few_lines * ui::dp(code_pitch);
  const std::string_view clicked = kernel_tabs(files, shown, low ? 1 : 2);
  if (!clicked.empty()) state.code_file = clicked;

  const float used = ImGui::GetCursorPosY() - top;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui::ink(Ink::page));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, ui::dp(6)));
  const bool border = true;
  ImGui::BeginChild("code", {0, std::max(height - used, ui::dp(60))}, border);
  const CodeType type = code_type(ImGui::GetWindowWidth());
  static CodePage page;
  const auto& files_changed = panel.document.lane().setup.changed;
  const bool changed = files_changed && files_changed->contains(shown);
  const std::string mine = changed ? files_changed->at(shown) : "";
  if (changed)
    for (const uint32_t each : changed_lines(embedded_text(shown), mine))
      marks.wrong.push_back(each);
  turn_to(page, shown, type, planted, game,
          own && shown == trace.own ? &panel.document.student->view.text
          : changed                 ? &mine
                                    : nullptr);
  const int line = made.line > 0 && made.file == shown
                       ? static_cast<int>(statement_begin(page.rows, made.line - 1))
                       : -1;
  std::vector<RowRange> lit;
  if (line >= 0 && stands_at_fault(panel.moment))
    lit = {{static_cast<std::size_t>(line), statement_end(page.rows, made.line - 1)}};
  else if (line >= 0)
    lit = filling_statements(page.rows, made.line - 1);
  const bool turned = state.code_shown != state.turns || state.code_columns != type.columns;
  state.code_shown = state.turns;
  state.code_columns = type.columns;
  if (turned && line >= 0) show_line(page, line);
  if (turned && line < 0 && !game) ImGui::SetScrollY(0);
  if (marks.suspect != state.code_suspect && marks.suspect > 0)
    show_line(page, static_cast<int>(marks.suspect) - 1);
  state.code_suspect = marks.suspect;
  static const std::vector<CodeValue> no_values;  // they would tell which lines made the step
  CodeMouse mouse;
  for (const auto& [file, stop] : state.code_stops)
    if (file == shown) mouse.stops.push_back(stop);
  if (const uint32_t clicked_line =
          draw_page(page, lit, marks, game || own ? no_values : values_of(panel, page), &mouse))
    panel.post("suspect", say(clicked_line, " ", shown));
  if (!game && !panel.moment.blind) use_mouse(panel, page, mouse);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace scope
