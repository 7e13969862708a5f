// Verbs of Compare mode: what stands beside what.
#include <algorithm>

#include "app/document/compare.hpp"
#include "app/document/lane_costs.hpp"
#include "app/document/record.hpp"
#include "command_actions.hpp"
#include "commands.hpp"

namespace scope::actions {
namespace {

constexpr const char* mode_names[] = {"step", "compare", "timing"};

std::string full() {
  return "There are " + std::to_string(max_lanes) + " lanes already, as many as fit; remove one first.";
}

/// A copy of the active lane behind it; it becomes the active one.
void insert_copy(App& app) {
  app.lanes.insert(app.lanes.begin() + static_cast<std::ptrdiff_t>(app.active) + 1, app.lane());
  ++app.active;
}

std::string remove_lane(App& app) {
  if (app.lanes.size() == 1) return "This is the only lane; there must be one.";
  app.lanes.erase(app.lanes.begin() + static_cast<std::ptrdiff_t>(app.active));
  app.active = std::min(app.active, app.lanes.size() - 1);
  drop_stale_pointers(app);
  return "";
}

/// The parts of a text between bars.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == '|') parts.emplace_back();
    else parts.back() += c;
  }
  return parts;
}

/// Lanes as the comparison says, made of copies of the active one. `keep`: so many of the first lanes stay as
/// the active one is.
std::string take_comparison(App& app, const std::string& lanes, std::size_t keep = 0) {
  const std::vector<std::string> wishes = parts_of(lanes);
  const Lane first = app.lane();
  app.lanes.assign(wishes.size(), first);
  std::string refusal;
  for (app.active = keep; app.active < wishes.size() && refusal.empty(); ++app.active)
    refusal = run_script(app, wishes[app.active]);
  app.active = 0;
  app.lane().cursor = keep > 0 ? first.cursor : app.lane().cursor;   // the others moved it along
  align_cursors(app);
  app.table_entry.reset();
  return refusal;
}

}  // namespace

std::string mode(App& app, Argument argument) {
  const auto words = words_of(argument);
  const auto it = std::ranges::find(mode_names, words.size() == 1 ? words[0] : "");
  if (it == std::end(mode_names))
    return no_such("mode", argument, {std::begin(mode_names), std::end(mode_names)});
  const auto wanted = static_cast<Mode>(it - mode_names);
  if (wanted != app.mode) fit(app, "");
  if (wanted == Mode::timing) return begin_timing(app), "";
  const bool first = wanted == Mode::compare && app.lanes.size() == 1;
  app.mode = wanted;
  // What the person was looking at stays, and stands first
  return first ? take_comparison(app, comparisons().front().lanes, 1) : "";
}

std::string compare(App& app, Argument argument) {
  const auto words = words_of(argument);
  std::vector<std::string> names;
  for (const Comparison& each : comparisons()) {
    names.push_back(each.name);
    if (words.size() != 1 || words[0] != each.name) continue;
    app.mode = Mode::compare;
    return take_comparison(app, each.lanes);
  }
  return no_such("comparison", argument, names);
}

std::string lane(App& app, Argument argument) {
  const std::string word = words_of(argument).size() == 1 ? words_of(argument)[0] : "";
  if (word == "remove") return remove_lane(app);
  if (word == "add" || word == "duplicate") {
    if (app.lanes.size() == max_lanes) return full();
    insert_copy(app);
    return "";
  }
  std::string refusal;
  const auto number = whole_number(argument, 1, static_cast<uint32_t>(app.lanes.size()), "The lane", refusal);
  if (!number) return refusal + " Or choose add, duplicate or remove.";
  app.active = *number - 1;
  settle(app);
  return "";
}

std::string table(App& app, Argument argument) {
  const auto words = words_of(argument);
  const std::string kind = words.empty() ? "" : words[0];
  if (words.empty() || (kind != "markdown" && kind != "csv"))
    return no_such("kind of table", kind, {"markdown", "csv"});
  const Table lanes = lane_table(app, true);
  const std::string text = kind == "csv" ? to_csv(lanes) : to_markdown(lanes);
  if (words.size() == 1) {
    app.printed += text;
    return "";
  }
  const std::size_t name = argument.find_first_not_of(" \t", argument.find(kind) + kind.size());
  return write_text(app, argument.substr(name), text);
}

}  // namespace scope::actions
