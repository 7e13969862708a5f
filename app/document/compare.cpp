#include "compare.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/sorts/families/families.hpp"
#include "fields.hpp"
#include "record.hpp"
#include "text/document.hpp"

namespace scope {

bool right_and_wrong(const Document& document) {
  return std::ranges::any_of(document.lanes, [](const Lane& lane) {
    return lane.setup.own != nullptr || fault_in(lane) != nullptr || lane.setup.changed != nullptr;
  });
}

void show_side_by_side(Document& document, Lane right, Lane other, std::size_t step) {
  record(right);
  document.lanes = {std::move(right), std::move(other)};
  document.active = 1;
  document.mode = Mode::compare;
  fit_page(document);
  seek(document, step);
}

bool shows_strips(const Document& document) {
  return document.figure == "auto" && !right_and_wrong(document);
}

bool blames_input(const Document& document) {
  return std::ranges::none_of(document.lanes, [](const Lane& lane) {
    return lane.error.sentence.empty() || lane.ended_wrong;
  });
}

StripsLook strips_look(const Document& document) {
  StripsLook look{.costs = document.costs, .large = document.calculation};
  const std::vector<uint32_t>& keys = document.lane().trace->problem.keys();
  // If no lane can sort the keys, the input is blamed, and the last pictures stay
  const bool all = std::ranges::none_of(
      document.lanes, [](const Lane& lane) { return lane.error.sentence.empty(); });
  for (std::size_t lane = 0; lane < document.lanes.size(); ++lane) {
    look.lanes.push_back(moment(document, lane));
    const Lane& of = document.lanes[lane];
    const bool other = of.trace->problem.keys() != keys;
    look.errors.push_back(!of.error.sentence.empty() && !all ? of.error.sentence
                          : other ? std::string(text::document::other_keys)
                                  : "");
  }
  look.card = document.timing.view.run ? document.timing.view.run.get() : recorded_card_run();
  look.followed = followed_keys(document);
  if (document.hovered != none) look.lit.push_back(document.hovered);
  return look;
}

std::vector<uint32_t> followed_keys(const Document& document) {
  std::vector<uint32_t> keys = document.followed;
  std::erase(keys, document.pinned);
  if (document.pinned != none) keys.insert(keys.begin(), document.pinned);
  return keys;
}

void share_input(Document& document) {
  const Setup& from = document.lane().setup;
  for (Lane& lane : document.lanes) {
    Setup& to = lane.setup;
    if (&to == &from) continue;
    to.keys_text = from.keys_text;
    to.values_text = from.values_text;
    to.base = from.base;
    to.engine = from.engine;
    to.thread_order = from.thread_order;
    to.block_order = from.block_order;
    to.seed = from.seed;
    for (const radix::SettingInfo& setting : radix::settings())
      if (setting.describes_keys) setting.set(to.settings, setting.get(from.settings));
  }
}

namespace {

/// Steps of a launch: [begin, end).
struct LaunchSteps {
  uint32_t launch = 0;
  std::size_t begin = 0, end = 0;
};

std::vector<LaunchSteps> launches_in(const radix::Trace& trace) {
  std::vector<LaunchSteps> launches;
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    if (s == 0 || trace.steps[s].launch != trace.steps[s - 1].launch)
      launches.push_back({trace.steps[s].launch, s, s});
    launches.back().end = s + 1;
  }
  return launches;
}

/// The cursor in `to` at which as many launches are done, and as large a share of the next one.
std::size_t cursor_at_launch(const radix::Trace& from, std::size_t cursor, const radix::Trace& to) {
  const std::vector<LaunchSteps> here = launches_in(from), there = launches_in(to);
  std::size_t done = 0;
  while (done < here.size() && here[done].end <= cursor) ++done;
  if (done >= there.size()) return to.steps.size();
  const double share = done < here.size()
                           ? static_cast<double>(cursor - here[done].begin) /
                                 static_cast<double>(here[done].end - here[done].begin)
                           : 0;
  const auto steps = static_cast<double>(there[done].end - there[done].begin);
  return there[done].begin + static_cast<std::size_t>(share * steps + 1e-9);
}

/// A planted bug or a changed kernel may break a run off whose steps are worth following; where the
/// kernel is the chapter's, its settings are refused.
bool leads(const Lane& lane) {
  if (!lane.trace || lane.trace->steps.empty()) return false;
  return lane.error.sentence.empty() || !lane.setup.fault.empty() || lane.setup.changed;
}

}  // namespace

void align_cursors(Document& document) {
  // A run whose settings keep it from its end does not lead: the others stay where they are
  if (!leads(document.lane())) return;
  const double progress = radix::progress_at(*document.lane().trace, document.lane().cursor);
  const Lane& now = document.lane();
  for (Lane& lane : document.lanes) {
    if (&lane == &now) continue;
    // A run that shows only some of the steps: the same step, or the nearest
    const bool by_step = lane.setup.own || now.setup.own;
    lane.cursor = by_step ? nearest_cursor(*now.trace, now.cursor, *lane.trace)
                  : document.align == AlignBy::launches
                      ? cursor_at_launch(*now.trace, now.cursor, *lane.trace)
                      : radix::cursor_at_progress(*lane.trace, progress);
  }
}

void align_lanes(Document& document) {
  if (std::ranges::any_of(document.lanes, [](const Lane& lane) { return !lane.trace; })) return;
  if (document.align == AlignBy::launches)
    for (std::size_t lane = 0; lane < document.lanes.size(); ++lane)
      if (document.lanes[lane].trace->launches > document.lane().trace->launches)
        document.active = lane;
  align_cursors(document);
}

void follow_a_run(Document& document) {
  if (document.mode != Mode::compare || leads(document.lane())) return;
  for (std::size_t lane = 0; lane < document.lanes.size(); ++lane)
    if (leads(document.lanes[lane])) return void(document.active = lane);
}

std::vector<uint32_t> widths_shown(const Document& document) {
  std::vector<uint32_t> widths;
  for (const Lane& lane : document.lanes) {
    const radix::SortInfo* sort = radix::sort_named(lane.setup.sort);
    if (!sort || !sort->family->by_digits) continue;
    const uint32_t width = sort->wide_digits() ? lane.setup.settings.radix_bits : 1;
    if (std::ranges::find(widths, width) == widths.end()) widths.push_back(width);
  }
  return widths;
}

std::string aligned_words(const Document& document) {
  if (user_run(document)) return text::document::at_same_step;
  if (document.align == AlignBy::launches) return text::document::as_many_launches;
  const bool digits = std::ranges::all_of(
      document.lanes, [](const Lane& lane) { return family_of(*lane.trace).sorts->by_digits; });
  return digits ? text::document::as_many_bits : text::document::as_far;
}

std::vector<Comparison> comparisons() {
  std::vector<Comparison> all;
  for (const FamilyRow* family : families())
    all.insert(all.end(), family->comparisons.begin(), family->comparisons.end());
  return all;
}

std::string lane_words(const Setup& setup) {
  const radix::SortInfo* sort = radix::sort_named(setup.sort);
  if (!sort) return setup.sort;
  return joined({text::translated(sort->title), " · ", cut_words(*sort, setup.settings)});
}

std::string own_settings(std::span<const Setup> lanes, std::size_t lane, bool all) {
  const radix::SortInfo* sort = radix::sort_named(lanes[lane].sort);
  std::string words;
  for (const radix::SettingInfo& setting : radix::settings()) {
    const uint32_t own = setting.get(lanes[lane].settings);
    const auto other = std::ranges::find_if(
        lanes, [&](const Setup& each) { return setting.get(each.settings) != own; });
    if (other == lanes.end() || !sort || !sort->uses(setting)) continue;
    radix::Settings instead = lanes[lane].settings;
    setting.set(instead, setting.get(other->settings));
    if (!all && cut_words(*sort, instead) != cut_words(*sort, lanes[lane].settings))
      continue;  // these words say it
    const std::string value = setting.is_number()
                                  ? std::to_string(own)
                                  : std::string(text::translated(setting.choices[own].label));
    words += joined({words.empty() ? "" : " · ", text::translated(setting.label), " ", value});
  }
  const auto& kernel = lanes[lane].own;
  if (std::ranges::any_of(lanes, [&](const Setup& each) { return each.own != kernel; }))
    words += joined({words.empty() ? "" : " · ",
                     kernel ? text::document::your_kernel : text::document::chapters});
  const bool changed = lanes[lane].changed != nullptr;
  if (std::ranges::any_of(lanes,
                          [&](const Setup& each) { return (each.changed != nullptr) != changed; }))
    words += joined(
        {words.empty() ? "" : " · ", changed ? text::document::changed : text::document::chapters});
  const std::string& fault = lanes[lane].fault;
  const bool alike =
      std::ranges::all_of(lanes, [&](const Setup& each) { return each.fault == fault; });
  if (alike) return words;
  const std::string which = fault.empty()         ? std::string(text::document::right)
                            : lanes[lane].covered ? std::string(text::document::wrong)
                                                  : text::document::wrong_named({.fault = fault});
  return words + (words.empty() ? "" : " · ") + which;
}

std::string lane_words(std::span<const Setup> lanes, std::size_t lane) {
  const std::string own = own_settings(lanes, lane, false);
  return lane_words(lanes[lane]) + (own.empty() ? "" : " · " + own);
}

}  // namespace scope
