// The rule of this step with the selected key's numbers: every number in a box, its name under it.
#include <algorithm>
#include <sstream>
#include <vector>

#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"
#include "app/core/words/explain.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float box_height = 32, least_box = 42, name_width = 92, sign_width = 26, line = 17;

/// A term made ready: its name broken into lines, its width in pixels.
struct Column {
  std::string sign, value;
  std::vector<std::string> name;
  float box = 0, width = 0;
};

std::vector<std::string> broken(const std::string& text, float width) {
  std::istringstream words(text);
  std::vector<std::string> lines;
  for (std::string word; words >> word;) {
    const std::string longer = lines.empty() ? word : lines.back() + " " + word;
    const bool fits = ui::text_size(Face::ui, ui::dp(ui::words), longer).x <= width;
    if (!lines.empty() && fits)
      lines.back() = longer;
    else
      lines.push_back(word);
  }
  return lines;
}

/// The sign as it is written: a hyphen is no minus.
std::string sign_text(char sign) { return sign == '-' ? "−" : std::string(1, sign); }

Column column_of(const Term& term, bool first) {
  Column column{.sign = first ? "" : sign_text(term.sign), .value = term.value, .name = {}};
  const float value = ui::text_size(Face::mono, ui::dp(17), term.value).x;
  column.box = std::max(value + ui::dp(18), ui::dp(least_box));
  column.width = column.box;
  column.name = broken(term.name, std::max(ui::dp(name_width), column.box));
  for (const std::string& part : column.name)
    column.width = std::max(column.width, ui::text_size(Face::ui, ui::dp(ui::words), part).x);
  return column;
}

void draw_sign(ImVec2 at, const std::string& sign) {
  ui::text_at(ImGui::GetWindowDrawList(), Face::mono, ui::dp(17),
              {at.x + ui::dp(sign_width) / 2, at.y + ui::dp(box_height) / 2}, ui::ink(Ink::dim),
              sign, Anchor::middle);
}

void draw_column(ImVec2 at, const Column& column) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = at.x + column.width / 2;
  ui::box(list, {middle - column.box / 2, at.y, column.box, ui::dp(box_height)},
          ui::ink(Ink::raised), ui::ink(Ink::accent, 0.8f), ui::dp(6), ui::dp(1.5f));
  ui::text_at(list, Face::mono, ui::dp(17), {middle, at.y + ui::dp(box_height) / 2},
              ui::ink(Ink::text), column.value, Anchor::middle);
  float y = at.y + ui::dp(box_height + line * 0.75f);
  for (const std::string& part : column.name) {
    ui::text_at(list, Face::ui, ui::dp(ui::words), {middle, y}, ui::ink(Ink::dim), part,
                Anchor::middle);
    y += ui::dp(line);
  }
}

/// Boxes from left to right, in a new line where one does not fit; then "= result".
void draw_terms(const Formula& formula) {
  const float left = ImGui::GetCursorScreenPos().x, width = ImGui::GetContentRegionAvail().x;
  ImVec2 at = ImGui::GetCursorScreenPos();
  float low = 0;  // of the names in this line
  const auto need = [&](float wide) {
    if (at.x == left || at.x + wide <= left + width) return;
    at = {left, at.y + ui::dp(box_height) + low + ui::dp(10)};
    low = 0;
  };
  for (std::size_t i = 0; i < formula.terms.size(); ++i) {
    const Column column = column_of(formula.terms[i], i == 0);
    const float sign = column.sign.empty() ? 0 : ui::dp(sign_width);  // nothing stands before all
    need(sign + column.width);
    draw_sign(at, column.sign);
    draw_column({at.x + sign, at.y}, column);
    at.x += sign + column.width;
    low = std::max(low, ui::dp(line * static_cast<float>(column.name.size()) + 4));
  }
  const std::string result = formula.result.empty() ? "?" : formula.result;
  const float px = ui::dp(22);
  need(ui::dp(sign_width + 6) + ui::text_size(Face::mono, px, result).x);
  draw_sign(at, "=");
  ui::text_at(ImGui::GetWindowDrawList(), Face::mono, px,
              {at.x + ui::dp(sign_width + 2), at.y + ui::dp(box_height) / 2},
              ui::ink(formula.result.empty() ? Ink::dim : Ink::text), result);
  ImGui::Dummy({width, at.y + ui::dp(box_height) + low - ImGui::GetCursorScreenPos().y});
}

}  // namespace

void formula_section(const PanelContext& panel, bool brief) {
  const Formula card = formula(panel.moment);
  ui::heading(card.title);
  if (!card.words.empty() && !brief) ui::paragraph(card.words, Ink::dim);
  if (!card.terms.empty()) {
    ImGui::Dummy({0, ui::dp(2)});
    draw_terms(card);
  }
  if (!card.hint.empty() && !brief) ui::paragraph(card.hint, Ink::dim, ui::words);
}

}  // namespace scope
