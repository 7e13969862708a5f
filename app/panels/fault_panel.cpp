// The banner of a planted fault over the figure: its one-line difference, keys that show and hide
// it, the game of finding it, right and wrong side by side.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "app/core/base/text.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

// Design units
constexpr float banner_side = 16, banner_row = 24, banner_head = 32, banner_air = 7;
constexpr float least_name = 11;  // letters of a line that is too long

constexpr CommandButton banner_buttons[] = {
    {text::panels::fault_shows, "fault_shows", text::panels::fault_shows_about},
    {text::panels::fault_hides, "fault_hides", text::panels::fault_hides_about},
    {text::panels::fault_find, "covered", text::panels::fault_find_about},
    {text::panels::fault_beside, "fault_beside", text::panels::fault_beside_about},
    {"×", "fault", text::panels::fault_out},
};

text::Label label_of(const CommandButton& button, const Document& document) {
  const bool game = std::string_view(button.command) == "covered" && is_covered(document);
  return game ? text::panels::fault_reveal : button.label;
}

float width_of(const CommandButton& button, const Document& document) {
  return ui::text_size(Face::ui, ui::dp(ui::words), label_of(button, document)).x + ui::dp(16);
}

/// On a wall one line names the fault, so that the figure has the room: its lines come when they
/// are asked for. Before a class with a slide that says what is wrong they stand alone instead.
bool is_one_line(const Document& document) { return document.projector && !document.lesson; }

/// All of them, and on a wall first the one for the fault's lines: they stand in the sentence's
/// place.
std::vector<CommandButton> buttons_of(const Document& document) {
  std::vector<CommandButton> buttons(std::begin(banner_buttons), std::end(banner_buttons));
  if (is_one_line(document))
    buttons.insert(
        buttons.begin(),
        document.reasons || document.mode == Mode::compare
            ? CommandButton{text::panels::fault_lines, "reasons", text::panels::fault_lines_about}
            : CommandButton{text::panels::fault_why, "reasons", text::panels::fault_why_about});
  return buttons;
}

/// From the right edge; returns the x where they begin.
float banner_controls(const PanelContext& panel, const Rect& at, float middle) {
  const float high = ui::dp(24);
  float x = at.right() - ui::dp(banner_side);
  const std::vector<CommandButton> buttons = buttons_of(panel.document);
  for (std::size_t i = buttons.size(); i-- > 0;) {
    const CommandButton& button = buttons[i];
    const text::Label label = label_of(button, panel.document);
    const float wide = width_of(button, panel.document);
    x -= wide;
    ImGui::SetCursorScreenPos({x, middle - high / 2});
    const ui::Font font(Face::ui, ui::words);
    if (ui::button(label, {wide, high}))
      panel.post(button.command, std::string_view(button.command) == "fault" ? "none" : "");
    ui::item_tooltip(button.about);
    x -= ui::dp(6);
  }
  return x;
}

/// In which order the threads and blocks of the run go: a race may be right in one of them.
struct OrderButton {
  const char* order;
  text::Label name;
  text::Label about;
};
constexpr OrderButton order_buttons[] = {
    {"forward", text::panels::order_forward, text::panels::order_forward_about},
    {"reverse", text::panels::order_reverse, text::panels::order_reverse_about},
    {"shuffled", text::panels::order_shuffled, text::panels::order_shuffled_about},
};

/// Before a class a slide's caption says what is wrong: the difference stands alone, and the figure
/// has the room.
bool is_of_slide(const PanelContext& panel) {
  return panel.document.projector && panel.document.lesson && !is_covered(panel.document);
}

float banner_top(const PanelContext& panel) { return is_of_slide(panel) ? 0 : ui::dp(banner_head); }

bool has_orders(const PanelContext& panel) {
  return panel.document.mode == Mode::step && !is_of_slide(panel);
}

bool has_lines(const Document& document) { return !is_one_line(document) || !document.reasons; }

void banner_orders(const PanelContext& panel, const Rect& at, float y) {
  const float high = ui::dp(22), px = ui::dp(ui::words), middle = y + high / 2;
  const Setup& setup = panel.document.lane().setup;
  const std::string_view words = text::panels::orders;
  float x = at.x + ui::dp(banner_side);
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::text_at(list, Face::ui, px, {x, middle}, ui::ink(Ink::dim), words);
  x += ui::text_size(Face::ui, px, words).x + ui::dp(10);
  const auto button = [&](text::Label label, text::Label about, bool on) {
    const float wide = ui::text_size(Face::ui, px, label).x + ui::dp(14);
    ImGui::SetCursorScreenPos({x, y});
    const bool clicked = ui::hot_area(label.c_str(), {wide, high});
    ui::item_tooltip(about);
    ui::box(list, {x, y, wide, high}, 0, ui::ink(on ? Ink::accent : Ink::line), ui::dp(5));
    ui::text_at(list, Face::ui, px, {x + wide / 2, middle},
                ui::ink(on || ImGui::IsItemHovered() ? Ink::text : Ink::dim), label,
                Anchor::middle);
    x += wide + ui::dp(6);
    return clicked;
  };
  for (const OrderButton& each : order_buttons) {
    const auto order = static_cast<radix::Schedule>(&each - order_buttons);
    if (!button(each.name, each.about, setup.thread_order == order && setup.block_order == order))
      continue;
    panel.post("thread_order", each.order);
    panel.post("block_order", each.order);
  }
  x += ui::dp(10);
  if (button(text::panels::how_often, text::panels::how_often_about, false))
    panel.post("fault_orders", "");
}

constexpr float usual_line = 14, least_line = 12;  // letters of a line of the kernel

float line_room(float width) { return width - 2 * ui::dp(banner_side) - ui::dp(18); }

float line_width(const LinePair& pair) {
  const float px = ui::dp(usual_line);
  return std::max(ui::text_size(Face::mono, px, pair.right).x,
                  ui::text_size(Face::mono, px, pair.wrong).x);
}

/// What is shown of the lines that differ: two of them; in a low window, where the figure has the
/// room, side by side, or the first.
struct BannerLines {
  std::vector<LinePair> pairs;
  std::size_t of_all = 0;  ///< so many lines they are
};

BannerLines banner_lines(const PanelContext& panel, const BannerWords& words, float width) {
  const auto& all = words.pairs;
  const bool low = !is_of_slide(panel) && ImGui::GetIO().DisplaySize.y < ui::dp(tight_below);
  if (!low || all.size() < 2) {
    const std::size_t shown = std::min<std::size_t>(all.size(), 2);
    return {{all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown)}, shown};
  }
  const LinePair both{all[0].line, all[0].right + "   " + all[1].right,
                      all[0].wrong + "   " + all[1].wrong};
  if (line_width(both) * least_line <= line_room(width) * usual_line) return {{both}, 2};
  return {{all[0]}, 1};
}

/// A sentence in lines of the banner: a little smaller where it then stands in one.
struct BannerText {
  float size = 0;
  std::vector<std::string> lines;

  BannerText(const std::string& text, float px, float width) {
    const float room = width - 2 * ui::dp(banner_side);
    size = ui::size_that_fits(Face::ui, px, text, room, 0.85f);
    std::istringstream in(ui::in_lines(Face::ui, size, text, room));
    for (std::string line; std::getline(in, line);) lines.push_back(line);
  }
  /// Returns the y below.
  float draw(const Rect& at, float y, Ink ink) const {
    for (const std::string& line : lines) {
      ui::text_at(ImGui::GetWindowDrawList(), Face::ui, size,
                  {at.x + ui::dp(banner_side), y + ui::dp(banner_row) / 2}, ui::ink(ink),
                  ui::fitted(Face::ui, size, line, at.w - 2 * ui::dp(banner_side)));
      y += ui::dp(banner_row);
    }
    return y;
  }
};

/// What stands after the title: the place is left out first; what is longer still goes below.
struct BannerHead {
  std::string words;
  std::size_t below = 0;  ///< so many lines
};

BannerText asks_of(const BannerWords& words, float width) {
  return {words.asks, ui::dp(ui::body), width};
}

BannerHead head_of(const PanelContext& panel, const BannerWords& words, float width) {
  const std::size_t shown = banner_lines(panel, words, width).of_all, all = words.pairs.size();
  const std::string verdict =
      shown == all ? words.verdict
      : shown == 1 ? text::panels::changed_line_1({.all = all, .verdict = words.verdict})
                   : text::panels::changed_lines_2({.all = all, .verdict = words.verdict});
  const std::string whole = verdict + " · " + words.place;
  float room = width - 2 * ui::dp(banner_side) - ui::dp(12) -
               ui::text_size(Face::bold, ui::dp(ui::body), words.title).x;
  for (const CommandButton& button : buttons_of(panel.document))
    room -= width_of(button, panel.document) + ui::dp(6);
  const auto fits = [&](const std::string& text) {
    return ui::text_size(Face::ui, ui::dp(ui::words), text).x <= room;
  };
  if (is_one_line(panel.document)) {
    // That keys hide the fault is said here; what is wrong else, the sentence under the figure says
    room *= ui::words / least_name;
    for (const std::string& each : {words.verdict, words.brief, panel.scene.title})
      if (fits(each)) return {each};
    return {};
  }
  if (fits(whole)) return {whole};
  if (fits(verdict)) return {verdict};
  return {whole, BannerText(whole, ui::dp(ui::words), width).lines.size()};
}

/// What is wrong, which check has found it, and what can be done with it.
void banner_title(const PanelContext& panel, const Rect& at, const BannerWords& words) {
  const float middle = at.y + at.h / 2, right = banner_controls(panel, at, middle),
              x = at.x + ui::dp(banner_side), px = ui::dp(ui::words);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float usual = ui::dp(ui::body),
              whole = ui::text_size(Face::bold, usual, words.title).x + ui::dp(12),
              name = usual * std::clamp((right - x) / whole, least_name / ui::body, 1.f);
  if (ui::text_size(Face::bold, name, words.title).x > right - x)
    ui::text_in(list, Face::bold, usual, {x, at.y, right - x, at.h}, ui::ink(Ink::warn),
                words.title);
  else
    ui::text_at(list, Face::bold, name, {x, middle}, ui::ink(Ink::warn), words.title);
  const BannerHead head = head_of(panel, words, at.w);
  const float behind = x + ui::text_size(Face::bold, ui::dp(ui::body), words.title).x + ui::dp(12);
  if (head.below > 0) {
    BannerText(head.words, px, at.w).draw(at, at.bottom() - ui::dp(4), Ink::dim);
  } else {
    const float fits = (right - behind) / std::max(ui::text_size(Face::ui, px, head.words).x, 1.f);
    ui::text_at(list, Face::ui, px * std::min(fits, 1.f), {behind, middle}, ui::ink(Ink::dim),
                head.words);
  }
}

/// A sign and a line of the kernel; returns the y below.
float banner_line(const Rect& at, float y, const char* sign, const std::string& text, float px,
                  Ink ink) {
  const float x = at.x + ui::dp(banner_side), middle = y + ui::dp(banner_row) / 2;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({at.x + ui::dp(3), y}, {at.right(), y + ui::dp(banner_row)},
                      ui::ink(ink, 0.12f));
  ui::text_at(list, Face::mono, ui::dp(14), {x, middle}, ui::ink(ink), sign);
  ui::text_at(list, Face::mono, px, {x + ui::dp(18), middle}, ui::ink(Ink::text),
              ui::fitted(Face::mono, px, text.empty() ? std::string(text::panels::nothing) : text,
                         at.right() - ui::dp(banner_side) - x - ui::dp(18)));
  return y + ui::dp(banner_row);
}

/// Both lines, right and wrong: long ones are smaller, and where that is not enough without what
/// both begin with. Returns the y below.
float banner_pair(const Rect& at, float y, LinePair pair) {
  constexpr std::size_t kept = 6;  // letters before the difference
  const float room = line_room(at.w);
  if (line_width(pair) * least_line > room * usual_line) {
    const auto differ = std::ranges::mismatch(pair.right, pair.wrong);
    const auto same = static_cast<std::size_t>(differ.in1 - pair.right.begin());
    const std::size_t cut = same - std::min(same, kept);
    if (cut > 0)
      for (std::string* line : {&pair.right, &pair.wrong}) *line = "…" + line->substr(cut);
  }
  const float fits = std::floor(usual_line * room / std::max(line_width(pair), 1.f));
  const float px = ui::dp(std::clamp(fits, least_line, usual_line));
  y = banner_line(at, y, "−", pair.right, px, Ink::warn);
  return banner_line(at, y, "+", pair.wrong, px, Ink::good);
}

void banner_ground(const Rect& at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({at.x, at.y}, {at.right(), at.bottom()}, ui::ink(Ink::raised));
  list->AddRectFilled({at.x, at.y}, {at.x + ui::dp(3), at.bottom()}, ui::ink(Ink::warn));
}

}  // namespace

float fault_banner_height(const PanelContext& panel, float width) {
  const radix::PlantedFault* fault = planted_now(panel.document);
  if (!fault || panel.document.mode == Mode::timing) return 0;
  const BannerWords words = banner_words(panel.document, *fault);
  const std::size_t pairs = banner_lines(panel, words, width).pairs.size();
  const std::size_t below = is_of_slide(panel) ? 0 : head_of(panel, words, width).below,
                    asks = words.asks.empty() ? 1 : asks_of(words, width).lines.size();
  if (!has_lines(panel.document)) return banner_top(panel);
  const std::size_t lines = std::max(2 * pairs, asks) + (has_orders(panel) ? 1 : 0) + below;
  return banner_top(panel) + ui::dp(banner_row * static_cast<float>(lines)) +
         (is_of_slide(panel) ? 0 : ui::dp(banner_air));
}

void fault_heading(const PanelContext& panel, const Rect& at) {
  banner_ground(at);
  banner_title(panel, at, banner_words(panel.document, *planted_now(panel.document)));
}

bool fault_lines_shown(const PanelContext& panel) {
  return fault_heads(panel.document) && has_lines(panel.document);
}

float fault_lines_height() { return 3 * ui::dp(banner_row); }

void fault_lines(const PanelContext& panel, const Rect& at) {
  banner_ground(at);
  const BannerWords words = banner_words(panel.document, *planted_now(panel.document));
  float y = at.y;
  for (const LinePair& pair : banner_lines(panel, words, at.w).pairs) y = banner_pair(at, y, pair);
  banner_orders(panel, at, y + ui::dp(1));
}

void fault_banner(const PanelContext& panel, const Rect& at) {
  begin_panel("fault", at, {0, 0}, false);
  banner_ground(at);
  const BannerWords words = banner_words(panel.document, *planted_now(panel.document));
  float y = at.y + banner_top(panel);
  if (!is_of_slide(panel)) banner_title(panel, {at.x, at.y, at.w, banner_top(panel)}, words);
  if (!is_of_slide(panel))
    y += ui::dp(banner_row) * static_cast<float>(head_of(panel, words, at.w).below);
  if (!words.asks.empty()) y = asks_of(words, at.w).draw(at, y, Ink::text);
  if (has_lines(panel.document))
    for (const LinePair& pair : banner_lines(panel, words, at.w).pairs)
      y = banner_pair(at, y, pair);
  if (has_orders(panel)) banner_orders(panel, at, y + ui::dp(3));
  end_panel();
}

}  // namespace scope
