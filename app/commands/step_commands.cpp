// Commands that go through the trace.
#include "app/state/lesson.hpp"
#include "command_rows.hpp"

namespace scope {
namespace actions {

/// In Timing mode the charts' pages are turned.
static std::string go(App& app, Grain grain, int direction) {
  if (app.mode == Mode::timing) return turn_page(app, direction), "";
  seek(app, next_stop(app, grain, direction));
  return "";
}

static std::size_t steps_in(const App& app) { return app.lane().trace->steps.size(); }

// While a lesson is shown these two turn its slides; all others go through the run that its slide shows.
static std::string next(App& app, Argument) {
  return app.lesson ? turn_slide(app, +1) : go(app, app.grain, +1);
}
static std::string back(App& app, Argument) {
  return app.lesson ? turn_slide(app, -1) : go(app, app.grain, -1);
}
static std::string next_stage(App& app, Argument) { return go(app, Grain::stage, +1); }
static std::string back_stage(App& app, Argument) { return go(app, Grain::stage, -1); }
static std::string next_pass(App& app, Argument) { return go(app, Grain::pass, +1); }
static std::string back_pass(App& app, Argument) { return go(app, Grain::pass, -1); }

static std::string first(App& app, Argument) {
  if (app.mode == Mode::timing) return turn_page(app, -static_cast<int>(chart_pages(app))), "";
  seek(app, 0);
  return "";
}

static std::string last(App& app, Argument) {
  if (app.mode == Mode::timing) return turn_page(app, static_cast<int>(chart_pages(app))), "";
  seek(app, steps_in(app));
  return "";
}

static std::string play(App& app, Argument argument) {
  if (app.mode == Mode::timing) return "";   // there is nothing that moves
  std::string refusal;
  const auto on = on_or_off(argument, app.playing, refusal);
  if (!on) return refusal;
  if (*on && app.lane().cursor == steps_in(app)) seek(app, 0);
  app.playing = *on && steps_in(app) > 0;
  return "";
}

static std::string faster(App& app, Argument) { return play_at(app, app.speed * 2), ""; }
static std::string slower(App& app, Argument) { return play_at(app, app.speed / 2), ""; }

}  // namespace actions

Rows step_commands() {
  using namespace actions;
  return {
      {"next", "Right PageDown", "", "Go one step on (how far: grain)", actions::next},
      {"back", "Left PageUp", "", "Go one step back", back},
      {"next_stage", "Shift+Right", "", "Go to the end of the next stage", next_stage},
      {"back_stage", "Shift+Left", "", "Go back to the end of the stage before", back_stage},
      {"next_pass", "Ctrl+Right", "", "Go to the end of the next pass", next_pass},
      {"back_pass", "Ctrl+Left", "", "Go back to the end of the pass before", back_pass},
      {"first", "Home", "", "Go back to the untouched input", first},
      {"last", "End", "", "Go to the sorted output", last},
      {"play", "Space", "[on|off]", "Play step after step, or stop", actions::play},
      {"seek", "", "STEP | [pass N] [STAGE|ARRAY]", "Go to a step, or to the end of a stage",
       seek_place},
      field_row("grain"),
      field_row("speed"),
      {"faster", "]", "", "Play twice as fast", faster},
      {"slower", "[", "", "Play half as fast", slower},
  };
}

}  // namespace scope
