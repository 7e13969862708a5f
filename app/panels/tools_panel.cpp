// Controls that belong to a figure: the toy warp and segment of the memory model, and what the
// trade-off measures.
#include <algorithm>

#include "app/core/base/parse.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/chart/calculator_page.hpp"
#include "app/document/tradeoff_job.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float stepper_width = 100, calculator_field = 64;

void name(const char* text) {
  ImGui::AlignTextToFramePadding();
  const ui::TextInk quiet(Ink::dim);
  ImGui::TextUnformatted(text);
  ImGui::SameLine(0, ui::dp(8));
}

/// A button as wide as its text.
bool action(const char* label, const char* tip, bool lit = false) {
  const float wide = ui::text_size(Face::ui, ui::dp(ui::body), label).x + ui::dp(22);
  const bool clicked = ui::button(label, {wide, 0}, lit);
  ui::item_tooltip(tip, ui::dp(320));
  ImGui::SameLine(0, ui::dp(8));
  return clicked;
}

void number(const PanelContext& panel, const char* label, const char* word, uint32_t value,
            uint32_t most) {
  name(label);
  if (const auto wanted = ui::stepper(word, value, 1, most, ui::dp(stepper_width))) {
    const uint32_t next = *wanted == value + 1   ? 2 * value
                          : *wanted + 1 == value ? value / 2
                                                 : *wanted;
    panel.post("memory", std::string(word) + " " + std::to_string(next));
  }
  ImGui::SameLine(0, ui::dp(16));
}

void tradeoff_tools(const PanelContext& panel) {
  if (panel.document.tradeoff_job) {
    if (action("cancel", "Stop measuring; what was measured is kept"))
      panel.post("tradeoff", "cancel");
  } else {
    name("measure");
    if (action("2^16 keys", "Uniform 32-bit keys, 256 threads per block, on the CPU engine"))
      panel.post("tradeoff", "2^16");
    if (action("2^20", "About a quarter of the time of 2^22")) panel.post("tradeoff", "2^20");
    if (action("2^22", "Takes minutes; the window keeps working")) panel.post("tradeoff", "2^22");
    if (action("these keys", "The keys of the input panel, with its threads per block"))
      panel.post("tradeoff", "keys");
  }
  if (action("copy numbers", "All numbers as a Markdown table, to the clipboard"))
    panel.post("tradeoff_table", "markdown");
  if (action("calculator", "The same for your own numbers: b, r, N, C and T  [C]"))
    panel.post("calculator");
}

/// A line to type in for every number; the page answers while it is typed. What is no number is
/// refused when the line is left.
void calculator_tools(const PanelContext& panel, float width) {
  const float air = ui::dp(14), field = ui::dp(calculator_field);
  float words = 0;
  for (const CalculationInput& input : calculation_inputs())
    words += ui::text_size(Face::ui, ui::dp(ui::body), input.about).x + ui::dp(8) + field + air;
  const float more = ui::text_size(Face::ui, ui::dp(ui::body), "Trade-off").x + ui::dp(22);
  const bool brief = words + more > width;
  const float left = ImGui::GetCursorScreenPos().x;
  for (const CalculationInput& input : calculation_inputs()) {
    name(brief ? input.letter : input.about);
    const uint64_t now = panel.document.calculation.*input.value;
    std::string text = power_text(now);
    ui::text_field((std::string("##") + input.name).c_str(), text, field, "");
    const bool ended = ImGui::IsItemDeactivatedAfterEdit();
    const std::string tip =
        say(input.letter, ": ", input.about, ", ", input.low, " to ", power_text(input.high));
    if (!ImGui::IsItemActive()) ui::item_tooltip(tip.c_str());
    const auto typed = plain_power(text);
    const bool good = typed && *typed >= input.low && *typed <= input.high;
    if ((good && *typed != now) || (ended && !good))
      panel.post("calculator", say(input.letter, " ", text));
    ImGui::SameLine(0, air);
  }
  if (ImGui::GetCursorScreenPos().x + more > left + width) return;
  const Figure& tradeoff = *std::ranges::find(figures(), Tools::tradeoff, &Figure::tools);
  if (action(number_of(tradeoff).c_str(), "All radix widths side by side"))
    panel.post("figure", tradeoff.id);
}

}  // namespace

void memory_tools(const PanelContext& panel, bool brief) {
  const MemoryShape& now = panel.document.memory;
  number(panel, brief ? "warp" : "lanes per warp", "warp", now.lanes, most_lanes);
  number(panel, brief ? "segment" : "keys per segment", "segment", now.segment, most_segment);
  if (action("real GPU", "32 lanes, 32-byte sectors: 8 keys", now == real_sectors))
    panel.post("memory", "real");
  if (!brief && action("128-byte lines", "32 lanes, lines of 32 keys", now == real_lines))
    panel.post("memory", "lines");
}

float tools_height(const PanelContext& panel) {
  const Tools tools = current_figure(panel.document).tools;
  if (tools == Tools::timing) return timing_header_height(panel);
  return tools == Tools::none || tools == Tools::chart ? 0 : ImGui::GetFrameHeight() + ui::dp(10);
}

void tools_section(const PanelContext& panel, const Rect& at) {
  const Tools tools = current_figure(panel.document).tools;
  if (tools == Tools::none || tools == Tools::chart) return;
  ImGui::SetCursorScreenPos({at.x, at.y});
  if (tools == Tools::memory) memory_tools(panel, at.w < ui::dp(640));
  if (tools == Tools::tradeoff) tradeoff_tools(panel);
  if (tools == Tools::calculator) calculator_tools(panel, at.w);
  if (tools == Tools::timing) timing_header(panel, at);
}

}  // namespace scope
