#include "export_command.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/commands/commands.hpp"
#include "app/export/formats.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "input_options.hpp"

namespace scope {
namespace {

/// What was typed behind `figure` or `steps`.
struct ExportTyped {
  FieldsTyped fields;                         ///< what to sort, figure, theme, grain
  std::optional<std::string> state, session;  ///< these may stand for keys and preset
  std::optional<std::string> step, scale;
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

/// The preset with its step, figure and so on, under the options that were typed.
std::string show_typed_preset(const ExportTyped& typed, const Setup& setup, Document& document) {
  StateFields written;
  Document typed_only;
  typed_only.lane().setup = setup;
  for (const Field& field : fields())
    if (field.of_lane && field.get) written.lanes[0].push_back({field.name, field.get(typed_only)});
  if (typed.step) written.lanes[0].push_back({"step", *typed.step});
  for (const Request& each : requests_of(typed.fields, {"figure"}))
    written.document.push_back({each.verb, each.argument.text()});
  const std::string& name = *typed_for(typed.fields, "preset");
  put_under(*preset_named(name), written);
  const std::string refusal = take_fields(document, written);
  return refusal.empty() ? "" : "The preset '" + name + "' cannot be shown so: " + refusal;
}

/// Keys and settings, from the options.
std::string take_input(const ExportTyped& typed, Document& document) {
  const auto setup = setup_of(typed.fields);
  if (!setup) return setup.error.sentence;
  const auto& name = typed_for(typed.fields, "preset");
  if (name && !preset_named(*name)->state.empty())
    return show_typed_preset(typed, *setup, document);
  document.lane().setup = *setup;
  return "";
}

/// What was typed, as a script would say it.
Requests script_of(const ExportTyped& typed) {
  Requests script = requests_of(typed.fields, {"theme", "figure", "grain"});
  script.insert(script.begin(), {"theme", theme(ThemeId::print).name});  // for paper
  if (typed.session) script.insert(script.begin(), {"open", *typed.session});
  if (typed.state) script.insert(script.begin(), {"state", *typed.state});
  if (typed.step) script.push_back({"seek", *typed.step});
  return script;
}

/// The program as it stands after a state, a session, or the input that was typed. "" or one
/// sentence.
std::string prepare(const ExportTyped& typed, Document& document, Style& style) {
  std::string refusal = read_number(typed.scale, 1, 4, "The scale", style.scale);
  if (const auto& theme = typed_for(typed.fields, "theme"); theme && one_word(*theme).empty())
    return no_such("theme", *theme, theme_names());  // the command alone means the next one
  if (refusal.empty() && !typed.state && !typed.session) {
    refusal = take_input(typed, document);
    tick(document, 0);
  }
  if (refusal.empty()) refusal = run_requests(document, script_of(typed));
  const Lane& lane = document.lane();
  if (broke_off(lane) && refusal == lane.error.sentence) refusal.clear();  // there is a picture
  style.theme = document.theme;
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

/// Pictures of a run that broke off are written, and it did not work all the same.
int end_of(const Lane& lane, int code) {
  return code == exit_ok && broke_off(lane) ? refuse(lane.error.sentence) : code;
}

int do_figure(const ExportTyped& typed) {
  Document document = make_document();
  Style style;
  std::string refusal = prepare(typed, document, style);
  const Format* format = refusal.empty() ? format_of(typed, refusal) : nullptr;
  if (!format) return refuse(refusal);
  const auto bytes = write_page(*format, page_of(document), style);
  if (!bytes) return refuse(bytes.error.sentence);
  return end_of(document.lane(), put(typed.out, *bytes));
}

int do_steps(const ExportTyped& typed) {
  Document document = make_document();
  Style style;
  std::string refusal = prepare(typed, document, style);
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
                       Option (*own)(ExportTyped&), const char* out, const char* place) {
  const auto typed = std::make_shared<ExportTyped>();
  Command command{.name = name, .about = about, .run = [=] { return run(*typed); }};
  add_input(command, typed->fields,
            {{.name = "--session",
              .into = &typed->session,
              .about = "A session file or a trace file",
              .type = "TEXT"},
             {.name = "--state",
              .into = &typed->state,
              .about = "A state string, as copied in the window",
              .type = "TEXT"}});
  std::vector<Option>& list = command.options;
  list.push_back(field_option("figure", typed->fields, "; else what shows the step best"));
  list.push_back(field_option("theme", typed->fields, "; else print"));
  list.push_back({.name = "--scale",
                  .into = &typed->scale,
                  .about = "Of PNG, 1 to 4; else 2",
                  .type = "FACTOR"});
  list.push_back({.name = "--format",
                  .into = &typed->format,
                  .about = listed(format_names()) + "; else by the end of --out",
                  .type = "FORMAT"});
  list.push_back(own(*typed));
  list.push_back(
      {.name = "--out", .into = &typed->out, .about = out, .type = place, .required = true});
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
      "File to write; - is standard output", "FILE");
}

Command steps_command() {
  return export_command(
      "steps", "Draw every step", do_steps,
      [](ExportTyped& typed) { return field_option("grain", typed.fields, "; else inside"); },
      "Folder for a file a step, or the one file with all", "PLACE");
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
