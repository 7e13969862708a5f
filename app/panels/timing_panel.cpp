// Timing mode: what is measured (left), the machine and the protocol (above the chart), progress
// (below). The chart itself is a figure on the canvas.
#include <algorithm>

#include "app/core/model/tradeoff.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/names.hpp"
#include "app/timing/plan.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "kernels/text/retold.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float chip_height = 25, chip_gap = 5, chip_air = 9, tick_size = 15, timing_line = 21;

radix::EngineId engine_now(const PanelContext& panel) {
  return engine_of(panel.document.lane().setup.engine);
}

void pick(const PanelContext& panel, const TimingChoice& choice, const std::string& value) {
  const std::string list = toggled(panel.document.timing.setup, choice, engine_now(panel), value);
  panel.post("timing_pick", choice.name + " " + list);
}

/// Where a list ends that scrolls, and the last of its rows that is seen whole; pixels.
struct Fold {
  float end = 0, seen = 0;
  void row(float bottom) {
    if (bottom <= end) seen = std::max(seen, bottom);
  }
};

/// A name with a box before it, ticked or not, across the panel, in two lines where one is too
/// short. True when it was clicked.
bool tick_row(const std::string& name, bool ticked, const std::string& tip, Fold& fold) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float wide = ImGui::GetContentRegionAvail().x, side = ui::dp(tick_size),
              left = side + ui::dp(9), line = ui::dp(ui::tight() ? timing_line : timing_line + 3);
  const std::string words = ui::in_lines(Face::ui, ui::dp(ui::body), name, wide - left);
  const std::size_t cut = words.find('\n');
  const float high = cut == words.npos ? line : 2 * line;
  const bool clicked = ui::hot_area(name.c_str(), {wide, high});
  const bool over = ImGui::IsItemHovered();
  fold.row(at.y + high);
  ui::item_tooltip(tip, ui::dp(320));
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = at.y + line / 2;
  ui::box(list, {at.x, y - side / 2, side, side}, ui::ink(ticked ? Ink::accent : Ink::raised),
          ui::ink(over ? Ink::accent : Ink::faint), ui::dp(4));
  if (ticked)
    ui::stroke(list,
               {{at.x + side * 0.24f, y},
                {at.x + side * 0.43f, y + side * 0.2f},
                {at.x + side * 0.77f, y - side * 0.22f}},
               ui::ink(Ink::page), ui::dp(2));
  const ImU32 ink = ui::ink(ticked ? Ink::text : Ink::dim);
  ui::text_at(list, Face::ui, ui::dp(ui::body), {at.x + left, y}, ink, words.substr(0, cut));
  if (cut != words.npos)
    ui::text_at(list, Face::ui, ui::dp(ui::body), {at.x + left, y + line * 0.85f}, ink,
                ui::fitted(Face::ui, ui::dp(ui::body), words.substr(cut + 1), wide - left));
  return clicked;
}

/// A small button that is lit or not; flows to the next line where the panel ends.
bool chip(const std::string& text, bool lit, const std::string& tip, float& x, float& y,
          const Rect& room, Fold& fold) {
  const float wide = ui::text_size(Face::ui, ui::dp(ui::words), text).x + ui::dp(2 * chip_air),
              high = ui::dp(chip_height);
  if (x > room.x && x + wide > room.right()) x = room.x, y += high + ui::dp(chip_gap);
  ImGui::SetCursorScreenPos({x, y});
  const bool clicked = ui::hot_area(text.c_str(), {wide, high});
  const bool over = ImGui::IsItemHovered();
  fold.row(y + high);
  ui::item_tooltip(tip.c_str(), ui::dp(320));
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, {x, y, wide, high}, lit ? ui::tint(chip_picked) : ui::ink(Ink::raised),
          ui::ink(lit || over ? Ink::accent : Ink::line), ui::dp(6));
  ui::text_at(list, lit ? Face::bold : Face::ui, ui::dp(ui::words), {x + wide / 2, y + high / 2},
              ui::ink(lit ? Ink::text : Ink::dim), text, Anchor::middle);
  x += wide + ui::dp(chip_gap);
  return clicked;
}

bool holds(const std::vector<std::string>& list, const std::string& value) {
  return std::ranges::find(list, value) != list.end();
}

void label(const std::string& text, const std::string& about) {
  const ui::TextInk quiet(Ink::dim);
  const ui::Font font(Face::ui, ui::words);
  ImGui::TextUnformatted(text.c_str());
  ui::item_tooltip(about.c_str(), ui::dp(320));
}

/// The values of a list as chips, typed ones that are not offered among them.
void chips(const PanelContext& panel, const TimingChoice& choice, Fold& fold) {
  const auto chosen = chosen_values(panel.document.timing.setup, choice, engine_now(panel));
  ImGui::PushID(choice.name.c_str());
  label(choice.label, choice.about);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect room{at.x, at.y, ImGui::GetContentRegionAvail().x, 0};
  float x = at.x, y = at.y;
  std::vector<TimingChoice::Value> values = choice.values;
  for (const std::string& each : chosen)
    if (std::ranges::none_of(values, [&](const auto& value) { return value.name == each; }))
      values.push_back({each, each, std::string(text::panels::typed_value)});
  for (const auto& value : values)
    if (chip(value.label, holds(chosen, value.name), value.about, x, y, room, fold))
      pick(panel, choice, value.name);
  ImGui::SetCursorScreenPos({at.x, y + ui::dp(chip_height)});
  ImGui::Dummy({1, ui::air(5, 2)});
  ImGui::PopID();
}

/// What has long names: a line each.
void ticks(const PanelContext& panel, const TimingChoice& choice, Fold& fold) {
  if (choice.values.empty()) return;
  const auto chosen = chosen_values(panel.document.timing.setup, choice, engine_now(panel));
  ImGui::PushID(choice.name.c_str());
  ui::heading(choice.label);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  for (const auto& value : choice.values) {
    if (tick_row(value.label, holds(chosen, value.name), value.about.c_str(), fold))
      pick(panel, choice, value.name);
  }
  ImGui::PopStyleVar();
  ImGui::Dummy({1, ui::air(4, 1)});
  ImGui::PopID();
}

/// A list with a line each where names are long, chips where they are short.
void choice_of(const PanelContext& panel, const TimingChoice& choice, Fold& fold) {
  const bool lines = choice.name == "sorts" || choice.name == "beside";
  if (lines)
    ticks(panel, choice, fold);
  else
    chips(panel, choice, fold);
}

/// Height of what is below the choices: the estimate, or why there is none, and the button.
float begin_height(const PanelContext& panel, float width, float most) {
  const ui::Font font(Face::ui, ui::words);
  const std::string lines =
      ui::in_lines(Face::ui, ui::dp(ui::words), panel.document.timing.estimate.words, width);
  const float words = ImGui::CalcTextSize(lines.c_str()).y;
  const float between = 2 * ImGui::GetStyle().ItemSpacing.y + ui::dp(2);
  return std::clamp(words + ui::dp(36) + std::max(between, ui::dp(14)), ui::dp(84),
                    std::max(most, ui::dp(84)));
}

void begin_or_cancel(const PanelContext& panel) {
  const TimingState& state = panel.document.timing;
  const float wide = ImGui::GetContentRegionAvail().x, high = ui::dp(36);
  ui::paragraph(state.estimate.words, state.estimate.refused ? Ink::warn : Ink::dim, ui::words);
  const ui::Font font(Face::bold, ui::body);
  if (state.child) {
    if (ui::button(text::panels::do_cancel, {wide, high})) panel.post("timing_cancel");
  } else {
    if (state.estimate.refused) ImGui::BeginDisabled();
    if (ui::button(text::panels::measure_start, {wide, high}, !state.estimate.refused))
      panel.post("timing_start");
    if (state.estimate.refused) ImGui::EndDisabled();
  }
}

/// A filled bar with what is done, from 0 to 1.
void progress_bar(const Rect& at, float part, bool silent) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, at, ui::ink(Ink::raised), ui::ink(Ink::line), at.h / 2);
  if (part > 0)
    ui::box(list, {at.x, at.y, std::max(at.w * part, at.h), at.h},
            ui::ink(silent ? Ink::warn : Ink::accent), 0, at.h / 2);
}

/// "2 min 5 s left", "4 s left".
std::string left_words(double seconds) {
  const auto whole = static_cast<int>(seconds + 0.5);
  if (whole >= 60)
    return text::panels::time_min_left({.minutes = whole / 60, .seconds = whole % 60});
  return whole > 0 ? text::panels::time_s_left({.seconds = whole}) : text::panels::nearly_done;
}

void show_progress(const PanelContext& panel, const Rect& at) {
  const TimingState& state = panel.document.timing;
  const TimingProgress progress = state.growing ? state.growing->progress : TimingProgress{};
  const float part =
      progress.of > 0 ? static_cast<float>(progress.done) / static_cast<float>(progress.of) : 0;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool low = at.h < ui::dp(60);
  const float y = at.y + ui::dp(low ? 14 : 22);
  const std::string left =
      progress.of == 0 ? std::string(text::panels::starting) : left_words(progress.seconds_left);
  const std::string doing = state.silent             ? silence_words(state)
                            : progress.doing.empty() ? std::string(text::panels::program_starts)
                                                     : text::retold(progress.doing);
  const std::string count = progress.of > 0 ? std::to_string(progress.done) + " / " +
                                                  std::to_string(progress.of) + "  ·  "
                                            : "";
  ui::text_at(list, Face::ui, ui::dp(ui::body), {at.right(), y}, ui::ink(Ink::text), count + left,
              Anchor::right);
  const float room = at.w - ui::text_size(Face::ui, ui::dp(ui::body), count + left).x - ui::dp(30);
  ui::text_at(list, Face::ui, ui::dp(ui::body), {at.x, y},
              ui::ink(state.silent ? Ink::warn : Ink::dim),
              ui::fitted(Face::ui, ui::dp(ui::body), doing, room));
  progress_bar({at.x, at.y + ui::dp(low ? 29 : 42), at.w, ui::dp(low ? 8 : 12)}, part,
               state.silent);
}

/// Where nothing runs: the run that is shown, and how it can leave the program.
void show_run_words(const PanelContext& panel, const Rect& at) {
  const TimingView& view = panel.document.timing.view;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string words = !view.run ? std::string(text::panels::nothing_measured)
                            : view.run->failure.empty()
                                ? text::panels::this_run({.options = view.run->options})
                                : view.run->failure;
  const Ink ink = view.run && !view.run->failure.empty() ? Ink::warn : Ink::dim;
  const bool low = at.h < ui::dp(60);  // one line: a failure, else what can be done
  const bool speaks = !low || !view.run || !view.run->failure.empty();
  if (speaks)
    ui::text_at(list, Face::ui, ui::dp(ui::words), {at.x, at.y + ui::dp(22)}, ui::ink(ink),
                ui::fitted(Face::ui, ui::dp(ui::words), words, at.w));
  if (low && speaks) return;
  ImGui::SetCursorScreenPos(
      {at.x, low ? at.y + (at.h - ImGui::GetFrameHeight()) / 2 : at.y + ui::dp(40)});
  const auto action = [&](const std::string& text, const char* command, const char* argument,
                          text::Label tip) {
    const float wide = ui::text_size(Face::ui, ui::dp(ui::body), text).x + ui::dp(22);
    if (ui::button(text, {wide, 0})) panel.post(command, argument);
    ui::item_tooltip(tip, ui::dp(320));
    ImGui::SameLine(0, ui::dp(8));
  };
  if (!view.run) return;
  action(text::panels::copy_table, "timing_table", "markdown", text::panels::copy_numbers_about);
  action(text::panels::copy_csv, "timing_table", "csv", text::panels::copy_csv_about);
  action(text::panels::save_run, "timing_save", "radixscope-timing.jsonl",
         text::panels::save_run_about);
  action(text::panels::pin_run, "timing_over", "shown", text::panels::pin_run_about);
  for (const char* name : recorded_runs())
    action(text::panels::recorded_run({.name = name}), "timing_recorded", name,
           text::panels::recorded_run_about);
  if (view.over)
    action(text::panels::remove_run, "timing_over", "none", text::panels::remove_run_about);
}

/// Pages of the chart: ‹ 2 / 3 ›.
float page_buttons(const PanelContext& panel, float right, float y) {
  const uint32_t pages = panel.scene.pages;
  if (pages < 2) return right;
  const float side = ImGui::GetFrameHeight();
  const std::string words =
      std::to_string(std::min(panel.document.timing.view.page, pages - 1) + 1) + " / " +
      std::to_string(pages);
  const float wide = ui::text_size(Face::mono, ui::dp(ui::body), words).x + ui::dp(16);
  const float x = right - 2 * side - wide;
  ImGui::SetCursorScreenPos({x, y});
  if (ui::button("‹##page", {side, side})) panel.post("timing_page", "back");
  ui::item_tooltip(text::panels::page_before);
  ui::text_at(ImGui::GetWindowDrawList(), Face::mono, ui::dp(ui::body),
              {x + side + wide / 2, y + side / 2}, ui::ink(Ink::text), words, Anchor::middle);
  ImGui::SetCursorScreenPos({right - side, y});
  if (ui::button("›##page", {side, side})) panel.post("timing_page", "next");
  ui::item_tooltip(text::panels::page_next);
  return x - ui::dp(12);
}

/// Cancel while it measures, else Measure.
void main_button(const PanelContext& panel, const Rect& at) {
  const ui::Font font(Face::bold, ui::body);
  const TimingState& state = panel.document.timing;
  ImGui::SetCursorScreenPos({at.x, at.y});
  if (state.child) {
    if (ui::button(text::panels::do_cancel.c_str() + std::string("##all"), {at.w, at.h}))
      panel.post("timing_cancel");
    ui::item_tooltip(text::panels::measure_ends);
  } else if (!state.estimate.refused) {
    if (ui::button(text::panels::measure_start.c_str() + std::string("##all"), {at.w, at.h}, true))
      panel.post("timing_start");
    ui::item_tooltip(state.estimate.words.c_str());
  }
}

}  // namespace

void timing_choice_panel(const PanelContext& panel, const Rect& at) {
  const float side = 18;
  const bool long_words =
      begin_height(panel, at.w - 2 * ui::dp(side), at.h) > at.h / 2;  // they scroll with the rest
  begin_panel("timing choice", at, {side, ui::tight() ? 9.f : 14.f}, long_words);
  const auto choices = timing_choices(engine_now(panel));
  const ImVec2 whole = ImGui::GetContentRegionAvail();
  const float foot = begin_height(panel, whole.x, whole.y / 2);
  const bool border = false;
  ImGui::BeginChild("choices", {0, std::max(ImGui::GetContentRegionAvail().y - foot, ui::dp(60))},
                    border);
  const float top = ImGui::GetWindowPos().y;
  Fold fold{.end = top + ImGui::GetWindowHeight(), .seen = top};
  for (const TimingChoice& choice : choices) choice_of(panel, choice, fold);
  if (tick_row(text::panels::density, panel.document.timing.setup.density,
               text::panels::density_about, fold))
    panel.post("timing_pick",
               std::string("density ") + (panel.document.timing.setup.density ? "off" : "on"));
  // A row that is cut is not shown: the bar beside the list says that it goes on
  if (ImGui::GetScrollY() < ImGui::GetScrollMaxY())
    ImGui::GetWindowDrawList()->AddRectFilled(
        {at.x, fold.seen + ui::dp(1)},
        {at.right() - ImGui::GetStyle().ScrollbarSize - ui::dp(18), fold.end}, ui::ink(Ink::panel));
  ImGui::EndChild();
  begin_or_cancel(panel);
  end_panel();
}

float timing_header_height(const PanelContext& panel) {
  const auto& run =
      panel.document.timing.view.run;  // a warning is said in the profile too, the protocol is not
  return !run ? 0 : ui::dp(panel.document.projector && run->facts.note.empty() ? 26 : 50);
}

void timing_header(const PanelContext& panel, const Rect& at) {
  const TimingView& view = panel.document.timing.view;
  if (!view.run) return;
  const radix::TimingFacts& facts = view.run->facts;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float px = ui::dp(ui::body), small = ui::dp(ui::words);
  const std::string head = header_words(*view.run);
  const auto fits = [&](const std::string& words, Face face, float size) {
    return ui::text_size(face, size, words).x <= at.w;
  };
  const std::string first = fits(head, Face::ui, px) ? head : name_of_run(*view.run);
  ui::text_at(list, Face::ui, px, {at.x, at.y + ui::dp(11)}, ui::ink(Ink::text),
              ui::fitted(Face::ui, px, first, at.w));
  const bool warns = !facts.note.empty();
  std::string second = text::retold(warns ? facts.note : view.run->protocol);
  const std::size_t end = second.find(". ");
  if (end != second.npos && !fits(second, warns ? Face::bold : Face::ui, small))
    second.resize(end + 1);  // its first sentence; all of it at the mouse
  if (at.h > ui::dp(40))
    ui::text_at(list, warns ? Face::bold : Face::ui, small, {at.x, at.y + ui::dp(33)},
                ui::ink(warns ? Ink::warn : Ink::dim),
                ui::fitted(warns ? Face::bold : Face::ui, small, second, at.w));
  ImGui::SetCursorScreenPos({at.x, at.y});
  ui::hot_area("header", {at.w, at.h - ui::dp(4)}, false);
  std::string whole = head;
  for (const std::string* more :
       {&facts.note, &facts.display, &view.run->protocol, &view.run->options})
    if (!more->empty()) whole += "\n\n" + text::retold(*more);
  ui::item_tooltip(whole.c_str(), ui::dp(640));
}

float timing_tabs(const PanelContext& panel, float left, float right, float y) {
  std::vector<const char*> names;
  std::vector<const Figure*> charts;
  int now = 0;
  for (const Figure& figure : figures()) {
    if (figure.tools != Tools::timing || !fits(figure, panel.moment)) continue;
    if (figure.id == current_figure(panel.document).id) now = static_cast<int>(charts.size());
    charts.push_back(&figure);
    names.push_back(figure.number.c_str());
  }
  float width = 0;
  for (const char* name : names)
    width = std::max(width, ui::text_size(Face::bold, ui::dp(ui::words), name).x);
  width = (width + ui::dp(18)) * static_cast<float>(names.size());
  if (panel.document.projector ||
      width > (right - left) * 0.68f) {  // the title needs its room: a list instead
    width = ui::dp(132);
    ImGui::SetCursorScreenPos({right - width, y});
    if (ui::begin_list("##charts", names[static_cast<std::size_t>(now)], width,
                       panel.state.escape)) {
      for (std::size_t i = 0; i < charts.size(); ++i)
        if (ui::list_item(names[i], static_cast<int>(i) == now))
          panel.post("timing_chart", charts[i]->id);
      ui::end_list();
    }
    return page_buttons(panel, right - width - ui::dp(14), y);
  }
  ImGui::SetCursorScreenPos({right - width, y});
  const int clicked = ui::segments("charts", names, now, width);
  if (clicked >= 0) panel.post("timing_chart", charts[static_cast<std::size_t>(clicked)]->id);
  return page_buttons(panel, right - width - ui::dp(14), y);
}

void timing_progress_panel(const PanelContext& panel, const Rect& at, bool choices) {
  begin_panel("timing progress", at, {18, 8}, false);
  const float side = ui::dp(20);
  const bool runs = panel.document.timing.child != nullptr;
  const float button = choices ? 0 : ui::dp(130), gap = choices ? 0 : ui::dp(20);
  const Rect room{at.x + side, at.y, at.w - 2 * side - button - gap, at.h};
  if (runs)
    show_progress(panel, room);
  else
    show_run_words(panel, room);
  const float high = std::min(ui::dp(40), at.h - ui::dp(10));
  if (!choices)
    main_button(panel, {at.right() - side - button, at.y + (at.h - high) / 2, button, high});
  end_panel();
}

}  // namespace scope
