// The rule of this step with the selected key's numbers: every number in a box, its name under it.
// Names are never cut: they become wider, then smaller, until all lines have room.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "app/core/words/explain.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float box_height = 32, low_box = 26, least_box = 42, sign_width = 26;

/// How the terms are set.
struct TermSetting {
  float box = box_height;  ///< height of a number's box
  float name = 92;         ///< width at which a name is broken
  float size = ui::words;  ///< of the names' type
  float line() const { return size + 4; }
};
/// From the usual one to the one that takes least room.
constexpr TermSetting settings_of_terms[] = {{},
                                             {.name = 122},
                                             {.box = low_box, .name = 122},
                                             {.box = low_box, .name = 160},
                                             {.box = low_box, .name = 122, .size = 11},
                                             {.box = low_box, .name = 200, .size = 11}};

/// A term made ready: its name broken into lines, its width in pixels.
struct Column {
  std::string sign, value;
  std::vector<std::string> name;
  float box = 0, width = 0;
};

std::vector<std::string> broken(const std::string& text, float width, float size) {
  std::istringstream words(text);
  std::vector<std::string> lines;
  for (std::string word; words >> word;) {
    const std::string longer = lines.empty() ? word : lines.back() + " " + word;
    const bool fits = ui::text_size(Face::ui, ui::dp(size), longer).x <= width;
    if (!lines.empty() && fits)
      lines.back() = longer;
    else
      lines.push_back(word);
  }
  return lines;
}

/// The sign as it is written: a hyphen is no minus.
std::string sign_text(char sign) { return sign == '-' ? "−" : std::string(1, sign); }

Column column_of(const Term& term, bool first, const TermSetting& set) {
  Column column{.sign = first ? "" : sign_text(term.sign), .value = term.value, .name = {}};
  const float value = ui::text_size(Face::mono, ui::dp(17), term.value).x;
  column.box = std::max(value + ui::dp(18), ui::dp(least_box));
  column.width = column.box;
  column.name = broken(term.name, std::max(ui::dp(set.name), column.box), set.size);
  for (const std::string& part : column.name)
    column.width = std::max(column.width, ui::text_size(Face::ui, ui::dp(set.size), part).x);
  return column;
}

void draw_sign(ImVec2 at, const std::string& sign, const TermSetting& set) {
  ui::text_at(ImGui::GetWindowDrawList(), Face::mono, ui::dp(17),
              {at.x + ui::dp(sign_width) / 2, at.y + ui::dp(set.box) / 2}, ui::ink(Ink::dim), sign,
              Anchor::middle);
}

void draw_column(ImVec2 at, const Column& column, const TermSetting& set) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = at.x + column.width / 2;
  ui::box(list, {middle - column.box / 2, at.y, column.box, ui::dp(set.box)}, ui::ink(Ink::raised),
          ui::ink(Ink::accent, 0.8f), ui::dp(6), ui::dp(1.5f));
  ui::text_at(list, Face::mono, ui::dp(17), {middle, at.y + ui::dp(set.box) / 2},
              ui::ink(Ink::text), column.value, Anchor::middle);
  float y = at.y + ui::dp(set.box + set.line() * 0.75f);
  for (const std::string& part : column.name) {
    ui::text_at(list, Face::ui, ui::dp(set.size), {middle, y}, ui::ink(Ink::dim), part,
                Anchor::middle);
    y += ui::dp(set.line());
  }
}

/// Boxes from left to right, in a new line where one does not fit; then "= result". Returns their
/// height in pixels; draws them if `draws`.
float set_terms(const Formula& formula, const TermSetting& set, ImVec2 from, float width,
                bool draws) {
  ImVec2 at = from;
  float low = 0;  // of the names in this line
  const auto need = [&](float wide) {
    if (at.x == from.x || at.x + wide <= from.x + width) return;
    at = {from.x, at.y + ui::dp(set.box) + low + ui::dp(set.box < box_height ? 4 : 10)};
    low = 0;
  };
  for (std::size_t i = 0; i < formula.terms.size(); ++i) {
    const Column column = column_of(formula.terms[i], i == 0, set);
    const float sign = column.sign.empty() ? 0 : ui::dp(sign_width);  // nothing stands before all
    need(sign + column.width);
    if (draws) draw_sign(at, column.sign, set), draw_column({at.x + sign, at.y}, column, set);
    at.x += sign + column.width;
    low = std::max(low, ui::dp(set.line() * static_cast<float>(column.name.size()) + 4));
  }
  const std::string result = formula.result.empty() ? "?" : formula.result;
  const float px = ui::dp(22);
  need(ui::dp(sign_width + 6) + ui::text_size(Face::mono, px, result).x);
  if (draws) {
    draw_sign(at, "=", set);
    ui::text_at(ImGui::GetWindowDrawList(), Face::mono, px,
                {at.x + ui::dp(sign_width + 2), at.y + ui::dp(set.box) / 2},
                ui::ink(formula.result.empty() ? Ink::dim : Ink::text), result);
  }
  return at.y + ui::dp(set.box) + low - from.y;
}

/// The first setting in which all lines have room, else the one that takes least.
const TermSetting& setting_for(const Formula& formula, float width, float height) {
  const TermSetting* best = nullptr;
  float least = 0;
  for (const TermSetting& set : settings_of_terms) {
    const float high = set_terms(formula, set, {}, width, false);
    if (high <= height) return set;
    if (!best || high < least) best = &set, least = high;
  }
  return *best;
}

void draw_terms(const Formula& formula, float height) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const TermSetting& set = setting_for(formula, width, height);
  ImGui::Dummy({width, set_terms(formula, set, from, width, true)});
}

/// What stands over the terms in the caption: the title.
float head_of_terms(const std::string& title, float width) {
  const float px = ui::dp(ui::words), wide = ui::text_size(Face::bold, px, title).x;
  return std::ceil(wide / width) * ui::pick(Face::bold, px).height + ui::dp(4) +
         2 * ImGui::GetStyle().ItemSpacing.y;
}

}  // namespace

void formula_section(const PanelContext& panel, bool brief) {
  const Formula card = formula(panel.moment);
  ui::heading_as_written(card.title);
  if (!card.words.empty() && !brief) ui::paragraph(card.words, Ink::dim);
  if (!card.terms.empty()) {
    ImGui::Dummy({0, ui::dp(2)});
    draw_terms(card, brief ? ImGui::GetContentRegionAvail().y : 1e9f);
  }
  if (!card.hint.empty() && !brief) ui::paragraph(card.hint, Ink::dim, ui::words);
}

float formula_height(const PanelContext& panel, float width) {
  const Formula card = formula(panel.moment);
  if (card.terms.empty()) return 0;
  const TermSetting& set = setting_for(card, width, 0);
  return head_of_terms(card.title, width) + set_terms(card, set, {}, width, false);
}

}  // namespace scope
