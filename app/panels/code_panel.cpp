// The kernel's own source, the statement that made this step lit, with what the lit key's thread
// has worked out beside the lines. Its head comment is the lesson. The notes that say what a step
// shows are left out.
#include "code_panel.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/core/base/text.hpp"
#include "app/core/figures/fault_figure.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/document/line_threads.hpp"
#include "app/document/stops.hpp"
#include "app/judge/changed_kernel.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/platform/host.hpp"
#include "app/window/widgets.hpp"
#include "code_page.hpp"
#include "panels.hpp"
#include "text/all.hpp"
#include "text/code.hpp"

namespace scope {
namespace {

constexpr float tab_height = 26;
constexpr float few_lines = 6;  // of code; below, the tabs take one line instead of two

/// Made again only when the moment, the lit key or the file changes.
const std::vector<CodeValue>& values_of(const PanelContext& panel, const CodePage& page) {
  static std::vector<CodeValue> values;
  static std::string made_for;
  const Moment& moment = panel.moment;
  const std::string now =
      joined({panel.state.turns, " ", moment.selected(), " ", moment.table_entry.value_or(none),
              " ", page.file, " ", moment.pinned});
  const bool chosen = moment.pinned != none && !moment.blind;
  if (now != made_for) values = code_values(moment, page.file, page.rows, chosen);
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
  if (title_button((on_a_page() ? text::panels::save_run : text::panels::code_copy).c_str(),
                   text::panels::code_save_about.c_str(), taken))
    panel.post("kernel_file", on_a_page() ? panel.moment.trace->sort + ".cu" : "");
  if (may_edit &&
      title_button(text::panels::code_edit.c_str(), text::panels::code_edit_about.c_str(), taken))
    panel.post("edit", shown);
  return taken + ui::dp(8);
}

/// "sort_in_block<<<4, 4>>>" and whose values stand beside the lines; where there is no room for
/// all, the name is cut, then the launch is left out. `taken` px at the right end are another's.
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
    who = text::panels::key_named(
        {.key = problem.text_of(problem.keys()[key]) + duplicate_marks(problem)[key]});
  }
  const float wanted = who.empty() ? 0 : ImGui::CalcTextSize(who.c_str()).x + ui::dp(14);
  const float room = right - ImGui::GetCursorPosX() - wanted;
  const std::string cut = joined({"<<<", step->blocks, ", ", step->threads, ">>>"});
  const float name_room = room - ImGui::CalcTextSize(cut.c_str()).x;
  const bool launched = name_room >= ImGui::CalcTextSize("…").x;
  if (launched || who.empty()) {
    const ui::TextInk quiet(Ink::dim);
    const std::string name =
        ui::shortened(Face::mono, ui::dp(ui::words), step->kernel, launched ? name_room : room);
    ImGui::TextUnformatted((launched ? name + cut : name).c_str());
  }
  if (!who.empty()) {
    const ui::TextInk lit(Ink::select);
    if (launched) ImGui::SameLine(0, ui::dp(14));
    ImGui::TextUnformatted(who.c_str());
  }
}

float tab_width(std::string_view file) {
  return ImGui::CalcTextSize(stem(file).c_str()).x + ui::dp(14);
}

}  // namespace

std::string_view kernel_tabs(std::vector<std::string_view> files, std::string_view shown,
                             int max_lines) {
  std::string_view clicked;
  const ui::Font font(Face::ui, ui::words);
  const auto at = std::ranges::find(files, shown);
  float before = 0;
  for (auto file = files.begin(); file != at; ++file) before += tab_width(*file) + ui::dp(2);
  if (at != files.end() && before + tab_width(*at) > ImGui::GetContentRegionAvail().x &&
      max_lines == 1)
    std::rotate(files.begin(), at, at + 1);
  int lines = 1;
  for (const std::string_view file : files) {
    const std::string name = stem(file);
    const ImVec2 size(tab_width(file), ui::dp(tab_height));
    if (file != files.front() && ImGui::GetContentRegionAvail().x < size.x) {
      if (++lines > max_lines) break;
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

/// "Line 97 makes steps 24 and 48 (output): 4 blocks of 4 threads. Click: next; …".
std::string line_words(const radix::Trace& trace, uint32_t line,
                       const std::vector<std::size_t>& steps) {
  constexpr std::size_t max_named = 4;
  if (steps.empty()) return text::panels::line_no_step({.line = line});
  const radix::Step& first = trace.steps[steps.front() - 1];
  std::vector<std::string> named;
  std::string cut;  // "3, 9, 15, 21, …"
  for (std::size_t k = 0; k < std::min(steps.size(), max_named); ++k) {
    named.push_back(std::to_string(steps[k]));
    cut = k == 0 ? named[0] : text::all::list_middle({.first = cut, .next = named[k]});
  }
  const std::string numbers = steps.size() > max_named
                                  ? text::all::list_middle({.first = cut, .next = "…"})
                                  : text::list(named);
  return text::panels::line_steps({.blocks = first.blocks,
                                   .count = steps.size(),
                                   .line = line,
                                   .made = text::translated(radix::info(first.made).label),
                                   .steps = numbers,
                                   .threads = first.threads});
}

/// What the word under the mouse stands for in the picture.
void point_at_word(const PanelContext& panel, const std::string& word, CodePointed& pointed) {
  constexpr std::string_view of_thread[] = {"t", "i", "block", "threadIdx", "blockIdx"};
  const auto worker = worker_of(panel.moment);
  if (worker && std::ranges::find(of_thread, word) != std::end(of_thread)) {
    pointed.threads = {*worker};
    panel.state.next_hover_words =
        text::code::thread_at_work({.block = worker->block, .thread = worker->thread});
    return;
  }
  static std::vector<std::pair<std::string, radix::ArrayId>> values;
  static uint32_t made_for = 0;
  if (std::exchange(made_for, panel.state.turns) != panel.state.turns)
    values = values_by_name(*panel.moment.trace);
  for (const auto& [name, array] : values) {
    if (name != word || !panel.moment.find(array)) continue;
    pointed.array = array;
    pointed.element = element_of_worker(panel.moment, array);
    panel.state.next_hover_words =
        pointed.element
            ? text::code::row_and_element(
                  {.element = *pointed.element, .row = radix::info(array).label, .word = word})
            : text::code::row_of({.row = radix::info(array).label, .word = word});
  }
}

/// A line leads to the next step that it makes, with Shift to the one before, round the run; its
/// number makes it one at which playing stops. It lights its threads, a name in it its row.
void use_mouse(const PanelContext& panel, const CodePage& page, const CodeMouse& mouse) {
  UiState& state = panel.state;
  const radix::Trace& trace = *panel.moment.trace;
  CodePointed points;
  if (mouse.over > 0) {
    const std::vector<std::size_t> steps = steps_of_line(trace, page.file, page.rows, mouse.over);
    const std::size_t now = panel.moment.cursor;
    state.next_hover_words = line_words(trace, mouse.over, steps);
    points.threads = threads_of_line(trace, now, page.file, page.rows, mouse.over);
    if (!points.threads.empty())
      state.next_hover_words +=
          " " +
          text::code::threads_of_line({.threads = static_cast<uint32_t>(points.threads.size())});
    if (!steps.empty()) {
      const auto behind = std::ranges::upper_bound(steps, now);
      points.array = trace.steps[(behind == steps.begin() ? *behind : *(behind - 1)) - 1].made;
      if (mouse.clicked > 0 && !mouse.on_number && ImGui::GetIO().KeyShift) {
        const auto before = std::ranges::lower_bound(steps, now);
        panel.post("seek", before == steps.begin() ? steps.back() : *(before - 1));
      } else if (mouse.clicked > 0 && !mouse.on_number) {
        panel.post("seek", behind == steps.end() ? steps.front() : *behind);
      }
    }
    if (!mouse.word.empty()) point_at_word(panel, mouse.word, points);
    if (mouse.clicked > 0 && mouse.on_number)
      panel.post("stop", joined({page.file, ":", mouse.clicked}));
  }
  // The picture and the status line show it in the next frame
  if (!(points == state.code_pointed) || mouse.over != state.code_over)
    panel.post("hover",
               panel.document.hovered == none ? Value("none") : Value(panel.document.hovered));
  state.code_pointed = std::move(points);
  state.code_over = mouse.over;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

/// The lines of the page that have the text, from 0.
std::vector<uint32_t> lines_with(const CodePage& page, const std::string& text) {
  std::vector<uint32_t> found;
  for (uint32_t row = 0; !text.empty() && row < page.rows.size(); ++row)
    if (lower_case(page.rows[row].text).find(lower_case(text)) != std::string::npos)
      found.push_back(row);
  return found;
}

/// The line in which a text of the code is searched; Enter goes to the next line that has it.
void find_line(const PanelContext& panel, const CodePage& page) {
  UiState& state = panel.state;
  if (!state.finds_in_code) return;
  const float count = ui::dp(70), width = ImGui::GetContentRegionAvail().x - count;
  if (std::exchange(state.find_opens, false)) ui::reach(ImGui::GetID("##find"));
  const std::string before = state.code_text;
  const bool enter = ui::text_field("##find", state.code_text, width, text::code::find.c_str(),
                                    ImGuiInputTextFlags_EnterReturnsTrue);
  const std::vector<uint32_t> lines = lines_with(page, state.code_text);
  if (state.code_text != before) state.code_found = 0, state.shows_found = true;
  if (enter && !lines.empty()) {
    state.code_found = (state.code_found + 1) % static_cast<uint32_t>(lines.size());
    state.shows_found = true;
  }
  if (enter) ui::reach(ImGui::GetID("##find"));  // it is typed in again
  ImGui::SameLine(0, ui::dp(8));
  const uint32_t all = static_cast<uint32_t>(lines.size());
  ImGui::TextUnformatted(all == 0 ? "–" : joined({state.code_found % all + 1, " / ", all}).c_str());
}

/// The threads of the launch at work, to follow the key of one.
void thread_list(const PanelContext& panel) {
  constexpr uint32_t max_threads = 256;
  const radix::Step* step = panel.moment.step();
  const auto worker = worker_of(panel.moment);
  if (!step || !worker || panel.moment.blind || step->blocks * step->threads > max_threads) return;
  const auto name = [](uint32_t block, uint32_t thread) {
    return std::string(text::code::thread_name({.block = block, .thread = thread}));
  };
  const ui::Font font(Face::ui, ui::words);
  if (!ui::begin_list("##thread", name(worker->block, worker->thread),
                      std::max(ui::dp(172), ui::list_width(name(worker->block, worker->thread))),
                      panel.state.escape))
    return;
  for (uint32_t b = 0; b < step->blocks; ++b)
    for (uint32_t t = 0; t < step->threads; ++t)
      if (ui::list_item(name(b, t), b == worker->block && t == worker->thread))
        panel.post("thread", joined({b, " ", t}));
  ui::end_list();
}

/// The stops that are conditions, and the line in which one is typed: beside the list of threads
/// where its hint has room.
void stop_line(const PanelContext& panel, bool beside) {
  UiState& state = panel.state;
  const ui::Font font(Face::ui, ui::words);
  const std::string& hint = text::code::stop_hint;
  if (beside) ImGui::SameLine(0, ui::dp(8));
  if (beside && ImGui::CalcTextSize(hint.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x >
                    ImGui::GetContentRegionAvail().x)
    ImGui::NewLine();
  const float width = std::min(ImGui::GetContentRegionAvail().x, ui::dp(210));
  const bool enter =
      ui::text_field("##stop", state.stop_text, width, hint, ImGuiInputTextFlags_EnterReturnsTrue);
  if (enter && !state.stop_text.empty())
    panel.post("stop", std::exchange(state.stop_text, std::string()));
  for (const Stop& stop : panel.document.stops) {
    if (!stop.file.empty()) continue;
    const std::string words = text_of(stop) + "  ×";
    ImGui::SameLine(0, ui::dp(6));
    const float wide = ImGui::CalcTextSize(words.c_str()).x + ui::dp(16);
    if (wide > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    if (ui::button(words.c_str(), {wide, 0})) panel.post("stop", text_of(stop));
  }
}

void welcome_section(const PanelContext& panel) {
  const bool border = false;
  ImGui::BeginChild("welcome", {0, 0}, border);
  own_welcome(panel);
  ImGui::EndChild();
}

}  // namespace

void code_section(const PanelContext& panel) {
  if (chooses_own(panel.document) && panel.document.editing) return welcome_section(panel);
  if (panel.document.editing || edits_own(panel.document)) return edit_section(panel);
  const float height = ImGui::GetContentRegionAvail().y;
  const radix::SortInfo* sort = radix::sort_named(panel.moment.trace->sort);
  if (!sort) return;
  UiState& state = panel.state;
  if (state.code_shown != state.turns) state.code_file.clear();

  const radix::Trace& trace = *panel.moment.trace;
  const float top = ImGui::GetCursorPosY();
  const radix::PlantedFault* planted = fault_in(panel.document.lane());
  KernelMarks marks = kernel_marks(panel.document, panel.moment, "");
  const bool game = marks.asks;
  const radix::SourceLine& made = marks.lit;
  const std::string of_step = game ? planted->file : made.line > 0 ? made.file : sort->file;
  const std::string shown = state.code_file.empty() ? of_step : state.code_file;
  marks = kernel_marks(panel.document, panel.moment, shown);
  title(panel, file_buttons(panel, shown, !game && changing_program_missing().empty()));
  std::vector<std::string_view> files = files_of(trace);
  if (std::ranges::find(files, of_step) == files.end())
    files.push_back(of_step);  // the reversing pass
  const float both_lines = ImGui::GetCursorPosY() - top + 2 * ui::dp(tab_height);
  const bool low = height - both_lines < few_lines * ui::dp(code_pitch);
  const std::string_view clicked = kernel_tabs(files, shown, low ? 1 : 2);
  if (!clicked.empty()) state.code_file = clicked;

  static CodePage page;
  if (!game && !low) {
    thread_list(panel);
    stop_line(panel, panel.moment.step() && worker_of(panel.moment));
  }
  find_line(panel, page);

  const float used = ImGui::GetCursorPosY() - top;
  const float high = std::max(height - used, ui::dp(60));
  const CodeType type = code_type(ImGui::GetContentRegionAvail().x);
  const auto& files_changed = panel.document.lane().setup.changed;
  const bool changed = files_changed && files_changed->contains(shown);
  const std::string mine = changed ? files_changed->at(shown) : "";
  if (changed)
    for (const uint32_t each : changed_lines(embedded_text(shown), mine))
      marks.wrong.push_back(each);
  turn_to(page, shown, type, planted, game, changed ? &mine : nullptr);
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
  std::optional<float> scroll;
  if (turned && line >= 0) scroll = scroll_to_line(page, line, high);
  if (turned && line < 0 && !game) scroll = 0;
  if (marks.suspect != state.code_suspect && marks.suspect > 0)
    scroll = scroll_to_line(page, static_cast<int>(marks.suspect) - 1, high);
  state.code_suspect = marks.suspect;
  static const std::vector<CodeValue> no_values;  // they would tell which lines made the step
  CodeMouse mouse;
  for (const Stop& stop : panel.document.stops)
    if (stop.file == shown) mouse.stops.push_back(stop.line);
  if (state.finds_in_code) mouse.found = lines_with(page, state.code_text);
  if (std::exchange(state.shows_found, false) && !mouse.found.empty())
    scroll = scroll_to_line(
        page, static_cast<int>(mouse.found[state.code_found % mouse.found.size()]), high);

  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui::ink(Ink::page));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, ui::dp(6)));
  // Its height and place are known before it is drawn: the first frame shows the line
  ImGui::SetNextWindowContentSize({0, height_of(page)});
  if (scroll) ImGui::SetNextWindowScroll({-1, *scroll});
  const bool border = true;
  ImGui::BeginChild("code", {0, high}, border);
  state.over_code = ImGui::IsWindowHovered();
  if (const uint32_t clicked_line =
          draw_page(page, lit, marks, game ? no_values : values_of(panel, page), &mouse))
    panel.post("suspect", joined({clicked_line, " ", shown}));
  if (!game && !panel.moment.blind) use_mouse(panel, page, mouse);
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace scope
