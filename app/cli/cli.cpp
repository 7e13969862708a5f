#include "cli.hpp"

#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "app/cli/options/judge_command.hpp"
#include "app/cli/options/time_command.hpp"
#include "app/commands/command_rows.hpp"
#include "app/commands/commands.hpp"
#include "app/core/base/child_process.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/languages.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "app/document/recorder.hpp"
#include "app/judge/student_session.hpp"
#include "app/panels/frame.hpp"
#include "app/state/autosave.hpp"
#include "app/state/preferences.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "app/timing/timing_session.hpp"
#include "app/window/platform/host.hpp"
#include "text/cli.hpp"

namespace scope {
namespace {

/// What was typed for a script or the window.
struct WindowTyped {
  std::optional<std::string> script, state, session, file, edit, scale, width, height, frames;
  std::string shot, log, screens;
  bool window = false;
};

/// Somebody has said what is shown: nothing of the last window comes back.
bool is_scripted(const WindowTyped& typed) {
  return typed.script || !typed.shot.empty() || !typed.screens.empty();
}

/// Reads an option's number into `value`; an option that was not given leaves it. "" or one
/// sentence.
template <class T>
std::string read_number(const std::optional<std::string>& text, uint32_t low, uint32_t high,
                        const std::string& what, T& value) {
  std::string refusal;
  const auto number = text ? whole_number(*text, low, high, what, refusal) : std::nullopt;
  if (number) value = static_cast<T>(*number);
  return refusal;
}

// -------------------------------------------------------------------------------------- engines

int do_engines() {
  std::string list;
  for (const radix::EngineInfo& engine : radix::engines()) {
    list += engine.id == radix::EngineId::cpu ? "cpu   " : "cuda  ";
    list +=
        (engine.available ? std::string(text::translated(engine.device))
                          : text::cli::not_available({.why = text::translated(engine.reason)})) +
        "\n";
  }
  return print(list);
}

// ----------------------------------------------------------------------------- script and window

int do_window(const WindowTyped& typed, Document& document, OpenWindow open_window) {
  WindowOptions options{.sized = typed.width || typed.height,
                        .shot = typed.shot,
                        .log = typed.log,
                        .remember = !is_scripted(typed),
                        .frames = typed.shot.empty() && typed.screens.empty() ? 0 : 10};
  for (const std::string& refusal :
       {read_number(typed.width, 640, 16384, "The width of the window", options.width),
        read_number(typed.height, 400, 16384, "The height of the window", options.height),
        read_number(typed.frames, 1, 1000000, "The number of frames", options.frames),
        typed.scale ? run_command(document, "scale", *typed.scale) : ""})
    if (!refusal.empty()) return refuse(refusal);
  if (typed.screens.empty()) return open_window(document, options);
  constexpr std::size_t limit = std::size_t{1} << 20;
  const auto lines = read_text(typed.screens, limit);
  if (!lines) return refuse(lines.error.sentence);
  std::istringstream in(*lines);
  for (std::string line; std::getline(in, line);)
    if (const std::size_t end = std::min(line.find(':'), line.size()); end > 0)
      options.screens.push_back({line.substr(0, end), line.substr(std::min(end + 1, line.size()))});
  return open_window(document, options);
}

/// The chapter's keys could not be found: what is left is a program that waits for keys.
bool starts_empty(const Document& document) {
  return document.note_is_error && document.lane().setup.keys_text.empty();
}
/// Shows what --state, --session or FILE say. A person who opened a file from a folder sees no
/// terminal: with a window (`patient`) what is wrong with FILE is said there.
std::string show_given(const WindowTyped& typed, Document& document, bool patient) {
  std::string refusal;
  if (typed.state) refusal = run_command(document, "state", *typed.state);
  if (typed.session) refusal = open_session(document, *typed.session);
  if (!typed.file) return refusal;
  refusal = looks_like_state(*typed.file) ? run_command(document, "state", *typed.file)
                                          : run_command(document, "open", *typed.file);
  tick(document, 0);
  return patient ? "" : refusal;
}

/// Brings back what the last window left: preferences, recent files, the last session. FILE is
/// opened on top of that session, which is there when FILE is refused; what --state and --session
/// say takes its place or ends the program. What was wrong with any of it, one sentence.
std::string bring_back(const WindowTyped& typed, Document& document) {
  const std::string wrong = load_preferences(document);
  if (!wrong.empty()) complain(document, wrong);
  recall(document, !typed.state && !typed.session);
  return document.note_is_error ? document.note : "";
}

/// A word that is neither a command nor a file was mistyped.
bool is_mistyped(const WindowTyped& typed) {
  std::error_code error;
  return typed.file && typed.file->find_first_of("./\\:") == std::string::npos &&
         !std::filesystem::exists(to_path(*typed.file), error);
}

int do_script(const WindowTyped& typed, const std::optional<std::string>& edition,
              OpenWindow open_window) {
  if (is_mistyped(typed)) {
    complain(text::cli::mistyped({.word = *typed.file}));
    return exit_usage;
  }
  auto made = std::make_unique<Document>(make_document());
  Document& document = *made;
  const std::string missing = starts_empty(document) ? document.note : "";
  if (!missing.empty()) complain(missing);
  const bool headless = typed.script && !typed.window && typed.shot.empty();
  // What takes long is recorded beside the window, unless its pictures are counted
  if (!headless && typed.shot.empty() && typed.screens.empty() && !typed.frames)
    document.recorder = std::make_shared<Recorder>();
  const std::string lost = is_scripted(typed) ? "" : bring_back(typed, document);
  std::string refusal = show_given(typed, document, !headless && typed.shot.empty());
  if (!refusal.empty() && on_a_page() && !headless) {  // an address that was sent: the rest goes on
    recall(document, true);
    complain(document, std::exchange(refusal, ""));
  } else if (!refusal.empty()) {
    return refuse(refusal);
  }
  if (!lost.empty() && !document.note_is_error)
    complain(document, lost);  // what was opened since has said something else
  if (typed.edit) {
    refusal = run_command(document, "edit_from", *typed.edit);
    if (refusal.empty() && !headless) refusal = run_command(document, "edit");
    if (!refusal.empty()) return refuse(refusal);
    tick(document, 0);
  }
  if (edition) field_named("edition")->set(document, *edition);  // over what a state says
  if (typed.script) refusal = run_script(document, *typed.script);
  // A run that failed (a deadlock, say) is worth looking at: the window shows the sentence
  const bool of_the_run = refusal == document.lane().error.sentence;
  if (!headless && !refusal.empty() && !of_the_run) return refuse(refusal);
  if (headless) {
    const int printed = document.printed.empty() ? exit_ok : print(document.printed);
    const bool found = of_the_run && fault_in(document.lane()) && broke_off(document.lane());
    if (!refusal.empty()) return refuse(refusal), found ? exit_found : exit_refused;
    const bool no_keys = !missing.empty() && document.lane().setup.keys_text.empty();
    return no_keys ? exit_refused : printed;
  }
  const int code = do_window(typed, document, open_window);
  if (on_a_page()) static_cast<void>(made.release());  // what it draws from now on
  return code;
}

// -------------------------------------------------------------------------------- the arguments

std::string commands_text() {
  std::string list = joined({text::cli::commands_head, "\n"});
  for (const Command& command : commands()) {
    std::string usage = std::string("  ") + command.name + " " + command.argument;
    const std::size_t shown = utf8_length(usage);  // "…" is one character in three bytes
    usage.append(shown < 40 ? 40 - shown : 1, ' ');
    list += usage + std::string(text::translated(command.help)) +
            (*command.keys ? std::string(" [") + command.keys + "]" : "") + "\n";
  }
  return joined({list, text::cli::exit_codes, "\n"});
}

/// `time` is another program's, which links the timed sorts.
int hand_over_timing(char** argv) {
  const std::string missing = timing_program_missing();
  return refuse(missing.empty() ? hand_over(program_beside("radixscope-time"), argv) : missing);
}

/// `judge` and `exercise` are another program's, which students' kernels are linked to.
int hand_over_judging(char** argv) {
  const std::string program = program_beside("radixscope-run");
  return refuse(can_be_run(program) ? hand_over(program, argv) : judging_program_missing());
}

std::vector<Option> window_options(WindowTyped& typed) {
  return {
      {.name = "--do",
       .into = &typed.script,
       .about = "Run commands without a display; see below",
       .type = "COMMANDS",
       .may_be_empty = true},
      {.name = "--state",
       .into = &typed.state,
       .about = "Show a copied state",
       .type = "STATE",
       .excludes = {"--session"}},
      {.name = "--session",
       .into = &typed.session,
       .about = "Show a saved session",
       .type = "FILE"},
      {.name = "file",
       .into = &typed.file,
       .about = "Open a session, a recorded run, times or keys",
       .type = "FILE",
       .excludes = {"--state", "--session"}},
      {.name = "--edit",
       .into = &typed.edit,
       .about = "Show a kernel file of the chapter that you have changed",
       .type = "FILE"},
      {.name = "--window", .into = &typed.window, .about = "Open the window after --do"},
      {.name = "--width",
       .into = &typed.width,
       .about = "Width of the window in pixels",
       .type = "PIXELS"},
      {.name = "--height",
       .into = &typed.height,
       .about = "Height of the window in pixels",
       .type = "PIXELS"},
      {.name = "--scale",
       .into = &typed.scale,
       .about = "Size of the interface, 0.8 to 2.5",
       .type = "FACTOR"},
      {.name = "--shot",
       .into = &typed.shot,
       .about = "Draw the window, write it as PNG and close",
       .type = "FILE"},
      {.name = "--log",
       .into = &typed.log,
       .about = "Log what happens in the window",
       .type = "FILE"},
      {.name = "--frames",
       .into = &typed.frames,
       .about = "Close after this many frames",
       .type = "COUNT"},
      {.name = "--screens",
       .into = &typed.screens,
       .about = "Show each screen of a list, NAME: COMMANDS per line, for --frames frames",
       .type = "FILE"},
  };
}

}  // namespace

int run_command_line(int argc, char** argv, OpenWindow open_window) {
  if (const std::string refusal = use_language_of_arguments(argc, argv); !refusal.empty())
    return refuse(refusal);
  if (const std::string wrong = complaint_about_language(); !wrong.empty()) complain(wrong);
  leave_no_parts();
  WindowTyped typed;
  TimeTyped time_typed;
  JudgeTyped judge_typed;
  std::optional<std::string> edition;
  Subcommand program{
      .name = "radixscope",
      .about = "Radixscope runs CUDA radix-sort kernels and shows every step.",
      .options = window_options(typed),
      .commands = {trace_command(),
                   figure_command(),
                   steps_command(),
                   time_command(time_typed, [&] { return hand_over_timing(argv); }),
                   judge_command(judge_typed, [&] { return hand_over_judging(argv); }),
                   exercise_command(judge_typed, [&] { return hand_over_judging(argv); }),
                   calculate_command(),
                   lesson_command(),
                   questions_command(),
                   kernel_command(),
                   faults_command(),
                   settings_command(),
                   commands_command(),
                   {.name = "engines",
                    .about = "List the engines that can sort on this machine",
                    .run = do_engines},
                   doctor_command()},
      .run = [&] { return do_script(typed, edition, open_window); },
      .version = "radixscope " RADIXSCOPE_VERSION,
      .footer = commands_text()};
  program.commands.push_back(options_command(program));
  try {
    program = with_edition(std::move(program), edition);  // in its place: `options` lists it
    return run_arguments(program, argc, argv);
  } catch (const std::bad_alloc&) {
    return refuse(text::cli::no_memory);
  } catch (const std::exception& error) {
    return refuse(text::cli::did_not_work({.why = error.what()}));
  }
}

}  // namespace scope
