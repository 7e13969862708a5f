// The help: a page that is read in ten seconds, and behind it the verb table itself, group by
// group.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/window/draw.hpp"
#include "app/window/overlay.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float short_width = 760, table_width = 1230, column_least = 500;
constexpr float first_part = 0.38f;  // of a column: keys, or how a script calls the verb
constexpr float help_line = 21, row_gap = 7;

/// One of the things to begin with: the keys of verbs, or a word for what the mouse does.
struct Beginning {
  const char* verbs;  ///< whose first keys are shown; "" = the word
  const char* word;
  const char* text;
};

constexpr Beginning beginnings[] = {
    {"back next", "", "One step back, one step on. A clicker does the same."},
    {"play", "", "Play, or stop."},
    {"", "INPUT", "Sort other keys: type or paste them at the left, or take a preset."},
    {"", "rung", "Take another kernel in the list at the top, another figure over the picture."},
    {"", "click a key", "Follow it through all passes, with its numbers in the formula."},
};
constexpr Beginning further[] = {
    {"", "Lessons",
     "Section by section, in the list at the top: slides, each a picture with a sentence or two."},
    {"palette", "", "Everything there is, by its name: type “light”, “rung 3” or “radix 4”."},
    {"blank projector", "", "A dark screen; the profile for a projector."},
};

std::string first_key(const Verb* verb) {
  const std::string_view keys = verb ? verb->keys : "";
  return std::string(keys.substr(0, keys.find(' ')));
}

/// The first key of every verb that is named and has one.
std::string keys_of(std::string_view names) {
  std::string keys;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    const std::string key = first_key(verb_named(names.substr(0, end)));
    if (!key.empty()) keys += (keys.empty() ? "" : " ") + key;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return keys;
}

/// Text within `width` px, from its upper left corner on; returns its height. `list` null: only
/// that.
float wrapped(ImDrawList* list, Face face, float size, ImVec2 at, float width, Ink ink,
              const std::string& text) {
  const ui::Pick font = ui::pick(face, ui::dp(size));
  const char *begin = text.data(), *end = begin + text.size();
  const ImVec2 corner(std::round(at.x), std::round(at.y));
  if (list) list->AddText(font.font, font.height, corner, ui::ink(ink), begin, end, width);
  return font.font->CalcTextSizeA(font.height, 1e9f, width, begin, end).y;
}

void beginning(const Beginning& row, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float first = ui::dp(132), middle = at.y + ui::dp(11);
  if (*row.verbs)
    ui::draw_keys(list, {at.x, middle}, keys_of(row.verbs));
  else
    ui::text_at(list, Face::bold, ui::dp(ui::lead), {at.x, middle}, ui::ink(Ink::accent), row.word);
  const float high =
      wrapped(list, Face::ui, ui::lead, {at.x + first, at.y}, width - first, Ink::text, row.text);
  ImGui::Dummy({width, std::max(high, ui::dp(22)) + ui::air(6, 2)});
}

void in_short(float width) {
  ui::paragraph(
      "Radixscope shows how a GPU sorts, one step at a time. Every number in the picture was "
      "written by the kernel beside it.",
      Ink::text, ui::lead);
  ImGui::Dummy({0, ui::air(8, 3)});
  for (const Beginning& row : beginnings) beginning(row, width);
  ui::rule();
  for (const Beginning& row : further) beginning(row, width);
}

/// A verb: its keys, or how a script calls it; what it does; its name. Returns its height; `list`
/// null: only that.
float verb_row(ImDrawList* list, ImVec2 at, float width, const Verb& verb) {
  const bool has_keys = *verb.keys != '\0';
  const float half = ui::dp(help_line) / 2;
  float first = width * first_part, high = 2 * half, name = 0;
  if (has_keys) {
    first = std::max(first, ui::draw_keys(list, {at.x, at.y + half}, verb.keys) + ui::dp(12));
    name = ui::text_size(Face::mono, ui::dp(ui::words), verb.name).x;
    if (list)
      ui::text_at(list, Face::mono, ui::dp(ui::words), {at.x + width, at.y + half},
                  ui::ink(Ink::dim), verb.name, Anchor::right);
  } else {
    const std::string call = std::string(verb.name) + " " + verb.argument;
    const ImVec2 corner(at.x, at.y + ui::dp(2));
    high = std::max(
        high, wrapped(list, Face::mono, ui::words, corner, first - ui::dp(12), Ink::text, call));
  }
  const float room = width - first - (name > 0 ? name + ui::dp(10) : 0);
  const ImVec2 corner(at.x + first, at.y + ui::dp(1));
  return std::max(high, wrapped(list, Face::ui, ui::body, corner, room, Ink::text, verb.help)) +
         ui::dp(row_gap);
}

/// The verbs of one group, from `begin` on; `end` becomes the first of the next.
float group(ImDrawList* list, ImVec2 at, float width, std::size_t begin, std::size_t& end) {
  const auto all = verbs();
  const std::string_view name = all[begin].group;
  if (list)
    ui::text_at(list, Face::bold, ui::dp(ui::lead), {at.x, at.y + ui::dp(13)}, ui::ink(Ink::accent),
                name);
  float high = ui::dp(32);
  for (end = begin; end < all.size() && name == all[end].group; ++end)
    high += verb_row(list, {at.x, at.y + high}, width, all[end]);
  return high + ui::dp(16);
}

/// The group that begins the second column, so that the higher of the two is as low as can be.
std::size_t second_column(float width) {
  std::vector<float> heights;
  for (std::size_t i = 0, end = 0; i < verbs().size(); i = end)
    heights.push_back(group(nullptr, {}, width, i, end));
  float left = 0, right = 0, best = 1e9f;
  for (const float height : heights) right += height;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (std::max(left, right) < best) best = std::max(left, right), begin = i;
    left += heights[i];
    right -= heights[i];
  }
  return begin;
}

/// Groups one below the other, in two columns where there is room.
void all_verbs(float width) {
  const bool beside = width >= ui::dp(2 * column_least);
  const float gap = ui::dp(44), each = beside ? (width - gap) / 2 : width;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::size_t second = beside ? second_column(each) : verbs().size();
  float x = at.x, y = at.y, low = y;
  std::size_t number = 0;
  for (std::size_t i = 0, end = 0; i < verbs().size(); i = end) {
    if (number++ == second) x = at.x + each + gap, y = at.y;
    y += group(ImGui::GetWindowDrawList(), {x, y}, each, i, end);
    low = std::max(low, y);
  }
  ImGui::Dummy({width, low - at.y});
}

/// The title, and the two pages at the right.
void header(HelpState& state, float width) {
  const float left = ImGui::GetCursorPosX(), tabs = std::min(ui::dp(260), width * 0.5f);
  {
    const ui::Font font(Face::bold, ui::title);
    ImGui::AlignTextToFramePadding();
    const char* title = state.all ? "All keys and verbs" : "In ten seconds";
    ImGui::TextUnformatted(
        ui::fitted(Face::bold, ui::dp(ui::title), title, width - tabs - ui::dp(10)).c_str());
  }
  ImGui::SameLine(left + width - tabs);
  const char* const pages[] = {"in short", "all keys"};
  const int clicked = ui::segments("pages", pages, state.all ? 1 : 0, tabs);
  if (clicked >= 0) state.all = clicked == 1;
  ImGui::Dummy({0, ui::air(4, 0)});
}

/// What the keys move, px: lines, pages, or to an end.
float wanted_scroll(const PanelContext& panel, float page) {
  float by = 0;
  HelpState& state = panel.state.help;
  for (const std::string& key : panel.state.pressed) {
    if (key == "Tab" || key == "Shift+Tab" || key == "Enter") state.all = !state.all;
    if (key == "Right" || key == "Left") state.all = key == "Right";
    if (key == "Down" || key == "Up") by += ui::dp(key == "Down" ? 60 : -60);
    if (key == "PageDown" || key == "Space") by += page * 0.85f;
    if (key == "PageUp") by -= page * 0.85f;
    if (key == "Home" || key == "End") by = key == "End" ? 1e6f : -1e6f;
  }
  return by;
}

}  // namespace

void help_overlay(const PanelContext& panel) {
  HelpState& state = panel.state.help;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float high = screen.y - ui::dp(56), by = wanted_scroll(panel, high);
  const ui::OnLayer layer(ui::Layer::over);
  const float width = ui::overlay_width(state.all ? table_width : short_width);
  ui::begin_overlay(state.all ? "all keys" : "help", width, state.all ? high : 0);
  header(state, width);
  if (state.all) {
    const bool border = false;
    ImGui::BeginChild("verbs", {width + ui::dp(14), ImGui::GetContentRegionAvail().y - ui::dp(26)},
                      border);
    if (by != 0)
      ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.f, ImGui::GetScrollMaxY()));
    all_verbs(width - ui::dp(6));
    ImGui::EndChild();
    ui::paragraph("Scripts: radixscope --do \"preset chapter; rung 2; seek scatter\"", Ink::dim,
                  ui::words, Face::mono);
  } else {
    if (by != 0)
      ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.f, ImGui::GetScrollMaxY()));
    in_short(width - (ImGui::GetScrollMaxY() > 0 ? ImGui::GetStyle().ScrollbarSize : 0));
    ui::paragraph("Tab: all keys      Esc: back to the figure", Ink::dim, ui::words);
  }
  if (ui::pressed_outside()) panel.post("help");
  ui::end_overlay();
}

}  // namespace scope
