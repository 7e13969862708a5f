// Verbs of Compare mode: what stands beside what.
#include <algorithm>

#include "app/document/compare.hpp"
#include "app/document/lane_costs.hpp"
#include "app/document/record.hpp"
#include "command_rows.hpp"

namespace scope {
namespace actions {
namespace {

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

static std::string mode(App& app, Argument argument) {
  const Mode before = app.mode;
  std::string refusal = field_named("mode")->set(app, argument);
  if (app.mode != before) fit_page(app);
  if (app.mode == Mode::timing) begin_timing(app);
  const bool first = app.mode == Mode::compare && app.lanes.size() == 1;
  if (!refusal.empty() || !first) return refusal;
  // What the person was looking at stays, and stands first
  return take_comparison(app, comparisons().front().lanes, 1);
}

static std::string step_mode(App& app, Argument) { return mode(app, "step"); }
static std::string compare_mode(App& app, Argument) { return mode(app, "compare"); }
static std::string timing_mode(App& app, Argument) { return mode(app, "timing"); }

static std::string compare(App& app, Argument argument) {
  const auto words = words_of(argument);
  std::vector<std::string> names;
  for (const Comparison& each : comparisons()) {
    names.push_back(each.name);
    if (words.size() != 1 || words[0] != each.name) continue;
    app.mode = Mode::compare;
    return take_comparison(app, each.lanes);
  }
  return no_such("comparison", argument.text(), names);
}

static std::string lane(App& app, Argument argument) {
  const std::string word = one_word(argument);
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

static std::string lanes_text(const App& app, const std::string& kind) {
  const Table lanes = lane_table(app, true);
  return kind == "csv" ? to_csv(lanes) : to_markdown(lanes);
}

static std::string table(App& app, Argument argument) {
  return write_table(app, argument, {"markdown", "csv"}, lanes_text);
}

}  // namespace actions

Rows compare_commands() {
  return {
      field_row("mode", actions::mode),
      {"step_mode", "1", "", "Show one sort", actions::step_mode},
      {"compare_mode", "2", "", "Show several sorts of the same keys side by side",
       actions::compare_mode},
      {"timing_mode", "3", "", "Time large inputs", actions::timing_mode},
      {"compare", "", "radix|local_sort|coarsening", "Compare what is usually compared",
       actions::compare},
      {"lane", "", "NUMBER|add|duplicate|remove", "Choose the lane that changes, or the number of lanes",
       actions::lane},
      {"table", "", "markdown|csv [FILE]", "Write the costs of all lanes as a table", actions::table},
  };
}

}  // namespace scope
