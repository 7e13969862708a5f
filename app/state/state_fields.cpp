#include "state_fields.hpp"

#include <algorithm>
#include <charconv>

#include "app/families/families.hpp"
#include "app/document/compare.hpp"
#include "lesson.hpp"
#include "app/base/text.hpp"
#include "presets.hpp"
#include "app/document/record.hpp"
#include "state_text.hpp"
#include "app/commands/command_actions.hpp"

namespace scope {
namespace {

constexpr const char* mode_names[] = {"step", "compare", "timing"};
constexpr const char* base_names[] = {"decimal", "hex", "binary"};
constexpr uint32_t most_pages = 1000;   // of a chart; one beyond its last shows the last

/// All digits that a float needs to come back as it was, without an exponent.
std::string digits_of(float value) {
  char text[128];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
  return {text, end};
}

template <std::size_t N>
std::optional<std::size_t> index_of(const char* const (&names)[N], const std::string& text) {
  const auto it = std::ranges::find(names, text);
  return it == std::end(names) ? std::nullopt : std::optional<std::size_t>(it - std::begin(names));
}

template <std::size_t N>
std::vector<std::string> list_of(const char* const (&names)[N]) {
  return {std::begin(names), std::end(names)};
}

// ----------------------------------------------------------------------------------- of the program

std::string mode_of(const App& app) { return mode_names[static_cast<int>(app.mode)]; }
std::string set_mode(App& app, const std::string& text) {
  const auto mode = index_of(mode_names, text);
  if (!mode) return no_such("mode", text, list_of(mode_names));
  app.mode = static_cast<Mode>(*mode);
  return "";
}

std::string set_figure(App& app, const std::string& text) {
  const Figure* figure = figure_named(text);
  if (figure && figure->tools == Tools::timing)
    return "'" + text + "' is a chart of Timing mode; name it as the field timing_chart.";
  return actions::figure(app, text);
}

std::string pin_of(const App& app) {
  const Lane& lane = app.lane();
  const bool there = lane.trace && app.pinned < lane.trace->problem.size();
  return there ? std::to_string(app.pinned) : "none";
}

std::string entry_of(const App& app) {
  const bool there = app.table_entry && app.lane().trace && *app.table_entry < table_entries(*app.lane().trace);
  return there ? std::to_string(*app.table_entry) : "none";
}

std::string warp_of(const App& app) { return std::to_string(app.memory.lanes); }
std::string segment_of(const App& app) { return std::to_string(app.memory.segment); }
std::string set_shape(App& app, const char* part, const std::string& text) {
  if (words_of(text).size() != 1) return no_such(part, text, {"1", "2", "4", "8", "16", "32"});
  return actions::memory(app, std::string(part) + " " + text);
}
std::string set_warp(App& app, const std::string& text) { return set_shape(app, "warp", text); }
std::string set_segment(App& app, const std::string& text) { return set_shape(app, "segment", text); }

/// A store that this pass does not have is not shown either.
std::string store_of(const App& app) {
  if (!app.store || !app.lane().trace) return "auto";
  const Look now = look(app);
  const Cut cut = cut_of(now.problem(), now.pass());
  const StoreId& id = *app.store;
  const bool there = cut.keys > 0 && id.block < cut.blocks() && id.round < cut.each &&
                     id.warp < cut.warps(app.memory.lanes) && cut.has(id, app.memory.lanes);
  return there ? say(id.block, " ", id.warp, " ", id.round) : "auto";
}

std::string zoom_of(const App& app) { return app.fit ? "fit" : digits_of(app.zoom); }
std::string set_zoom(App& app, const std::string& text) {
  return text == "fit" ? actions::fit(app, "") : actions::zoom(app, text);
}

std::string pan_of(const App& app) { return digits_of(app.pan.x) + " " + digits_of(app.pan.y); }
/// The whole page is not moved.
std::string set_pan(App& app, const std::string& text) {
  const bool fit = app.fit;
  std::string refusal = actions::pan(app, text);
  if (!refusal.empty() || !fit) return refusal;
  app.fit = app.pan.x == 0 && app.pan.y == 0;
  return "";
}

std::string set_chart(App& app, const std::string& text) {
  const Figure* figure = figure_named(text);
  std::vector<std::string> ids;
  for (const Figure& each : figures())
    if (each.tools == Tools::timing) ids.emplace_back(each.id);
  if (!text.empty() && (!figure || figure->tools != Tools::timing)) return no_such("chart", text, ids);
  app.timing.chart = text;
  return "";
}

std::string page_of(const App& app) { return std::to_string(std::min(app.timing.view.page + 1, most_pages)); }
std::string set_page(App& app, const std::string& text) {
  std::string refusal;
  if (const auto page = whole_number(text, 1, most_pages, "The page", refusal)) app.timing.view.page = *page - 1;
  return refusal;
}

/// A lesson that is on no shelf is not found again elsewhere: its state is that of its picture.
std::string lesson_of(const App& app) {
  const Lesson* known = app.lesson ? lesson_named(app.lesson->name) : nullptr;
  const bool writable = known && known->file == app.lesson->file &&
                        std::ranges::all_of(known->name, [](char c) { return c > ' ' && c <= '~'; });
  return writable ? known->name : "none";
}
std::string set_lesson(App& app, const std::string& text) {
  const Lesson* known = lesson_named(text);
  if (text != "none" && !known) return no_such_lesson(text);
  app.lesson = text == "none" ? nullptr : std::make_shared<Lesson>(*known);
  return "";
}

std::string slide_of(const App& app) { return std::to_string(lesson_of(app) == "none" ? 1 : app.slide + 1); }
/// The lesson may have become shorter since.
std::string set_slide(App& app, const std::string& text) {
  std::string refusal;
  const auto slide = whole_number(text, 1, most_slides + 1, "The slide", refusal);
  if (slide) app.slide = app.lesson ? std::min<std::size_t>(*slide - 1, app.lesson->slides.size()) : 0;
  return refusal;
}

std::string before_of(const App& app) {
  return lesson_of(app) == "none" || app.lesson->before.empty() ? "none" : app.lesson->before;
}
/// Read when the lesson is left; that it can be read is known now.
std::string set_before(App& app, const std::string& text) {
  const radix::Result<StateFields> fields = text == "none" ? StateFields{} : read_state_string(text);
  if (!fields) return fields.complaint.sentence;
  if (!app.lesson) return "";
  auto lesson = std::make_shared<Lesson>(*app.lesson);
  lesson->before = text == "none" ? "" : text;
  app.lesson = std::move(lesson);
  return "";
}

// --------------------------------------------------------------------------------------- of a lane

std::string set_preset(Wish& wish, const std::string& text) { return choose_preset(text, wish); }

std::string set_base(Wish& wish, const std::string& text) {
  const auto base = index_of(base_names, text);
  if (!base) return no_such("way to write keys", text, list_of(base_names));
  wish.base = static_cast<radix::Base>(*base);
  return "";
}

std::string set_rung(Wish& wish, const std::string& text) {
  const radix::RungInfo* rung = radix::rung_named(text);
  std::vector<std::string> names;
  for (const radix::RungInfo& each : radix::rungs()) names.emplace_back(each.name);
  if (!rung) return no_such("rung", text, names);
  wish.rung = rung->name;
  return "";
}

std::string set_engine(Wish& wish, const std::string& text) {
  App asked;   // the verb knows which machines are there
  std::string refusal = actions::engine(asked, text);
  if (refusal.empty()) wish.engine = asked.lane().wish.engine;
  return refusal;
}

}  // namespace

const std::vector<AppField>& app_fields() {
  static const std::vector<AppField> all = {
      {"figure", [](const App& app) { return app.figure; }, set_figure},
      {"mode", mode_of, set_mode},
      {"pin", pin_of, actions::pin, true},
      {"entry", entry_of, actions::entry, true},
      {"warp", warp_of, set_warp},
      {"segment", segment_of, set_segment},
      {"store", store_of, actions::store, true},
      {"zoom", zoom_of, set_zoom},
      {"pan", pan_of, set_pan},
      {"timing_chart", [](const App& app) { return app.timing.chart; }, set_chart},
      {"timing_page", page_of, set_page},
      {"lesson", lesson_of, set_lesson},
      {"slide", slide_of, set_slide},
      {"before", before_of, set_before, false, true},
  };
  return all;
}

const std::vector<LaneField>& lane_fields() {
  static const std::vector<LaneField> all = [] {
    std::vector<LaneField> fields = {
        {"base", nullptr, true, [](const Wish& wish) { return std::string(base_names[static_cast<int>(wish.base)]); },
         set_base},
        {"preset", nullptr, true, nullptr, set_preset},
        {"keys", nullptr, true, [](const Wish& wish) { return wish.keys_text; },
         [](Wish& wish, const std::string& text) { return wish.keys_text = text, std::string(); }},
        {"values", nullptr, true, [](const Wish& wish) { return wish.values_text; },
         [](Wish& wish, const std::string& text) { return wish.values_text = text, std::string(); }},
        {"rung", nullptr, false, [](const Wish& wish) { return wish.rung; }, set_rung},
        {"engine", nullptr, true, [](const Wish& wish) { return std::string(radix::name_of(wish.engine)); },
         set_engine}};
    for (const radix::SettingInfo& setting : radix::settings())
      fields.push_back({setting.name, &setting, setting.describes_keys, nullptr, nullptr});
    return fields;
  }();
  return all;
}

std::string text_of(const LaneField& field, const Wish& wish) {
  if (field.setting) return radix::text_of(*field.setting, wish.settings);
  return field.get ? field.get(wish) : "";
}

std::string take(const LaneField& field, Wish& wish, const std::string& value) {
  if (!field.setting) return field.set(wish, value);
  App asked;   // the verb knows the range and says it
  asked.lane().wish = wish;
  std::string refusal = actions::set(asked, *field.setting, value);
  if (refusal.empty()) wish.settings = asked.lane().wish.settings;
  return refusal;
}

bool belongs_to_lane(std::string_view name) {
  return name == "step" || std::ranges::find(lane_fields(), name, &LaneField::name) != lane_fields().end();
}

}  // namespace scope
