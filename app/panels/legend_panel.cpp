// In the profile, under the figure: which colour and hatch stand for which digit, and what the step
// reads and writes. The digits are printed: colour is never the only sign.
#include <algorithm>
#include <cmath>

#include "app/core/scene/owner_inks.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "panels.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

constexpr float legend_side = 20, swatch_height = 18, legend_gap = 6;  // design units

/// A small copy of a cell of this digit.
void swatch(ImDrawList* list, const Rect& at, uint32_t digit, const std::string& text) {
  ui::box(list, at, ui::ink(digit_fill(digit)), 0, ui::dp(3));
  list->PushClipRect(ui::min_of(at), ui::max_of(at), true);
  const bool hatched = digit % 2 == 1 && ui::hatches();
  for (float x = at.x - at.h; hatched && x < at.right(); x += ui::dp(6))
    list->AddLine({x, at.bottom()}, {x + at.h, at.y}, ui::ink(digit_ink(digit), 0.3f), ui::dp(1));
  list->PopClipRect();
  ui::box(list, at, 0, ui::ink(digit_ink(digit)), ui::dp(3), ui::dp(1.4f));
  const Vec middle = at.centre();
  ui::text_at(list, Face::mono, ui::dp(ui::words), {middle.x, middle.y}, ui::ink(Ink::text), text,
              Anchor::middle);
}

/// "reads keys, bits   writes ones before".
std::string flow_words(const Moment& moment) {
  const auto name = [](radix::ArrayId id) { return text::translated(radix::info(id).label); };
  std::string reads;
  for (const radix::ArrayId id : radix::reads_of(*moment.trace, moment.cursor - 1))
    reads = reads.empty() ? std::string(name(id))
                          : text::all::list_middle({.first = reads, .next = name(id)});
  const std::string_view writes = name(moment.step()->made);
  return reads.empty() ? text::panels::writes_only({.writes = writes})
                       : text::panels::reads_writes({.reads = reads, .writes = writes});
}

/// One swatch for every digit; where they are too many or too wide, the first and "…". Returns the
/// right end.
float digits(const Legend& legend, const Rect& at, float end) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float px = ui::dp(ui::words), y = at.y + at.h / 2, high = ui::dp(swatch_height);
  float x = at.x + ui::dp(legend_side);
  ui::text_at(list, Face::ui, px, {x, y}, ui::ink(Ink::dim), legend.name);
  x += ui::text_size(Face::ui, px, legend.name).x + ui::dp(10);
  for (uint32_t digit = 0; digit < legend.colours.size(); ++digit) {
    const std::string& text = legend.colours[digit];
    const float wide = ui::text_size(Face::mono, px, text).x + ui::dp(14);
    if (x + wide + ui::dp(20) > end) {
      ui::text_at(list, Face::ui, px, {x, y}, ui::ink(Ink::dim), "…");
      return x + ui::dp(20);
    }
    swatch(list, {x, y - high / 2, wide, high}, legend.owners ? owner_digit(digit) : digit, text);
    x += wide + ui::dp(legend_gap);
  }
  return x;
}

}  // namespace

void legend_strip(const PanelContext& panel, const Rect& at) {
  const Moment& moment = panel.moment;
  const float right = at.right() - ui::dp(legend_side), px = ui::dp(ui::words);
  const Legend legend = legend_of(moment);
  const std::string flow = moment.step() ? flow_words(moment) : "";
  const float wanted = ui::text_size(Face::ui, px, flow).x + ui::dp(24);
  const float least = at.x + at.w * 0.4f;  // of the digits
  // A scale of wide digits is in the figure
  const float end = legend.name.empty() || legend.colours.size() > digit_inks
                        ? at.x + ui::dp(legend_side)
                        : digits(legend, at, std::max(right - wanted, least));
  const float room = right - end - ui::dp(12);
  const float size = std::min(px, px * room / std::max(wanted - ui::dp(24), 1.f));
  if (size < px * 0.7f) return;  // digits come first
  ui::text_at(ImGui::GetWindowDrawList(), Face::ui, size, {right, at.y + at.h / 2},
              ui::ink(Ink::dim), flow, Anchor::right);
}

}  // namespace scope
