// The lesson's bar over the figure: which slide this is, what to see in it, the way on and out.
#include <algorithm>
#include <cmath>

#include "app/state/lesson.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

// Design units
constexpr float lesson_side = 20, lesson_gap = 10, lesson_above = 12, lesson_below = 14,
                under_title = 7;
constexpr float widest = 1240;  // of a caption: longer lines are hard to read
constexpr float dot_widest = 26, dot_high = 5;
constexpr float notes_above = 8, notes_size = 15, notes_lines = 4, next_part = 0.26f;

/// In the profile a unit is 1.6 pixels at least: 15 units can be read from the last row.
float caption_size(const Document& document) {
  return document.projector ? 15 : ui::tight() ? 17 : 18;
}
float title_size(const Document& document) { return document.projector ? ui::lead : ui::title; }
float caption_px(const Document& document) { return ui::dp(caption_size(document)); }
float title_px(const Document& document) { return ui::dp(title_size(document)); }
/// Air over and under the words, times its ordinary.
float air(const Document& document) { return document.projector ? 0.55f : 1; }

float row_height(const Document& document) {
  const float title = title_px(document) * 1.3f;
  return document.projector ? title : std::max(title, ImGui::GetFrameHeight());
}

float caption_width(float width) {
  return std::min(width - 2 * ui::dp(lesson_side), ui::dp(widest));
}

float height_in(float px, float width, const std::string& text) {
  const ui::Pick font = ui::pick(Face::ui, px);
  const char* begin = text.data();
  return font.font->CalcTextSizeA(font.height, 1e9f, width, begin, begin + text.size()).y;
}

float caption_height(const Document& document, float width, const std::string& text) {
  return height_in(caption_px(document), caption_width(width), text);
}

/// Width of the notes in a window of this width.
float notes_width(float width) { return width * (1 - next_part) - 2 * ui::dp(lesson_side); }

/// A button that says with its tool tip what it does; returns the x after it.
void step_button(const PanelContext& panel, const char* label, float right, float middle,
                 float width, const char* command, const char* argument, const char* tip) {
  const float high = ImGui::GetFrameHeight();
  ImGui::SetCursorScreenPos({right - width, middle - high / 2});
  if (ui::button(label, {width, high})) panel.post(command, argument);
  ui::item_tooltip(tip);
}

/// A mark for every slide, to be clicked; those behind us are filled. Returns the left end.
float slide_marks(const PanelContext& panel, float right, float middle, float room) {
  const std::size_t count = panel.document.lesson->slides.size();
  const float each = std::min(ui::dp(dot_widest), room / static_cast<float>(count));
  if (each < ui::dp(5)) return right;
  const float left = right - each * static_cast<float>(count), high = ui::dp(dot_high);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t k = 0; k < count; ++k) {
    const float x = left + each * static_cast<float>(k);
    ImGui::SetCursorScreenPos({x, middle - ui::dp(12)});
    if (ui::hot_area(("slide " + std::to_string(k + 1)).c_str(), {each, ui::dp(24)}))
      panel.post("slide", k + 1);
    const bool over = ImGui::IsItemHovered() && !ui::mouse_rests(), now = k == panel.document.slide;
    ui::item_tooltip(
        (std::to_string(k + 1) + "  " + panel.document.lesson->slides[k].title).c_str());
    const float grow = now || over ? ui::dp(1.5f) : 0;
    const ImU32 ink = now || over ? ui::ink(Ink::accent)
                                  : ui::ink(Ink::dim, k < panel.document.slide ? 0.85f : 0.35f);
    list->AddRectFilled({x + ui::dp(1.5f), middle - high / 2 - grow},
                        {x + each - ui::dp(1.5f), middle + high / 2 + grow}, ink, high / 2 + grow);
  }
  return left;
}

/// Out, on and back; returns where they begin.
float buttons(const PanelContext& panel, float x, float middle) {
  const float square = ImGui::GetFrameHeight();
  step_button(panel, "×", x, middle, square, "lesson", "none", text::panels::lesson_leave.c_str());
  x -= square + ui::dp(lesson_gap);
  step_button(panel, "→", x, middle, square * 1.3f, "slide", "next",
              text::panels::slide_next.c_str());
  x -= square * 1.3f + ui::dp(4);
  step_button(panel, "←", x, middle, square * 1.3f, "slide", "back",
              text::panels::slide_before.c_str());
  x -= square * 1.3f + ui::dp(lesson_gap);
  const Slide* slide = slide_shown(panel.document);
  if (!slide || slide->answer.empty()) return x;
  const char* label =
      (panel.document.answered ? text::panels::question : text::panels::answer).c_str();
  const float wide =
      ui::text_size(Face::ui, ui::dp(ui::body), text::panels::question).x + ui::dp(22);
  step_button(panel, label, x, middle, wide, "answer", "", text::panels::answer_about.c_str());
  return x - wide - ui::dp(lesson_gap);
}

/// Buttons, the slide's number and the marks at the right end of the bar; returns where they begin.
/// The profile has no buttons: there a clicker turns the slides.
float controls(const PanelContext& panel, const Rect& at, float middle) {
  const float end = at.right() - ui::dp(lesson_side),
              x = panel.document.projector ? end : buttons(panel, end, middle);
  const std::size_t count = panel.document.lesson->slides.size();
  const std::string& typed = panel.state.slide_number;
  const std::string place =
      !typed.empty() ? text::panels::enter_goes_to({.slide = typed})
      : at_end_of_lesson(panel.document)
          ? std::string(text::panels::lesson_end)
          : std::to_string(panel.document.slide + 1) + " / " + std::to_string(count);
  const float wide =
      ui::text_size(Face::ui, ui::dp(ui::body), text::panels::enter_goes_to({.slide = "88"})).x;
  ui::text_at(ImGui::GetWindowDrawList(), Face::ui, ui::dp(ui::body), {x, middle},
              ui::ink(typed.empty() ? Ink::dim : Ink::accent), place, Anchor::right);
  return slide_marks(panel, x - wide - ui::dp(lesson_gap / 2), middle, at.w * 0.22f) -
         ui::dp(2 * lesson_gap);
}

/// The slide's title, and the lesson it belongs to where there is room for it.
void titles(const PanelContext& panel, const Rect& at, float middle, float end,
            const std::string& title) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float x = at.x + ui::dp(lesson_side),
              px = ui::size_that_fits(Face::bold, title_px(panel.document), title, end - x, 0.75f);
  ui::text_at(list, Face::bold, px, {x, middle}, ui::ink(Ink::text),
              ui::fitted(Face::bold, px, title, end - x));
  const float behind = x + ui::text_size(Face::bold, px, title).x + ui::dp(16);
  const std::string lesson = heading_of(*panel.document.lesson);
  const float small = ui::size_that_fits(Face::ui, ui::dp(ui::body), lesson, end - behind, 0.75f);
  if (ui::text_size(Face::ui, small, lesson).x > end - behind) return;  // the slide matters more
  ui::text_at(list, Face::ui, small, {behind, middle + ui::dp(1.5f)}, ui::ink(Ink::dim), lesson);
}

}  // namespace

/// As high as the longest caption of the lesson, so that the figure stays where it is from slide to
/// slide.
float lesson_bar_height(const PanelContext& panel, float width) {
  const Document& document = panel.document;
  if (!document.lesson || document.mode == Mode::timing) return 0;
  float caption = 0;
  for (std::size_t k = 0; k <= document.lesson->slides.size(); ++k)
    caption = std::max(caption,
                       caption_height(document, width, slide_words(*document.lesson, k).caption));
  for (const Slide& slide : document.lesson->slides)
    caption = std::max(caption, caption_height(document, width, slide.answer));
  return std::ceil(ui::dp(lesson_above + under_title + lesson_below) * air(document) +
                   row_height(document) + caption);
}

/// The same room on every slide, so that the figure stays where it is.
float notes_height(const PanelContext& panel, float width) {
  const Document& document = panel.document;
  if (!document.notes || document.presenter) return 0;  // the class sees no note
  if (!document.lesson || document.mode == Mode::timing) return 0;
  const float line = ui::pick(Face::ui, ui::dp(notes_size)).height;
  float high = 2 * line;
  for (const Slide& slide : document.lesson->slides)
    high = std::max(high, height_in(ui::dp(notes_size), notes_width(width), slide.notes));
  return std::min(high, notes_lines * line) + 2 * ui::dp(notes_above);
}

/// What the lecturer wants to say, and at the right what comes next.
void notes_strip(const PanelContext& panel, const Rect& at) {
  begin_panel("notes", at, {0, 0}, false);
  const Lesson& lesson = *panel.document.lesson;
  const Slide* slide = slide_shown(panel.document);
  const bool none = !slide || slide->notes.empty();
  const std::string words = none ? std::string(text::panels::no_notes) : slide->notes;
  const float top = at.y + ui::dp(notes_above), high = at.h - 2 * ui::dp(notes_above);
  const bool border = false;
  {
    const ui::Font font(Face::ui, notes_size);
    const ui::TextInk ink(none ? Ink::dim : Ink::text);
    const float wide = notes_width(at.w);
    ImGui::SetCursorScreenPos({at.x + ui::dp(lesson_side), top});
    ImGui::BeginChild("words", {wide + 1, high}, border);
    ImGui::PushTextWrapPos(wide);
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
  }
  const float x = at.right() - at.w * next_part, px = ui::dp(ui::body),
              room = at.right() - ui::dp(lesson_side) - x;
  const std::string next = slide_words(lesson, panel.document.slide + 1).title;
  const bool more = slide && panel.document.slide < lesson.slides.size();
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::text_at(list, Face::ui, ui::dp(ui::words), {x, top + ui::dp(8)}, ui::ink(Ink::dim),
              text::panels::next_slide);
  ui::text_at(list, Face::bold, px, {x, top + ui::dp(27)}, ui::ink(Ink::text),
              ui::fitted(Face::bold, px, more ? next : "", room));
  end_panel();
}

void lesson_bar(const PanelContext& panel, const Rect& at) {
  begin_panel("lesson", at, {0, 0}, false);
  const SlideWords words = slide_words(panel.document);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float row = row_height(panel.document),
              middle = at.y + ui::dp(lesson_above) * air(panel.document) + row / 2;
  titles(panel, at, middle, controls(panel, at, middle), words.title);
  const ui::Pick font = ui::pick(Face::ui, caption_px(panel.document));
  const ImVec2 corner(
      at.x + ui::dp(lesson_side),
      std::round(at.y + ui::dp(lesson_above + under_title) * air(panel.document) + row));
  list->AddText(font.font, font.height, corner, ui::ink(Ink::text), words.caption.data(),
                words.caption.data() + words.caption.size(), caption_width(at.w));
  list->AddRectFilled({at.x, at.y}, {at.x + ui::dp(3), at.bottom()}, ui::ink(Ink::accent));
  end_panel();
}

}  // namespace scope
