// Commands of Compare mode: what stands beside what.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/document/compare.hpp"
#include "app/document/lane_costs.hpp"
#include "app/document/record.hpp"
#include "command_rows.hpp"
#include "text/commands.hpp"

namespace scope {
namespace actions {
namespace {

std::string full() { return text::commands::lanes_full({.most = max_lanes}); }

/// A copy of the active lane after it; it becomes the active one.
void insert_copy(Document& document) {
  document.lanes.insert(document.lanes.begin() + static_cast<std::ptrdiff_t>(document.active) + 1,
                        document.lane());
  ++document.active;
}

std::string remove_lane(Document& document) {
  if (document.lanes.size() == 1) return text::commands::only_lane;
  document.lanes.erase(document.lanes.begin() + static_cast<std::ptrdiff_t>(document.active));
  document.active = std::min(document.active, document.lanes.size() - 1);
  drop_stale_pointers(document);
  return "";
}

/// The parts of a text between bars.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == '|')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// Lanes as the comparison says, made of copies of the active one. `keep`: so many of the first
/// lanes stay as the active one is.
std::string take_comparison(Document& document, const std::string& lanes, std::size_t keep = 0) {
  const std::vector<std::string> setups = parts_of(lanes);
  const Lane first = document.lane();
  const PredictState predict = document.predict;
  document.lanes.assign(setups.size(), first);
  std::string refusal;
  for (document.active = keep; document.active < setups.size() && refusal.empty();
       ++document.active)
    refusal = run_script(document, setups[document.active]);
  document.active = 0;
  document.lane().cursor =
      keep > 0 ? first.cursor : document.lane().cursor;  // the others moved it along
  if (keep > 0) document.predict = predict;              // what is asked there, too
  // Where nothing has happened yet all numbers are 0: the whole sorts are what there is to compare
  if (std::min(first.cursor, document.lane().cursor) <= 1 && !question_asked(document))
    document.lane().cursor = document.lane().trace->steps.size();
  align_cursors(document);
  update_predictions(document);
  document.table_entry.reset();
  return refusal;
}

/// The chapter's run beside the person's own, cut in the same way.
void put_chapter_beside(Document& document) {
  Lane chapter = document.lane();
  chapter.setup.own = nullptr;
  document.lanes = {document.lane(), chapter};
  document.active = 0;
}

bool has_wide_digits(const Lane& lane) {
  const radix::SortInfo* sort = radix::sort_named(lane.setup.sort);
  return sort && sort->wide_digits();
}

/// The present sort with 1, 2 and 4 bits per pass. A sort of another kind, or of one bit, stands
/// first, and the chapter's digits beside it.
std::string take_widths(Document& document) {
  if (has_wide_digits(document.lane()))
    return take_comparison(document, "radix 1 | radix 2 | radix 4");
  return take_comparison(document, comparisons().front().lanes, 1);
}

/// While questions are asked of the sort that Step shows, it stands first and is asked on, and
/// other sorts stand beside it: the last ones compared, else other widths.
std::string stand_beside(Document& document) {
  const Lane asked = document.lane();
  std::vector<Lane> others = std::exchange(document.compared, {});
  std::erase_if(others, [&](const Lane& lane) {
    return lane.setup.sort == asked.setup.sort && lane.setup.settings == asked.setup.settings;
  });
  if (others.empty()) {
    if (!has_wide_digits(asked)) return take_comparison(document, comparisons().front().lanes, 1);
    std::string lanes;
    for (const uint32_t width : {1u, 2u, 4u})
      if (width != asked.setup.settings.radix_bits) lanes += " | radix " + std::to_string(width);
    return take_comparison(document, lanes, 1);
  }
  others.resize(std::min(others.size(), max_lanes - 1));
  document.lanes.insert(document.lanes.end(), others.begin(), others.end());
  const PredictState predict = document.predict;
  share_input(document);
  tick(document, 0);
  document.lane().cursor = asked.cursor;
  document.predict = predict;
  align_cursors(document);
  update_predictions(document);
  return "";
}

/// What Step shows is kept while lanes are compared; the lanes, while one sort is shown. Timing has
/// what Step showed, or the lanes where it was opened from them.
void leave_step(Document& document) {
  const bool shown =
      document.mode == Mode::step || (document.mode == Mode::timing && !document.step_lane);
  if (shown && document.lanes.size() == 1 && !document.lane().setup.own &&
      document.predict.mode == Predicting::off)
    document.step_lane = document.lane();
}

void back_to_step(Document& document) {
  if (!document.step_lane) return;
  document.compared = document.lanes, document.compared_active = document.active;
  const Lane leaving = document.lane();
  document.lanes = {leaving, *document.step_lane};
  document.active = 0;
  share_input(document);  // what is sorted may have been changed in Compare
  document.lanes.erase(document.lanes.begin());
  document.step_lane.reset();
  tick(document, 0);
  settle(document);
}

/// The lanes of the last comparison again, with what is sorted now.
void back_to_lanes(Document& document) {
  const Lane now = document.lane();
  document.lanes = std::move(document.compared);
  document.compared.clear();
  document.lanes.insert(document.lanes.begin(), now);
  document.active = 0;
  share_input(document);
  document.lanes.erase(document.lanes.begin());
  document.active = std::min(document.compared_active, document.lanes.size() - 1);
  tick(document, 0);
  align_cursors(document);
}

}  // namespace

std::string mode(Document& document, Argument argument) {
  const Mode before = document.mode;
  const bool one = document.lanes.size() == 1;
  const std::string wanted = one_word(argument);
  // Its rows stand beside nothing
  if (wanted == "compare" && own_rows(document) && document.student->view.drawn)
    show_own_figures(document);
  if (wanted == "compare") leave_step(document);
  std::string refusal = field_named("mode")->set(document, argument);
  if (document.mode != before && before == Mode::step && document.predict.mode != Predicting::off)
    document.note = text::commands::predict_in_step;
  for (std::size_t lane = 0; document.mode == Mode::step && lane < document.lanes.size(); ++lane)
    if (document.student && document.lanes[lane].setup.own) document.active = lane;
  if (document.mode == Mode::step) back_to_step(document);  // also from a lane shown large
  if (document.mode != before) fit_page(document);
  if (document.mode == Mode::timing) begin_timing(document);
  const bool first = document.mode == Mode::compare && one;
  if (!refusal.empty() || !first) return refusal;
  if (document.lane().setup.own) return put_chapter_beside(document), "";
  if (document.predict.mode != Predicting::off) return stand_beside(document);
  return document.compared.size() > 1 ? (back_to_lanes(document), "") : take_widths(document);
}

static std::string step_mode(Document& document, Argument) { return mode(document, "step"); }
static std::string compare_mode(Document& document, Argument) { return mode(document, "compare"); }
static std::string timing_mode(Document& document, Argument) { return mode(document, "timing"); }

static std::string compare(Document& document, Argument argument) {
  const auto words = words_of(argument);
  std::vector<std::string> names;
  for (const Comparison& each : comparisons()) {
    names.push_back(each.name);
    if (words.size() != 1 || words[0] != each.name) continue;
    leave_step(document);
    document.mode = Mode::compare;
    return take_comparison(document, each.lanes);
  }
  return no_such("comparison", argument.text(), names);
}

static std::string lane(Document& document, Argument argument) {
  const std::string word = one_word(argument);
  if (word == "remove") return remove_lane(document);
  if (word == "add" || word == "duplicate") {
    if (document.lanes.size() == max_lanes) return full();
    insert_copy(document);
    return "";
  }
  std::string refusal;
  const auto number =
      whole_number(argument, 1, static_cast<uint32_t>(document.lanes.size()), "The lane", refusal);
  if (!number) return text::commands::lane_takes({.refusal = refusal});
  document.active = *number - 1;
  settle(document);
  return "";
}

/// A lane of this width comes, or goes where it is there.
static std::string width(Document& document, Argument argument) {
  std::string refusal;
  const auto bits = whole_number(argument, 1, radix::max_radix_bits, "The width", refusal);
  if (!bits) return refusal;
  if (document.mode != Mode::compare)
    if (std::string wrong = mode(document, "compare"); !wrong.empty()) return wrong;
  const auto width_of = [](const Lane& lane) {
    const radix::SortInfo* sort = radix::sort_named(lane.setup.sort);
    return sort && sort->family->by_digits && sort->wide_digits() ? lane.setup.settings.radix_bits
                                                                  : 0;
  };
  const auto there = std::ranges::find(document.lanes, *bits, width_of);
  if (there != document.lanes.end()) {
    if (document.lanes.size() == 1) return text::commands::only_lane;
    const auto gone = static_cast<std::size_t>(there - document.lanes.begin());
    document.lanes.erase(there);
    if (document.active > gone || document.active == document.lanes.size()) --document.active;
    drop_stale_pointers(document);
    return "";
  }
  if (document.lanes.size() == max_lanes) return full();
  // After the narrower ones, as the active lane cuts the work or, where that has no digits, as the
  // first that has
  auto like =
      std::ranges::find_if(document.lanes, [&](const Lane& lane) { return width_of(lane) > 0; });
  if (width_of(document.lane()) > 0)
    like = document.lanes.begin() + static_cast<std::ptrdiff_t>(document.active);
  Lane lane = like != document.lanes.end() ? *like : document.lane();
  if (like == document.lanes.end())
    for (const radix::SortInfo& sort : radix::sorts())  // the first of the chapter's that has them
      if (sort.wide_digits() && sort.family->by_digits && !sort.wrong) {
        lane.setup.sort = sort.name;
        break;
      }
  lane.setup.settings.radix_bits = *bits;
  const auto place = std::ranges::find_if(document.lanes,
                                          [&](const Lane& each) { return width_of(each) > *bits; });
  document.active = static_cast<std::size_t>(place - document.lanes.begin());
  document.lanes.insert(place, std::move(lane));
  tick(document, 0);
  return "";
}

/// A lane's sort alone and large, as in Step, at a step of it; Compare leads back to the lanes.
static std::string enlarge(Document& document, Argument argument) {
  const auto words = words_of(argument);
  std::string refusal;
  const auto most = static_cast<uint32_t>(document.lanes.size());
  const auto number = words.empty() || words.size() > 2
                          ? std::nullopt
                          : whole_number(words[0], 1, most, "The lane", refusal);
  if (!number) return refusal.empty() ? text::commands::enlarge_takes : refusal;
  std::optional<uint32_t> step;
  if (words.size() == 2) {
    const auto last = static_cast<uint32_t>(document.lanes[*number - 1].trace->steps.size());
    step = whole_number(words[1], 0, last, "The step", refusal);
    if (!step) return refusal;
  }
  document.active = *number - 1;
  if (step) seek(document, *step);
  settle(document);
  document.mode = Mode::step;
  document.figure = "auto";
  fit_page(document);
  document.note = text::commands::lane_enlarged({.lane = *number});
  return "";
}

static std::string lanes_text(const Document& document, const std::string& kind) {
  const Table lanes = lane_table(document, true);
  return kind == "csv" ? to_csv(lanes) : to_markdown(lanes);
}

static std::string table(Document& document, Argument argument) {
  return write_table(document, argument, {"markdown", "csv"}, lanes_text);
}

}  // namespace actions

static std::vector<FieldChoice> comparison_choices() {
  std::vector<FieldChoice> list;
  for (const Comparison& each : comparisons())
    list.push_back({each.name, text::commands::compare({.title = each.title})});
  return list;
}

Rows compare_commands() {
  static const std::string names = [] {
    std::string all;
    for (const Comparison& each : comparisons())
      all += std::string(all.empty() ? "" : "|") + each.name;
    return all;
  }();
  return {
      field_row("mode", actions::mode),
      field_row("costs"),
      field_row("align"),
      {"step_mode", "1", "", "Show one sort", "one single back main", actions::step_mode},
      {"compare_mode", "2", "", "Show several sorts of the same keys side by side",
       "versus beside difference", actions::compare_mode},
      {"timing_mode", "3", "", "Time large inputs", "benchmark speed fast gpu measure performance",
       actions::timing_mode},
      {.name = "compare",
       .keys = "",
       .argument = names.c_str(),
       .help = "Choose a ready comparison",
       .also = "versus difference",
       .run_command = actions::compare,
       .choices = comparison_choices},
      {"lane", "", "NUMBER|add|duplicate|remove",
       "Choose the lane to change by its number, add a lane or remove one", "column side",
       actions::lane},
      {"width", "", "1…8", "Add a lane with this many bits per pass, or remove it",
       "radix digits lane compare", actions::width},
      {"enlarge", "", "LANE [STEP]", "Show one lane of Compare enlarged, at a step",
       "open zoom stage lane", actions::enlarge},
      {"table", "", "markdown|csv [FILE]", "Write the costs of all lanes as a table",
       "costs numbers spreadsheet", actions::table},
  };
}

}  // namespace scope
