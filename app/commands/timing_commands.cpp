// Commands of Timing mode: what is measured, by whom, and where it goes.
#include <algorithm>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/names.hpp"
#include "app/timing/report.hpp"
#include "command_rows.hpp"
#include "text/commands.hpp"
#include "text/timed.hpp"

namespace scope {
namespace {

constexpr double longest_moment = 0.05;  // seconds of a script's wait between two polls

/// A script waits for the end; a program that says nothing for long is ended then.
std::string wait_for_end(Document& document) {
  std::string failure;
  TimingState& state = document.timing;
  while (state.child) {
    state.child->wait(longest_moment);
    const TimingNews news = poll_timing(state);
    if (news.failed) failure = news.ended;
    if (!news.ended.empty()) document.note = news.ended;
    if (!state.silent || !state.child) continue;
    cancel_timing(state);
    poll_timing(state);
    failure = text::commands::was_ended({.words = silence_words(state)});
  }
  return failure;
}

/// "stages" for the figure "…-stages".
bool called(const Figure& figure, const std::string& name) {
  const std::string_view id = figure.id;
  return figure.tools == Tools::timing && (id == name || id.ends_with("-" + name));
}

radix::Result<TimingRun> read_run(const std::string& file) {
  constexpr std::size_t limit = std::size_t{512} << 20;  // many density pictures
  const auto text = read_text(file, limit);
  if (!text) return text.error;
  auto run = timing_run_from(*text);
  if (!run) run.error.sentence = "'" + file + "': " + run.error.sentence;
  return run;
}

const text::Label nothing_yet = text::commands::timing_nothing_yet;

}  // namespace

namespace actions {

static std::string timing_start(Document& document, Argument) {
  begin_timing(document);
  const std::string refusal = start_timing(document.timing, document.lane().setup.engine);
  if (!refusal.empty() || document.interactive) return refusal;
  return wait_for_end(document);
}

static std::string timing_cancel(Document& document, Argument) {
  if (!document.timing.child) return text::commands::nothing_to_cancel;
  cancel_timing(document.timing);
  tick_timing(document);
  return "";
}

static std::string timing_pick(Document& document, Argument argument) {
  const auto words = words_of(argument);
  const std::string name = words.empty() ? "" : words[0];
  begin_timing(document);
  return choose(document.timing.setup, engine_of(document.lane().setup.engine), name,
                rest_behind(argument.text(), name));
}

std::string timing_chart(Document& document, Argument argument) {
  const auto words = words_of(argument);
  std::vector<std::string> names;
  for (const Figure& figure : figures()) {
    if (figure.tools != Tools::timing) continue;
    if (words.size() == 1 && called(figure, words[0])) {
      Moment shown = moment(document);
      shown.timing_view = &document.timing.view;
      if (!fits(figure, shown)) return text::timed::no_pictures;  // a chart of pictures alone
      begin_timing(document);
      document.timing.chart = figure.id;
      document.timing.view.page = 0;
      return fit_page(document), "";
    }
    const std::string_view id = figure.id;
    names.emplace_back(id.substr(id.rfind('-') + 1));
  }
  return no_such("chart", argument.text(), names);
}

static std::string timing_page(Document& document, Argument argument) {
  const auto words = words_of(argument);
  if (words.size() == 1 && (words[0] == "next" || words[0] == "back"))
    return turn_page(document, words[0] == "next" ? 1 : -1), "";
  std::string refusal;
  const auto page = whole_number(argument, 1, chart_pages(document), "The page", refusal);
  if (!page) return text::commands::page_takes({.refusal = refusal});
  document.timing.view.page = *page - 1;
  ++document.timing.changes;
  return "";
}

static std::string timing_save(Document& document, Argument file) {
  if (!document.timing.view.run) return nothing_yet;
  return write_text(document, file.text(), to_lines(*document.timing.view.run));
}

std::string timing_load(Document& document, Argument file) {
  auto run = read_run(file.text());
  if (!run) return run.error.sentence;
  begin_timing(document);
  const bool whole = run->failure.empty();
  document.note =
      whole ? text::commands::opened_bars({.bars = run->rows.size(), .device = run->facts.device})
            : text::commands::opened_bars_cut(
                  {.bars = run->rows.size(), .device = run->facts.device});
  show_run(document.timing, std::make_shared<const TimingRun>(std::move(*run)));
  return "";
}

static std::string timing_recorded(Document& document, Argument argument) {
  auto run = recorded_run(argument.text());
  if (!run) return run.error.sentence;
  begin_timing(document);
  document.timing.opened = true;
  document.note = text::commands::recorded_shown({.device = run->facts.device});
  show_run(document.timing, std::make_shared<const TimingRun>(std::move(*run)));
  return "";
}

static std::string timing_over(Document& document, Argument argument) {
  const std::string file = argument.text();
  TimingView& view = document.timing.view;
  if (file.empty()) return text::commands::overlay_takes;
  if (file == "shown" && !view.run) return nothing_yet;
  std::shared_ptr<const TimingRun> over = file == "shown" ? view.run : nullptr;
  if (file != "none" && file != "shown") {
    auto run = read_run(file);
    if (!run) return run.error.sentence;
    over = std::make_shared<const TimingRun>(std::move(*run));
  }
  begin_timing(document);
  view.over = std::move(over);
  view.over_name = view.over ? name_of_run(*view.over) : "";
  ++document.timing.changes;
  return "";
}

static std::string times_text(const Document& document, const std::string& kind) {
  const TimingRun& run = *document.timing.view.run;
  return kind == "lines" ? to_lines(run)
         : kind == "csv" ? to_csv(scope::timing_table(run, TableFor::csv))
                         : to_markdown(scope::timing_table(run, TableFor::reader));
}

static std::string timing_table(Document& document, Argument argument) {
  const auto words = words_of(argument);
  const std::vector<std::string> kinds = {"csv", "markdown", "lines"};
  const bool known = !words.empty() && std::ranges::find(kinds, words[0]) != kinds.end();
  if (known && !document.timing.view.run) return nothing_yet;
  return write_table(document, argument, kinds, times_text);
}

}  // namespace actions

Rows timing_commands() {
  return {
      {"timing_pick", "", "WHAT VALUES",
       "Choose what is timed: kernels, libraries, sizes, key types …", "benchmark",
       actions::timing_pick},
      {"timing_start", "", "", "Time what is picked, in a separate program",
       "benchmark measure begin", actions::timing_start},
      {"timing_cancel", "", "", "Stop timing at once; what was measured is kept", "benchmark stop",
       actions::timing_cancel},
      field_row("timing_chart", actions::timing_chart),
      field_row("timing_page", actions::timing_page),
      {"timing_save", "", "FILE", "Save the run shown", "benchmark", actions::timing_save},
      {"timing_load", "", "FILE", "Show a saved run", "benchmark open", actions::timing_load},
      {"timing_recorded", "", "u32|pairs",
       "Show a run of an NVIDIA H200 that comes with the program", "benchmark gpu card",
       actions::timing_recorded},
      {"timing_over", "", "FILE|shown|none", "Overlay another run on the one shown",
       "benchmark compare two cards", actions::timing_over},
      {"timing_table", "", "csv|markdown|lines [FILE]", "Print all times, or write them",
       "benchmark spreadsheet numbers", actions::timing_table},
  };
}

}  // namespace scope
