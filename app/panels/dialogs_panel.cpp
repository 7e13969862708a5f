// The dialogs: Open, Save, Export. Each is a few controls over the window that end in one command;
// what the command says stands in the dialog.
#include <algorithm>
#include <filesystem>
#include <optional>

#include "app/commands/menus.hpp"
#include "app/core/base/child_process.hpp"
#include "app/core/base/dialog_places.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/programs.hpp"
#include "app/core/base/text.hpp"
#include "app/core/scene/theme.hpp"
#include "app/core/words/explain.hpp"
#include "app/export/export_job.hpp"
#include "app/export/formats.hpp"
#include "app/export/pages.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/overlay.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"
#include "text/code.hpp"

namespace scope {
namespace {

/// What may be written.
struct ExportKind {
  const char* command;  ///< that writes it; "" = the format's own command
  const char* title;    ///< in the dialog
  const char* about;    ///< one line
  const char* ending;   ///< of its file; "" = the format's
  bool picture;         ///< comes in a format and in colours
  bool many;            ///< of every step: comes in a step size, goes into a folder
};

constexpr ExportKind export_rows[] = {
    {"", "This figure", "the picture on the screen, as one file", "", true, false},
    {"steps", "All steps", "a picture of every step, one file each in a folder", "", true, true},
    {"html", "Handout", "the whole run as one HTML file that steps in any browser, offline", "html",
     false, false},
    {"text", "Transcript", "every step in words and numbers, as text", "txt", false, false},
    {"trace", "Run as JSON", "every array of every step, to be reopened", "json", false, false},
    {"kernel_file", "CUDA file", "the sort as a single file for nvcc", "cu", false, false},
};

const ExportKind& kind_of(const ExportChoice& choice, const std::vector<ExportKind>& kinds) {
  return kinds[std::min(choice.kind, kinds.size() - 1)];
}

/// As commands take a name that may have blanks in it.
std::string file_argument(const std::string& name) {
  const char mark = name.find('"') == name.npos ? '"' : '\'';
  return mark + name + mark;
}

std::string theme_of(const Document& document, const ExportChoice& choice) {
  return choice.theme.empty() ? theme(document.theme).name : choice.theme;
}

/// Those whose commands there are.
std::vector<ExportKind> export_kinds() {
  std::vector<ExportKind> kinds;
  for (const ExportKind& kind : export_rows)
    if (!*kind.command || command_named(kind.command)) kinds.push_back(kind);
  return kinds;
}

/// The formats of pictures that have a command: "svg", "png", …
std::vector<std::string> picture_formats() {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.coloured && command_named(format.name)) names.push_back(format.name);
  }
  return names;
}

/// "digits-16-keys": the run on the screen, for names.
std::string run_name(const Document& document) {
  const radix::Trace& trace = *document.lane().trace;
  return say(trace.sort, "-", trace.problem.size(), "-keys");
}

/// A name for what is chosen: "pass1-table-scan-fig13-9.svg", "digits-16-keys".
std::string export_name(const Document& document, const ExportChoice& choice) {
  const auto kinds = export_kinds();
  const ExportKind& kind = kind_of(choice, kinds);
  if (kind.many) return run_name(document);
  if (kind.picture) return say(page_of(document).name, ".", choice.format);
  if (std::string_view(kind.command) == "kernel_file")
    return say(document.lane().trace->sort, ".cu");
  return say(run_name(document), ".", kind.ending);
}

/// The command that writes it to `place`, a whole name.
CommandCall export_request(const Document& document, const ExportChoice& choice,
                           const std::string& place) {
  const auto kinds = export_kinds();
  const ExportKind& kind = kind_of(choice, kinds);
  if (!kind.picture) return {kind.command, place};
  const std::string scale = choice.format == "png" ? say(" ", choice.scale) : "";
  const std::string how = say(scale, " ", theme_of(document, choice));
  if (kind.many)
    return {kind.command,
            say(file_argument(place), " ", choice.format, " ", choice.step_size, how)};
  return {choice.format, file_argument(place) + how};
}

constexpr float dialog_width = 700, label_width = 96, button_width = 112;
constexpr float dialog_high = 560;  // of a window; a lower one has the dialog at its top

void ask(const PanelContext& panel, const CommandCall& request, bool stays) {
  DialogState& state = panel.state.dialog;
  state.asked = true;
  state.stays = stays;
  panel.post(request.command, request.argument);
}

/// What the command said: a refusal stays with its text, success ends the dialog or is told. Of an
/// export that runs in the background its end, or that there is one already.
void conclude_dialog(const PanelContext& panel) {
  DialogState& state = panel.state.dialog;
  const Document& document = panel.document;
  const bool goes_on = document.export_job && state.stays;
  if (!state.asked || (goes_on && !document.note_is_error)) return;
  state.asked = goes_on;
  const bool met = document.lane().error.sentence.empty() || broke_off(document.lane());
  state.failed = document.note_is_error || (!state.stays && !met);
  state.result =
      document.note_is_error || !state.failed ? document.note : document.lane().error.sentence;
  if (!state.failed && !state.stays) panel.post("dialog", "none");
}

void say_result(const DialogState& state) {
  if (!state.result.empty()) ui::paragraph(state.result, state.failed ? Ink::warn : Ink::good);
}

/// True when Enter was pressed while no control had the keyboard: it means the dialog's own button.
bool enter_anywhere(const PanelContext& panel) {
  return std::ranges::find(panel.state.pressed, "Enter") != panel.state.pressed.end();
}

/// A line to type a name in and a button behind it. True when either was used.
bool name_line(DialogState& state, std::string& text, const char* id, const char* hint,
               const char* does, float width, bool first) {
  const float button = ui::dp(button_width), gap = ui::dp(8);
  if (first && state.fresh) ui::reach(ImGui::GetID(id));
  const bool enter =
      ui::text_field(id, text, width - button - gap, hint, ImGuiInputTextFlags_EnterReturnsTrue);
  if (enter) ui::reach(ImGui::GetID(id));  // it is typed in again
  ImGui::SameLine(0, gap);
  return ui::button(does, {button, 0}, first) || enter;
}

/// A name at the left, and choices behind it. Returns the one that was taken, or -1.
int choice_row(const char* name, std::span<const char* const> labels, int chosen, float width) {
  const float x = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  {
    const ui::TextInk quiet(Ink::dim);
    ImGui::TextUnformatted(name);
  }
  ImGui::SameLine(x + ui::dp(label_width));
  return ui::segments(name, labels, chosen, width - ui::dp(label_width));
}

/// The same of names.
void choose_name(const char* label, const std::vector<std::string>& names, std::string& chosen,
                 float width) {
  std::vector<const char*> labels;
  for (const std::string& name : names) labels.push_back(name.c_str());
  const auto now = static_cast<int>(std::ranges::find(names, chosen) - names.begin());
  const int taken = choice_row(label, labels, now, width);
  if (taken >= 0) chosen = names[static_cast<std::size_t>(taken)];
}

/// The folder that the name lies in, as a list of those around it.
void choose_folder(const PanelContext& panel, float width) {
  DialogState& state = panel.state.dialog;
  const std::string now = to_text(to_path(whole_name(state.place)).parent_path());
  const float x = ImGui::GetCursorPosX(), room = width - ui::dp(label_width);
  ImGui::AlignTextToFramePadding();
  {
    const ui::TextInk quiet(Ink::dim);
    ImGui::TextUnformatted("folder");
  }
  ImGui::SameLine(x + ui::dp(label_width));
  ImGui::SetNextWindowSizeConstraints({room, 0}, {room, ui::dp(380)});
  if (!ui::begin_list("##folder", now, room, panel.state.escape)) return;
  if (ImGui::IsWindowAppearing()) state.near = places_near(state.place);
  for (const Place& each : state.near) {
    if (!ui::list_item(each.name + "##" + each.folder, false)) continue;
    const bool own = state.place == state.proposed;
    state.folder = each.folder;
    state.place = moved_into(state.place, each.folder);
    if (own) state.proposed = state.place;
  }
  ui::end_list();
}

/// A button for the desktop's own file chooser, where zenity or kdialog is installed; what was
/// chosen there. A name can be typed all the same.
std::optional<std::string> chosen_file(DialogState& state, bool saves) {
  static const std::string program = program_found({"zenity", "kdialog"});
  if (program.empty()) return std::nullopt;
  if (!state.chooser) {
    if (!ui::button(text::code::browse.c_str(), {ui::dp(button_width), 0})) return std::nullopt;
    std::vector<std::string> how = {saves ? "--getsavefilename" : "--getopenfilename",
                                    whole_name(saves ? state.place : ".")};
    if (program.ends_with("zenity")) {
      how = {"--file-selection", "--title=Radixscope"};
      if (saves) how.insert(how.end(), {"--save", "--filename=" + whole_name(state.place)});
    }
    state.chooser = std::make_shared<ChildProcess>(program, how);
    return std::nullopt;
  }
  ui::paragraph(text::code::chooser_is_open, Ink::dim, ui::words);
  std::string file;
  if (state.chooser->take(file)) return state.chooser.reset(), file;
  if (state.chooser->ended()) state.chooser.reset();
  return std::nullopt;
}

// ------------------------------------------------------------------------------------------ Open

/// A file that was opened before: its name, and quietly its folder.
bool recent_row(const std::string& file, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float high = ui::dp(28), y = at.y + high / 2, px = ui::dp(ui::body), pad = ui::dp(10);
  const bool clicked = ui::hot_area(file.c_str(), {width, high});
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool pointed = ImGui::IsItemHovered();
  if (pointed) ui::box(list, {at.x, at.y, width, high}, ui::tint(row_pointed), 0, ui::dp(6));
  const std::filesystem::path path = to_path(file);
  const std::string name = ui::fitted(Face::ui, px, to_text(path.filename()), width * 0.6f);
  ui::text_at(list, Face::ui, px, {at.x + pad, y}, ui::ink(Ink::text), name);
  const float x = at.x + 2 * pad + ui::text_size(Face::ui, px, name).x, small = ui::dp(ui::words);
  ui::text_at(list, Face::ui, small, {x, y}, ui::ink(pointed ? Ink::text : Ink::dim),
              ui::fitted(Face::ui, small, to_text(path.parent_path()), at.x + width - x - pad));
  return clicked;
}

void open_dialog(const PanelContext& panel, float width) {
  DialogState& state = panel.state.dialog;
  if (name_line(state, state.place, "##file", "name of a file", "Open", width, true))
    ask(panel, {"open", whole_name(state.place)}, false);
  if (const auto file = chosen_file(state, false)) ask(panel, {"open", *file}, false);
  if (state.fresh) panel.state.recent = recent_files(panel.document);
  if (!panel.state.recent.empty()) {
    ui::heading("Recent files");
    for (const RecentFile& file : panel.state.recent)
      if (recent_row(file.path, width)) ask(panel, {"open", file.path}, false);
  }
  ui::rule();
  const char* hint = "or paste a copied state, or keys";
  if (name_line(state, state.pasted, "##paste", hint, "Show", width, false))
    ask(panel, {"paste", state.pasted}, false);
  ui::paragraph(
      "Files can also be dropped onto the window: keys as text, sessions, recorded runs, lessons, "
      "times, CUDA kernels (.cu).",
      Ink::dim, ui::words);
}

// ------------------------------------------------------------------------------------------ Save

void save_dialog(const PanelContext& panel, float width) {
  DialogState& state = panel.state.dialog;
  if (state.fresh)
    state.place = panel.document.session_file.empty()
                      ? run_name(panel.document) + ".radixscope.json"
                      : panel.document.session_file;
  choose_folder(panel, width);
  if (name_line(state, state.place, "##file", "name of a file", "Save", width, true) ||
      enter_anywhere(panel))
    ask(panel, {"save", whole_name(state.place)}, false);
  if (const auto file = chosen_file(state, true)) state.place = *file;
  const PlaceWords words = session_words(state.place);
  ui::paragraph(words.text, words.refused ? Ink::warn : Ink::dim, ui::words);
}

// ---------------------------------------------------------------------------------------- Export

void choose_kind(DialogState& state, const std::vector<ExportKind>& kinds, float width) {
  std::vector<const char*> titles;
  for (const ExportKind& kind : kinds) titles.push_back(kind.title);
  const int taken = ui::segments("what", titles, static_cast<int>(state.choice.kind), width);
  if (taken >= 0) state.choice.kind = static_cast<std::size_t>(taken);
  ui::paragraph(kinds[state.choice.kind].about, Ink::dim);
}

void choose_colours(ExportChoice& choice, float width) {
  std::vector<std::string> names;
  for (const Theme& each : themes()) names.push_back(each.name);
  names.push_back("as on the screen");
  std::string now = choice.theme.empty() ? names.back() : choice.theme;
  choose_name("colours", names, now, width);
  choice.theme = now == names.back() ? "" : now;
}

void choose_how(ExportChoice& choice, const ExportKind& kind, float width) {
  choose_name("format", picture_formats(), choice.format, width);
  if (choice.format == "png") {
    const char* const sizes[] = {"1×", "2×", "3×", "4×"};
    const int taken = choice_row("size", sizes, static_cast<int>(choice.scale) - 1, width);
    if (taken >= 0) choice.scale = static_cast<uint32_t>(taken + 1);
  }
  choose_colours(choice, width);
  if (kind.many) choose_name("one for every", step_size_names(), choice.step_size, width);
}

/// A name of the program's own follows the choice; one that was typed stays.
void propose_name(const Document& document, DialogState& state, const ExportKind& kind) {
  const ExportChoice& choice = state.choice;
  const std::string about = std::string(kind.title) + choice.format +
                            std::to_string(document.lane().cursor) + document.figure;
  if (about == state.proposed_for) return;
  state.proposed_for = about;
  std::string name = export_name(document, choice);
  if (!state.folder.empty()) name = moved_into(name, state.folder);
  if (state.place == state.proposed) state.place = name;
  state.proposed = name;
}

/// Instead of the name while pages are written: how far it is, and a button that stops it.
void say_progress(const PanelContext& panel, float width) {
  const float button = ui::dp(button_width), gap = ui::dp(8);
  const float x = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(export_progress(panel.document).c_str());
  ImGui::SameLine(x + width - button - gap, gap);
  if (ui::button("Cancel", {button, 0}, false)) panel.post("export_cancel", "");
  ui::paragraph(
      "It continues when this dialog is closed, and the status line says when it is done.",
      Ink::dim, ui::words);
}

void export_dialog(const PanelContext& panel, float width) {
  DialogState& state = panel.state.dialog;
  if (state.fresh && panel.document.export_job)
    state.asked = state.stays = true;  // its end is told here
  const auto kinds = export_kinds();
  const ExportChoice before = state.choice;
  choose_kind(state, kinds, width);
  const ExportKind& kind = kinds[state.choice.kind];
  if (kind.picture) choose_how(state.choice, kind, width);
  if (!(state.choice == before)) state.result.clear();
  propose_name(panel.document, state, kind);
  ui::rule();
  const char* hint = kind.many ? "name of a folder" : "name of a file";
  if (panel.document.export_job) return say_progress(panel, width);
  choose_folder(panel, width);
  const bool wanted =
      name_line(state, state.place, "##place", hint, "Write", width, true) || enter_anywhere(panel);
  const PlaceWords words = kind.many ? folder_words(state.place) : file_words(state.place);
  if (words.refused) state.result.clear();
  if (state.result.empty())
    ui::paragraph(words.text, words.refused ? Ink::warn : Ink::dim, ui::words);
  if (wanted && !words.refused)
    ask(panel, export_request(panel.document, state.choice, whole_name(state.place)), true);
}

// --------------------------------------------------------------------------- a slide of a lesson

/// A name at the left and a line to type in. True when Enter was pressed in it.
bool text_line(const char* label, std::string& text, const char* hint, float width) {
  const float x = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  {
    const ui::TextInk quiet(Ink::dim);
    ImGui::TextUnformatted(label);
  }
  ImGui::SameLine(x + ui::dp(label_width));
  const std::string id = std::string("##") + label;
  return ui::text_field(id.c_str(), text, width - ui::dp(label_width), hint,
                        ImGuiInputTextFlags_EnterReturnsTrue);
}

/// "142 of 330 characters": of what is too long.
void say_length(const std::string& text, std::size_t most) {
  if (utf8_length(text) > most)
    ui::paragraph(say(utf8_length(text), " characters; the most that fit are ", most, "."),
                  Ink::warn, ui::words);
}

/// What the program itself would say of this view is the beginning.
void propose_slide(const PanelContext& panel) {
  DialogState& state = panel.state.dialog;
  if (!state.fresh) return;
  state.slide.title = panel.scene.title;
  state.slide.caption = shows_a_step(panel.document) ? why(panel.moment) : "";
  if (state.lesson.empty()) state.lesson = "my lesson";
}

void slide_dialog(const PanelContext& panel, float width) {
  DialogState& state = panel.state.dialog;
  propose_slide(panel);
  bool enter = text_line("title", state.slide.title, "a few words", width);
  enter |= text_line("caption", state.slide.caption, "what to see here", width);
  if (!state.slide.caption.empty()) ui::paragraph(state.slide.caption, Ink::dim, ui::words);
  say_length(state.slide.caption, longest_caption);
  enter |= text_line("answer", state.slide.answer, "to a question; shown by A or →", width);
  enter |= text_line("notes", state.slide.notes, "for yourself; shown by N", width);
  ui::rule();
  enter |= name_line(state, state.lesson, "##lesson", "name of a lesson, or of a file", "Add",
                     width, true);
  const std::string file = own_lesson_file(std::string(trimmed(state.lesson)));
  std::error_code error;
  const bool there = !file.empty() && std::filesystem::exists(to_path(file), error);
  ui::paragraph(say(there ? "Becomes the last slide of " : "Makes ", file, "."), Ink::dim,
                ui::words);
  if (!enter && !enter_anywhere(panel)) return;
  std::string words = state.lesson;
  for (const std::string* part :
       {&state.slide.title, &state.slide.caption, &state.slide.answer, &state.slide.notes})
    words += "\n" + *part;
  ask(panel, {"add_slide", words}, true);
}

/// What each dialog of the list draws.
constexpr std::pair<std::string_view, void (*)(const PanelContext&, float)> contents[] = {
    {"open", open_dialog},
    {"save", save_dialog},
    {"export", export_dialog},
    {"add_slide", slide_dialog}};

}  // namespace

void dialog_overlay(const PanelContext& panel) {
  DialogState& state = panel.state.dialog;
  const Dialog* dialog = dialog_named(panel.document.dialog);
  if (!dialog) return;
  state.fresh = state.shown != panel.document.dialog;
  if (state.fresh)
    state = {.fresh = true,
             .shown = panel.document.dialog,
             .choice = state.choice,
             .lesson = state.lesson,
             .folder = state.folder};
  conclude_dialog(panel);
  const ui::OnLayer layer(ui::Layer::over);
  const float width = ui::overlay_width(dialog_width);
  // What is in it may grow: its rows stay where they are
  const float spare = ImGui::GetIO().DisplaySize.y - ui::dp(dialog_high);
  ui::begin_overlay(dialog->id, width, 0, std::max(spare, 0.f) / 4);
  {
    const ui::Font font(Face::bold, ui::title);
    ImGui::TextUnformatted(dialog->title);
  }
  ui::paragraph(dialog->about, Ink::dim);
  ImGui::Dummy({0, ui::air(2, 0)});
  for (const auto& [id, draw] : contents)
    if (id == dialog->id) draw(panel, width);
  say_result(state);
  ui::paragraph("Tab from one to the next      Enter takes it      Esc closes", Ink::dim,
                ui::words);
  if (ui::pressed_outside()) panel.post("dialog", "none");
  ui::end_overlay();
}

}  // namespace scope
