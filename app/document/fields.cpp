// The table of fields. What a row's value is checked against stands above it, in the order of the
// table.
#include "fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/core/base/languages.hpp"
#include "app/core/base/parse.hpp"
#include "app/core/base/text.hpp"
#include "app/core/words/sort_title.hpp"
#include "app/sorts/families/families.hpp"
#include "compare.hpp"
#include "kernels/text/retold.hpp"
#include "record.hpp"
#include "text/document.hpp"
#include "text/presenter.hpp"

namespace scope {
namespace {

constexpr float slowest = 0.25f, fastest = 8;  // steps per second
constexpr float smallest_scale = 0.8f, largest_scale = 2.5f;
constexpr float smallest_zoom = 0.1f, largest_zoom = 40;
constexpr float farthest = 1e6f;      // of the page, in figure units
constexpr uint32_t max_pages = 1000;  // of a chart; one beyond its last shows the last

using Names = std::vector<std::string>;

/// All digits that a float needs to come back as it was, without an exponent.
std::string all_digits(float value) {
  char text[128];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
  return {text, end};
}

/// The place of a name in a list, as the enum that the list names; a refusal where it is none of
/// them.
template <class Enum>
std::optional<Enum> enum_named(const Names& names, const Value& value, const char* what,
                               std::string& refusal) {
  const auto it = std::ranges::find(names, one_word(value));
  if (it != names.end()) return static_cast<Enum>(it - names.begin());
  refusal = no_such(what, value.text(), names);
  return std::nullopt;
}

std::string on_off(bool yes) { return yes ? "on" : "off"; }

/// What a switch does when it is turned on, and off.
std::function<std::vector<FieldChoice>()> switch_choices(const char* on, const char* off) {
  return [on, off] { return std::vector<FieldChoice>{{"on", on}, {"off", off}}; };
}

/// The values of a field, each with the sentence of what it does.
std::function<std::vector<FieldChoice>()> fixed_choices(std::vector<FieldChoice> list) {
  return [list = std::move(list)] { return list; };
}

/// A row's two halves for a bool of the Document: "on", "off", or nothing to turn it around.
template <bool Document::*Member>
std::string get_switch(const Document& document) {
  return on_off(document.*Member);
}
template <bool Document::*Member>
std::string set_switch(Document& document, const Value& value) {
  std::string refusal;
  if (const auto on = on_or_off(value, document.*Member, refusal)) document.*Member = *on;
  return refusal;
}

// --------------------------------------------------------------------------------------- of a lane

const Names& base_names() {
  static const Names names = {"decimal", "hex", "binary"};
  return names;
}

std::string set_base(Document& document, const Value& value) {
  std::string refusal;
  const auto base = enum_named<radix::Base>(base_names(), value, "way to write keys", refusal);
  if (base) document.lane().setup.base = *base;
  return refusal;
}

std::string set_sort(Document& document, const Value& value) {
  const radix::SortInfo* sort = radix::sort_named(one_word(value));
  Names names;
  for (const radix::SortInfo& each : radix::sorts()) names.emplace_back(each.name);
  if (!sort) return no_such("sort", value.text(), names);
  document.lane().setup.sort = sort->name;
  return "";
}

std::vector<FieldChoice> sort_choices() {
  std::vector<FieldChoice> list;
  for (const radix::SortInfo* sort : sorts_by_section())
    list.push_back({std::to_string(radix::number_of(*sort)), sort_title(*sort),
                    joined({sort->name, " ", sort->known_as, " ",
                            text::language() == "en" ? "" : sort->title})});
  for (const radix::SortInfo& bug_in_print : radix::bugs_in_print())
    list.push_back({bug_in_print.name, sort_title(bug_in_print), "mistake fault specimen"});
  return list;
}

/// Its name; where it is covered its number, which tells nobody what it is.
std::string get_fault(const Document& document) {
  const Setup& setup = document.lane().setup;
  const auto* fault = radix::planted_fault_named(setup.fault);
  if (fault == nullptr) return "none";
  if (!setup.covered) return fault->name;
  return std::to_string(fault - radix::planted_faults().data() + 1);
}

/// The fault is to be found in every lane that has it.
std::string set_covered(Document& document, const Value& value) {
  std::string refusal;
  const auto on = on_or_off(value, document.lane().setup.covered, refusal);
  for (Lane& lane : document.lanes)
    if (on) lane.setup.covered = *on;
  return refusal;
}

/// Only the name, or its number in the gallery: what it is looked at with belongs to the command.
std::string set_fault(Document& document, const Value& value) {
  std::string name = one_word(value);
  const auto all = radix::planted_faults();
  uint32_t number = 0;
  const auto end = std::from_chars(name.data(), name.data() + name.size(), number);
  if (end.ec == std::errc() && end.ptr == name.data() + name.size() && number - 1 < all.size())
    name = all[number - 1].name;
  if (name == "next") {  // after the one that is planted, or the first
    const auto* now = radix::planted_fault_named(document.lane().setup.fault);
    name = all[now ? static_cast<std::size_t>(now - all.data() + 1) % all.size() : 0].name;
  }
  const bool known = radix::planted_fault_named(name) != nullptr;
  if (!known && name != "none") {
    Names names = {"none", "next"};
    for (const radix::PlantedFault& fault : all)  // all of them are more than anybody reads
      if (name.size() > 2 && fault.name.find(name.substr(0, 3)) != std::string::npos &&
          names.size() < 10)
        names.push_back(fault.name);
    return text::document::all_faults_listed(
        {.faults = all.size(), .refusal = no_such("fault", value.text(), names)});
  }
  document.lane().setup.fault = known ? name : "";
  return "";
}

std::vector<FieldChoice> fault_choices() {
  std::vector<FieldChoice> list = {
      {"none", "Take the planted fault out of the kernels"},
      {"next", "Gallery of bugs: plant the next one", "spot the bug, find the mistake"}};
  for (const radix::PlantedFault& fault : radix::planted_faults())
    list.push_back({fault.name,
                    text::document::fault_choice(
                        {.fault = text::translated(fault.title),
                         .section = radix::number_of(fault.section),
                         .sort = text::translated(radix::sort_named(fault.sort)->title)}),
                    joined({"bug gallery fault wrong ", radix::check_name(fault.found_by)})});
  return list;
}

constexpr text::Label only_cpu_orders = text::document::only_cpu_orders;

/// Those that this machine has.
std::vector<FieldChoice> engine_choices() {
  std::vector<FieldChoice> list = {{"auto", "Sort on the fastest engine available", "fastest"}};
  for (const radix::EngineInfo& engine : radix::engines())
    if (engine.available && engine.id == radix::EngineId::cuda)
      list.push_back({"cuda", "Sort on the NVIDIA GPU", "device card"});
    else if (engine.available)
      list.push_back({"cpu", "Sort on the CPU", "processor"});
  return list;
}

std::string set_engine(Document& document, const Value& value) {
  const auto choice = radix::engine_named(one_word(value));
  if (!choice) return no_such("engine", value.text(), {"auto", "cpu", "cuda"});
  const bool on_gpu = *choice == radix::EngineChoice::cuda;
  if (on_gpu && chooses_order(document.lane().setup)) return only_cpu_orders;
  if (on_gpu)
    for (const radix::EngineInfo& engine : radix::engines())
      if (engine.id == radix::EngineId::cuda && !engine.available)
        return text::retold(engine.reason);
  document.lane().setup.engine = *choice;
  return "";
}

const Names& order_names() {
  static const Names names = {"forward", "reverse", "shuffled"};
  return names;
}
template <radix::Schedule Setup::*Order>
std::string get_order(const Document& document) {
  return order_names()[static_cast<std::size_t>(document.lane().setup.*Order)];
}
template <radix::Schedule Setup::*Order>
std::string set_order(Document& document, const Value& value) {
  std::string refusal;
  Setup setup = document.lane().setup;
  if (const auto order = enum_named<radix::Schedule>(order_names(), value, "order", refusal))
    setup.*Order = *order;
  if (!refusal.empty()) return refusal;
  if (setup.engine == radix::EngineChoice::cuda && chooses_order(setup)) return only_cpu_orders;
  document.lane().setup = std::move(setup);
  return "";
}

std::string set_seed(Document& document, const Value& value) {
  std::string refusal;
  if (const auto seed = whole_number(value, 0, 0xffffffffu, "The seed", refusal))
    document.lane().setup.seed = *seed;
  return refusal;
}

/// "Radix bits: kept for Several bits a pass · 13.5 and 3 more; this sort does not use it."
std::string kept_for_later(const radix::SettingInfo& setting) {
  std::string first;
  uint32_t more = 0;
  for (const radix::SortInfo* sort : sorts_by_section())
    if (sort->uses(setting)) first.empty() ? void(first = sort_title(*sort)) : void(++more);
  const std::string_view name = text::translated(setting.label);
  return more > 0
             ? text::document::kept_setting_more({.more = more, .setting = name, .sort = first})
             : text::document::kept_setting({.setting = name, .sort = first});
}

std::string set_setting(Document& document, const radix::SettingInfo& setting, const Value& value) {
  Setup& setup = document.lane().setup;
  std::string refusal;
  const auto number = setting.is_number()
                          ? whole_number(value, setting.low, setting.high, setting.label, refusal)
                          : radix::value_from(setting, one_word(value));
  if (!number && !refusal.empty()) return refusal;
  Names names;
  for (const radix::Choice& each : setting.choices) names.push_back(each.name);
  if (!number) return no_such(setting.label, value.text(), names);
  setting.set(setup.settings, *number);
  const radix::SortInfo* sort = radix::sort_named(setup.sort);
  if (sort && !sort->uses(setting)) document.note = kept_for_later(setting);
  return "";
}

Field setting_field(const radix::SettingInfo& setting) {
  Field field{.name = setting.name, .takes = setting.range(), .help = setting.about};
  field.kept = Kept::state;
  field.of_lane = true;
  field.shared = setting.describes_keys;
  field.get = [&setting](const Document& document) {
    return radix::text_of(setting, document.lane().setup.settings);
  };
  field.set = [&setting](Document& document, const Value& value) {
    return set_setting(document, setting, value);
  };
  if (setting.is_number()) return field;
  field.choices = [&setting] {
    std::vector<FieldChoice> list;
    for (const radix::Choice& choice : setting.choices)
      list.push_back({choice.name, text::document::setting_choice(
                                       {.about = text::translated(choice.about),
                                        .choice = text::translated(choice.label),
                                        .setting = text::translated(setting.label)})});
    return list;
  };
  return field;
}

// -------------------------------------------------------------------------------------- predicting

const Names& predicting_names() {
  static const Names names = {"off", "on", "freeze"};
  return names;
}

/// Without a name it is turned on or off.
std::string set_predicting(Document& document, const Value& value) {
  PredictState& state = document.predict;
  const bool off = state.mode == Predicting::off;
  std::string refusal;
  const auto mode =
      value.empty() ? std::optional(off ? Predicting::on : Predicting::off)
                    : enum_named<Predicting>(predicting_names(), value, "way to predict", refusal);
  if (mode) state.mode = *mode;
  if (mode == Predicting::off) skip_question(document), state.judged.reset();
  return refusal;
}

std::string set_predict_seed(Document& document, const Value& value) {
  std::string refusal;
  if (const auto seed = whole_number(value, 0, 0xffffffffu, "The seed", refusal))
    document.predict.seed = *seed;
  return refusal;
}

// ---------------------------------------------------------------------------------- of the program

bool is_chart(const Figure& figure) { return figure.tools == Tools::timing; }

std::vector<std::string> figure_ids() {
  Names ids = {"auto"};
  for (const Figure& figure : figures()) ids.push_back(figure.id);
  return ids;
}

/// By its id, or by its number in either edition of the book: "fig13-9", "13.9", "fig14-12".
const Figure* figure_called(const std::string& text) {
  if (const Figure* figure = figure_named(text)) return figure;
  return figure_named(radix::figure_called(text));
}

std::string set_figure(Document& document, const Value& value) {
  const Figure* figure = figure_called(one_word(value));
  const std::string id = figure ? figure->id : one_word(value);
  if (figure && is_chart(*figure)) return text::document::is_a_chart({.figure = id});
  if (id != "auto" && !figure) return no_such("figure", value.text(), figure_ids());
  if (document.mode == Mode::timing)
    document.mode = Mode::step;  // which shows nothing but charts of times
  document.figure = id;
  return "";
}

std::vector<FieldChoice> figure_choices() {
  std::vector<FieldChoice> list = {{"auto", "what shows the step best", "automatic"}};
  for (const Figure& figure : figures())
    list.push_back(
        {figure.id, joined({number_of(figure), ": ", text::Label(figure.title)}), figure.also});
  return list;
}

const Names& mode_names() {
  static const Names names = {"step", "compare", "timing"};
  return names;
}

std::string set_mode(Document& document, const Value& value) {
  std::string refusal;
  if (const auto mode = enum_named<Mode>(mode_names(), value, "mode", refusal))
    document.mode = *mode;
  return refusal;
}

/// Reads the index of a key of the shown trace, or "none".
std::string set_key(const Document& document, const Value& value, uint32_t& key) {
  if (one_word(value) == "none") return key = none, "";
  const uint32_t size = document.lane().trace->problem.size();
  if (size == 0) return text::document::no_key_to_point_at;
  std::string refusal;
  if (const auto index = whole_number(value, 0, size - 1, "The index of a key", refusal))
    key = *index;
  return refusal;
}

std::string get_pin(const Document& document) {
  const Lane& lane = document.lane();
  const bool there = lane.trace && document.pinned < lane.trace->problem.size();
  return there ? std::to_string(document.pinned) : "none";
}

/// The further keys that are followed, those of the trace.
std::string get_followed(const Document& document) {
  const Lane& lane = document.lane();
  std::string text;
  for (const uint32_t id : document.followed)
    if (lane.trace && id < lane.trace->problem.size())
      text += (text.empty() ? "" : " ") + std::to_string(id);
  return text.empty() ? "none" : text;
}

std::string set_followed(Document& document, const Value& value) {
  const Names words = words_of(value);
  if (words.empty() || words == Names{"none"}) return document.followed.clear(), "";
  const uint32_t size = document.lane().trace->problem.size();
  if (size == 0) return text::document::no_key_to_follow;
  if (words.size() >= max_followed)
    return text::document::most_followed({.most = max_followed, .others = max_followed - 1});
  std::vector<uint32_t> chosen;
  for (const std::string& word : words) {
    std::string refusal;
    const auto index = whole_number(word, 0, size - 1, "The index of a key", refusal);
    if (!index) return refusal;
    if (std::ranges::find(chosen, *index) == chosen.end()) chosen.push_back(*index);
  }
  document.followed = std::move(chosen);
  return "";
}

std::string set_costs(Document& document, const Value& value) {
  const Names names(cost_names().begin(), cost_names().end());
  std::string refusal;
  if (const auto costs = enum_named<CostOf>(names, value, "choice of costs", refusal))
    document.costs = *costs;
  return refusal;
}

std::string set_align(Document& document, const Value& value) {
  const Names names(align_names().begin(), align_names().end());
  std::string refusal;
  if (const auto align = enum_named<AlignBy>(names, value, "way to align lanes", refusal)) {
    document.align = *align;
    align_lanes(document);
  }
  return refusal;
}

std::string get_entry(const Document& document) {
  const auto& trace = document.lane().trace;
  const bool there = document.table_entry && trace && *document.table_entry < table_entries(*trace);
  return there ? std::to_string(*document.table_entry) : "none";
}

std::string set_entry(Document& document, const Value& value) {
  if (one_word(value) == "none") return document.table_entry.reset(), "";
  const uint32_t entries = table_entries(*document.lane().trace);
  if (entries == 0) return text::document::no_table;
  std::string refusal;
  const auto index = whole_number(value, 0, entries - 1, "The entry of the bucket table", refusal);
  if (index) document.table_entry = *index;
  return refusal;
}

/// Those that the network on the screen has.
std::string get_without(const Document& document) {
  const auto& trace = document.lane().trace;
  std::string text;
  for (const uint32_t each : document.left_out)
    if (trace && each < comparators_in(*trace))
      text += (text.empty() ? "" : " ") + std::to_string(each);
  return text.empty() ? "none" : text;
}

/// Nothing, or "next": the one after the one that is left out, so that all have their turn.
std::string set_without(Document& document, const Value& value) {
  const Names words = words_of(value);
  if (words.size() == 1 && words[0] == "none") return document.left_out.clear(), "";
  const uint32_t count = comparators_in(*document.lane().trace);
  const bool next_one = words.empty() || words == Names{"next"};
  const std::string none = text::document::no_comparator;
  if (count == 0 && next_one) return document.note = none, "";
  if (count == 0) return none;
  std::vector<uint32_t> chosen;
  if (next_one) {
    const uint32_t next = document.left_out.empty() ? 0 : document.left_out.back() + 1;
    if (next < count) chosen.push_back(next);
    return document.left_out = chosen, "";
  }
  std::string refusal;
  for (const std::string& word : words) {
    const auto index = whole_number(word, 0, count - 1, "The number of a comparator", refusal);
    if (!index) return refusal;
    chosen.push_back(*index);
  }
  std::ranges::sort(chosen);
  chosen.erase(std::ranges::unique(chosen).begin(), chosen.end());
  document.left_out = chosen;
  return "";
}

/// As a field of its own it is one word.
std::string set_shape(Document& document, const char* part, const Value& value) {
  if (one_word(value).empty()) return no_such(part, value.text(), {"1", "2", "4", "8", "16", "32"});
  return set_memory(document.memory, part, value);
}

/// How the keys of the pass on the screen are cut into blocks.
Cut cut_shown(const Document& document) {
  const Moment now = moment(document);
  return cut_of(now.problem(), now.pass());
}

/// A store that this pass does not have is not shown either.
std::string get_store(const Document& document) {
  if (!document.store || !document.lane().trace) return "auto";
  const Cut cut = cut_shown(document);
  const StoreId& id = *document.store;
  const bool there = cut.keys > 0 && id.block < cut.blocks() && id.round < cut.each &&
                     id.warp < cut.warps(document.memory.lanes) &&
                     cut.has(id, document.memory.lanes);
  return there ? joined({id.block, " ", id.warp, " ", id.round}) : "auto";
}

/// One number of a store's name, where there is one. `high`: one more than the largest.
std::string set_part(const Names& words, std::size_t at, uint32_t high, const char* what,
                     uint32_t& part) {
  if (at >= words.size()) return "";
  std::string refusal;
  if (const auto value = whole_number(words[at], 0, high - 1, what, refusal)) part = *value;
  return refusal;
}

/// A key that was followed is left: the store's own is spoken of.
std::string set_store(Document& document, const Value& value) {
  const Names words = words_of(value);
  if (words.size() == 1 && words[0] == "auto") return document.store.reset(), "";
  if (words.empty() || words.size() > 3) return text::document::store_takes;
  const Cut cut = cut_shown(document);
  if (cut.keys == 0) return text::document::nothing_stored;
  StoreId id;
  for (const std::string& refusal :
       {set_part(words, 0, cut.blocks(), "The block of the store", id.block),
        set_part(words, 1, cut.warps(document.memory.lanes), "The warp in its block", id.warp),
        set_part(words, 2, cut.each, "The round of the store", id.round)})
    if (!refusal.empty()) return refusal;
  if (!cut.has(id, document.memory.lanes)) return text::document::no_key_in_round;
  document.store = id;
  document.pinned = none;
  return "";
}

std::string get_calculation(const Document& document) {
  std::string words;
  for (const CalculationInput& input : calculation_inputs())
    words +=
        joined({words.empty() ? "" : " ", input.letter, " ", document.calculation.*input.value});
  return words;
}

/// "b 32", "N 2^20 C 4": letters or names, and their numbers; what is not named stays.
std::string set_calculation(Document& document, const Value& value) {
  const Names words = words_of(value);
  const auto names = [] {
    Names all;
    for (const CalculationInput& input : calculation_inputs()) all.emplace_back(input.letter);
    return all;
  };
  Calculation wanted = document.calculation;
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const auto input =
        std::ranges::find_if(calculation_inputs(), [&](const CalculationInput& each) {
          return words[i] == each.letter || words[i] == each.name;
        });
    if (input == calculation_inputs().end())
      return no_such("number of the calculator", words[i], names());
    const auto number = plain_power(i + 1 < words.size() ? words[i + 1] : "");
    if (!number || *number < input->low || *number > input->high)
      return i + 1 < words.size()
                 ? text::document::calculator_range_not({.about = text::translated(input->about),
                                                         .high = input->high,
                                                         .letter = input->letter,
                                                         .low = input->low,
                                                         .text = quotable(words[i + 1])})
                 : text::document::calculator_range({.about = text::translated(input->about),
                                                     .high = input->high,
                                                     .letter = input->letter,
                                                     .low = input->low});
    wanted.*input->value = *number;
  }
  document.calculation = wanted;
  return "";
}

std::string get_zoom(const Document& document) {
  return document.fit ? "fit" : all_digits(document.zoom);
}
std::string set_zoom(Document& document, const Value& value) {
  if (one_word(value) == "fit") return fit_page(document), "";
  std::string refusal;
  const auto zoom =
      decimal_number(value, smallest_zoom, largest_zoom, "The magnification", refusal);
  if (zoom) zoom_page(document, *zoom);
  return refusal;
}

std::string get_pan(const Document& document) {
  return all_digits(document.pan.x) + " " + all_digits(document.pan.y);
}
/// A page that is shown whole and is not moved stays whole.
std::string set_pan(Document& document, const Value& value) {
  Value::Pair way;
  if (const Value::Pair* pair = value.pair()) way = *pair;
  const Names words = value.pair() ? Names{} : words_of(value);
  if (!value.pair() && words.size() != 2) return text::document::pan_takes;
  std::string refusal;
  const auto x = decimal_number(value.pair() ? Value(way.x) : Value(words[0]), -farthest, farthest,
                                "The move to the side", refusal);
  const auto y = decimal_number(value.pair() ? Value(way.y) : Value(words[1]), -farthest, farthest,
                                "The move down", refusal);
  if (!x || !y) return refusal;
  document.pan = {*x, *y};
  document.fit = document.fit && *x == 0 && *y == 0;
  return "";
}

std::vector<std::string> chart_ids() {
  Names ids;
  for (const Figure& figure : figures())
    if (is_chart(figure)) ids.emplace_back(figure.id);
  return ids;
}

std::string set_chart(Document& document, const Value& value) {
  const std::string id = value.text();
  const Figure* figure = figure_named(id);
  if (!id.empty() && (!figure || !is_chart(*figure))) return no_such("chart", id, chart_ids());
  document.timing.chart = id;
  return "";
}

std::string get_page(const Document& document) {
  return std::to_string(std::min(document.timing.view.page + 1, max_pages));
}
std::string set_page(Document& document, const Value& value) {
  std::string refusal;
  if (const auto page = whole_number(value, 1, max_pages, "The page", refusal))
    document.timing.view.page = *page - 1;
  return refusal;
}

// --------------------------------------------------------------------------------------
// preferences

/// Without a name the next one of the list.
std::string set_step_size(Document& document, const Value& value) {
  const Names words = words_of(value);
  const auto next = (static_cast<std::size_t>(document.step_size) + 1) % step_sizes().size();
  const StepSizeInfo* wanted = words.empty() ? &step_sizes()[next] : step_size_named(words[0]);
  if (words.size() > 1 || !wanted) return no_such("grain", value.text(), step_size_names());
  document.step_size = wanted->step_size;
  return "";
}

/// Likewise.
std::string set_theme(Document& document, const Value& value) {
  const auto all = themes();
  const Names words = words_of(value);
  const auto now = std::ranges::find(all, document.theme, &Theme::id) - all.begin();
  const auto next = static_cast<std::size_t>(now + 1) % all.size();
  const Theme* wanted = words.empty() ? &all[next] : theme_named(words[0]);
  Names names;
  for (const Theme& each : all) names.push_back(each.name);
  if (words.size() > 1 || !wanted) return no_such("theme", value.text(), names);
  document.theme = wanted->id;
  return "";
}

std::string set_language(Document& document, const Value& value) {
  const std::string wanted = value.text().empty() ? "auto" : value.text();
  if (std::string refusal = use_language(wanted); !refusal.empty()) return refusal;
  document.language = wanted;
  for (Lane& lane : document.lanes)
    if (broke_off(lane)) say_how_it_ended(lane);
  if (const std::string wrong = complaint_about_language(); !wrong.empty()) document.note = wrong;
  return "";
}

std::vector<FieldChoice> language_choices() {
  std::vector<FieldChoice> list{{"auto", "the language of the system"}};
  for (const LanguageInfo& each : languages_there_are()) list.push_back({each.code, each.name});
  return list;
}

std::vector<FieldChoice> theme_choices() {
  std::vector<FieldChoice> list;
  const char* const also[] = {"black night", "white bright day", "paper grey"};  // as ThemeId
  for (const Theme& theme : themes())
    list.push_back({theme.name, theme.name, also[static_cast<std::size_t>(theme.id)]});
  return list;
}

/// Opens the panel on a tab; "off" folds it away.
std::string set_side(Document& document, const Value& value) {
  const std::string wanted = one_word(value);
  if (wanted == "off") return document.folded = true, "";
  Names names(side_names().begin(), side_names().end());
  names.emplace_back("off");
  std::string refusal;
  const auto side = enum_named<Side>(names, value, "panel", refusal);
  if (side) document.side = *side, document.folded = false;
  return refusal;
}

std::string set_scale(Document& document, const Value& value) {
  std::string refusal;
  const auto scale =
      decimal_number(value, smallest_scale, largest_scale, "The size of the interface", refusal);
  if (scale) document.scale = *scale;
  return refusal;
}

/// Numbers of steps, "3 12".
std::string get_bookmarks(const Document& document) {
  std::string text;
  for (const uint32_t each : document.bookmarks)
    text += (text.empty() ? "" : " ") + std::to_string(each);
  return text.empty() ? "none" : text;
}
std::string set_bookmarks(Document& document, const Value& value) {
  std::vector<uint32_t> steps;
  std::string refusal;
  for (const std::string& word : words_of(value)) {
    if (word == "none") continue;
    const auto step = whole_number(word, 0, none - 1, "The step", refusal);
    if (!step) return refusal;
    steps.push_back(*step);
  }
  std::ranges::sort(steps);
  document.bookmarks = std::move(steps);
  return "";
}

std::string get_stops(const Document& document) {
  std::string text;
  for (const Stop& each : document.stops) text += (text.empty() ? "" : ", ") + text_of(each);
  return text.empty() ? "none" : text;
}
std::string set_stops(Document& document, const Value& value) {
  std::vector<Stop> stops;
  for (std::string rest = value.text(); !rest.empty() && rest != "none";) {
    const std::size_t comma = std::min(rest.find(", "), rest.size());
    const std::string each = rest.substr(0, comma);
    const auto stop = kept_stop(each);
    if (!stop) return no_such("stop", each, {"FILE:LINE", "NAME == NUMBER"});
    stops.push_back(*stop);
    rest.erase(0, std::min(comma + 2, rest.size()));
  }
  document.stops = std::move(stops);
  return "";
}

std::string set_speed(Document& document, const Value& value) {
  std::string refusal;
  const auto speed =
      decimal_number(value, slowest, fastest, "The speed in steps per second", refusal);
  if (speed) document.speed = *speed;
  return refusal;
}

/// No strip of notes where the presenter's window has them.
std::string set_notes(Document& document, const Value& value) {
  std::string refusal = set_switch<&Document::notes>(document, value);
  if (refusal.empty() && document.presenter && document.lesson)
    document.note = text::presenter::notes_there;
  return refusal;
}

/// The profile and the whole screen together; the screen alone is `fullscreen`.
std::string set_projector(Document& document, const Value& value) {
  std::string refusal = set_switch<&Document::projector>(document, value);
  if (refusal.empty()) document.fullscreen = document.projector;
  return refusal;
}

// --------------------------------------------------------------------------------------- the table

/// In which order the CPU engine runs threads and blocks: every kernel that is right makes the same
/// trace in each, a planted fault may not.
std::vector<Field> order_rows() {
  std::vector<Field> rows = {
      {.name = "thread_order",
       .takes = "forward|reverse|shuffled",
       .help = "Run the threads of a block in this order; CPU only",
       .also = "schedule race",
       .get = get_order<&Setup::thread_order>,
       .set = set_order<&Setup::thread_order>,
       .choices =
           fixed_choices({{"forward", "Run the threads of a block from the first to the last"},
                          {"reverse", "Run the threads of a block from the last to the first"},
                          {"shuffled", "Run the threads of a block in a shuffled order"}})},
      {.name = "block_order",
       .takes = "forward|reverse|shuffled",
       .help = "Run the blocks in this order; CPU only",
       .also = "schedule race",
       .get = get_order<&Setup::block_order>,
       .set = set_order<&Setup::block_order>,
       .choices = fixed_choices({{"forward", "Run the blocks from the first to the last"},
                                 {"reverse", "Run the blocks from the last to the first"},
                                 {"shuffled", "Run the blocks in a shuffled order"}})},
      {.name = "seed",
       .takes = "NUMBER",
       .help = "Shuffle the orders differently",
       .also = "random schedule",
       .get = [](const Document& document) { return std::to_string(document.lane().setup.seed); },
       .set = set_seed}};
  for (Field& row : rows) row.kept = Kept::state, row.of_lane = true;
  for (Field& row : rows) row.of_lane = row.shared = true;
  return rows;
}

std::vector<Field> lane_rows() {
  std::vector<Field> rows = {
      {.name = "base",
       .takes = "decimal|hex|binary",
       .help = "Choose how the keys are written",
       .also = "radix notation digits",
       .shared = true,
       .get =
           [](const Document& document) {
             return base_names()[static_cast<std::size_t>(document.lane().setup.base)];
           },
       .set = set_base,
       .choices = fixed_choices({{"decimal", "Write the keys as decimal numbers"},
                                 {"hex", "Write the keys in hexadecimal", "hexadecimal 0x"},
                                 {"binary", "Write the keys in binary", "0b bits"}})},
      {.name = "keys",
       .takes = "KEYS",
       .help = "Sort these keys",
       .also = "input numbers type own",
       .shared = true,
       .get = [](const Document& document) { return document.lane().setup.keys_text; },
       .set =
           [](Document& document, const Value& value) {
             return document.lane().setup.keys_text = value.text(), std::string();
           }},
      {.name = "values",
       .takes = "[VALUES]",
       .help = "Let every key carry a value; without VALUES: keys only",
       .also = "pairs payload records",
       .shared = true,
       .get = [](const Document& document) { return document.lane().setup.values_text; },
       .set =
           [](Document& document, const Value& value) {
             return document.lane().setup.values_text = value.text(), std::string();
           }},
      {.name = "sort",
       .takes = "NUMBER|NAME",
       .help = "Choose the kernel that sorts",
       .also = "kernel section algorithm method sort step",
       .each = "Show the kernel of %",
       .get = [](const Document& document) { return document.lane().setup.sort; },
       .set = set_sort,
       .choices = sort_choices},
      {.name = "fault",
       .takes = "NAME|NUMBER|next|none",
       .help = "Plant a bug from the gallery in the kernels, and see what happens",
       .also = "bug gallery wrong line mistake mutant",
       .get = get_fault,
       .set = set_fault,
       .choices = fault_choices},
      {.name = "engine",
       .takes = "auto|cpu|cuda",
       .help = "Choose the engine that sorts",
       .also = "gpu cpu cuda device card",
       .shared = true,
       .get =
           [](const Document& document) {
             return std::string(radix::name_of(document.lane().setup.engine));
           },
       .set = set_engine,
       .choices = engine_choices},
  };
  for (Field& row : rows) row.kept = Kept::state, row.of_lane = true;
  for (const radix::SettingInfo& setting : radix::settings())
    rows.push_back(setting_field(setting));
  const std::vector<Field> orders = order_rows();  // before the engine, which may not have them
  rows.insert(std::ranges::find(rows, "engine", &Field::name), orders.begin(), orders.end());
  return rows;
}

std::vector<Field> program_rows() {
  std::vector<Field> rows = {
      {.name = "figure",
       .takes = "ID|auto",
       .help = "Choose the figure",
       .also = "picture image diagram drawing",
       .each = "Show %",
       .get = [](const Document& document) { return document.figure; },
       .set = set_figure,
       .choices = figure_choices},
      {.name = "mode",
       .takes = "step|compare|timing",
       .help = "Show one sort, several side by side, or time large inputs",
       .also = "view page",
       .get =
           [](const Document& document) {
             return mode_names()[static_cast<std::size_t>(document.mode)];
           },
       .set = set_mode,
       .choices = fixed_choices({{"step", "Show one sort, step by step", "single one back main"},
                                 {"compare", "Show several sorts side by side", "versus"},
                                 {"timing", "Show how long large inputs take", "benchmark"}})},
      {.name = "entry",
       .takes = "INDEX|none",
       .help = "Pick an entry of the bucket table",
       .also = "table cell bucket count",
       .of_run = true,
       .get = get_entry,
       .set = set_entry,
       .choices = fixed_choices({{"none", "Pick no entry of the bucket table"}})},
      {.name = "without",
       .takes = "[NUMBER…|next|none]",
       .help = "Take comparators out of the network of the 0–1 proof; none named: the next one",
       .keys = "X",
       .also = "comparator network proof",
       .of_run = true,
       .get = get_without,
       .set = set_without,
       .choices = fixed_choices({{"next", "Take the next comparator out of the network"},
                                 {"none", "Put all comparators back"}})},
      {.name = "covered",
       .takes = "[on|off]",
       .help = "Cover what the planted fault changes, to find it yourself",
       .also = "bug gallery find game hide difference",
       .get = [](const Document& document) { return on_off(document.lane().setup.covered); },
       .set = set_covered,
       .choices = switch_choices("Cover what the planted fault changes, and find it",
                                 "Show what the planted fault changes")},
      {.name = "predict",
       .takes = "[on|off|freeze]",
       .help = "Be asked what a step will produce before it is shown",
       .keys = "Q",
       .also = "quiz question guess ask vote class exercise",
       .get =
           [](const Document& document) {
             return predicting_names()[static_cast<std::size_t>(document.predict.mode)];
           },
       .set = set_predicting,
       .choices =
           fixed_choices({{"on", "Stop before steps that are worth a question, and be asked"},
                          {"off", "Ask no questions"},
                          {"freeze", "Ask a class: four answers, votes, revealed by →"}})},
      {.name = "predict_seed",
       .takes = "NUMBER",
       .help = "Ask other questions of the same run",
       .also = "quiz random",
       .get = [](const Document& document) { return std::to_string(document.predict.seed); },
       .set = set_predict_seed},
      {.name = "hidden",
       .takes = "ARRAY|none",
       .help = "Hide an array of this step, to fill it in",
       .also = "quiz exercise blank row",
       .of_run = true,
       .get =
           [](const Document& document) {
             const std::string& name = document.predict.hidden;
             return name.empty() ? "none" : name;
           },
       .set = hide_array,
       .choices = fixed_choices({{"none", "Show every array"}})},
      {.name = "warp",
       .get = [](const Document& document) { return std::to_string(document.memory.lanes); },
       .set = [](Document& document,
                 const Value& value) { return set_shape(document, "warp", value); }},
      {.name = "segment",
       .get = [](const Document& document) { return std::to_string(document.memory.segment); },
       .set = [](Document& document,
                 const Value& value) { return set_shape(document, "segment", value); }},
      {.name = "store",
       .takes = "[BLOCK [WARP [ROUND]]] | auto",
       .help = "Choose the store that the memory figure shows",
       .also = "memory write warp",
       .of_run = true,
       .get = get_store,
       .set = set_store,
       .choices = fixed_choices({{"auto", "Show the store that the step is about"}})},
      // After the store, which leaves a followed key: a state may have both
      {.name = "pin",
       .takes = "INDEX|none",
       .help = "Follow a key through all passes",
       .also = "follow track trace highlight",
       .of_run = true,
       .get = get_pin,
       .set = [](Document& document,
                 const Value& value) { return set_key(document, value, document.pinned); },
       .choices = fixed_choices({{"none", "Follow no key"}})},
      {.name = "follow",
       .takes = "INDEX…|none",
       .help = "Follow more keys besides the pinned one, each in its own colour",
       .also = "pin several track stability",
       .of_run = true,
       .get = get_followed,
       .set = set_followed,
       .choices = fixed_choices({{"none", "Follow only the pinned key"}})},
      {.name = "costs",
       .takes = "keys|large|card",
       .help = "Choose what the boxes of Compare count",
       .also = "compare bytes moved closed forms measured card scale",
       .get = [](const Document& document) -> std::string {
         return cost_names()[static_cast<std::size_t>(document.costs)];
       },
       .set = set_costs,
       .choices =
           fixed_choices({{"keys", "Compare what these keys move"},
                          {"large", "Compare what many keys would move, by closed forms"},
                          {"card", "Compare the times that a GPU took, from a recorded run"}})},
      {.name = "align",
       .takes = "bits|launches",
       .help = "Choose how the other lanes of Compare follow the one being stepped",
       .also = "compare scrubber together launches",
       .get = [](const Document& document) -> std::string {
         return align_names()[static_cast<std::size_t>(document.align)];
       },
       .set = set_align,
       .choices = fixed_choices(
           {{"bits", "Keep the lanes of Compare equally far in their sorts"},
            {"launches", "Keep the lanes of Compare at the same number of launches"}})},
      {.name = "calculator",
       .takes = "[LETTER NUMBER …]",
       .help = "Work out passes, table, launches and bytes from b, r, N, C and T",
       .keys = "C",
       .also = "calculate closed forms formula bytes traffic table size exam",
       .get = get_calculation,
       .set = set_calculation},
      {.name = "zoom",
       .takes = "0.1…40",
       .help = "Magnify the figure; 1 = whole figure",
       .also = "bigger magnify",
       .get = get_zoom,
       .set = set_zoom},
      {.name = "pan",
       .takes = "X Y",
       .help = "Move the figure, in figure units",
       .also = "move shift",
       .get = get_pan,
       .set = set_pan},
      {.name = "timing_chart",
       .takes = "CHART",
       .help = "Choose the timing chart: stages, sizes, radix, claims …",
       .also = "benchmark graph plot",
       .get = [](const Document& document) { return document.timing.chart; },
       .set = set_chart},
      {.name = "timing_page",
       .takes = "PAGE|next|back",
       .help = "Turn the page of the chart",
       .also = "benchmark graph",
       .get = get_page,
       .set = set_page},
  };
  for (Field& row : rows) row.kept = Kept::state;
  rows.push_back(
      {.name = "predicted",
       .kept = Kept::session,
       .get = [](const Document& document) { return predictions_text(document.predict.said); },
       .set =
           [](Document& document, const Value& value) {
             document.predict.said = predictions_from(value.text());
             return std::string();
           }});
  rows.push_back(
      {.name = "bookmarks", .kept = Kept::session, .get = get_bookmarks, .set = set_bookmarks});
  rows.push_back({.name = "stops", .kept = Kept::session, .get = get_stops, .set = set_stops});
  return rows;
}

std::string get_motion_speed(const Document& document) {
  return std::string(TextPart(document.motion_speed).view());
}
std::string set_motion_speed(Document& document, const Value& value) {
  std::string refusal;
  const auto speed = decimal_number(value, 0.1f, 2, "The speed of the motion", refusal);
  if (speed) document.motion_speed = *speed;
  return refusal;
}

/// Beside `edition`, which a state may change for a while: what the next start begins with.
std::string set_own_edition(Document& document, const Value& value) {
  const std::string text = one_word(value);
  if (text == "none") return document.own_edition.reset(), "";
  if (text != "4" && text != "5") return no_such("edition", value.text(), {"4", "5", "none"});
  document.edition = text == "4" ? radix::Edition::fourth : radix::Edition::fifth;
  document.own_edition = document.edition;
  radix::use_edition(document.edition);
  return "";
}

std::vector<Field> preference_rows() {
  std::vector<Field> rows = {
      {.name = "own_edition",
       .get =
           [](const Document& document) {
             return document.own_edition ? std::to_string(static_cast<int>(*document.own_edition))
                                         : "none";
           },
       .set = set_own_edition},
      {.name = "grain",
       .takes = "[pass|stage|inside]",
       .help = "Choose how far one step goes",
       .keys = "G",
       .also = "step size granularity",
       .get = [](const Document& document) { return std::string(info(document.step_size).name); },
       .set = set_step_size,
       .choices = fixed_choices({{"pass", "Let → go pass by pass"},
                                 {"stage", "Let → go stage by stage"},
                                 {"inside", "Let → go step by step", "fine every"}})},
      {.name = "theme",
       .takes = "[dark|light|print]",
       .help = "Choose the colours",
       .keys = "T",
       .also = "colour color dark light mode appearance",
       .each = "Choose the % colours",
       .get = [](const Document& document) { return std::string(theme(document.theme).name); },
       .set = set_theme,
       .choices = theme_choices},
      {.name = "language",
       .takes = "NAME|auto",
       .help = "Choose the language of the program; auto: that of the system",
       .also = "locale translation chinese korean english 中文 한국어",
       .each = "Speak %",
       .get = [](const Document& document) { return document.language; },
       .set = set_language,
       .choices = language_choices},
      {.name = "scale",
       .takes = "0.8…2.5",
       .help = "Set the size of the whole interface",
       .also = "bigger larger font text size",
       .get = [](const Document& document) { return std::string(TextPart(document.scale).view()); },
       .set = set_scale},
      {.name = "speed",
       .takes = "0.25…8",
       .help = "Set the steps per second while playing",
       .also = "fast slow",
       .get = [](const Document& document) { return std::string(TextPart(document.speed).view()); },
       .set = set_speed},
      {.name = "motion",
       .takes = "[on|off]",
       .help = "Let keys travel along their arrows, or place them at once",
       .keys = "M",
       .also = "animation animate fly",
       .get = get_switch<&Document::motion>,
       .set = set_switch<&Document::motion>,
       .choices = switch_choices("Let keys travel along their arrows",
                                 "Place keys at the ends of their arrows at once")},
      {.name = "motion_speed",
       .takes = "0.1…2",
       .help = "Set how fast keys move, whatever the pace of playing",
       .also = "animation slow slower motion",
       .get = get_motion_speed,
       .set = set_motion_speed},
      {.name = "hatching",
       .takes = "[on|off]",
       .help = "Hatch odd digits on the screen, too, as on paper",
       .also = "pattern colour blind stripes accessibility",
       .get = get_switch<&Document::hatching>,
       .set = set_switch<&Document::hatching>,
       .choices = switch_choices("Hatch odd digits", "Tell digits by their colours alone")},
      {.name = "panels",
       .takes = "[on|off]",
       .help = "Show or hide the panels beside the figure",
       .keys = "P",
       .also = "sidebar hide full figure",
       .get = get_switch<&Document::panels>,
       .set = set_switch<&Document::panels>,
       .choices = switch_choices("Show the panels beside the figure",
                                 "Hide the panels beside the figure")},
      {.name = "bare",
       .takes = "[on|off]",
       .help = "Show only the figure, its sentence and the steps, as embedded in another page",
       .also = "embed iframe slim chrome",
       .get = get_switch<&Document::bare>,
       .set = set_switch<&Document::bare>,
       .choices = switch_choices("Show only the figure, its sentence and the steps",
                                 "Show the bars and panels again")},
      {.name = "input",
       .takes = "[on|off]",
       .help = "Open the input beside the figure, or fold it into a line above it",
       .keys = "I",
       .also = "keys paste settings",
       .get = get_switch<&Document::input>,
       .set = set_switch<&Document::input>,
       .choices = switch_choices("Open the input beside the figure",
                                 "Fold the input into a line above the figure")},
      {.name = "side",
       .takes = "kernel|buffers|totals|off",
       .help = "Choose the panel to the right of the figure, or fold it away",
       .also = "panel right",
       .get =
           [](const Document& document) {
             const auto side = static_cast<std::size_t>(document.side);
             return document.folded ? "off" : std::string(side_names()[side]);
           },
       .set = set_side,
       .choices =
           fixed_choices({{"kernel", "Show the kernel beside the figure"},
                          {"buffers", "Show the buffers beside the figure", "arrays memory"},
                          {"totals", "Show the totals beside the figure", "cost counts"},
                          {"off", "Fold away the panel to the right of the figure", "hide"}})},
      {.name = "wide",
       .takes = "[on|off]",
       .help = "Let the panel on the right take half the window",
       .keys = "W",
       .also = "half large code",
       .get = get_switch<&Document::wide>,
       .set = set_switch<&Document::wide>,
       .choices = switch_choices("Give the panel on the right half the window",
                                 "Give the panel on the right its usual width")},
      {.name = "projector",
       .takes = "[on|off]",
       .help = "Use large type and thick lines on the whole screen, for a classroom",
       .keys = "F11",
       .also = "beamer presentation classroom lecture",
       .get = get_switch<&Document::projector>,
       .set = set_projector,
       .choices = switch_choices("Turn on the profile for a projector",
                                 "Turn off the profile for a projector")},
      {.name = "more",
       .takes = "[on|off]",
       .help = "Show or hide the settings that are rarely needed",
       .also = "settings options advanced",
       .get = get_switch<&Document::more>,
       .set = set_switch<&Document::more>,
       .choices = switch_choices("Show all settings", "Show only the usual settings")},
      {.name = "reasons",
       .takes = "[on|off]",
       .help = "Show or hide the reason and the formula under the figure",
       .keys = "H",
       .also = "why formula explanation answer hide",
       .get = get_switch<&Document::reasons>,
       .set = set_switch<&Document::reasons>,
       .choices = switch_choices("Show the reason and the formula under the figure",
                                 "Hide the reason and the formula under the figure")},
      {.name = "notes",
       .takes = "[on|off]",
       .help = "Show or hide the lecturer's notes of a slide",
       .keys = "N",
       .also = "presenter speaker remarks lesson",
       .get = get_switch<&Document::notes>,
       .set = set_notes,
       .choices = switch_choices("Show the lecturer's notes of a slide",
                                 "Hide the lecturer's notes of a slide")},
  };
  for (Field& row : rows) row.kept = Kept::preference;
  return rows;
}

/// What nothing keeps.
std::vector<Field> passing_rows() {
  return {
      {.name = "hover",
       .takes = "INDEX|none",
       .help = "Point at a key",
       .also = "point",
       .get =
           [](const Document& document) {
             return document.hovered == none ? "none" : std::to_string(document.hovered);
           },
       .set = [](Document& document,
                 const Value& value) { return set_key(document, value, document.hovered); }},
      {.name = "presenter",
       .takes = "[on|off]",
       .help = "Open or close the presenter's window, on a second screen where there is one",
       .keys = "Shift+N",
       .also = "second screen speaker notes clock dual monitor lecture",
       .get = get_switch<&Document::presenter>,
       .set = set_switch<&Document::presenter>,
       .choices = switch_choices("Open the presenter's window: notes, what comes next, a clock",
                                 "Close the presenter's window")},
      {.name = "pointer",
       .takes = "[on|off]",
       .help = "Let a soft spotlight follow the mouse, or turn it off",
       .keys = "L",
       .also = "laser spotlight presenter mouse show",
       .get = get_switch<&Document::pointer>,
       .set = set_switch<&Document::pointer>,
       .choices =
           switch_choices("Let a soft spotlight follow the mouse", "Turn the spotlight off")},
      {.name = "fullscreen",
       .takes = "[on|off]",
       .help = "Let the window fill the screen",
       .keys = "Alt+Enter Shift+F11",
       .also = "full screen maximize",
       .get = get_switch<&Document::fullscreen>,
       .set = set_switch<&Document::fullscreen>,
       .choices = switch_choices("Let the window fill the whole screen", "Return to a window")},
  };
}

}  // namespace

const std::vector<Field>& document_fields() {
  static const std::vector<Field> table = [] {
    std::vector<Field> rows;
    for (auto part : {lane_rows, program_rows, preference_rows, passing_rows})
      for (Field& row : part()) rows.push_back(std::move(row));
    return rows;
  }();
  return table;
}

std::span<const char* const> cost_names() {
  static constexpr const char* names[] = {"keys", "large", "card"};
  return names;
}

std::span<const char* const> align_names() {
  static constexpr const char* names[] = {"bits", "launches"};
  return names;
}

void fit_page(Document& document) {
  document.fit = true;
  document.zoom = 1;
  document.pan = {};
}

void zoom_page(Document& document, float zoom) {
  document.zoom = std::clamp(zoom, smallest_zoom, largest_zoom);
  document.fit = false;
}

std::string set_memory(MemoryShape& shape, std::string_view part, const Value& value) {
  const bool warp = part == "warp";
  const char* what = warp ? "The threads of a warp" : "The keys of a segment";
  std::string refusal;
  const auto number = whole_number(value, 1, warp ? max_warp_lanes : max_segment, what, refusal);
  if (!number) return refusal;
  if ((*number & (*number - 1)) != 0)
    return text::document::power_of_two({.what = text::translated(what)});
  (warp ? shape.lanes : shape.segment) = *number;
  return "";
}

void scale_interface(Document& document, float scale) {
  document.scale = std::clamp(std::round(scale * 10) / 10, smallest_scale, largest_scale);
}

void play_at(Document& document, float speed) {
  document.speed = std::clamp(speed, slowest, fastest);
}

}  // namespace scope
