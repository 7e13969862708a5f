#include "time_command.hpp"

#include "app/base/text.hpp"
#include "app/model/tradeoff.hpp"
#include "app/timing/plan.hpp"
#include "app/timing/protocol.hpp"
#include "app/timing/report.hpp"

namespace scope {

Command time_command(TimeTyped& typed, std::function<int()> run) {
  Command time{.name = "time",
               .about = "Time the rungs on large inputs, the libraries' sorts beside them",
               .run = std::move(run)};
  TimingSetup& setup = typed.setup;
  const auto list = [&](const std::string& option, std::string& value, const std::string& about,
                        const char* type) {
    time.options.push_back({.name = option, .into = &value, .about = about, .type = type});
  };
  list("--rungs", setup.rungs, "all, none, or numbers and short names", "LIST");
  list("--beside", setup.beside, "all, none, or names of the sorts that stand beside", "LIST");
  list("--n", setup.n, "Numbers of keys: 1048576, 2^20, 2^28-2^20, 2^20..2^24", "LIST");
  list("--type", setup.type, "u32, u64, pairs or all", "LIST");
  list("--bits", setup.bits, "Bits of a key; else all of its type", "LIST");
  std::string spreads;
  for (const radix::DistributionInfo& each : radix::distributions())
    spreads += say(each.name, ", ");
  list("--distribution", setup.distribution, spreads + "or all", "LIST");
  for (const radix::SettingInfo* axis : timing_axes())
    list(axis->option(), setup.settings[axis], say(axis->about, "; else ", timing_default(*axis)),
         "LIST");
  list("--engine", typed.engine, "auto, cpu or cuda", "ENGINE");
  list("--seed", setup.seed, "Of the keys and of the order of the rounds", "NUMBER");
  list("--samples", setup.samples, "Least number of samples of a row, 3 to 1000; else 10",
       "NUMBER");
  list("--seconds", setup.seconds, "Least time for a row, 0 to 60; else 0.5", "SECONDS");
  const auto flag = [](const char* option, bool& value, const char* about) {
    return Option{.name = option, .into = &value, .about = about};
  };
  time.options.push_back(
      flag("--no-stages", typed.no_stages, "Leave out the runs that time every launch by itself"));
  time.options.push_back(
      flag("--density", setup.density,
           "Also send where the keys stand after every pass, for the largest n"));
  time.groups.push_back(
      {.name = "form",
       .about = "How to print it; else --table",
       .options = {flag("--table", typed.table, "Columns for people"),
                   flag("--csv", typed.csv, "One line for every configuration"),
                   flag("--samples-csv", typed.samples_csv, "One line for every sample"),
                   flag("--json-lines", typed.json_lines,
                        "Every event as it happens, one JSON object a line")}});
  // For the window: it may be killed; it asks what a run would take
  for (const Option& each :
       {flag("--end-with-parent", typed.end_with_parent, ""), flag("--weigh", typed.weigh, "")}) {
    time.options.push_back(each);
    time.options.back().hidden = true;
  }
  list("--out", typed.out, "File to write instead of standard output", "FILE");
  return time;
}

}  // namespace scope
