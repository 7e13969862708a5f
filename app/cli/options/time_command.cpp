#include "time_command.hpp"

#include "app/timing/plan.hpp"

namespace scope {

Subcommand time_command(TimeTyped& typed, std::function<int()> run) {
  Subcommand time{.name = "time",
                  .about = "Time the sorts on large inputs, next to the libraries' sorts",
                  .run = std::move(run)};
  TimingSetup& setup = typed.setup;
  time.options.push_back(
      {.name = "--engine", .into = &typed.engine, .about = "auto, cpu or cuda", .type = "ENGINE"});
  for (const TimingField& field : setup_fields())
    if (!field.flag)
      time.options.push_back({.name = field.option(),
                              .into = &field.place(setup),
                              .about = field.about,
                              .type = field.type});
  time.options.push_back({.name = "--devices",
                          .into = &typed.devices,
                          .about = "Time one sort on this many GPUs instead, by stage: 1,2",
                          .type = "LIST"});
  time.options.push_back({.name = "--devices-check",
                          .into = &typed.devices_check,
                          .about = "Compare this many random sorts on them with the simulated ones",
                          .type = "COUNT"});
  const auto flag = [](const char* option, bool& value, const char* about) {
    return Option{.name = option, .into = &value, .about = about};
  };
  time.options.push_back(
      flag("--no-stages", typed.no_stages, "Leave out the runs that time every launch separately"));
  time.options.push_back(flag("--density", setup.density,
                              "Also send where the keys are after every pass, for the largest n"));
  time.groups.push_back(
      {.name = "form",
       .about = "How to print it; default: --table",
       .options = {flag("--table", typed.table, "Columns for human readers"),
                   flag("--csv", typed.csv, "One line per configuration"),
                   flag("--samples-csv", typed.samples_csv, "One line per sample"),
                   flag("--best", typed.best, "One line per sort, at its best, as Markdown"),
                   flag("--json-lines", typed.json_lines,
                        "Every event as it happens, one JSON object per line")}});
  // For the window: it may be killed; it asks what a run would take
  for (const Option& each :
       {flag("--end-with-parent", typed.end_with_parent, ""), flag("--weigh", typed.weigh, "")}) {
    time.options.push_back(each);
    time.options.back().hidden = true;
  }
  time.options.push_back({.name = "--out",
                          .into = &typed.out,
                          .about = "File to write instead of standard output",
                          .type = "FILE"});
  return time;
}

}  // namespace scope
