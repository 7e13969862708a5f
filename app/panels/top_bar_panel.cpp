// Name, files, lessons, mode, sort, engine, what the other engine says, projector, help.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/menus.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/languages.hpp"
#include "app/core/words/sort_title.hpp"
#include "app/state/lesson.hpp"
#include "app/window/draw.hpp"
#include "app/window/fonts.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/overlay.hpp"
#include "app/window/widgets.hpp"
#include "kernels/run/engine.hpp"
#include "kernels/text/retold.hpp"
#include "panels.hpp"

namespace scope {
namespace {

void sort_list(const PanelContext& panel, float width) {
  const radix::SortInfo* now = radix::sort_named(panel.document.lane().setup.sort);
  if (!ui::begin_list("##sort", now ? sort_title(*now) : "", width, panel.state.escape)) return;
  for (const radix::SortInfo* sort : sorts_by_section())
    if (ui::list_item(sort_title(*sort), sort == now)) panel.post("sort", sort->name);
  ImGui::Separator();
  ImGui::TextDisabled("%s", text::panels::bugs_in_print.c_str());
  for (const radix::SortInfo& bug_in_print : radix::bugs_in_print())
    if (ui::list_item(sort_title(bug_in_print), &bug_in_print == now))
      panel.post("sort", bug_in_print.name);
  ui::end_list();
}

const char* kind_of(radix::EngineId id) { return id == radix::EngineId::cuda ? "CUDA" : "CPU"; }

/// "CUDA · NVIDIA H200"; a device that names its kind itself is left alone.
std::string engine_words(radix::EngineId id, const std::string& device) {
  const std::string kind = kind_of(id), name(text::translated(device));
  return device.starts_with(kind) ? name : kind + " · " + name;
}

/// A machine that cannot be used, with the reason under it.
void missing_engine(const radix::EngineInfo& engine) {
  ImGui::BeginDisabled();
  ImGui::Selectable(text::panels::not_available({.engine = kind_of(engine.id)}).c_str());
  ImGui::EndDisabled();
  const std::string reason = text::retold(engine.reason);
  ui::item_tooltip(reason, ui::dp(420));
  ImGui::PushTextWrapPos(ui::dp(380));
  ImGui::TextDisabled("%s", reason.c_str());
  ImGui::PopTextWrapPos();
}

void engine_list(const PanelContext& panel, float width) {
  const Lane& lane = panel.document.lane();
  const radix::EngineFacts& shown = lane.trace->engine;
  const radix::EngineChoice choice = lane.setup.engine;
  ImGui::SetNextWindowSizeConstraints({ui::dp(400), 0}, {ui::dp(480), ui::dp(600)});
  if (!ui::begin_list("##engine", engine_words(shown.id, shown.device), width, panel.state.escape))
    return;
  if (ui::list_item(text::Label("Auto (fastest available)"),
                    choice == radix::EngineChoice::automatic, "auto"))
    panel.post("engine", "auto");
  for (const radix::EngineInfo& engine : radix::engines()) {
    const auto own =
        engine.id == radix::EngineId::cuda ? radix::EngineChoice::cuda : radix::EngineChoice::cpu;
    if (!engine.available)
      missing_engine(engine);
    else if (ui::list_item(engine_words(engine.id, engine.device), choice == own))
      panel.post("engine", radix::name_of(own));
  }
  ui::end_list();
}

/// Why there is nothing to compare with; "" when there is.
std::string no_second_engine() {
  for (const radix::EngineInfo& engine : radix::engines())
    if (!engine.available) return text::retold(engine.reason);
  return "";
}

/// What the other engine found, in the room that is left.
void verdict(const PanelContext& panel, float width) {
  const Lane& lane = panel.document.lane();
  std::string text = lane.verdict, tip = lane.verdict;
  Ink ink = lane.verified ? Ink::good : Ink::warn;
  if (lane.verified) {
    const bool gpu = lane.trace->engine.id == radix::EngineId::cuda;
    text = text::panels::verified({.engine = gpu ? "CPU" : "CUDA"});
    tip = text::panels::verified_about;
  } else if (text.empty()) {
    tip = no_second_engine();
    if (!tip.empty()) text = text::Label("CPU engine only");
    ink = Ink::dim;
  }
  const auto fits = [&] { return ui::text_size(Face::ui, ui::dp(ui::body), text).x <= width; };
  if (!fits() && lane.verified) text = text::Label("✓  verified");
  if (!fits() && ink == Ink::dim) text = text::Label("CPU only");
  if (text.empty() || width < ui::dp(60) || (!fits() && ink == Ink::dim)) return;
  ImGui::AlignTextToFramePadding();
  const ui::TextInk colour(ink);
  ImGui::TextUnformatted(ui::fitted(Face::ui, ui::dp(ui::body), text, width).c_str());
  if (!tip.empty()) ui::item_tooltip(tip.c_str(), ui::dp(420));
}

void mode_switch(const PanelContext& panel, float width) {
  const char* const modes[] = {text::Label("Step").c_str(), text::Label("Compare").c_str(),
                               text::Label("Timing").c_str()};
  const int chosen = static_cast<int>(panel.document.mode);
  const int clicked =
      ui::segments("mode", modes, chosen, std::max(width, ui::segments_width(modes)));
  if (clicked == 0) panel.post("step_mode");
  if (clicked == 1) panel.post("compare_mode");
  if (clicked == 2) panel.post("timing_mode");
  ImGui::SetCursorScreenPos({ImGui::GetItemRectMax().x, ImGui::GetItemRectMin().y});
}

void label(const char* text) {
  ImGui::AlignTextToFramePadding();
  const ui::TextInk quiet(Ink::dim);
  ImGui::TextUnformatted(text::Label(text).c_str());
  ImGui::SameLine(0, ui::dp(10));
}

/// "Ctrl O": the first key of a command.
std::string key_of(const Command& command) {
  const std::string_view keys = command.keys;
  return ui::shown_key(std::string(keys.substr(0, keys.find(' '))));
}

/// What a command of the list takes: the clipboard's text where it needs one.
std::string shown_argument(const Command& command) {
  const bool takes_text = *command.argument != '\0' && *command.argument != '[';
  const char* text = takes_text ? ImGui::GetClipboardText() : nullptr;
  return text ? text : "";
}

/// Names, and for those that no font can draw what is to do; looked for when the list appears.
void language_rows(const PanelContext& panel, bool appears) {
  static std::vector<std::pair<std::string, std::string>> rows;
  if (appears || rows.empty()) {
    rows.clear();
    for (const LanguageInfo& each : languages_there_are()) {
      const std::string name = listed_name(each);
      rows.emplace_back(name, name == each.name ? "" : font_wanted_by(each));
    }
  }
  ImGui::Separator();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const LanguageInfo& language = languages_there_are()[i];
    if (ui::list_item(rows[i].first, text::language() == language.code))
      panel.post("language", language.code);
    if (!rows[i].second.empty()) ui::item_tooltip(rows[i].second, ui::dp(420));
  }
}

void file_list(const PanelContext& panel) {
  ImGui::SetNextWindowSizeConstraints({ui::dp(300), 0}, {ui::dp(520), ui::dp(600)});
  const text::Label name("File");
  const float width = std::max(ui::dp(78), ui::list_width(name));
  if (!ui::begin_list("##file", name, width, panel.state.escape)) return;
  for (const MenuRow& row : file_menu()) {
    const Command* command = command_named(row.command);
    if (command && ui::list_item(text::Label(row.title), false, key_of(*command)))
      panel.post(command->name, *row.argument ? row.argument : shown_argument(*command));
  }
  if (languages_there_are().size() > 1) language_rows(panel, ImGui::IsWindowAppearing());
  if (ImGui::IsWindowAppearing()) panel.state.recent = recent_files(panel.document);
  if (!panel.state.recent.empty()) ImGui::Separator();
  for (const auto& [number, file] : panel.state.recent) {
    const std::string file_name = to_text(to_path(file).filename());
    if (ui::list_item(
            ui::shortened(Face::ui, ui::dp(ui::body), file_name, ui::dp(420)) + "##" + file, false))
      panel.post("open", file);
    ui::item_tooltip(file.c_str(), ui::dp(420));
  }
  ui::end_list();
}

void lesson_list(const PanelContext& panel, float width) {
  const Command* command = command_named("lesson");
  if (!command) return;
  ImGui::SameLine(0, ui::dp(6));
  ImGui::SetNextWindowSizeConstraints({ui::dp(380), 0}, {ui::dp(560), ui::dp(600)});
  if (!ui::begin_list("##lessons", text::Label("Lessons"), width, panel.state.escape)) return;
  const std::string now = panel.document.lesson ? panel.document.lesson->name : "";
  for (const FieldChoice& choice : argument_choices(*command))
    if (ui::list_item(choice.about + "##" + choice.argument, now == choice.argument))
      panel.post(command->name, choice.argument);
  ui::end_list();
}

/// A screen on a stand.
void draw_projector(ImVec2 middle, ImU32 colour) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float w = ui::dp(7.5f), h = ui::dp(4.5f), y = middle.y - ui::dp(1.5f);
  ui::box(list, {middle.x - w, y - h, 2 * w, 2 * h}, 0, colour, ui::dp(1.5f), ui::dp(1.6f));
  ui::stroke(list,
             {{middle.x - ui::dp(4), y + h + ui::dp(3)}, {middle.x + ui::dp(4), y + h + ui::dp(3)}},
             colour, ui::dp(1.6f));
}

/// The projector profile, but in a window that is as narrow as a phone, and the help, at the right
/// end.
void end_buttons(const PanelContext& panel, float right, bool on_a_wall) {
  const float side = ImGui::GetFrameHeight(), gap = ui::dp(8);
  if (const Command* projector = on_a_wall ? command_named("projector") : nullptr) {
    ImGui::SameLine(right - 2 * side - gap);
    if (ui::button("##projector", {side, side}, panel.document.projector)) panel.post("projector");
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    draw_projector({(a.x + b.x) / 2, (a.y + b.y) / 2},
                   ui::ink(panel.document.projector ? Ink::page : Ink::text));
    ui::item_tooltip(
        (std::string(text::translated(projector->help)) + " (" + key_of(*projector) + ")").c_str(),
        ui::dp(420));
  }
  ImGui::SameLine(right - side);
  if (ui::button("?", {side, side}, panel.document.help)) panel.post("help");
  ui::item_tooltip(text::Label("Help, and all keys (?)").c_str());
}

}  // namespace

void top_bar_panel(const PanelContext& panel, const Rect& at) {
  begin_panel("top bar", at, {18, 0}, false);
  const float unit = ui::dp(1), right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x,
              room = at.w / unit;
  const bool many = panel.document.mode == Mode::timing;
  // Timing is about many sorts, and verifies each; a kernel of one's own is none
  const bool own = own_rows(panel.document) || (!many && user_run(panel.document)),
             timing = many || own;
  ImGui::SetCursorPosY((at.h - ImGui::GetFrameHeight()) / 2);
  if (room > 860) {
    ImGui::AlignTextToFramePadding();
    const ui::Font font(Face::bold, ui::lead);
    ImGui::TextUnformatted("Radixscope");
    ImGui::SameLine(0, 16 * unit);
  }
  file_list(panel);
  lesson_list(panel, std::max(108 * unit, ui::list_width(text::Label("Lessons"))));
  ImGui::SameLine(0, 14 * unit);
  mode_switch(panel, 222 * unit);
  // A list takes what is left before the buttons at the end, or has no room
  const auto list_width = [&](float wanted) {
    return std::min(wanted, (right - ImGui::GetCursorPosX()) / unit - 80);
  };
  if (room > 740 && !timing) {
    ImGui::SameLine(0, 16 * unit);
    if (room > 1400) label("section");
    sort_list(panel, list_width(std::clamp(room * 0.23f, 160.f, 310.f)) * unit);
  }
  if (room > (timing ? 740 : 900) && !own) {
    ImGui::SameLine(0, 12 * unit);
    if (room > 1400) label("engine");
    engine_list(panel, list_width(std::clamp(room * 0.16f, 150.f, 290.f)) * unit);
  }
  ImGui::SameLine(0, 16 * unit);
  if (!timing) verdict(panel, right - ImGui::GetCursorPosX() - 86 * unit);
  end_buttons(panel, right, room > 560);
  end_panel();
}

}  // namespace scope
