// The presenter's window: what the lecturer says, what the class sees and does not see, what comes
// next, the hands that were counted, the time. It is a draw list, not one of ImGui's windows.
#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

#include "app/export/markup.hpp"
#include "app/state/presenter.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "panels.hpp"
#include "text/presenter.hpp"

namespace scope {
namespace {

// In units of this window; one is as many pixels as its size allows
constexpr float presenter_wide = 980, presenter_high = 620;
constexpr float presenter_side = 28, presenter_gap = 12, presenter_foot = 56,
                presenter_left = 0.58f;
constexpr std::array<float, 5> sizes_of_notes = {26, 22, 19, 16, 13.5f};
constexpr float presenter_words = 16, presenter_small = 13, presenter_title = 22;

/// A column of texts, from its top downwards.
struct PresenterColumn {
  ImDrawList* list;
  float unit, x, y, width, bottom;

  float high(const std::string& words, float size, Face face = Face::ui) const {
    const ui::Pick font = ui::pick(face, size * unit);
    return font.font
        ->CalcTextSizeA(font.height, 1e9f, width, words.data(), words.data() + words.size())
        .y;
  }
  void heading(const std::string& words) {
    ui::draw_text(list, Face::bold, presenter_small * unit, {x, y + presenter_small * unit},
                  ui::ink(Ink::accent), words);
    y += (presenter_small + 10) * unit;
  }
  /// Text in lines, cut where the column ends.
  void block(const std::string& words, float size, Ink ink, Face face = Face::ui) {
    if (words.empty() || y >= bottom) return;
    const ui::Pick font = ui::pick(face, size * unit);
    const ImVec4 clip(x, y, x + width + 1, bottom);
    const std::string lines = ui::in_lines(face, size * unit, words, width);
    list->AddText(font.font, font.height, {x, std::round(y)}, ui::ink(ink), lines.data(),
                  lines.data() + lines.size(), width, &clip);
    y += high(lines, size, face);
  }
  void gap(float units = presenter_gap) { y += units * unit; }
  /// The largest size of notes at which these words fit into so much height.
  float fitting_size(const std::string& words, float room) const {
    for (const float size : sizes_of_notes)
      if (high(words, size) <= room) return size;
    return sizes_of_notes.back();
  }
};

/// What stands beside the notes: what the class sees, what comes next.
void presenter_beside(PresenterColumn right, const PresenterPage& page) {
  right.heading(text::presenter::class_head);
  right.block(page.title, presenter_title, Ink::text, Face::bold);
  right.gap(4);
  right.block(page.caption, presenter_words, Ink::text);
  right.gap(24);
  right.heading(text::presenter::next_head);
  if (page.next.empty()) return right.block(text::presenter::at_end, presenter_words, Ink::dim);
  right.block(page.next, presenter_title, Ink::text, Face::bold);
  right.gap(4);
  right.block(page.next_caption, presenter_words, Ink::dim);
}

void presenter_votes(PresenterColumn& column, const PresenterPage& page) {
  if (page.votes.empty()) return;
  column.heading(text::presenter::votes_head);
  const float px = presenter_title * column.unit, each = column.width / 2, high = px * 1.5f;
  for (std::size_t k = 0; k < page.votes.size(); ++k) {
    const VoteLine& line = page.votes[k];
    const ImVec2 at(column.x + each * static_cast<float>(k % 2),
                    column.y + high * static_cast<float>(k / 2) + px);
    const Ink ink = line.right ? Ink::good : Ink::text;
    ui::draw_text(column.list, Face::bold, px, at, ui::ink(ink),
                  std::string(1, line.letter) + "  " + line.answer + (line.right ? " ✓" : ""));
    ui::draw_text(column.list, Face::mono, px, {at.x + each - 24 * column.unit, at.y},
                  ui::ink(Ink::text), line.hands, Anchor::right);
  }
  column.y += high * std::ceil(static_cast<float>(page.votes.size()) / 2);
  column.gap();
}

/// The notes above; below them the open question's answer and hands, and the reason.
void presenter_notes(PresenterColumn left, const PresenterPage& page, bool lesson, bool hidden) {
  PresenterColumn low = left;
  const float answer = page.answer.empty() ? 0
                                           : (presenter_small + 10 + presenter_gap) * left.unit +
                                                 left.high(page.answer, presenter_words);
  const float hands =
      page.votes.empty() ? 0 : (presenter_small + 10 + presenter_gap + 66) * left.unit;
  const std::string reason = page.reason + "\n" + page.formula;
  const float why = page.reason.empty()
                        ? 0
                        : (presenter_small + 10) * left.unit + left.high(reason, presenter_words);
  low.y = std::max(left.bottom - answer - hands - why, left.y + (left.bottom - left.y) * 0.34f);
  left.bottom = low.y - 16 * left.unit;
  left.heading(lesson ? text::presenter::notes_head : text::presenter::step_head);
  const bool none = page.notes.empty();
  const std::string words = none ? std::string(text::presenter::no_notes)
                            : lesson || page.formula.empty() ? page.notes
                                                             : page.notes + "\n" + page.formula;
  left.block(words, left.fitting_size(words, left.bottom - left.y), none ? Ink::dim : Ink::text);
  if (!page.answer.empty()) {
    low.heading(text::presenter::answer_head);
    low.block(page.answer, presenter_words, Ink::good);
    low.gap();
  }
  presenter_votes(low, page);
  if (page.reason.empty()) return;
  low.heading(hidden ? text::presenter::reason_hidden : text::presenter::reason_head);
  low.block(reason, presenter_words, Ink::dim);
}

/// The lesson and the slide at the left, the time at the right.
void presenter_head(ImDrawList* list, float unit, float width, const PresenterPage& page,
                    const std::string& hour, const std::string& elapsed) {
  const float side = presenter_side * unit, y = 40 * unit, big = 26 * unit, px = 18 * unit;
  ui::draw_text(list, Face::bold, big, {width - side, y}, ui::ink(Ink::text), elapsed,
                Anchor::right);
  const float behind = width - side - ui::text_size(Face::bold, big, "0:00:00").x - 20 * unit;
  ui::draw_text(list, Face::ui, big, {behind, y}, ui::ink(Ink::dim), hour, Anchor::right);
  const float room = behind - ui::text_size(Face::ui, big, hour).x - 2 * side;
  const std::string place = page.place.empty() ? "" : page.place + "   ";
  ui::draw_text(list, Face::bold, px, {side, y}, ui::ink(Ink::text), place);
  const float x = side + ui::text_size(Face::bold, px, place).x;
  ui::draw_text(list, Face::ui, px, {x, y}, ui::ink(Ink::dim),
                ui::fitted(Face::ui, px, page.lesson, std::max(room - x + side, 0.f)));
  list->AddRectFilled({0, 60 * unit}, {width, 60 * unit + std::max(unit, 1.f)}, ui::ink(Ink::line));
}

/// Buttons for a mouse in this window; the keys are those of the other one.
void presenter_buttons(const PanelContext& panel, ImDrawList* list, float unit, ImVec2 size,
                       std::span<const Vec> clicks) {
  struct FootButton {
    std::string label;
    const char* command;
    Value argument;
  };
  const bool lesson = panel.document.lesson && panel.document.mode != Mode::timing;
  const FootButton all[] = {
      {joined({"←  ", text::presenter::back}), lesson ? "slide" : "back", lesson ? "back" : ""},
      {joined({text::presenter::on, "  →"}), lesson ? "slide" : "next", lesson ? "next" : ""},
      {text::presenter::dark_button, "blank", ""},
      {text::presenter::close, "presenter", "off"}};
  const float px = presenter_words * unit, top = size.y - (presenter_foot - 10) * unit,
              high = (presenter_foot - 20) * unit;
  float x = presenter_side * unit;
  for (const FootButton& button : all) {
    const Rect box{x, top, ui::text_size(Face::ui, px, button.label).x + 32 * unit, high};
    ui::box(list, box, ui::ink(Ink::raised), ui::ink(Ink::line), 6 * unit);
    ui::text_at(list, Face::ui, px, {box.x + box.w / 2, box.y + box.h / 2}, ui::ink(Ink::text),
                button.label, Anchor::middle);
    for (const Vec& click : clicks)
      if (click.x >= box.x && click.x < box.right() && click.y >= box.y && click.y < box.bottom())
        panel.post(button.command, button.argument);
    x = box.right() + 10 * unit;
  }
  const float room = size.x - presenter_side * unit - x - 10 * unit, small = 14 * unit;
  const std::string words = text::presenter::keys;
  if (ui::text_size(Face::ui, small, words).x <= room)
    ui::text_at(list, Face::ui, small, {size.x - presenter_side * unit, top + high / 2},
                ui::ink(Ink::dim), words, Anchor::right);
}

std::string hour_now() {
  const std::time_t now = std::time(nullptr);
  const std::tm* local = std::localtime(&now);
  return local ? hour_words(local->tm_hour, local->tm_min) : "";
}

}  // namespace

void presenter_panel(const PanelContext& panel, ImDrawList* list, ImVec2 size, long seconds,
                     std::span<const Vec> clicks) {
  const PresenterPage page = presenter_page(panel.document);
  const float unit = std::max(std::min(size.x / presenter_wide, size.y / presenter_high), 0.5f);
  presenter_head(list, unit, size.x, page, hour_now(), elapsed_words(seconds));
  const float side = presenter_side * unit, top = 80 * unit,
              bottom = size.y - presenter_foot * unit - 10 * unit,
              middle = std::round(size.x * presenter_left);
  if (panel.document.blank) {
    PresenterColumn whole{list, unit, side, top, size.x - 2 * side, bottom};
    whole.block(text::presenter::dark, presenter_title, Ink::warn, Face::bold);
  } else {
    presenter_notes({list, unit, side, top, middle - 2 * side, bottom}, page,
                    panel.document.lesson != nullptr, hides_reasons(panel.document));
    presenter_beside({list, unit, middle + side, top, size.x - middle - 2 * side, bottom}, page);
    list->AddRectFilled({middle, top}, {middle + std::max(unit, 1.f), bottom}, ui::ink(Ink::line));
  }
  presenter_buttons(panel, list, unit, size, clicks);
}

std::string presenter_html(const Document& document) {
  const PresenterPage page = presenter_page(document);
  std::string html = say("<p class=\"lost\" hidden>",
                         markup::escaped(std::string(text::presenter::lost)), "</p>\n");
  const auto add = [&](const char* tag, const char* role, const std::string& words) {
    if (!words.empty())
      html += say("<", tag, " class=\"", role, "\">", markup::escaped(words), "</", tag, ">\n");
  };
  add("header", "place", page.place.empty() ? page.lesson : page.place + "   " + page.lesson);
  if (document.blank) return add("p", "dark", text::presenter::dark), html;
  html += "<main><section>\n";
  add("h2", "head", document.lesson ? text::presenter::notes_head : text::presenter::step_head);
  add("p", "notes", page.notes.empty() ? std::string(text::presenter::no_notes) : page.notes);
  if (!page.answer.empty()) add("h2", "head", text::presenter::answer_head);
  add("p", "answer", page.answer);
  if (!page.votes.empty()) add("h2", "head", text::presenter::votes_head);
  for (const VoteLine& line : page.votes)
    add("p", line.right ? "answer" : "vote",
        say(line.letter, "  ", line.answer, line.right ? " ✓" : "", "   ", line.hands));
  if (!page.reason.empty())
    add("h2", "head",
        hides_reasons(document) ? text::presenter::reason_hidden : text::presenter::reason_head);
  add("p", "reason", page.reason);
  add("p", "reason", page.formula);
  html += "</section><section>\n";
  add("h2", "head", text::presenter::class_head);
  add("p", "title", page.title);
  add("p", "caption", page.caption);
  add("h2", "head", text::presenter::next_head);
  add("p", "title", page.next.empty() ? std::string(text::presenter::at_end) : page.next);
  add("p", "caption", page.next_caption);
  return html + "</section></main>\n";
}

}  // namespace scope
