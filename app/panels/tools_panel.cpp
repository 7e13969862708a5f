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

void name(text::Label text) {
  ImGui::AlignTextToFramePadding();
  const ui::TextInk quiet(Ink::dim);
  ImGui::TextUnformatted(text.c_str());
  ImGui::SameLine(0, ui::dp(8));
}

/// A button as wide as its text.
bool action(const std::string& label, text::Label tip, bool lit = false) {
  const float wide = ui::text_size(Face::ui, ui::dp(ui::body), label).x + ui::dp(22);
  const bool clicked = ui::button(label, {wide, 0}, lit);
  ui::item_tooltip(tip, ui::dp(320));
  ImGui::SameLine(0, ui::dp(8));
  return clicked;
}

void number(const PanelContext& panel, text::Label label, const char* word, uint32_t value,
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
    if (action(text::panels::measure_cancel, text::panels::measure_cancel_about))
      panel.post("tradeoff", "cancel");
  } else {
    name(text::panels::measure);
    if (action(text::panels::measure_2_16, text::panels::measure_2_16_about))
      panel.post("tradeoff", "2^16");
    if (action("2^20", text::panels::measure_2_20_about)) panel.post("tradeoff", "2^20");
    if (action("2^22", text::panels::measure_2_22_about)) panel.post("tradeoff", "2^22");
    if (action(text::panels::measure_these, text::panels::measure_these_about))
      panel.post("tradeoff", "keys");
  }
  if (action(text::panels::copy_numbers, text::panels::copy_numbers_about))
    panel.post("tradeoff_table", "markdown");
  if (action(text::panels::calculator, text::panels::calculator_about)) panel.post("calculator");
}

/// A line to type in for every number; the page answers while it is typed. What is no number is
/// refused when the line is left.
void calculator_tools(const PanelContext& panel, float width) {
  const float air = ui::dp(14), field = ui::dp(calculator_field);
  float words = 0;
  for (const CalculationInput& input : calculation_inputs())
    words += ui::text_size(Face::ui, ui::dp(ui::body), text::translated(input.about)).x +
             ui::dp(8) + field + air;
  const Figure& tradeoff = *std::ranges::find(figures(), Tools::tradeoff, &Figure::tools);
  const float more = ui::text_size(Face::ui, ui::dp(ui::body), number_of(tradeoff)).x + ui::dp(22);
  const bool brief = words + more > width;
  const float left = ImGui::GetCursorScreenPos().x;
  for (const CalculationInput& input : calculation_inputs()) {
    name(brief ? input.letter : input.about);
    const uint64_t now = panel.document.calculation.*input.value;
    std::string text = power_text(now);
    ui::text_field((std::string("##") + input.name).c_str(), text, field, "");
    const bool ended = ImGui::IsItemDeactivatedAfterEdit();
    const std::string tip = text::panels::calculator_tip({.about = text::translated(input.about),
                                                          .high = power_text(input.high),
                                                          .letter = input.letter,
                                                          .low = input.low});
    if (!ImGui::IsItemActive()) ui::item_tooltip(tip.c_str());
    const auto typed = plain_power(text);
    const bool good = typed && *typed >= input.low && *typed <= input.high;
    if ((good && *typed != now) || (ended && !good))
      panel.post("calculator", std::string(input.letter) + " " + text);
    ImGui::SameLine(0, air);
  }
  if (ImGui::GetCursorScreenPos().x + more > left + width) return;
  if (action(number_of(tradeoff), text::panels::all_widths)) panel.post("figure", tradeoff.id);
}

}  // namespace

void memory_tools(const PanelContext& panel, bool brief) {
  const MemoryShape& now = panel.document.memory;
  number(panel, brief ? text::panels::warp : text::panels::lanes_per_warp, "warp", now.lanes,
         max_warp_lanes);
  number(panel, brief ? text::panels::segment : text::panels::keys_per_segment, "segment",
         now.segment, max_segment);
  if (action(text::panels::real_gpu, text::panels::real_gpu_about, now == real_sectors))
    panel.post("memory", "real");
  if (!brief && action(text::panels::lines_128, text::panels::lines_128_about, now == real_lines))
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
