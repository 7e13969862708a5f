#include "time_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <fstream>

#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/timing/timing_axes.hpp"
#include "app/timing/protocol.hpp"
#include "app/timing/report.hpp"
#include "app/model/tradeoff.hpp"

namespace scope {
namespace {

std::atomic<bool> interrupted = false;
bool on_terminal = false;   // set before signals may come
static_assert(std::atomic<bool>::is_always_lock_free, "a signal may set it");

/// The first time the present run is still finished; the second time the program ends as it would without this.
void interrupt(int signal) {
  constexpr char sentence[] = "\nThe present run is finished first; press again to end at once.\n";
  if (!interrupted.exchange(true)) {
    if (signal == SIGINT && on_terminal) say_at_once(sentence, sizeof sentence - 1);
    return;
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Standard output, or a file that is opened before anything is measured.
struct Output {
  std::ofstream file;
  bool to_file = false, failed = false;  // once failed, nothing more is written

  bool write(const std::string& text) {
    if (!failed && to_file)
      failed = !file.write(text.data(), static_cast<std::streamsize>(text.size())).flush();
    if (!failed && !to_file)
      failed = std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0;
    return !failed;
  }
};

/// "" or why the file cannot be written.
std::string open(Output& output, const std::string& path) {
  if (path.empty()) return "";
  output.to_file = true;
  std::error_code ignored;
  if (std::filesystem::is_directory(to_path(path), ignored))
    return say("'", path, "' is a folder; name a file to write.");
  output.file.open(to_path(path), std::ios::binary | std::ios::trunc);
  return output.file ? "" : say("'", path, "' cannot be written; choose a folder that exists and is yours.");
}

/// One line at the foot of a terminal, written over itself.
void show_progress(const TimingProgress& progress) {
  const double share = progress.of == 0 ? 0 : 100.0 * progress.done / progress.of;
  const double left = progress.seconds_left;
  std::fprintf(stderr, "\r\033[K%3.0f %%, about %s s left · %s", share,
               fixed_number(left, left < 10 ? 1 : 0).c_str(), progress.doing.c_str());
  std::fflush(stderr);
}
void clear_progress() { std::fputs("\r\033[K", stderr); }

std::string report_of(const TimeTyped& typed, const TimingRun& run) {
  if (typed.csv) return to_csv(timing_table(run));
  return typed.samples_csv ? samples_csv(run) : to_table(run);
}

/// The engine that was asked for, or why there is none.
radix::Result<TimingEngine> engine_of(const std::string& name) {
  const auto choice = radix::engine_named(name);
  if (!choice)
    return radix::Complaint{.sentence = say("There is no engine '", name, "'; use auto, cpu or cuda.")};
  const auto all = radix::engines();
  const auto cuda = std::ranges::find(all, radix::EngineId::cuda, &radix::EngineInfo::id);
  const bool has_cuda = cuda != all.end() && cuda->available;
  if (*choice == radix::EngineChoice::cuda && !has_cuda) return radix::Complaint{.sentence = cuda->reason};
  const bool on_cpu = *choice == radix::EngineChoice::cpu || !has_cuda;
  return timing_engine(on_cpu ? radix::EngineId::cpu : radix::EngineId::cuda);
}

/// The run while its events go where they belong.
TimingRun listen(const TimeTyped& typed, TimingPlan plan, const TimingEngine& engine, Output& output) {
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
  const bool any =
      std::ranges::any_of(run.rows, [](const TimingRow& row) { return statistics(row).has_value(); });
  return any ? exit_ok : refuse("No configuration could be timed: " + run.rows.front().refusal);
}

}  // namespace

CLI::App* declare_time(CLI::App& cli, TimeTyped& typed) {
  CLI::App* time =
      cli.add_subcommand("time", "Time the rungs on large inputs, the libraries' sorts beside them");
  TimingWish& wish = typed.wish;
  const auto list = [&](const std::string& option, std::string& value, const std::string& about,
                        const char* type) { time->add_option(option, value, about)->type_name(type); };
  list("--rungs", wish.rungs, "all, none, or numbers and short names", "LIST");
  list("--beside", wish.beside, "all, none, or names of the sorts that stand beside", "LIST");
  list("--n", wish.n, "Numbers of keys: 1048576, 2^20, 2^28-2^20, 2^20..2^24", "LIST");
  list("--type", wish.type, "u32, u64, pairs or all", "LIST");
  list("--bits", wish.bits, "Bits of a key; else all of its type", "LIST");
  std::string spreads;
  for (const radix::DistributionInfo& each : radix::distributions()) spreads += say(each.name, ", ");
  list("--distribution", wish.distribution, spreads + "or all", "LIST");
  for (const radix::SettingInfo* axis : timing_axes())
    list(axis->option(), wish.settings[axis], say(axis->about, "; else ", timing_default(*axis)), "LIST");
  list("--engine", typed.engine, "auto, cpu or cuda", "ENGINE");
  list("--seed", wish.seed, "Of the keys and of the order of the rounds", "NUMBER");
  list("--samples", wish.samples, "Least number of samples of a row, 3 to 1000; else 10", "NUMBER");
  list("--seconds", wish.seconds, "Least time for a row, 0 to 60; else 0.5", "SECONDS");
  time->add_flag("--no-stages", typed.no_stages, "Leave out the runs that time every launch by itself");
  time->add_flag("--density", wish.density,
                 "Also send where the keys stand after every pass, for the largest n");
  auto* form = time->add_option_group("form", "How to print it; else --table");
  form->add_flag("--table", typed.table, "Columns for people");
  form->add_flag("--csv", typed.csv, "One line for every configuration");
  form->add_flag("--samples-csv", typed.samples_csv, "One line for every sample");
  form->add_flag("--json-lines", typed.json_lines, "Every event as it happens, one JSON object a line");
  form->require_option(0, 1);
  time->add_flag("--end-with-parent", typed.end_with_parent)->group("");   // for the window, which may be killed
  list("--out", typed.out, "File to write instead of standard output", "FILE");
  return time;
}

int do_time(const TimeTyped& typed) {
  const auto engine = engine_of(typed.engine);
  if (!engine) return refuse(engine.complaint.sentence);
  TimingWish wish = typed.wish;
  wish.stages = !typed.no_stages;
  auto plan = read_timing_plan(wish, *engine);
  if (!plan) return refuse(plan.complaint.sentence);
  Output output;
  if (const std::string wrong = open(output, typed.out); !wrong.empty()) return refuse(wrong);
  on_terminal = error_is_terminal();
  ignore_closed_pipes();
  if (typed.end_with_parent) end_with_parent();
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  weigh(*plan, *engine);
  const TimingRun run = listen(typed, std::move(*plan), *engine, output);
  const bool printed = output.write(typed.json_lines ? "" : report_of(typed, run));
  if (!printed) return refuse("The output could not be written; the disk may be full or the reader gone.");
  return exit_code_of(run);
}

}  // namespace scope
