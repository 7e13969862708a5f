// Pictures without a display: figures, steps, lessons.

#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/commands/commands.hpp"
#include "app/export/formats.hpp"
#include "app/export/pages.hpp"
#include "app/state/lesson_check.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "cli.hpp"
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

/// Writes all pages: a file each into the folder `out`, or one file: `out` itself, or one of the
/// hand-out's name in the folder `out`; "-" prints that one file. `written` gets the names. Returns
/// the exit code.
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

// ------------------------------------------------------------------------------------- lessons

/// By name, section or file.
radix::Result<Lesson> find_lesson(const std::string& text) {
  if (const Lesson* known = lesson_named(text)) return *known;
  std::error_code error;
  if (std::filesystem::exists(to_path(text), error)) return load_lesson(text);
  return radix::Error{.sentence = no_such_lesson(text)};
}

int do_list() {
  if (lessons().empty()) return refuse(no_such_lesson(""));
  std::string text;
  for (const Lesson& lesson : lessons())
    text += say(lesson.name, "\n  ", heading_of(lesson), " · ",
                counted(static_cast<uint32_t>(lesson.slides.size()), "slide"), "\n  ", lesson.about,
                "\n");
  const int printed = print(text);
  const std::string& error = lesson_shelf().error;
  return error.empty() ? printed : refuse(error);
}

/// A line for every slide; the lesson is good when none has an error.
bool check_one(const std::string& name, std::string& text) {
  const auto lesson = find_lesson(name);
  if (!lesson) {
    text += lesson.error.sentence + "\n";
    return false;
  }
  bool good = true;
  text += say(lesson->file, ": ", heading_of(*lesson), "\n");
  uint32_t number = 0;
  for (const SlideCheck& slide : check(*lesson)) {
    const bool fine = slide.error.empty();
    text += say("  slide ", ++number, fine ? "  ok   " : "  BAD  ", slide.title, "  —  ",
                fine ? slide.place : slide.error, "\n");
    good = good && fine;
  }
  return good;
}

int do_check(const std::vector<std::string>& files) {
  std::string text;
  bool good = true;
  for (const std::string& file : files) good = check_one(file, text) && good;
  const int printed = print(text);
  return good ? printed : exit_refused;
}

/// The slides in a format: one file, or a file for each in a folder, which is made when it is not
/// there.
int do_write(const Handout& handout, const Format& format, const std::string& out) {
  std::vector<std::string> written;
  const std::string place = out.empty() ? "." : out;
  const int code = put_handout(page_run_of(handout), format, {}, place, written);
  if (code != exit_ok || written.empty()) return code;  // refused, or printed
  const bool one = written.size() == 1;
  return print(say(
      "Wrote ",
      one ? written[0] : counted(static_cast<uint32_t>(written.size()), "picture") + " to " + place,
      "\n"));
}

struct LessonTyped {
  std::vector<std::string> files;  ///< of `check`; names of lessons work too
  std::string lesson, out;         ///< of the hand-outs: name or file, and where to
};

int do_format(const Format& format, const LessonTyped& typed) {
  const auto lesson = find_lesson(typed.lesson);
  if (!lesson) return refuse(lesson.error.sentence);
  const auto handout = handout_of(*lesson);
  if (!handout) return refuse(handout.error.sentence);
  return do_write(*handout, format, typed.out);
}

/// `lesson svg NAME --out PLACE`, and so on for every format.
Command format_command(const Format& format, const std::shared_ptr<LessonTyped>& typed) {
  return {.name = format.name,
          .about = say("Write its slides as ", format.about),
          .options = {{.name = "lesson",
                       .into = &typed->lesson,
                       .about = "Its name, or a file",
                       .type = "NAME|FILE",
                       .required = true},
                      {.name = "--out",
                       .into = &typed->out,
                       .about = "Where to write; else the current folder",
                       .type = format.bundles ? "FILE" : "FOLDER"}},
          .run = [&format, typed] { return do_format(format, *typed); }};
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

Command lesson_command() {
  const auto typed = std::make_shared<LessonTyped>();
  Command lesson{.name = "lesson",
                 .about = "List lessons, check them, write them as hand-outs",
                 .commands = {{.name = "list", .about = "Name all lessons", .run = do_list},
                              {.name = "check",
                               .about = "Show every slide and say what is wrong with it",
                               .options = {{.name = "lessons",
                                            .into = &typed->files,
                                            .about = "Files, or names of lessons",
                                            .type = "FILE",
                                            .required = true}},
                               .run = [typed] { return do_check(typed->files); }}}};
  for (const Format& format : formats()) lesson.commands.push_back(format_command(format, typed));
  return lesson;
}

}  // namespace scope
