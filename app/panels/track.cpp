#include "track.hpp"

#include <algorithm>

#include "app/window/style.hpp"

namespace scope {
namespace {

using radix::Step;

constexpr float pass_gap = 12, stage_gap = 3;

template <class Same>
std::vector<TrackSpan> runs(std::span<const Step> steps, Same same) {
  std::vector<TrackSpan> spans;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i == 0 || !same(steps[i - 1], steps[i])) spans.push_back({i, i, 0, 0});
    spans.back().end = i + 1;
  }
  return spans;
}

float name_width(const Step& step) {
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
      wide.push_back(all || step.pass == focus ? name_width(step) : 0);
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

}  // namespace

const char* stage_name(const Step& step) { return radix::info(step.stage).label; }

Track track_of(std::span<const Step> steps, uint32_t focus, float x, float width) {
  Track track;
  track.passes = runs(steps, [](const Step& a, const Step& b) { return a.pass == b.pass; });
  track.stages = runs(
      steps, [](const Step& a, const Step& b) { return a.pass == b.pass && a.stage == b.stage; });
  const auto count = static_cast<float>(std::max<std::size_t>(track.stages.size(), 1));
  const float gap = std::min(ui::dp(stage_gap), width / count / 8);
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

}  // namespace scope
