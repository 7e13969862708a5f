// Verbs that go through the trace.
#include <algorithm>

#include "app/document/step_size.hpp"
#include "app/state/lesson.hpp"
#include "command_actions.hpp"

namespace scope::actions {
namespace {

constexpr float slowest = 0.25f, fastest = 8;

const std::vector<radix::Step>& steps_of(const App& app) { return app.lane().trace->steps; }

/// In Timing mode the charts' pages are turned.
std::string go(App& app, Grain grain, int direction) {
  if (app.mode == Mode::timing) return turn_page(app, direction), "";
  scope::seek(app, next_stop(app, grain, direction));
  return "";
}

/// Names of all stages and arrays of one pass, each once, in the order of the steps.
std::vector<std::string> places(const std::vector<radix::Step>& steps, uint32_t pass) {
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
std::size_t end_of(const std::vector<radix::Step>& steps, uint32_t pass, const std::string& name) {
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

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "_") + word;
  return text;
}

bool starts_like_a_number(const std::string& text) {
  return text.find_first_not_of("0123456789+-.") != 0;
}

std::string seek_step(App& app, const std::string& number) {
  std::string refusal;
  const auto most = static_cast<uint32_t>(steps_of(app).size());
  const auto cursor = whole_number(number, 0, most, "The step", refusal);
  if (cursor) scope::seek(app, *cursor);
  return refusal;
}

}  // namespace

// While a lesson is shown these two turn its slides; all others go through the run that its slide shows.
std::string next(App& app, Argument) { return app.lesson ? turn_slide(app, +1) : go(app, app.grain, +1); }
std::string back(App& app, Argument) { return app.lesson ? turn_slide(app, -1) : go(app, app.grain, -1); }
std::string next_stage(App& app, Argument) { return go(app, Grain::stage, +1); }
std::string back_stage(App& app, Argument) { return go(app, Grain::stage, -1); }
std::string next_pass(App& app, Argument) { return go(app, Grain::pass, +1); }
std::string back_pass(App& app, Argument) { return go(app, Grain::pass, -1); }

std::string first(App& app, Argument) {
  if (app.mode == Mode::timing) return turn_page(app, -static_cast<int>(chart_pages(app))), "";
  scope::seek(app, 0);
  return "";
}

std::string last(App& app, Argument) {
  if (app.mode == Mode::timing) return turn_page(app, static_cast<int>(chart_pages(app))), "";
  scope::seek(app, steps_of(app).size());
  return "";
}

std::string play(App& app, Argument argument) {
  if (app.mode == Mode::timing) return "";   // there is nothing that moves
  std::string refusal;
  const auto on = on_or_off(argument, app.playing, refusal);
  if (!on) return refusal;
  if (*on && app.lane().cursor == steps_of(app).size()) scope::seek(app, 0);
  app.playing = *on && !steps_of(app).empty();
  return "";
}

std::string seek(App& app, Argument argument) {
  std::vector<std::string> words = words_of(argument);
  if (words.empty()) return "Say where to go: a step number, a stage or an array.";
  if (words.size() == 1 && starts_like_a_number(words[0])) return seek_step(app, words[0]);
  if (steps_of(app).empty()) return "There are no steps to go to, because there is no key to sort.";
  std::string refusal;
  const auto pass = take_pass(app, words, refusal);
  if (!pass) return refusal;
  const std::string name = joined(words);
  const std::size_t cursor = end_of(steps_of(app), *pass, name);
  if (cursor == 0)
    return no_such("stage or array of this rung", name, places(steps_of(app), *pass));
  scope::seek(app, cursor);
  return "";
}

std::string grain(App& app, Argument argument) {
  const auto words = words_of(argument);
  const GrainInfo* wanted = &grains()[(static_cast<std::size_t>(app.grain) + 1) % grains().size()];
  if (!words.empty()) wanted = grain_named(words[0]);
  if (words.size() > 1 || !wanted) return no_such("grain", argument, grain_names());
  app.grain = wanted->grain;
  return "";
}

std::string speed(App& app, Argument argument) {
  std::string refusal;
  const auto value =
      decimal_number(argument, slowest, fastest, "The speed in steps per second", refusal);
  if (value) app.speed = *value;
  return refusal;
}

std::string faster(App& app, Argument) {
  app.speed = std::min(app.speed * 2, fastest);
  return "";
}

std::string slower(App& app, Argument) {
  app.speed = std::max(app.speed / 2, slowest);
  return "";
}

}  // namespace scope::actions
