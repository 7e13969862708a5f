#include "export_command.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/base/text_file.hpp"
#include "app/commands/commands.hpp"
#include "app/export/formats.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "input_options.hpp"

namespace scope {
namespace {

/// What was typed behind `figure` or `steps`.
struct ExportTyped {
  InputTyped input;
  std::string state, session;  ///< these may stand for keys and preset
  std::optional<std::string> step, figure, theme, scale, step_size;
  std::string format, out;
};

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : formats()) names.push_back(format.name);
  return names;
}

std::vector<std::string> theme_names() {
  std::vector<std::string> names;
  for (const Theme& each : themes()) names.push_back(each.name);
  return names;
}

/// A session or a run that was saved.
std::string show_file(Document& document, const std::string& file) {
  const auto text = read_text(file);
  if (!text) return text.error.sentence;
  if (!looks_like_state(*text)) return act(document, "open", file);
  const std::string refusal = apply_state(document, *text);
  return refusal.empty() ? "" : "'" + file + "': " + refusal;
}

/// The preset with its step, figure and so on, under the options that were typed.
std::string show_typed_preset(const ExportTyped& typed, const Setup& setup, Document& document) {
  StateFields fields;
  Document typed_only;
  typed_only.lane().setup = setup;
  for (const Field& field : scope::fields())
    if (field.of_lane && field.get) fields.lanes[0].push_back({field.name, field.get(typed_only)});
  if (typed.step) fields.lanes[0].push_back({"step", *typed.step});
  if (typed.figure) fields.document.push_back({"figure", *typed.figure});
  put_under(*preset_named(*typed.input.preset), fields);
  const std::string refusal = take_fields(document, fields);
  return refusal.empty()
             ? ""
             : "The preset '" + *typed.input.preset + "' cannot be shown so: " + refusal;
}

/// What to sort, from the options.
std::string take_input(const ExportTyped& typed, Document& document) {
  const auto setup = setup_of(typed.input);
  if (!setup) return setup.error.sentence;
  const Preset* preset = typed.input.preset ? preset_named(*typed.input.preset) : nullptr;
  if (preset && !preset->state.empty()) return show_typed_preset(typed, *setup, document);
  document.lane().setup = *setup;
  return "";
}

/// The program as it stands after a state, a session, or the input that was typed. "" or one
/// sentence.
std::string prepare(const ExportTyped& typed, Document& document) {
  std::string refusal;
  if (!typed.state.empty())
    refusal = apply_state(document, typed.state);
  else if (!typed.session.empty())
    refusal = show_file(document, typed.session);
  else
    refusal = take_input(typed, document);
  if (!refusal.empty()) return refusal;
  tick(document, 0);
  const Lane& lane = document.lane();
  if (!lane.error.sentence.empty() && !broke_off(lane)) return lane.error.sentence;
  if (typed.figure) refusal = act(document, "figure", *typed.figure);
  if (refusal.empty() && typed.step) refusal = act(document, "seek", *typed.step);
  if (refusal.empty() && typed.step_size) refusal = act(document, "grain", *typed.step_size);
  settle(document);
  return refusal;
}

/// The format that was asked for, else the one that `--out` ends like, else SVG; null with a
/// sentence.
const Format* format_of(const ExportTyped& typed, std::string& refusal) {
  const Format* named = format_named(typed.format);
  if (!named && !typed.format.empty()) refusal = no_such("format", typed.format, format_names());
  if (!typed.format.empty()) return named;
  if (const Format* ending = format_ending(typed.out)) return ending;
  std::error_code error;
  if (ending_of(typed.out).empty() || std::filesystem::is_directory(to_path(typed.out), error))
    return format_named("svg");
  std::vector<std::string> endings;
  for (const Format& each : formats()) endings.push_back(std::string(".") + each.ending);
  endings.push_back("another one with a --format");
  refusal = no_such("ending of a picture", "." + ending_of(typed.out), endings);
  return nullptr;
}

/// Theme and scale: for paper, unless something else was asked for.
std::string read_style(const ExportTyped& typed, Style& style) {
  const Theme* theme = typed.theme ? theme_named(*typed.theme) : &scope::theme(ThemeId::print);
  if (!theme) return no_such("theme", *typed.theme, theme_names());
  style.theme = theme->id;
  return read_number(typed.scale, 1, 4, "The scale", style.scale);
}

/// Pictures of a run that broke off are written, and it did not work all the same.
int end_of(const Lane& lane, int code) {
  return code == exit_ok && broke_off(lane) ? refuse(lane.error.sentence) : code;
}

int do_figure(const ExportTyped& typed) {
  Document document = make_document();
  Style style;
  std::string refusal = first_of({read_style(typed, style), prepare(typed, document)});
  const Format* format = refusal.empty() ? format_of(typed, refusal) : nullptr;
  if (!format) return refuse(refusal);
  const auto bytes = write_page(*format, page_of(document), style);
  if (!bytes) return refuse(bytes.error.sentence);
  return end_of(document.lane(), put(typed.out, *bytes));
}

int do_steps(const ExportTyped& typed) {
  Document document = make_document();
  Style style;
  std::string refusal = first_of({read_style(typed, style), prepare(typed, document)});
  const Format* format = refusal.empty() ? format_of(typed, refusal) : nullptr;
  if (!format) return refuse(refusal);
  const PageRun run = page_run_of(document, document.step_size, budget_of(*format, style));
  const Handout& handout = run.about;
  if (!handout.remark.empty()) std::fprintf(stderr, "radixscope: %s\n", handout.remark.c_str());
  std::vector<std::string> written;
  return end_of(document.lane(), put_handout(run, *format, style, typed.out, written));
}

/// What both commands take, and what only one of them does.
Command export_command(const char* name, const char* about, int (*run)(const ExportTyped&),
                       Option (*own)(ExportTyped&), Option (*out)(ExportTyped&)) {
  const auto typed = std::make_shared<ExportTyped>();
  Command command{.name = name, .about = about, .run = [=] { return run(*typed); }};
  add_input(command, typed->input,
            {{.name = "--session",
              .into = &typed->session,
              .about = "A session file or a trace file",
              .type = "TEXT"},
             {.name = "--state",
              .into = &typed->state,
              .about = "A state string, as copied in the window",
              .type = "TEXT"}});
  for (const Option& each :
       std::initializer_list<Option>{{.name = "--figure",
       .into = &typed->figure,
       .about = "Its id; else what shows the step best",
       .type = "ID"},
                                     {.name = "--theme",
                                     .into = &typed->theme,
                                     .about = listed(theme_names()) + "; else print",
                                     .type = "THEME"},
                                     {.name = "--scale",
                                     .into = &typed->scale,
                                     .about = "Of PNG, 1 to 4; else 2",
                                     .type = "FACTOR"},
                                     {.name = "--format",
                                     .into = &typed->format,
                                     .about = listed(format_names()) + "; else by the end of --out",
                                     .type = "FORMAT"},
                                     own(*typed),
                                     out(*typed)})
    command.options.push_back(each);
  return command;
}

}  // namespace

Command figure_command() {
  return export_command(
      "figure", "Draw one figure", do_figure,
      [](ExportTyped& typed) -> Option {
        return {.name = "--step",
                .into = &typed.step,
                .about = "A number, or such as 'pass 1 table_scan'; else the first",
                .type = "STEP"};
      },
      [](ExportTyped& typed) -> Option {
        return {.name = "--out",
                .into = &typed.out,
                .about = "File to write; - is standard output",
                .type = "FILE",
                .required = true};
      });
}

Command steps_command() {
  return export_command(
      "steps", "Draw every step", do_steps,
      [](ExportTyped& typed) -> Option {
        return {.name = "--grain",
                .into = &typed.step_size,
                .about = "A picture for every pass, stage, or inside of stages; else inside",
                .type = "GRAIN"};
      },
      [](ExportTyped& typed) -> Option {
        return {.name = "--out",
                .into = &typed.out,
                .about = "Folder for a file a step, or the one file with all",
                .type = "PLACE",
                .required = true};
      });
}

int put_handout(const PageRun& run, const Format& format, const Style& style,
                const std::string& out, std::vector<std::string>& written) {
  const std::string refusal = first_of({run.about.refusal, place_refusal(out, format)});
  if (!refusal.empty()) return refuse(refusal);
  if (out == "-") {
    const auto bytes = format.write(run, style, {});
    return bytes ? print(*bytes) : refuse(bytes.error.sentence);
  }
  const std::string place = format.bundles ? file_for(out, run.about.name, format) : out;
  const Written done = write_pages(run, format, style, place);
  written = done.files;
  return done.refusal.empty() ? exit_ok : refuse(done.refusal);
}

}  // namespace scope
