// The claims of the families, measured: for each idea the bars that test it, and why they have the
// length they have.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/marks.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/timing/distance.hpp"
#include "app/timing/figures/timing_figures.hpp"
#include "app/timing/findings.hpp"
#include "app/timing/kernel_limits.hpp"
#include "app/timing/names.hpp"
#include "families.hpp"
#include "text/all.hpp"
#include "text/families.hpp"

namespace scope {
namespace {

constexpr float bars_left = margin + 190, bars_width = 250, bar_height = 18, bar_pitch = 25;
constexpr float narrow_page = 760;
constexpr float words_left = bars_left + bars_width + 180, words_size = 15, line_pitch = 22;

/// The text in lines that are at most so wide; one at least.
std::vector<std::string> wrapped(const std::string& text, float size, float width) {
  std::vector<std::string> lines = lines_within(width, text, size);
  if (lines.empty()) lines.emplace_back();
  return lines;
}

float add_bars(Scene& scene, const TimingView& view, const Claim& claim, float y) {
  double most = 0;
  for (const TimingRow* row : claim.rows) most = std::max(most, statistics(*row)->median_ms);
  const auto best = std::ranges::min_element(
      claim.rows, {}, [](const TimingRow* row) { return statistics(*row)->median_ms; });
  for (const TimingRow* row : claim.rows) {
    const double ms = statistics(*row)->median_ms;
    const float w = bars_width * static_cast<float>(ms / most), middle = y + bar_height / 2;
    const bool fastest = row == *best;
    const uint32_t number =  // its sort's colour
        radix::number_of(*radix::sort_named(row->configuration.method)) - 1;
    const std::string cut = cut_words(*view.run, *row);
    add_timing_words(
        scene, {bars_left - 10, middle},
        cut_text(cut.empty() ? row->label : cut, 14, Face::ui, bars_left - margin - 14), 14,
        fastest ? Ink::text : Ink::dim, Anchor::right);
    scene.cells.push_back({.tip = who_words(*view.run, *row) + ": " + time_words(ms),
                           .at = {bars_left, y, w, bar_height},
                           .fill = fastest ? digit_fill(number) : Ink::raised,
                           .edge = digit_ink(number),
                           .edge_width = fastest ? 2.f : 1.f});
    add_timing_words(scene, {bars_left + w + 8, middle},
                     time_words(ms) + " · " + rate_words(giga_keys(*row, ms)), 14,
                     fastest ? Ink::text : Ink::dim);
    y += bar_pitch;
  }
  return y;
}

/// "" or, where the claims are not all of one input, which this one is of.
std::string own_input(const std::vector<Claim>& claims, const Claim& claim) {
  const radix::TimedInput& input = claim.rows.front()->input;
  const bool one = std::ranges::all_of(
      claims, [&](const Claim& each) { return each.rows.front()->input == input; });
  return one ? "" : input_words(input);
}

/// `alone`: the words stand under the bars, else beside them.
float add_claim(Scene& scene, const TimingView& view, const Claim& claim, const std::string& input,
                float y, bool alone) {
  const std::string title = claim.section + "  " + text::all::heading({.words = claim.title});
  add_timing_words(scene, {margin, y}, title, 18, Ink::text, Anchor::left, Face::bold);
  const float beside = margin + text_width(title, 18, Face::bold) + 16;
  const float room = scene.width - margin - beside;
  const float fits = std::floor(18 * room / text_width(claim.verdict, 18, Face::bold));
  add_timing_words(scene, {beside, y}, claim.verdict, std::min(fits, 18.f),
                   claim.wins ? Ink::good : Ink::warn, Anchor::left, Face::bold);
  if (!input.empty()) {
    y += line_pitch;
    add_timing_words(scene, {margin, y}, input, words_size, Ink::dim);
  }
  const float bars = y + 22, bars_end = add_bars(scene, view, claim, bars);
  const float left = alone ? margin : words_left, begin = alone ? bars_end + 14 : bars;
  float line = begin + bar_height / 2;
  for (const std::string& words : wrapped(claim.words, words_size, scene.width - margin - left)) {
    add_timing_words(scene, {left, line}, words, words_size, Ink::text);
    line += line_pitch;
  }
  return std::max(bars_end, line - line_pitch + bar_height) + 26;
}

/// The last page: how far the sorts that compare are from the time of their own bytes, and why.
void add_distances(Scene& scene, const TimingRun& run, const std::vector<const TimingRow*>& rows) {
  scene.subtitle =
      text::families::page_and({.first = scene.subtitle, .second = text::families::distances});
  float y = 18;
  for (const TimingRow* row : rows) {
    const radix::SortInfo& sort = *radix::sort_named(row->configuration.method);
    const double share = floor_ms(*row, run.facts) / statistics(*row)->median_ms;
    const std::string title = std::string(radix::number_of(sort.section)) + "  " +
                              text::all::heading({.words = label_words(*row)});
    add_timing_words(scene, {margin, y}, title, 18, Ink::text, Anchor::left, Face::bold);
    add_timing_words(scene, {margin + text_width(title, 18, Face::bold) + 16, y},
                     percent(share, share < 0.1 ? 1 : 0), 18, Ink::good, Anchor::left, Face::bold);
    for (const std::string& words :
         wrapped(distance_words(run, *row), words_size, scene.width - 2 * margin)) {
      y += line_pitch;
      add_timing_words(scene, {margin, y}, words, words_size, Ink::text);
    }
    y += 34;
  }
  scene.height = y;
}

/// A page a fast sort: what limits each of its kernels, as a profiler counted it.
void add_kernels(Scene& scene, const TimingRun& run, const TimingRow& row) {
  const CountedKernels& counted = counted_kernels();
  scene.subtitle =
      text::families::page_and({.first = scene.subtitle, .second = text::families::limits});
  float y = 18;
  add_timing_words(scene, {margin, y}, text::all::heading({.words = label_words(row)}), 18,
                   Ink::text, Anchor::left, Face::bold);
  const auto add = [&](const std::string& words, Ink ink) {
    for (const std::string& line : wrapped(words, words_size, scene.width - 2 * margin)) {
      y += line_pitch;
      add_timing_words(scene, {margin, y}, line, words_size, ink);
    }
    y += 8;
  };
  add(kernels_heading(row), Ink::dim);
  for (const KernelCounts* kernel : kernels_of(row))
    add(limit_words(*kernel,
                    run.facts.device.starts_with(counted.device) ? run.facts.memory_gb_s() : 0),
        Ink::text);
  scene.height = y + 26;
}

}  // namespace

Scene draw_timing_claims(const Moment& moment) {
  if (!moment.timing_view || !moment.timing_view->run)
    return sentence_page(text::families::claims, moment.timing_view
                                                     ? timing_why(*moment.timing_view)
                                                     : std::string(text::families::timing_only));
  const TimingView& view = *moment.timing_view;
  const std::vector<Claim> claims = timing_claims(*view.run);
  if (claims.empty()) return sentence_page(text::families::claims, text::families::no_claims);
  // All of them, then each by itself, which is larger; a low page has no room for all
  const uint32_t together = claims.size() > 1 && !moment.large ? 1 : 0;
  const auto of_claims = static_cast<uint32_t>(claims.size()) + together;
  std::vector<const TimingRow*> distances = rows_with_distance(*view.run);
  const auto of_distances = static_cast<uint32_t>(
      moment.large ? distances.size() : std::min<std::size_t>(distances.size(), 1));
  const std::vector<const TimingRow*> counted = rows_with_counts(*view.run);
  const uint32_t pages = of_claims + of_distances + static_cast<uint32_t>(counted.size());
  const uint32_t page = shown_page(view, pages);
  const bool alone = page >= together;
  Scene scene{
      .width = alone ? narrow_page : timing_page, .title = text::families::claims, .pages = pages};
  scene.subtitle = text::families::claims_about;
  if (own_input(claims, claims.front()).empty())
    scene.subtitle = text::families::page_and(
        {.first = scene.subtitle, .second = input_words(claims.front().rows.front()->input)});
  if (pages > 1)
    scene.subtitle =
        text::families::page_and({.first = scene.subtitle, .second = page_words(page, pages)});
  if (page >= of_claims + of_distances) {
    const TimingRow* row = counted[page - of_claims - of_distances];
    scene.answer = words_under(view, {row});
    add_kernels(scene, *view.run, *row);
    return scene;
  }
  if (page >= of_claims) {
    if (moment.large) distances = {distances[page - of_claims]};
    scene.answer = words_under(view, distances);
    add_distances(scene, *view.run, distances);
    return scene;
  }
  const Claim& only = claims[alone ? page - together : 0];
  scene.answer = words_under(view, only.rows);
  float y = 18;
  if (alone)
    y = add_claim(scene, view, only, own_input(claims, only), y, true);
  else
    for (const Claim& claim : claims)
      y = add_claim(scene, view, claim, own_input(claims, claim), y, false);
  scene.height = y;
  return scene;
}

}  // namespace scope
