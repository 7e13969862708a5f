// Subcommands that only draw or write: scripts of commands. Each says what may be typed after it
// and which commands that means; they run on a Document of its own.

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>

#include "app/commands/command_rows.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/table.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/chart/calculator_page.hpp"
#include "app/core/figures/fault_figure.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/export/formats.hpp"
#include "app/export/question_sheet.hpp"
#include "app/state/lesson_check.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "cli.hpp"
#include "text/all.hpp"
#include "text/cli.hpp"
#include "text/files.hpp"

namespace scope {
namespace {

/// What was typed for fields, by their names: text, until the field itself reads it with a sentence
/// for what is wrong with it.
using FieldsTyped = std::map<std::string, std::optional<std::string>>;

/// What was typed after one of them.
struct ScriptTyped {
  FieldsTyped fields;  ///< what to sort, in which order; figure, theme, grain
  std::optional<std::string> state, session;  ///< these may stand for keys and preset
  std::optional<std::string> step, scale, seed, count, exam, edit;
  std::string lesson, format, out;
  std::vector<std::string> lessons;  ///< files, or names
  bool json = false, notes = false;
};

// ----------------------------------------------------------------------------- what is sorted

/// What was typed for this field, or null.
const std::string* typed_for(const FieldsTyped& typed, const std::string& name) {
  const auto it = typed.find(name);
  return it == typed.end() || !it->second ? nullptr : &*it->second;
}

/// The option of a field: "--keys-per-thread" of keys_per_thread, with the field's help.
Option field_option(const std::string& name, FieldsTyped& typed) {
  const Field& field = *field_named(name);
  std::string option = "--" + name, type = field.takes;
  std::ranges::replace(option, '_', '-');
  std::erase_if(type, [](char c) { return c == '[' || c == ']'; });
  return {.name = option,
          .into = &typed[name],
          .about = std::string(text::translated(field.help)),
          .type = type,
          .may_be_empty = true};  // the field itself says what is wrong with nothing
}
/// The same with what the command line adds to that help: what is taken where nothing is typed.
template <class Slots>
Option field_option(const std::string& name, FieldsTyped& typed,
                    std::string (*more)(const Slots&)) {
  Option option = field_option(name, typed);
  option.about = more({.help = option.about});
  return option;
}

/// Adds the options of an input. `others`: options of this command that may stand for --keys and
/// --preset.
void add_input(Subcommand& command, FieldsTyped& typed, std::vector<Option> others = {}) {
  OptionGroup input{.name = "input",
                    .about = "What to sort",
                    .least = 1,
                    .most = 2,
                    .options = {field_option("keys", typed, text::cli::keys_help),
                                field_option("preset", typed)}};
  input.options.insert(input.options.end(), others.begin(), others.end());
  for (std::size_t i = 0; i < input.options.size(); ++i)  // a fault alone goes with one of them
    for (std::size_t k = i + 1; k < input.options.size(); ++k)
      input.options[i].excludes.push_back(input.options[k].name);
  input.options.push_back(field_option("fault", typed, text::cli::fault_help));
  command.groups.push_back(std::move(input));
  command.options.push_back(field_option("sort", typed, text::cli::default_first));
  command.options.push_back(field_option("values", typed));
  for (const radix::SettingInfo& setting : radix::settings())
    command.options.push_back(field_option(setting.name, typed));
  command.options.push_back(field_option("engine", typed));
}

radix::Error error(std::string sentence) { return {.sentence = std::move(sentence)}; }

/// The typed settings that the sort does not use: "" or one sentence.
std::string unused_of(const FieldsTyped& typed, const Setup& setup) {
  const radix::SortInfo& sort = *radix::sort_named(setup.sort);
  radix::Settings unused;
  for (const radix::SettingInfo& setting : radix::settings())
    if (typed_for(typed, setting.name) && !sort.uses(setting))
      setting.set(unused, setting.get(setup.settings));
  return unused_setting(sort, unused);
}

/// Keys and settings: the preset's, then what was typed. A setting that the sort does not use is
/// refused when it was typed.
radix::Result<Setup> setup_of(const FieldsTyped& typed) {
  StateFields written;
  const std::string* preset = typed_for(typed, "preset");
  for (const auto& [name, text] : typed)
    if (text && belongs_to_lane(name)) written.lanes[0].push_back({name, *text});
  if (const Preset* known = preset ? preset_named(*preset) : nullptr) put_under(*known, written);
  Document chosen;
  Setup& setup = chosen.lane().setup;
  const std::string* planted = typed_for(typed, "fault");
  const radix::PlantedFault* fault = planted ? radix::planted_fault_named(*planted) : nullptr;
  const bool own_keys = preset || typed_for(typed, "keys");
  if (fault) setup = setup_of(*fault, fault->shows, setup);
  for (const Field& field : fields()) {
    const auto found = std::ranges::find(written.lanes[0], field.name, &NamedText::name);
    if (!field.of_lane || found == written.lanes[0].end()) continue;
    if (std::string refusal = field.set(chosen, found->value); !refusal.empty())
      return error(std::move(refusal));
  }
  if (setup.keys_text == "-") {
    auto text = read_text(std::cin, text::cli::standard_input);
    if (!text) return text.error;
    if (trimmed(*text).empty()) return error(text::cli::no_keys_in_input);
    setup.keys_text = std::move(*text);
  }
  if (std::string refusal = unused_of(typed, setup); !refusal.empty())
    return error(std::move(refusal));
  if (preset || typed_for(typed, "bits") || !own_keys) return setup;
  const auto fitting = radix::fitting(setup.keys_text, setup.settings);
  if (!fitting) return fitting.error;
  setup.settings = *fitting;
  return setup;
}

/// Sorts what was typed. "" or one sentence.
std::string take_setup(const ScriptTyped& typed, Document& document) {
  auto setup = setup_of(typed.fields);
  if (!setup) return setup.error.sentence;
  document.lane().setup = std::move(*setup);
  return "";
}

/// The preset with its step, figure and so on, under the setup that was typed.
std::string show_typed_preset(const ScriptTyped& typed, Document& document) {
  StateFields written;
  for (const Field& field : fields())
    if (field.of_lane && field.get) written.lanes[0].push_back({field.name, field.get(document)});
  if (typed.step) written.lanes[0].push_back({"step", *typed.step});
  if (const std::string* figure = typed_for(typed.fields, "figure"))
    written.document.push_back({"figure", *figure});
  written.document.push_back({"edition", field_named("edition")->get(document)});
  const std::string& name = *typed_for(typed.fields, "preset");
  put_under(*preset_named(name), written);
  const std::string refusal = take_fields(document, written);
  return refusal.empty() ? "" : text::cli::preset_fails_so({.preset = name, .why = refusal});
}

// ---------------------------------------------------------------------------------- scripts

/// Runs the commands and prints what they print; returns the exit code. A run that broke off
/// is drawn and written in full, and still counts as a failure.
int run_commands(Document& document, const CommandCalls& requests) {
  const std::string refusal = run_requests(document, requests);
  const int code = document.printed.empty() ? exit_ok : print(document.printed);
  return code == exit_ok && !refusal.empty() ? refuse(refusal) : code;
}

int do_trace(const ScriptTyped& typed) {
  Document document = make_document();
  if (const std::string refusal = take_setup(typed, document); !refusal.empty())
    return refuse(refusal);
  if (typed.edit)
    if (const std::string refusal = run_command(document, "edit_from", *typed.edit);
        !refusal.empty())
      return refuse(refusal);
  tick(document, 0);
  const Lane& lane = document.lane();
  const bool wrong = !lane.setup.fault.empty() || lane.setup.changed;
  const bool found = wrong && broke_off(lane);
  if (!lane.verified && !lane.verdict.empty()) refuse(lane.verdict);  // it is the CPU engine's then
  CommandCalls script;
  if (const auto& key = typed_for(typed.fields, "pin")) script.push_back({"pin", *key});
  const bool json = typed.json || ending_of(typed.out) == "json";
  script.push_back({json ? "trace" : "text", typed.out.empty() ? "-" : typed.out});
  if (lane.setup.changed && !found && !json && typed.out.empty())
    script.push_back({"edit_verdict", ""});
  const int code = run_commands(document, script);
  return found && code == exit_refused ? exit_found : code;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Format& format : formats()) names.push_back(format.name);
  return names;
}

/// The format that was asked for, else the one that `--out` ends like, else SVG; null with a
/// sentence.
const Format* format_of(const ScriptTyped& typed, std::string& refusal) {
  const Format* named = format_named(typed.format);
  if (!named && !typed.format.empty()) refusal = no_such("format", typed.format, format_names());
  if (!typed.format.empty()) return named;
  if (const Format* ending = format_ending(typed.out)) return ending;
  std::error_code error;
  if (ending_of(typed.out).empty() || std::filesystem::is_directory(to_path(typed.out), error))
    return format_named("svg");
  std::vector<std::string> endings;
  for (const Format& each : formats()) endings.push_back(std::string(".") + each.ending);
  endings.push_back(text::cli::another_with_format);
  refusal = no_such("ending of a picture", "." + ending_of(typed.out), endings);
  return nullptr;
}

/// Where to write and how, as commands take it: "'a b.svg' svg 2".
std::string place_words(const std::string& place, const Format& format,
                        const std::optional<std::string>& scale = {}) {
  const char* quote = place.find('\'') == place.npos ? "'" : "\"";
  return joined({quote, place, quote, " ", format.name, scale ? " " + *scale : ""});
}

/// Why nothing can be drawn so, whatever is sorted: "" or one sentence.
std::string style_refusal(const ScriptTyped& typed) {
  std::string refusal;
  if (typed.scale) whole_number(*typed.scale, 1, 4, "The scale", refusal);
  const std::string* theme = typed_for(typed.fields, "theme");
  if (!refusal.empty() || !theme || !one_word(*theme).empty()) return refusal;
  std::vector<std::string> names;  // the command alone means the next one
  for (const Theme& each : themes()) names.push_back(each.name);
  return no_such("theme", *theme, names);
}

/// Shows what was typed, but for a state or a session, which are commands. "" or one sentence.
std::string take_picture(const ScriptTyped& typed, Document& document) {
  if (typed.state || typed.session) return "";
  std::string refusal = take_setup(typed, document);
  const std::string* preset = typed_for(typed.fields, "preset");
  if (refusal.empty() && preset && !preset_named(*preset)->state.empty())
    refusal = show_typed_preset(typed, document);
  tick(document, 0);
  return refusal;
}

/// `command` draws: "page" what is shown, "steps" every step.
int do_draw(const ScriptTyped& typed, const char* command) {
  Document document = make_document();
  std::string refusal = style_refusal(typed);
  const Format* format = refusal.empty() ? format_of(typed, refusal) : nullptr;
  if (refusal.empty()) refusal = take_picture(typed, document);
  if (!refusal.empty()) return refuse(refusal);
  CommandCalls script;
  if (typed.state) script.push_back({"state", *typed.state});
  if (typed.session) script.push_back({"open", *typed.session});
  script.push_back({"theme", theme(ThemeId::print).name});  // for paper
  for (const char* name : {"theme", "figure", "grain", "predict"})
    if (const std::string* text = typed_for(typed.fields, name)) script.push_back({name, *text});
  if (typed.step) script.push_back({"seek", *typed.step});
  const std::string place = typed.out.empty() ? "-" : typed.out;
  script.push_back({command, place_words(place, *format, typed.scale)});
  return run_commands(document, script);
}

/// What both commands that draw take, and the option that only one of them has.
Subcommand draw_command(const char* name, const char* about, const char* command,
                        Option (*own)(ScriptTyped&), const char* out, const char* place) {
  const auto typed = std::make_shared<ScriptTyped>();
  Subcommand drawn{.name = name, .about = about, .run = [=] { return do_draw(*typed, command); }};
  add_input(drawn, typed->fields,
            {{.name = "--session",
              .into = &typed->session,
              .about = "A session file or a trace file",
              .type = "TEXT"},
             {.name = "--state",
              .into = &typed->state,
              .about = "A state string, as copied in the window",
              .type = "TEXT"}});
  std::vector<Option>& list = drawn.options;
  list.push_back(field_option("figure", typed->fields, text::cli::default_best));
  list.push_back(field_option("theme", typed->fields, text::cli::default_print));
  list.push_back({.name = "--scale",
                  .into = &typed->scale,
                  .about = "Scale of PNG, 1 to 4; default: 2",
                  .type = "FACTOR"});
  list.push_back({.name = "--format",
                  .into = &typed->format,
                  .about = text::cli::formats_by_ending({.formats = text::list(format_names())}),
                  .type = "FORMAT"});
  list.push_back(own(*typed));
  if (std::string_view(command) == "steps")
    list.push_back(field_option("predict", typed->fields, text::cli::with_questions));
  list.push_back(
      {.name = "--out", .into = &typed->out, .about = out, .type = place, .required = true});
  return drawn;
}

/// What the calculator says of the numbers that were typed.
int do_calculate(const FieldsTyped& typed) {
  Document document = make_document();
  std::string words;
  for (const auto& [name, text] : typed)
    if (text) words += name + " " + (one_word(*text).empty() ? "?" : *text) + " ";
  const std::string refusal = run_command(document, "calculator", words);
  return refusal.empty() ? print(calculation_text(document.calculation)) : refuse(refusal);
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
    text +=
        joined({lesson.name, "\n  ", heading_of(lesson), " · ",
                text::cli::slides({.count = lesson.slides.size()}), "\n  ", lesson.about, "\n"});
  const int printed = print(text);
  const std::string& error = lesson_folder().error;
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
  text += joined({lesson->file, ": ", heading_of(*lesson), "\n"});
  uint32_t number = 0;
  for (const SlideCheck& slide : check(*lesson)) {
    const bool fine = slide.error.empty();
    ++number;
    text += joined(
        {"  ",
         fine ? text::cli::slide_fine({.place = slide.place, .slide = number, .title = slide.title})
              : text::cli::slide_bad({.slide = number, .title = slide.title, .why = slide.error}),
         "\n"});
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

/// `lesson svg NAME`: its slides as one file, or a file for each in a folder, which is made when it
/// is not there.
int do_slides(const Format& format, const ScriptTyped& typed) {
  const auto lesson = find_lesson(typed.lesson);
  if (!lesson) return refuse(lesson.error.sentence);
  Document document = make_document();
  document.lesson = std::make_shared<Lesson>(*lesson);
  const std::string place = typed.out.empty() ? "." : typed.out;
  const int code = run_commands(document, {{"theme", theme(ThemeId::print).name},
                                           {"notes", typed.notes ? "on" : "off"},
                                           {"slides", place_words(place, format)}});
  const std::vector<std::string>& written = document.written;
  if (code != exit_ok || written.empty()) return code;  // refused, or printed
  return print((written.size() == 1
                    ? text::cli::wrote_one({.file = written[0]})
                    : text::cli::wrote_many({.count = written.size(), .place = place})) +
               "\n");
}

/// `lesson svg NAME --out PLACE`, and so on for every format.
Subcommand format_command(const Format& format, const std::shared_ptr<ScriptTyped>& typed) {
  return {.name = format.name,
          .about = text::cli::write_slides({.format = text::translated(format.about)}),
          .options = {{.name = "lesson",
                       .into = &typed->lesson,
                       .about = "Its name, or a file",
                       .type = "NAME|FILE",
                       .required = true},
                      {.name = "--out",
                       .into = &typed->out,
                       .about = "Where to write; default: the current folder",
                       .type = format.bundles ? "FILE" : "FOLDER"},
                      {.name = "--notes",
                       .into = &typed->notes,
                       .about = "Include the answers and the lecturer's notes"}},
          .run = [&format, typed] { return do_slides(format, *typed); }};
}

}  // namespace

Subcommand trace_command() {
  const auto typed = std::make_shared<ScriptTyped>();
  Subcommand trace{.name = "trace", .about = "Sort and print every step", .run = [typed] {
                     return do_trace(*typed);
                   }};
  add_input(trace, typed->fields);
  for (const char* name : {"thread_order", "block_order", "seed"})
    trace.options.push_back(field_option(name, typed->fields));
  trace.options.push_back(field_option("pin", typed->fields, text::cli::pin_help));
  trace.options.push_back(
      {.name = "--json",
       .into = &typed->json,
       .about = "JSON instead of a transcript, as with an --out that ends in .json"});
  trace.options.push_back({.name = "--edit",
                           .into = &typed->edit,
                           .about = "A kernel file of the chapter that you have changed",
                           .type = "FILE"});
  trace.options.push_back({.name = "--out",
                           .into = &typed->out,
                           .about = "File to write instead of standard output",
                           .type = "FILE"});
  return trace;
}

/// Questions of a run, on standard output or in a file.
static int do_questions(const ScriptTyped& typed) {
  Document document = make_document();
  const std::string format = typed.format.empty() ? "markdown" : typed.format;
  const std::string file = typed.out.empty() ? "-" : typed.out;
  if (typed.exam)
    return run_commands(document, {{"exam", joined({format, " ", *typed.exam, " ", file})}});
  std::string refusal = take_setup(typed, document);
  if (!refusal.empty()) return refuse(refusal);
  CommandCalls script{{"predict_seed", typed.seed.value_or("1")}};
  script.push_back({"questions", joined({format, " ", typed.count.value_or("12"), " ", file})});
  return run_commands(document, script);
}

Subcommand questions_command() {
  const auto typed = std::make_shared<ScriptTyped>();
  Subcommand questions{.name = "questions",
                       .about = "Write a sheet of questions about a run, with their answers",
                       .run = [typed] { return do_questions(*typed); }};
  add_input(
      questions, typed->fields,
      {{.name = "--exam",
        .into = &typed->exam,
        .about = text::cli::exam_about({.chapter = radix::filled("{chapter:sorting}"),
                                        .section = radix::row_of(radix::Section::coalescing).name}),
        .type = "SECTION"}});
  std::vector<std::string> names(question_formats().begin(), question_formats().end());
  std::vector<Option> own = {{.name = "--format",
                              .into = &typed->format,
                              .about = text::cli::sheet_formats({.formats = text::list(names)}),
                              .type = "FORMAT"},
                             {.name = "--seed",
                              .into = &typed->seed,
                              .about = "Another seed asks other questions; default: 1",
                              .type = "NUMBER"},
                             {.name = "--count",
                              .into = &typed->count,
                              .about = "At most this many; default: 12",
                              .type = "NUMBER"},
                             {.name = "--out",
                              .into = &typed->out,
                              .about = "File to write instead of standard output",
                              .type = "FILE"}};
  questions.options.insert(questions.options.end(), own.begin(), own.end());
  return questions;
}

static int do_kernel(const std::string& name, const std::string& out) {
  const radix::PlantedFault* planted = radix::planted_fault_named(name);
  const radix::SortInfo* sort = radix::sort_named(planted ? planted->sort : name);
  if (!sort) {
    std::vector<std::string> names;
    for (const auto& list : {radix::sorts(), radix::bugs_in_print()})
      for (const radix::SortInfo& each : list) names.push_back(each.name);
    names.push_back(text::cli::listed_fault);
    return refuse(no_such("sort", name, names));
  }
  const std::string text = radix::standalone_file(*sort, planted);
  if (out.empty()) return print(text);
  std::error_code error;
  if (std::filesystem::exists(to_path(out), error))
    return refuse(text::files::exists({.file = "'" + out + "'"}));
  const std::string refusal = write_file(out, text);
  return refusal.empty() ? exit_ok : refuse(refusal);
}

Subcommand kernel_command() {
  const auto name = std::make_shared<std::string>(), out = std::make_shared<std::string>();
  return {
      .name = "kernel",
      .about = "Print a sort as one CUDA file that compiles by itself, for a handout or homework",
      .options = {{.name = "name",
                   .into = name.get(),
                   .about = "A sort by its name or number, a bug in print, or one of the "
                            "gallery: \"block_sort\", \"2\", \"lists_race\", \"ks_barrier\"",
                   .type = "NAME"},
                  {.name = "--out",
                   .into = out.get(),
                   .about = "File to write, which must not exist yet",
                   .type = "FILE"}},
      .run = [name, out] { return do_kernel(*name, *out); }};
}

/// What a reader of the gallery asks of each of them.
static Table faults_table() {
  Table table{{{text::cli::column_fault, text::cli::column_sort, text::cli::column_file,
                text::cli::column_right, text::cli::column_wrong, text::cli::column_shown_by,
                text::cli::column_hidden_by, text::cli::column_found_by}}};
  const auto code = [](std::string text) {
    std::ranges::replace(text, '|', '/');
    return text.empty() ? std::string("–") : "`" + text + "`";
  };
  const auto words = [](const radix::PlantedFault& fault, const radix::FaultCase& one) {
    const radix::SortInfo& sort = *radix::sort_named(fault.sort);
    std::string text = text::cli::fault_keys({.keys = one.keys});
    for (const radix::SettingInfo& setting : radix::settings())
      if (setting.get(one.settings) != setting.get(radix::Settings{}) &&
          (sort.uses(setting) || setting.describes_keys))
        text =
            text::all::list_middle({.first = text,
                                    .next = joined({std::string(text::translated(setting.label)),
                                                    " ", radix::text_of(setting, one.settings)})});
    return text;
  };
  for (const radix::PlantedFault& fault : radix::planted_faults()) {
    const LinePair pair = line_pairs(fault).front();
    table.rows.push_back(
        {fault.name, fault.sort, joined({fault.file, ":", pair.line}), code(pair.right),
         code(pair.wrong), words(fault, fault.shows),
         fault.hides ? words(fault, *fault.hides) : std::string(text::cli::nothing),
         check_words(fault.found_by)});
  }
  return table;
}

Subcommand faults_command() {
  const auto markdown = std::make_shared<bool>(false);
  return {
      .name = "faults",
      .about = "List the faults that can be planted in the kernels",
      .options =
          {{.name = "--markdown",
            .into = markdown.get(),
            .about =
                "As a table: the right and the wrong line, what shows, hides and finds the fault"}},
      .run = [markdown] {
        if (*markdown) return print(to_markdown(faults_table()));
        std::string text;
        for (const radix::PlantedFault& fault : radix::planted_faults())
          text += joined({fault.name, "\n  ",
                          text::cli::fault_line({.section = radix::number_of(fault.section),
                                                 .sort = fault.sort,
                                                 .title = text::translated(fault.title)}),
                          "\n  ", std::string(text::translated(fault.wrong)), "\n"});
        return print(text);
      }};
}

Subcommand figure_command() {
  return draw_command(
      "figure", "Draw one figure", "page",
      [](ScriptTyped& typed) -> Option {
        return {.name = "--step",
                .into = &typed.step,
                .about = "A number, or for example 'pass 1 table_scan'; default: the first",
                .type = "STEP"};
      },
      "File to write; - is standard output", "FILE");
}

Subcommand steps_command() {
  return draw_command(
      "steps", "Draw every step", "steps",
      [](ScriptTyped& typed) {
        return field_option("grain", typed.fields, text::cli::default_inside);
      },
      "Folder for one file per step, or one file with all steps", "PLACE");
}

Subcommand calculate_command() {
  const auto typed = std::make_shared<FieldsTyped>();
  Subcommand calculate{.name = "calculate",
                       .about = "Work out passes, table, launches and bytes without running a sort",
                       .run = [typed] { return do_calculate(*typed); }};
  const Calculation usual;
  for (const CalculationInput& input : calculation_inputs()) {
    std::string option = std::string("--") + input.name;
    std::ranges::replace(option, '_', '-');
    calculate.options.push_back(
        {.name = option,
         .into = &(*typed)[input.name],
         .about = text::cli::number_asked({.about = text::translated(input.about),
                                           .high = power_text(input.high),
                                           .letter = input.letter,
                                           .low = input.low,
                                           .usual = power_text(usual.*input.value)}),
         .type = "NUMBER"});
  }
  return calculate;
}

Subcommand lesson_command() {
  const auto typed = std::make_shared<ScriptTyped>();
  Subcommand lesson{.name = "lesson",
                    .about = "List lessons, check them, write them as handouts",
                    .commands = {{.name = "list", .about = "List all lessons", .run = do_list},
                                 {.name = "check",
                                  .about = "Show every slide and say what is wrong with it",
                                  .options = {{.name = "lessons",
                                               .into = &typed->lessons,
                                               .about = "Files, or names of lessons",
                                               .type = "FILE",
                                               .required = true}},
                                  .run = [typed] { return do_check(typed->lessons); }}}};
  for (const Format& format : formats()) lesson.commands.push_back(format_command(format, typed));
  return lesson;
}

}  // namespace scope
