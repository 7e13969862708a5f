// Verbs that change what is shown and how, never what is sorted.
#include <algorithm>
#include <cmath>

#include "dialog_list.hpp"
#include "app/families/families.hpp"
#include "app/state/lesson.hpp"
#include "app/document/record.hpp"
#include "command_actions.hpp"

namespace scope::actions {
namespace {

constexpr float smallest_scale = 0.8f, largest_scale = 2.5f;
constexpr float smallest_zoom = 0.1f, largest_zoom = 40;
constexpr float zoom_step = 1.25f;
constexpr float farthest = 1e6f;  // of the page, in figure units

std::string toggle(bool& what, const std::string& argument) {
  std::string refusal;
  if (const auto on = on_or_off(argument, what, refusal)) what = *on;
  return refusal;
}

/// One size up or down, on a tenth.
std::string scale_by(App& app, float change) {
  const float tenth = std::round((app.scale + change) * 10) / 10;
  app.scale = std::clamp(tenth, smallest_scale, largest_scale);
  return "";
}

/// One thing at a time lies over the window.
void clear_the_way(App& app) {
  app.help = app.palette = false;
  app.dialog.clear();
}

std::string zoom_to(App& app, float zoom) {
  app.zoom = std::clamp(zoom, smallest_zoom, largest_zoom);
  app.fit = false;
  return "";
}

}  // namespace

std::string figure(App& app, Argument argument) {
  const auto words = words_of(argument);
  const std::string id = words.size() == 1 ? words[0] : "";
  if (id != "auto" && !figure_named(id)) {
    std::vector<std::string> ids = {"auto"};
    for (const Figure& figure : figures()) ids.push_back(figure.id);
    return no_such("figure", argument, ids);
  }
  const Figure* chosen = figure_named(id);
  if (chosen && chosen->tools == Tools::timing) return timing_chart(app, id);
  if (app.mode == Mode::timing) app.mode = Mode::step;   // charts of times are all that Timing mode shows
  app.figure = id;
  return "";
}

std::string hover(App& app, Argument argument) {
  std::string refusal;
  if (const auto key = key_index(app, argument, refusal)) app.hovered = *key;
  return refusal;
}

std::string pin(App& app, Argument argument) {
  std::string refusal;
  if (const auto key = key_index(app, argument, refusal)) app.pinned = *key;
  return refusal;
}

std::string entry(App& app, Argument argument) {
  const auto words = words_of(argument);
  if (words.size() == 1 && words[0] == "none") {
    app.table_entry.reset();
    return "";
  }
  const uint32_t entries = table_entries(*app.lane().trace);
  if (entries == 0)
    return "There is no bucket table here; choose a rung that has one and some keys.";
  std::string refusal;
  const auto index =
      whole_number(argument, 0, entries - 1, "The entry of the bucket table", refusal);
  if (index) app.table_entry = *index;
  return refusal;
}

std::string motion(App& app, Argument argument) { return toggle(app.motion, argument); }

std::string theme(App& app, Argument argument) {
  const auto words = words_of(argument);
  const auto all = themes();
  if (words.empty()) {
    const auto now = std::ranges::find(all, app.theme, &Theme::id) - all.begin();
    app.theme = all[static_cast<std::size_t>(now + 1) % all.size()].id;
    return "";
  }
  const Theme* theme = words.size() == 1 ? theme_named(words[0]) : nullptr;
  if (!theme) {
    std::vector<std::string> names;
    for (const Theme& each : all) names.push_back(each.name);
    return no_such("theme", argument, names);
  }
  app.theme = theme->id;
  return "";
}

std::string scale(App& app, Argument argument) {
  std::string refusal;
  const auto value =
      decimal_number(argument, smallest_scale, largest_scale, "The size of the interface", refusal);
  if (value) app.scale = *value;
  return refusal;
}

std::string larger(App& app, Argument) { return scale_by(app, +0.1f); }
std::string smaller(App& app, Argument) { return scale_by(app, -0.1f); }
std::string normal_size(App& app, Argument) { return scale_by(app, 1 - app.scale); }

std::string fit(App& app, Argument) {
  app.fit = true;
  app.zoom = 1;
  app.pan = {};
  return "";
}

std::string zoom(App& app, Argument argument) {
  std::string refusal;
  const auto value =
      decimal_number(argument, smallest_zoom, largest_zoom, "The magnification", refusal);
  return value ? zoom_to(app, *value) : refusal;
}

std::string zoom_in(App& app, Argument) { return zoom_to(app, app.zoom * zoom_step); }
std::string zoom_out(App& app, Argument) { return zoom_to(app, app.zoom / zoom_step); }

std::string pan(App& app, Argument argument) {
  const auto words = words_of(argument);
  if (words.size() != 2) return "A move of the figure takes two numbers, x and y.";
  std::string refusal;
  const auto x = decimal_number(words[0], -farthest, farthest, "The move to the side", refusal);
  const auto y = decimal_number(words[1], -farthest, farthest, "The move down", refusal);
  if (!x || !y) return refusal;
  app.pan = {*x, *y};
  app.fit = false;
  return "";
}

std::string more(App& app, Argument argument) { return toggle(app.more, argument); }

std::string panels(App& app, Argument argument) { return toggle(app.panels, argument); }

/// The profile and the whole screen together; the screen alone is `fullscreen`.
std::string projector(App& app, Argument argument) {
  std::string refusal = toggle(app.projector, argument);
  if (refusal.empty()) app.fullscreen = app.projector;
  return refusal;
}

std::string fullscreen(App& app, Argument argument) { return toggle(app.fullscreen, argument); }

std::string blank(App& app, Argument) {
  app.blank = !app.blank;
  return "";
}

std::string help(App& app, Argument) {
  const bool shown = !app.help;
  clear_the_way(app);
  app.help = shown;
  return "";
}

std::string palette(App& app, Argument argument) {
  std::string refusal;
  const auto shown = on_or_off(argument, app.palette, refusal);
  if (!shown) return refusal;
  if (*shown) clear_the_way(app);
  app.palette = *shown;
  return "";
}

std::string dialog(App& app, Argument argument) {
  const auto words = words_of(argument);
  const std::string id = words.size() == 1 ? words[0] : "";
  if (id != "none" && !dialog_named(id)) {
    std::vector<std::string> ids = {"none"};
    for (const Dialog& each : dialogs()) ids.push_back(each.id);
    return no_such("dialog", argument, ids);
  }
  clear_the_way(app);
  if (id != "none") app.dialog = id;
  return "";
}

std::string export_dialog(App& app, Argument) { return dialog(app, "export"); }

std::string close(App& app, Argument) {
  if (app.help || app.palette || !app.dialog.empty()) {
    clear_the_way(app);
  } else if (app.blank) {
    app.blank = false;
  } else if (app.export_job) {
    return export_cancel(app, "");
  } else if (app.lesson && app.pinned == nobody && !app.table_entry) {
    return leave_lesson(app);
  } else {
    app.pinned = nobody;
    app.table_entry.reset();
  }
  return "";
}

std::string quit(App& app, Argument) {
  app.quit = true;
  return "";
}

}  // namespace scope::actions
