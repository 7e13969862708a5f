// The whole sort from left to right: passes, their stages, a tick for every step. Click or drag to
// go there. Ticks tell which steps read and which write one array: the watched one, else the one
// just made.
#include "timeline_panel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/core/words/kernel_words.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/style.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

using radix::Step;

constexpr float pass_gap = 12, between_stages = 3;

template <class Same>
std::vector<TrackSpan> runs(std::span<const Step> steps, Same same) {
  std::vector<TrackSpan> spans;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i == 0 || !same(steps[i - 1], steps[i])) spans.push_back({i, i, 0, 0});
    spans.back().end = i + 1;
  }
  return spans;
}

float stage_width(const Step& step) {
  return ui::text_size(Face::bold, ui::dp(ui::words), stage_name(step)).x + ui::dp(14);
}

/// Widths of the stages. Every stage gets room for its name; where that is too much, those of the
/// pass `focus` do. The rest is shared out by steps.
std::vector<float> widths_of(const std::vector<TrackSpan>& stages, std::span<const Step> steps,
                             uint32_t focus, float room) {
  const auto names = [&](bool all) {
    std::vector<float> wide;
    for (const TrackSpan& stage : stages) {
      const Step& step = steps[stage.begin];
      wide.push_back(all || step.pass == focus ? stage_width(step) : 0);
    }
    return wide;
  };
  const auto sum = [](const std::vector<float>& wide) {
    float total = 0;
    for (float w : wide) total += w;
    return total;
  };
  std::vector<float> wide = names(true);
  if (sum(wide) > room) {
    wide = names(false);
    if (sum(wide) > room * 0.6f) wide.assign(stages.size(), 0);
  }
  const float each = (room - sum(wide)) / static_cast<float>(steps.size());
  for (std::size_t i = 0; i < stages.size(); ++i)
    wide[i] += each * static_cast<float>(stages[i].end - stages[i].begin);
  return wide;
}

using radix::Step;

constexpr float side = 20, end_narrow = 226, end_wide = 290, wide_panel = 1150, end_share = 0.36f;
constexpr float pass_y = 16, stage_y = 29, stage_height = 26, tick_y = 63, mark_height = 9;

bool holds(const TrackSpan& span, std::size_t cursor) {
  return cursor > span.begin && cursor <= span.end;
}

/// What a part may be called, the longest first: "pass 1 · bit 0", "bit 0", "pass 1", "1".
std::array<std::string, 4> part_names(const radix::Trace& trace, const radix::Outline& outline,
                                      uint32_t part) {
  const std::string number = std::to_string(part + 1),
                    named = joined({text::translated(outline.noun), " ", number}),
                    what = part_name(trace, part);
  if (what.empty()) return {named, named, named, number};
  return {named + "  ·  " + what, what, named, number};
}

void draw_passes(const PanelContext& panel, const Track& track, float y) {
  const auto& steps = panel.moment.trace->steps;
  const radix::Outline outline = radix::outline_of(*panel.moment.trace);
  const auto names_of = [&](const TrackSpan& pass) {
    return part_names(*panel.moment.trace, outline, steps[pass.begin].pass);
  };
  const auto longest_that_fits = [&](const TrackSpan& pass, Face face) {
    const auto names = names_of(pass);
    std::size_t k = 0;
    while (k + 1 < names.size() && ui::text_size(face, ui::dp(ui::words), names[k]).x > pass.width)
      ++k;
    return k;
  };
  std::size_t shortest = 0;  // all but the part of the moment are named alike
  for (const TrackSpan& pass : track.passes)
    if (!holds(pass, panel.moment.cursor))
      shortest = std::max(shortest, longest_that_fits(pass, Face::ui));
  float free = 0;  // right end of the last name
  for (const TrackSpan& pass : track.passes) {
    const bool here = holds(pass, panel.moment.cursor);
    const Face face = here ? Face::bold : Face::ui;
    const float px = ui::dp(ui::words);
    const std::string text = names_of(pass)[here ? longest_that_fits(pass, face) : shortest];
    const float wide = ui::text_size(face, px, text).x;
    if (pass.x < free && !here) continue;
    if (wide > pass.width && !here && pass.begin % 4 != 0) continue;
    ui::text_at(ImGui::GetWindowDrawList(), face, px, {pass.x, y},
                ui::ink(here ? Ink::text : Ink::dim), text);
    free = pass.x + wide + ui::dp(8);
  }
}

void draw_stages(const PanelContext& panel, const Track& track, float y) {
  const auto& steps = panel.moment.trace->steps;
  const std::size_t cursor = panel.moment.cursor;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float px = ui::dp(ui::words), height = ui::dp(stage_height);
  for (const TrackSpan& stage : track.stages) {
    const bool here = holds(stage, cursor), done = cursor > stage.end;
    const Rect at{stage.x, y, std::max(stage.width, 1.f), height};
    const float radius = std::min(ui::dp(5), at.w / 3);
    ui::box(list, at,
            here   ? ui::ink(Ink::accent)
            : done ? ui::tint(stage_done)
                   : ui::ink(Ink::raised),
            here ? 0 : ui::ink(Ink::line, done ? 0.f : 0.6f), radius, ui::dp(1));
    const Face face = here ? Face::bold : Face::ui;
    const char* name = stage_name(steps[stage.begin]);
    if (ui::places_noted())
      ui::note_place(joined({"pass ", steps[stage.begin].pass + 1, " ", name}), at);
    if (ui::text_size(face, px, name).x + ui::dp(6) > at.w) continue;
    const Vec middle = at.centre();
    ui::text_at(list, face, px, {middle.x, middle.y},
                ui::ink(here   ? Ink::page
                        : done ? Ink::text
                               : Ink::dim),
                name, Anchor::middle);
  }
}

std::optional<radix::ArrayId> marked_array(const PanelContext& panel) {
  if (panel.state.watched) return panel.state.watched;
  return panel.moment.step() ? std::optional(panel.moment.step()->made) : std::nullopt;
}

constexpr Ink read_ink = Ink::digit0, write_ink = Ink::digit2;

/// What every step of the run reads, found once for a run: the ticks are drawn in every frame.
const std::vector<std::vector<radix::ArrayId>>& reads_of_run(const PanelContext& panel) {
  static std::weak_ptr<const radix::Trace> run;
  static std::vector<std::vector<radix::ArrayId>> reads;
  const std::shared_ptr<const radix::Trace>& now = panel.document.lane().trace;
  if (run.lock() == now && now.get() == panel.moment.trace) return reads;
  reads.clear();
  for (std::size_t i = 0; i < panel.moment.trace->steps.size(); ++i) {
    const auto of_step = radix::reads_of(*panel.moment.trace, i);
    reads.emplace_back(of_step.begin(), of_step.end());
  }
  run.reset();
  if (now.get() == panel.moment.trace) run = now;
  return reads;
}

void draw_ticks(const PanelContext& panel, const Track& track, float y) {
  const auto& steps = panel.moment.trace->steps;
  const auto marked = marked_array(panel);
  const auto& reads_by_step = reads_of_run(panel);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float high = ui::dp(mark_height);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool writes = marked && steps[i].made == *marked;
    const bool reads = marked && !writes && std::ranges::count(reads_by_step[i], *marked) > 0;
    const bool here = i + 1 == panel.moment.cursor;
    const auto stage =
        std::ranges::find_if(track.stages, [&](const TrackSpan& s) { return i < s.end; });
    const float end = i + 1 < stage->end ? track.steps[i + 1] : stage->right();
    const float middle = (track.steps[i] + end) / 2;
    const float wide =
        std::max(std::min(ui::dp(here ? 4.f : 2.f), (end - track.steps[i]) * 0.7f), 1.f);
    const float left = std::round(middle - wide / 2);  // whole pixels: all ticks look alike
    if (i < panel.moment.trace->differing.size() && panel.moment.trace->differing[i])
      list->AddRectFilled({track.steps[i], y - ui::dp(4)},
                          {std::max(end, track.steps[i] + 1), y - ui::dp(2)},
                          ui::ink(Ink::warn));  // a changed kernel made another value here
    const Ink ink = writes ? write_ink : reads ? read_ink : here ? Ink::text : Ink::faint;
    const float tall = writes || reads || here ? high : high * 0.5f;
    list->AddRectFilled({left, y}, {left + std::max(std::round(wide), 1.f), y + tall},
                        ui::ink(ink));
    if (!here) continue;
    const float tip = y + high + ui::dp(3), half = ui::dp(4.5f);
    ui::triangle(list, {middle, tip}, {middle + half, tip + half * 1.4f},
                 {middle - half, tip + half * 1.4f}, ui::ink(Ink::text));
  }
}

/// Where a step ends on the track.
float end_of_step(const Track& track, std::size_t step) {
  return track.steps[std::min(step, track.steps.size() - 1)];
}

/// Bookmarks as small flags, and the stretch that is played again and again.
void draw_places(const PanelContext& panel, const Track& track, float y) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Document& document = panel.document;
  const std::size_t steps = panel.moment.trace->steps.size();
  for (const uint32_t step : document.bookmarks) {
    if (step > steps) continue;
    const float x = end_of_step(track, step), high = ui::dp(7);
    list->AddRectFilled({x - ui::dp(1), y - high}, {x + ui::dp(1), y + ui::dp(2)},
                        ui::ink(Ink::warn));
    ui::triangle(list, {x + ui::dp(1), y - high}, {x + ui::dp(8), y - high * 0.6f},
                 {x + ui::dp(1), y - high * 0.2f}, ui::ink(Ink::warn));
  }
  if (!document.loop_from || *document.loop_from > steps) return;
  const float from = end_of_step(track, *document.loop_from),
              to = document.loop_to ? end_of_step(track, *document.loop_to) : from + ui::dp(3);
  list->AddRectFilled({from, y + ui::dp(10)}, {std::max(to, from + 1), y + ui::dp(13)},
                      ui::ink(Ink::good));
}

/// Under the mark of the step that is shown: dragged to the side, it moves the keys along their
/// way.
void drag_motion(const PanelContext& panel, const Track& track, float y) {
  const std::size_t cursor = panel.moment.cursor;
  if (cursor == 0 || cursor >= track.steps.size()) return;
  constexpr float way = 120, grip = 24, high = 20;  // of the whole motion; of what is taken hold of
  const float middle = (end_of_step(track, cursor - 1) + end_of_step(track, cursor)) / 2;
  ImGui::SetCursorScreenPos({middle - ui::dp(grip / 2), y});
  ui::hot_area("motion", {ui::dp(grip), ui::dp(high)}, false);
  const bool held = ImGui::IsItemActive();
  float& from = panel.state.motion_from;
  if (ImGui::IsItemActivated()) from = panel.document.held.value_or(1);
  const float dragged = ImGui::GetMouseDragDelta(0, ui::dp(2)).x / ui::dp(way);
  if (held && dragged != 0) {
    const float part = std::clamp(from + dragged, 0.f, 1.f);
    if (part != panel.document.held) panel.post("motion_at", static_cast<uint32_t>(part * 100));
  }
  if (ImGui::IsItemHovered() || held) panel.state.next_hover_words = text::panels::drag_motion;
  if (!held && !ImGui::IsItemHovered() && !panel.document.held) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float left = middle - ui::dp(way / 2), line = y + ui::dp(high - 4),
              knob = left + ui::dp(way) * panel.document.held.value_or(1);
  list->AddRectFilled({left, line - ui::dp(1)}, {left + ui::dp(way), line + ui::dp(1)},
                      ui::ink(Ink::line));
  list->AddRectFilled({left, line - ui::dp(1)}, {knob, line + ui::dp(1)}, ui::ink(Ink::accent));
  list->AddCircleFilled({knob, line}, ui::dp(4.5f), ui::ink(Ink::accent));
}

void seek_by_mouse(const PanelContext& panel, const Track& track, const Rect& at) {
  ImGui::SetCursorScreenPos({at.x, at.y});
  ui::hot_area("track", {at.w, at.h}, false);
  panel.state.scrubbing = ImGui::IsItemActive();
  const std::size_t cursor = cursor_at(track, ImGui::GetIO().MousePos.x);
  if (ImGui::IsItemHovered() || panel.state.scrubbing) {
    const auto& steps = panel.moment.trace->steps;
    panel.state.next_hover_words =
        cursor == 0
            ? text::panels::caption_of_step({.caption = text::panels::untouched, .step = cursor})
            : text::panels::caption_of_pass({.caption = caption_words(steps[cursor - 1]),
                                             .pass = steps[cursor - 1].pass + 1,
                                             .step = cursor});
  }
  if (panel.state.scrubbing && cursor != panel.document.lane().cursor) panel.post("seek", cursor);
}

constexpr float before_word = 8, behind_word = 8;  // of a legend's part

float words_width(const char* words) { return ui::text_size(Face::ui, ui::dp(ui::words), words).x; }

/// What the legend takes with the longest name of the run's arrays.
float legend_width(const radix::Trace& trace) {
  float name = 0;
  if (trace.family)
    for (const radix::ArrayInfo& row : trace.family->arrays)
      name = std::max(name, words_width(text::Label(row.label).c_str()));
  return 2 * ui::dp(before_word + behind_word) + words_width(text::panels::reads.c_str()) +
         words_width(text::panels::writes.c_str()) + name;
}

void legend(const PanelContext& panel, ImVec2 at, float width) {
  const auto marked = marked_array(panel);
  if (!marked) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float px = ui::dp(ui::words), dot = ui::dp(7);
  float x = at.x;
  const auto part = [&](Ink ink, text::Label word) {
    list->AddRectFilled({x, at.y - dot / 2}, {x + dot * 0.5f, at.y + dot / 2}, ui::ink(ink));
    ui::text_at(list, Face::ui, px, {x + ui::dp(before_word), at.y}, ui::ink(Ink::dim), word);
    x += ui::dp(before_word + behind_word) + words_width(word.c_str());
  };
  part(read_ink, text::panels::reads);
  part(write_ink, text::panels::writes);
  const std::string name(text::translated(radix::info(*marked).label));
  if (ui::text_size(Face::ui, px, name).x <= at.x + width - x)
    ui::text_at(list, Face::ui, px, {x, at.y}, ui::ink(Ink::text), name);
}

/// Step k of n, the step size switch and the legend.
void right_end(const PanelContext& panel, const Rect& at) {
  std::vector<const char*> names;
  for (const StepSizeInfo& each : step_sizes()) names.push_back(text::Label(each.each).c_str());
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = at.w - ui::dp(side);
  const std::string step = std::to_string(panel.moment.cursor) + " / " +
                           std::to_string(panel.moment.trace->steps.size());
  ui::text_at(list, Face::ui, ui::dp(ui::body), {at.x, at.y + ui::dp(pass_y)}, ui::ink(Ink::dim),
              text::panels::one_step);
  ui::text_at(list, Face::mono, ui::dp(ui::lead), {at.x + width, at.y + ui::dp(pass_y)},
              ui::ink(Ink::text), step, Anchor::right);
  ImGui::SetCursorScreenPos({at.x, at.y + ui::dp(stage_y)});
  const int clicked =
      ui::segments("grain", names, static_cast<int>(panel.document.step_size), width);
  if (clicked >= 0) panel.post("grain", step_sizes()[static_cast<std::size_t>(clicked)].name);
  legend(panel, {at.x, at.y + ui::dp(75)}, width);
}

}  // namespace

const char* stage_name(const Step& step) {
  return text::Label(radix::info(step.stage).label).c_str();
}

Track track_of(std::span<const Step> steps, uint32_t focus, float x, float width) {
  Track track;
  track.passes = runs(steps, [](const Step& a, const Step& b) { return a.pass == b.pass; });
  track.stages = runs(
      steps, [](const Step& a, const Step& b) { return a.pass == b.pass && a.stage == b.stage; });
  const auto count = static_cast<float>(std::max<std::size_t>(track.stages.size(), 1));
  const float gap = std::min(ui::dp(between_stages), width / count / 8);
  const float wide_gap =
      std::min(ui::dp(pass_gap), width / static_cast<float>(track.passes.size() + 1) / 6);
  const float gaps = gap * count + wide_gap * static_cast<float>(track.passes.size());
  const std::vector<float> wide = widths_of(track.stages, steps, focus, width - gaps);

  std::size_t pass = 0;
  for (std::size_t s = 0; s < track.stages.size(); ++s) {
    TrackSpan& stage = track.stages[s];
    if (stage.begin >= track.passes[pass].end) ++pass, x += wide_gap;
    if (stage.begin == track.passes[pass].begin) track.passes[pass].x = x;
    stage.x = x;
    stage.width = wide[s];
    const float each = wide[s] / static_cast<float>(stage.end - stage.begin);
    for (std::size_t i = stage.begin; i < stage.end; ++i)
      track.steps.push_back(x + each * static_cast<float>(i - stage.begin));
    track.passes[pass].width = stage.right() - track.passes[pass].x;
    x += wide[s] + gap;
  }
  track.steps.push_back(x);
  return track;
}

std::size_t cursor_at(const Track& track, float x) {
  const auto after = std::upper_bound(track.steps.begin(), track.steps.end() - 1, x);
  return static_cast<std::size_t>(after - track.steps.begin());
}

void timeline_panel(const PanelContext& panel, const Rect& at) {
  begin_panel("timeline", at, {0, 0}, false);
  const float least = ui::dp(at.w < ui::dp(wide_panel) ? end_narrow : end_wide);
  const float wanted = std::ceil(legend_width(*panel.moment.trace)) + ui::dp(side);
  const float end = at.w < ui::dp(420) ? 0 : std::max(std::min(wanted, at.w * end_share), least);
  const Rect place{at.x + ui::dp(side), at.y, at.w - ui::dp(2 * side) - end, at.h};
  const auto& steps = panel.moment.trace->steps;
  if (!steps.empty() && place.w > 0) {
    // While the mouse drags nothing moves away under it
    if (!panel.state.scrubbing) panel.state.focused_pass = panel.moment.pass();
    const Track track = track_of(steps, panel.state.focused_pass, place.x, place.w);
    drag_motion(panel, track, at.y + ui::dp(tick_y + mark_height));
    seek_by_mouse(panel, track, {at.x, at.y, at.w - end - ui::dp(side / 2), at.h});
    draw_passes(panel, track, at.y + ui::dp(pass_y));
    draw_stages(panel, track, at.y + ui::dp(stage_y));
    draw_ticks(panel, track, at.y + ui::dp(tick_y));
    draw_places(panel, track, at.y + ui::dp(tick_y));
  } else if (steps.empty()) {
    ui::text_at(ImGui::GetWindowDrawList(), Face::ui, ui::dp(ui::body), {place.x, place.centre().y},
                ui::ink(Ink::dim), no_steps_words(*panel.moment.trace));
  }
  if (end > 0) right_end(panel, {at.x + at.w - end, at.y, end, at.h});
  end_panel();
}

const char* no_steps_words(const radix::Trace& trace) {
  return (trace.fault ? text::panels::stopped_at_once : text::panels::no_steps).c_str();
}

}  // namespace scope
