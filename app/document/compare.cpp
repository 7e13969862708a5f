#include "compare.hpp"

#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"

namespace scope {
namespace {

/// Steps of a trace that belong to a pass: from `begin` on, `count` of them.
struct PassSteps {
  std::size_t begin = 0, count = 0;
};

std::vector<PassSteps> passes_of(const radix::Trace& trace) {
  std::vector<PassSteps> passes;
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    if (trace.steps[s].pass == passes.size()) passes.push_back({s, 0});
    ++passes.back().count;
  }
  return passes;
}

/// Bits that are sorted when a pass begins, and how many it adds.
double bits_before(const radix::Problem& problem, std::size_t pass) {
  return problem.sorted_bits(static_cast<uint32_t>(pass));
}
double bits_added(const radix::Problem& problem, std::size_t pass) {
  return pass < problem.passes() ? problem.digit(static_cast<uint32_t>(pass)).bits : 1;
}

}  // namespace

double bits_at(const radix::Trace& trace, std::size_t cursor) {
  if (cursor == 0) return 0;
  const auto passes = passes_of(trace);
  const std::size_t pass = trace.steps[cursor - 1].pass;
  const double done = static_cast<double>(cursor - passes[pass].begin);
  return bits_before(trace.problem, pass) +
         bits_added(trace.problem, pass) * done / static_cast<double>(passes[pass].count);
}

std::size_t cursor_at_bits(const radix::Trace& trace, double bits) {
  constexpr double exact = 1e-9;   // fractions of steps are not
  const auto passes = passes_of(trace);
  std::size_t cursor = 0;
  for (std::size_t pass = 0; pass < passes.size(); ++pass) {
    const double part = (bits - bits_before(trace.problem, pass)) / bits_added(trace.problem, pass);
    if (part <= 0) break;
    const double steps = std::floor(std::min(part, 1.0) * static_cast<double>(passes[pass].count) + exact);
    cursor = passes[pass].begin + static_cast<std::size_t>(steps);
  }
  return cursor;
}

void share_input(App& app) {
  const Wish& from = app.lane().wish;
  for (Lane& lane : app.lanes) {
    Wish& to = lane.wish;
    if (&to == &from) continue;
    to.keys_text = from.keys_text;
    to.values_text = from.values_text;
    to.base = from.base;
    to.engine = from.engine;
    for (const radix::SettingInfo& setting : radix::settings())
      if (setting.describes_keys) setting.set(to.settings, setting.get(from.settings));
  }
}

void align_cursors(App& app) {
  const double bits = bits_at(*app.lane().trace, app.lane().cursor);
  for (Lane& lane : app.lanes)
    if (&lane != &app.lane()) lane.cursor = cursor_at_bits(*lane.trace, bits);
}

std::vector<Comparison> comparisons() {
  return {
      {"radix", "1, 2 or 4 bits a pass", "rung digits; radix 1 | rung digits; radix 2 | rung digits; radix 4"},
      {"local_sort", "every key on its own, or sorted in the block", "rung one_bit | rung block_sort"},
      {"coarsening", "one key a thread, or two", "rung digits; radix 2 | rung coarse; radix 2; keys_per_thread 2"},
  };
}

std::string lane_words(const Wish& wish) {
  const radix::RungInfo* rung = radix::rung_named(wish.rung);
  if (!rung) return wish.rung;
  std::string text = rung->title;
  if (rung->wide_digits()) text += say(" · ", counted(wish.settings.radix_bits, "bit"), " a pass");
  text += say(" · ", counted(wish.settings.threads_per_block, "thread"));
  if (rung->coarse()) text += say(" × ", counted(wish.settings.keys_per_thread, "key"));
  return text;
}

std::string own_settings(std::span<const Wish> lanes, std::size_t lane, bool all) {
  const radix::RungInfo* rung = radix::rung_named(lanes[lane].rung);
  std::string words;
  for (const radix::SettingInfo& setting : radix::settings()) {
    const uint32_t own = setting.get(lanes[lane].settings);
    const bool differs =
        std::ranges::any_of(lanes, [&](const Wish& each) { return setting.get(each.settings) != own; });
    const bool said = setting.is_number() && setting.use != radix::Use::one_launch;
    if (!differs || !rung || !rung->uses(setting) || (said && !all)) continue;
    const std::string value = setting.is_number() ? std::to_string(own) : setting.choices[own].label;
    words += say(words.empty() ? "" : " · ", setting.label, " ", value);
  }
  return words;
}

std::string lane_words(std::span<const Wish> lanes, std::size_t lane) {
  const std::string own = own_settings(lanes, lane, false);
  return lane_words(lanes[lane]) + (own.empty() ? "" : " · " + own);
}

}  // namespace scope
