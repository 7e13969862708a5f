// The help: a page that is read in ten seconds, and after it two pages of the command table, group
// by group: what the keys do, and what scripts and the palette understand.
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
constexpr float first_part = 0.38f;  // of a column: keys, or how a script calls the command
constexpr float help_line = 21, row_gap = 7;
constexpr int help_pages = 3;

/// One of the things to begin with: the keys of commands, or a word for what the mouse does.
struct Beginning {
  const char* commands;  ///< whose first keys are shown; "" = the word
  text::Label word;
  text::Label text;
};

constexpr Beginning beginnings[] = {
    {"back next", "", text::panels::help_step},
    {"play", "", text::panels::help_play},
    {"", text::panels::help_input_word, text::panels::help_input},
    {"", text::Label("section"), text::panels::help_section},
    {"", text::panels::help_click_word, text::panels::help_click},
};
constexpr Beginning further[] = {
    {"", text::Label("Lessons"), text::panels::help_lessons},
    {"palette", "", text::panels::help_palette},
    {"predict", "", text::panels::help_predict},
    {"own", "", text::panels::help_own},
    {"blank projector", "", text::panels::help_projector},
    {"close", "", text::panels::help_close},
};

std::string first_key(const Command* command) {
  const std::string_view keys = command ? command->keys : "";
  return std::string(keys.substr(0, keys.find(' ')));
}

/// The first key of every command that is named and has one.
std::string keys_of(std::string_view names) {
  std::string keys;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    const std::string key = first_key(command_named(names.substr(0, end)));
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

/// The page in ten seconds stands there whole, also where letters are large and the screen is low.
float short_letters() { return ui::tight() ? ui::body : ui::lead; }

void beginning(const Beginning& row, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float first = ui::dp(132), middle = at.y + ui::dp(11);
  if (*row.commands)
    ui::draw_keys(list, {at.x, middle}, keys_of(row.commands));
  else
    ui::text_at(list, Face::bold, ui::dp(ui::lead), {at.x, middle}, ui::ink(Ink::accent), row.word);
  const float high = wrapped(list, Face::ui, short_letters(), {at.x + first, at.y}, width - first,
                             Ink::text, row.text);
  ImGui::Dummy({width, std::max(high, ui::dp(ui::tight() ? 18 : 22)) + ui::air(6, 0)});
}

void in_short(float width) {
  ui::paragraph(text::panels::help_first, Ink::text, short_letters());
  ImGui::Dummy({0, ui::air(8, 0)});
  for (const Beginning& row : beginnings) beginning(row, width);
  ui::rule();
  for (const Beginning& row : further) beginning(row, width);
}

/// True for a command that this page shows.
bool stands_on(HelpPage page, const Command& command) {
  return page == HelpPage::commands || *command.keys != '\0';
}

/// A command: its keys, or how a script calls it; what it does. Returns its height; `list` null:
/// only that.
float command_row(ImDrawList* list, ImVec2 at, float width, const Command& command, HelpPage page) {
  const float half = ui::dp(help_line) / 2;
  float first = width * first_part, high = 2 * half;
  if (page == HelpPage::keys) {
    first = std::max(first, ui::draw_keys(list, {at.x, at.y + half}, command.keys) + ui::dp(12));
  } else {
    const std::string call = std::string(command.name) + " " + command.argument;
    const ImVec2 corner(at.x, at.y + ui::dp(2));
    high = std::max(
        high, wrapped(list, Face::mono, ui::words, corner, first - ui::dp(12), Ink::text, call));
  }
  const ImVec2 corner(at.x + first, at.y + ui::dp(1));
  return std::max(high, wrapped(list, Face::ui, ui::body, corner, width - first, Ink::text,
                                std::string(text::translated(command.help)))) +
         ui::dp(row_gap);
}

/// The commands of one group, from `begin` on; `end` becomes the first of the next. 0: none of them
/// stands on this page.
float group(ImDrawList* list, ImVec2 at, float width, HelpPage page, std::size_t begin,
            std::size_t& end) {
  const auto all = commands();
  const std::string_view name = all[begin].group;
  float high = ui::dp(32);
  bool any = false;
  for (end = begin; end < all.size() && name == all[end].group; ++end) {
    if (!stands_on(page, all[end])) continue;
    high += command_row(list, {at.x, at.y + high}, width, all[end], page);
    any = true;
  }
  if (!any) return 0;
  if (list)
    ui::text_at(list, Face::bold, ui::dp(ui::lead), {at.x, at.y + ui::dp(13)}, ui::ink(Ink::accent),
                text::translated(name));
  return high + ui::dp(16);
}

/// The group that begins the second column, so that the higher of the two is as low as can be.
std::size_t second_column(float width, HelpPage page) {
  std::vector<float> heights;
  for (std::size_t i = 0, end = 0; i < commands().size(); i = end)
    heights.push_back(group(nullptr, {}, width, page, i, end));
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
void all_commands(float width, HelpPage page) {
  const bool beside = width >= ui::dp(2 * column_least);
  const float gap = ui::dp(44), each = beside ? (width - gap) / 2 : width;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::size_t second = beside ? second_column(each, page) : commands().size();
  float x = at.x, y = at.y, low = y;
  std::size_t number = 0;
  for (std::size_t i = 0, end = 0; i < commands().size(); i = end) {
    if (number++ == second) x = at.x + each + gap, y = at.y;
    y += group(ImGui::GetWindowDrawList(), {x, y}, each, page, i, end);
    low = std::max(low, y);
  }
  ImGui::Dummy({width, low - at.y});
}

HelpPage page_of(int number) { return static_cast<HelpPage>(number); }
int number_of(HelpPage page) { return static_cast<int>(page); }

/// The title, and the pages at the right.
void header(HelpState& state, float width) {
  const float left = ImGui::GetCursorPosX(), tabs = std::min(ui::dp(320), width * 0.6f);
  {
    const ui::Font font(Face::bold, ui::title);
    ImGui::AlignTextToFramePadding();
    const text::Label titles[] = {text::panels::help_title_short, text::panels::help_title_keys,
                                  text::panels::help_title_commands};
    const text::Label title = titles[number_of(state.page)];
    ImGui::TextUnformatted(
        ui::fitted(Face::bold, ui::dp(ui::title), title, width - tabs - ui::dp(10)).c_str());
  }
  ImGui::SameLine(left + width - tabs);
  const char* const pages[] = {text::panels::help_short.c_str(), text::panels::help_keys.c_str(),
                               text::panels::help_commands.c_str()};
  const int clicked = ui::segments("pages", pages, number_of(state.page), tabs);
  if (clicked >= 0) state.page = page_of(clicked);
  ImGui::Dummy({0, ui::air(4, 0)});
}

/// What the keys move, px: lines, pages, or to an end.
float wanted_scroll(const PanelContext& panel, float page) {
  float by = 0;
  HelpState& state = panel.state.help;
  for (const std::string& key : panel.state.pressed) {
    const int now = number_of(state.page);
    if (key == "Tab" || key == "Enter") state.page = page_of((now + 1) % help_pages);
    if (key == "Shift+Tab") state.page = page_of((now + help_pages - 1) % help_pages);
    if (key == "Right") state.page = page_of(std::min(now + 1, help_pages - 1));
    if (key == "Left") state.page = page_of(std::max(now - 1, 0));
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
  const bool table = state.page != HelpPage::in_short;
  const float width = ui::overlay_width(table ? table_width : short_width);
  ui::begin_overlay(table ? "all of it" : "help", width, table ? high : 0);
  header(state, width);
  if (table) {
    const bool border = false;
    const char* id = state.page == HelpPage::keys ? "keys" : "commands";  // each scrolls by itself
    ImGui::BeginChild(id, {width + ui::dp(14), ImGui::GetContentRegionAvail().y - ui::dp(26)},
                      border);
    if (by != 0)
      ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.f, ImGui::GetScrollMaxY()));
    all_commands(width - ui::dp(6), state.page);
    ImGui::EndChild();
    if (state.page == HelpPage::keys)
      ui::paragraph(text::panels::help_foot_keys, Ink::dim, ui::words);
    else
      ui::paragraph(text::panels::help_foot_commands, Ink::dim, ui::words, Face::mono);
  } else {
    if (by != 0)
      ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + by, 0.f, ImGui::GetScrollMaxY()));
    in_short(width - (ImGui::GetScrollMaxY() > 0 ? ImGui::GetStyle().ScrollbarSize : 0));
    ui::paragraph(text::panels::help_foot_short, Ink::dim, ui::words);
  }
  if (ui::pressed_outside()) panel.post("help");
  ui::end_overlay();
}

}  // namespace scope
