#include "command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <optional>

#include "command_line_lesson.hpp"
#include "command_line_time.hpp"
#include "files.hpp"
#include "last_session.hpp"
#include "phrases.hpp"
#include "preferences.hpp"
#include "presets.hpp"
#include "recent.hpp"
#include "record.hpp"
#include "session.hpp"
#include "text_file.hpp"
#include "transcript.hpp"
#include "verb_actions.hpp"
#include "verbs.hpp"

namespace scope {
namespace {

/// What was typed. Numbers stay text until they are read with a sentence for what is wrong with
/// them.
struct Typed {
  std::optional<std::string> script, state, session, file, scale, width, height, frames;
  std::string shot, log;
  bool window = false;
  std::optional<std::string> keys, values, preset, seed;
  std::map<const radix::SettingInfo*, std::optional<std::string>> settings;
  std::string rung = radix::first_rung, engine = "auto", out;
  std::string thread_order = "forward", block_order = "forward";
  bool json = false;
};

/// Prints to standard output, which may be a full disk or a closed pipe.
int print(const std::string& text) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (whole && std::fflush(stdout) == 0) return exit_ok;
  return refuse("The output could not be written; the disk may be full or the reader gone.");
}

/// Reads an option's number into `value`; an option that was not given leaves it.
template <class T>
std::string read(const std::optional<std::string>& text, uint32_t low, uint32_t high,
                 const std::string& what, T& value) {
  std::string refusal;
  const auto number = text ? whole_number(*text, low, high, what, refusal) : std::nullopt;
  if (number) value = static_cast<T>(*number);
  return refusal;
}

/// The first that is not empty.
std::string first_of(std::initializer_list<std::string> refusals) {
  for (const std::string& refusal : refusals)
    if (!refusal.empty()) return refusal;
  return "";
}

// ---------------------------------------------------------------------------------------- trace

std::string read_order(const std::string& text, radix::Schedule& order) {
  const std::vector<std::string> names = {"forward", "reverse", "shuffled"};
  const auto it = std::find(names.begin(), names.end(), text);
  if (it == names.end()) return no_such("order", text, names);
  order = static_cast<radix::Schedule>(it - names.begin());
  return "";
}

/// Rung, engine and orders of the recipe.
std::string read_machine(const Typed& typed, radix::Recipe& recipe) {
  const radix::RungInfo* rung = radix::rung_named(typed.rung);
  if (!rung) {
    std::vector<std::string> names;
    for (const radix::RungInfo& each : radix::rungs()) names.push_back(each.name);
    return no_such("rung", typed.rung, names);
  }
  recipe.rung = rung->name;
  const auto engine = radix::engine_named(typed.engine);
  if (!engine) return no_such("engine", typed.engine, {"auto", "cpu", "cuda"});
  recipe.engine = *engine;
  std::string refusal = first_of({read_order(typed.thread_order, recipe.thread_order),
                                  read_order(typed.block_order, recipe.block_order),
                                  read(typed.seed, 0, 0xffffffffu, "The seed", recipe.seed)});
  const bool ordered =
      recipe.thread_order != radix::Schedule::forward || recipe.block_order != radix::Schedule::forward;
  if (!refusal.empty() || !ordered) return refusal;
  if (recipe.engine == radix::EngineChoice::cuda)
    return "Only the CPU engine can choose the order of threads and blocks; leave out --engine "
           "cuda.";
  recipe.engine = radix::EngineChoice::cpu;
  return "";
}

/// A setting's value as typed, into `settings`.
std::string read_setting(const radix::SettingInfo& setting, const std::string& text, radix::Settings& settings) {
  const auto value = radix::value_from(setting, text);
  if (value) setting.set(settings, *value);
  if (value) return "";
  if (setting.is_number()) {
    std::string refusal;
    whole_number(text, setting.low, setting.high, capital(setting.label), refusal);
    return refusal;
  }
  std::vector<std::string> names;
  for (const radix::Choice& each : setting.choices) names.push_back(each.name);
  return no_such(setting.label, text, names);
}

/// Keys and settings: the preset's, then what was typed. A setting that the rung does not use is refused
/// when it was typed.
radix::Result<radix::Problem> read_problem(const Typed& typed, const radix::RungInfo& rung) {
  Wish wish;
  wish.keys_text = typed.keys.value_or("");
  wish.rung = rung.name;
  if (typed.preset) {
    std::string refusal = choose_preset(*typed.preset, wish);
    if (!refusal.empty()) return radix::Complaint{.sentence = std::move(refusal)};
  } else if (wish.keys_text == "-") {
    auto text = read_text(std::cin, "Standard input");
    if (!text) return text.complaint;
    wish.keys_text = std::move(*text);
  }
  wish.rung = rung.name;   // what is typed comes before what a preset wants
  if (typed.values) wish.values_text = *typed.values;
  radix::Settings unused;
  bool bits_given = typed.preset.has_value();
  for (const auto& [setting, text] : typed.settings) {
    if (!text) continue;
    std::string refusal = read_setting(*setting, *text, wish.settings);
    if (!refusal.empty()) return radix::Complaint{.sentence = std::move(refusal)};
    if (!rung.uses(*setting)) setting->set(unused, setting->get(wish.settings));
    bits_given = bits_given || std::string_view(setting->name) == "bits";
  }
  if (std::string refusal = unused_setting(rung, unused); !refusal.empty())
    return radix::Complaint{.sentence = std::move(refusal)};
  if (!bits_given) {
    const auto fitting = radix::fitting(wish.keys_text, wish.settings);
    if (!fitting) return fitting.complaint;
    wish.settings = *fitting;
  }
  return problem_of(wish);
}

int do_trace(const Typed& typed) {
  radix::Recipe recipe;
  if (const std::string refusal = read_machine(typed, recipe); !refusal.empty())
    return refuse(refusal);
  const auto problem = read_problem(typed, *radix::rung_named(recipe.rung));
  if (!problem) return refuse(problem.complaint.sentence);
  recipe.problem = *problem;
  radix::Trace trace = radix::run(recipe);
  if (!trace.error.empty() && recipe.engine == radix::EngineChoice::automatic &&
      trace.engine.id == radix::EngineId::cuda) {
    std::cerr << "radixscope: " << trace.error << " The CPU engine sorted instead.\n";
    recipe.engine = radix::EngineChoice::cpu;
    trace = radix::run(recipe);
  }
  if (!trace.error.empty()) return refuse(trace.error);
  const std::string text = typed.json ? radix::to_json(trace) : transcript(trace);
  if (typed.out.empty()) return print(text);
  App nobody;   // as the verbs write files
  const std::string failure = write_text(nobody, typed.out, text);
  return failure.empty() ? exit_ok : refuse(failure);
}

// -------------------------------------------------------------------------------------- engines

int do_engines() {
  std::string text;
  for (const radix::EngineInfo& engine : radix::engines()) {
    text += engine.id == radix::EngineId::cpu ? "cpu   " : "cuda  ";
    text += (engine.available ? engine.device : "not available. " + engine.reason) + "\n";
  }
  return print(text);
}

// ----------------------------------------------------------------------------- script and window

int do_window(const Typed& typed, App& app, OpenWindow open_window) {
  WindowOptions options{
      .shot = typed.shot, .log = typed.log, .remember = !typed.script && typed.shot.empty(), .frames = typed.shot.empty() ? 0 : 10};
  const std::string refusal =
      first_of({read(typed.width, 640, 16384, "The width of the window", options.width),
                read(typed.height, 400, 16384, "The height of the window", options.height),
                read(typed.frames, 1, 1000000, "The number of frames", options.frames),
                typed.scale ? act(app, "scale", *typed.scale) : ""});
  return refusal.empty() ? open_window(app, options) : refuse(refusal);
}

/// Shows what --state, --session or FILE say. A person who opened a file from a folder sees no terminal: with a
/// window (`patient`) what is wrong with FILE is said there.
std::string show_given(const Typed& typed, App& app, bool patient) {
  std::string refusal;
  if (typed.state) refusal = act(app, "state", *typed.state);
  if (typed.session) {
    const auto text = read_text(*typed.session);
    refusal = text ? apply_state(app, *text) : text.complaint.sentence;
    if (text && !refusal.empty()) refusal = "'" + *typed.session + "': " + refusal;
    if (refusal.empty()) app.session_file = whole_path(*typed.session), remember_file(app, *typed.session);
  }
  if (!typed.file) return refusal;
  refusal = looks_like_state(*typed.file) ? act(app, "state", *typed.file) : act(app, "open", *typed.file);
  tick(app, 0);
  return patient ? "" : refusal;
}

/// A word that is neither a command nor a file was mistyped.
bool is_mistyped(const Typed& typed) {
  std::error_code error;
  return typed.file && typed.file->find_first_of("./\\:") == std::string::npos &&
         !std::filesystem::exists(to_path(*typed.file), error);
}

int do_script(const Typed& typed, OpenWindow open_window) {
  if (is_mistyped(typed)) {
    std::cerr << "radixscope: '" << *typed.file
              << "' is neither a command nor a file. `radixscope --help` lists what there is.\n";
    return exit_usage;
  }
  App app = make_app();
  const bool given = typed.state || typed.session || typed.file;
  const bool headless = typed.script && !typed.window && typed.shot.empty();
  if (!typed.script && typed.shot.empty()) {
    const std::string complaint = load_preferences(app);
    if (!complaint.empty()) complain(app, complaint);
    recall(app, !given);
  }
  std::string refusal = show_given(typed, app, !headless && typed.shot.empty());
  if (!refusal.empty()) return refuse(refusal);
  if (typed.script) refusal = run_script(app, *typed.script);
  // A run that failed (a deadlock, say) is worth looking at: the window shows the sentence
  const bool shows_it = !headless && refusal == app.lane().complaint.sentence;
  if (!refusal.empty() && !shows_it) return refuse(refusal);
  if (headless) return app.printed.empty() ? exit_ok : print(app.printed);
  return do_window(typed, app, open_window);
}

// -------------------------------------------------------------------------------- the arguments

std::string verbs_text() {
  std::string text = "Verbs of --do \"verb argument; verb argument; …\":\n";
  for (const Verb& verb : verbs()) {
    std::string usage = std::string("  ") + verb.name + " " + verb.argument;
    // One column for every usage; "…" is one character in three bytes
    std::size_t shown = 0;
    for (char c : usage) shown += (c & 0xC0) != 0x80;
    usage.append(shown < 40 ? 40 - shown : 1, ' ');
    text += usage + verb.help + (*verb.keys ? std::string(" [") + verb.keys + "]" : "") + "\n";
  }
  return text + "Exit codes: 0 done, 1 input refused, 2 wrong usage, 3 no display or OpenGL.\n";
}

void declare_window(CLI::App& cli, Typed& typed) {
  cli.add_option("--do", typed.script, "Run verbs, without a display; see below")
      ->type_name("VERBS");
  auto* state = cli.add_option("--state", typed.state, "Show a state that was copied")->type_name("STATE");
  auto* session = cli.add_option("--session", typed.session, "Show a session that was saved")->type_name("FILE");
  cli.add_option("file", typed.file, "Open a session, a recorded run, times or keys")
      ->type_name("FILE")->excludes(state)->excludes(session);
  state->excludes(session);
  cli.add_flag("--window", typed.window, "Open the window after --do");
  cli.add_option("--width", typed.width, "Width of the window, pixels")->type_name("PIXELS");
  cli.add_option("--height", typed.height, "Height of the window, pixels")->type_name("PIXELS");
  cli.add_option("--scale", typed.scale, "Size of the interface, 0.8 to 2.5")->type_name("FACTOR");
  cli.add_option("--shot", typed.shot, "Draw the window, write it as PNG, close")
      ->type_name("FILE");
  cli.add_option("--log", typed.log, "Write down what happens in the window")->type_name("FILE");
  cli.add_option("--frames", typed.frames, "Close after so many frames")->type_name("COUNT");
}

CLI::App* declare_trace(CLI::App& cli, Typed& typed) {
  CLI::App* trace = cli.add_subcommand("trace", "Sort and print every step");
  auto* input = trace->add_option_group("input", "What to sort");
  input->add_option("--keys", typed.keys, "Keys (12, 0xC, 0b1100); - reads standard input")
      ->type_name("KEYS");
  input->add_option("--preset", typed.preset, "Keys that came with the program")->type_name("NAME");
  input->require_option(1);
  trace->add_option("--rung", typed.rung, "Number or short name; else the first")
      ->type_name("RUNG");
  trace->add_option("--values", typed.values, "One whole number for every key")->type_name("VALUES");
  for (const radix::SettingInfo& setting : radix::settings())
    trace->add_option(setting.option(), typed.settings[&setting], setting.about)->type_name(setting.range());
  trace->add_option("--engine", typed.engine, "auto, cpu or cuda")->type_name("ENGINE");
  trace->add_option("--thread-order", typed.thread_order, "forward, reverse or shuffled; CPU only")
      ->type_name("ORDER");
  trace->add_option("--block-order", typed.block_order, "forward, reverse or shuffled; CPU only")
      ->type_name("ORDER");
  trace->add_option("--seed", typed.seed, "Of the shuffled orders")->type_name("NUMBER");
  trace->add_flag("--json", typed.json, "JSON instead of a transcript");
  trace->add_option("--out", typed.out, "File to write instead of standard output")
      ->type_name("FILE");
  return trace;
}

int explain(const CLI::App& cli, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return cli.exit(error, std::cout, std::cerr);   // help, version
  std::cerr << "radixscope: " << error.what() << ". `radixscope --help` lists what there is.\n";
  return exit_usage;
}

}  // namespace

int refuse(const std::string& sentence) {
  std::fprintf(stderr, "radixscope: %s\n", sentence.c_str());
  return exit_refused;
}

int run_command_line(int argc, char** argv, OpenWindow open_window) {
  Typed typed;
  CLI::App cli{"Radixscope runs CUDA radix-sort kernels and shows every step.", "radixscope"};
  cli.set_version_flag("--version", "radixscope " RADIXSCOPE_VERSION);
  cli.require_subcommand(0, 1);
  declare_window(cli, typed);
  const CLI::App* trace = declare_trace(cli, typed);
  TimeTyped time_typed;
  const CLI::App* time = declare_time(cli, time_typed);
  LessonTyped lesson_typed;
  const CLI::App* lesson = declare_lesson(cli, lesson_typed);
  const CLI::App* engines = cli.add_subcommand("engines", "Say which machines can sort");
  cli.footer(verbs_text());  // last, or every subcommand would repeat it
  try {
    cli.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return explain(cli, error);
  }
  try {
    if (trace->parsed()) return do_trace(typed);
    if (time->parsed()) return do_time(time_typed);
    if (lesson->parsed()) return do_lesson(lesson_typed);
    if (engines->parsed()) return do_engines();
    return do_script(typed, open_window);
  } catch (const std::bad_alloc&) {
    return refuse("There is not enough memory for this; use fewer keys or key bits.");
  } catch (const std::exception& error) {
    return refuse(std::string("This did not work: ") + error.what() + ".");
  }
}

}  // namespace scope
