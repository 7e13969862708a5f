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
  text::Label title;    ///< in the dialog
  text::Label about;    ///< one line
  const char* ending;   ///< of its file; "" = the format's
  bool picture;         ///< comes in a format and in colours
  bool many;            ///< of every step: comes in a step size, goes into a folder
};

constexpr ExportKind export_rows[] = {
    {"", text::panels::kind_figure, text::panels::kind_figure_about, "", true, false},
    {"steps", text::panels::kind_steps, text::panels::kind_steps_about, "", true, true},
    {"html", text::panels::kind_handout, text::panels::kind_handout_about, "html", false, false},
    {"text", text::panels::kind_transcript, text::panels::kind_transcript_about, "txt", false,
     false},
    {"trace", text::panels::kind_json, text::panels::kind_json_about, "json", false, false},
    {"kernel_file", text::panels::kind_cuda, text::panels::kind_cuda_about, "cu", false, false},
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
  return joined({trace.sort, "-", trace.problem.size(), "-keys"});
}

/// A name for what is chosen: "pass1-table-scan-fig13-9.svg", "digits-16-keys".
std::string export_name(const Document& document, const ExportChoice& choice) {
  const auto kinds = export_kinds();
  const ExportKind& kind = kind_of(choice, kinds);
  if (kind.many) return run_name(document);
  if (kind.picture) return page_of(document).name + "." + choice.format;
  if (std::string_view(kind.command) == "kernel_file") return document.lane().trace->sort + ".cu";
  return run_name(document) + "." + kind.ending;
}

/// The command that writes it to `place`, a whole name.
CommandCall export_request(const Document& document, const ExportChoice& choice,
                           const std::string& place) {
  const auto kinds = export_kinds();
  const ExportKind& kind = kind_of(choice, kinds);
  if (!kind.picture) return {kind.command, place};
  const std::string scale = choice.format == "png" ? " " + std::to_string(choice.scale) : "";
  const std::string how = scale + " " + theme_of(document, choice);
  if (kind.many)
    return {kind.command,
            joined({file_argument(place), " ", choice.format, " ", choice.step_size, how})};
  return {choice.format, file_argument(place) + how};
}

constexpr float dialog_width = 700, least_button = 112;
constexpr float dialog_high = 560;  // of a window; a lower one has the dialog at its top

/// px; of the names at the left, the same in all dialogs.
float label_width() {
  float widest = ui::dp(96);
  for (const text::Label label :
       {text::panels::folder, text::panels::format, text::panels::size, text::panels::colours,
        text::panels::one_for_every, text::panels::slide_title, text::panels::slide_caption,
        text::panels::answer, text::panels::slide_notes})
    widest =
        std::max(widest, ui::text_size(Face::ui, ui::dp(ui::body), label.c_str()).x + ui::dp(12));
  return widest;
}

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

/// A line to type a name in and a button after it. True when either was used.
bool name_line(DialogState& state, std::string& text, const char* id, const std::string& hint,
               const std::string& does, float width, bool first) {
  const float button = ui::button_width(does, least_button), gap = ui::dp(8);
  if (first && state.fresh) ui::reach(ImGui::GetID(id));
  const bool enter =
      ui::text_field(id, text, width - button - gap, hint, ImGuiInputTextFlags_EnterReturnsTrue);
  if (enter) ui::reach(ImGui::GetID(id));  // it is typed in again
  ImGui::SameLine(0, gap);
  return ui::button(does, {button, 0}, first) || enter;
}

/// A name at the left, and choices after it. Returns the one that was taken, or -1.
int choice_row(text::Label name, std::span<const char* const> labels, int chosen, float width) {
  const float x = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  {
    const ui::TextInk quiet(Ink::dim);
    ImGui::TextUnformatted(name.c_str());
  }
  ImGui::SameLine(x + label_width());
  return ui::segments(name.c_str(), labels, chosen, width - label_width());
}

/// The same of names.
void choose_name(text::Label label, const std::vector<std::string>& names, std::string& chosen,
                 float width) {
  std::vector<const char*> labels;
  for (const std::string& name : names) labels.push_back(text::translated(name).data());
  const auto now = static_cast<int>(std::ranges::find(names, chosen) - names.begin());
  const int taken = choice_row(label, labels, now, width);
  if (taken >= 0) chosen = names[static_cast<std::size_t>(taken)];
}

/// The folder that the name lies in, as a list of those around it.
void choose_folder(const PanelContext& panel, float width) {
  DialogState& state = panel.state.dialog;
  const std::string now = to_text(to_path(whole_name(state.place)).parent_path());
  const float x = ImGui::GetCursorPosX(), room = width - label_width();
  ImGui::AlignTextToFramePadding();
  {
    const ui::TextInk quiet(Ink::dim);
    ImGui::TextUnformatted(text::panels::folder.c_str());
  }
  ImGui::SameLine(x + label_width());
  ImGui::SetNextWindowSizeConstraints({room, 0}, {room, ui::dp(380)});
  if (!ui::begin_list("##folder", now, room, panel.state.escape)) return;
  if (ImGui::IsWindowAppearing()) state.near = places_near(state.place);
  for (const OfferedFolder& each : state.near) {
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
    if (!ui::button(text::code::browse.c_str(),
                    {ui::button_width(text::code::browse.c_str(), least_button), 0}))
      return std::nullopt;
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
  const std::string name = ui::shortened(Face::ui, px, to_text(path.filename()), width * 0.6f);
  ui::text_at(list, Face::ui, px, {at.x + pad, y}, ui::ink(Ink::text), name);
  const float x = at.x + 2 * pad + ui::text_size(Face::ui, px, name).x, small = ui::dp(ui::words);
  ui::text_at(list, Face::ui, small, {x, y}, ui::ink(pointed ? Ink::text : Ink::dim),
              ui::shortened(Face::ui, small, to_text(path.parent_path()), at.x + width - x - pad));
  return clicked;
}

void open_dialog(const PanelContext& panel, float width) {
  DialogState& state = panel.state.dialog;
  if (name_line(state, state.place, "##file", text::panels::name_of_file, text::panels::do_open,
                width, true))
    ask(panel, {"open", whole_name(state.place)}, false);
  if (const auto file = chosen_file(state, false)) ask(panel, {"open", *file}, false);
  if (state.fresh) panel.state.recent = recent_files(panel.document);
  if (!panel.state.recent.empty()) {
    ui::heading(text::panels::recent_files);
    for (const RecentFile& file : panel.state.recent)
      if (recent_row(file.path, width)) ask(panel, {"open", file.path}, false);
  }
  ui::rule();
  const text::Label hint = text::panels::or_paste;
  if (name_line(state, state.pasted, "##paste", hint, text::panels::do_show, width, false))
    ask(panel, {"paste", state.pasted}, false);
  ui::paragraph(text::panels::files_dropped, Ink::dim, ui::words);
}

// ------------------------------------------------------------------------------------------ Save

void save_dialog(const PanelContext& panel, float width) {
  DialogState& state = panel.state.dialog;
  if (state.fresh)
    state.place = panel.document.session_file.empty()
                      ? run_name(panel.document) + ".radixscope.json"
                      : panel.document.session_file;
  choose_folder(panel, width);
  if (name_line(state, state.place, "##file", text::panels::name_of_file, text::panels::do_save,
                width, true) ||
      enter_anywhere(panel))
    ask(panel, {"save", whole_name(state.place)}, false);
  if (const auto file = chosen_file(state, true)) state.place = *file;
  const PlaceWords words = session_words(state.place);
  ui::paragraph(words.text, words.refused ? Ink::warn : Ink::dim, ui::words);
}

// ---------------------------------------------------------------------------------------- Export

void choose_kind(DialogState& state, const std::vector<ExportKind>& kinds, float width) {
  std::vector<const char*> titles;
  for (const ExportKind& kind : kinds) titles.push_back(kind.title.c_str());
  const int taken = ui::segments("what", titles, static_cast<int>(state.choice.kind), width);
  if (taken >= 0) state.choice.kind = static_cast<std::size_t>(taken);
  ui::paragraph(kinds[state.choice.kind].about, Ink::dim);
}

void choose_colours(ExportChoice& choice, float width) {
  std::vector<std::string> names;
  for (const Theme& each : themes()) names.push_back(each.name);
  names.push_back(text::panels::as_on_screen);
  std::string now = choice.theme.empty() ? names.back() : choice.theme;
  choose_name(text::panels::colours, names, now, width);
  choice.theme = now == names.back() ? "" : now;
}

void choose_how(ExportChoice& choice, const ExportKind& kind, float width) {
  choose_name(text::panels::format, picture_formats(), choice.format, width);
  if (choice.format == "png") {
    const char* const sizes[] = {"1×", "2×", "3×", "4×"};
    const int taken =
        choice_row(text::panels::size, sizes, static_cast<int>(choice.scale) - 1, width);
    if (taken >= 0) choice.scale = static_cast<uint32_t>(taken + 1);
  }
  choose_colours(choice, width);
  if (kind.many)
    choose_name(text::panels::one_for_every, step_size_names(), choice.step_size, width);
}

/// A name of the program's own follows the choice; one that was typed stays.
void propose_name(const Document& document, DialogState& state, const ExportKind& kind) {
  const ExportChoice& choice = state.choice;
  const std::string about = std::string(kind.command) + choice.format +
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
  const float button = ui::button_width(text::panels::do_cancel, least_button), gap = ui::dp(8);
  const float x = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(export_progress(panel.document).c_str());
  ImGui::SameLine(x + width - button - gap, gap);
  if (ui::button(text::panels::do_cancel, {button, 0}, false)) panel.post("export_cancel", "");
  ui::paragraph(text::panels::goes_on_closed, Ink::dim, ui::words);
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
  const text::Label hint = kind.many ? text::panels::name_of_folder : text::panels::name_of_file;
  if (panel.document.export_job) return say_progress(panel, width);
  choose_folder(panel, width);
  const bool wanted =
      name_line(state, state.place, "##place", hint, text::panels::do_write, width, true) ||
      enter_anywhere(panel);
  const PlaceWords words = kind.many ? folder_words(state.place) : file_words(state.place);
  if (words.refused) state.result.clear();
  if (state.result.empty())
    ui::paragraph(words.text, words.refused ? Ink::warn : Ink::dim, ui::words);
  if (wanted && !words.refused)
    ask(panel, export_request(panel.document, state.choice, whole_name(state.place)), true);
}

// --------------------------------------------------------------------------- a slide of a lesson

/// A name at the left and a line to type in. True when Enter was pressed in it.
bool text_line(text::Label label, std::string& text, text::Label hint, float width) {
  const float x = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  {
    const ui::TextInk quiet(Ink::dim);
    ImGui::TextUnformatted(label.c_str());
  }
  ImGui::SameLine(x + label_width());
  const std::string id = std::string("##") + label.c_str();
  return ui::text_field(id.c_str(), text, width - label_width(), hint,
                        ImGuiInputTextFlags_EnterReturnsTrue);
}

/// "142 of 330 characters": of what is too long.
void say_length(const std::string& text, std::size_t most) {
  if (utf8_length(text) > most)
    ui::paragraph(text::panels::too_long({.length = utf8_length(text), .most = most}), Ink::warn,
                  ui::words);
}

/// What the program itself would say of this view is the beginning.
void propose_slide(const PanelContext& panel) {
  DialogState& state = panel.state.dialog;
  if (!state.fresh) return;
  state.slide.title = panel.scene.title;
  state.slide.caption = shows_a_step(panel.document) ? why(panel.moment) : "";
  if (state.lesson.empty()) state.lesson = text::panels::my_lesson;
}

void slide_dialog(const PanelContext& panel, float width) {
  DialogState& state = panel.state.dialog;
  propose_slide(panel);
  bool enter = text_line(text::panels::slide_title, state.slide.title,
                         text::panels::slide_title_hint, width);
  enter |= text_line(text::panels::slide_caption, state.slide.caption,
                     text::panels::slide_caption_hint, width);
  if (!state.slide.caption.empty()) ui::paragraph(state.slide.caption, Ink::dim, ui::words);
  say_length(state.slide.caption, longest_caption);
  enter |=
      text_line(text::panels::answer, state.slide.answer, text::panels::slide_answer_hint, width);
  enter |= text_line(text::panels::slide_notes, state.slide.notes, text::panels::slide_notes_hint,
                     width);
  ui::rule();
  enter |= name_line(state, state.lesson, "##lesson", text::panels::name_of_lesson,
                     text::panels::do_add, width, true);
  const std::string file = own_lesson_file(std::string(trimmed(state.lesson)));
  std::error_code error;
  const bool there = !file.empty() && std::filesystem::exists(to_path(file), error);
  ui::paragraph(there ? text::panels::last_slide_of({.file = file})
                      : text::panels::makes_lesson({.file = file}),
                Ink::dim, ui::words);
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
    ImGui::TextUnformatted(text::Label(dialog->title).c_str());
  }
  ui::paragraph(text::Label(dialog->about), Ink::dim);
  ImGui::Dummy({0, ui::air(2, 0)});
  for (const auto& [id, draw] : contents)
    if (id == dialog->id) draw(panel, width);
  say_result(state);
  ui::paragraph(text::panels::dialog_keys, Ink::dim, ui::words);
  if (ui::pressed_outside()) panel.post("dialog", "none");
  ui::end_overlay();
}

}  // namespace scope
