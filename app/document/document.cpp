#include "document.hpp"

#include <algorithm>

#include "compare.hpp"
#include "app/families/families.hpp"
#include "app/state/presets.hpp"
#include "record.hpp"

namespace scope {
namespace {

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

}  // namespace

App make_app() {
  App app;
  app.note = choose_preset("chapter", app.lane().wish);
  app.note_is_error = !app.note.empty();
  tick(app, 0);
  return app;
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

void settle(App& app) { app.since_step = settled; }

}  // namespace scope
