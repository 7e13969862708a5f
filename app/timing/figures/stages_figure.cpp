// Our own figure: where the time goes. A bar for every configuration, cut into the shares of its
// stages; how long its own bytes would take at the memory rate; and the same bar of another run
// under it.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/chart/chart.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/model/tradeoff.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/timing/findings.hpp"
#include "app/timing/names.hpp"
#include "app/timing/plan.hpp"
#include "text/families.hpp"
#include "text/timed.hpp"
#include "timing_figures.hpp"

namespace scope {
namespace {

constexpr float names_width = 286, words_room = 214, row_gap = 12;
constexpr float plot_left = margin + names_width + row_gap;
constexpr float plot_width = timing_page - margin - words_room - plot_left;
constexpr float head_height = 38, least_pitch = 22, low_pitch = 27, max_pitch = 42, over_pitch = 38,
                legend_height = 36;
constexpr float least_bar = 14, max_bar = 26, thin_bar = 7, word_size = 15, over_size = 14;
constexpr double visible_gap = 0.03;  // of stages against the whole: the protocol's limit

/// Rows of one input, or a part of them that fits on a page.
struct Group {
  radix::TimedInput input;
  std::vector<const TimingRow*> rows;
};
using GroupPage = std::vector<Group>;

float pitch_least(const TimingView& view, float page_height) {
  return view.over ? over_pitch : page_height < timing_height ? low_pitch : least_pitch;
}

/// The largest inputs first, else as the plan has them.
std::vector<radix::TimedInput> largest_first(const TimingRun& run) {
  std::vector<radix::TimedInput> inputs = inputs_of(run);
  std::ranges::stable_sort(inputs, std::greater{}, &radix::TimedInput::n);
  return inputs;
}

/// Groups in the order of their inputs, as many on a page as fit; one that fits on no page is cut
/// into equal parts.
std::vector<GroupPage> pages_of(const TimingView& view, float page_height) {
  const float free = page_height - legend_height;
  const auto most = static_cast<std::size_t>((free - head_height) / pitch_least(view, page_height));
  std::vector<GroupPage> pages;
  float filled = page_height;
  for (const radix::TimedInput& input : largest_first(*view.run)) {
    std::vector<const TimingRow*> rows;
    for (const TimingRow& row : view.run->rows)
      if (row.input == input) rows.push_back(&row);
    const std::size_t parts = (rows.size() + most - 1) / most,
                      each = (rows.size() + parts - 1) / parts;
    for (std::size_t begin = 0; begin < rows.size(); begin += each) {
      const std::size_t end = std::min(begin + each, rows.size());
      const float height =
          head_height + static_cast<float>(end - begin) * pitch_least(view, page_height);
      if (filled + height > free) pages.emplace_back(), filled = 0;
      filled += height;
      pages.back().push_back({input,
                              {rows.begin() + static_cast<std::ptrdiff_t>(begin),
                               rows.begin() + static_cast<std::ptrdiff_t>(end)}});
    }
  }
  return pages;
}

std::optional<TimingStatistics> over_of(const TimingView& view, const TimingRow& row) {
  const TimingRow* other = view.over ? same_row(*view.over, row) : nullptr;
  return other ? statistics(*other) : std::nullopt;
}

/// The longest time of an input: all parts of a group have one scale.
double longest(const TimingView& view, const radix::TimedInput& input) {
  double most = 0;
  for (const TimingRow& row : view.run->rows) {
    if (row.input != input) continue;
    if (const auto s = statistics(row))
      most = std::max({most, s->high_ms, s->median_ms, floor_ms(row, view.run->facts)});
    if (const auto other = over_of(view, row))
      most = std::max(most, other->median_ms);  // it may have bars first
  }
  return most;
}

struct Scale {
  double most = 1;  ///< ms at the right end
  float x(double ms) const { return plot_left + plot_width * static_cast<float>(ms / most); }
};

constexpr float corner = 4, tick = 4;

/// A part of a bar. Its fill is a frame, so that whiskers and ticks, which are lines, lie on it and
/// under its words.
void add_part(Scene& scene, const Rect& at, Ink fill, Ink edge, bool hatched, std::string tip,
              std::string words = "") {
  scene.frames.push_back(
      {.at = at, .edge = edge, .fill = fill, .radius = std::min(corner, at.w / 2)});
  scene.cells.push_back({.tip = std::move(tip),
                         .at = at,
                         .fill = Ink::none,
                         .edge = edge,
                         .hatched = hatched,
                         .text = std::move(words),
                         .size = over_size,
                         .face = Face::ui});
}

/// Something to point at around a line.
void add_tip(Scene& scene, const Rect& at, std::string tip) {
  scene.cells.push_back(
      {.tip = std::move(tip), .at = at, .fill = Ink::none, .edge = Ink::none, .edge_width = 0});
}

std::string value_words(const TimingRow& row, const TimingStatistics& s) {
  std::string words = time_words(s.median_ms) + " · " + rate_words(giga_keys(row, s.median_ms));
  if (s.noisy) words += " ±" + fixed_number(50 * (s.high_ms - s.low_ms) / s.median_ms, 0) + " %";
  return words;
}

std::string bar_tip(const TimingView& view, const TimingRow& row, const TimingStatistics& s) {
  std::string tip = text::timed::bar_tip({.dropped = s.dropped,
                                          .high = time_words(s.high_ms),
                                          .low = time_words(s.low_ms),
                                          .median = time_words(s.median_ms),
                                          .samples = s.samples,
                                          .who = who_words(*view.run, row)});
  if (s.wall_ms > 0) tip += " · " + text::timed::caller({.time = time_words(s.wall_ms)});
  if (s.mhz_high > 0)
    tip += joined({" · ", std::round(s.mhz_low), "–", std::round(s.mhz_high), " MHz"});
  return tip;
}

/// What the stages add up to, where that is not the whole.
std::string gap_words(const TimingRow& row) {
  if (stage_gap(row) <= visible_gap) return "";
  return " · " + text::timed::one_by_one(
                     {.share = percent(stage_gap(row), 0), .time = time_words(stage_sum_ms(row))});
}

/// The stages' shares of the median; what one stage took by itself is in its tip.
void add_stages(Scene& scene, const TimingRow& row, const Rect& bar) {
  const double sum = stage_sum_ms(row);
  float x = bar.x;
  for (const radix::StageTime& stage : joined_stages(row)) {
    const double share = sum > 0 ? stage.ms / sum : 0;
    const float wide = bar.w * static_cast<float>(share);
    const uint32_t number = stage_number(stage.stage);
    std::string name = stage_words(stage.stage),
                with = joined({name, " ", std::lround(100 * share), " %"});
    if (text_width(with, over_size, Face::ui) + 12 > wide) with = name;
    if (text_width(with, over_size, Face::ui) + 12 > wide) with.clear();
    if (wide > 0)
      add_part(scene, {x, bar.y, wide, bar.h}, digit_fill(number), digit_ink(number),
               number % 2 == 1,
               text::timed::stage_tip({.kernel = stage.kernel,
                                       .share = fixed_number(100 * share, 1),
                                       .stage = name,
                                       .time = time_words(stage.ms)}) +
                   gap_words(row),
               with);
    x += wide;
  }
}

void add_bar(Scene& scene, const TimingView& view, const TimingRow& row, const TimingStatistics& s,
             const Scale& scale, float y, float high) {
  const Rect bar{plot_left, y, std::max(scale.x(s.median_ms) - plot_left, 2.f), high};
  if (row.stages.empty())
    add_part(scene, bar, Ink::raised, Ink::faint, false, bar_tip(view, row, s));
  else
    add_stages(scene, row, bar);
  const float low = scale.x(s.low_ms), top = std::max(scale.x(s.high_ms), low + 1),
              middle = bar.y + high / 2;
  if (top - low > 2) {
    scene.lines.push_back({{low, middle}, {top, middle}, Ink::text, 1.5f});
    for (float x : {low, top})
      scene.lines.push_back({{x, middle - 4}, {x, middle + 4}, Ink::text, 1.5f});
  }
  const double least = floor_ms(row, view.run->facts);
  if (least > 0) {
    const float x = scale.x(least);
    // Above and below the bar, so that no label has a line through it
    scene.lines.push_back({{x, y - tick}, {x, y}, Ink::select, 2.5f});
    scene.lines.push_back({{x, y + high}, {x, y + high + tick}, Ink::select, 2.5f});
    add_tip(scene, {x - 3, y - 3, 6, high + 6},
            text::timed::floor_tip({.bytes = bytes_text(row.cost.moved_bytes),
                                    .rate = fixed_number(view.run->facts.memory_gb_s(), 0),
                                    .share = percent(least / s.median_ms, 0),
                                    .time = time_words(least)}));
  }
  const float end = std::max({bar.right(), top, least > 0 ? scale.x(least) : 0.f}) + 9;
  add_timing_words(scene, {end, middle}, value_words(row, s), word_size,
                   s.noisy ? Ink::warn : Ink::text);
}

/// "3 % faster", "as fast".
std::string change_words(double ms, double other_ms) {
  if (std::abs(other_ms / ms - 1) < 0.01) return text::timed::as_fast;
  return other_ms < ms ? text::timed::percent_faster({.share = percent(ms / other_ms - 1, 0)})
                       : text::timed::percent_slower({.share = percent(other_ms / ms - 1, 0)});
}

void add_over(Scene& scene, const TimingView& view, const TimingRow& row, double ms,
              const TimingStatistics& other, const Scale& scale, float y) {
  const Rect bar{plot_left, y, std::max(scale.x(other.median_ms) - plot_left, 2.f), thin_bar};
  const std::string change = ms > 0 ? " · " + change_words(ms, other.median_ms) : "";
  scene.cells.push_back({.tip = view.over_name + " · " + time_words(other.median_ms) + " · " +
                                rate_words(giga_keys(row, other.median_ms)) + change,
                         .at = bar,
                         .fill = Ink::faint,
                         .edge = Ink::faint});
  add_timing_words(scene, {bar.right() + 9, y + thin_bar / 2 + 2},
                   time_words(other.median_ms) + change, over_size, Ink::dim);
}

void add_row(Scene& scene, const TimingView& view, const TimingRow& row, const Scale& scale,
             float y, float pitch) {
  const auto s = statistics(row);
  const auto other = over_of(view, row);
  const float high =
      std::clamp((view.over ? pitch - thin_bar - 15 : pitch - 8), least_bar, max_bar);
  const float top = y + (pitch - high - (view.over ? thin_bar + 6 : 0)) / 2,
              middle = top + high / 2;
  const std::string cut = cut_words(*view.run, row),
                    name = cut_text(label_words(row), word_size, Face::bold, names_width);
  const float wide = text_width(name, word_size, Face::bold);
  add_timing_words(scene, {margin, middle}, name, word_size, Ink::text, Anchor::left, Face::bold);
  add_timing_words(scene, {margin + wide + 8, middle},
                   cut_text(cut, word_size, Face::ui, names_width - wide - 8), word_size, Ink::dim);
  if (s) {
    add_bar(scene, view, row, *s, scale, top, high);
  } else {
    const std::string why = hollow_words(view, row);
    const float room = timing_page - margin - plot_left;
    const bool waits = view.running && row.refusal.empty();
    scene.cells.push_back({.tip = why,
                           .at = {plot_left, top, room, high},
                           .fill = Ink::none,
                           .edge = waits ? Ink::line : Ink::faint,
                           .dashed = true,
                           .text = cut_text(why, over_size, Face::ui, room - 16),
                           .ink = waits ? Ink::dim : Ink::warn,
                           .size = over_size,
                           .face = Face::ui});
  }
  if (other) add_over(scene, view, row, s ? s->median_ms : 0, *other, scale, top + high + 4);
}

/// What the input is, and the scale of its bars.
void add_head(Scene& scene, const Group& group, const Scale& scale, float y, float bottom) {
  const float middle = y + head_height / 2 + 2;
  add_timing_words(scene, {margin, middle},
                   cut_text(input_words(group.input), 16, Face::bold, names_width), 16, Ink::accent,
                   Anchor::left, Face::bold);
  const double unit = scale.most < 0.1 ? 1e-3 : 1;  // in ms
  const Axis axis = linear_axis("", 0, scale.most / unit, 5, unit < 1 ? " µs" : " ms");
  for (const Tick& tick : axis.ticks) {
    if (tick.value * unit > scale.most * 1.0001) break;
    const float x = scale.x(tick.value * unit);
    scene.lines.push_back(
        {{x, y + head_height - 4}, {x, bottom}, Ink::line, tick.value == 0 ? 1.5f : 0.75f});
    add_timing_words(scene, {x, middle}, tick.value == 0 ? "0" : tick.label, 14, Ink::dim,
                     Anchor::middle);
  }
}

void add_stage_legend(Scene& scene, const TimingView& view) {
  std::vector<std::string> stages;
  bool whole = false, floors = false;
  for (const TimingRow& row : view.run->rows) {
    for (const radix::StageTime& stage : row.stages)
      if (std::ranges::find(stages, stage.stage) == stages.end()) stages.push_back(stage.stage);
    whole = whole || (row.stages.empty() && statistics(row));
    floors = floors || floor_ms(row, view.run->facts) > 0;
  }
  std::ranges::stable_sort(stages, {}, stage_number);
  const float y = legend_height / 2;
  float x = margin;
  const auto entry = [&](const Rect& box, Ink fill, Ink edge, bool hatched,
                         const std::string& name) {
    scene.cells.push_back({.at = box, .fill = fill, .edge = edge, .hatched = hatched});
    add_timing_words(scene, {box.right() + 7, y}, name, 14, Ink::dim);
    x = box.right() + 7 + text_width(name, 14, Face::ui) + 20;
  };
  for (const std::string& stage : stages) {
    const uint32_t number = stage_number(stage);
    entry({x, y - 7, 20, 14}, digit_fill(number), digit_ink(number), number % 2 == 1,
          stage_words(stage));
  }
  if (whole) entry({x, y - 7, 20, 14}, Ink::raised, Ink::faint, false, text::timed::whole_sort);
  if (floors) {
    scene.lines.push_back({{x + 2, y - 9}, {x + 2, y + 9}, Ink::select, 2.5f});
    add_timing_words(scene, {x + 10, y}, text::timed::legend_floor, 14, Ink::dim);
    x += 30 + text_width(text::timed::legend_floor, 14, Face::ui);
  }
  if (view.over)
    entry({x, y - 3.5f, 20, thin_bar}, Ink::faint, Ink::faint, false,
          cut_text(view.over_name, 14, Face::ui, timing_page - margin - x - 30));
}

}  // namespace

Scene draw_timing_stages(const Moment& moment) {
  const text::Label title = text::families::stages;
  if (!moment.timing_view || !moment.timing_view->run)
    return sentence_page(
        title, moment.timing_view ? timing_why(*moment.timing_view) : text::timed::needs_mode);
  const TimingView& view = *moment.timing_view;
  const float page_height = moment.large ? timing_low : timing_height;
  const auto pages = pages_of(view, page_height);
  if (pages.empty()) return sentence_page(title, timing_why(view));
  const uint32_t page = shown_page(view, static_cast<uint32_t>(pages.size()));
  Scene scene{.width = timing_page, .title = title, .pages = static_cast<uint32_t>(pages.size())};
  const std::string of = page_words(page, scene.pages);
  scene.subtitle = std::string(text::families::stages_about) + (of.empty() ? "" : " · " + of);
  add_stage_legend(scene, view);
  std::size_t rows = 0;
  for (const Group& group : pages[page]) rows += group.rows.size();
  const float room =
      page_height - legend_height - head_height * static_cast<float>(pages[page].size());
  const float pitch = std::clamp(room / static_cast<float>(rows), pitch_least(view, page_height),
                                 std::max(max_pitch, pitch_least(view, page_height)));
  float y = legend_height;
  std::vector<const TimingRow*> shown;
  for (const Group& group : pages[page]) {
    const Scale scale{std::max(longest(view, group.input), 1e-9)};
    const float bottom = y + head_height + pitch * static_cast<float>(group.rows.size());
    if (longest(view, group.input) > 0)
      add_head(scene, group, scale, y, bottom);
    else
      add_timing_words(scene, {margin, y + head_height / 2 + 2}, input_words(group.input), 16,
                       Ink::accent, Anchor::left, Face::bold);
    y += head_height;
    for (const TimingRow* row : group.rows) {
      add_row(scene, view, *row, scale, y, pitch);
      y += pitch;
    }
    shown.insert(shown.end(), group.rows.begin(), group.rows.end());
  }
  scene.answer = words_under(view, shown);
  end_page(scene, y);
  return scene;
}

}  // namespace scope
