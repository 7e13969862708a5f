#include "widgets.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>
#include <vector>

#include <imgui_stdlib.h>

#include "app/core/base/cache.hpp"
#include "app/core/words/glossary.hpp"
#include "draw.hpp"
#include "focus.hpp"
#include "imgui_compat.hpp"
#include "kernels/text/message.hpp"

namespace scope::ui {
namespace {

/// In capitals, but for what follows a digit: key 9b and 0x1f are no other words in a heading.
std::string capitals(std::string text) {
  bool number = false;
  for (char& c : text) {
    const bool small = c >= 'a' && c <= 'z';
    number = (c >= '0' && c <= '9') || (number && small);
    if (small && !number) c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

/// The right end of the line that begins at the cursor, as SameLine takes it.
float right_end() { return ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x; }

/// Where each byte of a text stands in its lines, whose ends replace a blank or stand between two
/// signs; and after the last one.
std::vector<std::size_t> places_in_lines(std::string_view text, std::string_view lines) {
  std::vector<std::size_t> places;
  std::size_t at = 0;
  for (const char c : text) {
    if (at < lines.size() && lines[at] == '\n' && c != '\n' && c != ' ') ++at;
    places.push_back(at);
    if (at < lines.size() && (lines[at] == c || lines[at] == '\n')) ++at;
  }
  places.push_back(at);
  return places;
}

/// A line of dots from `from` on.
void dots(ImVec2 from, float width) {
  const float dot = std::max(1.f, dp(1)), pitch = 3 * dot;
  for (float x = 0; x + dot <= width; x += pitch)
    ImGui::GetWindowDrawList()->AddRectFilled({from.x + x, from.y},
                                              {from.x + x + dot, from.y + dot}, ink(Ink::dim));
}

/// The text in lines for the font that was pushed. Widgets draw in the size that was made, which is
/// up to an eighth of a pixel larger than the one that is measured.
std::string in_lines_of_widgets(Face face, float px, std::string_view text, float width) {
  return in_lines(face, px, text,
                  width * std::min(1.f, pick(face, px).height / ImGui::GetFontSize()));
}

void explain_here(const std::string& explanation) {
  const Font font(Face::ui, body);
  const float wrap = dp(340);
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(in_lines(Face::ui, dp(body), explanation, wrap).c_str());
  ImGui::EndTooltip();
}

/// The − or + of a stepper: drawn, because a font's minus is not as wide as its plus.
bool sign_button(const char* id, bool plus, ImVec2 size) {
  const bool clicked = ImGui::Button(id, size);
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  const ImVec2 middle((a.x + b.x) / 2, (a.y + b.y) / 2);
  const float arm = dp(4.5f), thick = dp(1.5f);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto bar = [&](float w, float h) {
    list->AddRectFilled({middle.x - w, middle.y - h}, {middle.x + w, middle.y + h}, ink(Ink::text));
  };
  bar(arm, thick / 2);
  if (plus) bar(thick / 2, arm);
  return clicked;
}

/// The typed middle of a stepper: taken with Enter or when the person goes elsewhere.
std::optional<uint32_t> typed_number(const char* id, uint32_t value, float width) {
  char text[16];
  std::snprintf(text, sizeof text, "%u", value);
  const Font font(Face::mono, body);
  const float free = width - ImGui::CalcTextSize(text).x;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(std::max(free / 2, dp(2)), ImGui::GetStyle().FramePadding.y));
  ImGui::SetNextItemWidth(width);
  if (is_pressed(ImGui::GetID(id))) take_keyboard();
  forget_undo(ImGui::GetID(id));
  ImGui::InputText(id, text, sizeof text,
                   ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleVar();
  reachable_item(ImGui::GetID(id));
  if (!ImGui::IsItemDeactivatedAfterEdit()) return std::nullopt;
  uint32_t number = 0;
  const std::string_view typed = text;
  const auto end = std::from_chars(typed.data(), typed.data() + typed.size(), number);
  return end.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

/// What ImGui calls the list that a combo opens.
ImGuiID list_of(const char* combo) {
  ImGui::PushID(combo);
  const ImGuiID list = ImGui::GetID("##ComboPopup");
  ImGui::PopID();
  return list;
}

}  // namespace

void heading(const std::string& text) { heading_as_written(capitals(text)); }

void heading_as_written(const std::string& text) {
  const Font font(Face::bold, words);
  const TextInk quiet(Ink::dim);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
}

void rule() {
  ImGui::Dummy({0, air(4, 0)});
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::GetWindowDrawList()->AddLine(at, {at.x + width, at.y}, ink(Ink::line, 0.7f),
                                      std::max(dp(1), 1.f));
  ImGui::Dummy({0, air(6, 1)});
}

void explained(const std::string& text, float size, float width) {
  static Cache<std::pair<std::string, std::string>, std::vector<GlossaryMark>> known(4);
  const auto marks =
      known.get({std::string(text::language()), text}, [&] { return glossary_marks(text); });
  const Font font(Face::ui, size);
  const std::string lines = in_lines_of_widgets(Face::ui, dp(size), text, width);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::TextUnformatted(lines.c_str());
  const std::vector<std::size_t> places = places_in_lines(text, lines);
  const float high = ImGui::GetTextLineHeight();
  const bool pointed = ImGui::IsWindowHovered() && !mouse_rests();
  for (const GlossaryMark& mark : *marks) {
    std::size_t at = places[mark.begin];
    const std::size_t end = places[mark.begin + mark.size - 1] + 1;
    while (at < end) {  // a term may go on in the next line
      const std::size_t line = at == 0 ? 0 : lines.rfind('\n', at - 1) + 1;
      const std::size_t stop = std::min(end, lines.find('\n', at));
      const char* all = lines.c_str();
      const float x = start.x + ImGui::CalcTextSize(all + line, all + at).x,
                  wide = ImGui::CalcTextSize(all + at, all + stop).x,
                  y = start.y + high * static_cast<float>(std::count(all, all + at, '\n'));
      dots({x, y + high - dp(1)}, wide);
      note_tip(mark.explanation);
      if (pointed && ImGui::IsMouseHoveringRect({x, y}, {x + wide, y + high}))
        explain_here(mark.explanation);
      at = stop + 1;
    }
  }
}

void paragraph(const std::string& text, Ink which, float size, Face face) {
  const Font font(face, size);
  const TextInk colour(which);
  const std::string lines =
      in_lines_of_widgets(face, dp(size), drawable(text), ImGui::GetContentRegionAvail().x);
  ImGui::PushTextWrapPos(0);  // a word that is wider than all of it
  ImGui::TextUnformatted(lines.c_str());
  ImGui::PopTextWrapPos();
}

void row(const std::string& name, float width) {
  const float end = right_end(), room = end - ImGui::GetCursorPosX() - width - dp(4);
  ImGui::AlignTextToFramePadding();
  if (text_size(Face::ui, dp(body), name).x <= room) {
    ImGui::TextUnformatted(name.c_str());
    ImGui::SameLine(end - width);
  } else {  // above the control
    ImGui::TextUnformatted(
        in_lines(Face::ui, dp(body), name, end - ImGui::GetCursorPosX()).c_str());
    ImGui::SetCursorPosX(end - width);
  }
}

void fact(const std::string& name, const std::string& value, Ink which) {
  const float end = right_end(), left = ImGui::GetCursorPosX();
  {
    const TextInk quiet(Ink::dim);
    ImGui::TextUnformatted(name.c_str());
  }
  const bool number = value.find_first_not_of("0123456789 /×") == value.npos;
  const Font font(number ? Face::mono : Face::ui, body);
  const TextInk colour(which);
  const Face face = number ? Face::mono : Face::ui;
  const float wide = text_size(face, dp(body), value).x;
  if (wide <= end - left - ImGui::GetItemRectSize().x - dp(10)) {
    ImGui::SameLine(end - wide);
    ImGui::TextUnformatted(value.c_str());
    return;
  }
  const std::string lines = in_lines(face, dp(body), value, end - left);  // below its name
  ImGui::SetCursorPosX(std::max(left, end - ImGui::CalcTextSize(lines.c_str()).x));
  ImGui::TextUnformatted(lines.c_str());
}

/// Of an id of ImGui: without what only tells it apart.
static std::string_view shown_part(std::string_view id) {
  if (id.starts_with("##")) return id.substr(2);
  return id.substr(0, id.find("##"));
}

/// Where the item before this is.
static void note_item(std::string_view id) {
  if (!places_noted()) return;
  const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
  note_place(shown_part(id), {a.x, a.y, b.x - a.x, b.y - a.y});
}

/// How wide each of a few choices is: the same for all, or as its label needs where one has no
/// room.
std::vector<float> widths_of(std::span<const char* const> labels, float width) {
  std::vector<float> wide;
  float all = 0, widest = 0;
  for (const char* const label : labels) {
    wide.push_back(text_size(Face::bold, dp(words), label).x + dp(8));
    all += wide.back();
    widest = std::max(widest, wide.back());
  }
  const auto count = static_cast<float>(labels.size());
  for (float& each : wide)
    each = widest <= width / count ? width / count
           : all <= width          ? each + (width - all) / count
                                   : each * width / all;
  return wide;
}

float segments_width(std::span<const char* const> labels) {
  float all = 0;
  for (const char* const label : labels) all += text_size(Face::bold, dp(words), label).x + dp(8);
  return all;
}

int segments(const char* id, std::span<const char* const> labels, int chosen, float width) {
  ImGui::PushID(id);
  const float height = ImGui::GetFrameHeight();
  const std::vector<float> widths = widths_of(labels, width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float radius = ImGui::GetStyle().FrameRounding;
  box(list, {at.x, at.y, width, height}, ink(Ink::raised), ink(Ink::line), radius);
  int clicked = -1;
  float x = at.x;
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    const float each = widths[static_cast<std::size_t>(i)];
    ImGui::SetCursorScreenPos({x, at.y});
    if (hot_area(labels[i], {each, height})) clicked = i;
    note_cut(i == chosen ? Face::bold : Face::ui, dp(words), labels[i], each);
    const bool on = i == chosen, over = ImGui::IsItemHovered();
    const Rect pill{x + dp(2), at.y + dp(2), each - dp(4), height - dp(4)};
    if (on)
      box(list, pill, ink(Ink::accent), 0, radius - dp(1));
    else if (over)
      box(list, pill, tint(button_hovered), 0, radius - dp(1));
    text_at(list, on ? Face::bold : Face::ui, dp(words), {x + each / 2, at.y + height / 2},
            ink(on ? Ink::page : Ink::text), labels[i], Anchor::middle);
    x += each;
  }
  ImGui::PopID();
  return clicked;
}

float stepper_width(uint32_t value) {
  constexpr uint32_t usual = 999;
  const std::string widest = std::to_string(std::max(value, usual));
  return 2 * ImGui::GetFrameHeight() + dp(8) + text_size(Face::mono, dp(body), widest).x + dp(8);
}

std::optional<uint32_t> stepper(const char* id, uint32_t value, uint32_t low, uint32_t high,
                                float width) {
  ImGui::PushID(id);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(dp(4), ImGui::GetStyle().ItemSpacing.y));
  const float side = ImGui::GetFrameHeight();
  std::optional<uint32_t> wanted;
  push_button_repeat();
  if (sign_button("##less", false, {side, side}) && value > low) wanted = value - 1;
  pop_button_repeat();
  ImGui::SameLine();
  if (const auto typed = typed_number("##number", value, width - 2 * side - dp(8))) wanted = typed;
  const int step = step_of(ImGui::GetID("##number"));
  if (step > 0 && value < high) wanted = value + 1;
  if (step < 0 && value > low) wanted = value - 1;
  ImGui::SameLine();
  push_button_repeat();
  if (sign_button("##more", true, {side, side}) && value < high) wanted = value + 1;
  pop_button_repeat();
  note_item(std::string(id) + " +");
  ImGui::PopStyleVar();
  ImGui::PopID();
  return wanted == value ? std::nullopt : wanted;
}

static constexpr float list_arrow = 12;

static std::vector<ImGuiID> lists;
static std::optional<ImGuiID> kept_open;

std::vector<ImGuiID> take_lists() { return std::exchange(lists, {}); }
void keep_open(ImGuiID list) { kept_open = list; }

float list_width(const std::string& chosen) {
  return text_size(Face::ui, dp(body), chosen).x + 2 * ImGui::GetStyle().FramePadding.x +
         dp(list_arrow);
}

bool begin_list(const char* id, const std::string& chosen, float width, bool close) {
  const float padding = ImGui::GetStyle().FramePadding.x, arrow = dp(list_arrow),
              height = ImGui::GetFrameHeight();
  const std::string shown = shortened(Face::ui, dp(body), chosen, width - 2 * padding - arrow);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImGui::SetNextItemWidth(width);
  const ImGuiID own = ImGui::GetID(id);
  reachable(own, at, {at.x + width, at.y + height});
  note_place(shown_part(id), {at.x, at.y, width, height});
  if (places_noted() && std::ranges::count(lists, own) == 0) lists.push_back(own);
  if (kept_open) close = own != *kept_open;
  if (is_pressed(own) || step_of(own) != 0 || own == kept_open) ImGui::OpenPopup(list_of(id));
  const bool open = ImGui::BeginCombo(id, shown.c_str(),
                                      ImGuiComboFlags_HeightLarge | ImGuiComboFlags_NoArrowButton);

  // A small arrow: ImGui's own is a loud square
  const ImVec2 middle(at.x + width - padding - arrow / 2, at.y + height / 2);
  const float half = dp(4.5f);
  list->AddTriangleFilled({middle.x - half, middle.y - half * 0.5f},
                          {middle.x + half, middle.y - half * 0.5f},
                          {middle.x, middle.y + half * 0.7f}, ink(Ink::dim));
  if (open && close) ImGui::CloseCurrentPopup();
  return open;
}

void end_list() { ImGui::EndCombo(); }

bool list_item(const std::string& text, bool chosen, const std::string& detail) {
  const OnLayer layer(Layer::list);
  const ImGuiID id = ImGui::GetID(text.c_str());
  const std::string shown = text.substr(0, text.find("##"));
  note_tip(shown + " " + detail);  // a long list shows a part of it
  const float wide = text_size(Face::ui, dp(body), shown).x + dp(20) +
                     text_size(Face::ui, dp(words), detail).x;  // the list is as wide as its widest
  bool clicked =
      ImGui::Selectable(text.c_str(), chosen, 0,
                        {detail.empty() ? 0 : std::max(wide, ImGui::GetContentRegionAvail().x), 0});
  note_item(text);
  if (chosen && ImGui::IsWindowAppearing()) reach(id);
  if (reachable_item(id)) {
    clicked = true;
    ImGui::CloseCurrentPopup();
  }
  const Ink quiet = chosen || ImGui::IsItemHovered() ? Ink::text : Ink::dim;  // on a tinted line
  if (chosen && ImGui::IsWindowAppearing()) ImGui::SetScrollHereY();
  if (!detail.empty()) {
    const ImVec2 b = ImGui::GetItemRectMax(), a = ImGui::GetItemRectMin();
    text_at(ImGui::GetWindowDrawList(), Face::ui, dp(words), {b.x - dp(4), (a.y + b.y) / 2},
            ink(quiet), detail, Anchor::right);
    note_cut(Face::ui, dp(body), shown,
             b.x - a.x - dp(8) - text_size(Face::ui, dp(words), detail).x);
  }
  return clicked;
}

float button_width(const std::string& label, float least) {
  return std::max(dp(least),
                  text_size(Face::ui, dp(body), label).x + 2 * ImGui::GetStyle().FramePadding.x);
}

bool button(const std::string& label, ImVec2 size, bool lit) {
  if (lit) {
    ImGui::PushStyleColor(ImGuiCol_Button, ink(Ink::accent));
    ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ink(Ink::accent));
    ImGui::PushStyleColor(ImGuiCol_Text, ink(Ink::page));
  }
  if (size.x > 0) note_cut(Face::ui, dp(body), label.substr(0, label.find("##")), size.x);
  const bool clicked = ImGui::Button(label.c_str(), size);
  note_item(label);
  if (lit) ImGui::PopStyleColor(3);
  return reachable_item(ImGui::GetID(label.c_str())) || clicked;
}

bool hot_area(const char* id, ImVec2 size, bool by_keyboard) {
  const bool clicked = ImGui::InvisibleButton(id, {std::max(size.x, 1.f), std::max(size.y, 1.f)});
  note_item(id);
  return (by_keyboard && reachable_item(ImGui::GetID(id))) || clicked;
}

bool text_field(const char* id, std::string& text, float width, const std::string& hint,
                ImGuiInputTextFlags flags) {
  const ImGuiID own = ImGui::GetID(id);
  if (is_reached(own) || is_pressed(own)) take_keyboard();
  forget_undo(own);
  ImGui::SetNextItemWidth(width);
  const bool done = ImGui::InputTextWithHint(id, hint.c_str(), &text, flags);
  note_item(id);
  reachable_item(own);
  return done;
}

}  // namespace scope::ui
