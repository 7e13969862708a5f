// Verbs of Timing mode: what is measured, by whom, and where it goes.
#include <algorithm>

#include "app/families/families.hpp"
#include "app/base/text.hpp"
#include "app/base/text_file.hpp"
#include "app/timing/names.hpp"
#include "app/timing/report.hpp"
#include "command_actions.hpp"

namespace scope {
namespace {

constexpr double longest_look = 0.05;  // seconds of a script's wait between two polls

/// A script waits for the end; a program that says nothing for long is ended then.
std::string wait_for_end(App& app) {
  std::string failure;
  TimingState& state = app.timing;
  while (state.child) {
    state.child->wait(longest_look);
    const TimingNews news = poll_timing(state);
    if (news.failed) failure = news.ended;
    if (!news.ended.empty()) app.note = news.ended;
    if (!state.silent || !state.child) continue;
    cancel_timing(state);
    poll_timing(state);
    failure = silence_words(state) + " It was ended.";
  }
  return failure;
}

/// "stages" for the figure "…-stages".
bool called(const Figure& figure, const std::string& name) {
  const std::string_view id = figure.id;
  return figure.tools == Tools::timing && (id == name || id.ends_with("-" + name));
}

std::string rest_behind(const std::string& text, const std::string& word) {
  const std::size_t begin = text.find(word) + word.size();
  const std::size_t at = text.find_first_not_of(" \t", begin);
  return at == std::string::npos ? "" : text.substr(at);
}

radix::Result<TimingRun> read_run(const std::string& file) {
  constexpr std::size_t limit = std::size_t{512} << 20;   // many density pictures
  const auto text = read_text(file, limit);
  if (!text) return text.complaint;
  auto run = timing_run_from(*text);
  if (!run) run.complaint.sentence = "'" + file + "': " + run.complaint.sentence;
  return run;
}

const char* nothing_yet = "Nothing has been measured or opened yet; choose timing_start or timing_load.";

}  // namespace

std::string silence_words(const TimingState& state) {
  return say("The program that measures has said nothing for ", static_cast<int>(state.patience),
             " s; it may hang.");
}

void begin_timing(App& app) {
  if (app.timing.wish.n.empty()) app.timing.wish = usual_timing(engine_of(app.lane().wish.engine));
  app.mode = Mode::timing;
}

bool tick_timing(App& app) {
  TimingState& state = app.timing;
  const bool was_silent = state.silent;
  const TimingNews news = poll_timing(state);
  if (!news.ended.empty())
    app.note = news.ended, app.note_is_error = news.failed;
  else if (state.silent && !was_silent)
    complain(app, silence_words(state) + " Wait, or cancel it.");
  if (app.mode != Mode::timing) return news.changed;
  std::string text;
  for (const std::string& each : arguments_of(state.wish, app.lane().wish.engine)) text += each + " ";
  if (text == state.estimated_text) return news.changed;
  state.estimated_text = text;
  state.estimate = estimate(state.wish, engine_of(app.lane().wish.engine));
  return true;
}

uint32_t chart_pages(const App& app) { return current_figure(app).draw(look(app)).pages; }

void turn_page(App& app, int pages) {
  const auto most = static_cast<int>(chart_pages(app)) - 1;
  const int now = std::min(static_cast<int>(app.timing.view.page), most);
  app.timing.view.page = static_cast<uint32_t>(std::clamp(now + pages, 0, most));
  ++app.timing.changes;
}

namespace actions {

std::string timing_start(App& app, Argument) {
  begin_timing(app);
  const std::string refusal = start_timing(app.timing, app.lane().wish.engine);
  if (!refusal.empty() || app.interactive) return refusal;
  return wait_for_end(app);
}

std::string timing_cancel(App& app, Argument) {
  if (!app.timing.child) return "Nothing is being measured, so there is nothing to cancel.";
  cancel_timing(app.timing);
  tick_timing(app);
  return "";
}

std::string timing_pick(App& app, Argument argument) {
  const auto words = words_of(argument);
  const std::string name = words.empty() ? "" : words[0];
  begin_timing(app);
  return choose(app.timing.wish, engine_of(app.lane().wish.engine), name, rest_behind(argument, name));
}

std::string timing_chart(App& app, Argument argument) {
  const auto words = words_of(argument);
  std::vector<std::string> names;
  for (const Figure& figure : figures()) {
    if (figure.tools != Tools::timing) continue;
    if (words.size() == 1 && called(figure, words[0])) {
      begin_timing(app);
      app.timing.chart = figure.id;
      app.timing.view.page = 0;
      return fit(app, "");
    }
    const std::string_view id = figure.id;
    names.emplace_back(id.substr(id.rfind('-') + 1));
  }
  return no_such("chart", argument, names);
}

std::string timing_page(App& app, Argument argument) {
  const auto words = words_of(argument);
  if (words.size() == 1 && (words[0] == "next" || words[0] == "back"))
    return turn_page(app, words[0] == "next" ? 1 : -1), "";
  std::string refusal;
  const auto page = whole_number(argument, 1, chart_pages(app), "The page", refusal);
  if (!page) return refusal + " Or choose next or back.";
  app.timing.view.page = *page - 1;
  ++app.timing.changes;
  return "";
}

std::string timing_save(App& app, Argument file) {
  if (!app.timing.view.run) return nothing_yet;
  return write_text(app, file, to_lines(*app.timing.view.run));
}

std::string timing_load(App& app, Argument file) {
  auto run = read_run(file);
  if (!run) return run.complaint.sentence;
  begin_timing(app);
  const bool whole = run->failure.empty();
  app.note =
      say("Opened ", counted(static_cast<uint32_t>(run->rows.size()), "bar"), " that were measured on ",
          run->facts.device, whole ? "" : "; the run was cut off before its end");
  show_run(app.timing, std::make_shared<const TimingRun>(std::move(*run)));
  return "";
}

std::string timing_over(App& app, Argument argument) {
  TimingView& view = app.timing.view;
  if (argument.empty())
    return "Say which run to lay over: a file, 'shown' for the one that is shown, or none.";
  if (argument == "shown" && !view.run) return nothing_yet;
  std::shared_ptr<const TimingRun> over = argument == "shown" ? view.run : nullptr;
  if (argument != "none" && argument != "shown") {
    auto run = read_run(argument);
    if (!run) return run.complaint.sentence;
    over = std::make_shared<const TimingRun>(std::move(*run));
  }
  begin_timing(app);
  view.over = std::move(over);
  view.over_name = view.over ? name_of_run(*view.over) : "";
  ++app.timing.changes;
  return "";
}

std::string timing_table(App& app, Argument argument) {
  const auto words = words_of(argument);
  const std::string kind = words.empty() ? "" : words[0];
  if (kind != "csv" && kind != "markdown" && kind != "lines")
    return no_such("kind of table", kind, {"csv", "markdown", "lines"});
  if (!app.timing.view.run) return nothing_yet;
  const TimingRun& run = *app.timing.view.run;
  const std::string text = kind == "lines" ? to_lines(run)
                           : kind == "csv" ? to_csv(scope::timing_table(run))
                                           : to_markdown(scope::timing_table(run));
  const std::string file = rest_behind(argument, kind);
  if (!file.empty()) return write_text(app, file, text);
  app.printed += text;
  return "";
}

}  // namespace actions
}  // namespace scope
