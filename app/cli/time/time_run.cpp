#include "time_run.hpp"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>

#include "app/core/base/files.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/names.hpp"
#include "app/timing/report.hpp"
#include "app/timing/run/protocol.hpp"
#include "kernels/text/retold.hpp"
#include "text/cli.hpp"
#include "text/files.hpp"
#include "time_devices.hpp"

namespace scope {
namespace {

std::atomic<bool> interrupted = false;
bool on_terminal = false;    // set before signals may come
std::string finished_first;  // and this
static_assert(std::atomic<bool>::is_always_lock_free, "a signal may set it");

/// The first time the present run is still finished; the second time the program ends as it would
/// without this.
void interrupt(int signal) {
  if (!interrupted.exchange(true)) {
    if (signal == SIGINT && on_terminal) say_at_once(finished_first.data(), finished_first.size());
    return;
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Standard output, or a file that is opened before anything is measured.
struct Output {
  OutputFile file;
  bool failed = false;  // once failed, nothing more is written

  bool write(const std::string& text) {
    if (!failed && file.is_open()) failed = !file.write(text);
    if (!failed && !file.is_open())
      failed = std::fwrite(text.data(), 1, text.size(), stdout) != text.size() ||
               std::fflush(stdout) != 0;
    return !failed;
  }
};

/// How what is written begins.
std::string_view begins(const TimeTyped& typed) {
  if (typed.json_lines) return "{\"event\":\"header\"";
  if (typed.csv || typed.samples_csv) return "id,";
  return typed.best ? "|" : "radixscope ";
}

/// "" or why the file cannot be written.
std::string open(Output& output, const std::string& path, std::string_view begin) {
  if (path.empty()) return "";
  std::error_code ignored;
  if (std::filesystem::is_directory(to_path(path), ignored))
    return text::files::name_a_file({.file = "'" + path + "'"});
  if (std::string refusal = other_file_refusal(path, begin); !refusal.empty()) return refusal;
  const std::string why = output.file.open(path);
  return why.empty() ? "" : text::files::cannot_write({.file = "'" + path + "'", .why = why});
}

/// One line at the foot of a terminal, written over itself.
void show_progress(const TimingProgress& progress) {
  const double share = progress.of == 0 ? 0 : 100.0 * progress.done / progress.of;
  const double left = progress.seconds_left;
  const std::string percents = fixed_number(share, 0);
  std::fprintf(
      stderr, "\r\033[K%s",
      text::cli::progress(
          {.doing = progress.doing,
           .seconds = fixed_number(left, left < 10 ? 1 : 0),
           .share = std::string(3 - std::min<std::size_t>(3, percents.size()), ' ') + percents})
          .c_str());
  std::fflush(stderr);
}
void clear_progress() { std::fputs("\r\033[K", stderr); }

std::string report_of(const TimeTyped& typed, const TimingRun& run) {
  if (typed.csv) return to_csv(timing_table(run, TableFor::csv));
  if (typed.best) return to_markdown(best_table(run));
  return typed.samples_csv ? samples_csv(run) : to_table(run, timing_claims(run));
}

/// The engine that was asked for, or why there is none.
radix::Result<TimingEngine> engine_of(const std::string& name) {
  const auto choice = radix::engine_named(name);
  if (!choice) return radix::Error{.sentence = text::cli::no_engine({.engine = name})};
  const auto all = radix::engines();
  const auto cuda = std::ranges::find(all, radix::EngineId::cuda, &radix::EngineInfo::id);
  const bool has_cuda = cuda != all.end() && cuda->available;
  if (*choice == radix::EngineChoice::cuda && !has_cuda)
    return radix::Error{.sentence = text::retold(cuda->reason)};
  const bool on_cpu = *choice == radix::EngineChoice::cpu || !has_cuda;
  return timing_engine(on_cpu ? radix::EngineId::cpu : radix::EngineId::cuda);
}

/// The run while its events go where they belong.
TimingRun listen(const TimeTyped& typed, TimingPlan plan, const TimingEngine& engine,
                 Output& output) {
  const bool shows_progress = error_is_terminal();
  TimingListener listener{.cancel = &interrupted};
  if (typed.json_lines) listener.line = [&](const std::string& line) { return output.write(line); };
  if (shows_progress) listener.progress = show_progress;
  TimingRun run = run_timing(std::move(plan), engine, listener);
  if (shows_progress) clear_progress();
  return run;
}

/// Cancelled, or nothing measured: the output is there all the same.
int exit_code_of(const TimingRun& run) {
  if (!run.failure.empty()) return refuse(run.failure);
  const bool any = std::ranges::any_of(
      run.rows, [](const TimingRow& row) { return statistics(row).has_value(); });
  return any ? exit_ok
             : refuse(text::cli::none_timed({.why = why_refused_words(run.rows.front())}));
}

}  // namespace

int do_time(const TimeTyped& typed) {
  if (typed.json_lines || typed.weigh)
    text::choose_language("en");  // files are the same everywhere
  if (!typed.devices.empty()) return do_time_devices(typed);
  const auto engine = engine_of(typed.engine);
  if (!engine) return refuse(engine.error.sentence);
  TimingSetup setup = typed.setup;
  setup.stages = !typed.no_stages;
  auto plan = read_timing_plan(setup, *engine);
  if (!plan) return refuse(plan.error.sentence);
  Output output;
  if (const std::string wrong = open(output, typed.out, begins(typed)); !wrong.empty())
    return refuse(wrong);
  finished_first = joined({"\n", text::cli::finished_first, "\n"});
  on_terminal = error_is_terminal();
  ignore_closed_pipes();
  if (typed.end_with_parent) end_with_parent();
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  weigh(*plan, *engine);
  if (typed.weigh) {
    plan->run.protocol = protocol_words(*plan);
    return output.write(header_line(plan->run) + plan_line(plan->run)) ? exit_ok : exit_refused;
  }
  const TimingRun run = listen(typed, std::move(*plan), *engine, output);
  const bool printed = output.write(typed.json_lines ? "" : report_of(typed, run));
  if (!printed) return refuse(text::files::output_failed);
  return exit_code_of(run);
}

int run_time_line(int argc, char** argv) {
  TimeTyped typed;
  if (const std::string refusal = use_language_of_arguments(argc, argv); !refusal.empty())
    return refuse(refusal);
  std::optional<std::string> edition;
  const Subcommand program =
      with_edition({.name = "radixscope",
                    .about = "Times the sorts on large inputs.",
                    .commands = {time_command(typed, [&] { return do_time(typed); })}},
                   edition);
  try {
    return run_arguments(program, argc, argv);
  } catch (const std::exception& error) {
    return refuse(text::cli::did_not_work({.why = error.what()}));
  }
}

}  // namespace scope
