#include "document.hpp"

#include <algorithm>
#include <utility>

#include "compare.hpp"
#include "app/base/parse.hpp"
#include "app/base/text.hpp"
#include "app/figures/chart/tradeoff_text.hpp"
#include "app/timing/choice.hpp"
#include "app/families/families.hpp"
#include "record.hpp"
#include "tradeoff_job.hpp"
#include "app/base/background.hpp"

namespace scope {
namespace {

constexpr GrainInfo grain_rows[] = {
    {Grain::pass, "pass", "pass"}, {Grain::stage, "stage", "stage"}, {Grain::inside, "inside", "step"}};

constexpr float one_frame = 1.0f / 60;  // a motion ages by this at most before its first picture

const std::vector<radix::Step>& steps_of(const App& app) { return app.lane().trace->steps; }

/// How long the keys travel; while playing never longer than most of the time between two steps.
float motion_time(const App& app) {
  return app.playing ? std::min(motion_seconds, 0.8f / app.speed) : motion_seconds;
}

bool moving(const App& app) { return app.motion && app.since_step < motion_time(app); }

/// True when `cursor` is the last of its pass, or of its stage; the start and the end always are.
bool stops_at(const std::vector<radix::Step>& steps, std::size_t cursor, Grain grain) {
  if (grain == Grain::inside || cursor == 0 || cursor >= steps.size()) return true;
  const radix::Step &done = steps[cursor - 1], &next = steps[cursor];
  return done.pass != next.pass || (grain == Grain::stage && done.stage != next.stage);
}

/// Takes the next step when its time has come; stops at the end.
bool play(App& app) {
  if (!app.playing || app.since_step < 1 / app.speed) return false;
  const std::size_t before = app.lane().cursor;
  seek(app, next_stop(app, app.grain, +1));
  if (app.lane().cursor == steps_of(app).size()) app.playing = false;
  return app.lane().cursor != before;
}

/// Names of all stages and arrays of one pass, each once, in the order of the steps.
std::vector<std::string> places_of_pass(const std::vector<radix::Step>& steps, uint32_t pass) {
  std::vector<std::string> names;
  const auto add = [&](const char* name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const radix::Step& step : steps)
    if (step.pass == pass) add(radix::info(step.stage).name);
  for (const radix::Step& step : steps)
    if (step.pass == pass) add(radix::info(step.made).name);
  return names;
}

/// Cursor after the last step of `pass` that belongs to the stage or made the array `name` ("" =
/// any).
std::size_t end_of_place(const std::vector<radix::Step>& steps, uint32_t pass, const std::string& name) {
  std::size_t cursor = 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].pass == pass && (name.empty() || name == radix::info(steps[i].stage).name ||
                                  name == radix::info(steps[i].made).name))
      cursor = i + 1;
  return cursor;
}

/// Takes "pass N", or what this sort calls its parts, off the front of `words`. Without it the pass on the screen.
std::optional<uint32_t> take_pass(const App& app, std::vector<std::string>& words,
                                  std::string& refusal) {
  const std::string noun = radix::outline_of(*app.lane().trace).noun;
  if (words.front() != "pass" && words.front() != noun) return look(app).pass();
  const uint32_t passes = steps_of(app).back().pass + 1;
  const auto number =
      whole_number(words.size() > 1 ? words[1] : "", 1, passes, "The " + noun, refusal);
  if (!number) return std::nullopt;
  words.erase(words.begin(), words.begin() + 2);
  return *number - 1;
}

std::string with_underscores(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "_") + word;
  return text;
}

bool starts_like_a_number(const std::string& text) {
  return text.find_first_not_of("0123456789+-.") != 0;
}

std::string seek_step(App& app, const Value& number) {
  std::string refusal;
  const auto most = static_cast<uint32_t>(steps_of(app).size());
  const auto cursor = whole_number(number, 0, most, "The step", refusal);
  if (cursor) seek(app, *cursor);
  return refusal;
}

}  // namespace

std::span<const GrainInfo> grains() { return grain_rows; }

const GrainInfo& info(Grain grain) { return grain_rows[static_cast<int>(grain)]; }

const GrainInfo* grain_named(std::string_view name) {
  const auto* found = std::ranges::find(grain_rows, name, [](const GrainInfo& each) { return std::string_view(each.name); });
  return found == std::end(grain_rows) ? nullptr : found;
}

std::vector<std::string> grain_names() {
  std::vector<std::string> names;
  for (const GrainInfo& each : grain_rows) names.push_back(each.name);
  return names;
}

bool tick(App& app, float dt) {
  bool changed = false;
  share_input(app);
  for (std::size_t i = 0; i < app.lanes.size(); ++i) {
    const auto before = app.lanes[i].trace;
    changed |= record(app.lanes[i]);
    if (i == app.active && app.lanes[i].trace != before) drop_stale_pointers(app);
  }
  align_cursors(app);
  changed |= poll_tradeoff(app);
  changed |= poll_export(app);
  changed |= tick_timing(app);
  // A window that slept for a while must not skip the motion of the step that woke it.
  changed |= moving(app);
  app.since_step += app.since_step > 0 ? dt : std::min(dt, one_frame);
  return play(app) || changed;
}

bool in_motion(const App& app) { return app.playing || moving(app); }

Look look(const App& app) { return look(app, app.active); }

Look look(const App& app, std::size_t lane) {
  return {.trace = app.lanes[lane].trace.get(),
          .cursor = app.lanes[lane].cursor,
          .moved = moving(app) ? app.since_step / motion_time(app) : 1,
          .hovered = app.hovered,
          .pinned = app.pinned,
          .table_entry = app.table_entry,
          .memory = app.memory,
          .store = app.store,
          .large = app.projector,
          .tradeoff = app.tradeoff.get(),
          .timing = app.timing.view.run.get(),
          .timing_row = app.timing.view.row,
          .timing_view = app.mode == Mode::timing ? &app.timing.view : nullptr};
}

const Figure& current_figure(const App& app) { return current_figure(app, look(app)); }

/// The chosen chart of Timing mode, or the first.
static const Figure& chart_of(const App& app) {
  if (const Figure* chosen = figure_named(app.timing.chart)) return *chosen;
  return *std::ranges::find(figures(), Tools::timing, &Figure::tools);
}

const Figure& current_figure(const App& app, const Look& look) {
  if (app.mode == Mode::timing) return chart_of(app);
  const Figure* chosen = figure_named(app.figure);
  return chosen ? fitting(*chosen, look) : figure_for(look);
}

bool shows_a_step(const App& app) {
  const Tools tools = current_figure(app).tools;
  return tools != Tools::tradeoff && tools != Tools::timing;
}

void seek(App& app, std::size_t cursor) {
  const auto& steps = steps_of(app);
  const std::size_t before = app.lane().cursor;
  app.lane().cursor = std::min(cursor, steps.size());
  align_cursors(app);
  if (app.lane().cursor == before) return;
  const bool forward = app.lane().cursor > before;
  const bool shown_moving =
      app.lane().cursor == before + 1 || stops_at(steps, app.lane().cursor, Grain::stage);
  app.since_step = forward && shown_moving ? 0 : settled;
}

std::string seek_place(App& app, const Value& place) {
  if (place.whole()) return seek_step(app, place);
  std::vector<std::string> words = words_of(place);
  if (words.empty()) return "Say where to go: a step number, a stage or an array.";
  if (words.size() == 1 && starts_like_a_number(words[0])) return seek_step(app, words[0]);
  if (steps_of(app).empty()) return "There are no steps to go to, because there is no key to sort.";
  std::string refusal;
  const auto pass = take_pass(app, words, refusal);
  if (!pass) return refusal;
  const std::string name = with_underscores(words);
  const std::size_t cursor = end_of_place(steps_of(app), *pass, name);
  if (cursor == 0)
    return no_such("stage or array of this rung", name, places_of_pass(steps_of(app), *pass));
  seek(app, cursor);
  return "";
}

std::size_t next_stop(const App& app, Grain grain, int direction) {
  const auto& steps = steps_of(app);
  std::size_t cursor = app.lane().cursor;
  const std::size_t end = direction > 0 ? steps.size() : 0;
  while (cursor != end) {
    cursor += direction > 0 ? 1 : -1;
    if (stops_at(steps, cursor, grain)) break;
  }
  return cursor;
}

void complain(App& app, const std::string& sentence) {
  app.note = sentence;
  app.note_is_error = true;
}

bool poll_tradeoff(App& app) {
  if (!app.tradeoff_job) return false;
  auto newest = app.tradeoff_job->newest();
  const bool changed = newest != app.tradeoff;
  app.tradeoff = std::move(newest);
  if (app.tradeoff->running) return changed;
  app.tradeoff_job = nullptr;
  app.note = progress_words(*app.tradeoff);
  app.note_is_error = !app.tradeoff->error.empty();
  return true;
}

std::string conclude(App& app, const Exported& end) {
  app.written.insert(app.written.end(), end.files.begin(), end.files.end());
  app.note = end.refusal.empty() ? end.note : end.refusal;
  app.note_is_error = !end.refusal.empty();
  return end.refusal;
}

bool poll_export(App& app) {
  if (!app.export_job) return false;
  if (app.export_job->ended()) conclude(app, *std::exchange(app.export_job, nullptr)->newest());
  return true;
}

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
  const std::string missing = timing_program_missing();
  text += missing + (app.interactive ? " in a window" : "");   // only a window asks what it would take
  if (text == state.estimated_text) return poll_weigher(state) || news.changed;
  state.estimated_text = text;
  state.weigher = nullptr;
  state.estimate = estimate(state.wish, engine_of(app.lane().wish.engine));
  if (!state.estimate.refused && !missing.empty()) state.estimate = {missing, true};
  if (!state.estimate.refused && app.interactive) start_weigher(state, app.lane().wish.engine);
  return true;
}

uint32_t chart_pages(const App& app) { return current_figure(app).draw(look(app)).pages; }

void turn_page(App& app, int pages) {
  const auto most = static_cast<int>(chart_pages(app)) - 1;
  const int now = std::min(static_cast<int>(app.timing.view.page), most);
  app.timing.view.page = static_cast<uint32_t>(std::clamp(now + pages, 0, most));
  ++app.timing.changes;
}

void settle(App& app) { app.since_step = settled; }

}  // namespace scope
