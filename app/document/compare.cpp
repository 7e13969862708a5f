#include "compare.hpp"

#include <algorithm>

#include "app/base/text.hpp"
#include "app/families/families.hpp"
#include "record.hpp"

namespace scope {

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

void align_cursors(Document& document) {
  const double progress = radix::progress_at(*document.lane().trace, document.lane().cursor);
  const Lane& now = document.lane();
  for (Lane& lane : document.lanes) {
    if (&lane == &now) continue;
    // Of a run that shows some of the steps alone: the same step, or the nearest
    const bool by_step = lane.setup.own || now.setup.own;
    lane.cursor = by_step ? nearest_cursor(*now.trace, now.cursor, *lane.trace)
                          : radix::cursor_at_progress(*lane.trace, progress);
  }
}

std::string aligned_words(const Document& document) {
  if (own_run(document)) return "at the same step";
  const bool digits = std::ranges::all_of(
      document.lanes, [](const Lane& lane) { return family_of(*lane.trace).sorts->by_digits; });
  return digits ? "as many bits sorted in each" : "each as far through its own sort";
}

std::vector<Comparison> comparisons() {
  std::vector<Comparison> all;
  for (const Family* family : families())
    all.insert(all.end(), family->comparisons.begin(), family->comparisons.end());
  return all;
}

std::string lane_words(const Setup& setup) {
  const radix::RungInfo* rung = radix::rung_named(setup.rung);
  if (!rung) return setup.rung;
  return say(rung->title, " · ", cut_words(*rung, setup.settings));
}

std::string own_settings(std::span<const Setup> lanes, std::size_t lane, bool all) {
  const radix::RungInfo* rung = radix::rung_named(lanes[lane].rung);
  std::string words;
  for (const radix::SettingInfo& setting : radix::settings()) {
    const uint32_t own = setting.get(lanes[lane].settings);
    const auto other = std::ranges::find_if(
        lanes, [&](const Setup& each) { return setting.get(each.settings) != own; });
    if (other == lanes.end() || !rung || !rung->uses(setting)) continue;
    radix::Settings instead = lanes[lane].settings;
    setting.set(instead, setting.get(other->settings));
    if (!all && cut_words(*rung, instead) != cut_words(*rung, lanes[lane].settings))
      continue;  // these words say it
    const std::string value =
        setting.is_number() ? std::to_string(own) : setting.choices[own].label;
    words += say(words.empty() ? "" : " · ", setting.label, " ", value);
  }
  const auto& kernel = lanes[lane].own;
  if (std::ranges::any_of(lanes, [&](const Setup& each) { return each.own != kernel; }))
    words += say(words.empty() ? "" : " · ", kernel ? "your kernel" : "the chapter's");
  const std::string& fault = lanes[lane].fault;
  const bool alike =
      std::ranges::all_of(lanes, [&](const Setup& each) { return each.fault == fault; });
  if (alike) return words;
  const std::string name = lanes[lane].covered ? "" : ": " + fault;
  return say(words, words.empty() ? "" : " · ", fault.empty() ? "right" : "wrong" + name);
}

std::string lane_words(std::span<const Setup> lanes, std::size_t lane) {
  const std::string own = own_settings(lanes, lane, false);
  return lane_words(lanes[lane]) + (own.empty() ? "" : " · " + own);
}

}  // namespace scope
