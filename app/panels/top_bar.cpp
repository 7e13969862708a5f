// Name, rung, engine, what the other engine says, help.
#include <algorithm>

#include "../../kernels/engines/engine.hpp"
#include "../ui_compat.hpp"
#include "../ui_draw.hpp"
#include "../ui_widgets.hpp"
#include "panel.hpp"

namespace scope {
namespace {

std::string rung_words(const radix::RungInfo& rung) {
  return std::to_string(radix::number_of(rung)) + "  " + rung.title;
}

void rung_list(const Desk& desk, float width) {
  const radix::RungInfo* now = radix::rung_named(desk.app.lane().wish.rung);
  if (!ui::begin_list("##rung", now ? rung_words(*now) + "   §" + now->section : "", width,
                      desk.memory.escape))
    return;
  for (const radix::RungInfo& rung : radix::rungs())
    if (ui::list_item(rung_words(rung), &rung == now, std::string("§") + rung.section))
      desk.post("rung", rung.name);
  ui::end_list();
}

const char* kind_of(radix::EngineId id) { return id == radix::EngineId::cuda ? "CUDA" : "CPU"; }

/// "CUDA · NVIDIA H200"; a device that names its kind itself is left alone.
std::string engine_words(radix::EngineId id, const std::string& device) {
  const std::string kind = kind_of(id);
  return device.starts_with(kind) ? device : kind + " · " + device;
}

/// A machine that cannot be used, with the reason under it.
void missing_engine(const radix::EngineInfo& engine) {
  ImGui::BeginDisabled();
  ImGui::Selectable((std::string(kind_of(engine.id)) + " · not available").c_str());
  ImGui::EndDisabled();
  ui::item_tooltip(engine.reason.c_str(), ui::dp(420));
  ImGui::PushTextWrapPos(ui::dp(380));
  ImGui::TextDisabled("%s", engine.reason.c_str());
  ImGui::PopTextWrapPos();
}

void engine_list(const Desk& desk, float width) {
  const Lane& lane = desk.app.lane();
  const radix::EngineFacts& shown = lane.trace->engine;
  const radix::EngineChoice choice = lane.wish.engine;
  ImGui::SetNextWindowSizeConstraints({ui::dp(400), 0}, {ui::dp(480), ui::dp(600)});
  if (!ui::begin_list("##engine", engine_words(shown.id, shown.device), width, desk.memory.escape))
    return;
  if (ui::list_item("the fastest there is", choice == radix::EngineChoice::automatic, "auto"))
    desk.post("engine", "auto");
  for (const radix::EngineInfo& engine : radix::engines()) {
    const auto own =
        engine.id == radix::EngineId::cuda ? radix::EngineChoice::cuda : radix::EngineChoice::cpu;
    if (!engine.available)
      missing_engine(engine);
    else if (ui::list_item(engine_words(engine.id, engine.device), choice == own))
      desk.post("engine", radix::name_of(own));
  }
  ui::end_list();
}

/// Why there is nothing to compare with; "" when there is.
std::string no_second_engine() {
  for (const radix::EngineInfo& engine : radix::engines())
    if (!engine.available) return engine.reason;
  return "";
}

/// What the other engine found, in the room that is left.
void verdict(const Desk& desk, float width) {
  const Lane& lane = desk.app.lane();
  std::string text = lane.verdict, tip = lane.verdict;
  Ink ink = lane.verified ? Ink::good : Ink::warn;
  if (lane.verified) {
    const bool gpu = lane.trace->engine.id == radix::EngineId::cuda;
    text = std::string("✓  verified: equals the ") + (gpu ? "CPU" : "CUDA") + " engine";
    tip =
        "The same keys were sorted on the other engine too: every array of every step is the same.";
  } else if (text.empty()) {
    tip = no_second_engine();
    if (!tip.empty()) text = "CPU engine only";
    ink = Ink::dim;
  }
  if (text.empty() || width < ui::dp(60)) return;
  ImGui::AlignTextToFramePadding();
  const ui::TextInk colour(ink);
  ImGui::TextUnformatted(ui::fitted(Face::ui, ui::dp(ui::body), text, width).c_str());
  if (!tip.empty()) ui::item_tooltip(tip.c_str(), ui::dp(420));
}

void mode_switch(const Desk& desk, float width) {
  const char* const modes[] = {"Step", "Compare", "Timing"};
  const int clicked = ui::segments("mode", modes, static_cast<int>(desk.app.mode), width);
  if (clicked == 0) desk.post("step_mode");
  if (clicked == 1) desk.post("compare_mode");
  if (clicked == 2) desk.post("timing_mode");
  ImGui::SetCursorScreenPos({ImGui::GetItemRectMax().x, ImGui::GetItemRectMin().y});
}

void label(const char* text) {
  ImGui::AlignTextToFramePadding();
  const ui::TextInk quiet(Ink::dim);
  ImGui::TextUnformatted(text);
  ImGui::SameLine(0, ui::dp(10));
}

void help_button(const Desk& desk, float right) {
  const float side = ImGui::GetFrameHeight();
  ImGui::SameLine(right - side);
  if (ui::button("?", {side, side}, desk.app.help)) desk.post("help");
  ui::item_tooltip("All keys and verbs (?)");
}

}  // namespace

void top_bar_panel(const Desk& desk, const Rect& at) {
  begin_panel("top bar", at, {18, 0}, false);
  const float unit = ui::dp(1), right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  ImGui::SetCursorPosY((at.h - ImGui::GetFrameHeight()) / 2);
  ImGui::AlignTextToFramePadding();
  {
    const ui::Font font(Face::bold, ui::lead);
    ImGui::TextUnformatted("Radixscope");
  }
  const float room = at.w / unit;
  ImGui::SameLine(0, 22 * unit);
  mode_switch(desk, 222 * unit);
  const bool timing = desk.app.mode == Mode::timing;   // is about many rungs, and verifies each
  // A list takes what is left before the help, or has no room
  const auto list_width = [&](float wanted) { return std::min(wanted, (right - ImGui::GetCursorPosX()) / unit - 48); };
  if (room > 600 && !timing) {
    ImGui::SameLine(0, 28 * unit);
    label("rung");
    rung_list(desk, list_width(std::clamp(room * 0.23f, 180.f, 310.f)) * unit);
  }
  if (room > (timing ? 560 : 900)) {
    ImGui::SameLine(0, 24 * unit);
    label("engine");
    engine_list(desk, list_width(std::clamp(room * 0.19f, 160.f, 290.f)) * unit);
  }
  ImGui::SameLine(0, 20 * unit);
  if (!timing) verdict(desk, right - ImGui::GetCursorPosX() - 60 * unit);
  help_button(desk, right);
  end_panel();
}

}  // namespace scope
