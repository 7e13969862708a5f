// The banner of a planted fault over the figure: its one-line difference, keys that show and hide
// it, the game of finding it, right and wrong side by side.
#include <algorithm>

#include "app/base/text.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

// Design units
constexpr float banner_side = 16, banner_row = 24, banner_head = 32, banner_air = 7;
constexpr std::size_t most_pairs = 2;

struct BannerButton {
  const char* label;
  const char* verb;
  const char* about;
};
constexpr BannerButton banner_buttons[] = {
    {"Shows", "fault_shows", "Sort keys that show the fault"},
    {"Hides", "fault_hides", "Sort keys with which nothing is wrong"},
    {"Find it", "covered", "Cover the difference: which line of the kernel is it?"},
    {"Right | wrong", "fault_beside", "Put the right run beside the wrong one"},
    {"×", "fault", "Take the fault out of the kernels"},
};

const char* label_of(const BannerButton& button, const Document& document) {
  const bool game = std::string_view(button.verb) == "covered" && document.covered;
  return game ? "Reveal" : button.label;
}

/// From the right edge; returns the x where they begin.
float banner_controls(const PanelContext& panel, const Rect& at) {
  const float high = ui::dp(24), px = ui::dp(ui::words);
  float x = at.right() - ui::dp(banner_side);
  for (std::size_t i = std::size(banner_buttons); i-- > 0;) {
    const BannerButton& button = banner_buttons[i];
    const char* label = label_of(button, panel.document);
    const float wide = ui::text_size(Face::ui, px, label).x + ui::dp(16);
    x -= wide;
    ImGui::SetCursorScreenPos({x, at.y + ui::dp(5)});
    const ui::Font font(Face::ui, ui::words);
    if (ui::button(label, {wide, high}))
      panel.post(button.verb, std::string_view(button.verb) == "fault" ? "none" : "");
    ui::item_tooltip(button.about);
    x -= ui::dp(6);
  }
  return x;
}

/// A sign and a line of the kernel; returns the y below.
float banner_line(const Rect& at, float y, const char* sign, const std::string& text, Ink ink) {
  const float px = ui::dp(14), x = at.x + ui::dp(banner_side), middle = y + ui::dp(banner_row) / 2;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({at.x + ui::dp(3), y}, {at.right(), y + ui::dp(banner_row)},
                      ui::ink(ink, 0.12f));
  ui::text_at(list, Face::mono, px, {x, middle}, ui::ink(ink), sign);
  ui::text_at(list, Face::mono, px, {x + ui::dp(18), middle}, ui::ink(Ink::text),
              ui::fitted(Face::mono, px, text.empty() ? "(nothing)" : text,
                         at.right() - ui::dp(banner_side) - x - ui::dp(18)));
  return y + ui::dp(banner_row);
}

std::vector<LinePair> shown_pairs(const radix::PlantedFault& fault) {
  auto pairs = line_pairs(fault);
  if (pairs.size() > most_pairs) pairs.resize(most_pairs);
  return pairs;
}

std::string game_words(const PanelContext& panel, const radix::PlantedFault& fault) {
  const uint32_t line = panel.document.suspect;
  return say("One line of ", fault.file, " is wrong. Click the line you suspect in the kernel; ",
             line > 0 ? say("suspected: line ", line, ".")
                      : std::string("by keys: Ctrl+↓ ↑, then Ctrl+Enter."));
}

}  // namespace

float fault_banner_height(const PanelContext& panel) {
  const radix::PlantedFault* fault = planted_now(panel.document);
  if (!fault || panel.document.mode == Mode::timing) return 0;
  const auto lines = panel.document.covered ? 1 : 2 * shown_pairs(*fault).size();
  return ui::dp(banner_head + banner_row * static_cast<float>(lines) + banner_air);
}

void fault_banner(const PanelContext& panel, const Rect& at) {
  const radix::PlantedFault& fault = *planted_now(panel.document);
  begin_panel("fault", at, {0, 0}, false);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({at.x, at.y}, {at.right(), at.bottom()}, ui::ink(Ink::raised));
  list->AddRectFilled({at.x, at.y}, {at.x + ui::dp(3), at.bottom()}, ui::ink(Ink::warn));
  const bool covered = panel.document.covered;
  const float right = banner_controls(panel, at), x = at.x + ui::dp(banner_side),
              middle = at.y + ui::dp(banner_head) / 2;
  const std::string name = covered ? "A planted fault" : capital(fault.title);
  const std::string file = say(fault.section, " · ", fault.file);
  ui::text_at(list, Face::bold, ui::dp(ui::body), {x, middle}, ui::ink(Ink::warn),
              ui::fitted(Face::bold, ui::dp(ui::body), name, right - x));
  const float behind = x + ui::text_size(Face::bold, ui::dp(ui::body), name).x + ui::dp(12);
  const std::string verdict = say(file, " · ", fault_verdict(panel.document.lane()));
  if (behind < right)
    ui::text_at(list, Face::ui, ui::dp(ui::words), {behind, middle}, ui::ink(Ink::dim),
                ui::fitted(Face::ui, ui::dp(ui::words), verdict, right - behind));
  float y = at.y + ui::dp(banner_head);
  if (covered) {
    ui::text_at(list, Face::ui, ui::dp(ui::body), {x, y + ui::dp(banner_row) / 2},
                ui::ink(Ink::text),
                ui::fitted(Face::ui, ui::dp(ui::body), game_words(panel, fault),
                           at.right() - x - ui::dp(banner_side)));
  } else {
    for (const LinePair& pair : shown_pairs(fault)) {
      y = banner_line(at, y, "−", pair.right, Ink::good);
      y = banner_line(at, y, "+", pair.wrong, Ink::warn);
    }
  }
  end_panel();
}

}  // namespace scope
