// Transport and timeline in one line, for projectors and low windows: back, play, on where there
// are buttons; the pass, its stages with their names, step k of n. A click goes to a stage.
#include <algorithm>
#include <cmath>
#include <span>

#include "app/core/words/kernel_words.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"
#include "text/all.hpp"
#include "timeline_panel.hpp"

namespace scope {
namespace {

constexpr float strip_side = 20, pill_height = 25, strip_tick = 2;

/// The pass that is shown: that of the step just taken, at the untouched input the first.
TrackSpan pass_at(std::span<const radix::Step> steps, uint32_t pass) {
  const auto begin = std::ranges::find(steps, pass, &radix::Step::pass) - steps.begin();
  TrackSpan span{static_cast<std::size_t>(begin), static_cast<std::size_t>(begin)};
  while (span.end < steps.size() && steps[span.end].pass == pass) ++span.end;
  return span;
}

/// "pass 2 of 4", "layer 3 of 10"; the text's width with its air.
float pass_name(const PanelContext& panel, const Rect& at) {
  const auto& steps = panel.moment.trace->steps;
  const float px = ui::dp(ui::words);
  const std::string name =
      text::all::place_part({.noun = text::translated(radix::outline_of(*panel.moment.trace).noun),
                             .part = panel.moment.pass() + 1,
                             .parts = steps.back().pass + 1});
  ui::text_at(ImGui::GetWindowDrawList(), Face::bold, px, {at.x, at.y + at.h / 2},
              ui::ink(Ink::text), name);
  return ui::text_size(Face::bold, px, name).x + ui::dp(16);
}

float step_count(const PanelContext& panel, const Rect& at) {
  const float px = ui::dp(ui::body);
  const std::string words = std::to_string(panel.moment.cursor) + " / " +
                            std::to_string(panel.moment.trace->steps.size());
  ui::text_at(ImGui::GetWindowDrawList(), Face::mono, px, {at.right(), at.y + at.h / 2},
              ui::ink(Ink::text), words, Anchor::right);
  return ui::text_size(Face::mono, px, words).x + ui::dp(16);
}

/// A stage: what of it is done is tinted, where the sort stands is lit.
void pill(const PanelContext& panel, const TrackSpan& stage, std::size_t first,
          std::span<const radix::Step> steps, float y) {
  const std::size_t begin = first + stage.begin, end = first + stage.end,
                    cursor = panel.moment.cursor;
  const bool here = cursor > begin && cursor <= end, done = cursor > end;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Rect at{stage.x, y, std::max(stage.width, 1.f), ui::dp(pill_height)};
  ui::box(list, at,
          here   ? ui::ink(Ink::accent)
          : done ? ui::tint(stage_done)
                 : ui::ink(Ink::raised),
          here ? 0 : ui::ink(Ink::line, 0.6f), std::min(ui::dp(5), at.w / 3), ui::dp(1));
  if (here) {  // how far into the stage
    const float part = static_cast<float>(cursor - begin) / static_cast<float>(end - begin);
    const float high = ui::dp(strip_tick), inset = std::min(ui::dp(5), at.w / 3),
                foot = at.bottom() - ui::dp(1.5f);
    list->AddRectFilled({at.x + inset, foot - high},
                        {at.x + inset + (at.w - 2 * inset) * part, foot}, ui::ink(Ink::page, 0.6f),
                        high / 2);
  }
  const Face face = here ? Face::bold : Face::ui;
  const char* name = stage_name(steps[stage.begin]);
  if (ui::text_size(face, ui::dp(ui::words), name).x > at.w) return;
  ui::text_at(list, face, ui::dp(ui::words), {at.centre().x, at.centre().y},
              ui::ink(here   ? Ink::page
                      : done ? Ink::text
                             : Ink::dim),
              name, Anchor::middle);
}

/// The stages of a pass along `at`. Where not all names fit, that of the stage at work does.
std::vector<TrackSpan> stages_of(std::span<const radix::Step> steps, std::size_t cursor,
                                 const Rect& at) {
  std::vector<TrackSpan> spans = track_of(steps, steps.front().pass, at.x, at.w).stages;
  const auto name = [&](const TrackSpan& span) {
    return ui::text_size(Face::bold, ui::dp(ui::words), stage_name(steps[span.begin])).x +
           ui::dp(14);
  };
  if (std::ranges::all_of(
          spans, [&](const TrackSpan& span) { return name(span) <= span.width + ui::dp(1); }))
    return spans;
  const auto here =
      std::ranges::find_if(spans, [&](const TrackSpan& span) { return cursor <= span.end; });
  const float gap = ui::dp(3), others = static_cast<float>(spans.size() - 1);
  const float wide = std::min(name(*here), at.w - others * ui::dp(8));
  float x = at.x;
  for (TrackSpan& span : spans) {
    span.x = x;
    span.width = &span == &*here ? wide : (at.w - wide) / std::max(others, 1.f) - gap;
    x = span.right() + gap;
  }
  return spans;
}

/// The cursor that a place along the stages stands for.
std::size_t cursor_in(const std::vector<TrackSpan>& stages, float x) {
  for (const TrackSpan& stage : stages) {
    if (x > stage.right()) continue;
    const float part = std::clamp((x - stage.x) / std::max(stage.width, 1.f), 0.f, 1.f);
    return stage.begin +
           static_cast<std::size_t>(std::ceil(part * static_cast<float>(stage.end - stage.begin)));
  }
  return stages.back().end;
}

void stages(const PanelContext& panel, const Rect& at) {
  const std::span<const radix::Step> all = panel.moment.trace->steps;
  const TrackSpan pass = pass_at(all, panel.moment.pass());
  const auto steps = all.subspan(pass.begin, pass.end - pass.begin);
  const std::size_t now = std::max(panel.moment.cursor, pass.begin) - pass.begin;
  const std::vector<TrackSpan> spans = stages_of(steps, now, at);
  ImGui::SetCursorScreenPos({at.x, at.y});
  ui::hot_area("stages", {at.w, at.h});
  const std::size_t cursor = pass.begin + cursor_in(spans, ImGui::GetIO().MousePos.x);
  if (ImGui::IsItemHovered() && cursor > 0)
    panel.state.next_hover_words =
        text::panels::caption_of_step({.caption = caption_words(all[cursor - 1]), .step = cursor});
  if (ImGui::IsItemActive() && cursor != panel.document.lane().cursor) panel.post("seek", cursor);
  for (const TrackSpan& stage : spans)
    pill(panel, stage, pass.begin, steps, at.y + (at.h - ui::dp(pill_height)) / 2);
}

}  // namespace

void slim_strip(const PanelContext& panel, const Layout& layout) {
  if (layout.transport.w > 0) transport_panel(panel, layout.transport);
  begin_panel("timeline", layout.timeline, {0, 0}, false);
  const float edge = ui::dp(strip_side);
  Rect at{layout.timeline.x + edge, layout.timeline.y, layout.timeline.w - 2 * edge,
          layout.timeline.h};
  if (panel.document.mode == Mode::compare)  // else it stands in the heading
    at.w = back_button(panel, at.right(), at.y + at.h / 2) - at.x;
  if (panel.moment.trace->steps.empty()) {
    ui::text_at(ImGui::GetWindowDrawList(), Face::ui, ui::dp(ui::body), {at.x, at.y + at.h / 2},
                ui::ink(Ink::dim), no_steps_words(*panel.moment.trace));
  } else {
    const float left = pass_name(panel, at);
    at = {at.x + left, at.y, at.w - left - step_count(panel, at), at.h};
    if (at.w > 0) stages(panel, at);
  }
  end_panel();
}

}  // namespace scope
