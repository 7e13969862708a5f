// What the sort has come to: the card of the key that is followed or lit, what a sort promises, and
// what it has cost up to this step.
#include <algorithm>

#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float card_height = 62, card_line = 20;

void empty_card(const Rect& at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, at, 0, ui::ink(Ink::line), ui::dp(8), ui::dp(1), ui::dp(4));
  ui::text_at(list, Face::ui, ui::dp(ui::words), {at.centre().x, at.centre().y}, ui::ink(Ink::dim),
              text::panels::click_to_follow, Anchor::middle);
}

/// The small cross that lets go. True when it was clicked.
bool cross(const Rect& card) {
  const float side = ui::dp(26), arm = ui::dp(4.5f);
  ImGui::SetCursorScreenPos({card.right() - side - ui::dp(6), card.y + ui::dp(6)});
  const bool clicked = ui::hot_area("let go", {side, side});
  const ImVec2 a = ImGui::GetItemRectMin();
  const ImVec2 m(a.x + side / 2, a.y + side / 2);
  const ImU32 colour = ui::ink(ImGui::IsItemHovered() ? Ink::text : Ink::dim);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine({m.x - arm, m.y - arm}, {m.x + arm, m.y + arm}, colour, ui::dp(1.5f));
  list->AddLine({m.x - arm, m.y + arm}, {m.x + arm, m.y - arm}, colour, ui::dp(1.5f));
  return clicked;
}

void key_card(const PanelContext& panel, const Rect& at, uint32_t id) {
  const Moment& moment = panel.moment;
  const bool pinned = id == panel.document.pinned;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, at, ui::ink(Ink::raised), ui::ink(pinned ? Ink::select : Ink::line), ui::dp(8),
          ui::dp(pinned ? 2.f : 1.f));
  const auto line = [&](float y, Face face, float size, Ink ink, const std::string& text) {
    ui::text_at(list, face, ui::dp(size), {at.x + ui::dp(14), at.y + ui::dp(y)}, ui::ink(ink),
                text);
  };
  const radix::Problem& problem = moment.problem();
  const std::string key = problem.text_of(problem.keys()[id]);
  const std::string mark = duplicate_marks(moment.problem())[id];
  line(21, Face::bold, 16, Ink::text,
       text::panels::key_card({.index = id, .key = key + mark}) +
           (problem.values().empty() ? "" : "  ·  " + std::to_string(problem.values()[id])));
  float y = 43;
  for (const std::string& words : thread_words(moment, id)) {
    line(y, Face::ui, ui::words, Ink::dim, words);
    y += card_line;
  }
  if (pinned && cross(at)) panel.post("pin", "none");
}

void follow_section(const PanelContext& panel) {
  const bool example = panel.moment.chosen() == none && panel.moment.example_key != none;
  ui::heading(example ? text::panels::example : text::panels::follow);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = card_height + card_line * static_cast<float>(thread_lines(panel.moment) - 1);
  const Rect at{start.x, start.y, ImGui::GetContentRegionAvail().x, ui::dp(height)};
  const uint32_t id = panel.moment.selected();
  if (id >= panel.moment.problem().size())
    empty_card(at);
  else
    key_card(panel, at, id);
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({at.w, at.h});
}

/// What a sort promises, checked on the keys as they stand.
void promises(const Moment& moment) {
  constexpr Ink inks[] = {Ink::text, Ink::warn, Ink::dim};  // in the order of Promise::State
  ui::heading(text::panels::kept_so_far);
  for (const Promise& each : kept_so_far(moment))
    ui::fact(each.name.c_str(), each.value, inks[each.state]);
  ui::rule();
}

}  // namespace

void totals_section(const PanelContext& panel) {
  follow_section(panel);
  ui::rule();
  promises(panel.moment);
  ui::heading(text::panels::totals_so_far);
  for (const Total& each : totals_so_far(panel.moment)) ui::fact(each.name.c_str(), each.value);
}

}  // namespace scope
